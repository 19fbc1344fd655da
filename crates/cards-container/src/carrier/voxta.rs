//! Voxta's package: characters, books and scenarios, each in a folder of its own.
//!
//! De facto: character-foundry 322fe8d, voxta 0.1.13.

use cards_model::json::{Json, Object};

use super::package::{Found, Package};
use crate::error::Error;

/// Reads the package, recognised by a character, book or scenario where Voxta keeps them, with the type that Voxta gives it.
pub(super) fn read(package: &mut Package<'_, '_>) -> Result<Option<Found>, Error> {
    let characters = list(package, "Characters", "character.json", "character")?;
    let books = list(package, "Books", "book.json", "book")?;
    let scenarios = list(package, "Scenarios", "scenario.json", "scenario")?;
    let Some((entry, ..)) = characters.first().or_else(|| books.first()).or_else(|| scenarios.first()) else {
        return Ok(None);
    };
    let entry = *entry;
    let assets = characters.first().map(|(_, id, _)| assets(package, id)).unwrap_or_default();
    let values = |list: Vec<(usize, String, Json)>| Json::Array(list.into_iter().map(|(.., value)| value).collect());
    let pictures = assets.iter().map(|(entry, _)| *entry).collect();
    let voxta: Object = [
        ("characters", values(characters)),
        ("books", values(books)),
        ("scenarios", values(scenarios)),
        ("assets", Json::Array(assets.into_iter().map(|(_, asset)| asset.into()).collect())),
    ]
    .into_iter()
    .collect();
    Ok(Some(Found { json: [("voxta", Json::from(voxta))].into_iter().collect(), entry, pictures }))
}

/// The files of one kind, each with the id of its folder.
fn list(
    package: &mut Package<'_, '_>,
    folder: &str,
    file: &str,
    kind: &str,
) -> Result<Vec<(usize, String, Json)>, Error> {
    let mut found = Vec::new();
    for (entry, id) in package.like(folder, file) {
        let Some(value) = package.json(entry)? else { continue };
        let typed = value.get("$type").and_then(Json::as_str) == Some(kind);
        if typed || (value.get("Name").is_some() && value.get("Id").is_some()) {
            found.push((entry, id, value));
        }
    }
    Ok(found)
}

/// The thumbnail and the other files of a character, as V3 lists assets; the main picture first.
fn assets(package: &Package<'_, '_>, id: &str) -> Vec<(usize, Object)> {
    let folder = format!("Characters/{id}/");
    let mut found = Vec::new();
    for entry in package.archive.entries().filter(|entry| !entry.is_folder()) {
        let Some((path, inside)) = entry.name.text().and_then(|path| Some((path, path.strip_prefix(&folder)?))) else {
            continue;
        };
        let (stem, ext) = inside.rsplit_once('.').unwrap_or((inside, ""));
        let name = stem.rsplit('/').next().unwrap_or(stem);
        let main = stem.eq_ignore_ascii_case("thumbnail");
        let (kind, name) = match inside {
            _ if main => ("icon", "main"),
            _ if inside.starts_with("Assets/Avatars/") => ("emotion", name),
            _ if inside.starts_with("Assets/") => ("x-voxta", name),
            _ => continue,
        };
        let asset = [("type", kind), ("uri", &format!("embeded://{path}")), ("name", name), ("ext", ext)];
        let asset: Object = asset.into_iter().map(|(name, value)| (name, Json::from(value))).collect();
        found.insert(if main { 0 } else { found.len() }, (entry.index, asset));
    }
    found
}
