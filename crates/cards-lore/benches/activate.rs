//! What a turn costs, against one lower-casing and one pass of a full automaton over the same text.
//!
//! Medians with the standard library's clock. Set `CARDS_BENCH_DATA` to a folder with `f.json` (a book of 2,000
//! entries and 100 messages); without it an input of the same size and kind is made here.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a failure here is a failed test, and what is printed is its output"
)]

use std::fmt::Write as _;
use std::hint::black_box;
use std::time::{Duration, Instant};

use aho_corasick::AhoCorasick;
use cards_lore::settings::MatchMode;
use cards_lore::{
    Activation, Book, Entry, Estimate, Host, Limits, Lore, Message, Profile, SeededDice, Settings, State, Turn,
    Verbatim,
};

/// A seeded source of syllables.
struct Maker(u64);

impl Maker {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }

    fn word(&mut self, syllables: usize) -> String {
        const SYLLABLES: [&str; 20] = [
            "ba", "be", "da", "ko", "la", "li", "ma", "mo", "na", "ne", "ra", "ri", "sa", "so", "ta", "ti", "va", "vo",
            "za", "zo",
        ];
        (0..syllables).map(|_| SYLLABLES[self.below(SYLLABLES.len())]).collect()
    }

    fn text(&mut self, bytes: usize) -> String {
        let mut text = String::new();
        while text.len() < bytes {
            let syllables = 1 + self.below(2);
            text.push_str(&self.word(syllables));
            text.push_str(if self.below(12) == 0 { ". Éa " } else { " " });
        }
        text
    }
}

struct Input {
    entries: Vec<Entry>,
    messages: Vec<String>,
}

/// The shared input, or one like it.
fn input() -> Input {
    let Some(data) = std::env::var_os("CARDS_BENCH_DATA") else { return made(2000, 100) };
    let Ok(text) = std::fs::read_to_string(std::path::Path::new(&data).join("f.json")) else { return made(2000, 100) };
    let data: serde_json::Value = serde_json::from_str(&text).unwrap();
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let entry = |value: &serde_json::Value| Entry {
        id: value["id"].to_string(),
        keys: value["keys"].as_array().into_iter().flatten().map(text).collect(),
        content: text(&value["content"]),
        order: value["insertion_order"].as_f64().unwrap(),
        priority: value["priority"].as_f64(),
        ..Entry::default()
    };
    Input {
        entries: data["book"]["entries"].as_array().unwrap().iter().map(entry).collect(),
        messages: data["messages"].as_array().unwrap().iter().map(text).collect(),
    }
}

fn made(entries: usize, messages: usize) -> Input {
    let mut maker = Maker(7);
    let entries: Vec<Entry> = (0..entries)
        .map(|number| Entry {
            id: number.to_string(),
            keys: vec![maker.word(4), maker.word(5), format!("{} {}", maker.word(3), maker.word(2))],
            content: maker.text(200),
            order: 100.0 + (number % 7) as f64,
            ..Entry::default()
        })
        .collect();
    let messages = (0..messages).map(|number| {
        let mut text = maker.text(580);
        if number % 2 == 0 {
            text.push_str(&entries[maker.below(entries.len())].keys[0]);
        }
        text
    });
    let messages = messages.collect();
    Input { entries, messages }
}

fn compile(entries: &[Entry], profile: Profile, depth: usize, recursive: bool) -> Lore {
    let settings = Settings::new(profile)
        .with_scan_depth(depth as f64)
        .with_recursive(recursive)
        .with_match_mode(MatchMode::Substring)
        .with_token_budget(Some(2048.0));
    let book = Book { name: "bench".to_owned(), entries: entries.to_vec(), ..Book::default() };
    Lore::compile(vec![book], settings, &Limits::default()).unwrap()
}

fn activate(lore: &Lore, messages: &[String], state: &mut State) -> Activation {
    let messages = messages.iter().map(|text| Message::user(text.as_str()));
    let turn = Turn { messages: messages.collect(), ..Turn::default() };
    let mut dice = SeededDice::new(1);
    let mut host = Host { tokens: &mut Estimate, dice: &mut dice, expander: &mut Verbatim };
    lore.activate(&turn, state, &mut host).unwrap()
}

/// The median of `rounds`; `prepare` is not counted.
fn median<S, T>(rounds: usize, mut prepare: impl FnMut() -> S, mut run: impl FnMut(S) -> T) -> Duration {
    let mut times: Vec<Duration> = (0..rounds)
        .map(|_| {
            let state = prepare();
            let start = Instant::now();
            let result = run(state);
            let time = start.elapsed();
            black_box(result);
            time
        })
        .collect();
    times.sort_unstable();
    times[times.len() / 2]
}

fn show(name: &str, time: Duration, base: Duration, limit: f64) {
    let ratio = time.as_secs_f64() / base.as_secs_f64();
    let mark = if ratio <= limit { "" } else { "  ABOVE" };
    println!("{name:<64} {:>10.1} us  {ratio:>8.3}x  (at most {limit}x){mark}", time.as_secs_f64() * 1e6);
}

fn main() {
    let input = input();
    let messages = &input.messages;
    let keys = input.entries.iter().flat_map(|entry| &entry.keys).map(|key| key.to_lowercase());
    let automaton = AhoCorasick::builder().kind(Some(aho_corasick::AhoCorasickKind::DFA)).build(keys).unwrap();
    let joined = messages.join("\n");
    let base = median(101, || (), |()| automaton.find_overlapping_iter(&joined.to_lowercase()).count());
    println!("{:<64} {:>10.1} us", "baseline: lower-case once, one DFA pass", base.as_secs_f64() * 1e6);
    for profile in [Profile::Spec, Profile::SillyTavern, Profile::Risu] {
        for recursive in [false, true] {
            let name = format!("{} {}", profile.as_str(), if recursive { "recursive" } else { "flat" });
            // Deep enough not to run into Risu's wrap, see `risu_depth`.
            let lore = compile(&input.entries, profile, 1_000_000, recursive);
            let warm = median(101, State::new, |mut state| activate(&lore, messages, &mut state));
            show(&format!("{name}: warm, no text seen before"), warm, base, 2.0);
            // One state goes on from turn to turn, and each turn brings a message that was never seen.
            let mut state = State::new();
            activate(&lore, messages, &mut state);
            let mut growing = messages.clone();
            let mut round = 0;
            let next = median(
                301,
                || (),
                |()| {
                    round += 1;
                    if let Some(last) = growing.last_mut() {
                        write!(last, " {round}").unwrap();
                    }
                    activate(&lore, &growing, &mut state)
                },
            );
            show(&format!("{name}: one new message (of warm)"), next, warm, 0.05);
        }
    }
    let cold = median(
        21,
        || Book { name: "bench".to_owned(), entries: input.entries.clone(), ..Book::default() },
        |book| {
            let settings = Settings::new(Profile::Spec).with_scan_depth(1e3).with_recursive(false);
            let lore = Lore::compile(vec![book], settings, &Limits::default()).unwrap();
            activate(&lore, messages, &mut State::new())
        },
    );
    show("spec flat: cold, compile and scan", cold, base, 25.0);
    regex_keys(&input, base);
    curves();
}

/// 200 keys as patterns against the same keys as text.
fn regex_keys(input: &Input, base: Duration) {
    let mut entries: Vec<Entry> = input.entries.iter().take(200).cloned().collect();
    let plain = compile(&entries, Profile::SillyTavern, input.messages.len(), false);
    let time = median(51, State::new, |mut state| activate(&plain, &input.messages, &mut state));
    show("200 entries, plain keys: warm", time, base, 2.0);
    for (name, pattern) in [("simple", "/\\b{}s?\\b/i"), ("without literal", "/\\b[a-z]{1,3}(?:{}|{}x)\\b/i")] {
        for entry in &mut entries {
            let key = entry.id.clone();
            let word = input.entries[key.parse::<usize>().unwrap_or_default() % input.entries.len()].keys[0].clone();
            entry.keys = vec![pattern.replace("{}", &word)];
        }
        let lore = compile(&entries, Profile::SillyTavern, input.messages.len(), false);
        activate(&lore, &input.messages, &mut State::new());
        let regex = median(11, State::new, |mut state| activate(&lore, &input.messages, &mut state));
        show(&format!("200 entries, {name} patterns: warm (of plain)"), regex, time, 10.0);
    }
}

/// Books and chats that grow; the time for each unit should stay.
fn curves() {
    for entries in [2_000, 5_000, 10_000, 20_000] {
        let input = made(entries, 100);
        let lore = compile(&input.entries, Profile::Spec, 100, true);
        let time = median(11, State::new, |mut state| activate(&lore, &input.messages, &mut state));
        println!("{entries:>6} entries, 100 messages: {:>10.1} us", time.as_secs_f64() * 1e6);
    }
    for messages in [100, 1_000, 10_000] {
        let input = made(2_000, messages);
        let lore = compile(&input.entries, Profile::Spec, messages, false);
        let time = median(7, State::new, |mut state| activate(&lore, &input.messages, &mut state));
        let each = time.as_secs_f64() * 1e6 / messages as f64;
        println!("2000 entries, {messages:>6} messages: {:>10.1} us, {each:.2} us each", time.as_secs_f64() * 1e6);
    }
    for length in [1_000_usize, 10_000, 20_000, 100_000] {
        for (profile, backward) in
            [(Profile::Spec, false), (Profile::Spec, true), (Profile::SillyTavern, false), (Profile::SillyTavern, true)]
        {
            let chain: Vec<Entry> = (0..length)
                .map(|number| {
                    let at = if backward { length - 1 - number } else { number };
                    Entry {
                        keys: vec![format!("k{at}x")],
                        content: format!("k{}x", at + 1),
                        priority: Some(at as f64),
                        ..Entry::default()
                    }
                })
                .collect();
            let settings = Settings::new(profile).with_recursive(true).with_token_budget(Some(1e9));
            let book = Book { entries: chain, ..Book::default() };
            let lore = Lore::compile(vec![book], settings, &Limits::default()).unwrap();
            let messages = ["k0x".to_owned()];
            let time = median(3, State::new, |mut state| {
                let answer = activate(&lore, &messages, &mut state);
                assert_eq!(answer.entries.len(), length);
                answer
            });
            let each = time.as_secs_f64() * 1e6 / length as f64;
            let way = if backward { "backward" } else { "forward" };
            println!("{} chain {way} of {length:>6}: {each:.3} us each", profile.as_str());
        }
    }
}
