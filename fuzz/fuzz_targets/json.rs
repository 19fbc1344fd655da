//! Reads any text. The oracle: no panic; passing over a value takes what reading it takes, and ends where it ends; what
//! was written reads back as the same value, in every layout.
#![no_main]

use cards_json::{Json, Limits, Reader, Style, strict_text};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let limits = Limits::default();
    let _ = strict_text(text);
    let mut reader = Reader::with_oddities(text, &limits, Vec::new());
    let mut skipper = Reader::new(text, &limits);
    let (read, passed) = (reader.json(), skipper.skip());
    let Ok(value) = read else {
        return;
    };
    assert!(passed.is_ok(), "what was read is passed over");
    assert_eq!(reader.offset(), skipper.offset());
    for style in [Style::Compact, Style::Pretty(2), Style::Tabs] {
        assert_eq!(Json::read(&value.to_text(style), &Limits::unbounded()).as_ref(), Ok(&value));
    }
});
