//! Reads any text, half typed or not. The oracle: no problem means JSON and every value its place; what was mended is JSON;
//! a change that is followed, in a string or elsewhere, gives what reading anew gives; offsets through escapes go there and back.
#![no_main]

use cards_json::{Escapes, Json, Limits, Outline, strict_text};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (&str, usize, &str)| {
    let (text, from, new) = input;
    let limits = Limits::default();
    let mut outline = Outline::read(text, &limits);
    assert_eq!(outline.problems().is_empty(), Json::read(&strict_text(text), &limits).is_ok());
    let mended = outline.mended(text);
    assert!(mended.is_empty() || Json::read(&mended, &Limits::unbounded()).is_ok(), "{mended}");
    for (at, node) in outline.nodes().iter().enumerate() {
        assert!(text.get(node.span.clone()).is_some());
        if let Some(inside) = outline.inside(at) {
            let map = Escapes::of(&text[inside]);
            assert!(map.text().char_indices().all(|(at, _)| map.to_text(map.to_file(at)) == at));
        }
    }
    let Some(start) = text.char_indices().map(|(at, _)| at).nth(from % (text.len() + 1)) else { return };
    let mut changed = text.to_owned();
    changed.insert_str(start, new);
    let anew = Outline::read(&changed, &limits);
    let mut again = outline.clone();
    again.reread(&changed, &(start..start), new.len(), &limits);
    assert_eq!(again, anew);
    if outline.edit(&changed, &(start..start), new.len(), &limits).is_some() {
        assert_eq!(outline, anew);
    }
});
