//! What the checks of a repository stand on: only new findings, only changed files, only what weighs enough.

use std::fs;

use serde_json::Value;

use crate::tool::{cards, fed, folder_with, json, plain, rows, run, text};

const BAD: &str =
    r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Wick","description":"x","tags":"shop"}}"#;

#[test]
fn a_baseline_leaves_out_what_was_known_and_nothing_else() {
    let folder = folder_with(&[("a/bad.json", BAD.as_bytes()), ("b.json", BAD.as_bytes())]);
    let at = folder.path();
    let all = |line: &[&str]| -> usize {
        rows(&run(at, &[line, &["--json"]].concat()).stdout)
            .iter()
            .map(|row| row["findings"].as_array().map_or(0, Vec::len))
            .sum()
    };
    let before = all(&["lint", "."]);
    let wrote = run(at, &["lint", ".", "--write-baseline", "known.json"]);
    assert_eq!((wrote.status.code(), wrote.stdout.len()), (Some(0), 0), "{}", text(&wrote.stderr));
    let known: Value = json(&fs::read(at.join("known.json")).unwrap());
    assert_eq!(known["findings"].as_object().unwrap().keys().collect::<Vec<_>>(), ["a/bad.json", "b.json"]);
    let quiet = run(at, &["lint", ".", "--baseline", "known.json", "--fail-on", "note"]);
    assert_eq!(quiet.status.code(), Some(0), "{}", text(&quiet.stdout));
    assert!(text(&quiet.stderr).contains(&format!("left out: {before} findings of the baseline")));
    // A finding that moves is known; one more of the same kind is not.
    fs::write(at.join("b.json"), format!("\n\n{}", BAD.replace("\"x\"", "7"))).unwrap();
    assert_eq!(all(&["lint", ".", "--baseline", "known.json"]), 1);
    let other = run(at, &["lint", ".", "--baseline", "known.json"]);
    assert_eq!(other.status.code(), Some(1));
    // From another folder the paths are the same.
    let elsewhere = run(&at.join("a"), &["lint", "bad.json", "--baseline", "../known.json"]);
    assert_eq!(elsewhere.status.code(), Some(0), "{}", text(&elsewhere.stdout));
    for (name, content) in [("none.json", "{}"), ("later.json", r#"{"schema":9,"findings":{}}"#)] {
        fs::write(at.join(name), content).unwrap();
        assert_eq!(run(at, &["lint", "b.json", "--baseline", name]).status.code(), Some(2), "{name}");
    }
}

#[test]
fn the_least_severity_is_that_of_the_list_the_foot_and_the_status() {
    let folder = folder_with(&[("bad.json", BAD.as_bytes())]);
    let at = folder.path();
    let all = json(&run(at, &["lint", "bad.json", "--json"]).stdout);
    let count = |answer: &Value, severity: &str| {
        answer["findings"].as_array().unwrap().iter().filter(|finding| finding["severity"] == severity).count()
    };
    assert!(count(&all, "note") > 0 && count(&all, "error") > 0, "{all}");
    let errors = json(&run(at, &["lint", "bad.json", "--min", "error", "--json"]).stdout);
    assert_eq!(count(&errors, "error"), count(&all, "error"));
    assert_eq!(errors["findings"].as_array().unwrap().len(), count(&all, "error"));
    let said = text(&run(at, &["lint", "bad.json", "--min", "error"]).stdout);
    assert!(said.contains("Checked 1 file: 1 error;") && !said.contains("note"), "{said}");
    // A rule that is off is nowhere.
    fs::write(at.join("cards.toml"), "[lint.severity]\nwrong-type = \"off\"\nmissing-member = \"off\"\n").unwrap();
    let off = json(&run(at, &["lint", "bad.json", "--json"]).stdout);
    let rules: Vec<_> = off["findings"].as_array().unwrap().iter().map(|finding| finding["rule"].clone()).collect();
    assert!(!rules.contains(&"wrong-type".into()) && !rules.contains(&"missing-member".into()), "{rules:?}");
}

#[test]
fn standard_input_has_the_name_that_it_is_given() {
    let folder = folder_with(&[("cards.toml", b"[lint.per-file-ignores]\n\"drafts/*\" = [\"wrong-type\"]\n")]);
    let at = folder.path();
    fs::create_dir(at.join("drafts")).unwrap();
    let named = |name: &str| fed(cards(at, &["lint", "-", "--stdin-name", name, "--json"]), BAD.as_bytes());
    let answer = json(&named("main/aria.json").stdout);
    assert_eq!(answer["file"], "main/aria.json");
    assert!(text(&named("main/aria.json").stdout).contains("wrong-type"));
    assert!(!text(&named("drafts/aria.json").stdout).contains("wrong-type"));
}

#[test]
fn only_what_changed_is_checked() {
    let folder = folder_with(&[("cards/old.json", BAD.as_bytes()), ("cards/other.json", BAD.as_bytes())]);
    let at = folder.path();
    let git = |words: &[&str]| {
        let mut command = std::process::Command::new("git");
        command.args(["-c", "user.name=a", "-c", "user.email=a@example.org"]).args(words).current_dir(at);
        let output = plain(&mut command).output().unwrap();
        assert!(output.status.success(), "{words:?}\n{}", text(&output.stderr));
    };
    let checked = |since: &str| {
        let output = run(at, &["lint", "cards", "--since", since, "--json"]);
        let mut files: Vec<_> =
            rows(&output.stdout).iter().map(|row| row["file"].as_str().unwrap().to_owned()).collect();
        files.sort();
        (output.status.code(), files)
    };
    git(&["init", "--quiet", "--initial-branch=main"]);
    git(&["add", "--all"]);
    git(&["commit", "--quiet", "--message", "one"]);
    assert_eq!(checked("HEAD"), (Some(0), vec![]));
    git(&["checkout", "--quiet", "-b", "work"]);
    fs::write(at.join("cards/new.json"), BAD).unwrap();
    fs::write(at.join("cards/old.json"), BAD.replace("\"x\"", "\"y\"")).unwrap();
    assert_eq!(checked("HEAD"), (Some(1), vec!["cards/new.json".to_owned(), "cards/old.json".to_owned()]));
    git(&["add", "--all"]);
    git(&["commit", "--quiet", "--message", "two"]);
    assert_eq!(checked("HEAD"), (Some(0), vec![]));
    // What the other branch did since is not the work of this one.
    git(&["checkout", "--quiet", "main"]);
    fs::write(at.join("cards/other.json"), BAD.replace("\"x\"", "\"z\"")).unwrap();
    git(&["commit", "--quiet", "--all", "--message", "three"]);
    git(&["checkout", "--quiet", "work"]);
    assert_eq!(checked("main"), (Some(1), vec!["cards/new.json".to_owned(), "cards/old.json".to_owned()]));
    let none = run(at, &["lint", "cards", "--since", "nothing"]);
    assert_eq!(none.status.code(), Some(2));
    assert!(text(&none.stderr).contains("git says"), "{}", text(&none.stderr));
}

#[test]
fn hooks_pass_over_what_is_no_card() {
    let folder = folder_with(&[("bad.json", BAD.as_bytes()), ("package.json", b"{\"name\":\"x\",\"version\":\"1\"}")]);
    let at = folder.path();
    fs::copy(crate::tool::fixture("portrait.png"), at.join("logo.png")).unwrap();
    for verb in ["lint", "repair"] {
        let line = |files: &[&'static str]| [&[verb, "--cards-only"], files].concat();
        assert_eq!(run(at, &line(&["logo.png", "package.json"])).status.code(), Some(0), "{verb}");
    }
    assert_eq!(run(at, &["lint", "--cards-only", "logo.png", "bad.json"]).status.code(), Some(1));
    assert_eq!(run(at, &["lint", "logo.png"]).status.code(), Some(2), "without it, a named file is asked for");
    let repaired = run(at, &["repair", "--in-place", "--cards-only", "logo.png", "package.json", "bad.json"]);
    assert_eq!(repaired.status.code(), Some(0), "{}", text(&repaired.stderr));
    assert!(fs::read_to_string(at.join("bad.json")).unwrap().contains(r#""tags":["shop"]"#));
}

#[test]
fn a_long_list_ends_with_its_rules_and_says_where_it_was_cut() {
    let files: Vec<(String, Vec<u8>)> =
        (0..900).map(|number| (format!("{number:03}.json"), BAD.as_bytes().to_vec())).collect();
    let files: Vec<(&str, &[u8])> = files.iter().map(|(name, bytes)| (&**name, &**bytes)).collect();
    let folder = folder_with(&files);
    let said = text(&run(folder.path(), &["lint", "."]).stdout);
    assert!(said.contains("The list ends here, after 2001 findings; --all goes on"), "{}", &said[said.len() - 900..]);
    assert!(said.contains("  error    wrong-type in 900 files, 900 fixable"), "{}", &said[said.len() - 900..]);
    let all = text(&run(folder.path(), &["lint", ".", "--all"]).stdout);
    assert_eq!(all.matches("error[wrong-type]").count(), 900);
}
