//! Every real file opens as the manifest says.

use cards_container::png::{NewText, WriteOptions};
use cards_container::{Container, OpenOptions, Unreadable, png, read_json};
use serde_json::Value;

use crate::common::shared;

/// The payload that counts, by the container that holds it.
fn payload(bytes: &[u8]) -> (&'static str, Vec<u8>) {
    let readable = |p: &png::Payload| {
        let parsed = serde_json::from_slice::<Value>(&p.bytes).map(drop);
        parsed.map_err(|e| Unreadable::new("bad-json", e))
    };
    match cards_container::open(bytes, OpenOptions::default()).map(|file| file.container).expect("it opens") {
        Container::Png(mut png) => ("png", png.choose(readable).expect("a card").payload.bytes),
        Container::Charx(mut charx) => ("zip", charx.card_json().expect("a card")),
        Container::Prom(mut prom) => ("zip", prom.card_json().expect("a card")),
        Container::Json(mut source) => ("json", read_json(&mut source, &OpenOptions::default().limits).expect("text")),
        other => panic!("unexpected {other:?}"),
    }
}

fn name(json: &Value) -> Option<&str> {
    let data = json.get("data").unwrap_or(json);
    [data.get("name"), data.get("char_name"), json.get("name")].into_iter().flatten().find_map(Value::as_str)
}

#[test]
fn real_files_open_as_the_manifest_says() {
    let Some(shared) = shared() else { return };
    let dir = shared.join("corpus/real");
    let manifest = std::fs::read(dir.join("manifest.json")).expect("a manifest");
    let manifest: Value = serde_json::from_slice(&manifest).expect("JSON");
    let files = manifest["files"].as_array().expect("files");
    for row in files {
        let file = row["file"].as_str().expect("a name");
        let bytes = std::fs::read(dir.join(file)).expect("a file");
        let (container, json) = payload(&bytes);
        assert_eq!(container, row["container"], "{file}");
        let json = json.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&json);
        let json: Value = serde_json::from_slice(json).expect("JSON");
        if let Some(expected) = row["character"].as_str().filter(|n| !n.is_empty()) {
            assert_eq!(name(&json), Some(expected), "{file}");
        }
        if row["text_chunks"].is_array() {
            check_png(file, &bytes, row);
        }
        if let Some(names) = row["zip_names"].as_array() {
            let archive = cards_container::zip::Archive::open(bytes.as_slice(), &Default::default()).expect("open");
            let found: Vec<_> = archive.entries().map(|e| Value::from(e.name.text().expect("UTF-8"))).collect();
            assert_eq!(&found, names, "{file}");
        }
    }
    println!("{} real files", files.len());
}

/// The text chunks are those of the manifest, and writing the payload leaves every other chunk as it was.
fn check_png(file: &str, bytes: &[u8], row: &Value) {
    let png = png::Png::open(bytes, &Default::default(), &Default::default()).expect("a PNG");
    let text = png.chunks().iter().filter(|c| matches!(&c.kind.0, b"tEXt" | b"zTXt" | b"iTXt"));
    let found: Vec<_> = text.map(|c| (c.kind.to_string(), u64::from(c.length))).collect();
    let listed: Vec<_> = row["text_chunks"].as_array().expect("chunks").iter().collect();
    let expected: Vec<_> =
        listed.iter().map(|c| (c["type"].as_str().unwrap().to_owned(), c["length"].as_u64().unwrap())).collect();
    assert_eq!(found, expected, "{file}");
    let card = [NewText::Card { keyword: png::Keyword::Chara, json: b"{}" }];
    let written = png::write(bytes, &card, &WriteOptions::default()).expect("written").bytes;
    let bare = png::strip(bytes, &WriteOptions::default()).expect("stripped").bytes;
    assert_eq!(png::strip(&written, &WriteOptions::default()).expect("stripped").bytes, bare, "{file}");
}
