//! Forty more first guesses, of two writers who knew the README of the crate alone, each a whole function for one job. Of these 29 compiled as
//! they are; the others are here with what the answer is.

#![allow(unused, unused_qualifications, clippy::all, reason = "whether it compiles is the question")]

use cards_kit::*;

// job: open a card from a path on disk and get its name for the library list
fn r01(path: &std::path::Path) -> Result<String, Box<dyn std::error::Error>> {
    let file = open(std::fs::File::open(path)?, &Limits::default())?;
    let card = file.into_card().ok_or("not a character card")?;
    Ok(card.name().to_owned())
}

// job: show what sort of file was dropped on the window, with everything odd that was found in it
fn r02(bytes: &[u8]) -> Result<(), Box<dyn std::error::Error>> {
    let file = open(bytes, &Limits::default())?;
    println!("{} ({})", file.kind(), file.form());
    for finding in file.findings() {
        println!("  {finding}");
    }
    Ok(())
}

// job: add a tag to a card if it is not there yet, whatever its case
fn r03(card: &mut Card, tag: &str) -> Result<(), Box<dyn std::error::Error>> {
    if !card.tags().iter().any(|it| it.eq_ignore_ascii_case(tag)) {
        card.add_tag(tag)?;
    }
    Ok(())
}

// job: save the form of the edit dialog: description, personality, scenario, creator and version
fn r04(
    card: &mut Card,
    description: &str,
    personality: &str,
    scenario: &str,
) -> Result<(), Box<dyn std::error::Error>> {
    card.set_description(description);
    card.set_personality(personality);
    card.set_scenario(scenario);
    card.set_creator("Sam")?;
    card.set_character_version("1.1")?;
    Ok(())
}

// job: list all greetings with a number and a short preview for a picker
fn r05(card: &Card) -> Vec<String> {
    card.greetings()
        .iter()
        .enumerate()
        .map(|(at, text)| format!("{}. {}", at + 1, text.chars().take(60).collect::<String>()))
        .collect()
}

// job: give a lorebook entry found by its name new content, secondary keys and a probability
// Answer: what V2 and V3 may leave out is an `Option` (`selective: Some(true)`), and a chance is SillyTavern's: `extensions.insert("probability", 50)`.
// fn r06(book: &mut Lorebook, name: &str, content: &str) -> Result<(), Box<dyn std::error::Error>> {
//     let entry = book.entries.iter_mut().find(|entry| entry.name.as_deref() == Some(name)).ok_or("no such entry")?;
//     entry.content = content.into();
//     entry.secondary_keys = vec!["night".into(), "dusk".into()];
//     entry.selective = true;
//     entry.probability = Some(50);
//     Ok(())
// }

// job: append all entries of a separate world-info file to the card's own lorebook
fn r07(card: &mut Card, world: &[u8]) -> Result<(), Box<dyn std::error::Error>> {
    let file = open(world, &Limits::default())?;
    let mut book = card.lorebook().unwrap_or_default().into_owned();
    book.entries.extend(file.lorebook().ok_or("no lorebook in it")?.entries.iter().cloned());
    card.set_lorebook(book)?;
    Ok(())
}

// job: export every asset of a card into a folder, under its own name and extension
fn r08(bytes: &[u8], folder: &std::path::Path) -> Result<(), Box<dyn std::error::Error>> {
    let mut file = open(bytes, &Limits::default())?;
    for asset in file.assets().to_vec() {
        if let Some(data) = file.asset(&asset)? {
            std::fs::write(folder.join(format!("{}.{}", asset.name, asset.ext)), data)?;
        }
    }
    Ok(())
}

// job: change the portrait and the name of a card in place, add an emotion picture and save
// Answer: an asset of one's own is an element of the list: `push("assets", Json::from_iter([("type", "emotion"), …]))`, with a `data:` address.
// fn r09(file: &mut CardFile, png: &[u8], smile: &[u8], path: &std::path::Path) -> Result<(), Box<dyn std::error::Error>> {
//     file.set_portrait(png)?;
//     file.add_asset("emotion", "smile", "png", smile)?;
//     file.set("name", "Mira")?;
//     std::fs::write(path, file.to_bytes()?)?;
//     Ok(())
// }

// job: make a PNG card of a card from scratch, with a portrait
fn r10(portrait: Vec<u8>) -> Result<Vec<u8>, Box<dyn std::error::Error>> {
    let mut card = Card::new("Mira");
    card.set_first_mes("Who goes there?");
    let packed = pack(&card, Target::Png, &PackOptions::default().with_portrait(portrait))?;
    Ok(packed.bytes)
}

// job: turn a PNG card into V2 JSON for an older app, and refuse when something would be lost
fn r11(bytes: &[u8]) -> Result<String, Box<dyn std::error::Error>> {
    let made = open(bytes, &Limits::default())?.convert(Form::V2, &ConvertOptions::default())?;
    if let Some(loss) = made.loss.first() {
        return Err(format!("{} would be lost: {}", loss.pointer, loss.reason).into());
    }
    Ok(made.to_text())
}

// job: lint a card and count errors and warnings for a badge
fn r12(file: &CardFile) -> (usize, usize) {
    let report = file.lint(&LintOptions::default().with_profile(Profile::SillyTavern));
    let count = |severity| report.findings.iter().filter(|it| it.severity() == severity).count();
    (count(Severity::Error), count(Severity::Warning))
}

// job: repair a file, print what was changed and what is left, and write it only if something changed
// Answer: a repair says in words what it did: `{change}`.
// fn r13(bytes: &[u8], path: &std::path::Path) -> Result<(), Box<dyn std::error::Error>> {
//     let repaired = repair(bytes, &LintOptions::default(), &Limits::default())?;
//     repaired.changes.iter().for_each(|change| println!("{}: {:?} -> {:?}", change.pointer, change.before, change.after));
//     repaired.left.iter().for_each(|it| println!("left: {} {}", it.id(), it.message));
//     if !repaired.changes.is_empty() {
//         std::fs::write(path, &repaired.bytes)?;
//     }
//     Ok(())
// }

// job: set a chat variable that a card's macros read, expand a text with it and read a variable back
// Answer: variables are set by what is expanded, or in the options: `memory.variables`.
// fn r14(session: &mut Session) -> Result<String, Box<dyn std::error::Error>> {
//     session.memory.set_var("mood", "cheerful");
//     let text = session.expand("{{char}} is {{getvar::mood}}. {{setvar::met::1}}", For::Display)?;
//     println!("met: {:?}", session.memory.var("met"));
//     Ok(text)
// }

// job: one exchange: push what the user typed, build the prompt, send it, push the reply
fn r15(
    session: &mut Session,
    chat: &mut Chat,
    input: &str,
    send: impl Fn(&[(String, String)]) -> String,
) -> Result<(), Box<dyn std::error::Error>> {
    chat.push(Message::user(input));
    let turn = session.turn(chat)?;
    let messages: Vec<_> =
        turn.prompt.messages().iter().map(|it| (it.role.to_string(), it.content.to_string())).collect();
    chat.push(Message::assistant(send(&messages)));
    Ok(())
}

// job: swipe right on the last reply: go to the next swipe, or make a new one with the regenerated text
fn r16(chat: &mut Chat, regenerate: impl FnOnce() -> String) -> Result<(), Box<dyn std::error::Error>> {
    let last = chat.last_mut().ok_or("an empty chat")?;
    let next = last.swipe.unwrap_or(0) + 1;
    if next < last.swipes.len() {
        last.select_swipe(next)?;
    } else {
        last.add_swipe(regenerate());
    }
    Ok(())
}

// job: load a chat of SillyTavern from disk, set an author's note at depth 2, take back the last message, save it
fn r17(path: &std::path::Path) -> Result<(), Box<dyn std::error::Error>> {
    let mut chat = Chat::read(&std::fs::read(path)?)?.value;
    chat.note = Some(ChatNote::new("The storm is near.").with_depth(2).with_role(Role::System));
    chat.truncate(chat.len().saturating_sub(1));
    std::fs::write(path, chat.to_jsonl())?;
    Ok(())
}

// job: a side panel with the lore that fired this turn, its content and tokens, and how full the context is
fn r18(session: &mut Session, chat: &Chat) -> Result<(), Box<dyn std::error::Error>> {
    let turn = session.turn(chat)?;
    for at in turn.fired.entries() {
        let entry = session.entry(at).ok_or("no such entry")?;
        println!("{}: {} ({})", entry.name, entry.content, session.why(&turn.fired, at));
    }
    println!("{} tokens", turn.prompt.tokens());
    Ok(())
}

// job: load a preset and a regex script of SillyTavern, list the preset's prompts, and run the script over a reply for display
// Answer: a file of scripts is `script::ScriptFile::read`, and `run_scripts` runs those of a card.
// fn r19(preset: &str, regex: &str, reply: &str, host: &mut MapHost) -> Result<String, Box<dyn std::error::Error>> {
//     let preset = Preset::read(preset)?.value;
//     preset.prompts.iter().for_each(|prompt| println!("{}: {}", prompt.name, prompt.content));
//     let regex = script::Script::read(regex)?.value;
//     let (shown, _) = script::run(reply, &[regex], Profile::SillyTavern.into(), host, For::Display, &Limits::default());
//     Ok(shown)
// }

// job: compare two versions of a card and, when the other differs, merge it, telling how many conflicts there are; a friendly message when a file is too large
// Answer: two open files cannot fail to differ: `diff` gives the list itself.
// fn r20(ours: &mut CardFile, base: &[u8], theirs: &[u8]) -> Result<(), Box<dyn std::error::Error>> {
//     let limits = Limits::default();
//     let mut other = match open(theirs, &limits) {
//         Err(error) if error.kind() == ErrorKind::Limit => return Err(format!("this file is too large: {error}").into()),
//         opened => opened?,
//     };
//     for change in diff::diff(&mut open(base, &limits)?, &mut other, false, &limits)? {
//         println!("{}: {:?} -> {:?}", change.path, change.before, change.after);
//     }
//     let merged = ours.merge(base, theirs, &merge::MergeOptions::default())?;
//     println!("{} changes, {} conflicts", merged.changes.len(), merged.conflicts.len());
//     Ok(())
// }

// job: the caption of a gallery tile: name, who made it, which version
fn s01(card: &Card) -> String {
    format!("{} by {} (v{})", card.name(), card.creator(), card.character_version())
}

// job: tag an imported card, unless it has the tag already
fn s02(card: &mut Card) -> Result<(), Box<dyn std::error::Error>> {
    if !card.tags().iter().any(|tag| tag.eq_ignore_ascii_case("imported")) {
        card.add_tag("imported")?;
    }
    Ok(())
}

// job: the content type with which an uploaded file is served again
fn s03(bytes: &[u8]) -> Result<&'static str, Box<dyn std::error::Error>> {
    let file = open(bytes, &Limits::default())?;
    Ok(match file.kind() {
        FileKind::Png => "image/png",
        FileKind::Json => "application/json",
        FileKind::Charx => "application/zip",
        _ => "application/octet-stream",
    })
}

// job: the HTTP status for an upload that can not be read
fn s04(error: &Error) -> u16 {
    match error.kind() {
        ErrorKind::Limit => 413,
        ErrorKind::Unsupported => 415,
        ErrorKind::Io => 500,
        _ => 400,
    }
}

// job: refuse an upload of which the check finds errors, with the first of them as the message
fn s05(bytes: &[u8]) -> Result<(), Box<dyn std::error::Error>> {
    let mut file = open(bytes, &Limits::default())?;
    let report = file.lint(&LintOptions::default());
    if let Some(first) = report.findings.iter().find(|it| it.severity() == Severity::Error) {
        return Err(format!("{}: {}", first.location, first.message).into());
    }
    Ok(())
}

// job: save a card as a PNG with a picture that the user chose
fn s06(card: &Card, picture: &[u8]) -> Result<(), Box<dyn std::error::Error>> {
    let packed = pack(card, Target::Png, &PackOptions::default().with_portrait(picture.to_vec()))?;
    std::fs::write(format!("{}.png", card.name()), &packed.bytes)?;
    Ok(())
}

// job: open a card of the user's disk and write its portrait beside it, as a thumbnail's source
fn s07(path: &std::path::Path) -> Result<(), Box<dyn std::error::Error>> {
    let mut file = open(std::fs::File::open(path)?, &Limits::default())?;
    if let Some(portrait) = file.portrait() {
        std::fs::write(path.with_extension("thumb.png"), portrait)?;
    }
    Ok(())
}

// job: change the name and the picture of an opened card, and get the bytes for the download
fn s08(file: &mut CardFile, picture: &[u8]) -> Result<Vec<u8>, Box<dyn std::error::Error>> {
    file.set("name", "Mira")?;
    file.set_portrait(picture)?;
    Ok(file.to_bytes()?.into_owned())
}

// job: the text field for the system prompt and the one for the instructions after the history
fn s09(card: &mut Card, system: &str, after: &str) -> Result<(), Box<dyn std::error::Error>> {
    card.set_system_prompt(system)?;
    card.set_post_history_instructions(after)?;
    Ok(())
}

// job: the redo button of the form
fn s10(editor: &mut Editor) -> bool {
    if editor.can_redo() {
        editor.redo();
    }
    editor.can_redo()
}

// job: fill the form with what is in the document now
// Answer: `get` says why there is nothing: `editor.get(path).ok()`.
// fn s11(editor: &Editor) -> (String, String) {
//     let text = |path: &str| editor.get(path).and_then(Json::as_str).unwrap_or_default().to_owned();
//     (text("name"), text("greetings[0]"))
// }

// job: the files in a CharX for a list: name, type, ending, size
fn s12(file: &mut CardFile) -> Result<(), Box<dyn std::error::Error>> {
    for asset in file.assets() {
        let size = file.asset(&asset)?.map_or(0, |bytes| bytes.len());
        println!("{} ({}, .{}): {size} bytes", asset.name, asset.kind, asset.ext);
    }
    Ok(())
}

// job: the search field of the lorebook's list
fn s13<'a>(book: &'a Lorebook, needle: &str) -> Vec<&'a Entry> {
    book.entries
        .iter()
        .filter(|entry| entry.content.contains(needle) || entry.keys.iter().any(|key| key.contains(needle)))
        .collect()
}

// job: tidy a lorebook: drop what is off, sort by insertion order, scan four messages
// Answer: a number keeps its spelling: `scan_depth = Some(4.into())`, and `sort_by_key(|entry| entry.insertion_order.clone())`.
// fn s14(book: &mut Lorebook) {
//     book.entries.retain(|entry| entry.enabled && !entry.content.is_empty());
//     book.entries.sort_by_key(|entry| entry.insertion_order);
//     book.scan_depth = Some(4);
// }

// job: import a lorebook's file into a card, behind the entries it has
fn s15(card: &mut Card, bytes: &[u8]) -> Result<(), Box<dyn std::error::Error>> {
    let world = open(bytes, &Limits::default())?.into_lorebook().ok_or("not a lorebook")?;
    let mut book = card.lorebook().unwrap_or_default().into_owned();
    book.entries.extend(world.entries);
    card.set_lorebook(book)?;
    Ok(())
}

// job: bring an older card to V3 and tell what got lost
fn s16(card: Card) -> Result<Card, Box<dyn std::error::Error>> {
    let made = card.into_form(Form::V3, &ConvertOptions::default())?;
    for loss in &made.loss {
        eprintln!("{}: {}", loss.pointer, loss.reason);
    }
    Ok(made.value)
}

// job: start a chat with the persona of the user and the second greeting
// Answer: a greeting is expanded, and may set variables: `let mut session`.
// fn s17(card: &Card) -> Result<(Session, Chat), Box<dyn std::error::Error>> {
//     let options = Options::default().with_user("Sam").with_persona("Sam is a tired ferryman.");
//     let session = Session::new(card.clone(), options)?;
//     let chat = Chat::from(vec![Message::assistant(session.greeting(1)?)]);
//     Ok((session, chat))
// }

// job: the user's message goes in, the body of a request to a chat completion API comes out
// Answer: a chat keeps its messages: `chat.push(Message::user(text))`, which takes borrowed ones.
// fn s18(session: &mut Session, chat: &mut Chat, text: &str) -> Result<Vec<(String, String)>, Box<dyn std::error::Error>> {
//     chat.messages.push(Message::user(text));
//     let turn = session.turn(chat)?;
//     Ok(turn.prompt.messages().iter().map(|it| (it.role.to_string(), it.content.to_string())).collect())
// }

// job: swipe to the left under the last reply and show its text
// Answer: a text is borrowed or owned: `last.text.to_string()`.
// fn s19(chat: &mut Chat) -> Result<Option<String>, Box<dyn std::error::Error>> {
//     let Some(last) = chat.messages.last_mut() else { return Ok(None) };
//     let at = last.swipe.unwrap_or(0).saturating_sub(1);
//     last.select_swipe(at)?;
//     Ok(Some(last.text.clone()))
// }

// job: go on with a chat from the disk: its messages and what the session remembered
fn s20(session: &mut Session, path: &std::path::Path, memory: &Memory) -> Result<Chat, Box<dyn std::error::Error>> {
    session.memory = memory.clone();
    let read = Chat::read(&std::fs::read(path)?)?;
    println!("{} messages, {} odd lines", read.value.len(), read.findings.len());
    Ok(read.value)
}
