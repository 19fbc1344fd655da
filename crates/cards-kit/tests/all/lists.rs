//! The lists of texts for translators: what is written of each row, what is read of each line, and what is set of it.

use cards_kit::edit::exchange::{ListForm, Misfit, Row, read, rows, write};
use cards_kit::edit::texts::TextClass;
use cards_kit::{Editor, Json, Limits, answer, open};

const CARD: &str = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","creator":"Ann","description":"A bard.","tags":["night"]}}"#;

fn editor() -> Editor {
    open(CARD.as_bytes(), Limits::default()).unwrap().edit()
}

fn fuzzy(mut row: Row) -> Row {
    row.fuzzy = true;
    row
}

fn in_rows(text: &str, form: ListForm) -> Vec<(String, String, String)> {
    let rows = read(text, form, &Limits::default()).unwrap();
    rows.into_iter().map(|row| (row.place, row.source, row.text)).collect()
}

fn row(place: &str, source: &str, text: &str) -> (String, String, String) {
    (place.to_owned(), source.to_owned(), text.to_owned())
}

#[test]
fn rows_are_the_texts_of_the_classes_that_are_asked_for() {
    let editor = editor();
    let of = |classes: &[TextClass]| -> Vec<String> {
        rows(&editor.document().content, classes)
            .into_iter()
            .map(|row| format!("{}={}", row.place, row.source))
            .collect()
    };
    assert_eq!(of(&[TextClass::Prose]), ["name=Aria", "description=A bard.", "tags[0]=night"]);
    assert_eq!(of(&[TextClass::Label]), ["creator=Ann"]);
    assert!(of(&[]).is_empty());
}

#[test]
fn each_form_is_written_to_the_letter() {
    let all =
        [Row::new("name", "A \"b\"", ""), Row::new("tags[0]", "x,y\n", "=1"), fuzzy(Row::new("source", "s", "t"))];
    for (form, wanted) in [
        (
            ListForm::Json,
            "[\n  {\"place\":\"name\",\"source\":\"A \\\"b\\\"\",\"text\":\"\"},\n  {\"place\":\"tags[0]\",\"source\":\"x,y\\n\",\"text\":\"=1\"},\n  {\"place\":\"source\",\"source\":\"s\",\"text\":\"t\"}\n]\n",
        ),
        (ListForm::Csv, "place,source,text\r\nname,\"A \"\"b\"\"\",\r\ntags[0],\"x,y\n\",'=1\r\nsource,s,t\r\n"),
        (
            ListForm::Po,
            "msgid \"\"\nmsgstr \"\"\n\"Content-Type: text/plain; charset=UTF-8\\n\"\n\nmsgctxt \"name\"\nmsgid \"A \\\"b\\\"\"\nmsgstr \"\"\n\nmsgctxt \"tags[0]\"\nmsgid \"x,y\\n\"\nmsgstr \"=1\"\n\n#, fuzzy\nmsgctxt \"source\"\nmsgid \"s\"\nmsgstr \"t\"\n",
        ),
    ] {
        assert_eq!(write(&all, form), wanted, "{form:?}");
        let again = read(wanted, form, &Limits::default()).unwrap();
        // Only gettext has a mark for what is not finished.
        let plain =
            |row: &Row| if form == ListForm::Po { row.clone() } else { Row::new(&row.place, &row.source, &row.text) };
        assert_eq!(again, all.iter().map(plain).collect::<Vec<_>>(), "{form:?}");
    }
}

/// A text of several lines stands below its word, one line each, and what PO has no letter for is an octal number.
#[test]
fn letters_of_po_are_written_and_read_by_their_escapes() {
    for (text, written) in [
        ("", " \"\""),
        ("a\n", " \"a\\n\""),
        ("a\nb", " \"\"\n\"a\\n\"\n\"b\""),
        ("a\nb\n", " \"\"\n\"a\\n\"\n\"b\\n\""),
        ("a\rb\tc\\d\"e", " \"a\\rb\\tc\\\\d\\\"e\""),
        ("\u{1}\u{1f} \u{7f}é", " \"\\001\\037 \\177é\""),
    ] {
        let list = write(&[Row::new("name", text, "")], ListForm::Po);
        assert!(list.ends_with(&format!("msgctxt \"name\"\nmsgid{written}\nmsgstr \"\"\n")), "{text:?}: {list}");
        assert_eq!(in_rows(&list, ListForm::Po), [row("name", text, "")]);
    }
    for (escape, letter) in [
        (r"\a", Some("\u{7}")),
        (r"\b", Some("\u{8}")),
        (r"\f", Some("\u{c}")),
        (r"\n", Some("\n")),
        (r"\r", Some("\r")),
        (r"\t", Some("\t")),
        (r"\v", Some("\u{b}")),
        (r"\'\?", Some("'?")),
        (r"\101\0601", Some("A01")),
        (r"\177", Some("\u{7f}")),
        (r"\200", None),
        (r"\081", None),
        (r"\8", None),
        (r"\01", None),
        (r"\x41", None),
    ] {
        let list = format!("msgctxt \"{escape}\"");
        let found = read(&list, ListForm::Po, &Limits::default()).ok().map(|rows| rows[0].place.clone());
        assert_eq!(found.as_deref(), letter, "{escape}");
    }
}

#[test]
fn what_gettext_has_beside_messages_is_passed_over() {
    let head = "msgid \"\"\nmsgstr \"Head: 1\\n\"\n";
    for (list, wanted) in [
        (format!("\u{feff}{head}"), vec![]),
        (
            format!("{head}# note\n#: a.c:1\n\nmsgctxt  \"name\"\n  msgid \"a\"\n\"b\"\nmsgstr\t\"c\"\n"),
            vec![("name", "ab", "c", false)],
        ),
        // A flag is about the message behind it, and the head has its own.
        (format!("#, fuzzy\n{head}msgctxt \"a\"\nmsgctxt \"b\"\n"), vec![("a", "", "", false), ("b", "", "", false)]),
        (
            format!("{head}#, c-format, fuzzy\nmsgctxt \"a\"\nmsgid \"x\"\n#, c-format\nmsgctxt \"b\"\n"),
            vec![("a", "x", "", true), ("b", "", "", false)],
        ),
        (format!("{head}#, fuzzy\n#, c-format\nmsgctxt \"a\"\n"), vec![("a", "", "", true)]),
        // A message that is no more takes its flag along.
        (format!("{head}#, fuzzy\n#~ msgctxt \"old\"\nmsgctxt \"a\"\n"), vec![("a", "", "", false)]),
        (
            format!("{head}msgctxt \"a\"\nmsgid \"x\"\n#, fuzzy\nmsgid \"y\"\nmsgctxt \"b\""),
            vec![("a", "xy", "", false), ("b", "", "", true)],
        ),
    ] {
        let found = read(&list, ListForm::Po, &Limits::default()).unwrap();
        let found: Vec<_> =
            found.iter().map(|row| (row.place.as_str(), row.source.as_str(), row.text.as_str(), row.fuzzy)).collect();
        assert_eq!(found, wanted, "{list}");
    }
}

#[test]
fn a_table_is_read_by_its_head_and_by_its_quotes() {
    for (table, wanted) in [
        ("place,source,text\nname,a,b\n", vec![row("name", "a", "b")]),
        ("\u{feff}place,source,text\r\nname,a,b", vec![row("name", "a", "b")]),
        // Columns have any order, others are passed over, and of two of a name the first counts.
        ("text, more , source ,place,text\nb,x,a,name,c\n", vec![row("name", "a", "b")]),
        // What a spreadsheet of another country writes.
        ("place;source;text\nname;a,1;b\n", vec![row("name", "a,1", "b")]),
        ("place,source,text;x,text\nname,a;1,b,c\n", vec![row("name", "a;1", "c")]),
        (
            "place,source,text\nname,\"a\"\"b\",\"c\nd\"\ntags[0],e,f\n",
            vec![row("name", "a\"b", "c\nd"), row("tags[0]", "e", "f")],
        ),
        // A quote inside of a cell is a letter.
        ("place,source,text\nname,a\"b\",\"\"\"c\"\n", vec![row("name", "a\"b\"", "\"c")]),
        ("place,source,text\nname,a\rb,c\r\n", vec![row("name", "a\rb", "c")]),
        // Rows without a text are none, and a row may end behind its source.
        ("place,source,text\n\n,,\n\r\nname,a\n", vec![row("name", "a", "")]),
        ("text,place,source,x\nb,name,a\n", vec![row("name", "a", "b")]),
        ("place,source,text\nname,'=1,'-2\n'+x,'tis,\n", vec![row("name", "=1", "-2"), row("+x", "'tis", "")]),
    ] {
        assert_eq!(in_rows(table, ListForm::Csv), wanted, "{table:?}");
    }
    for (table, said) in [
        ("place,source\nname,a\n", "line 1: the head should have"),
        ("place;source,text\nname,a\n", "line 1: the head should have"),
        ("place,source,text\nname,\"a\nb\",c\nname\n", "line 4: the row has fewer cells than the head"),
        ("place,text,source\nname,b\n", "line 2: the row has fewer cells than the head"),
        ("place,source,text\n\"name", "line 2: a quote is not closed"),
        ("source,text,place\na,b\n", "line 2: the row has fewer cells than the head"),
    ] {
        let error = read(table, ListForm::Csv, &Limits::default()).unwrap_err().to_string();
        assert!(error.contains(said), "{table:?}: {error}");
    }
}

#[test]
fn rows_of_json_may_lack_what_is_no_place() {
    let list = r#"[{"place":"name"},{"place":"a","source":null,"text":"t","more":1},{"place":"b","source":"s"}]"#;
    assert_eq!(in_rows(list, ListForm::Json), [row("name", "", ""), row("a", "", "t"), row("b", "s", "")]);
    for (list, said) in [
        (r#"[{"place":null}]"#, "row 1: it has no `place`"),
        (r#"[{"place":"a"},{"place":1}]"#, "row 2: `place` should be a text, and is a number"),
        (r#"[{"place":"a","source":[]}]"#, "row 1: `source` should be a text, and is an array"),
        (r#"["a"]"#, "row 1: it has no `place`"),
    ] {
        let error = read(list, ListForm::Json, &Limits::default()).unwrap_err().to_string();
        assert!(error.contains(said), "{list}: {error}");
    }
    // As many as are allowed are no error.
    let two = r#"[{"place":"a"},{"place":"b"}]"#;
    for (most, whether) in [(1, false), (2, true), (3, true)] {
        assert_eq!(read(two, ListForm::Json, &Limits::default().with_listed_texts(most)).is_ok(), whether, "{most}");
    }
}

#[test]
fn a_row_is_set_or_named_with_the_reason() {
    for (given, after, misfit) in [
        (Row::new("name", "Aria", "Mira"), "Mira", None),
        // Nothing is asked for.
        (Row::new("name", "Aria", ""), "Aria", None),
        (Row::new("name", "Mira", "Mira"), "Aria", None),
        (fuzzy(Row::new("name", "Aria", "Aria")), "Aria", None),
        // It is there already.
        (Row::new("name", "Old", "Aria"), "Aria", None),
        (Row::new("name", "Old", "Mira"), "Aria", Some("the card has another text there since the list was taken")),
        (
            fuzzy(Row::new("name", "Aria", "Mira")),
            "Aria",
            Some("its new text is marked as fuzzy, which is not finished"),
        ),
        (Row::new("nickname", "", "Mira"), "Aria", Some("the card has no text there")),
    ] {
        let mut editor = editor();
        let misfits = editor.set_texts(std::slice::from_ref(&given)).unwrap();
        let wanted: Vec<_> = misfit.into_iter().map(|why| (given.place.as_str(), why)).collect();
        assert_eq!(misfits.iter().map(|one| (one.place.as_str(), one.why)).collect::<Vec<_>>(), wanted, "{given:?}");
        assert_eq!(editor.get("name").unwrap().as_str(), Some(after), "{given:?}");
        let answers: Vec<answer::Misfit> = misfits.iter().map(|one: &Misfit| one.into()).collect();
        assert_eq!(answers.iter().map(|one| (one.place.as_str(), one.why)).collect::<Vec<_>>(), wanted);
    }
    // A fuzzy row hides no finished one, and the same text twice is one.
    let mut editor = editor();
    let all =
        [fuzzy(Row::new("name", "Aria", "Mia")), Row::new("name", "Aria", "Mira"), Row::new("name", "Aria", "Mira")];
    assert_eq!(editor.set_texts(&all).unwrap().len(), 1);
    assert_eq!(editor.get("name").unwrap(), Json::from("Mira"));
    assert_eq!(editor.changes().count(), 1);
    let told = answer::TextRow::from(&Row::new("name", "Aria", "Mira"));
    assert_eq!((told.place.as_str(), told.source.as_str(), told.text.as_str()), ("name", "Aria", "Mira"));
}
