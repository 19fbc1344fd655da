//! What of a card behaves differently between two clients, with the rows of the conformance suite that show it.
//!
//! Nothing here knows a client: texts go through both macro engines, entries through both lore engines, and what a file or
//! a member means to a client is asked of the rules and of one short table of members.

mod behaviour;
mod lore;
mod probe;
mod profile;
mod rows;
mod sides;
mod texts;

use cards_container::Loaded;
use cards_lint::Report;
use cards_macro::Moment;
use cards_words::Profile;
use cards_words::setters;

use crate::cast::Cast;
use crate::error::Error;

pub use crate::answer::{Compatibility, Divergence};
pub use behaviour::{behaviours_of_entry, behaviours_of_text, macros_of_text, shown_by, shown_by_lines};
use sides::Sides;

/// The present moment for both sides, where none is named: the same on every run, so that two answers can be compared.
/// 2026-01-02, 15:04:05 UTC: no two numbers of it are alike, so that a date in another order is seen to be one.
const NOW: Moment = Moment { unix_millis: 1_767_366_245_000, offset_minutes: 0 };

/// Which clients are held against each other, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CompatOptions {
    /// The rules of one side; SillyTavern's unless set.
    pub from: Profile,
    /// The rules of the other side; RisuAI's unless set.
    pub to: Profile,
    /// The present moment of both sides; a fixed one unless set.
    pub now: Moment,
}

impl Default for CompatOptions {
    fn default() -> Self {
        let [from, to] = profile::SIDES;
        Self { from, to, now: NOW }
    }
}

setters! {
    CompatOptions:
    /// Sets the rules of one side.
    with_from(from: Profile) = from;
    /// Sets the rules of the other side.
    with_to(to: Profile) = to;
    /// Sets the present moment.
    with_now(now: Moment) = now;
}

/// Compares what two clients make of a card: every text is expanded by the rules of both, every entry of its lorebook is
/// fired by both over its own keys (as written, in another case, inside a word, further back) and over the card's greetings
/// and example messages, and its file is held to what each reads. Both sides get the same clock and the same dice.
///
/// `report` is what the rules of `cards-lint` say of the same file.
///
/// # Errors
///
/// [`Error::NoCard`] for a lorebook or a module alone, and what [`crate::Session`] says of a lorebook that cannot be
/// compiled.
///
/// # Examples
///
/// ```
/// use cards_kit::compat::{CompatOptions, compat};
///
/// let card = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","first_mes":"It is {{time}}."}}"#;
/// let opened = cards_kit::open(card.as_bytes(), cards_kit::Limits::default())?;
/// let linted = cards_kit::lint(card.as_bytes(), &Default::default(), &Default::default())?;
/// let found = compat(&opened.loaded, &linted.report, &CompatOptions::default())?;
/// let clock = found.differences.iter().find(|one| one.at == "/data/first_mes").unwrap();
/// assert_eq!((&*clock.from, &*clock.to), ("It is 3:04 PM.", "It is 15:4:5."));
/// # Ok::<(), cards_kit::Error>(())
/// ```
pub fn compat(loaded: &Loaded, report: &Report, options: &CompatOptions) -> Result<Compatibility, Error> {
    let card = loaded.document.card().ok_or(Error::NoCard)?;
    let sides = Sides { from: options.from, to: options.to };
    let mut found = profile::of_file(loaded.kind, sides);
    found.extend(texts::differences(&loaded.document.content, card, sides, options.now));
    found.extend(lore::differences(&Cast::of(card.clone()), card, sides, options.now)?);
    found.extend(profile::of_members(card, sides));
    found.extend(profile::of_lore(card, sides));
    found.extend(profile::of_rules(report, sides));
    Ok(Compatibility::new(options.from, options.to, found))
}
