//! The parts of files that may repeat, and files with so many of them.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value, json};

use crate::suite::build;

/// A part that may repeat.
pub(super) struct Part {
    /// What repeats.
    pub(super) name: &'static str,
    /// The name of the file.
    pub(super) file: &'static str,
    /// A file with so many of it.
    pub(super) make: fn(usize) -> Option<Vec<u8>>,
}

impl Part {
    /// Whether a verb takes such a file.
    pub(super) fn goes_with(&self, line: &str) -> bool {
        let verb = line.split(' ').next().unwrap_or_default();
        match (verb, self.file) {
            ("strip", file) => file == PICTURE,
            // By RisuAI's rules they nest, deeper than the limit.
            ("compat", CARD) if self.name == "open braces of a greeting" => false,
            ("attach" | "detach", CARD) => self.name.starts_with("entries"),
            ("attach", file) => file == WORLD,
            ("detach", _) => false,
            ("set", _) if line.contains("book[") => self.name.starts_with("entries"),
            // A world is no card.
            ("inspect" | "lint" | "activate" | "get" | "grep", WORLD) => true,
            (_, WORLD) => false,
            _ => true,
        }
    }
}

pub(super) const CARD: &str = "card.json";
const PICTURE: &str = "card.png";
const ARCHIVE: &str = "card.charx";
pub(super) const WORLD: &str = "world.json";

const fn part(name: &'static str, file: &'static str, make: fn(usize) -> Option<Vec<u8>>) -> Part {
    Part { name, file, make }
}

pub(super) static PARTS: [Part; 17] = [
    part("tags", CARD, |n| card("tags", json!((0..n).map(|i| format!("t{i}")).collect::<Vec<_>>()))),
    part("greetings", CARD, |n| card("alternate_greetings", json!(vec!["Hi, {{user}}."; n]))),
    part("members of extensions", CARD, |n| card("extensions", members(n))),
    part("unknown members", CARD, |n| {
        let mut card = made("creator", json!("x"));
        card["data"].as_object_mut()?.extend(members(n).as_object()?.clone());
        Some(card.to_string().into_bytes())
    }),
    part("depth of extensions", CARD, |n| {
        // Deeper than readers go is refused, so width doubles at a depth.
        let deep = (0..60).fold(members(n / 4), |inner, _| json!([inner]));
        card("extensions", json!({ "deep": deep }))
    }),
    part("words of a greeting", CARD, |n| card("first_mes", json!("a word, ".repeat(4 * n)))),
    part("macros of a greeting", CARD, |n| card("first_mes", json!("{{char}} and {{user}} ".repeat(n)))),
    part("open braces of a greeting", CARD, |n| card("first_mes", json!("{{ ".repeat(4 * n)))),
    part("blocks of examples", CARD, |n| card("mes_example", json!("<START>\n{{user}}: a\n{{char}}: b\n".repeat(n)))),
    part("entries with keys", CARD, |n| book(n, |i| (format!("key{i}"), "c".to_owned(), false))),
    part("entries of one key", CARD, |n| book(n, |_| ("lamp".to_owned(), "c".to_owned(), false))),
    part("entries with patterns", CARD, |n| book(n / 4, |i| (format!("/key{i}\\b/i"), "c".to_owned(), true))),
    part("entries that fire the next", CARD, |n| book(n, |i| (format!("k{i}q"), format!("k{}q", i + 1), false))),
    part("regex scripts", CARD, |n| {
        let script = |i: usize| {
            json!({"id": i.to_string(), "scriptName": "s", "findRegex": "/lamp/g", "replaceString": "oil",
            "placement": [2], "disabled": false})
        };
        card("extensions", json!({"regex_scripts": (0..n / 4).map(script).collect::<Vec<_>>()}))
    }),
    part("text chunks of a picture", PICTURE, |n| {
        let notes = (0..n).map(|i| json!({"name": "tEXt", "keyword": format!("Note{i}"), "text": "by me"}));
        let payload = STANDARD.encode(made("creator", json!("x")).to_string());
        let chara = json!({"name": "tEXt", "keyword": "chara", "text": payload});
        let chunks = [json!({"name": "IHDR"}), json!({"name": "IDAT", "hex": "789c636000000000050001"})];
        let chunks: Vec<_> = chunks.into_iter().chain(notes).chain([chara, json!({"name": "IEND"})]).collect();
        build::png(&json!({ "chunks": chunks }))
    }),
    part("assets of an archive", ARCHIVE, |n| {
        let path = |i: usize| format!("assets/emotion/images/e{i}.png");
        let asset = |i: usize| json!({"type": "emotion", "uri": format!("embeded://{}", path(i)), "name": format!("e{i}"), "ext": "png"});
        let mut card = made("assets", (0..n / 4).map(asset).collect());
        card["spec"] = json!("chara_card_v3");
        card["spec_version"] = json!("3.0");
        card["data"]["group_only_greetings"] = json!([]);
        let images = (0..n / 4).map(|i| json!({"path": path(i), "text": format!("picture {i}"), "stored": true}));
        let files: Vec<_> = [json!({"path": "card.json", "json": card})].into_iter().chain(images).collect();
        build::archive(&json!({ "files": files }))
    }),
    part("entries of world info", WORLD, |n| {
        let entry = |i: usize| {
            (
                i.to_string(),
                json!({"uid": i, "key": [format!("key{i}"), format!("word{i}")],
            "keysecondary": [], "content": format!("text {i}"), "order": 100, "position": 0, "disable": false}),
            )
        };
        let entries: Map<String, Value> = (0..n).map(entry).collect();
        Some(json!({ "entries": entries }).to_string().into_bytes())
    }),
];

fn members(count: usize) -> Value {
    Value::Object((0..count).map(|i| (format!("k{i}"), json!({"a": i}))).collect())
}

fn made(member: &str, value: Value) -> Value {
    let mut card = json!({"spec": "chara_card_v2", "spec_version": "2.0", "data": {
        "name": "Tobin", "description": "A clock mender.", "personality": "", "scenario": "", "first_mes": "k0q lamp",
        "mes_example": "", "creator_notes": "", "system_prompt": "", "post_history_instructions": "",
        "alternate_greetings": [], "tags": [], "creator": "", "character_version": "", "extensions": {},
    }});
    card["data"][member] = value;
    card
}

fn card(member: &str, value: Value) -> Option<Vec<u8>> {
    Some(made(member, value).to_string().into_bytes())
}

fn book(entries: usize, of: fn(usize) -> (String, String, bool)) -> Option<Vec<u8>> {
    let entry = |i: usize| {
        let (key, content, pattern) = of(i);
        json!({"id": i, "keys": [key], "content": content, "extensions": {}, "enabled": true, "insertion_order": i, "use_regex": pattern})
    };
    let entries: Vec<_> = (0..entries).map(entry).collect();
    card("character_book", json!({"extensions": {}, "recursive_scanning": true, "scan_depth": 50, "entries": entries}))
}
