//! What decorators mean: `@@name value` lines at the head of an entry's content, which `cards-model` finds.

mod risu;
mod sillytavern;
mod spec;

use std::ops::Range;

use crate::book::{Entry, Logic};
use crate::placement::{InjectHow, Placement};
use crate::rules::{Decorators, Rules};
use crate::settings::{MatchMode, Settings};
use cards_words::Role;
use cards_words::decorators::{Line as Token, Syntax};
pub(crate) use cards_words::javascript::{is_blank as is_js_space, trim as js_trim};

/// A line of a decorator block, counted from 1, for the trace.
pub(crate) type Line = u32;

/// What the decorators of one entry come to, after fallbacks.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Effects {
    /// Conditions that all have to hold.
    pub(crate) conditions: Vec<(Line, Condition)>,
    /// Decorators that force the entry on or off, in order.
    pub(crate) forces: Vec<(Line, Force)>,
    /// Lists of which one key has to match each.
    pub(crate) additional: Vec<(Line, Vec<String>)>,
    /// Lists of which no key may match.
    pub(crate) exclude: Vec<(Line, Vec<String>)>,
    /// Lists of which not all keys may be in every message (Risu).
    pub(crate) exclude_all: Vec<(Line, Vec<String>)>,
    /// What is searched.
    pub(crate) scan: Option<Scan>,
    /// Where the text goes.
    pub(crate) placement: Option<Placement>,
    /// Who speaks it.
    pub(crate) role: Option<Role>,
    /// First to be dropped when the budget is short.
    pub(crate) first_to_drop: bool,
    /// The rank in the budget.
    pub(crate) priority: Option<f64>,
    /// Rolls in percent (Risu).
    pub(crate) probability: Vec<(Line, f64)>,
    /// How keys match (Risu).
    pub(crate) match_mode: Option<MatchMode>,
    /// Whether the content is searched, against the book's setting (Risu).
    pub(crate) recursive: Option<bool>,
    /// Whether inserted text is not searched for this entry (Risu).
    pub(crate) skip_inserted: bool,
    /// The name of the entry that the text is put into (Risu).
    pub(crate) inject_lore: Option<String>,
    /// How the text is put there (Risu).
    pub(crate) inject_how: InjectHow,
    /// Prompts of the application that give way while the entry is active.
    pub(crate) disabled_prompts: Vec<String>,
    /// A line on which the client gives up (Risu).
    pub(crate) aborts: Option<Line>,
    /// Lines that were ignored.
    pub(crate) ignored: Vec<Line>,
}

/// A condition set by a decorator.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Condition {
    /// At least so many messages.
    After(f64),
    /// A multiple of so many messages.
    Every(f64),
    /// The chat began with this greeting.
    Greeting(f64),
    /// This user icon is in use.
    UserIcon(String),
}

impl Condition {
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::After(_) => "activate_only_after",
            Self::Every(_) => "activate_only_every",
            Self::Greeting(_) => "is_greeting",
            Self::UserIcon(_) => "is_user_icon",
        }
    }
}

/// A decorator that forces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Force {
    /// On.
    Activate,
    /// Off.
    DontActivate,
    /// On once the entry matched.
    KeepAfterMatch,
    /// Off once the entry matched.
    DontAfterMatch,
}

impl Force {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Activate => "activate",
            Self::DontActivate => "dont_activate",
            Self::KeepAfterMatch => "keep_activate_after_match",
            Self::DontAfterMatch => "dont_activate_after_match",
        }
    }
}

/// What is searched for an entry.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Scan {
    /// So many messages.
    Messages(f64),
    /// So many tokens of the log (outside of chats).
    Tokens(f64),
    /// The whole log (Risu, when the value is no number).
    All,
}

/// A content without its decorators.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Parsed {
    pub(crate) effects: Option<Box<Effects>>,
    /// The text, as bytes of the content.
    pub(crate) text: Range<usize>,
    /// The text with other line ends, where those of the content do not stay.
    pub(crate) rewritten: Option<Box<str>>,
}

impl Parsed {
    /// A content without decorators.
    fn plain(content: &str) -> Self {
        Self { effects: None, text: 0..content.len(), rewritten: None }
    }

    fn with(effects: Effects, text: Range<usize>) -> Self {
        Self { effects: Some(Box::new(effects)), text, rewritten: None }
    }
}

/// Reads the decorators of an entry as the rules of its book have them.
pub(crate) fn parse(entry: &Entry, rules: &Rules, settings: &Settings) -> Parsed {
    match rules.decorators {
        Decorators::Ccv3 => spec::parse(&entry.content, settings),
        Decorators::SillyTavern if rules.mends() => sillytavern::parse_mended(&entry.content),
        Decorators::SillyTavern => sillytavern::parse(&entry.content, &Syntax::SILLY_TAVERN),
        Decorators::Risu => risu::parse(entry),
        Decorators::Text => Parsed::plain(&entry.content),
    }
}

/// Finds `rest`, the end of `content`, without the white space that the two tests take off its sides.
fn trimmed(content: &str, rest: &str, start: impl Fn(char) -> bool, end: impl Fn(char) -> bool) -> Range<usize> {
    let from = content.len() - rest.trim_start_matches(start).len();
    let to = content.len() - (rest.len() - rest.trim_end_matches(end).len());
    from.min(to)..to
}

/// The line of a decorator in the content.
fn line_of(token: &Token<'_>) -> Line {
    Line::try_from(token.number).unwrap_or(Line::MAX)
}

/// The items of a value that is a list.
fn list(token: &Token<'_>) -> Vec<String> {
    token.items().map(str::to_owned).collect()
}

/// The logic of secondary keys that Risu's import turns into decorators.
fn secondary_rule(entry: &Entry) -> Option<Logic> {
    entry.logic.filter(|_| !entry.secondary_keys.is_empty())
}
