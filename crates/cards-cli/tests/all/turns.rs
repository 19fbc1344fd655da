//! What `prompt` and `activate` say of a client: its order, what it wants first, how a chat opens, and near misses.

use std::path::Path;

use serde_json::Value;

use crate::tool::{at_root, folder_with, run};

const WICK: &str = "fixtures/cards/wick-v3.png";

/// A card whose four entries are each missed in another way by what is said.
const MISSED: &str = r#"{"spec":"chara_card_v3","spec_version":"3.0","data":{"name":"Mira","description":"A keeper.",
"personality":"","scenario":"","first_mes":"Good evening.","alternate_greetings":["Back again?"],"mes_example":"",
"system_prompt":"","post_history_instructions":"","creator_notes":"","tags":[],"creator":"","character_version":"",
"group_only_greetings":[],"extensions":{},"character_book":{"extensions":{},"entries":[
{"keys":["Wood"],"name":"case","use_regex":false,"case_sensitive":true,"content":"a a","enabled":true,"insertion_order":1,
 "extensions":{"case_sensitive":true,"match_whole_words":false}},
{"keys":["lamp"],"name":"word","use_regex":false,"content":"b b","enabled":true,"insertion_order":2,
 "extensions":{"match_whole_words":true}},
{"keys":["bells?"],"name":"pattern","use_regex":false,"content":"c c","enabled":true,"insertion_order":3,"extensions":{}},
{"keys":["ferry"],"name":"absent","use_regex":false,"content":"d d","enabled":true,"insertion_order":4,"extensions":{}}]}}}"#;

const SAID: &str = "Into the wood with a lamplight and a bell.";

fn text(output: &std::process::Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn json(folder: &Path, words: &[&str]) -> Value {
    serde_json::from_str(&text(&run(folder, &[words, &["--json"]].concat()))).unwrap()
}

#[test]
fn the_profile_of_sillytavern_is_its_whole_prompt() {
    let words = ["prompt", WICK, "--chat", "fixtures/cards/chat.jsonl", "--user", "Sam", "--now", "0", "--profile"];
    let by = |more: &[&str]| text(&at_root(&[&words, more].concat()));
    let plain = by(&["sillytavern"]);
    assert_eq!(plain, by(&["sillytavern", "--preset", "default"]));
    assert!(plain.starts_with("profile sillytavern: SillyTavern 1.19, chat completion by its default preset\n"));
    assert!(plain.contains("import the lorebook of the card") && plain.contains("[Start a new Chat]"), "{plain}");
    assert!(by(&["sillytavern", "--instruct", "chatml"]).contains("text completion by its templates"));
    assert!(by(&["spec"]).starts_with("profile spec: the order of the specs\n"));
    let risu = by(&["risu", "--note", "Rain."]);
    assert!(risu.starts_with("profile risu: RisuAI 161.2.0 as a new installation sends it: its own order"), "{risu}");
    assert!(risu.contains("[setting: new chat]") && risu.contains("[author's note] in the same message"), "{risu}");
    let placed = at_root(&[&words, &["risu", "--note", "Rain.", "--note-depth", "2"][..]].concat());
    assert_eq!(placed.status.code(), Some(2), "only SillyTavern's notes have places");

    let answer: Value = serde_json::from_str(&by(&["sillytavern", "--json"])).unwrap();
    assert_eq!(answer["head"]["profile"], "sillytavern");
    assert!(answer["head"]["first"][0].as_str().unwrap().contains("import"));
    let answer: Value = serde_json::from_str(&by(&["spec", "--json"])).unwrap();
    assert_eq!(answer["head"]["first"], Value::Array(Vec::new()));
}

#[test]
fn an_embedded_book_has_to_be_imported_first() {
    let folder = folder_with(&[("mira.json", MISSED.as_bytes())]);
    let first = |profile: &str| {
        let words = ["activate", "mira.json", "--say", "ferry", "--profile", profile];
        let told = &json(folder.path(), &words)["profiles"][0]["first"];
        let shown = text(&run(folder.path(), &words)).contains("import the lorebook");
        assert_eq!(shown, !told.as_array().unwrap().is_empty(), "{profile}");
        shown
    };
    assert_eq!(["spec", "sillytavern", "risu"].map(first), [false, true, false]);
}

#[test]
fn nothing_of_nothing_says_why() {
    let card = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Bare","first_mes":"Hi."}}"#;
    let folder = folder_with(&[("bare.json", card.as_bytes())]);
    let shown = text(&run(folder.path(), &["activate", "bare.json", "--say", "hello"]));
    assert!(shown.starts_with("0 of 0 entries fired") && shown.contains("there is no lorebook"), "{shown}");
}

#[test]
fn what_is_said_comes_behind_the_greeting() {
    let folder = folder_with(&[("mira.json", MISSED.as_bytes()), ("empty.jsonl", b"")]);
    for profile in ["spec", "sillytavern", "risu"] {
        for (more, greeting) in [
            (&[][..], "Good evening."),
            (&["--greeting", "1"], "Back again?"),
            (&["--chat", "empty.jsonl"], "Good evening."),
        ] {
            let words = [&["prompt", "mira.json", "--say", "hello", "--profile", profile][..], more].concat();
            let answer = json(folder.path(), &words);
            let said: Vec<_> = answer["messages"].as_array().unwrap().iter().map(|piece| &piece["content"]).collect();
            let at = |text: &str| said.iter().position(|content| *content == text);
            assert!(at(greeting).is_some() && at(greeting) < at("hello"), "{words:?}: {said:?}");
        }
    }
}

#[test]
fn a_budget_is_for_the_turn_and_not_for_each_book() {
    let book = r#"{"spec":"lorebook_v3","data":{"extensions":{},"entries":[
        {"keys":["ferry"],"use_regex":false,"content":"e e","enabled":true,"insertion_order":1,"extensions":{}}]}}"#;
    let folder = folder_with(&[("mira.json", MISSED.as_bytes()), ("book.json", book.as_bytes())]);
    for profile in ["spec", "sillytavern"] {
        let words =
            ["activate", "mira.json", "book.json", "--say", "ferry", "--tokenizer", "words", "--profile", profile];
        let tokens =
            |budget: &[&str]| json(folder.path(), &[&words[..], budget].concat())["profiles"][0]["tokens"].clone();
        assert_eq!((tokens(&[]), tokens(&["--budget", "3"])), (4.into(), 2.into()), "{profile}");
    }
}

#[test]
fn a_language_that_a_card_has_not_is_no_error() {
    for verb in [&["prompt", WICK][..], &["inspect", WICK], &["activate", WICK, "--say", "bell"]] {
        let output = at_root(&[verb, &["--locale", "xx"]].concat());
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && said.contains("in `xx`") && said.contains("taken"), "{verb:?}: {said}");
    }
}

#[test]
fn a_silent_entry_says_what_it_misses_by() {
    let folder = folder_with(&[("mira.json", MISSED.as_bytes())]);
    for (profile, wanted) in [
        ("spec", ["other-case", "-", "not-a-pattern", "-"]),
        ("sillytavern", ["other-case", "inside-word", "not-a-pattern", "-"]),
    ] {
        let words = ["activate", "mira.json", "--say", SAID, "--profile", profile, "--explain"];
        let answer = json(folder.path(), &words);
        let entries = answer["profiles"][0]["entries"].as_array().unwrap();
        let misses: Vec<_> = entries.iter().map(|entry| entry["near"]["miss"].as_str().unwrap_or("-")).collect();
        assert_eq!(misses, wanted, "{profile}: {entries:#?}");
        let shown = text(&run(folder.path(), &words));
        assert!(shown.contains("if letter case did not count") && shown.contains("[wood]"), "{shown}");
    }
}

/// What agents made is nothing that a card has, so whoever asks may say it.
#[test]
fn macros_of_the_program_are_said_on_the_command_line() {
    let card = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","description":"Aria is {{tone}}.","personality":"",
"scenario":"","first_mes":"Hi.","mes_example":"","creator_notes":"","system_prompt":"","post_history_instructions":"",
"alternate_greetings":[],"tags":[],"creator":"","character_version":"","extensions":{}}}"#;
    let folder = folder_with(&[
        ("aria.json", card.as_bytes()),
        ("text.txt", b"[{{agent::mood}}] {{V1StGXR8_Z5jdHi6B-myT}} {{char}}"),
    ]);
    let expand =
        |more: &[&str]| text(&run(folder.path(), &[&["expand", "text.txt", "--profile", "marinara"], more].concat()));
    assert_eq!(expand(&["--char", "Aria"]).trim_end(), "[] {{V1StGXR8_Z5jdHi6B-myT}} Aria");
    let said = ["--macro", "agent::mood=calm = still", "--macro", "V1StGXR8_Z5jdHi6B-myT=Ann", "--char", "Aria"];
    assert_eq!(expand(&said).trim_end(), "[calm = still] Ann Aria");
    for (profile, said) in [("spec", "dry"), ("sillytavern", "dry"), ("risu", "dry"), ("marinara", "dry")] {
        let prompt =
            |more: &[&str]| text(&run(folder.path(), &[&["prompt", "aria.json", "--profile", profile], more].concat()));
        assert!(prompt(&[]).contains("Aria is {{tone}}."), "{profile}");
        assert!(prompt(&["--macro", "tone=dry"]).contains(&format!("Aria is {said}.")), "{profile}");
    }
    // Who puts in names alone says so.
    let (prompt, activate, expand): (&[&str], &[&str], &[&str]) =
        (&["prompt", "aria.json"], &["activate", "aria.json", "--say", "Hi"], &["expand", "text.txt"]);
    for (profile, lines) in
        [("agnai", &[prompt, activate, expand][..]), ("koboldcpp", &[prompt, activate, expand]), ("module", &[expand])]
    {
        for line in lines {
            let done = run(folder.path(), &[*line, &["--profile", profile, "--macro", "tone=dry"]].concat());
            let message = format!("--macro: {profile} puts in names alone and calls no macro");
            assert_eq!(done.status.code(), Some(2), "{line:?}");
            assert!(String::from_utf8_lossy(&done.stderr).contains(&message), "{line:?}: {done:?}");
        }
    }
}
