//! What is read comes back as written; what is odd is named.

use cards_json::*;

fn json(text: &str) -> Result<(Json, Vec<Oddity>), Error> {
    let mut reader = Reader::with_oddities(text, &Limits::default(), Vec::new());
    let value = reader.json()?;
    Ok((value, reader.finish()?))
}

#[test]
fn values_come_back_as_written() {
    let text = r#"{"b":[1,2.50,-0,1e5],"a":{"x":null,"y":true},"s":"é\"\\ 😀"}"#;
    let (value, odd) = json(text).unwrap();
    assert_eq!(value.to_text(Style::Compact), text);
    assert!(odd.is_empty());
}

#[test]
fn oddities_are_read_around_and_named() {
    let (value, odd) = json("{\"a\":1,\"t\":\"x\\ud83dy\\ud83d\\ude00\",\"a\":2,\"c\":\"\u{1}\"}").unwrap();
    assert_eq!(value.get("a").and_then(Json::as_f64), Some(2.0));
    assert_eq!(value.get("t").and_then(Json::as_str), Some("x\u{fffd}y😀"));
    let seen: Vec<_> = odd.iter().map(|odd| (odd.kind, odd.pointer.as_str())).collect();
    let wanted = [(OddityKind::LoneSurrogate(0xD83D), "/t"), (OddityKind::Control, "/c"), (OddityKind::Repeated, "/a")];
    assert_eq!(seen, wanted);
}

/// Strings are searched a word of memory at a time, and further on by another way.
#[test]
fn a_string_ends_at_its_quote_at_every_distance() {
    for distance in 0..70 {
        let plain = "é".repeat(distance / 2) + &"a".repeat(distance % 2);
        for (written, read) in [("", ""), ("\\n", "\n"), ("\\\"", "\""), ("\\\\", "\\"), ("\\u00e9", "é")] {
            let text = format!("[\"{plain}{written}{plain}\",\"\"]");
            let (value, odd) = json(&text).unwrap();
            let wanted = Json::Array(vec![format!("{plain}{read}{plain}").into(), "".into()]);
            assert_eq!((value, odd), (wanted, Vec::new()), "{text}");
        }
        let (value, odd) = json(&format!("\"{plain}\u{1}{plain}\"")).unwrap();
        assert_eq!(value.as_str(), Some(format!("{plain}\u{1}{plain}").as_str()));
        assert_eq!(odd.iter().map(|odd| odd.kind).collect::<Vec<_>>(), [OddityKind::Control]);
        assert!(json(&format!("\"{plain}")).is_err());
    }
}

#[test]
fn what_is_not_json_is_an_error_with_a_place() {
    for text in ["", "{", "[1,]", "{\"a\" 1}", "nul", "01", "\"\\x\"", "{\"a\":1}x", "[1 2]", "NaN", "\"abc"] {
        assert!(json(text).is_err(), "{text}");
    }
    let Err(Error::Syntax { at, pointer, .. }) = json("{\"a\":\n [1, x]}") else { panic!("no syntax error") };
    assert_eq!((at.line, at.column, pointer.as_str()), (2, 6, "/a/1"));
}

#[test]
fn limits_stand_on_both_sides_of_their_value() {
    let deep = |n: usize| format!("{}{}", "[".repeat(n), "]".repeat(n));
    assert!(json(&deep(128)).is_ok());
    assert!(matches!(json(&deep(129)), Err(Error::TooDeep { limit: 128, .. })));
    let mut reader = Reader::new("[1,2]", &Limits::default().with_values(2));
    assert!(matches!(reader.json(), Err(Error::TooManyValues { limit: 2, .. })));
    let mut reader = Reader::new("[1,2]", &Limits::default().with_values(3));
    assert!(reader.json().is_ok());
}

#[test]
fn skipping_passes_exactly_one_value() {
    for text in [r#"{"a":[{},[],{"b":"\"x\\"}]}"#, "[]", "\"a\\\"b\"", "-1.5e3", "null"] {
        let mut reader = Reader::new(text, &Limits::default());
        reader.skip().unwrap();
        assert!(reader.finish().is_ok(), "{text}");
    }
    assert!(Reader::new("[1,", &Limits::default()).skip().is_err());
}
