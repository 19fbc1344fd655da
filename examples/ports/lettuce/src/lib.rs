//! What LettuceAI does with cards: it makes a character of one, whose texts are one definition and whose greetings are scenes,
//! and a V2 or V3 card of a character.

use cards_kit::{Error, Limits, open, portrait};
use cards_model::convert::{Options, Stash};
use cards_model::{Asset, Card, Form, Timestamp, v3};

/// A character, as far as cards have a part in it.
#[derive(Clone)]
pub struct Character {
    /// The form of the card that it is made of.
    pub format: Form,
    /// Description, personality, scenario and example messages as one text, which users edit.
    pub definition: Option<String>,
    /// Every greeting, the first one in front, which may be empty.
    pub scenes: Vec<String>,
    /// Its picture: an icon in the file, or the file itself.
    pub picture: Option<Vec<u8>>,
    /// Where the picture is to be had, if not in the file.
    pub avatar: Option<String>,
    /// The background that the card brings along, as a `data:` URI.
    pub background: Option<String>,
    /// Everything else, under the names of V3: name, nickname, creator, notes, tags, source, lorebook …
    pub card: v3::Card,
}

/// Reads a card out of any file that holds one.
pub fn read_card(file: &[u8]) -> Result<Character, Error> {
    let mut opened = open(file, Limits::default())?;
    let picture = opened.portrait();
    let card = opened.into_card().ok_or(Error::NoCard)?;
    let format = card.form();
    let card = in_v3(card)?;
    let data = &card.data;
    let others = data.alternate_greetings.iter().map(|text| text.trim()).filter(|text| !text.is_empty());
    let icon = asset(data, "icon").filter(|uri| uri.starts_with("http"));
    let own = data.rest.unknown().get("avatar").and_then(|value| value.as_str()).filter(|text| !text.trim().is_empty());
    Ok(Character {
        format,
        definition: definition(data),
        scenes: std::iter::once(data.first_mes.trim()).chain(others).map(str::to_owned).collect(),
        picture,
        avatar: own.or(icon).map(str::to_owned),
        background: asset(data, "background").filter(|uri| uri.starts_with("data:")).map(str::to_owned),
        card,
    })
}

fn in_v3(card: Card) -> Result<v3::Card, Error> {
    match card.into_form(Form::V3, &Options::default().with_stash(Stash::Extensions))?.value {
        Card::V3(card) => Ok(*card),
        other => Err(Error::NotACard { form: other.form() }),
    }
}

/// The URI of the main asset of a kind, or of the first one.
fn asset<'a>(data: &'a v3::Data, kind: &str) -> Option<&'a str> {
    let of_kind = |asset: &&Asset| asset.kind == kind;
    let assets = data.assets.as_deref().unwrap_or_default();
    let main = assets.iter().filter(of_kind).find(|asset| asset.name == "main");
    main.or_else(|| assets.iter().find(of_kind)).map(|asset| asset.uri.as_str())
}

const EXAMPLES: [&str; 2] = ["<example_dialogue>", "</example_dialogue>"];

/// The texts that say who a character is; what is said to the model stays in the card.
fn definition(data: &v3::Data) -> Option<String> {
    let [open, close] = EXAMPLES;
    let parts = [
        ("", &data.description, ""),
        ("[Personality]\n", &data.personality, ""),
        ("[Scenario]\n", &data.scenario, ""),
        (&*format!("{open}\n"), &data.mes_example, &*format!("\n{close}")),
    ];
    let said = parts.iter().filter(|(_, text, _)| !text.trim().is_empty());
    let parts: Vec<String> = said.map(|(before, text, behind)| format!("{before}{}{behind}", text.trim())).collect();
    (!parts.is_empty()).then(|| parts.join("\n\n"))
}

/// Takes a definition apart again. Sections by another name are of no card, and are left to the app.
fn take_apart(definition: &str, data: &mut v3::Data) {
    let [open, close] = EXAMPLES;
    let (before, rest) = definition.split_once(open).unwrap_or((definition, ""));
    let (examples, behind) = rest.split_once(close).unwrap_or((rest, ""));
    data.mes_example = examples.trim().to_owned();
    let mut sections = vec![(String::new(), String::new())];
    for line in before.lines().chain(behind.lines()) {
        match line.trim().strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            Some(name) if !name.is_empty() => sections.push((name.trim().to_lowercase(), String::new())),
            _ => sections.last_mut().expect("one to begin with").1.extend([line, "\n"]),
        }
    }
    for (name, text) in sections {
        let member = match &*name {
            "" if data.description.trim().is_empty() => &mut data.description,
            "personality" => &mut data.personality,
            "scenario" if data.scenario.trim().is_empty() => &mut data.scenario,
            "system prompt" => &mut data.system_prompt,
            "post history instructions" => &mut data.post_history_instructions,
            _ => continue,
        };
        *member = text.trim().to_owned();
    }
}

/// Writes a V3 card, or one of V2, as JSON; times are in milliseconds.
pub fn write_card(
    character: &Character,
    form: Form,
    created: Option<i64>,
    changed: Option<i64>,
) -> Result<Vec<u8>, Error> {
    let mut card = character.card.clone();
    let data = &mut card.data;
    take_apart(character.definition.as_deref().unwrap_or_default(), data);
    let mut scenes = character.scenes.iter();
    data.first_mes = scenes.next().cloned().unwrap_or_default();
    data.alternate_greetings = scenes.filter(|scene| !scene.trim().is_empty()).cloned().collect();
    let seconds = |time: Option<i64>| time.map(|time| Timestamp::from_seconds(time / 1000));
    (data.creation_date, data.modification_date) = (seconds(created), seconds(changed));
    let card = Card::from(card).into_form(form, &Options::default().with_stash(Stash::Extensions))?.value;
    let text = cards_model::Content::from(card).to_json().to_string().into_bytes();
    match &character.picture {
        // V2 has no place for one in JSON.
        Some(picture) if form == Form::V3 => Ok(portrait::set(&text, picture.clone(), &Limits::default())?.0),
        _ => Ok(text),
    }
}
