//! Laws of linting and fixing over cards of every kind of oddity.

use cards_lint::{Facts, Finding, Fix, Input, Options, fix, lint};
use cards_model::rules::Reader;
use cards_model::strategy::{self, Oddity};
use cards_model::{Document, Json, Limits};
use proptest::prelude::*;

fn parse(text: &str) -> Json {
    Json::read(text, &Limits::unbounded()).unwrap()
}

/// Places where two values differ, as pointers to the topmost ones.
fn differences(a: &Json, b: &Json, pointer: &str, out: &mut Vec<String>) {
    match (a, b) {
        (Json::Object(x), Json::Object(y)) => {
            let names: Vec<&str> = x.iter().map(|(name, _)| name).collect();
            let kept: Vec<&str> = y.iter().map(|(name, _)| name).filter(|name| names.contains(name)).collect();
            let still: Vec<&str> = names.iter().copied().filter(|name| kept.contains(name)).collect();
            assert_eq!(still, kept, "members keep their order at {pointer}");
            let within = |name: &str| format!("{pointer}/{}", name.replace('~', "~0").replace('/', "~1"));
            for name in names {
                let place = within(name);
                match y.get(name) {
                    Some(value) => differences(x.get(name).unwrap(), value, &place, out),
                    None => out.push(place),
                }
            }
            out.extend(y.iter().filter(|(name, _)| x.get(name).is_none()).map(|(name, _)| within(name)));
        }
        (Json::Array(x), Json::Array(y)) if x.len() == y.len() => {
            for (i, (a, b)) in x.iter().zip(y).enumerate() {
                differences(a, b, &format!("{pointer}/{i}"), out);
            }
        }
        (a, b) if a == b => {}
        _ => out.push(pointer.to_owned()),
    }
}

/// Values that real files put where a text belongs.
fn odd() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("null".to_owned()),
        Just("7".to_owned()),
        Just("true".to_owned()),
        Just("[]".to_owned()),
        Just("{}".to_owned()),
        Just("\"x {user} {{chra}}\"".to_owned()),
        Just("[\"a\",1]".to_owned()),
        Just("{\"0\":{\"keys\":\"k\",\"content\":null}}".to_owned()),
        Just("[{\"keys\":[\"k\"],\"content\":\"c\",\"enabled\":\"true\",\"position\":\"\"},3]".to_owned()),
        Just("1.50".to_owned()),
    ]
}

fn card() -> impl Strategy<Value = String> {
    let names = prop::sample::subsequence(
        vec![
            "name",
            "description",
            "first_mes",
            "tags",
            "alternate_greetings",
            "extensions",
            "character_book",
            "x",
            "assets",
            "creation_date",
        ],
        0..9,
    );
    let marker = prop_oneof![
        Just(r#""spec":"chara_card_v2","spec_version":"2.0","#),
        Just(r#""spec":"chara_card_v3","spec_version":3.0,"#),
        Just(r#""spec":"chara_card_v3","#),
    ];
    (marker, names, prop::collection::vec(odd(), 9), any::<bool>()).prop_map(|(marker, names, values, book)| {
        let members: Vec<String> = names
            .iter()
            .zip(&values)
            .map(|(name, value)| match *name {
                "character_book" if book => format!("\"character_book\":{{\"entries\":{value}}}"),
                name => format!("\"{name}\":{value}"),
            })
            .collect();
        format!("{{{marker}\"data\":{{{}}},\"y\":1.0}}", members.join(","))
    })
}

fn fixed(document: &mut Document) -> Vec<cards_lint::Change> {
    fixed_with(document, None)
}

fn fixed_with(document: &mut Document, facts: Option<&Facts>) -> Vec<cards_lint::Change> {
    let mut all = Vec::new();
    for _ in 0..16 {
        let report = lint(&Input { document, facts }, &Options::default());
        let changes = fix(document, &report.findings);
        if changes.is_empty() {
            return all;
        }
        all.extend(changes);
    }
    panic!("fixing does not come to an end: {all:#?}");
}

/// Holds a repair to what it promises: it ends, it names all that it changes, it leaves nothing behind that it could
/// have mended, and what it writes reads as what it mended.
pub(crate) fn hold(document: &Document, facts: Option<&Facts>) -> Result<(), TestCaseError> {
    // What is about the container is for whoever writes it.
    let mends = |finding: &Finding| finding.fix.as_ref().is_some_and(|fix| *fix != Fix::Container);
    let report = |document: &Document| lint(&Input { document, facts }, &Options::default());
    let promised: Vec<_> = report(document).findings.into_iter().filter(mends).collect();
    let mut mended = document.clone();
    let changes = fixed_with(&mut mended, facts);
    let ids: Vec<_> = promised.iter().map(|finding| (finding.id(), &finding.location.pointer, &finding.fix)).collect();
    prop_assert_eq!(promised.is_empty(), changes.is_empty(), "{:?}\n{:?}", ids, changes);

    let text = |document: &Document| String::from_utf8(document.to_bytes()).unwrap();
    let (before, after) = (text(document), text(&mended));
    let shown = shown_by_sillytavern(&after);
    for (name, text) in shown_by_sillytavern(&before) {
        let still = shown.iter().any(|(other, text)| *other == name && !text.trim().is_empty());
        prop_assert!(still, "SillyTavern shows no `{name}` any more, which was {text}\n{before}\n{after}");
    }
    let mut places = Vec::new();
    differences(&parse(&before), &parse(&after), "", &mut places);
    for place in places {
        let named = changes.iter().any(|change| {
            change.pointer == place.as_str()
                || place.starts_with(&format!("{}/", change.pointer))
                || change.pointer.as_str().starts_with(&format!("{place}/"))
        });
        prop_assert!(named, "{place} changed and no change names it: {changes:#?}\n{before}\n{after}");
    }

    let again = Document::read(after.as_str(), &Limits::default()).unwrap();
    prop_assert_eq!(&again.content, &mended.content, "{}\n{}", before, after);
    let left: Vec<_> = report(&again).findings.into_iter().filter(mends).collect();
    prop_assert!(left.is_empty(), "{left:#?}\n{before}\n{after}");
    let found = report(&again).findings;
    for promise in promised {
        let same =
            |finding: &&Finding| finding.id() == promise.id() && finding.location.pointer == promise.location.pointer;
        prop_assert!(found.iter().find(same).is_none(), "{promise:#?}\n{before}\n{after}");
    }
    Ok(())
}

/// The texts that SillyTavern's list shows of a card of V1, V2 or CCv3.
fn shown_by_sillytavern(text: &str) -> Vec<(&'static str, String)> {
    let names = ["name", "description", "personality", "scenario", "first_mes", "mes_example"];
    let Json::Object(card) = parse(text) else { return Vec::new() };
    let view = cards_suite::client::sillytavern::list_view(card, "2026-01-31T12:00:00.000Z");
    let text = |name| view.get(name).and_then(Json::as_str).filter(|text| !text.trim().is_empty());
    names.into_iter().filter_map(|name| Some((name, text(name)?.to_owned()))).collect()
}

/// The text of a document of any form.
fn text_of(oddity: Oddity) -> impl Strategy<Value = String> {
    strategy::document(oddity).prop_map(|document| String::from_utf8(document.to_bytes()).unwrap())
}

/// What readers make of a card does not change, whatever is mended.
fn same_card(before: &Document, after: &Document) -> Result<(), TestCaseError> {
    let (Some(before), Some(after)) = (before.card(), after.card()) else {
        return Ok(());
    };
    prop_assert_eq!(before.name(), after.name());
    prop_assert_eq!(before.description(), after.description());
    prop_assert_eq!(before.tags(), after.tags());
    prop_assert_eq!(before.greetings(), after.greetings());
    let contents = |card: &cards_model::Card| -> Vec<(Vec<String>, String, bool)> {
        let book = card.lorebook();
        let entries = book.iter().flat_map(|book| &book.entries);
        entries.map(|entry| (entry.keys.clone(), entry.content.clone(), entry.enabled)).collect()
    };
    prop_assert_eq!(contents(before), contents(after));
    let names = |card: &cards_model::Card| card.assets().iter().map(|asset| asset.name.clone()).collect::<Vec<_>>();
    prop_assert_eq!(names(before), names(after));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn repairs_of_crooked_documents_keep_their_promises(text in text_of(Oddity::Crooked)) {
        let document = Document::read(text, &Limits::default()).unwrap();
        hold(&document, None)?;
        let mut mended = document.clone();
        fixed(&mut mended);
        same_card(&document, &mended)?;
    }

    #[test]
    fn repairs_of_plain_documents_keep_their_promises(text in text_of(Oddity::Plain)) {
        hold(&Document::read(text, &Limits::default()).unwrap(), None)?;
    }
}

proptest! {
    #[test]
    fn nothing_changes_that_no_change_names(text in card()) {
        let mut document = Document::read(text.as_str(), &Limits::default()).unwrap();
        let before = parse(&text);
        let changes = fixed(&mut document);
        let after = parse(std::str::from_utf8(&document.to_bytes()).unwrap());
        let mut places = Vec::new();
        differences(&before, &after, "", &mut places);
        for place in places {
            let named = changes.iter().any(|change| {
                change.pointer == place.as_str() || place.starts_with(&format!("{}/", change.pointer))
                    || change.pointer.as_str().starts_with(&format!("{place}/"))
            });
            prop_assert!(named, "{place} changed and no change names it: {changes:#?}\n{text}\n{}", after);
        }
    }

    #[test]
    fn readers_get_the_findings_that_hurt_them(text in card()) {
        let document = Document::read(text.as_str(), &Limits::default()).unwrap();
        let found = |options: &Options<'_>| -> Vec<(&'static str, String)> {
            let report = lint(&Input { document: &document, facts: None }, options);
            report.findings.iter().map(|finding| (finding.rule.id, finding.message.clone())).collect()
        };
        for reader in Reader::ALL {
            let hurt: Vec<_> = {
                let report = lint(&Input { document: &document, facts: None }, &Options::default());
                let hurt = report.findings.iter().filter(|finding| finding.rule.breaks.contains(reader));
                hurt.map(|finding| (finding.rule.id, finding.message.clone())).collect()
            };
            prop_assert_eq!(found(&Options::default().with_readers(vec![*reader])), hurt);
        }
    }

    #[test]
    fn a_fixed_card_reads_as_the_same_card(text in card()) {
        let mut document = Document::read(text.as_str(), &Limits::default()).unwrap();
        let before = document.card().cloned().unwrap();
        fixed(&mut document);
        let after = document.card().unwrap();
        prop_assert_eq!(before.name(), after.name());
        prop_assert_eq!(before.description(), after.description());
        prop_assert_eq!(before.tags(), after.tags());
        prop_assert_eq!(before.greetings(), after.greetings());
        let contents = |card: &cards_model::Card| -> Vec<(Vec<String>, String, bool)> {
            let book = card.lorebook();
            let entries = book.iter().flat_map(|book| &book.entries);
            entries.map(|entry| (entry.keys.clone(), entry.content.clone(), entry.enabled)).collect()
        };
        prop_assert_eq!(contents(&before), contents(after));
    }

    #[test]
    fn nothing_panics_and_the_same_input_gives_the_same_report(text in "\\PC*|[{}\\[\\]\":,a-z0-9@/<> ]*") {
        let json = format!(r#"{{"spec":"chara_card_v3","data":{{"first_mes":{0},"character_book":{{"entries":[{{"keys":[{0}],"content":{0},"use_regex":true}}]}}}}}}"#, Json::from(text.as_str()));
        let document = Document::read(json, &Limits::default()).unwrap();
        let input = Input { document: &document, facts: None };
        prop_assert_eq!(lint(&input, &Options::default()), lint(&input, &Options::default()));
    }
}

#[test]
fn an_untouched_card_stays_as_it_is() {
    let text = "{ \"spec\": \"chara_card_v2\",\n\"data\": {\"name\": 1.50} }";
    let mut document = Document::read(text, &Limits::default()).unwrap();
    assert!(fix(&mut document, &[]).is_empty());
    assert_eq!(document.to_bytes(), text.as_bytes());
}
