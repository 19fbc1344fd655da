//! Files of scripts.

use cards_json::Json;
use cards_script::{Limits, risu, sillytavern};

fn json(text: &str) -> Json {
    Json::read(text, &cards_json::Limits::default()).expect("the test has JSON")
}

#[test]
fn files_are_read_and_written() {
    let limits = Limits::default();
    let one = r#"{"scriptName":"a","findRegex":"x","mine":[1]}"#;
    let read = sillytavern::Script::file_from_json(&json(one), &limits).unwrap();
    assert_eq!(read[0].to_json().get("mine"), Some(&json("[1]")));
    assert_eq!(sillytavern::Script::from_json(&read[0].to_json()), read[0]);
    let list = sillytavern::Script::file_from_json(&json(&format!("[{one},{one}]")), &limits).unwrap();
    assert_eq!(list.len(), 2);

    let file = r#"{"type":"regex","data":[{"comment":"a","in":"x","out":"y","type":"editinput","ableFlag":true,"flag":"gi"}]}"#;
    let read = risu::Script::file_from_json(&json(file), &limits).unwrap();
    assert_eq!(risu::Script::file_to_json(&read), json(file));
    assert_eq!(risu::Script::list_from_json(&json("{}")), []);
    assert_eq!(sillytavern::Script::list_from_json(&json("7")), []);
}

#[test]
fn other_files_are_refused() {
    let limits = Limits::default();
    let error = sillytavern::Script::file_from_json(&json("[1]"), &limits).unwrap_err();
    assert_eq!(
        error.to_string(),
        "no regex scripts: an array; expected a script with `findRegex`, or a list of scripts"
    );
    let error = sillytavern::Script::file_from_json(&json(r#"[{"findRegex":"a"}]"#), &limits).unwrap_err();
    assert_eq!(error.to_string(), "script 1 has no `scriptName`, and SillyTavern takes no script without one");
    let error = risu::Script::file_from_json(&json("{}"), &limits).unwrap_err();
    assert_eq!(
        error.to_string(),
        "no regex scripts: an object; expected an object with `type` \"regex\" and a list `data`"
    );
}
