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
