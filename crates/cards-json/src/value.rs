//! A JSON value of any shape.

use std::ops::Index;

use crate::pointer::index_of;
use crate::{Error, Number, Object, Pointer};

/// A JSON value of any shape, as written: members in order, numbers as spelled.
///
/// ```
/// use cards_json::Json;
/// let value: Json = r#"{"name":"Aria","depth":4.0}"#.parse()?;
/// assert_eq!(value.get("name").and_then(Json::as_str), Some("Aria"));
/// assert_eq!(value.to_string(), r#"{"name":"Aria","depth":4.0}"#);
/// # Ok::<(), cards_json::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Json {
    /// `null`.
    #[default]
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number with its spelling.
    Number(Number),
    /// A string.
    String(String),
    /// An array.
    Array(Vec<Json>),
    /// An object.
    Object(Object),
}

impl Json {
    /// Whether this is `null`.
    #[must_use]
    pub fn is_null(&self) -> bool {
        *self == Self::Null
    }

    /// The string, if this is one.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::String(text) => Some(text),
            _ => None,
        }
    }

    /// The truth value, if this is one.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// The value of the number, if this is one.
    #[must_use]
    pub fn as_f64(&self) -> Option<f64> {
        match self {
            Self::Number(number) => Some(number.as_f64()),
            _ => None,
        }
    }

    /// The whole number that the number is worth, if this is one and it is whole.
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        match self {
            Self::Number(number) => number.as_i64(),
            _ => None,
        }
    }

    /// The whole number that the number is worth, if this is one, whole and not below zero.
    #[must_use]
    pub fn as_u64(&self) -> Option<u64> {
        self.as_i64().and_then(|number| number.try_into().ok())
    }

    /// The elements, if this is an array.
    #[must_use]
    pub fn as_array(&self) -> Option<&[Json]> {
        match self {
            Self::Array(items) => Some(items),
            _ => None,
        }
    }

    /// The object, if this is one.
    #[must_use]
    pub fn as_object(&self) -> Option<&Object> {
        match self {
            Self::Object(object) => Some(object),
            _ => None,
        }
    }

    /// The member of this name, if this is an object that has it.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Json> {
        self.as_object()?.get(key)
    }

    /// The object, to be changed, if this is one.
    pub fn as_object_mut(&mut self) -> Option<&mut Object> {
        match self {
            Self::Object(object) => Some(object),
            _ => None,
        }
    }

    /// The elements, to be changed, if this is an array.
    pub fn as_array_mut(&mut self) -> Option<&mut Vec<Json>> {
        match self {
            Self::Array(items) => Some(items),
            _ => None,
        }
    }

    /// The value that a pointer in text leads to; nothing for a text that is no pointer.
    #[must_use]
    pub fn pointer(&self, pointer: &str) -> Option<&Json> {
        self.at(&pointer.parse().ok()?)
    }

    /// The value that a pointer in text leads to, to be changed; nothing for a text that is no pointer.
    ///
    /// ```
    /// use cards_json::Json;
    /// let mut json: Json = r#"{"data":{"tags":["a"]}}"#.parse()?;
    /// if let Some(tag) = json.pointer_mut("/data/tags/0") {
    ///     *tag = "b".into();
    /// }
    /// assert_eq!(json["data"]["tags"][0].as_str(), Some("b"));
    /// # Ok::<(), cards_json::Error>(())
    /// ```
    pub fn pointer_mut(&mut self, pointer: &str) -> Option<&mut Json> {
        self.at_mut(&pointer.parse().ok()?)
    }

    /// The value that a pointer leads to.
    #[must_use]
    pub fn at(&self, pointer: &Pointer) -> Option<&Json> {
        pointer.keys().try_fold(self, |value, key| match value {
            Self::Object(object) => object.get(&key),
            Self::Array(items) => items.get(index_of(&key)?),
            _ => None,
        })
    }

    /// The value that a pointer leads to, to be changed.
    pub fn at_mut(&mut self, pointer: &Pointer) -> Option<&mut Json> {
        pointer.keys().try_fold(self, |value, key| match value {
            Self::Object(object) => object.get_mut(&key),
            Self::Array(items) => items.get_mut(index_of(&key)?),
            _ => None,
        })
    }

    /// Puts a value where a pointer leads, and gives back what was there. A member that is absent goes to the end of its
    /// object, and so does an element whose index is the length of its array.
    ///
    /// # Errors
    /// [`Error::NoPlace`] when nothing there can hold it; nothing is changed then.
    pub fn set(&mut self, pointer: &Pointer, value: impl Into<Json>) -> Result<Option<Json>, Error> {
        let value = value.into();
        let no_place = || Error::NoPlace { pointer: pointer.clone() };
        let (Some(parent), Some(key)) = (pointer.parent(), pointer.last()) else {
            return Ok(Some(std::mem::replace(self, value)));
        };
        match self.at_mut(&parent).ok_or_else(no_place)? {
            Self::Object(object) => Ok(object.insert(key, value)),
            Self::Array(items) => {
                let index = index_of(&key).ok_or_else(no_place)?;
                if index == items.len() {
                    items.push(value);
                    return Ok(None);
                }
                let slot = items.get_mut(index).ok_or_else(no_place)?;
                Ok(Some(std::mem::replace(slot, value)))
            }
            _ => Err(no_place()),
        }
    }

    /// Adds a value where a pointer leads: in an array before the element that is there, in an object as [`Json::set`]
    /// does (RFC 6902 §4.1).
    ///
    /// # Errors
    /// [`Error::NoPlace`] when nothing there can hold it; nothing is changed then.
    pub fn insert(&mut self, pointer: &Pointer, value: impl Into<Json>) -> Result<(), Error> {
        let holder = pointer.parent().and_then(|parent| self.at_mut(&parent)).and_then(Self::as_array_mut);
        let index = pointer.last().and_then(|key| index_of(&key));
        if let (Some(items), Some(index)) = (holder, index)
            && index <= items.len()
        {
            items.insert(index, value.into());
            return Ok(());
        }
        self.set(pointer, value).map(drop)
    }

    /// Takes out the member or element that a pointer leads to; the others keep their order. The whole document stays.
    pub fn remove(&mut self, pointer: &Pointer) -> Option<Json> {
        let key = pointer.last()?;
        match self.at_mut(&pointer.parent()?)? {
            Self::Object(object) => object.remove(&key),
            Self::Array(items) => {
                let index = index_of(&key).filter(|index| *index < items.len())?;
                Some(items.remove(index))
            }
            _ => None,
        }
    }

    /// What kind of value it is, in words for messages: `a string`, `an object` …
    #[must_use]
    pub fn kind_name(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "a boolean",
            Self::Number(_) => "a number",
            Self::String(_) => "a string",
            Self::Array(_) => "an array",
            Self::Object(_) => "an object",
        }
    }
}

/// What an index that leads nowhere gives.
static NULL: Json = Json::Null;

/// The member of a name; `null` where there is none, as in JavaScript's optional chaining.
///
/// ```
/// let object: cards_json::Object = [("depth", 4)].into_iter().collect();
/// assert_eq!((object["depth"].as_i64(), object["role"].as_str()), (Some(4), None));
/// ```
impl Index<&str> for Object {
    type Output = Json;

    fn index(&self, key: &str) -> &Json {
        self.get(key).unwrap_or(&NULL)
    }
}

/// The member of a name; `null` where there is none, as in JavaScript's optional chaining.
impl Index<&str> for Json {
    type Output = Self;

    fn index(&self, key: &str) -> &Self {
        self.get(key).unwrap_or(&NULL)
    }
}

/// The element at an index; `null` where there is none.
impl Index<usize> for Json {
    type Output = Self;

    fn index(&self, index: usize) -> &Self {
        self.as_array().and_then(|items| items.get(index)).unwrap_or(&NULL)
    }
}

impl From<&str> for Json {
    fn from(text: &str) -> Self {
        Self::String(text.into())
    }
}

impl From<String> for Json {
    fn from(text: String) -> Self {
        Self::String(text)
    }
}

impl From<bool> for Json {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

macro_rules! from_ints {
    ($($int:ty),*) => { $(
        impl From<$int> for Json {
            fn from(value: $int) -> Self {
                Self::Number(value.into())
            }
        }
    )* };
}
from_ints!(i8, i16, i32, i64, u8, u16, u32, u64, usize);

/// The shortest spelling; `null` for NaN and the infinities, as JavaScript writes them.
impl From<f64> for Json {
    fn from(value: f64) -> Self {
        Number::from_f64(value).map_or(Self::Null, Self::Number)
    }
}

/// `null` for `None`.
impl<T: Into<Json>> From<Option<T>> for Json {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

impl From<Number> for Json {
    fn from(value: Number) -> Self {
        Self::Number(value)
    }
}

impl From<Object> for Json {
    fn from(object: Object) -> Self {
        Self::Object(object)
    }
}

/// An object of these members.
impl<K: Into<String>, V: Into<Json>> FromIterator<(K, V)> for Json {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(members: I) -> Self {
        Self::Object(members.into_iter().map(|(name, value)| (name.into(), value.into())).collect())
    }
}

impl<T: Into<Json>, const N: usize> From<[T; N]> for Json {
    fn from(items: [T; N]) -> Self {
        items.into_iter().map(Into::into).collect::<Vec<Self>>().into()
    }
}

impl<T: Into<Json>> From<Vec<T>> for Json {
    fn from(items: Vec<T>) -> Self {
        Self::Array(items.into_iter().map(Into::into).collect())
    }
}
