//! Gives any JSON to SillyTavern's import, listing, check and book conversions. The oracle: no panic; an imported card
//! has `spec` and is a card to a second import; every entry of a book comes out under some key.
#![no_main]

use cards_model::sillytavern::{export_character_book, import_character_book};
use cards_model::{Json, Limits};
use cards_suite::client::sillytavern;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let limits = Limits::default();
    if let Ok(Some(imported)) = sillytavern::import_json(text, "now", &limits) {
        assert!(imported.card.get("spec").is_some());
        let again = Json::Object(imported.card).to_string();
        // The fields of an older layout lie a little deeper in the card that it became.
        let roomy = limits.with_depth(limits.depth + 8);
        assert!(!matches!(sillytavern::import_json(&again, "now", &roomy), Ok(None)));
    }
    let Ok(json) = Json::read(text, &limits) else {
        return;
    };
    let _ = sillytavern::validate(&json);
    if let Json::Object(object) = json {
        let world = import_character_book(&object);
        if let Some(Json::Object(entries)) = world.get("entries") {
            let book = export_character_book("name", entries);
            assert_eq!(book.get("entries").and_then(Json::as_array).map(<[Json]>::len), Some(entries.len()));
        }
        let _ = sillytavern::list_view(object, "now");
    }
});
