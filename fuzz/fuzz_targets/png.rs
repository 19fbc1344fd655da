//! PNG: memory and file are read alike, and what is written reads back with nothing else changed.
#![no_main]

use std::io::Cursor;

use cards_container::png::{ChunkPolicy, Keyword, NewText, Png, WriteOptions, strip, write, write_to};
use cards_container::{Limits, Seekable, Source};
use libfuzzer_sys::fuzz_target;

fn seen(source: impl Source) -> String {
    match Png::open(source, &ChunkPolicy::lenient(), &Limits::default()) {
        Err(e) => format!("{e:?}"),
        Ok(mut png) => {
            let choice = png.choose(|_| Ok(()));
            format!("{:?} {:?} {:?} {choice:?}", png.chunks(), png.candidates(), png.findings())
        }
    }
}

fn file(data: &[u8]) -> Seekable<Cursor<&[u8]>> {
    Seekable::new(Cursor::new(data)).expect("memory seeks")
}

fuzz_target!(|data: &[u8]| {
    assert_eq!(seen(data), seen(file(data)));
    let options = WriteOptions::default();
    let json = br#"{"name":"Aria"}"#;
    let new = [NewText::Card { keyword: Keyword::Chara, json }];
    let Ok(written) = write(data, &new, &options) else { return };
    let choice = Png::open(written.bytes.as_slice(), &ChunkPolicy::lenient(), &Limits::default())
        .and_then(|mut png| png.choose(|_| Ok(())))
        .expect("what was written reads");
    assert_eq!(choice.payload.bytes, json);
    let mut streamed = Vec::new();
    write_to(file(data), &new, &options, &mut streamed).expect("the same from a file");
    assert_eq!(streamed, written.bytes);
    // Taking the card out leaves what taking it out of the old file leaves.
    let bare = |bytes: &[u8]| strip(bytes, &options).expect("it was read before").bytes;
    assert_eq!(bare(&written.bytes), bare(data));
});
