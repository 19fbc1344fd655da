//! Strategies for property tests, of this crate and of those that build on it (feature `proptest`).
//!
//! Everything is made from the shapes of the spec objects, so a new field is generated as soon as it is declared.
//! *Plain* values are what a careful program writes: every mandatory member, right types, the markers of the spec.
//! *Crooked* ones are what files in the wild hold: members of other types, `null`, absent and unknown members in any
//! order, extreme texts. Both have a reading: what [`card`] and [`document`] make can be told from its file, and of what [`content`]
//! makes the form has to be known. Whatever keeps a law should keep it for both; [`crate::laws`] has those that ours keep, and says
//! which one is for plain cards alone.
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

use proptest::prelude::*;

use crate::document::Findings;
use crate::json::ValueReader;
use crate::{Card, Content, Document, Form, Limits, root_shape};

pub use crate::document::strategy::*;

/// What a file of a form holds.
pub fn content(form: Form, oddity: Oddity) -> BoxedStrategy<Content> {
    json_of(&root_shape(form), oddity)
        .prop_filter_map("every object has a reading", move |json| {
            Content::read(form, &mut ValueReader::new(&json, Findings::unasked())).ok()
        })
        .boxed()
}

/// A card of one spec. However crooked, its file is read as a card of that spec: one of which nobody could tell that it is a card
/// is left out, such as a V0 card without a text.
pub fn card(form: Form, oddity: Oddity) -> BoxedStrategy<Card> {
    content(form, oddity)
        .prop_filter_map("no card, or none that can be told", move |content| {
            let file = Document::new(content.clone()).to_bytes();
            let read = Document::read(file, &Limits::default()).ok()?;
            match content {
                Content::Card(card) if read.content.form() == form => Some(card),
                _ => None,
            }
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
        .prop_filter_map("too crooked to be told", |json| Document::read(json.to_string(), &Limits::default()).ok())
        .boxed()
}

/// A form of card.
pub fn card_form() -> impl Strategy<Value = Form> + Clone {
    proptest::sample::select(&[Form::V0, Form::V1, Form::V2, Form::V3, Form::V3L, Form::Prom][..])
}
