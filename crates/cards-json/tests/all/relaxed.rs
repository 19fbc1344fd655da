//! Comments and what else programs allow become strict JSON.

use std::borrow::Cow;

use cards_json::*;

#[test]
fn comments_and_trailing_commas_become_blanks() {
    for (text, strict) in [
        ("[1,]", "[1 ]"),
        ("{\"a\":1, // x\n}", "{\"a\":1      \n}"),
        ("/* é\n */[1,/*,*/]", "     \n   [1      ]"),
        ("[\"//\",\"/*\",\",]\"]", "[\"//\",\"/*\",\",]\"]"),
        ("[\"\\\"//\"]", "[\"\\\"//\"]"),
        ("[,]", "[,]"),
        ("[1,,]", "[1,,]"),
        ("[/*]", "[/*]"),
        ("[1]//", "[1]  "),
    ] {
        assert_eq!(strict_text(text), strict, "{text}");
    }
    assert!(matches!(strict_text("{\"a\":[1,2]}"), Cow::Borrowed(_)));
}
