//! Regex scripts and whole prompts made up, as rows of the suite have them.

use cards_suite::Row;
use serde_json::{Map, Value, json};

use super::random::Random;

const WORDS: [&str; 12] =
    ["oar", "Sail", "the lamp", "red  sail", "*waves*", "\"Hello\"", "Mira", "Rin", "12", "café", "a\nb", "<b>x</b>"];

const FINDS: [&str; 20] = [
    "/oar/",
    "/oar/g",
    "/(\\w+) (\\w+)/",
    "/(?<who>Mira|Rin)/g",
    "/\"(.*?)\"/g",
    "/\\*(.+?)\\*/gi",
    "/^./m",
    "/$/",
    "/\\s+/g",
    "/a.b/s",
    "sail",
    "/(/",
    "/[aeiou]/gi",
    "/{{char}}/",
    "/{{user}}/g",
    "/<\\/?b>/g",
    "/x*/g",
    "/(a)|(b)/g",
    "/\\d{2}/",
    "",
];

const REPLACES: [&str; 18] = [
    "X",
    "",
    "$1",
    "$2 $1",
    "[$&]",
    "{{match}}",
    "<{{match}}>",
    "$<who>!",
    "{{char}}",
    "{{user}}: $1",
    "$$",
    "$0",
    "\\n",
    "{{upper::$1}}",
    "$10",
    "{{setvar::v::$1}}",
    "{{getvar::v}}",
    "{{random::a::b}}",
];

/// A call of regex scripts.
pub fn scripts(random: &mut Random) -> Value {
    let words = 1 + random.below(6);
    let text: Vec<&str> = (0..words).map(|_| random.of_list(&WORDS)).collect();
    let count = 1 + random.below(3);
    let mut lists = Map::new();
    for name in ["global", "scoped", "preset"] {
        if name == "global" || random.chance(0.15) {
            lists.insert(name.to_owned(), (0..count).map(|_| script(random)).collect());
        }
    }
    let mut input = json!({"text": text.join(" "), "char": "Mira", "user": "Rin", "scripts": lists});
    if random.chance(0.3) {
        input["depth"] = json!(random.below(5));
    }
    if random.chance(0.2) {
        input["placement"] = json!(([1, 2, 5][random.below(3)]));
    }
    // A text is shown or sent: the client never asks for both at once.
    if random.chance(0.3) {
        input[random.of_list(&["is_prompt", "is_markdown"])] = json!(true);
    }
    if random.chance(0.15) {
        input["is_edit"] = json!(true);
    }
    let rolls: Vec<f64> = (0..16).map(|_| random.roll()).collect();
    input["rolls"] = json!(rolls);
    input
}

fn script(random: &mut Random) -> Value {
    let mut script = json!({
        "findRegex": random.of_list(&FINDS),
        "replaceString": random.of_list(&REPLACES),
        "trimStrings": [],
        "placement": [1, 2, 5],
    });
    for (name, chance, values) in [
        ("disabled", 0.05, &["true"][..]),
        ("trimStrings", 0.2, &["[\"a\"]", "[\"{{char}}\"]", "[\"\\\"\",\"*\"]", "[\"\"]"]),
        ("placement", 0.1, &["[1]", "[2]", "[]", "[5,2]"]),
        ("substituteRegex", 0.25, &["0", "1", "2"]),
        ("minDepth", 0.15, &["0", "1", "3", "null", "-1"]),
        ("maxDepth", 0.15, &["0", "2", "4", "null"]),
        ("promptOnly", 0.12, &["true"]),
        ("markdownOnly", 0.12, &["true"]),
        ("runOnEdit", 0.2, &["true", "false"]),
    ] {
        if random.chance(chance) {
            script[name] = serde_json::from_str(random.of_list(values)).unwrap_or_default();
        }
    }
    script
}

/// Whether the stand-in for the client's page answers a question as the page does. It puts settings where the page has them once it
/// has renamed old members and completed old templates, and looks at a prompt without taking the last message back.
fn is_loaded(input: &Value) -> bool {
    let has = |part: &str, name: &str| input[part].get(name).is_some();
    let old = has("preset", "main_prompt")
        || has("preset", "names_in_completion")
        || has("instruct", "names")
        || has("instruct", "separator_sequence");
    let template = has("context", "story_string_position") || input["api"] != "text";
    !old && template && input["type"] != "regenerate"
}

/// Questions about whole prompts, made of the parts of those that rows ask.
pub struct Prompts {
    chat: Vec<Value>,
    text: Vec<Value>,
}

impl Prompts {
    /// Those of the suite.
    pub fn of<'r>(rows: impl Iterator<Item = &'r Row>) -> Self {
        let mut prompts = Self { chat: Vec::new(), text: Vec::new() };
        let asked = |row: &&Row| row.kind == "prompt" && row.profile == "sillytavern@1.19.0" && is_loaded(&row.input);
        for row in rows.filter(asked) {
            match row.input["api"].as_str() {
                Some("chat") => prompts.chat.push(row.input.clone()),
                Some("text") => prompts.text.push(row.input.clone()),
                _ => {}
            }
        }
        prompts
    }

    /// A row's question with parts of others, and its preset with members of others.
    pub fn case(&self, random: &mut Random) -> Value {
        let all = if random.chance(0.5) { &self.chat } else { &self.text };
        let pick = |random: &mut Random| &all[random.below(all.len())];
        let mut case = pick(random).clone();
        const PARTS: [&str; 15] = [
            "chat",
            "preset",
            "card",
            "type",
            "world",
            "note",
            "persona",
            "settings",
            "injects",
            "quiet",
            "context",
            "instruct",
            "sysprompt",
            "overrides",
            "reasoning",
        ];
        for part in PARTS {
            // Members of a group have cards of their own.
            let fixed = part == "card" && case.get("group").is_some();
            if fixed || !random.chance(0.35) {
                continue;
            }
            match pick(random).get(part) {
                Some(value) => case[part] = value.clone(),
                None if !["chat", "preset", "card", "context"].contains(&part) => {
                    case.as_object_mut().map(|members| members.remove(part));
                }
                None => {}
            }
        }
        for part in ["preset", "context", "instruct", "settings"] {
            let other = pick(random).get(part).and_then(Value::as_object).cloned().unwrap_or_default();
            let Some(members) = case.get_mut(part).and_then(Value::as_object_mut) else { continue };
            // Prompts and their order belong together.
            let loose = other.into_iter().filter(|(name, _)| !name.starts_with("prompt"));
            for (name, value) in loose {
                if random.chance(0.2) {
                    members.insert(name, value);
                }
            }
        }
        let rolls: Vec<f64> = (0..48).map(|_| random.roll()).collect();
        case["rolls"] = json!(rolls);
        case
    }
}

/// The parts that a question still has, as a name for its class.
pub fn class(input: &Value) -> String {
    let mut names: Vec<&str> = input.as_object().into_iter().flatten().map(|(name, _)| name.as_str()).collect();
    names.retain(|name| !["user", "char", "rolls", "text", "api"].contains(name));
    let api = input["api"].as_str().map(|api| format!("{api}: ")).unwrap_or_default();
    format!("{api}{}", names.join(" "))
}
