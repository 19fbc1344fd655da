//! Any key against any text: no panic, bounded work, and a second turn over remembered hits answers the same.
#![no_main]

use cards_lore::{
    Book, Entry, Host, Limits, Lore, Message, Profile, SeededDice, Settings, State, Turn, Verbatim, Words,
};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (String, String, bool)| {
    let (key, text, use_regex) = input;
    let limits = Limits::default().with_backtrack_steps(10_000).with_regex_scan_bytes(1 << 22);
    for &profile in Profile::ALL {
        let entry = Entry { keys: vec![key.clone()], content: text.clone(), use_regex, ..Entry::default() };
        let book = Book { entries: vec![entry], ..Book::default() };
        let lore = Lore::compile(vec![book], Settings::new(profile), &limits).expect("one entry is no limit");
        let turn = Turn { messages: vec![Message::system(&text)], ..Turn::default() };
        let mut state = State::new();
        let mut answer = || {
            let mut dice = SeededDice::new(1);
            let mut host = Host { tokens: &mut Words, dice: &mut dice, expander: &mut Verbatim };
            lore.activate(&turn, &mut state, &mut host).map(|answer| answer.entries.len())
        };
        // After-match memory may change the second answer; nothing else may.
        let (first, second) = (answer(), answer());
        if !text.contains("@@") {
            assert_eq!(first, second);
        }
    }
});
