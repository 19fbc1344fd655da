//! A host in front of another.

use std::borrow::Cow;

use cards_words::{Dice, Message};

use crate::host::{Clock, ExtraMacros, Fact, Facts, Host, HostMacro, List, Member, Moment, Situation, VariableStore};
use crate::vars::{Scope, Value};

/// What is answered in front of a host. Every answer that is left out is the host's own.
pub trait Answers {
    /// Answers for [`Facts::fact`].
    fn fact<'a>(&'a self, host: &'a dyn Host, fact: Fact) -> Option<Cow<'a, str>> {
        host.fact(fact)
    }

    /// Answers for [`Facts::alternate_greetings`].
    fn alternate_greetings<'a>(&'a self, host: &'a dyn Host) -> &'a [String] {
        host.alternate_greetings()
    }

    /// Answers for [`Facts::group`].
    fn group<'a>(&'a self, host: &'a dyn Host) -> Option<&'a [Member]> {
        host.group()
    }

    /// Answers for [`Facts::member_fact`].
    fn member_fact<'a>(&'a self, host: &'a dyn Host, member: usize, fact: Fact) -> Option<Cow<'a, str>> {
        host.member_fact(member, fact)
    }

    /// Answers for [`Facts::messages`].
    fn messages<'a>(&'a self, host: &'a dyn Host) -> &'a [Message<'a>] {
        host.messages()
    }

    /// Answers for [`Facts::outlet`].
    fn outlet<'a>(&'a self, host: &'a dyn Host, name: &str) -> Option<Cow<'a, str>> {
        host.outlet(name)
    }

    /// Answers for [`Facts::situation`].
    fn situation(&self, host: &dyn Host) -> Situation {
        host.situation()
    }

    /// Answers for [`ExtraMacros::extra_macros`].
    fn extra_macros<'a>(&'a self, host: &'a dyn Host) -> &'a [HostMacro] {
        host.extra_macros()
    }

    /// Answers for [`ExtraMacros::call_extra`].
    fn call_extra(&mut self, host: &mut dyn Host, index: usize, args: &[&str]) -> Option<String> {
        host.call_extra(index, args)
    }
}

/// A host that answers some questions itself; variables, dice, clock and everything else are those of the host behind it.
///
/// ```
/// use std::borrow::Cow;
/// use cards_macro::{Answers, Fact, For, Host, MapHost, Overlay, Profile, expand};
///
/// struct As(&'static str);
/// impl Answers for As {
///     fn fact<'a>(&'a self, host: &'a dyn Host, fact: Fact) -> Option<Cow<'a, str>> {
///         if fact == Fact::Char { Some(self.0.into()) } else { host.fact(fact) }
///     }
/// }
/// let mut host = MapHost::new("Sam", "Mira");
/// let mut overlay = Overlay { host: &mut host, answers: As("Rin") };
/// assert_eq!(expand("{{char}} and {{user}}", Profile::Spec, &mut overlay, For::Prompt)?, "Rin and Sam");
/// # Ok::<(), cards_macro::Error>(())
/// ```
pub struct Overlay<'h, A> {
    /// The host behind.
    pub host: &'h mut dyn Host,
    /// What is answered in front of it.
    pub answers: A,
}

impl<A: Answers> Facts for Overlay<'_, A> {
    fn fact(&self, fact: Fact) -> Option<Cow<'_, str>> {
        self.answers.fact(self.host, fact)
    }

    fn alternate_greetings(&self) -> &[String] {
        self.answers.alternate_greetings(self.host)
    }

    fn group(&self) -> Option<&[Member]> {
        self.answers.group(self.host)
    }

    fn member_fact(&self, member: usize, fact: Fact) -> Option<Cow<'_, str>> {
        self.answers.member_fact(self.host, member, fact)
    }

    fn messages(&self) -> &[Message<'_>] {
        self.answers.messages(self.host)
    }

    fn outlet(&self, name: &str) -> Option<Cow<'_, str>> {
        self.answers.outlet(self.host, name)
    }

    fn list(&self, list: List<'_>) -> Option<Vec<String>> {
        self.host.list(list)
    }

    fn has_extension(&self, name: &str) -> bool {
        self.host.has_extension(name)
    }

    fn situation(&self) -> Situation {
        self.answers.situation(self.host)
    }
}

impl<A> VariableStore for Overlay<'_, A> {
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

impl<A> Dice for Overlay<'_, A> {
    fn roll(&mut self) -> f64 {
        self.host.roll()
    }
}

impl<A> Clock for Overlay<'_, A> {
    fn now(&self) -> Option<Moment> {
        self.host.now()
    }

    fn last_user_message(&self) -> Option<Moment> {
        self.host.last_user_message()
    }
}

impl<A: Answers> ExtraMacros for Overlay<'_, A> {
    fn extra_macros(&self) -> &[HostMacro] {
        self.answers.extra_macros(self.host)
    }

    fn call_extra(&mut self, index: usize, args: &[&str]) -> Option<String> {
        self.answers.call_extra(self.host, index, args)
    }
}
