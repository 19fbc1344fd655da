//! Laws of SillyTavern's treatment of cards and books, beside the rows of the shared vectors.

use cards_model::strategy::{Oddity, members};
use cards_model::{Json, Object, sillytavern, worldinfo};
use proptest::prelude::*;

proptest! {
    #[test]
    fn every_entry_comes_out_under_some_key(entries in prop::collection::vec(members::<cards_model::Entry>(Oddity::Crooked), 0..5)) {
        let entries: Vec<Json> = entries.into_iter().map(Json::Object).collect();
        let ids: std::collections::HashSet<String> = entries
            .iter()
            .enumerate()
            .map(|(i, entry)| entry.get("id").map_or_else(|| i.to_string(), ToString::to_string))
            .collect();
        let book: Object = [("entries", entries)].into_iter().collect();
        let world = sillytavern::import_character_book(&book);
        let Some(Json::Object(imported)) = world.get("entries") else { panic!("no entries") };
        // Ids that differ as JSON may be one as names of members, never the other way round.
        prop_assert!(imported.len() <= ids.len());
        let back = sillytavern::export_character_book("n", imported);
        prop_assert_eq!(back.get("entries").and_then(Json::as_array).map(<[Json]>::len), Some(imported.len()));
    }

    /// The first round fills in defaults, the second changes nothing any more.
    #[test]
    fn rounds_through_a_card_settle(entry in members::<worldinfo::Entry>(Oddity::Crooked)) {
        let round = |world: &Object| {
            let Some(Json::Object(entries)) = world.get("entries") else { panic!("no entries") };
            sillytavern::import_character_book(&sillytavern::export_character_book("n", entries))
        };
        let mut entry = entry;
        entry.insert("uid", 0_i64);
        let entries: Object = [("0", entry)].into_iter().collect();
        let settled = round(&round(&[("entries", entries)].into_iter().collect()));
        prop_assert_eq!(round(&settled), settled);
    }
}
