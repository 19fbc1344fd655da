//! More of the last message: the nudge behind it, or the message itself as the last of all.

use cards_words::Role;

use super::completion::{Completion, Place, Stop, draft, named};
use super::item::{Item, name_field};
use super::output::Draft;
use super::preset::{NamesBehavior, Preset};
use crate::segment::Source;
use crate::sillytavern::error::Error;
use crate::sillytavern::scene::{Generation, Scene};
use crate::sillytavern::sourced::Sourced;
use crate::sillytavern::stage::Stage;
use crate::sillytavern::steps::Prepared;

/// The label of the place of the continued message.
pub(super) const PLACE: &str = "continueNudge";

/// The text that the nudge speaks of: the last message and the postfix; `None` where there is no nudge.
pub(super) fn text(scene: &Scene<'_>, preset: &Preset, prepared: &Prepared) -> Option<String> {
    if scene.generation != Generation::Continue || preset.continue_prefill {
        return None;
    }
    let mut text = prepared.history.last().map(|item| item.text.clone()).unwrap_or_default();
    if !text.ends_with(' ') {
        text.push_str(&preset.continue_postfix);
    }
    Some(text).filter(|text| !text.is_empty())
}

/// The continued message and the nudge behind it.
#[derive(Debug)]
pub(super) struct Continued(Place);

impl Continued {
    /// Takes the newest message of the chat off the items, oldest first, and puts the nudge behind it.
    pub(super) fn take(
        preset: &Preset,
        text: Option<&str>,
        items: &mut Vec<Item>,
        stage: &mut Stage<'_>,
    ) -> Result<Option<Self>, Error> {
        let Some(text) = text else { return Ok(None) };
        let mut place = Place::new(PLACE);
        if let Some(newest) = items.iter().rposition(|item| !item.injected) {
            let item = items.remove(newest);
            let content = item.content.became(stage.expand(item.content.text())?);
            place.messages.push(draft(item.role, content, None, stage.tokens));
        }
        let said = cards_model::json::javascript::trim(text);
        let nudge = preset.continue_nudge_prompt.replacen("{{lastChatMessage}}", said, 1);
        let nudge = Sourced::new(stage.expand(&nudge)?, Source::Setting("continue_nudge_prompt"));
        place.messages.push(draft(Role::System, nudge, Some(PLACE), stage.tokens));
        Ok(Some(Self(place)))
    }

    pub(super) fn tokens(&self) -> i64 {
        self.0.tokens()
    }

    /// Puts the pair behind the last place that is filled so far.
    pub(super) fn put(self, completion: &mut Completion) -> Result<(), Stop> {
        completion.free(self.tokens());
        completion.append(self.0)
    }
}

/// Takes the newest message off the items, newest first, to be sent last, its macros unexpanded.
pub(super) fn prefill(
    scene: &Scene<'_>,
    preset: &Preset,
    items: &mut Vec<Item>,
    stage: &mut Stage<'_>,
) -> Result<Option<Draft>, Error> {
    if scene.generation != Generation::Continue || !preset.continue_prefill || items.is_empty() {
        return Ok(None);
    }
    let item = items.remove(0);
    let mut parts = Vec::new();
    if item.role == Role::Assistant && preset.source == "claude" {
        parts.push(Sourced::new(stage.expand(&preset.assistant_prefill)?, Source::Setting("assistant_prefill")));
    }
    parts.push(item.content);
    let content = Sourced::joined(parts.iter().filter(|part| !part.is_empty()), "\n\n");
    let message = draft(item.role, content, Some("continuePrefill"), stage.tokens);
    if preset.names == NamesBehavior::NameField && !item.name.is_empty() {
        return Ok(Some(named(message, name_field(&item.name), stage.tokens)));
    }
    Ok(Some(message))
}
