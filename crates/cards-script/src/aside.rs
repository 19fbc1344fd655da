//! A host that answers some questions otherwise than the caller's.

use std::borrow::Cow;

use cards_macro::{
    Clock, Dice, Engine, ExtraMacros, Fact, Facts, For, Host, HostMacro, List, Member, Message, Moment, RenderOptions,
    Scope, Situation, Template, Value, VariableStore,
};

use crate::limits::Limits;

/// The caller's host, with another speaker or another situation.
pub(crate) struct Aside<'h> {
    pub(crate) host: &'h mut dyn Host,
    /// Who `{{char}}` is.
    pub(crate) speaker: Option<&'h str>,
    pub(crate) situation: Option<Situation>,
}

impl Facts for Aside<'_> {
    fn fact(&self, fact: Fact) -> Option<Cow<'_, str>> {
        match (fact, self.speaker) {
            (Fact::Char, Some(speaker)) => Some(Cow::Borrowed(speaker)),
            _ => self.host.fact(fact),
        }
    }

    fn alternate_greetings(&self) -> &[String] {
        self.host.alternate_greetings()
    }

    fn group(&self) -> Option<&[Member]> {
        self.host.group()
    }

    fn messages(&self) -> &[Message<'_>] {
        self.host.messages()
    }

    fn outlet(&self, name: &str) -> Option<Cow<'_, str>> {
        self.host.outlet(name)
    }

    fn list(&self, list: List<'_>) -> Option<Vec<String>> {
        self.host.list(list)
    }

    fn has_extension(&self, name: &str) -> bool {
        self.host.has_extension(name)
    }

    fn situation(&self) -> Situation {
        self.situation.clone().unwrap_or_else(|| self.host.situation())
    }
}

impl VariableStore for Aside<'_> {
    fn get_var(&self, scope: Scope, name: &str) -> Option<Cow<'_, Value>> {
        self.host.get_var(scope, name)
    }

    fn set_var(&mut self, scope: Scope, name: &str, value: Value) {
        self.host.set_var(scope, name, value);
    }

    fn delete_var(&mut self, scope: Scope, name: &str) -> bool {
        self.host.delete_var(scope, name)
    }

    fn list_vars(&self, scope: Scope) -> Vec<String> {
        self.host.list_vars(scope)
    }
}

impl Dice for Aside<'_> {
    fn roll(&mut self) -> f64 {
        self.host.roll()
    }
}

impl Clock for Aside<'_> {
    fn now(&self) -> Option<Moment> {
        self.host.now()
    }

    fn last_user_message(&self) -> Option<Moment> {
        self.host.last_user_message()
    }
}

impl ExtraMacros for Aside<'_> {
    fn extra_macros(&self) -> &[HostMacro] {
        self.host.extra_macros()
    }

    fn call_extra(&mut self, index: usize, args: &[&str]) -> Option<String> {
        self.host.call_extra(index, args)
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
