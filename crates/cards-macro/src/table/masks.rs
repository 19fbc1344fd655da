//! Sets of profiles, one bit each.

use crate::profile::Profile;

pub(super) const SPEC: u8 = 1 << Profile::Spec as u8;
pub(super) const ST: u8 = 1 << Profile::SillyTavern as u8;
pub(super) const LEGACY: u8 = 1 << Profile::SillyTavernLegacy as u8;
pub(super) const RISU: u8 = 1 << Profile::Risu as u8;
pub(super) const MODULE: u8 = 1 << Profile::Module as u8;
pub(super) const ALL: u8 = SPEC | ST | LEGACY | RISU | MODULE;
