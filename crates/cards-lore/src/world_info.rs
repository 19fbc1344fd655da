//! What the user of SillyTavern sets for world info, by the client's own names.

use std::fmt;

#[cfg(feature = "model")]
use cards_model::Json;
use cards_words::Profile;

use crate::profile;
use crate::settings::{MatchMode, Settings, Strategy};

/// A value of a setting: a number, or a switch.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(untagged))]
pub enum SettingValue {
    /// On or off.
    Switch(bool),
    /// How much.
    Number(f64),
}

/// Reads `true`, `false` or a number.
impl std::str::FromStr for SettingValue {
    type Err = std::num::ParseFloatError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.trim() {
            "true" => Ok(Self::Switch(true)),
            "false" => Ok(Self::Switch(false)),
            number => number.parse().map(Self::Number),
        }
    }
}

/// What a setting takes, and what it does.
enum Takes {
    Switch(fn(&mut Settings, bool)),
    Number { most: f64, set: fn(&mut Settings, f64) },
}

/// A setting by its name.
struct Setting {
    name: &'static str,
    takes: Takes,
}

impl Setting {
    fn named(name: &str) -> Result<&'static Self, SettingError> {
        let short = |setting: &&Self| setting.name.strip_prefix("world_info_") == Some(name);
        let setting = SETTINGS.iter().find(|setting| setting.name == name || short(setting));
        setting.ok_or_else(|| SettingError::Unknown { name: name.to_owned() })
    }
}

/// There is one of each name.
impl PartialEq for Setting {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl fmt::Debug for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// How many messages, entries, passes or tokens a setting may name.
const MANY: f64 = 1e9;

/// The settings that have a say in which entries fire. De facto: SillyTavern 1.19, `world_info_settings` of `settings.json`.
#[rustfmt::skip]
const SETTINGS: &[Setting] = &[
    number("world_info_depth", MANY, |settings, value| settings.scan_depth = value),
    number("world_info_budget", 100.0, |settings, value| settings.budget_percent = value),
    number("world_info_budget_cap", MANY, |settings, value| settings.budget_cap = value),
    number("world_info_min_activations", MANY, |settings, value| settings.min_activations = value as usize),
    number("world_info_min_activations_depth_max", MANY, |settings, value| settings.min_activations_depth = value as usize),
    number("world_info_max_recursion_steps", MANY, |settings, value| settings.max_passes = value as usize),
    number("world_info_character_strategy", 2.0, |settings, value| settings.strategy = match value {
        0.0 => Strategy::Evenly,
        2.0 => Strategy::GlobalFirst,
        _ => Strategy::CharacterFirst,
    }),
    switch("world_info_recursive", |settings, on| settings.recursive = on),
    switch("world_info_case_sensitive", |settings, on| settings.case_sensitive = on),
    switch("world_info_match_whole_words", |settings, on| {
        settings.match_mode = if on { settings.whole_word_mode } else { MatchMode::Substring };
    }),
    switch("world_info_include_names", |settings, on| settings.include_names = on),
    switch("world_info_use_group_scoring", |settings, on| settings.group_scoring = on),
];

const fn number(name: &'static str, most: f64, set: fn(&mut Settings, f64)) -> Setting {
    Setting { name, takes: Takes::Number { most, set } }
}

const fn switch(name: &'static str, set: fn(&mut Settings, bool)) -> Setting {
    Setting { name, takes: Takes::Switch(set) }
}

/// Settings of SillyTavern's world info, by its own names; for what is absent, the client's defaults count.
///
/// # Examples
///
/// ```
/// use cards_lore::{Profile, Settings, WorldInfoSettings};
///
/// let mut chosen = WorldInfoSettings::default();
/// chosen.set("world_info_depth", "4".parse()?)?;
/// chosen.set("case_sensitive", "true".parse()?)?;
/// let mut settings = Settings::new(Profile::SillyTavern);
/// chosen.apply(&mut settings);
/// assert_eq!((settings.scan_depth, settings.case_sensitive), (4.0, true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(
        try_from = "std::collections::BTreeMap<String, SettingValue>",
        into = "std::collections::BTreeMap<String, SettingValue>"
    )
)]
pub struct WorldInfoSettings {
    chosen: Vec<(&'static Setting, SettingValue)>,
}

/// Why a setting is not taken.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SettingError {
    /// There is none of that name.
    #[error("`{name}` is no setting of world info; there are {}", names().collect::<Vec<_>>().join(", "))]
    Unknown {
        /// The name.
        name: String,
    },
    /// It takes another kind of value.
    #[error("`{name}` takes {takes}")]
    Value {
        /// The name.
        name: &'static str,
        /// What it takes.
        takes: String,
    },
}

/// The names of all settings, as SillyTavern writes them.
fn names() -> impl Iterator<Item = &'static str> {
    SETTINGS.iter().map(|setting| setting.name)
}

impl Takes {
    fn fits(&self, value: SettingValue) -> bool {
        match (self, value) {
            (Self::Switch(_), SettingValue::Switch(_)) => true,
            (Self::Number { most, .. }, SettingValue::Number(number)) => {
                (0.0..=*most).contains(&number) && number.fract() == 0.0
            }
            _ => false,
        }
    }
}

impl fmt::Display for Takes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Switch(_) => f.write_str("true or false"),
            Self::Number { most, .. } => write!(f, "a whole number from 0 to {most}"),
        }
    }
}

impl WorldInfoSettings {
    /// Chooses a value; the name may be without `world_info_`.
    ///
    /// # Errors
    /// [`SettingError`]
    pub fn set(&mut self, name: &str, value: SettingValue) -> Result<(), SettingError> {
        self.choose(Setting::named(name)?, Some(value))
    }

    /// The value that was chosen, if one was; the name may be without `world_info_`.
    ///
    /// ```
    /// use cards_lore::{SettingValue, WorldInfoSettings};
    /// let mut settings = WorldInfoSettings::default();
    /// settings.set("depth", SettingValue::Number(3.0))?;
    /// assert_eq!(settings.get("world_info_depth"), Some(SettingValue::Number(3.0)));
    /// # Ok::<(), cards_lore::SettingError>(())
    /// ```
    #[must_use]
    pub fn get(&self, name: &str) -> Option<SettingValue> {
        let setting = Setting::named(name).ok()?;
        self.chosen.iter().find(|(known, _)| known.name == setting.name).map(|(_, value)| *value)
    }

    /// Chooses a value as it is written on a command line; see [`WorldInfoSettings::set`].
    ///
    /// # Errors
    /// [`SettingError`]
    pub fn set_text(&mut self, name: &str, value: &str) -> Result<(), SettingError> {
        self.choose(Setting::named(name)?, value.parse().ok())
    }

    /// Chooses a value of a setting, where it is one.
    fn choose(&mut self, setting: &'static Setting, value: Option<SettingValue>) -> Result<(), SettingError> {
        let value = value.filter(|value| setting.takes.fits(*value));
        let refused = || SettingError::Value { name: setting.name, takes: setting.takes.to_string() };
        let value = value.ok_or_else(refused)?;
        self.chosen.retain(|(known, _)| known.name != setting.name);
        self.chosen.push((setting, value));
        Ok(())
    }

    /// Whether the client of a profile has such settings.
    #[must_use]
    pub fn are_of(profile: Profile) -> bool {
        profile::of_turn(profile).has_world_info
    }

    /// Whether nothing was chosen.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.chosen.is_empty()
    }

    /// Gives what was chosen, in the client's names.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, SettingValue)> {
        self.chosen.iter().map(|(setting, value)| (setting.name, *value))
    }

    /// Puts what was chosen into the settings of a profile.
    pub fn apply(&self, settings: &mut Settings) {
        for (setting, value) in &self.chosen {
            match (&setting.takes, *value) {
                (Takes::Switch(set), SettingValue::Switch(on)) => set(settings, on),
                (Takes::Number { set, .. }, SettingValue::Number(number)) => set(settings, number),
                _ => {}
            }
        }
    }
}

#[cfg(feature = "serde")]
impl TryFrom<std::collections::BTreeMap<String, SettingValue>> for WorldInfoSettings {
    type Error = SettingError;

    fn try_from(map: std::collections::BTreeMap<String, SettingValue>) -> Result<Self, SettingError> {
        let mut read = Self::default();
        for (name, value) in map {
            read.set(&name, value)?;
        }
        Ok(read)
    }
}

#[cfg(feature = "serde")]
impl From<WorldInfoSettings> for std::collections::BTreeMap<String, SettingValue> {
    fn from(settings: WorldInfoSettings) -> Self {
        settings.iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }
}

#[cfg(feature = "model")]
impl SettingValue {
    /// Takes a value of JSON, numbers in quotes included, as the client does.
    #[must_use]
    pub fn from_json(value: &Json) -> Option<Self> {
        match value {
            Json::Bool(on) => Some(Self::Switch(*on)),
            Json::Number(number) => Some(Self::Number(number.as_f64())),
            Json::String(text) => text.parse().ok(),
            _ => None,
        }
    }
}

#[cfg(feature = "model")]
impl WorldInfoSettings {
    /// Reads the settings file of SillyTavern (`settings.json`), or its member `world_info_settings` alone. Other members are
    /// passed over; the second value says what of world info has no say here.
    ///
    /// # Errors
    /// [`SettingError`] for a value of another kind, and for a file without any setting of world info.
    pub fn from_settings(file: &Json) -> Result<(Self, Vec<String>), SettingError> {
        let object = file.get("world_info_settings").unwrap_or(file);
        let mut read = Self::default();
        for setting in SETTINGS {
            if let Some(value) = object.get(setting.name) {
                read.choose(setting, SettingValue::from_json(value))?;
            }
        }
        if read.is_empty() {
            return Err(SettingError::Unknown { name: "world_info_settings".to_owned() });
        }
        let chosen = object.get("world_info").and_then(|chosen| chosen.get("globalSelect")).and_then(Json::as_array);
        let books: Vec<_> = chosen.into_iter().flatten().filter_map(Json::as_str).collect();
        let without_say = match &books[..] {
            [] => Vec::new(),
            books => vec![format!(
                "the lorebooks that are on for all chats ({}) are files of their own; give them beside the card",
                books.join(", ")
            )],
        };
        Ok((read, without_say))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_setting_changes_the_settings_and_takes_its_own_kind_of_value_alone() {
        for setting in SETTINGS {
            let mut chosen = WorldInfoSettings::default();
            let (right, wrong) = match setting.takes {
                Takes::Switch(_) => (SettingValue::Switch(true), SettingValue::Number(1.0)),
                Takes::Number { .. } => (SettingValue::Number(2.0), SettingValue::Switch(true)),
            };
            assert!(chosen.set(setting.name, wrong).is_err(), "{}", setting.name);
            chosen.set(setting.name, right).unwrap();
            let mut one = Settings::new(Profile::SillyTavern);
            let mut other = one.clone();
            chosen.apply(&mut one);
            let opposite = match right {
                SettingValue::Switch(on) => SettingValue::Switch(!on),
                SettingValue::Number(_) => SettingValue::Number(0.0),
            };
            chosen.set(setting.name, opposite).unwrap();
            chosen.apply(&mut other);
            assert_ne!(one, other, "{}", setting.name);
        }
    }

    #[test]
    fn a_settings_file_is_read_and_says_what_has_no_say() {
        let file: Json = r#"{"firstRun":false,"world_info_settings":{"world_info":{"globalSelect":["Town"]},
            "world_info_depth":"7","world_info_case_sensitive":true,"world_info_overflow_alert":true}}"#
            .parse()
            .unwrap();
        let (read, without_say) = WorldInfoSettings::from_settings(&file).unwrap();
        let names: Vec<_> = read.iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["world_info_depth", "world_info_case_sensitive"]);
        assert!(without_say[0].contains("Town"), "{without_say:?}");
        for (bad, said) in [
            (r#"{"world_info_depth":[]}"#, "`world_info_depth` takes a whole number from 0 to 1000000000"),
            (r#"{"world_info_depth":2.5}"#, "`world_info_depth` takes a whole number from 0 to 1000000000"),
            (r#"{"world_info_recursive":2}"#, "`world_info_recursive` takes true or false"),
            (r#"{"name":"Aria"}"#, "`world_info_settings` is no setting of world info; there are world_info_depth, "),
        ] {
            let error = WorldInfoSettings::from_settings(&bad.parse().unwrap()).unwrap_err().to_string();
            assert!(error.starts_with(said), "{bad}: {error}");
        }
    }

    #[test]
    fn a_value_as_it_is_written_is_the_value() {
        let mut written = WorldInfoSettings::default();
        written.set_text("depth", "3").unwrap();
        assert_eq!(written.get("world_info_depth"), Some(SettingValue::Number(3.0)));
        assert!(written.set_text("depth", "deep").is_err());
        assert!(written.set_text("dpth", "3").is_err());
    }
}
