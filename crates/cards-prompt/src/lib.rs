//! The prompt that a model gets: card, chat and fired lore, in order.
//!
//! Stands on `cards-model` (the card), `cards-macro` (its texts expanded) and the placements of `cards-lore`. It knows
//! no model and no tokenizer: the caller counts tokens and joins the [`Segment`]s in the way that its model wants.
//!
//! A turn has two steps here. [`open`] expands the greeting or the chat, since a greeting may set the variables that
//! lore and description read; then the caller fires lore over the result; then [`assemble`] puts everything together.
//! `cards-kit` does the three in one call.
//!
//! The order of [`assemble`] is the one that the specs ask for and the clients share: system prompt, lore before the character, persona,
//! description, personality, scenario, lore after the character, example messages, the chat with lore and the
//! character's note at their depths, post-history instructions. What the clients themselves send is in [`sillytavern`] and
//! [`risu`].

// On docs.rs, what a feature brings says so.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod assemble;
mod budget;
mod expand;
mod greeting;
mod history;
mod input;
pub mod presets;
pub mod risu;
mod segment;
pub mod sillytavern;
#[cfg(feature = "wire")]
pub mod wire;

pub use assemble::assemble;
pub use greeting::{NoGreeting, NotAnOpening, Opening, SoloGreeting, recognise, solo_greetings};
pub use history::{History, open};
pub use input::{LoreText, Note, PromptInput};
pub use segment::{Prompt, PromptMessage, Reason, Segment, Source, Unplaced};

/// The example of the README runs here.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
