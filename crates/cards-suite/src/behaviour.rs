//! What a row is about, so that whoever meets a behaviour in a card is led to the rows that show it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use cards_macro::{Engine, Kind, Template};
use cards_model::book::decorators::{Block, Syntax};
use serde_json::Value;

use crate::Row;

/// For each behaviour and client the row that shows it best, as [`shown_by_table`] makes it of the committed rows.
const SHOWN_BY: &str = include_str!("shown_by.tsv");

/// Members of an entry that change what it does, with the names that the forms give them.
const MEMBERS: [(&str, &[&str]); 11] = [
    ("constant", &["constant"]),
    ("case", &["case_sensitive", "caseSensitive"]),
    ("whole-words", &["match_whole_words", "matchWholeWords"]),
    ("scan-depth", &["scan_depth", "scanDepth"]),
    ("group", &["group"]),
    ("sticky", &["sticky"]),
    ("cooldown", &["cooldown"]),
    ("delay", &["delay"]),
    (
        "recursion",
        &[
            "exclude_recursion",
            "excludeRecursion",
            "prevent_recursion",
            "preventRecursion",
            "delay_until_recursion",
            "delayUntilRecursion",
        ],
    ),
    ("disabled", &["disable"]),
    ("priority", &["priority"]),
];

/// What a text asks of an engine: `macro:NAME` for each macro, in lower case; `macro:.` for shorthand of variables.
pub fn behaviours_of_text(text: &str, engine: Engine) -> BTreeSet<String> {
    macros(text, engine).into_iter().map(|(name, _)| name).collect()
}

/// The macros of a text, and whether the engine knows them.
fn macros(text: &str, engine: Engine) -> Vec<(String, bool)> {
    let Ok(template) = Template::parse(text, engine) else { return Vec::new() };
    let named = template.macros().filter_map(|found| match found.kind() {
        Kind::Shorthand => Some(("macro:.".to_owned(), true)),
        kind => {
            let name = found.name().trim().to_lowercase();
            let plain = !name.is_empty() && !name.contains(char::is_whitespace) && name.len() < 40;
            plain.then(|| (format!("macro:{name}"), kind == Kind::Known))
        }
    });
    named.collect()
}

/// What an entry of a lorebook asks of a client, in whichever form it is written: `entry:pattern`, `entry:sticky`,
/// `decorator:depth` and so on.
pub fn behaviours_of_entry(entry: &Value) -> BTreeSet<String> {
    let member = |name: &str| entry.get(name).or_else(|| entry.get("extensions")?.get(name));
    let texts = |names: [&str; 2]| {
        let lists = names.into_iter().filter_map(|name| entry.get(name).and_then(Value::as_array));
        lists.flatten().filter_map(Value::as_str).filter(|key| !key.trim().is_empty()).collect::<Vec<_>>()
    };
    let (keys, secondary) = (texts(["keys", "key"]), texts(["secondary_keys", "keysecondary"]));
    let is_pattern = |key: &str| key.starts_with('/') && key.rfind('/').is_some_and(|end| end > 1);
    let pattern = entry.get("use_regex") == Some(&Value::Bool(true)) || keys.iter().any(|key| is_pattern(key));
    let position = member("position").filter(|position| matches!(position, Value::Number(_)));
    let position = position.and_then(Value::as_i64).unwrap_or_default();
    let mut found: BTreeSet<String> = [
        ("keys", !pattern && !keys.is_empty()),
        ("pattern", pattern),
        ("secondary", !secondary.is_empty() && entry.get("selective") != Some(&Value::Bool(false))),
        ("disabled", entry.get("enabled") == Some(&Value::Bool(false))),
        ("probability", member("probability").and_then(Value::as_f64).is_some_and(|chance| chance < 100.0)),
        ("position", position != 0 || entry.get("position") == Some(&Value::from("after_char"))),
        ("depth", position == 4),
        ("comma", !pattern && keys.iter().any(|key| key.contains(','))),
        ("space", !pattern && keys.iter().any(|key| key.trim().contains(' '))),
    ]
    .into_iter()
    .filter(|(_, is)| *is)
    .map(|(name, _)| format!("entry:{name}"))
    .collect();
    for (name, members) in MEMBERS {
        if members.iter().filter_map(|name| member(name)).any(says) {
            found.insert(format!("entry:{name}"));
        }
    }
    let content = entry.get("content").and_then(Value::as_str).unwrap_or_default();
    found.extend(Block::read(content, &Syntax::SPEC).lines().map(|line| format!("decorator:{}", line.name)));
    found
}

/// Whether a member says more than its absence.
fn says(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => false,
        Value::String(text) => !text.is_empty(),
        Value::Number(number) => number.as_f64() != Some(0.0),
        _ => true,
    }
}

/// What a row is about, by the names of [`behaviours_of_text`] and [`behaviours_of_entry`]; `member:/nickname`, `scripts` and
/// `file:EXTENSION` beside them.
pub fn behaviours_of_row(row: &Row) -> BTreeSet<String> {
    let input = &row.input;
    let mut found = BTreeSet::new();
    match row.kind.as_str() {
        "macro" => {
            let text = input.get("text").and_then(Value::as_str).unwrap_or_default();
            if let Ok(engine) = row.client().parse() {
                found = behaviours_of_text(text, engine);
            }
            if input.pointer("/card/nickname").is_some_and(says) {
                found.insert("member:/nickname".to_owned());
            }
        }
        "lore" => {
            let books = input.get("books").and_then(Value::as_array).into_iter().flatten();
            let holders = ["book", "character_book", "world"].into_iter().filter_map(|name| input.get(name));
            for entries in books.chain(holders).chain([input]).filter_map(|holder| holder.get("entries")) {
                match entries {
                    Value::Array(entries) => found.extend(entries.iter().flat_map(behaviours_of_entry)),
                    Value::Object(entries) => found.extend(entries.values().flat_map(behaviours_of_entry)),
                    _ => {}
                }
            }
        }
        "regex" => {
            found.insert("scripts".to_owned());
        }
        "read" if row.expected.get("error").is_none() => {
            let extension = input.get("name").and_then(Value::as_str).and_then(|name| name.rsplit('.').next());
            found.extend(extension.map(|extension| format!("file:{extension}")));
        }
        _ => {}
    }
    found
}

/// The row of the suite that shows best what a client (`spec`, `sillytavern`, `risu`) makes of a behaviour.
pub fn shown_by(behaviour: &str, client: &str) -> Option<&'static str> {
    let mut lines = shown_by_lines();
    lines.find(|(named, whose, _)| *named == behaviour && *whose == client).map(|(.., id)| id)
}

/// Every line of the committed table: behaviour, client, row.
pub fn shown_by_lines() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    SHOWN_BY.lines().filter_map(|line| {
        let mut cells = line.split('\t');
        Some((cells.next()?, cells.next()?, cells.next()?))
    })
}

/// The table of [`shown_by`], made of rows: for each behaviour and client the row that is about the least beside it.
pub fn shown_by_table(rows: &[Row]) -> String {
    let mut known = BTreeSet::new();
    for row in rows.iter().filter(|row| row.kind == "macro") {
        let text = row.input.get("text").and_then(Value::as_str).unwrap_or_default();
        let Ok(engine) = row.client().parse() else { continue };
        known.extend(macros(text, engine).into_iter().filter(|(_, known)| *known).map(|(name, _)| name));
    }
    let mut best: BTreeMap<(String, &str), (usize, bool, usize, &str)> = BTreeMap::new();
    for row in rows {
        let behaviours = behaviours_of_row(row);
        // What binds nobody shows a mistake rather than a behaviour.
        let rank = (behaviours.len(), !row.level.binds(), row.question().len(), row.id.as_str());
        for behaviour in behaviours {
            if behaviour.starts_with("macro:") && !known.contains(&behaviour) {
                continue;
            }
            let found = best.entry((behaviour, row.client())).or_insert(rank);
            *found = rank.min(*found);
        }
    }
    let mut text = String::new();
    for ((behaviour, client), (.., id)) in best {
        let _ = writeln!(text, "{behaviour}\t{client}\t{id}");
    }
    text
}
