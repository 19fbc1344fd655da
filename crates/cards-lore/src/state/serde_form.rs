//! The state for serde: its lasting form as one string.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::State;

impl Serialize for State {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.to_text())
    }
}

impl<'de> Deserialize<'de> for State {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        Self::from_text(&text).map_err(de::Error::custom)
    }
}
