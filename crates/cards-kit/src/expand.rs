//! A text with macros into a text without.

use std::collections::BTreeMap;

use cards_macro::{Engine, Fact, For, MapHost, Moment, RenderOptions, Rendered, Template, Variables};
use cards_model::Card;
use cards_words::setters;

use crate::answer::Expansion;
use crate::error::Error;
use crate::host::{macro_host, register};
use crate::limits::Limits;
#[cfg(feature = "serde")]
use crate::options::by_name;

/// What a text is expanded with, beside a card and the dice.
///
/// With `serde` it is read from plain data of these names, as front ends in other languages have it.
///
/// ```
/// use cards_kit::{Engine, ExpandOptions, For, expand};
/// let options = ExpandOptions::default().with_user("Sam").with_character("Aria").with_engine(Engine::SillyTavern);
/// let mut host = options.host(None);
/// let answer = expand("{{char}} waves at {{user}}.", options.engine, &mut host, For::Display, false, &Default::default())?;
/// assert_eq!(answer.text.as_deref(), Some("Aria waves at Sam."));
/// # Ok::<(), cards_kit::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize), serde(default, deny_unknown_fields))]
#[non_exhaustive]
pub struct ExpandOptions {
    /// Whose macros they are.
    #[cfg_attr(feature = "serde", serde(deserialize_with = "by_name"))]
    pub engine: Engine,
    /// The user's name; `User` without one.
    pub user: Option<String>,
    /// The character's name, in place of the card's.
    pub character: Option<String>,
    /// What the user says about the one who chats.
    pub persona: String,
    /// What the text is for.
    pub target: For,
    /// Whether each macro is listed in turn.
    pub explain: bool,
    /// The present moment; without one, time macros stay as text.
    pub now: Option<Moment>,
    /// The variables that macros find.
    pub variables: Variables,
    /// What macros of the program's own print, by their names; they come before the client's.
    pub macros: BTreeMap<String, String>,
}

setters! {
    ExpandOptions:
    /// Sets the macro engine.
    with_engine(engine: Engine) = engine;
    /// Sets the user's name.
    with_user(user: impl Into<String>) = Some(user.into());
    /// Sets the character's name.
    with_character(character: impl Into<String>) = Some(character.into());
    /// Sets what the user says about the one who chats.
    with_persona(persona: impl Into<String>) = persona.into();
    /// Sets what the text is for.
    with_target(target: For) = target;
    /// Lists each macro, or not.
    with_explain(explain: bool) = explain;
    /// Sets the present moment.
    with_now(now: Option<Moment>) = now;
    /// Sets the variables.
    with_variables(variables: Variables) = variables;
    /// Sets what macros of the program's own print.
    with_macros(macros: BTreeMap<String, String>) = macros;
}

impl ExpandOptions {
    /// Makes the macros' host of these options, with the names and fields of a card.
    #[must_use]
    pub fn host(&self, card: Option<&Card>) -> MapHost {
        let mut host = macro_host(card, self.user.as_deref().unwrap_or("User"), self.character.as_deref());
        host.set(Fact::Persona, self.persona.as_str());
        host.now = self.now;
        host.variables = self.variables.clone();
        register(&mut host, &self.macros);
        host
    }
}

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
