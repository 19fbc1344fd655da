//! Places of a card: one that was read is written and read as the same; what is done there is seen there, and undone without
//! a trace.
#![no_main]

use cards_kit::{Limits, Patch, Place, open};
use libfuzzer_sys::fuzz_target;

/// A card with a book, of a form whose greetings are in two members.
const CARD: &[u8] = br#"{"name":"A","spec":"chara_card_v2","spec_version":"2.0","data":{"name":"A","first_mes":"a","tags":["x"],
    "alternate_greetings":["b","c"],"extensions":{"fav":true,"depth_prompt":{"prompt":"p","depth":4}},"character_book":{
    "extensions":{},"entries":[{"id":1,"name":"The Bell","keys":["bell"],"content":"rings","extensions":{},"enabled":true,
    "insertion_order":1},{"id":2,"comment":"b","keys":[],"content":"","extensions":{},"enabled":false,"insertion_order":2}]}}}"#;

fuzz_target!(|text: &str| {
    let Ok(place) = text.parse::<Place>() else { return };
    let again: Place = place.to_string().parse().expect("it was written so");
    assert_eq!(again, place, "{text}");
    let limits = Limits::default();
    let mut editor = open(CARD, &limits).expect("a card").edit();
    let before = editor.document().content.to_json();
    let value = cards_json::Json::from("edited");
    let mut there = editor.select(&place).unwrap_or_default();
    there.retain(|one| editor.get(one).is_ok());
    for patch in [
        Patch::Set { path: place.clone(), value: value.clone() },
        Patch::Insert { path: place.clone(), value: value.clone() },
        Patch::Remove { path: place.clone() },
    ] {
        let sets = matches!(patch, Patch::Set { .. });
        if editor.apply(&[patch]).is_ok_and(|changes| !changes.is_empty()) {
            // A place that was there before holds what was set; one behind the last is another by now.
            for one in there.iter().filter(|_| sets) {
                assert_eq!(editor.get(one).ok(), Some(value.clone()), "{text}");
            }
            editor.undo();
        }
        assert_eq!(editor.document().content.to_json(), before, "{text}");
    }
});
