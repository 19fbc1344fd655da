//! A turn of a chat: the prompt, and which entries fired.

#[cfg(feature = "serde")]
use cards_json::Json;
use cards_lore::trace::{Outcome, Trace};
use cards_lore::{Activation, Active, Finding, Placement, Slot};
use cards_prompt::Segment;
use cards_words::Role;

#[cfg(feature = "serde")]
use crate::described::{Described, Schemas};

use crate::described::answers;
use crate::session::{Fired, Session};
use crate::why;

answers! {
    /// A whole prompt.
    pub struct Prompt {
        /// The pieces, first to last.
        pub messages: Vec<Piece>,
        /// Pieces that the context had no room for, in prompt order.
        pub left_out: Vec<Piece>,
        /// Texts of fired lore that have no place in the prompt.
        pub unplaced: Vec<Unplaced>,
        /// The tokens of the messages.
        pub tokens: u64,
        /// Tokens over the context when everything that may go is gone.
        pub excess: u64,
        /// Macros that nobody knows; they stay as text.
        pub unknown_macros: Vec<String>,
    }

    /// A piece of a prompt.
    pub struct Piece {
        /// Who speaks: system, user or assistant.
        pub role: &'static str,
        /// The speaker's name, for messages that have one.
        pub name: Option<String>,
        /// The text.
        pub content: String,
        /// Where it comes from, for people.
        pub source: String,
        /// Its tokens.
        pub tokens: u64,
    }

    /// A text of fired lore that has no place in the prompt.
    pub struct Unplaced {
        /// Who would speak.
        pub role: &'static str,
        /// The speaker's name.
        pub name: Option<String>,
        /// The text.
        pub content: String,
        /// Where it comes from, for people.
        pub source: String,
        /// Its tokens.
        pub tokens: u64,
        /// Why it has no place.
        pub why: String,
    }

    /// An entry, and what became of it.
    pub struct EntryAnswer {
        /// The number of its book, from 0.
        pub book: usize,
        /// Its number in the book, from 0.
        pub entry: usize,
        /// Its name.
        pub name: String,
        /// The name that it is shown with.
        pub title: String,
        /// Why it fired or did not, for people.
        pub why: Option<String>,
        /// Whether it fired.
        pub fired: bool,
    }
}

/// Which entries a chat fires, by the rules of each profile that was asked for.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Activations {
    /// An answer for each profile.
    pub profiles: Vec<ProfileAnswer>,
}

/// Which entries a chat fires by the rules of a profile.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct ProfileAnswer {
    /// The profile.
    pub profile: &'static str,
    /// Every entry, or those that were asked for.
    pub entries: Vec<EntryAnswer>,
    /// The texts that fired, by place.
    pub slots: Vec<PlacedTexts>,
    /// The tokens of those texts.
    pub tokens: u64,
    /// Whether the budget was short.
    pub overflowed: bool,
    /// Prompts of the application that active entries switch off.
    pub disabled_prompts: Vec<String>,
    /// What was odd about the books, and limits that were reached.
    pub findings: Vec<Finding>,
    /// Why each entry fired or did not.
    pub trace: Trace,
}

/// Texts that fired and go to one place, in prompt order.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct PlacedTexts {
    /// The place.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub placement: Placement,
    /// Who speaks; matters at a depth.
    pub role: Role,
    /// The texts.
    pub entries: Vec<Active>,
}

impl From<&Segment> for Piece {
    fn from(segment: &Segment) -> Self {
        Self {
            role: segment.role.as_str(),
            name: segment.name.clone(),
            content: segment.text.clone(),
            source: segment.source.name(),
            tokens: segment.tokens,
        }
    }
}

impl From<&cards_prompt::Unplaced> for Unplaced {
    fn from(unplaced: &cards_prompt::Unplaced) -> Self {
        let Piece { role, name, content, source, tokens } = Piece::from(&unplaced.segment);
        Self { role, name, content, source, tokens, why: unplaced.reason.to_string() }
    }
}

impl From<&cards_prompt::Prompt> for Prompt {
    fn from(prompt: &cards_prompt::Prompt) -> Self {
        Self {
            messages: prompt.segments.iter().map(Piece::from).collect(),
            left_out: prompt.left_out.iter().map(Piece::from).collect(),
            unplaced: prompt.unplaced.iter().map(Unplaced::from).collect(),
            tokens: prompt.tokens(),
            excess: prompt.excess,
            unknown_macros: prompt.unknown_macros.clone(),
        }
    }
}

impl ProfileAnswer {
    /// Tells what fired in a session, and of every entry why.
    #[must_use]
    pub fn of(session: &Session, fired: &Fired) -> Self {
        let activation = &fired.activation;
        let lore = session.lore();
        let entries = session.entries().map(|(at, entry)| {
            let outcome = activation.trace.outcome(at);
            EntryAnswer {
                book: at.book,
                entry: at.entry,
                name: entry.name.clone(),
                title: lore.label(at).into_owned(),
                why: outcome.map(|outcome| why::in_words(outcome, lore, fired)),
                fired: matches!(outcome, Some(Outcome::Fired(_))),
            }
        });
        Self {
            profile: session.options().profile.as_str(),
            entries: entries.collect(),
            slots: activation.slots.iter().map(|slot| PlacedTexts::of(slot, activation)).collect(),
            tokens: activation.tokens(),
            overflowed: activation.overflowed,
            disabled_prompts: activation.disabled_prompts.clone(),
            findings: activation.findings.clone(),
            trace: activation.trace.clone(),
        }
    }
}

impl PlacedTexts {
    fn of(slot: &Slot, activation: &Activation) -> Self {
        let entries = slot.entries.iter().filter_map(|&number| activation.entries.get(number)).cloned().collect();
        Self { placement: slot.placement.clone(), role: slot.role, entries }
    }
}

#[cfg(feature = "serde")]
impl Described for Activations {
    fn describe(schemas: &mut Schemas) -> Json {
        if schemas.begin("Activations") {
            let profiles = Vec::<ProfileAnswer>::describe(schemas);
            schemas.member("profiles", &["An answer for each profile."], profiles, true);
            schemas.finish("Activations", &["Which entries a chat fires, by the rules of each profile asked for."]);
        }
        schemas.reference("Activations")
    }
}

#[cfg(feature = "serde")]
impl Described for ProfileAnswer {
    fn describe(schemas: &mut Schemas) -> Json {
        if schemas.begin("ProfileAnswer") {
            let text = String::describe(schemas);
            let entries = Vec::<EntryAnswer>::describe(schemas);
            let disabled = Vec::<String>::describe(schemas);
            let slots = Vec::<PlacedTexts>::describe(schemas);
            let findings = Vec::<Finding>::describe(schemas);
            let trace = Trace::describe(schemas);
            for (name, doc, shape) in [
                ("profile", "The profile.", text),
                ("entries", "Every entry, or those that were asked for.", entries),
                ("slots", "The texts that fired, by place.", slots),
                ("tokens", "The tokens of those texts.", u64::describe(schemas)),
                ("overflowed", "Whether the budget was short.", bool::describe(schemas)),
                ("disabled_prompts", "Prompts of the application that active entries switch off.", disabled),
                ("findings", "What was odd about the books, and limits that were reached.", findings),
                ("trace", "Why each entry fired or did not.", trace),
            ] {
                schemas.member(name, &[doc], shape, true);
            }
            schemas.finish("ProfileAnswer", &["Which entries a chat fires by the rules of a profile."]);
        }
        schemas.reference("ProfileAnswer")
    }
}
