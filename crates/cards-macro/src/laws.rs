//! What holds for every text: the laws that our own tests ask, for yours (feature `laws`).
//!
//! ```
//! use cards_macro::{Engine, MapHost, laws};
//! let host = MapHost::new("Rin", "Mira");
//! for text in ["{{char}} sees {{user}}.", "{{setvar::a::1}}{{getvar::a", "{{"] {
//!     laws::is_repeatable(text, Engine::SillyTavern, &host)?;
//!     laws::explains_alike(text, Engine::SillyTavern, &host)?;
//!     laws::tree_holds_the_text(text, Engine::SillyTavern)?;
//! }
//! # Ok::<(), laws::Broken>(())
//! ```

pub use cards_words::Broken;

use crate::{Engine, Error, For, MapHost, RenderOptions, Template, Variables};

/// A template under the limits of the options, where it is within them.
fn parsed<'t>(text: &'t str, engine: Engine, options: &RenderOptions) -> Option<Template<'t>> {
    Template::parse_with(text, engine, &options.limits).ok()
}

fn rendered(text: &str, engine: Engine, host: &MapHost, options: &RenderOptions) -> Result<(String, Variables), Error> {
    let mut host = host.clone();
    let template = Template::parse_with(text, engine, &options.limits)?;
    let text = template.render_with(&mut host, options)?.text.into_owned();
    Ok((text, host.variables))
}

/// The same host gives the same text and leaves the same variables.
///
/// # Errors
/// [`Broken`]
pub fn is_repeatable(text: &str, engine: Engine, host: &MapHost) -> Result<(), Broken> {
    is_repeatable_with(text, engine, host, &RenderOptions::new(For::Prompt))
}

/// [`is_repeatable`] under other options.
///
/// # Errors
/// [`Broken`]
pub fn is_repeatable_with(text: &str, engine: Engine, host: &MapHost, options: &RenderOptions) -> Result<(), Broken> {
    let (first, second) = (rendered(text, engine, host, options), rendered(text, engine, host, options));
    Broken::unless(first == second, "the same host gives the same text", || {
        format!("{text:?} under {engine} became {first:?}, then {second:?}")
    })
}

/// An account of each macro changes nothing of the text, and each of its steps is a place in the template.
///
/// # Errors
/// [`Broken`]
pub fn explains_alike(text: &str, engine: Engine, host: &MapHost) -> Result<(), Broken> {
    explains_alike_with(text, engine, host, &RenderOptions::new(For::Prompt))
}

/// [`explains_alike`] under other options.
///
/// # Errors
/// [`Broken`]
pub fn explains_alike_with(text: &str, engine: Engine, host: &MapHost, options: &RenderOptions) -> Result<(), Broken> {
    let law = "explaining changes nothing";
    let (Ok((plain, _)), Some(template)) = (rendered(text, engine, host, options), parsed(text, engine, options))
    else {
        return Ok(());
    };
    let explained = template.render_with(&mut host.clone(), &options.clone().with_explain(true));
    let explained = explained.map_err(|error| Broken::new(law, format!("{text:?} under {engine}: {error}")))?;
    Broken::unless(explained.text == plain, law, || {
        format!("{text:?} under {engine} became {plain:?}, and explained {:?}", explained.text)
    })?;
    let astray = explained.steps.iter().find(|step| template.text().get(step.span.clone()).is_none());
    Broken::unless(astray.is_none(), law, || format!("{astray:?} is no place in {:?}", template.text()))
}

/// A text is no longer than its limit when it is rendered.
///
/// # Errors
/// [`Broken`]
pub fn stays_within_its_limits(
    text: &str,
    engine: Engine,
    host: &MapHost,
    options: &RenderOptions,
) -> Result<(), Broken> {
    let Ok((rendered, _)) = rendered(text, engine, host, options) else { return Ok(()) };
    Broken::unless(rendered.len() <= options.limits.output_bytes, "what is rendered is within its limit", || {
        format!("{text:?} under {engine} gave {} bytes", rendered.len())
    })
}

/// The gaps and macros of a stretch, put together, are the stretch; so it is for each argument and content.
///
/// # Errors
/// [`Broken`]
pub fn tree_holds_the_text(text: &str, engine: Engine) -> Result<(), Broken> {
    let law = "the tree of a template holds its whole text";
    let broken = |how: &str| Broken::new(law, format!("{text:?} under {engine}: {how}"));
    let Some(template) = parsed(text, engine, &RenderOptions::default()) else { return Ok(()) };
    // What the client rewrites before it reads is a text of the template's own.
    let text = template.text();
    Broken::unless(template.root().text() == text, law, || {
        format!("{text:?} under {engine} begins or ends elsewhere")
    })?;
    let mut todo = vec![template.root()];
    while let Some(seq) = todo.pop() {
        let mut printed = String::new();
        let mut cursor = seq.span().start;
        for found in seq.macros() {
            let span = found.span();
            printed.push_str(text.get(cursor..span.start).ok_or_else(|| broken("macros overlap"))?);
            printed.push_str(found.text());
            cursor = span.end;
            for arg in found.args() {
                if arg.span().start < span.start || arg.span().end > span.end {
                    return Err(broken("an argument is outside of its macro"));
                }
                todo.push(arg);
            }
            todo.extend(found.content());
        }
        printed.push_str(text.get(cursor..seq.span().end).ok_or_else(|| broken("a macro is outside of its stretch"))?);
        Broken::unless(printed == seq.text(), law, || format!("{printed:?} for {:?}", seq.text()))?;
    }
    Ok(())
}

/// What an analysis names is a place in the template.
///
/// # Errors
/// [`Broken`]
pub fn analysis_points_into_the_text(text: &str, engine: Engine) -> Result<(), Broken> {
    let Some(template) = parsed(text, engine, &RenderOptions::default()) else { return Ok(()) };
    let (text, analysis) = (template.text(), template.analyse());
    let used = analysis.reads.into_iter().chain(analysis.writes).map(|used| used.span);
    let astray = analysis
        .findings
        .into_iter()
        .map(|finding| finding.span)
        .chain(used)
        .find(|span| text.get(span.clone()).is_none());
    Broken::unless(astray.is_none(), "an analysis names places in the text", || {
        format!("{astray:?} of {text:?} under {engine}")
    })
}

/// A text in which no macro can begin comes out as it went in.
///
/// # Errors
/// [`Broken`]
pub fn keeps_plain_text(text: &str, engine: Engine, host: &MapHost) -> Result<(), Broken> {
    if text.contains(['{', '<', '\\']) {
        return Ok(());
    }
    let rendered = rendered(text, engine, host, &RenderOptions::new(For::Prompt));
    let same = rendered.as_ref().is_ok_and(|(rendered, _)| rendered == text);
    Broken::unless(same, "plain text stays", || format!("{text:?} under {engine} became {rendered:?}"))
}
