//! A few templates that are stated here; all others are the user's files.
//!
//! Sequences are facts about how models were trained, stated from what their makers document. Story strings are our own.

use super::{ContextTemplate, InstructTemplate, NamesBehavior, StoryPlace, Templates};

/// A context template with an instruct template that fits it, where it has one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BuiltIn {
    /// Lines of `Name: text`, without instruct mode.
    #[default]
    Default,
    /// Instruction, input and response under headings.
    Alpaca,
    /// `<|im_start|>` and `<|im_end|>`.
    ChatMl,
    /// The headers of Llama 3.
    Llama3,
    /// `[INST]` with a system prompt of its own (Mistral's version 7).
    Mistral,
}

cards_words::named! {
    BuiltIn: "template";
    Default => "default",
    Alpaca => "alpaca",
    ChatMl => "chatml",
    Llama3 => "llama3",
    Mistral => "mistral",
}

impl BuiltIn {
    /// Gives the templates.
    #[must_use]
    pub fn templates(self) -> Templates {
        let context = ContextTemplate {
            name: self.as_str().to_owned(),
            story_string: story_string(),
            example_separator: if self == Self::Default { "***".to_owned() } else { String::new() },
            chat_start: if self == Self::Default { "***".to_owned() } else { String::new() },
            story_place: StoryPlace::Top,
            ..ContextTemplate::default()
        };
        Templates { context: Some(context), instruct: self.instruct(), system_prompt: None }
    }

    fn instruct(self) -> Option<InstructTemplate> {
        let own = str::to_owned;
        let base = InstructTemplate { name: self.as_str().to_owned(), ..InstructTemplate::default() };
        match self {
            Self::Default => None,
            Self::Alpaca => Some(InstructTemplate {
                input_suffix: own("\n\n"),
                output_suffix: own("\n\n"),
                system_sequence: own("### Input:"),
                system_suffix: own("\n\n"),
                story_string_suffix: own("\n"),
                ..base
            }),
            Self::ChatMl => Some(InstructTemplate {
                input_sequence: own("<|im_start|>user"),
                input_suffix: own("<|im_end|>\n"),
                output_sequence: own("<|im_start|>assistant"),
                output_suffix: own("<|im_end|>\n"),
                system_sequence: own("<|im_start|>system"),
                system_suffix: own("<|im_end|>\n"),
                stop_sequence: own("<|im_end|>"),
                story_string_prefix: own("<|im_start|>system"),
                story_string_suffix: own("<|im_end|>\n"),
                ..base
            }),
            Self::Llama3 => Some(InstructTemplate {
                input_sequence: own("<|start_header_id|>user<|end_header_id|>\n\n"),
                input_suffix: own("<|eot_id|>"),
                output_sequence: own("<|start_header_id|>assistant<|end_header_id|>\n\n"),
                output_suffix: own("<|eot_id|>"),
                system_sequence: own("<|start_header_id|>system<|end_header_id|>\n\n"),
                system_suffix: own("<|eot_id|>"),
                stop_sequence: own("<|eot_id|>"),
                story_string_prefix: own("<|start_header_id|>system<|end_header_id|>\n\n"),
                story_string_suffix: own("<|eot_id|>"),
                wrap: false,
                ..base
            }),
            Self::Mistral => Some(InstructTemplate {
                input_sequence: own("[INST]"),
                output_sequence: own("[/INST]"),
                output_suffix: own("</s>"),
                system_same_as_user: true,
                stop_sequence: own("</s>"),
                story_string_prefix: own("[SYSTEM_PROMPT]"),
                story_string_suffix: own("[/SYSTEM_PROMPT]"),
                wrap: false,
                names: NamesBehavior::Force,
                ..base
            }),
        }
    }
}

/// Everything that a story can tell, each on lines of its own.
fn story_string() -> String {
    let mut text = String::new();
    for name in [
        "anchorBefore",
        "system",
        "wiBefore",
        "persona",
        "description",
        "personality",
        "scenario",
        "wiAfter",
        "anchorAfter",
    ] {
        text.push_str(&format!("{{{{#if {name}}}}}\n{{{{{name}}}}}\n{{{{/if}}}}\n"));
    }
    text
}
