//! The rows of the conformance suite that show a behaviour on both sides.

use cards_words::Profile;

use super::behaviour::shown_by;
use super::sides::Sides;

/// A version of a client and the newer ones: what has no row of its own is as in the next.
fn versions_from(side: Profile) -> impl Iterator<Item = Profile> {
    let newer = Profile::ALL.iter().rev().copied().skip_while(move |&profile| profile != side);
    newer.take_while(move |profile| profile.newest() == side.newest())
}

/// The rows of either side for each behaviour, each once.
pub(super) fn of<'b>(behaviours: impl IntoIterator<Item = &'b str>, sides: Sides) -> Vec<&'static str> {
    let mut rows = Vec::new();
    for behaviour in behaviours {
        for side in [sides.from, sides.to] {
            let row = versions_from(side).find_map(|version| shown_by(behaviour, version.as_str()));
            rows.extend(row.filter(|row| !rows.contains(row)));
        }
    }
    rows
}
