//! Cards of the specs as the values that other programs' files hold, each the opposite of its reader beside it.

use cards_words::Fnv1a;

use super::marinara::envelope;
use super::members::object;
use crate::document::to_json;
use crate::json::{Json, Object};
use crate::spec::lorebook::Lorebook;
use crate::{Loss, Timestamp, v1, v2};

/// A character of text-generation-webui. Its context is the one text that its model is shown, so personality and
/// scenario are there too; examples have a member of their own, which that program shows behind the context.
///
/// De facto: text-generation-webui 1dcde41, `modules/chat.py`.
pub(crate) fn textgen(card: &v1::Card) -> Object {
    let scenario = labelled("Scenario", &card.scenario);
    let context = joined(&[&persona(&card.description, &card.personality), &scenario]);
    let mut made = object([
        ("name", card.name.as_str().into()),
        ("greeting", card.first_mes.as_str().into()),
        ("context", context.into()),
    ]);
    if !card.mes_example.is_empty() {
        made.insert("example_dialogue", card.mes_example.as_str());
    }
    made
}

/// The description with the personality behind it, for programs with one text for both.
fn persona(description: &str, personality: &str) -> String {
    joined(&[description, &labelled("Personality", personality)])
}

fn labelled(label: &str, text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("{label}: {text}") }
}

/// Texts that have something in them, a line each.
fn joined(texts: &[&str]) -> String {
    texts.iter().filter(|text| !text.is_empty()).copied().collect::<Vec<_>>().join("\n")
}

/// What a form has that no card of the specs says.
pub(crate) struct Named {
    /// The id of the character where it came from.
    pub(crate) id: Option<String>,
    /// When the card was made, in seconds since 1970; 0 for unknown. A date has to be there, and no clock is asked.
    pub(crate) created: i64,
}

fn id_of(data: &v2::Data) -> String {
    let mut hash = Fnv1a::new();
    for text in [&data.name, &data.description, &data.first_mes] {
        hash.write(text.as_bytes());
    }
    format!("c{:016x}", hash.finish())
}

/// A Backyard archive: a scenario for each greeting, all with the same narrative, so that each is a chat of its own.
///
/// De facto: ahoylabs/byaf 7ebf2fd, schemas of 2025-06-06 with its defaults.
pub(crate) fn byaf(card: &v2::Card, named: &Named) -> Object {
    let data = &card.data;
    // The id names a folder; the same texts have the same one.
    let plain = |id: &&String| !id.is_empty() && id.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b));
    let id = named.id.as_ref().filter(plain).cloned().unwrap_or_else(|| id_of(data));
    let date = iso(named.created);
    let greetings = std::iter::once(&data.first_mes).chain(&data.alternate_greetings);
    let scenarios: Vec<Json> = greetings.map(|greeting| scenario(data, &id, greeting).into()).collect();
    let paths = (1..=scenarios.len()).map(|n| Json::from(format!("scenarios/scenario{n}.json")));
    let mut manifest = object([
        ("schemaVersion", 1.into()),
        ("createdAt", date.as_str().into()),
        ("characters", Json::Array(vec![format!("characters/{id}/character.json").into()])),
        ("scenarios", Json::Array(paths.collect())),
    ]);
    let is_address = data.creator_notes.starts_with("https://") && !data.creator_notes.contains(char::is_whitespace);
    let address = if is_address { data.creator_notes.as_str() } else { "" };
    if !data.creator.is_empty() || is_address {
        manifest.insert("author", object([("name", data.creator.as_str().into()), ("backyardURL", address.into())]));
    }
    let shown = data.extensions.get("display_name").and_then(Json::as_str).filter(|shown| !shown.is_empty());
    let character = object([
        ("schemaVersion", 1.into()),
        ("id", id.into()),
        ("name", data.name.as_str().into()),
        ("displayName", shown.unwrap_or(&data.name).into()),
        ("isNSFW", data.tags.iter().any(|tag| tag.eq_ignore_ascii_case("nsfw")).into()),
        ("persona", backyard(&persona(&data.description, &data.personality)).into()),
        ("createdAt", date.as_str().into()),
        ("updatedAt", date.into()),
        ("loreItems", Json::Array(data.character_book.as_ref().map(items).unwrap_or_default())),
        ("images", Json::Array(Vec::new())),
    ]);
    object([("manifest", manifest.into()), ("character", character.into()), ("scenarios", Json::Array(scenarios))])
}

/// A character of Marinara: the card as it is, in the envelope of that program's exports.
///
/// De facto: the exports of Marinara Engine of 2026 (`ExportEnvelope` of version 1).
pub(crate) fn marinara(card: &v2::Card, named: &Named) -> Object {
    envelope(super::marinara::CHARACTER, iso(named.created), to_json(card))
}

/// A lorebook of Marinara, and what of it that program has no place for. A lorebook has no date.
pub(crate) fn marinara_lorebook(book: &Lorebook) -> (Object, Vec<Loss>) {
    super::marinara::written_lorebook(book, iso(0))
}

fn scenario(data: &v2::Data, id: &str, greeting: &str) -> Object {
    let said = |text: &str| Json::from(object([("characterID", id.into()), ("text", dialogue(text).into())]));
    let greeting = if greeting.is_empty() { Vec::new() } else { vec![said(greeting)] };
    let examples = blocks(&data.mes_example).map(said).collect();
    object([
        ("schemaVersion", 1.into()),
        ("formattingInstructions", backyard(&data.system_prompt).into()),
        ("narrative", backyard(&data.scenario).into()),
        ("firstMessages", Json::Array(greeting)),
        ("exampleMessages", Json::Array(examples)),
        ("canDeleteExampleMessages", true.into()),
        ("promptTemplate", Json::Null),
        ("grammar", Json::Null),
        ("minP", number(0.1)),
        ("minPEnabled", true.into()),
        ("temperature", number(1.2)),
        ("repeatPenalty", number(1.05)),
        ("repeatLastN", 256.into()),
        ("topK", 40.into()),
        ("topP", number(0.9)),
        ("messages", Json::Array(Vec::new())),
    ])
}

fn number(value: f64) -> Json {
    crate::json::Number::from_f64(value).map_or(Json::Null, Json::Number)
}

/// The conversations of an example text.
fn blocks(text: &str) -> impl Iterator<Item = &str> {
    text.split("<START>").map(str::trim).filter(|block| !block.is_empty())
}

fn items(book: &Lorebook) -> Vec<Json> {
    let item = |entry: &crate::Entry| {
        let (key, value) = (backyard(&entry.keys.join(", ")), backyard(&entry.content));
        object([("key", key.into()), ("value", value.into())]).into()
    };
    book.entries.iter().map(item).collect()
}

/// Names of user and character as Backyard writes them; not where another `}` follows, which it would not read.
fn backyard(text: &str) -> String {
    let text = renamed(text, "{{char}}", "{character}");
    renamed(&text, "{{user}}", "{user}")
}

/// The same in dialogue, where who speaks is at the head of a line with a `#`.
fn dialogue(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        if ["{{char}}:", "{{user}}:"].iter().any(|speaker| line.starts_with(speaker)) {
            out.push('#');
        }
        out.push_str(&backyard(line));
    }
    out
}

fn renamed(text: &str, macro_name: &str, name: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for (at, found) in text.match_indices(macro_name) {
        let end = at + found.len();
        if !text.get(end..).is_some_and(|rest| rest.starts_with('}')) {
            out.push_str(text.get(done..at).unwrap_or_default());
            out.push_str(name);
            done = end;
        }
    }
    out.push_str(text.get(done..).unwrap_or_default());
    out
}

/// A date as Backyard writes it.
fn iso(seconds: i64) -> String {
    // Four digits of a year are what such a date has.
    let seconds = seconds.clamp(0, 253_402_300_799);
    Timestamp::from_seconds(seconds).to_string().replace('Z', ".000Z")
}

/// An Agnai character, with the persona that it came with while that still says the description.
///
/// De facto: agnai 2421510, `common/types/library.ts`.
pub(crate) fn agnai(card: &v2::Card) -> Object {
    let data = &card.data;
    let mut extensions = data.extensions.clone();
    let own = extensions.remove("agnai");
    let insert = extensions.remove("depth_prompt");
    let own = own.as_ref().and_then(Json::as_object);
    let description = joined(&[&data.description, &data.personality]);
    let kept = own.and_then(|own| own.get("persona"));
    let kept = kept.filter(|persona| super::agnai::rendered(&data.name, persona) == description);
    let persona = kept.cloned().unwrap_or_else(|| {
        let attributes = object([("text", Json::Array(vec![description.as_str().into()]))]);
        object([("kind", "text".into()), ("attributes", attributes.into())]).into()
    });
    let texts = |list: &[String]| Json::Array(list.iter().map(|text| text.as_str().into()).collect());
    let mut made = object([
        ("kind", "character".into()),
        ("name", data.name.as_str().into()),
        ("description", data.creator_notes.as_str().into()),
        ("persona", persona),
        ("greeting", data.first_mes.as_str().into()),
        ("scenario", data.scenario.as_str().into()),
        ("sampleChat", data.mes_example.as_str().into()),
        ("systemPrompt", data.system_prompt.as_str().into()),
        ("postHistoryInstructions", data.post_history_instructions.as_str().into()),
        ("alternateGreetings", texts(&data.alternate_greetings)),
        ("tags", texts(&data.tags)),
        ("creator", data.creator.as_str().into()),
        ("characterVersion", data.character_version.as_str().into()),
    ]);
    if let Some(book) = &data.character_book {
        made.insert("characterBook", to_json(&book.to_agnai().value));
    }
    if let Some(insert @ Json::Object(_)) = insert {
        made.insert("insert", insert);
    }
    for name in ["voice", "appearance", "json", "sprite"] {
        if let Some(kept) = own.and_then(|own| own.get(name)) {
            made.insert(name, kept.clone());
        }
    }
    made.insert("extensions", extensions);
    made
}
