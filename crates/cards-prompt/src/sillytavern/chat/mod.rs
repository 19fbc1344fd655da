//! Chat completion: a preset's prompts, the scene and the history as messages.
//!
//! De facto: SillyTavern 1.19.0. `docs/prompt.md` tells the algorithm in steps.

mod account;
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

use cards_macro::Fact;

use self::account::account;
use self::completion::{Completion, Stop};
use self::fill::{Filled, Filler};
use self::output::Draft;
use self::slots::Slots;
use super::error::Error;
use super::scene::Scene;
use super::stage::Stage;
use super::steps::{Outside, prepare_with};
use crate::segment::Source;

pub use output::{ChatPrompt, LeftOut, Missing, Overflow, Piece, PromptMessage};
pub(crate) use preset::MARKERS;
pub use preset::{NamesBehavior, OrderEntry, Preset, PresetFinding, PresetProblem, PresetPrompt, PromptRole};

/// Puts the messages of a prompt together as the client sends them.
///
/// De facto: SillyTavern 1.19.0.
///
/// # Errors
/// [`Error::Macro`] and [`Error::Lore`] for limits that were hit. A budget that is too small is no error, but
/// [`ChatPrompt::overflow`].
pub fn assemble<'o>(scene: &'o Scene<'o>, preset: &Preset, outside: Outside<'o>) -> Result<ChatPrompt, Error> {
    let facts =
        [(Fact::MaxContext, preset.max_context.to_string()), (Fact::MaxResponse, preset.max_response.to_string())];
    let (prepared, mut stage) = prepare_with(scene, &facts, outside)?;
    let mut left_out: Vec<LeftOut> = Vec::new();
    let formats = system::Formats::expand(preset, &prepared, &mut stage)?;
    let generation = scene.generation.as_str();
    let mut slots = Slots::of(preset, generation, &mut stage, &mut left_out)?;
    system::merge(system::texts(scene, preset, &prepared, formats), &mut slots, &mut stage)?;
    overrides::apply(&prepared, &mut slots, &mut stage, &mut left_out)?;
    let mut completion = Completion::new(preset.room());
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
    account(&prepared, &slots, overflow.is_some(), &messages, &stage, &mut left_out);
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
    let piece = |(sources, text): (&[Source], &str)| Piece {
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
