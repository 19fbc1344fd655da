//! Strategies for property tests, of this crate and of those that build on it (feature `proptest`).
//!
//! Everything is made from the shapes of the spec objects, so a new field is generated as soon as it is declared.
//! *Plain* values are what a careful program writes: every mandatory member, right types, the markers of the spec.
//! *Crooked* ones are what files in the wild hold: members of other types, `null`, absent and unknown members in any
//! order, extreme texts. Both have a reading, and whatever holds a law should hold it for both.
//!
//! ```
//! use cards_model::{Card, strategy};
//! use proptest::prelude::*;
//!
//! proptest!(ProptestConfig::with_cases(8), |(card in strategy::crooked_card())| {
//!     // A law of a downstream crate: whatever the card, its display name is one of its names.
//!     prop_assert!(card.display_name() == card.name() || Some(card.display_name()) == card.nickname());
//! });
//!
//! // Every spec object has an `Arbitrary` as well; its parameter says how odd it may be.
//! proptest!(ProptestConfig::with_cases(8), |(asset in any_with::<cards_model::Asset>(strategy::Oddity::Crooked))| {
//!     let _ = asset.location();
//! });
//! ```

mod impls;
mod text;
mod value;

use proptest::prelude::*;

use crate::document::{Findings, ObjectShape, SpecObject, from_json};
use crate::json::{Json, Object, Reader};
use crate::{Card, Content, Document, Form, Limits, root_shape};

pub use text::{asset_uri, extreme_text, plain_text};
pub use value::{any_json, any_number, any_object};

/// How odd generated values may be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Oddity {
    /// What a careful program writes.
    #[default]
    Plain,
    /// What files in the wild hold.
    Crooked,
}

/// The JSON of a spec object of some shape.
pub fn json_of(shape: &ObjectShape, oddity: Oddity) -> BoxedStrategy<Json> {
    value::object(shape, oddity)
}

/// The members of a spec object, before they are read into one.
pub fn members<T: SpecObject>(oddity: Oddity) -> BoxedStrategy<Object> {
    json_of(&T::object_shape(), oddity)
        .prop_filter_map("a spec object is an object", |json| match json {
            Json::Object(members) => Some(members),
            _ => None,
        })
        .boxed()
}

/// A spec object.
pub fn object<T: SpecObject + crate::document::Field + std::fmt::Debug + 'static>(oddity: Oddity) -> BoxedStrategy<T> {
    json_of(&T::object_shape(), oddity).prop_map(|json| from_json(&json).unwrap_or_default()).boxed()
}

/// A spec object as a careful program writes it.
pub fn plain<T: SpecObject + crate::document::Field + std::fmt::Debug + 'static>() -> BoxedStrategy<T> {
    object(Oddity::Plain)
}

/// A spec object as files in the wild hold it.
pub fn crooked<T: SpecObject + crate::document::Field + std::fmt::Debug + 'static>() -> BoxedStrategy<T> {
    object(Oddity::Crooked)
}

/// What a file of a form holds.
pub fn content(form: Form, oddity: Oddity) -> BoxedStrategy<Content> {
    json_of(&root_shape(form), oddity)
        .prop_filter_map("every object has a reading", move |json| {
            let limits = Limits::unbounded();
            Content::read(form, &mut Reader::with_oddities(&json.to_string(), &limits, Findings::new(&limits))).ok()
        })
        .boxed()
}

/// A card of one spec.
pub fn card(form: Form, oddity: Oddity) -> BoxedStrategy<Card> {
    content(form, oddity)
        .prop_filter_map("the form is no card", |content| match content {
            Content::Card(card) => Some(card),
            _ => None,
        })
        .boxed()
}

/// A card of any spec as a careful program writes it.
pub fn plain_card() -> BoxedStrategy<Card> {
    card_form().prop_flat_map(|form| card(form, Oddity::Plain)).boxed()
}

/// A card of any spec as files in the wild hold it.
pub fn crooked_card() -> BoxedStrategy<Card> {
    card_form().prop_flat_map(|form| card(form, Oddity::Crooked)).boxed()
}

/// A document read from a file of any form; crooked ones may have lost their marker and be told by their shape.
pub fn document(oddity: Oddity) -> BoxedStrategy<Document> {
    any::<Form>()
        .prop_flat_map(move |form| json_of(&root_shape(form), oddity))
        .prop_filter_map("too crooked to be told", |json| Document::read(json.to_string(), Limits::default()).ok())
        .boxed()
}

/// A form of card.
pub fn card_form() -> impl Strategy<Value = Form> + Clone {
    proptest::sample::select(&[Form::V0, Form::V1, Form::V2, Form::V3, Form::V3L, Form::Prom][..])
}
