//! Example dialogues in the form of the prompt, in the pieces by which they are left out.

use cards_words::Role;

use super::format::in_sequence;
use super::instruct::NamesBehavior;
use super::js::replaced;
use super::{ContextTemplate, InstructTemplate};
use crate::segment::Source;
use crate::sillytavern::{Error, ExampleBlock, ExampleMessage, ExampleNames, Prepared, Sourced, Stage};

const START: &str = "<START>\n";

/// Examples as the story string may ask for them, and as they are behind it.
#[derive(Clone, Debug, Default)]
pub(super) struct Examples {
    /// Each block with its heading, before the instruct template.
    pub(super) raw: Vec<Sourced>,
    /// What is kept or left out as a whole: blocks, or with an instruct template single messages and headings.
    pub(super) pieces: Vec<Sourced>,
}

/// Formats the examples.
pub(super) fn examples(
    prepared: &Prepared,
    context: &ContextTemplate,
    instruct: Option<&InstructTemplate>,
    stage: &mut Stage<'_>,
) -> Result<Examples, Error> {
    let separator = line(&context.example_separator, stage)?;
    let heading = if instruct.is_some() { START } else { &separator };
    let raw: Vec<Sourced> = prepared.examples.iter().map(|block| whole(block, heading)).collect();
    let pieces = match instruct {
        None => raw.clone(),
        Some(instruct) => in_messages(prepared, instruct, &separator, &raw, stage)?,
    };
    Ok(Examples { raw, pieces })
}

/// A line of a template: expanded, with a line feed; nothing if it is empty.
pub(super) fn line(text: &str, stage: &mut Stage<'_>) -> Result<String, Error> {
    Ok(if text.is_empty() { String::new() } else { format!("{}\n", stage.expand(text)?) })
}

fn whole(block: &ExampleBlock, heading: &str) -> Sourced {
    Sourced::new(format!("{heading}{}\n", block.text), block.source.clone())
}

/// Blocks message by message; as they are where the template asks for that, or where nobody is named.
fn in_messages(
    prepared: &Prepared,
    instruct: &InstructTemplate,
    separator: &str,
    raw: &[Sourced],
    stage: &mut Stage<'_>,
) -> Result<Vec<Sourced>, Error> {
    let names = ExampleNames {
        user: stage.user().to_owned(),
        character: stage.character().to_owned(),
        members: stage.group().map(|members| members.iter().map(|member| member.name.clone()).collect()),
    };
    let mut pieces = Vec::new();
    if !instruct.skip_examples {
        let input = Around::of(instruct, Role::User, stage)?;
        let output = Around::of(instruct, Role::Assistant, stage)?;
        for block in &prepared.examples {
            let messages = names.messages(block);
            if messages.is_empty() {
                continue;
            }
            if !separator.is_empty() {
                pieces.push(Sourced::new(separator, Source::Setting("example_separator")));
            }
            for message in &messages {
                let around = if message.role == Role::User { &input } else { &output };
                pieces.push(around.message(message, &block.source, instruct, stage));
            }
        }
    }
    if pieces.is_empty() {
        let plain = |block: &Sourced| {
            let text = replaced(block.text(), 0, START, separator);
            Sourced::new(text, block.sources().into_iter().next().unwrap_or(Source::Examples))
        };
        return Ok(raw.iter().map(plain).collect());
    }
    Ok(pieces)
}

/// What is around the examples of one side.
struct Around {
    prefix: Sourced,
    suffix: Sourced,
}

impl Around {
    fn of(instruct: &InstructTemplate, role: Role, stage: &mut Stage<'_>) -> Result<Self, Error> {
        let (prefix, suffix, name) = if role == Role::User {
            let name = stage.user().to_owned();
            ((instruct.input_sequence.as_str(), "input_sequence"), (&instruct.input_suffix, "input_suffix"), name)
        } else {
            let name = stage.character().to_owned();
            ((instruct.output_sequence.as_str(), "output_sequence"), (&instruct.output_suffix, "output_suffix"), name)
        };
        let prefix = instruct.filled(prefix, &name, stage)?;
        let mut suffix = instruct.filled((suffix.0, suffix.1), &name, stage)?;
        // De facto: without macros an empty suffix stays empty here, though not around messages of the chat.
        if suffix.is_empty() && instruct.macros {
            suffix = Sourced::new(instruct.separator(), Source::Setting("wrap"));
        }
        Ok(Self { prefix, suffix })
    }

    fn message(
        &self,
        message: &ExampleMessage,
        source: &Source,
        instruct: &InstructTemplate,
        stage: &Stage<'_>,
    ) -> Sourced {
        let in_group = stage.group().is_some();
        let is_user = message.role == Role::User;
        let name = if is_user { stage.user() } else { stage.character() };
        let text = match instruct.names {
            // In groups the names are in the text already.
            NamesBehavior::None if in_group => {
                let head = format!("{}: ", message.name);
                message.text.strip_prefix(&head).unwrap_or(&message.text).to_owned()
            }
            NamesBehavior::None => message.text.clone(),
            NamesBehavior::Force if !in_group && !is_user => message.text.clone(),
            _ if in_group => message.text.clone(),
            _ => format!("{name}: {}", message.text),
        };
        let mut body = Sourced::new(text, source.clone());
        body.push(&self.suffix);
        in_sequence(&self.prefix, &body, instruct.separator())
    }
}
