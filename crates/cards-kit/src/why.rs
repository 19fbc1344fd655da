//! Words by the names that they had here before `cards_lore` had them.

use cards_lore::Placement;

/// Says where a text goes: [`Placement::in_words`].
#[must_use]
pub fn place_in_words(placement: &Placement) -> String {
    placement.in_words()
}
