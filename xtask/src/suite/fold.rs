//! A row of the vector folders as rows of the suite.
//!
//! A vector may hold the answers of several readers; a row of the suite has one. Files that a vector describes are built
//! here, so that a program gets bytes.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use cards_model::Json;
use cards_suite::{Level, Row};
use serde_json::{Map, Value, json};

use super::build;

/// Where the answers of a client are from.
const SILLYTAVERN: &str = "sillytavern@1.19.0";
const LEGACY: &str = "sillytavern-legacy@1.19.0";
const CCV3: &str = "spec:ccv3";

/// Families of whole prompts that quote the templates which the client ships.
const SHIPPED: [&str; 4] = ["context", "instruct", "pair", "mix"];

/// The beginning of a prompt of another program's that is too long to be a mere name.
const QUOTED: &str = "If you have more knowledge of";

/// The rows of the suite that a line of a vector file makes; none where it quotes what is not ours.
pub fn fold(line: &str) -> Result<Vec<Row>, String> {
    let row: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
    if is_quoted(&row, line) { Ok(Vec::new()) } else { fold_any(&row, line) }
}

/// The rows that a line of a vector file makes, quotes of others included, which stay where they are.
pub fn fold_quotes_too(line: &str) -> Result<Vec<Row>, String> {
    fold_any(&serde_json::from_str(line).map_err(|error| error.to_string())?, line)
}

fn fold_any(row: &Value, line: &str) -> Result<Vec<Row>, String> {
    let input = &row["input"];
    if input.get("book_file").is_some() {
        return Ok(Vec::new());
    }
    let text = Source(line);
    let has = |key: &str| input.get(key).is_some();
    let rows = match input["op"].as_str() {
        Some(op @ ("convert" | "convert_book" | "check")) => convert(row, op),
        Some("png_read" | "png_write" | "charx_parse") => picture(row),
        Some("risum" | "rpack") => module(row),
        Some("import") => import(row, &text),
        Some(op @ ("import_json" | "list_view" | "validate")) => card(row, op, &text),
        Some("import_character_book" | "export_character_book") => book(row),
        Some("regex" | "regex_script") => regex(row),
        Some(op) if op.starts_with("import_") => foreign(row, op, &text),
        Some(_) => None,
        None if has("template") => risu_macro(row),
        None if has("api") => Some(vec![client(row, "prompt", SILLYTAVERN, input.clone(), row["expected"].clone())]),
        None if has("mode") => Some(vec![client(row, "post", SILLYTAVERN, input.clone(), row["expected"].clone())]),
        None if has("env") && has("text") => Some(sillytavern_macro(row)),
        None if has("chat") && has("book") => Some(risu_lore(row)),
        None if has("settings") => Some(vec![world(row)]),
        None => None,
    };
    rows.ok_or_else(|| format!("no kind of the suite fits the row {}", row["id"]))
}

fn is_quoted(row: &Value, line: &str) -> bool {
    let family = row["tags"][0].as_str().unwrap_or_default();
    (row["input"]["api"] == "text" && SHIPPED.contains(&family)) || line.contains(QUOTED)
}

/// A line, for values whose members have to keep their order.
struct Source<'l>(&'l str);

impl Source<'_> {
    /// The JSON text of a part of the line.
    fn text(&self, pointer: &str) -> Option<String> {
        let whole: Json = self.0.parse().ok()?;
        whole.pointer(pointer).map(ToString::to_string)
    }
}

fn encoded(bytes: impl AsRef<[u8]>) -> Value {
    json!(STANDARD.encode(bytes))
}

/// A row of a client; mistakes that the vectors keep for the record bind nobody.
fn client(row: &Value, kind: &str, profile: &str, input: Value, expected: Value) -> Row {
    let tags: Vec<String> =
        row["tags"].as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect();
    let tagged = |tag: &str| tags.iter().any(|found| found == tag);
    let who = cards_suite::client_of(profile);
    let level = match who {
        "spec" if tagged("spec-silent") => Level::Open,
        "spec" => Level::Must,
        "sillytavern-legacy" => Level::Quirk,
        _ if tagged("client-bug") => Level::Quirk,
        _ => Level::Client,
    };
    let id = row["id"].as_str().unwrap_or_default();
    let mut made = Row::new(format!("{who}/{id}"), kind, profile, level);
    let source = match who {
        "spec" => "the CCv3 text (SPEC_V3.md, f3a86af)",
        "risu" if profile.ends_with("01-12") => "RisuAI 904a14a, run on the row",
        "risu" => "RisuAI 460ecae, run on the row",
        "sillytavern-legacy" => "SillyTavern 1.19.0, its older macro engine run on the row",
        _ => "SillyTavern 1.19.0, its own code run on the row",
    };
    made.source = source.to_owned();
    made.tags = tags;
    made.title = row["title"].as_str().map(str::to_owned);
    made.input = input;
    made.expected = expected;
    made
}

fn members(value: &Value) -> Map<String, Value> {
    value.as_object().cloned().unwrap_or_default()
}

/// Puts the names of user and character where every row has them, and calls the random numbers `rolls`.
fn named(mut input: Map<String, Value>) -> Map<String, Value> {
    if let Some(rolls) = input.remove("rand").filter(|rolls| rolls.as_array().is_some_and(|rolls| !rolls.is_empty())) {
        input.insert("rolls".to_owned(), rolls);
    }
    for holder in ["env", "card"] {
        let Some(Value::Object(from)) = input.get_mut(holder) else { continue };
        let mut taken = vec![("user", from.remove("user")), ("char", from.remove("char"))];
        if holder == "card" {
            taken.push(("char", from.remove("name")));
        }
        let empty = from.is_empty();
        if empty {
            input.remove(holder);
        }
        for (name, value) in taken {
            if let Some(value) = value {
                input.insert(name.to_owned(), value);
            }
        }
    }
    input
}

/// An expected answer with everything said that the vectors leave out when it is empty.
fn said(expected: &Value, defaults: &[(&str, Value)]) -> Value {
    let mut out = members(expected);
    out.remove("info");
    if !out.contains_key("error") {
        for (name, value) in defaults {
            out.entry(*name).or_insert_with(|| value.clone());
        }
    }
    Value::Object(out)
}

fn sillytavern_macro(row: &Value) -> Vec<Row> {
    let input = Value::Object(named(members(&row["input"])));
    let defaults = [("local", json!({})), ("global", json!({})), ("rolls_used", json!(0))];
    let mut expected = said(&row["expected"], &defaults);
    // The client's own choice among several is the answer; the others depend on its generator.
    expected.as_object_mut().map(|expected| expected.remove("one_of"));
    let mut rows = vec![client(row, "macro", SILLYTAVERN, input.clone(), expected)];
    if let Some(legacy) = row.get("legacy_engine") {
        rows.push(client(row, "macro", LEGACY, input, said(legacy, &defaults)));
    }
    rows
}

/// The version of RisuAI that answered a row.
fn risu_version(row: &Value) -> &'static str {
    let later = row["id"].as_str().is_some_and(|id| id.starts_with("fn-") || id.starts_with("script-"));
    if later { "risu@2026-01-12" } else { "risu@2025-12-31" }
}

/// A row of each reader that the vector speaks of.
fn both(row: &Value, kind: &str, input: &Value, answers: impl Fn(&str, &Value) -> Option<Value>) -> Vec<Row> {
    let readers = [("spec", CCV3), ("risu", risu_version(row))];
    let rows = readers.into_iter().filter_map(|(name, profile)| {
        let expected = answers(name, row["expected"].get(name)?)?;
        Some(client(row, kind, profile, input.clone(), expected))
    });
    rows.collect()
}

fn risu_macro(row: &Value) -> Option<Vec<Row>> {
    let mut input = named(members(&row["input"]));
    for (from, to) in [("template", "text"), ("vars", "local"), ("global_vars", "global")] {
        if let Some(value) = input.remove(from) {
            input.insert(to.to_owned(), value);
        }
    }
    Some(both(row, "macro", &Value::Object(input), |_, expected| {
        let mut expected = members(expected);
        if let Some(vars) = expected.remove("vars") {
            expected.insert("local".to_owned(), vars);
        }
        Some(Value::Object(expected))
    }))
}

fn risu_lore(row: &Value) -> Vec<Row> {
    let mut input = named(members(&row["input"]));
    // What the maker of the vectors noted for itself.
    for note in ["e", "m"] {
        input.remove(note);
    }
    both(row, "lore", &Value::Object(input), |_, expected| Some(expected.clone()))
}

fn world(row: &Value) -> Row {
    let empty = || json!([]);
    let turn = [
        ("before", json!("")),
        ("after", json!("")),
        ("an_top", empty()),
        ("an_bottom", empty()),
        ("em", empty()),
        ("depth", empty()),
        ("outlets", json!({})),
        ("timed", json!({})),
    ];
    let whole = [("rolls_used", json!(0)), ("local", json!({}))];
    let mut expected = said(&row["expected"], &whole);
    match expected.get_mut("turns").and_then(Value::as_array_mut) {
        Some(turns) => turns.iter_mut().for_each(|answer| *answer = said(answer, &turn)),
        None => expected = said(&expected, &turn),
    }
    client(row, "lore", SILLYTAVERN, Value::Object(named(members(&row["input"]))), expected)
}

fn regex(row: &Value) -> Option<Vec<Row>> {
    let mut input = named(members(&row["input"]));
    let single = input.remove("op")? == "regex_script";
    if single {
        input.insert("alone".to_owned(), json!(true));
    }
    let expected = &row["expected"];
    let Some(risu) = expected.get("risu") else {
        let defaults = [("local", json!({})), ("global", json!({})), ("rolls_used", json!(0))];
        return Some(vec![client(row, "regex", SILLYTAVERN, Value::Object(input), said(expected, &defaults))]);
    };
    for (from, to) in [("vars", "local"), ("global_vars", "global")] {
        if let Some(value) = input.remove(from) {
            input.insert(to.to_owned(), value);
        }
    }
    let mut answer = members(risu);
    if let Some(vars) = answer.remove("vars") {
        answer.insert("local".to_owned(), vars);
    }
    Some(vec![client(row, "regex", risu_version(row), Value::Object(input), Value::Object(answer))])
}

fn convert(row: &Value, op: &str) -> Option<Vec<Row>> {
    let kind = if op == "check" { "check" } else { "convert" };
    Some(both(row, kind, &row["input"], |_, expected| Some(expected.clone())))
}

fn picture(row: &Value) -> Option<Vec<Row>> {
    let input = &row["input"];
    let archive = input["op"] == "charx_parse";
    let file = if archive { build::archive(input)? } else { build::png(input)? };
    let name = if archive { "card.charx" } else { "card.png" };
    let mut question = json!({ "name": name, "file": encoded(file) });
    let mut expected = row["expected"].clone();
    let kind = if input["op"] == "png_write" { "write" } else { "read" };
    if kind == "write" {
        question["text"] = input["data"].clone();
        // The order of members is the writer's: its texts are compared as the JSON that they hold.
        expected["read_back"] = as_json(&expected["read_back"]);
        for chunk in expected["chunks"].as_array_mut().into_iter().flatten() {
            if chunk.get("decoded").is_some() {
                chunk["decoded"] = as_json(&chunk["decoded"]);
            }
        }
    }
    // How the client names and sorts the files that it stores is its own affair.
    for asset in expected.get_mut("assets").and_then(Value::as_array_mut).into_iter().flatten() {
        if let Some(asset) = asset.as_object_mut() {
            asset.remove("baseName");
            asset.remove("storageCategory");
        }
    }
    Some(vec![client(row, kind, SILLYTAVERN, question, expected)])
}

fn as_json(text: &Value) -> Value {
    text.as_str().and_then(|text| serde_json::from_str(text).ok()).unwrap_or_else(|| text.clone())
}

fn module(row: &Value) -> Option<Vec<Row>> {
    let (input, expected) = (&row["input"], &row["expected"]["risu"]);
    let (question, answer) = if input["op"] == "rpack" {
        let op = if input["decode"] == true { "unpack" } else { "pack" };
        (json!({ "op": op, "bytes": input["b64"] }), json!({ "bytes": expected["b64"] }))
    } else if let Some(module) = input.get("module") {
        // The client writes an asset list even when the module has none.
        let mut module = members(module);
        module.entry("assets").or_insert_with(|| json!([]));
        let id = module.remove("id");
        (json!({ "name": "module.risum", "file": expected["b64"] }), json!({ "module": module, "id": id }))
    } else {
        // The client gives each module that it reads a new id.
        let answer = match expected.get("module") {
            Some(module) => {
                let mut module = members(module);
                module.remove("id");
                json!({ "module": module })
            }
            None => json!({ "error": true }),
        };
        (json!({ "name": "module.risum", "file": input["b64"] }), answer)
    };
    Some(vec![client(row, "module", "risu@2025-12-31", question, answer)])
}

fn import(row: &Value, line: &Source<'_>) -> Option<Vec<Row>> {
    let input = &row["input"];
    let file = match (input["b64"].as_str(), input["text"].as_str()) {
        (Some(file), _) => json!(file),
        (None, Some(text)) => encoded(text),
        (None, None) => encoded(line.text("/input/card")?),
    };
    let question = json!({ "name": input["name"], "file": file });
    let mut rows = both(row, "read", &question, |who, expected| {
        let mut expected = members(expected);
        match expected.get("outcome").and_then(Value::as_str)? {
            "accepted" => {}
            // An exception and a message both mean that nothing is imported; a program that never answers is no model.
            _ => return Some(json!({ "error": true })),
        }
        if who == "risu" {
            expected.remove("reexport");
        }
        Some(Value::Object(expected))
    });
    for made in &mut rows {
        let outcome = row["expected"]["risu"]["outcome"].as_str().unwrap_or_default();
        if made.client() == "risu" && matches!(outcome, "crashes" | "hangs") {
            made.tags.push(format!("client-{outcome}"));
            if outcome == "hangs" {
                made.level = Level::Quirk;
            }
        }
    }
    Some(rows)
}

fn card(row: &Value, op: &str, line: &Source<'_>) -> Option<Vec<Row>> {
    let input = &row["input"];
    let question = if op == "import_json" {
        let text = input["json"].as_str().map(str::to_owned).or_else(|| line.text("/input/json"))?;
        json!({ "op": op, "name": "card.json", "file": encoded(text) })
    } else {
        json!({ "op": op, "card": input["json"] })
    };
    let kind = if op == "validate" { "check" } else { "import" };
    Some(vec![client(row, kind, SILLYTAVERN, question, row["expected"].clone())])
}

fn book(row: &Value) -> Option<Vec<Row>> {
    let mut input = members(&row["input"]);
    if let Some(book) = input.remove("character_book") {
        input.insert("book".to_owned(), book);
    }
    Some(vec![client(row, "convert", SILLYTAVERN, Value::Object(input), row["expected"].clone())])
}

/// Files of other programs.
fn foreign(row: &Value, op: &str, line: &Source<'_>) -> Option<Vec<Row>> {
    let input = &row["input"];
    let (name, file) = if input.get("chunks").is_some() {
        ("book.png", build::png(input)?)
    } else if input.get("files").is_some() {
        ("card.byaf", build::archive(input)?)
    } else if let Some(yaml) = input["yaml"].as_str() {
        ("card.yaml", yaml.as_bytes().to_vec())
    } else if let Some(text) = input["json"].as_str() {
        ("book.json", text.as_bytes().to_vec())
    } else {
        let member = if input.get("json").is_some() { "/input/json" } else { "/input/book" };
        ("book.json", line.text(member)?.into_bytes())
    };
    let question = json!({ "op": op, "name": name, "file": encoded(file) });
    Some(vec![client(row, "import", SILLYTAVERN, question, row["expected"].clone())])
}
