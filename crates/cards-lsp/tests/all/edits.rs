//! What is typed is answered alike behind each door, after any changes.

use std::fs;
use std::path::Path;

use cards_words::splitmix64;
use serde_json::{Value, json};

use crate::editor::{Door, Editor, uri};
use crate::transcripts::CARD;

/// What is typed, or put in the place of something; now and then what may break a file.
const TYPED: [&str; 14] = [
    "a",
    "{",
    "{{",
    "}}",
    "{{char}}",
    "{{ch",
    "{{setvar::mood::calm}}",
    "{{getvar::",
    "{{usr}}",
    "é",
    "😀",
    "<USER>",
    "",
    "",
];
const BREAKS: [&str; 6] = ["\"", "\\", ",", "]", "\n", "@@depth 4\n"];
/// What an editor asks about a place, a stretch, and a whole text. What the book does is told when it was tried, which is no matter of
/// the text alone, so that nobody asks for it here.
const AT: [&str; 3] = ["textDocument/completion", "textDocument/signatureHelp", "textDocument/prepareRename"];
const BETWEEN: [&str; 2] = ["textDocument/inlayHint", "textDocument/semanticTokens/range"];
const OF: [&str; 3] = ["textDocument/documentSymbol", "textDocument/foldingRange", "textDocument/semanticTokens/full"];
/// Changes of each text; after so many of them it rests, until what is wrong with it is told.
const EDITS: usize = 660;
const REST: usize = 60;

/// Where a byte is.
fn position(text: &str, offset: usize) -> Value {
    let before = &text[..offset];
    let start = before.rfind('\n').map_or(0, |line| line + 1);
    json!({"line": before.matches('\n').count(), "character": text[start..offset].encode_utf16().count()})
}

/// Some byte between two characters, mostly near a macro.
fn somewhere(text: &str, seed: &mut u64) -> usize {
    let mut below = |end: usize| usize::try_from(splitmix64(seed)).unwrap() % end;
    let macros: Vec<usize> = text.match_indices("{{").map(|(at, _)| at).collect();
    let near = (!macros.is_empty() && below(6) > 0).then(|| macros[below(macros.len())] + below(9));
    let at = near.unwrap_or_else(|| below(text.len() + 1)).min(text.len());
    (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap()
}

fn one<'a>(of: &[&'a str], seed: &mut u64) -> &'a str {
    of[usize::try_from(splitmix64(seed)).unwrap() % of.len()]
}

/// Types in a text behind a door, and gives all that is answered.
fn typed(door: Door, folder: &Path, address: &str, language: &str, first: &str, mut seed: u64) -> Vec<String> {
    let mut editor = Editor::start(door, folder, &json!({}));
    let (mut text, mut answers, mut begun) = (first.to_owned(), Vec::new(), Vec::new());
    editor.open(address, language, first);
    for version in 2..=i32::try_from(EDITS).unwrap() {
        let breaks = splitmix64(&mut seed).is_multiple_of(30);
        let (start, new) = (somewhere(&text, &mut seed), one(if breaks { &BREAKS } else { &TYPED }, &mut seed));
        let end =
            (start + usize::try_from(splitmix64(&mut seed)).unwrap() % if breaks { 6 } else { 1 }).min(text.len());
        let end = (end..=text.len()).find(|at| text.is_char_boundary(*at)).unwrap();
        // What was broken is whole again after each rest.
        let anew = usize::try_from(version).unwrap() % REST == 1;
        let (range, new) = if anew { (0..text.len(), first) } else { (start..end, new) };
        let stretch = json!({"start": position(&text, range.start), "end": position(&text, range.end)});
        editor.change(address, version, stretch, new);
        text.replace_range(range.clone(), new);

        let of = json!({"textDocument": {"uri": address}});
        let mut at = of.clone();
        // Behind what was typed, or elsewhere.
        let behind = splitmix64(&mut seed).is_multiple_of(2);
        at["position"] = position(&text, if behind { range.start + new.len() } else { somewhere(&text, &mut seed) });
        let mut between = of.clone();
        between["range"] = json!({"start": {"line": 0, "character": 0}, "end": at["position"]});
        // Keys of books are told about by what they fire.
        let hover = if text.contains("\"keys\"") { AT[0] } else { "textDocument/hover" };
        let asked = [
            (one(&AT, &mut seed), &at),
            (hover, &at),
            (one(&BETWEEN, &mut seed), &between),
            (one(&OF, &mut seed), &of),
        ];
        // Answers are waited for at the next rest, as an editor does not wait either.
        begun.extend(asked.map(|(method, params)| (method, editor.begin(method, params.clone()))));
        if usize::try_from(version).unwrap() % REST == 0 {
            answers.extend(begun.drain(..).map(|(method, id)| format!("{method} {:?}", editor.answer(&id))));
            answers.push(json!(editor.diagnostics(address, version)).to_string());
            let whole = json!({"start": {"line": 0, "character": 0}, "end": {"line": 9_999, "character": 0}});
            let params = json!({"textDocument": {"uri": address}, "range": whole, "context": {"diagnostics": []}});
            answers.push(editor.ask("textDocument/codeAction", params).to_string());
        }
    }
    editor.end();
    answers
}

/// A card with a book, one without, one in YAML, and a text of a picture.
#[test]
fn any_changes_are_answered_alike_behind_each_door() {
    let folder = tempfile::Builder::new().prefix("edits").tempdir().unwrap();
    let picture = folder.path().join("wick.png");
    fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/cards/wick-v3.png"), &picture).unwrap();
    let without = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","first_mes":"{{char}} of {{getvar::mood}}"}}"#;
    let yaml = "spec: chara_card_v2\nspec_version: '2.0'\ndata:\n  name: Aria\n  description: |\n    A bard. {{char}}\n    {{chra}}\n";
    let texts = [
        (uri(&folder.path().join("book.json")), "json", CARD),
        (uri(&folder.path().join("without.json")), "json", without),
        (uri(&folder.path().join("card.yaml")), "yaml", yaml),
        (format!("cards:{}/book/0/content", picture.display()), "plaintext", "@@depth 4\nThe {{char}} of {{usr}}."),
        (format!("cards:{}/description", picture.display()), "plaintext", "A bard, {{user}}."),
    ];
    // All at once: who types behind a door waits for what is behind it.
    let folder = folder.path();
    let said: Vec<_> = std::thread::scope(|scope| {
        let typing = |(number, text)| scope.spawn(move || answered_alike(folder, text, number as u64));
        let typing: Vec<_> = texts.iter().enumerate().map(typing).collect();
        typing.into_iter().map(|typing| typing.join().unwrap()).collect()
    });
    // Macros are offered, something is wrong, mended and told, so that it is no silence that is alike.
    let all = said.iter().fold([0; 4], |sum, one| std::array::from_fn(|at| sum[at] + one[at]));
    assert!(all.iter().all(|count| *count > 20), "{said:?}");
}

/// Types in a text behind each door, and counts what was offered, wrong, mended and told.
fn answered_alike(folder: &Path, (address, language, first): &(String, &str, &str), seed: u64) -> [usize; 4] {
    let mut doors = std::thread::scope(|scope| {
        let typing = |door| scope.spawn(move || typed(door, folder, address, language, first, seed));
        let doors: Vec<_> = Door::all().map(|door| (door, typing(door))).collect();
        doors.into_iter().map(|(door, typing)| (door, typing.join().unwrap())).collect::<Vec<_>>()
    })
    .into_iter();
    let (_, program) = doors.next().unwrap();
    for (door, answers) in doors {
        let other = program.iter().zip(&answers).position(|(one, other)| one != other);
        assert_eq!(
            (other.map(|at| (&program[at], &answers[at])), answers.len()),
            (None, program.len()),
            "{address} {door:?}"
        );
    }
    ["label", "\"source\":\"cards\"", "newText", "contents"]
        .map(|what| program.iter().filter(|answer| answer.contains(what)).count())
}
