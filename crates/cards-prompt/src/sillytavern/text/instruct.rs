//! The instruct template: what is before and behind each message for a model that was trained on a form of chat.

use cards_macro::Fact;
use cards_model::Json;

use super::fields::{Fields, TemplateFinding, TemplateOddity};

/// An instruct template; that there is one means that instruct mode is on.
///
/// De facto: SillyTavern 1.19.0, files of the folder `instruct`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct InstructTemplate {
    /// The name for people.
    pub name: String,
    /// What is before a message of the user.
    pub input_sequence: String,
    /// What is behind it.
    pub input_suffix: String,
    /// What is before a message of the character.
    pub output_sequence: String,
    /// What is behind it.
    pub output_suffix: String,
    /// What is before a message of neither.
    pub system_sequence: String,
    /// What is behind it.
    pub system_suffix: String,
    /// In place of `input_sequence` before the oldest message.
    pub first_input_sequence: String,
    /// In place of `input_sequence` before the user's newest message.
    pub last_input_sequence: String,
    /// In place of `output_sequence` before the oldest message.
    pub first_output_sequence: String,
    /// In place of `output_sequence` before the answer.
    pub last_output_sequence: String,
    /// In place of `output_sequence` before the answer to a quiet prompt.
    pub last_system_sequence: String,
    /// What the model stops at.
    pub stop_sequence: String,
    /// What is before the story string.
    pub story_string_prefix: String,
    /// What is behind it.
    pub story_string_suffix: String,
    /// The message of the user that fills in where the chat does not begin with one.
    pub user_alignment_message: String,
    /// Whether sequences stand on lines of their own.
    pub wrap: bool,
    /// Whether macros in sequences are expanded.
    pub macros: bool,
    /// Which messages show the name of who speaks.
    pub names: NamesBehavior,
    /// Whether examples are told as they are.
    pub skip_examples: bool,
    /// Whether messages of neither take the form of the user's.
    pub system_same_as_user: bool,
    /// Whether the model stops at sequences.
    pub sequences_as_stop_strings: bool,
}

/// Which messages show the name of who speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum NamesBehavior {
    /// None.
    None,
    /// Those of others than the user in groups, and those with an avatar of their own.
    #[default]
    Force,
    /// All but a narrator's.
    Always,
}

cards_words::named! {
    NamesBehavior: "choice for names";
    None => "none",
    Force => "force",
    Always => "always",
}

impl Default for InstructTemplate {
    /// What the client takes for fields that a file does not have.
    fn default() -> Self {
        Self {
            name: String::new(),
            input_sequence: "### Instruction:".to_owned(),
            input_suffix: String::new(),
            output_sequence: "### Response:".to_owned(),
            output_suffix: String::new(),
            system_sequence: String::new(),
            system_suffix: String::new(),
            first_input_sequence: String::new(),
            last_input_sequence: String::new(),
            first_output_sequence: String::new(),
            last_output_sequence: String::new(),
            last_system_sequence: String::new(),
            stop_sequence: String::new(),
            story_string_prefix: String::new(),
            story_string_suffix: String::new(),
            user_alignment_message: String::new(),
            wrap: true,
            macros: true,
            names: NamesBehavior::Force,
            skip_examples: false,
            system_same_as_user: false,
            sequences_as_stop_strings: true,
        }
    }
}

impl InstructTemplate {
    pub(super) fn read(mut fields: Fields<'_>) -> (Self, Vec<TemplateFinding>) {
        let default = Self::default();
        let mut template = Self {
            name: fields.text("name", ""),
            input_sequence: fields.kept_text("input_sequence", &default.input_sequence),
            output_sequence: fields.kept_text("output_sequence", &default.output_sequence),
            output_suffix: fields.text("output_suffix", ""),
            input_suffix: fields.text("input_suffix", ""),
            system_sequence: fields.text("system_sequence", ""),
            system_suffix: fields.text("system_suffix", ""),
            first_input_sequence: fields.text("first_input_sequence", ""),
            last_input_sequence: fields.text("last_input_sequence", ""),
            first_output_sequence: fields.text("first_output_sequence", ""),
            last_output_sequence: fields.text("last_output_sequence", ""),
            last_system_sequence: fields.text("last_system_sequence", ""),
            stop_sequence: fields.text("stop_sequence", ""),
            story_string_prefix: fields.text("story_string_prefix", ""),
            story_string_suffix: fields.text("story_string_suffix", ""),
            user_alignment_message: fields.text("user_alignment_message", ""),
            wrap: fields.flag("wrap", default.wrap),
            macros: fields.flag("macro", default.macros),
            names: NamesBehavior::read(&mut fields),
            skip_examples: fields.flag("skip_examples", default.skip_examples),
            system_same_as_user: fields.flag("system_same_as_user", default.system_same_as_user),
            sequences_as_stop_strings: fields.flag("sequences_as_stop_strings", default.sequences_as_stop_strings),
        };
        if fields.get("separator_sequence").is_some() {
            template.output_suffix = fields.text("separator_sequence", "");
            fields.note("separator_sequence", TemplateOddity::OldName("output_suffix"));
        }
        fields.pass(&["enabled", "preset", "activation_regex", "bind_to_context"]);
        (template, fields.finish())
    }

    /// What macros such as `{{instructInput}}` show.
    ///
    /// De facto: SillyTavern 1.19.0.
    #[must_use]
    pub fn facts(&self) -> [(Fact, &str); 15] {
        [
            (Fact::InstructStoryPrefix, &self.story_string_prefix),
            (Fact::InstructStorySuffix, &self.story_string_suffix),
            (Fact::InstructInput, &self.input_sequence),
            (Fact::InstructInputSuffix, &self.input_suffix),
            (Fact::InstructFirstInput, &self.first_input_sequence),
            (Fact::InstructLastInput, &self.last_input_sequence),
            (Fact::InstructOutput, &self.output_sequence),
            (Fact::InstructOutputSuffix, &self.output_suffix),
            (Fact::InstructFirstOutput, &self.first_output_sequence),
            (Fact::InstructLastOutput, &self.last_output_sequence),
            (Fact::InstructSystem, &self.system_sequence),
            (Fact::InstructSystemSuffix, &self.system_suffix),
            (Fact::InstructLastSystem, &self.last_system_sequence),
            (Fact::InstructStop, &self.stop_sequence),
            (Fact::InstructFiller, &self.user_alignment_message),
        ]
    }
}

impl NamesBehavior {
    fn read(fields: &mut Fields<'_>) -> Self {
        if fields.get("names").is_some() {
            fields.note("names", TemplateOddity::OldName("names_behavior"));
            let (always, force) = (fields.flag("names", false), fields.flag("names_force_groups", false));
            fields.pass(&["names_behavior"]);
            return match (always, force) {
                (true, _) => Self::Always,
                (false, true) => Self::Force,
                (false, false) => Self::None,
            };
        }
        fields.pass(&["names_force_groups"]);
        match fields.get("names_behavior") {
            None => Self::Force,
            Some(Json::String(word)) if word == "none" => Self::None,
            Some(Json::String(word)) if word == "force" => Self::Force,
            Some(Json::String(word)) if word == "always" => Self::Always,
            // A word that the client does not know is none of those it asks for.
            Some(_) => {
                let (expected, used) = ("one of `none`, `force` and `always`", "`none`".to_owned());
                fields.note("names_behavior", TemplateOddity::WrongType { expected, used });
                Self::None
            }
        }
    }
}
