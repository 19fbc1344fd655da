//! What real files do that is worth a note, told once the content is typed.

use crate::document::SpecObject;
use crate::json::{Json, Object, Writer};
use crate::rules::{self, Rule};
use crate::spec::lorebook::Lorebook;
use crate::{Card, Content, Finding, Limits, Position, prom};

/// Notes the habits of a content, in document order.
pub(crate) fn note(content: &Content, findings: &mut Vec<Finding>, limits: Limits) {
    let mut notes = Notes { findings, most: limits.findings };
    match content {
        Content::Card(card) => notes.card(card),
        Content::Lorebook(book) => notes.book(book, ""),
        Content::LorebookV3(file) => notes.book(&file.data, "/data"),
        Content::PromBook(book) => notes.prom_book(book, ""),
        Content::WorldInfo(world) => {
            for (uid, entry) in &world.entries.0 {
                let at = |name| format!("{}/{name}", crate::json::pointer::member("/entries", uid));
                notes.keys(&entry.key, &|| at("key"));
                notes.keys(entry.keysecondary.as_deref().unwrap_or_default(), &|| at("keysecondary"));
            }
        }
        Content::Module(_) | Content::RisuLorebook(_) | Content::AgnaiBook(_) | Content::NovelAi(_) => {}
    }
}

struct Notes<'a> {
    findings: &'a mut Vec<Finding>,
    most: usize,
}

impl Notes<'_> {
    fn add(&mut self, rule: &'static Rule, pointer: String, message: impl Into<String>) {
        if self.findings.len() < self.most {
            self.findings.push(Finding::new(rule, pointer, message));
        }
    }

    fn card(&mut self, card: &Card) {
        let name_at = match card {
            Card::V0(_) => "/char_name",
            Card::V1(_) => "/name",
            _ => "/data/name",
        };
        if card.name().trim().is_empty() {
            self.add(&rules::EMPTY_NAME, name_at.to_owned(), "the character has no name");
        }
        match card {
            Card::V2(card) => self.mirror(card.rest.unknown(), &card.data),
            Card::V3(card) => self.mirror(card.rest.unknown(), &card.data),
            _ => {}
        }
        const BOOK: &str = "/data/character_book";
        match card {
            Card::V0(_) | Card::V1(_) => {}
            Card::V2(card) => card.data.character_book.iter().for_each(|book| self.book(book, BOOK)),
            Card::V3(card) => card.data.character_book.iter().for_each(|book| self.book(book, BOOK)),
            Card::V3L(card) => card.data.character_book.iter().for_each(|book| self.book(book, BOOK)),
            Card::Prom(card) => card.data.character_book.iter().for_each(|book| self.prom_book(book, BOOK)),
        }
    }

    /// Compares the V1 members beside `data` with those inside.
    fn mirror<T: SpecObject>(&mut self, root: &Object, data: &T) {
        for (name, value) in root.iter().filter(|(name, _)| !matches!(*name, "extensions" | "character_book")) {
            let inside = T::index_of(name).and_then(|index| member_json(data, index));
            if inside.is_some_and(|inside| inside != *value) {
                let at = crate::json::pointer::member("", name);
                self.add(&rules::MIRROR_DIFFERS, at, format!("differs from `/data/{name}`, which counts"));
            }
        }
    }

    fn book(&mut self, book: &Lorebook, at: &str) {
        for (i, entry) in book.entries.iter().enumerate() {
            let secondary = entry.secondary_keys.as_deref().unwrap_or_default();
            let at = || format!("{at}/entries/{i}");
            self.entry(&at, &entry.keys, secondary, entry.position.as_ref());
            if entry.insertion_order.as_f64().fract() != 0.0 {
                let message = format!("{} has a fraction; read as it is", entry.insertion_order);
                self.add(&rules::ORDER_FRACTION, format!("{}/insertion_order", at()), message);
            }
        }
    }

    fn prom_book(&mut self, book: &prom::Book, at: &str) {
        for (i, entry) in book.entries.iter().enumerate() {
            let secondary = entry.secondary_keys.as_deref().unwrap_or_default();
            self.entry(&|| format!("{at}/entries/{i}"), &entry.keys, secondary, entry.position.as_ref());
        }
    }

    /// The place is a function: hardly any entry needs its pointer, and making one takes longer than the checks.
    fn entry(&mut self, at: &dyn Fn() -> String, keys: &[String], secondary: &[String], position: Option<&Position>) {
        self.keys(keys, &|| format!("{}/keys", at()));
        self.keys(secondary, &|| format!("{}/secondary_keys", at()));
        if position.is_some_and(|position| position.as_str().is_empty()) {
            self.add(&rules::BLANK_POSITION, format!("{}/position", at()), "an empty text names no place");
        }
    }

    fn keys(&mut self, keys: &[String], at: &dyn Fn() -> String) {
        for (i, key) in keys.iter().enumerate() {
            if key.chars().all(char::is_whitespace) {
                self.add(&rules::BLANK_KEY, format!("{}/{i}", at()), "the key is blank and never matches");
            }
        }
    }
}

/// One member of a spec object as it would be written.
fn member_json<T: SpecObject>(object: &T, index: u8) -> Option<Json> {
    match Writer::value_of(|out| out.object(|out| object.write_member(index, out))) {
        Json::Object(written) => written.into_iter().next().map(|(_, value)| value),
        _ => None,
    }
}
