//! What the macros of the table do.

pub(crate) mod card;
pub(crate) mod chat;
pub(crate) mod marinara;
pub(crate) mod names;
pub(crate) mod random;
pub(crate) mod risu;
pub(crate) mod text;
pub(crate) mod time;
pub(crate) mod variables;
