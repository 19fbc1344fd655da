//! The rows of the conformance suite that show a behaviour on both sides.

use super::behaviour::shown_by;
use super::sides::Sides;

/// The rows of either side for each behaviour, each once.
pub(super) fn of<'b>(behaviours: impl IntoIterator<Item = &'b str>, sides: Sides) -> Vec<&'static str> {
    let mut rows = Vec::new();
    for behaviour in behaviours {
        for side in [sides.from, sides.to] {
            rows.extend(shown_by(behaviour, side.as_str()).filter(|row| !rows.contains(row)));
        }
    }
    rows
}
