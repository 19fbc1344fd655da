//! What a prompt is made for: who is there, what was said, what the user set.

use cards_macro::Limits as MacroLimits;
use cards_model::Card;
use cards_script::sillytavern::Script;
use cards_words::{Message, Profile, Role};

use super::beside::{AuthorsNote, Inject, Persona};
use super::group::Group;

/// Everything that the client knows when it begins to build a prompt, but the preset or the templates.
///
/// De facto: SillyTavern 1.19.0.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Scene<'a> {
    /// The client's version: the newest unless set.
    pub profile: Profile,
    /// The user's name.
    pub user: &'a str,
    /// The card of the character that speaks next.
    pub card: &'a Card,
    /// The speaker's name, where it is not the card's.
    pub speaker: Option<&'a str>,
    /// The speaker's file name without its extension, and tags, for lore entries that are for some characters only.
    pub character: cards_lore::turn::Character<'a>,
    /// The group that the speaker is a member of; `None` in a chat of two.
    pub group: Option<Group<'a>>,
    /// The chat, oldest message first, hidden ones and all.
    pub chat: Vec<ChatMessage<'a>>,
    /// What the client is asked to make.
    pub generation: Generation,
    /// The quiet prompt, which an extension or a command adds for one call.
    pub quiet: Quiet<'a>,
    /// The one who chats.
    pub persona: Persona<'a>,
    /// The chat's author's note.
    pub note: AuthorsNote<'a>,
    /// Extension prompts that were there before, in the order in which they were registered.
    pub injects: Vec<Inject<'a>>,
    /// What the chat puts in place of card fields.
    pub overrides: Overrides<'a>,
    /// The user's settings.
    pub settings: Settings,
    /// How the model's reasoning goes back into the prompt.
    pub reasoning: Reasoning,
    /// Regex scripts in the order in which they run; the caller leaves out those that the user did not allow.
    pub scripts: Vec<Script>,
    /// Whether the call leaves out lore at depths and outlets.
    pub skip_depth_lore: bool,
    /// Whether the caller asks for the character's name at the end of a text prompt.
    pub force_name: bool,
    /// Whether plain mistakes of the client are made, or what it meant to do is done.
    pub mistakes: Mistakes,
    /// What expanding macros may cost, for each text.
    pub macro_limits: MacroLimits,
    /// What scripts may cost, for each text.
    pub script_limits: cards_script::Limits,
}

impl<'a> Scene<'a> {
    /// A chat of two with no messages, where nothing is set.
    #[must_use]
    pub fn new(user: &'a str, card: &'a Card) -> Self {
        Self {
            profile: Profile::SillyTavern,
            user,
            card,
            speaker: None,
            character: cards_lore::turn::Character::default(),
            group: None,
            chat: Vec::new(),
            generation: Generation::Normal,
            quiet: Quiet::default(),
            persona: Persona::default(),
            note: AuthorsNote::default(),
            injects: Vec::new(),
            overrides: Overrides::default(),
            settings: Settings::default(),
            reasoning: Reasoning::default(),
            scripts: Vec::new(),
            skip_depth_lore: false,
            force_name: false,
            mistakes: Mistakes::Reproduced,
            macro_limits: MacroLimits::default(),
            script_limits: cards_script::Limits::default(),
        }
    }

    /// Gives the name of the character that speaks next.
    #[must_use]
    pub fn speaker_name(&self) -> &'a str {
        self.speaker.unwrap_or_else(|| self.card.name())
    }

    /// Gives the name that a message shows: its own, or that of the side that it is of.
    #[must_use]
    pub fn name_of<'m>(&'m self, message: &'m ChatMessage<'_>) -> &'m str {
        match &message.message.name {
            Some(name) => name,
            None if message.is_user() => self.user,
            None => self.speaker_name(),
        }
    }
}

/// One message of the chat as the client keeps it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ChatMessage<'a> {
    /// Who, what, hidden or not; the role `user` marks the user's messages, any other one those of the rest.
    pub message: Message<'a>,
    /// Whether it is a narrator's, or a notice of a command.
    pub narrator: bool,
    /// Whether it was sent with an avatar of its own, which makes the client show its name.
    pub forced_avatar: bool,
    /// The reasoning that the model gave with it.
    pub reasoning: &'a str,
    /// The bias that was stored with it ("start reply with").
    pub bias: &'a str,
    /// The number of the card's greeting that it is, for the account of sources.
    pub greeting: Option<usize>,
}

impl<'a> ChatMessage<'a> {
    /// Whether the message is the user's.
    #[must_use]
    pub fn is_user(&self) -> bool {
        self.message.role == Role::User
    }

    /// Marks it as a narrator's.
    #[must_use]
    pub fn with_narrator(mut self, narrator: bool) -> Self {
        self.narrator = narrator;
        self
    }

    /// Marks it as one with an avatar of its own.
    #[must_use]
    pub fn with_forced_avatar(mut self, forced_avatar: bool) -> Self {
        self.forced_avatar = forced_avatar;
        self
    }

    /// Adds the model's reasoning.
    #[must_use]
    pub fn with_reasoning(mut self, reasoning: &'a str) -> Self {
        self.reasoning = reasoning;
        self
    }

    /// Says that it is a greeting of the card.
    #[must_use]
    pub fn with_greeting(mut self, greeting: Option<usize>) -> Self {
        self.greeting = greeting;
        self
    }

    /// Adds a bias.
    #[must_use]
    pub fn with_bias(mut self, bias: &'a str) -> Self {
        self.bias = bias;
        self
    }
}

impl<'a> From<Message<'a>> for ChatMessage<'a> {
    /// A message without anything special; a message of the role `system` is a narrator's.
    fn from(message: Message<'a>) -> Self {
        let narrator = message.role == Role::System;
        Self { message, narrator, ..Self::default() }
    }
}

/// What the client is asked to make.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Generation {
    /// The next answer.
    #[default]
    Normal,
    /// More of the last message.
    Continue,
    /// A message of the user.
    Impersonate,
    /// Another answer in place of the last one, which stays.
    Swipe,
    /// Another answer in place of the last one, which goes.
    Regenerate,
    /// A text beside the chat.
    Quiet,
}

cards_words::named! {
    Generation: "type of generation";
    Normal => "normal",
    Continue => "continue",
    Impersonate => "impersonate",
    Swipe => "swipe",
    Regenerate => "regenerate",
    Quiet => "quiet",
}

/// Whether the client's plain mistakes are made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Mistakes {
    /// They are made: the prompt is the one that the client sends.
    #[default]
    Reproduced,
    /// They are not: the prompt is the one that the client means to send.
    AsIntended,
}

cards_words::named! {
    Mistakes: "choice for mistakes";
    Reproduced => "reproduced",
    AsIntended => "as-intended",
}

/// The quiet prompt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Quiet<'a> {
    /// The text; empty where there is none.
    pub prompt: &'a str,
    /// Whether the answer is for the chat after all (text completion).
    pub to_loud: bool,
    /// Who is to speak, where it is not the system (text completion).
    pub name: Option<&'a str>,
}

/// What the chat puts in place of card fields; empty texts stand for none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Overrides<'a> {
    /// In place of the scenario.
    pub scenario: &'a str,
    /// In place of the system prompt.
    pub system_prompt: &'a str,
    /// In place of the example messages.
    pub mes_example: &'a str,
}

/// The user's settings that a prompt depends on, beside preset and templates.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Settings {
    /// Whether runs of line feeds become one.
    pub collapse_newlines: bool,
    /// Whether examples stay when the chat grows.
    pub pin_examples: bool,
    /// Whether examples are left out.
    pub strip_examples: bool,
    /// What the answer begins with where no message says.
    pub user_prompt_bias: String,
    /// Whether the card's system prompt replaces the user's.
    pub prefer_character_prompt: bool,
    /// Whether the card's post-history instructions replace the user's.
    pub prefer_character_jailbreak: bool,
    /// Tokens that are added to each count (text completion).
    pub token_padding: u64,
    /// Further stop strings: a JSON list in a text.
    pub custom_stopping_strings: String,
    /// Whether macros in them are expanded.
    pub custom_stopping_strings_macro: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            collapse_newlines: false,
            pin_examples: false,
            strip_examples: false,
            user_prompt_bias: String::new(),
            prefer_character_prompt: true,
            prefer_character_jailbreak: true,
            token_padding: 64,
            custom_stopping_strings: String::new(),
            custom_stopping_strings_macro: true,
        }
    }
}

cards_words::setters! {
    Settings:
    with_collapse_newlines collapse_newlines: bool,
    with_pin_examples pin_examples: bool,
    with_strip_examples strip_examples: bool,
    with_prefer_character_prompt prefer_character_prompt: bool,
    with_prefer_character_jailbreak prefer_character_jailbreak: bool,
    with_token_padding token_padding: u64,
    with_custom_stopping_strings_macro custom_stopping_strings_macro: bool,
}

cards_words::setters! {
    into Settings:
    with_user_prompt_bias user_prompt_bias: String,
    with_custom_stopping_strings custom_stopping_strings: String,
}

/// How the model's reasoning goes back into the prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reasoning {
    /// Whether it does.
    pub add_to_prompts: bool,
    /// What is before it.
    pub prefix: String,
    /// What is behind it.
    pub suffix: String,
    /// What is between it and the message.
    pub separator: String,
    /// How many messages get theirs, from the newest back.
    pub max_additions: usize,
}

impl Default for Reasoning {
    fn default() -> Self {
        Self {
            add_to_prompts: false,
            prefix: "<think>".to_owned(),
            suffix: "</think>".to_owned(),
            separator: "\n".to_owned(),
            max_additions: 1,
        }
    }
}
