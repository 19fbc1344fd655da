//! Versions of one client, held against each other.

use cards_kit::answer::Divergence;
use cards_kit::compat::CompatOptions;
use cards_kit::{Limits, Profile, open};
use serde_json::json;

/// What differs between two sides in a card with these texts.
fn differences(from: &str, to: &str, [description, greeting, entry]: [&str; 3]) -> Vec<Divergence> {
    let data = json!({
        "name": "Mira", "description": description, "first_mes": greeting, "extensions": {},
        "character_book": { "extensions": {}, "entries": [{
            "keys": ["bell"], "content": entry, "enabled": true, "insertion_order": 1, "extensions": {},
        }] },
    });
    let card = json!({ "spec": "chara_card_v2", "spec_version": "2.0", "data": data }).to_string();
    let side = |name: &str| name.parse::<Profile>().unwrap();
    let options = CompatOptions::default().with_from(side(from)).with_to(side(to));
    open(card.as_bytes(), Limits::default()).unwrap().compat(&options).unwrap().differences
}

/// Each text that changes is named, with the row that shows what the older version makes of it.
#[test]
fn each_text_that_a_version_changes_is_named() {
    let texts = ["{{setvar::mood::a|b}}{{getvar::mood}}", "Hello.", "{{getvarkey::bag::rope}} of {{char}}"];
    let found = differences("sillytavern@1.18", "sillytavern@1.19", texts);
    let named: Vec<&str> = found.iter().map(|one| one.at.as_str()).collect();
    assert_eq!(named, ["/data/description", "/data/character_book/entries/0/content"]);
    assert_eq!((found[0].from.as_str(), found[0].to.as_str()), ("{{setvar::mood::a|b}}", "a|b"));
    for one in &found {
        assert!(one.rows.iter().any(|row| row.ends_with("-at-1-18")), "{:?}", one.rows);
    }
    let text = |from: &str| format!("{:?}", differences(from, "sillytavern", texts));
    assert_eq!(text("sillytavern@1.17"), text("sillytavern@1.18"));
}

/// A copy of a client at a version has the texts of that version, and one with changes those changes.
#[test]
fn a_copy_of_a_client_differs_in_what_it_changes() {
    let texts = ["{{setvar::mood::a|b}}", "{{//}}Hello.", "{{getvarkey::bag::rope}}"];
    assert_eq!(format!("{:?}", differences("sillytavern@1.18", "tauritavern", texts)), "[]");
    let named = |to: &str| {
        let found = differences("sillytavern", to, texts);
        found.iter().map(|one| (one.at.clone(), one.rows.iter().any(|row| row.starts_with(to)))).collect::<Vec<_>>()
    };
    assert_eq!(named("sillybunny"), [("/data/first_mes".to_owned(), true)]);
    assert_eq!(named("tauritavern").len(), 3);
    for name in ["sillybunny", "tauritavern", "SillyBunny@16609ad", "tauritavern@129c2d9"] {
        assert_eq!(name.parse::<Profile>().unwrap().family(), Profile::SillyTavern, "{name}");
    }
}

#[test]
fn what_no_version_changes_is_not_named() {
    let texts = ["{{random::a::b}} {{// note }}", "{{if x}}a|b{{/if}} | {{user}}", "{{.mood = a|b}}"];
    assert_eq!(format!("{:?}", differences("sillytavern@1.18", "sillytavern@1.19", texts)), "[]");
    let texts = ["{{setvar::mood::a|b}}", "{{//}}", "{{getvarkey::bag::rope}}"];
    assert_eq!(format!("{:?}", differences("sillytavern@1.17", "sillytavern@1.18", texts)), "[]");
}

#[test]
fn a_version_that_is_not_known_is_refused_with_those_that_are() {
    let error = "sillytavern@1.12".parse::<Profile>().unwrap_err().to_string();
    assert!(error.contains("sillytavern@1.12") && error.contains("sillytavern@1.18, sillytavern@1.17"), "{error}");
    for name in ["sillytavern@1.19.0", "SillyTavern@1.19", "sillytavern@1.18.0", "risu@2026-01-12", "risu@2025-12-31"] {
        assert!(name.parse::<Profile>().is_ok(), "{name}");
    }
}
