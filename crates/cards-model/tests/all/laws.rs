//! Laws that hold for every generated card, plain or crooked.

use cards_model::document::{from_json, to_json};
use cards_model::json::{Kind, Reader};
use cards_model::rules::Letter;
use cards_model::strategy::{self, Oddity};
use cards_model::{Card, Content, Document, Form, Id, Json, Limits, Lorebook, Module, Number, laws, peek};
use proptest::prelude::*;

fn text_of(content: &Content) -> String {
    Document::new(content.clone()).to_text(cards_model::Style::Compact)
}

fn json(text: &str) -> Json {
    Json::read(text, &Limits::unbounded()).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn plain_content_breaks_no_must_of_reading(content in any_with::<Content>(Oddity::Plain)) {
        let document = Document::read(text_of(&content), &Limits::default()).unwrap();
        let expected = [Form::V0, Form::V1, Form::Lorebook, Form::WorldInfo, Form::Module];
        prop_assert!(document.content.form() == content.form() || expected.contains(&content.form()));
        prop_assert!(document.findings().iter().all(|f| f.rule.letter != Letter::Must), "{:?}", document.findings());
    }

    #[test]
    fn content_is_read_as_it_was_written(content in any_with::<Content>(Oddity::Crooked)) {
        laws::reads_back(&content)?;
    }

    #[test]
    fn validation_is_stable_and_lenient_within_strict(content in any_with::<Content>(Oddity::Crooked)) {
        laws::validates_alike(&content)?;
    }

    #[test]
    fn lenient_reading_never_fails_where_strict_reading_passes(document in any_with::<Document>(Oddity::Crooked)) {
        laws::reads_strictly_as_leniently(&document.to_bytes())?;
    }

    #[test]
    fn fixes_change_what_they_name_and_mend_it(content in any_with::<Content>(Oddity::Crooked)) {
        laws::fixes_what_it_names(&content)?;
    }

    #[test]
    fn peeking_tells_what_reading_tells(document in any_with::<Document>(Oddity::Plain)) {
        let peeked = peek(&document.to_bytes(), &Limits::default()).unwrap();
        prop_assert_eq!(peeked.form(), document.content.form());
        if let Some(card) = document.card() {
            prop_assert_eq!(&peeked.name, card.name());
            prop_assert_eq!(&peeked.nickname, card.nickname().unwrap_or_default());
            prop_assert_eq!(&peeked.creator, card.creator());
            prop_assert_eq!(&peeked.character_version, card.character_version());
            prop_assert_eq!(&peeked.tags, card.tags());
            prop_assert_eq!(peeked.greetings, card.greetings().len());
            prop_assert_eq!(peeked.lore_entries, card.lorebook().map(|book| book.entries.len()));
            let assets = match card {
                Card::V3(card) => card.data.assets.as_ref().map_or(0, Vec::len),
                Card::V3L(card) => card.data.assets.as_ref().map_or(0, Vec::len),
                Card::Prom(card) => card.external.iter().flat_map(|e| e.assets.iter().flatten()).count(),
                _ => 0,
            };
            prop_assert_eq!(peeked.assets, assets);
        }
        match &document.content {
            Content::Module(module) => prop_assert_eq!(peeked.lore_entries, Some(module.entries.len())),
            Content::Lorebook(book) => prop_assert_eq!(peeked.lore_entries, Some(book.entries.len())),
            Content::LorebookV3(file) => prop_assert_eq!(peeked.lore_entries, Some(file.data.entries.len())),
            Content::PromBook(book) => prop_assert_eq!(peeked.lore_entries, Some(book.entries.len())),
            Content::WorldInfo(book) => prop_assert_eq!(peeked.lore_entries, Some(book.entries.0.len())),
            _ => {}
        }
    }

    #[test]
    fn peeking_reads_whatever_reading_reads(document in any_with::<Document>(Oddity::Crooked)) {
        laws::peeks_what_it_reads(&document)?;
        laws::keeps_bytes(&document)?;
    }

    #[test]
    fn what_is_made_for_other_crates_keeps_every_law(
        crooked in strategy::crooked_card(), plain in strategy::plain_card(), form in strategy::card_form(),
    ) {
        laws::comes_back(&plain, &[form])?;
        for card in [crooked, plain] {
            let document = Document::new(card.clone());
            let read = Document::read(document.to_bytes(), &Limits::default()).unwrap();
            prop_assert_eq!(read.content.form(), card.form());
            laws::keeps_bytes(&read)?;
            laws::peeks_what_it_reads(&read)?;
            laws::reads_strictly_as_leniently(&read.to_bytes())?;
            for content in [document.content, read.content] {
                laws::reads_back(&content)?;
                laws::validates_alike(&content)?;
                laws::fixes_what_it_names(&content)?;
            }
        }
    }

    #[test]
    fn skipping_agrees_with_reading(value in strategy::any_json(), cut in 0_usize..400, junk in "[]\\[{}:,\"a1 ]{0,3}") {
        // Escapes aside, which skipping does not look into, both take the same texts.
        let mut text = value.to_string();
        let at = (0..=cut.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        if cut % 3 != 0 {
            text.insert_str(at, &junk);
        }
        let skipped = {
            let mut reader = Reader::new(&text, &Limits::default());
            reader.skip().and_then(|()| reader.finish()).is_ok()
        };
        let read = {
            let mut reader = Reader::new(&text, &Limits::default());
            reader.json().and_then(|_| reader.finish()).is_ok()
        };
        prop_assert!(skipped == read || text.contains('\\'), "{text}");
    }

    #[test]
    fn skipping_counts_pieces(value in strategy::any_json()) {
        let text = value.to_string();
        let mut reader = Reader::new(&text, &Limits::default());
        let pieces = match reader.peek().unwrap() {
            Kind::Array => value.as_array().unwrap().len(),
            Kind::Object => value.as_object().unwrap().len(),
            _ => 0,
        };
        prop_assert_eq!(reader.skip_counting().unwrap(), pieces);
    }
}

/// Whether serde can carry the numbers of a value: a spelling beyond `f64` it cannot.
fn in_range(value: &Json) -> bool {
    match value {
        Json::Number(number) => number.as_f64().is_finite(),
        Json::Array(items) => items.iter().all(in_range),
        Json::Object(object) => object.iter().all(|(_, value)| in_range(value)),
        _ => true,
    }
}

/// A value with its numbers as serde spells them and `serde_json` reads them, which makes `f64` of wide integers.
fn respelled(value: &Json) -> Json {
    match value {
        Json::Number(number) => serde_json::from_str(&serde_json::to_string(number).unwrap()).unwrap(),
        Json::Array(items) => Json::Array(items.iter().map(respelled).collect()),
        Json::Object(object) => Json::Object(object.iter().map(|(key, value)| (key, respelled(value))).collect()),
        other => other.clone(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn values_pass_through_serde(value in strategy::any_json()) {
        prop_assume!(in_range(&value));
        let back: Json = serde_json::from_str(&serde_json::to_string(&value).unwrap()).unwrap();
        prop_assert_eq!(&back, &respelled(&value));
        let again: Json = serde_json::from_str(&serde_json::to_string(&back).unwrap()).unwrap();
        prop_assert_eq!(again, back);
    }

    #[test]
    fn spec_objects_pass_through_serde(book in strategy::crooked::<Lorebook>(), module in strategy::plain::<Module>()) {
        let json = to_json(&book);
        prop_assume!(in_range(&json));
        let back: Lorebook = serde_json::from_str(&serde_json::to_string(&book).unwrap()).unwrap();
        prop_assert_eq!(to_json(&back), respelled(&json));
        let text = serde_json::to_string(&module).unwrap();
        prop_assert_eq!(serde_json::from_str::<Module>(&text).unwrap(), from_json(&to_json(&module)).unwrap());
    }

    #[test]
    fn cards_pass_through_serde(card in strategy::plain_card()) {
        prop_assume!(in_range(&json(&text_of(&Content::Card(card.clone())))));
        let text = serde_json::to_string(&card).unwrap();
        let back: Card = serde_json::from_str(&text).unwrap();
        prop_assert_eq!(serde_json::to_string(&back).unwrap(), serde_json::to_string(&respelled(&json(&text))).unwrap());
    }

    #[test]
    fn ids_pass_through_serde(id in any::<Id>()) {
        prop_assume!(!matches!(&id, Id::Number(number) if !number.as_f64().is_finite()));
        let text = serde_json::to_string(&id).unwrap();
        let back: Id = serde_json::from_str(&text).unwrap();
        prop_assert_eq!(serde_json::to_string(&back).unwrap(), serde_json::to_string(&respelled(&json(&text))).unwrap());
    }
}

#[test]
fn a_number_beyond_serde_is_an_error_and_no_other_number() {
    let number = Number::parse("1e999").unwrap();
    assert!(serde_json::to_string(&number).is_err());
    for text in ["1", "-7", "18446744073709551615", "12345678901234567890123", "1.5", "1.0", "-0.0"] {
        assert_eq!(serde_json::to_string(&Number::parse(text).unwrap()).unwrap(), text);
    }
}
