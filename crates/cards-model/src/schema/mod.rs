//! JSON Schemas of the specs, from the same types that read and write them.

mod begun;
mod overlay;

pub use begun::{empty_member, new_object};

use std::collections::BTreeSet;

use crate::Form;
use crate::document::{ObjectShape, Shape};
use crate::json::{Json, Object};

/// The dialect that the schemas are written in.
const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

/// The JSON Schema (draft 2020-12) of a form, at the word of its spec: mandatory members are required, markers have
/// their one value, words and ids are those that the text allows. Unknown members are allowed where the spec keeps
/// them.
///
/// ```
/// use cards_model::{Form, Json, schema};
/// let v2 = schema(Form::V2);
/// assert_eq!(v2.pointer("/properties/spec/const").and_then(Json::as_str), Some("chara_card_v2"));
/// assert!(v2.pointer("/$defs/Data/properties/name").is_some());
/// ```
#[must_use]
pub fn schema(form: Form) -> Json {
    let root = root_shape(form);
    let mut defs = Definitions { form, made: Vec::new(), begun: BTreeSet::new() };
    defs.begun.insert(root.name);
    let body = defs.object(&root);
    let mut schema = Object::new();
    schema.insert("$schema", DIALECT);
    schema.insert("$id", format!("urn:cards:schema:{}", form.id()));
    schema.insert("title", form.name());
    for (key, value) in body {
        schema.insert(key, value);
    }
    if !defs.made.is_empty() {
        schema.insert("$defs", defs.made.into_iter().collect::<Object>());
    }
    Json::Object(schema)
}

/// The shape of a whole file of a form.
#[must_use]
pub fn root_shape(form: Form) -> ObjectShape {
    form.object_shape()
}

/// The objects below the root, each described once.
struct Definitions {
    form: Form,
    made: Vec<(String, Json)>,
    begun: BTreeSet<&'static str>,
}

impl Definitions {
    /// The schema of an object, written out.
    fn object(&mut self, shape: &ObjectShape) -> Object {
        let mut properties = Object::new();
        let mut required = Vec::new();
        for member in &shape.members {
            let mut property = Object::new();
            if !member.doc.is_empty() {
                property.insert("description", plain(&member.doc));
            }
            for (key, value) in self.value(member.shape) {
                property.insert(key, value);
            }
            overlay::narrow(self.form, shape.name, member.name, &mut property);
            if member.mandatory || overlay::demands(self.form, shape.name, member.name) {
                required.push(member.name);
            } else {
                overlay::or_null(self.form, &mut property);
            }
            properties.insert(member.name, property);
        }
        let mut schema = Object::new();
        schema.insert("description", plain(&shape.doc));
        schema.insert("type", "object");
        schema.insert("properties", properties);
        if !required.is_empty() {
            schema.insert("required", required);
        }
        if overlay::closed(self.form, shape.name) {
            schema.insert("additionalProperties", false);
        }
        schema
    }

    /// The keywords that hold for a value of a shape.
    fn value(&mut self, shape: Shape) -> Object {
        let mut schema = Object::new();
        match shape {
            Shape::Any => {}
            Shape::Text => drop(schema.insert("type", "string")),
            Shape::Words(words) => {
                schema.insert("type", "string");
                schema.insert("enum", words.to_vec());
            }
            Shape::Number => drop(schema.insert("type", "number")),
            Shape::Bool => drop(schema.insert("type", "boolean")),
            Shape::NumberOrText => drop(schema.insert("type", vec!["number", "string"])),
            Shape::AnyObject => drop(schema.insert("type", "object")),
            Shape::Map(value) => {
                schema.insert("type", "object");
                let value = self.value(value());
                schema.insert("additionalProperties", value);
            }
            Shape::List(item) => {
                schema.insert("type", "array");
                let item = self.value(item());
                schema.insert("items", item);
            }
            Shape::Either(a, b) => {
                let both = vec![self.value(a()), self.value(b())];
                schema.insert("anyOf", both);
            }
            Shape::Object(shape) => {
                let shape = shape();
                if self.begun.insert(shape.name) {
                    let made = self.object(&shape);
                    self.made.push((shape.name.to_owned(), Json::Object(made)));
                }
                schema.insert("$ref", format!("#/$defs/{}", shape.name));
            }
        }
        schema
    }
}

/// A doc text as one line.
fn plain(doc: &str) -> String {
    // Examples are for readers of the library.
    let words = doc.split("```").next().unwrap_or_default().split_whitespace();
    words.collect::<Vec<_>>().join(" ")
}
