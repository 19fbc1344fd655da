//! Prompt Manager presets, as the client saves them.

mod defaults;
mod finding;
mod prompt;
mod read;

use cards_script::sillytavern::Script;
use cards_words::Role;

pub(crate) use defaults::MARKERS;
pub use finding::{PresetFinding, PresetProblem};
pub use prompt::{OrderEntry, PresetPrompt};

/// A preset for chat completion, laid over the client's defaults.
///
/// ```
/// use cards_model::Limits;
/// use cards_prompt::sillytavern::chat::Preset;
/// let read = Preset::read(r#"{"openai_max_context":8192,"prompts":[{"identifier":"main","content":"Be {{char}}."}]}"#)?;
/// for finding in &read.findings {
///     println!("{finding}");
/// }
/// assert_eq!((read.value.max_context, read.value.prompts[0].content.as_str()), (8192, "Be {{char}}."));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Preset {
    /// The prompts, found by their identifiers; of several with one identifier the first counts.
    pub prompts: Vec<PresetPrompt>,
    /// The order of the prompts, and which are on.
    pub order: Vec<OrderEntry>,
    /// Tokens of the whole context (`openai_max_context`).
    pub max_context: i64,
    /// Tokens of the answer (`openai_max_tokens`).
    pub max_response: i64,
    /// How names of speakers are told (`names_behavior`).
    pub names: NamesBehavior,
    /// What is around lore before and after the character (`wi_format`); `{0}` is the lore.
    pub lore_format: String,
    /// What the scenario becomes (`scenario_format`).
    pub scenario_format: String,
    /// What the personality becomes (`personality_format`).
    pub personality_format: String,
    /// What is before the history (`new_chat_prompt`).
    pub new_chat_prompt: String,
    /// The same in groups (`new_group_chat_prompt`).
    pub new_group_chat_prompt: String,
    /// What is before each block of examples (`new_example_chat_prompt`).
    pub new_example_chat_prompt: String,
    /// What is behind the history of a group (`group_nudge_prompt`).
    pub group_nudge_prompt: String,
    /// What asks for more of the last message (`continue_nudge_prompt`).
    pub continue_nudge_prompt: String,
    /// What asks for a message of the user (`impersonation_prompt`).
    pub impersonation_prompt: String,
    /// Whether the last message is sent last to be continued, in place of the nudge (`continue_prefill`).
    pub continue_prefill: bool,
    /// What joins the continued message and its continuation (`continue_postfix`); never part of a prompt.
    pub continue_postfix: String,
    /// What the user says when the last message is the character's (`send_if_empty`).
    pub send_if_empty: String,
    /// Whether system messages without a name that follow one another become one (`squash_system_messages`).
    pub squash_system_messages: bool,
    /// What the answer is made to begin with (`assistant_prefill`).
    pub assistant_prefill: String,
    /// The same where the user is impersonated (`assistant_impersonation`).
    pub assistant_impersonation: String,
    /// Whether leading system messages go as the provider's system prompt (`use_sysprompt`).
    pub use_sysprompt: bool,
    /// The provider (`chat_completion_source`).
    pub source: String,
    /// The preset's regex scripts, which run if the user allows them.
    pub scripts: Vec<Script>,
}

/// How names of speakers are told to the model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum NamesBehavior {
    /// -1: not at all.
    None,
    /// 0: in the text where it is needed: in groups, and for messages with an avatar of their own.
    #[default]
    WhereNeeded,
    /// 1: in the message's name field.
    NameField,
    /// 2: in the text, always.
    InText,
    /// Any other number: like none.
    Other(i64),
}

impl NamesBehavior {
    /// Reads the client's number.
    #[must_use]
    pub fn from_number(number: i64) -> Self {
        match number {
            -1 => Self::None,
            0 => Self::WhereNeeded,
            1 => Self::NameField,
            2 => Self::InText,
            other => Self::Other(other),
        }
    }
}

impl Preset {
    /// Gives the tokens that the messages may have: context less answer.
    #[must_use]
    pub fn room(&self) -> i64 {
        self.max_context.saturating_sub(self.max_response)
    }

    /// Sets the context so that the messages may have so many tokens.
    #[must_use]
    pub fn with_room(mut self, room: u64) -> Self {
        self.max_context = i64::try_from(room).unwrap_or(i64::MAX).saturating_add(self.max_response);
        self
    }

    /// Gives the prompt of an identifier.
    #[must_use]
    pub fn prompt(&self, identifier: &str) -> Option<&PresetPrompt> {
        self.prompts.iter().find(|prompt| prompt.identifier.as_deref() == Some(identifier))
    }
}

/// What the client makes of the role of a prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PromptRole {
    /// One that is known.
    Known(Role),
    /// Another word: in the chat such a prompt is lost.
    Unknown(String),
}
