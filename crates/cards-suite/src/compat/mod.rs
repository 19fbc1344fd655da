//! What of a card behaves differently between two clients, with the rows of the suite that show it.

mod lore;
mod profile;
mod rows;
mod sides;
mod texts;

use cards_container::Loaded;
use cards_kit::answer::Compatibility;
use cards_kit::{Cast, Error};
use cards_lint::Report;
use cards_words::Profile;
use serde_json::Value;

use sides::Sides;

/// Compares what two clients make of a card: its texts are expanded by the rules of both, its lorebook is fired by both
/// over its greetings and example messages, and its file is held to what each reads.
///
/// `report` is what the rules of `cards-lint` say of the same file. A macro that throws dice gets the same ones on both
/// sides.
///
/// # Errors
///
/// [`Error::NoCard`] for a lorebook or a module alone, and what [`cards_kit::Session`] says of a lorebook that cannot be
/// compiled.
pub fn compat(loaded: &Loaded, report: &Report, from: Profile, to: Profile) -> Result<Compatibility, Error> {
    let card = loaded.document.card().ok_or(Error::NoCard)?;
    let sides = Sides { from, to };
    let whole: Value = serde_json::from_str(&loaded.document.to_text(cards_model::Style::Compact)).unwrap_or_default();
    let mut found = profile::of_file(loaded.kind, sides);
    found.extend(texts::differences(&whole, card, sides));
    found.extend(lore::differences(&Cast::of(card.clone()), card, &whole, sides)?);
    found.extend(profile::of_members(&whole, sides));
    found.extend(profile::of_rules(report, sides));
    Ok(Compatibility::new(from, to, found))
}
