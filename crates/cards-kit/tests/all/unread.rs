//! What a client passes over of a lorebook, as `lint` for it and as `compat` between two sides say it.

use std::collections::BTreeSet;

use cards_kit::compat::CompatOptions;
use cards_kit::{Card, ConvertOptions, Form, Json, Limits, LintOptions, Pointer, Profile, open};

const CARD: &str = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","description":"A bard.",
    "character_book":{"scan_depth":8,"extensions":{},"entries":[{"keys":["bell"],"content":"It rings.","enabled":true,
    "insertion_order":10,"constant":true,"priority":4,"extensions":{"probability":50,"sticky":2}}]}}}"#;

/// The card in each form that holds a lorebook.
fn cards() -> Vec<(Form, String)> {
    let card: Card = CARD.parse().unwrap();
    let forms = [Form::V2, Form::V3, Form::V3L, Form::Prom];
    forms
        .map(|form| {
            (form, card.clone().into_form(form, &ConvertOptions::default()).unwrap().value.to_json().to_string())
        })
        .into()
}

/// Where a card is said to have what a client does not read, by the rule.
fn by_lint(card: &str, client: Profile) -> BTreeSet<String> {
    let options = LintOptions::default().with_select(["entry-unread"]).with_clients(vec![client]);
    let report = open(card.as_bytes(), Limits::default()).unwrap().lint(&options);
    report.findings.iter().filter_map(|finding| finding.location.pointer.as_ref().map(ToString::to_string)).collect()
}

#[test]
fn the_rule_and_compat_say_the_same_of_a_client() {
    for (form, card) in cards() {
        let json: Json = card.parse().unwrap();
        for client in [Profile::Agnai, Profile::KoboldCpp, Profile::Marinara] {
            let listed = by_lint(&card, client);
            assert!(!listed.is_empty(), "{form} {client}");
            // The other way around it is the same, with the sides exchanged.
            for (from, to) in [(Profile::SillyTavern, client), (client, Profile::SillyTavern)] {
                let options = CompatOptions::default().with_from(from).with_to(to);
                let found = open(card.as_bytes(), Limits::default()).unwrap().compat(&options).unwrap();
                let members = found.differences.iter().filter(|found| found.kind == "member");
                let passed_over: BTreeSet<String> = members
                    .filter(|found| if to == client { &found.to } else { &found.from } == "is not read")
                    .map(|found| found.at.clone())
                    .collect();
                assert!(
                    !passed_over.is_empty() && passed_over.is_subset(&listed),
                    "{form} {from} to {to}: {passed_over:?} {listed:?}"
                );
            }
            for place in &listed {
                let pointer: Pointer = place.parse().unwrap();
                assert!(json.at(&pointer).is_some(), "{form} {client}: {place}");
            }
        }
    }
}

/// A setting of a book is one of the book's, whether it has entries or not.
#[test]
fn a_book_without_entries_has_settings_that_are_not_read() {
    let empty = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","character_book":{"scan_depth":8,"extensions":{},"entries":[]}}}"#;
    assert_eq!(by_lint(empty, Profile::Agnai), BTreeSet::from(["/data/character_book/scan_depth".to_owned()]));
}
