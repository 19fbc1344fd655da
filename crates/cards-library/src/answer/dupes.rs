//! What a library has more than once.

use cards_kit::answers;

answers! {
    /// Cards that are in a library more than once.
    pub struct Dupes {
        /// How many cards were compared.
        pub cards: usize,
        /// Those with the same content.
        pub exact: Vec<SameCard>,
        /// Those with the same content but for what clients write for themselves.
        #[absent("Vec::is_empty")]
        pub core: Vec<SameCore>,
        /// Those with the same name and creator, and other content.
        pub near: Vec<SameName>,
        /// Those whose prose is nearly the same, where that was asked for.
        #[absent("Vec::is_empty")]
        pub alike: Vec<Alike>,
        /// Which file of each group to keep, where a rule for that was given.
        #[absent("Vec::is_empty")]
        pub kept: Vec<Kept>,
        /// Where the others would go or went, where a folder was given.
        #[absent("Vec::is_empty")]
        pub moves: Vec<Moved>,
    }

    /// A file to keep, and those that it makes needless.
    pub struct Kept {
        /// The file to keep.
        pub keep: String,
        /// The others of its group.
        pub others: Vec<String>,
    }

    /// A file that goes elsewhere.
    pub struct Moved {
        /// The file.
        pub file: String,
        /// Where it goes.
        pub output: String,
        /// Whether it is there by now.
        pub applied: bool,
    }

    /// Files with the same content but for what clients write for themselves.
    pub struct SameCore {
        /// The hash of the content without that.
        pub core_hash: String,
        /// The name of the card.
        pub name: String,
        /// Who made it.
        pub creator: String,
        /// One content each.
        pub variants: Vec<Variant>,
    }

    /// Cards whose prose is nearly the same.
    pub struct Alike {
        /// How much any of them has in common with the one that it was found by, at least, in percent.
        pub percent: u32,
        /// The cards.
        pub cards: Vec<AlikeCard>,
    }

    /// A card among others of nearly the same prose.
    pub struct AlikeCard {
        /// The file.
        pub path: String,
        /// Its name.
        pub name: String,
        /// The hash of its content.
        pub content_hash: String,
        /// Its texts in estimated tokens.
        pub tokens: u64,
    }

    /// Files with the same content.
    pub struct SameCard {
        /// The hash of the content.
        pub content_hash: String,
        /// The name of the card.
        pub name: String,
        /// Who made it.
        pub creator: String,
        /// The files.
        pub paths: Vec<String>,
    }

    /// Cards with the same name and creator.
    pub struct SameName {
        /// The name.
        pub name: String,
        /// Who made them.
        pub creator: String,
        /// One content each.
        pub variants: Vec<Variant>,
    }

    /// One content among others of the same name.
    pub struct Variant {
        /// The hash of the content.
        pub content_hash: String,
        /// Its version.
        pub version: String,
        /// Its texts in estimated tokens.
        pub tokens: u64,
        /// The files.
        pub paths: Vec<String>,
    }
}
