//! What SillyTavern 1.19 does with the JSON of cards and books, for those who need its very answers.
//!
//! Everything here works on plain JSON values as that program does, missing members and JavaScript's idea of truth
//! included. Who wants the meaning of a file rather than one program's treatment of it reads a
//! [`crate::Document`] and converts the typed forms.

mod book;
mod card;
mod name;
mod validate;

pub use book::{export_character_book, import_character_book};
pub use card::{Imported, import_json, list_view};
pub use name::file_name;
pub use validate::{Validation, validate};
