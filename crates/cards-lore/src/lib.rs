//! Lorebook activation: books and a chat window in; the entries to insert, and why, out.
//!
//! Below it stands `cards-model` with the documents as written; this crate works on its own strict types. It knows no
//! files, clock, dice, tokenizer or macros: what it needs of them comes in through [`Host`].

mod activation;
mod batch;
mod book;
mod cache;
mod decorator;
mod engine;
mod error;
mod finding;
mod fold;
mod from_model;
mod host;
mod js_regex;
mod json;
mod keys;
mod limits;
mod lore;
mod matcher;
mod pattern;
mod placement;
mod sequential;
mod settings;
mod state;
mod text_hash;
mod trace;
mod turn;
mod visible;
mod window;
mod word;

pub use activation::{Activation, Active, Slot};
pub use book::{Book, BookKind, CharacterFilter, Entry, Field, FieldSet, Group, Logic, RecursionRules, Timing};
pub use error::LoreError;
pub use finding::{Finding, FindingKind};
pub use host::{Dice, Estimate, Expander, Host, SeededDice, TokenCounter, Verbatim, Words};
pub use limits::Limits;
pub use lore::{EntryAt, Lore};
pub use placement::{InjectHow, Placement, Role};
pub use settings::{Context, MatchMode, Profile, Settings, Strategy};
pub use state::{State, Timed};
pub use trace::{Cause, Fired, GroupWin, KeyList, KeyMatch, Outcome, Pass, PassKind, Source, Stop, Stopped, Trace};
pub use turn::{Character, Fields, ForcedEntry, Greeting, Message, Turn};
