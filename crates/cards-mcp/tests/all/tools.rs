//! Each tool: its schemas, its examples, what it answers.

use cards_mcp::{Limits, Memory, TOOLS};
use serde_json::{Value, json};

use crate::given::{call, desk, fixture, refused, text};

fn library() -> cards_mcp::Desk {
    desk(&[
        ("cards/aria.json", fixture("cards/wick-v2.json")),
        ("cards/aria.png", fixture("cards/wick-v3.png")),
        ("cards/double.png", fixture("cards/wick-v2.png")),
        ("cards/old/v1.json", fixture("cards/wick-v1.json")),
        ("cards/town.json", fixture("cards/module.json")),
        ("cards/portrait.png", fixture("cards/portrait.png")),
        ("cards/notes.txt", b"nothing".to_vec()),
    ])
}

#[test]
fn there_are_ten_and_each_says_what_it_does_to_the_world() {
    let names: Vec<_> = TOOLS.iter().map(|tool| tool.name).collect();
    assert_eq!(names, ["find", "look", "read", "check", "explain", "try", "plan", "apply", "make", "guide"]);
    let writers: Vec<_> = TOOLS.iter().filter(|tool| !tool.hints.read_only).map(|tool| tool.name).collect();
    assert_eq!(writers, ["apply"]);
    for tool in &TOOLS {
        assert!(!tool.examples.is_empty() && tool.description().len() < 4_000, "{}", tool.name);
        let input = Value::Object((tool.input)());
        assert_eq!(
            (&input["type"], &input["additionalProperties"]),
            (&json!("object"), &json!(false)),
            "{}",
            tool.name
        );
        for (name, member) in input["properties"].as_object().into_iter().flatten() {
            assert!(member["description"].is_string(), "{}: {name} says nothing of itself: {member}", tool.name);
        }
        let said = input.to_string();
        assert!(!said.contains("null"), "{}: a member is of two types: {said}", tool.name);
        jsonschema::validator_for(&input).unwrap();
        jsonschema::validator_for(&Value::Object((tool.output)())).unwrap();
    }
}

#[test]
fn examples_are_arguments_that_the_tool_takes() {
    for tool in &TOOLS {
        let input = jsonschema::validator_for(&Value::Object((tool.input)())).unwrap();
        for (what, arguments) in tool.examples {
            let arguments: Value = serde_json::from_str(arguments).unwrap_or_else(|error| panic!("{what}: {error}"));
            assert!(input.is_valid(&arguments), "{}: {what}", tool.name);
            let reply = library().call(tool.name, arguments);
            assert_ne!(reply.data["error"]["class"], "usage", "{}: {what}: {}", tool.name, reply.to_text(0));
        }
    }
}

/// Calls that reach every member of every answer at least once.
fn calls() -> Vec<(&'static str, Value)> {
    let scene = json!({"messages": [{"role": "user", "content": "I hear the bell and the reed king."}]});
    vec![
        ("find", json!({})),
        ("find", json!({"text": "Saltmere", "word": true})),
        ("find", json!({"doubles": "near"})),
        ("look", json!({"path": "cards/aria.png"})),
        ("look", json!({"path": "cards/town.json"})),
        ("read", json!({"path": "cards/aria.json", "places": ["description", "book[*]", "greetings[*]"]})),
        ("read", json!({"path": "cards/aria.json", "places": ["description"], "max_bytes": 1})),
        ("check", json!({"path": "cards/aria.png"})),
        ("check", json!({"path": "cards/old/v1.json", "client": "risu"})),
        ("explain", json!({"rule": "bad-crc"})),
        ("explain", json!({"macro": "random"})),
        ("explain", json!({"path": "cards/aria.json", "entry": "bell", "scene": scene})),
        ("explain", json!({"path": "cards/aria.json", "text": "{{char}} and {{user}} {{nobody}}"})),
        ("try", json!({"paths": ["cards/aria.json"], "scene": scene})),
        ("try", json!({"paths": ["cards/aria.json"], "scene": scene, "show": "prompt"})),
        ("try", json!({"paths": ["cards/aria.json"], "scene": scene, "show": "prompt", "client": "risu"})),
        ("try", json!({"paths": ["cards/aria.json"], "scene": scene, "against": {"client": "risu"}})),
        ("try", json!({"paths": ["cards/aria.json"], "show": "prompt", "against": {"paths": ["cards/aria.png"]}})),
        ("plan", json!({"paths": ["cards"], "replace": {"text": "Saltmere", "by": "Brinemere"}})),
        ("plan", json!({"paths": ["cards/old/v1.json"], "repair": {}})),
        ("plan", json!({"paths": ["cards/aria.json"], "convert": {"to": "v1", "into": "cards/v1.json"}})),
        ("plan", json!({"paths": ["cards/aria.json"], "convert": {"to": "worldinfo", "into": "cards/world.json"}})),
        ("plan", json!({"paths": ["cards/aria.json"], "merge": {"theirs": "cards/double.png"}})),
        ("plan", json!({"paths": ["cards"], "edits": [{"op": "insert", "place": "tags[+]", "value": "x"}]})),
        ("make", json!({"path": "cards/new.json", "edits": [{"op": "set", "place": "name", "value": "New"}]})),
        ("make", json!({"path": "cards/new.png", "picture": "cards/portrait.png"})),
        ("make", json!({"path": "cards/new.charx", "from": "cards/aria.png"})),
        (
            "make",
            json!({"path": "cards/book.json", "form": "lorebook", "edits": [{"op": "insert", "place": "book[+]", "value": {"keys": ["a"], "content": "b"}}]}),
        ),
        ("guide", json!({})),
        ("guide", json!({"about": "rules", "client": "risu"})),
        ("guide", json!({"about": "macros", "client": "risu"})),
        ("guide", json!({"about": "places"})),
        ("guide", json!({"about": "forms"})),
    ]
}

#[test]
fn answers_are_what_their_schemas_say_and_fit_into_24_kilobytes() {
    for (tool, arguments) in calls() {
        let mut desk = library();
        let reply = call(&mut desk, tool, arguments.clone());
        let schema = TOOLS.iter().find(|known| known.name == tool).map(|tool| Value::Object((tool.output)())).unwrap();
        let validator = jsonschema::validator_for(&schema).unwrap();
        let faults: Vec<_> = validator.iter_errors(&reply.to_value()).map(|error| error.to_string()).collect();
        assert!(faults.is_empty(), "{tool} {arguments}: {faults:?}");
        let size = reply.to_text(desk.salt()).len();
        assert!(size <= 24 << 10, "{tool} {arguments}: {size} bytes");
    }
}

#[test]
fn every_member_of_a_schema_is_in_some_answer() {
    let mut seen: Vec<(String, String)> = Vec::new();
    let mut more = calls();
    more.push(("apply", json!({"token": "$"})));
    more.push((
        "plan",
        json!({"paths": ["cards"], "edits": [{"op": "set", "place": "book[key=bell].enabled", "value": false}]}),
    ));
    for (tool, mut arguments) in more {
        let mut desk = library();
        if tool == "apply" {
            let edits = json!([{"op": "set", "place": "name", "value": "B"}]);
            let plan = call(&mut desk, "plan", json!({"paths": ["cards/aria.json"], "edits": edits}));
            let read = call(&mut desk, "read", json!({"path": plan.data["token"]}));
            seen.extend(read.data.as_object().unwrap().keys().map(|name| ("read".to_owned(), name.clone())));
            arguments = json!({"token": plan.data["token"]});
        }
        let reply = call(&mut desk, tool, arguments);
        seen.extend(reply.data.as_object().unwrap().keys().map(|name| (tool.to_owned(), name.clone())));
    }
    // What only a failing disk brings about.
    seen.push(("apply".to_owned(), "left".to_owned()));
    for tool in &TOOLS {
        let output = Value::Object((tool.output)());
        for name in
            output["properties"]["data"]["properties"].as_object().unwrap().keys().filter(|name| *name != "error")
        {
            assert!(seen.contains(&(tool.name.to_owned(), name.clone())), "{}: no answer has `{name}`", tool.name);
        }
    }
}

#[test]
fn a_large_answer_is_cut_and_says_how_to_go_on() {
    let mut entries = Vec::new();
    for number in 0..2_000 {
        entries.push(json!({"keys": [format!("key{number}")], "content": "x ".repeat(40), "extensions": {}, "enabled": true, "insertion_order": number}));
    }
    let card = json!({"spec": "chara_card_v2", "spec_version": "2.0", "data": {"name": "Big", "description": "d".repeat(60_000), "character_book": {"extensions": {}, "entries": entries}}});
    let mut desk = desk(&[("cards/big.json", card.to_string())]);
    let (mut seen, mut offset, mut calls) = (0, 0, 0);
    loop {
        let reply = call(&mut desk, "look", json!({"path": "cards/big.json", "offset": offset}));
        let entries = reply.data["entries"].as_array().unwrap();
        assert_eq!(entries[0]["place"], format!("book[{offset}]"));
        assert!(reply.to_text(desk.salt()).len() <= 24 << 10);
        seen += entries.len();
        offset += entries.len();
        calls += 1;
        let Some(left) = reply.left_out.iter().find(|left| left.what.contains("entries")) else { break };
        assert_eq!(left.what, format!("{} of 2000 entries", 2_000 - offset));
        assert!(left.how.ends_with(&format!("offset {offset}")));
    }
    assert_eq!(seen, 2_000);
    assert!(calls > 5);
    let all = call(&mut desk, "look", json!({"path": "cards/big.json", "max_bytes": 1_000_000}));
    assert_eq!((all.data["entries"].as_array().unwrap().len(), all.left_out.len()), (2_000, 0));
    // A text in parts is the text.
    let (mut whole, mut from) = (String::new(), 0);
    loop {
        let reply = call(&mut desk, "read", json!({"path": "cards/big.json", "places": ["description"], "from": from}));
        let value = &reply.data["values"][0];
        whole.push_str(value["value"].as_str().unwrap());
        match value["more"].as_u64() {
            Some(more) => from = more,
            None => break,
        }
    }
    assert_eq!(whole, "d".repeat(60_000));
}

#[test]
fn the_same_call_gives_the_same_answer() {
    for (tool, arguments) in calls().into_iter().filter(|(tool, _)| !["plan", "make"].contains(tool)) {
        let mut desk = library();
        let (first, second) = (call(&mut desk, tool, arguments.clone()), call(&mut desk, tool, arguments.clone()));
        assert_eq!(first, second, "{tool} {arguments}");
    }
}

#[test]
fn find_narrows_and_finds_texts_and_doubles() {
    let mut desk = library();
    let all = call(&mut desk, "find", json!({}));
    assert_eq!(all.data["files"].as_array().unwrap().len(), 5, "{}", all.summary);
    assert_eq!(all.data["roots"], json!({"names": ["cards"], "writable": true}));
    let v3 = call(&mut desk, "find", json!({"form": "v3"}));
    assert_eq!(v3.data["files"][0]["path"], "cards/aria.png");
    let named = call(&mut desk, "find", json!({"paths": ["cards/old"]}));
    assert_eq!(named.data["files"].as_array().unwrap().len(), 1);
    let places = call(&mut desk, "find", json!({"text": "reed king", "ignore_case": true, "fields": ["book.content"]}));
    assert!(places.data["matches"].as_array().unwrap().iter().all(|found| text(&found["place"]).starts_with("book[")));
    assert!(places.data["matches"][0]["excerpt"].as_str().unwrap().contains("[Reed King]"));
    let doubles = call(&mut desk, "find", json!({"doubles": "same"}));
    let group =
        doubles.data["groups"].as_array().unwrap().iter().find(|group| group["kind"] == "same content").unwrap();
    assert_eq!(group["paths"], json!(["cards/aria.json", "cards/double.png"]));
}

#[test]
fn of_a_folder_only_files_with_a_marker_are_repaired() {
    let bare =
        br#"{"name":"Aria","description":"A bard.","personality":"","scenario":"","first_mes":"Hi.","mes_example":7}"#;
    let mut desk = desk(&[("cards/bare.json", &bare[..])]);
    let plan = desk.call("plan", json!({"paths": ["cards"], "repair": {}}));
    assert!(plan.is_error && plan.to_text(0).contains("no marker of a spec"), "{}", plan.to_text(0));
    let plan = call(&mut desk, "plan", json!({"paths": ["cards/bare.json"], "repair": {}}));
    assert!(plan.data["token"].is_string(), "{}", plan.to_text(0));
}

#[test]
fn refusals_say_what_to_do() {
    let mut desk = library();
    for (tool, arguments, class) in [
        ("look", json!({"path": "cards/none.json"}), "no-file"),
        ("look", json!({"path": "other/aria.json"}), "no-root"),
        ("look", json!({"path": "cards/../aria.json"}), "bad-path"),
        ("look", json!({"path": "/etc/passwd"}), "bad-path"),
        ("look", json!({"path": "cards"}), "not-a-file"),
        ("look", json!({"paths": "cards/aria.json"}), "usage"),
        ("read", json!({"path": "cards/aria.json", "places": ["nowhere"]}), "no-place"),
        ("read", json!({"path": "cards/aria.json", "places": ["book["]}), "usage"),
        ("read", json!({"path": "cards/aria.json", "places": ["picture"]}), "usage"),
        ("read", json!({"path": "cards/aria.json"}), "usage"),
        ("look", json!({"path": "cards/portrait.png"}), "not-a-card"),
        ("explain", json!({"rule": "bad-crcs"}), "usage"),
        ("explain", json!({"rule": "bad-crc", "macro": "char"}), "usage"),
        ("explain", json!({"macro": "nobody"}), "usage"),
        ("explain", json!({"path": "cards/aria.json", "entry": "nobody"}), "no-place"),
        ("find", json!({"text": "("  , "regex": true}), "usage"),
        ("find", json!({"text": "a", "fields": ["nope"]}), "usage"),
        ("find", json!({"form": "v9"}), "usage"),
        ("plan", json!({"paths": ["cards/aria.json"]}), "usage"),
        ("plan", json!({"paths": ["cards/aria.json"], "repair": {}, "edits": []}), "usage"),
        (
            "plan",
            json!({"paths": ["cards/aria.json"], "edits": [{"op": "set", "place": "tags", "value": {"a": 1}}]}),
            "bad-field",
        ),
        ("plan", json!({"paths": ["cards/aria.json"], "edits": [{"op": "set", "place": "name"}]}), "usage"),
        ("plan", json!({"paths": ["cards/aria.json"], "edits": [{"op": "move", "place": "tags[0]"}]}), "usage"),
        (
            "plan",
            json!({"paths": ["cards"], "edits": [{"op": "set", "place": "book[key=zzz].enabled", "value": true}]}),
            "no-place",
        ),
        (
            "plan",
            json!({"paths": ["cards/aria.json"], "edits": [{"op": "set", "place": "name", "value": "B"}], "guard": "00000000"}),
            "stale",
        ),
        ("plan", json!({"paths": ["cards"], "convert": {"to": "v3", "into": "cards/x.json"}}), "usage"),
        ("plan", json!({"paths": ["cards/aria.json"], "convert": {"to": "v3", "into": "cards/aria.png"}}), "exists"),
        ("plan", json!({"paths": ["cards/aria.json"], "convert": {"to": "worldinfo", "into": "cards/x.png"}}), "usage"),
        ("make", json!({"path": "cards/aria.json"}), "exists"),
        ("make", json!({"path": "cards/new.png"}), "bad-field"),
        ("make", json!({"path": "cards/new.json", "picture": "cards/portrait.png"}), "usage"),
        ("make", json!({"path": "cards/new.xyz", "from": "cards/aria.json"}), "bad-path"),
        ("try", json!({"paths": []}), "usage"),
        ("try", json!({"paths": ["cards/aria.json"], "scene": {"greeting": "x:y:z"}}), "usage"),
        ("apply", json!({"token": "plan-0"}), "wrong-token"),
        ("nothing", json!({}), "no-tool"),
    ] {
        assert_eq!(refused(&mut desk, tool, arguments.clone()), class, "{tool} {arguments}");
    }
}

#[test]
fn limits_are_kept_and_named() {
    let files = || {
        Memory::of([("cards/a.json", fixture("cards/wick-v2.json")), ("cards/b.json", fixture("cards/wick-v1.json"))])
    };
    let desk = |limits: Limits| cards_mcp::Desk::new(files(), limits, true);
    let mut few = desk(Limits::default().with_files(1));
    let reply = call(&mut few, "find", json!({}));
    assert_eq!(reply.data["files"].as_array().unwrap().len(), 1);
    assert!(reply.left_out[0].what.contains("limit"));
    let mut small = desk(Limits::default().with_file_bytes(1_000));
    assert_eq!(refused(&mut small, "look", json!({"path": "cards/a.json"})), "too-large");
    let edits = json!([{"op": "set", "place": "name", "value": "B"}]);
    let mut one = desk(Limits::default().with_planned_files(1));
    assert_eq!(refused(&mut one, "plan", json!({"paths": ["cards"], "edits": edits})), "limit");
    let mut tiny = desk(Limits::default().with_plan_bytes(100));
    assert_eq!(refused(&mut tiny, "plan", json!({"paths": ["cards/a.json"], "edits": edits})), "limit");
    let mut full = desk(Limits::default().with_argument_bytes(1_000));
    assert_eq!(refused(&mut full, "find", json!({"text": "a".repeat(2_000)})), "limit");
    let mut late = desk(Limits::default().with_millis(1));
    let reply = call(&mut late, "find", json!({}));
    assert!(reply.left_out[0].what.contains("no time"), "{:?}", reply.left_out);
    let reply = call(&mut late, "plan", json!({"paths": ["cards"], "edits": edits}));
    assert!(reply.left_out.iter().any(|left| left.what.contains("no time")), "{:?}", reply.left_out);
    let mut asked = desk(Limits::default().with_most_answer_bytes(4_000));
    let reply = call(&mut asked, "look", json!({"path": "cards/a.json", "max_bytes": 1_000_000}));
    assert!(reply.to_text(asked.salt()).len() <= 4_000);
    let files = cards_kit::Limits::default().files.with_json(100);
    let mut flat = desk(Limits::default().with_kit(cards_kit::Limits::default().with_files(files)));
    assert!(flat.call("look", json!({"path": "cards/a.json"})).is_error);
    let mut short = desk(Limits::default().with_answer_bytes(2_000));
    let reply = call(&mut short, "look", json!({"path": "cards/a.json"}));
    assert!(reply.left_out.iter().any(|left| left.what.contains("entries")));
}

#[test]
fn what_no_list_is_read_on_from_is_cut_as_well() {
    let greetings: Vec<String> = (0..9_000).map(|number| format!("Greeting {number}.")).collect();
    let card = json!({"spec": "chara_card_v2", "spec_version": "2.0", "data": {"name": "Talker", "alternate_greetings": greetings}});
    let mut desk = desk(&[("cards/a.json", card.to_string())]);
    let look = call(&mut desk, "look", json!({"path": "cards/a.json"}));
    assert!(look.to_text(desk.salt()).len() <= 24 << 10);
    assert!(look.left_out.iter().any(|left| left.what.ends_with("of places")), "{:?}", look.left_out);
    // One value that is larger than the answer is said to be.
    let extensions = json!({"big": (0..20_000).collect::<Vec<_>>()});
    let card =
        json!({"spec": "chara_card_v2", "spec_version": "2.0", "data": {"name": "Big", "extensions": extensions}});
    let mut desk = crate::given::desk(&[("cards/a.json", card.to_string())]);
    let read = call(&mut desk, "read", json!({"path": "cards/a.json", "places": ["extensions"]}));
    assert!(read.left_out.iter().any(|left| left.how.contains("too large")), "{:?}", read.left_out);
    let all =
        call(&mut desk, "read", json!({"path": "cards/a.json", "places": ["extensions"], "max_bytes": 1_000_000}));
    assert_eq!(all.data["values"][0]["value"]["big"].as_array().unwrap().len(), 20_000);
}

#[test]
fn a_client_alone_is_asked_how_to_write_for_it() {
    let mut desk = library();
    let guide = |desk: &mut cards_mcp::Desk, arguments: Value| call(desk, "guide", arguments);
    let risu = guide(&mut desk, json!({"client": "risu"}));
    assert_eq!(risu, guide(&mut desk, json!({"about": "rules", "client": "risu"})));
    assert_ne!(risu.data, guide(&mut desk, json!({"client": "sillytavern"})).data);
    assert_eq!(risu.next[0].arguments, json!({"about": "macros", "client": "risu"}));
    // Nulls of programs that send every member are taken for none.
    assert_eq!(guide(&mut desk, json!({})), guide(&mut desk, json!({"about": null, "client": null})));
    for nothing in [json!({"about": "work", "client": "risu"}), json!({"about": "places", "offset": 3})] {
        assert_eq!(refused(&mut desk, "guide", nothing), "usage");
    }
}

#[test]
fn the_guide_names_places_that_are_places() {
    let places = call(&mut library(), "guide", json!({"about": "places"})).data["places"].clone();
    for place in places.as_array().unwrap() {
        let place = text(&place["place"]);
        assert!(place.parse::<cards_kit::Place>().is_ok_and(|read| read.to_string() == place), "{place}");
    }
}

#[test]
fn what_cannot_be_had_says_why() {
    use cards_mcp::FilesError;
    let known = "cards, town".to_owned();
    for (error, wanted) in [
        (FilesError::NoRoot { known }, "there is no root of that name; there are: cards, town"),
        (FilesError::NoFile, "there is no such file"),
        (FilesError::Link, "a part of that path is a link"),
        (FilesError::NotAFile, "that is not a file"),
        (FilesError::NotAFolder, "that is not a folder"),
        (FilesError::TooLarge { size: 2, limit: 1 }, "the file has 2 bytes, more than the 1 that are read"),
        (FilesError::Moved, "the file is not what it was"),
        (FilesError::Exists, "there is a file of that name"),
        (FilesError::NotKept, "what the file was before is not kept any more"),
        (FilesError::Io(std::io::Error::other("x")), "the system refused"),
    ] {
        assert_eq!(error.to_string(), wanted);
    }
}

#[test]
fn numbers_that_the_protocol_cannot_hold_are_texts_in_what_a_plan_changes() {
    let card = r#"{"spec":"chara_card_v2","data":{"name":"A","extensions":{"a/x":[7,12345678901234567890123,1e400]}}}"#;
    let mut desk = desk(&[("a.json", card)]);
    let edits = json!([{"op": "remove", "place": "extensions[\"a/x\"]"}]);
    let planned = call(&mut desk, "plan", json!({"paths": ["a.json"], "edits": edits}));
    let told = planned.data.to_string();
    assert!(told.contains(r#""before":[7,"12345678901234567890123","1e400"]"#), "{told}");
}

/// The name of a file is one thing that is checked; in a data folder of SillyTavern's the lorebook that a card names is looked for.
#[test]
fn what_the_place_of_a_file_tells_is_told_to_the_rules() {
    let card = |world: &str| {
        let data = format!(r#"{{"name":"A","description":"x","first_mes":"Hi.","extensions":{{"world":"{world}"}}}}"#);
        format!(r#"{{"spec":"chara_card_v2","spec_version":"2.0","data":{data}}}"#).into_bytes()
    };
    let mut desk = desk(&[
        ("st/data/characters/here.json", card("Harbor")),
        ("st/data/characters/gone.json", card("Tide")),
        ("st/data/worlds/Harbor.json", br#"{"entries":{}}"#.to_vec()),
        ("st/elsewhere/here.json", card("Harbor")),
        ("st/elsewhere/here.png", card("Harbor")),
    ]);
    for (end, found) in [("json", 0), ("png", 1)] {
        let asked = json!({"path": format!("st/elsewhere/here.{end}"), "rules": ["file-name"]});
        let answer = call(&mut desk, "check", asked).data;
        assert_eq!(answer["findings"].as_array().map(Vec::len), Some(found), "{end}: {answer}");
    }
    for (path, found) in [("data/characters/here", 0), ("data/characters/gone", 1), ("elsewhere/here", 1)] {
        let asked = json!({"path": format!("st/{path}.json"), "rules": ["lore-elsewhere"]});
        let answer = call(&mut desk, "check", asked).data;
        assert_eq!(answer["findings"].as_array().map(Vec::len), Some(found), "{path}: {answer}");
    }
}
