//! Files made from recipes: a container written down as JSON, odd on purpose.

use std::io::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD, URL_SAFE};
use serde_json::Value;

/// Bakes a file: `{"png": {…}}` or `{"zip": {…}}`.
pub(crate) fn bake(recipe: &Value) -> Vec<u8> {
    match (recipe.get("png"), recipe.get("zip")) {
        (Some(png), _) => self::png(png),
        (_, Some(zip)) => self::zip(zip),
        _ => panic!("a recipe has `png` or `zip`"),
    }
}

/// A value as the bytes of a file: text as it is, `{"hex": …}` as bytes, anything else as JSON.
fn bytes(value: &Value) -> Vec<u8> {
    match (value.as_str(), value.get("hex").and_then(Value::as_str)) {
        (Some(text), _) => text.as_bytes().to_vec(),
        (_, Some(hex)) => (0..hex.len() / 2).map(|i| u8::from_str_radix(&hex[i * 2..i * 2 + 2], 16).unwrap()).collect(),
        _ => value.to_string().into_bytes(),
    }
}

fn png(png: &Value) -> Vec<u8> {
    let mut out = b"\x89PNG\r\n\x1a\n".to_vec();
    let side = |name: &str| png.get(name).and_then(Value::as_u64).unwrap_or(1) as u32;
    let mut header = Vec::new();
    header.extend(side("width").to_be_bytes());
    header.extend(side("height").to_be_bytes());
    header.extend([8, 0, 0, 0, 0]);
    if png.get("no_header").is_none() {
        chunk(&mut out, b"IHDR", &header, true);
    }
    chunks(&mut out, &png["chunks"]);
    if png.get("garbled").is_some() {
        out.extend([0, 0, 0, 1, 1, 2, 3, 4, 0, 0, 0, 0, 0]);
    }
    chunk(&mut out, b"IDAT", &[0x78, 0x9c, 0x62, 0x60, 0, 0, 0, 2, 0, 1], true);
    chunk(&mut out, b"IEND", b"", true);
    chunks(&mut out, &png["after_end"]);
    out.extend(png.get("trailing").map(bytes).unwrap_or_default());
    if let Some(cut) = png.get("cut").and_then(Value::as_u64) {
        out.truncate(out.len() - cut as usize);
    }
    out
}

fn chunks(out: &mut Vec<u8>, all: &Value) {
    for row in all.as_array().into_iter().flatten() {
        let card = bytes(&row["data"]);
        let text = match row.get("as").and_then(Value::as_str) {
            None => STANDARD.encode(&card).into_bytes(),
            Some("url") => URL_SAFE.encode(&card).into_bytes(),
            Some("no-padding") => STANDARD_NO_PAD.encode(&card).into_bytes(),
            Some("text") => card.clone(),
            Some(other) => panic!("no encoding {other}"),
        };
        let kind = row.get("type").and_then(Value::as_str).unwrap_or("tEXt");
        // A chunk without a keyword is written as it is.
        let Some(keyword) = row.get("keyword").and_then(Value::as_str) else {
            chunk(out, kind.as_bytes(), &card, row.get("crc").is_none());
            continue;
        };
        let mut data = keyword.as_bytes().to_vec();
        data.push(0);
        if kind == "iTXt" {
            data.extend([0; 4]);
        }
        if kind == "zTXt" {
            data.push(0);
            let mut packer = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::default());
            packer.write_all(&text).unwrap();
            data.extend(packer.finish().unwrap());
        } else {
            data.extend(text);
        }
        chunk(out, kind.as_bytes(), &data, row.get("crc").is_none());
    }
}

fn chunk(out: &mut Vec<u8>, kind: &[u8], data: &[u8], right: bool) {
    out.extend((data.len() as u32).to_be_bytes());
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(kind);
    hasher.update(data);
    let crc = hasher.finalize();
    out.extend(kind);
    out.extend(data);
    out.extend(if right { crc } else { !crc }.to_be_bytes());
}

fn zip(zip: &Value) -> Vec<u8> {
    let mut out = Vec::new();
    let mut directory = Vec::new();
    let entries = zip["entries"].as_array().unwrap();
    for entry in entries {
        let name = bytes(&entry["name"]);
        let data = entry.get("data").map(bytes).unwrap_or_default();
        let flags: u16 = if entry.get("encrypted").is_some() { 1 } else { 0 };
        let size = entry.get("claims").and_then(Value::as_u64).unwrap_or(data.len() as u64) as u32;
        let offset = out.len() as u32;
        let mut shared = Vec::new();
        for number in [20, flags, 0, 0, 0x21] {
            shared.extend(u16::to_le_bytes(number));
        }
        for number in [crc32fast::hash(&data), data.len() as u32, size] {
            shared.extend(number.to_le_bytes());
        }
        shared.extend((name.len() as u16).to_le_bytes());
        shared.extend(0_u16.to_le_bytes());
        out.extend(b"PK\x03\x04");
        out.extend(&shared);
        out.extend(&name);
        out.extend(&data);
        directory.extend(b"PK\x01\x02");
        directory.extend(20_u16.to_le_bytes());
        directory.extend(&shared);
        directory.extend([0; 10]);
        directory.extend(offset.to_le_bytes());
        directory.extend(&name);
    }
    let count = zip.get("counts").and_then(Value::as_u64).unwrap_or(entries.len() as u64) as u16;
    let start = out.len() as u32;
    out.extend(&directory);
    out.extend(b"PK\x05\x06\0\0\0\0");
    out.extend(count.to_le_bytes());
    out.extend(count.to_le_bytes());
    out.extend((directory.len() as u32).to_le_bytes());
    out.extend(start.to_le_bytes());
    out.extend([0, 0]);
    out.extend(zip.get("suffix").map(bytes).unwrap_or_default());
    let mut all = zip.get("prefix").map(bytes).unwrap_or_default();
    all.extend(out);
    all
}
