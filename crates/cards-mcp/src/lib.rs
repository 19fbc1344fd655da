//! Ten tools for agents that write and repair character cards.
//!
//! A [`Desk`] has the roots whose files may be looked at, the plans that were made, and the tools. [`Desk::call`] takes the name of a
//! tool and its arguments as JSON and gives one shape of [`Reply`]: a summary, data, what was left out, what to do next. Nothing is
//! written but by `apply`, which takes the token of a plan, and by nobody unless the desk was opened for writing. What cards say is data
//! and stays behind a [`fence`].
//!
//! The desk knows no protocol, no stream, no clock: [`Files`] gives it what it needs of the outside, a [`Disk`] or a [`Memory`] of tests.
//! [`serve`] speaks the Model Context Protocol over it.
//!
//! # Examples
//!
//! ```
//! use cards_mcp::{Desk, Limits, Memory};
//! use serde_json::json;
//!
//! let card = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","tags":["bard"]}}"#;
//! let mut desk = Desk::new(Memory::of([("cards/aria.json", card)]), Limits::default(), true);
//! let edits = json!([{"op": "set", "place": "name", "value": "Wick"}]);
//! let plan = desk.call("plan", json!({"paths": ["cards/aria.json"], "edits": edits}));
//! let done = desk.call("apply", json!({"token": plan.data["token"]}));
//! assert!(!done.is_error && done.summary.starts_with("wrote 1 file"));
//! ```

mod answer;
mod desk;
pub mod fence;
mod files;
mod given;
mod limits;
mod path;
mod refusal;
mod reply;
mod schema;
mod serve;
mod tokens;
mod tools;

pub use desk::Desk;
pub use files::{Disk, Files, FilesError, Listed, Listing, Memory, Root};
pub use limits::Limits;
pub use path::CardPath;
pub use reply::{Call, LeftOut, Reply};
pub use serve::serve;
pub use tools::{Hints, TOOLS, Tool};

/// The example of the README runs here.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
