//! One way in for every front end: a chat, its turns, and the prompt with the reasons for it.
//!
//! A [`Session`] holds a card, further books and modules, the user and the rules of a client. [`Session::turn`] takes a
//! [`Chat`] and gives the ordered prompt and the trace of the lore, in the right order: greeting, variables, lore,
//! assembly. What outlives a turn is a [`Memory`], which can be cloned for another answer and saved as text.
//!
//! Everything below is of the layers, and each of them is a module here, so that a program needs no other crate of the
//! family: cards in [`model`], files in [`container`], [`json`], [`macros`], lorebooks in [`lore`], regex scripts in
//! [`script`], assembly in [`prompt`], findings in [`lint`](mod@lint). What is met every day is at the root as well. This crate
//! knows no files, clock, terminal or model API.
//!
//! # Examples
//!
//! ```
//! use cards_kit::{Cast, Chat, Options, Session};
//!
//! let card = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","description":"A bard.",
//!     "first_mes":"Hello, {{user}}!","character_book":{"extensions":{},"entries":[{"keys":["bell"],
//!     "content":"The bell lies in the river.","enabled":true,"insertion_order":1,"extensions":{}}]}}}"#;
//! let cast = Cast::read([("aria.json", card.as_bytes())])?;
//! let mut session = Session::new(cast, Options::default().with_user("Sam"))?;
//!
//! let mut chat = Chat::default();
//! chat.say_as_character(session.greeting(0)?);
//! chat.say_as_user("Did you hear the bell?");
//! let turn = session.turn(&chat)?;
//!
//! let texts: Vec<&str> = turn.prompt.segments.iter().map(|piece| piece.text.as_str()).collect();
//! assert_eq!(texts, ["A bard.", "The bell lies in the river.", "Hello, Sam!", "Did you hear the bell?"]);
//! # Ok::<(), cards_kit::Error>(())
//! ```

// On docs.rs, what a feature brings says so.
#![cfg_attr(docsrs, feature(doc_cfg))]

// The answers of the command line as types: what it prints with `--json`, for those who print the same.
#[doc(hidden)]
pub mod answer;
mod beside;
mod cast;
mod chat;
mod check;
mod client;
pub mod compat;
mod convert;
mod counted;
mod described;
#[cfg(feature = "diff")]
pub mod diff;
pub mod edit;
mod error;
mod expand;
mod file;
mod host;
mod inspect;
pub mod inspection;
mod limits;
mod memory;
#[cfg(feature = "diff")]
pub mod merge;
pub mod miss;
mod open;
mod options;
mod persona;
#[cfg(feature = "pictures")]
mod picture;
#[doc(hidden)]
pub mod plain;
pub mod portrait;
mod profile;
mod repair;
mod scripts;
mod session;
mod shown;
pub mod why;

pub use answer::{Change as RepairChange, Expansion, ScriptRun, Step, VariableChange};
#[doc(hidden)]
pub use beside::convert_beside_as;
pub use beside::{Beside, BesideConversion, KeptPersona, Personas, convert_beside};
pub use cast::Cast;
pub use chat::{Chat, ChatError, ChatFinding, ChatForm, ChatNote, ChatOverrides, MessageExtra, Names};
pub use check::{Linted, lint};
pub use client::SillyTavern;
pub use convert::{
    Conversion, ConvertedFile, ForeignConversion, ForeignFile, ORIGIN_KEY, container_of, convert, convert_document,
    convert_file, convert_foreign, convert_foreign_file, pack,
};
pub use edit::editor::Editor;
pub use edit::patch::Patch;
pub use edit::place::Place;
pub use edit::whole::{Edited, edit};
pub use error::{Error, ErrorKind, chain};
pub use expand::{ExpandOptions, expand};
pub use file::CardFile;
#[cfg(feature = "diff")]
pub use file::MergedFile;
pub use host::macro_host;
#[doc(hidden)]
pub use inspect::{inspect, may_be_beside};
pub use limits::Limits;
pub use memory::Memory;
pub use open::{OpenOptions, Opened, open};
pub use options::Options;
pub use persona::PersonaPlace;
#[cfg(feature = "pictures")]
pub use picture::{Picture, PictureOptions, Portrait};
pub use repair::{Repair, Repaired, repair};
pub use scripts::{has_scripts, run_scripts};
pub use session::{Answer, Fired, Session};

#[doc(no_inline)]
pub use {
    cards_container as container, cards_json as json, cards_lint as lint, cards_lore as lore, cards_macro as macros,
    cards_model as model, cards_prompt as prompt, cards_script as script,
};

pub use cards_container::pack::{PackOptions, Packed, Target};
pub use cards_container::{Accept, FileKind};
pub use cards_json::{Json, Object, Pointer};
pub use cards_lint::{Options as LintOptions, Severity};
pub use cards_lore::WorldInfoSettings;
pub use cards_macro::{Engine, For, MapHost, Moment, Variables};
pub use cards_model::convert::{Options as ConvertOptions, Stash, WrittenForm};
pub use cards_model::id::SeededIds;
pub use cards_model::{Asset, Card, Content, Document, Entry, Form, Lorebook, Loss, Position, Timestamp};
pub use cards_prompt::sillytavern::GroupMode;
pub use cards_prompt::sillytavern::chat::Preset;
pub use cards_prompt::{Opening, Prompt, PromptMessage, Segment};
pub use cards_words::{Message, Named, Profile, Role, SeededDice, TokenCounter};

/// The examples of the workspace's README, which stand for every layer, run here: this crate sees all of them.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// The recipes of the cookbook, for the same reason.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/cookbook.md")]
struct Cookbook;

/// The example of this crate's own README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct OwnReadme;

/// What becomes of hand-written code, for the same reason.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/developers.md")]
struct Developers;

/// What takes the place of other libraries, for the same reason.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/moving.md")]
struct Moving;
