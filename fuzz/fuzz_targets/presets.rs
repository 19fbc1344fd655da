//! Any preset of chat completion over a small chat: no panic, a bounded text, pieces that are the messages, a budget that is
//! kept, the same answer twice.

#![no_main]

use cards_macro::MapHost;
use cards_prompt::sillytavern::Outside;
use cards_prompt::sillytavern::chat::{ChatPrompt, Preset, assemble};
use cards_words::Words;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (String, String, u8)| {
    let (file, said, kind) = input;
    let Ok(read) = Preset::read(&file) else { return };
    let preset = read.value;
    let card = cards_fuzz::card(&said);
    let scene = cards_fuzz::scene(&card, &said, kind);
    let answer = || -> Option<ChatPrompt> {
        let mut host = MapHost::default();
        assemble(&scene, &preset, Outside { host: &mut host, tokens: &mut Words, books: None }).ok()
    };
    let first = answer();
    let second = answer();
    assert_eq!(first.as_ref().map(|prompt| &prompt.messages), second.as_ref().map(|prompt| &prompt.messages));
    let Some(prompt) = first else { return };
    for message in &prompt.messages {
        let pieces: String = message.pieces.iter().map(|piece| piece.text.as_str()).collect();
        assert_eq!(pieces, message.content);
    }
    if prompt.overflow.is_none() {
        assert!(prompt.budget_left >= 0);
    }
});
