//! An app that reads a card, changes one field and writes it back, with `cards-model` alone.

use cards_model::{Card, Document, Limits};

fn main() -> Result<(), cards_model::Error> {
    let file = r#"{"spec":"chara_card_v2","data":{"mine":[1.50],"name":"Aria","tags":"sea"}}"#;
    let mut document = Document::read(file, &Limits::default())?;
    for finding in document.findings() {
        println!("{finding}");
    }
    if let Some(Card::V2(card)) = document.card_mut() {
        card.data.name = "Mira".into();
    }
    let written = String::from_utf8_lossy(&document.to_bytes()).into_owned();
    assert_eq!(written, file.replace("Aria", "Mira"));
    println!("{written}");
    Ok(())
}
