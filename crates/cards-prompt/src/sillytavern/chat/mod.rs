//! Chat completion: a preset's prompts, the scene and the history as messages.
//!
//! De facto: SillyTavern 1.19.0. `docs/prompt.md` tells the algorithm in steps.

mod completion;
mod continued;
mod dialogue;
mod fill;
mod history;
mod inject;
mod item;
mod output;
mod overrides;
mod preset;
mod slots;
mod squash;
mod system;

use std::collections::BTreeSet;

use cards_macro::Fact;

use self::completion::{Completion, Stop};
use self::fill::{Filled, Filler};
use self::output::Draft;
use self::slots::Slots;
use super::error::Error;
use super::scene::Scene;
use super::stage::Stage;
use super::steps::{Outside, Prepared, prepare};

pub use output::{ChatPrompt, LeftOut, Missing, Overflow, Piece, PromptMessage};
pub use preset::{NamesBehavior, OrderEntry, Preset, PresetFinding, PresetProblem, PresetPrompt, PromptRole};

/// Puts the messages of a prompt together as the client sends them.
///
/// De facto: SillyTavern 1.19.0.
///
/// # Errors
/// [`Error::Macro`] and [`Error::Lore`] for limits that were hit. A budget that is too small is no error, but
/// [`ChatPrompt::overflow`].
pub fn assemble<'o>(scene: &'o Scene<'o>, preset: &Preset, outside: Outside<'o>) -> Result<ChatPrompt, Error> {
    let (prepared, mut stage) = prepare(scene, outside)?;
    stage.set_fact(Fact::MaxContext, preset.max_context.to_string());
    stage.set_fact(Fact::MaxResponse, preset.max_response.to_string());
    let mut left_out: Vec<LeftOut> = Vec::new();
    let formats = system::Formats::expand(preset, &prepared, &mut stage)?;
    let generation = scene.generation.as_str();
    let mut slots = Slots::of(preset, generation, &mut stage, &mut left_out)?;
    system::merge(system::texts(scene, preset, &prepared, formats), &mut slots, &mut stage)?;
    overrides::apply(preset, &prepared, &mut slots, &mut stage, &mut left_out)?;
    let mut completion = Completion::new(preset.max_context - preset.max_response);
    let mut filler = Filler {
        scene,
        preset,
        prepared: &prepared,
        slots: &slots,
        completion: &mut completion,
        stage: &mut stage,
        left_out: &mut left_out,
        filled: Filled::default(),
    };
    let ran = filler.run();
    let filled = filler.filled;
    let overflow = match ran {
        Ok(()) => None,
        Err(Stop::Overflow(overflow)) => Some(overflow),
        Err(Stop::Error(error)) => return Err(error),
    };
    let budget_left = completion.budget;
    let mut drafts: Vec<Draft> = completion.places.into_iter().flatten().flat_map(|place| place.messages).collect();
    if preset.squash_system_messages {
        drafts = squash::squash(drafts, stage.tokens);
    }
    drafts.retain(|draft| !draft.content.is_empty());
    let messages: Vec<PromptMessage> = drafts.into_iter().map(|draft| finished(draft, &mut stage)).collect();
    let accounted = Accounted { prepared: &prepared, slots: &slots, overflow: overflow.is_some() };
    accounted.list(&messages, &stage, &mut left_out);
    Ok(ChatPrompt {
        messages,
        budget_left,
        left_out,
        overflow,
        dropped_history: filled.dropped_history,
        dropped_examples: filled.dropped_examples,
        activation: prepared.activation,
        unknown_macros: stage.unknown.into_iter().collect(),
        script_findings: stage.script_findings,
    })
}

/// A message as it goes out, with its pieces.
fn finished(draft: Draft, stage: &mut Stage<'_>) -> PromptMessage {
    let piece = |(sources, text): (&[crate::segment::Source], &str)| Piece {
        sources: sources.to_vec(),
        text: text.to_owned(),
        tokens: stage.tokens.count(text),
    };
    let pieces = draft.content.parts().filter(|(_, text)| !text.is_empty()).map(piece).collect();
    PromptMessage {
        label: draft.label,
        role: draft.role,
        name: draft.name,
        content: draft.content.text().to_owned(),
        tokens: u64::try_from(draft.tokens).unwrap_or_default(),
        pieces,
    }
}

/// What is known of texts that are not in the messages, beside what was noted on the way.
struct Accounted<'a> {
    prepared: &'a Prepared,
    slots: &'a Slots,
    overflow: bool,
}

impl Accounted<'_> {
    /// Lists every text that has no place in the messages and is not listed yet.
    fn list(&self, messages: &[PromptMessage], stage: &Stage<'_>, left_out: &mut Vec<LeftOut>) {
        let missing = |text: &super::sourced::Sourced, label: Option<&str>, reason| LeftOut {
            sources: text.sources(),
            label: label.map(str::to_owned),
            text: text.text().to_owned(),
            reason,
        };
        for text in self.prepared.not_placed.iter().filter(|text| !text.is_empty()) {
            left_out.push(missing(text, None, Missing::NotPlaced));
        }
        for (name, text) in &stage.outlet_texts {
            if !stage.asked_outlets.contains(name) {
                left_out.push(missing(text, None, Missing::Outlet));
            }
        }
        let sent: BTreeSet<String> =
            messages.iter().flat_map(|message| &message.pieces).flat_map(|piece| &piece.sources).map(key).collect();
        let known: BTreeSet<String> = left_out.iter().flat_map(|left| &left.sources).map(key).collect();
        let is_listed = |source: &crate::segment::Source| {
            let key = key(source);
            sent.contains(&key) || known.contains(&key)
        };
        for slot in self.slots.0.iter().filter(|slot| !slot.content.is_empty()) {
            if slot.content.sources().iter().all(is_listed) || is_utility(&slot.label) {
                continue;
            }
            let reason = if self.overflow {
                Missing::Stopped
            } else if self.slots.0.iter().filter(|other| other.label == slot.label).count() > 1 {
                Missing::SameIdentifier
            } else {
                Missing::NeverSent
            };
            left_out.push(slot.left_out(reason));
        }
        if self.overflow {
            for item in &self.prepared.history {
                let source = crate::segment::Source::Message(item.index);
                if !is_listed(&source) && !item.text.is_empty() {
                    left_out.push(LeftOut {
                        sources: vec![source],
                        label: None,
                        text: item.text.clone(),
                        reason: Missing::Stopped,
                    });
                }
            }
            for block in self.prepared.examples.iter().filter(|block| !is_listed(&block.source)) {
                left_out.push(LeftOut {
                    sources: vec![block.source.clone()],
                    label: None,
                    text: block.text.clone(),
                    reason: Missing::Stopped,
                });
            }
        }
    }
}

/// Texts of the client that are there for some kinds of generation only.
fn is_utility(label: &str) -> bool {
    matches!(label, "impersonate" | "quietPrompt" | "groupNudge" | "bias")
}

fn key(source: &crate::segment::Source) -> String {
    source.name()
}
