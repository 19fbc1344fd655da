//! Forms of other programs: what is lost was in the original, what is made and what is written read again, a picture is
//! stripped once and for all, and YAML comes to JSON and back.
#![no_main]

use cards_container::{Limits, open, strip_picture, yaml};
use cards_model::convert::{Options, WrittenForm};
use cards_model::{Content, Document, Json};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let limits = Limits::default().with_json(1 << 20);
    if let Ok(text) = std::str::from_utf8(data)
        && let Ok(json) = yaml::to_json(text, &limits)
    {
        assert!(json.len() as u64 <= limits.json);
        let json = String::from_utf8(json).expect("JSON is UTF-8");
        let value = Json::read(&json, &limits.for_json().with_values(u64::MAX)).expect("YAML comes to JSON");
        let names_are_short = value.as_object().is_none_or(|all| all.iter().all(|(name, _)| name.len() < 256));
        if let Ok(again) = yaml::to_json(&yaml::from_json(&value), &limits)
            && names_are_short
        {
            assert_eq!(String::from_utf8(again).expect("JSON is UTF-8"), value.to_string());
        }
    }
    if let Ok(stripped) = strip_picture(data, &limits) {
        assert_eq!(strip_picture(&stripped.bytes, &limits).expect("the same kind").bytes, stripped.bytes);
    }
    let Ok(loaded) = open(data, &limits).and_then(|mut file| file.load()) else { return };
    for form in WrittenForm::ALL {
        let Some(made) = loaded.document.content.to_foreign(*form, &Options::default()) else { continue };
        let Ok(read) = Document::read(made.value.to_string(), &limits.for_json()) else { continue };
        if form.is_lorebook() {
            let again = read.content.to_foreign(*form, &Options::default()).expect("a lorebook");
            assert_eq!(again.value, made.value, "{form:?}");
        } else {
            let name = |document: &Document| document.card().expect("a card").name().to_owned();
            assert_eq!(name(&read), name(&loaded.document), "{form:?}");
        }
    }
    let Some(origin) = loaded.document.origin() else { return };
    for loss in &origin.loss {
        assert!(origin.original.at(&loss.pointer).is_some(), "{}", loss.pointer);
    }
    let again = Content::from_json(&loaded.document.content.to_json()).expect("what was made reads");
    assert_eq!(again, loaded.document.content);
});
