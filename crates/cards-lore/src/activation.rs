//! The answer of one turn.

use crate::finding::Finding;
use crate::lore::EntryAt;
use crate::placement::{InjectHow, Placement};
use crate::trace::Trace;
use crate::trace::json::{count, number, text};
use cards_model::json::Writer;
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
    pub fn write_json(&self, out: &mut Writer) {
        out.object(|out| {
            out.key("slots");
            out.array(|out| {
                for slot in &self.slots {
                    out.element();
                    out.object(|out| self.write_slot(out, slot));
                }
            });
            count(out, "tokens", self.tokens());
            out.key("overflowed");
            out.bool(self.overflowed);
            out.key("disabled_prompts");
            out.array(|out| {
                for prompt in &self.disabled_prompts {
                    out.element();
                    out.string(prompt);
                }
            });
            out.key("findings");
            out.array(|out| {
                for finding in &self.findings {
                    out.element();
                    out.object(|out| write_finding(out, finding));
                }
            });
            out.key("trace");
            self.trace.write_json(out);
        });
    }

    fn write_slot(&self, out: &mut Writer, slot: &Slot) {
        write_placement(out, &slot.placement);
        text(out, "role", slot.role.as_str());
        out.key("entries");
        out.array(|out| {
            for entry in slot.entries.iter().filter_map(|&number| self.entries.get(number)) {
                out.element();
                out.object(|out| {
                    count(out, "book", entry.at.book);
                    count(out, "entry", entry.at.entry);
                    number(out, "order", entry.order);
                    count(out, "tokens", entry.tokens);
                    text(out, "content", &entry.content);
                });
            }
        });
    }
}

fn write_finding(out: &mut Writer, finding: &Finding) {
    text(out, "kind", finding.kind.id());
    text(out, "message", &finding.kind.to_string());
    if let Some(at) = finding.entry {
        count(out, "book", at.book);
        count(out, "entry", at.entry);
    }
}

fn write_placement(out: &mut Writer, placement: &Placement) {
    text(out, "place", placement.kind());
    match placement {
        Placement::Depth { depth } | Placement::ReverseDepth { depth } => number(out, "depth", *depth),
        Placement::InstructDepth { tokens } | Placement::ReverseInstructDepth { tokens } => {
            number(out, "depth_tokens", *tokens);
        }
        Placement::Slot(name) | Placement::Outlet(name) => text(out, "name", name),
        Placement::Inject { target, how } => {
            text(out, "name", target);
            match how {
                InjectHow::Append => text(out, "how", "append"),
                InjectHow::Prepend => text(out, "how", "prepend"),
                InjectHow::Replace(part) => {
                    text(out, "how", "replace");
                    text(out, "part", part);
                }
            }
        }
        Placement::Nowhere(position) => count(out, "position", *position),
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
