//! What holds of every change: it is what was asked and no more, it breaks no rule that it does not speak of, and it can be
//! taken back.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use cards_container::pack::{PackOptions, Target, pack};
use cards_kit::edit::texts::texts;
use cards_kit::edit::{Change, tree};
use cards_kit::merge::MergeOptions;
use cards_kit::{Editor, Patch};
use cards_kit::{Limits, open};
use cards_model::json::{Places, Style, strict_text};
use cards_model::laws;
use cards_model::strategy::{Oddity, content};
use cards_model::{Content, Document, Form, Grammar, Json, Pointer, ValidateOptions};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{TestCaseError, TestRunner};

/// The text of a file of any form, as files in the wild are, that reads as the form it was made in.
fn file() -> impl Strategy<Value = String> {
    let style = prop::sample::select(vec![Style::Compact, Style::Pretty(1), Style::Pretty(4), Style::Tabs]);
    (prop::sample::select(Form::ALL.to_vec()), style, any::<bool>())
        .prop_flat_map(|(form, style, windows)| (Just(form), content(form, Oddity::Crooked), Just((style, windows))))
        .prop_map(|(form, content, (style, windows))| {
            let text = Document::new(content).to_text(style);
            (form, if windows { text.replace('\n', "\r\n") } else { text })
        })
        .prop_filter("it reads as another form", |(form, text)| {
            Document::read(text, &cards_model::Limits::default())
                .is_ok_and(|document| document.content.form() == *form && document.origin().is_none())
        })
        .prop_map(|(_, text)| text)
}

/// The findings of a document as it reads once it is written.
fn findings(document: &Document) -> Result<BTreeSet<(&'static str, Pointer)>, String> {
    let again = Document::read_with(document.to_bytes(), Grammar::Relaxed, &cards_model::Limits::default());
    let found = again.map_err(|error| format!("it does not read again: {error}"))?.validate(ValidateOptions::STRICT);
    Ok(found.into_iter().map(|finding| (finding.rule.id, finding.pointer)).collect())
}

/// A text without the values that changed; nothing where one of them came or went.
fn elsewhere(text: &[u8], changes: &[Change]) -> Option<String> {
    let text = std::str::from_utf8(text).ok()?;
    if changes.iter().any(|change| change.before.is_none() || change.after.is_none()) {
        return None;
    }
    let places = Places::of(&strict_text(text), changes.iter().map(|change| &change.pointer));
    let mut spans = changes.iter().map(|change| places.nearest(&change.pointer)).collect::<Option<Vec<_>>>()?;
    spans.sort_by_key(|span| span.start.offset);
    let (mut rest, mut at) = (String::new(), 0);
    for span in spans {
        // Of a value within another one that changed nothing is left.
        rest.push_str(text.get(at..span.start.offset).unwrap_or_default());
        rest.push('\u{0}');
        at = at.max(span.end);
    }
    Some(rest + &text[at..])
}

/// Holds one step against the laws, and takes it back. Gives how many changes it made.
fn hold(editor: &mut Editor, step: impl FnOnce(&mut Editor) -> Option<Vec<Change>>) -> Result<usize, String> {
    let (before, found) = (editor.document().content.to_json(), findings(editor.document())?);
    let bytes = editor.document().to_bytes();
    let Some(changes) = step(editor) else {
        // What is refused changes nothing.
        let same = editor.document().content.to_json() == before;
        return same.then_some(0).ok_or_else(|| "a refused step changed something".to_owned());
    };
    // What is read from elsewhere in the file is written where it belongs, and is not the text's own then.
    if std::str::from_utf8(&bytes).is_ok_and(|text| strict_text(text).parse::<Json>().as_ref() == Ok(&before)) {
        let now = editor.document().to_bytes();
        if elsewhere(&bytes, &changes) != elsewhere(&now, &changes) {
            return Err(format!("bytes beside {:?} changed: {}", places(&changes), String::from_utf8_lossy(&now)));
        }
    }
    let after = editor.document().content.to_json();
    for difference in differing(&before, &after) {
        let named = changes
            .iter()
            .any(|change| difference.starts_with(&change.pointer) || change.pointer.starts_with(&difference));
        if !named {
            return Err(format!("{difference} changed, and {:?} were named", places(&changes)));
        }
    }
    // A draft is written in the final layout once it is changed, and what that lacks is seen then.
    let drafted = found.iter().any(|(rule, _)| *rule == "old-layout");
    let now = match findings(editor.document()) {
        Ok(now) if !drafted => now,
        Ok(_) => BTreeSet::new(),
        // What would not read again is not written.
        Err(_) if editor.prove(&editor.document().to_bytes()[..], &Limits::default()).is_err() => BTreeSet::new(),
        Err(error) => return Err(error),
    };
    for (rule, place) in now.difference(&found) {
        let up = match *rule {
            // What is there twice is found at the second one.
            rule if rule.ends_with("-twice") => 3,
            // Whether second keys count is said by another member of the entry.
            "entry-not-selective" => 2,
            _ => 1,
        };
        let above = |at: &Pointer| (0..up).fold(at.clone(), |at, _| at.parent().unwrap_or_default());
        let own = |change: &Change| place.starts_with(&above(&change.pointer));
        // What is said once of a card is said of the next place when the first one goes.
        let moved = found.iter().any(|(old, at)| {
            let own = |change: &Change| at.starts_with(&change.pointer.parent().unwrap_or_default());
            old == rule && !now.contains(&(old, at.clone())) && changes.iter().any(own)
        });
        // In a card of Prom, what drafts had counts where its successor goes, or is emptied since the spec wants it.
        let uncovered =
            *rule == "old-layout" && changes.iter().any(|change| change.after.as_ref().is_none_or(is_blank));
        if moved || uncovered {
            continue;
        }
        if matches!(*rule, "missing-member" | "wrong-type" | "null-member" | "entry-enabled")
            || !changes.iter().any(own)
        {
            return Err(format!("{rule} at {place} is new after {:?}", places(&changes)));
        }
    }
    if !changes.is_empty() {
        editor.undo();
    }
    if editor.document().to_bytes() != bytes {
        return Err("undone, it is another file".to_owned());
    }
    Ok(changes.len())
}

/// Whether a value is the one of a member that is there because the spec wants it, and says nothing.
fn is_blank(value: &Json) -> bool {
    match value {
        Json::Null => true,
        Json::String(text) => text.is_empty(),
        Json::Array(items) => items.is_empty(),
        Json::Object(object) => object.iter().all(|(_, value)| is_blank(value)),
        _ => false,
    }
}

fn places(changes: &[Change]) -> Vec<String> {
    changes.iter().map(|change| change.pointer.to_string()).collect()
}

/// Where two values differ.
fn differing(before: &Json, after: &Json) -> Vec<Pointer> {
    let differs = |at: &Pointer| before.at(at) != after.at(at);
    let mut all = BTreeSet::new();
    members(&Pointer::ROOT, before, &mut all);
    members(&Pointer::ROOT, after, &mut all);
    // The innermost ones: whatever holds a difference differs too.
    let found: Vec<_> = all.into_iter().filter(differs).collect();
    let holds = |at: &Pointer| found.iter().any(|other| other != at && other.starts_with(at));
    found.iter().filter(|at| !holds(at)).cloned().collect()
}

/// The places of all members and elements.
pub(crate) fn members(at: &Pointer, json: &Json, all: &mut BTreeSet<Pointer>) {
    all.insert(at.clone());
    match json {
        Json::Object(object) => object.iter().for_each(|(name, value)| members(&at.member(name), value, all)),
        Json::Array(items) => items.iter().enumerate().for_each(|(i, value)| members(&at.index(i), value, all)),
        _ => {}
    }
}

/// The members of objects of the spec that may be taken out, elements of lists left alone: those behind one would move.
fn removable(content: &Content) -> Vec<Pointer> {
    let (json, mut all) = (content.to_json(), BTreeSet::new());
    members(&Pointer::ROOT, &json, &mut all);
    let member = |at: &Pointer| {
        let parent = at.parent().and_then(|parent| json.at(&parent));
        (2..=5).contains(&at.keys().count()) && matches!(parent, Some(Json::Object(_)))
    };
    all.into_iter().filter(member).collect()
}

const BOOK: &str = r#"{"spec":"lorebook_v3","data":{"extensions":{},"entries":[
    {"keys":["bell"],"content":"It rings.","extensions":{},"enabled":true,"insertion_order":1,"use_regex":false}]}}"#;

/// Merges what somebody else made of one text: that text and nothing else is then theirs.
fn merged(editor: &mut Editor, place: &Pointer) -> Option<Vec<Change>> {
    let base = editor.document().clone();
    let mut theirs = editor.clone();
    let asked = theirs.apply(&[Patch::Set { path: place.clone().into(), value: "theirs".into() }]).ok()?;
    let made = editor.made();
    let conflicts = editor.merge(&base, theirs.document(), &MergeOptions::default(), &Limits::default()).ok()?;
    assert!(conflicts.is_empty(), "{place} is a conflict of one side");
    assert_eq!(editor.document().content.to_json(), theirs.document().content.to_json(), "{place}");
    // What reads as the same in the form is no step.
    Some(if editor.made() == made { Vec::new() } else { editor.last_changes().to_vec() }).filter(|_| !asked.is_empty())
}

/// Every kind of step, at places that `pick` chooses. Gives how many changes were made.
fn steps(editor: &mut Editor, pick: usize) -> Result<usize, String> {
    let mut made = 0;
    let content = &editor.document().content;
    let json = content.to_json();
    // What is written as another type than the form has is read as its nearest equivalent, and set as what it should be.
    let as_it_is = |(at, text): &(Pointer, String)| json.at(at).and_then(Json::as_str) == Some(text);
    let all = texts(content).into_iter().map(|text| (text.pointer, text.text.into_owned()));
    let all: Vec<_> = all.filter(as_it_is).collect();
    // What is written as another type than the form has is written anew with a change of it, and seen then.
    let found = findings(editor.document())?;
    let odd: Vec<_> = found
        .iter()
        .filter(|(rule, _)| ["wrong-type", "bad-element", "null-member"].contains(rule))
        .map(|(_, at)| at)
        .collect();
    let mut members = removable(content);
    members.retain(|place| !odd.iter().any(|odd| place.starts_with(odd) || odd.starts_with(place)));
    if let Some((place, text)) = all.get(pick % all.len().max(1)) {
        let set = |value: &str| Patch::Set { path: place.clone().into(), value: value.into() };
        made += hold(editor, |editor| editor.apply(&[set("word")]).ok())
            .map_err(|error| format!("set {place}: {error}"))?;
        let itself = editor.apply(&[set(text)]).map_err(|error| error.to_string())?;
        if !itself.is_empty() {
            return Err(format!("{place} set to itself changed {:?}", places(&itself)));
        }
    }
    if let Some(place) = members.get(pick % members.len().max(1)) {
        let remove = Patch::Remove { path: place.clone().into() };
        made +=
            hold(editor, |editor| editor.apply(&[remove]).ok()).map_err(|error| format!("remove {place}: {error}"))?;
    }
    let own = editor.document().content.form().book_pointer().unwrap_or_default();
    if odd.iter().any(|at| at.starts_with(&own)) {
        return Ok(made);
    }
    let entry = Patch::Set { path: "book[+].content".parse().unwrap(), value: "It rings.".into() };
    made += hold(editor, |editor| editor.apply(&[entry]).ok()).map_err(|error| format!("a new entry: {error}"))?;
    let book = open(BOOK.as_bytes(), Limits::default()).map_err(|error| error.to_string())?;
    let attach = |editor: &mut Editor| {
        editor.attach(&[book.content()]).ok()?;
        Some(editor.last_changes().to_vec())
    };
    made += hold(editor, attach).map_err(|error| format!("attach: {error}"))?;
    let detach = |editor: &mut Editor| {
        editor.detach(&[]).ok()?;
        Some(editor.last_changes().to_vec())
    };
    made += hold(editor, detach).map_err(|error| format!("detach: {error}"))?;
    if let Some((place, _)) = all.get(pick % all.len().max(1)) {
        made += hold(editor, |editor| merged(editor, place)).map_err(|error| format!("merge at {place}: {error}"))?;
    }
    Ok(made)
}

/// What people see of a document: name, greetings, how many entries, and nothing of a file without them.
type Seen = (Option<String>, Vec<String>, Option<usize>);

fn seen(document: &Document) -> Seen {
    let (card, book) = (document.card(), document.content.lorebook());
    let greetings = card.map(|card| card.greetings().iter().map(|greeting| greeting.text.to_owned()).collect());
    // V1 to V3 always have a first greeting, a blank one where there is none.
    let greetings = greetings.filter(|all: &Vec<String>| *all != [""]).unwrap_or_default();
    (card.map(|card| card.name().to_owned()), greetings, book.map(|book| book.entries.len()))
}

/// What becomes of a whole file: repaired once it needs no other repair, taken apart it is joined to the byte, converted it comes
/// back, and packed it is the card that it was.
fn ways(file: &str, pick: usize) -> Result<(), String> {
    let (bytes, limits) = (file.as_bytes(), Limits::default());
    let of = |way: &'static str| move |error: cards_kit::Error| format!("{way}: {error}");
    let once = cards_kit::repair(bytes, &Default::default(), &limits).map_err(of("repair"))?;
    let again = cards_kit::repair(&once.bytes, &Default::default(), &limits).map_err(of("repair again"))?;
    if !again.changes.is_empty() || again.bytes != once.bytes {
        return Err(format!("repaired twice, {:?} changed", again.changes));
    }
    let taken = tree::take(bytes, &limits).map_err(of("take apart"))?;
    if tree::join(&taken.base, &taken.files, &limits).map_err(of("join"))? != bytes {
        return Err("taken apart and joined, it is another file".to_owned());
    }
    let document = open(bytes, &limits).map_err(of("open"))?.loaded.document;
    let Some(card) = document.card() else { return Ok(()) };
    let forms: Vec<Form> = Form::ALL.iter().copied().filter(|form| form.is_card()).collect();
    let form = forms.get(pick % forms.len()).copied().unwrap_or(Form::V3);
    laws::comes_back(card, &[form]).map_err(|broken| format!("through {form:?}: {broken}"))?;
    for target in [Target::Json, Target::Charx] {
        let mut opened = open(bytes, &limits).map_err(of("open"))?;
        let mut packed = Vec::new();
        let done = pack(&mut opened.file.container, opened.loaded, target, &PackOptions::default(), &mut packed);
        // What is refused or lost is said, and is none of this law's.
        if !done.is_ok_and(|report| report.loss.is_empty() && report.findings.is_empty()) {
            continue;
        }
        let now = seen(&open(&packed[..], &limits).map_err(of("open what was packed"))?.loaded.document);
        if now != seen(&document) {
            return Err(format!("packed as {target:?} it is {now:?}"));
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(48) })]

    #[test]
    fn a_crooked_file_goes_all_ways_and_stays_what_it_is(file in file(), pick in any::<Index>()) {
        if let Err(error) = ways(&file, pick.index(1 << 20)) {
            prop_assert!(false, "{} in {}", error, file);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn a_change_of_a_crooked_card_is_what_was_asked_and_no_more(file in file(), pick in any::<Index>()) {
        let mut editor = open(file.as_bytes(), Limits::default()).unwrap().edit();
        if let Err(error) = steps(&mut editor, pick.index(1 << 20)) {
            prop_assert!(false, "{} in {}", error, file);
        }
    }
}

/// As many changes as the environment says, of cards that no other run has seen.
#[test]
#[ignore = "long: `cargo heavy laws --changes N` runs it"]
fn as_many_changes_as_asked_are_what_was_asked_and_no_more() {
    let wanted: usize = std::env::var("CARDS_CHANGES").map_or(100_000, |count| count.parse().unwrap());
    let config = ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(256) };
    let mut seeds = TestRunner::new(config.clone());
    let (cards, made) = (Cell::new(0), Cell::new(0));
    while made.get() < wanted {
        // A runner that has run its cases is done.
        let mut runner = TestRunner::new_with_rng(config.clone(), seeds.new_rng());
        let held = runner.run(&(file(), any::<Index>()), |(file, pick)| {
            let mut editor = open(file.as_bytes(), Limits::default()).unwrap().edit();
            ways(&file, pick.index(1 << 20)).map_err(|error| TestCaseError::fail(format!("{error} in {file}")))?;
            let count = steps(&mut editor, pick.index(1 << 20))
                .map_err(|error| TestCaseError::fail(format!("{error} in {file}")))?;
            cards.set(cards.get() + 1);
            made.set(made.get() + count);
            Ok(())
        });
        held.unwrap_or_else(|error| panic!("after {} changes: {error}", made.get()));
        println!("{} changes of {} cards held", made.get(), cards.get());
    }
}

/// The files of a folder and of those below it.
fn files(folder: &Path, all: &mut Vec<PathBuf>) {
    let Ok(listed) = std::fs::read_dir(folder) else { return };
    for path in listed.filter_map(Result::ok).map(|entry| entry.path()) {
        if path.is_dir() { files(&path, all) } else { all.push(path) }
    }
    all.sort();
}

/// The fixtures, and the real files where they are at hand.
pub(crate) fn corpus() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut all = Vec::new();
    files(&root.join("fixtures/cards"), &mut all);
    files(&root.join("fixtures/model"), &mut all);
    match std::env::var_os("CARDS_SHARED").map(PathBuf::from).filter(|shared| shared.is_dir()) {
        Some(shared) => ["corpus/real", "corpus/found"].iter().for_each(|folder| files(&shared.join(folder), &mut all)),
        None => eprintln!("CARDS_SHARED is not set: the fixtures alone are changed"),
    }
    all
}

#[test]
fn a_change_of_any_known_file_is_what_was_asked_and_no_more() {
    let (mut changed_files, mut wrong) = (0, Vec::new());
    for path in &corpus() {
        let bytes = std::fs::read(path).unwrap();
        let Ok(mut editor) = open(&bytes[..], Limits::default()).map(cards_kit::Opened::edit) else {
            continue;
        };
        if bytes.len() > 1 << 21 || editor.document().origin().is_some() {
            continue;
        }
        changed_files += 1;
        for pick in [0, 7, 31] {
            if let Err(error) = steps(&mut editor, pick) {
                wrong.push(format!("{}: {error}", path.display()));
            }
        }
        if editor.to_bytes(&bytes, &Limits::default()).is_ok_and(|written| written != bytes) {
            wrong.push(format!("{}: with every step undone, it is another file", path.display()));
        }
    }
    assert!(changed_files > 50, "{changed_files} files");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Files of JSON by every hand: a name that changes is the one place that changes, and put back it is the file again.
#[test]
fn a_change_leaves_the_bytes_beside_it() {
    let mut count = 0;
    for path in corpus() {
        let bytes = std::fs::read(&path).unwrap();
        let Ok(mut editor) = open(bytes.as_slice(), Limits::default()).map(cards_kit::Opened::edit) else {
            continue;
        };
        let Ok(Json::String(name)) = editor.get("name") else { continue };
        if editor.document().origin().is_some() || editor.document().source() != Some(&*bytes) || name.is_empty() {
            continue;
        }
        // A name that is beside the data of a card and not in it, or another one there, is written to both.
        let json: Json = String::from_utf8_lossy(&bytes).parse().unwrap_or_default();
        let names_differ =
            json.get("data").is_some() && json.get("name").is_some() && json.get("name") != json.pointer("/data/name");
        let mut set = |name: &str| {
            let asked = editor.apply(&[Patch::Set { path: "name".parse().unwrap(), value: name.into() }]);
            asked.map(|changes| (changes.len(), editor.document().to_bytes()))
        };
        let Ok((changes, changed)) = set("Somebody else") else { continue };
        let lines = |bytes: &[u8]| bytes.iter().filter(|byte| **byte == b'\n').count();
        assert_eq!(lines(&changed), lines(&bytes), "{}", path.display());
        let differ = changed.split(|byte| *byte == b'\n').zip(bytes.split(|byte| *byte == b'\n'));
        let differ = differ.filter(|(now, before)| now != before).count();
        assert!(differ <= changes, "{}: {differ} lines for {changes} changes", path.display());
        let (_, back) = set(&name).unwrap();
        // The name comes back as it is written plainly, at every place that has it.
        if !names_differ && !name.chars().any(|c| c.is_control() || !c.is_ascii()) {
            assert!(back == bytes, "{}", path.display());
        }
        count += 1;
    }
    assert!(count > 20, "{count} files");
}
