//! Forms of other programs: what is lost stood in the original, what is made reads again, and YAML comes to JSON.
#![no_main]

use cards_container::{Limits, load, yaml};
use cards_model::{Content, Json};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let limits = Limits::default().with_json(1 << 20);
    if let Ok(text) = std::str::from_utf8(data)
        && let Ok(json) = yaml::to_json(text, &limits)
    {
        assert!(json.len() as u64 <= limits.json);
        let json = String::from_utf8(json).expect("JSON is UTF-8");
        Json::read(&json, &limits.for_json().with_values(u64::MAX)).expect("YAML comes to JSON");
    }
    let Ok(loaded) = load(data, &limits) else { return };
    let Some(origin) = loaded.document.origin() else { return };
    for loss in &origin.loss {
        assert!(origin.original.at(&loss.pointer).is_some(), "{}", loss.pointer);
    }
    let again = Content::from_json(&loaded.document.content.to_json()).expect("what was made reads");
    assert_eq!(again, loaded.document.content);
});
