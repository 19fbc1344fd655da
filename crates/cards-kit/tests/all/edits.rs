//! The laws of an edit, and what each kind of place does in each form.

use std::collections::BTreeSet;

use cards_kit::edit::Cause;
use cards_kit::edit::exchange::{self, ListForm, Row};
use cards_kit::edit::texts::{TextClass, texts};
use cards_kit::{Editor, Patch, Place};
use cards_kit::{Error, Limits, open};
use cards_model::strategy::{Oddity, content};
use cards_model::{Card, Document, Form, Json, Pointer, Timestamp};
use proptest::prelude::*;

fn fixture(name: &str) -> Vec<u8> {
    std::fs::read(format!("{}/../../fixtures/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

fn place(text: &str) -> Place {
    text.parse().unwrap()
}

fn set(path: &str, value: impl Into<Json>) -> Patch {
    Patch::Set { path: place(path), value: value.into() }
}

fn editor(text: &str) -> Editor {
    open(text.as_bytes(), Limits::default()).unwrap().edit()
}

fn json(text: &str) -> Json {
    text.parse().unwrap()
}

fn written(editor: &Editor) -> String {
    String::from_utf8(editor.document().to_bytes()).unwrap()
}

/// A file of any form, as files in the wild are, that reads as the form it was made in.
fn file() -> impl Strategy<Value = String> {
    prop::sample::select(Form::ALL.to_vec())
        .prop_flat_map(|form| (Just(form), content(form, Oddity::Crooked)))
        .prop_map(|(form, content)| (form, Document::new(content).to_text(cards_model::Style::Compact)))
        .prop_filter("it reads as another form", |(form, text)| {
            Document::read(text, &cards_model::Limits::default())
                .is_ok_and(|document| document.content.form() == *form && document.origin().is_none())
        })
        .prop_map(|(_, text)| text)
}

const LISTS: [ListForm; 3] = [ListForm::Json, ListForm::Csv, ListForm::Po];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn what_is_set_is_got_and_all_else_stays_and_undo_gives_the_same_bytes(
        file in file(),
        pick in any::<prop::sample::Index>(),
        new in "[a-z]{1,8}",
    ) {
        let mut editor = editor(&file);
        let all = texts(&editor.document().content).into_iter().map(|text| (text.place, text.pointer)).collect::<Vec<_>>();
        prop_assume!(!all.is_empty());
        let (place, pointer) = pick.get(&all).clone();
        let before = editor.document().content.to_json();
        prop_assume!(before.at(&pointer).and_then(Json::as_str).is_some());
        // What stands as another type than the form has is read as its nearest equivalent, and set as what it should be.
        let odd = editor.document().findings().iter().any(|finding| finding.pointer == pointer);
        prop_assume!(!odd);
        let changes = editor.apply(&[Patch::Set { path: pointer.clone().into(), value: new.as_str().into() }]).unwrap();
        let json = editor.document().content.to_json();
        prop_assert_eq!(json.at(&pointer).and_then(Json::as_str), Some(new.as_str()), "{} in {}", pointer, file);
        let got = editor.get(&place).unwrap();
        prop_assert!(got.as_str() == Some(&new) || got == Json::Array(vec![new.as_str().into()]), "{}: {}", place, got);
        let mut expected = before;
        for change in &changes {
            expected.set(&change.pointer, change.after.clone().unwrap()).unwrap();
        }
        prop_assert_eq!(expected, json);
        editor.undo();
        prop_assert_eq!(editor.to_bytes(file.as_bytes(), &Limits::default()).unwrap(), file.as_bytes());
    }

    #[test]
    fn texts_that_go_out_and_come_in_are_as_they_were(file in file(), form in prop::sample::select(LISTS.to_vec())) {
        let mut editor = editor(&file);
        let rows = exchange::rows(&editor.document().content, TextClass::ALL);
        let mut list = exchange::read(&exchange::write(&rows, form), form, &Limits::default()).unwrap();
        prop_assert_eq!(&list, &rows);
        list.iter_mut().for_each(|row| row.text.clone_from(&row.source));
        prop_assert_eq!(editor.set_texts(&list).unwrap(), vec![]);
        prop_assert_eq!(editor.to_bytes(file.as_bytes(), &Limits::default()).unwrap(), file.as_bytes());
    }
}

/// Labels and the code of clients' scripts are texts, each with a place that leads to it and can be set.
#[test]
fn every_text_has_its_class_and_a_place_that_leads_there() {
    let scripts = r#""regex_scripts":[{"scriptName":"grab","findRegex":"/x(.*)/s","replaceString":"zebra$1"}],
        "TavernHelper_scripts":[{"type":"script","value":{"name":"h","content":"go()"}},{"type":"folder","value":[{"content":"stop()"}]}],
        "risuai":{"customScripts":[{"comment":"c","in":"a","out":"b","type":"editdisplay"}],"backgroundHTML":"<b>","triggerscript":[
        {"comment":"t","effect":[{"type":"triggerlua","code":"lua()"}]}]}"#;
    let v3 = format!(
        r#"{{"spec":"chara_card_v3","spec_version":"3.0","data":{{"name":"A","creator":"Ann","character_version":"1.2",
        "source":["https://a.example"],"extensions":{{{scripts}}}}}}}"#
    );
    let v3l = r#"{"spec":"chara_card_v3l","spec_version":"3.0","data":{"name":"A","guidance_note":"Slowly.","creator":"Ann"}}"#;
    let prom = r#"{"type":"chara_card","spec_version":"3.1","data":{"name":"A"},"metadata":{"creator":"Ann","version":"2","source":"S"}}"#;
    let module = r#"{"module_id":"M12345678","name":"Rain","creator":"Ann","intro":"It rains.","category":"Others","cover_url":"",
        "entries":[{"entry_id":"aaaaaaaaa","keys":["k"],"content":"wet"}]}"#;
    for (file, expected) in [
        (
            &*v3,
            &[
                ("name", "A", "prose"),
                ("creator", "Ann", "label"),
                ("character_version", "1.2", "label"),
                ("source[0]", "https://a.example", "label"),
                ("extensions.regex_scripts[0].scriptName", "grab", "label"),
                ("extensions.regex_scripts[0].findRegex", "/x(.*)/s", "code"),
                ("extensions.regex_scripts[0].replaceString", "zebra$1", "code"),
                ("extensions.risuai.customScripts[0].comment", "c", "label"),
                ("extensions.risuai.customScripts[0].in", "a", "code"),
                ("extensions.risuai.customScripts[0].out", "b", "code"),
                ("extensions.risuai.backgroundHTML", "<b>", "code"),
                ("extensions.risuai.triggerscript[0].effect[0].code", "lua()", "code"),
                ("extensions.TavernHelper_scripts[0].value.content", "go()", "code"),
                ("extensions.TavernHelper_scripts[1].value[0].content", "stop()", "code"),
            ][..],
        ),
        (v3l, &[("name", "A", "prose"), ("guidance_note", "Slowly.", "prose"), ("creator", "Ann", "label")]),
        (
            prom,
            &[
                ("name", "A", "prose"),
                ("creator", "Ann", "label"),
                ("character_version", "2", "label"),
                ("source", "S", "label"),
            ],
        ),
        (
            module,
            &[
                ("intro", "It rains.", "prose"),
                ("creator", "Ann", "label"),
                ("category", "Others", "label"),
                ("book.name", "Rain", "prose"),
                ("book[0].keys[0]", "k", "prose"),
                ("book[0].content", "wet", "prose"),
            ],
        ),
    ] {
        let mut editor = editor(file);
        let content = editor.document().content.clone();
        let told: Vec<_> = texts(&content)
            .iter()
            .map(|text| (text.place.to_string(), text.text.to_string(), text.class.as_str()))
            .collect();
        let expected: Vec<_> =
            expected.iter().map(|(place, text, class)| ((*place).to_owned(), (*text).to_owned(), *class)).collect();
        assert_eq!(told, expected);
        for (place, text, _) in told {
            assert_eq!(editor.get(&*place).unwrap(), text.as_str().into(), "{place}");
            if place != "category" {
                editor.apply(&[set(&place, "changed")]).unwrap();
                assert_eq!(editor.get(&*place).unwrap(), "changed".into(), "{place}");
            }
        }
    }
}

/// A card without a marker is recognised by its members; one that a change takes out takes no form with it.
#[test]
fn a_card_stays_of_its_form_when_the_member_that_told_it_goes() {
    let mut told = editor(
        r#"{"spec_version":"3.0","data":{"name":"A","description":"","personality":"","first_mes":"","creator_notes_multilingual":{}}}"#,
    );
    assert_eq!(told.document().content.form(), Form::V3);
    let changes = told.apply(&[Patch::Remove { path: "creator_notes_multilingual".parse().unwrap() }]).unwrap();
    assert_eq!(changes.last().map(|change| (change.pointer.as_str(), change.cause)), Some(("/spec", Cause::Marker)));
    let text = told.document().to_text(cards_model::Style::Compact);
    assert_eq!(editor(&text).document().content.form(), Form::V3);
}

#[test]
fn names_lead_to_the_same_in_every_container() {
    for name in
        ["wick-v1.json", "wick-v2.json", "wick-v3.json", "wick-v3.png", "wick-v3.charx", "wick-prom.zip", "wick-v2.png"]
    {
        let bytes = fixture(&format!("cards/{name}"));
        let limits = Limits::default();
        let mut editor = open(&bytes[..], &limits).unwrap().edit();
        editor.apply(&[set("description", "Changed."), set("first_mes", "Hello.")]).unwrap();
        let out = editor.to_bytes(&bytes, &limits).unwrap();
        let opened = open(&out[..], &limits).unwrap();
        let card = opened.card().unwrap();
        assert_eq!((card.description(), card.first_mes()), ("Changed.", "Hello."), "{name}");
        while editor.undo().is_some() {}
        assert_eq!(editor.to_bytes(&bytes, &limits).unwrap(), bytes, "{name}");
    }
}

const V2: &str = r#"{"name":"Aria","first_mes":"Dead","talkativeness":"0.5","creatorcomment":"n","tags":["a"],"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","first_mes":"Hi","creator_notes":"n","tags":["a"],"alternate_greetings":["One","Two"],"character_book":{"entries":[{"keys":["bell"],"content":"c","name":"The Bell","extensions":{},"enabled":true,"insertion_order":1},{"keys":["eel"],"content":"e","comment":"the bell","extensions":{},"enabled":true,"insertion_order":2}],"extensions":{}},"extensions":{"talkativeness":"0.5"}}}"#;

#[test]
fn greetings_are_one_list_wherever_they_stand() {
    let greetings = |editor: &Editor| editor.get("greetings").unwrap();
    let mut edit = editor(V2);
    edit.apply(&[Patch::Insert { path: place("greetings[0]"), value: "Zero".into() }]).unwrap();
    assert_eq!(greetings(&edit), json(r#"["Zero","Hi","One","Two"]"#));
    edit.apply(&[Patch::Move { from: place("greetings[3]"), path: place("greetings[0]") }]).unwrap();
    assert_eq!(greetings(&edit), json(r#"["Two","Zero","Hi","One"]"#));
    edit.apply(&[Patch::Remove { path: place("greetings[0]") }]).unwrap();
    edit.apply(&[set("greetings[3]", "Three")]).unwrap();
    assert_eq!(greetings(&edit), json(r#"["Zero","Hi","One","Three"]"#));
    edit.apply(&[set("greetings", json(r#"["A","B"]"#))]).unwrap();
    assert_eq!(greetings(&edit), json(r#"["A","B"]"#));
    assert_eq!(edit.changes().filter(|change| change.cause == Cause::Copy).count(), 4);
    while edit.undo().is_some() {}
    assert_eq!(written(&edit), V2);
    let mut old =
        editor(r#"{"name":"A","description":"","personality":"","scenario":"","first_mes":"Hi","mes_example":""}"#);
    assert_eq!(greetings(&old), json(r#"["Hi"]"#));
    assert!(matches!(old.apply(&[set("greetings[1]", "x")]), Err(Error::NoSuchPlace { .. })));
    assert!(old.apply(&[set("greetings", json(r#"["a","b"]"#))]).is_err());
    let mut new = editor(r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"A"}}"#);
    new.apply(&[Patch::Insert { path: place("greetings[+]"), value: "Again".into() }]).unwrap();
    assert_eq!(greetings(&new), json(r#"["","Again"]"#));
}

#[test]
fn copies_follow_what_was_changed_and_no_other() {
    let mut edit = editor(V2);
    let changes =
        edit.apply(&[set("notes", "New"), set("extensions.talkativeness", "1"), set("tags[+]", "b")]).unwrap();
    let places: Vec<_> = changes.iter().map(|change| (change.pointer.to_string(), change.cause.as_str())).collect();
    let copy = |place: &str| (place.to_owned(), "copy");
    for wanted in ["/tags", "/talkativeness", "/creatorcomment"] {
        assert!(places.contains(&copy(wanted)), "{wanted} in {places:?}");
    }
    // The stale greeting at the root was nobody's concern.
    assert!(written(&edit).contains(r#""first_mes":"Dead""#));
    edit.apply(&[set("first_mes", "Alive")]).unwrap();
    assert!(!written(&edit).contains("Dead"));
    let v3 = r#"{"spec":"chara_card_v3","spec_version":"3.0","data":{"name":"A","creator_notes":"n","creator_notes_multilingual":{"en":"n","de":"m"}}}"#;
    let mut edit = editor(v3);
    edit.apply(&[set("notes", "New")]).unwrap();
    assert_eq!(edit.get("creator_notes_multilingual").unwrap(), json(r#"{"en":"New","de":"m"}"#));
}

/// What stands beside `data` follows the member of its name; of world info each name of a member follows the other.
#[test]
fn each_copy_follows_its_original_alone() {
    let card = r#"{"name":"A","fav":false,"creatorcomment":"n","talkativeness":"1","nickname":"x","extensions":{"fav":1},"spec":"SPEC","data":{"name":"A","creator_notes":"n","nickname":"N",
        "mine":1,"extensions":{"fav":false,"talkativeness":"1"},"creator_notes_multilingual":{"en":"n"}}}"#;
    for (form, place, value, copies) in [
        ("chara_card_v2", "name", Some(r#""B""#), &["/name"][..]),
        ("chara_card_v2", "notes", Some(r#""m""#), &["/creatorcomment", "/data/creator_notes_multilingual/en"]),
        ("chara_card_v3", "notes", Some(r#""m""#), &["/creatorcomment", "/data/creator_notes_multilingual/en"]),
        ("chara_card_v3", "nickname", Some(r#""B""#), &["/nickname"]),
        ("chara_card_v3", "nickname", None, &["/nickname"]),
        ("chara_card_v2", "/data/mine", Some("2"), &[]),
        ("chara_card_v2", "extensions.fav", Some("true"), &["/fav"]),
        ("chara_card_v2", "extensions.fav", None, &["/fav"]),
        ("chara_card_v2", "extensions.talkativeness", Some(r#""0""#), &["/talkativeness"]),
        ("chara_card_v2", "extensions.mine", Some("1"), &[]),
        ("chara_card_v3", "creator_notes_multilingual.en", Some(r#""m""#), &[]),
    ] {
        let mut edit = editor(&card.replace("SPEC", form));
        let patch = match value {
            Some(value) => set(place, json(value)),
            None => Patch::Remove { path: place.parse().unwrap() },
        };
        let changes = edit.apply(&[patch]).unwrap();
        let of = |cause: Cause| changes.iter().filter(move |change| change.cause == cause).collect::<Vec<_>>();
        assert_eq!(of(Cause::Asked).len(), 1, "{place}: {changes:?}");
        let found: Vec<_> = of(Cause::Copy).iter().map(|change| change.pointer.as_str()).collect();
        // One named twice in the table is one.
        assert_eq!(found, copies, "{place} of {form}");
        for copy in of(Cause::Copy) {
            assert_eq!(copy.after, of(Cause::Asked)[0].after, "{place} of {form}");
        }
    }
    // English notes that were out of step stay.
    let mut out_of_step = editor(
        r#"{"spec":"chara_card_v3","data":{"name":"A","creator_notes":"n","creator_notes_multilingual":{"en":"o"}}}"#,
    );
    assert_eq!(out_of_step.apply(&[set("notes", "m")]).unwrap().len(), 1);
    let entry = r#""uid":0,"key":["a"],"keys":["a"],"content":"c","disable":false,"enabled":true"#;
    for (place, value, copies) in [
        (
            "/entries/0/key",
            r#"["b"]"#,
            &[("/entries/0/keys", r#"["b"]"#), ("/entries/0/extensions/key", r#"["b"]"#)][..],
        ),
        ("/entries/0/keys", r#"["b"]"#, &[("/entries/0/key", r#"["b"]"#)]),
        ("/entries/0/disable", "true", &[("/entries/0/enabled", "false")]),
        ("/entries/0/enabled", "false", &[("/entries/0/disable", "true")]),
        ("/entries/0/content", r#""d""#, &[]),
        ("/name", r#""d""#, &[]),
    ] {
        let world = format!(r#"{{"name":"W","entries":{{"0":{{{entry},"extensions":{{"key":["a"]}}}}}}}}"#);
        let mut edit = editor(&world);
        let changes = edit.apply(&[set(place, json(value))]).unwrap();
        let copied = changes.iter().filter(|change| change.cause == Cause::Copy);
        let found: Vec<_> =
            copied.map(|change| (change.pointer.to_string(), change.after.clone().unwrap().to_string())).collect();
        let wanted: Vec<_> = copies.iter().map(|(at, value)| ((*at).to_owned(), (*value).to_owned())).collect();
        assert_eq!(found, wanted, "{place}");
    }
    // Whoever changed both meant both.
    let mut edit = editor(&format!(r#"{{"entries":{{"0":{{{entry}}}}}}}"#));
    edit.apply(&[set("/entries/0/key", json(r#"["b"]"#)), set("/entries/0/keys", json(r#"["c"]"#))]).unwrap();
    assert_eq!(edit.get("/entries/0/key").unwrap(), json(r#"["b"]"#));
    assert_eq!(edit.get("/entries/0/keys").unwrap(), json(r#"["c"]"#));
}

#[test]
fn entries_go_by_number_title_and_key() {
    let mut edit = editor(V2);
    assert_eq!(edit.get("book[\"The Bell\"].content").unwrap(), "c".into());
    assert_eq!(edit.get("book[eel].order").unwrap(), 2.into());
    let error = edit.get("book[THE BELL]").unwrap_err();
    let text = "`book[\"THE BELL\"]` names several entries; take one by its number: book[0], book[1]";
    assert_eq!(error.to_string(), text);
    let error = edit.get("book[Nobody]").unwrap_err();
    assert_eq!(error.to_string(), "a V2 card has no `book[\"Nobody\"]`; it has The Bell, the bell");
    edit.apply(&[Patch::Remove { path: place("book[0]") }, set("book[0].keys", json(r#"["x"]"#))]).unwrap();
    assert_eq!(edit.get("book.entries[0].keys[0]").unwrap(), "x".into());
    assert!(edit.apply(&[set("book[0].kyes", "x")]).unwrap_err().to_string().contains("; it has keys, content"));
}

#[test]
fn every_form_of_lorebook_has_the_same_names() {
    for name in
        ["book-v3", "world-info-map", "risu-export", "agnai-book", "novelai-book", "prom-book", "module", "book-v2"]
    {
        let path = format!("{}/../../fixtures/model/{name}/input.json", env!("CARGO_MANIFEST_DIR"));
        let bytes = std::fs::read(path).unwrap();
        let mut edit = open(&bytes[..], Limits::default()).unwrap().edit();
        let keys = json(r#"["one","two"]"#);
        edit.apply(&[set("book[0].keys", keys.clone()), set("book[0].content", "Text")]).unwrap();
        assert_eq!(edit.get("book[0].keys").unwrap(), keys, "{name}");
        assert_eq!(edit.get("book[0].content").unwrap(), "Text".into(), "{name}");
        edit.undo();
        assert_eq!(edit.to_bytes(&bytes, &Limits::default()).unwrap(), bytes, "{name}");
    }
}

#[test]
fn switches_and_joined_keys_are_said_as_people_think_of_them() {
    let world =
        r#"{"entries":{"4":{"uid":4,"key":["a"],"keysecondary":[],"comment":"A","content":"c","disable":false}}}"#;
    let mut edit = editor(world);
    edit.apply(&[set("book[0].enabled", false)]).unwrap();
    assert_eq!(edit.get("/entries/4/disable").unwrap(), true.into());
    assert_eq!(edit.get("book[A].enabled").unwrap(), false.into());
    edit.apply(&[Patch::Insert { path: place("book[+]"), value: json(r#"{"key":["b"],"content":"d"}"#) }]).unwrap();
    assert_eq!(edit.get("/entries/5/uid").unwrap(), 5.into());
    let risu = r#"{"type":"risu","ver":1,"data":[{"key":"a, b","secondkey":"","insertorder":1,"comment":"","content":"c","mode":"normal","alwaysActive":false,"selective":false}]}"#;
    let mut edit = editor(risu);
    assert_eq!(edit.get("book[0].keys").unwrap(), json(r#"["a","b"]"#));
    let error = edit.apply(&[set("book[0].keys", json(r#"["a,b"]"#))]).unwrap_err();
    assert!(error.to_string().contains("none may be blank or hold one"), "{error}");
    assert!(edit.get("book[0].keys[0]").is_err());
}

#[test]
fn a_book_in_two_dialects_says_the_same_in_both() {
    let bytes = fixture("model/world-info-two-dialects/input.json");
    let mut edit = open(&bytes[..], Limits::default()).unwrap().edit();
    let got = |edit: &Editor, at: &str| edit.get(place(at)).unwrap();
    edit.apply(&[set("book[0].keys", json(r#"["zork"]"#)), set("book[0].enabled", false), set("book[0].order", 7)])
        .unwrap();
    for at in ["/entries/1/key", "/entries/1/keys"] {
        assert_eq!(got(&edit, at), json(r#"["zork"]"#), "{at}");
    }
    assert_eq!((got(&edit, "/entries/1/disable"), got(&edit, "/entries/1/enabled")), (true.into(), false.into()));
    assert_eq!((got(&edit, "/entries/1/order"), got(&edit, "/entries/1/insertion_order")), (7.into(), 7.into()));
    // Whoever names V2's member changes SillyTavern's too, and what repeats it among the extensions follows.
    edit.apply(&[set("/entries/5/keys/0", "hail"), set("/entries/5/excludeRecursion", false)]).unwrap();
    assert_eq!(got(&edit, "/entries/5/key"), json(r#"["hail"]"#));
    assert_eq!(got(&edit, "/entries/5/extensions/excludeRecursion"), false.into());
    // What nobody changed stays out of step.
    assert_eq!((got(&edit, "/entries/3/key/0"), got(&edit, "/entries/3/keys/0")), ("tower".into(), "old".into()));
    while edit.undo().is_some() {}
    assert_eq!(edit.to_bytes(&bytes, &Limits::default()).unwrap(), bytes);
}

#[test]
fn of_a_book_in_two_dialects_a_card_gets_what_sillytavern_reads() {
    let bytes = fixture("model/world-info-two-dialects/input.json");
    let book = open(&bytes[..], Limits::default()).unwrap();
    let mut edit = editor(r#"{"spec":"chara_card_v3","spec_version":"3.0","data":{"name":"A"}}"#);
    edit.attach(&[book.content()]).unwrap();
    assert_eq!(edit.get("book[1].keys").unwrap(), json(r#"["tower"]"#));
    assert_eq!(edit.get("book[2].enabled").unwrap(), false.into());
    let entry = edit.get("book[3]").unwrap();
    assert_eq!(entry.get("position").and_then(Json::as_str), Some("after_char"));
    let position = entry.get("extensions").and_then(|extensions| extensions.get("position"));
    assert_eq!(position, Some(&4.into()));
}

#[test]
fn an_entry_that_is_attached_takes_the_place_of_none_under_any_client() {
    let entry = |id: &str, key: &str| {
        format!(r#"{{"keys":["{key}"],"content":"{key}.","extensions":{{}},"enabled":true,"insertion_order":1{id}}}"#)
    };
    let world = br#"{"entries":{"0":{"uid":0,"key":["tower"],"content":"tower."},"1":{"uid":1,"key":["moor"],"content":"moor."}}}"#;
    let world = open(&world[..], Limits::default()).unwrap();
    for (first, second) in [("", ""), (r#","id":0"#, ""), (r#","id":2"#, r#","id":3"#), (r#","id":"0""#, r#","id":7"#)]
    {
        let card = format!(
            r#"{{"spec":"chara_card_v3","spec_version":"3.0","data":{{"name":"A","character_book":{{"extensions":{{}},"entries":[{},{}]}}}}}}"#,
            entry(first, "bell"),
            entry(second, "river")
        );
        let mut edit = editor(&card);
        assert_eq!(edit.attach(&[world.content()]).unwrap().added, 2);
        let entries = edit.get("book.entries").or_else(|_| edit.get("/data/character_book/entries")).unwrap();
        let known: Vec<String> = entries
            .as_array()
            .unwrap()
            .iter()
            .enumerate()
            .map(|(at, entry)| entry.get("id").map_or(at.to_string(), Json::to_string))
            .collect();
        let each: BTreeSet<_> = known.iter().collect();
        assert_eq!(each.len(), 4, "{known:?}");
    }
}

#[test]
fn a_lorebook_goes_into_a_card_as_a_conversion_makes_it() {
    let file = br#"{"spec":"lorebook_v3","data":{"extensions":{},"entries":[
        {"keys":["a"],"content":"@@depth 2\nA.","extensions":{},"enabled":true,"insertion_order":1,"use_regex":false},
        {"keys":["be+ll"],"content":"B.","extensions":{},"enabled":true,"insertion_order":2,"use_regex":true}]}}"#;
    let opened = open(&file[..], Limits::default()).unwrap();
    let v2 = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"A"}}"#;
    let mut edit = editor(v2);
    let done = edit.attach(&[opened.content()]).unwrap();
    let lost: Vec<_> = done.loss.iter().map(|(book, loss)| (*book, loss.pointer.as_str())).collect();
    assert!(lost.contains(&(0, "/entries/1/use_regex")), "{lost:?}");
    assert!(lost.iter().any(|(_, at)| at.starts_with("/entries/0/content")), "{lost:?}");
    let book = edit.get("book").unwrap().to_string();
    assert!(!book.contains("@@depth") && !book.contains("use_regex"), "{book}");
    // What is there already loses nothing again, and the way back knows both forms.
    let again = edit.attach(&[opened.content()]).unwrap();
    assert_eq!((again.added, again.doubles, again.loss.len()), (0, 2, 0));
    let gone = edit.detach(&[opened.content()]).unwrap();
    assert_eq!((gone.removed, gone.absent), (2, 0));
    // A card of the same form gives its book as it is.
    let mut other = editor(&written(&edit));
    let mut source = editor(V2);
    source.apply(&[set("book[0].content", "@@depth 2 is a text of V2")]).unwrap();
    let done = other.attach(&[&source.document().content]).unwrap();
    assert!(done.loss.is_empty(), "{:?}", done.loss);
    assert_eq!(other.get("book[0].content").unwrap(), "@@depth 2 is a text of V2".into());
    // World info names its entries by their keys.
    let bytes = fixture("model/world-info-two-dialects/input.json");
    let world = open(&bytes[..], Limits::default()).unwrap();
    let done = editor(v2).attach(&[world.content()]).unwrap();
    assert!(done.loss.iter().any(|(_, loss)| loss.pointer == "/entries/3/keys"), "{:?}", done.loss);
}

#[test]
fn what_a_form_has_and_a_card_lacks_is_made() {
    let mut edit = editor(r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"A"}}"#);
    let entry = json(r#"{"keys":["a"],"content":"b","extensions":{},"enabled":true,"insertion_order":0}"#);
    edit.apply(&[Patch::Insert { path: place("book[+]"), value: entry.clone() }, set("depth_prompt", "Note")]).unwrap();
    assert_eq!(edit.get("book[0]").unwrap(), entry);
    assert_eq!(edit.get("/data/extensions/depth_prompt/prompt").unwrap(), "Note".into());
    for card in ["lynn", "prom"] {
        let form = if card == "lynn" { "chara_card_v3l" } else { "" };
        let text = match form {
            "" => r#"{"type":"chara_card","spec_version":"3.1","data":{"name":"A"}}"#.to_owned(),
            form => format!(r#"{{"spec":"{form}","spec_version":"3.0","data":{{"name":"A"}}}}"#),
        };
        let mut edit = editor(&text);
        edit.apply(&[set("first_mes", "Hi"), set("notes", "N"), set("version", "2"), set("tags", json(r#"["t"]"#))])
            .unwrap();
        let card = edit.document().card().unwrap();
        assert_eq!((card.first_mes(), card.creator_notes(), card.character_version()), ("Hi", "N", "2"), "{text}");
    }
}

/// A card and the editor of its file number greetings alike.
#[test]
fn a_greeting_is_the_same_by_its_number_and_by_its_place() {
    for form in [Form::V2, Form::V3, Form::V3L, Form::Prom] {
        let mut card = Card::blank(form).unwrap();
        card.set_first_mes("a");
        let shown = |card: &Card| card.greetings().iter().map(ToString::to_string).collect::<Vec<_>>();
        for (count, number) in [(1, 0), (2, 0), (2, 1), (3, 0), (3, 1), (3, 2)] {
            card.set_alternate_greetings(["b", "c"].into_iter().take(count - 1)).unwrap();
            let text = card.to_json().to_string();
            let place = format!("greetings[{number}]");
            let (mut one, mut two) = (card.clone(), editor(&text));
            one.set_greeting(number, "d").unwrap();
            two.set(&place, "d").unwrap();
            assert_eq!(shown(&one), shown(two.document().card().unwrap()), "{form} {number} of {count}");
            let (mut one, mut two) = (card.clone(), editor(&text));
            one.remove_greeting(number).unwrap();
            two.remove(&place).unwrap();
            assert_eq!(shown(&one), shown(two.document().card().unwrap()), "{form} {number} of {count}");
        }
    }
}

/// The findings of a card, each with its place.
fn found(editor: &Editor) -> Vec<String> {
    let findings = editor.document().validate(cards_model::ValidateOptions::STRICT);
    findings.iter().map(|finding| format!("{} {}", finding.rule.id, finding.pointer)).collect()
}

#[test]
fn a_new_entry_begins_as_its_form_has_it() {
    for (file, wanted) in [
        (
            r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"A"}}"#,
            r#"{"keys":["bell"],"content":"It rings.","extensions":{},"enabled":true,"insertion_order":0}"#,
        ),
        (
            r#"{"spec":"chara_card_v3","spec_version":"3.0","data":{"name":"A"}}"#,
            r#"{"keys":["bell"],"content":"It rings.","extensions":{},"enabled":true,"insertion_order":0,"use_regex":false}"#,
        ),
        (
            r#"{"type":"chara_card","spec_version":"3.1","data":{"name":"A"}}"#,
            r#"{"name":"","keys":["bell"],"content":"It rings.","enabled":true,"insertion_order":0}"#,
        ),
        (
            r#"{"type":"risu","ver":1,"data":[]}"#,
            r#"{"key":"bell","secondkey":"","insertorder":0,"comment":"","content":"It rings.","mode":"normal","alwaysActive":false,"selective":false}"#,
        ),
        (
            r#"{"name":"World","entries":{}}"#,
            r#"{"uid":0,"key":["bell"],"keysecondary":[],"comment":"","content":"It rings.","constant":false,"vectorized":false,"selective":true,"selectiveLogic":0,"addMemo":false,"order":100,"position":0,"disable":false,"ignoreBudget":false,"excludeRecursion":false,"preventRecursion":false,"matchPersonaDescription":false,"matchCharacterDescription":false,"matchCharacterPersonality":false,"matchCharacterDepthPrompt":false,"matchScenario":false,"matchCreatorNotes":false,"delayUntilRecursion":0,"probability":100,"useProbability":true,"depth":4,"outletName":"","group":"","groupOverride":false,"groupWeight":100,"scanDepth":null,"caseSensitive":null,"matchWholeWords":null,"useGroupScoring":null,"automationId":"","role":0,"sticky":null,"cooldown":null,"delay":null,"triggers":[]}"#,
        ),
    ] {
        let entry = r#"{"keys":["bell"],"content":"It rings."}"#;
        let mut by_part = editor(file);
        let parts = [set("book[+].keys", json(r#"["bell"]"#)), set("book[0].content", "It rings.")];
        let changes = by_part.apply(&parts).unwrap();
        assert_eq!(by_part.get("book[0]").unwrap(), json(wanted), "{file}");
        assert!(changes.iter().any(|change| change.cause == Cause::Made), "{changes:?}");
        assert!(!found(&by_part).iter().any(|finding| finding.contains("entries")), "{:?}", found(&by_part));
        if file.contains("chara_card") {
            let mut whole = editor(file);
            whole.apply(&[Patch::Insert { path: place("book[+]"), value: json(entry) }]).unwrap();
            let names = |entry: &Json| -> BTreeSet<String> {
                entry.as_object().unwrap().iter().map(|(name, _)| name.to_owned()).collect()
            };
            assert_eq!(names(&whole.get("book[0]").unwrap()), names(&json(wanted)), "{file}");
        }
    }
}

#[test]
fn a_new_entry_has_an_id_where_its_book_has_them() {
    let module = r#"{"module_id":"M1A2B3C4D","name":"Old town","creator":"","intro":"","category":"Others","cover_url":"","entries":[{"entry_id":"abcdefghi","keys":[],"content":"c"}]}"#;
    let id = |seed: Option<u64>| {
        let mut edit = editor(module);
        if let Some(seed) = seed {
            edit = edit.with_seed(seed);
        }
        edit.apply(&[set("book[+].content", "One"), set("book[+].content", "Two")]).unwrap();
        let ids: Vec<_> = (1..3).map(|at| edit.get(place(&format!("book[{at}].id"))).unwrap()).collect();
        assert_ne!(ids[0], ids[1]);
        assert!(found(&edit).is_empty(), "{:?}", found(&edit));
        ids[0].as_str().unwrap().to_owned()
    };
    assert_eq!(id(None), id(None));
    assert_ne!(id(Some(1)), id(Some(2)));
    let mut edit = editor(&V2.replace(r#""name":"The Bell""#, r#""name":"The Bell","id":7"#));
    edit.apply(&[set("book[2].content", "c")]).unwrap();
    assert_eq!(edit.get("book[2].id").unwrap(), 8.into());
    // In two dialects the new one has both names.
    let bytes = fixture("model/world-info-two-dialects/input.json");
    let mut edit = open(&bytes[..], Limits::default()).unwrap().edit();
    edit.apply(&[set("book[+].keys", json(r#"["zork"]"#)), set("book[zork].enabled", false)]).unwrap();
    let got = |at: &str| edit.get(place(at)).unwrap();
    assert_eq!((got("/entries/6/key"), got("/entries/6/keys")), (json(r#"["zork"]"#), json(r#"["zork"]"#)));
    assert_eq!((got("/entries/6/uid"), got("/entries/6/id")), (6.into(), 6.into()));
    assert_eq!((got("/entries/6/disable"), got("/entries/6/enabled")), (true.into(), false.into()));
}

#[test]
fn what_is_made_for_a_value_is_whole() {
    let mut edit = editor(r#"{"type":"chara_card","spec_version":"3.1","data":{"name":"A"}}"#);
    edit.apply(&[set("creator", "Me"), set("book[0].content", "c")]).unwrap();
    let metadata = r#"{"creator":"Me","version":"","source":"","tags":[],"creator_notes":""}"#;
    assert_eq!(edit.get("/metadata").unwrap(), json(metadata));
    assert_eq!(edit.get("book.type").unwrap(), "chara_book".into());
}

#[test]
fn a_mandatory_member_that_is_taken_out_is_emptied() {
    let remove = |at: &str| Patch::Remove { path: place(at) };
    let mut edit = editor(V2);
    edit.apply(&[remove("tags"), remove("name"), remove("extensions"), remove("book[0].keys")]).unwrap();
    for (at, empty) in [("tags", "[]"), ("name", "\"\""), ("extensions", "{}"), ("book[0].keys", "[]")] {
        assert_eq!(edit.get(place(at)).unwrap(), json(empty), "{at}");
    }
    // What may be absent goes, and what is no part of the spec.
    edit.apply(&[remove("book[0].name"), remove("/creatorcomment")]).unwrap();
    assert!(edit.get("/data/character_book/entries/0/name").is_err());
    assert!(edit.apply(&[remove("book[0].name")]).is_err());
    let null = Patch::Set { path: place("name"), value: Json::Null };
    assert!(edit.apply(&[null]).is_err());
}

#[test]
fn the_date_on_which_a_card_was_made_stays() {
    for (file, at) in [
        (r#"{"spec":"chara_card_v3","spec_version":"3.0","data":{"name":"A","creation_date":5}}"#, "creation_date"),
        (
            r#"{"type":"chara_card","spec_version":"3.1","data":{"name":"A"},"metadata":{"created_at":5}}"#,
            "/metadata/created_at",
        ),
    ] {
        let mut edit = editor(file);
        for patch in [set(at, 6), Patch::Remove { path: place(at) }] {
            let error = edit.apply(std::slice::from_ref(&patch)).unwrap_err();
            assert!(matches!(error, Error::CreationDate { .. }), "{error}");
        }
        let mut edit = edit.with_force(true);
        edit.apply(&[set(at, 6)]).unwrap();
        assert!(edit.alerts()[0].contains("another date of creation"), "{:?}", edit.alerts());
    }
    // A card that does not say may say it now.
    editor(r#"{"spec":"chara_card_v3","spec_version":"3.0","data":{"name":"A"}}"#)
        .apply(&[set("creation_date", 6)])
        .unwrap();
}

#[test]
fn a_source_that_goes_is_named() {
    let mut edit = editor(
        r#"{"spec":"chara_card_v3","spec_version":"3.0","data":{"name":"A","source":["https://a.example","b"]}}"#,
    );
    edit.apply(&[set("source", json(r#"["b","c"]"#))]).unwrap();
    assert_eq!(edit.alerts(), ["the card does not name its source any more: https://a.example"]);
}

#[test]
fn every_way_to_change_a_card_dates_it() {
    let book = br#"{"entries":{"0":{"uid":0,"key":["bell"],"content":"It rings."}}}"#;
    let book = open(&book[..], Limits::default()).unwrap();
    let v3 = r#"{"spec":"chara_card_v3","spec_version":"3.0","data":{"name":"A"}}"#;
    let mut edit = editor(v3).with_touch(Some(Timestamp::from_seconds(1_800_000_000)));
    edit.attach(&[book.content()]).unwrap();
    assert_eq!(edit.get("modification_date").unwrap(), 1_800_000_000.into());
    edit.undo();
    assert_eq!(written(&edit), v3);
    edit.apply(&[]).unwrap();
    assert_eq!(written(&edit), v3);
}

#[test]
fn refusals_change_nothing_and_say_why() {
    let mut edit = editor(V2);
    for (patches, part) in [
        (vec![set("name", "B"), set("tags", 7)], "/data/tags"),
        (vec![set("frist_mes", "x")], "a V2 card has no `frist_mes`; it has name, description"),
        (vec![set("nickname", "x")], "a V2 card has no `nickname`"),
        (
            vec![set("picture", "x")],
            "the picture is none of the texts: it is bytes and no text; `cards pack --picture`",
        ),
        (vec![Patch::Remove { path: place("greetings[9]") }], "has no `greetings[9]`; the list has "),
        (vec![set("greetings[9]", "x")], "has no `greetings[9]`; the list has 3"),
    ] {
        let error = edit.apply(&patches).unwrap_err();
        let text = std::iter::successors(Some(&error as &dyn std::error::Error), |error| error.source());
        let text: Vec<_> = text.map(ToString::to_string).collect();
        assert!(text.join(": ").contains(part), "{text:?}");
        assert_eq!(written(&edit), V2);
    }
    assert_eq!(edit.apply(&[set("name", "Aria")]).unwrap(), []);
    assert!(edit.undo().is_none());
}

#[test]
fn the_date_of_change_is_told_where_a_form_has_it() {
    let now = Timestamp::from_seconds(1_800_000_000);
    let v3 = r#"{"spec":"chara_card_v3","spec_version":"3.0","data":{"name":"A"}}"#;
    let mut edit = editor(v3).with_touch(Some(now.clone()));
    let changes = edit.apply(&[set("name", "B")]).unwrap();
    assert_eq!(changes.last().map(|change| change.cause), Some(Cause::Date));
    assert_eq!(edit.get("modification_date").unwrap(), 1_800_000_000.into());
    assert_eq!(edit.apply(&[set("name", "B")]).unwrap(), []);
    let mut edit = editor(V2).with_touch(Some(now));
    assert!(edit.apply(&[set("name", "B")]).unwrap().iter().all(|change| change.cause != Cause::Date));
}

#[test]
fn steps_are_kept_up_to_a_limit() {
    let limits = Limits::default().with_undo_steps(2);
    let mut edit = open(V2.as_bytes(), &limits).unwrap().edit();
    for name in ["B", "C", "D"] {
        edit.apply(&[set("name", name)]).unwrap();
    }
    while edit.undo().is_some() {}
    assert_eq!(edit.get("name").unwrap(), "B".into());
}

#[test]
fn second_accounts_are_named() {
    let bytes = fixture("cards/wick-v3.png");
    let edit = open(&bytes[..], Limits::default()).unwrap().edit();
    let twins = edit.twins();
    assert!(twins.len() == 1 && twins[0].follows && twins[0].place.contains("chara"), "{twins:?}");
    let pointer: Pointer = "/data/name".parse().unwrap();
    assert_eq!(edit.get_all(&[place("name")]).unwrap()[0].0, Some(pointer));
}

#[test]
fn refusals_say_what_cannot_be_done_there() {
    let file = br#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","tags":["x"]}}"#;
    let mut editor = open(&file[..], Limits::default()).unwrap().edit();
    for (patch, wanted) in [
        (
            Patch::Insert { path: place("name[+]"), value: "b".into() },
            "`/data/name`: nothing can be added to a string; set it instead",
        ),
        (Patch::Set { path: place("tags"), value: 7.into() }, "`/data/tags`: a number where an array belongs"),
    ] {
        assert_eq!(editor.apply(&[patch]).unwrap_err().to_string(), wanted);
    }
    let rows = [Row::new("name", "Aria", "Mira"), Row::new("name", "Aria", "Moro"), Row::new("name", "Aria", "Mira")];
    let misfits = editor.set_texts(&rows).unwrap();
    assert_eq!(misfits.iter().map(|one| one.why).collect::<Vec<_>>(), ["an earlier row has another text for it"]);
    assert_eq!(editor.document().card().unwrap().name(), "Mira");
}

/// What clients keep among the extensions of an entry goes there by its name, as the client writes it.
#[test]
fn settings_of_clients_are_set_in_their_own_words() {
    const CARD: &str = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"A","extensions":{},"character_book":{"extensions":{},
        "entries":[{"keys":["a"],"content":"c","enabled":true,"insertion_order":1,"extensions":{}}]}}}"#;
    const WORLD: &str = r#"{"entries":{"0":{"uid":0,"key":["a"],"content":"c"}}}"#;
    let after = |card: &str, path: &str, value: Json| -> Result<Json, Error> {
        let mut editor = editor(card);
        editor.apply(&[Patch::Set { path: path.parse()?, value }])?;
        let entry = ["/data/character_book/entries/0", "/entries/0"]
            .iter()
            .find_map(|at| editor.document().content.to_json().pointer(at).cloned());
        Ok(entry.unwrap())
    };
    let shown = |entry: &Json| {
        format!("{:?} {}", entry.get("position").map(Json::to_string), entry.get("extensions").unwrap_or(&Json::Null))
    };
    for (path, value, position, extensions) in [
        ("book[0].depth", Json::from("4"), None, r#"{"depth":4}"#),
        ("book[0].depth", 4.into(), None, r#"{"depth":4}"#),
        ("book[0].role", "user".into(), None, r#"{"role":1}"#),
        ("book[0].extensions.role", "assistant".into(), None, r#"{"role":2}"#),
        ("book[0].selectiveLogic", "and-all".into(), None, r#"{"selectiveLogic":3}"#),
        ("book[0].position", "before_char".into(), Some("\"before_char\""), "{}"),
        ("book[0].position", 4.into(), Some("\"after_char\""), r#"{"position":4}"#),
        ("book[0].position", "at-depth:2".into(), Some("\"after_char\""), r#"{"position":4,"depth":2}"#),
        ("book[0].position", "at-depth:2:user".into(), Some("\"after_char\""), r#"{"position":4,"depth":2,"role":1}"#),
        ("book[0].position", "outlet:map".into(), Some("\"after_char\""), r#"{"position":7,"outlet_name":"map"}"#),
        ("book[0].position", "outlet:a:b".into(), Some("\"after_char\""), r#"{"position":7,"outlet_name":"a:b"}"#),
        ("book[0].position", "outlet".into(), Some("\"after_char\""), r#"{"position":7}"#),
        ("book[0].position", 0.into(), Some("\"before_char\""), "{}"),
        ("book[0].position", 1.into(), Some("\"after_char\""), "{}"),
        ("book[0].position", "2".into(), Some("\"after_char\""), r#"{"position":2}"#),
        ("book[0].extensions.position", "before".into(), None, r#"{"position":0}"#),
        ("book[0].extensions.position", "at-depth:2".into(), None, r#"{"position":4,"depth":2}"#),
        ("book[0].extensions.mine", "before".into(), None, r#"{"mine":"before"}"#),
        ("book[0].probability", " 50 ".into(), None, r#"{"probability":50}"#),
    ] {
        let entry = after(CARD, path, value).unwrap();
        let expected = format!("{:?} {extensions}", position.map(str::to_owned));
        assert_eq!(shown(&entry), expected, "{path}");
    }
    let world = after(WORLD, "book[0].position", "at-depth:3".into()).unwrap();
    assert_eq!((world.get("position"), world.get("depth")), (Some(&4.into()), Some(&3.into())));
    for (path, value, wanted) in [
        ("book[0].position", Json::from("before"), r#""position":0"#),
        ("book[0].position", 1.into(), r#""position":1"#),
        ("book[0].position", "outlet:map".into(), r#""position":7,"outletName":"map""#),
        ("book[0].position", "at-depth:2:assistant".into(), r#""position":4,"depth":2,"role":2"#),
        ("book[0].depth", "3".into(), r#""depth":3"#),
        ("book[0].comment", "3".into(), r#""comment":"3""#),
    ] {
        let wanted: Json = format!(r#"{{"uid":0,"key":["a"],"content":"c",{wanted}}}"#).parse().unwrap();
        assert_eq!(after(WORLD, path, value).unwrap(), wanted, "{path}");
    }
    // With the way through `extensions`, and by the names alone that SillyTavern's members have there.
    for at in ["extensions.", ""] {
        let mut card = editor(CARD);
        let values =
            [("talkativeness", "0.5"), ("fav", "true"), ("depth_prompt.depth", "3"), ("depth_prompt.role", "user")];
        card.apply(&values.map(|(path, value)| set(&format!("{at}{path}"), value))).unwrap();
        card.apply(&[set("extensions.mine", "4")]).unwrap();
        let wanted = r#"{"talkativeness":0.5,"fav":true,"depth_prompt":{"depth":3,"role":"user"},"mine":"4"}"#;
        assert_eq!(card.get("extensions").unwrap(), json(wanted), "{at}");
    }
    // What is there already is no change, however it is written.
    let odd = CARD.replace(r#""extensions":{}}]"#, r#""extensions":{"depth":"4"}}]"#);
    assert_eq!(editor(&odd).apply(&[set("book[0].depth", "4")]).unwrap(), []);
    // The number of the client wins over the word of the spec, so both say the same.
    let both = CARD.replace(
        r#""insertion_order":1,"extensions":{}"#,
        r#""insertion_order":1,"position":"after_char","extensions":{"position":4}"#,
    );
    let entry = after(&both, "book[0].position", "before_char".into()).unwrap();
    assert_eq!(shown(&entry), r#"Some("\"before_char\"") {"position":0}"#);
    for (path, value) in [
        ("book[0].depth", "deep"),
        ("book[0].role", "9"),
        ("book[0].position", "nowhere"),
        ("book[0].position", "before_char:2"),
        ("book[0].position", "an-top:"),
        ("book[0].position", "at-depth:deep"),
        ("book[0].position", "at-depth:2:boss"),
        ("extensions.fav", "maybe"),
    ] {
        let error = after(CARD, path, value.into()).unwrap_err();
        assert!(matches!(error, Error::Model(cards_model::Error::Field { .. })), "{path}: {error}");
    }
    let error = after(CARD, "book[0].position", "an-top:2".into()).unwrap_err().to_string();
    assert!(error.contains("`2` is too much for this place; at-depth and outlet take more behind a colon"), "{error}");
    let error = after(CARD, "book[0].depth", "deep".into()).unwrap_err().to_string();
    assert!(error.contains("\"deep\" is not what SillyTavern has there, which is a whole number from 0 to"), "{error}");
    // By its pointer a value goes where it is sent, as it is.
    let entry = after(CARD, "/data/character_book/entries/0/extensions/depth", "deep".into()).unwrap();
    assert_eq!(shown(&entry), r#"None {"depth":"deep"}"#);
}
