//! Merges of three documents: what one side alone changed is taken whole, and no line of a text of either side is lost. The
//! bytes are three files with a byte 0xFF between them.
#![no_main]

use std::collections::HashSet;

use cards_json::Json;
use cards_kit::merge::{Conflict, MergeOptions, merge};
use cards_model::{Document, Limits};
use libfuzzer_sys::fuzz_target;

/// The lines of all texts of a value.
fn lines<'a>(json: &'a Json, found: &mut HashSet<&'a str>) {
    match json {
        Json::String(text) => found.extend(text.split('\n')),
        Json::Array(items) => items.iter().for_each(|item| lines(item, found)),
        Json::Object(object) => object.iter().for_each(|(_, value)| lines(value, found)),
        _ => {}
    }
}

fn merged(base: &Document, ours: &Document, theirs: &Document) -> Option<(Json, Vec<Conflict>)> {
    let mut ours = ours.clone();
    let conflicts = merge(base, &mut ours, theirs, &MergeOptions::default(), &cards_kit::Limits::default()).ok()?;
    Some((ours.content.to_json(), conflicts))
}

fuzz_target!(|bytes: &[u8]| {
    let mut parts = bytes.splitn(3, |byte| *byte == 0xFF);
    let mut next = || Document::read(parts.next()?, &Limits::default()).ok();
    let (Some(base), Some(ours), Some(theirs)) = (next(), next(), next()) else { return };
    let Some((result, conflicts)) = merged(&base, &ours, &theirs) else { return };
    if [&base, &theirs].into_iter().any(|one| one.content.form() != ours.content.form()) {
        return;
    }
    let json = ours.content.to_json();
    assert_eq!(merged(&base, &ours, &base), Some((json.clone(), Vec::new())));
    assert_eq!(merged(&base, &base, &ours), Some((json.clone(), Vec::new())));
    assert_eq!(merged(&base, &ours, &ours), Some((json.clone(), Vec::new())));
    let (mut old, mut kept) = (HashSet::new(), HashSet::new());
    let (before, other) = (base.content.to_json(), theirs.content.to_json());
    lines(&before, &mut old);
    lines(&result, &mut kept);
    let sides = conflicts.iter().flat_map(|conflict| [&conflict.ours, &conflict.theirs]).flatten();
    sides.for_each(|side| lines(side, &mut kept));
    for side in [&json, &other] {
        let mut said = HashSet::new();
        lines(side, &mut said);
        let lost: Vec<_> = said.difference(&old).filter(|line| !kept.contains(*line)).collect();
        assert!(lost.is_empty(), "{lost:?} is lost");
    }
});
