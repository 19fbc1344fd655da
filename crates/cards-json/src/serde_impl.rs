//! `Serialize` and `Deserialize` (feature `serde`), for programs that pass values through serde.
//!
//! Members keep their order. What serde itself cannot carry is the spelling of numbers (`1.50` comes back as `1.5`).
//! Integers go out as they are, up to those of 128 bits; one beyond, or a number beyond `f64`, is an error rather than
//! another number. What a format makes of them is its own affair: `serde_json` reads integers beyond 64 bits as the
//! nearest `f64`, and other floats exactly with its feature `float_roundtrip` alone.

use std::fmt;

use serde::de::{self, MapAccess, SeqAccess, Visitor};
use serde::ser::{self, SerializeMap as _, SerializeStruct as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Json, Number, Object, Pointer, Position};

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.serialize_or(serializer, |_, text| {
            Err(ser::Error::custom(format_args!("the number {text} is beyond what serde carries")))
        })
    }
}

impl Number {
    /// Writes the number, or what the caller makes of its text where serde has no type for it.
    fn serialize_or<S: Serializer>(
        &self,
        serializer: S,
        beyond: impl FnOnce(S, &str) -> Result<S::Ok, S::Error>,
    ) -> Result<S::Ok, S::Error> {
        let text = self.to_string();
        if let Ok(int) = text.parse::<i64>()
            && text != "-0"
        {
            return serializer.serialize_i64(int);
        }
        if let Ok(int) = text.parse::<u64>() {
            return serializer.serialize_u64(int);
        }
        let is_integer = text != "-0" && text.bytes().all(|b| b.is_ascii_digit() || b == b'-');
        if is_integer && let Ok(int) = text.parse::<i128>() {
            return serializer.serialize_i128(int);
        }
        if is_integer && let Ok(int) = text.parse::<u128>() {
            return serializer.serialize_u128(int);
        }
        let value = self.as_f64();
        if value.is_finite() && !is_integer { serializer.serialize_f64(value) } else { beyond(serializer, &text) }
    }
}

/// A value for serde in which the numbers that it cannot carry are texts, so that it can always be written.
///
/// ```
/// use cards_json::{Carried, Json};
/// let json: Json = r#"{"near":1.5,"far":1e400}"#.parse()?;
/// assert!(serde_json::to_string(&json).is_err());
/// assert_eq!(serde_json::to_string(&Carried(&json)).unwrap(), r#"{"near":1.5,"far":"1e400"}"#);
/// # Ok::<(), cards_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Carried<'a>(pub &'a Json);

impl Serialize for Carried<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Json::Number(number) => number.serialize_or(serializer, S::serialize_str),
            Json::Array(items) => serializer.collect_seq(items.iter().map(Carried)),
            Json::Object(object) => serializer.collect_map(object.iter().map(|(key, value)| (key, Carried(value)))),
            plain => plain.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Json::deserialize(deserializer)? {
            Json::Number(number) => Ok(number),
            other => Err(de::Error::custom(format_args!("{} where a number belongs", other.kind_name()))),
        }
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Number(number) => number.serialize(serializer),
            Self::String(text) => serializer.serialize_str(text),
            Self::Array(items) => serializer.collect_seq(items),
            Self::Object(object) => object.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyValue)
    }
}

/// Takes whatever a format holds.
struct AnyValue;

impl<'de> Visitor<'de> for AnyValue {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E: de::Error>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_none<E: de::Error>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Json, D::Error> {
        Json::deserialize(deserializer)
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Bool(value))
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Json, E> {
        Ok(value.into())
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Json, E> {
        spelled(&value.to_string())
    }

    fn visit_i128<E: de::Error>(self, value: i128) -> Result<Json, E> {
        spelled(&value.to_string())
    }

    fn visit_u128<E: de::Error>(self, value: u128) -> Result<Json, E> {
        spelled(&value.to_string())
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Json, E> {
        // Debug keeps the point of whole numbers, and so what kind of number it was.
        spelled(&format!("{value:?}"))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Json, E> {
        Ok(text.into())
    }

    fn visit_string<E: de::Error>(self, text: String) -> Result<Json, E> {
        Ok(text.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Json, A::Error> {
        let mut all = Vec::new();
        while let Some(item) = items.next_element()? {
            all.push(item);
        }
        Ok(Json::Array(all))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Json, A::Error> {
        let mut all: Vec<(String, Json)> = Vec::new();
        while let Some(member) = members.next_entry()? {
            all.push(member);
        }
        Ok(Json::Object(all.into_iter().collect()))
    }
}

fn spelled<E: de::Error>(text: &str) -> Result<Json, E> {
    let number = Number::parse(text).ok_or_else(|| E::custom(format_args!("JSON has no number {text}")))?;
    Ok(Json::Number(number))
}

impl Serialize for Object {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.len()))?;
        for (key, value) in self.iter() {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Object {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Json::deserialize(deserializer)? {
            Json::Object(object) => Ok(object),
            other => Err(de::Error::custom(format_args!("{} where an object belongs", other.kind_name()))),
        }
    }
}

impl Serialize for Pointer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Pointer {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Position", 3)?;
        fields.serialize_field("offset", &self.offset)?;
        fields.serialize_field("line", &self.line)?;
        fields.serialize_field("column", &self.column)?;
        fields.end()
    }
}
