//! Values merged, member by member and line by line.

use std::collections::HashSet;

use cards_json::{Json, Object, Pointer};

use super::lists::{merged, named, woven};
use super::{Conflict, MergeOptions, Side, Taken};

/// A merge under way.
pub(super) struct Merge {
    pub(super) conflicts: Vec<Conflict>,
    options: MergeOptions,
    /// Pairs of elements that comparing two lists may look at.
    pub(super) pairs: usize,
}

impl Merge {
    pub(super) fn new(options: MergeOptions, pairs: usize) -> Self {
        Self { conflicts: Vec::new(), options, pairs }
    }

    /// What becomes of one value.
    pub(super) fn value(
        &mut self,
        at: &Pointer,
        base: Option<&Json>,
        ours: Option<&Json>,
        theirs: Option<&Json>,
    ) -> Option<Json> {
        match (base, ours, theirs) {
            (_, ours, theirs) if ours == theirs => ours.cloned(),
            (base, ours, theirs) if base == ours => theirs.cloned(),
            (base, ours, theirs) if base == theirs => ours.cloned(),
            // Taking out what says nothing is no edit.
            (Some(base), ours, theirs) if (ours.is_none() || theirs.is_none()) && is_empty(base) => {
                ours.or(theirs).cloned()
            }
            (base, Some(Json::Object(ours)), Some(Json::Object(theirs))) => {
                Some(self.object(at, base.and_then(Json::as_object), ours, theirs).into())
            }
            (base, Some(Json::Array(ours)), Some(Json::Array(theirs))) => {
                let base = base.and_then(Json::as_array).unwrap_or_default();
                Some(Json::Array(self.list(at, base, ours, theirs)))
            }
            (Some(Json::String(base)), Some(Json::String(ours)), Some(Json::String(theirs))) => {
                Some(self.text(at, base, ours, theirs).into())
            }
            (_, Some(Json::Number(ours)), Some(Json::Number(theirs))) if is_date(at) => {
                // The later date holds for what both made.
                Some(Json::Number(if theirs.as_f64() > ours.as_f64() { theirs.clone() } else { ours.clone() }))
            }
            (base, ours, theirs) => {
                // Unless a side was named, what only their side still has stays.
                let kept = if ours.is_some() { Side::Ours } else { Side::Theirs };
                let side = self.options.side.unwrap_or(kept);
                self.note(at, [base, ours, theirs], side.into());
                if side == Side::Ours { ours.cloned() } else { theirs.cloned() }
            }
        }
    }

    /// The side that counts in conflicts, where one was named.
    pub(super) fn side(&self) -> Option<Side> {
        self.options.side
    }

    /// Notes a conflict, and what became of it.
    pub(super) fn note(&mut self, at: &Pointer, sides: [Option<&Json>; 3], taken: Taken) {
        let [base, ours, theirs] = sides.map(|side| side.cloned());
        self.conflicts.push(Conflict { pointer: at.clone(), base, ours, theirs, taken });
    }

    fn object(&mut self, at: &Pointer, base: Option<&Object>, ours: &Object, theirs: &Object) -> Object {
        let (in_base, in_ours, in_theirs) = (base.map(Object::by_name), ours.by_name(), theirs.by_name());
        let keys = woven(ours.into_iter().map(|(key, _)| key), theirs.iter().map(|(key, _)| key));
        let merged = keys.into_iter().filter_map(|key| {
            let base = in_base.as_ref().and_then(|base| base.get(key)).copied();
            let [own, other] = [&in_ours, &in_theirs].map(|side| side.get(key).copied());
            Some((key, self.value(&at.member(key), base, own, other)?))
        });
        merged.collect()
    }

    fn list(&mut self, at: &Pointer, base: &[Json], ours: &[Json], theirs: &[Json]) -> Vec<Json> {
        if let Some(list) = named(self, at, base, ours, theirs) {
            return list;
        }
        let spelled = |list: &[Json]| -> Vec<String> { list.iter().map(ToString::to_string).collect() };
        let spelled = [base, ours, theirs].map(spelled);
        let mut found = Vec::new();
        merged([&spelled[0], &spelled[1], &spelled[2]], self.pairs, |part| {
            let slice =
                |list: &[Json], range: &std::ops::Range<usize>| list.get(range.clone()).unwrap_or_default().to_vec();
            let old = slice(base, &part.base);
            let (own, other) = (slice(ours, &part.ours), slice(theirs, &part.theirs));
            found.extend(if !part.both || own == other {
                if part.by_them { other } else { own }
            } else {
                self.part(at, part.ours.start, &old, own, other)
            });
        });
        found
    }

    /// A part of a list that both sides changed: element by element where none was added or taken out, else all that either
    /// side has.
    fn part(&mut self, at: &Pointer, start: usize, base: &[Json], ours: Vec<Json>, theirs: Vec<Json>) -> Vec<Json> {
        if base.len() == ours.len() && base.len() == theirs.len() {
            let all = base.iter().zip(&ours).zip(&theirs).enumerate();
            return all
                .filter_map(|(index, ((base, ours), theirs))| {
                    self.value(&at.index(start + index), Some(base), Some(ours), Some(theirs))
                })
                .collect();
        }
        if !base.is_empty() {
            let side = |list: &[Json]| Json::Array(list.to_vec());
            let sides = [side(base), side(&ours), side(&theirs)];
            let taken = self.options.side.map_or(Taken::Both, Taken::from);
            self.note(&at.index(start), sides.each_ref().map(Some), taken);
            match self.options.side {
                Some(Side::Ours) => return ours,
                Some(Side::Theirs) => return theirs,
                None => {}
            }
        }
        let known: HashSet<&Json> = ours.iter().chain(base).collect();
        let more: Vec<Json> = theirs.into_iter().filter(|one| !known.contains(one)).collect();
        ours.into_iter().chain(more).collect()
    }

    /// A text that both sides changed, line by line.
    fn text(&mut self, at: &Pointer, base: &str, ours: &str, theirs: &str) -> String {
        let lines = |text: &str| -> Vec<String> { text.split_inclusive('\n').map(str::to_owned).collect() };
        let [old, own, other] = [base, ours, theirs].map(lines);
        let (mut out, mut torn) = (String::new(), false);
        let MergeOptions { mark, side } = self.options;
        merged([&old, &own, &other], self.pairs, |part| {
            let text =
                |list: &[String], range: &std::ops::Range<usize>| list.get(range.clone()).unwrap_or_default().concat();
            let (own, other) = (text(&own, &part.ours), text(&other, &part.theirs));
            if !part.both || own == other {
                out.push_str(if part.by_them { &other } else { &own });
                return;
            }
            torn = true;
            if let Some(side) = side {
                out.push_str(if side == Side::Ours { &own } else { &other });
            } else if mark {
                let whole = |text: String| if text.is_empty() || text.ends_with('\n') { text } else { text + "\n" };
                if !out.is_empty() && !out.ends_with('\n') {
                    out.push('\n');
                }
                // The last mark has a line end where a side has one, so that each can be taken as it was.
                let end = if own.ends_with('\n') || other.ends_with('\n') { "\n" } else { "" };
                out.push_str(&format!("<<<<<<< ours\n{}=======\n{}>>>>>>> theirs{end}", whole(own), whole(other)));
            }
        });
        if !torn {
            return out;
        }
        let taken = side.map_or(if mark { Taken::Both } else { Taken::Ours }, Taken::from);
        self.note(at, [base, ours, theirs].map(Json::from).each_ref().map(Some), taken);
        if taken == Taken::Ours && side.is_none() { ours.to_owned() } else { out }
    }
}

fn is_empty(json: &Json) -> bool {
    match json {
        Json::Null => true,
        Json::String(text) => text.is_empty(),
        Json::Array(items) => items.is_empty(),
        Json::Object(object) => object.is_empty(),
        _ => false,
    }
}

fn is_date(at: &Pointer) -> bool {
    matches!(at.as_str(), "/data/modification_date" | "/metadata/updated_at")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Elements of a list; by looking each up one by one, a merge would take billions of comparisons.
    const MANY: usize = 50_000;

    fn merged(base: &Json, ours: &Json, theirs: &Json) -> (Json, usize) {
        let mut merge = Merge::new(MergeOptions::default(), 4_000_000);
        let out = merge.value(&Pointer::ROOT, Some(base), Some(ours), Some(theirs)).unwrap();
        (out, merge.conflicts.len())
    }

    #[test]
    fn maps_of_many_members_are_merged_in_one_pass() {
        let map = |first: &str, numbers: std::ops::Range<usize>| -> Json {
            let rest = numbers.map(|number| (format!("{number:08}"), number));
            Json::Object(std::iter::once((first.to_owned(), 0)).chain(rest).collect())
        };
        let (out, conflicts) = merged(&map("base", 0..MANY), &map("base", 1..MANY), &map("theirs", 0..MANY + 1));
        assert_eq!((out, conflicts), (map("theirs", 1..MANY + 1), 0));
    }

    #[test]
    fn lists_of_many_named_elements_are_merged_in_one_pass() {
        let list = |numbers: std::ops::Range<usize>, last: &str| -> Json {
            let of = |number: usize, text: &str| {
                Json::Object([("id", Json::from(number)), ("x", text.into())].into_iter().collect())
            };
            numbers.map(|number| of(number, "")).chain([of(MANY * 2, last)]).collect::<Vec<_>>().into()
        };
        let (out, conflicts) = merged(&list(0..MANY, "a"), &list(1..MANY, "a"), &list(0..MANY + 1, "b"));
        assert_eq!((out, conflicts), (list(1..MANY + 1, "b"), 0));
    }

    #[test]
    fn lists_of_many_texts_that_both_rewrote_have_what_either_side_has() {
        let list =
            |side: &str| -> Json { (0..MANY).map(|number| format!("{side}{number}")).collect::<Vec<_>>().into() };
        let theirs = list("theirs").as_array().unwrap().iter().cloned().chain(["more".into()]).collect::<Vec<_>>();
        let (out, conflicts) = merged(&list("base"), &list("ours"), &theirs.into());
        assert_eq!((out.as_array().map(<[_]>::len), conflicts), (Some(2 * MANY + 1), 1));
    }

    #[test]
    fn a_member_that_only_they_have_stands_where_they_put_it() {
        let read = |text: &str| text.parse::<Json>().unwrap();
        let (out, _) = merged(&read(r#"{"b":1}"#), &read(r#"{"b":1,"z":2}"#), &read(r#"{"a":0,"b":1,"c":2,"d":3}"#));
        assert_eq!(out.to_string(), r#"{"a":0,"b":1,"c":2,"d":3,"z":2}"#);
    }
}
