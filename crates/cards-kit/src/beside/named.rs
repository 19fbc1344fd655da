//! What a file of SillyTavern's data folder names that the folder does not have.
//!
//! De facto: SillyTavern 1.19.0 (`validateGroup` and `getGroupChat` in `public/scripts/group-chats.js`, `isScopedScriptsAllowed`
//! in `public/scripts/extensions/regex/engine.js`, `getChatLore`, `getPersonaLore` and
//! `setWorldInfoSettings` in `public/scripts/world-info.js`).

use cards_lint::DataFiles;
use cards_model::{Json, Pointer};

use super::Beside;

/// Names that lead to no file, with what becomes of them. `json` is the file, or of a chat on lines a list of the first one.
pub(super) fn missing(beside: &Beside, json: &Json, data: &DataFiles<'_>) -> Vec<(Pointer, String)> {
    if let Beside::Group { .. } = beside {
        let members = texts(json, &["members", "*"]);
        // Groups of long ago have the names of characters.
        let lost = members.into_iter().filter(|(_, file)| file.ends_with(".png") && !data.has_card(file));
        let said = |file| {
            format!("no card of the data folder is the file `{file}`: it goes out of the group once that is opened")
        };
        let members = lost.map(|(at, file)| (at, said(file)));
        let chats = texts(json, &["chats", "*"]).into_iter().filter(|(_, id)| !data.has_group_chat(id));
        let chats =
            chats.map(|(at, id)| (at, format!("the data folder has no chat `{id}` of a group: it opens empty")));
        return members.chain(chats).collect();
    }
    let worlds: &[&[&str]] = match beside {
        Beside::Chat(_) => &[&["0", "chat_metadata", "world_info"]],
        Beside::Personas(_) => &[&["persona_descriptions", "*", "lorebook"]],
        Beside::Settings { .. } => &[
            &["power_user", "persona_descriptions", "*", "lorebook"],
            &["world_info_settings", "world_info", "globalSelect", "*"],
            &["world_info_settings", "world_info", "charLore", "*", "extraBooks", "*"],
            // Of long ago.
            &["world_info", "globalSelect", "*"],
            &["world_info", "charLore", "*", "extraBooks", "*"],
        ],
        _ => return Vec::new(),
    };
    // Whose scripts the user allowed is known by the name of the file.
    let allowed = match beside {
        Beside::Settings { .. } => texts(json, &["extension_settings", "character_allowed_regex", "*"]),
        _ => Vec::new(),
    };
    let allowed = allowed.into_iter().filter(|(_, file)| !data.has_card(file)).map(|(at, file)| {
        (at, format!("no card of the data folder is the file `{file}`, whose regex scripts are allowed: under another name they are not"))
    });
    let named = worlds.iter().flat_map(|path| texts(json, path));
    let lost = named.filter(|(_, name)| !name.is_empty() && !data.has_world(name));
    let lost = lost.map(|(at, name)| (at, format!("the data folder has no lorebook `{name}`: nothing of it is sent")));
    lost.chain(allowed).collect()
}

/// The texts at a path, in which `*` is any place of a list or any member.
fn texts<'j>(json: &'j Json, path: &[&str]) -> Vec<(Pointer, &'j str)> {
    let mut found = vec![(Pointer::ROOT, json)];
    for step in path {
        let next = |(at, value): (Pointer, &'j Json)| -> Vec<(Pointer, &'j Json)> {
            match (value, *step) {
                (Json::Array(list), "*") => {
                    list.iter().enumerate().map(|(number, value)| (at.index(number), value)).collect()
                }
                (Json::Object(object), "*") => object.iter().map(|(name, value)| (at.member(name), value)).collect(),
                (Json::Array(list), step) => {
                    let place = step.parse().ok().and_then(|number: usize| Some((at.index(number), list.get(number)?)));
                    place.into_iter().collect()
                }
                (value, step) => value.get(step).map(|value| (at.member(step), value)).into_iter().collect(),
            }
        };
        found = found.into_iter().flat_map(next).collect();
    }
    found.into_iter().filter_map(|(at, value)| Some((at, value.as_str()?))).collect()
}
