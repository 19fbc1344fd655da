//! Files that clients keep beside cards: presets, templates, scripts, personas, settings and chats. Told as the same twice, never
//! passed over without a word, and what is converted is a file of the other client.
#![no_main]

use cards_kit::{Beside, Limits, Profile, convert_beside};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let limits = Limits::default();
    let Some(beside) = Beside::read(bytes, &limits) else { return };
    let said = beside.answer();
    assert!(!said.kind.is_empty() && !said.what.is_empty());
    assert_eq!(Beside::read(bytes, &limits).map(|again| again.answer()), Some(said));
    for to in [Profile::SillyTavern, Profile::Risu] {
        let Ok(Some(made)) = convert_beside(bytes, to, "Name", &limits) else { continue };
        let text = made.to_text();
        let again = Beside::read(text.as_bytes(), &limits).map(|beside| beside.answer().kind);
        assert!(again.is_some(), "{text}");
    }
});
