//! Whose rules are held against each other.

use cards_words::Profile;

/// The two sides.
#[derive(Clone, Copy)]
pub(super) struct Sides {
    pub(super) from: Profile,
    pub(super) to: Profile,
}
