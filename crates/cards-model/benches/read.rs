//! How long reading takes, measured against `serde_json` into plain structs that drop unknown members.
//!
//! `cargo bench -p cards-model --bench read`. The card is the 1 MB one with an 800-entry lorebook: made here, or read
//! from `b.json` in the folder that the environment variable `CARDS_BENCH_DATA` names. Rounds take turns, so that a
//! slow moment of the machine hits all of them alike; the medians and their ratios are printed.

#![expect(clippy::print_stdout, clippy::unwrap_used, reason = "a bench prints, and stops when it cannot go on")]

use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::{Duration, Instant};

use cards_model::{Document, Limits, detect, peek};
use serde::Deserialize;

#[derive(Deserialize)]
struct Card {
    #[expect(dead_code, reason = "the baseline has to build every field")]
    spec: String,
    #[expect(dead_code, reason = "the baseline has to build every field")]
    spec_version: String,
    data: Data,
}

#[expect(dead_code, reason = "the baseline has to build every field")]
#[derive(Deserialize)]
struct Data {
    name: String,
    description: String,
    personality: String,
    scenario: String,
    first_mes: String,
    mes_example: String,
    creator_notes: String,
    system_prompt: String,
    post_history_instructions: String,
    alternate_greetings: Vec<String>,
    tags: Vec<String>,
    creator: String,
    character_version: String,
    nickname: Option<String>,
    group_only_greetings: Vec<String>,
    source: Option<Vec<String>>,
    creation_date: Option<i64>,
    modification_date: Option<i64>,
    creator_notes_multilingual: Option<BTreeMap<String, String>>,
    assets: Option<Vec<Asset>>,
    character_book: Option<Book>,
}

#[expect(dead_code, reason = "the baseline has to build every field")]
#[derive(Deserialize)]
struct Asset {
    #[serde(rename = "type")]
    kind: String,
    uri: String,
    name: String,
    ext: String,
}

#[expect(dead_code, reason = "the baseline has to build every field")]
#[derive(Deserialize)]
struct Book {
    name: Option<String>,
    description: Option<String>,
    scan_depth: Option<f64>,
    token_budget: Option<f64>,
    recursive_scanning: Option<bool>,
    entries: Vec<Entry>,
}

#[expect(dead_code, reason = "the baseline has to build every field")]
#[derive(Deserialize)]
struct Entry {
    keys: Vec<String>,
    content: String,
    enabled: bool,
    insertion_order: f64,
    use_regex: Option<bool>,
    case_sensitive: Option<bool>,
    constant: Option<bool>,
    name: Option<String>,
    priority: Option<f64>,
    id: Option<i64>,
    comment: Option<String>,
    selective: Option<bool>,
    secondary_keys: Option<Vec<String>>,
    position: Option<String>,
}

/// One thing to measure.
struct Job<'a> {
    name: &'static str,
    run: Box<dyn FnMut() -> Duration + 'a>,
    times: Vec<Duration>,
}

impl<'a> Job<'a> {
    fn new(name: &'static str, run: impl FnMut() -> Duration + 'a) -> Self {
        Self { name, run: Box::new(run), times: Vec::new() }
    }

    fn median(&self) -> Duration {
        let mut times = self.times.clone();
        times.sort_unstable();
        times.get(times.len() / 2).copied().unwrap_or_default()
    }
}

fn timed<T>(body: impl FnOnce() -> T) -> Duration {
    let start = Instant::now();
    let value = black_box(body());
    let time = start.elapsed();
    drop(value);
    time
}

fn main() {
    // `cargo test` runs benches too, to see that they work; once is enough for that.
    let rounds = if std::env::args().any(|arg| arg == "--bench") { 400 } else { 1 };
    let text = card_text();
    let limits = Limits::default();
    let card: Card = serde_json::from_slice(&text).unwrap();
    let entries = card.data.character_book.as_ref().map_or(0, |book| book.entries.len());
    println!("card of {} bytes, {entries} entries, {rounds} rounds", text.len());
    assert!(Document::read(text.clone(), &limits).unwrap().findings().len() < 5);

    let mut jobs = [
        Job::new("serde_json, plain structs", || timed(|| serde_json::from_slice::<Card>(&text).unwrap())),
        Job::new("serde_json, Value", || timed(|| serde_json::from_slice::<serde_json::Value>(&text).unwrap())),
        Job::new("Document::read", || {
            // A caller hands its bytes over; copying them first is not part of reading.
            let bytes = text.clone();
            timed(move || Document::read(bytes, &limits).unwrap())
        }),
        Job::new("peek", || timed(|| peek(&text, &limits).unwrap())),
        Job::new("detect", || timed(|| detect(std::str::from_utf8(&text).unwrap(), &limits).unwrap())),
    ];
    for _ in 0..rounds {
        for job in &mut jobs {
            let time = (job.run)();
            job.times.push(time);
        }
    }
    let base = jobs[0].median().as_secs_f64();
    println!("{:<28} {:>12} {:>8}", "job", "median", "ratio");
    for job in &jobs {
        let median = job.median();
        println!("{:<28} {:>9.1} us {:>8.3}", job.name, median.as_secs_f64() * 1e6, median.as_secs_f64() / base);
    }
}

fn card_text() -> Vec<u8> {
    match std::env::var_os("CARDS_BENCH_DATA") {
        Some(folder) => std::fs::read(std::path::Path::new(&folder).join("b.json")).unwrap(),
        None => made_card(),
    }
}

/// A card like that of the shared bench: prose of common words with some Japanese, 800 entries of 900 characters.
fn made_card() -> Vec<u8> {
    const WORDS: &[&str] = &[
        "amber", "anchor", "ash", "basil", "beacon", "bridge", "canyon", "cedar", "citadel", "copper", "crimson",
        "dagger", "delta", "ember", "falcon", "feather", "garden", "glass", "harbor", "hollow", "iron", "juniper",
        "lantern", "maple", "night", "oak", "pearl", "quarry", "raven", "silver", "thunder", "velvet", "willow",
        "winter",
    ];
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut next = move |below: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % below
    };
    let mut prose = |chars: usize| {
        let mut out = String::new();
        let mut count = 0;
        while count < chars {
            if next(100) < 3 {
                for _ in 0..4 {
                    out.extend(char::from_u32(0x3042 + u32::try_from(next(80)).unwrap()));
                }
                count += 5;
            } else {
                let word = WORDS.iter().cycle().nth(usize::try_from(next(WORDS.len() as u64)).unwrap()).unwrap();
                out.push_str(word);
                count += word.len() + 1;
            }
            out.push(' ');
        }
        out
    };
    // Members are in the order in which programs write them, with blanks behind colons and commas as Python has them.
    let mut entries = Vec::new();
    for i in 0..800 {
        entries.push(format!(
            r#"{{"keys": ["{}", "{}", "{}"], "secondary_keys": [], "content": "{}", "extensions": {{"position": 0, "probability": 100}}, "enabled": true, "insertion_order": {}, "case_sensitive": false, "use_regex": false, "name": "entry {i}", "priority": {}, "id": {i}, "comment": "c", "selective": false, "constant": false, "position": "before_char"}}"#,
            prose(6),
            prose(9),
            prose(16),
            prose(900),
            100 + i % 7,
            i % 10,
        ));
    }
    let head = r#"{"spec": "chara_card_v3", "spec_version": "3.0", "data": {"name": "Bench", "description": "", "personality": "calm", "scenario": "a room", "first_mes": "Hello {{user}}, I am {{char}}.", "mes_example": "<START>\n{{user}}: hi\n{{char}}: hello", "creator_notes": "notes", "system_prompt": "", "post_history_instructions": "", "alternate_greetings": ["one", "two"], "tags": ["a", "b"], "creator": "bench", "character_version": "1", "extensions": {"depth_prompt": {"depth": 4, "prompt": "p"}, "bench/unknown": {"k": [1, 2, 3]}}, "nickname": "B", "group_only_greetings": [], "source": [], "creation_date": 1700000000, "modification_date": 1700000001, "character_book": {"name": "Bench book", "scan_depth": 4, "token_budget": 2048, "recursive_scanning": true, "extensions": {"bench/unknown": [1, 2.5, null, "x"]}, "entries": ["#;
    format!("{head}{}]}}}}}}", entries.join(", ")).into_bytes()
}
