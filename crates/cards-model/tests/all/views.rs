//! Laws of looking at content and of changing it: texts with their places, values in memory, lorebooks of any card.

use cards_model::convert::{Options, Stash};
use cards_model::strategy::{self, Oddity};
use cards_model::{Card, Content, Document, Form, Json, Limits, Lorebook, TextKind, book};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn texts_stand_where_they_say(card in strategy::plain_card()) {
        let json = Content::from(card.clone()).to_json();
        for text in card.texts().into_iter().filter(|text| !text.text.is_empty()) {
            prop_assert_eq!(json.at(&text.pointer).and_then(Json::as_str), Some(text.text), "{}", text.pointer);
        }
        let greetings = card.texts().into_iter().filter(|text| matches!(text.kind, TextKind::Greeting(_)));
        prop_assert!(greetings.map(|text| text.text).eq(card.greetings().into_iter().map(|greeting| greeting.text)));
    }

    #[test]
    fn a_value_in_memory_is_read_as_its_text(document in strategy::document(Oddity::Crooked)) {
        let value = document.content.to_json();
        let read = Document::read(value.to_string(), &Limits::default()).map(|document| document.content);
        prop_assert_eq!(Content::from_json(&value).ok(), read.ok());
    }

    #[test]
    fn a_lorebook_that_is_not_changed_stays(mut card in strategy::crooked_card()) {
        let before = card.clone();
        let edited = card.edit_lorebook(|_| ());
        prop_assert_eq!(edited.is_some(), before.lorebook().is_some());
        prop_assert!(edited.is_none_or(|edited| edited.loss.is_empty()));
        prop_assert_eq!(Content::from(card).to_json(), Content::from(before).to_json());
    }

    #[test]
    fn a_book_comes_back_from_another_layout(made in strategy::plain::<Lorebook>()) {
        let options = Options::default().with_stash(Stash::Extensions);
        let file = Content::LorebookV3(cards_model::v3::LorebookFile { data: made.clone(), ..Default::default() });
        let alone = book::convert(&file, Form::PromBook, &options, &mut crate::convert_expected::Ids::default()).unwrap();
        let back = book::convert(&alone.value, Form::LorebookV3, &options, &mut crate::convert_expected::Ids::default()).unwrap();
        let data = &file.to_json()["data"];
        prop_assert_eq!(&back.value.to_json()["data"], data);
    }
}

#[test]
fn a_prom_card_takes_a_lorebook_and_says_what_it_cannot_hold() {
    let mut card = Card::from(cards_model::prom::Card::default());
    let text = r#"{"extensions":{},"entries":[{"keys":["a"],"content":"@@depth 4\nx","extensions":{},"enabled":true,
        "insertion_order":1,"use_regex":false}]}"#;
    let made: Lorebook = cards_model::document::from_json(&text.parse().unwrap()).unwrap();
    let loss = card.set_lorebook(Some(made)).unwrap();
    assert_eq!(loss.iter().map(|loss| loss.pointer.as_str()).collect::<Vec<_>>(), ["/entries/0/content"]);
    assert_eq!(card.lorebook().unwrap().entries[0].content, "x");
    assert!(Card::from(cards_model::v1::Card::default()).set_lorebook(None).is_err());
}

#[test]
fn documents_convert_as_what_they_hold() {
    let mut card = cards_model::v3::Card::default();
    card.data.nickname = Some("Ari".into());
    let made = Document::new(card).into_form(Form::V2, &Options::default()).unwrap();
    assert_eq!((made.value.content.form(), made.loss.len()), (Form::V2, 1));
    let book = Document::new(Content::Lorebook(Lorebook::default()));
    assert_eq!(
        book.clone().into_form(Form::WorldInfo, &Options::default()).unwrap().value.content.form(),
        Form::WorldInfo
    );
    for target in [Form::Module, Form::V2] {
        assert!(book.clone().into_form(target, &Options::default()).is_err(), "{target}");
    }
}
