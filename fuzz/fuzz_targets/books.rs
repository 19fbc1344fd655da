//! Whole books out of bytes: trace and answer agree, the budget holds, and the state comes back from its text.
#![no_main]

use cards_lore::book::Logic;
use cards_lore::trace::Outcome;
use cards_lore::{
    Book, Entry, Host, Limits, Lore, Message, Profile, SeededDice, Settings, State, Turn, Verbatim, Words,
};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (Vec<(Vec<String>, Vec<String>, String, u8)>, Vec<String>, u8)| {
    let (entries, messages, flags) = input;
    let entry =
        |(number, (keys, secondary_keys, content, bits)): (usize, (Vec<String>, Vec<String>, String, u8))| Entry {
            keys,
            secondary_keys,
            content,
            selective: bits & 1 != 0,
            constant: bits & 2 != 0,
            enabled: bits & 4 == 0,
            use_regex: bits & 8 != 0,
            logic: Some(Logic::from_number(i64::from(bits >> 4 & 3))),
            order: number as f64,
            ..Entry::default()
        };
    let entries: Vec<Entry> = entries.into_iter().enumerate().map(entry).collect();
    let profile = Profile::ALL[usize::from(flags) % Profile::ALL.len()];
    let settings = Settings::new(profile).with_token_budget(Some(20.0)).with_recursive(flags & 4 != 0);
    let limits = Limits::default().with_backtrack_steps(10_000).with_regex_scan_bytes(1 << 22);
    let book = Book { entries, ..Book::default() };
    let lore = Lore::compile(vec![book], settings, &limits).expect("a small book is no limit");
    let messages = messages.iter().map(|text| Message::system(text.as_str()));
    let turn = Turn { messages: messages.collect(), ..Turn::default() };
    let mut state = State::new();
    let mut dice = SeededDice::new(1);
    let mut host = Host { tokens: &mut Words, dice: &mut dice, expander: &mut Verbatim };
    let Ok(answer) = lore.activate(&turn, &mut state, &mut host) else { return };
    let fired = answer.trace.entries().filter(|(_, outcome)| matches!(outcome, Outcome::Fired(_))).count();
    assert_eq!(fired, answer.entries.len());
    // SillyTavern counts the text of earlier passes only where it is searched, see `docs/lore.md`.
    if profile != Profile::SillyTavern || !lore.settings().recursive {
        assert!(answer.tokens() <= 20);
    }
    let text = state.to_text();
    assert_eq!(State::from_text(&text).expect("what was written is read").to_text(), text);
});
