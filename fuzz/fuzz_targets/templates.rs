//! Any template file and any story string of text completion: no panic, a bounded text, pieces that are the text, the same
//! answer twice.

#![no_main]

use cards_json::Limits;
use cards_macro::MapHost;
use cards_prompt::sillytavern::Outside;
use cards_prompt::sillytavern::text::{TextOptions, TextPrompt, complete, read_templates};
use cards_words::Words;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (String, String, String, u8, u16)| {
    let (file, story, said, kind, room) = input;
    let mut options = TextOptions::default();
    if let Ok(read) = read_templates(&file, &Limits::default()) {
        options = options.with_templates(read.value);
    }
    options.context.story_string = story;
    options = options.with_max_context(u64::from(room)).with_max_response(0);

    let card = cards_fuzz::card(&said);
    let scene = cards_fuzz::scene(&card, &said, kind);
    let answer = || -> Option<TextPrompt> {
        let mut host = MapHost::default();
        complete(&scene, &options, Outside { host: &mut host, tokens: &mut Words, books: None }).ok()
    };
    let first = answer();
    assert_eq!(first.as_ref().map(|prompt| &prompt.text), answer().as_ref().map(|prompt| &prompt.text));
    if let Some(prompt) = first {
        let pieces: String = prompt.pieces.iter().map(|piece| piece.text.as_str()).collect();
        assert_eq!(pieces, prompt.text);
    }
});
