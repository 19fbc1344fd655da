//! RisuAI's whole prompt, as a new installation sends it: without a prompt template, in the order of its settings.
//!
//! De facto: RisuAI (kwaroran/RisuAI), read at 015d12a0 (`src/ts/process/index.svelte.ts`), 0153f299
//! (`src/ts/storage/database.svelte.ts`, version 161.2.0), 0c7deedb (`src/ts/storage/defaultPrompts.ts`) and dfb03d08
//! (`src/ts/process/exampleMessages.ts`). What a prompt template, memory, triggers, Lua, plugins and pictures add is not here.
//!
//! The greeting is where the chat has it: the client keeps it apart and always sends it, and a chat without one is sent as it is.

mod chat;
mod examples;
mod input;
mod item;
mod places;
mod preset;
mod roles;

use cards_macro::{Error, Host};
use cards_model::{Card, Json};
use cards_words::{Role, TokenCounter};

pub use self::input::RisuInput;

use self::chat::Line;
use self::item::Item;
use self::places::Places;
use self::preset::{DESCRIPTION_OF, NEW_CHAT, ORDER, ROOM, SCENARIO, Section};
use crate::expand::Expander;
use crate::input::PromptInput;
use crate::segment::{Prompt, Segment, Source};

/// Puts the prompt together as RisuAI does.
///
/// # Errors
/// A limit that expanding a text hit.
pub fn assemble(input: &RisuInput<'_>, host: &mut dyn Host, tokens: &mut dyn TokenCounter) -> Result<Prompt, Error> {
    let PromptInput { engine, limits, .. } = &input.prompt;
    let expander = Expander::new(host, *engine, limits, std::collections::BTreeMap::new());
    let places = Places::of(input.prompt.lore);
    let mut maker = Maker { input, expander, tokens, places, left_out: Vec::new(), excess: 0 };
    let sections = maker.sections()?;
    let mut messages = joined(sections);
    maker.note_of_character(&mut messages)?;
    Ok(maker.finish(messages))
}

struct Maker<'m> {
    input: &'m RisuInput<'m>,
    expander: Expander<'m>,
    tokens: &'m mut dyn TokenCounter,
    places: Places<'m>,
    left_out: Vec<Item>,
    excess: u64,
}

impl Maker<'_> {
    /// The messages of each section, in order.
    fn sections(&mut self) -> Result<Vec<Vec<Item>>, Error> {
        let PromptInput { card, system_prompt, post_history_instructions, persona, .. } = self.input.prompt;
        let main = self.spoken(Source::SystemPrompt, card.system_prompt(), system_prompt)?;
        let global_note =
            self.spoken(Source::PostHistoryInstructions, card.post_history_instructions(), post_history_instructions)?;
        let note = self.items(Source::AuthorsNote, self.input.note)?;
        let description = self.description(card)?;
        let lorebook = self.places.book();
        let persona = self.items(Source::Persona, persona)?;
        let post_everything = self.places.behind_everything();
        let others = [&main, &global_note, &note, &description, &lorebook, &persona, &post_everything];
        let taken = others.into_iter().flatten().map(|item| self.cost(item)).sum();
        let (chats, last) = self.chats(taken)?;
        let mut sections: Vec<(Section, Vec<Item>)> = vec![
            (Section::Main, main),
            (Section::GlobalNote, global_note),
            (Section::AuthorsNote, note),
            (Section::Description, description),
            (Section::Lorebook, lorebook),
            (Section::Persona, persona),
            (Section::PostEverything, post_everything),
            (Section::Chats, chats),
            (Section::LastChat, last),
        ];
        sections.sort_by_key(|(section, _)| ORDER.iter().position(|known| known == section));
        Ok(sections.into_iter().map(|(_, items)| items).collect())
    }

    /// The card's text, with the user's where it asks for `{{original}}`, or the user's; a message for each role it names.
    fn spoken(&mut self, source: Source, card: &str, user: &str) -> Result<Vec<Item>, Error> {
        // The client puts the user's text in before any macro runs.
        let of_card = card.replace("{{original}}", user);
        let text = self.expander.text(if of_card.is_empty() { user } else { &of_card })?;
        Ok(roles::spoken(&text).into_iter().map(|(role, text)| Item::new(source.clone(), role, text)).collect())
    }

    /// A text of the system.
    fn items(&mut self, source: Source, text: &str) -> Result<Vec<Item>, Error> {
        if text.is_empty() {
            return Ok(Vec::new());
        }
        Ok(vec![Item::new(source, Role::System, self.expander.text(text)?)])
    }

    /// Description, personality and scenario in one message, with the lore that goes before and behind them.
    fn description(&mut self, card: &Card) -> Result<Vec<Item>, Error> {
        let mut item = Item::new(Source::Description, Role::System, self.expander.text(card.description())?);
        for (source, heading, text) in
            [(Source::Personality, DESCRIPTION_OF, card.personality()), (Source::Scenario, SCENARIO, card.scenario())]
        {
            if !text.is_empty() {
                item.parts.push((source, self.expander.text(&format!("\n\n{heading}: {text}"))?));
            }
        }
        let mut items = self.places.before_description();
        items.push(item);
        items.extend(self.places.behind_description());
        Ok(items)
    }

    /// Examples and messages, what of them has room, with the lore among them; the newest apart.
    fn chats(&mut self, taken: u64) -> Result<(Vec<Item>, Vec<Item>), Error> {
        let mut lines = examples::read(&self.input.prompt.card.mes_example(), self.input.prompt.card.name());
        for line in &mut lines {
            line.text = self.expander.text(&line.text)?;
        }
        let mut chats: Vec<Item> = lines.into_iter().map(Line::into_item).collect();
        chats.push(Item { mark: true, ..Item::new(Source::Setting("new chat"), Role::System, NEW_CHAT.to_owned()) });
        // The mark of the new chat is not counted, and yet it is given back when it goes.
        let mut used = taken + chats.iter().filter(|item| !item.mark).map(|item| self.cost(item)).sum::<u64>();
        let messages = chat::messages(self.input, &mut self.expander)?;
        used += messages.iter().map(|item| self.cost(item)).sum::<u64>();
        chats.extend(messages);
        let among = self.places.among_messages();
        used += among.iter().map(|(_, item)| self.cost(item)).sum::<u64>();

        let room = self.input.prompt.context.unwrap_or(ROOM);
        let mut gone = 0;
        while used > room && gone + 1 < chats.len() {
            let cost = chats.get(gone).map_or(0, |item| self.cost(item));
            used = used.saturating_sub(cost);
            gone += 1;
        }
        self.left_out.extend(chats.drain(..gone));
        self.excess = used.saturating_sub(room);
        let last = chats.pop().into_iter().collect();
        chats.retain(|item| !item.is_blank());
        for (place, item) in among {
            let at = place.index(chats.len());
            chats.insert(at, item);
        }
        Ok((chats, last))
    }

    /// Puts the character's note among all messages, counted from the end of them all.
    fn note_of_character(&mut self, messages: &mut Vec<Item>) -> Result<(), Error> {
        let note = self.input.prompt.card.extensions().get("depth_prompt");
        let text = note.and_then(|note| note.get("prompt")).and_then(Json::as_str).filter(|text| !text.is_empty());
        let Some(text) = text else { return Ok(()) };
        let item = Item::new(Source::CharacterNote, Role::System, self.expander.text(text)?);
        let depth = match note.and_then(|note| note.get("depth")) {
            Some(Json::Number(number)) => number.as_f64(),
            Some(Json::String(text)) => text.trim().parse().unwrap_or(f64::NAN),
            Some(_) => 0.0,
            None => f64::NAN,
        };
        let at = chat::spliced(messages.len() as f64 - depth, messages.len());
        if !item.is_blank() {
            messages.insert(at, item);
        }
        Ok(())
    }

    /// What the client counts for a message.
    fn cost(&mut self, item: &Item) -> u64 {
        self.tokens.count(&item.text()) + preset::PER_MESSAGE
    }

    fn finish(mut self, messages: Vec<Item>) -> Prompt {
        let mut prompt = Prompt { excess: self.excess, ..Prompt::default() };
        let left_out = std::mem::take(&mut self.left_out);
        prompt.left_out = left_out.into_iter().flat_map(|item| self.segments(item)).collect();
        prompt.segments = messages.into_iter().flat_map(|item| self.segments(item)).collect();
        let nowhere = std::mem::take(&mut self.places.nowhere);
        for (lore, reason) in nowhere {
            let item = Item::new(Source::Lore(lore.entry.clone()), lore.role, lore.text.clone());
            let segments = self.segments(item).into_iter();
            prompt.unplaced.extend(segments.map(|segment| crate::Unplaced { segment, reason: reason.clone() }));
        }
        let mut unknown = self.expander.unknown;
        unknown.extend(self.input.prompt.history.unknown_macros.iter().cloned());
        prompt.unknown_macros = unknown.into_iter().collect();
        prompt
    }

    fn segments(&mut self, item: Item) -> Vec<Segment> {
        let role = item.role;
        let parts = item.parts.into_iter().enumerate();
        let segments = parts.map(|(number, (source, text))| {
            let tokens = self.tokens.count(&text);
            Segment { source, role, name: None, text, tokens, joined: number > 0 }
        });
        segments.collect()
    }
}

/// All sections in one list; messages of the system that follow one another are one.
fn joined(sections: Vec<Vec<Item>>) -> Vec<Item> {
    let mut messages: Vec<Item> = Vec::new();
    for item in sections.into_iter().flatten().filter(|item| !item.is_blank()) {
        let fits = |last: &&mut Item| last.role == Role::System && item.role == Role::System && last.mark == item.mark;
        if let Some(last) = messages.last_mut().filter(fits) {
            let mut parts = item.parts.into_iter();
            last.parts.extend(parts.next().map(|(source, text)| (source, format!("\n\n{text}"))));
            last.parts.extend(parts);
        } else {
            messages.push(item);
        }
    }
    messages.iter_mut().for_each(Item::trim);
    messages
}
