//! Chats as the clients and APIs write them.

mod extra;
mod lost;
mod others;
mod plain;
mod record;
mod write;

use std::collections::BTreeMap;
use std::fmt;

use cards_container::Format;
use cards_json::{Json, Limits};
use cards_macro::Value;
use cards_words::{Message, Outcome};

pub use extra::{ChatNote, ChatOverrides, MessageExtra};
pub(crate) use lost::lost;
pub(crate) use write::lines;

/// A chat, and what its file says beside the messages.
///
/// With feature `serde` it goes into a save of the application's own; [`Chat::read`] reads the files of clients, and
/// [`Chat::to_jsonl`] writes one.
///
/// ```
/// use cards_kit::{Chat, Message};
/// let mut chat = Chat::from(vec![Message::assistant("Hi, Sam!")]);
/// chat.say_as_user("Did you hear the bell?");
/// assert_eq!(chat.messages.len(), 2);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
#[non_exhaustive]
pub struct Chat {
    /// The messages, oldest first, hidden ones included.
    pub messages: Vec<Message<'static>>,
    /// The user's name, where the file says it.
    pub user: Option<String>,
    /// The character's name, where the file says it.
    pub character: Option<String>,
    /// Variables of the chat that the client kept in the file.
    pub variables: BTreeMap<String, Value>,
    /// What the client kept with messages beside who said what, by their places in [`Chat::messages`].
    pub extras: BTreeMap<usize, MessageExtra>,
    /// The chat's author's note, where the client kept one in the file.
    pub note: Option<ChatNote>,
    /// What the chat puts in place of fields of the card.
    pub overrides: ChatOverrides,
    /// What the file was.
    pub form: ChatForm,
}

/// What a chat file is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum ChatForm {
    /// A message a line, as `Name: text` or `text`.
    #[default]
    Plain,
    /// JSON objects, one a line or in a list.
    Records,
    /// A JSON object with a list `messages`, as chat APIs take and log it.
    Request,
    /// Rows as SillyTavern keeps them, with its header.
    SillyTavern,
}

cards_words::named! {
    ChatForm: "form of chat";
    Plain => "plain",
    Records => "records",
    Request => "request",
    SillyTavern => "silly-tavern",
}

/// Who takes part, for files that name speakers and no roles.
///
/// ```
/// use cards_kit::{Chat, Names, Role};
/// let names = Names { user: Some("Sam"), character: Some("Aria"), full_name: None };
/// let chat = Chat::read_with(b"Aria: Hello.\nSam: Good evening.", names, &Default::default())?.value;
/// assert_eq!((chat.messages[0].role, chat.messages[1].role), (Role::Assistant, Role::User));
/// # Ok::<(), cards_kit::ChatError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Names<'n> {
    /// The user's name.
    pub user: Option<&'n str>,
    /// The character's name.
    pub character: Option<&'n str>,
    /// The character's full name, where `character` is a nickname.
    pub full_name: Option<&'n str>,
}

/// Something in a chat file that was passed over.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ChatFinding {
    /// The record, counted from 1.
    pub record: usize,
    /// What was passed over.
    pub problem: &'static str,
}

impl fmt::Display for ChatFinding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "record {}: {}", self.record, self.problem)
    }
}

/// Why a file is no chat.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ChatError {
    /// It is no text at all.
    #[error("this is {format} and not a chat")]
    NotText {
        /// What it is.
        format: Format,
    },
    /// It is a card, lorebook or module.
    #[error("this is a file of the form {form} and not a chat; name it among the cards and books")]
    Card {
        /// Its form.
        form: &'static str,
    },
    /// It is JSON of a shape that no known program gives a chat.
    #[error("this JSON is not a chat: it has no list `messages`, and no record in it has a text (`content`, `mes`)")]
    Shape,
    /// A record has a role that is none.
    #[error("record {record} has the role `{role}`; known are user, assistant and system, and their synonyms")]
    Role {
        /// The record, counted from 1.
        record: usize,
        /// The role as written.
        role: String,
    },
    /// It has more messages than the limit on values.
    #[error("the chat has more than {limit} messages (limit `values`); leave out the oldest, or raise the limit")]
    TooMany {
        /// The limit.
        limit: u64,
    },
    /// A line is not JSON, though the first one is.
    #[error("line {line} is not JSON")]
    Json {
        /// The line, counted from 1.
        line: usize,
        /// Why.
        source: cards_json::Error,
    },
}

impl ChatError {
    /// Gives the stable class of the error.
    #[must_use]
    pub fn class(&self) -> &'static str {
        match self {
            Self::NotText { .. } | Self::Card { .. } | Self::Shape => "not-a-chat",
            Self::TooMany { .. } => "too-large",
            Self::Role { .. } => "bad-field",
            Self::Json { .. } => "bad-json",
        }
    }
}

/// Refuses a chat of more records or lines than a text of JSON may have values.
fn within(count: usize, limits: &Limits) -> Result<(), ChatError> {
    let limit = limits.values;
    if count as u64 > limit { Err(ChatError::TooMany { limit }) } else { Ok(()) }
}

impl Chat {
    /// Reads a chat: JSON lines or a JSON list of messages (ours, OpenAI's, SillyTavern's, Chub's), a JSON object with a list
    /// `messages`, a file of RisuAI, CAI Tools, text-generation-webui, Agnai or KoboldAI Lite, or plain text with a message a
    /// line, where nobody's name is known.
    ///
    /// # Errors
    /// [`ChatError`], which says what the file is instead.
    pub fn read(bytes: &[u8]) -> Result<Outcome<Self, ChatFinding>, ChatError> {
        Self::read_with(bytes, Names::default(), &Limits::default())
    }

    /// Reads a chat as [`Chat::read`] does, with the names by which lines of plain text are told apart, and other limits.
    ///
    /// # Errors
    /// [`ChatError`], which says what the file is instead.
    pub fn read_with(bytes: &[u8], names: Names<'_>, limits: &Limits) -> Result<Outcome<Self, ChatFinding>, ChatError> {
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let head = bytes.get(..bytes.len().min(64)).unwrap_or_default();
        let not_text = || ChatError::NotText { format: Format::of(head) };
        let text = std::str::from_utf8(bytes).map_err(|_| not_text())?;
        if text.contains('\0') {
            return Err(not_text());
        }
        match text.trim_start().bytes().next() {
            Some(b'{' | b'[') => record::read(text, limits),
            _ => Ok(Outcome::clean(Self { messages: plain::read(text, names, limits)?, ..Self::default() })),
        }
    }
}

impl Chat {
    /// The same of a value that is a whole file, which is read once.
    pub(crate) fn of_json(json: &Json) -> Result<Outcome<Self, ChatFinding>, ChatError> {
        record::of_value(json)
    }

    /// How many messages there are, hidden ones included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.messages.len()
    }

    /// Whether nothing was said yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.messages.is_empty()
    }

    /// The messages, oldest first, hidden ones included.
    pub fn iter(&self) -> std::slice::Iter<'_, Message<'static>> {
        self.messages.iter()
    }

    /// The newest message.
    #[must_use]
    pub fn last(&self) -> Option<&Message<'static>> {
        self.messages.last()
    }

    /// The newest message, to be changed.
    pub fn last_mut(&mut self) -> Option<&mut Message<'static>> {
        self.messages.last_mut()
    }

    /// Goes back to where the chat had so many messages; what was kept with the ones behind goes too.
    ///
    /// ```
    /// use cards_kit::{Chat, Message};
    /// let mut chat = Chat::from(vec![Message::assistant("Hi!"), Message::user("Hm."), Message::assistant("Yes?")]);
    /// chat.truncate(2);
    /// assert_eq!((chat.len(), chat.last().map(|message| &*message.text)), (2, Some("Hm.")));
    /// ```
    pub fn truncate(&mut self, messages: usize) {
        self.messages.truncate(messages);
        self.extras.retain(|at, _| *at < messages);
    }

    /// Adds a message.
    pub fn push(&mut self, message: Message<'_>) {
        self.messages.push(message.into_owned());
    }

    /// Adds a message of the user.
    pub fn say_as_user(&mut self, text: impl Into<String>) {
        self.messages.push(Message::user(text.into()));
    }

    /// Adds a message of the character: the greeting, or what the model answered.
    pub fn say_as_character(&mut self, text: impl Into<String>) {
        self.messages.push(Message::assistant(text.into()));
    }
}

impl<'m> FromIterator<Message<'m>> for Chat {
    fn from_iter<I: IntoIterator<Item = Message<'m>>>(messages: I) -> Self {
        Self { messages: messages.into_iter().map(Message::into_owned).collect(), ..Self::default() }
    }
}

impl<'m> Extend<Message<'m>> for Chat {
    fn extend<I: IntoIterator<Item = Message<'m>>>(&mut self, messages: I) {
        self.messages.extend(messages.into_iter().map(Message::into_owned));
    }
}

impl<'c> IntoIterator for &'c Chat {
    type Item = &'c Message<'static>;
    type IntoIter = std::slice::Iter<'c, Message<'static>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'m> From<Vec<Message<'m>>> for Chat {
    fn from(messages: Vec<Message<'m>>) -> Self {
        messages.into_iter().collect()
    }
}

/// The texts of a JSON value that may be a variable.
fn variable(value: &Json) -> Option<Value> {
    match value {
        Json::String(text) => Some(text.as_str().into()),
        Json::Number(number) => Some(number.as_f64().into()),
        Json::Bool(truth) => Some(if *truth { "true" } else { "false" }.into()),
        Json::Null => None,
        other => Some(other.to_text(cards_json::Style::Compact).into()),
    }
}
