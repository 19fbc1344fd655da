//! Places of a card, by pointer or by the names that people think in.

use std::fmt;
use std::str::FromStr;

use cards_json::Pointer;

use super::choice::Choice;
use crate::error::Error;

/// A place of a card, lorebook or module of any form.
///
/// Either a JSON pointer, which begins with `/` and says where a value is in the file, or a name that means the same in
/// every form: `first_mes`, `greetings[1]`, `book["The Bell"].keys`, `extensions.depth_prompt.prompt`, `tags`, `picture`.
/// In brackets stand an index from 0, a name with or without quotes, or `+` for the place behind the last element. `*` stands
/// for every element, `key=rain` for those of which a member is that text or has it, `name~=/^NPC/` for those of which it has a
/// match of a JavaScript pattern; such a place is several.
///
/// ```
/// use cards_kit::Place;
/// let bell: Place = r#"book["The Bell"].keys[0]"#.parse()?;
/// assert_eq!(bell.to_string(), r#"book["The Bell"].keys[0]"#);
/// assert_eq!("book[The Bell].keys[0]".parse::<Place>()?, bell);
/// assert!("greetings[1".parse::<Place>().is_err());
/// # Ok::<(), cards_kit::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "String", into = "String")
)]
pub struct Place(pub(crate) Way);

/// How a place is told.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Way {
    /// Where it is in the file.
    Pointer(Pointer),
    /// What it is called, and the steps down from there.
    Named(String, Vec<Step>),
}

/// One step down from a named place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Step {
    /// Into a member: `.name`.
    Member(String),
    /// Into an element: `[2]`.
    Index(usize),
    /// Behind the last element: `[+]`.
    End,
    /// To what has this name: `["The Bell"]`.
    Titled(String),
    /// To each of those that are meant: `[*]`, `[key=rain]`, `[name~=/^NPC/]`.
    Each(Choice),
}

impl Place {
    /// The place behind the last element of the list at this one.
    pub(crate) fn behind_last(self) -> Self {
        Self(match self.0 {
            Way::Pointer(list) => Way::Pointer(list.member("-")),
            Way::Named(name, mut steps) => {
                steps.push(Step::End);
                Way::Named(name, steps)
            }
        })
    }
}

impl From<Pointer> for Place {
    fn from(pointer: Pointer) -> Self {
        Self(Way::Pointer(pointer))
    }
}

impl From<&Self> for Place {
    fn from(place: &Self) -> Self {
        place.clone()
    }
}

impl<const N: usize> From<[&str; N]> for Place {
    fn from(keys: [&str; N]) -> Self {
        Pointer::from(keys).into()
    }
}

impl FromStr for Place {
    type Err = Error;

    /// Reads a place.
    ///
    /// # Errors
    /// [`Error::Place`] for a text that is none.
    fn from_str(text: &str) -> Result<Self, Error> {
        let bad = |problem: &'static str| Error::Place { text: text.to_owned(), problem };
        if text.is_empty() || text.starts_with('/') {
            let pointer = text.parse::<Pointer>().map_err(|_| bad("`~` should be followed by `0` or `1`"))?;
            return Ok(pointer.into());
        }
        let (name, mut rest) = word(text);
        if name.is_empty() {
            return Err(bad("it should begin with a name or with `/`"));
        }
        let mut steps = Vec::new();
        while !rest.is_empty() {
            let (step, behind) = match (rest.strip_prefix('.'), rest.strip_prefix('[')) {
                (Some(rest), _) => {
                    let (name, behind) = word(rest);
                    if name.is_empty() {
                        return Err(bad("a name should follow the dot"));
                    }
                    (Step::Member(name.to_owned()), behind)
                }
                (_, Some(rest)) => bracketed(rest).ok_or_else(|| bad("a bracket should be closed"))?,
                _ => return Err(bad("a dot or a bracket should follow a bracket")),
            };
            steps.push(step);
            rest = behind;
        }
        Ok(Self(Way::Named(name.to_owned(), steps)))
    }
}

/// The name at the head of a text, and what follows it.
fn word(text: &str) -> (&str, &str) {
    text.split_at_checked(text.find(['.', '[']).unwrap_or(text.len())).unwrap_or((text, ""))
}

/// What is between brackets, the first of which was read, and what follows them.
fn bracketed(text: &str) -> Option<(Step, &str)> {
    if let Some(quoted) = text.strip_prefix('"') {
        let (mut name, mut chars) = (String::new(), quoted.char_indices());
        while let Some((at, char)) = chars.next() {
            match char {
                '\\' => name.push(chars.next()?.1),
                '"' => return Some((Step::Titled(name), quoted.get(at + 1..)?.strip_prefix(']')?)),
                char => name.push(char),
            }
        }
        return None;
    }
    let (inside, rest) = text.split_at_checked(close_of(text)?)?;
    let rest = rest.strip_prefix(']')?;
    if let Some(choice) = Choice::read(inside) {
        return Some((Step::Each(choice), rest));
    }
    let digits = !inside.is_empty() && inside.bytes().all(|byte| byte.is_ascii_digit());
    let step = match inside.parse() {
        _ if inside == "+" => Step::End,
        Ok(index) if digits => Step::Index(index),
        _ => Step::Titled(inside.to_owned()),
    };
    Some((step, rest))
}

/// Where the bracket closes: the first that does, or behind a pattern, which may hold some.
fn close_of(text: &str) -> Option<usize> {
    let first = text.find(']')?;
    let Some(pattern) = text.get(..first).and_then(|inside| inside.find("~=/")).map(|at| at + 3) else {
        return Some(first);
    };
    let ends = |close: &usize| {
        let flags = text.get(pattern..*close).map(|inside| inside.trim_end_matches(|c: char| c.is_ascii_alphabetic()));
        flags.is_some_and(|inside| inside.ends_with('/') && !inside.ends_with(r"\/"))
    };
    text.match_indices(']').map(|(at, _)| at).find(ends)
}

impl Place {
    /// Whether it stands for several places, as `book[*].content` does.
    #[must_use]
    pub fn chooses(&self) -> bool {
        matches!(&self.0, Way::Named(_, steps) if steps.iter().any(|step| matches!(step, Step::Each(_))))
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Way::Pointer(pointer) => f.write_str(pointer.as_str()),
            Way::Named(name, steps) => {
                f.write_str(name)?;
                steps.iter().try_for_each(|step| match step {
                    Step::Member(name) => write!(f, ".{name}"),
                    Step::Index(index) => write!(f, "[{index}]"),
                    Step::End => f.write_str("[+]"),
                    Step::Each(choice) => write!(f, "[{choice}]"),
                    Step::Titled(title) => {
                        write!(f, "[\"{}\"]", title.replace('\\', "\\\\").replace('"', "\\\""))
                    }
                })
            }
        }
    }
}

impl TryFrom<String> for Place {
    type Error = Error;

    fn try_from(text: String) -> Result<Self, Error> {
        text.parse()
    }
}

impl TryFrom<&str> for Place {
    type Error = Error;

    fn try_from(text: &str) -> Result<Self, Error> {
        text.parse()
    }
}

/// A place that a program put together, as `format!("greetings[{number}]")`.
impl TryFrom<&String> for Place {
    type Error = Error;

    fn try_from(text: &String) -> Result<Self, Error> {
        text.parse()
    }
}

impl From<Place> for String {
    fn from(place: Place) -> Self {
        place.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_come_back_as_they_were_written() {
        for text in [
            "",
            "/data/tags/0",
            "tags",
            "greetings[1]",
            "greetings[+]",
            "book[\"a \\\"b\\\" \\\\ ]\"].keys[2]",
            "extensions.depth_prompt.prompt",
        ] {
            assert_eq!(text.parse::<Place>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn what_is_no_place_is_refused_with_the_reason() {
        for (text, problem) in [
            ("/a~2", "`~` should be followed by `0` or `1`"),
            (".name", "it should begin with a name or with `/`"),
            ("book.", "a name should follow the dot"),
            ("book[1", "a bracket should be closed"),
            ("book[\"a", "a bracket should be closed"),
            ("book[1]name", "a dot or a bracket should follow a bracket"),
        ] {
            let error = text.parse::<Place>().unwrap_err();
            assert_eq!(error.to_string(), format!("`{text}` is no place in a card: {problem}"));
        }
    }
}
