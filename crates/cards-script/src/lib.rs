//! Regex scripts: the find-and-replace rules that a card, a preset or the settings of a client bring along.
//!
//! [`sillytavern`] and [`risu`] each read, write and run the scripts of one client, with its order, its flags and its
//! accidents; [`convert`] turns one form into the other and names what gets lost. Scripts are written by strangers:
//! patterns run under [`Limits`], a script that cannot run is passed over with a [`Finding`], and nothing runs that the
//! caller did not hand in.
//!
//! # Examples
//!
//! ```
//! use cards_json::Json;
//! use cards_macro::MapHost;
//! use cards_script::Limits;
//! use cards_script::sillytavern::{Call, Placement, Script, run};
//!
//! let json = Json::read(
//!     r#"{"scriptName":"bold","findRegex":"/\\*(.+?)\\*/g","replaceString":"<b>$1</b>","trimStrings":[],"placement":[2]}"#,
//!     &cards_json::Limits::default(),
//! )?;
//! let scripts = [Script::from_json(&json)];
//! let mut host = MapHost::new("Rin", "Mira");
//! let ran = run("a *lamp*", &scripts, &Call::new(Placement::AiOutput), &mut host, &Limits::default());
//! assert_eq!(ran.text, "a <b>lamp</b>");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// On docs.rs, what a feature brings says so.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod aside;
pub mod convert;
mod error;
mod file;
mod finding;
mod limits;
mod member;
mod ran;
pub mod risu;
pub mod sillytavern;

pub use error::Error;
pub use file::ScriptFile;
pub use finding::{Finding, FindingKind};
pub use limits::Limits;
pub use ran::{Ran, Step};

/// The example of the README runs here.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
