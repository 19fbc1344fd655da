//! A merge: two people edited one card.

use cards_kit::merge::{MergeOptions, merge};
use cards_kit::model::Limits;
use cards_kit::{Document, Error};

fn card(name: &str, greeting: &str) -> Result<Document, Error> {
    let text = format!(
        r#"{{"spec":"chara_card_v2","spec_version":"2.0","data":{{"name":"{name}","first_mes":"{greeting}"}}}}"#
    );
    Ok(Document::read(text, &Limits::default())?)
}

fn main() -> Result<(), Error> {
    let (base, mut ours, theirs) = (card("Wick", "Evening.")?, card("Odile", "Evening.")?, card("Wick", "Halt.")?);
    let conflicts = merge(&base, &mut ours, &theirs, &MergeOptions::default(), &Default::default())?;
    assert!(conflicts.is_empty());
    assert_eq!(ours.content, card("Odile", "Halt.")?.content);

    let mut ours = card("Odile", "Evening.")?;
    for conflict in merge(&base, &mut ours, &card("Mira", "Evening.")?, &MergeOptions::default(), &Default::default())? {
        println!("both changed {}", conflict.pointer);
    }
    Ok(())
}
