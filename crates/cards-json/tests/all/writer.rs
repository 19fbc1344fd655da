//! What is written, in each style.

use cards_json::*;

#[test]
fn the_layout_of_a_text_is_told_from_its_first_line() {
    assert_eq!(Style::like(b"{\"a\":1}"), Style::Compact);
    assert_eq!(Style::like(b"{\r\n    \"a\": 1}"), Style::Pretty(4));
    assert_eq!(Style::like(b"{\n\t\"a\": 1}"), Style::Tabs);
    assert_eq!(Style::like(b"{ // mine\n  \"a\": 1}"), Style::Pretty(2));
    assert_eq!(Style::like(b"{ /* mine */\n   \"a\": 1}"), Style::Pretty(3));
    assert_eq!(Style::like(b"{ /* mine"), Style::Compact);
    assert_eq!(Style::like(b""), Style::Compact);
}

#[test]
fn line_ends_of_an_old_text_are_kept() {
    assert_eq!(with_line_ends_of("{\n}".to_owned(), b"{\r\n \"a\": 1\r\n}\r\n"), "{\r\n}\r\n");
    assert_eq!(with_line_ends_of("{\n}".to_owned(), b"{\n}\n\n"), "{\n}\n\n");
    assert_eq!(with_line_ends_of("{}".to_owned(), b"{}"), "{}");
    assert_eq!(with_line_ends_of("{}".to_owned(), b""), "{}");
}

#[test]
fn strings_are_escaped_only_where_they_must_be() {
    let value = Json::from("a\"\\\n\u{1}é/");
    assert_eq!(value.to_string(), r#""a\"\\\n\u0001é/""#);
}

#[test]
fn pretty_text_has_one_member_a_line() {
    let object: Object = [("a", Json::from(vec![1_i64, 2])), ("b", Object::new().into())].into_iter().collect();
    let text = Json::Object(object).to_text(Style::Pretty(2));
    assert_eq!(text, "{\n  \"a\": [\n    1,\n    2\n  ],\n  \"b\": {}\n}");
}
