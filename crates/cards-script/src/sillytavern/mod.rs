//! SillyTavern's regex scripts.
//!
//! De facto: SillyTavern 1.19.0, its regex extension. Cards keep them in `data.extensions.regex_scripts`, presets in
//! `extensions.regex_scripts`, the settings in `extension_settings.regex`; a file is one script or a list of them.

mod find;
mod replace;
mod run;
mod script;

pub(crate) use find::written_pattern;
pub(crate) use replace::with_match;

pub use run::{Call, Purpose, Sources, run, run_one};
pub use script::{Placement, Script, Substitute};
