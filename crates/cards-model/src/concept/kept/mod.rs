//! What clients keep of their own in the data of applications: one table, with the type and the values that each client reads.
//!
//! The import and export of embedded books, the rules about such members, the JSON Schemas, the editor's words for places and
//! the pages made from the code come from it.

mod kind;
mod page;
mod table;
mod value;

pub use kind::{Kind, Named};
pub use page::settings_markdown;
pub use table::KEPT;

pub(crate) use kind::Fallback;

/// Whose data a member is among.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Home {
    /// That of the card: `data.extensions`.
    Card,
    /// That of an entry of its lorebook, or in world info the entry itself.
    Entry,
}

/// What becomes of a value that the client does not read as what it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stray {
    /// It is passed over, or read as something near.
    Passed,
    /// The client does less than the card says, with what is not one of its values by type and all; what it does is in words,
    /// behind the client's name.
    Lost(&'static str),
    /// The same, with what is none of its values once it has made a number of it.
    LostAsNumber(&'static str),
}

/// A member that a client keeps.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Kept {
    /// The client.
    pub client: &'static str,
    /// Whose data it is among.
    pub home: Home,
    /// Its path there, from member to member.
    pub path: &'static str,
    /// Its name in an entry of world info, where it has one.
    pub world: Option<&'static str>,
    /// The values that it has.
    pub kind: Kind,
    /// What becomes of others.
    pub stray: Stray,
    /// What it says, in words.
    pub words: &'static str,
    /// What stands for it where it is absent, on the way into world info and out of it; none where it stays as it is.
    pub(crate) fallbacks: Option<(Fallback, Fallback)>,
}

impl Kept {
    /// The members of one home.
    pub fn of(home: Home) -> impl Iterator<Item = &'static Self> {
        KEPT.iter().filter(move |kept| kept.home == home)
    }

    /// The member of an entry that has this name among the data of applications.
    ///
    /// ```
    /// use cards_model::concept::Kept;
    /// assert_eq!(Kept::of_entry("depth").unwrap().client, "SillyTavern");
    /// assert!(Kept::of_entry("content").is_none());
    /// ```
    #[must_use]
    pub fn of_entry(name: &str) -> Option<&'static Self> {
        Self::of(Home::Entry).find(|kept| kept.path == name)
    }

    /// The member of an entry of world info that has this name.
    #[must_use]
    pub fn of_world(name: &str) -> Option<&'static Self> {
        Self::of(Home::Entry).find(|kept| kept.world == Some(name))
    }

    /// The member of a card that has this path among the data of applications, its names between slashes.
    #[must_use]
    pub fn of_card(path: &str) -> Option<&'static Self> {
        Self::of(Home::Card).find(|kept| kept.path == path)
    }
}
