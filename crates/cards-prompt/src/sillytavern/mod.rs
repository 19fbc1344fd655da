//! The whole prompt as SillyTavern sends it.
//!
//! A [`Scene`] says what the prompt is made for. [`prepare`] takes the steps that chat and text completion share; what
//! follows is the room of each: [`chat`] makes messages.
//!
//! De facto: SillyTavern 1.19.0. `docs/prompt.md` tells the algorithm in steps.

mod beside;
pub mod chat;
mod error;
mod examples;
mod extension;
mod group;
mod history;
mod kind;
mod note;
mod placed;
mod scene;
mod sourced;
mod stage;
mod steps;
pub mod text;

pub use beside::{
    AuthorsNote, CharactersNote, ExtensionPosition, Inject, NotePlace, Persona, PersonaPosition, role_from_number,
};
pub use error::Error;
pub use examples::{ExampleBlock, ExampleMessage, ExampleNames};
pub use extension::{DEPTH_PROMPT_KEY, ExtensionPrompt, ExtensionPrompts, NOTE_KEY, PERSONA_KEY};
pub use group::{Group, GroupMember, GroupMode};
pub use history::HistoryItem;
pub use scene::{ChatMessage, Generation, Mistakes, Overrides, Quiet, Reasoning, Scene, Settings};
pub use sourced::Sourced;
pub use stage::{Stage, With};
pub(crate) use steps::prepare_with;
pub use steps::{Bias, Books, Fields, LoreParts, Outside, Prepared, prepare};
