//! Cards and every other content through serde.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::json::Json;
use crate::{Card, Content};

impl Serialize for Content {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_json().serialize(serializer)
    }
}

/// Tells the form as [`crate::Document::read`] does.
impl<'de> Deserialize<'de> for Content {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::from_json(&Json::deserialize(deserializer)?).map_err(de::Error::custom)
    }
}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Content::Card(self.clone()).serialize(serializer)
    }
}

/// Tells the spec as [`crate::Document::read`] does.
impl<'de> Deserialize<'de> for Card {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Content::deserialize(deserializer)? {
            Content::Card(card) => Ok(card),
            other => Err(de::Error::custom(format_args!("a {} where a card belongs", other.form()))),
        }
    }
}
