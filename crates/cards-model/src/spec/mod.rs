//! What the specs and the other programs write down: one file a form, as its text names things.
//!
//! [`Card`](card::Card) and [`Content`](content::Content) are the enums over the forms, and answer what can be asked
//! of each. How an object keeps what it does not know is the business of [`document`](crate::document).

pub mod agnai;
pub mod asset;
pub(crate) mod card;
pub(crate) mod content;
pub mod examples;
mod fields;
mod greetings;
#[cfg(feature = "ids")]
pub mod id;
pub(crate) mod locale;
pub mod lorebook;
pub(crate) mod module;
pub mod novelai;
mod places;
pub mod prom;
pub mod risu;
pub(crate) mod script_texts;
pub(crate) mod texts;
pub mod v0;
pub mod v1;
pub mod v2;
pub mod v3;
pub mod v3l;
pub(crate) mod worldinfo;
