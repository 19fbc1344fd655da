//! A book and a chat that are edited between turns: remembered hits answer as a scan from scratch does.
#![no_main]

use cards_lore::{
    Book, Entry, Host, Limits, Lore, Message, Profile, SeededDice, Settings, State, Turn, Verbatim, Words,
};
use libfuzzer_sys::fuzz_target;

fn shown(lore: &Lore, messages: &[String], state: &mut State) -> Option<String> {
    let messages = messages.iter().map(|text| Message::user(text.as_str()));
    let turn = Turn { messages: messages.collect(), ..Turn::default() };
    let mut dice = SeededDice::new(1);
    let mut host = Host { tokens: &mut Words, dice: &mut dice, expander: &mut Verbatim };
    let answer = lore.activate(&turn, state, &mut host).ok()?;
    Some(format!("{:?} {:?}", answer.entries, answer.prompt_order))
}

fuzz_target!(|input: (Vec<(String, String, u8)>, Vec<(u8, u8, u8, String)>, u8)| {
    let (entries, edits, flags) = input;
    // Decorators ask for a memory of what fired, which a scan from scratch has not.
    if entries.iter().any(|(key, content, _)| key.contains("@@") || content.contains("@@")) {
        return;
    }
    let entry = |(key, content, bits): (String, String, u8)| Entry {
        keys: vec![key],
        content,
        constant: bits & 2 != 0,
        enabled: bits & 4 == 0,
        use_regex: bits & 1 != 0,
        order: f64::from(bits >> 4),
        ..Entry::default()
    };
    let mut entries: Vec<Entry> = entries.into_iter().map(entry).collect();
    let mut messages: Vec<String> = Vec::new();
    let profile = Profile::ALL[usize::from(flags) % Profile::ALL.len()];
    let limits = Limits::default().with_backtrack_steps(10_000).with_regex_scan_bytes(1 << 22);
    let mut state = State::new();
    for (what, a, b, text) in edits {
        let (a, b) = (usize::from(a), usize::from(b));
        match what % 6 {
            0 if !entries.is_empty() => {
                let length = entries.len();
                entries.swap(a % length, b % length);
            }
            1 if !entries.is_empty() => {
                entries.remove(a % entries.len());
            }
            2 if !entries.is_empty() => {
                let at = a % entries.len();
                entries[at].keys = vec![text];
            }
            3 if !messages.is_empty() => {
                messages.remove(a % messages.len());
            }
            4 if !messages.is_empty() => {
                let at = a % messages.len();
                messages[at] = text;
            }
            _ => messages.push(text),
        }
        let settings = Settings::new(profile).with_recursive(flags & 4 != 0);
        let book = Book { entries: entries.clone(), ..Book::default() };
        let Ok(lore) = Lore::compile(vec![book], settings, &limits) else { return };
        let fresh = shown(&lore, &messages, &mut State::new());
        assert_eq!(shown(&lore, &messages, &mut state), fresh);
        state = State::from_text(&state.to_text()).expect("what was written is read");
    }
});
