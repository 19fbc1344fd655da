//! The last line: what the newest message ends with so that the model goes on.

use cards_model::json::javascript;
use cards_words::Profile;

use super::InstructTemplate;
use super::format::{Form, Formatter, Item, or};
use super::instruct::NamesBehavior;
use crate::segment::Source;
use crate::sillytavern::{Bias, Error, Generation, Quiet, Sourced, Stage};

/// What the last line is made from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Closing<'c> {
    pub(super) formatter: Formatter<'c>,
    pub(super) generation: Generation,
    /// The quiet prompt as it was asked for, and its text with macros expanded.
    pub(super) quiet: Quiet<'c>,
    pub(super) quiet_text: &'c str,
    pub(super) bias: &'c Bias,
    pub(super) name_line: NameLine,
}

/// What is before the answer, without instruct mode.
#[derive(Clone, Copy, Debug)]
pub(super) enum NameLine {
    None,
    /// A line without a name, where a message of the user's is continued.
    Empty,
    /// The character's name.
    Name,
}

impl Closing<'_> {
    /// Cuts the line feed that the newest message ends with.
    pub(super) fn open_end(&self, last: &Sourced) -> Sourced {
        let cut = match self.formatter.instruct {
            _ if self.generation == Generation::Continue => false,
            Some(instruct) => instruct.wrap && self.generation != Generation::Quiet,
            None => true,
        };
        let length =
            if cut { last.text().strip_suffix('\n').map_or(last.text().len(), str::len) } else { last.text().len() };
        if length == last.text().len() { last.clone() } else { last.slice(0..length) }
    }

    /// Adds the last line to a text.
    pub(super) fn close(&self, text: &mut Sourced, stage: &mut Stage<'_>) -> Result<(), Error> {
        if !self.quiet_text.is_empty() {
            text.push(&self.quiet_line(stage)?);
        }
        match self.formatter.instruct {
            Some(instruct) => {
                if self.generation != Generation::Continue {
                    text.push(&self.sequence_line(instruct, stage)?);
                }
            }
            None => self.plain_line(text, stage),
        }
        Ok(())
    }

    fn quiet_line(&self, stage: &mut Stage<'_>) -> Result<Sourced, Error> {
        let text = Sourced::new(self.quiet_text, Source::Quiet);
        if self.formatter.instruct.is_none() {
            return Ok(Sourced::new(format!("\n{}", self.quiet_text), Source::Quiet));
        }
        let name = stage.user().to_owned();
        let item = Item { name, text, is_user: false, narrator: true, forced_avatar: false, injected: None };
        self.formatter.message(&item, Form::Plain, stage)
    }

    /// The sequence before the answer, with the name and the bias.
    fn sequence_line(&self, instruct: &InstructTemplate, stage: &mut Stage<'_>) -> Result<Sourced, Error> {
        let impersonates = self.generation == Generation::Impersonate;
        let has_quiet = !self.quiet_text.is_empty();
        // A quiet prompt of another type of generation has the form of an answer.
        let is_quiet = has_quiet && self.generation == Generation::Quiet;
        let is_aside = is_quiet && !self.quiet.to_loud;
        let name = if has_quiet && !self.quiet.to_loud && !impersonates {
            self.quiet.name.unwrap_or("System").to_owned()
        } else if impersonates {
            stage.user().to_owned()
        } else {
            stage.character().to_owned()
        };
        let shown = match instruct.names {
            NamesBehavior::None => false,
            NamesBehavior::Force => self.formatter.in_group,
            NamesBehavior::Always => true,
        };
        let shown = shown && !name.is_empty() && !is_aside;
        let output = (instruct.output_sequence.as_str(), "output_sequence");
        let last_output = (instruct.last_output_sequence.as_str(), "last_output_sequence");
        let input = (instruct.input_sequence.as_str(), "input_sequence");
        let sequence = if impersonates && stage.profile == Profile::SillyTavern117 {
            input
        } else if impersonates {
            or((&instruct.last_input_sequence, "last_input_sequence"), input)
        } else if is_aside {
            or((&instruct.last_system_sequence, "last_system_sequence"), output)
        } else {
            or(last_output, output)
        };
        let separator = if instruct.wrap { "\n" } else { "" };
        // What a blank at the end of one sequence does, the other is made to do.
        let blank = output.0.chars().next_back().filter(|c| javascript::is_blank(*c));
        let lent = blank.filter(|_| {
            shown
                && !last_output.0.is_empty()
                && sequence.0 == last_output.0
                && !last_output.0.ends_with(javascript::is_blank)
        });
        let sequence = instruct.filled(sequence, &name, stage)?;
        let head = if is_quiet { "" } else { separator };
        let of_wrap = |text: &str| Sourced::new(text, Source::Setting("wrap"));
        let mut line = of_wrap(head);
        line.push(&sequence);
        if shown {
            line.push(&of_wrap(separator));
            line.push_str(&lent.map(String::from).unwrap_or_default());
            line.push(&Sourced::new(format!("{name}:"), Source::Setting("names_behavior")));
        }
        if !impersonates && !self.bias.text.is_empty() {
            let bias = self.bias.text.as_str();
            let bias = if shown {
                bias.to_owned()
            } else {
                format!("{separator}{}", bias.trim_start_matches(javascript::is_blank))
            };
            line.push(&Sourced::new(bias, self.bias_source()));
        }
        if instruct.wrap {
            let length = line.text().trim_end_matches(javascript::is_blank).len();
            line = line.slice(0..length);
        }
        if !shown {
            line.push(&of_wrap(separator));
        }
        Ok(line)
    }

    /// The line without instruct mode: a name, and the bias.
    fn plain_line(&self, text: &mut Sourced, stage: &Stage<'_>) {
        let impersonates = self.generation == Generation::Impersonate;
        let line_feed = if text.text().ends_with('\n') { "" } else { "\n" };
        let line = match self.name_line {
            // A quiet prompt ends the text, unless its answer is shown.
            _ if !self.quiet_text.is_empty() && !self.quiet.to_loud => String::new(),
            _ if impersonates => format!("{line_feed}{}:", stage.user()),
            NameLine::None => String::new(),
            NameLine::Empty => line_feed.to_owned(),
            NameLine::Name => format!("{line_feed}{}:", stage.character()),
        };
        if !line.is_empty() {
            text.push(&Sourced::new(line, Source::Setting("always_force_name2")));
        }
        if !impersonates && !self.bias.text.chars().all(javascript::is_blank) {
            let space = if text.text().ends_with(javascript::is_blank) { "" } else { " " };
            let bias = self.bias.text.trim_start_matches(javascript::is_blank);
            text.push(&Sourced::new(format!("{space}{bias}"), self.bias_source()));
        }
    }

    fn bias_source(&self) -> Source {
        self.bias.message.map_or(Source::Setting("user_prompt_bias"), Source::Bias)
    }
}
