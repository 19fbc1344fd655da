//! Lorebook activation: books and a chat window in; the entries to insert, and why, out.
//!
//! It works on its own strict types. Feature `model`, on by default, makes these of the documents of `cards-model`, as written in cards
//! and files; a game that has a format of its own leaves it out, and builds a third of the code. It knows no files, clock, dice,
//! tokenizer or macros: what it needs of them comes in through [`Host`]. `docs/lore.md` has the algorithm in steps, and what the
//! profiles do differently.
//!
//! # Examples
//!
//! ```
//! use cards_lore::{Book, Entry, Estimate, Host, Limits, Lore, Message, Profile, SeededDice, Settings, State, Turn, Verbatim};
//! use cards_lore::trace::{Cause, Outcome};
//!
//! let lamp = Entry { keys: vec!["lamp".into()], content: "The lamp burns whale oil.".into(), ..Entry::default() };
//! let book = Book { entries: vec![lamp], ..Book::default() };
//! let lore = Lore::compile(vec![book], Settings::new(Profile::Spec), &Limits::default())?;
//!
//! let turn = Turn { messages: vec![Message::user("Light the Lamp!")], ..Turn::default() };
//! let mut state = State::new();
//! let mut dice = SeededDice::new(1);
//! let mut host = Host { tokens: &mut Estimate, dice: &mut dice, expander: &mut Verbatim };
//! let answer = lore.activate(&turn, &mut state, &mut host)?;
//!
//! assert_eq!(answer.text(&answer.slots[0]), "The lamp burns whale oil.");
//! let (_, outcome) = answer.trace.entries().next().unwrap();
//! let Outcome::Fired(fired) = outcome else { panic!("{outcome:?}") };
//! assert!(matches!(&fired.cause, Cause::Key(key) if key.key == "lamp" && key.offset == 10));
//! # Ok::<(), cards_lore::Error>(())
//! ```

// On docs.rs, what a feature brings says so.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod activation;
mod batch;
#[doc(hidden)]
pub mod book;
mod budget;
mod cache;
mod decorator;
mod engine;
mod entry_at;
mod error;
mod failures;
mod finder;
#[doc(hidden)]
pub mod finding;
mod fold;
#[cfg(feature = "model")]
mod from_model;
mod host;
#[cfg(feature = "model")]
mod import;
mod keys;
#[cfg(feature = "laws")]
pub mod laws;
mod limits;
mod lore;
mod match_mode;
mod matcher;
#[cfg(feature = "model")]
mod mended;
mod pattern;
#[doc(hidden)]
pub mod placement;
mod profile;
mod rules;
mod run;
mod sequential;
#[cfg(feature = "serde")]
mod serde_parts;
#[doc(hidden)]
pub mod settings;
mod span;
#[doc(hidden)]
pub mod state;
mod story;
mod text_hash;
pub mod trace;
#[doc(hidden)]
pub mod turn;
#[cfg(feature = "model")]
mod unread;
mod visible;
mod waves;
mod window;
mod word;
mod world_info;

pub use cards_words::{Dice, Estimate, Message, Named, Profile, Role, SeededDice, TokenCounter, Words};

pub use activation::{Activation, Active, Slot};
pub use book::{Book, BookKind, CharacterFilter, Entry, Field, FieldSet, Group, Logic, RecursionRules, Timing};
pub use entry_at::EntryAt;
pub use error::Error;
pub use finding::{Finding, FindingKind};
pub use host::{Expander, Host, Verbatim};
pub use limits::Limits;
pub use lore::Lore;
pub use placement::{InjectHow, Placement};
pub use settings::{Context, MatchMode, Settings, Strategy};
pub use state::{State, Timed};
pub use turn::{Character, Fields, ForcedEntry, Greeting, Turn};
#[cfg(feature = "model")]
pub use unread::{Unread, unread};
pub use world_info::{SettingError, SettingValue, WorldInfoSettings};

/// The example of the README runs here.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
