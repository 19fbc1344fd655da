//! Real files are linted without an error, and fixing them loses nothing.

use std::fs;
use std::path::{Path, PathBuf};

use cards_container::Limits;
use cards_lint::{Input, Options, fix, lint, open_card};

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

#[test]
fn real_files_are_linted_and_fixed_without_loss() {
    let Some(folder) = shared() else { return };
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let bytes = fs::read(&path).unwrap();
        let Ok((mut document, facts)) = open_card(&bytes[..], &Limits::default()) else { continue };
        count += 1;
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
