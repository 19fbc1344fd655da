//! The answer of one turn.

use crate::book::Entry;
use crate::entry_at::EntryAt;
use crate::finding::Finding;
use crate::placement::Placement;
use crate::trace::Trace;
use cards_words::Role;

/// What one turn came to: the entries that fired, their text by place, and the account of it.
///
/// ```
/// use cards_lore::{Book, Entry, Estimate, Host, Limits, Lore, Message, Profile, SeededDice, Settings, State, Turn, Verbatim};
/// let book = Book::new("Saltmere", [Entry::new(["bell"], "It rings before a loss.")]);
/// let lore = Lore::compile(vec![book], Settings::new(Profile::Spec), &Limits::default())?;
/// let mut host = Host { tokens: &mut Estimate, dice: &mut SeededDice::new(1), expander: &mut Verbatim };
/// let turn = Turn::new([Message::user("The bell!")]);
/// let answer = lore.activate(&turn, &mut State::new(), &mut host)?;
/// assert_eq!(answer.text(&answer.slots[0]), "It rings before a loss.");
/// # Ok::<(), cards_lore::Error>(())
/// ```
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
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
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Active {
    /// Which entry.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub at: EntryAt,
    /// Its text without decorators, macros expanded.
    pub content: String,
    /// Where the text goes.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub placement: Placement,
    /// Who speaks it.
    pub role: Role,
    /// Its place among others of its kind.
    #[cfg_attr(feature = "serde", serde(with = "crate::serde_parts::number"))]
    pub order: f64,
    /// Its rank when the budget is short.
    #[cfg_attr(feature = "serde", serde(with = "crate::serde_parts::number"))]
    pub priority: f64,
    /// Tokens of its text.
    pub tokens: u64,
    /// The pass in which it fired, counted from 1.
    pub pass: u32,
}

impl Active {
    /// An entry that goes where it says itself, and ranks by its order.
    pub(crate) fn of(at: EntryAt, entry: &Entry, content: String, tokens: u64, pass: u32) -> Self {
        let (placement, role, order) = (entry.placement.clone(), entry.role, entry.order);
        Self { at, content, placement, role, order, priority: order, tokens, pass }
    }
}

/// Texts that go to one place.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Slot {
    /// The place.
    #[cfg_attr(feature = "serde", serde(flatten))]
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
}

/// Puts entries that are in prompt order into slots, by first appearance.
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
