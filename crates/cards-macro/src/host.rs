//! What a template may ask of the outside, as small traits.

use std::borrow::Cow;
use std::fmt;
use std::time::{Duration, SystemTime};

use cards_words::{Dice, Message};

use crate::vars::{Scope, Value};

/// A piece of text about the card, the user or the running program.
///
/// ```
/// use cards_macro::{Fact, For, MapHost, Profile, expand};
/// let mut host = MapHost::new("Sam", "Maren Tidewell").with(Fact::Nickname, "Wick");
/// assert_eq!(expand("{{char}} nods.", Profile::Spec, &mut host, For::Prompt)?, "Wick nods.");
/// # Ok::<(), cards_macro::Error>(())
/// ```
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
    /// What is in the input field.
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
    /// What is before the chat.
    ChatStart,
    /// The user's main prompt; `None` while the program uses none.
    DefaultSystemPrompt,
    /// The user's jailbreak prompt (RisuAI).
    Jailbreak,
    /// Whether the jailbreak prompt is on: `1` or `0` (RisuAI).
    JailbreakToggle,
    /// The user's global note (RisuAI).
    GlobalNote,
    /// The card's default variables, lines of `name=value` (RisuAI).
    DefaultVariables,
    /// The program's default variables, asked after the card's (RisuAI).
    ProgramVariables,
    /// Name of the model for side tasks (RisuAI).
    SubModel,
    /// Display name of the model (RisuAI).
    ModelName,
    /// Short display name of the model (RisuAI).
    ModelShortName,
    /// Identity of the model at its provider (RisuAI).
    ModelInternalId,
    /// Number of the model's prompt format (RisuAI).
    ModelFormat,
    /// Number of the model's provider (RisuAI).
    ModelProvider,
    /// Number of the model's tokenizer (RisuAI).
    ModelTokenizer,
    /// Version of the program.
    ProgramVersion,
    /// Language of the program's texts, such as `en`.
    Language,
    /// Language of the browser or the system, such as `en-US`.
    BrowserLanguage,
    /// Width of the screen in pixels.
    ScreenWidth,
    /// Height of the screen in pixels.
    ScreenHeight,
    /// The button that was pressed (RisuAI).
    TriggerId,
    /// Whether the program runs on a telephone: `1` or `0`.
    IsMobile,
    /// Whether the program runs on the user's own machine: `1` or `0`.
    IsLocal,
    /// Whether the program runs on a Node server: `1` or `0`.
    IsNode,
    /// What is before the story string (SillyTavern's instruct mode; all of these are `None` while it is off).
    InstructStoryPrefix,
    /// What is behind the story string.
    InstructStorySuffix,
    /// What is before a message of the user.
    InstructInput,
    /// What is behind a message of the user.
    InstructInputSuffix,
    /// What is before the user's first message, where it differs.
    InstructFirstInput,
    /// What is before the user's last message, where it differs.
    InstructLastInput,
    /// What is before a message of the character.
    InstructOutput,
    /// What is behind a message of the character.
    InstructOutputSuffix,
    /// What is before the character's first message, where it differs.
    InstructFirstOutput,
    /// What is before the character's last message, where it differs.
    InstructLastOutput,
    /// What is before a message of the system.
    InstructSystem,
    /// What is behind a message of the system.
    InstructSystemSuffix,
    /// What is before the last message of the system.
    InstructLastSystem,
    /// What the model stops at.
    InstructStop,
    /// The user's message that fills in where the chat has to begin with one.
    InstructFiller,
    /// The chat's note (SillyTavern).
    AuthorsNote,
    /// The character's note (SillyTavern).
    CharAuthorsNote,
    /// The note of new chats (SillyTavern).
    DefaultAuthorsNote,
    /// What is before a model's reasoning.
    ReasoningPrefix,
    /// What is behind a model's reasoning.
    ReasoningSuffix,
    /// What is between reasoning and answer.
    ReasoningSeparator,
    /// The summary of the chat (SillyTavern's extension).
    Summary,
    /// The picture prompt of the character (SillyTavern's extension).
    CharPrefix,
    /// The negative picture prompt of the character (SillyTavern's extension).
    CharNegativePrefix,
    /// The expression that is shown where none fits (SillyTavern's extension).
    DefaultExpression,
    /// The expression that was shown last (SillyTavern's extension).
    LastExpression,
    /// The expressions there are, in one text (SillyTavern's extension).
    AvailableExpressions,
    /// Name of the time zone, such as `Europe/Berlin`.
    TimeZone,
}

/// A list that only the running program knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum List<'a> {
    /// The lore entries of card, chat and modules, each as the JSON that the program has of it (RisuAI).
    Lore,
    /// Names of the card's assets.
    Assets,
    /// Names of the card's emotions.
    Emotions,
    /// Names of the card's assets that are offered to the model; empty where the card has that off (RisuAI).
    DisplayAssets,
    /// Namespaces of the modules that are on (RisuAI).
    Modules,
    /// Names of the assets of the module with this namespace (RisuAI).
    ModuleAssets(&'a str),
}

/// One member of a group chat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct Member {
    /// Display name.
    pub name: String,
    /// Whether the member is kept from speaking.
    pub muted: bool,
}

/// Where in the program the text is being rendered (RisuAI's macros ask).
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
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
    /// Role that the caller supposes the text to have (`user`, `char`, …); may be empty.
    pub role: String,
    /// Role that the caller knows the text to have; may be empty.
    pub known_role: String,
    /// Whether the text is rendered to count its tokens: nothing is left to chance then.
    pub counting_tokens: bool,
    /// Whether fixed words stand for the names of user and character.
    pub fixed_names: bool,
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
            known_role: String::new(),
            counting_tokens: false,
            fixed_names: false,
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

    /// Returns a text of the card of a member, by its place in [`group`](Self::group).
    fn member_fact(&self, member: usize, fact: Fact) -> Option<Cow<'_, str>> {
        let _ = (member, fact);
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

    /// Returns a list that only the running program knows, or `None` where there is no such list.
    fn list(&self, list: List<'_>) -> Option<Vec<String>> {
        let _ = list;
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
///
/// ```
/// use cards_macro::{For, MapHost, Moment, Profile, expand};
/// let mut host = MapHost::new("Sam", "Aria");
/// host.now = Some(Moment::from_unix(1_700_000_000).with_offset(60));
/// assert_eq!(expand("{{isotime}}", Profile::SillyTavern, &mut host, For::Prompt)?, "23:13");
/// # Ok::<(), cards_macro::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Moment {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    pub unix_millis: i64,
    /// Minutes that local time is ahead of UTC.
    pub offset_minutes: i32,
}

impl Moment {
    /// A moment told for UTC, from the seconds since 1970-01-01T00:00:00Z.
    ///
    /// ```
    /// use cards_macro::Moment;
    /// let noon = Moment::from_unix(1_700_000_000).with_offset(60);
    /// assert_eq!((noon.unix_millis, noon.offset_minutes), (1_700_000_000_000, 60));
    /// ```
    #[must_use]
    pub fn from_unix(seconds: i64) -> Self {
        Self { unix_millis: seconds.saturating_mul(1000), offset_minutes: 0 }
    }

    /// The same moment, told for a place whose time is so many minutes ahead of UTC.
    #[must_use]
    pub fn with_offset(self, minutes: i32) -> Self {
        Self { offset_minutes: minutes, ..self }
    }
}

/// Told for UTC, to the millisecond.
impl From<SystemTime> for Moment {
    fn from(time: SystemTime) -> Self {
        let millis = |span: Duration| i64::try_from(span.as_millis()).unwrap_or(i64::MAX);
        let unix_millis = match time.duration_since(SystemTime::UNIX_EPOCH) {
            Ok(since) => millis(since),
            Err(before) => millis(before.duration()).saturating_neg(),
        };
        Self { unix_millis, offset_minutes: 0 }
    }
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
///
/// ```
/// use cards_macro::{Arity, For, MapHost, Profile, expand};
/// let mut host = MapHost::new("Sam", "Aria");
/// host.register("loud", Arity::exactly(1), "In capitals.", |args| Some(args[0].to_uppercase()));
/// assert_eq!(expand("{{loud::bell}}", Profile::Spec, &mut host, For::Prompt)?, "BELL");
/// # Ok::<(), cards_macro::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Arity {
    /// Fewest arguments.
    pub min: u8,
    /// Most arguments; [`Arity::MANY`] is without end.
    pub max: u8,
}

impl fmt::Display for Arity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.min, self.max) {
            (min, max) if min == max => write!(f, "{min}"),
            (min, Self::MANY) => write!(f, "{min} or more"),
            (min, max) => write!(f, "{min} to {max}"),
        }
    }
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
