//! Lorebooks that go into a card and out of it: what is there once, what is lost, and which ids stay.

use cards_kit::{Editor, Json, Limits, open};
use cards_model::Content;

fn editor(text: &str) -> Editor {
    open(text.as_bytes(), Limits::default()).unwrap().edit()
}

fn content(text: &str) -> Content {
    editor(text).document().content.clone()
}

fn entry(key: &str, more: &str) -> String {
    format!(r#"{{"keys":["{key}"],"content":"{key}.","extensions":{{}},"enabled":true,"insertion_order":1{more}}}"#)
}

fn book(entries: &[String], more: &str) -> String {
    format!(r#"{{"extensions":{{}}{more},"entries":[{}]}}"#, entries.join(","))
}

/// A card of V2, with this lorebook or without any.
fn card(book: Option<&str>) -> String {
    let book = book.map(|book| format!(r#","character_book":{book}"#)).unwrap_or_default();
    format!(r#"{{"spec":"chara_card_v2","spec_version":"2.0","data":{{"name":"A"{book}}}}}"#)
}

/// Keys and ids of the entries, in order.
fn shown(edit: &Editor) -> String {
    let one = |entry: &Json| {
        let id = entry.get("id").map(|id| format!("#{id}")).unwrap_or_default();
        entry.pointer("/keys/0").and_then(Json::as_str).unwrap().to_owned() + &id
    };
    edit.entries().iter().map(|(_, entry)| one(entry)).collect::<Vec<_>>().join(" ")
}

#[test]
fn what_is_attached_stands_behind_and_is_there_once() {
    let (a, b, c) = (entry("a", ""), entry("b", ""), entry("c", ""));
    for (own, lists, added, doubles, after) in [
        (None, vec![vec![&a, &b]], 2, 0, "a b"),
        (None, vec![vec![]], 0, 0, ""),
        (None, vec![vec![&a, &a]], 1, 1, "a"),
        (Some(vec![&a]), vec![vec![&b, &a], vec![&b, &c]], 2, 2, "a b c"),
        (Some(vec![&a]), vec![], 0, 0, "a"),
        (Some(vec![]), vec![vec![&c], vec![&b]], 2, 0, "c b"),
    ] {
        let of = |list: &Vec<&String>, name: &str| {
            book(&list.iter().map(|entry| (*entry).clone()).collect::<Vec<_>>(), &format!(r#","name":"{name}""#))
        };
        let mut edit = editor(&card(own.as_ref().map(|list| of(list, "own")).as_deref()));
        let books: Vec<_> =
            (0..).zip(&lists).map(|(at, list)| content(&card(Some(&of(list, &format!("of {at}")))))).collect();
        let done = edit.attach(&books.iter().collect::<Vec<_>>()).unwrap();
        assert_eq!((done.added, done.doubles, done.loss.len()), (added, doubles, 0), "{after}");
        assert_eq!(shown(&edit), after);
        // Its own name stays, and without any it is that of the first.
        let name = if own.is_some() { "own" } else { "of 0" };
        assert_eq!(edit.get("book.name").unwrap(), name.into(), "{after}");
        assert_eq!(edit.changes().count() > 0, added > 0 || own.is_none(), "{after}");
    }
}

#[test]
fn an_id_that_is_taken_is_left_out_or_another() {
    let id = |number: usize| format!(r#","id":{number}"#);
    for (own, new, after) in [
        (vec![entry("a", "")], vec![entry("b", "")], "a b"),
        (vec![entry("a", "")], vec![entry("b", &id(7))], "a b#7"),
        // The entry without an id is known by its place.
        (vec![entry("a", "")], vec![entry("b", &id(0))], "a b"),
        (vec![entry("a", &id(1))], vec![entry("b", "")], "a#1 b#2"),
        (vec![entry("a", &id(1))], vec![entry("b", &id(1))], "a#1 b#2"),
        (vec![entry("a", &id(5))], vec![entry("b", &id(5)), entry("c", &id(5))], "a#5 b c"),
        (vec![entry("a", &id(2)), entry("b", &id(3))], vec![entry("c", ""), entry("d", "")], "a#2 b#3 c#4 d#5"),
        (vec![entry("a", "")], vec![entry("b", &id(2)), entry("c", "")], "a b#2 c#3"),
    ] {
        let mut edit = editor(&card(Some(&book(&own, ""))));
        edit.attach(&[&content(&card(Some(&book(&new, ""))))]).unwrap();
        assert_eq!(shown(&edit), after);
    }
}

#[test]
fn what_is_taken_out_is_counted_and_given() {
    let (a, b, c) = (entry("a", ""), entry("b", ""), entry("c", ""));
    for (own, lists, removed, absent, after, out) in [
        (vec![&a, &b], vec![], 2, 0, None, "a b"),
        (vec![&a, &b], vec![vec![&a]], 1, 0, Some("b"), "a"),
        (vec![&a, &b], vec![vec![&b], vec![&a]], 2, 0, None, "b a"),
        (vec![&a, &b], vec![vec![&c]], 0, 1, Some("a b"), ""),
        (vec![&a, &b], vec![vec![&c, &b], vec![&c]], 1, 2, Some("a"), "b"),
        (vec![&a, &a, &b], vec![vec![&a]], 2, 0, Some("b"), "a a"),
        (vec![], vec![], 0, 0, None, ""),
        (vec![], vec![vec![&a]], 0, 1, None, ""),
    ] {
        let of = |list: &Vec<&String>| {
            card(Some(&book(&list.iter().map(|entry| (*entry).clone()).collect::<Vec<_>>(), r#","name":"own""#)))
        };
        let mut edit = editor(&of(&own));
        let books: Vec<_> = lists.iter().map(|list| content(&of(list))).collect();
        let done = edit.detach(&books.iter().collect::<Vec<_>>()).unwrap();
        assert_eq!((done.removed, done.absent), (removed, absent), "{after:?}");
        assert_eq!(edit.get("book").is_ok().then(|| shown(&edit)).as_deref(), after);
        assert_eq!(done.book.name.as_deref(), Some("own"));
        let mut keys: Vec<_> = done.book.entries.iter().map(|entry| entry.keys[0].as_str()).collect();
        let mut wanted: Vec<_> = out.split_whitespace().collect();
        keys.sort_unstable();
        wanted.sort_unstable();
        assert_eq!(keys, wanted);
    }
}

#[test]
fn only_a_card_takes_books_and_only_a_book_is_taken() {
    let with = content(&card(Some(&book(&[entry("a", "")], ""))));
    let without = content(&card(None));
    let world = r#"{"entries":{"0":{"uid":0,"key":["bell"],"content":"It rings."}}}"#;
    let v1 = r#"{"name":"A","description":"","personality":"","scenario":"","first_mes":"Hi","mes_example":""}"#;
    let said = |result: Result<(), cards_kit::Error>| result.unwrap_err().to_string();
    let (no_card, no_book) = (cards_kit::Error::NoCard.to_string(), cards_kit::Error::NoLorebook.to_string());
    assert_eq!(said(editor(world).attach(&[&with]).map(drop)), no_card);
    assert_eq!(said(editor(world).detach(&[&with]).map(drop)), no_card);
    assert_eq!(said(editor(&card(None)).attach(&[&without]).map(drop)), no_book);
    assert_eq!(said(editor(&card(None)).detach(&[&with]).map(drop)), no_book);
    assert_eq!(said(editor(&card(None)).detach(&[]).map(drop)), no_book);
    assert!(editor(v1).attach(&[&with]).is_err() && editor(v1).detach(&[&with]).is_err());
    // Nothing to attach is nothing changed.
    let mut edit = editor(&card(None));
    assert_eq!(said(edit.attach(&[]).map(drop)), no_book);
    assert_eq!(edit.changes().count(), 0);
}

/// What a conversion loses is told of the lorebook and of the entry as its own file names it; of what is not taken over, nothing is.
#[test]
fn losses_are_named_by_the_places_of_their_own_file() {
    let world = |entries: &str| content(&format!(r#"{{"entries":{{{entries}}}}}"#));
    let one = r#""4":{"uid":4,"key":["tower","/be+ll/"],"content":"@@depth 3\ntower.","useGroupScoring":true}"#;
    let two = r#""9":{"uid":9,"key":["moor"],"content":"@@scan_depth 2\nmoor."}"#;
    let (first, second) = (world(one), world(&format!("{one},{two}")));
    let mut edit = editor(&card(None));
    let done = edit.attach(&[&first, &second]).unwrap();
    assert_eq!((done.added, done.doubles), (2, 1));
    let places = |done: &cards_kit::edit::Attached| -> std::collections::BTreeSet<(usize, String)> {
        let entry = |text: &str| text.split('/').take(3).collect::<Vec<_>>().join("/");
        done.loss.iter().map(|(book, loss)| (*book, entry(loss.pointer.as_str()))).collect()
    };
    let found = places(&done);
    assert!(found.iter().all(|(_, at)| at == "/entries/4" || at == "/entries/9"), "{found:?}");
    assert!(!found.contains(&(1, "/entries/4".to_owned())), "{found:?}");
    assert_eq!(edit.detach(&[&second]).unwrap().removed, 2);
    // Entries of a list are named by their numbers.
    let v3 = r#"{"spec":"lorebook_v3","data":{"extensions":{},"entries":[
        {"keys":["a"],"content":"A.","extensions":{},"enabled":true,"insertion_order":1,"use_regex":false,"id":70},
        {"keys":["b"],"content":"B.","extensions":{},"enabled":true,"insertion_order":1,"use_regex":true,"id":71}]}}"#;
    let done = editor(&card(None)).attach(&[&content(v3)]).unwrap();
    assert!(done.loss.iter().any(|(_, loss)| loss.pointer == "/entries/1/use_regex"), "{:?}", done.loss);
}
