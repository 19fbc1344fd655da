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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Profile, Settings};

    #[test]
    fn state_and_settings_come_back() {
        let text = serde_json::to_string(&State::new()).unwrap();
        assert_eq!(text, r#""cards-lore-state\t2\n""#);
        assert_eq!(serde_json::from_str::<State>(&text).unwrap().to_text(), State::new().to_text());
        assert!(serde_json::from_str::<State>(r#""cards-lore-state\t1\n""#).is_err());
        let settings = Settings::new(Profile::SillyTavern);
        let text = serde_json::to_string(&settings).unwrap();
        assert_eq!(serde_json::from_str::<Settings>(&text).unwrap(), settings);
    }
}
