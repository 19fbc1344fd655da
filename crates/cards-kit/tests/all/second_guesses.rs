//! Forty more first guesses, written down from the README and the names of the crates before looking anything up. Those that did
//! not compile are here with what the answer is. Of these 24 compiled as they are, and eleven more since (h01, h03, h13, h14, h15, h23, h24,
//! h25, h31, h37, h39).

#![allow(unused, clippy::all, reason = "whether it compiles is the question")]

use std::error::Error;

use cards_kit::{Card, Limits, open};

type Any<T = ()> = Result<T, Box<dyn Error>>;

const TEXT: &str = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","description":"A bard.","first_mes":"Hi, {{user}}.","tags":["bard"]}}"#;

fn h01() -> Any<Option<Card>> {
    Ok(open(std::fs::read("aria.png")?, Limits::default())?.into_card())
}
fn h02() -> Any {
    let form = TEXT.parse::<Card>()?.form();
    println!("{form}");
    Ok(())
}
fn h03() -> Any {
    let linted = cards_kit::lint(TEXT.as_bytes(), &Default::default(), &Default::default())?;
    for finding in &linted.report {
        println!("{finding}");
    }
    Ok(())
}
fn h04() -> Any {
    let repaired = cards_kit::repair(TEXT.as_bytes(), &cards_kit::LintOptions::default(), &Limits::default())?;
    std::fs::write("aria.json", repaired.bytes)?;
    Ok(())
}
fn h05() -> Any {
    let mut card: Card = TEXT.parse()?;
    card.set_first_mes("Hello.");
    card.set_scenario("A pier.");
    Ok(())
}
fn h06() -> Any {
    let mut card: Card = TEXT.parse()?;
    card.set_alternate_greetings(["One.", "Two."])?;
    Ok(())
}
fn h07() -> Any {
    let mut card: Card = TEXT.parse()?;
    if let Some(book) = card.lorebook_mut() {
        book.entries.push(cards_kit::model::Entry { content: "It rings.".into(), ..Default::default() });
    }
    Ok(())
}
// h08: an entry of a file has no constructor; `Entry { keys, content, ..Default::default() }`. One of a book in play has (`lore::Entry::new`).
// fn h08() { let entry = cards_kit::model::Entry::new(["bell"], "It rings."); }
fn h09() -> Any {
    let card: Card = TEXT.parse()?;
    let book = cards_kit::lore::Book::from_card(&card, cards_kit::Profile::SillyTavern);
    Ok(())
}
// h10: `Book::read` is there since, and takes the kind, the profile and the limits too.
// fn h10() -> Any { let book = cards_kit::lore::Book::read(&std::fs::read("town.json")?)?; Ok(()) }
fn h11() -> Any {
    let mut session = cards_kit::Session::new(TEXT.parse::<Card>()?, cards_kit::Options::default())?;
    let turn = session.turn(&cards_kit::Chat::default())?;
    println!("{} tokens", turn.prompt.tokens());
    Ok(())
}
// h12: a prompt is `messages()` or `segments`; no text of a whole prompt is the right one for every model.
// fn h12() -> Any { let turn = cards_kit::Session::new(TEXT.parse::<Card>()?, Default::default())?.turn(&Default::default())?; println!("{}", turn.prompt); Ok(()) }
fn h13(chat: &cards_kit::Chat) {
    for message in chat {
        println!("{}: {}", message.role, message.text);
    }
}
fn h14(chat: &mut cards_kit::Chat) {
    chat.extend([cards_kit::Message::user("Hello."), cards_kit::Message::assistant("Hi.")]);
}
fn h15(chat: &mut cards_kit::Chat) {
    chat.push(cards_kit::Message::user("Hello."));
}
fn h16() -> Any {
    let chat = cards_kit::Chat::read_with(b"Sam: Hello.", Default::default(), &Default::default())?;
    Ok(())
}
fn h17() -> Any {
    let card: Card = TEXT.parse()?;
    let portrait = std::fs::read("portrait.png")?;
    let png = cards_kit::container::pack::embed(&portrait, &card, Default::default())?.bytes;
    Ok(())
}
fn h18() -> Any {
    let card: Card = TEXT.parse()?;
    for asset in card.assets().iter() {
        println!("{}: {:?}", asset.name, asset.location());
    }
    Ok(())
}
fn h19() -> Any {
    let picture: Option<Vec<u8>> = open(TEXT.as_bytes(), Limits::default())?.portrait();
    Ok(())
}
fn h20() -> Limits {
    Limits::default().with_undo_steps(10)
}
fn h21() -> Any {
    let mut host = cards_kit::MapHost::new("Sam", "Aria");
    let template = cards_kit::macros::Template::parse("Hi, {{user}}.", cards_kit::Profile::Spec)?;
    let text = template.render(&mut host, cards_kit::For::Prompt)?;
    Ok(())
}
fn h22() -> Any {
    let card: Card = TEXT.parse()?;
    let host = cards_kit::macro_host(Some(&card), "Sam", None);
    Ok(())
}
fn h23() -> Any {
    let mut variables = cards_kit::Variables::default();
    variables.chat.insert("mood".to_owned(), "calm".into());
    let options = cards_kit::Options::default().with_variables(variables);
    Ok(())
}
fn h24() -> cards_kit::Options {
    cards_kit::Options::default().with_now(Some(std::time::SystemTime::now().into()))
}
fn h25() -> cards_kit::OpenOptions {
    cards_kit::OpenOptions::default().with_accept(cards_kit::Accept::Mendable)
}
fn h26() -> Any {
    let json: cards_kit::Json = r#"{"a":[1,2]}"#.parse()?;
    println!("{}", json["a"][1]);
    Ok(())
}
fn h27() -> Any {
    let json: cards_kit::Json = TEXT.parse()?;
    let name = json.pointer("/data/name").and_then(|name| name.as_str());
    Ok(())
}
fn h28() {
    let mut object = cards_kit::Object::new();
    object.insert("a", 1);
    for (key, value) in &object {
        println!("{key}: {value}");
    }
}
fn h29() -> Any {
    println!("{}", open(TEXT.as_bytes(), Limits::default())?.loaded.kind);
    Ok(())
}
fn h30(error: cards_kit::Error) -> Box<dyn Error + Send + Sync> {
    match error {
        cards_kit::Error::Container(error) => error.into(),
        other => other.into(),
    }
}
fn h31() -> Any {
    let mut editor = open(TEXT.as_bytes(), Limits::default())?.edit();
    editor.set("name", "Mira")?;
    Ok(())
}
// h32: a patch is an enum as its JSON is: `Patch::Set { path: "name".parse()?, value: "Mira".into() }`.
// fn h32() -> Any { let patch = cards_kit::Patch::set("name", "Mira"); Ok(()) }
fn h33() -> Any {
    let mut editor = open(TEXT.as_bytes(), Limits::default())?.edit();
    editor.apply(&[cards_kit::Patch::Remove { path: "tags".parse()? }])?;
    editor.undo();
    Ok(())
}
fn h34() -> Any {
    let stash: cards_kit::Stash = "extensions".parse()?;
    let options = cards_kit::ConvertOptions::default().with_stash(stash);
    Ok(())
}
fn h35() -> Option<Card> {
    Card::blank(cards_kit::Form::V3)
}
fn h36() -> Any {
    let content: cards_kit::Content = TEXT.parse::<Card>()?.into();
    Ok(())
}
fn h37() -> Any {
    let book: cards_kit::Lorebook = serde_json::from_str(r#"{"entries":[]}"#)?;
    Ok(())
}
// h38: two opened files are compared, of whose assets it may look at the bytes.
// fn h38() -> Any { let changes = cards_kit::diff::diff(TEXT.as_bytes(), TEXT.as_bytes(), &Default::default())?; Ok(()) }
fn h39() {
    let mut dice = cards_kit::SeededDice::new(7);
    let ids = cards_kit::SeededIds::new(7);
}
fn h40() -> Any {
    let mut session = cards_kit::Session::new(TEXT.parse::<Card>()?, cards_kit::Options::default())?
        .with_tokens(|text: &str| text.split_whitespace().count() as u64);
    Ok(())
}
