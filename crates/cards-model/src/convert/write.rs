//! From the hub to a card of each spec.

use crate::book::{plain, prom as prom_book, unknown_beside};
use std::collections::HashSet;

use super::hub::{Examples, Hub, respelled};
use super::{Options, Purpose, Scenario, assets};
use crate::document::{Keyed, Rest};
use crate::spec::asset::EmbeddedScheme;
use crate::spec::examples::{map_of, prom_of_text, text_of_prom, text_of_v3l, v3l_of_text};
use crate::spec::prom::{ExampleMessage, Role};
use crate::spec::v3l::{CreatorNote, FirstMessages};
use crate::{Card, Form, prom, v0, v1, v2, v3, v3l};

/// What the creator notes of a V2 card that stands in for a newer one begin with.
const BACKFILL_WARNING: &str = "This is the V2 stand-in of a Character Card V3: it lacks what V2 has no room for. \
     Use a program that reads Character Card V3 to get the whole card.";

/// Puts a card of one of the card specs together; of what is no card, a V1 card.
pub(crate) fn write(form: Form, hub: Hub, options: &Options) -> Card {
    match form {
        Form::V0 => Card::V0(Box::new(write_v0(hub))),
        Form::V2 => Card::V2(Box::new(write_v2(hub, options))),
        Form::V3 => Card::V3(Box::new(write_v3(hub, options))),
        Form::V3L => Card::V3L(Box::new(write_v3l(hub, options))),
        Form::Prom => Card::Prom(Box::new(write_prom(hub, options))),
        _ => Card::V1(Box::new(write_v1(hub))),
    }
}

fn write_v0(mut hub: Hub) -> v0::Card {
    let (char_greeting, _) = hub.take_first();
    v0::Card {
        char_name: hub.name,
        char_persona: hub.description,
        world_scenario: hub.scenario,
        char_greeting,
        example_dialogue: text_of(hub.examples),
        ..v0::Card::default()
    }
}

fn write_v1(mut hub: Hub) -> v1::Card {
    let (first_mes, _) = hub.take_first();
    v1::Card {
        name: hub.name,
        description: hub.description,
        personality: hub.personality,
        scenario: hub.scenario,
        first_mes,
        mes_example: text_of(hub.examples),
        ..v1::Card::default()
    }
}

fn write_v2(mut hub: Hub, options: &Options) -> v2::Card {
    let (first_mes, alternate_greetings) = hub.take_first();
    let notes = hub.notes.into_one(&options.locale);
    let creator_notes = match options.purpose {
        Purpose::Export => notes,
        Purpose::Backfill if notes.is_empty() => BACKFILL_WARNING.to_owned(),
        Purpose::Backfill => format!("{BACKFILL_WARNING}\n\n{notes}"),
    };
    let data = v2::Data {
        name: hub.name,
        description: hub.description,
        personality: hub.personality,
        scenario: hub.scenario,
        first_mes,
        mes_example: text_of(hub.examples),
        creator_notes,
        system_prompt: hub.system_prompt,
        post_history_instructions: hub.post_history_instructions,
        alternate_greetings,
        character_book: hub.book.map(|book| plain::to_plain(book, Form::V2, options)),
        tags: hub.tags,
        creator: hub.creator,
        character_version: hub.version,
        extensions: hub.extensions,
        rest: unknown_beside::<v2::Data>(hub.unknown),
    };
    v2::Card { data, rest: unknown_beside::<v2::Card>(hub.root), ..v2::Card::default() }
}

fn write_v3(mut hub: Hub, options: &Options) -> v3::Card {
    let (first_mes, alternate_greetings) = hub.take_first();
    let (creator_notes, other_notes) = hub.notes.into_text_and_map(&options.locale);
    let data = v3::Data {
        name: hub.name,
        description: hub.description,
        personality: hub.personality,
        scenario: hub.scenario,
        first_mes,
        mes_example: text_of(hub.examples),
        creator_notes,
        system_prompt: hub.system_prompt,
        post_history_instructions: hub.post_history_instructions,
        alternate_greetings,
        character_book: hub.book.map(|book| plain::to_plain(book, Form::V3, &Options::default())),
        tags: hub.tags,
        creator: hub.creator,
        character_version: hub.version,
        extensions: hub.extensions,
        assets: hub.assets.map(|assets| respelled(assets, EmbeddedScheme::Embeded)),
        nickname: hub.nickname,
        creator_notes_multilingual: other_notes.map(distinct),
        source: hub.source,
        group_only_greetings: hub.group,
        creation_date: hub.created,
        modification_date: hub.modified,
        rest: unknown_beside::<v3::Data>(hub.unknown),
    };
    v3::Card { data, rest: unknown_beside::<v3::Card>(hub.root), ..v3::Card::default() }
}

/// A map with the first text of each name.
fn distinct(texts: Vec<(String, String)>) -> Keyed<String> {
    let mut names = HashSet::new();
    Keyed(texts.into_iter().filter(|(name, _)| names.insert(name.clone())).collect())
}

fn write_v3l(hub: Hub, options: &Options) -> v3l::Card {
    let mut first_messages = hub.other_greetings;
    if !hub.solo.is_empty() {
        let default = FirstMessages { locale: options.locale.clone(), messages: hub.solo, ..FirstMessages::default() };
        first_messages.insert(0, default);
    }
    let notes = hub.notes.into_list(&options.locale);
    let note = |(locale, content)| CreatorNote { locale, content, ..CreatorNote::default() };
    let example_messages = blocks_of(hub.examples, &hub.name);
    let data = v3l::Data {
        name: hub.name,
        description: hub.description,
        tags: hub.tags,
        creator: hub.creator,
        character_version: hub.version,
        example_messages,
        first_messages,
        extensions: hub.extensions,
        creator_notes: notes.into_iter().map(note).collect(),
        guidance_note: hub.guidance_note,
        character_book: hub.book.map(|book| plain::to_plain(book, Form::V3L, options)),
        assets: hub.assets.map(|assets| respelled(assets, EmbeddedScheme::Embedded)),
        nickname: hub.nickname,
        creation_date: hub.created,
        modification_date: hub.modified,
        rest: Rest::default(),
    };
    v3l::Card { data, ..v3l::Card::default() }
}

fn write_prom(mut hub: Hub, options: &Options) -> prom::Card {
    prom::remove_moved(&mut hub.unknown, &mut hub.root);
    if options.scenario == Scenario::Variable {
        scenario_to_variable(&mut hub);
    }
    let info = prom::Info {
        creator: hub.creator,
        version: hub.version,
        source: hub.source.unwrap_or_default().join(" / "),
        tags: hub.tags,
        creator_notes: hub.notes.into_one(&options.locale),
        created_at: hub.created.filter(|date| date.seconds() != 0),
        updated_at: hub.modified.filter(|date| date.seconds() != 0),
        ..prom::Info::default()
    };
    let external = prom::CardExternal {
        appdata: Some(hub.extensions).filter(|appdata| !appdata.is_empty()),
        assets: hub.assets.map(assets::to_remote).filter(|assets| !assets.is_empty()),
        ..prom::CardExternal::default()
    };
    let example_messages = messages_of(hub.examples, &hub.name);
    let data = prom::Data {
        name: hub.name,
        description: hub.description,
        personality: hub.personality,
        greetings: prom::Greetings { solo: hub.solo, group: hub.group, ..prom::Greetings::default() },
        example_messages,
        system_prompt: hub.system_prompt,
        post_history_instructions: hub.post_history_instructions,
        character_book: hub.book.map(|book| prom_book::to_prom(book, options)),
        rest: unknown_beside::<prom::Data>(hub.unknown),
    };
    prom::Card {
        data,
        metadata: Some(info).filter(|info| *info != prom::Info::default()),
        external: Some(external).filter(|external| *external != prom::CardExternal::default()),
        rest: unknown_beside::<prom::Card>(hub.root),
        ..prom::Card::default()
    }
}

/// Every greeting sets the scenario as a variable, and the description shows it. Without a greeting that could set it,
/// or with braces in it that would end the macro early, the scenario stays what the options say otherwise: stashed or
/// lost.
///
/// Spec: Prom V3.1 `scenario` (deprecated in favour of the macros).
fn scenario_to_variable(hub: &mut Hub) {
    let nobody_sets_it = hub.solo.is_empty() && hub.group.is_empty();
    if hub.scenario.is_empty() || nobody_sets_it || !is_whole_argument(&hub.scenario) {
        return;
    }
    let scenario = std::mem::take(&mut hub.scenario);
    for greeting in hub.solo.iter_mut().chain(&mut hub.group) {
        *greeting = format!("{{{{setvar::scenario::{scenario}}}}}{greeting}");
    }
    if !hub.description.is_empty() {
        hub.description.push('\n');
    }
    hub.description.push_str("{{getvar::scenario}}");
}

/// Whether a text can be in the last argument of a macro: its braces close within it, and its end is no brace that
/// the macro would take for its own.
fn is_whole_argument(text: &str) -> bool {
    let mut open = 0_usize;
    let mut rest = text;
    while let Some(at) = rest.find("{{").into_iter().chain(rest.find("}}")).min() {
        let (braces, behind) = rest.get(at..).map_or(("", ""), |found| found.split_at(2));
        open = match (braces, open) {
            ("{{", open) => open + 1,
            (_, 0) => return false,
            (_, open) => open - 1,
        };
        rest = behind;
    }
    open == 0 && !rest.ends_with('}')
}

fn text_of(examples: Examples) -> String {
    match examples {
        Examples::Text(text) => text,
        Examples::Blocks(blocks) => text_of_v3l(&blocks),
        Examples::Messages(messages) => text_of_prom(&messages),
    }
}

fn blocks_of(examples: Examples, name: &str) -> Vec<Vec<Keyed<String>>> {
    match examples {
        Examples::Blocks(blocks) => blocks,
        Examples::Text(text) => v3l_of_text(&text, name),
        Examples::Messages(messages) if messages.is_empty() => Vec::new(),
        Examples::Messages(messages) => vec![messages.into_iter().map(map_of).collect()],
    }
}

fn messages_of(examples: Examples, name: &str) -> Vec<ExampleMessage> {
    match examples {
        Examples::Messages(messages) => messages,
        Examples::Text(text) => prom_of_text(&text, name),
        Examples::Blocks(blocks) => blocks.iter().flatten().map(of_map).collect(),
    }
}

fn of_map(message: &Keyed<String>) -> ExampleMessage {
    let text = |key| message.get(key).map_or("", String::as_str);
    ExampleMessage { role: Role::from(text("role")), content: text("content").to_owned(), ..ExampleMessage::default() }
}
