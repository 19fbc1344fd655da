//! What a row's prompt is made for: cards, chat, settings, books.

use cards_lore::{Book, BookKind, Limits as LoreLimits, Lore};
use cards_macro::{MapHost, Message, Role};
use cards_model::{Card, Content, Document, Limits};
use cards_prompt::sillytavern::{
    AuthorsNote, CharactersNote, ChatMessage, ExtensionPosition, Group, GroupMember, GroupMode, Inject, NotePlace,
    Overrides, Persona, PersonaPosition, Quiet, Scene, role_from_number,
};
use serde_json::Value;

use crate::answer::form::only;
use crate::answer::lore::{PROFILE, SETTINGS, settings as settings_of, world_book};

/// The cards of a row, and which of them speaks.
pub(super) struct Cast {
    cards: Vec<Card>,
    speaker: usize,
}

impl Cast {
    pub(super) fn read(input: &Value) -> Result<Self, String> {
        let group = &input["group"];
        let cards: Vec<&Value> = match group["cards"].as_array() {
            Some(cards) => cards.iter().collect(),
            None => vec![&input["card"]],
        };
        let cards: Vec<Card> = cards.into_iter().map(card).collect::<Result<_, _>>()?;
        let speaker = cards.iter().position(|card| Some(card.name()) == group["speaker"].as_str());
        Ok(Self { cards, speaker: speaker.unwrap_or_default() })
    }

    fn speaker(&self) -> Result<&Card, String> {
        self.cards.get(self.speaker).ok_or_else(|| "no card".to_owned())
    }
}

fn card(value: &Value) -> Result<Card, String> {
    let document = Document::read(value.to_string(), &Limits::default()).map_err(|error| error.to_string())?;
    match document.content {
        Content::Card(card) => Ok(card),
        _ => Err("no card".to_owned()),
    }
}

/// The books of a row: the one in the speaker's card, and a global one.
pub(super) fn lore(input: &Value, cast: &Cast, max_context: f64) -> Result<Lore, String> {
    let mut books = Vec::new();
    if let Some(book) = cast.speaker()?.lorebook() {
        books.push(Book::from_lorebook(&book, BookKind::Character, PROFILE));
    }
    if input["world"].is_array() {
        books.push(world_book(&input["world"], PROFILE)?);
    }
    let given = &input["world_settings"];
    let settings = settings_of(given)
        .with_scan_depth(given["depth"].as_f64().unwrap_or(2.0))
        .with_budget_percent(given["budget"].as_f64().unwrap_or(100.0))
        .with_include_names(given["include_names"].as_bool().unwrap_or(true))
        .with_max_context(max_context);
    Lore::compile(books, settings, &LoreLimits::default()).map_err(|error| error.to_string())
}

/// The host of a row: dice, and an empty text box.
pub(super) fn host(input: &Value) -> MapHost {
    let rolls: Vec<f64> = input["rolls"].as_array().into_iter().flatten().filter_map(Value::as_f64).collect();
    MapHost::default().rolls(&rolls)
}

/// Refuses what is not heeded, beside card, preset and templates, which are read as the files that they are.
pub(super) fn known(input: &Value) -> Result<(), String> {
    for (name, known) in MEMBERS {
        let (what, value) = match *name {
            "" => ("the row".to_owned(), input),
            "character" => ("`note.character`".to_owned(), &input["note"]["character"]),
            name => (format!("`{name}`"), &input[name]),
        };
        match value.as_array() {
            Some(items) => items.iter().try_for_each(|item| only(&what, item, known))?,
            None => only(&what, value, known)?,
        }
    }
    only("`world_settings`", &input["world_settings"], &SETTINGS)
}

/// The members of a row that are heeded, and of its objects and lists.
const MEMBERS: &[(&str, &[&str])] = &[
    (
        "",
        &[
            "api",
            "user",
            "card",
            "group",
            "chat",
            "type",
            "quiet",
            "persona",
            "note",
            "injects",
            "world",
            "world_settings",
            "overrides",
            "settings",
            "reasoning",
            "preset",
            "context",
            "instruct",
            "sysprompt",
            "max_context",
            "max_response",
            "skip_wian",
            "force_name2",
            "rolls",
        ],
    ),
    ("group", &["cards", "speaker", "mode", "muted", "join_prefix", "join_suffix"]),
    ("chat", &["mes", "is_user", "is_system", "name", "narrator", "force_avatar", "reasoning", "bias"]),
    ("quiet", &["prompt", "to_loud", "name"]),
    ("persona", &["description", "position", "depth", "role"]),
    ("note", &["prompt", "interval", "position", "depth", "role", "character", "allow_wi_scan"]),
    ("character", &["prompt", "position"]),
    ("injects", &["key", "value", "position", "depth", "role", "scan"]),
    ("overrides", &["scenario", "system_prompt", "mes_example"]),
    (
        "settings",
        &[
            "collapse_newlines",
            "pin_examples",
            "strip_examples",
            "prefer_character_prompt",
            "prefer_character_jailbreak",
            "custom_stopping_strings_macro",
            "user_prompt_bias",
            "custom_stopping_strings",
            "token_padding",
            "always_force_name2",
            "single_line",
        ],
    ),
    ("reasoning", &["add_to_prompts", "prefix", "suffix", "separator", "max_additions"]),
];

/// The scene of a row.
pub(super) fn scene<'r>(input: &'r Value, cast: &'r Cast) -> Result<Scene<'r>, String> {
    let mut scene = Scene::new(text(&input["user"]), cast.speaker()?);
    scene.generation = input["type"].as_str().unwrap_or("normal").parse().unwrap_or_default();
    scene.chat = input["chat"].as_array().into_iter().flatten().map(message).collect();
    let quiet = &input["quiet"];
    scene.quiet = Quiet {
        prompt: text(&quiet["prompt"]),
        to_loud: quiet["to_loud"].as_bool().unwrap_or_default(),
        name: quiet["name"].as_str(),
    };
    let persona = &input["persona"];
    scene.persona = Persona {
        description: text(&persona["description"]),
        position: PersonaPosition::from_number(persona["position"].as_i64().unwrap_or_default()),
        depth: persona["depth"].as_f64().unwrap_or(2.0),
        role: role(&persona["role"]),
    };
    scene.note = note(&input["note"]);
    scene.note.scanned = input["note"]["allow_wi_scan"].as_bool().unwrap_or_default();
    scene.injects = input["injects"].as_array().into_iter().flatten().map(inject).collect();
    let overrides = &input["overrides"];
    scene.overrides = Overrides {
        scenario: text(&overrides["scenario"]),
        system_prompt: text(&overrides["system_prompt"]),
        mes_example: text(&overrides["mes_example"]),
    };
    settings(&input["settings"], &mut scene);
    let reasoning = &input["reasoning"];
    scene.reasoning.add_to_prompts = reasoning["add_to_prompts"].as_bool().unwrap_or_default();
    for (field, name) in [
        (&mut scene.reasoning.prefix, "prefix"),
        (&mut scene.reasoning.suffix, "suffix"),
        (&mut scene.reasoning.separator, "separator"),
    ] {
        if let Some(text) = reasoning[name].as_str() {
            text.clone_into(field);
        }
    }
    scene.reasoning.max_additions = reasoning["max_additions"].as_u64().unwrap_or(1) as usize;
    scene.skip_depth_lore = input["skip_wian"].as_bool().unwrap_or_default();
    scene.force_name = input["force_name2"].as_bool().unwrap_or_default();
    if input["group"].is_object() {
        scene.group = Some(group(&input["group"], cast));
    }
    Ok(scene)
}

fn group<'r>(input: &'r Value, cast: &'r Cast) -> Group<'r> {
    let muted = |card: &Card| input["muted"].as_array().into_iter().flatten().any(|name| *name == card.name());
    let members = cast.cards.iter().map(|card| GroupMember::new(card, muted(card))).collect();
    let mut group = Group::new(members, cast.speaker);
    group.mode = match input["mode"].as_i64() {
        Some(1) => GroupMode::Join,
        Some(2) => GroupMode::JoinWithMuted,
        _ => GroupMode::Swap,
    };
    group.join_prefix = text(&input["join_prefix"]);
    group.join_suffix = text(&input["join_suffix"]);
    group
}

fn message(value: &Value) -> ChatMessage<'_> {
    let flag = |name: &str| value[name].as_bool().unwrap_or_default();
    let role = if flag("is_user") { Role::User } else { Role::Assistant };
    let mut message = Message::new(role, text(&value["mes"]));
    message.name = value["name"].as_str().map(Into::into);
    message.hidden = flag("is_system");
    ChatMessage::from(message)
        .with_narrator(flag("narrator"))
        .with_forced_avatar(flag("force_avatar"))
        .with_reasoning(text(&value["reasoning"]))
        .with_bias(text(&value["bias"]))
}

fn note(value: &Value) -> AuthorsNote<'_> {
    let character = &value["character"];
    AuthorsNote {
        prompt: text(&value["prompt"]),
        interval: value["interval"].as_f64().unwrap_or(1.0),
        position: position(&value["position"], 1),
        depth: value["depth"].as_f64().unwrap_or(4.0),
        role: role(&value["role"]),
        character: character.is_object().then(|| CharactersNote {
            prompt: text(&character["prompt"]),
            place: NotePlace::from_number(character["position"].as_i64().unwrap_or_default()),
        }),
        ..AuthorsNote::default()
    }
}

fn inject(value: &Value) -> Inject<'_> {
    Inject {
        key: text(&value["key"]),
        value: text(&value["value"]),
        position: position(&value["position"], 0),
        depth: value["depth"].as_f64().unwrap_or_default(),
        role: role(&value["role"]),
        scanned: value["scan"].as_bool().unwrap_or_default(),
    }
}

fn settings(value: &Value, scene: &mut Scene<'_>) {
    let settings = &mut scene.settings;
    for (field, name) in [
        (&mut settings.collapse_newlines, "collapse_newlines"),
        (&mut settings.pin_examples, "pin_examples"),
        (&mut settings.strip_examples, "strip_examples"),
        (&mut settings.prefer_character_prompt, "prefer_character_prompt"),
        (&mut settings.prefer_character_jailbreak, "prefer_character_jailbreak"),
        (&mut settings.custom_stopping_strings_macro, "custom_stopping_strings_macro"),
    ] {
        *field = value[name].as_bool().unwrap_or(*field);
    }
    text(&value["user_prompt_bias"]).clone_into(&mut settings.user_prompt_bias);
    text(&value["custom_stopping_strings"]).clone_into(&mut settings.custom_stopping_strings);
    settings.token_padding = value["token_padding"].as_u64().unwrap_or(settings.token_padding);
}

fn position(value: &Value, default: i64) -> ExtensionPosition {
    ExtensionPosition::from_number(value.as_i64().unwrap_or(default))
}

fn role(value: &Value) -> Role {
    role_from_number(value.as_i64().unwrap_or_default()).unwrap_or_default()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
