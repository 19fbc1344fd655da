//! The macro table: every built-in macro, what each profile makes of it, and an example that is a test.

mod entry;
mod lookup;
mod markdown;

mod card;
mod chat;
mod masks;
mod names;
mod pass;
mod random;
mod risu;
mod text;
mod time;
mod variables;

pub use entry::{Example, Group, MacroInfo, Variant};
pub use lookup::macro_table;
pub use markdown::markdown;

pub(crate) use entry::{Behaviour, Form};
pub(crate) use lookup::{find, suggest};
pub(crate) use pass::{Pass, Shape};

static CHAPTERS: &[&[MacroInfo]] = &[
    names::CHAPTER,
    card::CHAPTER,
    text::CHAPTER,
    random::CHAPTER,
    variables::CHAPTER,
    chat::CHAPTER,
    time::CHAPTER,
    risu::CHAPTER,
];
