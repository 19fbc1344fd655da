//! The laws of a merge, and what becomes of each kind of value.

use std::collections::HashSet;

use cards_kit::edit::texts::texts;
use cards_kit::merge::{Conflict, MergeOptions, MergedMember, merge, merge_members};
use cards_kit::{Editor, Patch};
use cards_kit::{Error, Limits};
use cards_model::strategy::{Oddity, content};
use cards_model::{Document, Form, Json, Style};
use proptest::prelude::*;

fn read(text: &str) -> Document {
    Document::read(text, &cards_model::Limits::default()).unwrap()
}

fn card(data: &str) -> Document {
    read(&format!(r#"{{"spec":"chara_card_v2","spec_version":"2.0","data":{{"name":"A",{data}}}}}"#))
}

/// What two edits of a card become.
fn three(base: &str, ours: &str, theirs: &str, mark: bool) -> (Json, Vec<Conflict>) {
    let mut mine = card(ours);
    let options = MergeOptions::default().with_mark(mark);
    let conflicts = merge(&card(base), &mut mine, &card(theirs), &options, &Limits::default()).unwrap();
    (mine.content.to_json().pointer("/data").cloned().unwrap(), conflicts)
}

fn file(form: Form) -> impl Strategy<Value = Document> {
    content(form, Oddity::Crooked).prop_map(Document::new)
}

/// The lines of all texts of a value.
fn lines<'a>(json: &'a Json, found: &mut HashSet<&'a str>) {
    match json {
        Json::String(text) => found.extend(text.split('\n')),
        Json::Array(items) => items.iter().for_each(|item| lines(item, found)),
        Json::Object(object) => object.iter().for_each(|(_, value)| lines(value, found)),
        _ => {}
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn one_sided_edits_are_taken_whole(
        (a, b) in prop::sample::select(Form::ALL.to_vec()).prop_flat_map(|form| (file(form), file(form))),
    ) {
        let merged = |base: &Document, ours: &Document, theirs: &Document| {
            let mut ours = ours.clone();
            let conflicts = merge(base, &mut ours, theirs, &MergeOptions::default(), &Limits::default()).unwrap();
            (ours.content.to_json(), conflicts.len())
        };
        let json = b.content.to_json();
        prop_assert_eq!(merged(&a, &a, &b), (json.clone(), 0));
        prop_assert_eq!(merged(&a, &b, &a), (json.clone(), 0));
        prop_assert_eq!(merged(&a, &b, &b), (json, 0));
    }

    #[test]
    fn disjoint_edits_are_both_there_and_nothing_else(
        content in prop::sample::select(Form::ALL.to_vec()).prop_flat_map(|form| content(form, Oddity::Crooked)),
        (one, two) in (any::<prop::sample::Index>(), any::<prop::sample::Index>()),
    ) {
        let base = Document::new(content).to_bytes();
        if let Some(problem) = disjoint(&base, |places| (one.index(places), two.index(places))) {
            prop_assert!(false, "{problem}");
        }
    }

    #[test]
    fn the_same_card_in_another_form_is_no_edit(
        content in prop::sample::select(vec![Form::V1, Form::V2, Form::V3, Form::V3L, Form::Prom])
            .prop_flat_map(|form| content(form, Oddity::Plain)),
        form in prop::sample::select(vec![Form::V1, Form::V2, Form::V3, Form::V3L, Form::Prom]),
    ) {
        let document = Document::new(content);
        let ours = document.clone().into_form(form, &Default::default()).unwrap().value;
        let mut merged = ours.clone();
        let conflicts =
            merge(&document, &mut merged, &document, &MergeOptions::default(), &Limits::default()).unwrap();
        prop_assert_eq!((conflicts, merged.content.to_json()), (Vec::new(), ours.content.to_json()));
    }

    #[test]
    fn no_line_of_either_side_is_lost(
        (base, ours, theirs) in prop::sample::select(Form::ALL.to_vec())
            .prop_flat_map(|form| (file(form), file(form), file(form))),
    ) {
        let mut merged = ours.clone();
        let conflicts = merge(&base, &mut merged, &theirs, &MergeOptions::default(), &Limits::default()).unwrap();
        let [base, ours, theirs, merged] = [&base, &ours, &theirs, &merged].map(|one| one.content.to_json());
        let sides = conflicts.iter().flat_map(|conflict| [&conflict.ours, &conflict.theirs]).flatten();
        let (mut old, mut kept) = (HashSet::new(), HashSet::new());
        lines(&base, &mut old);
        [&merged].into_iter().chain(sides).for_each(|json| lines(json, &mut kept));
        for side in [&ours, &theirs] {
            let mut said = HashSet::new();
            lines(side, &mut said);
            let lost: Vec<_> = said.difference(&old).filter(|line| !kept.contains(*line)).collect();
            prop_assert!(lost.is_empty(), "{:?} of\n{}\n{}\n{}\nis lost in\n{}", lost, base, ours, theirs, merged);
        }
    }

    #[test]
    fn no_edit_of_either_side_is_lost(
        base in prop::sample::select(vec![Form::V1, Form::V2, Form::V3, Form::V3L, Form::Prom, Form::WorldInfo])
            .prop_flat_map(|form| content(form, Oddity::Plain)).prop_map(|content| Document::new(content).to_text(Style::Compact)),
        ours in prop::collection::vec((any::<prop::sample::Index>(), 0..3_u8), 0..5),
        theirs in prop::collection::vec((any::<prop::sample::Index>(), 0..3_u8), 0..5),
    ) {
        let limits = Limits::default();
        let Ok(base) = Document::read(&base, &cards_model::Limits::default()) else { return Ok(()) };
        let bytes = base.to_bytes();
        // Every edit leaves a mark that is seen again, in the result or in a conflict.
        let edited = |side: &str, edits: &[(prop::sample::Index, u8)]| {
            let mut editor = cards_kit::open(&bytes[..], &limits).unwrap().edit();
            let mut marks = Vec::new();
            for (number, (pick, kind)) in edits.iter().enumerate() {
                let mark = format!("<{side}{number}>");
                let places: Vec<_> = texts(&editor.document().content).into_iter().map(|text| text.place).collect();
                let patch = match kind {
                    0 => Patch::Insert { path: "greetings[+]".parse().unwrap(), value: mark.as_str().into() },
                    1 => Patch::Insert { path: "tags[+]".parse().unwrap(), value: mark.as_str().into() },
                    _ if places.is_empty() => continue,
                    _ => {
                        let path = pick.get(&places).clone();
                        let Ok(old) = editor.get(&path) else { continue };
                        // A later edit of a place takes the mark of an earlier one with it.
                        let value = format!("{}{mark}", old.as_str().unwrap_or_default());
                        Patch::Set { path, value: value.into() }
                    }
                };
                if editor.apply(&[patch]).is_ok_and(|changes| !changes.is_empty()) {
                    marks.push(mark);
                }
            }
            (editor, marks)
        };
        let ((mut ours, own), (theirs, other)) = (edited("ours", &ours), edited("theirs", &theirs));
        let conflicts = ours.merge(&base, theirs.document(), &MergeOptions::default(), &limits).unwrap();
        let mut seen = ours.document().content.to_json().to_string();
        for conflict in &conflicts {
            for side in [&conflict.ours, &conflict.theirs] {
                seen.push_str(&side.as_ref().map(Json::to_string).unwrap_or_default());
            }
        }
        for mark in own.iter().chain(&other) {
            prop_assert!(seen.contains(mark.as_str()), "{} is lost: {}", mark, seen);
        }
    }
}

#[test]
fn members_and_lists_of_both_sides_come_together() {
    let (data, conflicts) = three(
        r#""tags":["a","b"],"alternate_greetings":["one","two"],"x":{"k":1}"#,
        r#""tags":["a","b","c"],"alternate_greetings":["one!","two"],"x":{"k":1,"m":2}"#,
        r#""tags":["b"],"alternate_greetings":["one","two","three"],"x":{"k":3}"#,
        false,
    );
    assert_eq!(conflicts, []);
    let wanted = r#"{"name":"A","tags":["b","c"],"alternate_greetings":["one!","two","three"],"x":{"k":3,"m":2}}"#;
    assert_eq!(data.to_string(), wanted);
}

#[test]
fn texts_are_merged_line_by_line_and_marked_where_both_wrote() {
    let (data, conflicts) = three(
        r#""description":"one\ntwo\nthree\nfour""#,
        r#""description":"ONE\ntwo\nthree\nfour""#,
        r#""description":"one\ntwo\nthree\nFOUR""#,
        false,
    );
    assert_eq!((data["description"].as_str(), conflicts.len()), (Some("ONE\ntwo\nthree\nFOUR"), 0));
    let sides = [r#""description":"a\nb""#, r#""description":"a\nours""#, r#""description":"a\ntheirs""#];
    let (data, conflicts) = three(sides[0], sides[1], sides[2], false);
    assert_eq!((data["description"].as_str(), conflicts.len()), (Some("a\nours"), 1));
    assert_eq!(conflicts[0].pointer, "/data/description");
    let (data, _) = three(sides[0], sides[1], sides[2], true);
    let marked = "a\n<<<<<<< ours\nours\n=======\ntheirs\n>>>>>>> theirs";
    assert_eq!(data["description"].as_str(), Some(marked));
}

#[test]
fn entries_go_by_their_names_wherever_they_stand() {
    let book = |entries: &str| format!(r#""character_book":{{"extensions":{{}},"entries":[{entries}]}}"#);
    let entry = |id: u32, content: &str| {
        format!(
            r#"{{"id":{id},"keys":["k"],"content":"{content}","extensions":{{}},"enabled":true,"insertion_order":1}}"#
        )
    };
    let list = |entries: &[(u32, &str)]| {
        book(&entries.iter().map(|(id, text)| entry(*id, text)).collect::<Vec<_>>().join(","))
    };
    let (data, conflicts) = three(
        &list(&[(1, "a"), (2, "b"), (3, "c")]),
        &list(&[(3, "c"), (1, "A"), (2, "b"), (4, "d")]),
        &list(&[(1, "a"), (3, "C"), (5, "e")]),
        false,
    );
    let entries = data.pointer("/character_book/entries").and_then(Json::as_array).unwrap();
    let told: Vec<_> =
        entries.iter().map(|entry| format!("{}{}", entry["id"], entry["content"].as_str().unwrap())).collect();
    assert_eq!(told, ["3C", "5e", "1A", "4d"]);
    assert_eq!(conflicts, []);
    // What one side took out and the other changed stays, and is named; two new entries of one name are two.
    let (data, conflicts) = three(&list(&[(1, "a")]), &list(&[(7, "x")]), &list(&[(1, "b"), (7, "y")]), false);
    assert_eq!(conflicts.len(), 2);
    assert_eq!(data.pointer("/character_book/entries").and_then(Json::as_array).unwrap().len(), 3);
}

#[test]
fn the_later_date_holds_and_other_forms_are_refused() {
    let v3 = |date: u32, name: &str| {
        let data = format!(r#"{{"name":"{name}","modification_date":{date}}}"#);
        read(&format!(r#"{{"spec":"chara_card_v3","spec_version":"3.0","data":{data}}}"#))
    };
    let mut ours = v3(20, "A");
    let limits = Limits::default();
    let conflicts = merge(&v3(10, "A"), &mut ours, &v3(30, "B"), &MergeOptions::default(), &limits).unwrap();
    assert_eq!((conflicts.len(), ours.content), (0, v3(30, "B").content));
    let book = read(r#"{"entries":{"0":{"uid":0,"key":["a"],"content":"b"}}}"#);
    for (base, theirs) in [(&book, &v3(1, "A")), (&v3(1, "A"), &book)] {
        let error = merge(base, &mut v3(1, "A"), theirs, &MergeOptions::default(), &limits).unwrap_err();
        assert!(matches!(error, Error::OtherForm { .. }), "{error}");
        assert!(error.to_string().ends_with("; `cards convert` makes them the same"), "{error}");
    }
}

#[test]
fn sides_of_other_forms_are_merged_in_the_form_of_ours() {
    let v3 = |more: &str| {
        let data = format!(r#"{{"name":"A","description":"one","nickname":"Ari","source":["here"]{more}}}"#);
        read(&format!(r#"{{"spec":"chara_card_v3","spec_version":"3.0","data":{data}}}"#))
    };
    let limits = Limits::default();
    // What V2 has no place for is not taken out of a V3 card by one who edited a V2 card.
    for base in [v3(""), card(r#""description":"one""#)] {
        let mut ours = v3(r#","tags":["mine"]"#);
        let theirs = card(r#""description":"two","alternate_greetings":["new"]"#);
        let conflicts = merge(&base, &mut ours, &theirs, &MergeOptions::default(), &limits).unwrap();
        let data = ours.content.to_json().pointer("/data").cloned().unwrap();
        assert_eq!(conflicts, []);
        let told = [
            &data["description"],
            &data["nickname"],
            &data["source"][0],
            &data["tags"][0],
            &data["alternate_greetings"][0],
        ];
        assert_eq!(told.map(|text| text.as_str().unwrap()), ["two", "Ari", "here", "mine", "new"]);
    }
    // What is new there and has no place here is not left out without a word.
    let mut ours = card(r#""description":"one""#);
    let before = ours.clone();
    let theirs = v3(r#","nickname":"Ria""#);
    merge(&v3(""), &mut ours, &v3(r#","tags":["new"]"#), &MergeOptions::default(), &limits).unwrap();
    assert_eq!(ours.content.to_json().pointer("/data/tags/0").and_then(Json::as_str), Some("new"));
    let error = merge(&v3(""), &mut ours.clone(), &theirs, &MergeOptions::default(), &limits).unwrap_err();
    assert_eq!(
        error.to_string(),
        "a V2 card has no place for what is new in the other file: `/data/nickname`; `cards convert` this one to V3 first"
    );
    assert_ne!(ours, before);
}

/// What a merge would take of their picture and archive, or could not decide.
fn members([base, ours, theirs]: [&[u8]; 3]) -> Vec<MergedMember> {
    merge_members(base, ours, theirs, None, &Limits::default()).unwrap().members
}

/// Edits two texts of a file apart from each other, merges that, and says what differs from both edits one after the other:
/// in the card, or in the bytes of the file.
fn disjoint(base: &[u8], pick: impl FnOnce(usize) -> (usize, usize)) -> Option<String> {
    let limits = Limits::default();
    let editor = cards_kit::open(base, &limits).map(cards_kit::Opened::edit).ok()?;
    let places: Vec<_> = texts(&editor.document().content).into_iter().map(|text| text.place).collect();
    let (one, two) = pick(places.len().max(1));
    let (one, two) = (places.get(one)?, places.get(two)?);
    let edited = |edits: &[(&cards_kit::Place, &str)]| {
        let mut editor = cards_kit::open(base, &limits).map(cards_kit::Opened::edit).ok()?;
        for &(place, mark) in edits {
            let value = format!("{}<{mark}>", editor.get(place).ok()?.as_str()?);
            editor.apply(&[Patch::Set { path: place.clone(), value: value.into() }]).ok()?;
        }
        let bytes = editor.to_bytes(base, &limits).ok()?;
        Some((editor, bytes))
    };
    let ((mut ours, mine), (theirs, yours), (both, wanted)) =
        (edited(&[(one, "ours")])?, edited(&[(two, "theirs")])?, edited(&[(one, "ours"), (two, "theirs")])?);
    // Names by which elements are known are one edit of the list; two texts of one place are none apart.
    if one == two || both.changes().count() != ours.changes().count() + theirs.changes().count() {
        return None;
    }
    let before = cards_kit::open(base, &limits).map(cards_kit::Opened::edit).ok()?;
    let merged = |file: &mut Editor, theirs: &Document| {
        file.merge(before.document(), theirs, &MergeOptions::default(), &limits).map_err(|error| error.to_string())
    };
    match merged(&mut ours, theirs.document()) {
        Ok(conflicts) if conflicts.is_empty() => {}
        other => return Some(format!("{one} and {two}: {other:?}")),
    }
    let merged = ours.to_bytes(base, &limits).ok()?;
    let members = members([base, &mine, &yours]);
    if !members.is_empty() {
        return Some(format!("{one} and {two}: {members:?}"));
    }
    (merged != wanted).then(|| format!("{one} and {two}: other bytes than those of both edits"))
}

#[test]
fn files_of_the_wild_are_merged_as_they_should_be() {
    let mut folders = vec![std::path::PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/cards"))];
    match std::env::var_os("CARDS_SHARED") {
        Some(shared) => folders.push(std::path::Path::new(&shared).join("corpus/real")),
        None => eprintln!("CARDS_SHARED is not set: the cards of the fixtures alone are merged"),
    }
    let (limits, mut merged) = (Limits::default(), 0);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            // A debug build takes long over large files.
            let Ok(file) = std::fs::read(&path) else { continue };
            let Some(editor) = cards_kit::open(&file[..], &limits)
                .map(cards_kit::Opened::edit)
                .ok()
                .filter(|_| file.len() < 2_000_000)
            else {
                continue;
            };
            let count = texts(&editor.document().content).len();
            let problem = disjoint(&file, |_| (0, count.saturating_sub(1)));
            assert_eq!(problem, None, "{}", path.display());
            // An edit of one side alone is that edit, to the byte.
            let Some(place) = texts(&editor.document().content).into_iter().map(|text| text.place).next() else {
                continue;
            };
            let mut edited = editor.clone();
            if edited.apply(&[Patch::Set { path: place, value: "Mira".into() }]).is_err() {
                continue;
            }
            let x = edited.to_bytes(&file, &limits).unwrap();
            let theirs = cards_kit::open(&x[..], &limits).unwrap().edit();
            for (base, base_file) in [(editor.document(), &file), (theirs.document(), &x)] {
                for (other, other_file) in [(editor.document(), &file), (theirs.document(), &x)] {
                    if base_file == &x && other_file == &file {
                        continue;
                    }
                    let mut ours = cards_kit::open(&x[..], &limits).unwrap().edit();
                    let conflicts = ours.merge(base, other, &MergeOptions::default(), &limits).unwrap();
                    assert_eq!(
                        (conflicts.len(), members([base_file, &x, other_file])),
                        (0, Vec::new()),
                        "{}",
                        path.display()
                    );
                    assert!(ours.to_bytes(&x, &limits).unwrap() == x, "{}", path.display());
                }
            }
            merged += 1;
        }
    }
    assert!(merged > 5, "{merged} files were merged");
}
