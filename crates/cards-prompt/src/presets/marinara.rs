//! Presets of Marinara Engine, which are sections in an order, as SillyTavern keeps presets for chat completion.
//!
//! De facto: `Pasta-Devs/Marinara-Engine` of 2026, below `packages`: `shared/src/types/prompt.ts` at cbee3212 (what a preset is),
//! `server/src/services/import/marinara.importer.ts` at 00459edb (which values may be texts), `server/src/services/prompt/assembler.ts` at
//! 01b00792 (what is sent), and `st-prompt.importer.ts` beside the importer (what Marinara makes of SillyTavern's presets).

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use cards_model::{Json, Object, Pointer};
use cards_words::Outcome;

use super::{Loss, Losses, Prompts, says_nothing};
use crate::sillytavern::chat::MARKERS;

/// The word for the envelope of these files.
const KIND: &str = "marinara_preset";
/// The version of the envelope that the program takes in.
const VERSION: i64 = 1;

/// Settings whose values both keep alike, by Marinara's names and SillyTavern's.
const SAME: [(&str, &str); 11] = [
    ("temperature", "temperature"),
    ("topP", "top_p"),
    ("topK", "top_k"),
    ("minP", "min_p"),
    ("frequencyPenalty", "frequency_penalty"),
    ("presencePenalty", "presence_penalty"),
    ("maxContext", "openai_max_context"),
    ("maxTokens", "openai_max_tokens"),
    ("assistantPrefill", "assistant_prefill"),
    ("squashSystemMessages", "squash_system_messages"),
    ("showThoughts", "show_thoughts"),
];
/// Settings that are a word: Marinara's name and word, SillyTavern's name and word.
const WORDS: [[&str; 4]; 7] = [
    ["reasoningEffort", "low", "reasoning_effort", "low"],
    ["reasoningEffort", "medium", "reasoning_effort", "medium"],
    ["reasoningEffort", "high", "reasoning_effort", "high"],
    ["reasoningEffort", "maximum", "reasoning_effort", "max"],
    ["verbosity", "low", "verbosity", "low"],
    ["verbosity", "medium", "verbosity", "medium"],
    ["verbosity", "high", "verbosity", "high"],
];
/// Prompts of SillyTavern that have a meaning of their own, for which Marinara keeps the same names.
const BUILT_IN: [&str; 4] = ["main", "nsfw", "jailbreak", "enhanceDefinitions"];
/// Members of a preset that name other parts of the file, or that only the program's own library shows.
const OF_THE_LIBRARY: [&str; 7] =
    ["id", "createdAt", "updatedAt", "isDefault", "systemKey", "sectionOrder", "groupOrder"];
/// Members of a section that are read. Nothing is put around a section in SillyTavern, so that `skipWrap` says nothing there.
const OF_A_SECTION: [&str; 14] = [
    "id",
    "presetId",
    "groupId",
    "identifier",
    "name",
    "content",
    "role",
    "enabled",
    "isMarker",
    "injectionPosition",
    "injectionDepth",
    "injectionOrder",
    "forbidOverrides",
    "skipWrap",
];

const NO_SETTING: &str = "SillyTavern has no such setting in a preset";

/// A section of a preset of Marinara.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct MarinaraSection<'j> {
    /// Where it is in the file.
    pub at: Pointer,
    /// What it is called.
    pub name: &'j str,
    /// Its own text.
    pub content: &'j str,
    /// Whether it is sent.
    pub is_on: bool,
    is_listed: bool,
    json: &'j Json,
}

/// Whether a value is a preset that Marinara wrote.
#[must_use]
pub fn is_marinara(value: &Json) -> bool {
    value.get("type").and_then(Json::as_str) == Some(KIND)
        && value.get("version").and_then(Json::as_i64) == Some(VERSION)
        && value.pointer("/data/preset").and_then(Json::as_object).is_some()
}

/// Tells the sections of a preset in the order in which they are sent; those in no order, which are not sent, come last.
#[must_use]
pub fn marinara_sections(preset: &Json) -> Vec<MarinaraSection<'_>> {
    let order = preset.pointer("/data/preset/sectionOrder").map(read);
    let order = order.as_deref().and_then(Json::as_array).unwrap_or_default();
    let (at, list) = list(preset, "sections");
    let (_, groups) = self::list(preset, "groups");
    let off = groups.iter().filter(|group| !is_true(group.get("enabled"))).map(|group| text(group, "id"));
    let off: HashSet<&str> = off.collect();
    // Of an id that is there twice the first place counts.
    let places = order.iter().enumerate().rev().filter_map(|(place, id)| Some((id.as_str()?, place)));
    let places: HashMap<&str, usize> = places.collect();
    let place = |section: &MarinaraSection<'_>| places.get(text(section.json, "id")).copied();
    let mut sections: Vec<_> = list
        .iter()
        .enumerate()
        .map(|(number, json)| {
            let mut section = MarinaraSection {
                at: at.index(number),
                name: text(json, "name"),
                content: text(json, "content"),
                is_on: false,
                is_listed: false,
                json,
            };
            section.is_listed = order.is_empty() || place(&section).is_some();
            section.is_on = section.is_listed && is_true(json.get("enabled")) && !off.contains(text(json, "groupId"));
            section
        })
        .collect();
    sections.sort_by_key(|section| place(section).unwrap_or(usize::MAX));
    sections
}

/// Tells the names that a preset asks its user about: macros print what was chosen.
#[must_use]
pub fn marinara_choices(preset: &Json) -> Vec<&str> {
    list(preset, "choiceBlocks").1.iter().map(|choice| text(choice, "variableName")).collect()
}

/// Writes a preset of Marinara as SillyTavern keeps those for chat completion, with what has no place there.
///
/// ```
/// use cards_model::Json;
/// use cards_prompt::presets::from_marinara;
/// let preset: Json = r#"{"type":"marinara_preset","version":1,"data":{"preset":{"name":"Calm","wrapFormat":"none"},
///     "sections":[{"name":"Role","content":"Be brief.","enabled":"true"}]}}"#.parse()?;
/// let made = from_marinara(&preset);
/// assert_eq!(made.value.pointer("/prompts/0/content").and_then(Json::as_str), Some("Be brief."));
/// assert_eq!(made.findings[0].pointer, "/data/preset/name");
/// # Ok::<(), cards_model::json::Error>(())
/// ```
pub fn from_marinara(preset: &Json) -> Outcome<Json, Loss> {
    let mut maker = Maker::default();
    let mut made = Object::default();
    maker.settings(preset, &mut made);
    for section in marinara_sections(preset) {
        maker.section(&section);
    }
    let (at, groups) = list(preset, "groups");
    for number in 0..groups.len() {
        maker.losses.add(&at.index(number), "SillyTavern has no groups, and puts nothing around what is in one");
    }
    let (at, _) = list(preset, "choiceBlocks");
    for (number, name) in marinara_choices(preset).into_iter().enumerate() {
        let what = format!("SillyTavern asks its user for nothing: `{{{{{name}}}}}` stays as it is written");
        maker.losses.add(&at.index(number), what);
    }
    let data = Pointer::from(["data"]);
    maker.others(preset, &Pointer::ROOT, &["type", "version", "exportedAt", "data"], NO_SETTING);
    let is_list = |name: &&str| !list(preset, name).1.is_empty();
    let taken: Vec<&str> =
        ["sections", "groups", "choiceBlocks"].into_iter().filter(is_list).chain(["preset"]).collect();
    maker.others(preset.at(&data).unwrap_or(&Json::Null), &data, &taken, NO_SETTING);
    maker.prompts.write(&mut made);
    Outcome::new(Json::Object(made), maker.losses.0)
}

#[derive(Default)]
struct Maker {
    prompts: Prompts,
    losses: Losses,
}

impl Maker {
    /// What the preset says beside its sections.
    fn settings(&mut self, preset: &Json, made: &mut Object) {
        let at = Pointer::from(["data", "preset"]);
        let own = preset.at(&at).unwrap_or(&Json::Null);
        if let Some(format) = own.get("wrapFormat").map_or(Some("xml"), Json::as_str).filter(|format| *format != "none")
        {
            // What is not said is XML.
            let at = if own.get("wrapFormat").is_some() { at.member("wrapFormat") } else { at.clone() };
            self.losses.add(
                &at,
                format!("SillyTavern puts nothing around a prompt, and Marinara the name of each ({format})"),
            );
        }
        for (name, value) in own.as_object().into_iter().flat_map(Object::iter) {
            let at = at.member(name);
            match name {
                "parameters" => self.parameters(&at, value, made),
                "wrapFormat" => {}
                name if OF_THE_LIBRARY.contains(&name) || marinara_unset(value) => {}
                "name" => self.losses.add(&at, "SillyTavern calls a preset as its file is called"),
                "conversationPrompt" | "gamePrompt" => self.losses.add(&at, "SillyTavern has no such kind of chat"),
                "scopedRegexMode" if value.as_str() == Some("disabled") => {}
                _ => self.losses.add(&at, NO_SETTING),
            }
        }
    }

    /// Settings of sampling. Those in a text have no places of their own.
    fn parameters(&mut self, at: &Pointer, value: &Json, made: &mut Object) {
        let is_text = value.as_str().is_some();
        let value = read(value);
        if value.as_object().is_none() && !marinara_unset(&value) {
            self.losses.add(at, NO_SETTING);
        }
        for (name, value) in value.as_object().into_iter().flat_map(Object::iter) {
            let known = SAME.iter().find(|(theirs, _)| *theirs == name);
            let same = known.filter(|_| value.as_object().is_none() && value.as_array().is_none() && !value.is_null());
            let word = WORDS.iter().find(|[theirs, word, ..]| *theirs == name && value.as_str() == Some(word));
            match (same, word) {
                (Some((_, ours)), _) => drop(made.insert(*ours, value.clone())),
                (None, Some([.., ours, word])) => drop(made.insert(*ours, *word)),
                (None, None) if marinara_unset(value) => {}
                (None, None) if is_text => self.losses.add(at, format!("{NO_SETTING}: `{name}`")),
                (None, None) => self.losses.add(&at.member(name), NO_SETTING),
            }
        }
    }

    fn section(&mut self, section: &MarinaraSection<'_>) {
        let json = section.json;
        if json.as_object().is_none() {
            self.losses.add(&section.at, "Marinara's sections are objects");
            return;
        }
        let config = json.get("markerConfig").filter(|_| is_true(json.get("isMarker")));
        let config = config.map(read).filter(|config| config.as_object().is_some());
        let mut taken = OF_A_SECTION.to_vec();
        match &config {
            // What is reported as a whole is not reported again.
            Some(config) if !self.marker(section, config) => return,
            Some(_) => taken.push("markerConfig"),
            None => self.own(section),
        }
        let role = json.get("role").filter(|role| role_of(role).is_none() && !marinara_unset(role));
        if role.is_some() {
            self.losses.add(&section.at.member("role"), "SillyTavern knows no such role");
        }
        self.others(json, &section.at, &taken, "SillyTavern has no place for it in a prompt");
    }

    /// A section with a text of its own.
    fn own(&mut self, section: &MarinaraSection<'_>) {
        let wanted = text(section.json, "identifier");
        let mut identifier = wanted.to_owned();
        let mut number = self.prompts.list.len();
        while identifier.is_empty() || MARKERS.contains(&&*identifier) || self.prompts.has(&identifier) {
            number += 1;
            identifier = format!("marinara-{number}");
        }
        let mut prompt = prompt(section, &identifier, section.name);
        prompt.insert("system_prompt", BUILT_IN.contains(&&*identifier));
        prompt.insert("content", section.content);
        self.push(section, &identifier, prompt);
    }

    /// A section that the program fills; whether there is anything of it in SillyTavern.
    fn marker(&mut self, section: &MarinaraSection<'_>, config: &Json) -> bool {
        let kind = text(config, "type");
        let at = section.at.member("markerConfig");
        let is_text = section.json.get("markerConfig").is_some_and(|config| config.as_str().is_some());
        let place = |names: &[&str]| {
            if is_text { at.clone() } else { names.iter().fold(at.clone(), |at, name| at.member(name)) }
        };
        let identifiers: Vec<&str> = match kind {
            "character" => self.fields(config, &place(&["characterFields"])),
            "persona" => vec!["personaDescription"],
            "lorebook" => vec!["worldInfoBefore", "worldInfoAfter"],
            "world_info_before" => vec!["worldInfoBefore"],
            "world_info_after" => vec!["worldInfoAfter"],
            "chat_history" => vec!["chatHistory"],
            "dialogue_examples" => vec!["dialogueExamples"],
            // Taken in from SillyTavern, where Marinara fills nothing.
            kind if MARKERS.contains(&kind) => vec![kind],
            kind => {
                self.losses.add(&section.at, format!("SillyTavern has nothing like `{kind}` in a preset"));
                return false;
            }
        };
        if identifiers.is_empty() {
            self.losses.add(&section.at, "SillyTavern has no marker for any of it");
            return false;
        }
        let is_one = identifiers.len() == 1;
        for identifier in identifiers {
            if self.prompts.has(identifier) {
                self.losses.add(&section.at, format!("`{identifier}` is sent once"));
                continue;
            }
            let name = if is_one { section.name.to_owned() } else { format!("{}: {identifier}", section.name) };
            let mut prompt = prompt(section, identifier, &name);
            prompt.insert("system_prompt", true);
            prompt.insert("marker", true);
            self.push(section, identifier, prompt);
        }
        if !section.content.is_empty() {
            self.losses.add(&section.at.member("content"), "a text of a marker, which SillyTavern fills itself");
        }
        for (name, value) in config.as_object().into_iter().flat_map(Object::iter) {
            if !["type", "characterFields"].contains(&name) && !marinara_unset(value) {
                self.losses.add(
                    &place(&[name]),
                    format!("SillyTavern fills `{kind}` as it does: `{name}` is no setting there"),
                );
            }
        }
        true
    }

    /// The members of a card that a marker stands for.
    fn fields(&mut self, config: &Json, at: &Pointer) -> Vec<&'static str> {
        let Some(fields) = config.get("characterFields").and_then(Json::as_array) else {
            return vec!["charDescription", "charPersonality", "scenario"];
        };
        let mut identifiers = Vec::new();
        for field in fields.iter().filter_map(Json::as_str) {
            identifiers.push(match field {
                "description" => "charDescription",
                "personality" => "charPersonality",
                "scenario" => "scenario",
                "mes_example" | "example_dialogue" => "dialogueExamples",
                // The prompts of a card replace the preset's own.
                "name" | "system_prompt" | "post_history_instructions" => continue,
                _ => {
                    self.losses.add(at, format!("SillyTavern has no marker for `{field}` of a card"));
                    continue;
                }
            });
        }
        identifiers.dedup();
        identifiers
    }

    fn push(&mut self, section: &MarinaraSection<'_>, identifier: &str, prompt: Object) {
        self.prompts.push(identifier, prompt, section.is_listed.then_some(section.is_on));
    }

    /// Members that nobody took.
    fn others(&mut self, value: &Json, at: &Pointer, taken: &[&str], what: &str) {
        for (name, value) in value.as_object().into_iter().flat_map(Object::iter) {
            if !taken.contains(&name) && !marinara_unset(value) {
                self.losses.add(&at.member(name), what);
            }
        }
    }
}

fn prompt(section: &MarinaraSection<'_>, identifier: &str, name: &str) -> Object {
    let json = section.json;
    let mut prompt = Object::default();
    prompt.insert("identifier", identifier);
    prompt.insert("name", name);
    prompt.insert("role", json.get("role").and_then(role_of).unwrap_or("system"));
    let in_chat = json.get("injectionPosition").and_then(Json::as_str) == Some("depth");
    prompt.insert("injection_position", u32::from(in_chat));
    for (theirs, ours) in [("injectionDepth", "injection_depth"), ("injectionOrder", "injection_order")] {
        if let Some(number) = json.get(theirs).filter(|number| number.as_f64().is_some()) {
            prompt.insert(ours, number.clone());
        }
    }
    // What is not said is the newest place there, and the fourth newest in SillyTavern.
    if in_chat && prompt.get("injection_depth").is_none() {
        prompt.insert("injection_depth", 0_u32);
    }
    prompt.insert("forbid_overrides", is_true(json.get("forbidOverrides")));
    prompt
}

fn role_of(role: &Json) -> Option<&'static str> {
    ["system", "user", "assistant"].into_iter().find(|known| role.as_str() == Some(known))
}

/// A list of the file and its place.
fn list<'j>(preset: &'j Json, name: &str) -> (Pointer, &'j [Json]) {
    let at = Pointer::from(["data", name]);
    let list = preset.at(&at).and_then(Json::as_array).unwrap_or_default();
    (at, list)
}

fn text<'j>(json: &'j Json, name: &str) -> &'j str {
    json.get(name).and_then(Json::as_str).unwrap_or_default()
}

/// The program keeps lists and objects as texts of JSON, and writes some files with what they stand for.
fn read(value: &Json) -> Cow<'_, Json> {
    let is_json = |text: &&str| text.starts_with(['[', '{']);
    match value.as_str().filter(is_json).map(str::parse::<Json>) {
        Some(Ok(inside)) => Cow::Owned(inside),
        _ => Cow::Borrowed(value),
    }
}

/// The same of what is on or off.
fn is_true(value: Option<&Json>) -> bool {
    value.is_some_and(|value| *value == Json::Bool(true) || value.as_str() == Some("true"))
}

/// Whether a value of Marinara's is there to say that nothing is set: empty, off, or such a value in a text.
#[must_use]
pub fn marinara_unset(value: &Json) -> bool {
    let value = read(value);
    let is_empty = value.as_object().is_some_and(|object| object.iter().next().is_none());
    is_empty || says_nothing(&value) || *value == Json::Bool(false) || value.as_str() == Some("false")
}
