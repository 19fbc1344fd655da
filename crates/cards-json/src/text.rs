//! Values from texts, and texts from values.

use std::fmt;
use std::str::FromStr;

use crate::{Error, Json, Limits, Number, Reader, Sink as _, Style, Writer};

impl Json {
    /// Reads a text that holds one value; oddities that have a sensible reading are read around in silence.
    ///
    /// # Errors
    /// [`Error::Syntax`], or a limit.
    pub fn read(text: &str, limits: &Limits) -> Result<Self, Error> {
        let bytes = text.len() as u64;
        if bytes > limits.bytes {
            return Err(Error::TooLarge { bytes, limit: limits.bytes });
        }
        let mut reader = Reader::new(text, limits);
        let value = reader.json()?;
        reader.finish()?;
        Ok(value)
    }

    /// The value as JSON text.
    #[must_use]
    pub fn to_text(&self, style: Style) -> String {
        let mut out = Writer::new(style);
        out.json(self);
        out.finish()
    }
}

/// Without white space, and with `{:#}` as `.json` files have it: one member a line, indented by two spaces.
///
/// ```
/// let json: cards_json::Json = r#"{ "name": "Aria" }"#.parse()?;
/// assert_eq!((json.to_string(), format!("{json:#}")), (r#"{"name":"Aria"}"#.into(), "{\n  \"name\": \"Aria\"\n}".into()));
/// # Ok::<(), cards_json::Error>(())
/// ```
impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_text(if f.alternate() { Style::Pretty(2) } else { Style::Compact }))
    }
}

/// Reads a text that holds one value, within [`Limits::default`].
impl FromStr for Json {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Self::read(text, &Limits::default())
    }
}

/// Reads a number in JSON's grammar.
impl FromStr for Number {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let mut reader = Reader::new(text, &Limits::default());
        let number = reader.number()?;
        reader.finish()?;
        Ok(number)
    }
}
