//! The suite that is committed: every row fits the schema, is in its file in order, and is answered by ours.

mod rows;

use std::collections::BTreeSet;
use std::fs;

use cards_kit::compat::{behaviours_of_entry, shown_by, shown_by_lines};
use cards_model::Document;
use cards_model::convert::{Options, WrittenForm};
use cards_suite::{
    Class, Error, Level, Results, Row, answer, behaviours_of_row, compare, explain, judge_line, read_rows, reply,
    shown_by_table,
};
use rows::{answered_as_recorded, files, suite};
use serde_json::{Value, json};

fn row(kind: &str, expected: Value) -> Row {
    let mut row = Row::new("spec/own", kind, "spec:ccv3", Level::Must);
    row.expected = expected;
    row
}

/// A program that gives the question back has answered nothing.
#[test]
fn an_echo_is_right_nowhere() {
    for (name, text) in files() {
        for row in read_rows(&text).unwrap_or_else(|error| panic!("{name}: {error}")) {
            let judged = judge_line(&row, &row.question());
            assert!(judged.class != Class::Same, "{}: {:?}", row.id, row.expected);
        }
    }
}

#[test]
fn a_badge_says_what_came_out() {
    let mut report = cards_suite::Report::default();
    assert!(report.to_badge().contains("0 of 0 rows") && report.to_badge().contains(r##"fill="#555""##));
    let row = row("macro", json!({"text": "a"}));
    report.add(&row, &compare(&row, &json!({"text": "a"})));
    let fine = report.to_badge();
    assert!(fine.starts_with("<svg ") && fine.ends_with("</svg>\n"), "{fine}");
    assert!(fine.contains("card conformance: 1 of 1 rows the same, 0 failed, 0 not supported"), "{fine}");
    let mut other = row.clone();
    other.id = "spec/other".to_owned();
    report.add(&other, &compare(&other, &json!({"text": "b"})));
    let mut third = row.clone();
    third.id = "spec/third".to_owned();
    report.add(&third, &compare(&third, &json!({"unsupported": "macro"})));
    assert!(report.to_badge().contains("1 of 2 rows the same, 1 failed, 1 not supported"), "{}", report.to_badge());
}

#[track_caller]
fn check(kind: &str, expected: Value, answer: Value, class: Class) {
    let row = row(kind, expected);
    let judged = compare(&row, &answer);
    assert_eq!(judged.class, class, "{}", explain(&row, &judged));
}

#[test]
fn every_row_fits_the_schema() {
    let schema: Value =
        serde_json::from_str(&fs::read_to_string(suite().join("schema/row.schema.json")).unwrap()).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    for (name, text) in files() {
        for line in text.lines() {
            let row: Value = serde_json::from_str(line).unwrap();
            if let Err(error) = validator.validate(&row) {
                panic!("{name} {}: {error}", row["id"]);
            }
        }
    }
}

#[test]
fn rows_stand_in_order_in_the_file_of_their_kind_and_each_id_once() {
    let mut ids = BTreeSet::new();
    for (name, text) in files() {
        let rows = read_rows(&text).unwrap();
        assert!(rows.is_sorted_by(|a, b| a.id < b.id), "{name}");
        for (row, line) in rows.iter().zip(text.lines()) {
            assert!(name.starts_with(&format!("{}/{}-", row.kind, row.client())), "{name} {}", row.id);
            assert!(row.id.starts_with(&format!("{}/", row.client())), "{}", row.id);
            assert_eq!(row.to_line().unwrap(), line, "{name} is not as the suite writes rows");
            assert!(ids.insert(row.id.clone()), "{} twice", row.id);
        }
    }
    assert!(ids.len() > 3_000);
}

#[test]
fn no_row_that_binds_is_answered_otherwise_by_ours() {
    let mut failed = Vec::new();
    for (_, text) in files() {
        for row in read_rows(&text).unwrap() {
            let judged = judge_line(&row, &reply(&row.question()));
            if judged.class.fails() && row.level != Level::Quirk {
                failed.push(explain(&row, &judged));
            }
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// A row lists versions of the client that were seen to answer so; ours answers each of them as it does.
#[test]
fn a_row_holds_for_each_of_its_versions() {
    let (mut failed, mut asked) = (Vec::new(), BTreeSet::new());
    for (_, text) in files() {
        for row in read_rows(&text).unwrap().iter().filter(|row| row.level != Level::Quirk) {
            for version in &row.versions {
                let row = row.asked_of(&format!("{}@{version}", row.client())).unwrap();
                let judged = judge_line(&row, &reply(&row.question()));
                if judged.class.fails() || judged.class == Class::Unsupported {
                    failed.push(explain(&row, &judged));
                }
                asked.insert(row.profile);
            }
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    // Rows of the older engine bind nobody.
    assert_eq!(asked.len(), 3, "{asked:?}");
}

/// Of one question no version has two answers, and of those with a row of an older version each is said.
#[test]
fn an_older_version_has_the_question_of_the_newest() {
    let (mut answered, mut older) = (BTreeSet::new(), 0);
    for (_, text) in files() {
        let rows = read_rows(&text).unwrap();
        for row in rows.iter().filter(|row| !row.versions.is_empty()) {
            assert!(row.profile.ends_with(&format!("@{}", row.versions[0])), "{}", row.id);
            for version in &row.versions {
                let question = format!("{} {version} {} {}", row.client(), row.kind, row.input);
                let base = row.id.split_once("-at-").map_or(row.id.as_str(), |(base, _)| base);
                assert!(answered.insert(format!("{base} {question}")), "{} at {version} has two answers", row.id);
            }
            if let Some((base, _)) = row.id.split_once("-at-") {
                older += 1;
                let newest = rows.iter().find(|row| row.id == base).unwrap_or_else(|| panic!("{base} is not there"));
                assert_eq!(newest.input, row.input, "{base}");
                assert_ne!(newest.expected, row.expected, "{base}");
            }
        }
    }
    assert!(older > 80, "{older}");
}

#[test]
fn a_row_is_asked_of_a_client_or_of_a_version_that_it_holds_for() {
    let mut row = Row::new("sillytavern/own", "macro", "sillytavern@1.19.0", Level::Client);
    let profile = |row: &Row, name: &str| row.asked_of(name).map(|row| row.profile);
    let newest = Some("sillytavern@1.19.0".to_owned());
    assert_eq!([profile(&row, "sillytavern"), profile(&row, "sillytavern@1.19.0")], [newest.clone(), newest]);
    assert_eq!(profile(&row, "sillytavern@1.18"), None);
    row.versions = vec!["1.19.0".to_owned(), "1.18.0".to_owned()];
    assert_eq!(profile(&row, "sillytavern@1.18").as_deref(), Some("sillytavern@1.18.0"));
    assert_eq!(profile(&row, "sillytavern@1.18.0").as_deref(), Some("sillytavern@1.18.0"));
    assert_eq!(
        [profile(&row, "sillytavern@1.1"), profile(&row, "sillytavern@1.17"), profile(&row, "risu")],
        [None, None, None]
    );
    let names: Vec<String> = row.profiles().collect();
    assert!(
        ["sillytavern", "sillytavern@1.18", "sillytavern@1.19"]
            .iter()
            .all(|name| names.iter().any(|known| known == name))
    );
}

/// A member that is left out is not compared, so ours has to say all that it knows.
#[test]
fn ours_leaves_no_expected_member_of_lore_and_macros_out() {
    for (_, text) in files() {
        for row in read_rows(&text).unwrap().iter().filter(|row| row.kind == "lore" || row.kind == "macro") {
            let answer = answer(&row.kind, &row.profile, &row.input);
            for name in row.expected.as_object().unwrap().keys().filter(|name| *name != "error" && *name != "any_of") {
                assert!(answer.get(name).is_some(), "{} lacks {name}", row.id);
            }
        }
    }
}

/// The committed table of what ours answers is what it answers.
#[test]
fn ours_answers_every_row_as_its_results_say() {
    let kinds: BTreeSet<String> =
        files().iter().filter_map(|(name, _)| Some(name.split('/').next()?.to_owned())).collect();
    answered_as_recorded(&kinds.iter().map(String::as_str).collect::<Vec<_>>());
}

/// What SillyTavern answered to books and texts that were made up; `cargo heavy differential macros books --keep` writes them.
#[test]
fn ours_answers_what_was_made_up_as_sillytavern_does() {
    let rows = read_rows(include_str!("data/random.jsonl")).unwrap();
    assert!(rows.len() > 500);
    for row in rows {
        let judged = compare(&row, &answer(&row.kind, &row.profile, &row.input));
        assert!(!judged.class.fails(), "{}", explain(&row, &judged));
    }
}

#[test]
fn the_rows_that_are_cited_exist_and_show_the_behaviour() {
    let mut rows = Vec::new();
    for (_, text) in files() {
        rows.extend(read_rows(&text).unwrap());
    }
    for (behaviour, client, id) in shown_by_lines() {
        let row = rows.iter().find(|row| row.id == id).unwrap_or_else(|| panic!("{id} is cited and not in the suite"));
        assert!(row.profiles().any(|name| name == client), "{id} is not about {client}");
        assert!(behaviours_of_row(row).contains(behaviour), "{id} is not about {behaviour}");
    }
    for (behaviour, client) in [("macro:random", "risu"), ("decorator:depth", "spec"), ("entry:sticky", "sillytavern")]
    {
        assert!(shown_by(behaviour, client).is_some(), "{behaviour} of {client}");
    }
    assert_eq!(shown_by("macro:random", "nobody"), None);
    let committed = include_str!("../../../cards-kit/src/compat/shown_by.tsv");
    assert_eq!(shown_by_table(&rows), committed, "`cargo xtask docs` writes it");
}

#[test]
fn an_entry_is_about_the_same_in_every_form() {
    let about =
        |entry: Value| behaviours_of_entry(&cards_json::Json::from(entry)).into_iter().collect::<Vec<_>>().join(" ");
    let extensions = json!({"sticky": 2, "position": 4, "probability": 50, "match_whole_words": null, "cooldown": 0});
    let entry =
        json!({"keys": ["a b", "c,d"], "secondary_keys": ["e"], "extensions": extensions, "content": "@@depth 1\nx"});
    let shared =
        "entry:comma entry:depth entry:keys entry:position entry:probability entry:secondary entry:space entry:sticky";
    assert_eq!(about(entry), format!("decorator:depth {shared}"));
    let world = json!({"key": ["a b", "c,d"], "keysecondary": ["e"], "sticky": 2, "position": 4, "probability": 50});
    assert_eq!(about(world), shared);
    assert_eq!(about(json!({"keys": ["/a,b/i"], "enabled": false})), "entry:disabled entry:pattern");
    assert_eq!(
        about(json!({"keys": ["a"], "use_regex": true, "position": "after_char"})),
        "entry:pattern entry:position"
    );
    assert_eq!(about(json!({"key": [" "], "constant": true, "group": ""})), "entry:constant");
}

#[test]
fn a_wrong_expectation_fails() {
    let question = json!({"kind": "macro", "profile": "spec:ccv3", "input": {"text": "{{char}}", "char": "Mira"}});
    let answer: Value = serde_json::from_str(&reply(&question.to_string())).unwrap();
    check("macro", json!({"text": "Mira"}), answer.clone(), Class::Same);
    check("macro", json!({"text": "Mora"}), answer, Class::Other);
}

#[test]
fn answers_have_classes() {
    check("macro", json!({"text": "a"}), json!({"unsupported": "macro"}), Class::Unsupported);
    check("macro", json!({"text": "a"}), json!({"error": "no"}), Class::Refuses);
    check("macro", json!({"text": "a"}), json!([]), Class::Crashes);
    check("macro", json!({"text": "a", "local": {"n": 1}}), json!({"text": "a"}), Class::Same);
    check("macro", json!({"text": "a", "local": {"n": 1}}), json!({"text": "a", "local": {"n": 1.0}}), Class::Same);
    check("macro", json!({"text": "a", "local": {"n": 1}}), json!({"text": "a", "local": {}}), Class::Other);
    check("macro", json!({"text": "a"}), json!({}), Class::Other);
    check("macro", json!({"any_of": ["a", "b"]}), json!({"text": "b"}), Class::Same);
    check("macro", json!({"any_of": ["a", "b"]}), json!({"text": "c"}), Class::Other);
    check("read", json!({"error": true}), json!({"outcome": "rejected"}), Class::Same);
    check("read", json!({"error": true}), json!({"card": {}}), Class::Other);
    check("read", json!({"outcome": "accepted"}), json!({"card": {}}), Class::Same);
    check("read", json!({"card": {"a": 1, "b": 2}}), json!({"card": {"a": 1}}), Class::Loses);
    check("read", json!({"card": {"a": 1}}), json!({"card": {"a": 1, "b": 2}}), Class::Other);
    check("read", json!({"card": {"a": 1}}), json!({"text": "{\"a\": 1}"}), Class::Same);
    check("read", json!({"text": "{\"a\": 1}"}), json!({"card": {"a": 1}}), Class::Same);
    check("read", json!({"fields": {"name": "N"}}), json!({"card": {"data": {"name": "N"}}}), Class::Same);
    check("read", json!({"fields": {"name": "N"}}), json!({"card": {"data": {}}}), Class::Loses);
    check("read", json!({"fields": {"name": "N"}}), json!({"fields": {"name": "N", "tags": []}}), Class::Same);
    check("read", json!({"card": {}, "assets": [1]}), json!({"card": {}, "assets": [2, 1]}), Class::Same);
    check("read", json!({"card": {}, "extracted": {"a": 1}}), json!({"card": {}, "extracted": {"b": 1}}), Class::Loses);
    check("lore", json!({"activated": ["1", "2"]}), json!({"activated": ["1"]}), Class::Other);
    check("lore", json!({"turns": [{"error": true}]}), json!({"turns": [{"active": []}]}), Class::Other);
    check("lore", json!({"turns": [{"active": [1]}]}), json!({"turns": []}), Class::Other);
}

#[test]
fn lines_that_are_no_answer_count_as_crashes() {
    for line in ["", "hello", "1", "[1]"] {
        assert_eq!(judge_line(&row("macro", json!({"text": "a"})), line).class, Class::Crashes, "{line}");
    }
    assert!(reply("hello").contains("error"));
    let strange = json!({"kind": "dance", "profile": "spec:ccv3", "input": {}}).to_string();
    assert_eq!(reply(&strange), r#"{"unsupported":"dance"}"#);
}

#[test]
fn lines_are_limited_on_both_sides() {
    let most = usize::try_from(cards_json::Limits::default().values).unwrap();
    // The object, the kind, the profile and the list are values as well.
    let line =
        |items: usize| format!(r#"{{"kind":"dance","profile":"spec:ccv3","input":[{}0]}}"#, "0,".repeat(items - 1));
    assert_eq!(reply(&line(most - 4)), r#"{"unsupported":"dance"}"#);
    let told =
        "JSON has more than 2000000 values (reached at `/input/1999996`); raise `values` in the limits to read it";
    assert_eq!(reply(&line(most - 3)), json!({"error": format!("the question is past a limit: {told}")}).to_string());
    let error = read_rows(&format!("\n{}\n", line(most - 3))).unwrap_err();
    assert_eq!(error.to_string(), "line 2 is past a limit of rows");
    assert_eq!(std::error::Error::source(&error).map(ToString::to_string).as_deref(), Some(told));
    assert_eq!(read_rows(&line(most - 4)).unwrap_err().to_string(), "line 1 is not a row of the suite");
    let nothing = row("macro", json!({"text": "a"}));
    assert_eq!(judge_line(&nothing, &line(most - 3)).class, Class::Crashes);
    assert_ne!(judge_line(&nothing, &line(most - 4)).class, Class::Crashes);
}

#[test]
fn a_member_of_a_row_that_no_answer_heeds_is_an_error() {
    let asked = |kind: &str, input: Value| answer(kind, "sillytavern@1.19.0", &input)["error"].clone();
    let named = |error: &Value, name: &str| error.as_str().is_some_and(|error| error.contains(&format!("`{name}`")));
    for (kind, input, name) in [
        ("prompt", json!({"api": "chat", "wordl": []}), "wordl"),
        ("prompt", json!({"api": "text", "world_settings": {"budget_kap": 1}}), "budget_kap"),
        ("prompt", json!({"api": "chat", "injects": [{"key": "k"}, {"scann": true}]}), "scann"),
        ("prompt", json!({"api": "chat", "note": {"character": {"promt": ""}}}), "promt"),
        ("lore", json!({"settings": {"dept": 1}}), "dept"),
        ("macro", json!({"text": "", "env": {"persna": ""}}), "persna"),
        ("regex", json!({"text": "", "placment": 1}), "placment"),
    ] {
        let error = asked(kind, input);
        assert!(named(&error, name), "{kind} {error}");
    }
    assert_eq!(asked("macro", json!({"text": "", "env": {"persona": ""}})), Value::Null);
}

#[test]
fn errors_say_where() {
    let error = read_rows("{}\n").unwrap_err();
    assert_eq!(error.to_string(), "line 1 is not a row of the suite");
    let error = Results::read("x.json", "{}").unwrap_err();
    assert!(matches!(error, Error::Results { .. }));
    assert_eq!(error.to_string(), "the results of `x.json` cannot be read");
}

#[test]
fn an_explanation_shows_files_as_texts_and_both_sides() {
    let mut row = row("read", json!({"fields": {"name": "N"}}));
    row.title = Some("a title".to_owned());
    row.input = json!({"file": "eyJhIjoxfQ==", "name": "card.json"});
    let judged = compare(&row, &json!({"card": {"name": "M"}}));
    let text = explain(&row, &judged);
    for part in ["a title", r#"{\"a\":1}"#, "at /fields/name", "expected  \"N\"", "found     \"M\""] {
        assert!(text.contains(part), "{part} in {text}");
    }
}

/// What Marinara fires of its own lorebooks, it fires of what is written for it from what is read of them.
#[test]
fn a_lorebook_written_for_marinara_fires_as_the_one_it_was() {
    // The chance of one is a text, which the client takes for a number, and which goes to nobody: it is reported.
    let reported = ["marinara/scan-chance-011"];
    let mut asked = 0;
    for (_, text) in files().iter().filter(|(name, _)| name.starts_with("lore/marinara-")) {
        for row in read_rows(text).unwrap() {
            let mut input = row.input.clone();
            let books = input["books"].as_array_mut().unwrap();
            if !books.iter().all(|book| book["type"] == "marinara_lorebook") {
                continue;
            }
            let mut lost = 0;
            for book in books {
                let document: Document = book.to_string().parse().unwrap();
                let made = document.content.to_foreign(WrittenForm::MarinaraLorebook, &Options::default()).unwrap();
                lost += made.loss.len();
                *book = serde_json::from_str(&made.value.to_string()).unwrap();
            }
            let judged = compare(&row, &answer(&row.kind, &row.profile, &input));
            if reported.contains(&row.id.as_str()) {
                assert!(lost > 0, "{}", explain(&row, &judged));
                continue;
            }
            let before = compare(&row, &answer(&row.kind, &row.profile, &row.input));
            assert_eq!(judged.class, before.class, "{}", explain(&row, &judged));
            asked += 1;
        }
    }
    assert!(asked > 300, "{asked} rows");
}

/// World info that says what the import would make up fires after the import of it as the lorebook that is written of it.
#[test]
fn what_marinara_imports_fires_as_what_is_written_for_it() {
    let mut asked = 0;
    for row in read_rows(&fs::read_to_string(suite().join("rows/lore/marinara-import.jsonl")).unwrap()).unwrap() {
        let mut input = row.input.clone();
        if !input["books"].as_array().unwrap().iter().all(|book| book["entries"].is_object()) {
            continue;
        }
        for book in input["books"].as_array_mut().unwrap() {
            // World info has no settings of a book, and SillyTavern and the import differ in what silence about recursion says.
            let book = book.as_object_mut().unwrap();
            book.retain(|name, _| ["name", "entries"].contains(&name.as_str()));
            for entry in book["entries"].as_object_mut().unwrap().values_mut() {
                entry.as_object_mut().unwrap().entry("preventRecursion").or_insert(json!(true));
            }
        }
        let mut written = input.clone();
        for book in written["books"].as_array_mut().unwrap() {
            let document: Document = book.to_string().parse().unwrap();
            let made = document.content.to_foreign(WrittenForm::MarinaraLorebook, &Options::default()).unwrap();
            *book = serde_json::from_str(&made.value.to_string()).unwrap();
        }
        let fired = |input: &Value| answer(&row.kind, &row.profile, input);
        assert_eq!(fired(&written), fired(&input), "{}: {input} {written}", row.id);
        asked += 1;
    }
    assert!(asked > 20, "{asked} rows");
}
