//! A text with macros into a text without.

use cards_macro::{Engine, For, MapHost, RenderOptions, Rendered, Template};

use crate::answer::Expansion;
use crate::error::Error;
use crate::limits::Limits;

/// Expands the macros of a text with a host that may be [`crate::macro_host`] of a card; variables and dice of the host go on.
///
/// `explain` asks for each macro in turn.
///
/// # Errors
/// [`Error::Macro`] for a limit that was hit.
///
/// # Examples
/// ```
/// use cards_kit::{Engine, For, expand, macro_host};
/// let mut host = macro_host(None, "Sam", Some("Wick"));
/// let answer = expand("{{char}} waves at {{user}}.", Engine::Spec, &mut host, For::Prompt, false, &Default::default())?;
/// assert_eq!(answer.text.as_deref(), Some("Wick waves at Sam."));
/// # Ok::<(), cards_kit::Error>(())
/// ```
pub fn expand(
    text: &str,
    engine: Engine,
    host: &mut MapHost,
    target: For,
    explain: bool,
    limits: &Limits,
) -> Result<Expansion, Error> {
    let template = Template::parse_with(text, engine, &limits.macros)?;
    let rendered: Rendered<'_> = template.render_with(host, &RenderOptions::new(target).with_explain(explain))?;
    Ok(Expansion::of(text, &rendered, &host.variables))
}
