//! A library of cards: what a listing says of each file, and what is there more than once.
//!
//! [`row`] gives the facts of one file; [`dupes`] finds cards with the same content, or the same name and creator; [`near`]
//! finds those whose prose is nearly the same; [`content_hash`] is the same for the same card in any container and form.
//! Feature `files` goes through folders and archives of cards, `language` tells the language of a card's prose, feature `columns` makes rows Arrow columns, and features `parquet` and
//! `ipc` write them as files of tables.
//!
//! Stands on `cards-kit`. It knows no terminal and no command line.
//!
//! # Examples
//!
//! ```
//! use cards_library::{Known, RowOptions, dupes, row};
//!
//! let v2 = br#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","description":"A bard."}}"#;
//! let v3 = br#"{"spec":"chara_card_v3","spec_version":"3.0","data":{"name":"Aria","description":"A bard."}}"#;
//! let mut cards = Vec::new();
//! for (path, file) in [("old.json", v2), ("new.json", v3)] {
//!     cards.push(Known::of(path.to_owned(), row(&file[..], &RowOptions::default(), &Default::default())?));
//! }
//! assert_eq!(dupes(&cards, true).exact[0].paths, ["old.json", "new.json"]);
//! # Ok::<(), cards_kit::Error>(())
//! ```

// On docs.rs, what a feature brings says so.
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod answer;
#[cfg(feature = "columns")]
pub mod columns;
mod dupes;
mod file_row;
#[cfg(feature = "files")]
pub mod files;
mod hash;
#[cfg(feature = "language")]
mod language;
pub mod near;
mod ordinary;
mod row;

/// What the calls here take and answer.
pub use cards_kit::{Error, Limits};
#[cfg(feature = "serde")]
pub use dupes::KnownRow;
pub use dupes::{Keep, Known, Pictured, alike, dupes, entries, kept, near_links};
pub use file_row::{Depth, FileRow};
pub use hash::{content_hash, hashes};
pub use row::{RowOptions, row};

/// The example of the README runs here.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
