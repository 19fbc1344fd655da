//! A chat as a file that SillyTavern opens.

use cards_json::{Json, Object, Style};
use cards_macro::Value;
use cards_prompt::sillytavern::ExtensionPosition;
use cards_words::{Message, Role};

use super::record::is_header;
use super::{Chat, ChatNote, MessageExtra};

impl Chat {
    /// Writes the chat as JSON lines, as SillyTavern keeps its chats: a header, and a row for each message. [`Chat::read`] gives
    /// the same chat of it. A message without a name gets that of the chat's user or character, else `User` or `Assistant`, since
    /// the client shows no row without one.
    ///
    /// De facto: SillyTavern 1.19.
    ///
    /// ```
    /// use cards_kit::{Chat, Message};
    /// let chat = Chat::from(vec![Message::assistant("Hi!").with_name("Aria"), Message::user("Hello.").with_name("Sam")]);
    /// let read = Chat::read(chat.to_jsonl().as_bytes())?.value;
    /// assert_eq!(read.messages, chat.messages);
    /// # Ok::<(), cards_kit::ChatError>(())
    /// ```
    #[must_use]
    pub fn to_jsonl(&self) -> String {
        lines(&self.rows())
    }

    /// The header, and a row for each message.
    pub(crate) fn rows(&self) -> Vec<Json> {
        let messages = self.messages.iter().enumerate().map(|(at, message)| self.row(message, self.extras.get(&at)));
        std::iter::once(self.head()).chain(messages).map(Json::Object).collect()
    }

    /// The rows of a file that has SillyTavern's already, with all that they say: the client keeps what it does not know. Nothing
    /// where one of them is no such row.
    pub(crate) fn own_rows(&self, file: &Json) -> Option<Vec<Json>> {
        // A file of one line is a value and no list.
        let rows = file.as_array().unwrap_or(std::slice::from_ref(file));
        let is_row = |row: &Json| {
            row.as_object()
                .is_some_and(|row| is_header(row) || row.get("mes").is_some_and(|text| text.as_str().is_some()))
        };
        if !rows.iter().all(is_row) {
            return None;
        }
        // The client opens no file without a header.
        let has_head = rows.first().and_then(Json::as_object).is_some_and(is_header);
        let head = (!has_head).then(|| Json::Object(self.head()));
        Some(head.into_iter().chain(rows.iter().cloned()).collect())
    }

    /// The first row, which says what is not about one message.
    fn head(&self) -> Object {
        let mut metadata = Object::default();
        if let Some(note) = &self.note {
            note.write(&mut metadata);
        }
        for (name, text) in self.overrides.named() {
            if !text.is_empty() {
                metadata.insert(name, text);
            }
        }
        if !self.variables.is_empty() {
            let variables = self.variables.iter().map(|(name, value)| (name.clone(), json_of(value)));
            metadata.insert("variables", Json::Object(variables.collect()));
        }
        let mut head = Object::default();
        head.insert("user_name", self.user.as_deref().unwrap_or("unused"));
        head.insert("character_name", self.character.as_deref().unwrap_or("unused"));
        head.insert("chat_metadata", Json::Object(metadata));
        head
    }

    fn row(&self, message: &Message<'_>, extra: Option<&MessageExtra>) -> Object {
        let of_role = match message.role {
            Role::User => self.user.as_deref().unwrap_or("User"),
            _ => self.character.as_deref().unwrap_or("Assistant"),
        };
        let mut row = Object::default();
        row.insert("name", message.name.as_deref().unwrap_or(of_role));
        row.insert("is_user", message.role == Role::User);
        row.insert("is_system", message.hidden);
        if let Some(time) = message.time {
            row.insert("send_date", time);
        }
        row.insert("mes", &*message.text);
        if !message.swipes.is_empty() {
            let swipes = message.swipes.iter().map(|text| Json::from(&**text));
            row.insert("swipes", swipes.collect::<Vec<_>>());
        }
        if let Some(swipe) = message.swipe {
            row.insert("swipe_id", swipe as i64);
        }
        let mut more = Object::default();
        if message.role == Role::System {
            more.insert("type", super::record::NARRATOR);
        }
        if let Some(extra) = extra {
            extra.write(&mut row, &mut more);
        }
        if !more.is_empty() {
            row.insert("extra", Json::Object(more));
        }
        row
    }
}

/// Rows as the lines of a file.
pub(crate) fn lines(rows: &[Json]) -> String {
    rows.iter().map(|row| row.to_text(Style::Compact) + "\n").collect()
}

impl ChatNote {
    fn write(&self, metadata: &mut Object) {
        metadata.insert("note_prompt", self.prompt.as_str());
        metadata.insert("note_interval", self.interval);
        // The client's numbers, by the table that reads them.
        let position = (-1..=2).find(|number| ExtensionPosition::from_number(*number) == self.position);
        metadata.insert("note_position", position.unwrap_or(-1));
        metadata.insert("note_depth", self.depth);
        let role = Role::ALL.iter().position(|role| *role == self.role).unwrap_or_default();
        metadata.insert("note_role", role as i64);
    }
}

impl MessageExtra {
    fn write(&self, row: &mut Object, more: &mut Object) {
        if self.forced_avatar {
            row.insert("force_avatar", true);
        }
        for (name, text) in [("reasoning", &self.reasoning), ("bias", &self.bias)] {
            if !text.is_empty() {
                more.insert(name, text.as_str());
            }
        }
    }
}

fn json_of(value: &Value) -> Json {
    match value {
        Value::Text(text) => text.as_str().into(),
        // JSON has no word for what is no finite number.
        Value::Number(number) if number.is_finite() => (*number).into(),
        other => other.as_text().into_owned().into(),
    }
}
