//! What an error says, and where.

use cards_json::*;

#[test]
fn places_and_pointers_are_shown_whole_or_shortened() {
    let pointer: Pointer = "/data/name".parse().unwrap();
    assert_eq!(
        Error::NoPlace { pointer }.to_string(),
        "no value can be put at `/data/name`: what it would be in is not there, or is neither a list nor an object"
    );
    let long: Pointer = format!("/{}", "a".repeat(200)).parse().unwrap();
    let text = Error::NoPlace { pointer: long }.to_string();
    assert_eq!(
        text.matches('a').count(),
        119 + "no value can be put at what it would be in is not there, or is neither a list nor an object"
            .matches('a')
            .count()
    );
    let error = "name".parse::<Pointer>().unwrap_err();
    assert!(error.to_string().starts_with("`name` is not a JSON pointer: "), "{error}");
}
