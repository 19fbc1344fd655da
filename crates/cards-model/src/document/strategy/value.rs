//! JSON values: of any kind, and of a shape.

use proptest::prelude::*;

use super::oddity::Oddity;
use super::text::{extreme_text, plain_text};
use crate::document::{Member, ObjectShape, Shape};
use crate::json::{Json, Number, Object};

/// How many elements a generated list has at most.
const FEW: usize = 4;

/// A number of any spelling that JSON allows.
pub fn any_number() -> BoxedStrategy<Number> {
    prop_oneof![
        3 => any::<i64>().prop_map(Number::from),
        2 => (-1000_i64..1000).prop_map(Number::from),
        2 => any::<f64>().prop_filter_map("JSON has no such number", Number::from_f64),
        3 => "-?(0|[1-9][0-9]{0,24})(\\.[0-9]{1,4})?([eE][+-]?[0-9]{1,3})?"
            .prop_filter_map("not a number", |text| Number::parse(&text)),
    ]
    .boxed()
}

/// A JSON value of any kind, a few levels deep.
pub fn any_json() -> BoxedStrategy<Json> {
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::Bool),
        any_number().prop_map(Json::Number),
        plain_text().prop_map(Json::String),
        extreme_text().prop_map(Json::String),
    ];
    leaf.prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..FEW).prop_map(Json::Array),
            members(inner).prop_map(Json::Object),
        ]
    })
    .boxed()
}

/// A JSON object of any members.
pub fn any_object() -> BoxedStrategy<Object> {
    members(any_json().boxed()).boxed()
}

fn members(value: BoxedStrategy<Json>) -> impl Strategy<Value = Object> {
    let key = prop_oneof![3 => "[a-z_]{1,8}", 1 => extreme_text()];
    prop::collection::vec((key, value), 0..FEW).prop_map(|members| members.into_iter().collect())
}

/// The JSON of a spec object.
pub(super) fn object(shape: &ObjectShape, oddity: Oddity) -> BoxedStrategy<Json> {
    let known: Vec<_> = shape
        .members
        .iter()
        .map(|member| {
            let value = of_member(member, oddity);
            match (oddity, member.mandatory) {
                (Oddity::Plain, true) => value.prop_map(Some).boxed(),
                (Oddity::Plain, false) => prop::option::weighted(0.5, value).boxed(),
                (Oddity::Crooked, _) => prop::option::weighted(0.7, value).boxed(),
            }
        })
        .collect();
    let names: Vec<_> = shape.members.iter().map(|member| member.name).collect();
    let known = known.prop_map(move |values| {
        let present = names.iter().zip(values).filter_map(|(name, value)| Some(((*name).to_owned(), value?)));
        present.collect::<Vec<_>>()
    });
    match oddity {
        Oddity::Plain => known.prop_map(|members| Json::Object(members.into_iter().collect())).boxed(),
        Oddity::Crooked => (known, any_object(), telling())
            .prop_map(|(known, unknown, telling)| known.into_iter().chain(unknown).chain(telling).collect::<Vec<_>>())
            .prop_shuffle()
            .prop_map(|members| Json::Object(members.into_iter().collect()))
            .boxed(),
    }
}

/// Now and then a member by which older and foreign layouts are recognised.
fn telling() -> impl Strategy<Value = Option<(String, Json)>> {
    const NAMES: &[&str] = &["key", "extensions", "char_info", "group_greetings", "created_at"];
    prop::option::weighted(0.2, (proptest::sample::select(NAMES).prop_map(str::to_owned), any_json()))
}

fn of_member(member: &Member, oddity: Oddity) -> BoxedStrategy<Json> {
    // A text that is there by default is a marker of the spec.
    match &member.default {
        Json::String(marker) if !marker.is_empty() => match oddity {
            Oddity::Plain => Just(Json::String(marker.clone())).boxed(),
            Oddity::Crooked => prop_oneof![8 => Just(Json::String(marker.clone())), 1 => any_json()].boxed(),
        },
        _ => value(member.shape, oddity),
    }
}

fn value(shape: Shape, oddity: Oddity) -> BoxedStrategy<Json> {
    let right = of_shape(shape, oddity);
    match oddity {
        Oddity::Plain => right,
        Oddity::Crooked => prop_oneof![8 => right, 1 => any_json(), 1 => Just(Json::Null)].boxed(),
    }
}

fn of_shape(shape: Shape, oddity: Oddity) -> BoxedStrategy<Json> {
    match shape {
        Shape::Any => any_json(),
        Shape::Text => text(oddity),
        Shape::Words(words) => {
            let known = proptest::sample::select(words).prop_map(Json::from);
            match oddity {
                Oddity::Plain => known.boxed(),
                Oddity::Crooked => prop_oneof![3 => known, 1 => text(oddity)].boxed(),
            }
        }
        Shape::Number => number(oddity),
        Shape::Bool => any::<bool>().prop_map(Json::Bool).boxed(),
        Shape::NumberOrText => prop_oneof![number(oddity), text(oddity)].boxed(),
        Shape::AnyObject => any_object().prop_map(Json::Object).boxed(),
        Shape::Map(item) => prop::collection::vec(("[a-z]{1,4}", value(item(), oddity)), 0..FEW)
            .prop_map(|members| Json::Object(members.into_iter().collect()))
            .boxed(),
        Shape::List(item) => prop::collection::vec(value(item(), oddity), 0..FEW).prop_map(Json::Array).boxed(),
        Shape::Either(a, b) => prop_oneof![value(a(), oddity), value(b(), oddity)].boxed(),
        Shape::Object(shape) => object(&shape(), oddity),
    }
}

fn text(oddity: Oddity) -> BoxedStrategy<Json> {
    match oddity {
        Oddity::Plain => plain_text().prop_map(Json::String).boxed(),
        Oddity::Crooked => prop_oneof![plain_text(), extreme_text()].prop_map(Json::String).boxed(),
    }
}

/// Plain numbers are small enough to be dates in seconds.
fn number(oddity: Oddity) -> BoxedStrategy<Json> {
    match oddity {
        Oddity::Plain => prop_oneof![4 => 0_i64..2_000_000_000, 1 => 0_i64..20].prop_map(Json::from).boxed(),
        Oddity::Crooked => any_number().prop_map(Json::Number).boxed(),
    }
}
