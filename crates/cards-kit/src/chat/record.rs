//! Messages as JSON objects.

use std::cmp::Ordering;

use cards_json::{Json, Limits, Object};
use cards_model::detect;
use cards_words::{Message, Outcome, Role};

use super::extra::{ChatNote, ChatOverrides, MessageExtra};
use super::others::{self, Other};
use super::{Chat, ChatError, ChatFinding, ChatForm, variable, within};

/// Reads a text that begins as JSON does.
pub(super) fn read(text: &str, limits: &Limits) -> Result<Outcome<Chat, ChatFinding>, ChatError> {
    let whole = Json::read(text, limits);
    if let Some(other) = whole.as_ref().ok().and_then(others::read) {
        return of_other(other, limits);
    }
    let Some((records, form)) = whole.as_ref().ok().and_then(records_of) else { return lines(text, limits) };
    refuse_cards(text, &records)?;
    chat(records, form, limits)
}

/// Reads a value that is a whole file.
pub(super) fn of_value(whole: &Json) -> Result<Outcome<Chat, ChatFinding>, ChatError> {
    let limits = Limits::default();
    if let Some(other) = others::read(whole) {
        return of_other(other, &limits);
    }
    let (records, form) = records_of(whole).ok_or(ChatError::Shape)?;
    chat(records, form, &limits)
}

/// Reads the rows of another program's chat.
fn of_other(other: Other, limits: &Limits) -> Result<Outcome<Chat, ChatFinding>, ChatError> {
    let mut read = Records::new(ChatForm::Records, limits);
    other.rows.iter().try_for_each(|row| read.add(row))?;
    if other.has_more {
        read.pass_over("the file has further chats, of which the first is read");
    }
    (read.chat.user, read.chat.character) = (other.user, other.character);
    read.finish()
}

/// The records of a value; nothing of one that is neither a list nor an object.
fn records_of(whole: &Json) -> Option<(Vec<&Json>, ChatForm)> {
    match whole {
        Json::Array(records) => Some((records.iter().collect(), ChatForm::Records)),
        Json::Object(object) => Some(match object.get("messages") {
            Some(Json::Array(records)) => (records.iter().collect(), ChatForm::Request),
            _ => (vec![whole], ChatForm::Records),
        }),
        _ => None,
    }
}

/// Reads a record from each line; of one that was read, the message alone is kept.
fn lines(text: &str, limits: &Limits) -> Result<Outcome<Chat, ChatFinding>, ChatError> {
    let mut records = Records::new(ChatForm::Records, limits);
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let record = Json::read(line, limits).map_err(|source| ChatError::Json { line: number + 1, source })?;
        records.add(&record)?;
    }
    records.finish()
}

/// A card or a book is JSON as well; it is said to be what it is.
fn refuse_cards(text: &str, records: &[&Json]) -> Result<(), ChatError> {
    if let [Json::Object(object)] = records
        && !is_header(object)
        && content(object).is_none()
    {
        let detected = detect(text, &Limits::default()).map_err(|_| ChatError::Shape)?;
        return Err(ChatError::Card { form: detected.form.name() });
    }
    Ok(())
}

fn chat(records: Vec<&Json>, form: ChatForm, limits: &Limits) -> Result<Outcome<Chat, ChatFinding>, ChatError> {
    let mut read = Records::new(form, limits);
    records.into_iter().try_for_each(|record| read.add(record))?;
    read.finish()
}

/// The records that were read so far.
struct Records<'l> {
    chat: Chat,
    findings: Vec<ChatFinding>,
    /// How many they are.
    count: usize,
    /// Whether one of them was of a chat.
    understood: bool,
    limits: &'l Limits,
}

impl<'l> Records<'l> {
    fn new(form: ChatForm, limits: &'l Limits) -> Self {
        let chat = Chat { form, ..Chat::default() };
        Self { chat, findings: Vec::new(), count: 0, understood: false, limits }
    }

    fn add(&mut self, value: &Json) -> Result<(), ChatError> {
        self.count += 1;
        within(self.count, self.limits)?;
        let record = self.count;
        let Json::Object(object) = value else {
            self.pass_over("it is no object, so it was passed over");
            return Ok(());
        };
        if is_header(object) {
            self.chat.header(object);
            self.understood = true;
        } else if let Some((text, partly)) = content(object) {
            self.understood = true;
            if partly {
                self.pass_over("parts that are no text (pictures, tool calls) were passed over");
            }
            match role(object).map_err(|role| ChatError::Role { record, role })? {
                Some(role) => {
                    if let Some(extra) = MessageExtra::of(object) {
                        self.chat.extras.insert(self.chat.messages.len(), extra);
                    }
                    self.chat.messages.push(message(object, role, text));
                }
                None => self.pass_over("the answer of a tool is no message of the chat"),
            }
        } else {
            self.pass_over("it has no text, so it was passed over");
        }
        Ok(())
    }

    fn pass_over(&mut self, problem: &'static str) {
        let problem = match self.findings.len().cmp(&self.limits.findings) {
            Ordering::Less => problem,
            Ordering::Equal => "what is passed over from here on is not listed",
            Ordering::Greater => return,
        };
        self.findings.push(ChatFinding { record: self.count, problem });
    }

    fn finish(self) -> Result<Outcome<Chat, ChatFinding>, ChatError> {
        let is_chat = self.understood || self.count == 0;
        if is_chat { Ok(Outcome::new(self.chat, self.findings)) } else { Err(ChatError::Shape) }
    }
}

impl Chat {
    /// Takes over what the first row of a SillyTavern chat says.
    ///
    /// De facto: SillyTavern 1.19 (`user_name`, `character_name`, in `chat_metadata` `variables`, the author's note, and
    /// texts in place of the card's).
    fn header(&mut self, object: &Object) {
        self.form = ChatForm::SillyTavern;
        // Newer versions keep the names elsewhere and write this word.
        let name = |key| object.get(key).and_then(Json::as_str).filter(|name| !["", "unused"].contains(name));
        self.user = name("user_name").map(str::to_owned);
        self.character = name("character_name").map(str::to_owned);
        let metadata = object.get("chat_metadata").and_then(Json::as_object);
        self.note = metadata.and_then(ChatNote::of);
        self.overrides = metadata.map(ChatOverrides::of).unwrap_or_default();
        let variables = metadata.and_then(|metadata| metadata.get("variables"));
        for (name, value) in variables.and_then(Json::as_object).into_iter().flat_map(Object::iter) {
            if let Some(value) = variable(value) {
                self.variables.insert(name.to_owned(), value);
            }
        }
    }
}

/// The type of a row that nobody in the story says.
pub(super) const NARRATOR: &str = "narrator";

/// The members that may have the text of a record, of which the first counts.
pub(super) const TEXTS: [&str; 3] = ["content", "mes", "text"];

/// Whether a record is about the chat and not about a message.
pub(super) fn is_header(object: &Object) -> bool {
    let marked = ["chat_metadata", "user_name", "character_name"].into_iter().any(|key| object.get(key).is_some());
    marked && object.get("mes").is_none() && object.get("content").is_none()
}

/// The text of a record, and whether a part of it is no text.
pub(super) fn content(object: &Object) -> Option<(String, bool)> {
    TEXTS.into_iter().find_map(|name| content_in(object, name))
}

/// The same of one member.
pub(super) fn content_in(object: &Object, name: &str) -> Option<(String, bool)> {
    match object.get(name)? {
        Json::String(text) => Some((text.clone(), false)),
        Json::Array(parts) => {
            let texts: Vec<&str> = parts.iter().filter_map(part).collect();
            Some((texts.join("\n"), texts.len() < parts.len()))
        }
        object @ Json::Object(_) => part(object).map(|text| (text.to_owned(), false)),
        // An assistant that only calls a tool says nothing.
        Json::Null if object.get("tool_calls").is_some() => Some((String::new(), true)),
        _ => None,
    }
}

/// The text of a content part. De facto: OpenAI's chat API (`{"type": "text", "text": …}`), and rows that Chub gives out
/// (`"mes": {"message": …}`).
fn part(part: &Json) -> Option<&str> {
    match part {
        Json::String(text) => Some(text),
        part => part.get("text").or_else(|| part.get("message"))?.as_str(),
    }
}

/// Who speaks; `None` for the answer of a tool.
pub(super) fn role(object: &Object) -> Result<Option<Role>, String> {
    let flag = |key| object.get(key).and_then(Json::as_bool);
    Ok(Some(match object.get("role").and_then(Json::as_str) {
        Some("user" | "human") => Role::User,
        Some("system" | "developer") => Role::System,
        Some("assistant" | "model" | "bot" | "ai" | "char" | "character") => Role::Assistant,
        Some("tool" | "function") => return Ok(None),
        Some(other) => return Err(other.to_owned()),
        // De facto: SillyTavern 1.19: a narrator's row.
        None if object.get("extra").and_then(|extra| extra.get("type")?.as_str()) == Some(NARRATOR) => Role::System,
        None if flag("is_user") == Some(true) => Role::User,
        None => Role::Assistant,
    }))
}

fn message(object: &Object, role: Role, text: String) -> Message<'static> {
    let texts =
        |json: &Json| Some(json.as_array()?.iter().filter_map(part).map(|text| text.to_owned().into()).collect());
    let swipe = object.get("swipe_id").and_then(Json::as_i64).and_then(|id| usize::try_from(id).ok());
    Message {
        name: object.get("name").and_then(Json::as_str).map(|name| name.to_owned().into()),
        // De facto: SillyTavern 1.19 hides rows with this flag from lore and prompt.
        hidden: object.get("is_system").and_then(Json::as_bool) == Some(true),
        swipes: object.get("swipes").and_then(texts).unwrap_or_default(),
        swipe,
        // Of the client's spellings of a date the one that says milliseconds.
        time: object.get("send_date").and_then(Json::as_i64),
        ..Message::new(role, text)
    }
}
