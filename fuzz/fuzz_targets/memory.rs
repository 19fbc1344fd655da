//! Saved memory that anybody may have written: what is read is written so that it reads as the same, with the same text for the
//! same memory, and a turn goes on from it.
#![no_main]

use cards_kit::{Cast, Chat, Memory, Options, Session};
use libfuzzer_sys::fuzz_target;

/// A card with entries that stay and rest.
const CARD: &[u8] = br#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"A","first_mes":"Hi {{getvar::a}}.","character_book":{
    "extensions":{},"entries":[{"keys":["bell"],"content":"{{getvar::a}}","enabled":true,"insertion_order":1,
    "extensions":{"sticky":2,"cooldown":1,"delay":1}}]}}}"#;

fuzz_target!(|text: &str| {
    let Ok(memory) = Memory::from_text(text) else { return };
    let written = memory.to_text();
    let again = Memory::from_text(&written).expect("it was written so");
    assert_eq!(again.to_text(), written);
    assert_eq!(again.seed, memory.seed);
    let cast = Cast::read([("a.json", CARD)]).expect("a card");
    let turn = |memory: Memory| {
        let mut session = Session::new(cast.clone(), Options::default()).expect("a session").with_memory(memory);
        let mut chat = Chat::default();
        chat.say_as_user("the bell");
        session.turn(&chat).ok().map(|turn| turn.fired.activation.entries.len())
    };
    assert_eq!(turn(memory), turn(again));
});
