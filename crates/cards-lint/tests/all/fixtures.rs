//! Each rule is broken by its bad example, with a known message, and not by its good one.
//!
//! `fixtures/lint/<rule>/` holds `bad` and `good`, each a `.json` document or a `.recipe.json` that says how to make a
//! PNG or a ZIP, and `findings.txt`: what the rule says of the bad one. More examples have names such as `bad-nested`
//! and `good-quoted`. `BLESS=1` writes the findings.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use cards_container::{Accept, Error, OpenOptions, open};
use cards_lint::{Facts, Finding, Fix, Input, Options, Report, Rule, Thresholds, catalogue, fix, lint};
use cards_model::Document;
use cards_words::Profile;

use crate::recipe::bake;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/lint")
}

/// The bytes of an example.
pub(crate) fn example(rule: &str, name: &str) -> Vec<u8> {
    let folder = folder().join(rule);
    let plain = folder.join(format!("{name}.json"));
    if plain.exists() {
        return fs::read(plain).unwrap();
    }
    let recipe = folder.join(format!("{name}.recipe.json"));
    let text = fs::read_to_string(&recipe).unwrap_or_else(|error| panic!("{}: {error}", recipe.display()));
    bake(&serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", recipe.display())))
}

/// Reads a file as what mends files does.
pub(crate) fn read(bytes: &[u8]) -> Result<(Document, Facts), Error> {
    Facts::read(&mut open(bytes, OpenOptions::default().with_accept(Accept::Mendable))?)
}

fn report(rule: &str, name: &str) -> Report {
    let bytes = example(rule, name);
    let unlisted = Profile::CLIENTS.iter().copied().filter(|client| cards_lint::reader_of(*client).is_none());
    let options = Options::default().with_file_name(file_name(rule, name)).with_clients(unlisted);
    if rule.starts_with("beside-") {
        // What is in a file that is no card is told by the crate above, which reads all of them.
        let linted = cards_kit::lint(&bytes[..], &options, &cards_kit::Limits::default());
        return linted.unwrap_or_else(|error| panic!("{rule}/{name}: {error}")).report;
    }
    let (document, facts) = read(&bytes).unwrap_or_else(|error| panic!("{rule}/{name}: {error}"));
    lint(&Input { document: &document, facts: Some(&facts) }, &options)
}

/// The name of the file that an example says it has.
pub(crate) fn file_name(rule: &str, name: &str) -> Option<String> {
    let recipe = fs::read_to_string(folder().join(rule).join(format!("{name}.recipe.json"))).ok()?;
    let recipe: serde_json::Value = serde_json::from_str(&recipe).ok()?;
    Some(recipe.get("file")?.as_str()?.to_owned())
}

/// What a report says under one rule, one line a finding.
fn said(report: &Report, rule: &str) -> String {
    let mut out = String::new();
    for finding in report.findings.iter().filter(|finding| finding.id() == rule) {
        let line = finding.location.line.map(|at| format!("{}:{} ", at.line, at.column)).unwrap_or_default();
        out.push_str(&format!("{} {line}{}: {}\n", finding.severity(), finding.location, finding.message));
        if let Some(excerpt) = &finding.excerpt {
            out.push_str(&format!("  | {excerpt}\n"));
        }
        if finding.fix.is_some() {
            out.push_str("  = fixable\n");
        }
    }
    out
}

/// Rules whose examples are elsewhere: those of the specs that the model checks have theirs beside its tests, and
/// `container-other` stands for what has no rule yet.
fn has_its_examples_elsewhere(id: &str) -> bool {
    let spec = cards_model::rules::find(id).is_some_and(Rule::is_about_content);
    spec || id == "container-other"
}

fn exists(rule: &str, name: &str) -> bool {
    examples(rule, name).iter().any(|found| found == name)
}

#[test]
fn every_rule_has_a_bad_and_a_good_example() {
    let folders: BTreeSet<String> =
        fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    let rules: BTreeSet<String> = catalogue()
        .into_iter()
        .flat_map(|group| group.rules)
        .map(|rule| rule.id.to_owned())
        .filter(|id| !has_its_examples_elsewhere(id))
        .collect();
    let missing: Vec<_> = rules
        .iter()
        .filter(|rule| !folders.contains(*rule) || !["bad", "good"].iter().all(|name| exists(rule, name)))
        .collect();
    // A rule of the specs may have an example of what only a container shows.
    let stray: Vec<_> = folders.difference(&rules).filter(|id| cards_lint::find_rule(id).is_none()).collect();
    assert!(missing.is_empty() && stray.is_empty(), "rules without examples: {missing:?}; stray: {stray:?}");
}

/// The examples of a rule whose names begin so, in order.
pub(crate) fn examples(rule: &str, kind: &str) -> Vec<String> {
    let named = |entry: std::io::Result<fs::DirEntry>| {
        let file = entry.unwrap().file_name().into_string().unwrap();
        let name = file.strip_suffix(".recipe.json").or_else(|| file.strip_suffix(".json"))?.to_owned();
        (name == kind || name.starts_with(&format!("{kind}-"))).then_some(name)
    };
    // Rules of the specs have theirs elsewhere.
    let Ok(files) = fs::read_dir(folder().join(rule)) else { return Vec::new() };
    let mut names: Vec<String> = files.filter_map(named).collect();
    names.sort();
    names
}

#[test]
fn bad_examples_are_found_with_their_message_and_good_ones_are_not() {
    let mut problems = Vec::new();
    for entry in fs::read_dir(folder()).unwrap() {
        let rule = entry.unwrap().file_name().into_string().unwrap();
        let mut bad = String::new();
        for name in examples(&rule, "bad") {
            let told = said(&report(&rule, &name), &rule);
            if told.is_empty() {
                problems.push(format!("{rule}: the example `{name}` breaks nothing"));
            }
            let heading = if name == "bad" { String::new() } else { format!("# {name}\n") };
            bad.push_str(&format!("{heading}{told}"));
        }
        for name in examples(&rule, "good") {
            let told = said(&report(&rule, &name), &rule);
            if !told.is_empty() {
                problems.push(format!("{rule}: the example `{name}` breaks it:\n{told}"));
            }
        }
        let path = folder().join(&rule).join("findings.txt");
        if std::env::var_os("BLESS").is_some() {
            fs::write(&path, &bad).unwrap();
        }
        let wanted = fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
        if bad != wanted {
            problems.push(format!("{rule}: expected\n{wanted}got\n{bad}"));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// What the thresholds of regex scripts change: how many are tried, on how much text, for how long.
#[test]
fn regex_scripts_are_tried_as_far_as_the_thresholds_say() {
    let said = |thresholds: Thresholds| {
        let document = Document::read(example("regex-costly", "bad"), &cards_model::Limits::default()).unwrap();
        let options = Options::default().with_thresholds(thresholds);
        said(&lint(&Input { document: &document, facts: None }, &options), "regex-costly")
    };
    let all = said(Thresholds::default());
    assert!(all.contains("`nested`") && all.contains("`grow`"), "{all}");
    let one = said(Thresholds::default().with_scripts(1));
    assert!(one.contains("`nested`") && !one.contains("`grow`"), "{one}");
    assert!(one.contains("2 scripts run over every message; the last 1 were not looked at"), "{one}");
    let short = said(Thresholds::default().with_script_text(1));
    assert!(!short.contains("`grow`"), "{short}");
    let long = said(Thresholds::default().with_script_steps(u64::MAX).with_script_text(40));
    assert!(!long.contains("`grow`"), "{long}");
}

/// The examples of the rules that the model checks, each with what a repair makes of it.
#[test]
fn a_fixable_breach_of_the_specs_is_gone_after_a_repair() {
    let rows = include_str!("../../../cards-model/fixtures/rules.jsonl");
    for row in rows.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()) {
        let rule = row["rule"].as_str().unwrap();
        if row.get("fixed").is_none() {
            continue;
        }
        let bad = row["bad"].as_str().map_or_else(|| row["bad"].to_string(), str::to_owned);
        let mut document = Document::read(bad, &cards_model::Limits::default()).unwrap();
        let own = |document: &Document| -> Vec<Finding> {
            let report = lint(&Input { document, facts: None }, &Options::default());
            report.findings.into_iter().filter(|finding| finding.id() == rule).collect()
        };
        let before = own(&document);
        assert!(before.iter().any(|finding| finding.fix.is_some()), "{rule}: no fix: {}", row["bad"]);
        assert!(
            before.iter().all(|finding| finding.fix.is_none() || finding.help().contains("cards repair")),
            "{rule}"
        );
        assert!(!fix(&mut document, &before).is_empty(), "{rule}: {}", row["bad"]);
        let after = own(&document);
        for gone in before.iter().filter(|finding| finding.fix.is_some()) {
            let same = |left: &&Finding| left.location.pointer == gone.location.pointer;
            assert!(after.iter().find(same).is_none(), "{rule}: {gone:#?}");
        }
        assert!(after.iter().all(|left| left.fix.is_none()), "{rule}: {after:#?}");
    }
}

#[test]
fn rules_that_promise_a_fix_fix_their_bad_example() {
    for rule in catalogue().into_iter().flat_map(|group| group.rules) {
        if has_its_examples_elsewhere(rule.id) || !rule.is_fixable() {
            continue;
        }
        let bytes = example(rule.id, "bad");
        let (mut document, facts) = read(&bytes).unwrap();
        let before = lint(&Input { document: &document, facts: Some(&facts) }, &Options::default());
        let own: Vec<_> = before.findings.iter().filter(|finding| finding.id() == rule.id).cloned().collect();
        assert!(own.iter().any(|finding| finding.fix.is_some()), "{} shows no fix", rule.id);
        if own.iter().all(|finding| finding.fix == Some(Fix::Container)) {
            // The command-line tool writes containers; its tests show that it does.
            continue;
        }
        assert!(!fix(&mut document, &own).is_empty(), "{}", rule.id);
        let after = lint(&Input { document: &document, facts: Some(&facts) }, &Options::default());
        let left = after.findings.iter().filter(|finding| finding.id() == rule.id && finding.fix.is_some()).count();
        assert_eq!(left, 0, "{}", rule.id);
    }
}
