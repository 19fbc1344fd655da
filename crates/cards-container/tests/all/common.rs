//! Small builders of PNG files, for the tests.
#![allow(dead_code, reason = "each test binary uses its own part")]

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// One chunk with a right checksum.
pub(crate) fn chunk(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let mut out = (data.len() as u32).to_be_bytes().to_vec();
    out.extend_from_slice(kind);
    out.extend_from_slice(data);
    let crc = crc32fast::hash(&out[4..]);
    out.extend_from_slice(&crc.to_be_bytes());
    out
}

/// A file made of chunks.
pub(crate) fn file(chunks: &[Vec<u8>]) -> Vec<u8> {
    let mut out = b"\x89PNG\r\n\x1a\n".to_vec();
    for chunk in chunks {
        out.extend_from_slice(chunk);
    }
    out
}

pub(crate) fn ihdr() -> Vec<u8> {
    chunk(b"IHDR", &[0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0])
}

/// The only pixel, deflated.
pub(crate) fn idat() -> Vec<u8> {
    let mut z = flate2::Compress::new(flate2::Compression::fast(), true);
    let mut out = Vec::with_capacity(64);
    z.compress_vec(&[0, 0x80], &mut out, flate2::FlushCompress::Finish).expect("a small stream");
    chunk(b"IDAT", &out)
}

pub(crate) fn iend() -> Vec<u8> {
    chunk(b"IEND", &[])
}

pub(crate) fn b64(json: &str) -> Vec<u8> {
    STANDARD.encode(json).into_bytes()
}

/// A `tEXt` chunk.
pub(crate) fn text(keyword: &str, text: &[u8]) -> Vec<u8> {
    chunk(b"tEXt", &[keyword.as_bytes(), b"\0", text].concat())
}

/// A `zTXt` chunk.
pub(crate) fn ztext(keyword: &str, text: &[u8]) -> Vec<u8> {
    chunk(b"zTXt", &[keyword.as_bytes(), b"\0\0", &deflate(text)].concat())
}

/// An `iTXt` chunk, deflated or not.
pub(crate) fn itext(keyword: &str, text: &[u8], deflated: bool) -> Vec<u8> {
    let body = if deflated { deflate(text) } else { text.to_vec() };
    chunk(b"iTXt", &[keyword.as_bytes(), &[0, deflated as u8, 0], b"en\0title\0", &body].concat())
}

fn deflate(data: &[u8]) -> Vec<u8> {
    use std::io::Write;
    let mut z = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::default());
    z.write_all(data).and_then(|()| z.finish()).expect("memory")
}

/// The shared folder with the corpus, or `None` with a message.
pub(crate) fn shared() -> Option<std::path::PathBuf> {
    let path = std::env::var_os("CARDS_SHARED").map(std::path::PathBuf::from);
    let path = path.unwrap_or_else(|| std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"));
    if path.join("corpus").is_dir() {
        return Some(path);
    }
    println!("skipped: no shared folder; set CARDS_SHARED to it");
    None
}

/// One file of a hand-made archive.
#[derive(Clone)]
pub(crate) struct Packed {
    pub(crate) name: Vec<u8>,
    pub(crate) data: Vec<u8>,
    pub(crate) deflate: bool,
    pub(crate) flags: u16,
    pub(crate) mode: u32,
    pub(crate) claim: Option<u32>,
}

impl Packed {
    pub(crate) fn new(name: &str, data: &[u8]) -> Self {
        let (name, data) = (name.as_bytes().to_vec(), data.to_vec());
        Self { name, data, deflate: false, flags: 0, mode: 0, claim: None }
    }

    pub(crate) fn deflated(self) -> Self {
        Self { deflate: true, ..self }
    }
}

/// A hand-made archive: bytes in front, whether the offsets count them, and how many entries the end record claims.
pub(crate) fn archive_with(files: &[Packed], prefix: &[u8], adjusted: bool, count: Option<u16>) -> Vec<u8> {
    let (mut out, mut directory) = (prefix.to_vec(), Vec::new());
    let shift = if adjusted { 0 } else { prefix.len() };
    for file in files {
        let body = if file.deflate { raw_deflate(&file.data) } else { file.data.clone() };
        let mut head = Vec::new();
        for v in [20, file.flags, if file.deflate { 8 } else { 0 }, 0, 0x21] {
            head.extend_from_slice(&v.to_le_bytes());
        }
        let size = file.claim.unwrap_or(file.data.len() as u32);
        for v in [crc32fast::hash(&file.data), body.len() as u32, size] {
            head.extend_from_slice(&v.to_le_bytes());
        }
        head.extend_from_slice(&(file.name.len() as u16).to_le_bytes());
        head.extend_from_slice(&[0, 0]);
        let offset = (out.len() - shift) as u32;
        out.extend_from_slice(b"PK\x03\x04");
        out.extend_from_slice(&head);
        out.extend_from_slice(&file.name);
        out.extend_from_slice(&body);
        directory.extend_from_slice(b"PK\x01\x02\x14\x03");
        directory.extend_from_slice(&head);
        directory.extend_from_slice(&[0; 6]);
        directory.extend_from_slice(&(file.mode << 16).to_le_bytes());
        directory.extend_from_slice(&offset.to_le_bytes());
        directory.extend_from_slice(&file.name);
    }
    let count = count.unwrap_or(files.len() as u16);
    let offset = (out.len() - shift) as u32;
    out.extend_from_slice(&directory);
    out.extend_from_slice(b"PK\x05\x06\0\0\0\0");
    out.extend_from_slice(&count.to_le_bytes());
    out.extend_from_slice(&count.to_le_bytes());
    out.extend_from_slice(&(directory.len() as u32).to_le_bytes());
    out.extend_from_slice(&offset.to_le_bytes());
    out.extend_from_slice(&[0, 0]);
    out
}

pub(crate) fn archive(files: &[Packed]) -> Vec<u8> {
    archive_with(files, b"", true, None)
}

fn raw_deflate(data: &[u8]) -> Vec<u8> {
    use std::io::Write;
    let mut z = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::default());
    z.write_all(data).and_then(|()| z.finish()).expect("memory")
}

/// Puts a comment to the end of an archive without one.
pub(crate) fn with_comment(mut archive: Vec<u8>, comment: &[u8]) -> Vec<u8> {
    let at = archive.len() - 2;
    archive[at..].copy_from_slice(&(comment.len() as u16).to_le_bytes());
    archive.extend_from_slice(comment);
    archive
}
