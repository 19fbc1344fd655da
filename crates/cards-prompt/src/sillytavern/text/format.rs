//! One message in the form that the prompt gives it.

use super::InstructTemplate;
use super::instruct::NamesBehavior;
use super::js::fill_name;
use crate::segment::Source;
use crate::sillytavern::{Error, Sourced, Stage};

/// Who speaks a message, and how it was sent.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Item {
    pub(super) name: String,
    pub(super) text: Sourced,
    pub(super) is_user: bool,
    pub(super) narrator: bool,
    pub(super) forced_avatar: bool,
    /// The number of its place among the injections; `None` for what belongs to the chat.
    pub(super) injected: Option<usize>,
}

/// Which sequences are around a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Plain,
    First,
    Last,
}

/// What every message is formatted with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Formatter<'t> {
    pub(super) instruct: Option<&'t InstructTemplate>,
    pub(super) in_group: bool,
}

/// A text of a template, and the field that it is from.
pub(super) type Sequence<'t> = (&'t str, &'static str);

/// The first of two texts, unless it is empty.
pub(super) fn or<'t>(first: Sequence<'t>, second: Sequence<'t>) -> Sequence<'t> {
    if first.0.is_empty() { second } else { first }
}

impl InstructTemplate {
    /// What is between a sequence and what it belongs to.
    pub(super) fn separator(&self) -> &'static str {
        if self.wrap { "\n" } else { "" }
    }

    /// A sequence with its macros expanded, for a message of a name.
    pub(super) fn filled(
        &self,
        (text, field): Sequence<'_>,
        name: &str,
        stage: &mut Stage<'_>,
    ) -> Result<Sourced, Error> {
        let name = if name.is_empty() { "System" } else { name };
        let text = if self.macros { fill_name(&stage.expand(text)?, name) } else { text.to_owned() };
        Ok(Sourced::new(text, Source::Setting(field)))
    }

    fn prefix(&self, item: &Item, form: Form) -> Sequence<'_> {
        let input = (self.input_sequence.as_str(), "input_sequence");
        let output = (self.output_sequence.as_str(), "output_sequence");
        match (item.narrator, item.is_user, form) {
            (true, _, _) if self.system_same_as_user => input,
            (true, _, _) => (&self.system_sequence, "system_sequence"),
            (_, true, Form::First) => or((&self.first_input_sequence, "first_input_sequence"), input),
            (_, true, Form::Last) => or((&self.last_input_sequence, "last_input_sequence"), input),
            (_, true, Form::Plain) => input,
            (_, false, Form::First) => or((&self.first_output_sequence, "first_output_sequence"), output),
            (_, false, Form::Last) => or((&self.last_output_sequence, "last_output_sequence"), output),
            (_, false, Form::Plain) => output,
        }
    }

    fn suffix(&self, item: &Item) -> Sequence<'_> {
        match (item.narrator, item.is_user) {
            (true, _) if self.system_same_as_user => (&self.input_suffix, "input_suffix"),
            (true, _) => (&self.system_suffix, "system_suffix"),
            (_, true) => (&self.input_suffix, "input_suffix"),
            (_, false) => (&self.output_suffix, "output_suffix"),
        }
    }
}

impl Formatter<'_> {
    /// Whether an instruct template shows the name of who speaks.
    fn shows_name(&self, instruct: &InstructTemplate, item: &Item, name: &str, stage: &Stage<'_>) -> bool {
        let forced = (self.in_group || item.forced_avatar) && name != stage.user();
        let wanted = match instruct.names {
            NamesBehavior::None => false,
            NamesBehavior::Force => forced,
            NamesBehavior::Always => true,
        };
        wanted && !item.narrator && !name.is_empty()
    }

    /// Puts a message into its form.
    ///
    /// Without instruct mode it is `Name: text` on a line of its own.
    pub(super) fn message(&self, item: &Item, form: Form, stage: &mut Stage<'_>) -> Result<Sourced, Error> {
        Ok(self.parted(item, form, stage)?.0)
    }

    /// Puts a message that is to be continued into its form, cut behind its text.
    ///
    /// De facto: without instruct mode an empty text cuts nothing.
    pub(super) fn continued(&self, item: &Item, stage: &mut Stage<'_>) -> Result<Sourced, Error> {
        let (text, suffix) = self.parted(item, Form::Last, stage)?;
        let uncut = self.instruct.is_none() && item.text.is_empty();
        Ok(if uncut { text } else { text.slice(0..text.text().len() - suffix) })
    }

    /// A message in its form, and the length of what is behind its text.
    fn parted(&self, item: &Item, form: Form, stage: &mut Stage<'_>) -> Result<(Sourced, usize), Error> {
        let Some(instruct) = self.instruct else {
            let mut text = Sourced::default();
            if !item.narrator && !item.name.is_empty() {
                text.push(&named(item, &item.name));
            }
            text.push(&item.text);
            text.push_str("\n");
            return Ok((text, 1));
        };
        // De facto: a message without a name is the character's here, a note and a depth prompt too, unless it is the user's.
        let own = Some(&item.name).filter(|name| !name.is_empty() || item.is_user).cloned();
        let name = own.unwrap_or_else(|| stage.character().to_owned());
        let prefix = instruct.filled(instruct.prefix(item, form), &name, stage)?;
        let mut suffix = instruct.filled(instruct.suffix(item), &name, stage)?;
        if suffix.is_empty() {
            suffix = Sourced::new(instruct.separator(), Source::Setting("wrap"));
        }
        let mut body = Sourced::default();
        if self.shows_name(instruct, item, &name, stage) {
            body.push(&named(item, &name));
        }
        body.push(&item.text);
        body.push(&suffix);
        Ok((in_sequence(&prefix, &body, instruct.separator()), suffix.text().len()))
    }
}

/// A name in front of a message; it is of what the message is of.
fn named(item: &Item, name: &str) -> Sourced {
    let source = item.text.sources().into_iter().next().unwrap_or(Source::Setting("names"));
    Sourced::new(format!("{name}: "), source)
}

/// A sequence and what it belongs to; where one of the two is empty, nothing is between them.
pub(super) fn in_sequence(prefix: &Sourced, body: &Sourced, separator: &str) -> Sourced {
    let both = [prefix, body].into_iter().filter(|text| !text.is_empty());
    Sourced::joined(both, separator)
}
