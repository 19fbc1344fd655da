//! Each rule is broken by its bad examples, at the named places, and by none of its good ones.
//!
//! `fixtures/rules.jsonl` holds one example a line: the rule, a bad document, the JSON pointers of its findings, a
//! good document, and for rules with a fix what the fix makes of the bad one. Documents are JSON, or strings where
//! the text itself is what is odd.

use std::collections::BTreeSet;

use cards_model::rules;
use cards_model::{Document, Error, Finding, Grammar, Limits, Strictness, ValidateOptions, fix, validate};
use serde_json::Value;

fn rows() -> Vec<Value> {
    let rows = include_str!("../../fixtures/rules.jsonl");
    rows.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn text(document: &Value) -> String {
    document.as_str().map_or_else(|| document.to_string(), str::to_owned)
}

fn read(document: &Value) -> Document {
    Document::read(text(document), &Limits::default()).unwrap()
}

fn places(findings: &[Finding], rule: &str) -> BTreeSet<String> {
    findings.iter().filter(|f| f.rule.id == rule).map(|f| f.pointer.to_string()).collect()
}

#[test]
fn bad_examples_break_their_rule_and_good_ones_do_not() {
    for row in rows() {
        let rule = row["rule"].as_str().unwrap();
        let bad = read(&row["bad"]).validate(ValidateOptions::STRICT);
        let wanted: BTreeSet<_> =
            row["pointers"].as_array().unwrap().iter().map(|p| p.as_str().unwrap().to_owned()).collect();
        assert_eq!(places(&bad, rule), wanted, "{rule}, bad example {}\n{bad:#?}", row["bad"]);
        let good = read(&row["good"]).validate(ValidateOptions::STRICT);
        assert_eq!(places(&good, rule), BTreeSet::new(), "{rule}, good example {}", row["good"]);
    }
}

#[test]
fn every_rule_that_the_model_checks_has_an_example() {
    let shown: BTreeSet<_> = rows().iter().map(|row| row["rule"].as_str().unwrap().to_owned()).collect();
    // These need bytes that are no text, a thousand findings, another grammar, and a picture: `fixtures/lint` has them.
    let elsewhere = ["json-utf8", "more-findings", "json-relaxed", "bare-card"];
    for rule in rules::all() {
        let shows = shown.contains(rule.id) || elsewhere.contains(&rule.id) || !rule.is_about_content();
        assert!(shows, "no example of `{}`", rule.id);
    }
    for id in shown {
        assert!(rules::find(&id).is_some(), "an example of `{id}`, which is no rule");
    }
}

#[test]
fn bytes_that_are_no_text_and_other_grammars_are_reported() {
    let bytes = b"{\"name\":\"\xff\",\"description\":\"\",\"first_mes\":\"\"}".to_vec();
    let document = Document::read(bytes, &Limits::default()).unwrap();
    assert_eq!(places(document.findings(), "json-utf8").len(), 1);
    let document = Document::read(
        "{\"name\":\"\",\"personality\":1,\"scenario\":2,\"description\":\"\",\"first_mes\":\"\"}",
        &Limits::default().with_findings(1),
    )
    .unwrap();
    assert_eq!(places(document.findings(), "more-findings").len(), 1);
    let text = "{\"name\":\"A\",\"description\":\"\",\"first_mes\":\"\",}";
    let document = Document::read_with(text, Grammar::Relaxed, &Limits::default()).unwrap();
    assert_eq!(places(document.findings(), "json-relaxed").len(), 1);
}

#[test]
fn a_fix_mends_its_rule_and_nothing_else() {
    for row in rows() {
        let rule = rules::find(row["rule"].as_str().unwrap()).unwrap();
        let mut document = read(&row["bad"]);
        let before = document.content.clone();
        let changes = rule.apply_fix(&mut document.content);
        assert_eq!(changes.is_empty(), document.content == before, "{}: {changes:?}", rule.id);
        if let Some(wanted) = row.get("fixed") {
            let fixed: Value = serde_json::from_slice(&document.to_bytes()).unwrap();
            assert_eq!(fixed, *wanted, "{}", rule.id);
            assert!(changes.iter().all(|change| change.rule == rule));
            assert!(rule.apply_fix(&mut document.content).is_empty(), "{} fixes twice", rule.id);
        }
    }
}

#[test]
fn a_fixed_date_is_written_in_seconds() {
    let text = r#"{"spec":"chara_card_v3","spec_version":"3.0","data":{"name":"A","creation_date":1700000000123}}"#;
    let mut document = Document::read(text, &Limits::default()).unwrap();
    let changes = fix(&mut document.content, |rule| rule.id == "date-unit");
    assert_eq!(changes.len(), 1);
    assert_eq!(document.to_bytes(), text.replace("1700000000123", "1700000000").as_bytes());
}

#[test]
fn lenient_validation_finds_a_part_of_what_strict_validation_finds() {
    for row in rows() {
        let document = read(&row["bad"]);
        let strict = document.validate(ValidateOptions::STRICT);
        let lenient = document.validate(ValidateOptions::LENIENT);
        assert!(lenient.iter().all(|finding| strict.contains(finding)));
        assert_eq!(strict, document.validate(ValidateOptions::STRICT), "the order is not stable");
    }
    assert_eq!(ValidateOptions::default().strictness, Strictness::Strict);
}

#[test]
fn strict_reading_refuses_what_breaks_a_must_and_lists_all_of_it() {
    let text = r#"{"spec":"chara_card_v3l","spec_version":"3.0","data":{"name":"A","mood":1,"scenario":"x"}}"#;
    let Err(Error::Strict(broken)) = Document::read_strict(text, &Limits::default()) else { panic!("read") };
    let ids: Vec<_> = broken.iter().map(|finding| finding.rule.id).collect();
    assert_eq!(ids, ["missing-member", "lynn-unknown-member", "lynn-removed-member"]);
}

#[test]
fn strict_reading_refuses_other_versions_of_ccv3l_as_such() {
    let text = r#"{"spec":"chara_card_v3l","spec_version":"3.1","data":{"name":"A"}}"#;
    assert_eq!(Document::read_strict(text, &Limits::default()).unwrap_err().class(), "unsupported-version");
    assert!(Document::read(text, &Limits::default()).is_ok());
}

#[test]
fn content_made_by_a_program_is_validated_too() {
    let card = cards_model::v2::Card { spec: "chara_card_v9".into(), ..Default::default() };
    let content = cards_model::Content::Card(cards_model::Card::V2(Box::new(card)));
    let findings = validate(&content, ValidateOptions::STRICT);
    let ids: Vec<_> = findings.iter().map(|finding| finding.rule.id).collect();
    assert_eq!(ids, ["marker", "empty-name"]);
}
