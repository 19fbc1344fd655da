//! The verbs for libraries of cards, run as a person runs them.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use crate::library::assert_no_leftovers;

pub(crate) fn cards(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cards"));
    command.args(words).current_dir(root());
    command
}

pub(crate) fn run(words: &[&str]) -> Output {
    cards(words).output().unwrap()
}

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

pub(crate) fn json(bytes: &[u8]) -> Value {
    serde_json::from_slice(bytes).unwrap()
}

pub(crate) fn rows(bytes: &[u8]) -> Vec<Value> {
    text(bytes).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

pub(crate) fn path(folder: &Path) -> &str {
    folder.to_str().unwrap()
}

#[test]
fn diff_answers_by_its_status() {
    let same = run(&["diff", "fixtures/cards/wick-v3.png", "fixtures/cards/wick-v3.charx"]);
    assert_eq!((same.status.code(), text(&same.stdout).as_str(), text(&same.stderr).as_str()), (Some(0), "", ""));
    let other = run(&["diff", "fixtures/cards/wick-v3.png", "fixtures/cards/wick-v1.png"]);
    assert_eq!(other.status.code(), Some(1));
    let refused = run(&["diff", "fixtures/cards/wick-v3.png", "fixtures/cards/portrait.png"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("error[not-a-card]"));
    let usage = run(&["diff", "fixtures/cards/wick-v3.png"]);
    assert_eq!(usage.status.code(), Some(2));
}

#[test]
fn diff_reads_standard_input_and_writes_json() {
    let mut child = cards(&["diff", "--json", "-", "fixtures/cards/wick-v2.png"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let file = fs::read(root().join("fixtures/cards/wick-v2.json")).unwrap();
    let edited = text(&file).replace("night keeper", "day keeper");
    child.stdin.take().unwrap().write_all(edited.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let answer = json(&output.stdout);
    assert_eq!(answer["schema"], 1);
    assert_eq!(answer["same"], false);
    assert_eq!(answer["changes"].as_array().unwrap().len(), 1, "{answer}");
    assert_eq!(answer["changes"][0]["path"], "description");
    assert!(answer["changes"][0]["before"].as_str().unwrap().contains("day keeper"));
}

#[test]
fn textconv_is_the_same_for_the_same_card() {
    let of = |file: &str| {
        let output = run(&["diff", "--textconv", file]);
        assert!(output.status.success());
        text(&output.stdout)
    };
    assert_eq!(of("fixtures/cards/wick-v3.png"), of("fixtures/cards/wick-v3.charx"));
    assert_ne!(of("fixtures/cards/wick-v3.png"), of("fixtures/cards/wick-v2.png"));
}

#[test]
fn git_shows_the_words_of_cards() {
    let folder = tempfile::tempdir().unwrap();
    let git = |words: &[&str]| {
        Command::new("git")
            .args(["-c", "user.name=t", "-c", "user.email=t@example.org"])
            .args(["-c", &format!("diff.card.textconv='{}' diff --textconv", env!("CARGO_BIN_EXE_cards"))])
            .args(words)
            .current_dir(folder.path())
            .output()
    };
    let Ok(started) = git(&["init", "-q"]) else {
        println!("git is absent; nothing to test");
        return;
    };
    assert!(started.status.success());
    fs::write(folder.path().join(".gitattributes"), "*.png diff=card\n").unwrap();
    let card = folder.path().join("card.png");
    fs::copy(root().join("fixtures/cards/wick-v2.png"), &card).unwrap();
    git(&["add", "."]).unwrap();
    git(&["commit", "-qm", "one"]).unwrap();
    fs::copy(root().join("fixtures/cards/wick-v3.png"), &card).unwrap();
    let shown = text(&git(&["diff"]).unwrap().stdout);
    assert!(shown.contains("+nickname: Wick"), "{shown}");
}

#[test]
fn a_reader_who_leaves_is_no_error() {
    let folder = tempfile::tempdir().unwrap();
    for n in 0..600 {
        fs::write(
            folder.path().join(format!("{n}.json")),
            format!(r#"{{"name":"{n}","description":"x","first_mes":"y"}}"#),
        )
        .unwrap();
    }
    for verb in ["scan", "inspect", "dupes"] {
        let files: Vec<String> = if verb == "inspect" {
            fs::read_dir(folder.path()).unwrap().map(|entry| path(&entry.unwrap().path()).to_owned()).collect()
        } else {
            vec![path(folder.path()).to_owned()]
        };
        let mut words = vec!["-q", verb];
        words.extend(files.iter().map(String::as_str));
        let mut child = cards(&words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // Closing the pipe at once is the hardest case.
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!((verb, output.status.code(), text(&output.stderr)), (verb, Some(0), String::new()));
    }
}

#[test]
fn shells_and_manuals_get_their_files() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = text(&run(&["completions", shell]).stdout);
        assert!(script.contains("textconv"), "{shell}");
    }
    let folder = tempfile::tempdir().unwrap();
    assert!(run(&["man", path(folder.path())]).status.success());
    for page in ["cards.1", "cards-diff.1", "cards-scan.1", "cards-report.1", "cards-inspect.1"] {
        let text = fs::read_to_string(folder.path().join(page)).unwrap();
        assert!(text.contains(".TH"), "{page}");
    }
    assert!(text(&run(&["man"]).stdout).contains(".TH"));
    assert_no_leftovers(folder.path());
}

/// Help of every verb shows how it is used.
#[test]
fn every_verb_has_examples() {
    let help = text(&run(&["--help"]).stdout);
    let verbs: Vec<_> = help
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty())
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|verb| *verb != "help")
        .collect();
    assert!(verbs.len() >= 8, "{verbs:?}");
    for verb in verbs {
        let help = text(&run(&[verb, "--help"]).stdout);
        assert!(help.contains("Examples:\n  "), "{verb} has no examples");
        assert!(help.contains(&format!("cards {verb}")), "{verb}");
    }
}

#[test]
fn colour_is_asked_for_or_left_out() {
    let escapes = |words: &[&str], variable: Option<(&str, &str)>| {
        let mut command = cards(words);
        command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").envs(variable);
        text(&command.output().unwrap().stdout).contains('\u{1b}')
    };
    let file = "fixtures/cards/wick-v3.png";
    assert!(!escapes(&["inspect", file], None));
    assert!(escapes(&["inspect", file], Some(("CLICOLOR_FORCE", "1"))));
    assert!(escapes(&["--color", "always", "inspect", file], Some(("NO_COLOR", "1"))));
    assert!(!escapes(&["inspect", file], Some(("NO_COLOR", "1"))));
    assert!(escapes(&["--color", "always", "inspect", "--art", file], None));
}

#[test]
fn a_named_path_that_leads_nowhere_is_refused() {
    for verb in ["scan", "dupes"] {
        let absent = run(&[verb, "no/such/folder"]);
        assert_eq!(absent.status.code(), Some(2), "{verb}");
        assert!(text(&absent.stderr).contains("cannot read no/such/folder"), "{verb}");
        let piped = run(&[verb, "-"]);
        assert_eq!(piped.status.code(), Some(2), "{verb}");
        assert!(text(&piped.stderr).contains("cards inspect -"), "{verb}");
    }
}

#[test]
fn repair_hands_a_sound_file_on() {
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("out.json");
    let card = root().join("fixtures/cards/wick-v3.json");
    let piped = cards(&["repair", "-", "-o", "-"]).stdin(fs::File::open(&card).unwrap()).output().unwrap();
    assert!(piped.status.success());
    assert!(piped.stdout == fs::read(&card).unwrap());
    assert!(text(&piped.stderr).contains("nothing to repair"));
    assert!(run(&["repair", path(&card), "-o", path(&copy)]).status.success());
    assert!(fs::read(&copy).unwrap() == fs::read(&card).unwrap());
    assert!(!run(&["repair", path(&card), "-o", path(&copy)]).status.success());
}

#[test]
fn the_layout_before_v1_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let (old, new, back) = (folder.path().join("a.json"), folder.path().join("b.json"), folder.path().join("c.json"));
    fs::write(&old, r#"{"char_name":"Wick","char_persona":"Patient.","char_greeting":"Hi.","world_scenario":"","example_dialogue":""}"#)
        .unwrap();
    for (from, to, form) in [(&old, &new, "v2"), (&new, &back, "v0")] {
        assert!(run(&["convert", path(from), "--to", form, "--stash", "-o", path(to)]).status.success());
    }
    assert_eq!(json(&fs::read(&old).unwrap()), json(&fs::read(&back).unwrap()));
}

#[test]
fn scripts_of_a_card_run_over_a_text_when_asked() {
    let folder = tempfile::tempdir().unwrap();
    let (card, answer) = (folder.path().join("card.json"), folder.path().join("answer.txt"));
    let scripts = r#"[
        {"scriptName":"loud","findRegex":"/bell/g","replaceString":"BELL of {{user}}","trimStrings":[],"placement":[2]},
        {"scriptName":"bold","findRegex":"/\\*(.+?)\\*/g","replaceString":"<b>$1</b>","trimStrings":[],"placement":[2],"markdownOnly":true},
        {"scriptName":"broken","findRegex":"/(/","replaceString":"","trimStrings":[],"placement":[2]}]"#;
    let json_card = |scripts: &str| {
        format!(
            r#"{{"spec":"chara_card_v2","spec_version":"2.0","data":{{"name":"Aria","extensions":{{"regex_scripts":{scripts}}}}}}}"#
        )
    };
    fs::write(&card, json_card(scripts)).unwrap();
    fs::write(&answer, "The *bell* of {{char}}.").unwrap();
    let words = ["expand", path(&answer), "--card", path(&card), "--user", "Sam", "--profile", "sillytavern"];
    let with = |more: &[&str]| run(&[&words, more].concat());

    assert_eq!(text(&with(&[]).stdout), "The *bell* of Aria.");
    assert_eq!(text(&with(&["--scripts"]).stdout), "The *BELL of Sam* of Aria.");
    let shown = with(&["--scripts", "--for", "display"]);
    assert_eq!(text(&shown.stdout), "The <b>BELL of Sam</b> of Aria.");
    assert!(text(&shown.stderr).contains("script \"broken\": `/(/` is no pattern"), "{}", text(&shown.stderr));
    let answer = json(&with(&["--scripts", "--json"]).stdout);
    assert_eq!(answer["scripts"][0]["name"], "loud");
    assert_eq!(answer["scripts"][1]["problem"], "`/(/` is no pattern: group without end at byte 1");

    fs::write(&card, json_card("[]")).unwrap();
    let none = with(&["--scripts"]);
    assert_eq!(none.status.code(), Some(2));
    assert!(text(&none.stderr).contains("brings no regex scripts of sillytavern: leave --scripts out"));
    let spec = run(&["expand", words[1], "--card", path(&card), "--scripts"]);
    assert!(
        text(&spec.stderr)
            .contains("no client has the rules of spec: give --scripts with --profile sillytavern or risu")
    );
}
