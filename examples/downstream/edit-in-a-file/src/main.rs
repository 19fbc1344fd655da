//! An editor: changes by the names that people use, undone and done again, written into the file that they came from.

use cards_kit::{Error, Limits, Patch, open};

const CARD: &str = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Wick","first_mes":"Evening.","mine":1.50}}"#;

fn main() -> Result<(), Error> {
    let limits = Limits::default();
    let mut editor = open(CARD.as_bytes(), &limits)?.edit();
    for change in editor.apply(&[Patch::Set { path: "name".parse()?, value: "Odile".into() }])? {
        println!("{}", change.pointer);
    }
    assert_eq!(editor.get("name")?.as_str(), Some("Odile"));
    assert!(editor.undo().is_some());
    editor.apply(&[Patch::Set { path: "greetings[0]".parse()?, value: "Who goes there?".into() }])?;

    let edited = editor.to_bytes(CARD.as_bytes(), &limits)?;
    assert_eq!(edited, CARD.replace("Evening.", "Who goes there?").as_bytes());
    Ok(())
}
