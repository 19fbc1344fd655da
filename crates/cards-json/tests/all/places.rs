//! Where each value is in a text.

use cards_json::*;

#[test]
fn pointers_are_found_by_line_and_column() {
    let text = "{\n  \"a\": [1, \"é\", {\"b/c\": null}],\n  \"d\": {}\n}";
    let pointers = ["", "/a/1", "/a/2/b~1c", "/d/missing"].map(|at| at.parse::<Pointer>().unwrap());
    let places = Places::of(text, &pointers);
    let found = pointers.map(|pointer| {
        let span = places.nearest(&pointer).unwrap();
        (span.start.line, span.start.column, text.get(span.start.offset..span.end).unwrap().chars().count())
    });
    assert_eq!(found, [(1, 1, 45), (2, 12, 3), (2, 25, 4), (3, 8, 2)]);
    assert_eq!(Places::of("{", &[Pointer::ROOT]).nearest(&Pointer::ROOT), None);
}

#[test]
fn of_one_name_the_last_value_counts() {
    let pointer = Pointer::from(["a"]);
    let places = Places::of("{\"a\":1,\"a\":2}", [&pointer]);
    assert_eq!(places.nearest(&pointer).map(|span| span.start.offset), Some(11));
}
