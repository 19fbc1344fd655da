//! What macros see while a prompt is being built, and how texts are expanded.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use cards_lore::Expander;
use cards_macro::{
    Clock, Engine, ExtraMacros, Fact, Facts, For, Host, HostMacro, Limits, List, Member, Moment, RenderOptions, Scope,
    Situation, Template, Value, VariableStore,
};
use cards_model::json::javascript;
use cards_words::{Dice, Message, TokenCounter};

use super::error::Error;
use super::sourced::Sourced;

/// The names, fields and messages that macros show, over the caller's variables, dice, clock and program.
pub struct Stage<'s> {
    view: View<'s>,
    /// Counts tokens.
    pub tokens: &'s mut dyn TokenCounter,
    limits: Limits,
    collapse_newlines: bool,
    outlets: BTreeMap<String, String>,
    /// The same with their sources, for what no text asks for.
    pub(crate) outlet_texts: BTreeMap<String, Sourced>,
    /// What was odd about regex scripts.
    pub script_findings: Vec<cards_script::Finding>,
    /// Macros that neither client nor host knows.
    pub unknown: BTreeSet<String>,
    /// Outlets that a text asked for.
    pub asked_outlets: BTreeSet<String>,
}

/// What one expansion has beside the scene.
#[derive(Clone, Copy, Debug, Default)]
pub struct With<'w> {
    /// The text that `{{original}}` brings back, once.
    pub original: Option<&'w str>,
    /// Macros that stand for a text in this expansion alone.
    pub named: &'w [(&'w str, &'w str)],
    /// The character that `{{char}}` names, where it is not the speaker.
    pub character: Option<&'w str>,
    /// Whether macros for fields of the card are blank.
    pub blank_fields: bool,
}

impl<'s> Stage<'s> {
    pub(crate) fn new(
        host: &'s mut dyn Host,
        tokens: &'s mut dyn TokenCounter,
        user: &str,
        character: &str,
        limits: Limits,
        collapse_newlines: bool,
    ) -> Self {
        let view = View {
            host,
            user: user.to_owned(),
            character: character.to_owned(),
            fields: BTreeMap::new(),
            alternate_greetings: Vec::new(),
            blank_fields: false,
            group: None,
            messages: Vec::new(),
            extras: Vec::new(),
            values: Vec::new(),
        };
        Self {
            view,
            tokens,
            limits,
            collapse_newlines,
            outlets: BTreeMap::new(),
            outlet_texts: BTreeMap::new(),
            script_findings: Vec::new(),
            unknown: BTreeSet::new(),
            asked_outlets: BTreeSet::new(),
        }
    }

    /// Sets what a macro shows, in place of what the caller's host says.
    pub fn set_fact(&mut self, fact: Fact, text: impl Into<String>) {
        self.view.fields.insert(fact, text.into());
    }

    pub(crate) fn set_alternate_greetings(&mut self, greetings: Vec<String>) {
        self.view.alternate_greetings = greetings;
    }

    pub(crate) fn set_group(&mut self, group: Option<Vec<Member>>) {
        self.view.group = group;
    }

    pub(crate) fn set_messages(&mut self, messages: Vec<Message<'s>>) {
        self.view.messages = messages;
    }

    /// The chat as macros see it, oldest message first.
    #[must_use]
    pub fn messages(&self) -> &[Message<'s>] {
        &self.view.messages
    }

    /// The same, to change.
    pub(crate) fn messages_mut(&mut self) -> &mut Vec<Message<'s>> {
        &mut self.view.messages
    }

    pub(crate) fn set_outlets(&mut self, outlets: BTreeMap<String, Sourced>) {
        self.outlets = outlets.iter().map(|(name, text)| (name.clone(), text.text().to_owned())).collect();
        self.outlet_texts = outlets;
    }

    /// The user's name.
    #[must_use]
    pub fn user(&self) -> &str {
        &self.view.user
    }

    /// The speaking character's name.
    #[must_use]
    pub fn character(&self) -> &str {
        &self.view.character
    }

    /// The members of the group.
    #[must_use]
    pub fn group(&self) -> Option<&[Member]> {
        self.view.group.as_deref()
    }

    /// Expands a text.
    ///
    /// # Errors
    /// [`Error::Macro`] for a limit that was hit.
    pub fn expand<'t>(&mut self, text: &'t str) -> Result<Cow<'t, str>, Error> {
        self.expand_with(text, With::default())
    }

    /// Expands a text that has more to refer to.
    ///
    /// # Errors
    /// [`Error::Macro`] for a limit that was hit.
    pub fn expand_with<'t>(&mut self, text: &'t str, with: With<'_>) -> Result<Cow<'t, str>, Error> {
        let template = Template::parse_with(text, ENGINE, &self.limits)?;
        if template.is_plain() && text.len() <= self.limits.output_bytes {
            return Ok(Cow::Borrowed(text));
        }
        let mut options = RenderOptions::new(For::Prompt).with_limits(self.limits.clone());
        options.original = with.original.map(str::to_owned);
        options.outlets.clone_from(&self.outlets);
        let speaker = with.character.map(|name| std::mem::replace(&mut self.view.character, name.to_owned()));
        self.view.blank_fields = with.blank_fields;
        self.view.register(with.named);
        let rendered = template.render_with(&mut self.view, &options);
        self.view.register(&[]);
        self.view.blank_fields = false;
        if let Some(speaker) = speaker {
            self.view.character = speaker;
        }
        let rendered = rendered?;
        self.unknown.extend(rendered.unknown);
        self.asked_outlets.extend(rendered.outlets);
        Ok(Cow::Owned(rendered.text.into_owned()))
    }

    /// Expands a field of the card: trimmed, macros for other fields blank, returns removed, and line feeds collapsed
    /// where the user asks for it.
    ///
    /// # Errors
    /// [`Error::Macro`] for a limit that was hit.
    pub fn field(&mut self, text: &str) -> Result<String, Error> {
        self.field_of(text, None)
    }

    /// Expands a field of a card other than the speaker's.
    pub(crate) fn field_of(&mut self, text: &str, character: Option<&str>) -> Result<String, Error> {
        let with = With { blank_fields: true, character, ..With::default() };
        let expanded = self.expand_with(javascript::trim(text), with)?;
        Ok(self.tidied(&expanded))
    }

    /// A text without returns, its runs of line feeds collapsed where the user asks for it.
    pub(crate) fn tidied(&self, text: &str) -> String {
        let text = if self.collapse_newlines { collapsed(text) } else { Cow::Borrowed(text) };
        text.replace('\r', "")
    }

    /// Runs something with the macros as the lore engine asks for them: dice, texts, tokens.
    pub(crate) fn with_lore_host<T>(&mut self, run: impl FnOnce(&mut cards_lore::Host<'_>) -> T) -> T {
        let Self { view, tokens, limits, outlets, .. } = self;
        let outlets: &BTreeMap<String, String> = outlets;
        let shared = RefCell::new(&mut *view);
        let for_lore = || ForLore { view: &shared, limits, outlets };
        let (mut dice, mut expander) = (for_lore(), for_lore());
        run(&mut cards_lore::Host { tokens: &mut **tokens, dice: &mut dice, expander: &mut expander })
    }

    /// The macros' host as it stands, for engines that expand by themselves.
    pub(crate) fn host(&mut self) -> &mut dyn Host {
        &mut self.view
    }
}

const ENGINE: Engine = Engine::SillyTavern;

/// Runs of line feeds as one.
fn collapsed(text: &str) -> Cow<'_, str> {
    if !text.contains("\n\n") {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c != '\n' || !out.ends_with('\n') {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

/// The macros' host: the scene in front of the caller's.
struct View<'s> {
    host: &'s mut dyn Host,
    user: String,
    character: String,
    /// Fields of the card and other facts of the scene.
    fields: BTreeMap<Fact, String>,
    alternate_greetings: Vec<String>,
    blank_fields: bool,
    group: Option<Vec<Member>>,
    messages: Vec<Message<'s>>,
    /// Macros of this expansion, and the caller's behind them.
    extras: Vec<HostMacro>,
    values: Vec<String>,
}

impl View<'_> {
    /// Sets the macros of one expansion.
    fn register(&mut self, named: &[(&str, &str)]) {
        self.values = named.iter().map(|(_, value)| (*value).to_owned()).collect();
        self.extras.clear();
        if named.is_empty() {
            return;
        }
        let arity = cards_macro::Arity::exactly(0);
        let own = named.iter().map(|(name, _)| HostMacro { name: (*name).to_owned(), arity, summary: String::new() });
        self.extras.extend(own);
        self.extras.extend(self.host.extra_macros().iter().cloned());
    }
}

/// Whether a fact is a field of the card, which is blank while a field is expanded.
fn is_field(fact: Fact) -> bool {
    matches!(
        fact,
        Fact::Persona
            | Fact::Description
            | Fact::Personality
            | Fact::Scenario
            | Fact::FirstMessage
            | Fact::MesExample
            | Fact::SystemPrompt
            | Fact::PostHistoryInstructions
            | Fact::CharacterVersion
            | Fact::DepthPrompt
            | Fact::CreatorNotes
    )
}

impl Facts for View<'_> {
    fn fact(&self, fact: Fact) -> Option<Cow<'_, str>> {
        match fact {
            Fact::User => Some(Cow::Borrowed(&self.user)),
            Fact::Char => Some(Cow::Borrowed(&self.character)),
            // A prompt gives it to an expansion where there is one.
            Fact::Original => None,
            fact if is_field(fact) && self.blank_fields => None,
            fact => match self.fields.get(&fact) {
                Some(text) => Some(Cow::Borrowed(text)),
                None => self.host.fact(fact),
            },
        }
    }

    fn alternate_greetings(&self) -> &[String] {
        if self.blank_fields { &[] } else { &self.alternate_greetings }
    }

    fn group(&self) -> Option<&[Member]> {
        self.group.as_deref()
    }

    fn messages(&self) -> &[Message<'_>] {
        &self.messages
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
        self.host.situation()
    }
}

impl VariableStore for View<'_> {
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

impl Dice for View<'_> {
    fn roll(&mut self) -> f64 {
        self.host.roll()
    }
}

impl Clock for View<'_> {
    fn now(&self) -> Option<Moment> {
        self.host.now()
    }

    fn last_user_message(&self) -> Option<Moment> {
        self.host.last_user_message()
    }
}

impl ExtraMacros for View<'_> {
    fn extra_macros(&self) -> &[HostMacro] {
        if self.extras.is_empty() { self.host.extra_macros() } else { &self.extras }
    }

    fn call_extra(&mut self, index: usize, args: &[&str]) -> Option<String> {
        match self.values.get(index) {
            Some(value) => Some(value.clone()),
            None => self.host.call_extra(index - self.values.len(), args),
        }
    }
}

/// The lore engine's dice and macros: both take from one stream, as in the client.
struct ForLore<'f, 's> {
    view: &'f RefCell<&'f mut View<'s>>,
    limits: &'f Limits,
    outlets: &'f BTreeMap<String, String>,
}

impl Dice for ForLore<'_, '_> {
    fn roll(&mut self) -> f64 {
        self.view.borrow_mut().roll()
    }
}

impl Expander for ForLore<'_, '_> {
    fn expand<'t>(&mut self, text: &'t str) -> Cow<'t, str> {
        // A text that hits a limit stays as it is; the entry still says which key fired it.
        let Ok(template) = Template::parse_with(text, ENGINE, self.limits) else { return Cow::Borrowed(text) };
        if template.is_plain() {
            return Cow::Borrowed(text);
        }
        let mut options = RenderOptions::new(For::Prompt).with_limits(self.limits.clone());
        options.outlets.clone_from(self.outlets);
        match template.render_with(&mut **self.view.borrow_mut(), &options) {
            Ok(rendered) => Cow::Owned(rendered.text.into_owned()),
            Err(_) => Cow::Borrowed(text),
        }
    }
}
