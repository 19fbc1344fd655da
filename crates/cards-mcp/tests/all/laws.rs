//! A plan is what is written, and what the tool would write; no arguments make the desk fall.

use cards_mcp::{Desk, Disk, Limits, Memory, Root, TOOLS};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use crate::given::{bytes, call, desk, fixture};

/// Changes as arguments of `plan`, and as a command line of the tool.
fn changes() -> Vec<(Value, Vec<&'static str>)> {
    vec![
        (
            json!({"edits": [{"op": "set", "place": "name", "value": "Brine"}], "no_touch": true}),
            vec!["set", "FILE", "name=Brine", "--no-touch", "--in-place"],
        ),
        (
            json!({"edits": [{"op": "insert", "place": "greetings[+]", "value": "Who goes there?"}], "no_touch": true}),
            vec!["set", "FILE", "greetings+=Who goes there?", "--no-touch", "--in-place"],
        ),
        (
            json!({"edits": [{"op": "set", "place": "tags", "value": ["a", "b"]}, {"op": "remove", "place": "greetings[1]"}], "no_touch": true}),
            vec!["set", "FILE", "tags=a,b", "--remove", "greetings[1]", "--no-touch", "--in-place"],
        ),
        (
            json!({"edits": [{"op": "set", "place": "book[*].enabled", "value": false}], "no_touch": true}),
            vec!["set", "FILE", "book[*].enabled=false", "--no-touch", "--in-place"],
        ),
        (
            json!({"edits": [{"op": "set", "place": "book[key=bell].content", "value": "It rings."}], "no_touch": true}),
            vec!["set", "FILE", "book[key=bell].content=It rings.", "--no-touch", "--in-place"],
        ),
        (
            json!({"replace": {"text": "Saltmere", "by": "Brinemere"}, "no_touch": true}),
            vec!["replace", "Saltmere", "Brinemere", "FILE", "--in-place"],
        ),
        (
            json!({"replace": {"text": "the (\\w+)", "by": "a $1", "regex": true, "ignore_case": true, "fields": ["book.content"]}, "no_touch": true}),
            vec!["replace", "-E", "-i", "the (\\w+)", "a $1", "FILE", "--field", "book.content", "--in-place"],
        ),
        (json!({"repair": {}}), vec!["repair", "FILE", "--in-place"]),
    ]
}

/// The command line of the tool, in the environment of a run of these tests that is to be the tool.
const LINE: &str = "CARDS_MCP_LINE";

/// No test by itself, but the tool as a program: where it keeps what `cards undo` needs is said by its environment, which must not be
/// that of who runs the tests.
#[test]
fn the_tool_as_a_program() {
    let Ok(line) = std::env::var(LINE) else { return };
    let line: Vec<String> = serde_json::from_str(&line).unwrap();
    let _ = cards_cli::main(line.into_iter().map(Into::into).collect());
}

/// Runs the tool on a file of its own, and gives what became of it.
fn by_the_tool(name: &str, before: &[u8], line: &[&str]) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(name);
    std::fs::write(&file, before).unwrap();
    let path = file.to_str().unwrap();
    let words: Vec<&str> =
        ["cards", "--quiet"].iter().chain(line).map(|word| if *word == "FILE" { path } else { word }).collect();
    let output = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "laws::the_tool_as_a_program"])
        .env(LINE, json!(words).to_string())
        .env("XDG_STATE_HOME", folder.path().join("state"))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains("1 passed"), "{said}");
    std::fs::read(&file).unwrap()
}

#[test]
fn a_plan_is_what_is_written_and_what_the_tool_would_write() {
    let mut changed = 0;
    // A replacement touches the date of a form that has one, and the clock may move between two runs: such forms have `set` alone.
    for name in [
        "wick-v1.json",
        "wick-v1.png",
        "wick-v2.json",
        "wick-v2.png",
        "wick-v3.json",
        "wick-v3.png",
        "wick-v3.apng",
        "wick-v3.charx",
        "wick-v3l.json",
        "wick-prom.json",
        "wick-prom.zip",
    ] {
        let before = fixture(&format!("cards/{name}"));
        for (mut arguments, line) in changes() {
            if line[0] == "replace" && !name.contains("v1") && !name.contains("v2") {
                continue;
            }
            let path = format!("cards/{name}");
            let mut desk = desk(&[(path.as_str(), &before)]);
            arguments["paths"] = json!([path]);
            let plan = desk.call("plan", arguments.clone());
            let Some(token) = plan.data.get("token") else {
                // Where the tool refuses or finds nothing to do, nothing is planned.
                assert_eq!(by_the_tool(name, &before, &line), before, "{name} {line:?}: {}", plan.summary);
                continue;
            };
            let said = plan.data["files"][0]["new_hash"].clone();
            let seen = call(&mut desk, "look", json!({"path": token})).data["hash"].clone();
            let listed = plan.data["changes"].clone();
            let done = call(&mut desk, "apply", json!({"token": token}));
            let after = bytes(&mut desk, &path);
            assert_eq!(after, by_the_tool(name, &before, &line), "{name} {line:?}");
            assert_eq!((&said, &said), (&seen, &done.data["files"][0]["hash"]));
            // Each change says what is there now.
            let json_of =
                |bytes: &[u8]| cards_kit::open(bytes, cards_kit::Limits::default()).unwrap().content().to_json();
            let (old, new) = (json_of(&before), json_of(&after));
            for change in listed.as_array().unwrap() {
                let pointer: cards_kit::Pointer = change["pointer"].as_str().unwrap().parse().unwrap();
                let value = |json: &cards_kit::Json| json.at(&pointer).map(|value| Value::from(value.clone()));
                if !listed
                    .as_array()
                    .unwrap()
                    .iter()
                    .any(|other| other["pointer"] != change["pointer"] && is_list_change(other))
                    && !is_list_change(change)
                {
                    assert_eq!(value(&old), change.get("before").cloned(), "{name}: {change}");
                    assert_eq!(value(&new), change.get("after").cloned(), "{name}: {change}");
                }
            }
            call(&mut desk, "apply", json!({"token": done.data["undo"]}));
            assert_eq!(bytes(&mut desk, &path), before, "{name} {line:?}");
            changed += 1;
        }
    }
    assert!(changed > 40, "{changed}");
}

/// Whether a change moves the numbers of those behind it.
fn is_list_change(change: &Value) -> bool {
    change.get("before").is_none() || change.get("after").is_none()
}

#[test]
fn converting_is_what_the_tool_writes() {
    for (name, to, into) in [
        ("wick-v2.json", "v3", "x.json"),
        ("wick-v3.json", "v2", "x.json"),
        ("wick-v2.json", "worldinfo", "x.json"),
        ("wick-v3.png", "v1", "x.json"),
    ] {
        let before = fixture(&format!("cards/{name}"));
        let path = format!("cards/{name}");
        let mut desk = desk(&[(path.as_str(), &before)]);
        let plan =
            call(&mut desk, "plan", json!({"paths": [path], "convert": {"to": to, "into": format!("cards/{into}")}}));
        call(&mut desk, "apply", json!({"token": plan.data["token"]}));
        let folder = tempfile::tempdir().unwrap();
        let (file, out) = (folder.path().join(name), folder.path().join(into));
        std::fs::write(&file, &before).unwrap();
        let words = [
            "cards".into(),
            "--quiet".into(),
            "convert".into(),
            file.into_os_string(),
            "--to".into(),
            to.into(),
            "-o".into(),
            out.clone().into_os_string(),
        ];
        let _ = cards_cli::main(words.to_vec());
        assert_eq!(bytes(&mut desk, &format!("cards/{into}")), std::fs::read(out).unwrap(), "{name} to {to}");
    }
}

/// Arguments of any kind, most of them nearly right.
fn any_arguments() -> impl Strategy<Value = Value> {
    const NAMES: &[&str] = &[
        "path",
        "paths",
        "places",
        "edits",
        "replace",
        "repair",
        "convert",
        "merge",
        "token",
        "text",
        "regex",
        "entry",
        "scene",
        "client",
        "show",
        "against",
        "about",
        "rule",
        "macro",
        "offset",
        "from",
        "max_bytes",
        "form",
        "doubles",
        "fields",
        "picture",
        "op",
        "place",
        "value",
        "by",
        "to",
        "into",
        "theirs",
        "base",
        "messages",
        "role",
        "content",
        "greeting",
        "seed",
        "guard",
    ];
    const WORDS: &[&str] = &[
        "cards/a.json",
        "cards",
        "cards/b.png",
        "cards/none",
        "../x",
        "plan-1",
        "plan-:cards/a.json",
        "name",
        "book[*]",
        "book[key=bell]",
        "book[name~=/(/]",
        "greetings[+]",
        "/data/tags/0",
        "/",
        "[",
        "(",
        "v3",
        "worldinfo",
        "risu",
        "sillytavern",
        "lore",
        "prompt",
        "near",
        "rules",
        "set",
        "insert",
        "remove",
        "move",
        "user",
        "bad-crc",
        "random",
        "group:0",
        "\u{202e}",
        "",
    ];
    let leaf = prop_oneof![
        proptest::sample::select(WORDS).prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<bool>().prop_map(Value::from),
        Just(Value::Null),
        ".{0,12}".prop_map(Value::from),
    ];
    let names: Vec<String> = NAMES.iter().map(|name| (*name).to_owned()).collect();
    leaf.prop_recursive(4, 40, 6, move |inner| {
        let members = proptest::collection::vec((proptest::sample::select(names.clone()), inner.clone()), 0..6);
        prop_oneof![
            proptest::collection::vec(inner, 0..4).prop_map(Value::from),
            members.prop_map(|members| Value::Object(members.into_iter().collect::<Map<_, _>>())),
        ]
    })
}

/// Arguments by the schema of a tool, each member of its own kind or of any.
fn arguments_of(tool: usize) -> impl Strategy<Value = Value> {
    let schema = (TOOLS[tool].input)();
    let names: Vec<String> = schema
        .get("properties")
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
        .map(|(name, _)| name.clone())
        .collect();
    proptest::collection::vec((proptest::sample::select(names), any_arguments()), 0..5)
        .prop_map(|members| Value::Object(members.into_iter().collect::<Map<_, _>>()))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn no_arguments_make_the_desk_fall(calls in proptest::collection::vec((0..TOOLS.len()).prop_flat_map(|tool| (Just(tool), prop_oneof![arguments_of(tool), any_arguments()])), 1..4)) {
        let files = [("cards/a.json", fixture("cards/wick-v2.json")), ("cards/b.png", fixture("cards/wick-v3.png"))];
        let mut desk = Desk::new(Memory::of(files.iter().map(|(name, bytes)| (*name, bytes))), Limits::default(), true);
        for (tool, arguments) in calls {
            let reply = desk.call(TOOLS[tool].name, arguments.clone());
            let most = arguments.get("max_bytes").and_then(Value::as_u64).map_or(24 << 10, |most| most.clamp(2_048, 1 << 20));
            // A summary and a refusal are short; the room is for data.
            prop_assert!(reply.to_text(desk.salt()).len() as u64 <= most.max(4_096), "{} {}", TOOLS[tool].name, arguments);
            prop_assert!(!reply.is_error || reply.data["error"]["class"].is_string());
        }
        // Nothing but a token writes.
        for (name, bytes) in &files {
            prop_assert_eq!(&desk.read(name).unwrap(), bytes);
        }
    }
}

#[test]
fn memory_and_disk_answer_alike() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("cards");
    std::fs::create_dir_all(root.join("old")).unwrap();
    let files = [
        ("a.json", fixture("cards/wick-v2.json")),
        ("b.png", fixture("cards/wick-v3.png")),
        ("old/c.json", fixture("cards/wick-v1.json")),
    ];
    for (name, bytes) in &files {
        std::fs::write(root.join(name), bytes).unwrap();
    }
    let disk = Disk::new(vec![Root::new("cards", &root).unwrap()], None);
    let mut on_disk = Desk::new(disk, Limits::default(), true);
    let named: Vec<(String, &Vec<u8>)> = files.iter().map(|(name, bytes)| (format!("cards/{name}"), bytes)).collect();
    let mut in_memory =
        Desk::new(Memory::of(named.iter().map(|(name, bytes)| (name.as_str(), bytes))), Limits::default(), true);
    for (tool, arguments) in [
        ("find", json!({})),
        ("find", json!({"text": "bell"})),
        ("find", json!({"doubles": "near"})),
        ("look", json!({"path": "cards/b.png"})),
        ("look", json!({"path": "cards/nobody.png"})),
        ("look", json!({"path": "cards/a.json/x"})),
        ("look", json!({"path": "cards/old"})),
        ("find", json!({"paths": ["cards/nowhere"]})),
        ("read", json!({"path": "cards/old/c.json", "places": ["description"]})),
        ("check", json!({"path": "cards/b.png"})),
    ] {
        assert_eq!(
            on_disk.call(tool, arguments.clone()),
            in_memory.call(tool, arguments.clone()),
            "{tool} {arguments}"
        );
    }
}
