//! Copies of what a card says, which clients keep beside it.

use std::collections::HashSet;

use cards_json::{Json, Pointer};
use cards_model::Form;
use cards_model::worldinfo::SECOND_NAMES;

use super::resolve::known;
use super::work::Work;
use crate::error::Error;

/// Copies under another name than that of their original (de facto: SillyTavern 1.19).
const OTHER_NAMES: &[(&[&str], &str)] = &[
    (&["data", "extensions", "talkativeness"], "talkativeness"),
    (&["data", "extensions", "fav"], "fav"),
    (&["data", "creator_notes"], "creatorcomment"),
];

/// Brings the copies of what was changed in step with it; those of what was not changed stay as they are, right or wrong.
pub(super) fn follow(work: &mut Work<'_>, old: &Json) -> Result<(), Error> {
    if work.form == Form::WorldInfo {
        return second_names(work);
    }
    if !matches!(work.form, Form::V2 | Form::V3) {
        return Ok(());
    }
    let data = Pointer::from(["data"]);
    let mut changed: Vec<String> = Vec::new();
    for change in &work.changes {
        let below = change.pointer.below(&data);
        let name = below.and_then(|below| below.keys().next().map(|name| name.into_owned()));
        changed.extend(name.filter(|name| !changed.contains(name)));
    }
    let members = known(work.form, &data);
    for name in changed.iter().filter(|name| members.contains(&name.as_str())) {
        if !matches!(name.as_str(), "extensions" | "character_book") {
            same(work, &data.member(name), &Pointer::from([name.as_str()]))?;
        }
    }
    for (original, copy) in OTHER_NAMES {
        let original: Pointer = original.iter().collect();
        if work.json.at(&original) != old.at(&original) {
            same(work, &original, &Pointer::from([*copy]))?;
        }
    }
    english_notes(work, old)
}

/// Members of world-info entries that go by a name of V2 as well say the same under both; and what chub.ai repeats among
/// the extensions of an entry follows.
fn second_names(work: &mut Work<'_>) -> Result<(), Error> {
    let Some(entries) = work.form.entries_pointer() else { return Ok(()) };
    let places: Vec<Pointer> = work.changes.iter().map(|change| change.pointer.clone()).collect();
    // The entry and the member of each change within one.
    let within = |place: &Pointer| {
        let below = place.below(&entries)?;
        let mut keys = below.keys();
        Some((entries.member(&keys.next()?), keys.next()?.into_owned()))
    };
    let members: HashSet<Pointer> = places.iter().filter_map(within).map(|(entry, name)| entry.member(&name)).collect();
    for (entry, member) in places.iter().filter_map(within) {
        for second in SECOND_NAMES {
            let (own, other) = (entry.member(second.own), entry.member(second.other));
            let (from, to) = if member == second.own { (own, other) } else { (other, own) };
            // Whoever changed both meant both.
            if from.last().as_deref() == Some(&member) && !members.contains(&to) {
                same_as(work, &from, &to, |value| second.turned(&value))?;
            }
        }
        same(work, &entry.member(&member), &entry.member("extensions").member(&member))?;
    }
    Ok(())
}

/// Makes a copy that is there say what its original says.
fn same(work: &mut Work<'_>, original: &Pointer, copy: &Pointer) -> Result<(), Error> {
    same_as(work, original, copy, |value| value)
}

/// Makes a copy that is there say what its original says, in its own way.
fn same_as(
    work: &mut Work<'_>,
    original: &Pointer,
    copy: &Pointer,
    way: impl FnOnce(Json) -> Json,
) -> Result<(), Error> {
    if work.json.at(copy).is_none() {
        return Ok(());
    }
    match work.json.at(original).cloned() {
        Some(value) => work.set(copy, way(value)),
        None => {
            work.take(copy);
            Ok(())
        }
    }
}

/// The notes of a V3 card are its English ones, which may be in the map of languages too.
fn english_notes(work: &mut Work<'_>, old: &Json) -> Result<(), Error> {
    let notes = Pointer::from(["data", "creator_notes"]);
    let english = Pointer::from(["data", "creator_notes_multilingual", "en"]);
    let (now, before) = (work.json.at(&notes), old.at(&notes));
    let in_step = before.is_some() && before == work.json.at(&english);
    match now.cloned() {
        Some(now) if in_step && Some(&now) != before => work.set(&english, now),
        _ => Ok(()),
    }
}
