//! MessagePack in a picture, as RisuAI of 2023 kept its cards: what it comes to is JSON within the limits, and the same as that JSON
//! written and read.
#![no_main]

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use cards_container::{Limits, risup};
use cards_container::png::{ChunkPolicy, Png};
use cards_json::Json;
use libfuzzer_sys::fuzz_target;

/// A chunk; its checksum may be wrong, which a reader of cards reports and reads around.
fn chunk(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
    [&(data.len() as u32).to_be_bytes()[..], kind, data, &[0; 4]].concat()
}

fuzz_target!(|bytes: &[u8]| {
    let header = chunk(b"IHDR", &[0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]);
    let text = chunk(b"tEXt", &[b"risuai\0", STANDARD.encode(bytes).as_bytes()].concat());
    let file = [b"\x89PNG\r\n\x1a\n", &header[..], &text, &chunk(b"IDAT", b""), &chunk(b"IEND", b"")].concat();
    let limits = Limits::default().with_json(1 << 12);
    let mut png = Png::open(&file[..], &ChunkPolicy::default(), &limits).expect("it is a PNG");
    let found = png.foreign().expect("bytes in memory");
    let [payload] = &found[..] else { panic!("{found:?}") };
    let json = match png.foreign_json(payload) {
        Ok(Some(json)) => json,
        Ok(None) => return,
        // A few bytes may come to more JSON than is taken.
        Err(error) => return assert_eq!(error.class(), "too-large", "{error}"),
    };
    assert!(json.len() as u64 <= limits.json);
    let text = String::from_utf8(json).expect("JSON is UTF-8");
    let value = Json::read(&text, &limits.for_json()).expect("MessagePack comes to JSON");
    // A key that is there twice has its last value, as it has for the client.
    assert_eq!(Json::read(&value.to_string(), &limits.for_json()).expect("it was written so"), value);
    // Presets are MessagePack twice over; whole numbers past 32 bits are floats there.
    let preset = risup::write(&value, risup::Packing::Permuted);
    risup::read(&preset.bytes, &Limits::default()).expect("it was written so");
});
