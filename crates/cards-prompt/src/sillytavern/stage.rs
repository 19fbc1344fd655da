//! What macros see while a prompt is being built, and how texts are expanded.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use cards_lore::Expander;
use cards_macro::{Answers, Fact, For, Host, HostMacro, Limits, Member, Overlay, RenderOptions, Template};
use cards_model::json::javascript;
use cards_words::{Dice, Message, Profile, TokenCounter};

use super::error::Error;
use super::sourced::Sourced;

/// The names, fields and messages that macros show, over the caller's variables, dice, clock and program.
pub struct Stage<'s> {
    over: Overlay<'s, View<'s>>,
    /// Counts tokens.
    pub tokens: &'s mut dyn TokenCounter,
    pub(crate) profile: Profile,
    limits: Limits,
    /// Bytes that the texts of the prompt may still come to, all together.
    left: usize,
    collapse_newlines: bool,
    /// The texts of outlets with their sources, for what no text asks for.
    pub(crate) outlet_texts: BTreeMap<String, Sourced>,
    /// What was odd about regex scripts.
    pub script_findings: Vec<cards_script::Finding>,
    /// What scripts have read in this prompt.
    pub(crate) scanned: u64,
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

/// Bytes that all texts of one prompt may come to: a preset has a thousand of them, and each may be as long as one may be.
fn all_texts(limits: &Limits) -> usize {
    limits.output_bytes.saturating_mul(2)
}

impl<'s> Stage<'s> {
    pub(crate) fn new(
        host: &'s mut dyn Host,
        tokens: &'s mut dyn TokenCounter,
        profile: Profile,
        user: &str,
        character: &str,
        limits: Limits,
        collapse_newlines: bool,
    ) -> Self {
        let view = View {
            user: user.to_owned(),
            character: character.to_owned(),
            fields: BTreeMap::new(),
            alternate_greetings: Vec::new(),
            blank_fields: false,
            group: None,
            messages: Vec::new(),
            outlets: BTreeMap::new(),
            extras: Vec::new(),
            values: Vec::new(),
        };
        Self {
            over: Overlay { host, answers: view },
            tokens,
            profile,
            left: all_texts(&limits),
            limits,
            collapse_newlines,
            outlet_texts: BTreeMap::new(),
            script_findings: Vec::new(),
            scanned: 0,
            unknown: BTreeSet::new(),
            asked_outlets: BTreeSet::new(),
        }
    }

    /// Sets what a macro shows, in place of what the caller's host says.
    pub fn set_fact(&mut self, fact: Fact, text: impl Into<String>) {
        self.over.answers.fields.insert(fact, text.into());
    }

    pub(crate) fn set_alternate_greetings(&mut self, greetings: Vec<String>) {
        self.over.answers.alternate_greetings = greetings;
    }

    pub(crate) fn set_group(&mut self, group: Option<Vec<Member>>) {
        self.over.answers.group = group;
    }

    pub(crate) fn set_messages(&mut self, messages: Vec<Message<'s>>) {
        self.over.answers.messages = messages;
    }

    /// The chat as macros see it, oldest message first.
    #[must_use]
    pub fn messages(&self) -> &[Message<'s>] {
        &self.over.answers.messages
    }

    /// The same, to change.
    pub(crate) fn messages_mut(&mut self) -> &mut Vec<Message<'s>> {
        &mut self.over.answers.messages
    }

    pub(crate) fn set_outlets(&mut self, outlets: BTreeMap<String, Sourced>) {
        self.over.answers.outlets = outlets.iter().map(|(name, text)| (name.clone(), text.text().to_owned())).collect();
        self.outlet_texts = outlets;
    }

    /// The user's name.
    #[must_use]
    pub fn user(&self) -> &str {
        &self.over.answers.user
    }

    /// The speaking character's name.
    #[must_use]
    pub fn character(&self) -> &str {
        &self.over.answers.character
    }

    /// The members of the group.
    #[must_use]
    pub fn group(&self) -> Option<&[Member]> {
        self.over.answers.group.as_deref()
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
    /// [`Error::Macro`] for a limit that was hit, [`Error::Texts`] where all texts of the prompt together hit one.
    pub fn expand_with<'t>(&mut self, text: &'t str, with: With<'_>) -> Result<Cow<'t, str>, Error> {
        let expanded = self.expanded(text, with)?;
        let left = self.left.checked_sub(expanded.len());
        self.left = left.ok_or_else(|| Error::Texts { limit: all_texts(&self.limits) })?;
        Ok(expanded)
    }

    fn expanded<'t>(&mut self, text: &'t str, with: With<'_>) -> Result<Cow<'t, str>, Error> {
        let template = Template::parse_with(text, self.profile, &self.limits)?;
        if template.is_plain() && text.len() <= self.limits.output_bytes {
            return Ok(Cow::Borrowed(text));
        }
        let mut options = RenderOptions::new(For::Prompt).with_limits(self.limits.clone());
        options.original = with.original.map(str::to_owned);
        let speaker = with.character.map(|name| std::mem::replace(&mut self.over.answers.character, name.to_owned()));
        self.over.answers.blank_fields = with.blank_fields;
        self.over.answers.register(self.over.host, with.named);
        let rendered = template.render_with(&mut self.over, &options);
        self.over.answers.register(self.over.host, &[]);
        self.over.answers.blank_fields = false;
        if let Some(speaker) = speaker {
            self.over.answers.character = speaker;
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
        self.untrimmed(javascript::trim(text), character)
    }

    /// Expands a text as a field of a card, with the blanks around it.
    pub(crate) fn untrimmed(&mut self, text: &str, character: Option<&str>) -> Result<String, Error> {
        let with = With { blank_fields: true, character, ..With::default() };
        let expanded = self.expand_with(text, with)?;
        Ok(self.tidied(&expanded))
    }

    /// A text without returns, its runs of line feeds collapsed where the user asks for it.
    pub(crate) fn tidied(&self, text: &str) -> String {
        let text = if self.collapse_newlines { collapsed(text) } else { Cow::Borrowed(text) };
        text.replace('\r', "")
    }

    /// Runs something with the macros as the lore engine asks for them: dice, texts, tokens.
    pub(crate) fn with_lore_host<T>(&mut self, run: impl FnOnce(&mut cards_lore::Host<'_>) -> T) -> T {
        let Self { over, tokens, limits, profile, .. } = self;
        let shared = RefCell::new(over);
        let for_lore = || ForLore { over: &shared, limits, profile: *profile };
        let (mut dice, mut expander) = (for_lore(), for_lore());
        run(&mut cards_lore::Host { tokens: &mut **tokens, dice: &mut dice, expander: &mut expander })
    }

    /// The macros' host as it is, for engines that expand by themselves.
    pub(crate) fn host(&mut self) -> &mut dyn Host {
        &mut self.over
    }
}

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

/// What the scene answers in front of the caller's host.
struct View<'s> {
    user: String,
    character: String,
    /// Fields of the card and other facts of the scene.
    fields: BTreeMap<Fact, String>,
    alternate_greetings: Vec<String>,
    blank_fields: bool,
    group: Option<Vec<Member>>,
    messages: Vec<Message<'s>>,
    outlets: BTreeMap<String, String>,
    /// Macros of this expansion, and the caller's behind them.
    extras: Vec<HostMacro>,
    values: Vec<String>,
}

impl View<'_> {
    /// Sets the macros of one expansion.
    fn register(&mut self, host: &dyn Host, named: &[(&str, &str)]) {
        self.values = named.iter().map(|(_, value)| (*value).to_owned()).collect();
        self.extras.clear();
        if named.is_empty() {
            return;
        }
        let arity = cards_macro::Arity::exactly(0);
        let own = named.iter().map(|(name, _)| HostMacro { name: (*name).to_owned(), arity, summary: String::new() });
        self.extras.extend(own);
        self.extras.extend(host.extra_macros().iter().cloned());
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

impl Answers for View<'_> {
    fn fact<'a>(&'a self, host: &'a dyn Host, fact: Fact) -> Option<Cow<'a, str>> {
        match fact {
            Fact::User => Some(Cow::Borrowed(&self.user)),
            Fact::Char => Some(Cow::Borrowed(&self.character)),
            // A prompt gives it to an expansion where there is one.
            Fact::Original => None,
            fact if is_field(fact) && self.blank_fields => None,
            fact => match self.fields.get(&fact) {
                Some(text) => Some(Cow::Borrowed(text)),
                None => host.fact(fact),
            },
        }
    }

    fn alternate_greetings<'a>(&'a self, _: &'a dyn Host) -> &'a [String] {
        if self.blank_fields { &[] } else { &self.alternate_greetings }
    }

    fn group<'a>(&'a self, _: &'a dyn Host) -> Option<&'a [Member]> {
        self.group.as_deref()
    }

    fn messages<'a>(&'a self, _: &'a dyn Host) -> &'a [Message<'a>] {
        &self.messages
    }

    fn outlet<'a>(&'a self, host: &'a dyn Host, name: &str) -> Option<Cow<'a, str>> {
        self.outlets.get(name).map(|text| Cow::Borrowed(text.as_str())).or_else(|| host.outlet(name))
    }

    fn extra_macros<'a>(&'a self, host: &'a dyn Host) -> &'a [HostMacro] {
        if self.extras.is_empty() { host.extra_macros() } else { &self.extras }
    }

    fn call_extra(&mut self, host: &mut dyn Host, index: usize, args: &[&str]) -> Option<String> {
        match self.values.get(index) {
            Some(value) => Some(value.clone()),
            None => host.call_extra(index - self.values.len(), args),
        }
    }
}

/// The lore engine's dice and macros: both take from one stream, as in the client.
struct ForLore<'f, 's> {
    over: &'f RefCell<&'f mut Overlay<'s, View<'s>>>,
    limits: &'f Limits,
    profile: Profile,
}

impl Dice for ForLore<'_, '_> {
    fn roll(&mut self) -> f64 {
        self.over.borrow_mut().roll()
    }
}

impl Expander for ForLore<'_, '_> {
    fn expand<'t>(&mut self, text: &'t str) -> Cow<'t, str> {
        // A text that hits a limit stays as it is; the entry still says which key fired it.
        let Ok(template) = Template::parse_with(text, self.profile, self.limits) else { return Cow::Borrowed(text) };
        if template.is_plain() {
            return Cow::Borrowed(text);
        }
        let options = RenderOptions::new(For::Prompt).with_limits(self.limits.clone());
        match template.render_with(&mut **self.over.borrow_mut(), &options) {
            Ok(rendered) => Cow::Owned(rendered.text.into_owned()),
            Err(_) => Cow::Borrowed(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use cards_macro::MapHost;
    use cards_words::Words;

    use super::*;

    #[test]
    fn all_texts_of_a_prompt_are_limited_on_both_sides() {
        let (mut host, mut tokens) = (MapHost::default(), Words);
        let limits = Limits::default().with_output_bytes(8);
        let mut stage = Stage::new(&mut host, &mut tokens, Profile::SillyTavern, "Sam", "Aria", limits, false);
        for text in ["12345678", "{{char}}", "1234"] {
            assert!(stage.expand(text).is_ok(), "{text}");
        }
        assert_eq!(
            stage.expand("1").unwrap_err().to_string(),
            "the texts of the prompt come to more than 16 bytes, twice `output_bytes`; shorten them, or raise the limit"
        );
    }
}
