//! A converter: a V2 card becomes a V3 card with what was lost said, and its lorebook a module with ids from a seed.

use cards_kit::{ConvertOptions, Error, Form, Limits, SeededIds, Stash, convert_file};

const CARD: &str = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Wick",
    "description":"The night keeper of the lock.","first_mes":"Evening, {{user}}.","character_book":{"extensions":{},
    "entries":[{"keys":["bell"],"content":"It rings before a loss.","enabled":true,"insertion_order":1,"extensions":{}}]}}}"#;

fn main() -> Result<(), Error> {
    let options = ConvertOptions::default().with_stash(Stash::Extensions);
    let (mut ids, limits) = (SeededIds::new(7), Limits::default());

    let v3 = convert_file(CARD.as_bytes(), Form::V3, None, &options, &mut ids, &limits)?;
    assert!(v3.conversion.loss.is_empty());
    println!("{} bytes of {}", v3.bytes.len(), v3.conversion.content.form());

    let v1 = convert_file(CARD.as_bytes(), Form::V1, None, &options, &mut ids, &limits)?;
    for loss in &v1.conversion.loss {
        println!("{}: {}", loss.pointer, loss.reason);
    }
    let module = convert_file(CARD.as_bytes(), Form::Module, None, &options, &mut ids, &limits)?;
    assert_eq!(module.conversion.content.form(), Form::Module);
    Ok(())
}
