//! The importer law: what any program gives out opens, is named or is refused with a reason, and nothing of it goes missing in silence.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use cards_kit::compat::compat;
use cards_kit::{Beside, Json, Limits, Pointer, lint, open};
use cards_model::Document;

/// The folder of files that other programs wrote; nothing where it is not there.
fn corpus() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let shared = std::env::var_os("CARDS_SHARED").map_or_else(|| root.join("../shared"), PathBuf::from);
    let corpus = shared.join("corpus");
    if corpus.is_dir() {
        return Some(corpus);
    }
    println!("no corpus at {}", corpus.display());
    None
}

/// What the corpus says of itself.
const OWN: [&str; 5] = [".md", ".py", "manifest.json", "expected.json", "index.json"];

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            files(&path, found);
        } else if !OWN.iter().any(|own| path.to_string_lossy().ends_with(own)) {
            found.push(path);
        }
    }
    found.sort();
}

/// What became of a file.
#[derive(Debug, PartialEq)]
enum Outcome {
    Opened,
    Beside,
    Refused(String),
}

fn outcome(bytes: &[u8], limits: &Limits) -> Outcome {
    match open(bytes, limits) {
        Ok(_) => Outcome::Opened,
        Err(_) if Beside::read(bytes, limits).is_some() => Outcome::Beside,
        Err(error) => Outcome::Refused(error.to_string()),
    }
}

/// Every file of the corpus: it opens and can be asked everything, it is known as one that clients keep beside cards, or it is
/// refused in words.
#[test]
fn nothing_readable_is_refused_and_nothing_panics() {
    let Some(corpus) = corpus() else { return };
    let limits = Limits::default();
    let (mut counts, mut missing) = ([0; 3], Vec::new());
    for folder in ["real", "forms", "found", "notcards"] {
        let mut all = Vec::new();
        files(&corpus.join(folder), &mut all);
        for path in all {
            let bytes = fs::read(&path).unwrap();
            match outcome(&bytes, &limits) {
                Outcome::Opened => {
                    counts[0] += 1;
                    let document = open(&bytes[..], &limits).unwrap().loaded.document;
                    let again = Document::read(document.to_text(cards_model::Style::Compact), &limits.files.for_json());
                    assert_eq!(again.unwrap().content.form(), document.content.form(), "{}", path.display());
                    assert!(lint(&bytes[..], &Default::default(), &limits).is_ok(), "{}", path.display());
                    missing.extend(gone(&document, &path));
                }
                Outcome::Beside => counts[1] += 1,
                Outcome::Refused(why) => {
                    counts[2] += 1;
                    assert!(!why.is_empty(), "{}", path.display());
                    // Every real file opens; of the others some are there to be refused.
                    assert!(folder != "real", "{}: {why}", path.display());
                }
            }
        }
    }
    println!("{} opened, {} beside cards, {} refused", counts[0], counts[1], counts[2]);
    assert!(missing.is_empty(), "neither read nor among the losses:\n{}", missing.join("\n"));
    assert!(counts[0] > 80 && counts[1] >= 3, "{counts:?}");
}

/// The same of folders that somebody names in `CARDS_FILES`, separated as paths are: files that a client opens. Each content is looked at
/// once; a file that is neither opened nor known by its name for what it is fails.
#[test]
fn nothing_in_named_folders_is_refused() {
    let Some(folders) = std::env::var_os("CARDS_FILES") else {
        println!("CARDS_FILES names no folders of files that clients open");
        return;
    };
    let (limits, mut all, mut seen) = (Limits::default(), Vec::new(), BTreeSet::new());
    std::env::split_paths(&folders).for_each(|folder| files(&folder, &mut all));
    let (mut kinds, mut refused) = (std::collections::BTreeMap::<String, usize>::new(), Vec::new());
    for path in all {
        let bytes = fs::read(&path).unwrap();
        if !seen.insert(bytes.clone()) {
            continue;
        }
        let kind = match outcome(&bytes, &limits) {
            Outcome::Opened => {
                let document = open(&bytes[..], &limits).unwrap().loaded.document;
                assert!(gone(&document, &path).is_empty(), "{}", path.display());
                document.content.form().id().to_owned()
            }
            Outcome::Beside => Beside::read(&bytes, &limits).unwrap().answer().kind.to_owned(),
            Outcome::Refused(why) => {
                refused.push(format!("{}: {why}", path.display()));
                continue;
            }
        };
        assert!(lint(&bytes[..], &Default::default(), &limits).is_ok(), "{}", path.display());
        *kinds.entry(kind).or_default() += 1;
    }
    println!("{kinds:?}");
    assert!(refused.is_empty(), "{} files:\n{}", refused.len(), refused.join("\n"));
}

/// A file that is open says of itself what the doors say of its bytes: what is wrong with it, and what a second client makes of it.
#[test]
fn an_open_file_is_asked_as_its_bytes_are() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    let (limits, mut all) = (Limits::default(), Vec::new());
    files(&root.join("cards"), &mut all);
    files(&root.join("model"), &mut all);
    let mut cards = 0;
    for path in all {
        let bytes = fs::read(&path).unwrap();
        let Ok(mut opened) = open(&bytes[..], &limits) else { continue };
        let linted = lint(&bytes[..], &Default::default(), &limits).unwrap();
        let said = |report: &cards_lint::Report| report.findings.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(said(&opened.lint(&Default::default())), said(&linted.report), "{}", path.display());
        let apart = compat(&opened.loaded, &linted.report, &Default::default());
        let asked = opened.compat(&Default::default());
        assert_eq!(format!("{asked:?}"), format!("{apart:?}"), "{}", path.display());
        cards += usize::from(opened.card().is_some());
    }
    assert!(cards > 50, "{cards}");
}

/// The texts of a file of another program that are neither in what was made of it nor at a place that the list of losses names.
fn gone(document: &Document, path: &Path) -> Vec<String> {
    let mut gone = Vec::new();
    let Some(origin) = document.origin() else { return gone };
    let mut texts = Vec::new();
    gather(&origin.original, &Pointer::ROOT, &mut texts);
    let mut held = Vec::new();
    gather(&document.content.to_json(), &Pointer::ROOT, &mut held);
    let held: Vec<String> = held.into_iter().map(|(_, text)| text).collect();
    let lost: BTreeSet<String> = origin.loss.iter().map(|loss| loss.pointer.to_string()).collect();
    for (at, text) in texts {
        let is_lost = std::iter::successors(Some(at.clone()), Pointer::parent).any(|at| lost.contains(at.as_str()));
        let words: Vec<&str> =
            text.split_whitespace().filter(|word| word.len() > 3 && word.chars().all(char::is_alphabetic)).collect();
        // A program's own marks change on the way; its words do not.
        let is_held = words.iter().all(|word| held.iter().any(|held| held.contains(word)));
        if !is_lost && !is_held {
            gone.push(format!("{}: {at}: {text}", path.display()));
        }
    }
    gone
}

/// Every text of some length that people wrote, with its place.
fn gather(json: &Json, at: &Pointer, found: &mut Vec<(Pointer, String)>) {
    match json {
        Json::String(text) if text.split_whitespace().count() > 3 => found.push((at.clone(), text.clone())),
        Json::Array(items) => items.iter().enumerate().for_each(|(index, item)| gather(item, &at.index(index), found)),
        Json::Object(members) => members.iter().for_each(|(name, value)| gather(value, &at.member(name), found)),
        _ => {}
    }
}

/// Files that clients keep beside cards, by what they are.
#[test]
fn files_beside_cards_are_named_with_what_takes_them() {
    let limits = Limits::default();
    for (text, kind, count) in [
        (
            r#"[{"id":"1","scriptName":"x","findRegex":"/a+/g","replaceString":"b","placement":[2]}]"#,
            "sillytavern_scripts",
            1,
        ),
        (r#"{"scriptName":"x","findRegex":"/a+/g","replaceString":"b","placement":[2]}"#, "sillytavern_scripts", 1),
        (r#"{"type":"regex","data":[{"comment":"x","in":"a","out":"b","type":"editdisplay"}]}"#, "risu_scripts", 1),
        (
            "{\"user_name\":\"U\",\"character_name\":\"C\"}\n{\"name\":\"C\",\"is_user\":false,\"mes\":\"Hi\"}",
            "chat",
            1,
        ),
        (
            "{\"name\":\"C\",\"is_user\":false,\"mes\":\"Hi\"}\n{\"name\":\"D\",\"is_user\":false,\"mes\":\"Ho\"}",
            "chat",
            2,
        ),
        (r#"{"prompts":[{"identifier":"main","content":"x"}],"prompt_order":[]}"#, "sillytavern_preset", 1),
        (r#"{"name":"A","input_sequence":"<u>","output_sequence":"<a>"}"#, "sillytavern_templates", 1),
        (r#"{"name":"A","story_string":"{{description}}"}"#, "sillytavern_templates", 1),
    ] {
        let said = Beside::read(text.as_bytes(), &limits).unwrap_or_else(|| panic!("{text}")).answer();
        assert_eq!((said.kind, said.count), (kind, count), "{text}");
        assert!(!said.taken_by.is_empty() && !said.what.is_empty());
        // What is a file beside cards is no card.
        assert!(open(text.as_bytes(), &limits).is_err(), "{text}");
    }
    for text in
        ["", "{}", "[]", "Hi there", r#"{"name":"Aria"}"#, r#"{"spec":"chara_card_v2","data":{"name":"A"}}"#, "null"]
    {
        assert!(Beside::read(text.as_bytes(), &limits).is_none(), "{text}");
    }
}
