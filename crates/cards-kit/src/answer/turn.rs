//! A turn of a chat: the prompt, and which entries fired.

use std::collections::BTreeMap;

#[cfg(feature = "serde")]
use cards_json::Json;
use cards_lore::trace::{Outcome, Trace};
use cards_lore::{Active, EntryAt, Finding, Placement, Slot};
use cards_prompt::Segment;
use cards_words::Role;

#[cfg(feature = "serde")]
use crate::described::{Described, Schemas};

use super::head::Head;
use crate::answers;
use crate::error::Error;
use crate::session::{Fired, Session};

answers! {
    /// A whole prompt.
    pub struct Prompt {
        /// By whose rules it is made; absent where whoever asks knows.
        #[absent("Option::is_none")]
        pub head: Option<Head>,
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
        /// What keeps it silent and what would fire it, where it is almost there and that was asked for.
        #[absent("Option::is_none")]
        pub near: Option<NearAnswer>,
    }

    /// What keeps an entry silent that is almost there.
    pub struct NearAnswer {
        /// The cause: `not-imported`, `off`, `other-case`, `inside-word`, `inside-word-other-case`, `not-a-pattern`, `deeper`,
        /// `budget` or `chance`.
        pub miss: &'static str,
        /// The key; absent where no key is needed.
        #[absent("Option::is_none")]
        pub key: Option<String>,
        /// The same for people.
        pub why: String,
        /// What to set or do so that it fires.
        pub setting: String,
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
    /// What the client's user has to do before this is so, for people; empty for nothing.
    pub first: Vec<String>,
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

/// The pieces, those that are one message as one, whose source names all of them.
fn pieces(segments: &[Segment]) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    for segment in segments {
        let piece = Piece::from(segment);
        match pieces.last_mut().filter(|_| segment.joined) {
            Some(last) => {
                last.content.push_str(&piece.content);
                last.source = format!("{}, {}", last.source, piece.source);
                last.tokens += piece.tokens;
            }
            None => pieces.push(piece),
        }
    }
    pieces
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
            head: None,
            messages: pieces(&prompt.segments),
            left_out: pieces(&prompt.left_out),
            unplaced: prompt.unplaced.iter().map(Unplaced::from).collect(),
            tokens: prompt.tokens(),
            excess: prompt.excess,
            unknown_macros: prompt.unknown_macros.clone(),
        }
    }
}

impl ProfileAnswer {
    /// Tells what fired in a session, and of every entry why. What fired goes into the answer, since of a large book it is large.
    #[must_use]
    pub fn of(session: &Session, fired: Fired) -> Self {
        let lore = session.lore();
        let entries = session.entries().map(|(at, entry)| {
            let outcome = fired.activation.trace.outcome(at);
            EntryAnswer {
                book: at.book,
                entry: at.entry,
                name: entry.name.clone(),
                title: lore.label(at).into_owned(),
                why: Some(session.why(&fired, at)),
                fired: matches!(outcome, Some(Outcome::Fired(_))),
                near: None,
            }
        });
        let (entries, activation) = (entries.collect(), fired.activation);
        Self {
            profile: session.options().profile.as_str(),
            entries,
            tokens: activation.tokens(),
            slots: PlacedTexts::of(activation.slots, activation.entries),
            overflowed: activation.overflowed,
            disabled_prompts: activation.disabled_prompts,
            findings: activation.findings,
            first: session.to_do_first(),
            trace: activation.trace,
        }
    }

    /// The same with what keeps entries silent that are almost there.
    ///
    /// # Errors
    /// Those of [`Session::near_misses`].
    pub fn with_near_misses(session: &Session, fired: Fired) -> Result<Self, Error> {
        // Before the answer is made: the books with looser rules take as much as it does.
        let misses = session.near_misses(&fired)?.into_iter().map(|(at, near)| {
            let (miss, why) = (near.miss.as_str(), near.in_words(&fired));
            (at, NearAnswer { miss, key: near.key.map(|key| key.key), why, setting: near.setting })
        });
        let mut misses: BTreeMap<_, _> = misses.collect();
        let mut answer = Self::of(session, fired);
        for entry in &mut answer.entries {
            entry.near = misses.remove(&EntryAt { book: entry.book, entry: entry.entry });
        }
        Ok(answer)
    }
}

impl PlacedTexts {
    fn of(slots: Vec<Slot>, entries: Vec<Active>) -> Vec<Self> {
        // Each has one place.
        let mut entries: Vec<_> = entries.into_iter().map(Some).collect();
        let mut placed = |Slot { placement, role, entries: numbers, .. }| {
            let entries = numbers.into_iter().filter_map(|number| entries.get_mut(number)?.take()).collect();
            Self { placement, role, entries }
        };
        slots.into_iter().map(&mut placed).collect()
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
            let first = Vec::<String>::describe(schemas);
            let trace = Trace::describe(schemas);
            for (name, doc, shape) in [
                ("profile", "The profile.", text),
                ("entries", "Every entry, or those that were asked for.", entries),
                ("slots", "The texts that fired, by place.", slots),
                ("tokens", "The tokens of those texts.", u64::describe(schemas)),
                ("overflowed", "Whether the budget was short.", bool::describe(schemas)),
                ("disabled_prompts", "Prompts of the application that active entries switch off.", disabled),
                ("findings", "What was odd about the books, and limits that were reached.", findings),
                ("first", "What the client's user has to do before this is so, for people; empty for nothing.", first),
                ("trace", "Why each entry fired or did not.", trace),
            ] {
                schemas.member(name, &[doc], shape, true);
            }
            schemas.finish("ProfileAnswer", &["Which entries a chat fires by the rules of a profile."]);
        }
        schemas.reference("ProfileAnswer")
    }
}
