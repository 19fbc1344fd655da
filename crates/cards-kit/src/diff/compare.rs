//! Two plain views into a list of changes.

use std::ops::Range;

use cards_model::Json;
use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::entries;
use crate::answer::{Difference, What};
use crate::plain::{Map, View};

/// Everything that two cards say differently, in reading order. Assets are not looked at; see `attached`.
pub(super) fn compare(mut before: Map<'_>, mut after: Map<'_>, pairs: usize) -> Vec<Difference> {
    before.remove("assets");
    after.remove("assets");
    let mut changes = Changes { found: Vec::new(), pairs };
    changes.maps("", &before, &after);
    changes.found
}

/// The changes found so far.
pub(super) struct Changes {
    pub(super) found: Vec<Difference>,
    /// Pairs of elements that comparing two lists may look at.
    pub(super) pairs: usize,
}

impl Changes {
    pub(super) fn push(&mut self, path: &str, before: Option<&View<'_>>, after: Option<&View<'_>>) {
        let what = match (before, after) {
            (None, _) => What::Added,
            (_, None) => What::Removed,
            _ => What::Changed,
        };
        let json = |view: &View<'_>| view.to_json();
        self.found.push(Difference {
            path: path.to_owned(),
            change: what,
            before: before.map(json),
            after: after.map(json),
        });
    }

    fn values(&mut self, path: &str, before: &View<'_>, after: &View<'_>) {
        match (before, after) {
            (a, b) if a == b => {}
            (View::Map(a), View::Map(b)) => self.maps(path, a, b),
            (View::List(a), View::List(b)) if path == "character_book.entries" => entries::compare(path, a, b, self),
            (View::List(a), View::List(b)) if path == "tags" => self.sets(path, a, b),
            (View::List(a), View::List(b)) => self.lists(path, a, b),
            (a, b) => self.push(path, Some(a), Some(b)),
        }
    }

    /// Members of the first map in its order, then those that only the second one has.
    pub(super) fn maps(&mut self, path: &str, before: &Map<'_>, after: &Map<'_>) {
        for (key, value) in before.iter() {
            let path = join(path, key);
            match after.get(key) {
                Some(other) => self.values(&path, value, other),
                None => self.push(&path, Some(value), None),
            }
        }
        for (key, value) in after.iter().filter(|(key, _)| before.get(key).is_none()) {
            self.push(&join(path, key), None, Some(value));
        }
    }

    /// A list whose order means little: one line says what came and what went.
    fn sets(&mut self, path: &str, before: &[View<'_>], after: &[View<'_>]) {
        let only = |these: &[View<'_>], those: &[View<'_>]| -> Vec<Json> {
            these.iter().filter(|item| !those.contains(item)).map(View::to_json).collect()
        };
        let (removed, added) = (only(before, after), only(after, before));
        for (what, items) in [(What::Removed, removed), (What::Added, added)] {
            for item in items {
                let (before, after) = if what == What::Removed { (Some(item), None) } else { (None, Some(item)) };
                self.found.push(Difference { path: path.to_owned(), change: what, before, after });
            }
        }
        if self.found.last().is_none_or(|change| change.path != path) {
            self.reordered(path, before, after);
        }
    }

    /// The same items in another order, or in other numbers.
    pub(super) fn reordered(&mut self, path: &str, before: &[View<'_>], after: &[View<'_>]) {
        let list = |items: &[View<'_>]| Some(Json::Array(items.iter().map(View::to_json).collect()));
        self.found.push(Difference {
            path: path.to_owned(),
            change: What::Reordered,
            before: list(before),
            after: list(after),
        });
    }

    /// A list whose order counts: what stayed is skipped, what is in the place of something is compared with it.
    fn lists(&mut self, path: &str, before: &[View<'_>], after: &[View<'_>]) {
        let keys =
            |items: &[View<'_>]| -> Vec<String> { items.iter().map(|item| item.to_json().to_string()).collect() };
        for (old, new) in places(&keys(before), &keys(after), self.pairs) {
            for i in 0..old.len().max(new.len()) {
                let (at, to) = (old.start + i, new.start + i);
                let (a, b) = (before.get(at).filter(|_| i < old.len()), after.get(to).filter(|_| i < new.len()));
                match (a, b) {
                    (Some(a), Some(b)) => self.values(&format!("{path}[{to}]"), a, b),
                    (a, b) => self.push(&format!("{path}[{}]", if b.is_some() { to } else { at }), a, b),
                }
            }
        }
    }
}

/// The places of two lists that differ, each beside what is in its place. Lists whose differing parts make more pairs
/// than are allowed differ in one place.
pub(crate) fn places(before: &[String], after: &[String], pairs: usize) -> Vec<(Range<usize>, Range<usize>)> {
    let head = before.iter().zip(after).take_while(|(a, b)| a == b).count();
    let (old, new) = (before.get(head..).unwrap_or_default(), after.get(head..).unwrap_or_default());
    let tail = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count();
    let old = old.get(..old.len() - tail).unwrap_or_default();
    let new = new.get(..new.len() - tail).unwrap_or_default();
    if old.len().saturating_mul(new.len()) > pairs {
        return vec![(head..head + old.len(), head..head + new.len())];
    }
    let moved = |range: Range<usize>| range.start + head..range.end + head;
    let ops = capture_diff_slices(Algorithm::Myers, old, new);
    let changed = ops.into_iter().filter(|op| !matches!(op, DiffOp::Equal { .. }));
    changed.map(|op| (moved(op.old_range()), moved(op.new_range()))).collect()
}

/// The path to a member.
pub(super) fn join(path: &str, key: &str) -> String {
    let plain = !key.is_empty() && !key.contains(['.', '[', ']', '"']) && !key.chars().any(char::is_whitespace);
    match (path.is_empty(), plain) {
        (true, true) => key.to_owned(),
        (false, true) => format!("{path}.{key}"),
        (_, false) => format!("{path}[{key:?}]"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plain::plain;
    use cards_model::{Document, Limits};

    fn changes(a: &str, b: &str) -> Vec<String> {
        let wrap = |data: &str| {
            let text = format!(r#"{{"spec":"chara_card_v3","spec_version":"3.0","data":{{"name":"A",{data}}}}}"#);
            Document::read(text, &Limits::default()).unwrap()
        };
        let (a, b) = (wrap(a), wrap(b));
        let found = compare(plain(&a.content), plain(&b.content), 4_000_000);
        found.iter().map(|change| format!("{} {}", change.change.as_str(), change.path)).collect()
    }

    #[test]
    fn a_greeting_in_the_middle_is_one_change() {
        let a = r#""alternate_greetings":["one","two","three"]"#;
        let b = r#""alternate_greetings":["one","new","two","three"]"#;
        assert_eq!(changes(a, b), ["added alternate_greetings[1]"]);
        assert_eq!(changes(b, a), ["removed alternate_greetings[1]"]);
        assert_eq!(changes(a, a), [""; 0]);
    }

    #[test]
    fn beyond_the_pairs_a_list_differs_in_one_place() {
        let list = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        let (a, b) = (list(&["x", "a", "b", "y"]), list(&["x", "b", "c", "d", "y"]));
        assert_eq!(places(&a, &b, 6), [(1..2, 1..1), (3..3, 2..4)]);
        assert_eq!(places(&a, &b, 5), [(1..3, 1..4)]);
        assert_eq!(places(&a, &a, 0), []);
    }

    #[test]
    fn tags_are_a_set() {
        assert_eq!(changes(r#""tags":["a","b"]"#, r#""tags":["b","a"]"#), ["reordered tags"]);
        assert_eq!(changes(r#""tags":["a","b"]"#, r#""tags":["b","c"]"#), ["removed tags", "added tags"]);
    }

    #[test]
    fn unknown_members_are_compared() {
        let a = r#""extensions":{"x y":{"deep":[1,{"z":2}]}}"#;
        let b = r#""extensions":{"x y":{"deep":[1,{"z":3}]}}"#;
        assert_eq!(changes(a, b), [r#"changed extensions["x y"].deep[1].z"#]);
    }
}
