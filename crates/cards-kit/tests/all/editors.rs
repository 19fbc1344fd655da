//! An open editor: its steps, what it says of them, and what it writes.

use cards_kit::edit::Cause;
use cards_kit::{Editor, Error, Json, Limits, Place, answer, open};
use cards_model::Pointer;

const V3: &str = r#"{"spec":"chara_card_v3","spec_version":"3.0","data":{"name":"Aria","tags":["a"],"first_mes":"Hi, {{foo","alternate_greetings":["Ho."]}}"#;

fn editor(text: &str) -> Editor {
    open(text.as_bytes(), Limits::default()).unwrap().edit()
}

fn at(pointers: &[cards_kit::edit::Change]) -> Vec<String> {
    pointers.iter().map(|change| change.pointer.to_string()).collect()
}

#[test]
fn steps_go_back_and_forth_and_are_counted() {
    let mut edit = editor(V3);
    let name = |edit: &Editor| edit.get("name").unwrap().as_str().map(str::to_owned).unwrap();
    assert!(!edit.is_changed() && edit.made() == 0 && edit.last_changes().is_empty());
    assert!(edit.undo().is_none() && edit.redo().is_none());
    edit.set("name", "B").unwrap();
    edit.set("description", "d").unwrap();
    assert_eq!((edit.made(), edit.changes().count(), edit.is_changed()), (2, 2, true));
    assert_eq!(at(edit.last_changes()), ["/data/description"]);
    assert_eq!(at(&edit.undo().unwrap()), ["/data/description"]);
    assert_eq!(at(edit.last_changes()), ["/data/name"]);
    assert_eq!((name(&edit).as_str(), edit.made()), ("B", 2));
    assert_eq!(at(&edit.undo().unwrap()), ["/data/name"]);
    assert_eq!((name(&edit).as_str(), edit.is_changed()), ("Aria", false));
    assert_eq!(at(&edit.redo().unwrap()), ["/data/name"]);
    assert_eq!((name(&edit).as_str(), edit.is_changed()), ("B", true));
    // What is made anew takes the place of what was taken back; what changes nothing does not.
    edit.set("name", "B").unwrap();
    assert_eq!(at(&edit.redo().unwrap()), ["/data/description"]);
    edit.undo();
    edit.set("name", "C").unwrap();
    assert!(edit.redo().is_none());
    assert_eq!((name(&edit).as_str(), edit.made()), ("C", 3));
}

#[test]
fn a_file_whose_first_steps_are_forgotten_is_a_changed_one() {
    for (most, left) in [(0, 0), (1, 1), (2, 2), (3, 2)] {
        let mut edit = open(V3.as_bytes(), Limits::default().with_undo_steps(most.max(1))).unwrap().edit();
        edit.set("name", "B").unwrap();
        edit.set("name", "C").unwrap();
        let mut back = 0;
        while edit.undo().is_some() {
            back += 1;
        }
        assert_eq!(back, left.max(1), "{most}");
        assert_eq!(edit.is_changed(), back < 2, "{most}");
    }
}

/// What one call does is what its patch does, and it says what changed.
#[test]
fn calls_for_one_change_say_what_changed() {
    let mut edit = editor(V3);
    assert_eq!(at(&edit.set("tags[0]", "b").unwrap()), ["/data/tags/0"]);
    assert_eq!(at(&edit.insert("tags[0]", "a").unwrap()), ["/data/tags/0"]);
    assert_eq!(at(&edit.push("tags", "c").unwrap()), ["/data/tags/2"]);
    assert_eq!(at(&edit.push(Pointer::from(["data", "tags"]), "d").unwrap()), ["/data/tags/3"]);
    assert_eq!(at(&edit.push("/data/tags", "e").unwrap()), ["/data/tags/4"]);
    assert_eq!(at(&edit.remove("tags[1]").unwrap()), ["/data/tags/1"]);
    let tags: Vec<Json> = ["a", "c", "d", "e"].map(Json::from).into();
    assert_eq!(edit.get("tags").unwrap(), Json::Array(tags));
    // Behind the last element there is nothing, and a member named so is one.
    assert!(edit.get("/data/tags/-").is_err());
    edit.set("/data/extensions", Json::Object(cards_model::Object::new())).unwrap();
    assert_eq!(at(&edit.set("/data/extensions/-", 1).unwrap()), ["/data/extensions/-"]);
    assert!(edit.set("/data/-", 1).unwrap().iter().any(|change| change.pointer == Pointer::from(["data", "-"])));
    assert!(edit.insert("picture", "x").is_err() && edit.remove("picture").is_err() && edit.get("picture").is_err());
}

#[test]
fn places_and_values_are_told_together() {
    let edit = editor(V3);
    let places: Vec<Place> =
        ["name", "greetings", "tags[0]", "/spec"].iter().map(|text| text.parse().unwrap()).collect();
    let told = edit.get_all(&places).unwrap();
    let told: Vec<_> = told.iter().map(|(at, value)| (at.as_ref().map(Pointer::as_str), value.to_string())).collect();
    let of = |text: &str| text.to_owned();
    assert_eq!(
        told,
        [
            (Some("/data/name"), of(r#""Aria""#)),
            (None, of(r#"["Hi, {{foo","Ho."]"#)),
            (Some("/data/tags/0"), of(r#""a""#)),
            (Some("/spec"), of(r#""chara_card_v3""#)),
        ]
    );
    assert!(edit.get_all(&["tags[4]".parse().unwrap()]).is_err());
    let answer = serde_json::to_value(edit.answer()).unwrap();
    assert_eq!(answer, serde_json::json!({"changes": [], "twins": []}));
}

#[test]
fn an_answer_has_each_change_with_both_values() {
    let mut edit = editor(V3);
    edit.set("name", "B").unwrap();
    edit.remove("tags[0]").unwrap();
    edit.set("nickname", "N").unwrap();
    let answer::Edit { changes, .. } = edit.answer();
    let changes: Vec<_> =
        changes.iter().map(|c| (c.pointer.as_str(), c.cause, c.before.clone(), c.after.clone())).collect();
    let text = |text: &str| Some(Json::from(text));
    assert_eq!(
        changes,
        [
            ("/data/name", "asked", text("Aria"), text("B")),
            ("/data/tags/0", "asked", text("a"), None),
            ("/data/nickname", "asked", None, text("N")),
        ]
    );
    assert_eq!(Cause::Copy.as_str(), "copy");
}

/// Who names no source any more, or another date, is told; who changed something else is not.
#[test]
fn alerts_are_about_what_was_there_at_first() {
    let card = r#"{"spec":"SPEC","spec_version":"3.0","data":{"name":"A","source":["a","b"],"creation_date":5}}"#;
    for (spec, many) in [("chara_card_v3", 2), ("chara_card_v3l", 2), ("chara_card_v2", 0)] {
        let mut edit =
            editor(&card.replace("SPEC", spec).replace("3.0", if many == 0 { "2.0" } else { "3.0" })).with_force(true);
        assert!(edit.alerts().is_empty());
        edit.set("name", "B").unwrap();
        assert!(edit.alerts().is_empty(), "{spec}");
        edit.set("/data/source", Json::Array(vec!["c".into(), "b".into()])).unwrap();
        edit.set("/data/creation_date", 6).unwrap();
        assert_eq!(edit.alerts().len(), many, "{spec}: {:?}", edit.alerts());
        edit.set("/data/creation_date", 5).unwrap();
        assert_eq!(edit.alerts().len(), many / 2, "{spec}");
        edit.set("/data/source", Json::Array(vec!["a".into(), "c".into(), "b".into()])).unwrap();
        assert!(edit.alerts().is_empty(), "{spec}");
    }
    // A card that did not say when it was made may say so; one that says null does not say it.
    for made in ["", r#","creation_date":null"#] {
        let mut edit =
            editor(&format!(r#"{{"spec":"chara_card_v3","spec_version":"3.0","data":{{"name":"A"{made}}}}}"#));
        edit.set("creation_date", 6).unwrap();
        assert!(edit.alerts().is_empty(), "{made}");
        assert!(edit.with_force(true).set("creation_date", 7).is_ok());
    }
}

/// What a file says after the changes and did not say before them.
fn caused(edit: &Editor, text: &str) -> Vec<String> {
    let written = edit.to_bytes(text.as_bytes(), &Limits::default()).unwrap();
    let proven = edit.prove(&written[..], &Limits::default()).unwrap();
    let place =
        |found: &cards_lint::Finding| found.location.pointer.as_ref().map(ToString::to_string).unwrap_or_default();
    edit.caused(&proven).iter().map(|found| format!("{} {}", found.id(), place(found))).collect()
}

#[test]
fn only_what_the_changes_brought_is_theirs() {
    let mut edit = editor(V3);
    assert!(caused(&edit, V3).is_empty());
    edit.set("name", "B").unwrap();
    assert!(caused(&edit, V3).is_empty());
    // The greeting that is odd has moved and is no other.
    edit.insert("greetings[0]", "First.").unwrap();
    assert_eq!(caused(&edit, V3), Vec::<String>::new());
    edit.set("description", "A {{foo").unwrap();
    assert_eq!(caused(&edit, V3), ["macro-unterminated /data/description"]);
    // One as odd as the first greeting is one more.
    edit.push("greetings", "Hi, {{foo").unwrap();
    assert_eq!(
        caused(&edit, V3),
        [
            "macro-unterminated /data/description",
            "macro-unterminated /data/alternate_greetings/2",
            "greeting-twice /data/alternate_greetings/2",
        ]
    );
}

#[test]
fn a_file_that_nobody_changed_is_written_as_it_is() {
    let mut long = V3.to_owned();
    // More than is copied at once, and no multiple of it.
    long.push_str(&" ".repeat(200_001));
    let edit = editor(&long);
    let mut out = Vec::new();
    edit.write(long.as_bytes(), &Limits::default(), &mut out).unwrap();
    assert!(out == long.as_bytes());
    assert!(edit.to_bytes(long.as_bytes(), &Limits::default()).unwrap() == long.as_bytes());
    let mut edit = edit;
    edit.set("name", "B").unwrap();
    let mut out = Vec::new();
    edit.write(long.as_bytes(), &Limits::default(), &mut out).unwrap();
    assert_eq!(open(&out[..], Limits::default()).unwrap().card().unwrap().name(), "B");
    assert!(out == edit.to_bytes(long.as_bytes(), &Limits::default()).unwrap());
    edit.undo();
    let mut out = Vec::new();
    edit.write(long.as_bytes(), &Limits::default(), &mut out).unwrap();
    assert!(out == long.as_bytes());
}

#[test]
fn an_edit_is_for_the_file_with_its_hash() {
    const FOUND: &str = "0123456789abcdef";
    for (wanted, is_it) in [
        ("0123456789abcdef", true),
        ("01234567", true),
        ("0123456789AB", true),
        ("0123456", false),
        ("", false),
        ("0123456789abcdef0", false),
        ("1234567890", false),
    ] {
        let guarded = Editor::guard(FOUND, wanted);
        assert_eq!(guarded.is_ok(), is_it, "{wanted}");
        if let Err(error) = guarded {
            assert!(
                matches!(&error, Error::Stale { found, wanted: other } if found == FOUND && other == wanted),
                "{error}"
            );
        }
    }
}

/// A second account that follows no change of the lorebook is named where that was changed, and only there.
#[test]
fn the_module_beside_a_card_is_a_second_account_of_its_book() {
    use cards_container::zip::{Packing, Writer};
    let card = r#"{"spec":"chara_card_v3","spec_version":"3.0","data":{"name":"A","character_book":{"extensions":{},"entries":[
        {"keys":["k"],"content":"c","extensions":{},"enabled":true,"insertion_order":1,"use_regex":false}]}}}"#;
    let packed = |entries: &[(&str, &[u8])]| {
        let mut writer = Writer::new(Vec::new());
        entries.iter().for_each(|(name, bytes)| writer.add(name, bytes, Packing::Store).unwrap());
        writer.finish().unwrap()
    };
    let alone = packed(&[("card.json", card.as_bytes()), ("other.risum", b"o")]);
    let mut edit = open(&alone[..], Limits::default()).unwrap().edit();
    edit.set("book[0].content", "d").unwrap();
    assert!(edit.twins().is_empty(), "{:?}", edit.twins());
    let charx = packed(&[("card.json", card.as_bytes()), ("module.risum", b"o\0")]);
    let mut edit = open(&charx[..], Limits::default()).unwrap().edit();
    assert!(edit.twins().is_empty(), "{:?}", edit.twins());
    edit.set("name", "B").unwrap();
    assert!(edit.twins().is_empty(), "{:?}", edit.twins());
    edit.set("book[0].content", "d").unwrap();
    let twins: Vec<_> = edit.twins().into_iter().map(|twin| (twin.place, twin.follows)).collect();
    assert_eq!(twins, [("module.risum (RisuAI)".to_owned(), false)]);
    let answer::Edit { twins, .. } = edit.answer();
    assert_eq!(
        twins.iter().map(|twin| (twin.place.as_str(), twin.follows)).collect::<Vec<_>>(),
        [("module.risum (RisuAI)", false)]
    );
}
