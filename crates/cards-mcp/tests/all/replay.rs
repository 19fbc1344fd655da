//! Work that agents are asked for, as scripted plans: cards repaired and tasks done in a few calls each, with nothing changed that was
//! not asked for. The scripts are rows of `tests/data`.

use std::collections::BTreeMap;

use cards_json::Places;
use cards_kit::{Json, Limits, Pointer, diff};
use cards_mcp::{Desk, Memory, Reply};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::given::{call, fixture, repository};

/// The most calls that a task may take.
const CALLS: usize = 6;

/// A card, and how it is broken.
#[derive(Deserialize)]
struct Broken {
    name: String,
    /// The fixture that it is made from.
    from: String,
    /// Values that are set in its JSON, or taken out where they are null.
    #[serde(default)]
    set: BTreeMap<String, Value>,
    /// Text that is put behind the file.
    #[serde(default)]
    behind: String,
    /// Bytes that are replaced in the file.
    #[serde(default)]
    swap: Option<(String, String)>,
}

/// A task and the calls that do it.
#[derive(Deserialize)]
struct Task {
    task: String,
    files: BTreeMap<String, String>,
    /// Tools and arguments; `$token` and `$undo` stand for what the last answer gave.
    calls: Vec<(String, Value)>,
    /// For each file that changes, the pointers below which something may.
    #[serde(default)]
    changes: BTreeMap<String, Vec<String>>,
    /// Files that are new.
    #[serde(default)]
    makes: Vec<String>,
    /// Numbers of calls with a pointer into the answer, in which `*` is any element, and what has to be there.
    proves: Vec<(usize, String, Value)>,
}

fn rows<T: for<'de> Deserialize<'de>>(name: &str) -> Vec<T> {
    let path = repository("crates/cards-mcp/tests/data").join(name);
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"))).collect()
}

fn json_of(bytes: &[u8]) -> Json {
    cards_kit::open(bytes, Limits::default()).unwrap().content().to_json()
}

/// The pointers at which two values differ.
fn differences(before: Option<&Value>, after: Option<&Value>, at: &str, found: &mut Vec<String>) {
    match (before, after) {
        (Some(Value::Object(a)), Some(Value::Object(b))) => {
            for name in a.keys().chain(b.keys().filter(|name| !a.contains_key(*name))) {
                differences(a.get(name), b.get(name), &format!("{at}/{name}"), found);
            }
        }
        (Some(Value::Array(a)), Some(Value::Array(b))) => {
            for number in 0..a.len().max(b.len()) {
                differences(a.get(number), b.get(number), &format!("{at}/{number}"), found);
            }
        }
        (a, b) if a == b => {}
        _ => found.push(at.to_owned()),
    }
}

/// Proves that nothing of a file changed but what is below some pointers: in its card, and in what is around the card.
#[track_caller]
fn only(before: &[u8], after: &[u8], pointers: &[String], task: &str) {
    let (old, new) = (Value::from(json_of(before)), Value::from(json_of(after)));
    let mut found = Vec::new();
    differences(Some(&old), Some(&new), "", &mut found);
    let stray: Vec<_> = found.iter().filter(|at| !pointers.iter().any(|pointer| at.starts_with(pointer))).collect();
    assert!(stray.is_empty(), "{task}: {stray:?} changed too");
    assert!(!found.is_empty(), "{task}: nothing changed");
    same_bytes(before, after, &found, task);
    let limits = Limits::default();
    let (mut a, mut b) = (cards_kit::open(before, &limits).unwrap(), cards_kit::open(after, &limits).unwrap());
    let around = diff::diff(&mut a, &mut b, true, &limits);
    let around: Vec<_> =
        around.iter().filter(|change| change.path.contains("picture") || change.path.starts_with("assets")).collect();
    assert!(around.is_empty(), "{task}: {around:?}");
}

/// Proves that a file of JSON has the same bytes but where values changed: with these cut out of both texts, the rest is the same.
/// Around the card of other files, `only` compares picture and assets, and the laws compare them with what the tool writes.
#[track_caller]
fn same_bytes(before: &[u8], after: &[u8], changed: &[String], task: &str) {
    let (Ok(before), Ok(after)) = (std::str::from_utf8(before), std::str::from_utf8(after)) else { return };
    let changed: Vec<Pointer> = changed.iter().map(|at| at.parse().unwrap()).collect();
    if serde_json::from_str::<Value>(before).is_err() {
        return;
    }
    assert_eq!(without(before, &changed), without(after, &changed), "{task}: bytes changed beside {changed:?}");
}

/// A JSON text without the values at these pointers, their names and their commas.
fn without(text: &str, changed: &[Pointer]) -> String {
    let places = Places::of(text, changed);
    let json: Value = serde_json::from_str(text).unwrap();
    let mut rest = text.to_owned();
    let there = changed.iter().filter(|at| json.pointer(at.as_str()).is_some());
    let mut spans: Vec<_> = there.map(|at| (places.nearest(at).unwrap(), at.last().unwrap().to_string())).collect();
    // From the end on, so that those in front stay where they are.
    spans.sort_by_key(|(span, _)| std::cmp::Reverse(span.start.offset));
    for (span, name) in spans {
        let front = &rest[..span.start.offset];
        let front = front
            .trim_end()
            .strip_suffix(':')
            .map_or(front, |front| front.trim_end().strip_suffix(&serde_json::to_string(&name).unwrap()).unwrap());
        let (front, back) = match front.trim_end().strip_suffix(',') {
            Some(front) => (front, &rest[span.end..]),
            None => (front, rest[span.end..].trim_start().trim_start_matches(',').trim_start()),
        };
        rest = format!("{front}{back}");
    }
    // What held nothing and what holds nothing any more are written in two ways.
    let mut plain = String::new();
    for letter in rest.chars() {
        if matches!(letter, ']' | '}') && plain.trim_end().ends_with(['[', '{']) {
            plain.truncate(plain.trim_end().len());
        }
        plain.push(letter);
    }
    plain
}

#[test]
fn bytes_beside_a_change_are_seen() {
    let at = |pointers: &[&str]| pointers.iter().map(|at| at.parse().unwrap()).collect::<Vec<Pointer>>();
    for (text, pointers, rest) in [
        (r#"{"a": 1, "b": [2, 3]}"#, &["/a"][..], r#"{"b": [2, 3]}"#),
        (r#"{"a": 1, "b": [2, 3]}"#, &["/b/1"], r#"{"a": 1, "b": [2]}"#),
        (r#"{"a": 1, "b": [ 2 ]}"#, &["/b/0", "/c"], r#"{"a": 1, "b": []}"#),
        (r#"{"a" : 1,  "b": 2}"#, &["/b"], r#"{"a" : 1}"#),
    ] {
        assert_eq!(without(text, &at(pointers)), rest);
    }
    assert_ne!(without(r#"{"a":1,"b":2}"#, &at(&["/b"])), without(r#"{"a": 1,"b":3}"#, &at(&["/b"])));
}

fn desk(files: &BTreeMap<String, Vec<u8>>) -> Desk {
    let files = files.iter().map(|(name, bytes)| (name.as_str(), bytes));
    Desk::new(Memory::of(files), cards_mcp::Limits::default(), true)
}

fn broken(row: &Broken) -> Vec<u8> {
    let mut bytes = fixture(&row.from);
    if !row.set.is_empty() {
        let mut value: Value = serde_json::from_slice(&bytes).unwrap();
        for (pointer, wanted) in &row.set {
            let (parent, name) = pointer.rsplit_once('/').unwrap();
            match value.pointer_mut(parent).unwrap_or_else(|| panic!("{}: {parent}", row.name)) {
                Value::Object(members) if wanted.is_null() => drop(members.remove(name)),
                Value::Object(members) => drop(members.insert(name.to_owned(), wanted.clone())),
                Value::Array(items) => items[name.parse::<usize>().unwrap()] = wanted.clone(),
                other => panic!("{}: {other}", row.name),
            }
        }
        bytes = serde_json::to_vec_pretty(&value).unwrap();
    }
    if let Some((from, to)) = &row.swap {
        let at = bytes
            .windows(from.len())
            .position(|window| window == from.as_bytes())
            .unwrap_or_else(|| panic!("{}", row.name));
        bytes.splice(at..at + from.len(), to.bytes());
    }
    bytes.extend_from_slice(row.behind.as_bytes());
    bytes
}

#[test]
fn twenty_broken_cards_are_repaired_and_nothing_else_of_them_changes() {
    let all: Vec<Broken> = rows("broken.jsonl");
    assert!(all.len() >= 20, "{}", all.len());
    for row in &all {
        let path = format!("cards/{}", row.from.rsplit('/').next().unwrap());
        let before = broken(row);
        let mut desk = desk(&BTreeMap::from([(path.clone(), before.clone())]));
        let first = call(&mut desk, "check", json!({"path": path}));
        assert!(first.data["repairable"].as_u64().unwrap() > 0, "{}: {}", row.name, first.to_text(0));
        let next = first.next.iter().find(|next| next.tool == "plan").unwrap();
        let plan = call(&mut desk, "plan", next.arguments.clone());
        call(&mut desk, "apply", json!({"token": plan.data["token"]}));
        let after = call(&mut desk, "check", json!({"path": path}));
        assert_eq!(after.data["repairable"], 0, "{}: {}", row.name, after.to_text(0));
        let worse = |reply: &Reply| {
            reply.data["counts"]["error"].as_u64().unwrap() + reply.data["counts"]["warning"].as_u64().unwrap()
        };
        assert!(worse(&after) <= worse(&first), "{}", row.name);
        // What changed in the card is what the plan said.
        let written = desk.read(&path).unwrap();
        let said: Vec<String> = plan.data["changes"]
            .as_array()
            .unwrap()
            .iter()
            .map(|change| change["pointer"].as_str().unwrap().to_owned())
            .collect();
        if said.is_empty() {
            assert_eq!(json_of(&before), json_of(&written), "{}", row.name);
        } else {
            only(&before, &written, &said, &row.name);
        }
    }
}

#[test]
fn thirty_tasks_are_done_in_a_few_calls_and_nothing_else_changes() {
    let all: Vec<Task> = rows("tasks.jsonl");
    assert!(all.len() >= 30, "{}", all.len());
    for task in &all {
        assert!(task.calls.len() <= CALLS, "{}: {} calls", task.task, task.calls.len());
        let files: BTreeMap<String, Vec<u8>> =
            task.files.iter().map(|(path, from)| (path.clone(), fixture(from))).collect();
        let mut desk = desk(&files);
        let (mut replies, mut token, mut undo) = (Vec::<Reply>::new(), String::new(), String::new());
        for (tool, arguments) in &task.calls {
            let text = arguments.to_string().replace("$token", &token).replace("$undo", &undo);
            let reply = call(&mut desk, tool, serde_json::from_str(&text).unwrap());
            token = reply.data["token"].as_str().map_or(token, str::to_owned);
            undo = reply.data["undo"].as_str().map_or(undo, str::to_owned);
            replies.push(reply);
        }
        for (number, pointer, wanted) in &task.proves {
            let value = replies[*number].to_value();
            // `*` stands for any element of a list.
            let found = match pointer.split_once("/*") {
                Some((list, below)) => {
                    let items = value.pointer(list).and_then(Value::as_array).cloned().unwrap_or_default();
                    items.iter().filter_map(|item| item.pointer(below).cloned()).find(|found| found == wanted)
                }
                None => value.pointer(pointer).cloned(),
            };
            assert_eq!(
                found.as_ref(),
                Some(wanted),
                "{}: {pointer} of call {number}: {}",
                task.task,
                replies[*number].to_text(0)
            );
        }
        for (path, before) in &files {
            let after = desk.read(path).unwrap();
            match task.changes.get(path) {
                Some(pointers) => only(before, &after, pointers, &task.task),
                None => assert_eq!(&after, before, "{}: {path}", task.task),
            }
        }
        for path in &task.makes {
            assert!(desk.read(path).is_ok(), "{}: {path}", task.task);
        }
    }
}
