//! The card's own texts in place of the preset's.

use super::output::{LeftOut, Missing};
use super::slots::Slots;
use crate::sillytavern::error::Error;
use crate::sillytavern::sourced::Sourced;
use crate::sillytavern::stage::{Stage, With};
use crate::sillytavern::steps::Prepared;

/// Puts the card's system prompt in place of `main`, and its post-history instructions in place of `jailbreak`, where
/// these are on and allow it; `{{original}}` brings the preset's text back, once.
pub(super) fn apply(
    prepared: &Prepared,
    slots: &mut Slots,
    stage: &mut Stage<'_>,
    left_out: &mut Vec<LeftOut>,
) -> Result<(), Error> {
    let fields = &prepared.fields;
    for (label, text) in [("main", &fields.system_prompt), ("jailbreak", &fields.post_history_instructions)] {
        let off = slots.is_off(label);
        let Some(slot) = slots.get_mut(label) else { continue };
        if text.is_empty() || slot.forbids_overrides || off {
            continue;
        }
        let original = slot.content.clone();
        let with = With { original: Some(original.text()), ..With::default() };
        let new = text.became(stage.expand_with(text.text(), with)?);
        let brought_back = !original.is_empty() && new.text().contains(original.text());
        slot.content = if brought_back { new.around(&original) } else { new };
        if !original.is_empty() && !brought_back {
            left_out.push(LeftOut {
                sources: original.sources(),
                label: Some(label.to_owned()),
                text: original.text().to_owned(),
                reason: Missing::Overridden,
            });
        }
    }
    Ok(())
}

impl Sourced {
    /// The same text with the sources of another one, which is in it.
    fn around(&self, other: &Self) -> Self {
        let Some(start) = self.text().find(other.text()) else { return self.clone() };
        let end = start + other.text().len();
        let mut out = self.slice(0..start);
        out.push(other);
        out.push(&self.slice(end..self.text().len()));
        out
    }
}
