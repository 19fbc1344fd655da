//! KoboldAI United's story file (`.kaistory`): a folder with `story.json`.
//!
//! De facto: KoboldAI United of 2024-01.

use cards_model::json::Json;

use super::package::{Found, Package};
use crate::error::Error;

/// Reads the one story of the archive, recognised by the members of its saves.
pub(super) fn read(package: &mut Package<'_, '_>) -> Result<Option<Found>, Error> {
    let is_story = |name: &str| matches!(name.split('/').collect::<Vec<_>>().as_slice(), [_, "story.json"]);
    let stories = package.archive.entries().filter(|entry| entry.name.text().is_some_and(is_story));
    let stories: Vec<usize> = stories.map(|entry| entry.index).take(2).collect();
    let &[story] = stories.as_slice() else { return Ok(None) };
    let Some(Json::Object(json)) = package.json(story)? else { return Ok(None) };
    let is_save = json.get("gamestarted").is_some() && json.get("actions").is_some();
    Ok(is_save.then_some(Found { json, entry: story, pictures: Vec::new() }))
}
