//! A library: a row for each file, and what is there more than once.

use cards_library::{Error, Known, Limits, RowOptions, dupes, row};

const CARDS: [(&str, &str); 3] = [
    ("wick.json", r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Wick","description":"A keeper."}}"#),
    ("copy.json", r#"{"data":{"description":"A keeper.","name":"Wick"},"spec_version":"2.0","spec":"chara_card_v2"}"#),
    ("mira.json", r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Mira","description":"A bard."}}"#),
];

fn main() -> Result<(), Error> {
    let (options, limits) = (RowOptions::default(), Limits::default());
    let mut cards = Vec::new();
    for (path, file) in CARDS {
        let row = row(file.as_bytes(), &options, &limits)?;
        println!("{path}: {} ({}, {} tokens)", row.name, row.spec, row.tokens.total);
        cards.push(Known::of(path.to_owned(), row));
    }
    let found = dupes(&cards, true);
    for same in &found.exact {
        println!("the same: {}", same.paths.join(", "));
    }
    assert_eq!((found.cards, found.exact.len()), (3, 1));
    Ok(())
}
