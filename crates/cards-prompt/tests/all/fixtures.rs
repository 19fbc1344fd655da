//! Walks `fixtures/prompt`: a card, a chat with fired lore, and the prompt that they give.
//!
//! `BLESS=1` writes the prompts that come out in place of the expected ones.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use cards_lore::Placement;
use cards_lore::placement::InjectHow;
use cards_macro::{Limits, MapHost};
use cards_model::Document;
use cards_prompt::{LoreText, Opening, Prompt, PromptInput, Segment, assemble, open};
use cards_words::{Message, Role};
use serde_json::Value;

#[test]
fn every_case_gives_its_prompt() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/prompt");
    let mut names: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.sort();
    let mut failed = Vec::new();
    for case in names {
        let expected_at = case.join("expected.txt");
        let found = told(&prompt_of(&case));
        if std::env::var_os("BLESS").is_some() {
            fs::write(&expected_at, &found).unwrap();
        } else if fs::read_to_string(&expected_at).unwrap_or_default() != found {
            failed.push(format!("{}:\n{found}", case.display()));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

fn prompt_of(case: &Path) -> Prompt {
    let document = Document::read(fs::read(case.join("card.json")).unwrap(), &cards_model::Limits::default()).unwrap();
    let card = document.card().unwrap();
    let input: Value = serde_json::from_slice(&fs::read(case.join("input.json")).unwrap()).unwrap();
    let text = |key: &str| input[key].as_str().unwrap_or_default().to_owned();
    let list = |key: &str| input[key].as_array().cloned().unwrap_or_default();
    let role = |value: &Value| value["role"].as_str().and_then(Role::from_name).unwrap_or_default();
    let said: Vec<_> =
        list("chat").iter().map(|row| Message::new(role(row), row["content"].as_str().unwrap().to_owned())).collect();
    let lore: Vec<_> = list("lore")
        .iter()
        .map(|row| LoreText {
            entry: row["entry"].as_str().unwrap().to_owned(),
            text: row["text"].as_str().unwrap().to_owned(),
            placement: placement(&row["place"]),
            role: role(row),
        })
        .collect();
    let engine = input["profile"].as_str().unwrap_or("spec").parse().unwrap();
    let mut host = MapHost::new("Sam", card.name());
    let opening = Opening::Greeting(input["greeting"].as_u64().unwrap_or(0) as usize);
    let history = open(Some(card), &said, &opening, engine, &Limits::default(), &mut host).unwrap();
    let (persona, system, post) = (text("persona"), text("system"), text("post_history"));
    let input = PromptInput {
        lore: &lore,
        persona: &persona,
        system_prompt: &system,
        post_history_instructions: &post,
        engine,
        context: input["context"].as_u64(),
        ..PromptInput::new(card, &history)
    };
    assemble(&input, &mut host, &mut |text: &str| text.len() as u64).unwrap()
}

fn placement(value: &Value) -> Placement {
    let number = |key: &str| value[key].as_f64();
    let name = |key: &str| value[key].as_str().map(str::to_owned);
    match value.as_str() {
        Some("before_char") => return Placement::BeforeChar,
        Some("after_char") => return Placement::AfterChar,
        Some("note") => return Placement::AuthorNoteTop,
        Some("examples_top") => return Placement::ExamplesTop,
        Some("examples_bottom") => return Placement::ExamplesBottom,
        _ => {}
    }
    let depth = number("depth").map(|depth| Placement::Depth { depth });
    let from_start = number("from_start").map(|depth| Placement::ReverseDepth { depth });
    let tokens = number("tokens").map(|tokens| Placement::InstructDepth { tokens });
    let position = value["position"].as_i64().map(Placement::Nowhere);
    let part = name("part").map(|target| Placement::Inject { target, how: InjectHow::Append });
    let named = name("slot").map(Placement::Slot).or_else(|| name("outlet").map(Placement::Outlet)).or(part);
    depth.or(from_start).or(tokens).or(position).or(named).unwrap_or_default()
}

/// The prompt as lines.
fn told(prompt: &Prompt) -> String {
    let mut out = String::new();
    let line = |out: &mut String, piece: &Segment, behind: &str| {
        let text = piece.text.replace('\n', "\\n");
        writeln!(out, "[{}] {}, {}: {text}{behind}", piece.source.name(), piece.role, piece.tokens).unwrap();
    };
    prompt.segments.iter().for_each(|piece| line(&mut out, piece, ""));
    if !prompt.left_out.is_empty() {
        out.push_str("left out:\n");
        prompt.left_out.iter().for_each(|piece| line(&mut out, piece, ""));
    }
    if !prompt.unplaced.is_empty() {
        out.push_str("unplaced:\n");
        prompt.unplaced.iter().for_each(|lost| line(&mut out, &lost.segment, &format!(" ({})", lost.reason)));
    }
    if prompt.excess > 0 {
        writeln!(out, "excess: {}", prompt.excess).unwrap();
    }
    if !prompt.unknown_macros.is_empty() {
        writeln!(out, "unknown: {}", prompt.unknown_macros.join(", ")).unwrap();
    }
    out
}
