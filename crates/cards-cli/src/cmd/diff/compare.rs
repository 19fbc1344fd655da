//! Two plain views into a list of changes.

use cards_model::Json;
use similar::{Algorithm, DiffOp, capture_diff_slices_deadline};

use super::entries;
use super::words::deadline;
use cards_kit::plain::{Map, View};

/// One difference.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Change {
    /// The field: `description`, `alternate_greetings[2]`, `character_book.entries[id 3].content`.
    pub(crate) path: String,
    /// What happened to it.
    pub(crate) what: What,
    /// The value in the first card.
    pub(crate) before: Option<Json>,
    /// The value in the second card.
    pub(crate) after: Option<Json>,
}

/// What happened to a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    /// Only the second card has it.
    Added,
    /// Only the first card has it.
    Removed,
    /// Both have it, and it differs.
    Changed,
    /// The same things stand in another order.
    Reordered,
}

impl What {
    /// The word for machines.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Removed => "removed",
            Self::Changed => "changed",
            Self::Reordered => "reordered",
        }
    }
}

/// Everything that two cards say differently, in reading order. Assets are not looked at; see `attached`.
pub(crate) fn compare(mut before: Map<'_>, mut after: Map<'_>) -> Vec<Change> {
    before.remove("assets");
    after.remove("assets");
    let mut changes = Changes::default();
    changes.maps("", &before, &after);
    changes.0
}

/// The changes found so far.
#[derive(Default)]
pub(super) struct Changes(pub(super) Vec<Change>);

impl Changes {
    pub(super) fn push(&mut self, path: &str, before: Option<&View<'_>>, after: Option<&View<'_>>) {
        let what = match (before, after) {
            (None, _) => What::Added,
            (_, None) => What::Removed,
            _ => What::Changed,
        };
        let json = |view: &View<'_>| view.to_json();
        self.0.push(Change { path: path.to_owned(), what, before: before.map(json), after: after.map(json) });
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
                self.0.push(Change { path: path.to_owned(), what, before, after });
            }
        }
        if self.0.last().is_none_or(|change| change.path != path) {
            self.reordered(path, before, after);
        }
    }

    /// The same items in another order, or in other numbers.
    pub(super) fn reordered(&mut self, path: &str, before: &[View<'_>], after: &[View<'_>]) {
        let list = |items: &[View<'_>]| Some(Json::Array(items.iter().map(View::to_json).collect()));
        self.0.push(Change { path: path.to_owned(), what: What::Reordered, before: list(before), after: list(after) });
    }

    /// A list whose order counts: what stayed is skipped, what stands in the place of something is compared with it.
    fn lists(&mut self, path: &str, before: &[View<'_>], after: &[View<'_>]) {
        let keys =
            |items: &[View<'_>]| -> Vec<String> { items.iter().map(|item| item.to_json().to_string()).collect() };
        let until = deadline(before.len(), after.len());
        let ops = capture_diff_slices_deadline(Algorithm::Myers, &keys(before), &keys(after), until);
        for op in ops {
            if matches!(op, DiffOp::Equal { .. }) {
                continue;
            }
            let (old, new) = (op.old_range(), op.new_range());
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
    use cards_kit::plain::plain;
    use cards_model::{Document, Limits};

    fn changes(a: &str, b: &str) -> Vec<String> {
        let wrap = |data: &str| {
            let text = format!(r#"{{"spec":"chara_card_v3","spec_version":"3.0","data":{{"name":"A",{data}}}}}"#);
            Document::read(text, Limits::default()).unwrap()
        };
        let (a, b) = (wrap(a), wrap(b));
        let found = compare(plain(&a.content), plain(&b.content));
        found.iter().map(|change| format!("{} {}", change.what.word(), change.path)).collect()
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
