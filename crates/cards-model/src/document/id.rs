//! Ids of entries.

use super::{Field, Shape, SpecSource};
use crate::json::{Error, Json, Kind, Number, Sink};

/// The id of an entry: CCv3 and Prom allow numbers and strings, V2 numbers only.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Id {
    /// A number.
    Number(Number),
    /// A string.
    Text(String),
}

impl Default for Id {
    fn default() -> Self {
        Self::Number(Number::default())
    }
}

impl std::fmt::Display for Id {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Text(text) => f.write_str(text),
        }
    }
}

impl Field for Id {
    fn shape() -> Shape {
        Shape::NumberOrText
    }

    fn read<'a, S: SpecSource<'a>>(reader: &mut S) -> Result<Option<Self>, Error> {
        Ok(match reader.peek()? {
            Kind::Number => Some(Self::Number(reader.number()?)),
            Kind::String => Some(Self::Text(reader.string()?.into_owned())),
            _ => None,
        })
    }

    fn write(&self, out: &mut impl Sink) {
        match self {
            Self::Number(number) => out.number(number),
            Self::Text(text) => out.string(text),
        }
    }

    fn coerce(json: &Json) -> Option<Self> {
        match json {
            Json::Number(number) => Some(Self::Number(number.clone())),
            Json::String(text) => Some(Self::Text(text.clone())),
            _ => None,
        }
    }
}
