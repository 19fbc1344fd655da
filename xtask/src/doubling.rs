//! `cargo xtask doubling`: what a file that is twice as large costs.
//!
//! Each part of a card that may repeat is made of n, 2n and 4n pieces, and the instructions that each verb takes are counted
//! by valgrind, not timed, so that a busy machine changes nothing. Where the second doubling costs more than three times
//! the first one (n log n: a little over two, n²: four), the chore fails.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use crate::cargo;
use crate::failure::Failure;

/// Verbs over a card; `FILE` is the card, `CHAT` a chat, `OUT` a name that is free.
const LINES: [&str; 9] = [
    "inspect FILE",
    "lint FILE --json",
    "repair FILE -o OUT",
    "convert FILE --to v1 -o OUT",
    "report FILE -o OUT",
    "scan FILE",
    "id FILE",
    "activate FILE --chat CHAT",
    "prompt FILE --chat CHAT",
];

/// Growth of the second doubling over that of the first, in hundredths, that is still n log n with some slack.
const MOST: u64 = 300;

/// Fewer instructions than this are the noise of a start.
const NOISE: u64 = 20_000_000;

/// A part of a card that may repeat: its name, and a card with so many of it.
type Part = (&'static str, fn(usize) -> Value);

const PARTS: [Part; 12] = [
    ("tags", |n| card("tags", json!((0..n).map(|i| format!("t{i}")).collect::<Vec<_>>()))),
    ("greetings", |n| card("alternate_greetings", json!(vec!["Hi, {{user}}."; n]))),
    ("members of extensions", |n| {
        card("extensions", Value::Object((0..n).map(|i| (format!("k{i}"), json!({"a": i}))).collect()))
    }),
    ("members of data", |n| {
        let mut card = card("creator", json!("x"));
        (0..n).for_each(|i| card["data"][format!("k{i}")] = json!(i));
        card
    }),
    ("words of a greeting", |n| card("first_mes", json!("a word, ".repeat(4 * n)))),
    ("macros of a greeting", |n| card("first_mes", json!("{{char}} and {{user}} ".repeat(n)))),
    ("open braces of a greeting", |n| card("first_mes", json!("{{ ".repeat(4 * n)))),
    ("blocks of examples", |n| card("mes_example", json!("<START>\n{{user}}: a\n{{char}}: b\n".repeat(n)))),
    ("entries with keys", |n| book(n, |i| (format!("key{i}"), "c".to_owned(), false))),
    ("entries of one key", |n| book(n, |_| ("lamp".to_owned(), "c".to_owned(), false))),
    ("entries with patterns", |n| book(n / 4, |i| (format!("/key{i}\\b/i"), "c".to_owned(), true))),
    ("entries that fire the next", |n| book(n, |i| (format!("k{i}q"), format!("k{}q", i + 1), false))),
];

/// What is counted.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// How many pieces there are at first.
    #[arg(long, default_value_t = 1_000)]
    pieces: usize,
    /// Only parts and verbs that hold this text.
    #[arg(long)]
    only: Option<String>,
    /// The tool; a debug build of this tree unless given.
    #[arg(long)]
    cards: Option<PathBuf>,
}

/// Builds the tool, counts, prints a line for each part and verb.
pub fn run(options: &Options) -> Result<(), Failure> {
    if Command::new("valgrind").arg("--version").output().is_err() {
        println!("doubling: not counted, valgrind is not at hand");
        return Ok(());
    }
    let cards = match &options.cards {
        Some(cards) => cards.clone(),
        None => {
            let mut build = Command::new(env!("CARGO"));
            cargo::succeed(build.args(["build", "--quiet", "--package", "cards-cli"]).current_dir(crate::root()))?;
            crate::root().join("target/debug/cards")
        }
    };
    let room = crate::root().join("target/doubling");
    std::fs::create_dir_all(&room)?;
    let (mut counted, mut steep) = (0, 0);
    for (part, make) in PARTS {
        for line in LINES {
            if options.only.as_ref().is_some_and(|only| !part.contains(only.as_str()) && !line.contains(only.as_str()))
            {
                continue;
            }
            let mut costs = Vec::new();
            for size in [1, 2, 4] {
                std::fs::write(room.join("card.json"), make(size * options.pieces).to_string())?;
                costs.push(instructions(&cards, line, &room)?);
            }
            let &[one, two, four] = costs.as_slice() else { continue };
            let (first, second) = (two.saturating_sub(one), four.saturating_sub(two));
            let growth = 100 * second / first.max(NOISE / 4);
            let bad = second > NOISE && growth > MOST;
            counted += 1;
            steep += u32::from(bad);
            let mark = if bad { "STEEP" } else { "     " };
            let millions = [one, two, four].map(|count| count / 1_000_000);
            println!(
                "{mark} {part}, {line}: {millions:?} million, the second doubling {}.{:02} times the first",
                growth / 100,
                growth % 100
            );
        }
    }
    println!("doubling: {counted} counted, {steep} above n log n");
    if steep == 0 { Ok(()) } else { Err(Failure::new("a file that is twice as large costs too much")) }
}

/// The instructions of one run.
fn instructions(cards: &Path, line: &str, room: &Path) -> Result<u64, Failure> {
    let mut command = Command::new("valgrind");
    command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(cards).current_dir(room);
    let _ = std::fs::remove_file(room.join("out.card"));
    for word in line.split(' ') {
        match word {
            "FILE" => command.arg("card.json"),
            "CHAT" => command.arg(crate::root().join("fixtures/cards/chat.jsonl")),
            "OUT" => command.arg("out.card"),
            other => command.arg(other),
        };
    }
    let output = command.output()?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let count = said.lines().find_map(|line| line.split_once("Collected : ")).map(|(_, count)| count.trim().to_owned());
    let count = count.ok_or_else(|| Failure::new(format!("valgrind does not count `cards {line}`: {said}")))?;
    count.parse().map_err(|_| Failure::new(format!("valgrind counts {count}")))
}

fn card(member: &str, value: Value) -> Value {
    let mut card = json!({"spec": "chara_card_v2", "spec_version": "2.0", "data": {
        "name": "Tobin", "description": "A clock mender.", "personality": "", "scenario": "", "first_mes": "k0q lamp",
        "mes_example": "", "creator_notes": "", "system_prompt": "", "post_history_instructions": "",
        "alternate_greetings": [], "tags": [], "creator": "", "character_version": "", "extensions": {},
    }});
    card["data"][member] = value;
    card
}

fn book(entries: usize, of: fn(usize) -> (String, String, bool)) -> Value {
    let entry = |i: usize| {
        let (key, content, pattern) = of(i);
        json!({"id": i, "keys": [key], "content": content, "extensions": {}, "enabled": true, "insertion_order": i, "use_regex": pattern})
    };
    let entries: Vec<_> = (0..entries).map(entry).collect();
    card("character_book", json!({"extensions": {}, "recursive_scanning": true, "scan_depth": 50, "entries": entries}))
}
