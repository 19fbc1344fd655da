//! A host that knows, for the time of one text, what `{{original}}` stands for.

use std::borrow::Cow;

use cards_macro::{
    Clock, Dice, ExtraMacros, Fact, Facts, Host, HostMacro, Member, Message, Moment, Scope, Situation, Value,
    VariableStore,
};

/// Passes everything on to another host but `{{original}}`.
pub(crate) struct WithOriginal<'h> {
    pub(crate) host: &'h mut dyn Host,
    pub(crate) original: Option<&'h str>,
}

impl Facts for WithOriginal<'_> {
    fn fact(&self, fact: Fact) -> Option<Cow<'_, str>> {
        match fact {
            Fact::Original => self.original.map(Cow::Borrowed),
            other => self.host.fact(other),
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

    fn has_extension(&self, name: &str) -> bool {
        self.host.has_extension(name)
    }

    fn situation(&self) -> Situation {
        self.host.situation()
    }
}

impl VariableStore for WithOriginal<'_> {
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

impl Dice for WithOriginal<'_> {
    fn roll(&mut self) -> f64 {
        self.host.roll()
    }
}

impl Clock for WithOriginal<'_> {
    fn now(&self) -> Option<Moment> {
        self.host.now()
    }

    fn last_user_message(&self) -> Option<Moment> {
        self.host.last_user_message()
    }
}

impl ExtraMacros for WithOriginal<'_> {
    fn extra_macros(&self) -> &[HostMacro] {
        self.host.extra_macros()
    }

    fn call_extra(&mut self, index: usize, args: &[&str]) -> Option<String> {
        self.host.call_extra(index, args)
    }
}
