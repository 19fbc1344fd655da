//! Files built from the description in a vector row, with nothing of the library under test.

use std::io::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::{Compression, Crc, write::DeflateEncoder, write::ZlibEncoder};
use serde_json::Value;

/// The PNG that a row's `chunks` describe, damaged as the row says.
pub fn png(input: &Value) -> Option<Vec<u8>> {
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    for chunk in input.get("chunks")?.as_array()? {
        let name = chunk.get("name")?.as_str()?;
        put_chunk(&mut file, name.as_bytes(), &chunk_data(name, chunk)?);
    }
    let number = |key| input.get(key).and_then(Value::as_u64).and_then(|n| usize::try_from(n).ok());
    if let Some(back) = number("corrupt_crc_at") {
        // The last byte is no place before the end.
        let at = file.len().checked_sub(back)?.checked_sub(1)?;
        *file.get_mut(at)? ^= 1;
    }
    if let Some(count) = number("truncate") {
        file.truncate(file.len().saturating_sub(count));
    }
    if let Some(hex) = input.get("append_hex").and_then(Value::as_str) {
        file.extend(unhex(hex)?);
    }
    Some(file)
}

fn chunk_data(name: &str, chunk: &Value) -> Option<Vec<u8>> {
    if let Some(hex) = chunk.get("hex") {
        return unhex(hex.as_str()?);
    }
    let Some(keyword) = chunk.get("keyword") else {
        return Some(if name == "IHDR" { vec![0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0] } else { Vec::new() });
    };
    let text = match (chunk.get("text"), chunk.get("b64_of")) {
        (Some(text), _) => latin1(text.as_str()?)?,
        (None, Some(text)) => STANDARD.encode(text.as_str()?).into_bytes(),
        (None, None) => return None,
    };
    let mut data = latin1(keyword.as_str()?)?;
    data.push(0);
    match name {
        "zTXt" => {
            data.push(0);
            let mut zlib = ZlibEncoder::new(data, Compression::default());
            zlib.write_all(&text).ok()?;
            return zlib.finish().ok();
        }
        "iTXt" => data.extend_from_slice(&[0, 0, 0, 0]),
        _ => {}
    }
    data.extend(text);
    Some(data)
}

fn put_chunk(file: &mut Vec<u8>, name: &[u8], data: &[u8]) {
    let mut crc = Crc::new();
    crc.update(name);
    crc.update(data);
    file.extend_from_slice(&(data.len() as u32).to_be_bytes());
    file.extend_from_slice(name);
    file.extend_from_slice(data);
    file.extend_from_slice(&crc.sum().to_be_bytes());
}

/// The archive that a row's `files` describe.
pub fn archive(input: &Value) -> Option<Vec<u8>> {
    let mut zip = Vec::new();
    let mut directory = Vec::new();
    let files = input.get("files")?.as_array()?;
    for file in files {
        let name = file.get("path")?.as_str()?.as_bytes();
        let data = match (file.get("text"), file.get("json")) {
            (Some(text), _) => text.as_str()?.as_bytes().to_vec(),
            (None, json) => serde_json::to_vec(json?).ok()?,
        };
        let stored = file.get("stored").and_then(Value::as_bool) == Some(true);
        let offset = (zip.len() as u32).to_le_bytes();
        let (head, body) = entry_head(name, &data, stored)?;
        zip.extend_from_slice(b"PK\x03\x04");
        zip.extend_from_slice(&head);
        zip.extend_from_slice(name);
        zip.extend_from_slice(&body);
        directory.extend_from_slice(b"PK\x01\x02\x14\0");
        directory.extend_from_slice(&head);
        directory.extend_from_slice(&[0; 10]);
        directory.extend_from_slice(&offset);
        directory.extend_from_slice(name);
    }
    let (size, offset) = (directory.len() as u32, zip.len() as u32);
    zip.extend(directory);
    zip.extend_from_slice(b"PK\x05\x06\0\0\0\0");
    zip.extend_from_slice(&(files.len() as u16).to_le_bytes());
    zip.extend_from_slice(&(files.len() as u16).to_le_bytes());
    zip.extend_from_slice(&size.to_le_bytes());
    zip.extend_from_slice(&offset.to_le_bytes());
    zip.extend_from_slice(&[0, 0]);
    let mut all = input.get("prefix_text").and_then(Value::as_str).unwrap_or_default().as_bytes().to_vec();
    all.extend(zip);
    let cut = input.get("truncate").and_then(Value::as_u64).unwrap_or_default() as usize;
    all.truncate(all.len().saturating_sub(cut));
    Some(all)
}

/// The part that both headers of an entry share, and its packed bytes.
fn entry_head(name: &[u8], data: &[u8], stored: bool) -> Option<(Vec<u8>, Vec<u8>)> {
    let body = if stored {
        data.to_vec()
    } else {
        let mut deflate = DeflateEncoder::new(Vec::new(), Compression::default());
        deflate.write_all(data).ok()?;
        deflate.finish().ok()?
    };
    let mut crc = Crc::new();
    crc.update(data);
    let mut head = Vec::new();
    for value in [20_u16, 0x800, if stored { 0 } else { 8 }, 0, 0x21] {
        head.extend_from_slice(&value.to_le_bytes());
    }
    for value in [crc.sum(), body.len() as u32, data.len() as u32] {
        head.extend_from_slice(&value.to_le_bytes());
    }
    head.extend_from_slice(&(name.len() as u16).to_le_bytes());
    head.extend_from_slice(&[0, 0]);
    Some((head, body))
}

fn latin1(text: &str) -> Option<Vec<u8>> {
    text.chars().map(|c| u8::try_from(u32::from(c)).ok()).collect()
}

fn unhex(hex: &str) -> Option<Vec<u8>> {
    let digits: Vec<u8> = hex.chars().map(|c| c.to_digit(16).map(|d| d as u8)).collect::<Option<_>>()?;
    Some(digits.chunks_exact(2).map(|pair| pair.iter().fold(0, |value, digit| value << 4 | digit)).collect())
}
