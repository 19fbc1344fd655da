//! The rules that cards are held to, as data.
//!
//! One table and one scale: [`groups`] has the rules that speak of the data, by theme, and [`APPLICATION`] those that
//! only an application can keep. Findings of reading and of [`crate::validate`] point into it; `cards-lint` adds rules of
//! the same type about containers and programs, and makes `docs/rules.md` of all of them.
//!
//! A rule weighs by what a breach does ([`Severity`], [`Rule::breaks`]); what the spec says word for word is beside
//! that ([`Letter`]).

#![expect(unreachable_pub, reason = "the table makes every rule alike, and the crates above name a few")]

mod application;
mod asset;
pub(crate) mod card;
pub(crate) mod check;
mod container;
pub(crate) mod fallback;
mod lorebook;
mod lynn;
mod module;
mod prom;
mod reading;
mod setting;
mod table;
pub(crate) mod validate;

pub(crate) use crate::terms::reading::*;
pub use crate::terms::rule::{Change, Letter, Reader, Rule, Severity};
pub use application::{APPLICATION, Duty};
pub(crate) use check::{Check, Fix};
pub use table::{Group, all, find, find_duty, groups};

// A rule is found by its id, which stays; here are those that the crates above find themselves what breaks them.
pub use crate::terms::reading::{
    JSON_BOM, JSON_CONTROL, JSON_DUPLICATE, JSON_RELAXED, MARKER, MARKER_LATER, MARKER_VERSION, MORE_FINDINGS,
    WRONG_TYPE,
};
pub use container::{
    BACKFILL_WARNING, CHARX_APP_DATA, CHARX_ASCII_NAMES, CHARX_ASSET_FOLDER, CHARX_ASSET_TYPE_FOLDER, CHARX_CARD_JSON,
    CHARX_ENCRYPTED, PROM_ASSET_ROW, PROM_ZIP_ASSET_LIST, PROM_ZIP_CARD, PROM_ZIP_IMAGE, PROM_ZIP_LAYOUT,
};
pub use lorebook::BLANK_KEY;
pub use lynn::LYNN_PROSE_MEMBER;
pub use prom::{PROM_ASSET_TYPE, PROM_ASSET_TYPES};
