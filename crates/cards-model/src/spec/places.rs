//! Where each form keeps what the others keep elsewhere.

use crate::{Form, Pointer};

impl Form {
    /// Where the members of the character are; none for forms that are no card.
    #[must_use]
    pub fn data_pointer(self) -> Option<Pointer> {
        match self {
            Self::V0 | Self::V1 => Some(Pointer::ROOT),
            Self::V2 | Self::V3 | Self::V3L | Self::Prom => Some(Pointer::from(["data"])),
            _ => None,
        }
    }

    /// Where the lorebook is; none for V0 and V1, which have none.
    #[must_use]
    pub fn book_pointer(self) -> Option<Pointer> {
        match self {
            Self::V0 | Self::V1 => None,
            Self::V2 | Self::V3 | Self::V3L | Self::Prom => Some(Pointer::from(["data", "character_book"])),
            Self::LorebookV3 => Some(Pointer::from(["data"])),
            _ => Some(Pointer::ROOT),
        }
    }

    /// Where the entries of the lorebook or module are.
    #[must_use]
    pub fn entries_pointer(self) -> Option<Pointer> {
        Some(self.book_pointer()?.member(self.client().map_or("entries", |client| client.entries)))
    }

    /// Where the list of assets is; none for forms without one.
    #[must_use]
    pub fn assets_pointer(self) -> Option<Pointer> {
        match self {
            Self::V3 | Self::V3L => Some(Pointer::from(["data", "assets"])),
            Self::Prom => Some(Pointer::from(["external", "assets"])),
            _ => None,
        }
    }

    /// Where the data of applications is in a card; none for forms without a place for it.
    #[must_use]
    pub fn extensions_pointer(self) -> Option<Pointer> {
        match self {
            Self::V2 | Self::V3 | Self::V3L => Some(Pointer::from(["data", "extensions"])),
            Self::Prom => Some(Pointer::from(["external", "appdata"])),
            _ => None,
        }
    }

    /// Where the greetings of a card are, or the one that it has; none for forms that are no card.
    #[must_use]
    pub fn greetings_pointer(self) -> Option<Pointer> {
        match self {
            Self::V0 => Some(Pointer::from(["char_greeting"])),
            Self::V3L => Some(Pointer::from(["data", "first_messages"])),
            Self::Prom => Some(Pointer::from(["data", "greetings", "solo"])),
            form => Some(form.data_pointer()?.member("first_mes")),
        }
    }
}
