//! `worldinfo.jsonl`: books, settings and a chat; what SillyTavern's world info inserts.

use std::borrow::Cow;
use std::cell::RefCell;

use cards_lore::{
    Activation, Book, BookKind, Character, CharacterFilter, Entry, EntryAt, Field, FieldSet, Fields, Group, Host,
    Limits, Logic, Lore, MatchMode, Message, Placement, Profile, RecursionRules, Settings, State, Strategy, Timing,
    Turn, Words,
};
use cards_macro::{Dice as _, For, MapHost};
use serde_json::{Map, Value, json};

use super::{role, spec_entry, strings, text};
use crate::conform::macros::sillytavern_host;
use crate::conform::verdict::{Column, Outcome, Verdict};

/// Judges one activation row; rows with `input.op` are conversions of books and have a judge of their own.
pub fn judge_sillytavern(row: &Value) -> Vec<Verdict> {
    if row["input"]["op"].is_string() {
        return Vec::new();
    }
    let column = Column::SillyTavern;
    if strings(&row["tags"]).iter().any(|tag| tag == "client-bug") {
        let reason = "a plain mistake of the client, kept in the vectors for the record";
        return vec![Verdict { column, outcome: Outcome::Excluded { tag: "client-bug".to_owned(), reason } }];
    }
    let actual = answer(&row["input"]);
    vec![Verdict::compare(column, &without_info(&row["expected"]), &without_info(&actual))]
}

/// Removes what the vectors call information only, and empty members, which stand for absent ones.
fn without_info(expected: &Value) -> Value {
    let Some(members) = expected.as_object() else { return expected.clone() };
    let kept = members.iter().filter(|(name, value)| {
        let empty = match value {
            Value::String(text) => text.is_empty(),
            Value::Array(items) => items.is_empty() && *name != "activated",
            Value::Object(members) => members.is_empty(),
            Value::Number(number) => number.as_u64() == Some(0),
            _ => false,
        };
        *name != "info" && !empty
    });
    let kept = kept.map(|(name, value)| match name.as_str() {
        "turns" => (name.clone(), value.as_array().into_iter().flatten().map(without_info).collect()),
        _ => (name.clone(), value.clone()),
    });
    Value::Object(kept.collect())
}

fn answer(input: &Value) -> Value {
    let several = input["books"].is_array();
    let lore = match Lore::compile(books(input), settings(&input["settings"]), Limits::default()) {
        Ok(lore) => lore,
        Err(error) => return json!({"error": error.to_string()}),
    };
    let messages: Vec<Value> = input["chat"].as_array().cloned().unwrap_or_default();
    let mut state = State::new();
    let shared = RefCell::new(sillytavern_host(input));
    let mut one = |length: usize| {
        let (mut dice, mut expander) = (RowHost(&shared), RowHost(&shared));
        let mut host = Host { tokens: &mut Words, dice: &mut dice, expander: &mut expander };
        let turn = turn(input, messages.get(..length).unwrap_or(&messages));
        let mut answer = match lore.activate(&turn, &mut state, &mut host) {
            Ok(activation) => answer_of(&lore, &activation, several),
            Err(error) => return json!({"error": error.to_string()}),
        };
        answer["timed"] = timed(&state, several);
        answer
    };
    let mut answer = match input["turns"].as_array() {
        Some(turns) => {
            let lengths = turns.iter().map(|length| length.as_u64().unwrap_or_default() as usize);
            json!({"turns": lengths.map(&mut one).collect::<Vec<_>>()})
        }
        None => one(messages.len()),
    };
    let host = shared.borrow();
    answer["rolls_used"] = json!(host.rolls_taken());
    let variables = host.variables.chat.iter();
    answer["local"] = Value::Object(variables.map(|(name, value)| (name.clone(), json_of(value))).collect());
    answer
}

/// The macros' host, whose dice the engine uses as well: both take from one stream, as in the client.
struct RowHost<'h>(&'h RefCell<MapHost>);

impl cards_lore::Dice for RowHost<'_> {
    fn roll(&mut self) -> f64 {
        self.0.borrow_mut().uniform()
    }
}

impl cards_lore::Expander for RowHost<'_> {
    fn expand<'t>(&mut self, text: &'t str) -> Cow<'t, str> {
        let profile = cards_macro::Profile::SillyTavern;
        let expanded = cards_macro::expand(text, profile, &mut *self.0.borrow_mut(), For::Prompt);
        expanded.unwrap_or(Cow::Borrowed(text))
    }
}

fn json_of(value: &cards_macro::Value) -> Value {
    match value {
        cards_macro::Value::Text(text) => json!(text),
        cards_macro::Value::Number(number) => json!(number),
    }
}

fn settings(value: &Value) -> Settings {
    let number = |name: &str| value[name].as_f64().unwrap_or_default();
    let flag = |name: &str| value[name].as_bool().unwrap_or_default();
    Settings {
        scan_depth: number("depth"),
        recursive: flag("recursive"),
        case_sensitive: flag("case_sensitive"),
        match_mode: if flag("match_whole_words") { MatchMode::JsWord } else { MatchMode::Substring },
        include_names: flag("include_names"),
        budget_percent: number("budget"),
        max_context: number("max_context"),
        budget_cap: number("budget_cap"),
        group_scoring: flag("use_group_scoring"),
        min_activations: number("min_activations") as usize,
        min_activations_depth: number("min_activations_depth_max") as usize,
        max_passes: number("max_recursion_steps") as usize,
        strategy: match value["character_strategy"].as_i64() {
            Some(0) => Strategy::Evenly,
            Some(2) => Strategy::GlobalFirst,
            _ => Strategy::CharacterFirst,
        },
        ..Settings::new(Profile::SillyTavern)
    }
}

fn books(input: &Value) -> Vec<Book> {
    if let Some(book) = input.get("character_book") {
        let entries = book["entries"].as_array().into_iter().flatten().map(imported_entry).collect();
        return vec![Book { name: "book".to_owned(), kind: BookKind::Character, entries, ..Book::default() }];
    }
    let Some(books) = input["books"].as_array() else {
        let entries = entries(&input["entries"]);
        return vec![Book { name: "book".to_owned(), kind: BookKind::Global, entries, ..Book::default() }];
    };
    let kind = |book: &Value| match book["kind"].as_str() {
        Some("character") => BookKind::Character,
        Some("chat") => BookKind::Chat,
        Some("persona") => BookKind::Persona,
        _ => BookKind::Global,
    };
    let book = |book: &Value| Book {
        name: text(&book["name"]),
        kind: kind(book),
        entries: entries(&book["entries"]),
        ..Book::default()
    };
    books.iter().map(book).collect()
}

fn entries(value: &Value) -> Vec<Entry> {
    value.as_array().into_iter().flatten().enumerate().map(|(index, value)| client_entry(index, value)).collect()
}

/// Reads the client's own form of an entry, over its default entry.
fn client_entry(index: usize, value: &Value) -> Entry {
    let flag = |name: &str, default: bool| value[name].as_bool().unwrap_or(default);
    let count = |name: &str| value[name].as_u64().unwrap_or_default() as u32;
    let probability = || match value.get("probability") {
        None => 100.0,
        Some(probability) => probability.as_f64().unwrap_or_default(),
    };
    let delay_level = match &value["delayUntilRecursion"] {
        Value::Bool(delayed) => u32::from(*delayed),
        level => level.as_u64().unwrap_or_default() as u32,
    };
    let fields = [
        ("matchPersonaDescription", Field::Persona),
        ("matchCharacterDescription", Field::Description),
        ("matchCharacterPersonality", Field::Personality),
        ("matchCharacterDepthPrompt", Field::DepthPrompt),
        ("matchScenario", Field::Scenario),
        ("matchCreatorNotes", Field::CreatorNotes),
    ];
    let wanted = fields.into_iter().filter(|(name, _)| flag(name, false));
    Entry {
        id: value.get("uid").map_or_else(|| index.to_string(), text),
        name: text(&value["comment"]),
        keys: strings(&value["key"]),
        secondary_keys: strings(&value["keysecondary"]),
        selective: flag("selective", true),
        logic: Some(value["selectiveLogic"].as_i64().map_or(Logic::AndAny, Logic::from_number)),
        content: text(&value["content"]),
        enabled: !flag("disable", false),
        constant: flag("constant", false),
        order: value["order"].as_f64().unwrap_or(100.0),
        case_sensitive: value["caseSensitive"].as_bool(),
        whole_words: value["matchWholeWords"].as_bool(),
        scan_depth: value["scanDepth"].as_f64(),
        placement: placement(
            value["position"].as_i64().unwrap_or_default(),
            value["depth"].as_f64().unwrap_or(4.0),
            &text(&value["outletName"]),
        ),
        role: role(value["role"].as_i64()),
        probability: flag("useProbability", true).then(probability),
        recursion: RecursionRules {
            exclude: flag("excludeRecursion", false),
            prevent: flag("preventRecursion", false),
            delay_level,
        },
        timing: Timing { sticky: count("sticky"), cooldown: count("cooldown"), delay: count("delay") },
        group: Group {
            names: text(&value["group"]),
            prioritize: flag("groupOverride", false),
            weight: value.get("groupWeight").map_or(Some(100.0), Value::as_f64),
            scoring: value["useGroupScoring"].as_bool(),
        },
        ignore_budget: flag("ignoreBudget", false),
        filter: CharacterFilter {
            names: strings(&value["characterFilter"]["names"]),
            tags: strings(&value["characterFilter"]["tags"]),
            exclude: value["characterFilter"]["isExclude"].as_bool().unwrap_or_default(),
        },
        triggers: strings(&value["triggers"]),
        fields: wanted.fold(FieldSet::default(), |set, (_, field)| set.with(field)),
        ..Entry::default()
    }
}

fn placement(position: i64, depth: f64, outlet: &str) -> Placement {
    match position {
        0 => Placement::BeforeChar,
        1 => Placement::AfterChar,
        2 => Placement::AuthorNoteTop,
        3 => Placement::AuthorNoteBottom,
        4 => Placement::Depth { depth },
        5 => Placement::ExamplesTop,
        6 => Placement::ExamplesBottom,
        7 if !outlet.is_empty() => Placement::Outlet(outlet.to_owned()),
        other => Placement::Nowhere(other),
    }
}

/// Reads an entry of an embedded V2 book as the client imports it.
fn imported_entry(value: &Value) -> Entry {
    let extensions = value["extensions"].as_object().cloned().unwrap_or_default();
    let mut client = Map::new();
    let renamed = [
        ("exclude_recursion", "excludeRecursion"),
        ("prevent_recursion", "preventRecursion"),
        ("delay_until_recursion", "delayUntilRecursion"),
        ("outlet_name", "outletName"),
        ("group_override", "groupOverride"),
        ("group_weight", "groupWeight"),
        ("scan_depth", "scanDepth"),
        ("case_sensitive", "caseSensitive"),
        ("match_whole_words", "matchWholeWords"),
        ("use_group_scoring", "useGroupScoring"),
        ("ignore_budget", "ignoreBudget"),
        ("match_persona_description", "matchPersonaDescription"),
        ("match_character_description", "matchCharacterDescription"),
        ("match_character_personality", "matchCharacterPersonality"),
        ("match_character_depth_prompt", "matchCharacterDepthPrompt"),
        ("match_scenario", "matchScenario"),
        ("match_creator_notes", "matchCreatorNotes"),
    ];
    for (name, value) in extensions {
        let name = renamed.iter().find(|(old, _)| *old == name).map_or(name.as_str(), |(_, new)| new).to_owned();
        if !value.is_null() {
            client.insert(name, value);
        }
    }
    let before = value["position"].as_str() == Some("before_char");
    client.entry("position").or_insert(json!(i64::from(!before)));
    let plain = spec_entry(value);
    let entry = client_entry(0, &Value::Object(client));
    Entry {
        id: plain.id,
        name: plain.name,
        keys: plain.keys,
        secondary_keys: plain.secondary_keys,
        selective: plain.selective,
        content: plain.content,
        enabled: plain.enabled,
        constant: plain.constant,
        order: plain.order,
        ..entry
    }
}

fn turn<'r>(input: &'r Value, chat: &'r [Value]) -> Turn<'r> {
    let str_of = |value: &'r Value| value.as_str().unwrap_or_default();
    let data = &input["scan_data"];
    let env = &input["env"];
    let avatar = env["avatar"].as_str();
    let tags = avatar.and_then(|avatar| env["tag_map"].get(avatar)).and_then(Value::as_array);
    let message = |value: &'r Value| match value.as_str() {
        Some(text) => Message { text, ..Message::default() },
        None => Message { name: value["name"].as_str(), text: str_of(&value["mes"]), ..Message::default() },
    };
    Turn {
        messages: chat.iter().map(message).collect(),
        fields: Fields {
            persona: str_of(&data["persona_description"]),
            description: str_of(&data["character_description"]),
            personality: str_of(&data["character_personality"]),
            depth_prompt: str_of(&data["character_depth_prompt"]),
            scenario: str_of(&data["scenario"]),
            creator_notes: str_of(&data["creator_notes"]),
        },
        injections: input["injects"].as_array().into_iter().flatten().map(str_of).collect(),
        generation: str_of(&input["trigger"]),
        character: Character {
            file_name: avatar.map(|name| name.rsplit_once('.').map_or(name, |(stem, _)| stem)),
            tags: tags.map(|tags| tags.iter().map(str_of).collect()),
        },
        dry_run: input["dry_run"].as_bool().unwrap_or_default(),
        ..Turn::default()
    }
}

fn answer_of(lore: &Lore, activation: &Activation, several: bool) -> Value {
    let mut answer = json!({});
    answer["activated"] = activation.entries.iter().map(|entry| json!(name(lore, entry.at, several))).collect();
    let mut depth = Vec::new();
    let mut outlets = Map::new();
    for slot in &activation.slots {
        let texts: Vec<&str> =
            slot.entries.iter().filter_map(|&number| Some(activation.entries.get(number)?.content.as_str())).collect();
        match &slot.placement {
            Placement::BeforeChar => answer["before"] = json!(activation.text(slot)),
            Placement::AfterChar => answer["after"] = json!(activation.text(slot)),
            Placement::AuthorNoteTop => answer["an_top"] = json!(texts),
            Placement::AuthorNoteBottom => answer["an_bottom"] = json!(texts),
            Placement::Depth { depth: at } => {
                depth.push(json!({"depth": *at as i64, "role": slot.role.as_str(), "entries": texts}));
            }
            Placement::Outlet(name) => {
                outlets.insert(name.clone(), json!(texts));
            }
            _ => {}
        }
    }
    answer["depth"] = json!(depth);
    answer["outlets"] = Value::Object(outlets);
    let in_order = activation.prompt_order.iter().filter_map(|&number| activation.entries.get(number));
    let examples = in_order.filter(|entry| !entry.content.is_empty()).filter_map(|entry| match entry.placement {
        Placement::ExamplesTop => Some(json!({"position": "top", "content": entry.content})),
        Placement::ExamplesBottom => Some(json!({"position": "bottom", "content": entry.content})),
        _ => None,
    });
    answer["em"] = examples.collect();
    answer
}

fn name(lore: &Lore, at: EntryAt, several: bool) -> String {
    let id = lore.entry(at).map(|entry| entry.id.clone()).filter(|id| !id.is_empty());
    let id = id.unwrap_or_else(|| at.entry.to_string());
    match lore.books().get(at.book) {
        Some(book) if several => format!("{}.{id}", book.name),
        _ => id,
    }
}

fn timed(state: &State, several: bool) -> Value {
    let mut answer = Map::new();
    let mut add = |kind: &str, book: &str, entry: &str, timed: cards_lore::Timed| {
        let name = if several { format!("{book}.{entry}") } else { entry.to_owned() };
        let effect = json!({"start": timed.start, "end": timed.end, "protected": timed.protected});
        answer.entry(kind).or_insert_with(|| json!({}))[name] = effect;
    };
    for (book, entry, effect) in state.sticky() {
        add("sticky", book, entry, effect);
    }
    for (book, entry, effect) in state.cooldowns() {
        add("cooldown", book, entry, effect);
    }
    Value::Object(answer)
}
