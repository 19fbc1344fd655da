//! Near misses: what keeps an entry silent that is almost there, found by searching once more with a looser rule, and the
//! setting that fires it.

use std::collections::BTreeMap;

use cards_lore::book::{Group, Logic, Timing};
use cards_lore::settings::{MatchMode, Settings};
use cards_lore::trace::{Cause, KeyMatch, Outcome, Searched as _, Source, Stop, Trace};
use cards_lore::turn::Greeting;
use cards_lore::{Book, Entry, EntryAt, Estimate, Host, Lore, SeededDice, State, Turn, Verbatim};
use cards_words::Profile;

use crate::error::Error;
use crate::profile::Traits;
use crate::session::{Fired, Session};

/// Letters that people write for their meaning in a pattern.
const OF_PATTERNS: [char; 11] = ['\\', '|', '^', '$', '(', ')', '[', ']', '*', '+', '?'];

/// The decorator that says how deep an entry searches.
const SCAN_DEPTH: &str = "@@scan_depth";

/// Entries that are searched for together: they are copied and compiled once more for that, which takes as much memory as the book.
const TOGETHER: usize = 8_192;

/// What keeps an entry silent that is almost there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Miss {
    /// It fires once the user has imported the lorebook of the card.
    NotImported,
    /// It is switched off.
    Off,
    /// The key is there in another letter case.
    OtherCase,
    /// The key is there inside a word.
    InsideWord,
    /// The key is there inside a word, in another letter case.
    InsideWordOtherCase,
    /// The key is a pattern that is not read as one.
    NotAPattern,
    /// The key is in an older message than those that are searched.
    Deeper,
    /// Its key is there, and the budget is short.
    Budget,
    /// Its key is there, and the dice were against it.
    Chance,
}

cards_words::named! {
    Miss: "near miss";
    NotImported => "not-imported",
    Off => "off",
    OtherCase => "other-case",
    InsideWord => "inside-word",
    InsideWordOtherCase => "inside-word-other-case",
    NotAPattern => "not-a-pattern",
    Deeper => "deeper",
    Budget => "budget",
    Chance => "chance",
}

impl Miss {
    /// Those that another search decides, the nearest first.
    const SEARCHED: [Self; 6] =
        [Self::Off, Self::OtherCase, Self::InsideWord, Self::InsideWordOtherCase, Self::NotAPattern, Self::Deeper];

    /// Says under which condition the entry fires.
    fn condition(self) -> &'static str {
        match self {
            Self::NotImported => "once the lorebook is imported",
            Self::Off => "if it were on",
            Self::OtherCase => "if letter case did not count",
            Self::InsideWord => "if it might be inside a word",
            Self::InsideWordOtherCase => "if it might be inside a word and letter case did not count",
            Self::NotAPattern => "if it were read as a pattern",
            Self::Deeper => "if more messages were searched",
            Self::Budget => "with more room",
            Self::Chance => "if it always fired",
        }
    }

    /// Whether an outcome may have this cause.
    fn explains(self, outcome: &Outcome) -> bool {
        let stop = match outcome {
            Outcome::NoKey => return self.is_of_keys(),
            Outcome::Stopped(stopped) => &stopped.stop,
            _ => return false,
        };
        match stop {
            Stop::Disabled => self == Self::Off,
            Stop::Depth { .. } => self == Self::Deeper,
            Stop::Secondary { logic: Logic::AndAny | Logic::AndAll, .. } => self.is_of_keys(),
            _ => false,
        }
    }

    fn is_of_keys(self) -> bool {
        !matches!(self, Self::NotImported | Self::Off | Self::Deeper | Self::Budget | Self::Chance)
    }

    fn frees_case(self) -> bool {
        matches!(self, Self::OtherCase | Self::InsideWordOtherCase)
    }

    fn frees_words(self) -> bool {
        matches!(self, Self::InsideWord | Self::InsideWordOtherCase)
    }

    /// The entry with the rule that this cause asks for; nothing where it makes no difference.
    fn loosened(self, entry: &Entry, outcome: &Outcome, settings: &Settings) -> Option<Entry> {
        let profile = settings.profile;
        if self.frees_case() && !entry.case_sensitive.unwrap_or(settings.case_sensitive) {
            return None;
        }
        let mut loose = Entry {
            enabled: true,
            ignore_budget: true,
            // Dice and rivals are another question, but for a chance that no dice can meet.
            probability: entry.probability.filter(|chance| *chance <= 0.0),
            group: Group::default(),
            timing: Timing { delay: entry.timing.delay, ..Timing::default() },
            ..entry.clone()
        };
        if self.frees_case() {
            loose.case_sensitive = Some(false);
        }
        if self.frees_words() {
            loose.whole_words = Some(false);
        }
        if self == Self::NotAPattern {
            let is_pattern = |key: &String| key.contains(OF_PATTERNS);
            if entry.use_regex || !entry.keys.iter().any(is_pattern) {
                return None;
            }
            loose.case_sensitive = Some(false);
            // SillyTavern tells a pattern by its slashes alone, the others by the switch as well.
            loose.use_regex = !Traits::of(profile).slashes_are_patterns;
            let bare = loose.keys.iter_mut().filter(|key| is_pattern(key) && !key.contains('/'));
            bare.for_each(|key| *key = format!("/{key}/i"));
        }
        if self == Self::Deeper {
            let depth = found_at(outcome)?;
            if Traits::of(profile).depth_by_decorator || has_decorated_depth(entry) {
                let others = entry.content.lines().filter(|line| !line.starts_with(SCAN_DEPTH));
                let others: Vec<&str> = others.collect();
                loose.content = format!("{SCAN_DEPTH} {depth}\n{}", others.join("\n"));
            } else {
                loose.scan_depth = Some(depth as f64);
            }
        }
        Some(loose)
    }
}

/// How deep the message lies that a key is in, where the search did not reach it.
fn found_at(outcome: &Outcome) -> Option<usize> {
    match outcome {
        Outcome::Stopped(stopped) => match stopped.stop {
            Stop::Depth { found_at, .. } => Some(found_at),
            _ => None,
        },
        _ => None,
    }
}

/// Whether an entry says in its own text how deep it searches.
fn has_decorated_depth(entry: &Entry) -> bool {
    entry.content.lines().take_while(|line| line.starts_with("@@")).any(|line| line.starts_with(SCAN_DEPTH))
}

/// An entry that stays silent and is almost there.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct NearMiss {
    /// What keeps it silent.
    pub miss: Miss,
    /// The key, and where it is; none where no key is needed.
    pub key: Option<KeyMatch>,
    /// What to set or do so that it fires, as the readers of the profile call it.
    pub setting: String,
}

impl NearMiss {
    /// Says what keeps the entry silent and what to set so that it fires, as a sentence without its full stop.
    #[must_use]
    pub fn in_words(&self, fired: &Fired) -> String {
        let key = self.key.as_ref().map(|key| fired.activation.trace.words(fired).key(key));
        let fires = key.unwrap_or_else(|| "it fires".to_owned());
        let (condition, setting) = (self.miss.condition(), &self.setting);
        match self.miss {
            Miss::NotImported => format!("{condition}, it fires: {setting}"),
            _ => format!("{condition}, {fires}; to have that, set {setting}"),
        }
    }
}

/// The tokens that a chat asked for: of what fired, and of what there was no room for.
struct Asked {
    turn: u64,
    books: BTreeMap<usize, u64>,
}

impl Asked {
    fn of(trace: &Trace) -> Self {
        let mut asked = Self { turn: 0, books: BTreeMap::new() };
        for (at, outcome) in trace.entries() {
            let tokens = match outcome {
                Outcome::Fired(fired) => fired.tokens,
                Outcome::Stopped(stopped) => match stopped.stop {
                    Stop::Budget { needed, .. } => needed,
                    _ => continue,
                },
                _ => continue,
            };
            asked.turn += tokens;
            *asked.books.entry(at.book).or_default() += tokens;
        }
        asked
    }
}

impl Session {
    /// Finds, among the entries that do not fire, those that almost do, and what to set so that they fire. Each looser rule is
    /// one more search of the same messages; nothing steps on.
    ///
    /// An entry of a lorebook inside a card that fires only after the user of the client has imported it is here too.
    ///
    /// # Errors
    /// [`Error::Lore`].
    ///
    /// # Examples
    ///
    /// ```
    /// use cards_kit::{Cast, Chat, Options, Session};
    /// use cards_kit::miss::Miss;
    ///
    /// let card = r#"{"spec":"chara_card_v3","spec_version":"3.0","data":{"name":"Aria","character_book":{"entries":[
    ///     {"keys":["Wood"],"use_regex":false,"case_sensitive":true,"content":"Dark.","enabled":true,"insertion_order":1}]}}}"#;
    /// let mut session = Session::new(Cast::read([("aria.json", card.as_bytes())])?, Options::default())?;
    /// let mut chat = Chat::default();
    /// chat.say_as_user("Into the wood!");
    /// let fired = session.activate(&chat)?;
    /// let near = session.near_misses(&fired)?.into_values().next().unwrap();
    /// assert_eq!((near.miss, near.setting.as_str()), (Miss::OtherCase, "case_sensitive: false"));
    /// # Ok::<(), cards_kit::Error>(())
    /// ```
    pub fn near_misses(&self, fired: &Fired) -> Result<BTreeMap<EntryAt, NearMiss>, Error> {
        let trace = &fired.activation.trace;
        let asked = Asked::of(trace);
        let mut found: BTreeMap<EntryAt, NearMiss> =
            self.entries().filter_map(|(at, _)| Some((at, self.told_by_trace(at, trace, &asked)?))).collect();
        for miss in Miss::SEARCHED {
            let may_explain = |at| trace.outcome(at).is_some_and(|outcome| miss.explains(outcome));
            let open = self.entries().map(|(at, _)| at).filter(|at| !found.contains_key(at) && may_explain(*at));
            let open: Vec<EntryAt> = open.collect();
            let mut limits = self.options().limits.lore.clone();
            // All pieces together read and build as much as one search may.
            limits.regex_scan_bytes /= open.len().div_ceil(TOGETHER).max(1) as u64;
            for open in open.chunks(TOGETHER) {
                for (at, fires) in self.searched(fired, open, miss, &mut limits)? {
                    if let Some(near) = self.nearer(at, miss, fires, trace) {
                        found.insert(at, near);
                    }
                }
            }
        }
        Ok(found)
    }

    /// What the trace itself says of an entry.
    fn told_by_trace(&self, at: EntryAt, trace: &Trace, asked: &Asked) -> Option<NearMiss> {
        let (miss, key, setting) = match trace.outcome(at)? {
            Outcome::Fired(_) => {
                let book = self.lore().books().get(at.book).filter(|book| self.waits_for_import(book));
                (book.map(|_| Miss::NotImported)?, None, "import the lorebook of the card".to_owned())
            }
            Outcome::Stopped(stopped) => match stopped.stop {
                Stop::Budget { budget, .. } => {
                    (Miss::Budget, stopped.key.clone(), self.room_for(at.book, budget, asked))
                }
                Stop::Probability { .. } => {
                    (Miss::Chance, stopped.key.clone(), Traits::of(self.options().profile).always.to_owned())
                }
                _ => return None,
            },
            _ => return None,
        };
        Some(NearMiss { miss, key, setting })
    }

    /// The setting with which the budget has room for all that a chat fires of a book.
    fn room_for(&self, book: usize, budget: f64, asked: &Asked) -> String {
        let profile = self.options().profile;
        if let Some(free) = Traits::of(profile).free_of_budget {
            return free.to_owned();
        }
        let by_turn = self.lore().settings().turn_budget.is_some();
        let tokens = if by_turn { asked.turn } else { asked.books.get(&book).copied().unwrap_or_default() };
        let of_book = self.lore().books().get(book).is_some_and(|book| book.token_budget == Some(budget));
        if of_book { format!("token_budget: {tokens} in the lorebook") } else { format!("a budget of {tokens} tokens") }
    }

    /// What is said of an entry that a looser search fires by this.
    fn nearer(&self, at: EntryAt, miss: Miss, cause: Cause, trace: &Trace) -> Option<NearMiss> {
        let key = match cause {
            Cause::Key(key) if matches!(key.source, Source::Inserted(_)) => return None,
            Cause::Key(key) => Some(key),
            _ => None,
        };
        let profile = self.options().profile;
        let depth = trace.outcome(at).and_then(found_at).unwrap_or_default();
        let decorated = self.lore().entry(at).is_some_and(has_decorated_depth);
        Some(NearMiss { miss, key, setting: setting(miss, profile, depth, decorated) })
    }

    /// Searches for some entries once more, by the rule that a cause asks for, and gives what fires of them and by what. They come in
    /// the order of the books, and each answers for itself. What may be built is taken off the limits.
    fn searched(
        &self,
        fired: &Fired,
        asked: &[EntryAt],
        miss: Miss,
        limits: &mut cards_lore::Limits,
    ) -> Result<Vec<(EntryAt, Cause)>, Error> {
        let trace = &fired.activation.trace;
        let mut settings = self.lore().settings().clone().with_token_budget(None).with_turn_budget(None);
        let mut books: Vec<Book> = self.lore().books().iter().map(|book| without_entries(book, miss)).collect();
        let mut places = Vec::new();
        for &at in asked {
            let loose = self.lore().entry(at).zip(trace.outcome(at));
            let loose = loose.and_then(|(entry, outcome)| miss.loosened(entry, outcome, &settings));
            if let Some((loose, book)) = loose.zip(books.get_mut(at.book)) {
                places.push((at, EntryAt { book: at.book, entry: book.entries.len() }));
                book.entries.push(loose);
            }
        }
        if places.is_empty() {
            return Ok(Vec::new());
        }
        settings.recursive = false;
        settings.case_sensitive &= !miss.frees_case();
        if miss.frees_words() {
            (settings.match_mode, settings.whole_word_mode) = (MatchMode::Substring, MatchMode::Substring);
        }
        let lore = Lore::compile(books, settings, limits)?;
        let history = &fired.history;
        let greeting = history.greeting.filter(|_| fired.greeting > 0).map(|index| Greeting {
            index: u32::try_from(index).unwrap_or(u32::MAX),
            text: fired.greeting().unwrap_or_default(),
        });
        let messages = self.heard(fired);
        let turn = Turn { messages, greeting, ..Turn::default() };
        let (mut tokens, mut dice, mut expander) = (Estimate, SeededDice::new(0), Verbatim);
        let mut host = Host { tokens: &mut tokens, dice: &mut dice, expander: &mut expander };
        let answer = lore.activate(&turn, &mut State::default(), &mut host)?.trace;
        limits.build_steps = lore.build_steps_left();
        let fires = places.into_iter().filter_map(|(at, place)| match answer.outcome(place)? {
            Outcome::Fired(fired) => Some((at, fired.cause.clone())),
            _ => None,
        });
        Ok(fires.collect())
    }
}

/// A lorebook as far as a looser search goes by it.
fn without_entries(book: &Book, miss: Miss) -> Book {
    Book {
        id: book.id.clone(),
        name: book.name.clone(),
        kind: book.kind,
        scan_depth: book.scan_depth,
        token_budget: None,
        recursive_scanning: Some(false),
        whole_words: book.whole_words.filter(|_| !miss.frees_words()),
        listed: None,
        entries: Vec::new(),
    }
}

/// The setting of an entry with which it fires, as the profile's readers call it.
fn setting(miss: Miss, profile: Profile, depth: usize, decorated: bool) -> String {
    let traits = Traits::of(profile);
    let is_client = traits.slashes_are_patterns;
    let words = match miss {
        Miss::Deeper if decorated || traits.depth_by_decorator => return format!("{SCAN_DEPTH} {depth} in its text"),
        Miss::Deeper if is_client => return format!("Scan Depth: {depth}"),
        Miss::Deeper => return format!("scan_depth: {depth} in the lorebook"),
        Miss::OtherCase if is_client => "Case-sensitive: No",
        Miss::OtherCase => "case_sensitive: false",
        Miss::InsideWord if is_client => "Match Whole Words: No",
        Miss::InsideWord => "no whole words",
        Miss::InsideWordOtherCase if is_client => "Match Whole Words: No, Case-sensitive: No",
        Miss::InsideWordOtherCase => "no whole words, case_sensitive: false",
        Miss::NotAPattern if is_client => "the key between slashes: /key/i",
        Miss::NotAPattern => "use_regex: true, the key between slashes: /key/i",
        Miss::Off if is_client => "the entry's switch on",
        Miss::Off => "enabled: true",
        Miss::NotImported | Miss::Budget | Miss::Chance => traits.always,
    };
    words.to_owned()
}
