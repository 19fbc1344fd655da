//! Values of the `serde_json` crate (feature `serde_json`).

use serde_json::Value;

use crate::{Json, Number};

impl From<Value> for Json {
    fn from(value: Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(value) => Self::Bool(value),
            // Its numbers print in the grammar of JSON.
            Value::Number(number) => Number::parse(&number.to_string()).map_or(Self::Null, Self::Number),
            Value::String(text) => Self::String(text),
            Value::Array(items) => Self::Array(items.into_iter().map(Self::from).collect()),
            Value::Object(members) => Self::Object(members.into_iter().collect()),
        }
    }
}

/// Members keep their order where `serde_json` is built with `preserve_order`; numbers lose their spelling. As
/// `serde_json` reads them, integers beyond 64 bits become the nearest `f64`; what is beyond its range becomes `null`, as
/// JavaScript writes infinities. Serializing a [`Json`] is the way that loses no integer.
impl From<Json> for Value {
    fn from(json: Json) -> Self {
        match json {
            Json::Null => Self::Null,
            Json::Bool(value) => Self::Bool(value),
            Json::Number(number) => of_number(&number),
            Json::String(text) => Self::String(text),
            Json::Array(items) => Self::Array(items.into_iter().map(Self::from).collect()),
            Json::Object(members) => {
                Self::Object(members.into_iter().map(|(key, value)| (key, Self::from(value))).collect())
            }
        }
    }
}

fn of_number(number: &Number) -> Value {
    let text = number.to_string();
    if let Ok(int) = text.parse::<u64>() {
        return int.into();
    }
    match text.parse::<i64>() {
        Ok(int) if text != "-0" => int.into(),
        _ => number.as_f64().into(),
    }
}
