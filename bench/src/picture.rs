//! A card in a PNG: read in memory, read from a file, written.

use std::fs;
use std::hint::black_box;
use std::io::Cursor;
use std::ops::Range;
use std::path::Path;

use base64::Engine as _;
use base64_simd::{Out, STANDARD};

use crate::Outcome;
use crate::timing::row;

/// Times the small picture, `a`, or the big one, `b`.
pub fn run(job: &str, folder: &Path) -> Outcome {
    let path = folder.join(format!("{job}.png"));
    let (file, json) = (fs::read(&path)?, fs::read(folder.join(format!("{job}.json")))?);
    let bare = fs::read(folder.join(format!("base_{job}.png")))?;
    let text = card_text(&file).ok_or("the picture has no card")?.to_vec();

    let read = format!("{job}_read");
    row(&read, "limit: memory walk, base64-simd, sonic-rs value", || {
        card_text(&file).map(|text| value(&decoded(text)))
    });
    row(&read, "memory walk, base64, serde_json value", || {
        let json = base64::engine::general_purpose::STANDARD.decode(card_text(&file).unwrap_or_default());
        json.map(|json| serde_json::from_slice::<serde_json::Value>(&json))
    });
    row(&read, "png crate, base64, serde_json value", || with_png(&file));
    row(&read, "part: walk only", || card_text(black_box(&file)).map(<[u8]>::len));
    row(&read, "part: checksum of every chunk", || {
        let mut all = 0;
        walk(&file, |_, data| all ^= file.get(data.start - 4..data.end).map_or(0, crc32fast::hash));
        all
    });
    row(&read, "part: copy of the file", || file.clone());
    row(&read, "part: base64-simd", || decoded(&text));
    row(&read, "part: UTF-8 check", || simdutf8::basic::from_utf8(&json).map(str::len));
    row(&read, "part: sonic-rs value", || value(&json));
    row(&read, "part: serde_json value", || serde_json::from_slice::<serde_json::Value>(&json));

    let from_file = format!("{job}_readfile");
    row(&from_file, "limit: headers and text, base64-simd, sonic-rs value", || {
        card_text_of(&path).ok().flatten().map(|text| value(&decoded(&text)))
    });
    row(&from_file, "whole file, the same", || {
        let file = fs::read(&path).unwrap_or_default();
        card_text(&file).map(|text| value(&decoded(text)))
    });
    row(&from_file, "part: whole file", || fs::read(&path));

    row(&format!("{job}_write"), "limit: base64-simd, checksum, one copy", || written(&bare, &json));
    Ok(())
}

/// The JSON of a text of base64.
pub fn decoded(text: &[u8]) -> Vec<u8> {
    STANDARD.decode_to_vec(text).unwrap_or_default()
}

/// The value of a JSON.
pub fn value(json: &[u8]) -> Option<sonic_rs::Value> {
    sonic_rs::from_slice(json).ok()
}

/// Walks the chunks of a picture: kind, and where the data stands.
fn walk(png: &[u8], mut take: impl FnMut(&[u8], Range<usize>)) {
    let mut at = 8;
    while let Some(length) = png.get(at..).and_then(|rest| rest.first_chunk::<4>()) {
        let data = at + 8..at + 8 + u32::from_be_bytes(*length) as usize;
        let (Some(kind), true) = (png.get(at + 4..at + 8), data.end + 4 <= png.len()) else { break };
        take(kind, data.clone());
        at = data.end + 4;
    }
}

/// The text of the card that counts: `ccv3` before `chara`.
fn card_text(png: &[u8]) -> Option<&[u8]> {
    let (mut v2, mut v3) = (None, None);
    walk(png, |kind, data| {
        if kind == b"tEXt" {
            let text = png.get(data).unwrap_or_default();
            if let Some(text) = text.strip_prefix(b"ccv3\0") {
                v3 = Some(text);
            } else if let Some(text) = text.strip_prefix(b"chara\0") {
                v2 = Some(text);
            }
        }
    });
    v3.or(v2)
}

/// The same from a file, of which chunk headers and the one text are read.
pub fn card_text_of(path: &Path) -> std::io::Result<Option<Vec<u8>>> {
    use std::os::unix::fs::FileExt as _;
    let file = fs::File::open(path)?;
    // A header, and the keyword of a text.
    let mut head = [0; 16];
    let (mut at, mut best) = (8, None::<(u8, u64, usize)>);
    loop {
        if file.read_at(&mut head, at)? < 8 {
            break;
        }
        let [a, b, c, d, kind @ .., _, _, _, _, _, _, _, _] = head;
        let length = u32::from_be_bytes([a, b, c, d]);
        if &kind == b"IEND" {
            break;
        }
        let keyword = &head[8..];
        if &kind == b"tEXt" && keyword.starts_with(b"ccv3\0") {
            best = Some((3, at + 13, length as usize - 5));
        } else if &kind == b"tEXt" && keyword.starts_with(b"chara\0") && best.is_none_or(|(rank, ..)| rank < 3) {
            best = Some((2, at + 14, length as usize - 6));
        }
        at += 12 + u64::from(length);
    }
    let Some((_, at, length)) = best else { return Ok(None) };
    let mut text = vec![0; length];
    file.read_exact_at(&mut text, at)?;
    Ok(Some(text))
}

/// The picture with the card in front of its end.
fn written(bare: &[u8], json: &[u8]) -> Vec<u8> {
    let (front, end) = bare.split_at(bare.len() - 12);
    let mut out = Vec::with_capacity(bare.len() + json.len() * 4 / 3 + 64);
    out.extend_from_slice(front);
    let at = out.len();
    out.extend_from_slice(&[0; 4]);
    out.extend_from_slice(b"tEXtccv3\0");
    let text = out.len();
    out.resize(text + STANDARD.encoded_length(json.len()), 0);
    let _ = STANDARD.encode(json, Out::from_slice(&mut out[text..]));
    let length = u32::try_from(out.len() - at - 8).unwrap_or_default();
    out[at..at + 4].copy_from_slice(&length.to_be_bytes());
    let checksum = crc32fast::hash(&out[at + 4..]);
    out.extend_from_slice(&checksum.to_be_bytes());
    out.extend_from_slice(end);
    out
}

/// A card read as several programs do it: the picture decoded to its end, base64 and JSON by the common packages.
fn with_png(file: &[u8]) -> Option<serde_json::Value> {
    let mut reader = png::Decoder::new(Cursor::new(file)).read_info().ok()?;
    reader.finish().ok()?;
    let texts = &reader.info().uncompressed_latin1_text;
    let text = ["ccv3", "chara"].iter().find_map(|name| texts.iter().find(|text| text.keyword == *name))?;
    let json = base64::engine::general_purpose::STANDARD.decode(&text.text).ok()?;
    serde_json::from_slice(&json).ok()
}
