//! Objects with the members of a spec, in any types, for property tests.

use cards_model::document::SpecObject;
use cards_model::{Json, Number, Object};
use proptest::prelude::*;

/// Any JSON value, a few levels deep.
pub(crate) fn any_json() -> BoxedStrategy<Json> {
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::Bool),
        "-?(0|[1-9][0-9]{0,20})(\\.[0-9]{1,3})?([eE][+-]?[0-9]{1,2})?"
            .prop_map(|n| Json::Number(Number::parse(&n).expect("the pattern is that of JSON numbers"))),
        ".{0,12}".prop_map(Json::String),
        Just(Json::from("true")),
        Just(Json::from("2024-01-01")),
    ];
    leaf.prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Json::Array),
            prop::collection::vec((".{0,6}", inner), 0..4).prop_map(|m| Json::Object(m.into_iter().collect())),
        ]
    })
    .boxed()
}

/// An object with some members of a spec, right and wrong, among unknown ones, in any order.
pub(crate) fn crooked<T: SpecObject>() -> impl Strategy<Value = Object> {
    let known = prop::sample::select(T::NAMES).prop_map(str::to_owned);
    // Members by which older and foreign layouts are told.
    let telling = prop::sample::select(vec!["key", "extensions", "char_info", "group_greetings", "created_at"]);
    let key = prop_oneof![4 => known, 1 => ".{0,6}", 1 => telling.prop_map(str::to_owned)];
    prop::collection::vec((key, any_json()), 0..14).prop_map(|members| members.into_iter().collect())
}
