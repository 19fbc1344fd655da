//! The context template: how the beginning of the prompt is told, and what is between its parts.

use cards_words::Role;

use super::fields::{Fields, TemplateOddity};

/// A context template.
///
/// De facto: SillyTavern 1.19.0, files of the folder `context`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ContextTemplate {
    /// The name for people.
    pub name: String,
    /// How the card, the persona, the system prompt and lore are put together: Handlebars first, macros second.
    pub story_string: String,
    /// The line above each block of examples; none if it is empty.
    pub example_separator: String,
    /// The line above the chat; none if it is empty.
    pub chat_start: String,
    /// Whether the model stops at these two lines.
    pub use_stop_strings: bool,
    /// Whether the model stops where somebody else is named.
    pub names_as_stop_strings: bool,
    /// Where the story string goes.
    pub story_place: StoryPlace,
    /// Whether the character's name is at the end, without instruct mode.
    pub always_force_name: bool,
    /// Whether the answer is one line.
    pub single_line: bool,
}

/// Where the story string goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum StoryPlace {
    /// At the beginning.
    #[default]
    Top,
    /// Among the messages.
    InChat {
        /// Messages between it and the end of the chat.
        depth: usize,
        /// Who speaks it.
        role: Role,
    },
}

impl Default for ContextTemplate {
    /// What the client takes for fields that a file does not have; nothing is told.
    fn default() -> Self {
        Self {
            name: String::new(),
            story_string: String::new(),
            example_separator: String::new(),
            chat_start: String::new(),
            use_stop_strings: false,
            names_as_stop_strings: true,
            story_place: StoryPlace::Top,
            always_force_name: true,
            single_line: false,
        }
    }
}

impl ContextTemplate {
    pub(super) fn read(mut fields: Fields<'_>) -> (Self, Vec<super::TemplateFinding>) {
        let default = Self::default();
        let mut template = Self {
            name: fields.text("name", ""),
            story_string: fields.text("story_string", ""),
            example_separator: fields.kept_text("example_separator", "***"),
            chat_start: fields.kept_text("chat_start", "***"),
            use_stop_strings: fields.flag("use_stop_strings", default.use_stop_strings),
            names_as_stop_strings: fields.flag("names_as_stop_strings", default.names_as_stop_strings),
            story_place: StoryPlace::Top,
            always_force_name: fields.flag("always_force_name2", default.always_force_name),
            single_line: fields.flag("single_line", default.single_line),
        };
        let old = fields.get("story_string_position").is_none();
        let position = fields.whole("story_string_position", 0);
        let depth = fields.whole("story_string_depth", 1);
        let role = Role::ALL.get(fields.whole("story_string_role", 0)).copied().unwrap_or_default();
        if position == 1 {
            template.story_place = StoryPlace::InChat { depth, role };
        }
        if old {
            template.add_anchors(&mut fields);
        }
        fields.pass(&["trim_sentences"]);
        (template, fields.finish())
    }

    /// Puts places for what extensions add into a story string that is older than these places.
    fn add_anchors(&mut self, fields: &mut Fields<'_>) {
        let place = |name: &str| format!("{{{{#if {name}}}}}{{{{{name}}}}}\n{{{{/if}}}}");
        let text = &self.story_string;
        let behind = text.rfind("}}").map_or(text.len(), |at| at + 2);
        let places = [
            // From the end on, so that the first place does not move.
            ("anchorAfter", text.rfind("{{trim}}").unwrap_or(behind)),
            ("anchorBefore", text.find("{{").unwrap_or(0)),
        ];
        for (name, at) in places {
            if !self.story_string.contains(&format!("{{{{{name}}}}}")) {
                self.story_string.insert_str(at, &place(name));
                fields.note("story_string", TemplateOddity::AnchorAdded(name));
            }
        }
    }
}
