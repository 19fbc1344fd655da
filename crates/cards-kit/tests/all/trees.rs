//! A card as a tree of texts: which file each text goes into, how a sheet is written and read, and what is refused.

use std::collections::BTreeMap;

use cards_container::FileKind;
use cards_kit::edit::{sheet, tree};
use cards_kit::{Limits, open};

/// Entries by name, by comment, by key and by nothing, some with the same title.
const CARD: &str = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","creator":"Ann","description":"A bard.\n","first_mes":"Hi.",
"alternate_greetings":["Ho.",""],"scenario":"one\r\ntwo","personality":"<!-- Cards: no","tags":["night"],"character_book":{"name":"Book","extensions":{},"entries":[
{"keys":["k"],"name":"The  Bell!","comment":"c","content":"It rings.","extensions":{},"enabled":true,"insertion_order":1},
{"keys":["k"],"comment":"the bell","content":"Again.","extensions":{},"enabled":true,"insertion_order":1},
{"keys":["rain, wet","sun"],"content":"Wet.","extensions":{},"enabled":true,"insertion_order":1},
{"keys":["?!"],"content":"Nothing.","extensions":{},"enabled":true,"insertion_order":1},
{"keys":["abcdefghij-abcdefghij-abcdefghij-abcdefghij"],"content":"Long.","extensions":{},"enabled":true,"insertion_order":1}]}}}"#;

const MARKED: &str = "/data/character_book/entries";

#[test]
fn each_entry_and_greeting_has_its_file_and_each_field_one() {
    let taken = tree::take(CARD.as_bytes(), &Limits::default()).unwrap();
    assert_eq!(taken.kind, FileKind::Json);
    let names: Vec<_> = taken.files.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        [
            "book.md",
            "book/The-Bell.md",
            "book/abcdefghij-abcdefghij-abcdefghij-abcdefg.md",
            "book/entry.md",
            "book/rain-wet.md",
            "book/the-bell-2.md",
            "description.md",
            "greetings-2.md",
            "name.md",
            "first_mes.md",
            "places.txt",
            "tags.md",
        ]
        .into_iter()
        .collect::<std::collections::BTreeSet<_>>()
        .into_iter()
        .collect::<Vec<_>>()
    );
    assert_eq!(taken.files["description.md"], "<!-- cards: /data/description -->\nA bard.\n\n");
    let two = format!(
        "<!-- cards: {MARKED}/2/keys/0 -->\nrain, wet\n\n<!-- cards: {MARKED}/2/keys/1 -->\nsun\n\n<!-- cards: {MARKED}/2/content -->\nWet.\n"
    );
    assert_eq!(taken.files["book/rain-wet.md"], two);
    // What an editor would change, what looks like a mark and what is no prose stay in the base.
    let base = String::from_utf8(taken.base.clone()).unwrap();
    for kept in ["one\\r\\ntwo", "<!-- Cards: no", "Ann"] {
        assert!(base.contains(kept), "{kept} in {base}");
    }
    for gone in ["Aria", "A bard", "Ho.", "night", "It rings", "Wet."] {
        assert!(!base.contains(gone), "{gone} in {base}");
    }
    assert_eq!(tree::join(&taken.base, &taken.files, &Limits::default()).unwrap(), CARD.as_bytes());
    // What was translated is in the card.
    let mut files = taken.files;
    files.insert("book/rain-wet.md".to_owned(), two.replace("Wet.", "Nass."));
    let joined = tree::join(&taken.base, &files, &Limits::default()).unwrap();
    assert_eq!(String::from_utf8(joined).unwrap(), CARD.replace("Wet.", "Nass."));
}

#[test]
fn lists_in_lists_go_into_one_file() {
    let prom = r#"{"type":"chara_card","spec_version":"3.1","data":{"name":"A","first_messages":[{"locale":"en","messages":["Hi.","Ho."]}]}}"#;
    let taken = tree::take(prom.as_bytes(), &Limits::default()).unwrap();
    let named = open(prom.as_bytes(), Limits::default()).unwrap();
    let pointers = cards_kit::edit::texts::texts(named.content()).len();
    assert_eq!(taken.files[tree::PLACES].lines().count(), pointers);
    assert_eq!(tree::join(&taken.base, &taken.files, &Limits::default()).unwrap(), prom.as_bytes());
}

#[test]
fn a_tree_that_lacks_a_text_or_has_one_twice_is_refused() {
    let base = br#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"","description":""}}"#;
    let name = "<!-- cards: /data/name -->\nA\n";
    for (places, files, said) in [
        ("/data/name\n \n", vec![("a.md", name)], Ok(r#""name":"A""#)),
        ("\n /data/name \n", vec![("a.md", "<!-- cards: /data/name -->\n")], Ok(r#""name":"""#)),
        (
            "/data/name\n/data/description",
            vec![("a.md", name)],
            Err("the text of /data/description is in no file; to empty it"),
        ),
        ("", vec![("a.md", name)], Err("a.md: the text of /data/name is not in places.txt, or is there twice")),
        ("/data/name", vec![("a.md", name), ("b.md", name)], Err("b.md: the text of /data/name is not in")),
        ("/data/name", vec![("a.md", "x")], Err("a.md: line 1: a text in front of the first line")),
    ] {
        let mut all: BTreeMap<String, String> =
            files.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
        all.insert(tree::PLACES.to_owned(), places.to_owned());
        match (tree::join(base, &all, &Limits::default()), said) {
            (Ok(joined), Ok(part)) => assert!(String::from_utf8(joined).unwrap().contains(part), "{part}"),
            (Err(error), Err(part)) => assert!(error.to_string().contains(part), "{error}"),
            (found, said) => assert_eq!(found.map_err(|error| error.to_string()), Ok(format!("{said:?}").into_bytes())),
        }
    }
}

#[test]
fn a_sheet_gives_back_what_was_written() {
    for text in
        ["", "a", "a\n", "\na", "a\n\n", "\n", "<!-- cards: x -->", "\\<!-- cards: x -->\nb", "\\a", " <!-- note -->"]
    {
        let sections = [("one".to_owned(), text), ("two".to_owned(), text)];
        let written = sheet::write(&sections);
        let found = sheet::read(&written, |_| false).unwrap();
        assert_eq!(found, [("one".to_owned(), text.to_owned()), ("two".to_owned(), text.to_owned())], "{written:?}");
    }
    // A place is there once, however its line is written.
    let twice = "<!-- cards: x -->\na\n\n<!-- cards: \"x\" -->\nb\n";
    assert!(sheet::read(twice, |_| false).is_err_and(|error| error == "line 4: the line for `\"x\"` is there twice"));
    assert_eq!(sheet::write(&[("p".to_owned(), "<!-- cards: x -->")]), "<!-- cards: p -->\n\\<!-- cards: x -->\n");
}

#[test]
fn lines_of_a_sheet_are_told_apart() {
    for (line, mark) in [
        ("<!-- cards: x -->", true),
        ("<!--CARDS", true),
        ("  <!--   Cards of mine -->", true),
        ("<!-- card -->", false),
        ("<!-- my cards: x -->", false),
        ("cards: x", false),
        ("<!--", false),
    ] {
        assert_eq!(sheet::was_mark(line), mark, "{line}");
    }
    let read = |text: &str| {
        let found = sheet::read(text, |line| line == "<!-- cards of mine -->");
        found.map(|all| all.into_iter().map(|(place, text)| format!("{place}={text}")).collect::<Vec<_>>().join("|"))
    };
    for (text, wanted) in [
        ("", Ok("")),
        ("\u{feff}\n  \n<!-- cards: a -->  \nx", Ok("a=x")),
        ("<!-- cards: a -->\nx\n<!-- cards: b -->\ny\n", Ok("a=x|b=y")),
        ("<!-- cards: a -->\nx\n\n<!-- cards: b -->\n\n", Ok("a=x|b=")),
        ("<!-- cards: a -->\n<!-- cards of mine -->\n", Ok("a=<!-- cards of mine -->")),
        ("<!-- cards: a -->\n<!-- cards: a -->", Err("line 2: the line for `a` is there twice")),
        ("\nx", Err("line 2: a text in front of the first line `<!-- cards: … -->` belongs nowhere")),
        (
            "<!-- cards: a -->\n<!-- cards: b",
            Err("line 2: `<!-- cards: b` is not as it was; the line in front of a text is `<!-- cards: PLACE -->`"),
        ),
    ] {
        assert_eq!(read(text).as_deref().map_err(String::as_str), wanted, "{text:?}");
    }
}
