//! `worldinfo.jsonl`: books, settings and a chat; what SillyTavern's world info inserts.

use std::borrow::Cow;
use std::cell::RefCell;

use cards_lore::settings::{MatchMode, Strategy};
use cards_lore::turn::{Character, Fields};
use cards_lore::{
    Activation, Book, BookKind, EntryAt, Host, Limits, Lore, Message, Placement, Profile, Settings, State, Turn, Words,
};
use cards_macro::{For, MapHost};
use serde_json::{Map, Value, json};

use super::reading::{read_book, text};
use crate::answer::form::{only, refusal};
use crate::answer::macros::sillytavern_host;

/// The rules that every answer here follows.
pub(crate) const PROFILE: Profile = Profile::SillyTavern;

/// Answers a question about books and a chat as SillyTavern does.
pub(crate) fn answer(input: &Value, profile: Profile) -> Value {
    if let Err(error) = known(input) {
        return refusal(error);
    }
    let several = input["books"].is_array();
    let books = match books(input, profile) {
        Ok(books) => books,
        Err(error) => return json!({"error": error}),
    };
    let settings = settings(&input["settings"]).with_profile(profile);
    let lore = match Lore::compile(books, settings, &Limits::default()) {
        Ok(lore) => lore,
        Err(error) => return json!({"error": error.to_string()}),
    };
    let messages: Vec<Value> = input["chat"].as_array().cloned().unwrap_or_default();
    let mut state = State::new();
    let shared = RefCell::new(sillytavern_host(input));
    let mut one = |length: usize| {
        let (mut dice, mut expander) = (RowHost(&shared, profile), RowHost(&shared, profile));
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

/// Refuses what is not heeded.
fn known(input: &Value) -> Result<(), String> {
    const MEMBERS: [&str; 15] = [
        "user",
        "char",
        "entries",
        "books",
        "character_book",
        "world",
        "chat",
        "settings",
        "turns",
        "trigger",
        "scan_data",
        "injects",
        "dry_run",
        "rolls",
        "env",
    ];
    const SCANNED: [&str; 6] = [
        "persona_description",
        "character_description",
        "character_personality",
        "character_depth_prompt",
        "scenario",
        "creator_notes",
    ];
    only("the row", input, &MEMBERS)?;
    only("`settings`", &input["settings"], &SETTINGS)?;
    only("`scan_data`", &input["scan_data"], &SCANNED)
}

/// The macros' host, whose dice the engine uses as well: both take from one stream, as in the client.
struct RowHost<'h>(&'h RefCell<MapHost>, Profile);

impl cards_lore::Dice for RowHost<'_> {
    fn roll(&mut self) -> f64 {
        self.0.borrow_mut().roll()
    }
}

impl cards_lore::Expander for RowHost<'_> {
    fn expand<'t>(&mut self, text: &'t str) -> Cow<'t, str> {
        let expanded = cards_macro::expand(text, self.1, &mut *self.0.borrow_mut(), For::Prompt);
        expanded.unwrap_or(Cow::Borrowed(text))
    }
}

fn json_of(value: &cards_macro::Value) -> Value {
    match value {
        cards_macro::Value::Text(text) => json!(text),
        cards_macro::Value::Number(number) => json!(number),
    }
}

/// The members of a row's settings.
pub(crate) const SETTINGS: [&str; 13] = [
    "depth",
    "budget",
    "budget_cap",
    "recursive",
    "case_sensitive",
    "match_whole_words",
    "use_group_scoring",
    "min_activations",
    "min_activations_depth_max",
    "max_recursion_steps",
    "character_strategy",
    "include_names",
    "max_context",
];

/// The settings of a row; what it leaves out is off or nothing.
pub(crate) fn settings(value: &Value) -> Settings {
    let number = |name: &str| value[name].as_f64().unwrap_or_default();
    let flag = |name: &str| value[name].as_bool().unwrap_or_default();
    Settings::new(PROFILE)
        .with_scan_depth(number("depth"))
        .with_recursive(flag("recursive"))
        .with_case_sensitive(flag("case_sensitive"))
        .with_match_mode(if flag("match_whole_words") { MatchMode::JsWord } else { MatchMode::Substring })
        .with_include_names(flag("include_names"))
        .with_budget_percent(number("budget"))
        .with_max_context(number("max_context"))
        .with_budget_cap(number("budget_cap"))
        .with_group_scoring(flag("use_group_scoring"))
        .with_min_activations(number("min_activations") as usize)
        .with_min_activations_depth(number("min_activations_depth_max") as usize)
        .with_max_passes(number("max_recursion_steps") as usize)
        .with_strategy(match value["character_strategy"].as_i64() {
            Some(0) => Strategy::Evenly,
            Some(2) => Strategy::GlobalFirst,
            _ => Strategy::CharacterFirst,
        })
}

fn books(input: &Value, profile: Profile) -> Result<Vec<Book>, String> {
    if let Some(book) = input.get("character_book") {
        let book = read_book(book, profile)?;
        return Ok(vec![Book { name: "book".to_owned(), ..book }]);
    }
    if let Some(world) = input.get("world") {
        return Ok(vec![Book { name: "book".to_owned(), ..read_book(&as_it_is(world), profile)? }]);
    }
    let Some(books) = input["books"].as_array() else {
        let book = world_book(&input["entries"], profile)?;
        return Ok(vec![Book { name: "book".to_owned(), ..book }]);
    };
    let kind = |book: &Value| match book["kind"].as_str() {
        Some("character") => BookKind::Character,
        Some("chat") => BookKind::Chat,
        Some("persona") => BookKind::Persona,
        _ => BookKind::Global,
    };
    let book = |book: &Value| {
        Ok(Book { name: text(&book["name"]), kind: kind(book), ..world_book(&book["entries"], profile)? })
    };
    books.iter().map(book).collect()
}

/// Reads a list of client entries as the world-info file that holds them; absent members have the client's default.
pub(crate) fn world_book(value: &Value, profile: Profile) -> Result<Book, String> {
    let mut entries = Map::new();
    for (index, entry) in value.as_array().into_iter().flatten().enumerate() {
        let mut entry = entry.clone();
        let uid = entry.get("uid").map_or_else(|| index.to_string(), text);
        entry["uid"] = json!(uid.parse::<u64>().unwrap_or_default());
        // The client fills in its default entry before it reads the row's members.
        for (name, default) in [("key", json!([])), ("content", json!(""))] {
            if entry.get(name).is_none() {
                entry[name] = default;
            }
        }
        entries.insert(uid, entry);
    }
    read_book(&json!({"entries": entries}), profile)
}

/// A world file without the client's default entry under its entries: it knows no place for one without `position`.
fn as_it_is(world: &Value) -> Value {
    const NO_PLACE: i64 = -1;
    let mut world = world.clone();
    for (_, entry) in world["entries"].as_object_mut().into_iter().flatten() {
        if entry.is_object() && entry.get("position").is_none() {
            entry["position"] = json!(NO_PLACE);
        }
    }
    world
}

fn turn<'r>(input: &'r Value, chat: &'r [Value]) -> Turn<'r> {
    let str_of = |value: &'r Value| value.as_str().unwrap_or_default();
    let data = &input["scan_data"];
    let env = &input["env"];
    let avatar = env["avatar"].as_str();
    let tags = avatar.and_then(|avatar| env["tag_map"].get(avatar)).and_then(Value::as_array);
    let message = |value: &'r Value| match value.as_str() {
        Some(text) => Message::system(text),
        None => Message { name: value["name"].as_str().map(Cow::Borrowed), ..Message::system(str_of(&value["mes"])) },
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
    // What is not there is said too: an absent member would not be compared.
    let mut answer = json!({ "before": "", "after": "", "an_top": [], "an_bottom": [] });
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
    let mut add = |kind: &str, book: &str, entry: &str, timed: cards_lore::state::Timed| {
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
