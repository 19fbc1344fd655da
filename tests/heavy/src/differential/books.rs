//! World info as authors write it, with chats, settings and turns.

use serde_json::{Map, Value, json};

use super::random::Random;

const WORDS: [&str; 10] = ["oar", "sail", "Mast", "lamp", "River", "elf", "king", "red sail", "café", "harbour"];
const PATTERNS: [&str; 6] =
    ["/sa?il/", "/\\blamp\\b/i", "/(oar|mast)s?/i", "/(^|\\W)elf(\\W|$)/i", "/lamp[\\s.,!?]/", "/red\\s+sail/i"];

/// What an entry may have beside keys and content, how likely, and its values.
const MEMBERS: [(&str, f64, &[&str]); 26] = [
    ("order", 0.5, &["1", "50", "100", "200", "100"]),
    ("position", 0.4, &["0", "1", "2", "3", "4", "5", "6", "7"]),
    ("depth", 0.1, &["0", "1", "4"]),
    ("role", 0.1, &["0", "1", "2"]),
    ("constant", 0.1, &["true"]),
    ("disable", 0.05, &["true"]),
    ("selective", 0.1, &["false"]),
    ("selectiveLogic", 0.3, &["0", "1", "2", "3"]),
    ("probability", 0.15, &["0", "50", "99", "100"]),
    ("useProbability", 0.05, &["false"]),
    ("excludeRecursion", 0.1, &["true"]),
    ("preventRecursion", 0.1, &["true"]),
    ("delayUntilRecursion", 0.08, &["1", "2", "3", "true"]),
    ("scanDepth", 0.1, &["0", "1", "2", "5"]),
    ("caseSensitive", 0.1, &["true", "false"]),
    ("matchWholeWords", 0.15, &["true", "false"]),
    ("group", 0.25, &["\"g\"", "\"h\"", "\"g\""]),
    ("groupWeight", 0.1, &["1", "100", "200"]),
    ("groupOverride", 0.08, &["true"]),
    ("useGroupScoring", 0.08, &["true", "false"]),
    ("sticky", 0.1, &["1", "2", "3"]),
    ("cooldown", 0.1, &["1", "2", "3"]),
    ("delay", 0.06, &["1", "2", "4"]),
    ("ignoreBudget", 0.08, &["true"]),
    ("triggers", 0.04, &["[\"normal\"]", "[\"continue\"]"]),
    ("outletName", 0.1, &["\"o\"", "\"\""]),
];

/// One case: one or several books, a chat, settings, dice.
pub fn case(random: &mut Random) -> Value {
    let mut input = json!({"env": {"user": "Mira", "char": "Corvin"}, "settings": settings(random)});
    if random.chance(0.15) {
        let kinds = ["global", "character", "chat", "persona"];
        // The character, the chat and the persona have one book each.
        let (first, count) = (random.below(4), 2 + random.below(2));
        let books: Vec<_> = (0..count)
            .map(|number| json!({"name": format!("B{number}"), "kind": (kinds[(first + number) % 4]), "entries": entries(random)}))
            .collect();
        input["books"] = json!(books);
    } else {
        input["entries"] = entries(random);
    }
    let messages = 1 + random.below(6);
    let chat: Vec<Value> = (0..messages).map(|_| message(random)).collect();
    if random.chance(0.4) {
        let mut turns: Vec<usize> = (1..=messages).collect();
        if random.chance(0.2) {
            // A message is taken back, or answered anew.
            turns.insert(random.below(turns.len() + 1), 1 + random.below(messages));
        }
        input["turns"] = json!(turns);
    }
    input["chat"] = json!(chat);
    if random.chance(0.1) {
        input["injects"] = json!([text(random)]);
    }
    if random.chance(0.1) {
        input["trigger"] = json!(random.of_list(&["normal", "continue", "quiet"]));
    }
    if random.chance(0.1) {
        let member = random.of_list(&["persona_description", "character_description", "scenario", "creator_notes"]);
        input["scan_data"][member] = json!(text(random));
    }
    let rolls: Vec<f64> = (0..48).map(|_| random.roll()).collect();
    input["rolls"] = json!(rolls);
    input
}

/// What the entries, chat and settings of a case still use, as a name for its class.
pub fn class(input: &Value) -> String {
    let mut used: Vec<String> = ["turns", "books", "injects", "scan_data", "trigger"]
        .into_iter()
        .filter(|name| input.get(*name).is_some())
        .map(str::to_owned)
        .collect();
    let books = input["books"].as_array().into_iter().flatten().map(|book| &book["entries"]);
    for entries in books.chain([&input["entries"]]) {
        for entry in entries.as_array().into_iter().flatten() {
            for (name, value) in entry.as_object().into_iter().flatten() {
                let pattern = name.starts_with("key") && value.to_string().contains("\"/");
                let plain = ["key", "content", "order", "uid"].contains(&name.as_str());
                if pattern {
                    used.push("pattern".to_owned());
                } else if !plain {
                    used.push(name.clone());
                }
            }
        }
    }
    for (name, value) in input["settings"].as_object().into_iter().flatten() {
        let plain = ["depth", "budget", "budget_cap", "max_context", "character_strategy", "include_names"];
        if !plain.contains(&name.as_str()) && *value != json!(false) && *value != json!(0) {
            used.push(name.clone());
        }
    }
    used.sort();
    used.dedup();
    if used.is_empty() { "plain keys".to_owned() } else { used.join(" ") }
}

fn settings(random: &mut Random) -> Value {
    let one = |random: &mut Random, chance: f64| random.chance(chance);
    json!({
        "depth": ([1, 2, 2, 4, 0][random.below(5)]),
        "budget": ([100, 100, 100, 25][random.below(4)]),
        "budget_cap": ([0, 0, 0, 6, 20][random.below(5)]),
        "max_context": ([10_000, 10_000, 40][random.below(3)]),
        "recursive": one(random, 0.4),
        "case_sensitive": one(random, 0.2),
        "match_whole_words": one(random, 0.3),
        "use_group_scoring": one(random, 0.15),
        "min_activations": if one(random, 0.1) { 1 + random.below(3) } else { 0 },
        "min_activations_depth_max": if one(random, 0.05) { 1 + random.below(4) } else { 0 },
        "max_recursion_steps": if one(random, 0.1) { 1 + random.below(3) } else { 0 },
        "character_strategy": random.below(3),
        "include_names": one(random, 0.7),
    })
}

fn entries(random: &mut Random) -> Value {
    let count = 1 + random.below(6);
    (0..count).map(|_| entry(random)).collect()
}

fn entry(random: &mut Random) -> Value {
    let mut entry = Map::new();
    entry.insert("key".to_owned(), keys(random, 1));
    if random.chance(0.25) {
        entry.insert("keysecondary".to_owned(), keys(random, 0));
    }
    let decorator = random.chance(0.04).then(|| random.of_list(&["@@activate\n", "@@dont_activate\n", "@@depth 2\n"]));
    let macros = random
        .chance(0.1)
        .then(|| random.of_list(&["{{char}} ", "{{setvar::t::oar}}", "{{random::a::b}} ", "{{getvar::t}} "]));
    let content = format!("{}{}{}", decorator.unwrap_or_default(), macros.unwrap_or_default(), text(random));
    entry.insert("content".to_owned(), json!(content));
    for (name, chance, values) in MEMBERS {
        if random.chance(chance) {
            entry.insert(name.to_owned(), random.of_list(values).parse().unwrap_or_default());
        }
    }
    Value::Object(entry)
}

fn keys(random: &mut Random, least: usize) -> Value {
    let count = least + random.below(3);
    let key = |random: &mut Random| match random.below(20) {
        0..=2 => random.of_list(&PATTERNS).to_owned(),
        3 => "{{char}}".to_owned(),
        4 => format!(" {} ", random.of_list(&WORDS)),
        5 => String::new(),
        _ => random.of_list(&WORDS).to_owned(),
    };
    (0..count).map(|_| json!(key(random))).collect()
}

fn text(random: &mut Random) -> String {
    let count = random.below(6);
    let mut text = String::new();
    for _ in 0..count {
        text.push_str(random.of_list(&WORDS));
        text.push_str(random.of_list(&[" ", " ", ", ", ". ", "s ", "\n", "self "]));
    }
    if random.chance(0.7) { text.trim_end().to_owned() } else { text }
}

fn message(random: &mut Random) -> Value {
    if random.chance(0.3) {
        json!({"name": random.of_list(&["Mira", "Corvin"]), "mes": text(random)})
    } else {
        json!(text(random))
    }
}
