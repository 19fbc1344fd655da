//! The default host: everything from plain values.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use cards_words::{Dice, Message, SeededDice};

use crate::host::{Arity, Clock, ExtraMacros, Fact, Facts, HostMacro, List, Member, Moment, Situation, VariableStore};
use crate::vars::{Scope, Value, Variables};

/// A macro of the host's own, which a clone of the host takes with what it has kept.
trait Expander: Send {
    fn expand(&mut self, args: &[&str]) -> Option<String>;
    fn copy(&self) -> Box<dyn Expander>;
}

impl<F: FnMut(&[&str]) -> Option<String> + Clone + Send + 'static> Expander for F {
    fn expand(&mut self, args: &[&str]) -> Option<String> {
        self(args)
    }

    fn copy(&self) -> Box<dyn Expander> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn Expander> {
    fn clone(&self) -> Self {
        (**self).copy()
    }
}

/// A host made of plain values: facts, variables, a seeded die, a fixed clock.
///
/// # Examples
///
/// ```
/// use cards_macro::{expand, Fact, For, MapHost, Profile};
///
/// let mut host = MapHost::new("Rin", "Mira Vane").with(Fact::Nickname, "Captain");
/// let text = expand("{{char}} greets <USER>.", Profile::Spec, &mut host, For::Prompt)?;
/// assert_eq!(text, "Captain greets Rin.");
/// # Ok::<(), cards_macro::Error>(())
/// ```
#[derive(Clone, Default)]
pub struct MapHost {
    /// By the number of the fact, as far as any was set.
    facts: Vec<Option<String>>,
    /// The variables; a caller reads and writes them between renderings.
    pub variables: Variables,
    /// Alternate greetings.
    pub alternate_greetings: Vec<String>,
    /// Members of the group; `None` in a chat of two.
    pub group: Option<Vec<Member>>,
    /// Texts of the cards of members.
    member_facts: BTreeMap<(usize, Fact), String>,
    /// The chat, oldest message first.
    pub messages: Vec<Message<'static>>,
    /// Named outlets.
    pub outlets: Vec<(String, String)>,
    /// Lists of the program.
    lists: BTreeMap<(&'static str, String), Vec<String>>,
    /// Extensions that are on.
    pub extensions: Vec<String>,
    /// Where in the program the text is being rendered.
    pub situation: Situation,
    /// The present moment.
    pub now: Option<Moment>,
    /// When the user last wrote.
    pub last_user_message: Option<Moment>,
    dice: SeededDice,
    extras: Vec<HostMacro>,
    expanders: Vec<Box<dyn Expander>>,
}

/// What tells one list from another.
fn key_of(list: List<'_>) -> (&'static str, &str) {
    match list {
        List::Lore => ("lore", ""),
        List::Assets => ("assets", ""),
        List::Emotions => ("emotions", ""),
        List::DisplayAssets => ("display assets", ""),
        List::Modules => ("modules", ""),
        List::ModuleAssets(name) => ("module assets", name),
    }
}

impl MapHost {
    /// Creates a host with the two names.
    #[must_use]
    pub fn new(user: &str, char: &str) -> Self {
        Self::default().with(Fact::User, user).with(Fact::Char, char)
    }

    /// Sets a fact.
    #[must_use]
    pub fn with(mut self, fact: Fact, text: impl Into<String>) -> Self {
        self.set(fact, text);
        self
    }

    /// Sets a variable of the chat.
    ///
    /// ```
    /// use cards_macro::{For, MapHost, Profile, expand};
    /// let mut host = MapHost::new("Sam", "Aria").with_var("mood", "calm");
    /// expand("{{setvar::mood::{{getvar::mood}}er}}", Profile::SillyTavern, &mut host, For::Prompt)?;
    /// assert_eq!(host.var("mood").as_deref(), Some("calmer"));
    /// # Ok::<(), cards_macro::Error>(())
    /// ```
    #[must_use]
    pub fn with_var(mut self, name: impl Into<String>, value: impl Into<Value>) -> Self {
        self.variables.set(Scope::Chat, name, value);
        self
    }

    /// The value of a variable of the chat, as it is printed.
    #[must_use]
    pub fn var(&self, name: &str) -> Option<Cow<'_, str>> {
        self.variables.get(Scope::Chat, name).map(Value::as_text)
    }

    /// Sets a fact in place.
    pub fn set(&mut self, fact: Fact, text: impl Into<String>) {
        let at = fact as usize;
        if self.facts.len() <= at {
            self.facts.resize(at + 1, None);
        }
        if let Some(slot) = self.facts.get_mut(at) {
            *slot = Some(text.into());
        }
    }

    /// The text of a fact, if it is set.
    ///
    /// ```
    /// use cards_macro::{Fact, MapHost};
    /// let host = MapHost::new("Sam", "Aria").with(Fact::Scenario, "A pier.");
    /// assert_eq!((host.get(Fact::Scenario), host.get(Fact::Persona)), (Some("A pier."), None));
    /// ```
    #[must_use]
    pub fn get(&self, fact: Fact) -> Option<&str> {
        self.facts.get(fact as usize)?.as_deref()
    }

    /// Sets a text of the card of a member in place, by the member's place in [`group`](Self::group).
    ///
    /// ```
    /// use cards_macro::{Engine, Fact, For, MapHost, Member, expand};
    /// let mut host = MapHost::new("Sam", "Aria");
    /// let member = |name: &str| Member { name: name.to_owned(), muted: false };
    /// host.group = Some(vec![member("Aria"), member("Bo")]);
    /// host.set_member(1, Fact::Personality, "dry");
    /// let text = expand("[\n{{char}}: {{personality}}\n]", Engine::Marinara, &mut host, For::Prompt)?;
    /// assert_eq!(text, "[\nAria: \n]\n[\nBo: dry\n]");
    /// # Ok::<(), cards_macro::Error>(())
    /// ```
    pub fn set_member(&mut self, member: usize, fact: Fact, text: impl Into<String>) {
        self.member_facts.insert((member, fact), text.into());
    }

    /// Sets a list of the program in place.
    pub fn set_list(&mut self, list: List<'_>, items: Vec<String>) {
        let (kind, name) = key_of(list);
        self.lists.insert((kind, name.to_owned()), items);
    }

    /// Sets the present moment.
    #[must_use]
    pub fn with_now(mut self, now: impl Into<Option<Moment>>) -> Self {
        self.now = now.into();
        self
    }

    /// Seeds the die; the same seed gives the same throws.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.reseed(seed);
        self
    }

    /// Seeds the die of a host that is in use already.
    pub fn reseed(&mut self, seed: u64) {
        self.dice = SeededDice::new(seed);
    }

    /// Gives the die numbers in `[0, 1)` to show first, in this order.
    #[must_use]
    pub fn rolls(mut self, rolls: &[f64]) -> Self {
        self.dice = self.dice.with_rolls(rolls);
        self
    }

    /// Returns the die, whose seed a caller may keep.
    #[must_use]
    pub fn dice(&self) -> &SeededDice {
        &self.dice
    }

    /// Returns how many numbers the die has given.
    #[must_use]
    pub fn rolls_taken(&self) -> usize {
        self.dice.taken()
    }

    /// Knows a macro of the caller's own as well, with as many arguments as it is given; [`MapHost::register`] holds them to a number.
    ///
    /// ```
    /// use cards_macro::{expand, For, MapHost, Profile};
    /// let mut host = MapHost::new("Rin", "Mira").with_macro("weather", |_| "rain".to_owned());
    /// assert_eq!(expand("It is {{weather}}.", Profile::Spec, &mut host, For::Prompt)?, "It is rain.");
    /// # Ok::<(), cards_macro::Error>(())
    /// ```
    #[must_use]
    pub fn with_macro(
        mut self,
        name: &str,
        mut expander: impl FnMut(&[&str]) -> String + Clone + Send + 'static,
    ) -> Self {
        self.register(name, Arity::at_least(0), "A macro of the program.", move |args| Some(expander(args)));
        self
    }

    /// Registers a macro of the caller's own.
    ///
    /// # Examples
    ///
    /// ```
    /// use cards_macro::{expand, Arity, For, MapHost, Profile};
    ///
    /// let mut host = MapHost::new("Rin", "Mira");
    /// host.register("shout", Arity::exactly(1), "Upper case.", |args| Some(args.first()?.to_uppercase()));
    /// let text = expand("{{shout::ahoy}}", Profile::Spec, &mut host, For::Prompt)?;
    /// assert_eq!(text, "AHOY");
    /// # Ok::<(), cards_macro::Error>(())
    /// ```
    pub fn register(
        &mut self,
        name: &str,
        arity: Arity,
        summary: &str,
        expander: impl FnMut(&[&str]) -> Option<String> + Clone + Send + 'static,
    ) {
        self.extras.push(HostMacro { name: name.to_owned(), arity, summary: summary.to_owned() });
        self.expanders.push(Box::new(expander));
    }
}

impl fmt::Debug for MapHost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MapHost")
            .field("facts", &self.facts)
            .field("variables", &self.variables)
            .field("extras", &self.extras)
            .finish_non_exhaustive()
    }
}

impl Facts for MapHost {
    fn fact(&self, fact: Fact) -> Option<Cow<'_, str>> {
        self.facts.get(fact as usize)?.as_deref().map(Cow::Borrowed)
    }

    fn alternate_greetings(&self) -> &[String] {
        &self.alternate_greetings
    }

    fn group(&self) -> Option<&[Member]> {
        self.group.as_deref()
    }

    fn member_fact(&self, member: usize, fact: Fact) -> Option<Cow<'_, str>> {
        self.member_facts.get(&(member, fact)).map(|text| Cow::Borrowed(text.as_str()))
    }

    fn messages(&self) -> &[Message<'_>] {
        &self.messages
    }

    fn outlet(&self, name: &str) -> Option<Cow<'_, str>> {
        self.outlets.iter().find(|(key, _)| key == name).map(|(_, text)| Cow::Borrowed(text.as_str()))
    }

    fn list(&self, list: List<'_>) -> Option<Vec<String>> {
        let (kind, name) = key_of(list);
        self.lists.get(&(kind, name.to_owned())).cloned()
    }

    fn has_extension(&self, name: &str) -> bool {
        self.extensions.iter().any(|extension| extension == name)
    }

    fn situation(&self) -> Situation {
        self.situation.clone()
    }
}

impl VariableStore for MapHost {
    fn get_var(&self, scope: Scope, name: &str) -> Option<Cow<'_, Value>> {
        self.variables.get_var(scope, name)
    }

    fn set_var(&mut self, scope: Scope, name: &str, value: Value) {
        self.variables.set_var(scope, name, value);
    }

    fn delete_var(&mut self, scope: Scope, name: &str) -> bool {
        self.variables.delete_var(scope, name)
    }

    fn list_vars(&self, scope: Scope) -> Vec<String> {
        self.variables.list_vars(scope)
    }
}

impl VariableStore for Variables {
    fn get_var(&self, scope: Scope, name: &str) -> Option<Cow<'_, Value>> {
        self.scope(scope).get(name).map(Cow::Borrowed)
    }

    fn set_var(&mut self, scope: Scope, name: &str, value: Value) {
        let map = self.scope_mut(scope);
        // A template sets the same few names again and again: the key is copied once only.
        match map.get_mut(name) {
            Some(slot) => *slot = value,
            None => {
                map.insert(name.to_owned(), value);
            }
        }
    }

    fn delete_var(&mut self, scope: Scope, name: &str) -> bool {
        self.scope_mut(scope).remove(name).is_some()
    }

    fn list_vars(&self, scope: Scope) -> Vec<String> {
        self.scope(scope).keys().cloned().collect()
    }
}

impl Dice for MapHost {
    fn roll(&mut self) -> f64 {
        self.dice.roll()
    }
}

impl Clock for MapHost {
    fn now(&self) -> Option<Moment> {
        self.now
    }

    fn last_user_message(&self) -> Option<Moment> {
        self.last_user_message
    }
}

impl ExtraMacros for MapHost {
    fn extra_macros(&self) -> &[HostMacro] {
        &self.extras
    }

    fn call_extra(&mut self, index: usize, args: &[&str]) -> Option<String> {
        self.expanders.get_mut(index)?.expand(args)
    }
}
