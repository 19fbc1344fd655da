//! Objects with the members of a spec, in the types that the spec gives them, for property tests.

use cards_model::document::{Shape, SpecObject};
use cards_model::{Json, Object};
use proptest::prelude::*;

/// An object with some members of a spec, each of the type that the spec gives it.
pub(crate) fn tame<T: SpecObject>() -> impl Strategy<Value = Object> {
    let members = T::object_shape().members.into_iter().map(|member| {
        let value = of_shape(member.shape);
        let value = if member.mandatory { value.prop_map(Some).boxed() } else { prop::option::of(value).boxed() };
        value.prop_map(move |value| Some((member.name, value?)))
    });
    members.collect::<Vec<_>>().prop_map(|members| members.into_iter().flatten().collect())
}

fn of_shape(shape: Shape) -> BoxedStrategy<Json> {
    match shape {
        Shape::Any | Shape::Bool => any::<bool>().prop_map(Json::Bool).boxed(),
        Shape::Text => "[a-z,@ /{}\n*]{0,9}".prop_map(Json::String).boxed(),
        Shape::Words(words) => prop::sample::select(words).prop_map(Json::from).boxed(),
        Shape::Number => (0_i64..9).prop_map(Json::from).boxed(),
        Shape::NumberOrText | Shape::Either(..) => {
            prop_oneof![(0_i64..9).prop_map(Json::from), "[a-z0-9_-]{1,9}".prop_map(Json::String)].boxed()
        }
        Shape::AnyObject => prop::collection::vec(("[a-z]{1,3}", 0_i64..9), 0..3)
            .prop_map(|members| Json::Object(members.into_iter().collect()))
            .boxed(),
        Shape::Map(value) => prop::collection::vec(("[a-z]{1,3}", of_shape(value())), 0..3)
            .prop_map(|members| Json::Object(members.into_iter().collect()))
            .boxed(),
        Shape::List(item) => prop::collection::vec(of_shape(item()), 0..3).prop_map(Json::Array).boxed(),
        Shape::Object(object) => {
            let members: Vec<_> = object()
                .members
                .into_iter()
                .map(|member| of_shape(member.shape).prop_map(move |value| (member.name, value)))
                .collect();
            members.prop_map(|members| Json::Object(members.into_iter().collect())).boxed()
        }
    }
}
