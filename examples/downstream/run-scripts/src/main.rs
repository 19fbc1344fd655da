//! What a card brings along to alter texts: its regex scripts over an answer of the model, and its macros.

use cards_kit::{Engine, Error, For, Limits, Moment, macro_host, macros, open, run_scripts};

const CARD: &str = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Wick","first_mes":"It is {{time}}, {{user}}.",
    "extensions":{"regex_scripts":[{"scriptName":"loud","findRegex":"/bell/g","replaceString":"BELL","trimStrings":[],
    "placement":[2]}]}}}"#;

fn main() -> Result<(), Error> {
    let limits = Limits::default();
    let opened = open(CARD.as_bytes(), &limits)?;
    let card = opened.card().ok_or(Error::NoCard)?;
    // No clock of its own: the moment is the program's, and so are the dice.
    let mut host = macro_host(Some(card), "Sam", None);
    host.now = Some(Moment::from_unix(1_700_000_000));

    let (text, runs) = run_scripts("I heard a bell.", card, Engine::SillyTavern, &mut host, For::Display, &limits);
    assert_eq!((text.as_str(), runs.len()), ("I heard a BELL.", 1));
    println!("{}", macros::expand(card.first_mes(), Engine::SillyTavern, &mut host, For::Display)?);
    Ok(())
}
