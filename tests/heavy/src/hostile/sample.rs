//! Files that are made to hurt: damaged, lying, endless, deep, or full of escapes.

use std::fs;
use std::io::{Cursor, Write as _};
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use serde_json::{Value, json};
use zip::write::SimpleFileOptions;

use crate::failure::Failure;

/// Writes them all.
pub fn make(folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder)?;
    let files = pictures()?.into_iter().chain(photos()).chain(texts()).chain(books()).chain(archives()?);
    for (name, bytes) in files {
        fs::write(folder.join(name), bytes)?;
    }
    Ok(())
}

type File = (&'static str, Vec<u8>);

fn card(changes: Value) -> Value {
    let mut card = json!({"spec": "chara_card_v2", "spec_version": "2.0", "data": {
        "name": "Tobin", "description": "A clock mender.", "personality": "", "scenario": "", "first_mes": "Hi, {{user}}.",
        "mes_example": "", "creator_notes": "", "system_prompt": "", "post_history_instructions": "",
        "alternate_greetings": [], "tags": [], "creator": "", "character_version": "", "extensions": {},
    }});
    for (name, value) in changes.as_object().into_iter().flatten() {
        card["data"][name] = value.clone();
    }
    card
}

fn text(card: &Value) -> Vec<u8> {
    card.to_string().into_bytes()
}

fn chunk(kind: &[u8; 4], data: &[u8], claims: Option<u32>) -> Vec<u8> {
    let mut crc = flate2::Crc::new();
    crc.update(kind);
    crc.update(data);
    let length = claims.unwrap_or(data.len() as u32);
    [&length.to_be_bytes(), &kind[..], data, &crc.sum().to_be_bytes()].concat()
}

fn squeezed(data: &[u8]) -> Result<Vec<u8>, Failure> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(data)?;
    Ok(encoder.finish()?)
}

/// A picture of 2 by 2 with chunks in front of its pixels and behind its end.
fn picture(before: &[u8], behind: &[u8]) -> Result<Vec<u8>, Failure> {
    let header = chunk(b"IHDR", &[0, 0, 0, 2, 0, 0, 0, 2, 8, 0, 0, 0, 0], None);
    let pixels = chunk(b"IDAT", &squeezed(&[0, 16, 32, 0, 16, 32])?, None);
    Ok([b"\x89PNG\r\n\x1a\n", &header[..], before, &pixels, &chunk(b"IEND", b"", None), behind].concat())
}

fn payload(card: &[u8]) -> Vec<u8> {
    chunk(b"tEXt", &[b"chara\0", STANDARD.encode(card).as_bytes()].concat(), None)
}

fn pictures() -> Result<Vec<File>, Failure> {
    let plain = payload(&text(&card(json!({}))));
    let other = payload(&text(&card(json!({"name": "Another"}))));
    let whole = picture(&plain, b"")?;
    let bomb = [b"chara\0\0", &squeezed(&vec![b'Q'; 96 << 20])?[..]].concat();
    // The EXIF sub-directory is the first directory again.
    let circle = b"MM\0*\0\0\0\x08\0\x01\x87\x69\0\x04\0\0\0\x01\0\0\0\x08\0\0\0\x08";
    let app1 = [b"Exif\0\0", &circle[..]].concat();
    let length = (app1.len() as u16 + 2).to_be_bytes();
    let jpeg = [b"\xff\xd8\xff\xe1", &length[..], &app1, b"\xff\xd9"].concat();
    Ok(vec![
        ("exif-circle.jpg", jpeg),
        ("exif-circle.png", picture(&chunk(b"eXIf", circle, None), b"")?),
        ("cut-in-card.png", whole.get(..100).unwrap_or_default().to_vec()),
        ("cut-in-picture.png", whole.get(..whole.len() - 20).unwrap_or_default().to_vec()),
        ("length-lies.png", picture(&chunk(b"tEXt", b"chara\0x", Some(0xffff_fff0)), b"")?),
        ("many-chunks.png", picture(&[chunk(b"tEXt", b"n\0v", None).repeat(5_000), plain.clone()].concat(), b"")?),
        ("inflate-bomb.png", picture(&chunk(b"zTXt", &bomb, None), b"")?),
        ("base64-rubbish.png", picture(&chunk(b"tEXt", b"chara\0<not base64>", None), b"")?),
        ("two-cards.png", picture(&[plain.clone(), other].concat(), b"")?),
        ("behind-the-end.png", picture(b"", &plain)?),
        ("no-size.png", whole.get(..33).unwrap_or_default().to_vec()),
    ])
}

/// Pictures of other kinds: some say that they are larger than any memory, some hold loops in place of EXIF data.
fn photos() -> Vec<File> {
    let gif = |side: [u8; 2]| {
        [b"GIF89a", &side[..], &side[..], b"\0\0\0,\0\0\0\0", &side[..], &side[..], b"\0\x02\x02\x44\x01\0;"].concat()
    };
    let segment = |kind: u8, body: &[u8]| [&[0xff, kind], &((body.len() + 2) as u16).to_be_bytes()[..], body].concat();
    let jpeg = |segments: &[Vec<u8>]| {
        [&b"\xff\xd8"[..], &segments.concat(), b"\xff\xda\0\x08\x01\x01\0\0?\0\x12\x34\xff\xd9"].concat()
    };
    let frame = |kind: u8, side: [u8; 2]| segment(kind, &[&[8], &side[..], &side[..], &[1, 1, 0x11, 0]].concat());
    let webp = |chunks: &[u8]| [b"RIFF", &((chunks.len() + 4) as u32).to_le_bytes()[..], b"WEBP", chunks].concat();
    let extended = |side: [u8; 3]| [&b"VP8X\x0a\0\0\0\x08\0\0\0"[..], &side, &side].concat();
    // The first directory names itself as its own Exif directory, and a comment that reaches behind the end.
    let circle = b"Exif\0\0II*\0\x08\0\0\0\x02\0\x69\x87\x04\0\x01\0\0\0\x08\0\0\0\x86\x92\x07\0\xff\xff\xff\x7f\x10\0\0\0\0\0\0\0";
    let name = b"{\"name\":\"A\",\"description\":\"\",\"first_mes\":\"f\",\"mes_example\":\"\"}";
    vec![
        ("huge.gif", gif([0xff, 0xff])),
        ("large.gif", gif([0x58, 0x1b])),
        ("huge.jpg", jpeg(&[frame(0xc0, [0xff, 0xff])])),
        ("large-progressive.jpg", jpeg(&[frame(0xc2, [0x1b, 0x58])])),
        ("circle.jpg", jpeg(&[segment(0xe1, circle), frame(0xc0, [0, 8])])),
        ("comments.jpg", jpeg(&vec![segment(0xfe, name); 500])),
        ("huge.webp", webp(&extended([0xff, 0xff, 0xff]))),
        ("circle.webp", webp(&[&extended([8, 0, 0])[..], b"EXIF\x30\0\0\0", &circle[..]].concat())),
        ("endless.webp", webp(b"EXIF\xff\xff\xff\xff")),
    ]
}

/// Aliases that multiply by nine, forty times over.
fn laughs() -> String {
    let mut bomb = "name: A\ncontext: b\na0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]\n".to_owned();
    for n in 1..40 {
        bomb += &format!("a{n}: &a{n} [{}]\n", vec![format!("*a{}", n - 1); 9].join(", "));
    }
    bomb
}

fn texts() -> Vec<File> {
    let escapes = "\u{1b}[2J\u{1b}]0;title\u{7}\u{9b}31m\u{202e}evil";
    let whole = card(json!({})).to_string();
    let deep = format!(
        r#"{{"spec":"chara_card_v2","spec_version":"2.0","data":{}1{}}}"#,
        r#"{"a":"#.repeat(60_000),
        "}".repeat(60_000)
    );
    let members: serde_json::Map<_, _> = (0..20_000).map(|i| (format!("k{i}"), json!({"a": i}))).collect();
    vec![
        ("nested.json", deep.into_bytes()),
        ("many-tags.json", text(&card(json!({"tags": vec!["tag"; 40_000]})))),
        ("many-members.json", text(&card(json!({"extensions": members})))),
        ("many-greetings.json", text(&card(json!({"alternate_greetings": vec!["{{user}} {{"; 5_000]})))),
        ("lone-surrogate.json", whole.replace("Tobin", "To\\ud83dbin").into_bytes()),
        ("name-twice.json", whole.replacen("\"name\"", "\"name\":\"A\",\"name\"", 1).into_bytes()),
        (
            "wrong-types.json",
            text(&card(
                json!({"tags": "a", "alternate_greetings": "b", "extensions": null, "character_book": [], "creator": 5}),
            )),
        ),
        (
            "escapes.json",
            text(&card(json!({"name": escapes, "tags": [escapes], "creator_notes": escapes, escapes: escapes}))),
        ),
        ("newer.json", whole.replace("_v2", "_v7").into_bytes()),
        (
            "numbers.json",
            whole
                .replace(
                    "\"extensions\":{}",
                    "\"extensions\":{\"a\":1e400,\"b\":-0,\"c\":123456789012345678901234567890}",
                )
                .into_bytes(),
        ),
        ("laughs.yaml", laughs().into_bytes()),
        ("nested.yaml", format!("name: A\ncontext: {}", "[".repeat(60_000)).into_bytes()),
        ("wide.yaml", format!("name: A\ncontext: b\nx: [{}]\n", "1,".repeat(200_000)).into_bytes()),
        ("deep-in-a-line.yaml", format!("name: A\ncontext: {}", "{a: ".repeat(1_000)).into_bytes()),
        ("many-lines.txt", b"a\n".repeat(200_000)),
        ("many-rows.jsonl", [&b"{\"role\":\"user\",\"content\":\"a\"}\n"[..], &b"{}\n".repeat(200_000)].concat()),
        ("deep-settings.toml", [&b"[lint]\nselect = "[..], &b"[".repeat(100_000)].concat()),
        ("dotted-settings.toml", [&b"a.".repeat(100_000)[..], b"a = 1\n"].concat()),
        ("large-settings.toml", b"# nothing\n".repeat(110_000)),
        ("many-words.story.json", text(&json!({"story_string": format!("{{{{char{}}}}}", " a".repeat(200_000))}))),
        ("deep.story.json", text(&json!({"story_string": "{{#if char}}".repeat(30_000)}))),
        (
            "many.preset.json",
            text(&json!({"prompts": vec![json!({"identifier": "main", "content": "c"}); 10_000], "prompt_order": []})),
        ),
        ("wide.row.jsonl", format!("{{\"kind\":\"macro\",\"input\":[{}0]}}\n", "0,".repeat(200_000)).into_bytes()),
        (
            "tampered.memory.txt",
            format!("cards-memory\t1\nseed\t1\n{}lore\n", "chat\tv\ttext\t\\\n".repeat(30_000)).into_bytes(),
        ),
        ("many.list.csv", [&b"place,source,text\n"[..], &b"name,Tobin,b\n".repeat(60_000)].concat()),
        ("open.list.csv", [&b"place,source,text\nname,Tobin,\""[..], &b"x".repeat(400_000)].concat()),
        ("many.list.po", b"msgctxt \"name\"\nmsgid \"Tobin\"\nmsgstr \"b\"\n\n".repeat(20_000)),
        ("tabs.yaml", format!("name: A\ncontext: b\n{}", "k:\tv\n".repeat(20_000)).into_bytes()),
        ("braces.json", text(&card(json!({"first_mes": "{{ ".repeat(40_000)})))),
        ("braces.txt", b"{{".repeat(60_000)),
        ("nested.txt", format!("{}user{}", "{{".repeat(20_000), "}}".repeat(20_000)).into_bytes()),
        (
            "doubling.txt",
            format!("{{{{setvar::v::ab}}}}{}{{{{getvar::v}}}}", "{{setvar::v::{{getvar::v}}{{getvar::v}}}}".repeat(40))
                .into_bytes(),
        ),
        ("huge-roll.txt", b"{{roll:1000000000d1000000000}}".to_vec()),
        ("no-utf8.json", b"{\"name\":\"\xff\xfe\"}".to_vec()),
        ("empty.json", Vec::new()),
    ]
}

fn books() -> Vec<File> {
    let entry = |keys: &[String], content: &str, pattern: bool| json!({"keys": keys, "content": content, "extensions": {}, "enabled": true, "insertion_order": 1, "use_regex": pattern});
    let book = |entries: Vec<Value>| {
        text(&card(
            json!({"character_book": {"extensions": {}, "recursive_scanning": true, "entries": entries}, "first_mes": "x".repeat(3_000)}),
        ))
    };
    let one = |key: &str| vec![key.to_owned()];
    vec![
        (
            "slow-pattern.json",
            book(vec![entry(&one("/^(x+x+)+y$/"), "a", true), entry(&one("/(?=(x+))\\1+y/"), "b", true)]),
        ),
        ("bad-pattern.json", book(vec![entry(&one("/(?<=/"), "a", true), entry(&one("/a{99999}{99999}/"), "b", true)])),
        (
            "large-patterns.json",
            book((0..200).map(|i| entry(&one(&format!("/[^a]{{1,{}}}[0-9]{{{i}}}/", 200 + i)), "a", true)).collect()),
        ),
        (
            "ring.json",
            book((0..300).map(|i| entry(&one(&format!("n{i}q")), &format!("n{}q", (i + 1) % 300), false)).collect()),
        ),
        (
            "chain.json",
            book((0..3_000).map(|i| entry(&one(&format!("n{i}q")), &format!("n{}q", i + 1), false)).collect()),
        ),
        ("wide.json", book((0..3_000).map(|_| entry(&one("e"), "e", false)).collect())),
        ("blank-keys.json", book(vec![entry(&[String::new(), "  ".to_owned()], "never", false)])),
    ]
}

fn archives() -> Result<Vec<File>, Failure> {
    let mut v3 = card(
        json!({"group_only_greetings": [], "assets": [{"type": "icon", "name": "main", "uri": "embeded://../up.png", "ext": "png"}]}),
    );
    v3["spec"] = json!("chara_card_v3");
    v3["spec_version"] = json!("3.0");
    let card = text(&v3);
    let plain = archive(&[("card.json", &card), ("assets/a.png", b"x")])?;
    let blanks = [b"{", &b" ".repeat(96 << 20)[..]].concat();
    let mut linked = zip::ZipWriter::new(Cursor::new(Vec::new()));
    linked.start_file("card.json", SimpleFileOptions::default())?;
    linked.write_all(&card)?;
    linked.add_symlink("assets/link", "/etc/hostname", SimpleFileOptions::default())?;
    let at = plain.windows(4).rposition(|four| four == b"PK\x05\x06").unwrap_or_default();
    let patched = |offset: usize, bytes: &[u8]| {
        let mut patched = plain.clone();
        patched.splice(at + offset..at + offset + bytes.len(), bytes.iter().copied());
        patched
    };
    Ok(vec![
        ("climbs-out.charx", archive(&[("card.json", &card), ("assets/../../up.txt", b"x")])?),
        ("backslashes.charx", archive(&[("card.json", &card), ("assets\\..\\..\\up.txt", b"x")])?),
        ("absolute.charx", archive(&[("card.json", &card), ("/tmp/up.txt", b"x"), ("C:\\up.txt", b"x")])?),
        ("link.charx", linked.finish()?.into_inner()),
        ("inflate-bomb.charx", archive(&[("card.json", &blanks)])?),
        ("no-card.charx", archive(&[("readme.txt", b"hi")])?),
        ("same-scenario.byaf", backyard(&vec!["scenarios/0.json"; 20_000])?),
        ("climbs-out.byaf", backyard(&["../../../etc/hostname"])?),
        ("archive-inside.byaf", archive(&[("manifest.json", &plain)])?),
        ("inflate-bomb.byaf", archive(&[("manifest.json", &blanks)])?),
        ("behind-a-picture.charx", [b"\xff\xd8\xff\xe0\x00\x04xx\xff\xd9", &plain[..]].concat()),
        ("wrong-count.charx", patched(8, &[9, 0, 9, 0])),
        ("directory-nowhere.charx", patched(16, &[0xf0, 0xff, 0xff, 0x7f])),
        ("directory-huge.charx", patched(12, &[0xf0, 0xff, 0xff, 0x7f])),
        ("cut.charx", plain.get(..plain.len() / 2).unwrap_or_default().to_vec()),
    ])
}

/// A Backyard archive that names these scenarios.
fn backyard(scenarios: &[&str]) -> Result<Vec<u8>, Failure> {
    let path = "characters/a/character.json";
    let manifest = json!({ "schemaVersion": 1, "characters": [path], "scenarios": scenarios }).to_string();
    let images = json!([{ "path": "../../../up.png" }]);
    let character = json!({ "name": "Tobin", "persona": "{character}", "images": images }).to_string();
    archive(&[("manifest.json", manifest.as_bytes()), (path, character.as_bytes()), ("scenarios/0.json", b"{}")])
}

fn archive(members: &[(&str, &[u8])]) -> Result<Vec<u8>, Failure> {
    let mut made = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in members {
        made.start_file(*name, SimpleFileOptions::default())?;
        made.write_all(bytes)?;
    }
    Ok(made.finish()?.into_inner())
}
