//! The history: messages as the model is to read them, and as many of them as fit.

use cards_words::Role;

use super::completion::{Completion, Edge, Place, Stop, draft, named};
use super::continued::Continued;
use super::item::{Item, name_field};
use super::output::{LeftOut, Missing};
use super::preset::{NamesBehavior, Preset};
use super::slots::Slots;
use crate::segment::Source;
use crate::sillytavern::scene::{Generation, Scene};
use crate::sillytavern::sourced::Sourced;
use crate::sillytavern::stage::Stage;

/// What the history is filled from.
pub(super) struct From<'f> {
    pub(super) scene: &'f Scene<'f>,
    pub(super) preset: &'f Preset,
    pub(super) slots: &'f Slots,
}

/// Fills the history with the items, oldest first; says how many of them had no room, from the oldest.
pub(super) fn fill(
    from: &From<'_>,
    mut items: Vec<Item>,
    continued: Option<&str>,
    completion: &mut Completion,
    stage: &mut Stage<'_>,
    left_out: &mut Vec<LeftOut>,
    dropped: &mut usize,
) -> Result<(), Stop> {
    let From { scene, preset, slots } = from;
    let Some(index) = slots.index("chatHistory") else {
        left_out.extend(items.into_iter().map(|item| item.left_out(Missing::NoPlace)));
        return Ok(());
    };
    completion.fill(index, Place::new("chatHistory"))?;
    let (new_chat, field) = if scene.group.is_some() {
        (&preset.new_group_chat_prompt, "new_group_chat_prompt")
    } else {
        (&preset.new_chat_prompt, "new_chat_prompt")
    };
    let new_chat = Sourced::new(stage.expand(new_chat)?, Source::Setting(field));
    let new_chat = draft(Role::System, new_chat, Some("newMainChat"), stage.tokens);
    completion.reserve(new_chat.tokens);
    let nudges = scene.group.is_some() && scene.generation != Generation::Impersonate;
    let group_nudge = slots.get("groupNudge").filter(|_| nudges).map(|slot| slot.draft(stage));
    if let Some(nudge) = &group_nudge {
        completion.reserve(nudge.tokens);
    }
    let continued = Continued::take(preset, continued, &mut items, stage)?;
    if let Some(continued) = &continued {
        completion.reserve(continued.tokens());
    }
    if items.last().is_some_and(|newest| newest.role == Role::Assistant) && !preset.send_if_empty.is_empty() {
        let text = Sourced::new(preset.send_if_empty.as_str(), Source::Setting("send_if_empty"));
        let message = draft(Role::User, text, Some("emptyUserMessageReplacement"), stage.tokens);
        if completion.affords(message.tokens) {
            completion.insert(message, "chatHistory", Edge::End)?;
        }
    }
    *dropped = fill_items(preset, items, completion, stage, left_out)?;
    completion.free(new_chat.tokens);
    completion.insert(new_chat, "chatHistory", Edge::Start)?;
    if let Some(nudge) = group_nudge {
        completion.free(nudge.tokens);
        completion.insert(nudge, "chatHistory", Edge::End)?;
    }
    if let Some(continued) = continued {
        continued.put(completion)?;
    }
    Ok(())
}

/// Expands and places messages from the newest back, until one does not fit.
fn fill_items(
    preset: &Preset,
    items: Vec<Item>,
    completion: &mut Completion,
    stage: &mut Stage<'_>,
    left_out: &mut Vec<LeftOut>,
) -> Result<usize, Stop> {
    let mut kept = Vec::new();
    let mut items = items.into_iter().enumerate();
    let mut dropped = 0;
    while let Some((number, item)) = items.next_back() {
        let content = item.content.became(stage.expand(item.content.text())?);
        let label = format!("chatHistory-{}", number + 1);
        let mut message = draft(item.role, content, Some(&label), stage.tokens);
        if preset.names == NamesBehavior::NameField && !item.name.is_empty() {
            message = named(message, name_field(&item.name), stage.tokens);
        }
        if !completion.affords(message.tokens) {
            dropped = number + 1;
            left_out.extend(items.map(|(_, item)| item.left_out(Missing::NoRoom)));
            left_out.push(item.left_out(Missing::NoRoom));
            break;
        }
        if !message.content.is_empty() {
            completion.reserve(message.tokens);
            kept.push(message);
        }
    }
    if let Some(place) = completion.place_mut("chatHistory") {
        place.messages.splice(0..0, kept.into_iter().rev());
    }
    Ok(dropped)
}
