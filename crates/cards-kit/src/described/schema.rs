//! The JSON Schemas of structs, from what they are declared as.

use std::collections::BTreeMap;

use cards_json::{Json, Object};

/// A value whose JSON a schema describes.
pub trait Described {
    /// Gives the schema of the value, and notes those of the structs in it.
    fn describe(schemas: &mut Schemas) -> Json;
}

/// The schemas of structs, gathered on the way.
#[derive(Debug, Default)]
pub struct Schemas {
    done: BTreeMap<&'static str, Option<Json>>,
    /// Members of the structs that are being described, the innermost last.
    open: Vec<Members>,
}

/// The members of one struct.
#[derive(Debug, Default)]
pub struct Members {
    /// Their shapes, by their names.
    pub properties: Object,
    /// The names of those that are always there.
    pub required: Vec<Json>,
}

impl Schemas {
    /// Begins a struct; says whether it was new.
    pub fn begin(&mut self, name: &'static str) -> bool {
        let is_new = !self.done.contains_key(name);
        if is_new {
            self.done.insert(name, None);
            self.open.push(Members::default());
        }
        is_new
    }

    /// Adds a member to the struct that was begun last.
    pub fn member(&mut self, name: &str, docs: &[&str], shape: Json, required: bool) {
        if let Some(members) = self.open.last_mut() {
            // A raw identifier is one that Rust has another use for.
            members.add(name.strip_prefix("r#").unwrap_or(name), docs, shape, required);
        }
    }

    /// Ends the struct that was begun last.
    pub fn finish(&mut self, name: &'static str, docs: &[&str]) {
        let members = self.open.pop().unwrap_or_default();
        self.done.insert(name, Some(members.into_schema(docs)));
    }

    /// Points to a struct.
    #[must_use]
    pub fn reference(&self, name: &str) -> Json {
        object([("$ref", Json::from(format!("#/$defs/{name}")))])
    }

    /// Takes out the struct that a value points to; any other value is its own schema.
    #[must_use]
    pub fn take(&mut self, value: Json) -> Json {
        let name = value.get("$ref").and_then(Json::as_str).and_then(|path| path.rsplit('/').next());
        name.and_then(|name| self.done.get_mut(name)).and_then(Option::take).unwrap_or(value)
    }

    /// Gives the schemas of all structs, by their names.
    #[must_use]
    pub fn into_definitions(self) -> Object {
        self.done.into_iter().filter_map(|(name, schema)| Some((name.to_owned(), schema?))).collect()
    }
}

impl Members {
    /// Adds a member.
    pub fn add(&mut self, name: &str, docs: &[&str], shape: Json, required: bool) {
        let mut members: Object = [("description", Json::from(sentence(docs)))].into_iter().collect();
        if let Json::Object(shape) = shape {
            for (key, value) in shape {
                members.insert(key, value);
            }
        }
        self.properties.insert(name, members);
        if required {
            self.required.push(name.into());
        }
    }

    fn into_schema(self, docs: &[&str]) -> Json {
        object([
            ("description", Json::from(sentence(docs))),
            ("type", "object".into()),
            ("properties", self.properties.into()),
            ("required", Json::Array(self.required)),
            ("additionalProperties", false.into()),
        ])
    }
}

/// A JSON object of a few members.
#[must_use]
pub fn object<const N: usize>(members: [(&str, Json); N]) -> Json {
    Json::Object(members.into_iter().collect())
}

fn sentence(docs: &[&str]) -> String {
    docs.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ")
}

fn typed(name: &str) -> Json {
    object([("type", name.into())])
}

macro_rules! described {
    ($($kind:ty => $name:literal;)+) => {$(
        impl Described for $kind {
            fn describe(_: &mut Schemas) -> Json {
                typed($name)
            }
        }
    )+};
}

described! {
    String => "string";
    &'static str => "string";
    bool => "boolean";
    i64 => "integer";
    u32 => "integer";
    u64 => "integer";
    usize => "integer";
}

/// Any JSON.
impl Described for Json {
    fn describe(_: &mut Schemas) -> Json {
        Self::Object(Object::new())
    }
}

/// An object whose members are told elsewhere.
impl Described for Object {
    fn describe(_: &mut Schemas) -> Json {
        typed("object")
    }
}

impl<T: Described> Described for Option<T> {
    fn describe(schemas: &mut Schemas) -> Json {
        let some = T::describe(schemas);
        if some == Json::Object(Object::new()) {
            return some;
        }
        object([("anyOf", Json::Array(vec![some, typed("null")]))])
    }
}

impl<T: Described> Described for Vec<T> {
    fn describe(schemas: &mut Schemas) -> Json {
        object([("type", "array".into()), ("items", T::describe(schemas))])
    }
}

impl Described for [usize; 2] {
    fn describe(schemas: &mut Schemas) -> Json {
        let count = |number: u32| Json::from(number);
        let items = usize::describe(schemas);
        object([("type", "array".into()), ("items", items), ("minItems", count(2)), ("maxItems", count(2))])
    }
}

impl<T: Described> Described for BTreeMap<String, T> {
    fn describe(schemas: &mut Schemas) -> Json {
        object([("type", "object".into()), ("additionalProperties", T::describe(schemas))])
    }
}
