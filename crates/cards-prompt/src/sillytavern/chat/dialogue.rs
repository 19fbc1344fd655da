//! Example dialogues: blocks as long as they fit.

use cards_words::Role;

use super::completion::{Completion, Edge, Place, Stop, draft, named};
use super::output::{Draft, LeftOut, Missing};
use super::preset::Preset;
use super::slots::Slots;
use crate::segment::Source;
use crate::sillytavern::examples::{ExampleBlock, ExampleNames};
use crate::sillytavern::sourced::Sourced;
use crate::sillytavern::stage::Stage;

/// Fills the examples: each block with the prompt for a new one, until a block does not fit. Returns the number of that
/// block, and what was in the place before.
pub(super) fn fill(
    preset: &Preset,
    slots: &Slots,
    blocks: &[ExampleBlock],
    names: &ExampleNames,
    completion: &mut Completion,
    stage: &mut Stage<'_>,
    left_out: &mut Vec<LeftOut>,
) -> Result<(Option<usize>, Option<Place>), Stop> {
    let Some(index) = slots.index("dialogueExamples") else {
        left_out.extend(blocks.iter().map(|block| block.left_out(Missing::NoPlace)));
        return Ok((None, None));
    };
    let overwritten = completion.fill(index, Place::new("dialogueExamples"))?;
    if blocks.is_empty() {
        return Ok((None, overwritten));
    }
    let heading = stage.expand(&preset.new_example_chat_prompt)?.into_owned();
    let heading = Sourced::new(heading, Source::Setting("new_example_chat_prompt"));
    let heading = draft(Role::System, heading, Some("newChat"), stage.tokens);
    for (number, block) in blocks.iter().enumerate() {
        let messages = messages(number, block, names, stage);
        let cost = heading.tokens + messages.iter().map(|message| message.tokens).sum::<i64>();
        if !completion.affords(cost) {
            left_out.extend(blocks.iter().skip(number).map(|block| block.left_out(Missing::NoRoom)));
            return Ok((Some(number), overwritten));
        }
        completion.insert(heading.clone(), "dialogueExamples", Edge::End)?;
        for message in messages {
            completion.insert(message, "dialogueExamples", Edge::End)?;
        }
    }
    Ok((None, overwritten))
}

fn messages(number: usize, block: &ExampleBlock, names: &ExampleNames, stage: &mut Stage<'_>) -> Vec<Draft> {
    let messages = names.messages(block).into_iter().enumerate();
    let message = |(place, message): (usize, crate::sillytavern::examples::ExampleMessage)| {
        let label = format!("dialogueExamples {number}-{place}");
        let name = if message.role == Role::User { "example_user" } else { "example_assistant" };
        let content = Sourced::new(message.text, block.source.clone());
        named(draft(Role::System, content, Some(&label), stage.tokens), name.to_owned(), stage.tokens)
    };
    messages.map(message).collect()
}

impl ExampleBlock {
    /// Says why it is not in the prompt.
    pub(super) fn left_out(&self, reason: Missing) -> LeftOut {
        LeftOut { sources: vec![self.source.clone()], label: None, text: self.text.clone(), reason }
    }
}
