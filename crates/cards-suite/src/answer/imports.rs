//! Files of other programs as SillyTavern imports them: YAML, Backyard archives, and books of NovelAI, Agnai and RisuAI.

use cards_container::png::{ChunkPolicy, Png};
use cards_container::zip::Archive;
use cards_container::{Error, Limits, yaml};
use cards_model::json::{OddityKind, Reader};
use cards_model::{Json, Object};
use serde_json::{Value, json};

use crate::client::sillytavern;

use super::cards_json::{MOMENT, theirs, undated};
use super::form::{bytes, refusal, runtime_base64};

/// Answers a question about an import; `None` for one of another kind.
pub(super) fn answer(op: &str, input: &Value) -> Option<Value> {
    let file = || bytes(&input["file"]);
    let made = match op {
        "import_yaml" => import_yaml(&file()?),
        "import_byaf" => import_byaf(&file()?),
        "import_world" => import_world(&file()?),
        "import_novel_lorebook" => book(&file()?, sillytavern::import_novelai_lorebook),
        "import_agnai_memory" => book(&file()?, sillytavern::import_agnai_memory),
        "import_risu_lorebook" => book(&file()?, sillytavern::import_risu_lorebook),
        _ => return None,
    };
    Some(made.unwrap_or_else(refusal))
}

fn import_yaml(file: &[u8]) -> Result<Value, String> {
    let json = yaml::to_json(&String::from_utf8_lossy(file), &Limits::default()).map_err(|e| e.source.to_string())?;
    // The client's reader of YAML refuses a name that occurs twice.
    let text = String::from_utf8_lossy(&json);
    let mut reader = Reader::with_oddities(&text, &cards_model::Limits::default(), Vec::new());
    let file = reader.json().map_err(|error| error.to_string())?;
    let odd = reader.finish().map_err(|error| error.to_string())?;
    if odd.iter().any(|odd| odd.kind == OddityKind::Repeated) {
        return Err("a name occurs twice".to_owned());
    }
    let imported = sillytavern::import_yaml(&file, MOMENT).map_err(|error| error.to_string())?;
    Ok(json!({ "name": imported.name, "card": undated(&imported.card) }))
}

fn json_of(bytes: &[u8]) -> Result<Json, String> {
    String::from_utf8_lossy(bytes).parse().map_err(|error: cards_model::json::Error| error.to_string())
}

fn book(file: &[u8], import: impl Fn(&Json) -> Result<Object, cards_model::Error>) -> Result<Value, String> {
    Ok(thin(&import(&json_of(file)?).map_err(|error| error.to_string())?))
}

fn import_world(file: &[u8]) -> Result<Value, String> {
    let text = if file.starts_with(b"\x89PNG") { naidata(file)? } else { String::from_utf8_lossy(file).into_owned() };
    let imported = sillytavern::import_world(&json_of(text.as_bytes())?).map_err(|error| error.to_string())?;
    let of = match imported.of {
        sillytavern::WorldOf::NovelAi => "novel",
        sillytavern::WorldOf::Agnai => "agnai",
        sillytavern::WorldOf::Risu => "risu",
        _ => return Ok(json!({ "as": "as it is", "world": plain(&imported.world) })),
    };
    let world = imported.world.as_object().map(thin).unwrap_or_default();
    Ok(json!({ "as": of, "world": world }))
}

/// The first `naidata` chunk of a picture, of which the client makes a text without decoding UTF-8.
fn naidata(file: &[u8]) -> Result<String, String> {
    let read = || {
        let mut png = Png::open(file, &ChunkPolicy::default(), &Limits::default())?;
        for chunk in png.chunks().to_vec() {
            let data = if &chunk.kind.0 == b"tEXt" { png.data(&chunk)? } else { continue };
            if let Some(text) = data.strip_prefix(b"naidata\0") {
                return Ok(Some(runtime_base64(text)));
            }
        }
        Ok::<_, Error>(None)
    };
    let bytes = read().map_err(|error| error.to_string())?.ok_or("the picture has no `naidata`")?;
    Ok(bytes.into_iter().map(char::from).collect())
}

/// A world whose entries hold what differs from a new one, as rows have it.
fn thin(world: &Object) -> Value {
    let new = theirs(&cards_model::sillytavern::new_entry());
    let mut world = theirs(world);
    for (_, entry) in world["entries"].as_object_mut().into_iter().flatten() {
        if let Some(entry) = entry.as_object_mut() {
            entry.retain(|name, value| new.get(name) != Some(value));
        }
    }
    world
}

fn plain(value: &Json) -> Value {
    serde_json::from_str(&value.to_string()).unwrap_or_default()
}

/// A Backyard archive.
fn import_byaf(file: &[u8]) -> Result<Value, String> {
    let mut archive = Archive::open(file, &Limits::default()).map_err(|error| error.to_string())?;
    let manifest = json_in(&mut archive, "manifest.json")?.ok_or("there is no manifest")?;
    let first = |list: &str| manifest.get(list).and_then(Json::as_array).and_then(<[Json]>::first);
    let path = first("characters").and_then(Json::as_str).ok_or("the manifest names no character")?;
    let character = json_in(&mut archive, path)?.ok_or("the character is missing")?;
    let paths = manifest.get("scenarios").and_then(Json::as_array).unwrap_or_default();
    let mut scenarios = Vec::new();
    for path in paths.iter().filter_map(Json::as_str) {
        scenarios.push(json_in(&mut archive, path)?.unwrap_or_else(|| Object::new().into()));
    }
    if scenarios.is_empty() {
        scenarios.push(Object::new().into());
    }
    let card = cards_model::sillytavern::import_byaf(&manifest, &character, &scenarios);
    let count = |scenario: &Json| scenario.get("messages").and_then(Json::as_array).map(<[Json]>::len);
    Ok(json!({
        "card": theirs(&card),
        "images": images(&mut archive, path, &character)?,
        "backgrounds": backgrounds(&mut archive, &scenarios)?,
        "chats": scenarios.iter().map(count).collect::<Vec<_>>(),
    }))
}

/// The index of the first file whose name ends so, as the client looks for files.
fn find(archive: &Archive<'_>, end: &str) -> Option<usize> {
    let ends = |name: &str| name.ends_with(end) && !name.starts_with("__MACOSX");
    archive.entries().find(|entry| entry.name.text().is_some_and(ends)).map(|entry| entry.index)
}

fn file_in(archive: &mut Archive<'_>, end: &str) -> Result<Option<Vec<u8>>, String> {
    find(archive, end).map(|index| archive.read(index).map_err(|error| error.to_string())).transpose()
}

fn json_in(archive: &mut Archive<'_>, end: &str) -> Result<Option<Json>, String> {
    file_in(archive, end)?.map(|bytes| json_of(&bytes)).transpose()
}

fn images(archive: &mut Archive<'_>, character: &str, json: &Json) -> Result<Vec<Value>, String> {
    let folder = character.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut found = Vec::new();
    for image in json.get("images").and_then(Json::as_array).unwrap_or_default() {
        let Some(path) = image.get("path").and_then(Json::as_str).filter(|path| !path.is_empty()) else { continue };
        if find(archive, &format!("{folder}/{path}")).is_some() {
            let name = path.rsplit('/').next().unwrap_or(path);
            let label = image.get("label").and_then(Json::as_str).unwrap_or_default();
            found.push(json!({ "filename": name, "label": label }));
        }
    }
    Ok(if found.is_empty() { vec![json!("default")] } else { found })
}

fn backgrounds(archive: &mut Archive<'_>, scenarios: &[Json]) -> Result<Vec<Vec<String>>, String> {
    let mut found: Vec<(Vec<u8>, Vec<String>)> = Vec::new();
    for path in scenarios.iter().filter_map(|scenario| scenario.get("backgroundImage")?.as_str()) {
        let Some(bytes) = file_in(archive, path)? else { continue };
        match found.iter_mut().find(|(seen, _)| *seen == bytes) {
            Some((_, paths)) => paths.push(path.to_owned()),
            None => found.push((bytes, vec![path.to_owned()])),
        }
    }
    Ok(found.into_iter().map(|(_, paths)| paths).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thin_entry_says_what_differs() {
        let book =
            br#"{"lorebookVersion":5,"entries":[{"text":"t","displayName":"Weir","keys":["a"],"enabled":true}]}"#;
        let made = super::book(book, sillytavern::import_novelai_lorebook).unwrap();
        assert_eq!(
            made,
            json!({ "entries": { "0": { "key": ["a"], "comment": "Weir", "content": "t", "selective": false, "addMemo": true,
                "order": 0, "delayUntilRecursion": false, "uid": 0, "displayIndex": 0 } } })
        );
    }
}
