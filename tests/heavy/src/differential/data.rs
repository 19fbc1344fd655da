//! Random JSON, pictures and archives, read and written by us and by `serde_json`, `png` and `zip`.

use std::io::{Cursor, Read as _, Write as _};

use cards_container::png::{Keyword, NewText, WriteOptions, write};
use cards_container::zip::{Archive, Keep, rewrite};
use cards_container::{Limits, open};
use cards_json::{Json, Style};
use serde_json::{Value, json};

use super::Options;
use super::random::Random;
use super::tally::Tally;

/// Compares as many cases as asked for, a third of each kind.
pub fn run(options: &Options) -> Tally {
    let mut tally = Tally::new("JSON, pictures and archives, beside serde_json, png and zip");
    for number in 0..options.cases {
        let random = &mut Random::of(options.seed, number);
        let (class, outcome) = match number % 3 {
            0 => ("JSON", text(random)),
            1 => ("picture", picture(random)),
            _ => ("archive", archive(random)),
        };
        match outcome {
            Ok(()) => tally.same(),
            Err(why) => tally.differs(class.to_owned(), format!("seed {}, case {number}: {why}", options.seed)),
        }
    }
    tally
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, ours: &T, theirs: &T) -> Result<(), String> {
    if ours == theirs { Ok(()) } else { Err(format!("{what}: ours {ours:?}, theirs {theirs:?}")) }
}

fn value(random: &mut Random, depth: usize) -> Value {
    let words = ["", "name", "é\n\"\\", "\u{1f600}", "</script>", "\u{7f}\u{1}", "spec"];
    match random.below(if depth == 0 { 5 } else { 7 }) {
        0 => json!(random.of_list(&words)),
        1 => Value::from(random.roll() * [1.0, 1e9, 1e-9, -1.0, 1e300][random.below(5)]),
        2 => Value::from([0, 1, -1, i64::MAX, i64::MIN][random.below(5)]),
        3 => json!(random.chance(0.5)),
        4 => Value::Null,
        5 => (0..random.below(5)).map(|_| value(random, depth - 1)).collect(),
        _ => {
            let count = random.below(5);
            let members = (0..count).map(|i| (format!("{}{i}", random.of_list(&words)), value(random, depth - 1)));
            Value::Object(members.collect())
        }
    }
}

/// What both read is the same, and each reads what the other one wrote; a text with a letter changed is refused by both or
/// by none.
fn text(random: &mut Random) -> Result<(), String> {
    let original = value(random, 4);
    let text = if random.chance(0.5) { original.to_string() } else { format!("{original:#}") };
    let ours = Json::read(&text, &cards_json::Limits::default()).map_err(|error| format!("{text}: {error}"))?;
    for style in [Style::Compact, Style::Pretty(2)] {
        let written: Value = serde_json::from_str(&ours.to_text(style)).map_err(|error| format!("{text}: {error}"))?;
        same("value", &written, &original)?;
    }
    let mut bytes = text.into_bytes();
    let at = random.below(bytes.len().max(1));
    if let Some(byte) = bytes.get_mut(at) {
        *byte = b"\"\\{}[],:0e-+.tn "[random.below(16)];
    }
    let Ok(broken) = String::from_utf8(bytes) else { return Ok(()) };
    let theirs = serde_json::from_str::<Value>(&broken);
    let ours = Json::read(&broken, &cards_json::Limits::default());
    // Numbers past what a double holds are kept by us and refused there.
    if theirs.as_ref().is_err_and(|error| error.to_string().starts_with("number out of range")) {
        return Ok(());
    }
    if ours.is_ok() != theirs.is_ok() {
        return Err(format!("{broken}: ours {:?}, theirs {:?}", ours.map(|_| ()), theirs.map(|_| ())));
    }
    Ok(())
}

/// A picture of `png`'s keeps its pixels and texts beside a card of ours, which `png` then reads.
fn picture(random: &mut Random) -> Result<(), String> {
    let (width, height) = (1 + random.below(9), 1 + random.below(9));
    let pixels: Vec<u8> = (0..width * height * 4).map(|_| random.below(256) as u8).collect();
    let note = random.of_list(&["by me", "", "é"]);
    let mut made = Vec::new();
    let failed = |error: png::EncodingError| error.to_string();
    let mut encoder = png::Encoder::new(&mut made, width as u32, height as u32);
    encoder.set_color(png::ColorType::Rgba);
    encoder.add_text_chunk("Comment".to_owned(), note.to_owned()).map_err(failed)?;
    if random.chance(0.3) {
        encoder.add_ztxt_chunk("chara".to_owned(), "old".to_owned()).map_err(failed)?;
    }
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(&pixels).map_err(failed)?;
    writer.finish().map_err(failed)?;
    let card = json!({"spec": "chara_card_v2", "spec_version": "2.0", "data": {"name": "Aria", "extensions": value(random, 3)}});
    let json = card.to_string();
    let text = [NewText::Card { keyword: Keyword::Chara, json: json.as_bytes() }];
    let written = write(&made, &text, &WriteOptions::default()).map_err(|error| error.to_string())?.bytes;
    let loaded =
        open(&written[..], Limits::default()).and_then(|mut file| file.load()).map_err(|error| error.to_string())?;
    same("card", &loaded.document.to_bytes(), &json.clone().into_bytes())?;
    let mut reader = png::Decoder::new(Cursor::new(&written)).read_info().map_err(|error| error.to_string())?;
    let mut seen = vec![0; reader.output_buffer_size().ok_or("no size")?];
    reader.next_frame(&mut seen).map_err(|error| error.to_string())?;
    reader.finish().map_err(|error| error.to_string())?;
    same("pixels", &seen, &pixels)?;
    let info = reader.info();
    let texts: Vec<_> =
        info.uncompressed_latin1_text.iter().map(|text| (text.keyword.as_str(), text.text.as_str())).collect();
    let payload = {
        use base64::Engine as _;
        base64::engine::general_purpose::STANDARD.encode(&json)
    };
    same("texts", &texts, &vec![("Comment", note), ("chara", payload.as_str())])?;
    same("old texts", &info.compressed_latin1_text.len(), &0)
}

/// An archive of `zip`'s reads alike, and what we rewrite of it does so there.
fn archive(random: &mut Random) -> Result<(), String> {
    let mut made = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let failed = |error: zip::result::ZipError| error.to_string();
    let count = random.below(6);
    let mut members = Vec::new();
    for number in 0..count {
        let name = format!("{}{number}", random.of_list(&["card.json", "assets/icon/", "é/", "a b", "x.png"]));
        let bytes: Vec<u8> = (0..random.below(300)).map(|_| b"abc\0\xff"[random.below(5)]).collect();
        let method = if random.chance(0.5) { zip::CompressionMethod::Stored } else { zip::CompressionMethod::Deflated };
        let options =
            zip::write::SimpleFileOptions::default().compression_method(method).large_file(random.chance(0.2));
        made.start_file(name.as_str(), options).map_err(failed)?;
        made.write_all(&bytes).map_err(|error| error.to_string())?;
        members.push((name, bytes));
    }
    if random.chance(0.3) {
        made.set_comment("a comment").map_err(failed)?;
    }
    let mut bytes = made.finish().map_err(failed)?.into_inner();
    if random.chance(0.2) {
        bytes.splice(0..0, *b"\xff\xd8\xff\xe0 picture");
    }
    let mut opened = Archive::open(&bytes[..], &Limits::default()).map_err(|error| error.to_string())?;
    let mut ours = Vec::new();
    for index in 0..opened.len() {
        let name = opened.entry(index).and_then(|entry| entry.name.text().map(str::to_owned)).unwrap_or_default();
        ours.push((name, opened.read(index).map_err(|error| error.to_string())?));
    }
    same("members", &ours, &members)?;
    let written = rewrite(&mut opened, &[], Keep::Entries, Vec::new()).map_err(|error| error.to_string())?.value;
    let mut theirs = zip::ZipArchive::new(Cursor::new(written)).map_err(failed)?;
    let mut read = Vec::new();
    for index in 0..theirs.len() {
        let mut member = theirs.by_index(index).map_err(failed)?;
        let mut bytes = Vec::new();
        member.read_to_end(&mut bytes).map_err(|error| error.to_string())?;
        read.push((member.name().map_err(failed)?.into_owned(), bytes));
    }
    read.sort();
    members.sort();
    same("members rewritten", &read, &members)
}
