//! Finding a macro by name.

use std::sync::OnceLock;

use super::{Behaviour, MacroInfo};
use crate::profile::Engine;

/// Returns the whole table, chapter by chapter.
#[must_use]
pub fn macro_table() -> &'static [&'static MacroInfo] {
    static TABLE: OnceLock<Vec<&'static MacroInfo>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut all: Vec<_> = super::CHAPTERS.iter().flat_map(|chapter| chapter.iter()).collect();
        all.sort_by_key(|info| info.group);
        all
    })
}

/// The longest built-in name has 37 bytes; a longer one is none.
const LONGEST: usize = 40;
/// Power of two, four times the names of the largest profile: chains in the hash table stay short.
const SLOTS: usize = 1024;

/// A profile's names.
#[derive(Default)]
struct Index {
    /// In lower case, each with its macro and behaviour.
    entries: Vec<(String, &'static MacroInfo, &'static Behaviour)>,
    /// An open hash table of places in `entries`, from 1; 0 is free.
    slots: Vec<u16>,
}

fn index(profile: Engine) -> &'static Index {
    static INDEXES: [OnceLock<Index>; Engine::ALL.len()] = [const { OnceLock::new() }; Engine::ALL.len()];
    static NONE: Index = Index { entries: Vec::new(), slots: Vec::new() };
    INDEXES.get(profile.index()).map_or(&NONE, |cell| cell.get_or_init(|| Index::of(profile)))
}

impl Index {
    fn of(profile: Engine) -> Self {
        let mut index = Self { entries: Vec::new(), slots: vec![0; SLOTS] };
        for info in macro_table() {
            let behaviours = info.behaviours.iter();
            for behaviour in behaviours.filter(|behaviour| behaviour.profiles & profile.bit() != 0) {
                for name in std::iter::once(&info.name).chain(behaviour.aliases) {
                    index.entries.push((normal(name, profile), info, behaviour));
                }
            }
        }
        for (at, entry) in index.entries.iter().enumerate() {
            let mut slot = hash(entry.0.as_bytes());
            while index.slots.get(slot % SLOTS).is_some_and(|&taken| taken != 0) {
                slot += 1;
            }
            if let Some(free) = index.slots.get_mut(slot % SLOTS) {
                *free = at as u16 + 1;
            }
        }
        index
    }

    fn get(&self, key: &[u8]) -> Option<&'static Behaviour> {
        let mut slot = hash(key);
        loop {
            let at = usize::from(*self.slots.get(slot % SLOTS)?).checked_sub(1)?;
            let entry = self.entries.get(at)?;
            if entry.0.as_bytes() == key {
                return Some(entry.2);
            }
            slot += 1;
        }
    }
}

fn hash(key: &[u8]) -> usize {
    let hash = key.iter().fold(0x811c_9dc5_u32, |hash, &byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    (hash ^ (hash >> 15)) as usize
}

/// What a name may have that does not count, in profiles with loose names.
fn is_loose(c: char) -> bool {
    matches!(c, '_' | '-') || crate::js::is_space(c)
}

/// The form of a name that the profile compares.
fn normal(name: &str, profile: Engine) -> String {
    let loose = profile.rules().loose_names;
    name.chars().filter(|&c| !(loose && is_loose(c))).map(|c| c.to_ascii_lowercase()).collect()
}

/// Finds what a name means in a profile; letter case does not matter.
pub(crate) fn find(name: &str, profile: Engine) -> Option<&'static Behaviour> {
    let mut key = [0u8; LONGEST];
    let loose = profile.rules().loose_names;
    let mut len = 0;
    for c in name.chars().filter(|&c| !(loose && is_loose(c))) {
        let end = len + c.len_utf8();
        c.to_ascii_lowercase().encode_utf8(key.get_mut(len..end)?);
        len = end;
    }
    index(profile).get(key.get(..len)?)
}

/// Finds the known name nearest to a misspelt one: one insertion, deletion, substitution or swap away (two for names of
/// eight letters and more).
pub(crate) fn suggest(name: &str, profile: Engine) -> Option<&'static str> {
    let wanted = normal(name, profile);
    if wanted.len() < 3 || wanted.len() > 24 || !wanted.is_ascii() {
        return None;
    }
    let allowed = if wanted.len() >= 8 { 2 } else { 1 };
    index(profile)
        .entries
        .iter()
        .filter(|entry| entry.0.len().abs_diff(wanted.len()) <= allowed && entry.0.len() >= 3)
        .map(|entry| (distance(wanted.as_bytes(), entry.0.as_bytes()), entry))
        .filter(|(distance, _)| (1..=allowed).contains(distance))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, entry)| {
            let names = std::iter::once(&entry.1.name).chain(entry.2.aliases);
            names.copied().find(|name| normal(name, profile) == entry.0).unwrap_or(entry.1.name)
        })
}

/// Edits between two names, a swap of neighbours counting as one.
fn distance(a: &[u8], b: &[u8]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let at = |row: &[usize], k: usize| row.get(k).copied().unwrap_or(usize::MAX / 2);
            let mut best = (at(&last, j) + usize::from(x != y)).min(at(&last, j + 1) + 1).min(at(&row, j) + 1);
            let swapped = i > 0 && j > 0 && a.get(i - 1) == Some(y) && b.get(j - 1) == Some(x);
            if swapped {
                best = best.min(at(&before, j - 1) + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut last, row);
    }
    last.last().copied().unwrap_or(usize::MAX)
}
