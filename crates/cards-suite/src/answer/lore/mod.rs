//! Which entries of a book fire over a chat.

mod reading;
mod risu;
mod sillytavern;

pub(super) use risu::answer as risu;
pub(super) use sillytavern::answer as sillytavern;
pub(super) use sillytavern::{PROFILE, SETTINGS, settings, world_book};
