//! What changes nothing leaves a file as it was, to the byte.

use cards_kit::edit::exchange::{self, ListForm};
use cards_kit::edit::texts::{TextClass, texts};
use cards_kit::{Editor, Patch, Place};
use cards_kit::{Error, Limits};
use cards_model::{Json, Pointer};

use crate::changes::{corpus, members};

/// Files larger than this take a debug build long.
const LARGE: usize = 1 << 21;

/// Every known file that the editor takes and can write, with its bytes.
fn files() -> impl Iterator<Item = (String, Vec<u8>, Editor)> {
    corpus().into_iter().filter_map(|path| {
        let bytes = std::fs::read(&path).unwrap();
        let editor = cards_kit::open(&bytes[..], Limits::default())
            .map(cards_kit::Opened::edit)
            .ok()
            .filter(|_| bytes.len() < LARGE)?;
        Some((path.display().to_string(), bytes, editor))
    })
}

/// The wrong of a file that a step was to leave alone.
fn problem(editor: &Editor, bytes: &[u8]) -> Option<String> {
    let changed: Vec<_> = editor.changes().map(|change| change.pointer.to_string()).collect();
    if !changed.is_empty() {
        return Some(format!("changed {changed:?}"));
    }
    (editor.to_bytes(bytes, &Limits::default()).ok()? != bytes).then(|| "is another file".to_owned())
}

#[test]
fn texts_that_go_out_and_come_in_leave_every_known_file_as_it_was() {
    let (mut seen, mut wrong) = (0, Vec::new());
    for (path, bytes, editor) in files() {
        let rows = exchange::rows(&editor.document().content, TextClass::ALL);
        for form in [ListForm::Json, ListForm::Csv, ListForm::Po] {
            let mut editor = editor.clone();
            let mut list = exchange::read(&exchange::write(&rows, form), form, &Limits::default()).unwrap();
            list.iter_mut().for_each(|row| row.text.clone_from(&row.source));
            match editor.set_texts(&list) {
                Err(Error::OnlyRead { .. }) => continue,
                Ok(misfits) if misfits.is_empty() => {}
                other => wrong.push(format!("{path}, {form:?}: {other:?}")),
            }
            wrong.extend(problem(&editor, &bytes).map(|problem| format!("{path}, {form:?}: {problem}")));
        }
        seen += 1;
    }
    assert!(seen > 50, "{seen} files");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The places of a card: texts by name, and every member and element by pointer.
fn places(editor: &Editor) -> Vec<Place> {
    let content = &editor.document().content;
    let mut all = std::collections::BTreeSet::new();
    members(&Pointer::ROOT, &content.to_json(), &mut all);
    let named = texts(content).into_iter().map(|text| text.place);
    named.chain(all.into_iter().filter(|place| *place != Pointer::ROOT).map(Place::from)).collect()
}

/// What is written as another type than the form has cannot be set to what it is: it is set as what it should be.
fn is_of_its_type(editor: &Editor, place: &Place) -> bool {
    let Ok(found) = editor.get_all(std::slice::from_ref(place)) else { return false };
    let Some((Some(at), value)) = found.first() else { return true };
    let odd = editor
        .document()
        .findings()
        .iter()
        .any(|finding| at.starts_with(&finding.pointer) || finding.pointer.starts_with(at));
    !odd && *value != Json::Null
}

#[test]
fn each_place_set_to_itself_leaves_every_known_file_as_it_was() {
    let (mut seen, mut count, mut wrong) = (0, 0, Vec::new());
    for (path, bytes, mut editor) in files() {
        let mut places = places(&editor);
        places.retain(|place| is_of_its_type(&editor, place));
        // Of large files, as many as a test run has time for, from all over them.
        let step = places.len().div_ceil(200).max(1);
        for place in places.into_iter().step_by(step) {
            let Ok(value) = editor.get(&place) else { continue };
            match editor.apply(&[Patch::Set { path: place.clone(), value }]) {
                Err(Error::OnlyRead { .. }) => break,
                Ok(changes) if changes.is_empty() => count += 1,
                other => wrong.push(format!("{path}: {place}: {other:?}")),
            }
        }
        wrong.extend(problem(&editor, &bytes).map(|problem| format!("{path}: {problem}")));
        seen += 1;
    }
    assert!(seen > 50 && count > 2000, "{count} places of {seen} files");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
