//! Numbers keep their spelling.

use cards_json::*;

#[test]
fn spelling_is_kept() {
    for text in ["0", "-0", "7", "-12", "1.0", "1e2", "1E+400", "0.10", "9223372036854775807", "9223372036854775808"] {
        assert_eq!(Number::parse(text).unwrap().to_string(), text);
    }
}

#[test]
fn numbers_are_in_order_of_what_they_are_worth() {
    let sorted = [
        "-1e400",
        "-9007199254740993",
        "-9007199254740992",
        "-9007199254740992.0",
        "-0.0",
        "0",
        "1",
        "1.0",
        "1e0",
        "1.5",
        "2",
        "9007199254740992",
        "9007199254740993",
        "9007199254740992.0",
        "1e400",
    ];
    let number = |text: &&str| Number::parse(text).unwrap();
    let mut mixed: Vec<Number> = sorted.iter().rev().map(number).collect();
    mixed.sort();
    assert_eq!(mixed.iter().map(Number::to_string).collect::<Vec<_>>(), sorted);
}

#[test]
fn only_the_grammar_passes() {
    for text in ["", "-", "01", "1.", ".5", "+1", "1e", "0x10", "NaN", "1 ", "--1"] {
        assert_eq!(Number::parse(text), None, "{text}");
    }
}

#[test]
fn worth_is_independent_of_spelling() {
    assert_eq!(Number::parse("3.0").unwrap().as_i64(), Some(3));
    assert_eq!(Number::parse("3.5").unwrap().as_i64(), None);
    assert_eq!(Number::from_f64(0.5).unwrap().to_string(), "0.5");
    assert_eq!(Number::from_f64(f64::NAN), None);
}
