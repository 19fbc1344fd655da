//! The committed pages that are made from the code are what the code makes now. `CARDS_BLESS=1` writes them anew.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use std::path::Path;

use cards_model::{SCHEMA_NAMES, Style, schema};

/// Compares a committed page with what it should be, or writes it.
#[track_caller]
fn check(name: &str, wanted: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name);
    if std::env::var_os("CARDS_BLESS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, wanted).unwrap();
        return;
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    assert!(
        found == wanted,
        "docs/{name} is stale; run `CARDS_BLESS=1 cargo test -p cards-model --test generated_docs`"
    );
}

#[test]
fn the_page_of_rules_is_fresh() {
    check("rules.md", &cards_model::rules::rules_markdown());
}

#[test]
fn the_schemas_are_fresh() {
    for (name, form) in SCHEMA_NAMES {
        let text = schema(*form).to_text(Style::Pretty(2)) + "\n";
        check(&format!("schema/{name}.schema.json"), &text);
    }
}
