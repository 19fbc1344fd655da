//! Edits of a document: what was set is there when the file is read again, nothing else moved, and an edit that is undone
//! leaves no trace. The last byte says which value is edited.
#![no_main]

use cards_model::{Document, Json, Limits, Pointer, Style};
use libfuzzer_sys::fuzz_target;

/// The pointers of all values below a value.
fn pointers(value: &Json, at: &Pointer, found: &mut Vec<Pointer>) {
    match (value.as_object(), value.as_array()) {
        (Some(members), _) => {
            for (name, inner) in members.iter() {
                let inside = at.member(name);
                pointers(inner, &inside, found);
                found.push(inside);
            }
        }
        (_, Some(items)) => {
            for (index, inner) in items.iter().enumerate() {
                let inside = at.index(index);
                pointers(inner, &inside, found);
                found.push(inside);
            }
        }
        _ => {}
    }
}

fuzz_target!(|bytes: &[u8]| {
    let Some((&choice, text)) = bytes.split_last() else { return };
    let Ok(mut document) = Document::read(text, &Limits::default()) else { return };
    let before = document.to_text(Style::Compact);
    let Ok(value) = Json::read(&before, &cards_json::Limits::default()) else { return };
    let mut found = Vec::new();
    pointers(&value, &Pointer::default(), &mut found);
    let Some(pointer) = found.get(usize::from(choice) % found.len().max(1)) else { return };
    let old = match document.set(pointer, "edited") {
        Ok(Some(old)) => old,
        Ok(None) => return,
        Err(_) => {
            assert_eq!(document.to_bytes(), text, "a refused edit changed something");
            return;
        }
    };
    // An edit of a marker makes it another kind of file, or none.
    if let Ok(again) = Document::read(document.to_bytes(), &Limits::default())
        && again.content.form() == document.content.form()
    {
        let mut expected = value.clone();
        expected.set(pointer, "edited").expect("there was a value");
        let now = Json::read(&again.to_text(Style::Compact), &cards_json::Limits::default()).expect("JSON");
        // A text that is at the root and not in `data` is read as the card's, once there is one.
        let taken = Pointer::from(["data"]).join(pointer);
        if expected.at(&taken).is_none() && now.at(&taken).is_some() {
            expected.set(&taken, "edited").expect("`data` is an object");
        }
        assert_eq!(now, expected, "at {pointer}");
    }
    // What never was of its field's type is kept when it is read, and refused when it is set.
    if document.set(pointer, old).is_ok() {
        assert_eq!(document.to_text(Style::Compact), before, "undone at {pointer}");
    }
});
