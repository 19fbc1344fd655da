//! Forty more first guesses, written down from the READMEs alone, most of them a chain of calls in one line. Of these 9 compiled as
//! they are and four more since (i01, i06, i07, i38); the others are here with what the answer is.

#![allow(unused, unused_qualifications, clippy::all, reason = "whether it compiles is the question")]

use std::error::Error;

use cards_kit::*;

type Any<T = ()> = std::result::Result<T, Box<dyn Error>>;

fn i01(bytes: &[u8], card: Card) -> Any {
    let file = open(bytes, Limits::default())?;
    let form: Form = file.form();
    println!("{form}");
    Ok(())
}
fn i02(bytes: &[u8], card: Card) -> Any {
    let all: std::collections::BTreeSet<&str> = card.tags().iter().map(String::as_str).collect();
    let _ = all;
    Ok(())
}
// i03: `Card::blank(Form)`, which says no where the form is no card's.
// fn i03(bytes: &[u8], card: Card) -> Any { let mut card = Card::new(Form::V3); card.set_name("Aria"); let _ = card; Ok(()) }
fn i04(bytes: &[u8], card: Card) -> Any {
    let mut card = card;
    card.set_system_prompt("Stay in character.")?;
    Ok(())
}
fn i05(bytes: &[u8], card: Card) -> Any {
    let n = card.greetings().iter().map(|greeting| greeting.text.len()).max();
    let _ = n;
    Ok(())
}
fn i06(bytes: &[u8], card: Card) -> Any {
    let mut card = card;
    card.add_greeting("Hello there.")?;
    Ok(())
}
fn i07(bytes: &[u8], card: Card) -> Any {
    let json: Json = card.to_json();
    println!("{json}");
    Ok(())
}
// i08: what is read has the bytes that it was read from; an editor writes: `to_bytes(file, &limits)`.
// fn i08(bytes: &[u8], card: Card) -> Any { let file = open(bytes, Limits::default())?; let out: Vec<u8> = file.to_bytes()?; let _ = out; Ok(()) }
// i09: there is no error: a file without a portrait has none.
// fn i09(bytes: &[u8], card: Card) -> Any { let mut file = open(bytes, Limits::default())?; let picture: Option<Vec<u8>> = file.portrait()?; let _ = picture; Ok(()) }
// i10: takes the asset itself: `file.asset(&asset)`.
// fn i10(bytes: &[u8], card: Card) -> Any { let mut file = open(bytes, Limits::default())?; for asset in file.assets() { println!("{}", asset.name); let _ = file.asset(&asset.name)?; } Ok(()) }
// i11: takes options too, `&Default::default()`.
// fn i11(bytes: &[u8], card: Card) -> Any { let mut file = open(bytes, Limits::default())?; let done = file.convert(Form::V2)?; for loss in &done.loss { println!("{loss}"); } Ok(()) }
fn i12(bytes: &[u8], card: Card) -> Any {
    let v3 = card.into_form(Form::V3, &ConvertOptions::default())?;
    println!("{}", v3.value.name());
    Ok(())
}
// i13: an opened file is read; `file.edit()` gives what changes it, and `editor.set("name", "Mira")` is right there.
// fn i13(bytes: &[u8], card: Card) -> Any { let mut file = open(bytes, Limits::default())?; file.set("name", "Mira")?; Ok(()) }
// i14: `editor.get(&place)`, and `card.name()` where the name is known.
// fn i14(bytes: &[u8], card: Card) -> Any { let file = open(bytes, Limits::default())?; let value = file.get("greetings[0]")?; let _ = value; Ok(()) }
// i15: `editor.remove("tags[1]")`.
// fn i15(bytes: &[u8], card: Card) -> Any { let mut file = open(bytes, Limits::default())?; file.remove("tags[1]")?; Ok(()) }
// i16: clients are readers to a rule: `with_readers(vec![Reader::Risu])`.
// fn i16(bytes: &[u8], card: Card) -> Any { let file = open(bytes, Limits::default())?; let report = file.lint(&LintOptions::default().with_profile(Profile::Risu)); println!("{}", report.findings.len()); Ok(()) }
// i17: needs `mut`, as the compiler says.
// fn i17(bytes: &[u8], card: Card) -> Any { let file = open(bytes, Limits::default())?; for finding in file.lint(&LintOptions::default()).findings { println!("{}: {finding}", finding.severity()); } Ok(()) }
// i18: `cards_kit::repair(bytes, &options, &limits)`, or `CardFile::repair`.
// fn i18(bytes: &[u8], card: Card) -> Any { let mut file = open(bytes, Limits::default())?; let changes = file.repair()?; println!("{}", changes.len()); Ok(()) }
// i19: `cards_kit::container::pack::pack`.
// fn i19(bytes: &[u8], card: Card) -> Any { let mut file = open(bytes, Limits::default())?; let charx: Vec<u8> = file.pack(Target::Charx)?.bytes; let _ = charx; Ok(()) }
fn i20(bytes: &[u8], card: Card) -> Any {
    let png: Vec<u8> = cards_kit::container::pack::embed(bytes, &card, Default::default())?.bytes;
    let _ = png;
    Ok(())
}
// i21: `cards_kit::diff::diff` over two opened files.
// fn i21(bytes: &[u8], card: Card) -> Any { for change in cards_kit::diff(&card, &card) { println!("{change}"); } Ok(()) }
// i22: `cards_kit::merge::merge` over documents.
// fn i22(bytes: &[u8], card: Card) -> Any { let merged = cards_kit::merge(bytes, bytes, bytes, &Limits::default())?; let _ = merged; Ok(()) }
// i23: hashes are `cards_library`'s: `row(…).content_hash`.
// fn i23(bytes: &[u8], card: Card) -> Any { let hash: String = cards_kit::content_hash(&card); let _ = hash; Ok(()) }
// i24: takes options, and the user is one: `Session::new(card, Options::default().with_user("Sam"))?`.
// fn i24(bytes: &[u8], card: Card) -> Any { let session = Session::new(card).with_user("Sam").with_profile(Profile::SillyTavern); let _ = session; Ok(()) }
// i25: takes options, and a turn a `Chat`, which messages turn into.
// fn i25(bytes: &[u8], card: Card) -> Any { let mut session = Session::new(card); let turn = session.turn(&[Message::user("Hello")])?; let _ = turn; Ok(()) }
// i26: as i25; `answer.prompt.messages()` is right.
// fn i26(bytes: &[u8], card: Card) -> Any { let mut session = Session::new(card); let turn = session.turn(&[Message::user("Hello")])?; for message in turn.prompt.messages() { println!("{}: {}", message.role, message.content); } Ok(()) }
// i27: as i25; what fired is in `answer.fired.activation`.
// fn i27(bytes: &[u8], card: Card) -> Any { let mut session = Session::new(card); let turn = session.turn(&[Message::user("Hello")])?; for entry in &turn.fired.entries { println!("{}", entry.name); } Ok(()) }
// i28: takes options; `greeting(0)` is right.
// fn i28(bytes: &[u8], card: Card) -> Any { let mut session = Session::new(card); let text = session.greeting(0)?; println!("{text}"); Ok(()) }
// i29: takes options; memory in a save is right.
// fn i29(bytes: &[u8], card: Card) -> Any { let session = Session::new(card); let saved = serde_json::to_string(&session.memory)?; let back: Memory = serde_json::from_str(&saved)?; let _ = back; Ok(()) }
// i30: takes names and limits: `Chat::read(bytes, Names::default(), &Default::default())`.
// fn i30(bytes: &[u8], card: Card) -> Any { let chat = Chat::read(bytes)?; println!("{}", chat.messages.len()); Ok(()) }
fn i31(bytes: &[u8], card: Card) -> Any {
    let mut chat = Chat::default();
    chat.messages.push(Message::assistant("Hello."));
    Ok(())
}
// i32: takes text and limits; a preset is given to `SillyTavern`.
// fn i32(bytes: &[u8], card: Card) -> Any { let preset = Preset::read(bytes)?; let session = Session::new(card).with_preset(preset); let _ = session; Ok(()) }
fn i33(bytes: &[u8], card: Card) -> Any {
    let mut host = MapHost::new("Sam", "Aria");
    let text = cards_kit::macros::expand("{{char}}", Profile::SillyTavern, &mut host, For::Display)?;
    println!("{text}");
    Ok(())
}
fn i34(bytes: &[u8], card: Card) -> Any {
    let mut host = MapHost::new("Sam", "Aria");
    host.variables.set(cards_kit::macros::Scope::Chat, "n", 2.0);
    let _ = host;
    Ok(())
}
fn i35(bytes: &[u8], card: Card) -> Any {
    let template = cards_kit::macros::Template::parse("{{chr}}", Profile::Risu)?;
    for finding in template.analyse().findings {
        println!("{finding}");
    }
    Ok(())
}
// i36: takes the profile, and a card may have no book.
// fn i36(bytes: &[u8], card: Card) -> Any { use cards_kit::lore::*; let lore = Lore::compile(vec![Book::from_card(&card)], Settings::new(Profile::Risu), &Default::default())?; let _ = lore; Ok(()) }
// i37: an order may be a fraction: `5.0`.
// fn i37(bytes: &[u8], card: Card) -> Any { use cards_kit::lore::*; let entry = Entry::new(["bell"], "It rings.").with_constant(true).with_order(5); let _ = entry; Ok(()) }
fn i38(bytes: &[u8], card: Card) -> Any {
    let mut card = card;
    let book = card.lorebook_mut().unwrap();
    let file = book.to_world_info();
    println!("{} {}", file.value.entries.len(), file.loss.len());
    Ok(())
}
// i39: `Script::from_json`.
// fn i39(bytes: &[u8], card: Card) -> Any { use cards_kit::script::sillytavern::*; let mut host = MapHost::new("Sam", "Aria"); let scripts = Script::read(bytes)?; let ran = run("text", &scripts, &Call::new(Placement::UserInput), &mut host, &Default::default()); println!("{}", ran.text); Ok(()) }
// i40: each layer has its limits; the document's are `cards_kit::json::Limits`.
// fn i40(bytes: &[u8], card: Card) -> Any { let pointer: Pointer = "/data/name".parse()?; let mut document = Document::read(bytes, &Limits::default())?; document.set(&pointer, "Mira")?; println!("{:?}", document.get(&pointer)); Ok(()) }
