//! Ids of modules, their siblings and their entries: checking them, and making new ones from the caller's dice.
//!
//! Existing ids are never changed, not even wrong ones: other programs refer to them.
//!
//! ```
//! use cards_model::id::{Kind, SeededIds, check};
//! let id = SeededIds::new(7).next(Kind::Module);
//! assert!(check(Kind::Module, &id).is_ok());
//! assert_eq!(check(Kind::Module, "m123").unwrap_err().to_string(),
//!     "`m123` is no module id: the first character is `m` where `M` belongs");
//! ```

use std::collections::HashSet;

use crate::spec::module::{IdSource, Module};

/// What an id is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A module: `M` and eight of `0-9A-Z`.
    Module,
    /// A character: `C` and eight of `0-9A-Z`.
    Character,
    /// A game: `G` and eight of `0-9A-Z`.
    Game,
    /// An entry of a module: nine of `A-Z`, `a-z`, `0-9`, `_`, `-`.
    Entry,
}

cards_words::named! {
    Kind: "kind of id";
    Module => "module",
    Character => "character",
    Game => "game",
    Entry => "entry",
}

const CAPITALS: &[u8] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const NANOID: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
/// Characters of every id, the letter in front included.
const LENGTH: usize = 9;

impl Kind {
    /// The letter that ids of this kind begin with.
    #[must_use]
    pub fn prefix(self) -> Option<char> {
        match self {
            Self::Module => Some('M'),
            Self::Character => Some('C'),
            Self::Game => Some('G'),
            Self::Entry => None,
        }
    }

    fn alphabet(self) -> &'static [u8] {
        if self == Self::Entry { NANOID } else { CAPITALS }
    }
}

/// Why a text is no id of a kind.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// It is too short or too long.
    #[error("`{id}` is no {} id: it has {length} characters where 9 belong", kind.as_str())]
    Length {
        /// The text.
        id: String,
        /// The kind asked for.
        kind: Kind,
        /// Its characters.
        length: usize,
    },
    /// It begins with another letter.
    #[error("`{id}` is no {} id: the first character is `{found}` where `{}` belongs", kind.as_str(), kind.prefix().unwrap_or_default())]
    Prefix {
        /// The text.
        id: String,
        /// The kind asked for.
        kind: Kind,
        /// The letter that it begins with.
        found: char,
    },
    /// It has a character that ids of the kind do not have.
    #[error("`{id}` is no {} id: character {at} is `{}`", kind.as_str(), found.escape_debug())]
    Character {
        /// The text.
        id: String,
        /// The kind asked for.
        kind: Kind,
        /// The place of the character, from 1.
        at: usize,
        /// The character.
        found: char,
    },
}

impl Error {
    /// A short stable word for the kind of error, for scripts.
    #[must_use]
    pub fn class(&self) -> &'static str {
        "bad-field"
    }
}

/// Checks an id.
///
/// Spec: RPGGO Module V1 `module_id`, `entry_id`; RPGGO id spec for the siblings.
///
/// # Errors
/// [`enum@Error`] for the first thing that is wrong with it.
pub fn check(kind: Kind, id: &str) -> Result<(), Error> {
    let error_id = || id.chars().take(40).collect::<String>();
    let prefix = kind.prefix();
    for (i, found) in id.chars().enumerate() {
        if i == 0 && prefix.is_some() {
            if prefix != Some(found) {
                return Err(Error::Prefix { id: error_id(), kind, found });
            }
        } else if !u8::try_from(found).is_ok_and(|b| kind.alphabet().contains(&b)) {
            return Err(Error::Character { id: error_id(), kind, at: i + 1, found });
        }
    }
    match id.chars().count() {
        LENGTH => Ok(()),
        length => Err(Error::Length { id: error_id(), kind, length }),
    }
}

/// Makes ids from a source of random bits.
#[derive(Clone, Debug)]
pub struct RandomIds<R> {
    random: R,
}

impl<R: FnMut() -> u32> RandomIds<R> {
    /// Ids from a source whose low bits are random; a good source is needed where ids must not be guessed.
    pub fn new(random: R) -> Self {
        Self { random }
    }

    /// A new id. Every id of the kind is as likely as every other.
    pub fn next(&mut self, kind: Kind) -> String {
        let mut id: String = kind.prefix().into_iter().collect();
        while id.len() < LENGTH {
            let letter = self.below(kind.alphabet().len());
            id.push(kind.alphabet().get(letter).copied().unwrap_or(b'0').into());
        }
        id
    }

    /// A number below `n`, which is at most 64: six bits, drawn again when they say more.
    fn below(&mut self, n: usize) -> usize {
        /// So many misses in a row have a chance below 2⁻⁵⁰ with random bits, so the source is stuck.
        const STUCK: usize = 64;
        let mut draw = 0;
        for _ in 0..STUCK {
            draw = ((self.random)() & 63) as usize;
            if draw < n {
                return draw;
            }
        }
        draw % n
    }
}

impl<R: FnMut() -> u32> IdSource for RandomIds<R> {
    fn module_id(&mut self) -> String {
        self.next(Kind::Module)
    }

    fn entry_id(&mut self) -> String {
        self.next(Kind::Entry)
    }
}

/// Makes ids from a seed: the same seed gives the same ids. Where ids must not be guessed, [`RandomIds`] takes a better
/// source.
///
/// ```
/// use cards_model::convert::Options;
/// use cards_model::id::SeededIds;
/// use cards_model::{Content, Document, Form, Limits, book};
/// let text = r#"{"spec":"lorebook_v3","data":{"entries":[{"keys":["bell"],"content":"It rings."}]}}"#;
/// let content = Document::read(text, &Limits::default())?.content;
/// let made = book::convert(&content, Form::Module, &Options::default(), &mut SeededIds::new(7))?;
/// let Content::Module(module) = made.value else { panic!("a module") };
/// assert_eq!(module.module_id.len(), 9);
/// # Ok::<(), cards_model::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct SeededIds(u64);

impl SeededIds {
    /// Starts the sequence at a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A new id.
    pub fn next(&mut self, kind: Kind) -> String {
        RandomIds::new(|| (cards_words::splitmix64(&mut self.0) >> 32) as u32).next(kind)
    }
}

impl IdSource for SeededIds {
    fn module_id(&mut self) -> String {
        self.next(Kind::Module)
    }

    fn entry_id(&mut self) -> String {
        self.next(Kind::Entry)
    }
}

impl Module {
    /// Gives ids to the module and to the entries that have none. Ids that are there stay, and no new one repeats
    /// them. Gives back how many were made.
    pub fn fill_ids(&mut self, ids: &mut dyn IdSource) -> usize {
        let mut made = 0;
        if self.module_id.is_empty() {
            self.module_id = ids.module_id();
            made += 1;
        }
        let mut taken: HashSet<String> = self.entries.iter().map(|entry| entry.entry_id.clone()).collect();
        for entry in self.entries.iter_mut().filter(|entry| entry.entry_id.is_empty()) {
            entry.entry_id = ids.entry_id();
            // One more try: with a working source two equal ids in one module do not happen.
            if !taken.insert(entry.entry_id.clone()) {
                entry.entry_id = ids.entry_id();
                taken.insert(entry.entry_id.clone());
            }
            made += 1;
        }
        made
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn made_ids_are_valid_and_differ() {
        let mut ids = SeededIds::new(1);
        let mut seen = HashSet::new();
        for kind in [Kind::Module, Kind::Character, Kind::Game, Kind::Entry] {
            for _ in 0..500 {
                let id = ids.next(kind);
                assert_eq!(check(kind, &id), Ok(()));
                assert_eq!(kind == Kind::Entry && crate::spec::module::is_entry_id(&id), kind == Kind::Entry);
                assert!(seen.insert(id));
            }
        }
    }

    /// The text says "Nano ID": the package of that name is the independent maker of such ids.
    #[test]
    fn ids_of_entries_are_nano_ids() {
        let letters = |alphabet: &mut dyn Iterator<Item = char>| alphabet.collect::<std::collections::BTreeSet<_>>();
        let theirs = letters(&mut nanoid::alphabet::SAFE.iter().copied());
        assert_eq!(letters(&mut NANOID.iter().map(|letter| char::from(*letter))), theirs);
        for _ in 0..100 {
            assert_eq!(check(Kind::Entry, &nanoid::nanoid!(LENGTH)), Ok(()));
        }
    }

    #[test]
    fn every_letter_is_as_likely() {
        let mut ids = SeededIds::new(2);
        let mut counts = std::collections::HashMap::new();
        for _ in 0..9_000 {
            for letter in ids.next(Kind::Module).chars().skip(1) {
                *counts.entry(letter).or_insert(0_u32) += 1;
            }
        }
        // 72,000 letters over 36: each near 2,000, six standard deviations either way.
        assert_eq!(counts.len(), 36);
        assert!(counts.values().all(|n| (1_735..2_265).contains(n)), "{counts:?}");
    }

    #[test]
    fn a_stuck_source_ends() {
        assert_eq!(RandomIds::new(|| u32::MAX).next(Kind::Module).len(), 9);
    }

    #[test]
    fn what_is_wrong_with_an_id_is_said() {
        for (kind, id, message) in [
            (Kind::Module, "M123", "`M123` is no module id: it has 4 characters where 9 belong"),
            (Kind::Module, "C12345678", "`C12345678` is no module id: the first character is `C` where `M` belongs"),
            (Kind::Game, "G1234567x", "`G1234567x` is no game id: character 9 is `x`"),
            (Kind::Entry, "abc\n", "`abc\n` is no entry id: character 4 is `\\n`"),
            (Kind::Character, "", "`` is no character id: it has 0 characters where 9 belong"),
        ] {
            assert_eq!(check(kind, id).unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn ids_that_are_there_stay() {
        let entry = |id: &str| crate::spec::module::Entry { entry_id: id.into(), ..Default::default() };
        let mut module = Module { entries: vec![entry("not valid"), entry("")], ..Module::default() };
        assert_eq!(module.fill_ids(&mut SeededIds::new(3)), 2);
        assert_eq!(module.entries[0].entry_id, "not valid");
        assert_eq!(check(Kind::Entry, &module.entries[1].entry_id), Ok(()));
        assert_eq!(module.fill_ids(&mut SeededIds::new(4)), 0);
    }
}
