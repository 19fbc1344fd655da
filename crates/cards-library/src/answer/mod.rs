//! What a library answers, as plain data: rows of a listing, and cards that are there more than once.

mod dupes;
mod row;

pub use dupes::{Alike, AlikeCard, Dupes, Kept, Moved, SameCard, SameCore, SameName, Variant};
pub use row::{Book, Details, Row, RowTexts, RuleCount, Tokens, Trouble, UnreadRow};
