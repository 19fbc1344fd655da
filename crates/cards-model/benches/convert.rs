//! How long a conversion takes, against reading the same card: `cargo bench -p cards-model --bench convert`.

#![expect(clippy::print_stdout, reason = "a bench prints what it measured")]

use std::fmt::Write as _;
use std::hint::black_box;
use std::time::{Duration, Instant};

use cards_model::convert::{Options, Stash};
use cards_model::{Card, Document, Form, Limits};

const ENTRIES: usize = 800;
const ROUNDS: usize = 60;

/// A CCv3 card of about 1 MB with a large lorebook, in the member order of the shared bench.
fn card() -> String {
    let mut entries = String::new();
    for i in 0..ENTRIES {
        let content = format!("amber anchor {i} ash autumn かきくけ barrow ").repeat(19);
        let comma = if i == 0 { "" } else { "," };
        let _ = write!(
            entries,
            r#"{comma}{{"keys": ["amber", "kado{i}", "lumi{i} owl"], "secondary_keys": [], "content": "{content}", "extensions": {{"position": 0, "probability": 100}}, "enabled": true, "insertion_order": {}, "case_sensitive": false, "use_regex": false, "name": "entry {i}", "priority": {}, "id": {i}, "comment": "c", "selective": false, "constant": false, "position": "before_char"}}"#,
            100 + i % 7,
            i % 10
        );
    }
    format!(
        r#"{{"spec": "chara_card_v3", "spec_version": "3.0", "data": {{"name": "Bench", "description": "", "personality": "calm", "scenario": "a room", "first_mes": "Hello {{{{user}}}}, I am {{{{char}}}}.", "mes_example": "<START>\n{{{{user}}}}: hi\n{{{{char}}}}: hello", "creator_notes": "notes", "system_prompt": "", "post_history_instructions": "", "alternate_greetings": ["one", "two"], "tags": ["a", "b"], "creator": "bench", "character_version": "1", "extensions": {{"depth_prompt": {{"depth": 4, "prompt": "p"}}, "bench/unknown": {{"k": [1, 2, 3]}}}}, "nickname": "B", "group_only_greetings": [], "source": [], "creation_date": 1700000000, "modification_date": 1700000001, "character_book": {{"name": "Bench book", "scan_depth": 4, "token_budget": 2048, "recursive_scanning": true, "extensions": {{"bench/unknown": [1, 2.5, null, "x"]}}, "entries": [{entries}]}}}}}}"#
    )
}

/// The median time of many rounds; what a round needs is made outside of the clock, and what it gives dropped there.
fn median<T, U>(mut make: impl FnMut() -> T, mut run: impl FnMut(T) -> U) -> Duration {
    let mut times: Vec<_> = (0..ROUNDS)
        .map(|_| {
            let input = make();
            let start = Instant::now();
            let output = black_box(run(black_box(input)));
            let time = start.elapsed();
            drop(output);
            time
        })
        .collect();
    times.sort_unstable();
    times.get(ROUNDS / 2).copied().unwrap_or_default()
}

fn main() {
    let bytes = card().into_bytes();
    let read = || Document::read(bytes.clone(), &Limits::default()).expect("the card is well-formed");
    let card: Card = read().card().expect("it is a card").clone();
    let parse = median(|| bytes.clone(), |bytes| Document::read(bytes, &Limits::default()));
    println!("{} bytes, {ENTRIES} entries; parse {parse:?}", bytes.len());
    for form in [Form::V1, Form::V2, Form::V3L, Form::Prom] {
        for stash in [Stash::Off, Stash::Everywhere] {
            let options = Options::default().with_stash(stash);
            let time = median(|| card.clone(), |card| card.into_form(form, &options));
            let ratio = time.as_secs_f64() / parse.as_secs_f64();
            println!("V3 to {form}, stash {stash:?}: {time:?}, {ratio:.3} of the parse");
            let there = card.clone().into_form(form, &options).expect("cards convert to every spec").value;
            let time = median(|| there.clone(), |card| card.into_form(Form::V3, &options));
            let ratio = time.as_secs_f64() / parse.as_secs_f64();
            println!("  and back: {time:?}, {ratio:.3} of the parse");
        }
    }
}
