//! The account of what is not in the messages: nothing is left out without a word.

use std::collections::{BTreeSet, HashMap};

use super::output::{LeftOut, Missing, PromptMessage};
use super::slots::Slots;
use crate::segment::Source;
use crate::sillytavern::beside::ExtensionPosition;
use crate::sillytavern::extension::{ExtensionPrompt, whole_depth};
use crate::sillytavern::sourced::Sourced;
use crate::sillytavern::stage::Stage;
use crate::sillytavern::steps::Prepared;

/// Lists every text that is not in the messages and was not listed on the way.
pub(super) fn account(
    prepared: &Prepared,
    slots: &Slots,
    stopped: bool,
    messages: &[PromptMessage],
    stage: &Stage<'_>,
    left_out: &mut Vec<LeftOut>,
) {
    for text in prepared.not_placed.iter().filter(|text| !text.is_empty()) {
        left_out.push(missing(text, None, Missing::NotPlaced));
    }
    for (_, text) in stage.outlet_texts.iter().filter(|(name, _)| !stage.asked_outlets.contains(*name)) {
        left_out.push(missing(text, None, Missing::Outlet));
    }
    let mut told = Told::of(messages, left_out);
    let mut of_label: HashMap<&str, usize> = HashMap::new();
    for slot in &slots.list {
        *of_label.entry(slot.label.as_str()).or_default() += 1;
    }
    for slot in slots.list.iter().filter(|slot| !slot.content.is_empty() && !is_utility(&slot.label)) {
        let reason = if stopped {
            Missing::Stopped
        } else if of_label.get(slot.label.as_str()).is_some_and(|count| *count > 1) {
            Missing::SameIdentifier
        } else {
            Missing::NeverSent
        };
        told.tell(&slot.content, Some(&slot.label), reason, left_out);
    }
    for prompt in prepared.extensions.listed().into_iter().filter(|prompt| !prompt.value.is_empty()) {
        let reason = if stopped { Missing::Stopped } else { lost(prompt) };
        told.tell(&prompt.value, None, reason, left_out);
    }
    if stopped {
        for item in prepared.history.iter().filter(|item| !item.text.is_empty()) {
            let text = Sourced::new(item.text.as_str(), item.source());
            told.tell(&text, None, Missing::Stopped, left_out);
        }
        for block in &prepared.examples {
            let text = Sourced::new(block.text.as_str(), block.source.clone());
            told.tell(&text, None, Missing::Stopped, left_out);
        }
    }
}

/// Why an extension prompt is not there.
fn lost(prompt: &ExtensionPrompt) -> Missing {
    match prompt.position {
        ExtensionPosition::Nowhere => Missing::NotPlaced,
        ExtensionPosition::InChat if whole_depth(prompt.depth).is_none() => Missing::DepthNeverMet,
        _ => Missing::NoPlace,
    }
}

/// Texts of the client that are there for some kinds of generation only.
fn is_utility(label: &str) -> bool {
    matches!(label, "impersonate" | "quietPrompt" | "groupNudge" | "bias")
}

fn missing(text: &Sourced, label: Option<&str>, reason: Missing) -> LeftOut {
    LeftOut { sources: text.sources(), label: label.map(str::to_owned), text: text.text().to_owned(), reason }
}

/// The sources that were told of, by their names.
struct Told(BTreeSet<String>);

impl Told {
    fn of(messages: &[PromptMessage], left_out: &[LeftOut]) -> Self {
        let sent = messages.iter().flat_map(|message| &message.pieces).flat_map(|piece| &piece.sources);
        let known = left_out.iter().flat_map(|left_out| &left_out.sources);
        Self(sent.chain(known).map(Source::name).collect())
    }

    /// Tells of a text if one of its sources is in none of the lists.
    fn tell(&mut self, text: &Sourced, label: Option<&str>, reason: Missing, left_out: &mut Vec<LeftOut>) {
        let sources = text.sources();
        if sources.iter().any(|source| !self.0.contains(&source.name())) {
            self.0.extend(sources.iter().map(Source::name));
            left_out.push(missing(text, label, reason));
        }
    }
}
