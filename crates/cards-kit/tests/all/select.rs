//! Places that stand for several, and what is said where none fits.

use cards_kit::{Editor, Limits, Patch, Place};

use crate::changes::corpus;

const CARD: &str = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","first_mes":"Hi.","alternate_greetings":["Ho.","Hey."],"tags":["a","b"],
    "character_book":{"extensions":{},"entries":[
    {"keys":["rain","wet"],"name":"NPC Ann","content":"x","extensions":{"depth":4},"enabled":true,"insertion_order":1},
    {"keys":["sun"],"use_regex":true,"name":"NPC [Bo]","content":"y","extensions":{},"enabled":false,"insertion_order":2},
    {"keys":["rain"],"secondary_keys":["wind"],"name":"Weather","content":"z","extensions":{},"enabled":true,"insertion_order":2}]}}}"#;

fn editor() -> Editor {
    cards_kit::open(CARD.as_bytes(), Limits::default()).unwrap().edit()
}

fn places(text: &str) -> Result<Vec<String>, String> {
    let place: Place = text.parse().map_err(|error: cards_kit::Error| error.to_string())?;
    assert_eq!(place.to_string(), text);
    let found = editor().select(&place).map_err(|error| error.to_string())?;
    Ok(found.iter().map(ToString::to_string).collect())
}

#[test]
fn a_choice_is_the_elements_that_fit_in_the_order_of_the_file() {
    for (place, wanted) in [
        ("book[*].content", "book[0].content book[1].content book[2].content"),
        ("book[key=rain].enabled", "book[0].enabled book[2].enabled"),
        ("book[name~=/^NPC/].content", "book[0].content book[1].content"),
        ("book[name~=/^npc [[][A-C]/i].content", "book[1].content"),
        ("book[name~=/\\]$/].content", "book[1].content"),
        ("book[enabled=false]", "book[1]"),
        ("book[insertion_order=2].keys[*]", "book[1].keys[0] book[2].keys[0]"),
        ("book.entries[key=sun]", "book.entries[1]"),
        ("greetings[*]", "greetings[0] greetings[1] greetings[2]"),
        ("tags[*]", "tags[0] tags[1]"),
        ("book[0].keys[*]", "book[0].keys[0] book[0].keys[1]"),
        ("book[*].use_regex", "book[1].use_regex"),
        ("book[*].secondary_keys[*]", "book[2].secondary_keys[0]"),
        ("lorebook[*].content", "lorebook[0].content lorebook[1].content lorebook[2].content"),
        ("name", "name"),
        ("book[\"a=b\"]", "book[\"a=b\"]"),
    ] {
        assert_eq!(places(place).map(|found| found.join(" ")).as_deref(), Ok(wanted), "{place}");
    }
}

#[test]
fn what_chooses_nothing_says_how_many_there_are() {
    for (place, said) in [
        ("book[key=snow].content", "nothing in `book` fits `[key=snow]`; it has 3"),
        ("book[name~=/^npc/].content", "nothing in `book` fits `[name~=/^npc/]`; it has 3"),
        ("source[*]", "a V2 card has no `source`"),
        ("book[*].priority", "a V2 card has no `book[0].priority`"),
        ("book[0].secondary_keys[*]", "nothing in `book[0].secondary_keys` fits `[*]`; it has 0"),
        (
            "book[name~=npc].content",
            "`book[name~=npc].content` is no place in a card: `~=` takes a pattern: /text/ or /text/i",
        ),
        (
            "book[name~=/(/].content",
            "`book[name~=/(/].content` is no place in a card: the pattern is none of JavaScript",
        ),
        (
            "book[name~=/a/k].content",
            "`book[name~=/a/k].content` is no place in a card: the flags behind the pattern are not JavaScript's",
        ),
    ] {
        let error = places(place).unwrap_err();
        assert!(error.starts_with(said), "{place}: {error}");
    }
    let mut editor = editor();
    let said = "`book[*].content` is no place in a card: it means several; take one by its number";
    assert_eq!(editor.get("book[*].content").unwrap_err().to_string(), said);
    let patch = Patch::Move { from: "tags[*]".parse().unwrap(), path: "tags[0]".parse().unwrap() };
    let said = "`tags[*]` is no place in a card: what is moved is one value";
    assert_eq!(editor.apply(&[patch]).unwrap_err().to_string(), said);
    assert!(editor.changes().next().is_none());
}

#[test]
fn a_pattern_that_takes_too_long_is_no_answer() {
    let text = CARD.replace("\"content\":\"y\"", &format!("\"content\":\"{}\"", "x".repeat(4000)));
    let editor = cards_kit::open(text.as_bytes(), Limits::default()).unwrap().edit();
    let place: Place = r"book[content~=/(x+x+)+\1y/].name".parse().unwrap();
    let said = "is no place in a card: the pattern takes more steps on a text than are allowed";
    assert!(editor.select(&place).unwrap_err().to_string().ends_with(said));
}

#[test]
fn what_is_taken_out_by_a_choice_is_what_it_named() {
    let mut editor = editor();
    editor.apply(&[Patch::Remove { path: "book[key=rain]".parse().unwrap() }]).unwrap();
    assert_eq!(editor.get("book.entries").unwrap().as_array().unwrap().len(), 1);
    assert_eq!(editor.get("book[0].name").unwrap().as_str(), Some("NPC [Bo]"));
    editor.undo();
    let take = Patch::Remove { path: "book[*].use_regex".parse().unwrap() };
    assert_eq!(editor.apply(&[take]).unwrap().len(), 1);
    editor.undo();
    let add = Patch::Insert { path: "book[*].keys[+]".parse().unwrap(), value: "more".into() };
    assert_eq!(editor.apply(&[add]).unwrap().len(), 3);
}

/// A member that a client keeps in the extensions is set there, by the name that it has in world info too.
#[test]
fn members_of_clients_are_set_where_they_keep_them() {
    let mut editor = editor();
    let set = Patch::Set { path: "book[*].depth".parse().unwrap(), value: 2.into() };
    let changes = editor.apply(&[set]).unwrap();
    let at: Vec<_> = changes.iter().map(|change| change.pointer.to_string()).collect();
    let wanted = [0, 1, 2].map(|entry| format!("/data/character_book/entries/{entry}/extensions/depth"));
    assert_eq!(at, wanted);
}

/// Of any known file: all entries at once are each entry one by one.
#[test]
fn a_choice_of_all_is_each_by_its_number() {
    let mut count = 0;
    for path in corpus() {
        let bytes = std::fs::read(&path).unwrap();
        let Ok(mut at_once) = cards_kit::open(&bytes[..], Limits::default()).map(cards_kit::Opened::edit) else {
            continue;
        };
        let Ok(entries) = at_once.select(&"book[*]".parse().unwrap()) else { continue };
        let places = entries.iter().map(|entry| format!("{entry}.content").parse().unwrap());
        let mut one_by_one = at_once.clone();
        let set = |path: Place| Patch::Set { path, value: "word".into() };
        let all = at_once.apply(&[set("book[*].content".parse().unwrap())]);
        let each = one_by_one.apply(&places.map(set).collect::<Vec<_>>());
        assert_eq!(all.is_ok(), each.is_ok(), "{}", path.display());
        assert!(at_once.document().content == one_by_one.document().content, "{}", path.display());
        count += 1;
    }
    assert!(count > 10, "{count} files");
}
