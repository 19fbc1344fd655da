//! Plain text: a message a line.

use cards_json::Limits;
use cards_words::{Message, Role};

use super::{ChatError, Names, within};

/// The longest name in characters that a line may begin with.
const LONGEST_NAME: usize = 40;
/// The most words that a name has.
const MOST_WORDS: usize = 4;

/// Reads lines of `Name: text` or `text`; blank lines are passed over.
pub(super) fn read(text: &str, names: Names<'_>, limits: &Limits) -> Result<Vec<Message<'static>>, ChatError> {
    let lines = || text.lines().filter(|line| !line.trim().is_empty());
    within(lines().count(), limits)?;
    Ok(lines().map(|line| message(line, names)).collect())
}

fn message(line: &str, names: Names<'_>) -> Message<'static> {
    match line.split_once(": ").filter(|(name, _)| is_name(name, names)) {
        Some((name, text)) => Message::new(role(name, names), text.to_owned()).named(name.to_owned()),
        None => Message::user(line.to_owned()),
    }
}

/// Whether what is before a colon can be a speaker: a known name, one word, or a few words that begin with capitals.
fn is_name(name: &str, names: Names<'_>) -> bool {
    let known = |other: Option<&str>| other.is_some_and(|other| other.eq_ignore_ascii_case(name));
    if known(names.user) || known(names.character) || known(names.full_name) {
        return true;
    }
    let words: Vec<&str> = name.split_whitespace().collect();
    let capital = |word: &&str| word.chars().next().is_some_and(|c| c.is_uppercase() || !c.is_ascii());
    name.chars().count() <= LONGEST_NAME && words.len() <= MOST_WORDS && (words.len() == 1 || words.iter().all(capital))
}

/// Who a name is. With the character's name known, everybody else is on the user's side of the chat.
fn role(name: &str, names: Names<'_>) -> Role {
    let is = |other: &str| other.eq_ignore_ascii_case(name);
    if names.character.is_some_and(is) || names.full_name.is_some_and(is) {
        return Role::Assistant;
    }
    if names.user.is_some_and(is) || ["user", "you", "human"].into_iter().any(is) {
        return Role::User;
    }
    match (name.to_ascii_lowercase().as_str(), names.character) {
        ("system", _) => Role::System,
        ("assistant" | "char" | "character" | "bot" | "ai", _) | (_, None) => Role::Assistant,
        (_, Some(_)) => Role::User,
    }
}
