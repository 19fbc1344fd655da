//! The verbs for libraries of cards, run as a person runs them.

use std::fs;
use std::process::{Command, Stdio};

use crate::desk::verbs;
use crate::library::assert_no_leftovers;
use crate::tool::{CARDS, at_root, cards, fed, fixture, folder_with, json, path, root, run, text};

#[test]
fn diff_answers_by_its_status() {
    let same = at_root(&["diff", "fixtures/cards/wick-v3.png", "fixtures/cards/wick-v3.charx"]);
    assert_eq!((same.status.code(), text(&same.stdout).as_str(), text(&same.stderr).as_str()), (Some(0), "", ""));
    let other = at_root(&["diff", "fixtures/cards/wick-v3.png", "fixtures/cards/wick-v1.png"]);
    assert_eq!(other.status.code(), Some(1));
    let refused = at_root(&["diff", "fixtures/cards/wick-v3.png", "fixtures/cards/portrait.png"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("error[not-a-card]"));
    let usage = at_root(&["diff", "fixtures/cards/wick-v3.png"]);
    assert_eq!(usage.status.code(), Some(2));
}

#[test]
fn diff_reads_standard_input_and_writes_json() {
    let edited = fs::read_to_string(fixture("wick-v2.json")).unwrap().replace("night keeper", "day keeper");
    let output = fed(cards(&root(), &["diff", "--json", "-", "fixtures/cards/wick-v2.png"]), edited.as_bytes());
    assert_eq!(output.status.code(), Some(1));
    let answer = json(&output.stdout);
    assert_eq!(answer["schema"], 1);
    assert_eq!(answer["same"], false);
    assert_eq!(answer["changes"].as_array().unwrap().len(), 1, "{answer}");
    assert_eq!(answer["changes"][0]["path"], "description");
    assert!(answer["changes"][0]["before"].as_str().unwrap().contains("day keeper"));
}

/// serde would make 1.5 of the first and an error of the second.
#[test]
fn numbers_of_cards_keep_their_spelling_in_answers() {
    let card = |number: &str| {
        format!(
            r#"{{"spec":"chara_card_v2","spec_version":"2.0","data":{{"name":"A","extensions":{{"x":{number}}}}}}}"#
        )
    };
    let folder = folder_with(&[("a.json", card("1.50").as_bytes()), ("b.json", card("1e400").as_bytes())]);
    let said = |words: &[&str]| text(&run(folder.path(), words).stdout);
    let diff = said(&["diff", "a.json", "b.json", "--json"]);
    assert!(diff.contains(r#""before":1.50,"after":1e400"#), "{diff}");
    assert!(diff.starts_with(r#"{"schema":1,"same":false,"#), "{diff}");
    for (file, number) in [("a.json", "1.50"), ("b.json", "1e400")] {
        let converted = said(&["convert", file, "--to", "v3", "--json"]);
        assert!(converted.contains(&format!(r#""x":{number}"#)), "{converted}");
    }
}

#[test]
fn textconv_is_the_same_for_the_same_card() {
    let of = |file: &str| {
        let output = at_root(&["diff", "--textconv", file]);
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
            .args(["-c", &format!("diff.card.textconv='{CARDS}' diff --textconv")])
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
    fs::copy(fixture("wick-v2.png"), &card).unwrap();
    git(&["add", "."]).unwrap();
    git(&["commit", "-qm", "one"]).unwrap();
    fs::copy(fixture("wick-v3.png"), &card).unwrap();
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
        let mut child = cards(&root(), &words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // Closing the pipe at once is the hardest case.
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!((verb, output.status.code(), text(&output.stderr)), (verb, Some(0), String::new()));
    }
}

#[test]
fn shells_and_manuals_get_their_files() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = text(&at_root(&["completions", shell]).stdout);
        assert!(script.contains("textconv"), "{shell}");
    }
    let folder = tempfile::tempdir().unwrap();
    assert!(at_root(&["man", path(folder.path())]).status.success());
    for page in ["cards.1", "cards-diff.1", "cards-scan.1", "cards-report.1", "cards-inspect.1"] {
        let text = fs::read_to_string(folder.path().join(page)).unwrap();
        assert!(text.contains(".TH"), "{page}");
    }
    assert!(text(&at_root(&["man"]).stdout).contains(".TH"));
    assert_no_leftovers(folder.path());
}

/// Help of every verb shows how it is used.
#[test]
fn every_verb_has_examples() {
    let verbs = verbs();
    assert!(verbs.len() >= 8, "{verbs:?}");
    for verb in verbs {
        let help = text(&at_root(&[verb.as_str(), "--help"]).stdout);
        assert!(help.contains("Examples:\n  "), "{verb} has no examples");
        assert!(help.contains(&format!("cards {verb}")), "{verb}");
    }
}

#[test]
fn colour_is_asked_for_or_left_out() {
    let escapes = |words: &[&str], variable: Option<(&str, &str)>| {
        let mut command = cards(&root(), words);
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
        let absent = at_root(&[verb, "no/such/folder"]);
        assert_eq!(absent.status.code(), Some(2), "{verb}");
        assert!(text(&absent.stderr).contains("cannot read no/such/folder"), "{verb}");
        let piped = at_root(&[verb, "-"]);
        assert_eq!(piped.status.code(), Some(2), "{verb}");
        assert!(text(&piped.stderr).contains("cards inspect -"), "{verb}");
    }
}

#[test]
fn repair_hands_a_sound_file_on() {
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("out.json");
    let card = fixture("wick-v3.json");
    let piped = cards(&root(), &["repair", "-", "-o", "-"]).stdin(fs::File::open(&card).unwrap()).output().unwrap();
    assert!(piped.status.success());
    assert!(piped.stdout == fs::read(&card).unwrap());
    assert!(text(&piped.stderr).contains("nothing to repair"));
    assert!(at_root(&["repair", &card, "-o", path(&copy)]).status.success());
    assert!(fs::read(&copy).unwrap() == fs::read(&card).unwrap());
    assert!(!at_root(&["repair", &card, "-o", path(&copy)]).status.success());
}

#[test]
fn the_layout_before_v1_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let (old, new, back) = (folder.path().join("a.json"), folder.path().join("b.json"), folder.path().join("c.json"));
    fs::write(&old, r#"{"char_name":"Wick","char_persona":"Patient.","char_greeting":"Hi.","world_scenario":"","example_dialogue":""}"#)
        .unwrap();
    for (from, to, form) in [(&old, &new, "v2"), (&new, &back, "v0")] {
        assert!(at_root(&["convert", path(from), "--to", form, "--stash", "-o", path(to)]).status.success());
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
    let with = |more: &[&str]| at_root(&[&words, more].concat());

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
    let spec = at_root(&["expand", words[1], "--card", path(&card), "--scripts"]);
    assert!(
        text(&spec.stderr)
            .contains("no client has the rules of spec: give --scripts with --profile sillytavern or risu")
    );
}
