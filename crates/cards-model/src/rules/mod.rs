//! The rules that cards are held to, as data.
//!
//! One table and one scale: [`groups`] has the rules that speak of the data, by theme, and [`APPLICATION`] those that
//! only an application can keep. Findings of reading and of [`crate::validate`] point into it; `cards-lint` adds rules of
//! the same type about containers and programs, and makes `docs/rules.md` of all of them.
//!
//! A rule weighs by what a breach does ([`Severity`], [`Rule::breaks`]); what the spec says word for word is beside
//! that ([`Letter`]).

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

pub use crate::terms::reading::*;
pub use crate::terms::rule::{Change, Letter, Reader, Rule, Severity};
pub use application::{APPLICATION, Duty};
pub use asset::*;
pub use card::*;
pub use check::Report;
pub(crate) use check::{Check, Fix};
pub use container::*;
pub use lorebook::*;
pub use lynn::*;
pub use module::*;
pub use prom::*;
pub use setting::*;
pub use table::{Group, all, find, find_duty, groups};
