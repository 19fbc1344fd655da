//! Reads any bytes. The oracle: no panic; an untouched document of a form that we write gives the very bytes it came from; its content alone
//! reads back as itself; what strict reading passes, lenient and relaxed reading pass with the same content.
#![no_main]

use cards_model::{Document, Grammar, Limits, Style};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let limits = Limits::default();
    let lenient = Document::read(bytes, &limits);
    let relaxed = Document::read_with(bytes, Grammar::Relaxed, &limits);
    if Document::read_strict(bytes, &limits).is_ok() {
        assert!(lenient.is_ok());
    }
    let Ok(document) = lenient else {
        return;
    };
    assert_eq!(relaxed.expect("relaxed reading takes strict JSON").content, document.content);
    let anew = document.to_text(Style::Compact);
    // The form of another program is written as what was made of it.
    let written = if document.origin().is_some() { anew.as_bytes() } else { bytes };
    assert_eq!(document.to_bytes(), written);
    let again = Document::read(anew.as_str(), &limits).expect("what was written is read");
    assert_eq!(again.to_text(Style::Compact), anew);
    let _ = document.content.lorebook();
    let _ = document.content.world_info();
});
