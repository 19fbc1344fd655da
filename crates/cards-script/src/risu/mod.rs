//! RisuAI's regex scripts.
//!
//! De facto: RisuAI 904a14a (2026-01-12). Cards keep them in `data.extensions.risuai.customScripts`, modules and presets
//! in `regex`, files as `{"type": "regex", "data": [...]}`. Lua, triggers and plugins, which the client runs before them,
//! are not run here.

mod action;
mod pattern;
mod replace;
mod run;
mod script;

pub(crate) use action::{actions_of, in_order};

pub use run::{Call, run};
pub use script::{Mode, Script};
