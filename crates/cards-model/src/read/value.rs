//! Contents from JSON values and back, for programs that have them in memory.

use super::parse::parse_value;
use crate::json::{Json, value_of};
use crate::{Card, Content, Error};

impl Content {
    /// Reads a value leniently, as [`crate::Document::read`] reads a text. The value was built within limits, so there
    /// are none here.
    ///
    /// # Errors
    /// [`Error::NotACard`] and [`Error::UnsupportedVersion`] for what is something else.
    pub fn from_json(value: &Json) -> Result<Self, Error> {
        Ok(parse_value(value)?.content)
    }

    /// The value that reading the text of the content would give.
    #[must_use]
    pub fn to_json(&self) -> Json {
        value_of(|out| self.write(out))
    }
}

impl Card {
    /// The value that reading the text of the card would give.
    ///
    /// ```
    /// let card: cards_model::Card = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria"}}"#.parse()?;
    /// assert_eq!(card.to_json().pointer("/data/name").and_then(|name| name.as_str()), Some("Aria"));
    /// # Ok::<(), cards_model::Error>(())
    /// ```
    #[must_use]
    pub fn to_json(&self) -> Json {
        value_of(|out| self.write(out))
    }
}
