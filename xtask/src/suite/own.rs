//! Rows of our own: files of our fixtures, small pictures built for one question, cards that have to come back whole.

use std::fs;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use cards_suite::{Level, Row};
use serde_json::{Value, json};

use super::build;
use crate::failure::Failure;

/// Every row of our own.
pub(super) fn rows() -> Result<Vec<Row>, Failure> {
    let mut rows = fixtures()?;
    rows.extend(pictures());
    rows.extend(kept());
    rows.extend(texts()?);
    Ok(rows)
}

struct Case<'c> {
    id: &'c str,
    kind: &'c str,
    profile: &'c str,
    level: Level,
    tags: &'c [&'c str],
    title: &'c str,
    source: &'c str,
}

impl Case<'_> {
    fn row(&self, input: Value, expected: Value) -> Row {
        let mut row = Row::new(format!("spec/{}", self.id), self.kind, self.profile, self.level);
        row.tags = self.tags.iter().map(|&tag| tag.to_owned()).collect();
        row.title = Some(self.title.to_owned());
        row.source = self.source.to_owned();
        row.input = input;
        row.expected = expected;
        row
    }
}

/// The example card in every form and container.
fn fixtures() -> Result<Vec<Row>, Failure> {
    let folder = crate::root().join("fixtures/cards");
    let mut rows = Vec::new();
    for (name, profile, source) in [
        ("wick-v1.json", "spec:v1", "V1: the six fields"),
        ("wick-v1.png", "spec:v1", "V1: `chara` in a PNG"),
        ("wick-v2.json", "spec:v2", "V2: `spec` and `data`"),
        ("wick-v2.png", "spec:v2", "V2: `chara` in a PNG"),
        ("wick-v3.json", "spec:ccv3", "CCv3: JSON"),
        ("wick-v3.png", "spec:ccv3", "CCv3: `ccv3` in a PNG"),
        ("wick-v3.apng", "spec:ccv3", "CCv3: APNG"),
        ("wick-v3.charx", "spec:ccv3", "CCv3: CHARX"),
        ("wick-v3l.json", "spec:ccv3-lynn", "CCv3 Lynn: JSON"),
        ("wick-prom.json", "spec:prom-3.1", "Prom 3.1: JSON"),
        ("wick-prom.zip", "spec:prom-3.1", "Prom 3.1: ZIP"),
    ] {
        let Some((stem, extension)) = name.split_once('.') else { continue };
        let file = fs::read(folder.join(name))?;
        let text = fs::read_to_string(folder.join(format!("{stem}.json")))?;
        let card: Value = serde_json::from_str(&text)?;
        let names = ["name", "description", "first_mes", "personality"];
        let holder = card.get("data").unwrap_or(&card);
        let told: serde_json::Map<String, Value> =
            names.iter().filter_map(|&name| Some((name.to_owned(), holder.get(name)?.clone()))).collect();
        let id = format!("file-{stem}-{extension}");
        let case = Case {
            id: &id,
            kind: "read",
            profile,
            level: Level::Must,
            tags: &["file", extension],
            title: "the example card",
            source,
        };
        rows.push(case.row(json!({ "name": name, "file": STANDARD.encode(file) }), json!({ "fields": told })));
    }
    Ok(rows)
}

/// Pictures of one pixel, each with one way to hold a card.
fn pictures() -> Vec<Row> {
    let card = |name: &str| {
        json!({ "spec": "chara_card_v2", "spec_version": "2.0", "data": {
            "name": name, "description": "D", "personality": "", "scenario": "", "first_mes": "Hi", "mes_example": "",
            "creator_notes": "", "system_prompt": "", "post_history_instructions": "", "alternate_greetings": [],
            "tags": [], "creator": "", "character_version": "", "extensions": {} } })
    };
    let newer = |name: &str| {
        let mut card = card(name);
        card["spec"] = json!("chara_card_v3");
        card["spec_version"] = json!("3.0");
        card["data"]["group_only_greetings"] = json!([]);
        card
    };
    let head = || vec![json!({ "name": "IHDR" })];
    let pixels = || json!({ "name": "IDAT", "hex": "789c6360000000020001" });
    let end = || json!({ "name": "IEND" });
    let chunk = |kind: &str, keyword: &str, card: &Value| json!({ "name": kind, "keyword": keyword, "b64_of": card.to_string() });
    let around = |before: Vec<Value>, after: Vec<Value>| {
        let chunks: Vec<Value> =
            head().into_iter().chain(before).chain([pixels()]).chain(after).chain([end()]).collect();
        json!({ "chunks": chunks })
    };
    let (old, new) = (card("Old"), newer("New"));
    let text = |kind: &str, keyword: &str, card: &Value| around(vec![], vec![chunk(kind, keyword, card)]);
    let plain = json!({ "name": "tEXt", "keyword": "chara", "text": old.to_string() });
    let cases = [
        ("chara", Level::Must, "V2: tEXt `chara`", text("tEXt", "chara", &old), Some(&old)),
        ("ccv3", Level::Must, "CCv3: tEXt `ccv3`", text("tEXt", "ccv3", &new), Some(&new)),
        (
            "ccv3-after-chara",
            Level::Should,
            "CCv3: `ccv3` counts where both are there",
            around(vec![], vec![chunk("tEXt", "chara", &old), chunk("tEXt", "ccv3", &new)]),
            Some(&new),
        ),
        (
            "ccv3-before-chara",
            Level::Should,
            "CCv3: `ccv3` counts where both are there",
            around(vec![], vec![chunk("tEXt", "ccv3", &new), chunk("tEXt", "chara", &old)]),
            Some(&new),
        ),
        (
            "before-pixels",
            Level::Must,
            "PNG: text chunks may be before the pixels",
            around(vec![chunk("tEXt", "chara", &old)], vec![]),
            Some(&old),
        ),
        ("compressed", Level::Open, "PNG: zTXt", text("zTXt", "chara", &old), Some(&old)),
        ("international", Level::Open, "PNG: iTXt", text("iTXt", "ccv3", &new), Some(&new)),
        ("plain-json", Level::Open, "some apps write no base64", around(vec![], vec![plain]), None),
        ("no-card", Level::Must, "a picture alone is no card", around(vec![], vec![]), None),
    ];
    let rows = cases.into_iter().filter_map(|(name, level, source, input, card)| {
        let file = build::png(&input)?;
        let id = format!("picture-{name}");
        let tags: &[&str] = &["picture"];
        let case = Case { id: &id, kind: "read", profile: "spec:ccv3", level, tags, title: name, source };
        let told = |card: &Value| {
            let data = &card["data"];
            json!({ "fields": { "name": data["name"], "description": data["description"], "first_mes": data["first_mes"] } })
        };
        let expected = match card {
            Some(card) => told(card),
            None if name == "no-card" => json!({ "error": true }),
            None => told(&old),
        };
        Some(case.row(json!({ "name": "card.png", "file": STANDARD.encode(file) }), expected))
    });
    rows.collect()
}

/// Cards read and written back, untouched and with one member changed: nothing else may change.
fn kept() -> Vec<Row> {
    let base = || {
        json!({ "spec": "chara_card_v2", "spec_version": "2.0", "data": {
            "name": "Mira", "description": "D", "personality": "P", "scenario": "S", "first_mes": "Hi",
            "mes_example": "E", "creator_notes": "C", "system_prompt": "", "post_history_instructions": "",
            "alternate_greetings": ["G"], "tags": ["t"], "creator": "c", "character_version": "1",
            "extensions": { "chub": { "id": 7 }, "depth_prompt": { "depth": 4, "prompt": "p" } } } })
    };
    let with = |pointer: &str, value: Value| {
        let mut card = base();
        let (above, name) = pointer.rsplit_once('/').unwrap_or(("", pointer));
        if let Some(holder) = card.pointer_mut(above).and_then(Value::as_object_mut) {
            holder.insert(name.to_owned(), value);
        }
        card
    };
    let newer = |pointer: &str, value: Value| {
        let mut card = with(pointer, value);
        card["spec"] = json!("chara_card_v3");
        card["spec_version"] = json!("3.0");
        card["data"]["group_only_greetings"] = json!([]);
        card
    };
    let book = |entry: Value| {
        let mut whole =
            json!({ "keys": ["k"], "content": "x", "enabled": true, "insertion_order": 1, "extensions": {} });
        for (name, value) in entry.as_object().into_iter().flatten() {
            whole[name] = value.clone();
        }
        json!({ "extensions": {}, "entries": [whole] })
    };
    let must = (Level::Must, "V2: `extensions` MUST NOT be destroyed");
    let v3 = (Level::Must, "CCv3: fields of the spec");
    let should = (Level::Should, "V2, V3: unknown fields are kept");
    let cases = [
        ("extensions", "spec:v2", must, base()),
        ("extensions-of-book", "spec:v2", must, {
            let mut card = with("/data/character_book", book(json!({})));
            card["data"]["character_book"]["extensions"] = json!({ "a": [1, { "b": null }] });
            card
        }),
        ("extensions-of-entry", "spec:v2", must, {
            with("/data/character_book", book(json!({ "extensions": { "position": 4, "own": "x" } })))
        }),
        ("unknown-at-root", "spec:v2", should, with("/own_member", json!({ "a": 1 }))),
        ("unknown-in-data", "spec:v2", should, with("/data/own_member", json!([1, 2]))),
        ("unknown-in-entry", "spec:v2", should, with("/data/character_book", book(json!({ "own_member": true })))),
        ("entry-id-zero", "spec:v2", (Level::Must, "V2: fields of an entry"), {
            with(
                "/data/character_book",
                book(json!({ "id": 0, "priority": 0, "comment": "", "case_sensitive": false })),
            )
        }),
        ("null-member", "spec:v2", should, with("/data/own_member", Value::Null)),
        ("long-number", "spec:v2", should, with("/data/extensions", json!({ "n": 9_007_199_254_740_993_u64 }))),
        ("unicode", "spec:v2", (Level::Must, "V2: texts are Unicode"), {
            with("/data/description", json!("é ✨ 漢字 \u{1f9d9}\u{200d}\u{2642}\u{fe0f} \u{feff}"))
        }),
        ("nickname", "spec:ccv3", v3, newer("/data/nickname", json!("Mi"))),
        ("source", "spec:ccv3", v3, newer("/data/source", json!(["own:1"]))),
        ("dates", "spec:ccv3", v3, {
            let mut card = newer("/data/creation_date", json!(1_700_000_000));
            card["data"]["modification_date"] = json!(1_700_000_001);
            card
        }),
        ("notes-by-language", "spec:ccv3", v3, newer("/data/creator_notes_multilingual", json!({ "de": "Hallo" }))),
        ("group-greetings", "spec:ccv3", v3, newer("/data/group_only_greetings", json!(["All of you!"]))),
        ("assets", "spec:ccv3", v3, {
            newer("/data/assets", json!([{ "type": "icon", "uri": "ccdefault:", "name": "main", "ext": "png" }]))
        }),
        ("use-regex", "spec:ccv3", v3, newer("/data/character_book", book(json!({ "use_regex": false })))),
        ("decorators", "spec:ccv3", v3, {
            newer("/data/character_book", book(json!({ "content": "@@depth 2\n@@own_thing\nx", "use_regex": false })))
        }),
    ];
    let mut rows = Vec::new();
    for (name, profile, (level, source), card) in cases {
        for edited in [false, true] {
            let id = format!("keep-{name}{}", if edited { "-edited" } else { "" });
            let tags: &[&str] = &["keep", if edited { "edited" } else { "untouched" }];
            let case = Case { id: &id, kind: "keep", profile, level, tags, title: name, source };
            let mut input = json!({ "name": "card.json", "file": STANDARD.encode(card.to_string()) });
            let mut expected = card.clone();
            if edited {
                input["set"] = json!({ "pointer": "/data/personality", "value": "changed" });
                expected["data"]["personality"] = json!("changed");
            }
            rows.push(case.row(input, json!({ "card": expected })));
        }
    }
    rows
}

/// The texts of our macro fixtures that ask for nothing but names.
fn texts() -> Result<Vec<Row>, Failure> {
    let folder = crate::root().join("fixtures/macros");
    let mut rows = Vec::new();
    let mut cases: Vec<_> = fs::read_dir(folder)?.collect::<Result<_, _>>()?;
    cases.sort_by_key(fs::DirEntry::file_name);
    for case in cases {
        let name = case.file_name().to_string_lossy().into_owned();
        let Some(short) = name.strip_prefix("spec-") else { continue };
        let options: Value = serde_json::from_str(&fs::read_to_string(case.path().join("options.json"))?)?;
        let expected: Value = serde_json::from_str(&fs::read_to_string(case.path().join("expected.json"))?)?;
        let names = |name: &String| name == "user" || name == "char";
        let Some(text) = expected["text"].as_str() else { continue };
        if !options.as_object().is_some_and(|options| options.keys().all(names)) {
            continue;
        }
        let template = fs::read_to_string(case.path().join("template.txt"))?;
        let id = format!("text-{short}");
        let case = Case {
            id: &id,
            kind: "macro",
            profile: "spec:ccv3",
            level: Level::Open,
            tags: &["texts"],
            title: &short.replace('-', " "),
            source: "the CCv3 text and docs/DIVERGENCES.md of the cards project",
        };
        let mut input = options.clone();
        input["text"] = json!(template);
        rows.push(case.row(input, json!({ "text": text })));
    }
    Ok(rows)
}
