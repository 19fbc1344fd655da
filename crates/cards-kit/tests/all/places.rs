//! Where a place leads in a file of each form, and what is set there.

use cards_kit::{Editor, Json, Limits, Patch, Place, open};

const V0: &str =
    r#"{"char_name":"A","char_persona":"p","world_scenario":"w","char_greeting":"Hi","example_dialogue":"e"}"#;
const V1: &str =
    r#"{"name":"A","description":"d","personality":"","scenario":"","first_mes":"Hi","mes_example":"","more":1}"#;
const V2: &str = r#"{"spec":"chara_card_v2","spec_version":"2.0","root":[7],"data":{"name":"A","first_mes":"Hi","own":2,"alternate_greetings":["Ho"],
    "extensions":{"depth_prompt":{"prompt":"P"},"list":[[1,2]]},"character_book":{"name":"B","extensions":{},"entries":[
    {"keys":["k","l"],"name":"One","comment":"Two","content":"c","extensions":{"depth":4},"enabled":true,"insertion_order":1,"odd":3},
    {"keys":["TWO"],"name":" ","comment":"Three","content":"c","extensions":{},"enabled":true,"insertion_order":1},
    {"keys":["One","x"],"content":"c","extensions":{},"enabled":true,"insertion_order":1},7]}}}"#;
const WORLD: &str = r#"{"name":"W","entries":{"4":{"uid":4,"key":["a","b"],"comment":"First","content":"c","disable":false},"x":{"uid":1,"key":["y"],"content":"d"}}}"#;
const RISU: &str = r#"{"type":"risu","ver":1,"data":[{"key":"a, b","secondkey":"","insertorder":1,"comment":"","content":"c","mode":"normal","alwaysActive":false,"selective":false},
    {"key":["c","d"],"secondkey":"","insertorder":1,"comment":"","content":"c","mode":"normal","alwaysActive":false,"selective":false}]}"#;
const PROM: &str = r#"{"type":"chara_card","spec_version":"3.1","data":{"name":"A","first_messages":[{"locale":"en","messages":["Hi"]}]},"metadata":{"creator":"me","tags":["t"]}}"#;

fn editor(text: &str) -> Editor {
    open(text.as_bytes(), Limits::default()).unwrap().edit()
}

fn place(text: &str) -> Place {
    text.parse().unwrap()
}

/// The pointer and the value of a place, or what is said of it.
fn told(file: &str, at: &str) -> String {
    match editor(file).get_all(&[place(at)]) {
        Ok(found) => {
            let pointer = found[0].0.as_ref().map_or("-", |pointer| pointer.as_str());
            format!("{pointer} {}", found[0].1)
        }
        Err(error) => error.to_string(),
    }
}

#[test]
fn a_place_leads_to_the_same_by_each_of_its_names() {
    let entry = "/data/character_book/entries";
    for (file, at, wanted) in [
        (V0, "name", r#"/char_name "A""#.to_owned()),
        (V0, "greetings", r#"- ["Hi"]"#.to_owned()),
        (V0, "greetings[0]", r#"/char_greeting "Hi""#.to_owned()),
        (V1, "greetings[0]", r#"/first_mes "Hi""#.to_owned()),
        (V1, "greetings", r#"- ["Hi"]"#.to_owned()),
        (V1, "more", "/more 1".to_owned()),
        (V2, "root[0]", "/root/0 7".to_owned()),
        (V2, "own", "/data/own 2".to_owned()),
        (V2, "greetings", r#"- ["Hi","Ho"]"#.to_owned()),
        (V2, "greetings[0]", r#"/data/first_mes "Hi""#.to_owned()),
        (V2, "greetings[1]", r#"/data/alternate_greetings/0 "Ho""#.to_owned()),
        (V2, "first_mes", r#"/data/first_mes "Hi""#.to_owned()),
        (V2, "depth_prompt", r#"/data/extensions/depth_prompt/prompt "P""#.to_owned()),
        (V2, "depth_prompt.prompt", r#"/data/extensions/depth_prompt/prompt "P""#.to_owned()),
        (V2, "extensions.list[0][1]", "/data/extensions/list/0/1 2".to_owned()),
        (V2, "extensions[\"list\"][0]", "/data/extensions/list/0 [1,2]".to_owned()),
        (V2, "book.name", r#"/data/character_book/name "B""#.to_owned()),
        (V2, "world.name", r#"/data/character_book/name "B""#.to_owned()),
        (V2, "book[0].keys", format!(r#"{entry}/0/keys ["k","l"]"#)),
        (V2, "character_book.entries[0].keys[1]", format!(r#"{entry}/0/keys/1 "l""#)),
        (V2, "lorebook[0].order", format!("{entry}/0/insertion_order 1")),
        (V2, "book[0].odd", format!("{entry}/0/odd 3")),
        (V2, "book[0].depth", format!("{entry}/0/extensions/depth 4")),
        (V2, "book[3]", format!("{entry}/3 7")),
        (V2, "/data/own", "/data/own 2".to_owned()),
        // A title before a title in other letters before a first key; a blank one is none.
        (V2, "book[One].comment", format!(r#"{entry}/0/comment "Two""#)),
        (V2, "book[one].comment", format!(r#"{entry}/0/comment "Two""#)),
        (V2, "book[three].comment", format!(r#"{entry}/1/comment "Three""#)),
        (V2, "book[two].comment", format!(r#"{entry}/1/comment "Three""#)),
        (V2, "book[K].comment", format!(r#"{entry}/0/comment "Two""#)),
        (WORLD, "book[0].keys", r#"/entries/4/key ["a","b"]"#.to_owned()),
        (WORLD, "entries[1].content", r#"/entries/x/content "d""#.to_owned()),
        (WORLD, "entries[first].enabled", "/entries/4/disable true".to_owned()),
        (WORLD, "book[Y].content", r#"/entries/x/content "d""#.to_owned()),
        (WORLD, "book.entries[0].enabled", "/entries/4/disable true".to_owned()),
        (WORLD, "name", r#"/name "W""#.to_owned()),
        (RISU, "book[0].keys", r#"/data/0/key ["a","b"]"#.to_owned()),
        (RISU, "book[A].content", r#"/data/0/content "c""#.to_owned()),
        (RISU, "book[1].keys[1]", r#"/data/1/key/1 "d""#.to_owned()),
        (RISU, "book[C].keys", r#"/data/1/key ["c","d"]"#.to_owned()),
        (PROM, "creator", r#"/metadata/creator "me""#.to_owned()),
        (PROM, "tags[0]", r#"/metadata/tags/0 "t""#.to_owned()),
    ] {
        assert_eq!(told(file, at), wanted, "{at} of {file}");
    }
}

#[test]
fn what_is_nowhere_is_said_with_what_there_is() {
    for (file, at, said) in [
        (V0, "greetings[1]", "has no `greetings[1]`"),
        (V0, "book", "a V0 card (Pygmalion) has no `book`"),
        (V1, "greetings[0].x", "has no `greetings[0].x`"),
        (V2, "greetings[2]", "has no `greetings[2]`; the list has 2"),
        (V2, "greetings[+]", "has no `greetings[+]`; the list has 2"),
        (V2, "greetings[0][0]", "has no `greetings[0][0]`"),
        (V2, "greetings.x", "has no `greetings.x`"),
        (V2, "book[7]", "has no `book[7]`; the list has 4"),
        (V2, "book[+]", "has no `book[+]`; the list has 4"),
        (V2, "tags[0]", "a V2 card has no `tags[0]`"),
        (V2, "entries[0]", "a V2 card has no `entries[0]`; it has name, description"),
        (V2, "extensions.list[4]", "has no `extensions.list[4]`; the list has 1"),
        (V2, "book[Nobody]", "has no `book[\"Nobody\"]`; it has One, Three"),
        (V2, "book[*].keys", "it means several; take one by its number"),
        (V2, "book[0].keys[*]", "it means several; take one by its number"),
        (WORLD, "book[9]", "has no `book[9]`; the list has 2"),
        (WORLD, "greetings", "has no `greetings`"),
        (RISU, "book[0].keys[0]", "has no `book[0].keys[0]`"),
        (PROM, "picture", "it is bytes and no text; `cards extract` takes it out"),
    ] {
        let found = told(file, at);
        assert!(found.contains(said), "{at}: {found}");
    }
}

#[test]
fn a_place_is_written_as_it_is_read() {
    for (text, same) in [
        ("a.b", "a.b"),
        ("a[b].c[0][+]", "a[\"b\"].c[0][+]"),
        (r#"a["\"\\x]"]"#, r#"a["\"\\x]"]"#),
        ("a[007]", "a[7]"),
        ("a[99999999999999999999999]", "a[\"99999999999999999999999\"]"),
        ("a[*].b[k=v].c", "a[*].b[k=v].c"),
        ("a[k=]", "a[k=]"),
        ("a[k_1=x=y]", "a[k_1=x=y]"),
        ("a[1k=x]", "a[\"1k=x\"]"),
        ("a[_k=x]", "a[\"_k=x\"]"),
        ("a[k-l=x]", "a[\"k-l=x\"]"),
        ("a[k~=/]/].b", "a[k~=/]/].b"),
        (r"a[k~=/\/]x/i].b", r"a[k~=/\/]x/i].b"),
        ("a[k~=x]", "a[k~=x]"),
        ("a[k~l=x]", "a[\"k~l=x\"]"),
        ("/a~01/-", "/a~01/-"),
    ] {
        let place = place(text);
        assert_eq!(place.to_string(), same, "{text}");
        assert_eq!(same.parse::<Place>().unwrap(), place);
        assert_eq!(String::from(place.clone()), same);
        assert_eq!(Place::try_from(text.to_owned()).unwrap(), place);
        assert_eq!(place.chooses(), text.contains("[*]") || same.contains("[k"), "{text}");
    }
    for text in ["a[", "a[k~=/]", "a[k~=/x/]/", "a[\"x\"", "a[\"x\\", "a[\"x\"y]", "a..b", "[0]", "a]b["] {
        assert!(text.parse::<Place>().is_err(), "{text}");
    }
}

/// What is set, put in, taken out or moved, and the whole file behind it.
#[test]
fn a_patch_makes_what_its_form_has() {
    let set = |at: &str, value: &str| Patch::Set { path: place(at), value: value.parse().unwrap() };
    let insert = |at: &str, value: &str| Patch::Insert { path: place(at), value: value.parse().unwrap() };
    let remove = |at: &str| Patch::Remove { path: place(at) };
    let from_to = |from: &str, to: &str| Patch::Move { from: place(from), path: place(to) };
    const BARE: &str = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"A"}}"#;
    const TWO: &str = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"A","first_mes":"1","alternate_greetings":["2"]}}"#;
    let v2 = |data: &str| format!(r#"{{"spec":"chara_card_v2","spec_version":"2.0","data":{{{data}}}}}"#);
    for (file, patch, wanted) in [
        (V0, set("greetings", r#"["Yo"]"#), V0.replace("Hi", "Yo")),
        (V0, set("greetings", "[]"), V0.replace("Hi", "")),
        (V1, set("greetings[0]", r#""Yo""#), V1.replace("Hi", "Yo")),
        (V1, remove("more"), V1.replace(r#","more":1"#, "")),
        (BARE, set("greetings", r#"["1"]"#), v2(r#""name":"A","first_mes":"1""#)),
        (BARE, set("greetings", r#"["1","2"]"#), v2(r#""name":"A","alternate_greetings":["2"],"first_mes":"1""#)),
        (TWO, set("greetings", r#"["3"]"#), v2(r#""name":"A","first_mes":"3","alternate_greetings":[]"#)),
        (TWO, remove("greetings"), v2(r#""name":"A","first_mes":"","alternate_greetings":[]"#)),
        (TWO, remove("greetings[0]"), v2(r#""name":"A","first_mes":"2","alternate_greetings":[]"#)),
        (TWO, remove("greetings[1]"), v2(r#""name":"A","first_mes":"1","alternate_greetings":[]"#)),
        (TWO, insert("greetings", r#""3""#), v2(r#""name":"A","first_mes":"1","alternate_greetings":["2","3"]"#)),
        (TWO, insert("greetings[1]", r#""3""#), v2(r#""name":"A","first_mes":"1","alternate_greetings":["3","2"]"#)),
        (TWO, insert("greetings[0]", r#""3""#), v2(r#""name":"A","first_mes":"3","alternate_greetings":["1","2"]"#)),
        (BARE, insert("greetings[0]", r#""3""#), v2(r#""name":"A","first_mes":"3","alternate_greetings":[""]"#)),
        (TWO, from_to("greetings[1]", "greetings[0]"), v2(r#""name":"A","first_mes":"2","alternate_greetings":["1"]"#)),
        (TWO, set("greetings[2]", r#""3""#), v2(r#""name":"A","first_mes":"1","alternate_greetings":["2","3"]"#)),
        (BARE, set("tags[0]", r#""t""#), v2(r#""name":"A","tags":["t"]"#)),
        (BARE, insert("tags[+]", r#""t""#), v2(r#""name":"A","tags":["t"]"#)),
        (BARE, insert("/data/tags", r#"["t"]"#), v2(r#""name":"A","tags":["t"]"#)),
        (BARE, set("extensions.a.b[0].c", "1"), v2(r#""name":"A","extensions":{"a":{"b":[{"c":1}]}}"#)),
        (BARE, set("extensions.a.x1", "1"), v2(r#""name":"A","extensions":{"a":{"x1":1}}"#)),
        (BARE, from_to("name", "extensions.old"), v2(r#""name":"","extensions":{"old":"A"}"#)),
    ] {
        let mut edit = editor(file);
        let done = edit.apply(std::slice::from_ref(&patch)).map(drop).map_err(|error| error.to_string());
        assert_eq!(done, Ok(()), "{patch:?}");
        let same: Json = wanted.parse().unwrap();
        assert_eq!(edit.document().content.to_json(), same, "{patch:?}");
    }
    for (file, patch, said) in [
        (V1, insert("greetings[+]", r#""x""#), "has no `greetings[+]`"),
        (V1, set("greetings", r#"["1","2"]"#), "a card of this form has one greeting"),
        (TWO, set("greetings", r#""x""#), "greetings are a list of texts"),
        (TWO, remove("greetings[2]"), "has no `greetings[2]`; the list has 2"),
        (TWO, set("greetings[3]", r#""x""#), "has no `greetings[3]`; the list has 2"),
        (BARE, remove("greetings[0]"), "has no `greetings[0]`; the list has 1"),
        (BARE, set("tags[1]", r#""x""#), "has no `tags[1]`"),
        (BARE, remove("tags"), "has no `tags`"),
        (TWO, insert("/data/alternate_greetings/7", r#""x""#), "7"),
        (BARE, insert("/data/name/0", "1"), "`/data/name`: nothing can be added to a string; set it instead"),
        (BARE, from_to("name", "tags[*]"), "`tags[*]` is no place in a card: what is moved is one value"),
        (BARE, set("picture", "1"), "it is bytes and no text; `cards pack --picture`"),
        (BARE, insert("picture", "1"), "it is bytes and no text; `cards pack --picture`"),
        (BARE, remove("picture"), "it is bytes and no text; `cards pack --picture`"),
        (RISU, set("book[0].keys", r#"["a",""]"#), "none may be blank or hold one"),
        (RISU, set("book[0].keys", r#"[" a"]"#), "none may be blank or hold one"),
        (RISU, set("book[0].keys", "[1]"), "none may be blank or hold one"),
    ] {
        let mut edit = editor(file);
        let error = edit.apply(std::slice::from_ref(&patch)).unwrap_err();
        let text = std::iter::successors(Some(&error as &dyn std::error::Error), |error| error.source());
        let text = text.map(ToString::to_string).collect::<Vec<_>>().join(": ");
        assert!(text.contains(said), "{patch:?}: {text}");
        assert_eq!(edit.document().to_bytes(), file.as_bytes(), "{patch:?}");
    }
}

/// Keys between commas stay as somebody spelled them, unless others are set.
#[test]
fn joined_keys_are_spelled_anew_only_where_they_change() {
    let spaced = RISU.replace("a, b", "a ,b,");
    for (keys, after) in
        [(r#"["a","b"]"#, "a ,b,"), (r#"["b","a"]"#, "b, a"), (r#"["a"]"#, "a"), ("[]", ""), (r#""x,y""#, "x,y")]
    {
        let mut edit = editor(&spaced);
        edit.set("book[0].keys", keys.parse::<Json>().unwrap()).unwrap();
        assert_eq!(edit.get("/data/0/key").unwrap(), after.into(), "{keys}");
        assert_eq!(edit.changes().count() > 0, after != "a ,b,");
    }
}

/// An entry of a book with keys has one that none has: one more than the largest number.
#[test]
fn a_new_entry_of_world_info_has_a_number_of_its_own() {
    for (entries, key) in [
        ("{}", "0"),
        (r#"{"0":{"uid":0,"key":[],"content":""}}"#, "1"),
        (r#"{"7":{"uid":7,"key":[],"content":""},"2":{"uid":2,"key":[],"content":""}}"#, "8"),
        (r#"{"x":{"uid":0,"key":[],"content":""}}"#, "0"),
    ] {
        for at in ["book[+]", "book[0]", "/entries/99"] {
            let mut edit = editor(&format!(r#"{{"entries":{entries}}}"#));
            if at == "book[0]" && entries == "{}" {
                continue;
            }
            edit.insert(at, r#"{"uid":77,"key":["k"],"content":"new"}"#.parse::<Json>().unwrap()).unwrap();
            let new = edit.get(format!("/entries/{key}").as_str()).unwrap();
            assert_eq!(new.get("content").and_then(Json::as_str), Some("new"), "{entries} {at}");
            assert_eq!(new.get("uid"), Some(&key.parse::<u64>().unwrap().into()), "{entries} {at}");
        }
    }
}
