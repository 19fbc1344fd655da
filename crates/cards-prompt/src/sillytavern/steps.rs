//! The steps that chat and text completion share, in the client's order: macros have side effects.

use cards_lore::{Activation, Lore, State, Turn};
use cards_macro::{Fact, Host, Member};
use cards_model::json::javascript;
use cards_model::{Card, Json, Object};
use cards_words::{Message, Role, TokenCounter};

use super::error::Error;
use super::examples::{ExampleBlock, blocks};
use super::extension::{DEPTH_PROMPT_KEY, ExtensionPrompt, ExtensionPrompts};
use super::group::{GroupMode, Joined};
use super::history::{self, HistoryItem};
use super::note;
use super::placed::Placed;
use super::scene::{ChatMessage, Generation, Scene};
use super::sourced::Sourced;
use super::stage::Stage;
use crate::greeting::solo_greetings;
use crate::segment::Source;

/// What a prompt asks of the outside.
pub struct Outside<'o> {
    /// Variables, dice, clock, and facts of the program that the scene does not say.
    pub host: &'o mut dyn Host,
    /// Counts tokens.
    pub tokens: &'o mut dyn TokenCounter,
    /// The books that are on.
    pub books: Option<Books<'o>>,
}

/// Compiled books and their memory. The budget of the client is in the settings that they were compiled with, but for the size of the
/// prompt that it may be a part of.
pub struct Books<'o> {
    /// The books.
    pub lore: &'o Lore,
    /// What outlives a turn.
    pub state: &'o mut State,
    /// The size of the prompt in tokens, where it is another than that of the settings.
    pub max_context: Option<f64>,
}

/// What the common steps come to.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Prepared {
    /// The quiet prompt, macros expanded.
    pub quiet: String,
    /// What the answer begins with.
    pub bias: Bias,
    /// The fields of the card and the persona, macros expanded.
    pub fields: Fields,
    /// The messages that may be sent, oldest first; in chat completion their macros are still to be expanded.
    pub history: Vec<HistoryItem>,
    /// How many messages the whole chat has, hidden ones and all; without what `regenerate` removed.
    pub chat_length: usize,
    /// Blocks of examples, lore around them.
    pub examples: Vec<ExampleBlock>,
    /// Texts that features registered: the scene's, the note, depth prompts, lore at depths, the persona.
    pub extensions: ExtensionPrompts,
    /// Lore before and after the character.
    pub lore: LoreParts,
    /// Which entries fired and why; `None` without books.
    pub activation: Option<Activation>,
    /// Texts that found no place: lore, persona and note that were not due, lore without a known position.
    pub not_placed: Vec<Sourced>,
}

/// What the answer begins with ("start reply with").
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Bias {
    /// The text, macros expanded.
    pub text: String,
    /// The message that it was stored with; `None` for the user's setting.
    pub message: Option<usize>,
}

/// The fields of the card and the persona: trimmed, macros expanded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fields {
    /// The card's or the chat's system prompt; empty where the user does not want the card's.
    pub system_prompt: Sourced,
    /// The example messages as one text.
    pub mes_example: Sourced,
    /// The description.
    pub description: Sourced,
    /// The personality.
    pub personality: Sourced,
    /// The persona.
    pub persona: Sourced,
    /// The card's or the chat's scenario.
    pub scenario: Sourced,
    /// The card's post-history instructions; empty where the user does not want the card's.
    pub post_history_instructions: Sourced,
    /// The card's depth prompt.
    pub depth_prompt: Sourced,
    /// The creator's notes, which only lore searches.
    pub creator_notes: String,
}

/// Lore before and after the character.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct LoreParts {
    /// Before.
    pub before: Sourced,
    /// After.
    pub after: Sourced,
}

/// Takes the steps that chat and text completion share; what follows goes on with the stage.
///
/// De facto: SillyTavern 1.19.0.
///
/// # Errors
/// [`Error::Macro`] and [`Error::Lore`] for limits that were hit.
pub fn prepare<'o>(scene: &'o Scene<'_>, outside: Outside<'o>) -> Result<(Prepared, Stage<'o>), Error> {
    prepare_with(scene, &[], outside)
}

/// The same, where macros show more of the program than the host says.
pub(crate) fn prepare_with<'o>(
    scene: &'o Scene<'_>,
    facts: &[(Fact, String)],
    outside: Outside<'o>,
) -> Result<(Prepared, Stage<'o>), Error> {
    let Outside { host, tokens, books } = outside;
    let mut stage = Stage::new(
        host,
        tokens,
        scene.profile,
        scene.user,
        scene.speaker_name(),
        scene.macro_limits.clone(),
        scene.settings.collapse_newlines,
    );
    set_stage(scene, &mut stage);
    for (fact, text) in facts {
        stage.set_fact(*fact, text.as_str());
    }
    let quiet = stage.expand(scene.quiet.prompt)?.into_owned();
    let bias = bias(scene, &mut stage)?;
    let fields = fields(scene, &mut stage)?;
    let mut extensions = ExtensionPrompts::default();
    for inject in &scene.injects {
        extensions.set(ExtensionPrompt {
            key: inject.key.to_owned(),
            value: Sourced::new(inject.value, Source::Extension(inject.key.to_owned())),
            position: inject.position,
            depth: inject.depth,
            role: inject.role,
        });
    }
    depth_prompts(scene, &fields, &mut stage, &mut extensions)?;
    if let Some(first) = stage.messages_mut().first().map(|message| message.text.clone().into_owned()) {
        let expanded = stage.expand(&first)?.into_owned();
        if let Some(message) = stage.messages_mut().first_mut() {
            message.text = expanded.into();
        }
    }
    let chat = history::chat(scene);
    let history = history::history(scene, &mut stage)?;
    let examples = blocks(fields.mes_example.text(), Source::Example);
    let user_messages = chat.iter().filter(|message| message.is_user()).count();
    let mut not_placed = Vec::new();
    let due = note::set_note(&scene.note, user_messages, &mut extensions).into_value(&mut not_placed);
    let mut prepared = Prepared {
        quiet,
        bias,
        fields,
        history,
        chat_length: chat.len(),
        examples,
        extensions,
        lore: LoreParts::default(),
        activation: None,
        not_placed,
    };
    let placed = match books {
        None => Placed::default(),
        Some(books) => {
            let lore = books.lore;
            let activation = activate(scene, &prepared, books, &mut stage)?;
            let placed = Placed::of(scene, &activation, lore, &mut stage);
            prepared.activation = Some(activation);
            placed
        }
    };
    place_lore(scene, placed, due, &mut prepared, &mut stage)?;
    let persona = note::set_persona(&scene.persona, due, &mut prepared.extensions);
    persona.into_value(&mut prepared.not_placed);
    Ok((prepared, stage))
}

/// Shows macros the scene.
fn set_stage(scene: &Scene<'_>, stage: &mut Stage<'_>) {
    let card = scene.card;
    let greetings: Vec<_> = solo_greetings(card).into_iter().filter(|greeting| greeting.locale.is_none()).collect();
    let settings = &scene.settings;
    let of_card = |on: bool, text: &str| if on { text.to_owned() } else { String::new() };
    for (fact, text) in [
        (Fact::Persona, scene.persona.description.to_owned()),
        (Fact::Description, card.description().to_owned()),
        (Fact::Personality, card.personality().to_owned()),
        (Fact::Scenario, or(scene.overrides.scenario, card.scenario()).to_owned()),
        (Fact::FirstMessage, greetings.first().map_or("", |greeting| greeting.text).to_owned()),
        (Fact::MesExample, or(scene.overrides.mes_example, &card.mes_example()).to_owned()),
        (Fact::SystemPrompt, of_card(settings.prefer_character_prompt, system_prompt(scene))),
        (Fact::PostHistoryInstructions, of_card(settings.prefer_character_jailbreak, card.post_history_instructions())),
        (Fact::CharacterVersion, card.character_version().to_owned()),
        (Fact::DepthPrompt, depth_prompt_text(card).to_owned()),
        (Fact::CreatorNotes, card.creator_notes().to_owned()),
        (Fact::LastGenerationType, scene.generation.as_str().to_owned()),
    ] {
        stage.set_fact(fact, text);
    }
    stage.set_alternate_greetings(greetings.iter().skip(1).map(|greeting| greeting.text.to_owned()).collect());
    stage.set_group(scene.group.as_ref().map(|group| {
        let member = |member: &super::group::GroupMember<'_>| Member {
            name: member.card.name().to_owned(),
            muted: member.muted,
        };
        group.members.iter().map(member).collect()
    }));
    let seen = |message: &ChatMessage<'_>| {
        let mut seen = message.message.clone().into_owned();
        seen.name = Some(scene.name_of(message).to_owned().into());
        seen
    };
    stage.set_messages(history::chat(scene).iter().map(seen).collect());
}

/// The chat's text where it has one, be it blank, else the card's.
fn or<'t>(of_chat: &'t str, of_card: &'t str) -> &'t str {
    if of_chat.is_empty() { of_card } else { of_chat }
}

fn system_prompt<'s>(scene: &'s Scene<'_>) -> &'s str {
    or(scene.overrides.system_prompt, scene.card.system_prompt())
}

/// What the answer begins with: the bias of the message that counts, else the user's.
fn bias(scene: &Scene<'_>, stage: &mut Stage<'_>) -> Result<Bias, Error> {
    if matches!(scene.generation, Generation::Impersonate | Generation::Continue) {
        return Ok(Bias::default());
    }
    let chat = history::chat(scene);
    let skipped = usize::from(scene.generation == Generation::Swipe);
    let counts = |message: &ChatMessage<'_>| message.is_user() || message.message.hidden || message.narrator;
    let found = chat.iter().enumerate().rev().skip(skipped).find(|(_, message)| counts(message));
    let stored = found.filter(|(_, message)| !javascript::trim(message.bias).is_empty());
    let text = stored.map_or(scene.settings.user_prompt_bias.as_str(), |(_, message)| message.bias);
    let message = stored.map(|(index, _)| index).filter(|_| text != scene.settings.user_prompt_bias);
    Ok(Bias { text: stage.expand(text)?.into_owned(), message })
}

/// Expands the fields of the card in the client's order.
fn fields(scene: &Scene<'_>, stage: &mut Stage<'_>) -> Result<Fields, Error> {
    let card = scene.card;
    let settings = &scene.settings;
    let field = |stage: &mut Stage<'_>, text: &str, source: Source| -> Result<Sourced, Error> {
        Ok(Sourced::new(stage.field(text)?, source))
    };
    let system_prompt = if settings.prefer_character_prompt { system_prompt(scene) } else { "" };
    let system_prompt = field(stage, system_prompt, Source::SystemPrompt)?;
    let mes_example = joined(scene, Joined::Examples, scene.overrides.mes_example, stage)?;
    let description = joined(scene, Joined::Description, "", stage)?;
    let personality = joined(scene, Joined::Personality, "", stage)?;
    let persona = field(stage, scene.persona.description, Source::Persona)?;
    let scenario = joined(scene, Joined::Scenario, scene.overrides.scenario, stage)?;
    let instructions = if settings.prefer_character_jailbreak { card.post_history_instructions() } else { "" };
    let post_history_instructions = field(stage, instructions, Source::PostHistoryInstructions)?;
    let depth_prompt = field(stage, depth_prompt_text(card), Source::CharacterNote)?;
    let creator_notes = stage.field(card.creator_notes())?;
    // Nothing asks for these, but their macros may set variables.
    for greeting in solo_greetings(card).into_iter().filter(|greeting| greeting.locale.is_none()) {
        stage.field(greeting.text)?;
    }
    Ok(Fields {
        system_prompt,
        mes_example,
        description,
        personality,
        persona,
        scenario,
        post_history_instructions,
        depth_prompt,
        creator_notes,
    })
}

/// A field that a group may join: the chat's text, the group's, or the card's.
fn joined(scene: &Scene<'_>, field: Joined, of_chat: &str, stage: &mut Stage<'_>) -> Result<Sourced, Error> {
    let source = match field {
        Joined::Description => Source::Description,
        Joined::Personality => Source::Personality,
        Joined::Scenario => Source::Scenario,
        Joined::Examples => Source::Examples,
    };
    // In a group that joins, what the chat's text comes to decides; elsewhere that there is one.
    let joins = scene.group.as_ref().is_some_and(|group| group.mode != GroupMode::Swap);
    if !of_chat.is_empty() {
        let text = stage.field(of_chat)?;
        if !joins || !text.is_empty() {
            return Ok(Sourced::new(text, source));
        }
    }
    if let Some(text) = scene.group.as_ref().map(|group| group.joined(field, stage)).transpose()?.flatten() {
        stage.set_fact(field.fact(), text.clone());
        return Ok(Sourced::new(text, source));
    }
    Ok(Sourced::new(stage.field(&field.of(scene.card))?, source))
}

/// A card's depth prompt as it is in the file.
fn depth_prompt(card: &Card) -> Option<&Object> {
    card.extensions().get("depth_prompt")?.as_object()
}

fn depth_prompt_text(card: &Card) -> &str {
    depth_prompt(card).and_then(|note| note.get("prompt")?.as_str()).unwrap_or_default()
}

/// Registers the card's depth prompt, or those of the members of a group that joins.
fn depth_prompts(
    scene: &Scene<'_>,
    fields: &Fields,
    stage: &mut Stage<'_>,
    extensions: &mut ExtensionPrompts,
) -> Result<(), Error> {
    let mut of_members = Vec::new();
    for (_, member) in scene.group.iter().flat_map(|group| group.depth_prompt_members()) {
        let text = stage.field_of(depth_prompt_text(member.card), Some(member.card.name()))?;
        if !text.is_empty() {
            of_members.push((member.card, text));
        }
    }
    let register = |extensions: &mut ExtensionPrompts, key: String, value: Sourced, card: &Card| {
        let note = depth_prompt(card);
        // As the client reads it: nothing and an empty text are the default, a text is converted.
        let depth = match note.and_then(|note| note.get("depth")) {
            None | Some(Json::Null) => 4.0,
            depth => javascript::number(depth),
        };
        let role = note.and_then(|note| Role::from_name(note.get("role")?.as_str()?)).unwrap_or_default();
        extensions.set(ExtensionPrompt::in_chat(key, value, depth, role));
    };
    if of_members.is_empty() {
        register(extensions, DEPTH_PROMPT_KEY.to_owned(), fields.depth_prompt.clone(), scene.card);
    }
    for (number, (card, text)) in of_members.into_iter().enumerate() {
        let key = format!("{DEPTH_PROMPT_KEY}_{number}");
        register(extensions, key, Sourced::new(text, Source::CharacterNote), card);
    }
    Ok(())
}

/// Asks the books.
fn activate(
    scene: &Scene<'_>,
    prepared: &Prepared,
    books: Books<'_>,
    stage: &mut Stage<'_>,
) -> Result<Activation, Error> {
    let Books { lore, state, max_context } = books;
    let fields = &prepared.fields;
    let messages = prepared.history.iter().map(|item| {
        let role = if item.is_user { Role::User } else { Role::Assistant };
        Message::new(role, item.text.as_str()).named(item.name.as_str())
    });
    let mut injections: Vec<&str> =
        scene.injects.iter().filter(|inject| inject.scanned).map(|inject| inject.value).collect();
    injections.extend(Some(prepared.quiet.as_str()).filter(|quiet| !quiet.is_empty()));
    let note = prepared.extensions.get(super::extension::NOTE_KEY).filter(|_| scene.note.scanned);
    injections.extend(note.map(|note| note.value.text()));
    let turn = Turn {
        messages: messages.collect(),
        fields: cards_lore::turn::Fields {
            persona: fields.persona.text(),
            description: fields.description.text(),
            personality: fields.personality.text(),
            depth_prompt: fields.depth_prompt.text(),
            scenario: fields.scenario.text(),
            creator_notes: &fields.creator_notes,
        },
        injections,
        generation: scene.generation.as_str(),
        character: scene.character.clone(),
        max_context,
        look_beyond_depth: true,
        ..Turn::default()
    };
    Ok(stage.with_lore_host(|host| lore.activate(&turn, state, host))?)
}

/// Puts lore where it goes: around the note, around the examples, at depths, into outlets, beside the character.
fn place_lore(
    scene: &Scene<'_>,
    placed: Placed,
    due: bool,
    prepared: &mut Prepared,
    stage: &mut Stage<'_>,
) -> Result<(), Error> {
    prepared.not_placed.extend(placed.nowhere);
    let kept_out = note::surround(&placed.note_top, &placed.note_bottom, due, &mut prepared.extensions);
    prepared.not_placed.extend(kept_out);
    for (is_top, text) in &placed.examples {
        let expanded = stage.untrimmed(text.text(), None)?;
        let source = text.sources().into_iter().next().unwrap_or(Source::Lore(String::new()));
        let new = blocks(&expanded, |_| source.clone());
        let at = if *is_top { 0 } else { prepared.examples.len() };
        prepared.examples.splice(at..at, new);
    }
    if scene.skip_depth_lore {
        prepared.not_placed.extend(placed.depths.into_iter().map(|(_, _, text)| text));
        prepared.not_placed.extend(placed.outlets.into_values());
    } else {
        for (depth, role, text) in placed.depths {
            let number = Role::ALL.iter().position(|known| *known == role).unwrap_or_default();
            let key = format!("customDepthWI_{depth}_{number}");
            prepared.extensions.set(ExtensionPrompt::in_chat(key, text, depth, role));
        }
        stage.set_outlets(placed.outlets);
    }
    prepared.lore = LoreParts { before: placed.before, after: placed.after };
    Ok(())
}
