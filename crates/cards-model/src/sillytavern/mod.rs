//! What SillyTavern 1.19 makes of books and of Backyard archives, writes for a new entry, and allows as a file name.
//!
//! Everything here works on plain JSON values as that program does, missing members and JavaScript's idea of truth
//! included. Who wants the meaning of a file rather than one program's treatment of it reads a
//! [`crate::Document`] and converts the typed forms.

mod book;
mod byaf;
mod entry;
mod name;

pub use book::{export_character_book, import_character_book, import_character_book_entry, keyed_entries};
pub use byaf::{backyard_macros, import_byaf};
pub use entry::new_entry;
pub use name::file_name;
