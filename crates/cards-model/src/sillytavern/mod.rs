//! What SillyTavern 1.19 does with the JSON of cards and books, for those who need its very answers.
//!
//! Everything here works on plain JSON values as that program does, missing members and JavaScript's idea of truth
//! included. Who wants the meaning of a file rather than one program's treatment of it reads a
//! [`crate::Document`] and converts the typed forms.

mod book;
mod byaf;
mod card;
mod name;
mod validate;
mod world;

pub use book::{export_character_book, import_character_book, import_character_book_entry, keyed_entries};
pub use byaf::{backyard_macros, import_byaf};
pub use card::{Imported, import_json, import_yaml, list_view};
pub use name::file_name;
pub use validate::{Validation, validate};
pub use world::{
    ImportedWorld, WorldOf, import_agnai_memory, import_novelai_lorebook, import_risu_lorebook, import_world, new_entry,
};
