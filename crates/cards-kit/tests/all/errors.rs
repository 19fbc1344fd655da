//! The words of the errors that have a cause, and the cause.

use std::error::Error as _;

use cards_kit::Error;
use cards_macro::{Engine, Limits, Template};

#[test]
fn what_a_layer_refuses_is_said_with_its_cause() {
    let books = cards_lore::Limits::default().with_entries(0);
    let book = cards_lore::Book { entries: vec![cards_lore::Entry::default()], ..cards_lore::Book::default() };
    let settings = cards_lore::Settings::new(cards_lore::Profile::Spec);
    let refused = cards_lore::Lore::compile(vec![book], settings, &books).unwrap_err();
    let error = Error::from(refused);
    assert_eq!(error.to_string(), "the lorebooks cannot be searched");
    assert!(error.source().is_some_and(|cause| cause.is::<cards_lore::Error>()));

    let refused =
        Template::parse_with("{{char}}", Engine::Spec, &Limits::default().with_template_bytes(1)).unwrap_err();
    let error = Error::from(refused);
    assert_eq!(error.to_string(), "a text of the card or of the chat cannot be expanded");
    assert!(error.source().is_some_and(|cause| cause.is::<cards_macro::Error>()));
}

#[test]
fn refusals_of_edits_say_what_is_wrong() {
    let stale = Error::Stale { found: "ab".to_owned(), wanted: "cd".to_owned() };
    assert_eq!(stale.to_string(), "the file was changed meanwhile: its hash is ab, and the edit was made for cd");
    let texts = Error::Texts { line: 3, problem: "x".to_owned() };
    assert_eq!(texts.to_string(), "the list of texts cannot be read at line 3: x; `cards texts out` writes one");
}
