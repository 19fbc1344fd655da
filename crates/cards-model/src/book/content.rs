//! The lorebook of any content.

use std::borrow::Cow;

use super::module::ToLorebook;
use crate::{Content, Lorebook, WorldInfo};

impl Content {
    /// The lorebook that it is or holds, the same typed thing wherever it came from.
    ///
    /// What the other forms say beyond it is in the reports of their `to_lorebook`. A module's entries always fire; a
    /// module that begins a text with `@@` gets it escaped.
    #[must_use]
    pub fn lorebook(&self) -> Option<Cow<'_, Lorebook>> {
        Some(match self {
            Self::Card(card) => return card.lorebook(),
            Self::LorebookV3(file) => Cow::Borrowed(&file.data),
            Self::Lorebook(book) => Cow::Borrowed(book),
            Self::PromBook(book) => Cow::Owned(Lorebook::from(book)),
            Self::WorldInfo(world) => Cow::Owned(world.to_lorebook().value),
            Self::RisuLorebook(book) => Cow::Owned(book.to_lorebook().value),
            Self::AgnaiBook(book) => Cow::Owned(book.to_lorebook().value),
            Self::NovelAi(book) => Cow::Owned(book.to_lorebook().value),
            Self::Module(module) => Cow::Owned(module.to_lorebook(ToLorebook::default()).ok()?.value),
        })
    }

    /// The same as SillyTavern's world info.
    #[must_use]
    pub fn world_info(&self) -> Option<Cow<'_, WorldInfo>> {
        match self {
            Self::WorldInfo(world) => Some(Cow::Borrowed(world)),
            other => Some(Cow::Owned(other.lorebook()?.to_world_info().value)),
        }
    }
}
