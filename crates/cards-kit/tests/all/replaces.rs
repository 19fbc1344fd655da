//! Texts in the place of others, over all prose of a card, and the places that are told in brackets.

use cards_kit::edit::replace::{Pattern, PatternError, PatternOptions, patches};
use cards_kit::edit::texts::texts;
use cards_kit::{Limits, Place, open};

const CARD: &str = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Elf","description":"An elf, no elfin. ELF!",
    "personality":"calm","tags":["night"],"first_mes":"Elf 12?"}}"#;

/// What becomes of each text that changes, and how often it was found there.
fn replaced(pattern: &str, options: PatternOptions, by: &str) -> Vec<(String, String, usize)> {
    let opened = open(CARD.as_bytes(), Limits::default()).unwrap();
    let pattern = Pattern::new(pattern, options).unwrap();
    let found: Vec<_> = texts(opened.content()).iter().filter_map(|text| pattern.replaced(text, by)).collect();
    let mut editor = open(CARD.as_bytes(), Limits::default()).unwrap().edit();
    editor.apply(&patches(&found).unwrap()).unwrap();
    for text in &found {
        assert_eq!(editor.get(text.place.as_str()).unwrap().as_str(), Some(text.after.as_str()));
    }
    assert_eq!(editor.changes().count() > 0, !found.is_empty());
    found.into_iter().map(|text| (text.place, text.after, text.count)).collect()
}

#[test]
fn what_is_found_is_replaced_and_what_stays_is_not_told() {
    let told = |rows: &[(&str, &str, usize)]| -> Vec<(String, String, usize)> {
        rows.iter().map(|(place, after, count)| ((*place).to_owned(), (*after).to_owned(), *count)).collect()
    };
    let plain = PatternOptions::default;
    let description = "description";
    assert_eq!(replaced("elf", plain(), "fay"), told(&[(description, "An fay, no fayin. ELF!", 2)]));
    assert_eq!(replaced("elf", plain().with_word(true), "fay"), told(&[(description, "An fay, no elfin. ELF!", 1)]));
    assert_eq!(
        replaced("elf", plain().with_ignore_case(true).with_word(true), "fay"),
        told(&[("name", "fay", 1), (description, "An fay, no elfin. fay!", 2), ("first_mes", "fay 12?", 1)])
    );
    assert_eq!(replaced(r"(\d)(\d)", plain().with_regex(true), "$2$1"), told(&[("first_mes", "Elf 21?", 1)]));
    assert_eq!(replaced("12", plain(), "$0"), told(&[("first_mes", "Elf $0?", 1)]));
    let tags = plain().with_fields(vec!["tags".to_owned()]);
    assert_eq!(replaced("night", tags.clone(), "day"), told(&[("tags[0]", "day", 1)]));
    assert_eq!(replaced("elf", tags, "fay"), []);
    // A text that comes out as it was is none that changed.
    assert_eq!(replaced("calm", plain(), "calm"), []);
    assert_eq!(replaced("troll", plain(), "fay"), []);
    assert!(matches!(Pattern::new("x*", plain().with_regex(true)), Err(PatternError::Empty)));
    assert!(matches!(Pattern::new("(", plain().with_regex(true)), Err(PatternError::Syntax(_))));
}

/// In brackets, digits alone are an index; what has another sign is a name.
#[test]
fn a_number_with_a_sign_is_a_name() {
    for (text, same) in
        [("book[5].name", r#"book[5].name"#), ("book[+5].name", r#"book["+5"].name"#), ("tags[+]", "tags[+]")]
    {
        let place: Place = text.parse().unwrap();
        assert_eq!(place, same.parse().unwrap(), "{text}");
    }
    assert_ne!("book[+5]".parse::<Place>().unwrap(), "book[5]".parse().unwrap());
}

/// What is added to the greetings without a number is the last of them.
#[test]
fn a_greeting_without_a_number_is_the_last() {
    let mut editor = open(CARD.as_bytes(), Limits::default()).unwrap().edit();
    for text in ["One.", "Two.", "Three."] {
        editor.insert("greetings", text).unwrap();
    }
    let all: Vec<_> = (0..4).map(|at| editor.get(format!("greetings[{at}]").as_str()).unwrap().to_string()).collect();
    assert_eq!(all, [r#""Elf 12?""#, r#""One.""#, r#""Two.""#, r#""Three.""#]);
}
