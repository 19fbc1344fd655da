//! The prompt that a model gets: card, chat and fired lore, in order.
//!
//! Stands on `cards-model` (the card), `cards-macro` (its texts expanded) and the placements of `cards-lore`. It knows
//! no model and no tokenizer: the caller counts tokens and joins the [`Segment`]s in the way that its model wants.
//!
//! The order is the one that the specs ask for and the clients share: system prompt, lore before the character,
//! description, personality, scenario, lore after the character, example messages, the chat with lore at its depths,
//! post-history instructions.

mod assemble;
mod budget;
mod input;
mod original;
mod segment;

pub use assemble::assemble;
pub use input::{ChatMessage, LoreText, PromptInput};
pub use segment::{Prompt, Segment, Source};

/// The examples of the workspace's README, which stand for every layer, run here: this crate sees all of them.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// The recipes of the cookbook, for the same reason.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/cookbook.md")]
struct Cookbook;
