//! `Serialize` and `Deserialize` (feature `serde`), for programs that pass cards through serde: a state file, a
//! message to a front end, a database.
//!
//! Everything goes through [`Json`], so members keep their order and unknown ones stay, and originals of another type
//! come back as they were. What serde itself cannot carry is the spelling of numbers (`1.50` comes back as `1.5`);
//! an integer beyond 128 bits or a number beyond `f64` is an error rather than another number. Files are read and
//! written with [`crate::Document`], which loses nothing.

use serde::{Deserialize, Deserializer, de};

use crate::document::{Field, TextMap, through_json};
use crate::json::Json;

/// Reads a field of a spec object by itself: a value of the right type, or one with a sensible reading.
pub(crate) fn deserialize_field<'de, T: Field, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    let json = Json::deserialize(deserializer)?;
    // The value is built already; what it may cost was for its deserializer to say.
    T::coerce(&json).ok_or_else(|| de::Error::custom(format_args!("{} where another type belongs", json.kind_name())))
}

through_json!(crate::Id);
through_json!(crate::Timestamp);
through_json!(TextMap);
