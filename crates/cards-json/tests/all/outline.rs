//! The outline of a text that may be broken, and what a change leaves of it.

use std::ops::Range;

use cards_json::*;
use proptest::prelude::*;

fn read(text: &str) -> Outline {
    Outline::read(text, &Limits::default())
}

/// Each value by its pointer and its text, and the problems.
fn shown(text: &str) -> (String, Vec<&'static str>) {
    let outline = read(text);
    let all: Vec<String> = (0..outline.nodes().len())
        .filter(|at| outline.children(*at).next().is_none())
        .map(|at| format!("{}={}", outline.pointer(text, at), &text[outline.nodes()[at].span.clone()]))
        .collect();
    (all.join(" "), outline.problems().iter().map(|problem| problem.problem).collect())
}

#[test]
fn half_typed_texts_keep_what_is_whole() {
    for (text, values, problems) in [
        (r#"{"a":1,"b":["x",true]}"#, r#"/a=1 /b/0="x" /b/1=true"#, vec![]),
        ("{\"a\": \"x,\n \"b\": \"y\"}", "/a=\"x /b=\"y\"", vec!["a string is not closed"]),
        ("{\"a\": \n \"b\": 2}", "/a= /b=2", vec!["a value is missing"]),
        ("{\"a\n \"b\": 2}", "/a= /b=2", vec!["a string is not closed", "a value is missing"]),
        ("{\"a\": 1 \"b\": 2}", "/a=1 /b=2", vec!["a comma is missing"]),
        ("{\"a\": tru, \"b\": 2}", "/a=tru /b=2", vec!["this is no value"]),
        ("{\"a\": [1, 2, \"b\": 3}", "/a/0=1 /a/1=2 /a/2=\"b\" /a/3=3", vec![]),
        ("{\"a\": [1, 2", "/a/0=1 /a/1=2", vec!["a bracket is not closed"]),
        ("{\"a\" 1}", "/a=1", vec!["a colon is missing"]),
        ("{,\"a\":1}", "/a=1", vec!["a value is missing before the comma"]),
        ("[1}", "/0=1", vec!["the bracket closes something else", "a bracket is not closed"]),
        ("{\"a\":1}}", "/a=1", vec!["something follows the value"]),
        ("{a: 1, \"b\": 2}", "/a=1 /b=2", vec!["the name of a member is missing"]),
        ("", "", vec!["a value is missing"]),
        ("// x\n{\"a\":1,/* y */}", "/a=1", vec![]),
        (r#"{"a":"\q"}"#, r#"/a="\q""#, vec!["an escape is none of JSON"]),
    ] {
        let (found, why) = shown(text);
        assert_eq!(found, values, "{text}");
        if !problems.is_empty() || values.contains("/b/0") {
            assert_eq!(why, problems, "{text}");
        }
        let mended = read(text).mended(text);
        assert!(text.is_empty() || mended.parse::<Json>().is_ok(), "{text}: {mended}");
    }
}

#[test]
fn limits_end_the_reading_and_say_so() {
    let most = |limits: Limits, text: &str| Outline::read(text, &limits).problems()[0].problem;
    assert!(most(Limits::default().with_bytes(3), "[1,2]").contains("`bytes`"));
    assert!(most(Limits::default().with_depth(2), "[[[1]]]").contains("`depth`"));
    assert!(most(Limits::default().with_values(3), "[1,2,3,4,5]").contains("`values`"));
}

#[test]
fn a_place_is_in_the_innermost_value() {
    let text = r#"{"a": ["x", 2], "b": {}}"#;
    let outline = read(text);
    for (offset, pointer) in [(0, ""), (2, "/a"), (7, "/a/0"), (10, "/a/0"), (12, "/a/1"), (17, "/b"), (22, "/b")] {
        assert_eq!(outline.pointer(text, outline.at(offset).unwrap()), pointer, "{offset}");
    }
}

/// Any JSON, as text.
fn jsons() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        "[a-z\"\\\\é\n{}]{0,8}".prop_map(Json::from),
        any::<i32>().prop_map(Json::from),
        any::<bool>().prop_map(Json::from),
        Just(Json::Null),
    ];
    let value = leaf.prop_recursive(4, 40, 5, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..5).prop_map(Json::Array),
            proptest::collection::vec(("[a-c/~\"]{0,2}", inner), 0..5)
                .prop_map(|members| Json::Object(members.into_iter().collect())),
        ]
    });
    (value, prop_oneof![Just(Style::Compact), Just(Style::Pretty(2)), Just(Style::Tabs)])
        .prop_map(|(value, style)| value.to_text(style))
}

proptest! {
    #[test]
    fn what_is_json_has_no_problem_and_every_value_its_place(text in jsons()) {
        let outline = read(&text);
        prop_assert_eq!(outline.problems(), &[]);
        let pointers: Vec<Pointer> = (0..outline.nodes().len()).map(|at| outline.pointer(&text, at)).collect();
        let places = Places::of(&text, &pointers);
        for (at, pointer) in pointers.iter().enumerate() {
            let place = places.nearest(pointer).unwrap();
            prop_assert_eq!(outline.nodes()[at].span.clone(), place.start.offset..place.end);
            prop_assert_eq!(outline.find(&text, pointer), Some(at));
        }
        prop_assert_eq!(outline.mended(&text).parse::<Json>(), text.parse::<Json>());
    }

    #[test]
    fn no_problem_means_json(text in "[\\[\\]{}:,\"a1\\\\ \n/*]{0,24}") {
        let outline = read(&text);
        let json = Json::read(&strict_text(&text), &Limits::default());
        prop_assert_eq!(outline.problems().is_empty(), json.is_ok(), "{:?} {:?}", outline, json);
        prop_assert!(outline.mended(&text).is_empty() || outline.mended(&text).parse::<Json>().is_ok());
    }

    /// A change inside of a string costs no reading, and gives what reading gives.
    #[test]
    fn following_a_change_is_reading_anew(
        text in jsons(), from in any::<prop::sample::Index>(), len in 0usize..4, new in "[a\"\\\\né,]{0,3}",
    ) {
        let (changed, replaced) = changed(&text, from, len, &new);
        let mut outline = read(&text);
        let before = outline.clone();
        match outline.edit(&changed, &replaced, new.len(), &Limits::default()) {
            Some(at) => {
                prop_assert_eq!(outline.nodes()[at].kind, Some(Kind::String));
                prop_assert_eq!(outline, read(&changed));
            }
            None => prop_assert_eq!(outline, before),
        }
    }
}

/// A text after a change, and the bytes that went.
fn changed(text: &str, from: prop::sample::Index, len: usize, new: &str) -> (String, Range<usize>) {
    let starts: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
    let first = from.index(starts.len());
    let replaced = starts[first]..starts[(first + len).min(starts.len() - 1)];
    let mut changed = text.to_owned();
    changed.replace_range(replaced.clone(), new);
    (changed, replaced)
}

/// What people type, whole members and signs that break a text alike.
fn typed() -> impl Strategy<Value = String> {
    prop_oneof![
        "[\\[\\]{}:,\"a1\\\\ \n/*]{0,3}",
        Just(String::new()),
        Just("\"k\": [1, {}], ".to_owned()),
        Just(", {\"a\": true}".to_owned()),
        Just("\"".to_owned()),
        Just("/* ".to_owned()),
        Just("*/".to_owned()),
        Just("tru".to_owned()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    /// Change after change, whatever state the text is in: what is followed is what reading gives, and what was not read again
    /// is as it was.
    #[test]
    fn reading_a_part_again_is_reading_anew(
        text in jsons(), edits in proptest::collection::vec((any::<prop::sample::Index>(), 0usize..5, typed()), 1..9),
    ) {
        let (mut text, limits) = (text, Limits::default());
        let mut outline = read(&text);
        for (from, len, new) in edits {
            let (changed, replaced) = changed(&text, from, len, &new);
            let before = outline.clone();
            let Some(string) = outline.edit(&changed, &replaced, new.len(), &limits) else {
                prop_assert_eq!(&outline, &before);
                let again = outline.reread(&changed, &replaced, new.len(), &limits);
                prop_assert_eq!(&outline, &read(&changed), "{:?}, then {:?}", text, changed);
                prop_assert_eq!(again.old.start, again.new.start);
                let behind = [before.nodes().len() - again.old.end, outline.nodes().len() - again.new.end];
                prop_assert_eq!(behind[0], behind[1]);
                let kinds = |outline: &Outline, at: usize| outline.nodes()[at].kind;
                prop_assert!((0..again.new.start).all(|at| kinds(&outline, at) == kinds(&before, at)));
                prop_assert!((0..behind[0]).all(|at| kinds(&outline, again.new.end + at) == kinds(&before, again.old.end + at)));
                text = changed;
                continue;
            };
            prop_assert_eq!(&outline, &read(&changed), "in a string: {:?}, then {:?}", text, changed);
            prop_assert_eq!(outline.nodes()[string].kind, Some(Kind::String));
            text = changed;
        }
    }
}
