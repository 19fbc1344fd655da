//! Backyard's archive as the card that SillyTavern makes of it.

use crate::json::javascript::{self as js, or_falsy};
use crate::json::{Json, Object};

/// The names of user and character as Backyard writes them, with what they are in cards. The ones at the head of a
/// line of dialogue come first.
const NAMES: [(&str, &str); 4] =
    [("#{user}:", "{{user}}:"), ("#{character}:", "{{char}}:"), ("{character}", "{{char}}"), ("{user}", "{{user}}")];

/// Backyard's names of user and character as macros: letters of any case; not where another `}` follows, which is
/// another program's `{{user}}`.
///
/// De facto: SillyTavern 1.19, import of BYAF.
#[must_use]
pub fn backyard_macros(text: &str) -> String {
    let mut text = text.to_owned();
    for (name, means) in NAMES {
        text = replaced(&text, name, means);
    }
    text
}

fn replaced(text: &str, name: &str, means: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    let guarded = name.ends_with('}');
    for (at, _) in text.match_indices(if name.starts_with('#') { '#' } else { '{' }) {
        let end = at + name.len();
        let same = text.get(at..end).is_some_and(|found| found.eq_ignore_ascii_case(name));
        if at < done || !same || (guarded && text.get(end..).is_some_and(|rest| rest.starts_with('}'))) {
            continue;
        }
        out.push_str(text.get(done..at).unwrap_or_default());
        out.push_str(means);
        done = end;
    }
    out.push_str(text.get(done..).unwrap_or_default());
    out
}

/// Makes the V2 card that SillyTavern makes of a Backyard archive: its manifest, its first character, and its scenarios
/// in order, each as its file holds it (an empty object for a file that is missing).
///
/// The first scenario gives the texts; the first messages of the others are alternate greetings. A book without items
/// is absent.
///
/// De facto: SillyTavern 1.19, import of BYAF.
#[must_use]
pub fn import_byaf(manifest: &Json, character: &Json, scenarios: &[Json]) -> Object {
    let none = Json::Null;
    let first = scenarios.first().unwrap_or(&none);
    let text = |holder: &Json, name: &str| macros(holder.get(name));
    let author = manifest.get("author").unwrap_or(&none);
    let name = [character.get("name"), character.get("displayName")];
    let name = name.into_iter().flatten().find(|name| js::truthy(name)).cloned().unwrap_or_else(|| "".into());
    let nsfw = character.get("isNSFW").is_some_and(js::truthy);
    let extensions: Object = [("display_name", or_falsy(character.get("displayName"), ""))].into_iter().collect();
    let mut data: Object = [
        ("name", name),
        ("description", text(character, "persona").into()),
        ("personality", "".into()),
        ("scenario", text(first, "narrative").into()),
        ("first_mes", macros(first_message(first)).into()),
        ("mes_example", examples(first.get("exampleMessages")).into()),
        ("creator_notes", or_falsy(author.get("backyardURL"), "")),
        ("system_prompt", text(first, "formattingInstructions").into()),
        ("post_history_instructions", "".into()),
        ("alternate_greetings", alternates(scenarios)),
    ]
    .into_iter()
    .collect();
    if let Some(book) = book(character.get("loreItems")) {
        data.insert("character_book", book);
    }
    data.insert("tags", Json::Array(if nsfw { vec!["nsfw".into()] } else { Vec::new() }));
    data.insert("creator", or_falsy(author.get("name"), ""));
    data.insert("character_version", "");
    data.insert("extensions", extensions);
    [("spec", Json::from("chara_card_v2")), ("spec_version", "2.0".into()), ("data", data.into())].into_iter().collect()
}

/// `String(value || '')` with macros.
fn macros(value: Option<&Json>) -> String {
    value.filter(|value| js::truthy(value)).map(|value| backyard_macros(&js::text(value))).unwrap_or_default()
}

fn first_message(scenario: &Json) -> Option<&Json> {
    scenario.get("firstMessages")?.as_array()?.first().and_then(|message| message.get("text"))
}

fn examples(list: Option<&Json>) -> String {
    let texts = list.and_then(Json::as_array).into_iter().flatten().filter_map(|example| example.get("text"));
    let blocks = texts.filter(|text| js::truthy(text)).map(|text| format!("<START>\n{}\n", macros(Some(text))));
    blocks.collect::<String>().trim_end_matches(js::is_blank).to_owned()
}

fn alternates(scenarios: &[Json]) -> Json {
    let first = scenarios.first().and_then(first_message);
    let mut texts: Vec<Json> = Vec::new();
    for message in scenarios.iter().skip(1).filter_map(first_message).filter(|text| js::truthy(text)) {
        let made = Json::from(macros(Some(message)));
        if Some(message) != first && !texts.contains(&made) {
            texts.push(made);
        }
    }
    Json::Array(texts)
}

fn book(items: Option<&Json>) -> Option<Object> {
    let items = items?.as_array().filter(|items| !items.is_empty())?;
    let entries = items.iter().enumerate().filter(|(_, item)| js::truthy(item)).map(|(index, item)| {
        let keys = macros(item.get("key"));
        let keys = keys.split(',').map(js::trim).filter(|key| !key.is_empty()).map(Json::from);
        let entry: Object = [
            ("keys", Json::Array(keys.collect())),
            ("content", macros(item.get("value")).into()),
            ("extensions", Object::new().into()),
            ("enabled", true.into()),
            ("insertion_order", i64::try_from(index).unwrap_or(i64::MAX).into()),
        ]
        .into_iter()
        .collect();
        entry.into()
    });
    Some([("entries", Json::Array(entries.collect())), ("extensions", Object::new().into())].into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_macros_unless_another_brace_follows() {
        let made = backyard_macros("#{User}: {CHARACTER} {{character}} {user}} #{user} {char}");
        assert_eq!(made, "{{user}}: {{char}} {{character}} {user}} #{{user}} {char}");
    }
}
