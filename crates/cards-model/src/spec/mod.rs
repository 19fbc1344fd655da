//! What the specs and the other programs write down: one file a form, as its text names things, and the list of them.
//!
//! [`Card`] and [`Content`] are the enums over the forms, and answer what can be asked of each. How an object keeps what it
//! does not know is the business of [`document`](crate::document).

pub mod agnai;
pub(crate) mod asset;
pub(crate) mod card;
pub(crate) mod client;
pub(crate) mod content;
pub mod examples;
mod fields;
mod greetings;
#[cfg(feature = "ids")]
pub mod id;
pub(crate) mod locale;
pub(crate) mod lorebook;
pub(crate) mod module;
#[doc(hidden)]
pub mod names;
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

use card::Card;
use client::Client;
use content::ClientBook;
use lorebook::Lorebook;
use module::Module;
use worldinfo::WorldInfo;

use crate::Form;
use crate::document::{Changes, Field, ObjectShape, Settle, SpecObject, SpecSource, read_object};
use crate::json::{self, Pointer, Sink};
use crate::terms::loss::Converted;

content::contents! {
    cards {
        V0(v0::Card),
        V1(v1::Card),
        V2(v2::Card),
        V3(v3::Card),
        V3L(v3l::Card),
        Prom(prom::Card),
    }
    specs {
        /// A module.
        Module(Module),
        /// A CCv3 lorebook in a file of its own.
        LorebookV3(v3::LorebookFile),
        /// A V2 or CCv3 lorebook without any wrapping.
        Lorebook(Lorebook),
        /// A Prom lorebook in a file of its own.
        PromBook(prom::Book),
    }
    clients {
        /// World info.
        WorldInfo(WorldInfo) = worldinfo::CLIENT,
        /// A lorebook that RisuAI exported.
        RisuLorebook(risu::Export) = risu::CLIENT,
        /// A memory book of Agnaistic.
        AgnaiBook(agnai::Book) = agnai::CLIENT,
        /// A lorebook of NovelAI.
        NovelAi(novelai::Lorebook) = novelai::CLIENT,
    }
}

/// A card of any spec, or of one.
impl<T: Into<Card>> From<T> for Content {
    fn from(card: T) -> Self {
        Self::Card(card.into())
    }
}
