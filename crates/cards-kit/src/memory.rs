//! What outlives a turn.

use std::fmt::Write as _;

use cards_lore::State;
use cards_macro::{Scope, Value, Variables};

use crate::error::Error;

/// What outlives a turn: which entries stay active or rest, the variables, and where the dice go on.
///
/// A clone taken before a turn gives another answer to the same chat from the same start.
///
/// With feature `serde` it goes into a save of the application's own as one string, that of [`Memory::to_text`].
///
/// ```
/// use cards_kit::Memory;
/// let memory = Memory::seeded(7);
/// assert_eq!(Memory::from_text(&memory.to_text())?, memory);
/// # Ok::<(), cards_kit::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Memory {
    /// The lore engine's memory.
    pub lore: State,
    /// Variables of the chat and of the user.
    pub variables: Variables,
    /// Where the dice go on: the same seed gives the same rolls.
    pub seed: u64,
}

const HEAD: &str = "cards-memory\t1";
const LORE: &str = "lore";
/// Variables that saved memory may have: cards that keep much have some hundred, and each takes eight times its line.
const VARIABLES: usize = 500_000;

impl Memory {
    /// Starts with nothing but a seed for the dice.
    #[must_use]
    pub fn seeded(seed: u64) -> Self {
        Self { seed, ..Self::default() }
    }

    /// Writes the memory as lines of text, the same for the same memory.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut out = format!("{HEAD}\nseed\t{}\n", self.seed);
        for (name, scope) in SCOPES {
            for (variable, value) in self.variables.scope(scope) {
                let (kind, text) = match value {
                    Value::Text(text) => ("text", escaped(text)),
                    // The shortest spelling that reads back as the same number.
                    Value::Number(number) => ("number", format!("{number:?}")),
                };
                // Writing to a string cannot fail.
                let _ = writeln!(out, "{name}\t{}\t{kind}\t{text}", escaped(variable));
            }
        }
        let _ = writeln!(out, "{LORE}");
        out.push_str(&self.lore.to_text());
        out
    }

    /// Reads what [`Memory::to_text`] wrote, or a saved state of `cards-lore` alone.
    ///
    /// # Errors
    /// [`Error::Memory`] and [`Error::Lore`] with the first line that is not readable, [`Error::MemoryTooLarge`] for more than
    /// half a million variables.
    pub fn from_text(text: &str) -> Result<Self, Error> {
        Self::from_text_within(text, VARIABLES)
    }

    /// Reads the same with as many variables as the caller allows.
    ///
    /// # Errors
    /// As [`Memory::from_text`].
    pub fn from_text_within(text: &str, variables: usize) -> Result<Self, Error> {
        let mut memory = Self::default();
        let Some(mut rest) = text.strip_prefix(HEAD) else {
            memory.lore = State::from_text(text)?;
            return Ok(memory);
        };
        let mut line = 1;
        loop {
            let Some((_, below)) = rest.split_once('\n') else { return Err(Error::Memory { line }) };
            line += 1;
            let text = below.lines().next().unwrap_or_default();
            rest = below;
            if text == LORE {
                let lore = below.split_once('\n').map_or("", |(_, lore)| lore);
                memory.lore = State::from_text(lore)?;
                return Ok(memory);
            }
            memory.read_line(text).ok_or(Error::Memory { line })?;
            if memory.variables.chat.len() + memory.variables.global.len() > variables {
                return Err(Error::MemoryTooLarge { limit: variables });
            }
        }
    }

    fn read_line(&mut self, line: &str) -> Option<()> {
        let mut fields = line.split('\t');
        let word = fields.next()?;
        if word == "seed" {
            self.seed = fields.next()?.parse().ok()?;
            return Some(());
        }
        let (_, scope) = SCOPES.into_iter().find(|(name, _)| *name == word)?;
        let name = unescaped(fields.next()?);
        let value = match (fields.next()?, fields.next()?) {
            ("text", text) => Value::Text(unescaped(text)),
            ("number", text) => Value::Number(text.parse().ok()?),
            _ => return None,
        };
        self.variables.scope_mut(scope).insert(name, value);
        Some(())
    }
}

const SCOPES: [(&str, Scope); 2] = [("chat", Scope::Chat), ("global", Scope::Global)];

/// A text without tabs and line ends.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\\\"),
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            c => out.push(c),
        }
    }
    out
}

fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (c, if c == '\\' { chars.next() } else { None }) {
            ('\\', Some('t')) => out.push('\t'),
            ('\\', Some('n')) => out.push('\n'),
            ('\\', Some('r')) => out.push('\r'),
            ('\\', Some(other)) => out.push(other),
            (c, _) => out.push(c),
        }
    }
    out
}

#[cfg(feature = "serde")]
impl serde::Serialize for Memory {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.to_text())
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Memory {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        Self::from_text(&text).map_err(|error| serde::de::Error::custom(crate::chain(&error)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_was_written_is_read(names in prop::collection::vec((".*", ".*", any::<f64>()), 0..6), seed: u64) {
            let mut memory = Memory::seeded(seed);
            for (name, text, number) in names.into_iter().filter(|(_, _, number)| !number.is_nan()) {
                memory.variables.chat.insert(name.clone(), text.into());
                memory.variables.global.insert(name, number.into());
            }
            let again = Memory::from_text(&memory.to_text()).unwrap();
            prop_assert_eq!(&again.variables, &memory.variables);
            prop_assert_eq!(again.seed, memory.seed);
            prop_assert_eq!(again.to_text(), memory.to_text());
        }
    }

    #[test]
    fn variables_are_limited_on_both_sides() {
        let mut memory = Memory::seeded(1);
        memory.variables.chat.insert("a".to_owned(), "x".into());
        memory.variables.global.insert("a".to_owned(), "x".into());
        assert!(Memory::from_text_within(&memory.to_text(), 2).is_ok());
        assert_eq!(
            Memory::from_text_within(&memory.to_text(), 1).unwrap_err().to_string(),
            "the saved memory has more than 1 variables; delete it to start afresh"
        );
    }

    #[test]
    fn a_state_of_lore_alone_is_read() {
        assert!(Memory::from_text(&State::new().to_text()).is_ok());
    }

    #[test]
    fn the_line_that_is_not_readable_is_named() {
        for (text, message) in [
            ("cards-memory\t1", "line 1 of the saved memory is not readable; delete it to start afresh"),
            ("cards-memory\t1\nseed\tx\n", "line 2 of the saved memory is not readable; delete it to start afresh"),
            (
                "cards-memory\t1\nseed\t1\nchat\ta\n",
                "line 3 of the saved memory is not readable; delete it to start afresh",
            ),
        ] {
            assert_eq!(Memory::from_text(text).unwrap_err().to_string(), message);
        }
    }
}
