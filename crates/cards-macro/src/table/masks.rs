//! Sets of profiles, one bit each.

use crate::profile::Engine;

pub(super) const SPEC: u8 = 1 << Engine::Spec as u8;
/// The parser-based engine, in each of its versions.
pub(super) const ST: u8 = ST119 | ST118;
pub(super) const ST119: u8 = 1 << Engine::SillyTavern as u8;
pub(super) const ST118: u8 = 1 << Engine::SillyTavern118 as u8;
pub(super) const LEGACY: u8 = 1 << Engine::SillyTavernLegacy as u8;
pub(super) const RISU: u8 = 1 << Engine::Risu as u8;
pub(super) const MODULE: u8 = 1 << Engine::Module as u8;
