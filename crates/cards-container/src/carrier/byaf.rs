//! Backyard's archive: `manifest.json`, a character and its scenarios.
//!
//! De facto: ahoylabs/byaf 7ebf2fd, schemas of 2025-06-06.

use std::collections::HashSet;

use cards_model::convert::STASH_KEY;
use cards_model::json::{Json, Object};

use super::package::{Found, Package};
use crate::error::Error;
use crate::zip::Archive;

pub(crate) const MANIFEST: &str = "manifest.json";

/// A file of ours beside those of the owner's: what a card had and a Backyard archive has no place for. The owner's
/// readers go by the manifest, which does not name it.
pub(crate) const STASH: &str = "cards.json";

/// Reads the archive, recognised by a manifest that names its characters where Backyard keeps them.
pub(super) fn read(package: &mut Package<'_, '_>) -> Result<Option<Found>, Error> {
    let Some(manifest_entry) = package.archive.find(MANIFEST) else { return Ok(None) };
    let Some(manifest) = package.json(manifest_entry)?.filter(is_manifest) else { return Ok(None) };
    let first = texts(&manifest, "characters").next().map(str::to_owned);
    let character = first.as_deref().map_or(Ok(None), |path| package.named(path))?;
    let paths: Vec<String> = texts(&manifest, "scenarios").map(str::to_owned).collect();
    let mut scenarios = Vec::new();
    let mut seen = HashSet::new();
    // A scenario that is named again says nothing new.
    for path in paths.into_iter().filter(|path| seen.insert(path.clone())) {
        scenarios.push(package.named(&path)?.unwrap_or_else(|| Object::new().into()));
    }
    let entry = first.as_deref().and_then(|path| package.archive.find(path)).unwrap_or(manifest_entry);
    let pictures = pictures(&package.archive, first.as_deref().unwrap_or_default(), character.as_ref(), &scenarios);
    let json =
        [("manifest", manifest), ("character", character.unwrap_or(Json::Null)), ("scenarios", Json::Array(scenarios))];
    let stash = package.named(STASH)?.map(|stash| (STASH_KEY, stash));
    Ok(Some(Found { json: json.into_iter().chain(stash).collect(), entry, pictures }))
}

/// Browsers' extensions and web pages have a `manifest.json` too.
fn is_manifest(manifest: &Json) -> bool {
    let Some(characters) = manifest.get("characters").and_then(Json::as_array) else { return false };
    let is_path = |path: &Json| {
        path.as_str().is_some_and(|path| path.starts_with("characters/") && path.ends_with("/character.json"))
    };
    characters.iter().all(is_path) && (!characters.is_empty() || manifest.get("scenarios").is_some())
}

fn texts<'j>(object: &'j Json, list: &str) -> impl Iterator<Item = &'j str> {
    object.get(list).and_then(Json::as_array).unwrap_or_default().iter().filter_map(Json::as_str)
}

/// The pictures of the character, then the backgrounds of its scenarios. A path that leaves its folder names no file.
fn pictures(archive: &Archive<'_>, character: &str, json: Option<&Json>, scenarios: &[Json]) -> Vec<usize> {
    let folder = character.rsplit_once('/').map_or("", |(folder, _)| folder);
    let images = json.and_then(|json| json.get("images")).and_then(Json::as_array).unwrap_or_default();
    let images = images.iter().filter_map(|image| image.get("path")?.as_str()).map(|path| format!("{folder}/{path}"));
    let backgrounds =
        scenarios.iter().filter_map(|scenario| scenario.get("backgroundImage")?.as_str().map(str::to_owned));
    let (mut found, mut seen) = (Vec::new(), HashSet::new());
    for path in images.chain(backgrounds).filter(|path| path.split('/').all(|part| part != ".." && part != ".")) {
        if let Some(entry) = archive.find(&path)
            && seen.insert(entry)
        {
            found.push(entry);
        }
    }
    found
}
