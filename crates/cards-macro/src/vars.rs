//! Variables as a plain value.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::js;

/// Which store a variable lives in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Scope {
    /// Belongs to one chat.
    Chat,
    /// Belongs to the user, across chats.
    Global,
}

cards_words::named! {
    Scope: "scope";
    Chat => "chat",
    Global => "global",
}

/// What a variable holds.
///
/// ```
/// use cards_macro::Value;
/// assert_eq!((Value::from("calm").as_text(), Value::from(2.0).as_text()), ("calm".into(), "2".into()));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(untagged))]
pub enum Value {
    /// Text as stored by a template.
    Text(String),
    /// A number, where a client keeps one (SillyTavern after an addition).
    Number(f64),
}

impl Value {
    /// Returns the text that printing the value gives; numbers are spelt as JavaScript spells them.
    #[must_use]
    pub fn as_text(&self) -> Cow<'_, str> {
        match self {
            Self::Text(text) => Cow::Borrowed(text),
            Self::Number(number) => Cow::Owned(js::number_to_string(*number)),
        }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

/// The variables of one chat and those shared by all chats, as two plain maps.
///
/// The maps are public so that a caller can write them to any format and read them back.
///
/// ```
/// use cards_macro::{For, MapHost, Profile, Scope, expand};
/// let mut host = MapHost::new("Sam", "Aria");
/// host.variables.set(Scope::Chat, "mood", "calm");
/// assert_eq!(expand("{{getvar::mood}}", Profile::SillyTavern, &mut host, For::Prompt)?, "calm");
/// # Ok::<(), cards_macro::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct Variables {
    /// Variables of the chat.
    pub chat: BTreeMap<String, Value>,
    /// Variables of the user.
    pub global: BTreeMap<String, Value>,
}

impl Variables {
    /// The value of a variable.
    ///
    /// ```
    /// use cards_macro::{Scope, Variables};
    /// let mut variables = Variables::default();
    /// variables.set(Scope::Chat, "mood", "calm");
    /// assert_eq!(variables.get(Scope::Chat, "mood").map(|mood| mood.as_text()).as_deref(), Some("calm"));
    /// ```
    #[must_use]
    pub fn get(&self, scope: Scope, name: &str) -> Option<&Value> {
        self.scope(scope).get(name)
    }

    /// Sets a variable, and gives back the value that it had.
    pub fn set(&mut self, scope: Scope, name: impl Into<String>, value: impl Into<Value>) -> Option<Value> {
        self.scope_mut(scope).insert(name.into(), value.into())
    }

    /// Returns the map of a scope.
    #[must_use]
    pub fn scope(&self, scope: Scope) -> &BTreeMap<String, Value> {
        match scope {
            Scope::Chat => &self.chat,
            Scope::Global => &self.global,
        }
    }

    /// Returns the map of a scope for writing.
    pub fn scope_mut(&mut self, scope: Scope) -> &mut BTreeMap<String, Value> {
        match scope {
            Scope::Chat => &mut self.chat,
            Scope::Global => &mut self.global,
        }
    }
}
