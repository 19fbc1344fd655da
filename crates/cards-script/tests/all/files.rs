//! Files of scripts.

use cards_json::Json;
use cards_script::{Limits, ScriptFile, risu, sillytavern};

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
    let list = risu::Script::list_from_json(json(file).get("data").unwrap());
    assert_eq!(list, read);
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
    let nothing = sillytavern::Script::file_from_json(&json("{}"), &limits).unwrap_err();
    assert!(nothing.to_string().starts_with("no regex scripts: an object"), "{nothing}");
    assert_eq!(error.to_string(), "script 1 has no `scriptName`, and SillyTavern takes no script without one");
    let error =
        sillytavern::Script::file_from_json(&json(r#"[{"scriptName":"a"},{"scriptName":""}]"#), &limits).unwrap_err();
    assert!(error.to_string().starts_with("script 2 has no `scriptName`"), "{error}");
    let error = risu::Script::file_from_json(&json("{}"), &limits).unwrap_err();
    assert_eq!(
        error.to_string(),
        "no regex scripts: an object; expected an object with `type` \"regex\" and a list `data`"
    );
}

/// What the client has to find, or it breaks, is not made up.
#[test]
fn absent_members_stay_absent() {
    let written = sillytavern::Script::from_json(&json("{}")).to_json();
    let names: Vec<&str> = written.as_object().unwrap().iter().map(|(name, _)| name).collect();
    let always = ["findRegex", "disabled", "markdownOnly", "promptOnly", "runOnEdit", "substituteRegex", "minDepth"];
    assert_eq!(names, [&always[..], &["maxDepth"]].concat());
    let written = risu::Script::from_json(&json("{}")).to_json();
    assert!(written.get("flag").is_none() && written.get("ableFlag") == Some(&json("false")));
}

/// Source: ECMAScript 2025, 7.1.2, `ToBoolean`, and 7.1.4, `ToNumber`.
#[test]
fn members_are_read_as_javascript_reads_them() {
    for (value, is_yes) in [
        ("true", true),
        ("false", false),
        ("null", false),
        ("\"\"", false),
        ("\"0\"", true),
        ("0", false),
        ("-0.0", false),
        ("2", true),
        ("[]", true),
        ("{}", true),
    ] {
        let script = sillytavern::Script::from_json(&json(&format!("{{\"disabled\":{value}}}")));
        assert_eq!(script.disabled, is_yes, "{value}");
    }
    for (value, number) in [
        ("3", Some(3.0)),
        ("\" 3 \"", Some(3.0)),
        ("\" \"", Some(0.0)),
        ("true", Some(1.0)),
        ("null", None),
        ("\"three\"", None),
        ("\"nan\"", None),
    ] {
        let script = sillytavern::Script::from_json(&json(&format!("{{\"minDepth\":{value}}}")));
        assert_eq!(script.min_depth, number, "{value}");
    }
}

#[test]
fn a_file_of_either_client_says_what_is_in_it() {
    let limits = Limits::default();
    let long = "x".repeat(41);
    let sillytavern = format!(
        r#"[{{"scriptName":"a","findRegex":"a\nb","replaceString":"{long}"}},{{"scriptName":"b","findRegex":"c","disabled":true}}]"#
    );
    let risu = r#"{"type":"regex","data":[{"comment":"b","in":"c","out":"d","type":"disabled"},{"in":"e","type":"editinput"}]}"#;
    for (text, id, name, lines) in [
        (
            sillytavern.as_str(),
            "sillytavern_scripts",
            "SillyTavern regex scripts",
            [format!("a: a b -> {}…", "x".repeat(40)), "b (off): c takes out".to_owned()],
        ),
        (
            risu,
            "risu_scripts",
            "RisuAI regex scripts",
            ["b (off): c -> d".to_owned(), "(no name): e takes out".to_owned()],
        ),
    ] {
        // A byte order mark in front is no part of the JSON.
        let file = ScriptFile::read(format!("\u{feff}{text}").as_bytes(), &limits).unwrap().unwrap();
        assert_eq!((file.id(), file.name(), file.len(), file.is_empty()), (id, name, 2, false));
        assert_eq!(file.lines(), lines);
        let (risu, sillytavern) = (file.for_risu().0, file.for_sillytavern().0);
        assert!(matches!(&risu, ScriptFile::Risu(scripts) if scripts.len() == 2), "{risu:?}");
        assert!(matches!(&sillytavern, ScriptFile::SillyTavern(scripts) if scripts.len() == 2), "{sillytavern:?}");
        assert!(risu == file || sillytavern == file, "what is the client's already is not converted");
    }
    // A script without a name is one that the client refuses, and no file of another kind.
    assert!(matches!(ScriptFile::read(br#"[{"findRegex":"a"}]"#, &limits), Some(Err(_))));
    for text in ["[]", "{}", r#"{"type":"lorebook","data":[]}"#, "{"] {
        assert!(ScriptFile::read(text.as_bytes(), &limits).is_none(), "{text}");
    }
    let file = ScriptFile::read(br#"{"type":"regex","data":[]}"#, &limits).unwrap().unwrap();
    assert!(file.is_empty() && file.lines().is_empty());
}
