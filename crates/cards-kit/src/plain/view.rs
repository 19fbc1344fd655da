//! A value of a plain view, borrowed from the card where that is possible.

use std::borrow::Cow;

use cards_model::json::{Json, Number, Object};

/// A value of a plain view.
#[derive(Clone, Debug)]
pub enum View<'a> {
    /// Nothing.
    Null,
    /// True or false.
    Bool(bool),
    /// A number, as it was spelt.
    Number(Cow<'a, Number>),
    /// A text.
    Text(Cow<'a, str>),
    /// A list.
    List(Vec<View<'a>>),
    /// Members by name.
    Map(Map<'a>),
}

/// Named values in reading order.
#[derive(Clone, Debug, Default)]
pub struct Map<'a>(Vec<(Cow<'a, str>, View<'a>)>);

impl<'a> View<'a> {
    /// A JSON value as it is.
    pub fn of(json: &'a Json) -> Self {
        match json {
            Json::Null => Self::Null,
            Json::Bool(value) => Self::Bool(*value),
            Json::Number(number) => Self::Number(Cow::Borrowed(number)),
            Json::String(text) => Self::Text(text.as_str().into()),
            Json::Array(items) => Self::List(items.iter().map(Self::of).collect()),
            Json::Object(object) => Self::object(object),
        }
    }

    /// A JSON object as it is.
    pub fn object(object: &'a Object) -> Self {
        Self::Map(Map(object.iter().map(|(key, value)| (Cow::Borrowed(key), Self::of(value))).collect()))
    }

    /// A JSON value that nobody else holds.
    pub fn owned(json: Json) -> View<'static> {
        match json {
            Json::Null => View::Null,
            Json::Bool(value) => View::Bool(value),
            Json::Number(number) => View::Number(Cow::Owned(number)),
            Json::String(text) => View::Text(text.into()),
            Json::Array(items) => View::List(items.into_iter().map(View::owned).collect()),
            Json::Object(object) => {
                View::Map(Map(object.into_iter().map(|(key, value)| (key.into(), View::owned(value))).collect()))
            }
        }
    }

    /// The same value, owned.
    pub fn into_owned(self) -> View<'static> {
        match self {
            Self::Null => View::Null,
            Self::Bool(value) => View::Bool(value),
            Self::Number(number) => View::Number(Cow::Owned(number.into_owned())),
            Self::Text(text) => View::Text(Cow::Owned(text.into_owned())),
            Self::List(items) => View::List(items.into_iter().map(View::into_owned).collect()),
            Self::Map(map) => View::Map(Map(map
                .0
                .into_iter()
                .map(|(key, value)| (Cow::Owned(key.into_owned()), value.into_owned()))
                .collect())),
        }
    }

    /// Whether the value says nothing: null, an empty text, list or map.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Null => true,
            Self::Bool(_) | Self::Number(_) => false,
            Self::Text(text) => text.is_empty(),
            Self::List(items) => items.is_empty(),
            Self::Map(map) => map.is_empty(),
        }
    }

    /// The text, if this is one.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The map, if this is one.
    pub fn as_map(&self) -> Option<&Map<'a>> {
        match self {
            Self::Map(map) => Some(map),
            _ => None,
        }
    }

    /// The elements of a list; none of anything else.
    pub fn items(&self) -> &[View<'a>] {
        match self {
            Self::List(items) => items,
            _ => &[],
        }
    }

    /// The value as JSON.
    pub fn to_json(&self) -> Json {
        match self {
            Self::Null => Json::Null,
            Self::Bool(value) => Json::Bool(*value),
            Self::Number(number) => Json::Number(number.as_ref().clone()),
            Self::Text(text) => Json::from(text.as_ref()),
            Self::List(items) => Json::Array(items.iter().map(Self::to_json).collect()),
            Self::Map(map) => Json::Object(map.iter().map(|(key, value)| (key, value.to_json())).collect()),
        }
    }
}

/// Maps are equal whatever their order, numbers whatever their spelling.
impl PartialEq for View<'_> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Null, Self::Null) => true,
            (Self::Bool(a), Self::Bool(b)) => a == b,
            (Self::Number(a), Self::Number(b)) => a == b || number_key(a) == number_key(b),
            (Self::Text(a), Self::Text(b)) => a == b,
            (Self::List(a), Self::List(b)) => a == b,
            (Self::Map(a), Self::Map(b)) => a == b,
            _ => false,
        }
    }
}

impl PartialEq for Map<'_> {
    fn eq(&self, other: &Self) -> bool {
        let sorted = |map: &Self| {
            let mut members: Vec<_> = (0..map.0.len()).collect();
            members.sort_by_key(|&i| map.0.get(i).map(|(key, _)| key.clone().into_owned()));
            members
        };
        self.0.len() == other.0.len()
            && sorted(self).into_iter().zip(sorted(other)).all(|(a, b)| self.0.get(a) == other.0.get(b))
    }
}

/// What a number is worth, as a text that is the same for every spelling; numbers that a float cannot tell apart keep
/// their spelling.
#[must_use]
pub fn number_key(number: &Number) -> String {
    let worth = number.as_f64();
    if worth.is_finite() && worth.abs() < 9e15 { format!("{worth}") } else { number.to_string() }
}

impl<'a> Map<'a> {
    /// A map without members.
    #[must_use]
    pub fn new() -> Self {
        Self(Vec::new())
    }

    /// A map with room, so that filling it takes no second allocation.
    pub fn with_room(members: usize) -> Self {
        Self(Vec::with_capacity(members))
    }

    /// Adds a member unless it says nothing.
    pub fn set(&mut self, key: &'a str, value: View<'a>) {
        if !value.is_empty() {
            self.0.push((Cow::Borrowed(key), value));
        }
    }

    /// Adds a member under a name that is not the card's own, unless it says nothing.
    pub fn put(&mut self, key: Cow<'a, str>, value: View<'a>) {
        if !value.is_empty() {
            self.0.push((key, value));
        }
    }

    /// Adds a member, whatever it says.
    pub fn keep_member(&mut self, key: Cow<'a, str>, value: View<'a>) {
        self.0.push((key, value));
    }

    /// Adds a text unless it is empty.
    pub fn text(&mut self, key: &'a str, text: &'a str) {
        self.set(key, View::Text(Cow::Borrowed(text)));
    }

    /// Adds an element to the list of this name.
    pub fn push_to(&mut self, key: String, value: View<'a>) {
        match self.0.iter_mut().find(|(name, _)| *name == key) {
            Some((_, View::List(items))) => items.push(value),
            _ => self.0.push((Cow::Owned(key), View::List(vec![value]))),
        }
    }

    /// Whether there is no member.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Gives a member.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&View<'a>> {
        self.0.iter().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// The text of this name; empty where there is none.
    pub fn text_of(&self, key: &str) -> &str {
        self.get(key).and_then(View::as_text).unwrap_or_default()
    }

    /// The elements of the list of this name; none where there is none.
    pub fn list_of(&self, key: &str) -> &[View<'a>] {
        match self.get(key) {
            Some(View::List(items)) => items,
            _ => &[],
        }
    }

    /// Takes a member out.
    pub fn remove(&mut self, key: &str) -> Option<View<'a>> {
        let at = self.0.iter().position(|(name, _)| name == key)?;
        Some(self.0.remove(at).1)
    }

    /// Takes out the members whose name is not wanted.
    pub fn keep(&mut self, wanted: impl Fn(&str) -> bool) {
        self.0.retain(|(key, _)| wanted(key));
    }

    /// The members in the order of their names; of those with the same name, in reading order.
    pub fn sorted(&self) -> Vec<(&str, &View<'a>)> {
        let mut members: Vec<_> = self.iter().collect();
        members.sort_by_key(|(key, _)| *key);
        members
    }

    /// Lists the members in their order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &View<'a>)> {
        self.0.iter().map(|(key, value)| (key.as_ref(), value))
    }
}
