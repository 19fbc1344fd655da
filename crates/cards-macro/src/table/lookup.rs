//! Finding a macro by name.

use std::sync::OnceLock;

use super::{Behaviour, MacroInfo};
use crate::profile::{Profile, Syntax};

/// Returns the whole table, chapter by chapter.
#[must_use]
pub fn macro_table() -> &'static [&'static MacroInfo] {
    static TABLE: OnceLock<Vec<&'static MacroInfo>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut all: Vec<_> = super::CHAPTERS
            .iter()
            .flat_map(|chapter| chapter.iter())
            .collect();
        all.sort_by_key(|info| info.group);
        all
    })
}

/// A profile's names in lower case, sorted, each with its behaviour.
type Index = Vec<(String, &'static MacroInfo, &'static Behaviour)>;

fn index(profile: Profile) -> &'static Index {
    static INDEXES: [OnceLock<Index>; Profile::ALL.len()] =
        [const { OnceLock::new() }; Profile::ALL.len()];
    static NONE: Index = Vec::new();
    let Some(cell) = INDEXES.get(profile.index()) else {
        return &NONE;
    };
    cell.get_or_init(|| {
        let mut index = Index::new();
        for info in macro_table() {
            let behaviours = info
                .behaviours
                .iter()
                .filter(|behaviour| behaviour.profiles & profile.bit() != 0);
            for behaviour in behaviours {
                for name in std::iter::once(&info.name).chain(behaviour.aliases) {
                    index.push((normal(name, profile), info, behaviour));
                }
            }
        }
        index.sort_by(|a, b| a.0.cmp(&b.0));
        index.dedup_by(|a, b| a.0 == b.0);
        index
    })
}

/// The form of a name that the profile compares.
fn normal(name: &str, profile: Profile) -> String {
    let risu = profile.rules().syntax == Syntax::Risu;
    name.chars()
        .filter(|c| !(risu && (*c == '_' || *c == '-' || c.is_whitespace())))
        .map(|c| c.to_ascii_lowercase())
        .collect()
}

/// Finds what a name means in a profile; letter case does not matter.
pub(crate) fn find(name: &str, profile: Profile) -> Option<&'static Behaviour> {
    // No built-in name is longer, so longer ones need no copy.
    let mut key = [0u8; 32];
    let risu = profile.rules().syntax == Syntax::Risu;
    let mut len = 0;
    for byte in name.bytes() {
        if risu && (matches!(byte, b'_' | b'-') || byte.is_ascii_whitespace()) {
            continue;
        }
        *key.get_mut(len)? = byte.to_ascii_lowercase();
        len += 1;
    }
    let key = key.get(..len)?;
    let index = index(profile);
    let at = index
        .binary_search_by(|entry| entry.0.as_bytes().cmp(key))
        .ok()?;
    index.get(at).map(|entry| entry.2)
}

/// Finds the known name nearest to a misspelt one: one insertion, deletion, substitution or swap away (two for names of
/// eight letters and more).
pub(crate) fn suggest(name: &str, profile: Profile) -> Option<&'static str> {
    const LONGEST: usize = 24;
    let wanted = normal(name, profile);
    if wanted.len() < 3 || wanted.len() > LONGEST || !wanted.is_ascii() {
        return None;
    }
    let allowed = if wanted.len() >= 8 { 2 } else { 1 };
    index(profile)
        .iter()
        .filter(|entry| entry.0.len().abs_diff(wanted.len()) <= allowed && entry.0.len() >= 3)
        .map(|entry| (distance(wanted.as_bytes(), entry.0.as_bytes()), entry))
        .filter(|(distance, _)| (1..=allowed).contains(distance))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, entry)| {
            let names = std::iter::once(&entry.1.name).chain(entry.2.aliases);
            names
                .copied()
                .find(|name| normal(name, profile) == entry.0)
                .unwrap_or(entry.1.name)
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
            let mut best = (at(&last, j) + usize::from(x != y))
                .min(at(&last, j + 1) + 1)
                .min(at(&row, j) + 1);
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
