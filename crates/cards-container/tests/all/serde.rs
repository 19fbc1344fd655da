//! Answers as plain data.

use cards_container::{FileKind, Finding, Limits, Place, open, png};
use serde_json::json;

#[test]
fn findings_errors_and_kinds_are_plain_data() {
    let error = open(&b"{\n  \"name\": \"Aria\",\n  oops\n}"[..], Limits::default())
        .and_then(|mut file| file.load())
        .expect_err("no JSON");
    let found = serde_json::to_value(&error).expect("data");
    assert_eq!((&found["class"], &found["line"], &found["column"]), (&json!("bad-json"), &json!(3), &json!(3)));
    assert_eq!(found["message"], error.chain());
    let place = Place::Chunk { name: "tEXt chara".to_owned(), offset: 33 };
    let finding = Finding::PlainJson { place };
    let expected = json!({
        "code": "plain-json",
        "place": "chunk `tEXt chara` at byte 33",
        "message": "chunk `tEXt chara` at byte 33 holds JSON text without base64; most programs cannot read it",
    });
    assert_eq!(serde_json::to_value(&finding).expect("data"), expected);
    assert_eq!(serde_json::to_value(Finding::NoHeader).expect("data")["place"], json!(null));
    let kinds = (FileKind::Charx, png::Keyword::Ccv3, png::Program::Ginger);
    assert_eq!(serde_json::to_value(kinds).expect("data"), json!(["CHARX", "ccv3", "Ginger"]));
}
