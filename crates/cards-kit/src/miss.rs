//! Near misses: what keeps a key from matching, found by searching once more with a looser rule.

use std::collections::BTreeMap;

use cards_lore::settings::MatchMode;
use cards_lore::trace::{Cause, KeyMatch, Outcome, Source};
use cards_lore::{Book, Entry, EntryAt, Estimate, Host, Lore, SeededDice, Settings, State, Turn, Verbatim};
use cards_words::{Message, Profile};

use crate::error::Error;
use crate::profile::Traits;
use crate::session::{Fired, Session};

/// Letters that people write for their meaning in a pattern.
const OF_PATTERNS: [char; 11] = ['\\', '|', '^', '$', '(', ')', '[', ']', '*', '+', '?'];

/// What keeps an entry silent although one of its keys is almost there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Miss {
    /// The key is there in another letter case.
    OtherCase,
    /// The key is there inside a word.
    InsideWord,
    /// The key is there inside a word, in another letter case.
    InsideWordOtherCase,
    /// The key is a pattern that is not read as one.
    NotAPattern,
}

impl Miss {
    /// All of them, the nearest first.
    const ALL: [Self; 4] = [Self::OtherCase, Self::InsideWord, Self::InsideWordOtherCase, Self::NotAPattern];

    /// Gives a short stable word for the cause.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::OtherCase => "other-case",
            Self::InsideWord => "inside-word",
            Self::InsideWordOtherCase => "inside-word-other-case",
            Self::NotAPattern => "not-a-pattern",
        }
    }

    /// The setting of the entry with which the key matches, as the profile's readers call it.
    #[must_use]
    pub fn setting(self, profile: Profile) -> &'static str {
        let is_client = Traits::of(profile).slashes_are_patterns;
        match self {
            Self::OtherCase if is_client => "Case-sensitive: No",
            Self::OtherCase => "case_sensitive: false",
            Self::InsideWord if is_client => "Match Whole Words: No",
            Self::InsideWord => "no whole words",
            Self::InsideWordOtherCase if is_client => "Match Whole Words: No, Case-sensitive: No",
            Self::InsideWordOtherCase => "no whole words, case_sensitive: false",
            Self::NotAPattern if is_client => "the key between slashes: /key/i",
            Self::NotAPattern => "use_regex: true, the key between slashes: /key/i",
        }
    }

    fn frees_case(self) -> bool {
        matches!(self, Self::OtherCase | Self::InsideWordOtherCase)
    }

    fn frees_words(self) -> bool {
        matches!(self, Self::InsideWord | Self::InsideWordOtherCase)
    }

    /// The entry with the rule that this cause asks for; nothing where it makes no difference.
    fn loosened(self, entry: &Entry, profile: Profile) -> Option<Entry> {
        let mut loose = Entry {
            keys: entry.keys.clone(),
            secondary_keys: entry.secondary_keys.clone(),
            selective: entry.selective,
            logic: entry.logic,
            content: entry.content.clone(),
            use_regex: entry.use_regex,
            case_sensitive: entry.case_sensitive,
            whole_words: entry.whole_words,
            scan_depth: entry.scan_depth,
            fields: entry.fields,
            ignore_budget: true,
            ..Entry::default()
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
        Some(loose)
    }
}

/// An entry that stays silent although one of its keys is almost there.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct NearMiss {
    /// What keeps it silent.
    pub miss: Miss,
    /// The key, and where it is.
    pub key: KeyMatch,
}

impl Session {
    /// Finds, among the entries of which no key occurs in what was searched, those of which one almost does. Each looser rule
    /// is one more search of the same messages; nothing steps on.
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
    /// let misses = session.near_misses(&fired)?;
    /// assert_eq!(misses.values().next().map(|near| near.miss), Some(Miss::OtherCase));
    /// # Ok::<(), cards_kit::Error>(())
    /// ```
    pub fn near_misses(&self, fired: &Fired) -> Result<BTreeMap<EntryAt, NearMiss>, Error> {
        let trace = &fired.activation.trace;
        let silent = |at: EntryAt| matches!(trace.outcome(at), Some(Outcome::NoKey));
        let mut open: Vec<EntryAt> = self.entries().map(|(at, _)| at).filter(|at| silent(*at)).collect();
        let mut found = BTreeMap::new();
        for miss in Miss::ALL {
            if open.is_empty() {
                break;
            }
            let answer = self.searched(fired, &open, miss)?;
            let key_of = |at| match answer.outcome(at)? {
                Outcome::Fired(fired) => match &fired.cause {
                    Cause::Key(key) => Some(key),
                    _ => None,
                },
                Outcome::Stopped(stopped) => stopped.key.as_ref(),
                _ => None,
            };
            let near = open.iter().filter_map(|&at| Some((at, NearMiss { miss, key: key_of(at)?.clone() })));
            found.extend(near.filter(|(_, near)| !matches!(near.key.source, Source::Inserted(_))));
            open.retain(|at| !found.contains_key(at));
        }
        Ok(found)
    }

    /// Searches for some entries once more, by the rule that a cause asks for.
    fn searched(&self, fired: &Fired, entries: &[EntryAt], miss: Miss) -> Result<cards_lore::trace::Trace, Error> {
        let mut settings = Settings { token_budget: None, turn_budget: None, ..self.lore().settings().clone() };
        settings.recursive = false;
        settings.case_sensitive &= !miss.frees_case();
        if miss.frees_words() {
            (settings.match_mode, settings.whole_word_mode) = (MatchMode::Substring, MatchMode::Substring);
        }
        let off = || Entry { enabled: false, ..Entry::default() };
        let books = self.lore().books().iter().enumerate().map(|(book, content)| Book {
            id: content.id.clone(),
            name: content.name.clone(),
            kind: content.kind,
            scan_depth: content.scan_depth,
            token_budget: None,
            recursive_scanning: Some(false),
            whole_words: content.whole_words.filter(|_| !miss.frees_words()),
            entries: (content.entries.iter().enumerate())
                .map(|(entry, content)| {
                    let asked = entries.binary_search(&EntryAt { book, entry }).is_ok();
                    let loose = asked.then(|| miss.loosened(content, settings.profile)).flatten();
                    loose.unwrap_or_else(off)
                })
                .collect(),
        });
        let lore = Lore::compile(books.collect(), settings.clone(), &self.options().limits.lore)?;
        let turn = Turn {
            messages: fired.history.messages.iter().skip(fired.greeting).map(Message::borrowed).collect(),
            ..Turn::default()
        };
        let (mut tokens, mut dice, mut expander) = (Estimate, SeededDice::new(0), Verbatim);
        let mut host = Host { tokens: &mut tokens, dice: &mut dice, expander: &mut expander };
        Ok(lore.activate(&turn, &mut State::default(), &mut host)?.trace)
    }
}
