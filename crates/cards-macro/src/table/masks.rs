//! Sets of profiles, one bit each.

use crate::profile::Engine;

pub(super) const SPEC: u16 = 1 << Engine::Spec as u8;
/// The parser-based engine, in each of its versions and copies.
pub(super) const ST: u16 = NEWEST | ST118;
/// What the newest version has, and the copy of it.
pub(super) const NEWEST: u16 = ST119 | SILLYBUNNY;
pub(super) const SILLYBUNNY: u16 = 1 << Engine::SillyBunny as u16;
pub(super) const ST119: u16 = 1 << Engine::SillyTavern as u8;
pub(super) const ST118: u16 = 1 << Engine::SillyTavern118 as u8;
pub(super) const LEGACY: u16 = 1 << Engine::SillyTavernLegacy as u8;
pub(super) const RISU: u16 = 1 << Engine::Risu as u8;
pub(super) const MODULE: u16 = 1 << Engine::Module as u8;
pub(super) const AGNAI: u16 = 1 << Engine::Agnai as u16;
pub(super) const MARINARA: u16 = 1 << Engine::Marinara as u16;
pub(super) const KOBOLD: u16 = 1 << Engine::KoboldCpp as u16;
