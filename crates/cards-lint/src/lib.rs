//! Findings about character cards: what the specs forbid, what containers show, what authors get wrong.
//!
//! This layer stands on all the others: the rules and validation of `cards-model`, the findings of `cards-container`,
//! the macro engine of `cards-macro` and the lore engine of `cards-lore` come together in one [`Report`]. Rules that no
//! spec has, about what authors get wrong, stand in tables of this crate. It opens no files and knows no terminal;
//! nothing in a card is run, fetched or shown.
//!
//! [`Facts::read`] reads an opened file and gathers what its container shows, [`lint()`] reports, [`lint_beside()`] reports about
//! files that are no cards, [`fix()`] mends what can be mended safely, and [`catalogue`] lists the rules.

// On docs.rs, what a feature brings says so.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod beside;
mod catalogue;
mod collector;
mod data_folder;
mod engine;
mod everyday;
mod excerpt;
mod facts;
mod fallback;
mod finding;
mod fix;
mod lint;
mod metadata;
mod needs;
mod options;
mod parts;
mod pixels;
mod readers;
mod report;
mod rule;
mod rules;
pub mod settings;
mod sink;
mod subject;

pub use beside::{Beside, lint_beside};
pub use cards_model::rules::{Change, Group, Rule, Severity};
pub use catalogue::{catalogue, find_rule, nearest_rule, rules_markdown};
pub use data_folder::{DataFiles, DataFolder};
pub use everyday::LANGUAGES as EVERYDAY;
pub use facts::{ArchiveEntry, AssetFact, Breakage, Facts, Portrait, Twin};
pub use finding::{Finding, LineColumn, Location};
pub use fix::{Edit, Fix, fix};
pub use lint::lint;
pub use needs::{Need, NeedKind, NeedPlace, needs};
pub use options::{Options, Take, Thresholds};
pub use readers::{client_named, reader_of};
pub use report::{Report, Same};
pub use rules::container::rule_of;
pub use rules::decorator::{Decorator, Takes, decorators};
pub use rules::lore_loop::fires;
pub use subject::Input;

/// The example of the README runs here.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
