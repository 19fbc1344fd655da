//! Rows that SillyTavern answered.

use cards_container::charx::Charx;
use cards_container::png::{self, ChunkPolicy, Keyword, NewText, Png, WriteOptions};
use cards_container::{AssetRef, CardEntryRule, Error, Limits, Location, embedded_path, main_icon};
use cards_model::AssetUri;
use serde_json::{Value, json};

use super::super::verdict::{Column, Outcome, Verdict};
use super::build;

/// `png_read`: the text of the card chunk.
pub(super) fn png_read(input: &Value, expected: &Value) -> Vec<Verdict> {
    let Some(file) = build::png(input) else {
        return malformed();
    };
    vec![against(expected, read_text(&file).map(|text| json!({ "text": text })))]
}

/// `png_write`: the chunks afterwards, and what the client reads back.
pub(super) fn png_write(input: &Value, expected: &Value) -> Vec<Verdict> {
    let (Some(file), Some(data)) = (build::png(input), input.get("data").and_then(Value::as_str)) else {
        return malformed();
    };
    let actual = write(&file, data).and_then(|written| {
        let read_back = as_json(&read_text(&written)?);
        Ok(json!({ "chunks": chunks(&written)?, "read_back": read_back }))
    });
    vec![against(&with_json_texts(expected), actual)]
}

/// `charx_parse`: the card, the avatar, and the assets with their bytes.
pub(super) fn charx_parse(input: &Value, expected: &Value) -> Vec<Verdict> {
    let Some(file) = build::archive(input) else {
        return malformed();
    };
    let actual = parse(&file, expected);
    // How the client names and sorts the files it stores is its own affair; the rest of each asset is ours.
    let mut expected = expected.clone();
    for asset in expected.get_mut("assets").and_then(Value::as_array_mut).into_iter().flatten() {
        if let Some(asset) = asset.as_object_mut() {
            asset.remove("baseName");
            asset.remove("storageCategory");
        }
    }
    vec![against(&expected, actual)]
}

/// Compares an answer with the row's; of an error only its presence counts.
fn against(expected: &Value, actual: Result<Value, Error>) -> Verdict {
    match (expected.get("error"), actual) {
        (Some(_), Err(_)) => Verdict { column: Column::SillyTavern, outcome: Outcome::Pass },
        (Some(_), Ok(value)) => Verdict::compare(Column::SillyTavern, expected, &value),
        (None, Ok(value)) => Verdict::compare(Column::SillyTavern, expected, &value),
        (None, Err(error)) => Verdict::compare(Column::SillyTavern, &expected.to_string(), &error.chain()),
    }
}

fn malformed() -> Vec<Verdict> {
    let outcome = Outcome::Fail("the row's input cannot be built".to_owned());
    vec![Verdict { column: Column::SillyTavern, outcome }]
}

fn read_text(file: &[u8]) -> Result<String, Error> {
    let mut png = Png::open(file, &ChunkPolicy::silly_tavern(), &Limits::default())?;
    let choice = png.choose(|_| Ok(()))?;
    Ok(String::from_utf8_lossy(&choice.payload.bytes).into_owned())
}

/// Writes as the client does: the text as `chara`, and marked as V3 under `ccv3` when it is a JSON object or array.
fn write(file: &[u8], data: &str) -> Result<Vec<u8>, Error> {
    let marked = match serde_json::from_str::<Value>(data) {
        Ok(Value::Object(mut card)) => {
            card.insert("spec".into(), "chara_card_v3".into());
            card.insert("spec_version".into(), "3.0".into());
            Some(Value::Object(card).to_string())
        }
        Ok(array @ Value::Array(_)) => Some(array.to_string()),
        _ => None,
    };
    let mut new = vec![NewText::Card { keyword: Keyword::Chara, json: data.as_bytes() }];
    if let Some(text) = &marked {
        new.push(NewText::Card { keyword: Keyword::Ccv3, json: text.as_bytes() });
    }
    let options = WriteOptions::default().with_old(ChunkPolicy::silly_tavern()).with_drop_foreign(false);
    Ok(png::write(file, &new, &options)?.bytes)
}

/// All chunks as the rows list them; JSON texts are compared as values, because the order of members is the model's.
fn chunks(file: &[u8]) -> Result<Vec<Value>, Error> {
    let mut png = Png::open(file, &ChunkPolicy::silly_tavern(), &Limits::default())?;
    let mut listed = Vec::new();
    for chunk in png.chunks().to_vec() {
        let name = chunk.kind.to_string();
        if name != "tEXt" {
            listed.push(json!({ "name": name, "size": chunk.length }));
            continue;
        }
        let data = png.data(&chunk)?;
        let at = data.iter().position(|&b| b == 0).unwrap_or(data.len());
        let (keyword, text) = data.split_at_checked(at).unwrap_or_default();
        let keyword = String::from_utf8_lossy(keyword);
        let decoded = build::runtime_base64(text.get(1..).unwrap_or_default());
        let decoded = as_json(&String::from_utf8_lossy(&decoded));
        listed.push(json!({ "name": name, "keyword": keyword, "decoded": decoded }));
    }
    Ok(listed)
}

fn as_json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| text.into())
}

/// The row's answer with its JSON texts as values.
fn with_json_texts(expected: &Value) -> Value {
    let mut expected = expected.clone();
    let parse = |holder: &mut Value, key: &str| {
        if let Some(member) = holder.get_mut(key)
            && let Some(text) = member.as_str().map(as_json)
        {
            *member = text;
        }
    };
    parse(&mut expected, "read_back");
    for chunk in expected.get_mut("chunks").and_then(Value::as_array_mut).into_iter().flatten() {
        parse(chunk, "decoded");
    }
    expected
}

fn parse(file: &[u8], expected: &Value) -> Result<Value, Error> {
    let mut charx = Charx::open(file, CardEntryRule::FirstSuffix, &Limits::default())?;
    let unreadable = |reason: cards_container::Cause| Error::Unreadable {
        place: cards_container::Place::File,
        class: "bad-json",
        source: reason,
    };
    let card: Value = serde_json::from_slice(&charx.card_json()?).map_err(|e| unreadable(e.into()))?;
    if card.get("spec").is_none() {
        return Err(unreadable("the client wants a `spec` member".into()));
    }
    let none = Vec::new();
    let items = card.pointer("/data/assets").and_then(Value::as_array).unwrap_or(&none);
    let member = |item: &'_ Value, key: &str| item.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    let texts: Vec<[String; 4]> =
        items.iter().map(|i| ["type", "uri", "name", "ext"].map(|key| member(i, key))).collect();
    let refs: Vec<AssetRef<'_>> =
        texts.iter().map(|[kind, uri, name, ext]| AssetRef { kind, uri, name, ext }).collect();
    let listed = charx.assets(&refs).value;

    let mut extracted = serde_json::Map::new();
    let mut read = |index: usize| -> Result<Option<(String, String)>, Error> {
        let (Some(asset), Some(found)) = (refs.get(index), listed.get(index)) else {
            return Ok(None);
        };
        let (Some(path), Location::Entry(entry)) = (path(asset.uri), found.location) else {
            return Ok(None);
        };
        let bytes = charx.archive_mut().read(entry)?;
        Ok(Some((path, String::from_utf8_lossy(&bytes).into_owned())))
    };
    let mut avatar = json!("default");
    // The client takes the word `unknown` for an extension, and then for no picture's.
    let literal = |asset: &AssetRef<'_>| asset.ext.trim().eq_ignore_ascii_case("unknown");
    let for_icon: Vec<AssetRef<'_>> =
        refs.iter().map(|a| AssetRef { ext: if literal(a) { "bin" } else { a.ext }, ..*a }).collect();
    if let Some((path, text)) = main_icon(&for_icon).map(&mut read).transpose()?.flatten() {
        avatar = json!({ "text": text });
        extracted.insert(path, text.into());
    }
    // Which assets the client stores is its choice; each one that the row lists has to be found as the row has it.
    let mut assets = Vec::new();
    let stored = expected.get("assets").and_then(Value::as_array).into_iter().flatten();
    for order in stored.filter_map(|asset| asset.get("order")?.as_u64()) {
        let index = order as usize;
        let Some(asset) = refs.get(index) else {
            continue;
        };
        let ext = asset.extension().unwrap_or_else(|| "png".to_owned());
        let kind = asset.kind.to_lowercase();
        assets
            .push(json!({ "type": kind, "name": asset.name, "ext": ext, "zipPath": path(asset.uri), "order": order }));
        if let Some((path, text)) = read(index)? {
            extracted.insert(path, text.into());
        }
    }
    Ok(json!({ "card": card, "avatar": avatar, "assets": assets, "extracted": extracted }))
}

/// The path inside the archive that a URI names for this client, which takes `__asset:` for one too.
fn path(uri: &str) -> Option<String> {
    match AssetUri::parse(uri.trim()) {
        AssetUri::Chunk { key } => Some(key.to_owned()),
        _ => embedded_path(uri),
    }
}
