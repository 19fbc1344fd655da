//! What a client has of a file: whether it takes it, what it shows, what it sends, which entries fire, what scripts do.
//!
//! SillyTavern and RisuAI read files as the conformance suite has them do it, and everything behind that goes through the
//! engines in their profiles. Other readers are strict ones: they read by the letter of the specs, in the profile of the specs.

use std::collections::BTreeMap;
use std::io::{Cursor, Read as _};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use cards_container::png::ChunkPolicy;
use cards_container::{Accept, AssetRef, CardEntryRule, Container, Limits, Location, OpenOptions, open};
use cards_kit::{Cast, Chat, For, Session, SillyTavern, run_scripts};
use cards_model::book::BookView;
use cards_model::rules::Reader;
use cards_model::{Content, Document, GreetingKind, Json};
use cards_suite::client::{risuai, sillytavern};
use cards_words::Profile;
use serde_json::{Value, json};

/// A clock, since an import writes one down.
const NOW: &str = "2026-01-02";

/// What a client has of a file, each part by its name.
pub(crate) type Had = BTreeMap<String, String>;

/// What a client has of a file, in chats of its own: `keys` are what people say in them.
pub(crate) fn had(reader: Reader, bytes: &[u8], name: Option<&str>, keys: &[String]) -> Had {
    let mut had = Had::new();
    let content = match reader {
        Reader::SillyTavern => by_sillytavern(bytes, name, &mut had),
        Reader::Risu => by_risu(bytes, name, &mut had),
        _ => by_others(bytes, &mut had),
    };
    had.insert("taken".to_owned(), content.is_some().to_string());
    had.extend(beside(reader, bytes).map(|beside| ("beside".to_owned(), beside)));
    had.insert("portrait".to_owned(), portrait(bytes));
    if let Some(content) = content {
        shown(&content, &mut had);
        in_chats(&content, profile(reader), keys, &mut had);
    }
    had
}

/// What a client takes out of a file that is no card.
fn beside(reader: Reader, bytes: &[u8]) -> Option<String> {
    use cards_script::{Limits, risu, sillytavern};

    let json = Json::read(std::str::from_utf8(bytes).ok()?, &cards_model::Limits::default()).ok()?;
    let limits = Limits::default();
    match (reader, cards_kit::Beside::read(bytes, &cards_kit::Limits::default())) {
        (Reader::SillyTavern, Some(cards_kit::Beside::Preset { preset, .. })) => {
            Some(preset.order.iter().map(|line| line.identifier.clone()).collect::<Vec<_>>().join(" "))
        }
        (Reader::SillyTavern, Some(cards_kit::Beside::Chat(chat))) => Some(format!("{:?}", chat.messages)),
        (Reader::SillyTavern, _) => {
            let scripts = sillytavern::Script::file_from_json(&json, &limits);
            Some(scripts.map_or("no scripts".to_owned(), |scripts| scripts.len().to_string()))
        }
        (Reader::Risu, _) => {
            let scripts = risu::Script::file_from_json(&json, &limits);
            Some(scripts.map_or("no scripts".to_owned(), |scripts| scripts.len().to_string()))
        }
        _ => None,
    }
}

/// The keys of a book, as somebody says them.
pub(crate) fn keys(content: &Content) -> Vec<String> {
    let Some(book) = BookView::of(content) else { return Vec::new() };
    let keys = book.entries.iter().flat_map(|entry| entry.key_lists()).flat_map(|(_, keys)| keys);
    keys.map(|key| key.trim_matches('/').to_owned()).chain(["the lighthouse".to_owned()]).collect()
}

fn profile(reader: Reader) -> Profile {
    match reader {
        Reader::SillyTavern => Profile::SillyTavern,
        Reader::Risu => Profile::Risu,
        _ => Profile::Spec,
    }
}

fn read(text: impl AsRef<[u8]>) -> Option<Content> {
    Some(Document::read(text, &cards_model::Limits::default()).ok()?.content)
}

/// What a file is for a program that goes by names, and by content where there is none.
fn kind(bytes: &[u8], name: Option<&str>) -> String {
    let archive = || bytes.windows(4).any(|at| at == b"PK\x03\x04");
    match name.and_then(|name| name.rsplit_once('.')) {
        Some((_, extension)) => extension.to_lowercase(),
        None if bytes.starts_with(b"\x89PNG") => "png".to_owned(),
        None if archive() => "charx".to_owned(),
        None => "json".to_owned(),
    }
}

fn asked(client: &str, bytes: &[u8], kind: &str) -> Value {
    let input = json!({ "file": STANDARD.encode(bytes), "name": format!("card.{kind}") });
    cards_suite::answer("read", client, &input)
}

fn by_sillytavern(bytes: &[u8], name: Option<&str>, had: &mut Had) -> Option<Content> {
    let text = match &*kind(bytes, name) {
        "json" => String::from_utf8_lossy(bytes).into_owned(),
        "png" => asked("sillytavern", bytes, "png")["text"].as_str()?.to_owned(),
        "charx" => {
            let mut answer = asked("sillytavern", bytes, "charx");
            let card = answer.get_mut("card").map(Value::take)?;
            had.insert("files".to_owned(), answer.to_string());
            card.to_string()
        }
        _ => return None,
    };
    let limits = cards_model::Limits::default();
    let json = Json::read(&text, &limits).ok()?;
    let Some(imported) = sillytavern::import_json(&text, NOW, &limits).ok()? else {
        // A lorebook has an importer of its own.
        return read(sillytavern::import_world(&json).ok()?.world.to_string());
    };
    let stored = Json::Object(imported.card);
    // What is not valid is shown, and cannot be saved by extensions.
    had.insert("valid".to_owned(), format!("{:?}", sillytavern::validate(&stored)));
    read(stored.to_string())
}

fn by_risu(bytes: &[u8], name: Option<&str>, had: &mut Had) -> Option<Content> {
    let kind = kind(bytes, name);
    if kind == "json" {
        let text = String::from_utf8_lossy(bytes);
        if matches!(read(bytes)?, Content::Card(_)) {
            let imported = risuai::import_json(&text, &cards_model::Limits::default()).ok()?;
            had.insert("imported".to_owned(), format!("{imported:?}"));
        }
        // Of a card with `data`, nothing beside it is looked at.
        let json = Json::read(&text, &cards_model::Limits::default()).ok()?;
        let inside = ["spec", "spec_version", "type", "data"].map(|name| Some((name, json.get(name)?.clone())));
        let inside = Json::Object(inside.into_iter().flatten().collect());
        return read(if json.get("data").is_some() { inside.to_string() } else { json.to_string() });
    }
    if !matches!(&*kind, "png" | "charx") {
        return None;
    }
    let answer = asked("risu", bytes, &kind);
    had.insert("files".to_owned(), answer.to_string());
    if answer["outcome"] != "accepted" {
        return None;
    }
    let options = OpenOptions::default().with_chunks(ChunkPolicy::risu()).with_entry(CardEntryRule::RootLast);
    let mut file = open(bytes, &options).ok()?;
    let content = file.load().ok()?.document.content;
    if let (Container::Charx(charx), Content::Card(card)) = (&mut file.container, &content) {
        let listed = card.assets();
        let refs: Vec<_> = listed
            .iter()
            .map(|asset| AssetRef { kind: &asset.kind, uri: &asset.uri, name: &asset.name, ext: &asset.ext })
            .collect();
        for asset in charx.assets(&refs).value {
            if let Location::Entry(entry) = asset.location {
                let bytes = charx.archive_mut().read(entry).map(|bytes| bytes.len());
                had.insert(format!("bytes of asset {}", asset.index), format!("{bytes:?}"));
            }
        }
    }
    Some(content)
}

/// Programs beside the two differ: libraries that are strict about JSON, base64, ZIP and the letter of the specs, readers of V1,
/// readers of one of the two chunks, and those that take the first of several where others take the last.
fn by_others(bytes: &[u8], had: &mut Had) -> Option<Content> {
    had.insert("kind".to_owned(), format!("{:?}", bytes.get(..4)));
    let strictly = OpenOptions::default().with_accept(Accept::Valid);
    let by_the_letter = open(bytes, strictly).and_then(|mut file| file.load());
    had.insert("by the letter".to_owned(), by_the_letter.is_ok().to_string());
    had.insert("as JSON".to_owned(), serde_json::from_slice::<Value>(bytes).is_ok().to_string());
    if let Ok(file) = serde_json::from_slice::<Value>(bytes) {
        for name in ["name", "description", "personality", "scenario", "first_mes", "mes_example"] {
            had.insert(format!("V1 {name}"), file[name].to_string());
        }
    }
    for (number, (keyword, text)) in chunks(bytes).into_iter().enumerate() {
        let json = STANDARD.decode(text).ok().and_then(|json| serde_json::from_slice::<Value>(&json).ok());
        had.insert(format!("{keyword} {number}"), format!("{json:?}"));
    }
    if let Ok(Container::Png(mut png)) = open(bytes, Limits::default()).map(|file| file.container) {
        // The program that left its own copy behind reads that.
        for copy in png.foreign().unwrap_or_default() {
            let json = png.foreign_json(&copy).ok().flatten();
            had.insert(format!("copy in {}", copy.place()), format!("{json:?}"));
        }
    }
    if let Ok(mut archive) = zip::ZipArchive::new(Cursor::new(bytes)) {
        for number in 0..archive.len() {
            let entry = archive.by_index(number).map(|mut entry| {
                let mut data = Vec::new();
                let read = entry.read_to_end(&mut data).is_ok();
                format!("{:?} {:?} {read} {}", entry.name(), entry.enclosed_name(), data.len())
            });
            had.insert(format!("unpacked {number}"), entry.unwrap_or_else(|error| error.to_string()));
        }
    }
    let loaded = open(bytes, Limits::default()).and_then(|mut file| file.load()).ok()?;
    Some(loaded.document.content)
}

/// The `tEXt` chunks of a picture with their keywords, up to its end.
fn chunks(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    let mut rest = bytes.strip_prefix(b"\x89PNG\r\n\x1a\n").unwrap_or_default();
    while let Some((length, behind)) = rest.split_first_chunk() {
        let length = u32::from_be_bytes(*length) as usize;
        let Some((head, after)) = behind.split_at_checked(4 + length) else { break };
        if head == b"IEND" {
            break;
        }
        if let Some(data) = head.strip_prefix(b"tEXt")
            && let Some(end) = data.iter().position(|byte| *byte == 0)
        {
            found.push((String::from_utf8_lossy(&data[..end]).into_owned(), data[end + 1..].to_vec()));
        }
        rest = after.get(4..).unwrap_or_default();
    }
    found
}

/// Whether the picture of a file is shown, as a browser or another viewer decodes it.
fn portrait(bytes: &[u8]) -> String {
    if !bytes.starts_with(b"\x89PNG") {
        return "none".to_owned();
    }
    let decoded = png::Decoder::new(Cursor::new(bytes)).read_info().and_then(|mut reader| {
        let mut pixels = vec![0; reader.output_buffer_size().unwrap_or_default()];
        reader.next_frame(&mut pixels)?;
        reader.finish()
    });
    decoded.map_or_else(|error| error.to_string(), |()| "shown".to_owned())
}

/// What people see of a card without a chat.
fn shown(content: &Content, had: &mut Had) {
    let Content::Card(card) = content else { return };
    had.insert("name".to_owned(), card.name().to_owned());
    had.insert("notes".to_owned(), card.creator_notes().to_owned());
    had.insert("tags".to_owned(), format!("{:?}", card.tags()));
    let assets = card.assets();
    let assets: Vec<_> = assets.iter().map(|asset| (&asset.kind, &asset.name, &asset.uri, &asset.ext)).collect();
    had.insert("assets".to_owned(), format!("{assets:?}"));
}

/// What goes out in chats: nothing said yet with each greeting, then each key.
fn in_chats(content: &Content, profile: Profile, keys: &[String], had: &mut Had) {
    let mut cast = Cast::default();
    cast.add(content.clone(), "book");
    let options = cards_kit::Options::default().with_profile(profile);
    let mut session = match Session::new(cast, options) {
        Ok(session) => session,
        Err(error) => {
            had.insert("session".to_owned(), error.to_string());
            return;
        }
    };
    if let Content::Card(card) = content {
        let solo = card.greetings().iter().filter(|greeting| greeting.kind != GreetingKind::GroupOnly).count();
        for number in 0..solo {
            let greeting = session.greeting(number).unwrap_or_else(|error| error.to_string());
            had.insert(format!("greeting {number}"), greeting);
        }
    }
    for said in keys.iter().chain([&"hello".to_owned()]) {
        let mut chat = Chat::default();
        chat.say_as_user(said.clone());
        let start = session.memory.clone();
        if let Ok(fired) = session.activate(&chat) {
            let texts: Vec<_> = fired.activation.entries.iter().map(|active| (active.at, &active.content)).collect();
            had.insert(format!("lore after `{said}`"), format!("{texts:?}"));
        }
        session.memory.clone_from(&start);
        if session.card().is_none() {
            continue;
        }
        let prompt = match profile {
            Profile::SillyTavern => session.messages(&chat, &SillyTavern::default()).map(|sent| {
                let messages: Vec<_> = sent.messages.iter().map(|message| &message.content).collect();
                format!("{messages:?}")
            }),
            _ => session.turn(&chat).map(|answer| {
                let texts: Vec<_> = answer.prompt.segments.iter().map(|segment| &segment.text).collect();
                format!("{texts:?}")
            }),
        };
        had.insert(format!("prompt after `{said}`"), prompt.unwrap_or_else(|error| error.to_string()));
        session.memory = start;
    }
    let Content::Card(card) = content else { return };
    for target in [For::Prompt, For::Display] {
        let mut host = cards_kit::macro_host(Some(card), "User", None);
        let sample = "The lighthouse is dark. aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa! nothing here";
        let (text, runs) = run_scripts(sample, card, profile.into(), &mut host, target, &Default::default());
        had.insert(format!("scripts for {target:?}"), format!("{text} {runs:?}"));
    }
}
