//! What macros of a script see otherwise than the caller's host says.

use std::borrow::Cow;

use cards_macro::{Answers, Engine, Fact, For, Host, Overlay, RenderOptions, Situation, Template};

use crate::limits::Limits;

/// The caller's host with the name of another speaker.
pub(crate) fn with_speaker<'h>(host: &'h mut dyn Host, speaker: Option<&'h str>) -> Overlay<'h, Speaker<'h>> {
    Overlay { host, answers: Speaker(speaker) }
}

/// Who `{{char}}` is.
pub(crate) struct Speaker<'h>(Option<&'h str>);

impl Answers for Speaker<'_> {
    fn fact<'a>(&'a self, host: &'a dyn Host, fact: Fact) -> Option<Cow<'a, str>> {
        match (fact, self.0) {
            (Fact::Char, Some(speaker)) => Some(Cow::Borrowed(speaker)),
            _ => host.fact(fact),
        }
    }
}

/// The place in the program that a text is rendered at.
pub(crate) struct Place(pub(crate) Situation);

impl Answers for Place {
    fn situation(&self, _: &dyn Host) -> Situation {
        self.0.clone()
    }
}

/// Expands the macros of a text.
pub(crate) fn expand(
    text: &str,
    engine: Engine,
    host: &mut dyn Host,
    limits: &Limits,
) -> Result<String, cards_macro::Error> {
    let template = Template::parse_with(text, engine, &limits.macros)?;
    let options = RenderOptions::new(For::Prompt).with_limits(limits.macros.clone());
    Ok(template.render_with(host, &options)?.text.into_owned())
}

/// Expands the macros of a text, each value going through `change`.
pub(crate) fn expand_each(
    text: &str,
    engine: Engine,
    host: &mut dyn Host,
    limits: &Limits,
    change: impl Fn(&str) -> String,
) -> Result<String, cards_macro::Error> {
    let template = Template::parse_with(text, engine, &limits.macros)?;
    let mut out = String::new();
    let mut done = 0;
    for found in template.root().macros() {
        let span = found.span();
        out.push_str(text.get(done..span.start).unwrap_or_default());
        let value = expand(found.text(), engine, host, limits)?;
        // What is no macro stays as it is written.
        if value == found.text() {
            out.push_str(&value)
        } else {
            out.push_str(&change(&value))
        }
        done = span.end;
    }
    out.push_str(text.get(done..).unwrap_or_default());
    Ok(out)
}
