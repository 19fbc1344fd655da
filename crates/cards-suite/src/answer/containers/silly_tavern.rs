//! Files as SillyTavern reads and writes them.

use cards_container::charx::Charx;
use cards_container::png::{self, ChunkPolicy, Keyword, NewText, Png, WriteOptions};
use cards_container::{AssetRef, CardEntryRule, Error, Limits, Location, embedded_path, main_icon};
use cards_model::AssetUri;
use serde_json::{Value, json};

use crate::answer::form::{bytes, refusal, runtime_base64};

/// The text of the card chunk.
pub(super) fn png_read(input: &Value) -> Option<Value> {
    let file = bytes(&input["file"])?;
    Some(read_text(&file).map_or_else(|error| refusal(error.chain()), |text| json!({ "text": text })))
}

/// The chunks after a card was written into a picture, and what the client reads back.
pub(super) fn png_write(input: &Value) -> Option<Value> {
    let file = bytes(&input["file"])?;
    let written = write(&file, input["text"].as_str()?).and_then(|written| {
        let read_back = as_json(&read_text(&written)?);
        Ok(json!({ "chunks": chunks(&written)?, "read_back": read_back }))
    });
    Some(written.unwrap_or_else(|error| refusal(error.chain())))
}

/// The card, the avatar, and the assets with their bytes.
pub(super) fn charx_parse(input: &Value) -> Option<Value> {
    let file = bytes(&input["file"])?;
    Some(parse(&file).unwrap_or_else(|error| refusal(error.chain())))
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

/// All chunks, without the bytes of pictures; JSON texts are compared as values, because the order of members is the model's.
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
        let decoded = runtime_base64(text.get(1..).unwrap_or_default());
        let decoded = as_json(&String::from_utf8_lossy(&decoded));
        listed.push(json!({ "name": name, "keyword": keyword, "decoded": decoded }));
    }
    Ok(listed)
}

fn as_json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| text.into())
}

fn parse(file: &[u8]) -> Result<Value, Error> {
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
    // Which assets the client stores is its choice; each one is told, so that those that it does store are among them.
    let mut assets = Vec::new();
    for (order, asset) in refs.iter().enumerate() {
        let ext = asset.extension().unwrap_or_else(|| "png".to_owned());
        let kind = asset.kind.to_lowercase();
        assets
            .push(json!({ "type": kind, "name": asset.name, "ext": ext, "zipPath": path(asset.uri), "order": order }));
        // One that cannot be read is missing from what came out, and nothing else.
        if let Ok(Some((path, text))) = read(order) {
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
