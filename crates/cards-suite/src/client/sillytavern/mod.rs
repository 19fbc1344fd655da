//! What SillyTavern 1.19 does with the JSON of cards and books when it imports, lists and checks them.
//!
//! Everything here works on plain JSON values as that program does, missing members and JavaScript's idea of truth
//! included. Who wants the meaning of a file rather than one program's treatment of it reads a
//! [`cards_model::Document`] and converts the typed forms.

mod card;
#[cfg(test)]
mod tests;
mod validate;
mod world;

pub use card::{Imported, import_json, import_yaml, list_view};
pub use validate::{Validation, validate};
pub use world::{
    ImportedWorld, WorldOf, import_agnai_memory, import_novelai_lorebook, import_risu_lorebook, import_world,
};
