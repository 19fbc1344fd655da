//! Why each entry fired or did not.

#[cfg(feature = "serde")]
mod serde_form;
mod words;

use std::borrow::Cow;
use std::sync::Arc;

use cards_words::Profile;

use crate::book::{Field, Logic};
use crate::entry_at::EntryAt;
use crate::lore::Listing;

pub use words::{Searched, Words};

/// The account of one turn: an outcome for every entry of every book.
///
/// For serde an object with `profile`, `passes` (`kind`, `fired`) and `entries` in list order. An entry has `book` and
/// `entry` (places), `id`, `name`, `label`, `outcome` (`fired`, `no-key` or `stopped`) and, by outcome, `pass`, `cause`
/// or `stop` with their details, `key` and `secondary` (list, number, key, source, offset), `tokens`, `left`.
///
/// ```
/// use cards_lore::{Book, Entry, Estimate, Host, Lore, Limits, Message, Profile, SeededDice, Settings, State, Turn, Verbatim};
/// let book = Book::new("Town", [Entry::new(["bell"], "It rings."), Entry::new(["river"], "It is deep.")]);
/// let lore = Lore::compile(vec![book], Settings::new(Profile::Spec), &Limits::default())?;
/// let mut host = Host { tokens: &mut Estimate, dice: &mut SeededDice::new(7), expander: &mut Verbatim };
/// let trace = lore.activate(&Turn::new([Message::user("A bell?")]), &mut State::new(), &mut host)?.trace;
/// for (at, _) in trace.entries() {
///     println!("{}: {}", trace.label(at).unwrap_or_default(), trace.in_words(at).unwrap_or_default());
/// }
/// # Ok::<(), cards_lore::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Trace {
    /// Whose rules held.
    pub profile: Profile,
    /// The passes of the turn.
    pub passes: Vec<Pass>,
    pub(crate) listing: Arc<Listing>,
    /// One outcome per entry, in list order; see [`Trace::entries`].
    pub(crate) outcomes: Vec<Outcome>,
}

/// One pass over the entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Pass {
    /// Why the pass was made.
    pub kind: PassKind,
    /// How many entries fired in it.
    pub fired: usize,
}

/// Why a pass was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum PassKind {
    /// The first.
    Initial,
    /// Inserted text is searched.
    Recursion,
    /// The window grew, since too few entries had fired.
    MinActivations,
}

cards_words::named! {
    PassKind: "kind of pass";
    Initial => "initial",
    Recursion => "recursion",
    MinActivations => "min-activations",
}

/// What became of one entry.
#[derive(Clone, Debug, PartialEq, Default)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(tag = "outcome", rename_all = "kebab-case")
)]
#[non_exhaustive]
pub enum Outcome {
    /// No key matched in the window.
    #[default]
    NoKey,
    /// It fired and is inserted.
    Fired(Box<Fired>),
    /// Something stopped it.
    Stopped(Box<Stopped>),
}

/// How an entry fired.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Fired {
    /// The pass, counted from 1.
    pub pass: u32,
    /// What fired it.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub cause: Cause,
    /// The secondary key that matched, where one was needed.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub secondary: Option<KeyMatch>,
    /// Tokens of its text.
    pub tokens: u64,
    /// Tokens of the budget that were left after it; absent without a budget.
    #[cfg_attr(
        feature = "serde",
        serde(default, with = "crate::serde_parts::number_or_none", skip_serializing_if = "Option::is_none")
    )]
    pub left: Option<f64>,
}

/// What fires an entry.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(tag = "cause", rename_all = "kebab-case")
)]
#[non_exhaustive]
pub enum Cause {
    /// It is constant.
    Constant,
    /// A key matched.
    #[cfg_attr(feature = "serde", serde(with = "crate::serde_parts::key"))]
    Key(KeyMatch),
    /// It is still sticky, until the chat has this length.
    Sticky {
        /// The length.
        until: u64,
    },
    /// A decorator forced it.
    Decorator {
        /// The decorator's name.
        #[cfg_attr(feature = "serde", serde(rename = "decorator"))]
        name: Cow<'static, str>,
        /// Its line in the content, counted from 1.
        line: u32,
    },
    /// The caller forced it.
    Forced,
    /// All entries of the book are inserted (modules).
    Always,
}

/// A key that matched.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct KeyMatch {
    /// The list that it is in.
    pub list: KeyList,
    /// Its place in the list, counted from 0 (in Risu after the keys were cut at commas).
    pub number: usize,
    /// The key as it was looked for, macros expanded.
    pub key: String,
    /// The text in which it stands.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub source: Source,
    /// The byte of that text at which it starts.
    pub offset: usize,
    /// How many bytes of it match; 0 where the match has no place.
    pub length: usize,
}

/// The lists of keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum KeyList {
    /// The keys.
    Primary,
    /// The secondary keys.
    Secondary,
    /// `@@additional_keys`.
    Additional,
    /// `@@exclude_keys`.
    Exclude,
    /// `@@exclude_keys_all`.
    ExcludeAll,
}

cards_words::named! {
    KeyList: "list of keys";
    Primary => "primary",
    Secondary => "secondary",
    Additional => "additional",
    Exclude => "exclude",
    ExcludeAll => "exclude-all",
}

/// The text in which a key stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(tag = "in", rename_all = "kebab-case")
)]
#[non_exhaustive]
pub enum Source {
    /// A message, by its place among the messages, oldest first.
    #[cfg_attr(feature = "serde", serde(with = "crate::serde_parts::message"))]
    Message(usize),
    /// The greeting.
    Greeting,
    /// A field of card or persona.
    #[cfg_attr(feature = "serde", serde(with = "crate::serde_parts::field"))]
    Field(Field),
    /// A prompt injection, by its place.
    #[cfg_attr(feature = "serde", serde(with = "crate::serde_parts::injection"))]
    Injection(usize),
    /// The text of an entry that fired before.
    #[cfg_attr(feature = "serde", serde(with = "crate::serde_parts::by"))]
    Inserted(EntryAt),
    /// The window as a whole: a pattern that may look past one text.
    Window,
}

/// What stopped an entry.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Stopped {
    /// The last pass in which it was looked at, counted from 1.
    pub pass: u32,
    /// What stopped it.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub stop: Stop,
    /// The key that had matched, where one had.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub key: Option<KeyMatch>,
}

/// Reasons for an entry not to fire.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(tag = "stop", rename_all = "kebab-case")
)]
#[non_exhaustive]
pub enum Stop {
    /// It is switched off.
    Disabled,
    /// It has no keys, and nothing else fires it.
    NoKeys,
    /// One of its patterns is invalid.
    InvalidKey,
    /// Its text is empty.
    Empty,
    /// A key matches, but only in a message beyond the scan depth.
    Depth {
        /// How deep the message lies; the newest is 1.
        found_at: usize,
        /// The scan depth.
        #[cfg_attr(feature = "serde", serde(with = "crate::serde_parts::number"))]
        depth: f64,
    },
    /// The second condition failed.
    Secondary {
        /// How the secondary keys combine.
        logic: Logic,
        /// The secondary key that decided, where one did.
        #[cfg_attr(feature = "serde", serde(rename = "secondary", default, skip_serializing_if = "Option::is_none"))]
        key: Option<KeyMatch>,
    },
    /// A decorator stopped it.
    Decorator {
        /// The decorator's name.
        #[cfg_attr(feature = "serde", serde(rename = "decorator"))]
        name: Cow<'static, str>,
        /// Its line in the content, counted from 1; 0 when it stands for a field.
        line: u32,
        /// The key that decided, where one did.
        #[cfg_attr(feature = "serde", serde(rename = "listed", default, skip_serializing_if = "Option::is_none"))]
        key: Option<KeyMatch>,
    },
    /// The roll was too high.
    Probability {
        /// The roll in percent.
        #[cfg_attr(feature = "serde", serde(with = "crate::serde_parts::number"))]
        rolled: f64,
        /// The entry's chance in percent.
        #[cfg_attr(feature = "serde", serde(with = "crate::serde_parts::number"))]
        chance: f64,
    },
    /// Another member of its inclusion group won.
    Group {
        /// The group's name.
        group: String,
        /// The winner.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
        winner: Option<EntryAt>,
        /// How it won.
        how: GroupWin,
    },
    /// It rests until the chat has this length.
    Cooldown {
        /// The length.
        until: u64,
    },
    /// The chat is too short.
    Delay {
        /// The length that is needed.
        needed: u64,
        /// The length of the chat.
        length: u64,
    },
    /// The generation is not of a kind that the entry is for.
    Trigger,
    /// The character is not one that the entry is for.
    CharacterName,
    /// The character has none of the tags that the entry is for.
    CharacterTag,
    /// It does not fire in recursion passes.
    RecursionExcluded,
    /// It waits for a recursion pass of this level.
    RecursionDelayed {
        /// The level.
        level: u32,
    },
    /// The budget was short.
    Budget {
        /// Tokens of its text.
        needed: u64,
        /// Tokens used by others.
        #[cfg_attr(feature = "serde", serde(with = "crate::serde_parts::number"))]
        used: f64,
        /// The budget.
        #[cfg_attr(feature = "serde", serde(with = "crate::serde_parts::number"))]
        budget: f64,
    },
    /// The entry that it was to be put into is not active (Risu `@@inject_lore`).
    NoTarget,
    /// It was put into another entry (Risu `@@inject_lore`).
    Injected {
        /// That entry.
        into: EntryAt,
    },
    /// A limit cut the turn short before it was looked at.
    Limit,
}

/// How a group was won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum GroupWin {
    /// A member was active already.
    Active,
    /// A member was sticky.
    Sticky,
    /// A member had more matching keys.
    Score,
    /// A member takes precedence by its order.
    Priority,
    /// The dice chose.
    Roll,
    /// No member won: the entry was taken out in the place of another one that lost in two groups. A mistake of
    /// SillyTavern, which its profile makes too.
    Mistake,
}

cards_words::named! {
    GroupWin: "way to win";
    Active => "active",
    Sticky => "sticky",
    Score => "score",
    Priority => "priority",
    Roll => "roll",
    Mistake => "mistake",
}

impl Stop {
    /// Gives the word that the trace uses.
    #[must_use]
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Disabled => "disabled",
            Self::NoKeys => "no-keys",
            Self::InvalidKey => "invalid-key",
            Self::Empty => "empty",
            Self::Depth { .. } => "depth",
            Self::Secondary { .. } => "secondary",
            Self::Decorator { .. } => "decorator",
            Self::Probability { .. } => "probability",
            Self::Group { .. } => "group",
            Self::Cooldown { .. } => "cooldown",
            Self::Delay { .. } => "delay",
            Self::Trigger => "trigger",
            Self::CharacterName => "character-name",
            Self::CharacterTag => "character-tag",
            Self::RecursionExcluded => "recursion-excluded",
            Self::RecursionDelayed { .. } => "recursion-delayed",
            Self::Budget { .. } => "budget",
            Self::NoTarget => "no-target",
            Self::Injected { .. } => "injected",
            Self::Limit => "limit",
        }
    }
}

impl Trace {
    /// Lists the outcomes in list order.
    pub fn entries(&self) -> impl Iterator<Item = (EntryAt, &Outcome)> {
        self.listing.entries().iter().copied().zip(&self.outcomes)
    }

    /// Leaves out the entries that are not wanted: an account of what fired alone is short, however large the books are.
    pub fn retain(&mut self, mut wanted: impl FnMut(EntryAt, &Outcome) -> bool) {
        let kept: Vec<bool> = self.entries().map(|(at, outcome)| wanted(at, outcome)).collect();
        self.listing = Arc::new(self.listing.kept(&kept));
        let mut kept = kept.into_iter();
        self.outcomes.retain(|_| kept.next().unwrap_or_default());
    }

    /// Finds the outcome of one entry; `None` when the entry was not part of the turn.
    #[must_use]
    pub fn outcome(&self, at: EntryAt) -> Option<&Outcome> {
        self.outcomes.get(self.listing.number(at)?)
    }

    /// Gives what people see of an entry: its name, else its comment, else its place in the book and its first key, as
    /// in `#0 (lamp)`; `None` when the entry was not part of the turn.
    #[must_use]
    pub fn label(&self, at: EntryAt) -> Option<Cow<'_, str>> {
        self.listing.label(at)
    }
}
