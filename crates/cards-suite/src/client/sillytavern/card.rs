//! Cards as SillyTavern stores them after an import, and as it lists them.

use cards_model::json::javascript::{self as js, or_default, or_falsy};
use cards_model::json::{Json, Number, Object, Pointer};
use cards_model::sillytavern::file_name;
use cards_model::{Error, Limits};

/// A line that one card editor left in the creator notes, taken out on import.
const EDITOR_LINE: &str = "Creator's notes go here.";

/// The members of a spec card that are copied to its top level, where older programs look for them.
const MIRRORED: &[&str] = &["name", "description", "personality", "scenario", "first_mes", "mes_example"];

/// What an import stores.
#[derive(Clone, Debug, PartialEq)]
pub struct Imported {
    /// The character's name, which the file is named after.
    pub name: String,
    /// The card as stored.
    pub card: Object,
}

/// Imports a `.json` file as SillyTavern does. `Ok(None)` for JSON that it takes for no card.
///
/// A card with `spec` (of any value) keeps everything and gets the V1 members at its top level; one with `name` or
/// `char_name` becomes a new V2 card with the fields that SillyTavern knows. `now` is the moment of the import in
/// the spelling that the caller wants; it goes into `create_date` and the name of the chat.
///
/// De facto: SillyTavern 1.19, character import.
///
/// # Errors
/// [`Error::Json`]; [`Error::Field`] where SillyTavern's import fails over a name that is no text.
pub fn import_json(text: &str, now: &str, limits: &Limits) -> Result<Option<Imported>, Error> {
    let json = Json::read(text, limits)?;
    let Json::Object(mut card) = json else {
        // SillyTavern looks for members of `null` and fails; other values simply have none.
        return if json == Json::Null { Err(not_text(Pointer::ROOT, &json)) } else { Ok(None) };
    };
    if card.get("spec").is_some() {
        card.insert("fav", false);
        js::set(&mut card, &["data", "extensions", "fav"], false);
        card.remove("chat");
        let name = spec_name(&mut card)?;
        card.insert("name", name.as_str());
        let mut card = mirror(card, now);
        card.insert("create_date", now);
        return Ok(Some(Imported { name, card }));
    }
    let source = Json::Object(card);
    if let Some(name) = source.get("name") {
        let name = file_name(name.as_str().ok_or_else(|| not_text(["name"], name))?);
        let fields = ["description", "personality", "first_mes", "mes_example", "scenario"];
        let card = fresh(&source, &name, &name, fields, now)?;
        return Ok(Some(Imported { name, card }));
    }
    if let Some(name) = source.get("char_name") {
        let name = file_name(name.as_str().ok_or_else(|| not_text(["char_name"], name))?);
        let fields = ["char_persona", "", "char_greeting", "example_dialogue", "world_scenario"];
        // The chat is named after `name`, which such a card lacks.
        let card = fresh(&source, &name, "undefined", fields, now)?;
        return Ok(Some(Imported { name, card }));
    }
    Ok(None)
}

/// Imports a `.yaml` file as SillyTavern does, from the JSON that says what the YAML says.
///
/// Only `name`, `context` and `greeting` are read, of any type but for the name. `now` is as in [`import_json`].
///
/// De facto: SillyTavern 1.19, character import.
///
/// # Errors
/// [`Error::Field`] where SillyTavern's import fails over a name that is no text.
pub fn import_yaml(file: &Json, now: &str) -> Result<Imported, Error> {
    let name = file.get("name").unwrap_or(&Json::Null);
    let name = file_name(name.as_str().ok_or_else(|| not_text(["name"], name))?);
    let known = [("context", "description"), ("greeting", "first_mes")];
    let source: Object = known.into_iter().filter_map(|(from, to)| Some((to, file.get(from)?.clone()))).collect();
    let fields = ["description", "", "first_mes", "", ""];
    let card = fresh(&source.into(), &name, &name, fields, now)?;
    Ok(Imported { name, card })
}

/// A stored card as SillyTavern hands it to its page: a card without `spec` is turned into V2 on the way, one with
/// `spec` gets the V1 members at its top level. `now` is as in [`import_json`].
///
/// De facto: SillyTavern 1.19, character list.
#[must_use]
pub fn list_view(card: Object, now: &str) -> Object {
    if card.get("spec").is_some() {
        return mirror(card, now);
    }
    let name = card.get("name").map_or_else(|| "undefined".to_owned(), js::text);
    let chat = or_default(card.get("chat"), format!("{name} - {now}"));
    let created = card.get("create_date").cloned();
    let mut card = to_v2(card, now);
    card.insert("chat", chat);
    card.insert("create_date", or_falsy(created.as_ref(), now));
    card
}

/// Sanitises the name of a card with `spec`, in `data` and for its top level.
fn spec_name(card: &mut Object) -> Result<String, Error> {
    if let Some(Json::Object(data)) = card.get_mut("data")
        && let Some(name) = data.get("name").cloned()
        && js::truthy(&name)
    {
        let name = file_name(name.as_str().ok_or_else(|| not_text(["data", "name"], &name))?);
        data.insert("name", name);
    }
    let inner = card.get("data").and_then(|data| data.get("name")).filter(|name| js::truthy(name));
    let name = inner.or_else(|| card.get("name")).unwrap_or(&Json::Null);
    name.as_str().map(file_name).ok_or_else(|| not_text(["name"], name))
}

/// Copies the V1 members of `data` over those at the top level.
fn mirror(mut card: Object, now: &str) -> Object {
    let Some(data) = card.get("data").cloned() else {
        return card;
    };
    card.remove("json_data");
    for name in MIRRORED.iter().chain(&["tags"]) {
        if let Some(value) = data.get(name) {
            card.insert(*name, value.clone());
        }
    }
    let extensions = data.get("extensions");
    match extensions.and_then(|extensions| extensions.get("talkativeness")) {
        Some(value) => {
            card.insert("talkativeness", value.clone());
        }
        None => {
            card.remove("talkativeness");
        }
    }
    if let Some(value) = extensions.and_then(|extensions| extensions.get("fav")) {
        card.insert("fav", value.clone());
    }
    let name = card.get("name").map_or_else(|| "undefined".to_owned(), js::text);
    let chat = or_default(card.get("chat"), format!("{name} - {now}"));
    card.insert("chat", chat);
    card
}

/// A new card from the fields of an older layout: description, personality, first message, examples, scenario.
fn fresh(source: &Json, name: &str, chat: &str, fields: [&str; 5], now: &str) -> Result<Object, Error> {
    let field = |at: usize| or_default(fields.get(at).and_then(|name| source.get(name)), "");
    let notes = match source.get("creator_notes") {
        Some(Json::String(notes)) => Some(Json::from(notes.replacen(EDITOR_LINE, "", 1))),
        Some(notes) if js::truthy(notes) => return Err(not_text(["creator_notes"], notes)),
        notes => notes.cloned(),
    };
    let comment = match source.get("creatorcomment") {
        None | Some(Json::Null) => or_default(notes.as_ref(), ""),
        Some(comment) => comment.clone(),
    };
    let number = |value| Number::from_f64(value).map_or(Json::Null, Json::Number);
    let chat = format!("{chat} - {now}");
    let card: Object = [
        ("name", Json::from(name)),
        ("description", field(0)),
        ("creatorcomment", comment),
        ("personality", field(1)),
        ("first_mes", field(2)),
        ("avatar", Json::from("none")),
        ("chat", Json::from(chat.as_str())),
        ("mes_example", field(3)),
        ("scenario", field(4)),
        ("create_date", Json::from(now)),
        ("talkativeness", or_default(source.get("talkativeness"), number(0.5))),
        ("creator", or_default(source.get("creator"), "")),
        ("tags", or_default(source.get("tags"), "")),
    ]
    .into_iter()
    .collect();
    let mut card = to_v2(card, now);
    card.insert("chat", chat);
    card.insert("create_date", now);
    Ok(card)
}

/// A V1 card as SillyTavern's V2: the members it knows, in both places; all others stay where they are.
fn to_v2(source: Object, now: &str) -> Object {
    let half = || Number::from_f64(0.5).map_or(Json::Null, Json::Number);
    let from = |name: &str| or_falsy(source.get(name), "");
    let mut card = source.clone();
    card.remove("json_data");
    let name = source.get("name").cloned();
    let notes = from("creatorcomment");
    let talkativeness = or_falsy(source.get("talkativeness"), half());
    let favourite = source.get("fav").is_some_and(|fav| !matches!(fav, Json::Bool(_)) && js::text(fav) == "true");
    let tags = tags_of(source.get("tags"));

    for field in ["description", "personality", "scenario", "first_mes", "mes_example"] {
        card.insert(field, from(field));
    }
    card.insert("creatorcomment", notes.clone());
    card.insert("avatar", "none");
    card.insert("chat", format!("{} - {now}", name.as_ref().map_or_else(|| "undefined".to_owned(), js::text)));
    card.insert("talkativeness", talkativeness.clone());
    card.insert("fav", favourite);
    card.insert("tags", tags.clone());
    card.insert("spec", "chara_card_v2");
    card.insert("spec_version", "2.0");

    let mut set = |path: &[&str], value: Json| js::set(&mut card, path, value);
    if let Some(name) = name {
        set(&["data", "name"], name);
    }
    for field in ["description", "personality", "scenario", "first_mes", "mes_example"] {
        set(&["data", field], from(field));
    }
    set(&["data", "creator_notes"], notes);
    set(&["data", "system_prompt"], "".into());
    set(&["data", "post_history_instructions"], "".into());
    set(&["data", "tags"], tags);
    set(&["data", "creator"], from("creator"));
    set(&["data", "character_version"], "".into());
    set(&["data", "alternate_greetings"], Json::Array(Vec::new()));
    set(&["data", "extensions", "talkativeness"], talkativeness);
    set(&["data", "extensions", "fav"], favourite.into());
    set(&["data", "extensions", "world"], "".into());
    let prompt = ["data", "extensions", "depth_prompt"];
    let [data, extensions, depth_prompt] = prompt;
    let depth = js::number(source.get("depth_prompt_depth"));
    let depth = if depth.is_nan() { 4.into() } else { Number::from_f64(depth).map_or(Json::Null, Json::Number) };
    set(&[data, extensions, depth_prompt, "prompt"], or_default(source.get("depth_prompt_prompt"), ""));
    set(&[data, extensions, depth_prompt, "depth"], depth);
    set(&[data, extensions, depth_prompt, "role"], or_default(source.get("depth_prompt_role"), "system"));
    card
}

/// Tags as a list: a text is split at its commas.
fn tags_of(tags: Option<&Json>) -> Json {
    match tags {
        Some(Json::String(text)) => {
            let tags = text.split(',').map(str::trim).filter(|tag| !tag.is_empty());
            Json::Array(tags.map(Json::from).collect())
        }
        tags => or_falsy(tags, Json::Array(Vec::new())),
    }
}

fn not_text(pointer: impl Into<Pointer>, found: &Json) -> Error {
    Error::Field {
        pointer: pointer.into(),
        problem: format!("a string is needed here, and {} is there", found.kind_name()),
    }
}
