//! Laws of what SillyTavern does to a card, beside the rows of the suite.

use cards_model::strategy::{Oddity, any_json, members};
use cards_model::{Json, Limits, v2};
use proptest::prelude::*;

use super::{import_json, list_view, validate};

proptest! {
    /// What the fuzz target of the same name asserts.
    #[test]
    fn what_was_imported_is_a_card_to_a_second_import(
        spec in prop::option::of(any_json()), name in prop::option::of(".{0,9}"), data in members::<v2::Data>(Oddity::Crooked)
    ) {
        let mut card = data.clone();
        if let Some(spec) = spec {
            card.insert("spec", spec);
        }
        if let Some(name) = name {
            card.insert("name", name);
        }
        card.insert("data", data);
        let limits = Limits::default();
        if let Ok(Some(imported)) = import_json(&Json::Object(card.clone()).to_string(), "now", &limits) {
            prop_assert!(imported.card.get("spec").is_some());
            let again = Json::Object(imported.card).to_string();
            // A name that is no text is copied over a good one, which a second import stumbles over.
            prop_assert!(!matches!(import_json(&again, "now", &limits), Ok(None)));
        }
        let _ = validate(&Json::Object(card.clone()));
        let _ = list_view(card, "now");
    }
}
