//! A text with changes keeps the bytes of all else.

use cards_json::*;
use proptest::prelude::*;

fn json(text: &str) -> Json {
    text.parse().unwrap()
}

#[test]
fn what_does_not_change_keeps_its_bytes() {
    for (text, new, wanted) in [
        // Only the value.
        ("{\"a\" :1,\n\t\"b\":  [1, 2] }\r\n", r#"{"a":2,"b":[1,2]}"#, "{\"a\" :2,\n\t\"b\":  [1, 2] }\r\n"),
        // Spellings of numbers and escapes, members of one name.
        (
            r#"{"a":1.50,"b":"\u00e9","c":0,"c":1e2,"d":1}"#,
            r#"{"a":1.50,"b":"é","c":1e2,"d":2}"#,
            r#"{"a":1.50,"b":"\u00e9","c":0,"c":1e2,"d":2}"#,
        ),
        // A file of escapes gets new letters as escapes, and one without any gets them as they are.
        (
            r#"{"a":"\u00E9\ud83d\ude00","b":""}"#,
            r#"{"a":"é😀","b":"ß😀"}"#,
            r#"{"a":"\u00E9\ud83d\ude00","b":"\u00DF\uD83D\uDE00"}"#,
        ),
        (r#"{"a":"\u000a\\u00e9","b":""}"#, r#"{"a":"\n\\u00e9","b":"ß"}"#, r#"{"a":"\u000a\\u00e9","b":"ß"}"#),
        (r#"{"c":0,"a":1,"c":1}"#, r#"{"c":2,"a":1}"#, r#"{"c":0,"a":1,"c":2}"#),
        (r#"{"c":0,"a":1,"c":1}"#, r#"{"a":1}"#, r#"{"a":1}"#),
        // Comments stay beside their values, and blank lines where they are.
        (
            "// head\n{\n  // one\n  \"a\": 1, // first\n\n  \"b\": 2 // last\n  // foot\n}\n// end",
            r#"{"a":1,"b":3,"c":4}"#,
            "// head\n{\n  // one\n  \"a\": 1, // first\n\n  \"b\": 3, // last\n  \"c\": 4\n  // foot\n}\n// end",
        ),
        ("{\n  \"a\": 1, // first\n  \"b\": 2\n}", r#"{"b":2}"#, "{\n  \"b\": 2\n}"),
        ("{\n  \"a\": 1, // first\n  \"b\": 2 // second\n}", r#"{"a":1}"#, "{\n  \"a\": 1 // first\n}"),
        ("[1, // one\n]", "[1,2]", "[1, // one\n2,\n]"),
        ("[ // none\n]", "[1]", "[ // none\n1\n]"),
        ("[/* none */]", "[1]", "[/* none */1]"),
        ("[1 // one\n, 2]", "[1]", "[1 // one\n]"),
        // A new value is laid out as its siblings are.
        ("[1, 2]", "[1,3,2,4]", "[1, 3, 2, 4]"),
        ("[\n\t1,\n\t2\n]", "[0,1,2,[3]]", "[\n\t0,\n\t1,\n\t2,\n\t[\n\t\t3\n\t]\n]"),
        (
            "{\r\n  \"a\": [\"x\"]\r\n}",
            r#"{"a":["x","y"],"b":{"c":[]}}"#,
            "{\r\n  \"a\": [\"x\", \"y\"],\r\n  \"b\": {\r\n    \"c\": []\r\n  }\r\n}",
        ),
        (
            "{\n  \"a\": [\"x\"],\n  \"b\": []\n}",
            r#"{"a":["x"],"b":["y","z"]}"#,
            "{\n  \"a\": [\"x\"],\n  \"b\": [\"y\", \"z\"]\n}",
        ),
        (
            "[\n  {\n    \"k\": [\"a\", \"b\"], \"t\": \"\"\n  }\n]",
            r#"[{"k":["a","b"],"t":""},{"k":["c","d"],"t":"e"}]"#,
            "[\n  {\n    \"k\": [\"a\", \"b\"], \"t\": \"\"\n  },\n  {\n    \"k\": [\"c\", \"d\"], \"t\": \"e\"\n  }\n]",
        ),
        (r#"{"a":1}"#, r#"{"a":1,"b":[1,{"c":2}]}"#, r#"{"a":1,"b":[1,{"c":2}]}"#),
        ("{}", r#"{"a":[1]}"#, r#"{"a":[1]}"#),
        ("{\n}", r#"{"a":1}"#, "{\n\"a\": 1\n}"),
        // An element that goes takes nothing else along; one that changes is changed in place.
        ("[1,\n 2,\n 3]", "[1,3]", "[1,\n 3]"),
        ("[\n 1,\n 2\n]", "[2]", "[\n 2\n]"),
        ("[{\"a\": 1}, {\"a\" : 2}]", r#"[{"a":1},{"a":3}]"#, "[{\"a\": 1}, {\"a\" : 3}]"),
        ("[{\"a\" :1}, {\"a\": 2}]", r#"[{"a":2},{"a":1}]"#, "[{\"a\": 2}, {\"a\" :1}]"),
        ("{\"a\" : 1,  \"b\":2}", r#"{"b":2,"a":1}"#, "{\"b\":2,  \"a\" : 1}"),
        ("[1, 2]", "[]", "[]"),
        ("{\"a\": 1}", "null", "null"),
        ("[1,2,]", "[1]", "[1,]"),
    ] {
        let made = splice(text, &json(new));
        assert_eq!(made.as_deref(), Some(wanted), "{text} with {new}");
    }
    assert_eq!(splice("[1", &Json::Null), None);
    assert_eq!(splice("[1]]", &Json::Null), None);
}

/// The time for twice as much is about twice as long; what is counted here is that it ends at all.
#[test]
fn large_changes_end_soon() {
    let entry = |at: usize| format!("{{\n  \"id\": {at}, \"keys\": [\"a\"]\n}}");
    let all: Vec<String> = (0..20_000).map(entry).collect();
    let text = format!("[\n{}\n]", all.join(",\n"));
    let Json::Array(items) = json(&text) else { unreachable!() };
    let reversed = Json::Array(items.iter().rev().cloned().collect());
    let thinned = Json::Array(items.iter().step_by(2).cloned().collect());
    let more = Json::Array(items.iter().flat_map(|item| [item.clone(), item.get("id").cloned().unwrap()]).collect());
    for new in [reversed, thinned, more, Json::Array(Vec::new())] {
        assert_eq!(json(&splice(&text, &new).unwrap()), new);
    }
}

fn value() -> impl Strategy<Value = Json> {
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::from),
        (0u32..5).prop_map(Json::from),
        "[a-c/*,\\[\"\\\\\n]{0,3}".prop_map(Json::from),
    ];
    leaf.prop_recursive(4, 24, 5, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..5).prop_map(Json::Array),
            proptest::collection::vec(("[a-d]", inner), 0..5)
                .prop_map(|members| Json::Object(members.into_iter().collect())),
        ]
    })
}

/// Another value that has much in common with one.
fn changed(old: &Json, other: &Json, dice: &mut impl Iterator<Item = u8>) -> Json {
    let mut roll = |sides: u8| dice.next().unwrap_or_default() % sides;
    match (roll(5), old) {
        (0, _) => other.clone(),
        (1 | 2, Json::Array(items)) => {
            let mut items = items.clone();
            match (roll(4), items.len()) {
                (0, 1..) => drop(items.remove(0)),
                (1, 2..) => items.swap(0, 1),
                (2, _) => items.insert(items.len() / 2, other.clone()),
                _ => items.push(other.clone()),
            }
            Json::Array(items)
        }
        (1 | 2, Json::Object(members)) => {
            let mut members = members.clone();
            let first = members.iter().next().map(|(name, _)| name.to_owned());
            match (roll(3), first) {
                (0, Some(name)) => drop(members.remove(&name)),
                (1, Some(name)) => {
                    let value = members.remove(&name).unwrap_or_default();
                    members.insert(name, value);
                }
                _ => drop(members.insert("e", other.clone())),
            }
            Json::Object(members)
        }
        (_, Json::Array(items)) => Json::Array(items.iter().map(|item| changed(item, other, dice)).collect()),
        (_, Json::Object(members)) => {
            let all = members.iter().map(|(name, value)| (name.to_owned(), changed(value, other, dice)));
            Json::Object(all.collect())
        }
        _ => old.clone(),
    }
}

/// A text of a value by a hand of its own: blanks, comments, commas behind the last, members that are there twice.
fn by_hand(value: &Json, roll: &mut impl FnMut(u8) -> usize, out: &mut String) {
    const BLANKS: [&str; 10] =
        ["", "", " ", "\n", "\n  ", "\r\n\t", " /* , */ ", " // ] \"x\n", "/**/", "\n// one\n // two\n  "];
    let (close, count) = match value {
        Json::Array(items) => (']', items.len()),
        Json::Object(members) => ('}', members.len()),
        other => return out.push_str(&other.to_string()),
    };
    out.push(if close == ']' { '[' } else { '{' });
    out.push_str(BLANKS[roll(10)]);
    for at in 0..count {
        if let Some((name, _)) = value.as_object().and_then(|members| members.iter().nth(at)) {
            if roll(8) == 0 {
                out.push_str(&format!("\"{name}\" : \"before\","));
            }
            out.push_str(&Json::from(name).to_text(Style::Compact));
            let (before, behind) = (BLANKS[roll(10)], BLANKS[roll(10)]);
            out.push_str(&format!("{before}:{behind}"));
        }
        let item = match value {
            Json::Array(items) => items.get(at),
            other => other.as_object().and_then(|members| members.iter().nth(at)).map(|(_, value)| value),
        };
        by_hand(item.unwrap_or(&Json::Null), roll, out);
        out.push_str(BLANKS[roll(10)]);
        if at + 1 < count || roll(4) == 0 {
            out.push(',');
        }
        out.push_str(BLANKS[roll(10)]);
    }
    out.push(close);
}

fn strict(text: &str) -> Json {
    Json::read(&strict_text(text), &Limits::unbounded()).unwrap_or_else(|error| panic!("{error}: {text:?}"))
}

proptest! {
    #[test]
    fn the_text_has_the_new_value_and_an_unchanged_one_is_the_text(
        old in value(), other in value(), dice in proptest::collection::vec(any::<u8>(), 200), rolls in proptest::collection::vec(any::<u8>(), 20),
    ) {
        let mut text = String::new();
        let mut dice = dice.into_iter();
        by_hand(&old, &mut |sides| usize::from(dice.next().unwrap_or_default() % sides), &mut text);
        let read = strict(&text);
        prop_assert_eq!(splice(&text, &read).unwrap(), text.clone());
        let new = changed(&read, &other, &mut rolls.into_iter());
        let made = splice(&text, &new).unwrap();
        prop_assert_eq!(strict(&made), new.clone(), "{:?} became {:?}", text, made);
        // Put back, it is what it was in value; and what was asked again changes nothing.
        prop_assert_eq!(splice(&made, &new).unwrap(), made);
    }

    #[test]
    fn one_value_that_changes_changes_its_own_bytes(old in value(), dice in proptest::collection::vec(any::<u8>(), 200), at in any::<prop::sample::Index>()) {
        let mut text = String::new();
        let mut dice = dice.into_iter();
        by_hand(&old, &mut |sides| usize::from(dice.next().unwrap_or_default() % sides), &mut text);
        let read = strict(&text);
        let mut places = Vec::new();
        leaves(&read, &mut Pointer::ROOT.clone(), &mut places);
        prop_assume!(!places.is_empty());
        let place = at.get(&places);
        let span = {
            let strict = strict_text(&text);
            let found = Places::of(&strict, [place]).nearest(place).unwrap();
            found.start.offset..found.end
        };
        // Of members that are there twice, the places name the first.
        prop_assume!(strict(&text[span.clone()]) == *read.at(place).unwrap() && !text.contains("before"));
        let mut new = read.clone();
        new.set(place, "other").unwrap();
        let wanted = format!("{}\"other\"{}", &text[..span.start], &text[span.end..]);
        prop_assert_eq!(splice(&text, &new).unwrap(), wanted);
    }
}

/// The places of all values with nothing inside.
fn leaves(value: &Json, at: &mut Pointer, found: &mut Vec<Pointer>) {
    match value {
        Json::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                at.push_index(index);
                leaves(item, at, found);
                at.pop();
            }
        }
        Json::Object(members) => {
            for (name, value) in members.iter() {
                at.push_member(name);
                leaves(value, at, found);
                at.pop();
            }
        }
        _ => found.push(at.clone()),
    }
}
