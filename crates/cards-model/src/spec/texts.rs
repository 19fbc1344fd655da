//! The texts of a card of any spec, each with its place: what a linter, a search or a translator walks over.

use super::card::GreetingKind;
use super::script_texts;
use crate::concept::{list_of_greetings, place};
use crate::json::{Json, Pointer};
use crate::{Card, Form, Module};

/// A text of a card, and where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CardText<'a> {
    /// What it is for.
    pub kind: TextKind,
    /// Where it is.
    pub pointer: Pointer,
    /// The text, macros and all.
    pub text: &'a str,
}

/// What a text of a card is for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TextKind {
    /// The name of the character.
    Name,
    /// The name that `{{char}}` shows.
    Nickname,
    /// The description.
    Description,
    /// The personality.
    Personality,
    /// The scenario.
    Scenario,
    /// Example conversations, or one message of them.
    Example,
    /// A greeting.
    Greeting(GreetingKind),
    /// The system prompt.
    SystemPrompt,
    /// The post-history instructions.
    PostHistoryInstructions,
    /// Notes to the users of the card.
    CreatorNotes,
    /// A note that SillyTavern puts at a depth of the chat (`extensions.depth_prompt`).
    DepthPrompt,
    /// The guidance note of CCv3L.
    GuidanceNote,
    /// The introduction of a module, for players.
    Intro,
    /// Who made it.
    Creator,
    /// Its version.
    Version,
    /// Where it comes from.
    Source,
    /// The category of a module.
    Category,
    /// The name of a script.
    ScriptName,
    /// A pattern, a replacement, or the code of a script that a client runs.
    Script,
}

/// What a text is to those who walk over texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum TextClass {
    /// For a model or for people: what is translated.
    Prose,
    /// Patterns and scripts: what a program runs.
    Code,
    /// What a card is filed under: its creator, version, source and category, and the names of its scripts.
    Label,
}

cards_words::named! {
    TextClass: "class of texts";
    Prose => "prose",
    Code => "code",
    Label => "label",
}

impl TextKind {
    /// The field that a text of this kind belongs to, by the id of its [concept](crate::concept): all greetings are `greetings` but
    /// the first, which is `first_mes`, and those for groups.
    #[must_use]
    pub fn field(&self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Nickname => "nickname",
            Self::Description => "description",
            Self::Personality => "personality",
            Self::Scenario => "scenario",
            Self::Example => "mes_example",
            Self::Greeting(GreetingKind::First) => "first_mes",
            Self::Greeting(GreetingKind::Alternate | GreetingKind::Locale(_)) => "greetings",
            Self::Greeting(GreetingKind::GroupOnly) => "group_only_greetings",
            Self::SystemPrompt => "system_prompt",
            Self::PostHistoryInstructions => "post_history_instructions",
            Self::CreatorNotes => "creator_notes",
            Self::DepthPrompt => "depth_prompt",
            Self::GuidanceNote => "guidance_note",
            Self::Intro => "intro",
            Self::Creator => "creator",
            Self::Version => "character_version",
            Self::Source => "source",
            Self::Category => "category",
            Self::ScriptName | Self::Script => "extensions",
        }
    }

    /// What a text of this kind is.
    #[must_use]
    pub fn class(&self) -> TextClass {
        match self {
            Self::Script => TextClass::Code,
            Self::Creator | Self::Version | Self::Source | Self::Category | Self::ScriptName => TextClass::Label,
            _ => TextClass::Prose,
        }
    }
}

impl Module {
    /// Every text of the module but those of its entries, with its place.
    #[must_use]
    pub fn texts(&self) -> Vec<CardText<'_>> {
        let mut texts = Texts { form: Form::Module, data: Pointer::default(), found: Vec::new() };
        texts.member("name", TextKind::Name, &self.name);
        texts.member("intro", TextKind::Intro, &self.intro);
        texts.member("creator", TextKind::Creator, &self.creator);
        texts.member("category", TextKind::Category, self.category.as_str());
        texts.found
    }
}

impl Card {
    /// Every text of the card but those of its lorebook, with its place. Members that are absent count as empty ones.
    ///
    /// ```
    /// use cards_model::{Card, TextKind, v2};
    /// let mut card = v2::Card::default();
    /// card.data.alternate_greetings.push("Again?".into());
    /// let card = Card::from(card);
    /// let found = card.texts().into_iter().find(|text| text.text == "Again?").unwrap();
    /// assert_eq!(found.pointer, "/data/alternate_greetings/0");
    /// assert!(matches!(found.kind, TextKind::Greeting(_)));
    /// ```
    #[must_use]
    pub fn texts(&self) -> Vec<CardText<'_>> {
        let form = self.form();
        let mut texts = Texts { form, data: form.data_pointer().unwrap_or_default(), found: Vec::new() };
        self.walk(&mut texts);
        texts.found
    }

    fn walk<'a>(&'a self, texts: &mut Texts<'a>) {
        texts.of(TextKind::Name, self.name());
        texts.of(TextKind::Nickname, self.nickname().unwrap_or_default());
        texts.of(TextKind::Description, self.description());
        texts.of(TextKind::Personality, self.personality());
        texts.of(TextKind::Scenario, self.scenario());
        texts.of(TextKind::SystemPrompt, self.system_prompt());
        texts.of(TextKind::PostHistoryInstructions, self.post_history_instructions());
        self.walk_greetings(texts);
        self.walk_examples(texts);
        self.walk_notes(texts);
        let prompt = self.extensions().get("depth_prompt").and_then(|prompt| prompt.get("prompt"));
        if let Some(text) = prompt.and_then(Json::as_str) {
            texts.of(TextKind::DepthPrompt, text);
        }
        if let Self::V3L(card) = self {
            texts.of(TextKind::GuidanceNote, &card.data.guidance_note);
        }
        self.walk_labels(texts);
        if let Some(place) = self.form().extensions_pointer() {
            script_texts::walk(self.extensions(), &place, &mut texts.found);
        }
    }

    fn walk_examples<'a>(&'a self, texts: &mut Texts<'a>) {
        let text = match self {
            Self::V0(card) => &card.example_dialogue,
            Self::V1(card) => &card.mes_example,
            Self::V2(card) => &card.data.mes_example,
            Self::V3(card) => &card.data.mes_example,
            Self::V3L(card) => {
                let list = texts.data.member("example_messages");
                for (i, turns) in card.data.example_messages.iter().enumerate() {
                    for (j, turn) in turns.iter().enumerate() {
                        let text = turn.get("content").map(String::as_str).unwrap_or_default();
                        texts.push(list.index(i).index(j).member("content"), TextKind::Example, text);
                    }
                }
                return;
            }
            Self::Prom(card) => {
                let list = texts.data.member("example_messages");
                for (i, message) in card.data.example_messages.iter().enumerate() {
                    texts.push(list.index(i).member("content"), TextKind::Example, &message.content);
                }
                return;
            }
        };
        texts.of(TextKind::Example, text);
    }

    fn walk_greetings<'a>(&'a self, texts: &mut Texts<'a>) {
        if let Self::V3L(card) = self {
            let list = texts.data.member("first_messages");
            let places = card.data.first_messages.iter().enumerate().flat_map(|(i, locale)| {
                let list = list.index(i).member("messages");
                (0..locale.messages.len()).map(move |j| list.index(j))
            });
            for (place, greeting) in places.zip(self.greetings()) {
                texts.push(place, TextKind::Greeting(greeting.kind), greeting.text);
            }
            return;
        }
        // Some forms keep the first greeting in one list with the others.
        let list = list_of_greetings(self.form());
        let first = usize::from(list.is_some());
        let alternate = list.or_else(|| place(self.form(), "alternate_greetings"));
        let group = place(self.form(), "group_only_greetings");
        let (mut others, mut groups) = (first, 0);
        for greeting in self.greetings() {
            let (list, number) = match greeting.kind {
                GreetingKind::First => {
                    texts.of(TextKind::Greeting(greeting.kind), greeting.text);
                    continue;
                }
                GreetingKind::Alternate => (alternate.clone(), &mut others),
                GreetingKind::GroupOnly | GreetingKind::Locale(_) => (group.clone(), &mut groups),
            };
            if let Some(list) = list {
                texts.push(list.index(*number), TextKind::Greeting(greeting.kind), greeting.text);
            }
            *number += 1;
        }
    }

    fn walk_labels<'a>(&'a self, texts: &mut Texts<'a>) {
        texts.of(TextKind::Creator, self.creator());
        texts.of(TextKind::Version, self.character_version());
        match self {
            Self::Prom(card) => {
                texts.of(TextKind::Source, card.metadata.as_ref().map_or("", |info| &info.source));
            }
            Self::V3(card) => {
                for (number, source) in card.data.source.iter().flatten().enumerate() {
                    texts.push(texts.data.member("source").index(number), TextKind::Source, source);
                }
            }
            _ => {}
        }
    }

    fn walk_notes<'a>(&'a self, texts: &mut Texts<'a>) {
        if let Self::V3L(card) = self {
            let list = texts.data.member("creator_notes");
            for (i, note) in card.data.creator_notes.iter().enumerate() {
                texts.push(list.index(i).member("content"), TextKind::CreatorNotes, &note.content);
            }
            return;
        }
        texts.of(TextKind::CreatorNotes, self.creator_notes());
        if let Self::V3(card) = self {
            for (language, text) in card.data.creator_notes_multilingual.iter().flat_map(|notes| &notes.0) {
                let place = texts.data.member("creator_notes_multilingual").member(language);
                texts.push(place, TextKind::CreatorNotes, text);
            }
        }
    }
}

/// The texts so far, and where the members of the character are.
struct Texts<'a> {
    form: Form,
    data: Pointer,
    found: Vec<CardText<'a>>,
}

impl<'a> Texts<'a> {
    /// A text of a concept, where the form has a place for it.
    fn of(&mut self, kind: TextKind, text: &'a str) {
        if let Some(place) = place(self.form, kind.field()) {
            self.push(place, kind, text);
        }
    }

    fn member(&mut self, name: &str, kind: TextKind, text: &'a str) {
        self.push(self.data.member(name), kind, text);
    }

    fn push(&mut self, pointer: Pointer, kind: TextKind, text: &'a str) {
        self.found.push(CardText { kind, pointer, text });
    }
}
