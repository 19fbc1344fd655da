//! `cards compat`: what two clients make of one card.

use serde_json::{Value, json};

use crate::desk::folder;
use crate::tool::{at_root, run, text};

/// The rows of the suite that are cited for the differences of a card.
fn rows(card: &Value) -> Vec<String> {
    let folder = folder();
    std::fs::write(folder.path().join("card.json"), card.to_string()).unwrap();
    let output = run(folder.path(), &["compat", "card.json", "--json"]);
    let value: Value = serde_json::from_slice(&output.stdout).unwrap();
    let rows = value["differences"].as_array().unwrap().iter().flat_map(|found| found["rows"].as_array().unwrap());
    rows.map(|row| row.as_str().unwrap().to_owned()).collect()
}

/// Whether a row of the suite is about a behaviour.
#[track_caller]
fn cites(rows: &[String], behaviour: &str, client: &str) {
    let row = cards_kit::compat::shown_by(behaviour, client).unwrap();
    assert!(rows.iter().any(|cited| cited == row), "{row} in {rows:?}");
}

#[test]
fn differences_cite_the_rows_of_what_differs() {
    let mut macros = card();
    macros["data"]["description"] = json!("{{char}} {{reverse::ab}} {{newline}}");
    let cited = rows(&macros);
    cites(&cited, "macro:reverse", "sillytavern");
    let plain = cards_kit::compat::shown_by("macro:char", "risu").unwrap();
    assert!(!cited.iter().any(|row| row == plain), "{{{{char}}}} is alike: {cited:?}");
    let mut lore = card();
    lore["data"]["character_book"] = json!({ "extensions": {}, "entries": [{
        "keys": ["lamp"], "content": "@@depth 2\nOil.", "enabled": true, "insertion_order": 1, "extensions": {},
        "use_regex": false, "name": "Lamp" }] });
    cites(&rows(&lore), "decorator:depth", "risu");
    let mut members = card();
    members["data"]["nickname"] = json!("Captain");
    cites(&rows(&members), "member:/nickname", "risu");
}

/// The differences of a card, as kind and place.
fn differences(card: &Value, more: &[&str]) -> Vec<(String, String)> {
    let folder = folder();
    std::fs::write(folder.path().join("card.json"), card.to_string()).unwrap();
    let output = run(folder.path(), &[&["compat", "card.json", "--json"], more].concat());
    let value: Value = serde_json::from_slice(&output.stdout).unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    for difference in value["differences"].as_array().unwrap() {
        assert_ne!(difference["from"], difference["to"], "{difference}");
        assert!(!text(&difference["shown_by"]).is_empty(), "{difference}");
    }
    let rows = value["differences"].as_array().unwrap();
    rows.iter().map(|difference| (text(&difference["kind"]), text(&difference["at"]))).collect()
}

fn card() -> Value {
    json!({ "spec": "chara_card_v3", "spec_version": "3.0", "data": {
        "name": "Mira", "description": "D", "personality": "", "scenario": "", "first_mes": "The lamp burns.",
        "mes_example": "", "creator_notes": "", "system_prompt": "", "post_history_instructions": "",
        "alternate_greetings": [], "tags": [], "creator": "c", "character_version": "1", "extensions": {},
        "group_only_greetings": [] } })
}

#[track_caller]
fn shows(card: &Value, kind: &str, at: &str) {
    let found = differences(card, &[]);
    assert!(found.iter().any(|(one, place)| one == kind && place == at), "{kind} at {at}: {found:?}");
}

#[test]
fn a_macro_of_one_client_is_a_difference() {
    let mut card = card();
    card["data"]["description"] = json!("{{#if 1}}yes{{/if}} {{setvar::a::b}}{{.a}}");
    shows(&card, "macro", "/data/description");
}

#[test]
fn an_entry_that_one_client_fires_is_a_difference() {
    let mut card = card();
    card["data"]["character_book"] = json!({ "extensions": {}, "entries": [{
        "keys": ["lamp"], "content": "@@depth 2\nOil.", "enabled": true, "insertion_order": 1, "extensions": {},
        "use_regex": false, "name": "Lamp" }] });
    shows(&card, "entry", "Lamp");
}

#[test]
fn members_that_one_client_ignores_are_differences() {
    let mut card = card();
    card["data"]["nickname"] = json!("Captain");
    card["data"]["extensions"] = json!({ "regex_scripts": [{ "scriptName": "own" }] });
    shows(&card, "member", "/data/nickname");
    shows(&card, "member", "/data/extensions/regex_scripts");
}

#[test]
fn a_client_is_like_itself() {
    let mut card = card();
    card["data"]["description"] = json!("{{random::a::b::c}} {{roll:d6}} {{pick::a::b}}");
    assert_eq!(differences(&card, &["--from", "risu", "--to", "risu"]), []);
}

#[test]
fn two_names_of_one_set_of_rules_are_told_as_such() {
    let card = "fixtures/cards/wick-v3.png";
    let said = |to: &str| text(&at_root(&["compat", card, "--from", "risu@2025-12-31", "--to", to]).stdout);
    assert_eq!(said("risu@2026-01-12"), "both sides have the rules of risu, so nothing differs\n");
    assert!(!said("sillytavern@1.18").contains("both sides"));
}

/// The findings of no rule hang on a client's version, so a version is refused rather than heard and left out.
#[test]
fn lint_takes_clients_without_versions() {
    for name in ["sillytavern@1.18", "risu@2025-12-31"] {
        let output = at_root(&["lint", "fixtures/cards/wick-v3.png", "--for", name]);
        assert_eq!(output.status.code(), Some(2), "{name}");
    }
}

/// A clock that stands still is the same on both sides, so that what differs is how a client writes the time.
#[test]
fn time_macros_are_compared_by_one_clock() {
    let mut card = card();
    card["data"]["description"] = json!("It is {{time}} on {{date}}.");
    shows(&card, "macro", "/data/description");
    let again = |now: &str| {
        let folder = folder();
        std::fs::write(folder.path().join("card.json"), card.to_string()).unwrap();
        String::from_utf8(run(folder.path(), &["compat", "card.json", "--now", now]).stdout).unwrap()
    };
    assert!(again("2026-01-31T12:00:00Z").contains("January 31, 2026"), "{}", again("2026-01-31T12:00:00Z"));
    assert_ne!(again("1"), again("90000"));
}

/// What a card says in place of a text of the application, both clients fill in; SillyTavern does so once.
#[test]
fn what_is_replaced_comes_back_on_both_sides() {
    let mut once = card();
    once["data"]["system_prompt"] = json!("Rules. {{original}}");
    assert!(!differences(&once, &[]).iter().any(|(kind, _)| kind == "macro"), "{:?}", differences(&once, &[]));
    once["data"]["system_prompt"] = json!("{{original}} and {{original}}");
    shows(&once, "macro", "/data/system_prompt");
}

/// The same card in another form is answered the same.
#[test]
fn every_form_is_asked_alike() {
    let mut whole = card();
    whole["data"]["first_mes"] = json!("A {{reverse::abc}}{{calc::1+1}}");
    whole["data"]["extensions"] = json!({
        "regex_scripts": [{ "scriptName": "own" }],
        "depth_prompt": { "prompt": "{{calc::1+1}}", "depth": 4, "role": "system" } });
    whole["data"]["character_book"] = json!({ "extensions": {}, "entries": [{
        "keys": ["lamp"], "content": "{{calc::2+2}}", "enabled": true, "insertion_order": 1, "extensions": {},
        "use_regex": false, "name": "Lamp" }] });
    let folder = folder();
    std::fs::write(folder.path().join("v3.json"), whole.to_string()).unwrap();
    for form in ["v2", "v3l", "prom"] {
        let out = format!("{form}.json");
        let made = run(folder.path(), &["convert", "v3.json", "--to", form, "-o", &out]);
        assert_eq!(made.status.code(), Some(0), "{form}");
        let output = run(folder.path(), &["compat", &out, "--json"]);
        let value: Value = serde_json::from_slice(&output.stdout).unwrap();
        let places = |kind: &str| {
            let rows = value["differences"].as_array().unwrap().iter().filter(|row| row["kind"] == kind);
            rows.map(|row| row["at"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        let macros = places("macro");
        for end in ["depth_prompt/prompt", "/content"] {
            assert!(macros.iter().any(|at| at.ends_with(end)), "{form}: {end} in {macros:?}");
        }
        assert!(macros.iter().any(|at| at.contains("first_mes") || at.contains("greetings")), "{form}: {macros:?}");
        assert!(places("member").iter().any(|at| at.ends_with("regex_scripts")), "{form}: {value}");
    }
}

/// What sets an entry apart is seen by its own keys, whatever the greetings say.
#[test]
fn entries_are_asked_by_their_own_keys() {
    let entry = |more: Value| {
        let mut entry = json!({ "keys": ["dragon"], "content": "It burns.", "enabled": true, "insertion_order": 1,
            "extensions": {}, "use_regex": false, "name": "Dragon" });
        for (name, value) in more.as_object().unwrap() {
            entry[name] = value.clone();
        }
        let mut card = card();
        card["data"]["character_book"] = json!({ "extensions": {}, "entries": [entry] });
        card
    };
    for more in [
        json!({ "keys": ["/dragon/i"] }),
        json!({ "extensions": { "case_sensitive": true } }),
        json!({ "extensions": { "scan_depth": 1 } }),
        json!({ "keys": ["dragon"], "secondary_keys": ["night"], "selective": true, "extensions": { "selectiveLogic": 3 } }),
    ] {
        shows(&entry(more), "entry", "Dragon");
    }
}

/// An entry that both clients fire is no difference for the name that each gives the place of its lore, nor for what is left
/// to spend; the keys here are whole words in both.
#[test]
fn where_a_client_has_its_lore_is_no_difference() {
    let entry = |key: &str, position: Value| {
        json!({ "keys": [key], "content": "Oil.", "enabled": true, "insertion_order": 1, "use_regex": false, "name": key,
            "extensions": { "match_whole_words": true }, "position": position })
    };
    let mut card = card();
    card["data"]["character_book"] = json!({ "extensions": {}, "entries": [
        entry("rain", json!("before_char")), entry("door", json!("after_char")), entry("stairs", json!(null))] });
    let found = differences(&card, &[]);
    assert!(found.iter().all(|(kind, _)| kind != "entry"), "{found:?}");
    card["data"]["character_book"]["entries"][0]["extensions"]["position"] = json!(2);
    shows(&card, "entry", "rain");
}
