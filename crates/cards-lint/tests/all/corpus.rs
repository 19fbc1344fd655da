//! Real files are linted without an error, and fixing them loses nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use cards_lint::{Input, Options, Severity, fix, lint};

use crate::fixtures::read;
use crate::laws::hold;

fn shared() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let shared = std::env::var_os("CARDS_SHARED").map_or_else(|| root.join("../shared"), PathBuf::from);
    let folder = shared.join("corpus/real");
    if !folder.is_dir() {
        eprintln!("skipped: {} is not there", folder.display());
        return None;
    }
    Some(folder)
}

/// The files of a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn repairs_of_real_files_keep_their_promises() {
    let Some(folder) = shared() else { return };
    let mut count = 0;
    for path in files(&folder) {
        let bytes = fs::read(&path).unwrap();
        let Ok((mut document, facts)) = read(&bytes) else { continue };
        count += 1;
        hold(&document, Some(&facts)).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let before = document.clone();
        for _ in 0..8 {
            let report = lint(&Input { document: &document, facts: Some(&facts) }, &Options::default());
            if fix(&mut document, &report.findings).is_empty() {
                break;
            }
        }
        if let (Some(before), Some(after)) = (before.card(), document.card()) {
            assert_eq!(before.name(), after.name(), "{}", path.display());
            assert_eq!(before.greetings(), after.greetings(), "{}", path.display());
            let book = |card: &cards_model::Card| card.lorebook().map(|book| book.entries.len());
            assert_eq!(book(before), book(after), "{}", path.display());
        }
    }
    assert!(count > 20, "only {count} files were read");
}

/// A gate that most good cards fail is one that people switch off. What fails is counted, for the page of the rules.
#[test]
fn one_good_card_in_five_or_fewer_fails_at_warning() {
    let Some(folder) = shared() else { return };
    let (mut cards, mut failing) = (0_usize, 0_usize);
    let mut rules: BTreeMap<&str, usize> = BTreeMap::new();
    for path in files(&folder) {
        let bytes = fs::read(&path).unwrap();
        let Ok((document, facts)) = read(&bytes) else { continue };
        if document.card().is_none() {
            continue;
        }
        cards += 1;
        let report = lint(&Input { document: &document, facts: Some(&facts) }, &Options::default());
        let heavy = report.findings.iter().filter(|finding| finding.severity() >= Severity::Warning);
        let broken: BTreeSet<&str> = heavy.map(|finding| finding.id()).collect();
        failing += usize::from(!broken.is_empty());
        broken.into_iter().for_each(|rule| *rules.entry(rule).or_default() += 1);
    }
    let mut table = format!("cards\t{cards}\nfailing\t{failing}\n");
    rules.iter().for_each(|(rule, count)| table.push_str(&format!("{rule}\t{count}\n")));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/measured.tsv");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, &table).unwrap();
    }
    assert_eq!(fs::read_to_string(path).unwrap().replace("\r\n", "\n"), table);
    assert!(failing <= cards.div_ceil(5), "{failing} of {cards}");
}

/// Our own examples are good cards: what lint says of them is what clients really make of them in different ways.
#[test]
fn good_cards_have_a_clean_report_but_for_what_clients_differ_in() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/cards");
    let mut count = 0;
    for path in files(&folder) {
        let bytes = fs::read(&path).unwrap();
        let Ok((document, facts)) = read(&bytes) else { continue };
        count += 1;
        hold(&document, Some(&facts)).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let report = lint(&Input { document: &document, facts: Some(&facts) }, &Options::default());
        let others: Vec<_> = report
            .findings
            .iter()
            .filter(|finding| !matches!(finding.id(), "macro-clients" | "entry-key-slashes" | "book-not-imported"))
            .collect();
        let unusual = report.findings.iter().filter(|finding| finding.id() != "book-not-imported").count();
        assert!(others.is_empty() && unusual <= 3, "{}: {:#?}", path.display(), report.findings);
    }
    assert!(count > 10, "only {count} files were read");
}
