//! `fixtures/lore/<case>/`: a book and a chat in `case.json`; what each profile makes of it in `expected.txt`.
//!
//! `BLESS=1` writes the expectations anew.

use std::fmt::Write as _;
use std::path::Path;

use cards_lore::settings::MatchMode;
use cards_lore::trace::{Cause, KeyMatch, Outcome, Source, Stop};
use cards_lore::turn::Greeting;
use cards_lore::{
    Activation, Book, BookKind, Dice, Host, Limits, Lore, Message, Placement, Profile, Settings, State, Turn, Verbatim,
};
use cards_model::{Content, Document};
use cards_words::Words;
use serde_json::Value;

struct Rolls(Vec<f64>);

impl Dice for Rolls {
    fn roll(&mut self) -> f64 {
        if self.0.is_empty() { 0.0 } else { self.0.remove(0) }
    }
}

#[test]
fn every_case_gives_what_is_expected() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/lore");
    let mut cases: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|case| case.unwrap().path()).collect();
    cases.sort();
    assert!(!cases.is_empty());
    let mut wrong = Vec::new();
    for case in cases {
        let name = case.file_name().unwrap().to_string_lossy().into_owned();
        println!("case {name}");
        let input: Value = serde_json::from_str(&std::fs::read_to_string(case.join("case.json")).unwrap()).unwrap();
        let actual = run(&input);
        let path = case.join("expected.txt");
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&path, &actual).unwrap();
        }
        let expected = std::fs::read_to_string(&path).unwrap_or_default();
        if expected != actual {
            println!("expected:\n{expected}\nactual:\n{actual}");
            wrong.push(name);
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}; run with BLESS=1 to accept");
}

fn run(input: &Value) -> String {
    let mut out = String::new();
    for &profile in Profile::ALL {
        if !input["profiles"].as_array().unwrap().iter().any(|name| name == profile.as_str()) {
            continue;
        }
        writeln!(out, "[{}]", profile.as_str()).unwrap();
        run_profile(input, profile, &mut out);
    }
    out
}

fn run_profile(input: &Value, profile: Profile, out: &mut String) {
    let lore = Lore::compile(
        vec![book(&input["book"], input["kind"] == "module", profile)],
        settings(&input["settings"], profile),
        &limits(),
    );
    let lore = lore.unwrap();
    let one = vec![input["chat"].clone()];
    let turns = input["turns"].as_array().unwrap_or(&one);
    let mut state = State::new();
    let rolls = input["rolls"].as_array().into_iter().flatten().filter_map(Value::as_f64).collect();
    let mut dice = Rolls(rolls);
    for (number, messages) in turns.iter().enumerate() {
        if turns.len() > 1 {
            writeln!(out, "turn {}", number + 1).unwrap();
        }
        let texts: Vec<&str> = messages.as_array().unwrap().iter().filter_map(Value::as_str).collect();
        let turn = Turn {
            messages: texts.into_iter().map(Message::system).collect(),
            greeting: input["greeting"].as_str().map(|text| Greeting { index: 0, text }),
            look_beyond_depth: input["look_beyond_depth"].as_bool().unwrap_or_default(),
            ..Turn::default()
        };
        let mut host = Host { tokens: &mut Words, dice: &mut dice, expander: &mut Verbatim };
        let answer = match lore.activate(&turn, &mut state, &mut host) {
            Ok(answer) => answer,
            Err(error) => {
                writeln!(out, "error: {error} ({})", error.class()).unwrap();
                continue;
            }
        };
        for slot in &answer.slots {
            let place = match &slot.placement {
                Placement::Depth { depth } | Placement::ReverseDepth { depth } => format!(" {depth}"),
                Placement::Slot(name) | Placement::Outlet(name) | Placement::NoPlace(name) => format!(" {name}"),
                Placement::Nowhere(number) => format!(" {number}"),
                _ => String::new(),
            };
            let texts = slot.entries.iter().map(|&number| &answer.entries[number].content).collect::<Vec<_>>();
            writeln!(out, "  {}{place} ({}): {texts:?}", slot.placement.kind(), slot.role.as_str()).unwrap();
        }
        for (at, outcome) in answer.trace.entries() {
            writeln!(out, "  {}: {}", at.entry, explain(outcome)).unwrap();
        }
        for finding in &answer.findings {
            let entry = finding.entry.map(|at| format!(" (entry {})", at.entry)).unwrap_or_default();
            writeln!(out, "  {}: {}{entry}", finding.kind.id(), finding.kind).unwrap();
        }
        // The form for serde tells as much, and comes back.
        let written = serde_json::to_value(&answer).unwrap();
        assert_eq!(written["trace"]["entries"].as_array().unwrap().len(), answer.trace.entries().count());
        let read: Activation = serde_json::from_value(written.clone()).unwrap();
        assert_eq!(serde_json::to_value(&read).unwrap(), written);
        assert!(answer.trace.entries().eq(read.trace.entries()));
        for (at, outcome) in answer.trace.entries() {
            assert_eq!((read.trace.outcome(at), read.trace.label(at)), (Some(outcome), answer.trace.label(at)));
        }
        assert_eq!((&read.entries, &read.slots, &read.findings), (&answer.entries, &answer.slots, &answer.findings));
    }
}

fn explain(outcome: &Outcome) -> String {
    match outcome {
        Outcome::NoKey => "no key".to_owned(),
        Outcome::Fired(fired) => {
            let cause = match &fired.cause {
                Cause::Constant => "constant".to_owned(),
                Cause::Key(found) => key(found),
                Cause::Sticky { until } => format!("sticky until {until}"),
                Cause::Decorator { name, line } => format!("@@{name} in line {line}"),
                Cause::Forced => "forced".to_owned(),
                Cause::Always => "always".to_owned(),
                other => format!("{other:?}"),
            };
            let secondary = fired.secondary.as_ref().map(|found| format!(" and {}", key(found))).unwrap_or_default();
            let left = fired.left.map(|left| format!(", {left} left")).unwrap_or_default();
            format!("fired in pass {} by {cause}{secondary}; {} tokens{left}", fired.pass, fired.tokens)
        }
        Outcome::Stopped(stopped) => {
            let detail = match &stopped.stop {
                Stop::Decorator { name, line, key: found } => {
                    let found = found.as_ref().map(|found| format!(" by {}", key(found))).unwrap_or_default();
                    format!(" @@{name} in line {line}{found}")
                }
                Stop::Secondary { logic, key: found } => {
                    let found = found.as_ref().map(|found| format!(" by {}", key(found))).unwrap_or_default();
                    format!(" {}{found}", logic.as_str())
                }
                Stop::Depth { found_at, depth } => format!(" {found_at} of {depth}"),
                Stop::Probability { rolled, chance } => format!(" {rolled} of {chance}"),
                Stop::Group { group, winner, how } => {
                    format!(" {group}: lost to {} by {}", winner.map_or(-1, |at| at.entry as i64), how.as_str())
                }
                Stop::Cooldown { until } => format!(" until {until}"),
                Stop::Delay { needed, length } => format!(" {length} of {needed}"),
                Stop::RecursionDelayed { level } => format!(" level {level}"),
                Stop::Budget { needed, used, budget } => format!(" {needed} beside {used} of {budget}"),
                Stop::Injected { into } => format!(" into {}", into.entry),
                _ => String::new(),
            };
            let found = stopped.key.as_ref().map(|found| format!(", though {}", key(found))).unwrap_or_default();
            format!("stopped by {}{detail}{found}", stopped.stop.as_str())
        }
        other => format!("{other:?}"),
    }
}

fn key(found: &KeyMatch) -> String {
    let source = match found.source {
        Source::Message(number) => format!("message {number}"),
        Source::Greeting => "the greeting".to_owned(),
        Source::Field(field) => field.as_str().to_owned(),
        Source::Injection(number) => format!("injection {number}"),
        Source::Inserted(at) => format!("the text of entry {}", at.entry),
        Source::Window => "the window".to_owned(),
        other => format!("{other:?}"),
    };
    format!("{} key `{}` in {source} at {}", found.list.as_str(), found.key, found.offset)
}

fn book(value: &Value, is_module: bool, profile: Profile) -> Book {
    let document = Document::read(value.to_string(), &cards_model::Limits::default()).unwrap();
    let Content::Lorebook(book) = &document.content else { panic!("no lorebook") };
    // The kind of a book decides whether it fires as a module.
    let kind = if is_module { BookKind::Module } else { BookKind::Character };
    Book::from_lorebook(book, kind, profile)
}

fn settings(value: &Value, profile: Profile) -> Settings {
    let mut settings = Settings::new(profile);
    if let Some(depth) = value["scan_depth"].as_f64() {
        settings.scan_depth = depth;
    }
    settings.token_budget = value["token_budget"].as_f64().or(settings.token_budget);
    settings.module_keys = value["module_keys"].as_bool().unwrap_or_default();
    settings.min_activations = value["min_activations"].as_u64().unwrap_or_default() as usize;
    settings.match_mode = match (value["whole_words"].as_bool(), profile) {
        (Some(true), _) => settings.whole_word_mode,
        _ => MatchMode::Substring,
    };
    settings
}

fn limits() -> Limits {
    Limits::default()
}
