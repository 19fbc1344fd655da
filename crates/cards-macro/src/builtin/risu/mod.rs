//! RisuAI's macros. De facto: RisuAI 904a14a (2026-01-12).
//!
//! A missing argument is JavaScript's `undefined`: a function that cannot do with it leaves its macro as text.

pub(crate) mod chance;
pub(crate) mod chat;
pub(crate) mod cipher;
pub(crate) mod data;
pub(crate) mod fields;
pub(crate) mod formula;
pub(crate) mod functions;
pub(crate) mod html;
pub(crate) mod math;
pub(crate) mod program;
pub(crate) mod texts;
pub(crate) mod time;
pub(crate) mod variables;

/// RisuAI holds `true` and `1` for true and everything else for false.
pub(crate) fn is_true(text: &str) -> bool {
    text == "1" || text == "true"
}

/// What a missing argument prints.
pub(crate) const UNDEFINED: &str = "undefined";
