//! What two clients do to the JSON of cards and books, for the rows that ask it: importers, checks, conversions.

pub mod risuai;
pub mod sillytavern;
