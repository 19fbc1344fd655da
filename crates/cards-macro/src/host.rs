//! What a template may ask of the outside, as small traits.

use std::borrow::Cow;

use cards_words::{Dice, Message};

use crate::vars::{Scope, Value};

/// A piece of text about the card, the user or the running program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Fact {
    /// The user's display name.
    User,
    /// The card's name (in a group: of the one who speaks).
    Char,
    /// The card's nickname; when not blank it stands in for the name where the profile knows nicknames.
    Nickname,
    /// The user's persona text.
    Persona,
    /// The card's description.
    Description,
    /// The card's personality.
    Personality,
    /// The card's scenario.
    Scenario,
    /// The card's first greeting.
    FirstMessage,
    /// The card's example messages.
    MesExample,
    /// The card's system prompt.
    SystemPrompt,
    /// The card's post-history instructions.
    PostHistoryInstructions,
    /// The card's version.
    CharacterVersion,
    /// The card's creator notes.
    CreatorNotes,
    /// The card's depth prompt (a SillyTavern extension).
    DepthPrompt,
    /// The prompt that a card's override replaces, for `{{original}}`; absent anywhere else.
    Original,
    /// A fixed text for the group list.
    GroupOverride,
    /// Heading of an example block, where the program has one other than `<START>`.
    ExampleSeparator,
    /// What stands in the input field.
    Input,
    /// Name of the model.
    Model,
    /// Tokens of the whole context.
    MaxContext,
    /// Tokens of the answer.
    MaxResponse,
    /// What the last generation was (`normal`, `swipe`, …).
    LastGenerationType,
    /// Identity of the chat, for picks that stay the same.
    ChatId,
    /// Identity of the card, for picks that stay the same.
    CardId,
    /// Index of the first message that the prompt includes.
    FirstIncludedMessageId,
    /// Index of the first message that is shown.
    FirstDisplayedMessageId,
    /// What stands before the chat.
    ChatStart,
    /// The user's main prompt.
    DefaultSystemPrompt,
}

impl Fact {
    pub(crate) const COUNT: usize = Self::DefaultSystemPrompt as usize + 1;
}

/// One member of a group chat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Member {
    /// Display name.
    pub name: String,
    /// Whether the member is kept from speaking.
    pub muted: bool,
}

/// Where in the program the text is being rendered (RisuAI's macros ask).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Situation {
    /// Index of the message that holds the text; `None` outside the chat.
    pub chat_index: Option<usize>,
    /// Which greeting the chat began with: `None` is the first message, `Some(n)` the n-th alternate from 0.
    pub greeting: Option<usize>,
    /// Whether the text is the greeting itself.
    pub first_message: bool,
    /// Whether macros that write variables run in this pass.
    pub run_variables: bool,
    /// Whether macros that do not run in this pass are removed, where they would stay as text.
    pub strip_variables: bool,
    /// Role of the text (`user`, `char`, …); may be empty.
    pub role: String,
}

impl Default for Situation {
    fn default() -> Self {
        Self {
            chat_index: None,
            greeting: None,
            first_message: false,
            run_variables: true,
            strip_variables: false,
            role: String::new(),
        }
    }
}

/// Names, card fields and the state of the program.
///
/// Everything but [`fact`](Self::fact) has a default that knows nothing.
pub trait Facts {
    /// Returns a text, or `None` where there is no such thing (an empty field is `Some("")` or `None` alike, except
    /// for [`Fact::Original`]).
    fn fact(&self, fact: Fact) -> Option<Cow<'_, str>>;

    /// Returns the alternate greetings.
    fn alternate_greetings(&self) -> &[String] {
        &[]
    }

    /// Returns the members of the group, or `None` in a chat of two.
    fn group(&self) -> Option<&[Member]> {
        None
    }

    /// Returns the chat, oldest message first.
    fn messages(&self) -> &[Message<'_>] {
        &[]
    }

    /// Returns the text of a named outlet.
    fn outlet(&self, name: &str) -> Option<Cow<'_, str>> {
        let _ = name;
        None
    }

    /// Says whether an extension of the program is on.
    fn has_extension(&self, name: &str) -> bool {
        let _ = name;
        false
    }

    /// Returns where in the program the text is being rendered.
    fn situation(&self) -> Situation {
        Situation::default()
    }
}

/// A store of variables.
pub trait VariableStore {
    /// Returns a variable.
    fn get_var(&self, scope: Scope, name: &str) -> Option<Cow<'_, Value>>;
    /// Sets a variable.
    fn set_var(&mut self, scope: Scope, name: &str, value: Value);
    /// Removes a variable and says whether it was there.
    fn delete_var(&mut self, scope: Scope, name: &str) -> bool;
    /// Lists the names of a scope.
    fn list_vars(&self, scope: Scope) -> Vec<String>;
}

/// A moment with the offset of the place it is told for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moment {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    pub unix_millis: i64,
    /// Minutes that local time is ahead of UTC.
    pub offset_minutes: i32,
}

/// A clock.
pub trait Clock {
    /// Returns the present moment, or `None` where there is no clock: time macros then stay as text.
    fn now(&self) -> Option<Moment>;

    /// Returns when the user last wrote, or `None` when never or unknown.
    fn last_user_message(&self) -> Option<Moment> {
        None
    }
}

/// How many arguments a macro takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arity {
    /// Fewest arguments.
    pub min: u8,
    /// Most arguments; [`Arity::MANY`] is without end.
    pub max: u8,
}

impl Arity {
    /// The `max` of a list.
    pub const MANY: u8 = u8::MAX;

    /// Takes exactly `count` arguments.
    #[must_use]
    pub const fn exactly(count: u8) -> Self {
        Self { min: count, max: count }
    }

    /// Takes from `min` to `max` arguments.
    #[must_use]
    pub const fn between(min: u8, max: u8) -> Self {
        Self { min, max }
    }

    /// Takes `min` or more arguments.
    #[must_use]
    pub const fn at_least(min: u8) -> Self {
        Self { min, max: Self::MANY }
    }

    /// Whether so many arguments are taken.
    #[must_use]
    pub const fn takes(self, count: usize) -> bool {
        count >= self.min as usize && (self.max == Self::MANY || count <= self.max as usize)
    }
}

/// A macro that the host registers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostMacro {
    /// Name without braces; letter case does not matter.
    pub name: String,
    /// How many arguments it takes.
    pub arity: Arity,
    /// One sentence for listings.
    pub summary: String,
}

/// Macros of the host's own; they win over built-in ones of the same name.
pub trait ExtraMacros {
    /// Lists the macros.
    fn extra_macros(&self) -> &[HostMacro] {
        &[]
    }

    /// Expands one of them, or returns `None` to leave its text as it is.
    ///
    /// `index` is the macro's place in [`extra_macros`](Self::extra_macros).
    fn call_extra(&mut self, index: usize, args: &[&str]) -> Option<String> {
        let _ = (index, args);
        None
    }
}

/// All that a rendering may ask for; implemented for whatever implements the parts.
pub trait Host: Facts + VariableStore + Dice + Clock + ExtraMacros {}

impl<T: Facts + VariableStore + Dice + Clock + ExtraMacros + ?Sized> Host for T {}
