//! What RisuAI does with the JSON of cards and books, for those who need its very answers.
//!
//! Everything here works on plain JSON values as that program does. Who wants the meaning of a file rather than one
//! program's treatment of it reads a [`cards_model::Document`] and converts the typed forms.

mod check;
mod convert;
mod import;

pub use check::check;
pub use convert::{ConvertOptions, convert, convert_book};
pub use import::{Imported, import_json};
