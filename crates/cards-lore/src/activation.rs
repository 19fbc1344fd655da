//! The answer of one turn.

use crate::finding::Finding;
use crate::json::{Json, string};
use crate::lore::EntryAt;
use crate::placement::{InjectHow, Placement};
use crate::trace::Trace;
use cards_words::Role;

/// What one turn came to: the entries that fired, their text by place, and the account of it.
#[derive(Clone, Debug)]
pub struct Activation {
    /// The entries that are inserted, in the order in which they fired.
    pub entries: Vec<Active>,
    /// The same entries in the order of their text in the prompt, as places in [`Activation::entries`].
    pub prompt_order: Vec<usize>,
    /// Their text, put together by place.
    pub slots: Vec<Slot>,
    /// Why each entry fired or did not.
    pub trace: Trace,
    /// What was odd about the books, and limits that were reached.
    pub findings: Vec<Finding>,
    /// Whether the budget was short.
    pub overflowed: bool,
    /// Prompts of the application that active entries switch off (`@@disable_ui_prompt`).
    pub disabled_prompts: Vec<String>,
}

/// An entry that is inserted.
#[derive(Clone, Debug, PartialEq)]
pub struct Active {
    /// Which entry.
    pub at: EntryAt,
    /// Its text without decorators, macros expanded.
    pub content: String,
    /// Where the text goes.
    pub placement: Placement,
    /// Who speaks it.
    pub role: Role,
    /// Its place among others of its kind.
    pub order: f64,
    /// Its rank when the budget is short.
    pub priority: f64,
    /// Tokens of its text.
    pub tokens: u64,
    /// The pass in which it fired, counted from 1.
    pub pass: u32,
}

/// Texts that go to one place.
#[derive(Clone, Debug, PartialEq)]
pub struct Slot {
    /// The place.
    pub placement: Placement,
    /// Who speaks; matters at a depth.
    pub role: Role,
    /// The entries in prompt order, as places in [`Activation::entries`].
    pub entries: Vec<usize>,
}

impl Activation {
    /// Joins the texts of a slot by line feeds; entries without text are passed over.
    #[must_use]
    pub fn text(&self, slot: &Slot) -> String {
        let texts = slot.entries.iter().filter_map(|&number| self.entries.get(number));
        let texts: Vec<&str> = texts.map(|entry| entry.content.as_str()).filter(|text| !text.is_empty()).collect();
        texts.join("\n")
    }

    /// Counts the tokens of all entries that are inserted.
    #[must_use]
    pub fn tokens(&self) -> u64 {
        self.entries.iter().map(|entry| entry.tokens).sum()
    }

    /// Writes the answer as JSON: `slots` (`place`, `role`, `entries` with `book`, `entry`, `order`, `tokens`,
    /// `content`), `tokens`, `overflowed`, `disabled_prompts`, `findings`, `trace`.
    pub fn write_json(&self, out: &mut String) {
        let mut object = Json::object(out);
        let mut slots = Json::list(object.member("slots"));
        for slot in &self.slots {
            let mut inner = Json::object(slots.item());
            write_placement(&mut inner, &slot.placement);
            inner.text("role", slot.role.as_str());
            let mut entries = Json::list(inner.member("entries"));
            for entry in slot.entries.iter().filter_map(|&number| self.entries.get(number)) {
                let mut inner = Json::object(entries.item());
                inner.count("book", entry.at.book as u64);
                inner.count("entry", entry.at.entry as u64);
                inner.number("order", entry.order);
                inner.count("tokens", entry.tokens);
                inner.text("content", &entry.content);
                inner.end();
            }
            entries.end();
            inner.end();
        }
        slots.end();
        object.count("tokens", self.tokens());
        object.member("overflowed").push_str(if self.overflowed { "true" } else { "false" });
        let mut prompts = Json::list(object.member("disabled_prompts"));
        for prompt in &self.disabled_prompts {
            string(prompts.item(), prompt);
        }
        prompts.end();
        let mut findings = Json::list(object.member("findings"));
        for finding in &self.findings {
            let mut inner = Json::object(findings.item());
            inner.text("kind", finding.kind.id());
            inner.text("message", &finding.kind.to_string());
            if let Some(at) = finding.entry {
                inner.count("book", at.book as u64);
                inner.count("entry", at.entry as u64);
            }
            inner.end();
        }
        findings.end();
        self.trace.write_json(object.member("trace"));
        object.end();
    }
}

fn write_placement(object: &mut Json<'_>, placement: &Placement) {
    object.text("place", placement.kind());
    match placement {
        Placement::Depth { depth } | Placement::ReverseDepth { depth } => object.number("depth", *depth),
        Placement::InstructDepth { tokens } | Placement::ReverseInstructDepth { tokens } => {
            object.number("depth_tokens", *tokens);
        }
        Placement::Slot(name) | Placement::Outlet(name) => object.text("name", name),
        Placement::Inject { target, how } => {
            object.text("name", target);
            match how {
                InjectHow::Append => object.text("how", "append"),
                InjectHow::Prepend => object.text("how", "prepend"),
                InjectHow::Replace(part) => {
                    object.text("how", "replace");
                    object.text("part", part);
                }
            }
        }
        Placement::Nowhere(number) => object.number("position", *number as f64),
        _ => {}
    }
}

/// Puts entries that stand in prompt order into slots, by first appearance.
pub(crate) fn slots_in_order(entries: &[Active], prompt_order: &[usize]) -> Vec<Slot> {
    let mut slots: Vec<Slot> = Vec::new();
    for &number in prompt_order {
        let Some(entry) = entries.get(number) else { continue };
        let place = slots.iter_mut().find(|slot| slot.placement == entry.placement && slot.role == entry.role);
        match place {
            Some(slot) => slot.entries.push(number),
            None => slots.push(Slot { placement: entry.placement.clone(), role: entry.role, entries: vec![number] }),
        }
    }
    slots
}
