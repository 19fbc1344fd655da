//! Containers of character cards: PNG and APNG, CHARX, Prom ZIP, RisuAI modules and JSON.
//!
//! This layer turns a file into the raw bytes of its card payload, assets and other parts, and back. What the JSON
//! means is the business of `cards-model`, one layer below. The crate opens no files and knows no paths, clock or
//! chat: it takes bytes or a [`Source`], and gives back values or writes to a `Write`.
//!
//! Reading is lenient: what has a sensible reading is read, and what was odd about it is a [`Finding`]. What has none,
//! or passes one of the named [`Limits`], is an [`Error`].

// On docs.rs, what a feature brings says so.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod asset;
mod asset_paths;
mod attached;
mod base64_text;
mod card_entry;
mod carrier;
pub mod charx;
mod container;
mod error;
mod exif;
pub mod extract;
mod finding;
mod inflate;
mod json;
mod kind;
mod limits;
mod msgpack;
mod open;
pub mod pack;
mod place;
pub mod png;
pub mod prom;
pub mod risum;
pub mod risup;
#[cfg(feature = "serde")]
mod serde_impl;
mod sniff;
mod source;
mod strip_picture;
mod uri;
#[cfg(feature = "yaml")]
pub mod yaml;
pub mod zip;

pub use asset::{AssetRef, ListedAsset, Location, main_icon};
pub use asset_paths::asset_paths;
pub use card_entry::CardEntryRule;
pub use carrier::Carrier;
pub use container::{Accept, Container, OpenOptions};
pub use error::{Cause, Error, Unreadable};
pub use exif::ExifFacts;
pub use finding::Finding;
pub use json::read_json;
pub use kind::FileKind;
pub use limits::Limits;
pub use open::{Loaded, OpenFile, Peeked, ReadJson, open};
pub use place::Place;
pub use sniff::{Format, sniff};
pub use source::{Bytes, Seekable, Source};
pub use strip_picture::strip_picture;
pub use uri::{data_uri, embedded_path, is_local};

/// The example of the README runs here.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
