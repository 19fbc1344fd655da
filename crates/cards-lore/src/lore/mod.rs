//! Compiled books.

mod compile;
mod listing;
mod order;
mod planner;
mod postings;

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use self::compile::compile;
use self::postings::Postings;
use crate::book::{Book, Entry, Logic};
use crate::budget::BuildBudget;
use crate::decorator::{Condition, Effects, Force, Line, Scan};
use crate::entry_at::EntryAt;
use crate::error::Error;
use crate::finding::Finding;
use crate::keys::{Form, KeyId, KeyRules};
use crate::limits::Limits;
use crate::matcher::Matcher;
use crate::rules::Rules;
use crate::settings::Settings;
use crate::state::EntryKey;

#[cfg(feature = "serde")]
pub(crate) use self::listing::Called;
pub(crate) use self::listing::Listing;
pub(crate) use self::order::CharacterBook;

/// Books made ready for scanning under one profile.
///
/// Cheap to clone; compiling is worth keeping, since only [`Lore::activate`](crate::Lore::activate) is needed for
/// each turn.
///
/// ```
/// use cards_lore::{Book, Entry, Estimate, Host, Limits, Lore, Message, Profile, SeededDice, Settings, State, Turn, Verbatim};
/// let book = Book::new("Saltmere", [Entry::new(["bell"], "It rings before a loss.")]);
/// let lore = Lore::compile(vec![book], Settings::new(Profile::Spec), &Limits::default())?;
/// let mut host = Host { tokens: &mut Estimate, dice: &mut SeededDice::new(1), expander: &mut Verbatim };
/// let turn = Turn::new([Message::user("Did you hear the bell?")]);
/// let answer = lore.activate(&turn, &mut State::new(), &mut host)?;
/// assert_eq!(answer.entries.len(), 1);
/// # Ok::<(), cards_lore::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Lore(pub(crate) Arc<Compiled>);

#[derive(Debug)]
pub(crate) struct Compiled {
    pub(crate) settings: Settings,
    /// The rules of a turn; entries have those of their books.
    pub(crate) rules: &'static Rules,
    pub(crate) limits: Limits,
    budget: Arc<BuildBudget>,
    /// The books, and the entries in list order.
    pub(crate) listing: Arc<Listing>,
    /// Entries in the order in which they are processed ("list order").
    pub(crate) plans: Vec<Plan>,
    pub(crate) forms: Vec<Form>,
    pub(crate) matcher: Arc<Matcher>,
    /// For each key, the plans that use it.
    postings: Postings,
    /// Plans that have to be looked at whatever the texts hold.
    pub(crate) always: Vec<u32>,
    /// Plans of which more is to be said than that no key matched, when nothing wakes them.
    pub(crate) notable: Vec<u32>,
    /// The different rules on what is searched; absent stands for the setting.
    pub(crate) scans: Vec<Option<Scan>>,
    /// Fields that some entry asks for, as bits.
    pub(crate) fields: u8,
    /// Delay levels of recursion, ascending.
    pub(crate) levels: Vec<u32>,
    /// Whether some key has to see inserted texts again: one with macros, or a pattern over the window.
    pub(crate) keeps_texts: bool,
    /// De facto: Risu's prompt building stops at `@@position` without a value, in this entry and line.
    pub(crate) aborts: Option<(EntryAt, Line)>,
    pub(crate) findings: Vec<Finding>,
    /// Names the set of keys, so that hits of another set are not used.
    pub(crate) fingerprint: u64,
}

/// One entry, made ready.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) at: EntryAt,
    /// The rules of its book.
    pub(crate) rules: &'static Rules,
    pub(crate) keys: Range<u32>,
    pub(crate) secondary: Range<u32>,
    pub(crate) logic: Option<Logic>,
    pub(crate) effects: Option<Box<Effects>>,
    /// Keys of decorators: line, list.
    pub(crate) additional: Vec<(Line, Range<u32>)>,
    pub(crate) exclude: Vec<(Line, Range<u32>)>,
    pub(crate) exclude_all: Vec<(Line, Range<u32>)>,
    /// The content without decorators, as bytes of the entry's content.
    pub(crate) text: Range<usize>,
    /// The same with other line ends, where they differ.
    pub(crate) rewritten: Option<Box<str>>,
    /// What is searched, where entry or book say so.
    pub(crate) scan: Option<Scan>,
    pub(crate) status: Status,
    /// Whether it fires without a key.
    pub(crate) constant: bool,
    /// Whether inserted text is searched for it.
    pub(crate) recursive: bool,
    /// Whether its own text is searched.
    pub(crate) searched: bool,
    pub(crate) key_rules: KeyRules,
    /// Whether triggers, filters or timed effects may stop the entry.
    pub(crate) conditional: bool,
}

/// What is known of an entry before any text is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    Ready,
    Disabled,
    /// No keys, and nothing else that would fire it.
    NoKeys,
    /// A key that spoils the entry.
    InvalidKey,
    /// Nothing to insert.
    Empty,
}

impl Lore {
    /// Compiles books.
    ///
    /// # Errors
    /// [`Error::TooManyEntries`] and [`Error::TooManyKeys`]; everything else that is odd is a finding.
    pub fn compile(books: Vec<Book>, settings: Settings, limits: &Limits) -> Result<Self, Error> {
        compile(books, settings, limits)
    }

    /// Gives the books as they were passed in.
    #[must_use]
    pub fn books(&self) -> &[Book] {
        self.0.books()
    }

    /// Gives one entry.
    #[must_use]
    pub fn entry(&self, at: EntryAt) -> Option<&Entry> {
        self.0.books().get(at.book)?.entries.get(at.entry)
    }

    /// Gives what people see of an entry: its name, else its comment, else its place in the book and its first key, as
    /// in `#0 (lamp)`.
    #[must_use]
    pub fn label(&self, at: EntryAt) -> Cow<'_, str> {
        self.entry(at).map_or(Cow::Borrowed(""), |entry| entry.label(at.entry))
    }

    /// Gives the settings.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.0.settings
    }

    /// How many of [`Limits::build_steps`] are left: patterns are built when they are first met. A caller that takes a
    /// large book in pieces hands it on from piece to piece.
    #[must_use]
    pub fn build_steps_left(&self) -> u64 {
        self.0.budget.steps_left()
    }

    /// Lists what was odd about the books.
    #[must_use]
    pub fn findings(&self) -> &[Finding] {
        &self.0.findings
    }
}

impl Compiled {
    pub(crate) fn books(&self) -> &[Book] {
        self.listing.books()
    }

    pub(crate) fn book(&self, plan: &Plan) -> &Book {
        // Plans are made from these books.
        self.books().get(plan.at.book).unwrap_or(&EMPTY_BOOK)
    }

    pub(crate) fn entry(&self, plan: &Plan) -> &Entry {
        self.book(plan).entries.get(plan.at.entry).unwrap_or(&EMPTY_ENTRY)
    }

    pub(crate) fn plan(&self, number: u32) -> Option<&Plan> {
        self.plans.get(number as usize)
    }

    /// Names an entry within its book: its id, or its place where it has none.
    pub(crate) fn entry_id(&self, at: EntryAt) -> Cow<'_, str> {
        match self.books().get(at.book).and_then(|book| book.entries.get(at.entry)) {
            Some(entry) if !entry.id.is_empty() => Cow::Borrowed(&entry.id),
            _ => Cow::Owned(at.entry.to_string()),
        }
    }

    pub(crate) fn forms(&self, range: &Range<u32>) -> &[Form] {
        self.forms.get(range.start as usize..range.end as usize).unwrap_or_default()
    }

    /// Names an entry between turns.
    pub(crate) fn key(&self, plan: &Plan) -> EntryKey {
        EntryKey { book: self.book(plan).name.clone(), entry: self.entry_id(plan.at).into_owned() }
    }

    pub(crate) fn postings(&self, key: KeyId) -> &[u32] {
        self.postings.of(key)
    }

    /// The content of an entry without its decorators.
    pub(crate) fn text<'s>(&'s self, plan: &'s Plan) -> &'s str {
        match &plan.rewritten {
            Some(text) => text,
            None => self.entry(plan).content.get(plan.text.clone()).unwrap_or_default(),
        }
    }
}

static EMPTY_BOOK: std::sync::LazyLock<Book> = std::sync::LazyLock::new(Book::default);
static EMPTY_ENTRY: std::sync::LazyLock<Entry> = std::sync::LazyLock::new(Entry::default);

impl Plan {
    pub(crate) fn conditions(&self) -> &[(Line, Condition)] {
        self.effects.as_deref().map(|effects| &*effects.conditions).unwrap_or_default()
    }

    pub(crate) fn forces(&self) -> &[(Line, Force)] {
        self.effects.as_deref().map(|effects| &*effects.forces).unwrap_or_default()
    }

    fn key_ranges(&self) -> impl Iterator<Item = &Range<u32>> {
        let lists = self.additional.iter().chain(&self.exclude).chain(&self.exclude_all).map(|(_, range)| range);
        [&self.keys, &self.secondary].into_iter().chain(lists)
    }
}
