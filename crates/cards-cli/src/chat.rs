//! What verbs share that put a card into a chat: names, variables, the clock, chat files.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use cards_container::Limits;
use cards_macro::{Fact, MapHost, Moment};
use cards_model::Card;
use serde_json::Value;

use crate::failure::Failure;
use crate::input::read_text;

/// Who takes part.
pub(crate) struct Persona<'a> {
    /// The user's name.
    pub(crate) user: &'a str,
    /// The character's name, in place of the card's.
    pub(crate) character: Option<&'a str>,
}

/// A message of a chat file.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// Who speaks: `user`, `assistant` or `system`.
    pub(crate) role: Role,
    /// The speaker's name, where the file gives it.
    pub(crate) name: Option<String>,
    /// What is said.
    pub(crate) text: String,
}

/// Who speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// The user.
    User,
    /// The character.
    Assistant,
    /// Neither.
    System,
}

/// A macro host that shows a card's names and fields.
pub(crate) fn macro_host(card: Option<&Card>, persona: &Persona<'_>, seed: u64) -> MapHost {
    let name = persona.character.or(card.map(Card::name)).unwrap_or("Character");
    let mut host = MapHost::new(persona.user, name).seed(seed);
    let Some(card) = card else { return host };
    if let (Some(nickname), None) = (card.nickname(), persona.character) {
        host.set(Fact::Nickname, nickname);
    }
    let greetings = card.greetings();
    let fields = [
        (Fact::Description, card.description()),
        (Fact::Personality, card.personality()),
        (Fact::Scenario, card.scenario()),
        (Fact::FirstMessage, greetings.first().map_or("", |greeting| greeting.text)),
        (Fact::SystemPrompt, card.system_prompt()),
        (Fact::PostHistoryInstructions, card.post_history_instructions()),
        (Fact::CharacterVersion, card.character_version()),
        (Fact::CreatorNotes, card.creator_notes(None)),
        (Fact::CardId, card.name()),
    ];
    for (fact, text) in fields {
        host.set(fact, text);
    }
    host.set(Fact::MesExample, card.mes_example());
    host.alternate_greetings = greetings.iter().skip(1).map(|greeting| greeting.text.to_owned()).collect();
    host
}

/// Splits `name=value`.
pub(crate) fn assignment(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or_else(|| format!("`{text}` should be NAME=VALUE"))?;
    Ok((name.to_owned(), value.to_owned()))
}

/// The moment that the user names, or the present one.
pub(crate) fn moment(text: Option<&str>) -> Result<Option<Moment>, Failure> {
    let seconds = match text {
        None => SystemTime::now().duration_since(UNIX_EPOCH).ok().and_then(|since| i64::try_from(since.as_secs()).ok()),
        Some(text) => {
            Some(cards_model::Timestamp::parse(text).map(|time| time.seconds()).ok_or_else(|| Failure::Other {
                class: "usage",
                message: format!(
                    "`{text}` is no moment; give seconds since 1970, or a date such as 2026-01-31T12:00:00Z"
                ),
            })?)
        }
    };
    Ok(seconds.map(|seconds| Moment { unix_millis: seconds.saturating_mul(1000), offset_minutes: 0 }))
}

/// Reads a chat: JSON lines (ours, OpenAI's, SillyTavern's), a JSON array of such messages, or plain text, one message
/// a line (`Name: text` gives the speaker's name).
pub(crate) fn read_chat(path: &Path, user: &str, limits: &Limits) -> Result<Vec<Line>, Failure> {
    let text = read_text(path, limits)?;
    let start = text.trim_start();
    if start.starts_with('[')
        && let Ok(Value::Array(messages)) = serde_json::from_str(start)
    {
        return Ok(messages.iter().filter_map(message).collect());
    }
    if start.starts_with('{') {
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let parsed: Result<Vec<_>, _> = lines
            .map(|(number, line)| {
                serde_json::from_str::<Value>(line).map_err(|error| Failure::Content {
                    path: path.to_owned(),
                    class: "bad-json",
                    message: format!("line {} is not JSON: {error}", number + 1),
                })
            })
            .collect();
        return Ok(parsed?.iter().filter_map(message).collect());
    }
    Ok(text.lines().filter(|line| !line.trim().is_empty()).map(|line| plain_line(line, user)).collect())
}

/// A message object of the common chat formats; `None` for headers and other records.
fn message(value: &Value) -> Option<Line> {
    let text = ["content", "mes", "text"].iter().find_map(|key| value.get(key)?.as_str())?;
    let is_user = value.get("is_user").and_then(Value::as_bool).unwrap_or(false);
    let role = match value.get("role").and_then(Value::as_str) {
        Some("user" | "human") => Role::User,
        Some("system") => Role::System,
        None if value.get("is_system").and_then(Value::as_bool) == Some(true) => Role::System,
        None if is_user => Role::User,
        _ => Role::Assistant,
    };
    Some(Line { role, name: value.get("name").and_then(Value::as_str).map(str::to_owned), text: text.to_owned() })
}

fn plain_line(line: &str, user: &str) -> Line {
    match line.split_once(": ") {
        Some((name, text))
            if name.len() <= 40 && !name.contains(char::is_whitespace) || line.starts_with(&format!("{user}: ")) =>
        {
            let role = if name == user || name.eq_ignore_ascii_case("user") { Role::User } else { Role::Assistant };
            Line { role, name: Some(name.to_owned()), text: text.to_owned() }
        }
        _ => Line { role: Role::User, name: None, text: line.to_owned() },
    }
}
