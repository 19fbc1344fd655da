//! Which entries of a book fire over a chat.

mod agnai;
mod koboldcpp;
mod marinara;
mod reading;
mod risu;
mod sillytavern;

pub(super) use agnai::answer as agnai;
pub(super) use koboldcpp::answer as koboldcpp;
pub(super) use marinara::answer as marinara;
pub(super) use risu::answer as risu;
pub(super) use sillytavern::answer as sillytavern;
pub(super) use sillytavern::{PROFILE, SETTINGS, settings, world_book};
