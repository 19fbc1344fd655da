//! Forty first guesses of somebody who knows Rust and this field, with one crate in `[dependencies]`, written down before looking
//! anything up. Of these 31 compiled as they are, one more since (`Opened::assets`); the others are here with what the answer is.

#![allow(unused, clippy::all, reason = "whether it compiles is the question")]

use std::error::Error;

type Any<T = ()> = Result<T, Box<dyn Error>>;

const TEXT: &str = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","description":"A bard.","first_mes":"Hi, {{user}}.","tags":["bard"]}}"#;

fn g01() -> Any {
    let card: cards_kit::Card = TEXT.parse()?;
    Ok(())
}
fn g02() -> Any {
    let card: cards_kit::Card = TEXT.parse()?;
    println!("{} {:?}", card.name(), card.tags());
    Ok(())
}
fn g03() -> Any {
    let opened = cards_kit::open(TEXT.as_bytes(), &cards_kit::Limits::default())?;
    let card = opened.card();
    Ok(())
}
// g04: takes the ids and options of the conversion too; `Card::into_form` is the short way.
// fn g04() -> Any { let card: cards_kit::Card = TEXT.parse()?; let v3 = cards_kit::convert(card, cards_kit::Form::V3)?; Ok(()) }
fn g05() -> Any {
    let card: cards_kit::Card = TEXT.parse()?;
    let json = serde_json::to_string_pretty(&card)?;
    Ok(())
}
fn g06() -> Any {
    let mut card: cards_kit::Card = TEXT.parse()?;
    card.set_name("Mira");
    card.set_description("A ferry keeper.");
    Ok(())
}
fn g07() -> Any {
    let mut card: cards_kit::Card = TEXT.parse()?;
    card.set_tags(["ferry", "night"])?;
    Ok(())
}
fn g08() -> Any {
    let mut card: cards_kit::Card = TEXT.parse()?;
    card.extensions_mut()?.insert("app/mood", "calm");
    Ok(())
}
fn g09() -> Any {
    let card: cards_kit::Card = TEXT.parse()?;
    for greeting in card.greetings() {
        println!("{}", greeting.text);
    }
    Ok(())
}
fn g10() -> Any {
    let card: cards_kit::Card = TEXT.parse()?;
    let document = cards_kit::Document::from(card);
    std::fs::write("a.json", document.to_bytes())?;
    Ok(())
}
fn g11() -> Any {
    let form: cards_kit::Form = "v3".parse()?;
    println!("{form}");
    Ok(())
}
fn g12() {
    for form in cards_kit::Form::ALL {
        println!("{form}");
    }
}
fn g13() {
    for profile in cards_kit::Profile::ALL {
        println!("{profile}");
    }
}
fn g14() -> Any {
    let engine: cards_kit::Engine = "risu".parse()?;
    Ok(())
}
// g15: takes options and limits, and gives the report as `report`.
// fn g15() -> Any { let card: cards_kit::Card = TEXT.parse()?; let report = cards_kit::lint(TEXT.as_bytes())?; for finding in &report.findings { println!("{finding}"); } Ok(()) }
fn g16() -> Any {
    let card: cards_kit::Card = TEXT.parse()?;
    let mut session = cards_kit::Session::new(card, cards_kit::Options::default().with_user("Sam"))?;
    Ok(())
}
fn g17() -> Any {
    let card: cards_kit::Card = TEXT.parse()?;
    let mut session = cards_kit::Session::new(card, cards_kit::Options::default())?;
    println!("{}", session.greeting(0)?);
    Ok(())
}
fn g18() -> Any {
    let chat = cards_kit::Chat::from(vec![cards_kit::Message::user("Hello.")]);
    Ok(())
}
fn g19() -> Any {
    let card: cards_kit::Card = TEXT.parse()?;
    let mut session = cards_kit::Session::new(card, cards_kit::Options::default())?;
    let turn = session.turn(&cards_kit::Chat::from(vec![cards_kit::Message::user("Hello.")]))?;
    for message in turn.prompt.messages() {
        println!("{}: {}", message.role, message.content);
    }
    Ok(())
}
fn g20() -> Any {
    let card: cards_kit::Card = TEXT.parse()?;
    let mut session = cards_kit::Session::new(card, cards_kit::Options::default())?;
    let saved = serde_json::to_string(&session.memory)?;
    let memory: cards_kit::Memory = serde_json::from_str(&saved)?;
    Ok(())
}
fn g21() -> Any {
    let chat: cards_kit::Chat = serde_json::from_str("{}")?;
    Ok(())
}
fn g22() -> Any {
    let mut host = cards_kit::MapHost::new("Sam", "Aria");
    let text = cards_kit::macros::expand("{{char}}", cards_kit::Profile::Spec, &mut host, cards_kit::For::Prompt)?;
    Ok(())
}
// g23: no `FromStr`: `Preset::from_json`, whose findings would be lost.
// fn g23() -> Any { let preset: cards_kit::Preset = std::fs::read_to_string("preset.json")?.parse()?; Ok(()) }
fn g24() -> Any {
    let book = cards_kit::lore::Book::new("Town", vec![cards_kit::lore::Entry::new(["bell"], "It rings.")]);
    Ok(())
}
fn g25() -> Any {
    let settings =
        cards_kit::lore::Settings::new(cards_kit::Profile::SillyTavern).with_scan_depth(4.0).with_token_budget(500.0);
    Ok(())
}
fn g26() -> Any {
    let mut variables = cards_kit::macros::Variables::default();
    variables.set(cards_kit::macros::Scope::Chat, "mood", "calm");
    Ok(())
}
fn g27() -> Any {
    let document: cards_kit::Document = TEXT.parse()?;
    let name = document.get(&"/data/name".parse()?);
    Ok(())
}
fn g28() -> Any {
    let mut document: cards_kit::Document = TEXT.parse()?;
    document.set(&"/data/name".parse()?, "Mira")?;
    Ok(())
}
// g29: `Editor::open` takes the bytes.
// fn g29() -> Any { let mut editor = cards_kit::Editor::new(TEXT.parse::<cards_kit::Document>()?); editor.set("name", "Mira")?; editor.undo(); Ok(()) }
// g30: `container::embed`.
// fn g30() -> Any { let card: cards_kit::Card = TEXT.parse()?; let png = std::fs::read("portrait.png")?; let bytes = cards_kit::container::png::write_card(&png, &card)?; Ok(()) }
fn g31() -> Any {
    let card: cards_kit::Card = TEXT.parse()?;
    let lorebook = card.lorebook();
    for entry in lorebook.iter().flat_map(|book| &book.entries) {
        println!("{}", entry.content);
    }
    Ok(())
}
fn g32() -> Any {
    let converted =
        TEXT.parse::<cards_kit::Card>()?.into_form(cards_kit::Form::V3, &cards_kit::ConvertOptions::default())?;
    for loss in &converted.loss {
        println!("{loss}");
    }
    Ok(())
}
fn g33() -> Any {
    let severity: cards_kit::Severity = "warning".parse()?;
    println!("{severity} {}", severity >= cards_kit::Severity::Warning);
    Ok(())
}
fn g34() -> Any {
    let role: cards_kit::Role = "user".parse()?;
    println!("{:>10}", role);
    Ok(())
}
// g35: takes files and options.
// fn g35() -> Any { let merged = cards_kit::merge::merge(&TEXT.parse()?, &TEXT.parse()?, &TEXT.parse()?)?; Ok(()) }
// g36: `CardFile::open` takes bytes that it owns.
// fn g36() -> Any { let mut file = cards_kit::CardFile::open(TEXT.as_bytes(), &cards_kit::Limits::default())?; file.set("name", "Mira")?; let bytes = file.to_bytes()?; Ok(()) }
fn g37() -> Any {
    let opened = cards_kit::open(TEXT.as_bytes(), &cards_kit::Limits::default())?;
    for asset in opened.assets() {
        println!("{}", asset.name);
    }
    Ok(())
}
// g38: takes the card and dice too.
// fn g38() -> Any { let card: cards_kit::Card = TEXT.parse()?; let text = cards_kit::expand(card.first_mes(), &cards_kit::ExpandOptions::default().with_user("Sam"))?; Ok(()) }
fn g39() -> Any {
    let card: cards_kit::Card = TEXT.parse()?;
    assert_eq!(card, card.clone());
    let set: Vec<cards_kit::Card> = vec![card];
    Ok(())
}
fn g40() -> Any {
    let mode: cards_kit::GroupMode = "swap".parse()?;
    Ok(())
}
