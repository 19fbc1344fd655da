//! What a text or an entry asks of a client, and the row of the conformance suite that shows it best.

use std::collections::BTreeSet;

use cards_json::Json;
use cards_macro::{Engine, Kind, Template};
use cards_words::decorators::{Block, Syntax};

/// For each behaviour and client the row that shows it best, made of the rows by `cargo xtask docs`.
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
#[doc(hidden)]
pub fn behaviours_of_text(text: &str, engine: Engine) -> BTreeSet<String> {
    macros_of_text(text, engine).into_iter().map(|(name, _)| name).collect()
}

/// The macros of a text, by the names of [`behaviours_of_text`], and whether the engine knows them.
#[doc(hidden)]
pub fn macros_of_text(text: &str, engine: Engine) -> Vec<(String, bool)> {
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
#[doc(hidden)]
pub fn behaviours_of_entry(entry: &Json) -> BTreeSet<String> {
    let member = |name: &str| entry.get(name).or_else(|| entry.get("extensions")?.get(name));
    let texts = |names: [&str; 2]| {
        let lists = names.into_iter().filter_map(|name| entry.get(name).and_then(Json::as_array));
        lists.flatten().filter_map(Json::as_str).filter(|key| !key.trim().is_empty()).collect::<Vec<_>>()
    };
    let (keys, secondary) = (texts(["keys", "key"]), texts(["secondary_keys", "keysecondary"]));
    let is_pattern = |key: &str| key.starts_with('/') && key.rfind('/').is_some_and(|end| end > 1);
    let pattern = entry.get("use_regex") == Some(&Json::Bool(true)) || keys.iter().any(|key| is_pattern(key));
    let position = member("position").filter(|position| matches!(position, Json::Number(_)));
    let position = position.and_then(Json::as_i64).unwrap_or_default();
    let mut found: BTreeSet<String> = [
        ("keys", !pattern && !keys.is_empty()),
        ("pattern", pattern),
        ("secondary", !secondary.is_empty() && entry.get("selective") != Some(&Json::Bool(false))),
        ("disabled", entry.get("enabled") == Some(&Json::Bool(false))),
        ("probability", member("probability").and_then(Json::as_f64).is_some_and(|chance| chance < 100.0)),
        ("position", position != 0 || entry.get("position") == Some(&Json::from("after_char"))),
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
    let content = entry.get("content").and_then(Json::as_str).unwrap_or_default();
    found.extend(Block::read(content, &Syntax::SPEC).lines().map(|line| format!("decorator:{}", line.name)));
    found
}

/// Whether a member of an entry says more than its absence.
fn says(value: &Json) -> bool {
    match value {
        Json::Null | Json::Bool(false) => false,
        Json::String(text) => !text.is_empty(),
        Json::Number(number) => number.as_f64() != 0.0,
        _ => true,
    }
}

/// The row of the suite that shows best what a client (`spec`, `sillytavern`, `sillytavern@1.18`, `risu`) makes of a behaviour.
#[doc(hidden)]
pub fn shown_by(behaviour: &str, client: &str) -> Option<&'static str> {
    let mut lines = shown_by_lines();
    lines.find(|(named, whose, _)| *named == behaviour && *whose == client).map(|(.., id)| id)
}

/// Every line of the committed table: behaviour, client, row.
#[doc(hidden)]
pub fn shown_by_lines() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    SHOWN_BY.lines().filter_map(|line| {
        let mut cells = line.split('\t');
        Some((cells.next()?, cells.next()?, cells.next()?))
    })
}
