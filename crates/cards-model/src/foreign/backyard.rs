//! Backyard's characters: the export that it puts into pictures, and its archive.
//!
//! De facto: ahoylabs/byaf 7ebf2fd (schemas); SillyTavern 1.19, which has the archive read as here; Ginger 46229aa.

use super::members::{Members, keys, object, says_something, v2};
use super::origin::{ForeignForm, Translated};
use crate::json::{Json, Object, Pointer};
use crate::sillytavern::{backyard_macros, import_byaf};
use crate::{Form, Loss, LossReason};

/// The newest version of the archive that is known.
const BYAF_VERSION: f64 = 1.0;

pub(super) fn read(value: &Json) -> Option<Result<Translated, String>> {
    archive(value).or_else(|| export(value).map(Ok))
}

/// The JSON that is in a picture: `character` and `version`.
fn export(value: &Json) -> Option<Translated> {
    let character = value.get("character")?;
    let is_text = |name| character.get(name).and_then(Json::as_str).is_some();
    let version = value.get("version").and_then(Json::as_i64).is_some_and(|version| (1..=4).contains(&version));
    if !version || !(is_text("aiName") || is_text("aiDisplayName")) {
        return None;
    }
    let mut root = Members::root(value)?;
    let mut from = Members::of(root.take("character")?, Pointer::from(["character"]))?;
    root.ignore(&["version"]);
    let mut loss = Vec::new();
    let shown = from.text("aiDisplayName");
    let name = Some(from.text("aiName")).filter(|name| !name.is_empty()).unwrap_or(shown);
    let mut text = |name: &str| backyard_macros(from.text(name));
    let (persona, scenario, first) = (text("aiPersona"), text("scenario"), text("firstMessage"));
    let (dialogue, system) = (text("customDialogue"), text("basePrompt"));
    let examples = if dialogue.is_empty() { dialogue } else { format!("<START>\n{dialogue}") };
    let nsfw = from.take("isNSFW") == Some(&Json::Bool(true));
    let book = lore(&mut from, &mut loss);
    from.ignore(&["id"]);
    let mut data = object([
        ("name", name.into()),
        ("description", persona.into()),
        ("personality", "".into()),
        ("scenario", scenario.into()),
        ("first_mes", first.into()),
        ("mes_example", examples.into()),
        ("creator_notes", "".into()),
        ("system_prompt", system.into()),
        ("post_history_instructions", "".into()),
        ("alternate_greetings", Json::Array(Vec::new())),
        ("tags", Json::Array(if nsfw { vec!["nsfw".into()] } else { Vec::new() })),
        ("creator", "".into()),
        ("character_version", "".into()),
        ("extensions", object([("display_name", shown.into())]).into()),
    ]);
    if let Some(book) = book {
        data.insert("character_book", book);
    }
    from.lost(&mut loss);
    root.lost(&mut loss);
    Some(Translated::new(ForeignForm::Backyard, Form::V2, v2(data), loss))
}

/// The items as a book, in the order of their fractional index where all have one; no items, no book.
fn lore(from: &mut Members<'_>, loss: &mut Vec<Loss>) -> Option<Object> {
    let place = from.place("loreItems");
    let mut items: Vec<(usize, &Json)> = from.list("loreItems").iter().enumerate().collect();
    let order = |item: &Json| item.get("order").and_then(Json::as_str).map(str::to_owned);
    if items.iter().all(|(_, item)| order(item).is_some()) {
        items.sort_by_key(|(_, item)| order(item));
    }
    let mut entries = Vec::new();
    for (index, item) in items {
        let at = place.index(index);
        let Some(mut item) = Members::of(item, at.clone()) else {
            loss.push(Loss::new(at, LossReason::Unrepresentable, item));
            continue;
        };
        entries.push(Json::from(object([
            ("keys", keys(&backyard_macros(item.text("key")))),
            ("content", backyard_macros(item.text("value")).into()),
            ("extensions", Object::new().into()),
            ("enabled", true.into()),
            ("insertion_order", i64::try_from(entries.len()).unwrap_or(i64::MAX).into()),
        ])));
        item.ignore(&["id", "order", "createdAt", "updatedAt"]);
        item.lost(loss);
    }
    (!entries.is_empty()).then(|| object([("entries", Json::Array(entries)), ("extensions", Object::new().into())]))
}

/// The files of an archive as one value: `manifest`, `character`, `scenarios`, as `cards-container` puts them together.
fn archive(value: &Json) -> Option<Result<Translated, String>> {
    let manifest = value.get("manifest")?;
    let named = manifest.get("characters")?.as_array()?;
    let scenarios = value.get("scenarios").and_then(Json::as_array)?;
    let Some(character) = value.get("character").filter(|character| character.as_object().is_some()) else {
        return Some(Err("a Backyard archive without a character".to_owned()));
    };
    let mut card = import_byaf(manifest, character, scenarios);
    if let Some(Json::Object(extensions)) =
        card.get_mut("data").and_then(|data| data.at_mut(&Pointer::from(["extensions"])))
    {
        Members::root(value)?.stash_into(extensions);
    }
    let mut loss = Vec::new();
    let mut from = Members::of(character, Pointer::from(["character"]))?;
    from.ignore(&["schemaVersion", "id", "name", "displayName", "isNSFW", "persona", "loreItems", "images"]);
    from.lost(&mut loss);
    for (index, scenario) in scenarios.iter().enumerate() {
        let Some(mut from) = Members::of(scenario, Pointer::from(["scenarios"]).index(index)) else { continue };
        // Of the later scenarios the first message alone finds a place.
        let taken: &[&str] = if index == 0 {
            &["schemaVersion", "formattingInstructions", "narrative", "firstMessages", "exampleMessages"]
        } else {
            &["schemaVersion", "firstMessages"]
        };
        from.ignore(taken);
        if let Some(first) = scenarios.first().filter(|_| index > 0) {
            from.ignore_same(first);
        }
        from.lost(&mut loss);
    }
    loss.retain(|loss| value.at(&loss.pointer).is_some_and(says_something));
    let mut made = Translated::new(ForeignForm::Byaf, Form::V2, card, loss);
    let version = manifest.get("schemaVersion").and_then(Json::as_f64);
    made.origin.newer =
        version.filter(|version| *version > BYAF_VERSION).map(|version| format!("schemaVersion {version}"));
    made.origin.others = named.iter().skip(1).filter_map(Json::as_str).map(str::to_owned).collect();
    Some(Ok(made))
}
