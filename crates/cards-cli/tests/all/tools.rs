//! The verbs for libraries of cards, run as a person runs them.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn cards(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cards"));
    command.args(words).current_dir(root());
    command
}

fn run(words: &[&str]) -> Output {
    cards(words).output().unwrap()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn json(bytes: &[u8]) -> Value {
    serde_json::from_slice(bytes).unwrap()
}

fn rows(bytes: &[u8]) -> Vec<Value> {
    text(bytes).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A folder with cards, other files, and one broken card.
fn library() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let fixtures = root().join("fixtures/cards");
    fs::create_dir_all(folder.path().join("deep/er")).unwrap();
    fs::create_dir_all(folder.path().join(".hidden")).unwrap();
    for (from, to) in [
        ("wick-v3.png", "a.png"),
        ("wick-v3.charx", "deep/b.charx"),
        ("wick-v2.json", "deep/er/c.JSON"),
        ("wick-v1.png", ".hidden/d.png"),
        ("portrait.png", "e.png"),
    ] {
        fs::copy(fixtures.join(from), folder.path().join(to)).unwrap();
    }
    fs::write(folder.path().join("broken.json"), "{\"spec\":").unwrap();
    fs::write(folder.path().join("notes.txt"), "nothing").unwrap();
    folder
}

fn path(folder: &Path) -> &str {
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
fn a_scan_has_one_row_a_file() {
    let folder = library();
    let output = run(&["scan", "--sorted", path(folder.path())]);
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output.stderr).contains("5 files"), "{}", text(&output.stderr));
    let rows = rows(&output.stdout);
    let shown: Vec<_> = rows
        .iter()
        .map(|row| {
            let path = row["path"].as_str().unwrap().strip_prefix(path(folder.path())).unwrap();
            (path.to_owned(), row["container"].as_str().unwrap_or("-"), row["spec"].as_str().unwrap_or("-"))
        })
        .collect();
    assert_eq!(
        shown.iter().map(|(path, container, spec)| (path.as_str(), *container, *spec)).collect::<Vec<_>>(),
        [
            ("/a.png", "PNG", "V3"),
            ("/broken.json", "-", "-"),
            ("/deep/b.charx", "CHARX", "V3"),
            ("/deep/er/c.JSON", "JSON", "V2"),
            ("/e.png", "-", "-"),
        ]
    );
    assert!(rows.iter().all(|row| row["schema"] == 1 && row["size"].is_u64() && row["mtime_us"].is_i64()));
    assert_eq!(rows[1]["error"]["class"], "bad-json");
    assert_eq!(rows[4]["error"]["class"], "not-a-card");
    assert_eq!(rows[0]["content_hash"], rows[2]["content_hash"]);
    assert_ne!(rows[0]["content_hash"], rows[3]["content_hash"]);
    let wick = &rows[0];
    assert_eq!(
        (&wick["name"], &wick["creator"], &wick["version"], &wick["lore"]["entries"]),
        (&"Maren Tidewell".into(), &"The cards developers".into(), &"1.2".into(), &6.into())
    );
    assert_eq!(wick["tags"], serde_json::json!(["original", "canal", "example"]));
    assert!(
        wick["tokens"]["total"].as_u64().unwrap() > 100 && wick.get("file_hash").is_none() && wick["error"].is_null()
    );
    let all = run(&["scan", "--all", path(folder.path())]);
    assert_eq!(text(&all.stdout).lines().count(), 7);
}

#[test]
fn shards_are_a_partition() {
    let folder = library();
    let paths = |words: &[&str]| -> BTreeSet<String> {
        let output = run(&[&["scan"], words, &[path(folder.path())]].concat());
        rows(&output.stdout).iter().map(|row| row["path"].as_str().unwrap().to_owned()).collect()
    };
    let parts: Vec<_> = ["1/3", "2/3", "3/3"].iter().map(|shard| paths(&["--shard", shard])).collect();
    assert_eq!(parts.iter().map(BTreeSet::len).sum::<usize>(), 5);
    assert_eq!(parts.into_iter().flatten().collect::<BTreeSet<_>>(), paths(&[]));
}

#[test]
fn since_reads_only_what_changed() {
    let folder = library();
    let old = folder.path().join("rows.jsonl");
    let first = run(&["scan", "--sorted", "-o", path(&old), path(folder.path())]);
    assert!(first.status.success(), "{}", text(&first.stderr));
    // A row that was tampered with shows that it is taken over and not made anew.
    let kept = fs::read_to_string(&old).unwrap().replace("\"name\":\"Maren Tidewell\"", "\"name\":\"kept\"");
    fs::write(&old, kept).unwrap();
    fs::copy(root().join("fixtures/cards/wick-v2.png"), folder.path().join("a.png")).unwrap();
    let second = run(&["scan", "--sorted", "--since", path(&old), path(folder.path())]);
    let names: Vec<_> = rows(&second.stdout).iter().map(|row| row["name"].as_str().unwrap_or("-").to_owned()).collect();
    assert_eq!(names, ["Maren Tidewell", "-", "kept", "kept", "-"]);
    assert!(text(&second.stderr).contains("4 unchanged"), "{}", text(&second.stderr));
    // Rows without a file hash are of no use to a scan that wants one.
    let hashed = run(&["scan", "--hash", "--since", path(&old), path(folder.path())]);
    assert!(rows(&hashed.stdout).iter().all(|row| row["file_hash"].as_str().is_some_and(|hash| hash.len() == 64)));
    let third = run(&["scan", "-o", path(&old), path(folder.path())]);
    assert_eq!(third.status.code(), Some(2));
    assert!(text(&third.stderr).contains("--force"), "{}", text(&third.stderr));
}

#[test]
fn a_linted_scan_counts_what_lint_finds() {
    let folder = library();
    let rows_of = |words: &[&str]| rows(&run(&[words, &[path(folder.path())]].concat()).stdout);
    let plain = rows_of(&["scan", "--sorted"]);
    let linted = rows_of(&["scan", "--sorted", "--lint"]);
    let mut seen = 0;
    for (row, plain) in linted.iter().zip(&plain).filter(|(row, _)| row["error"].is_null()) {
        let found = rows(&run(&["lint", "--json", row["path"].as_str().unwrap()]).stdout);
        for severity in ["error", "warning", "note"] {
            let findings = found[0]["findings"].as_array().unwrap();
            let count = findings.iter().filter(|finding| finding["severity"] == severity).count();
            assert_eq!(row["findings"][severity], count, "{} {severity}", row["path"]);
            seen += count;
        }
        assert_eq!((&row["linted"], &plain["linted"]), (&Value::Bool(true), &Value::Null));
        assert_eq!(row["content_hash"], plain["content_hash"]);
    }
    assert!(seen > 0, "the library has something to find");
    // Rows that count other findings are of no use.
    let old = folder.path().join("rows.jsonl");
    run(&["scan", "-o", path(&old), path(folder.path())]);
    let again = run(&["scan", "--lint", "--since", path(&old), path(folder.path())]);
    assert!(rows(&again.stdout).iter().all(|row| !row["error"].is_null() || row["linted"] == true));
}

#[test]
fn dupes_are_the_same_from_folders_and_from_rows() {
    let folder = library();
    let old = folder.path().join("rows.jsonl");
    run(&["scan", "-o", path(&old), path(folder.path())]);
    let groups = |from: &Path| json(&run(&["dupes", "--json", path(from)]).stdout);
    let (by_folder, by_rows) = (groups(folder.path()), groups(&old));
    assert_eq!(by_folder["exact"][0]["paths"].as_array().unwrap().len(), 2);
    assert_eq!(by_folder["near"][0]["variants"].as_array().unwrap().len(), 2);
    let sorted = |groups: &Value| {
        let mut paths: Vec<_> =
            groups["exact"][0]["paths"].as_array().unwrap().iter().map(ToString::to_string).collect();
        paths.sort();
        (groups["cards"].clone(), paths)
    };
    assert_eq!(sorted(&by_folder), sorted(&by_rows));
}

#[test]
fn a_report_is_whole_or_not_there() {
    let folder = library();
    let page = folder.path().join("page.html");
    let output = run(&["report", "fixtures/cards/wick-v3.png", "-o", path(&page)]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let html = fs::read_to_string(&page).unwrap();
    for part in
        ["Maren Tidewell", "default-src 'none'", "data:image/png;base64,", "The drowned bell", "ducks pay me a toll"]
    {
        assert!(html.contains(part), "{part}");
    }
    for part in ["<script", "http://", "https://", "javascript:"] {
        assert!(!html.contains(part), "{part}");
    }
    let again = run(&["report", "fixtures/cards/wick-v3.png", "-o", path(&page)]);
    assert_eq!(again.status.code(), Some(2));
    let refused = run(&["report", "fixtures/cards/portrait.png", "-o", path(&folder.path().join("no.html"))]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(!folder.path().join("no.html").exists());
    let sheet = run(&["report", path(folder.path()), "-o", "-"]);
    let sheet = text(&sheet.stdout);
    assert_eq!(sheet.matches("<article").count(), 3);
    assert!(sheet.contains("id=unread") && sheet.contains("broken.json"));
    assert_no_leftovers(folder.path());
}

/// A browser shows the cards whose class the rule of the chosen option names.
#[test]
fn a_contact_sheet_is_searched_by_any_word_without_a_script() {
    let folder = tempfile::tempdir().unwrap();
    for (file, name, tags) in [
        ("a.json", "The drowned bell", r#""sea lore""#),
        ("b.json", "Bell <i>\"", r#""lore","sea""#),
        ("c.json", "Marsh", r#""SEA""#),
    ] {
        let name = name.replace('"', "\\\"");
        let card = format!(
            r#"{{"spec":"chara_card_v2","spec_version":"2.0","data":{{"name":"{name}","tags":[{tags}],"description":"x"}}}}"#
        );
        fs::write(folder.path().join(file), card).unwrap();
    }
    let sheet = text(&run(&["report", path(folder.path()), "-o", "-"]).stdout);
    let found = |list: &str, term: &str| {
        let options = sheet.split(&format!("<select id={list} ")).nth(1).unwrap().split("</select>").next().unwrap();
        let option = options.split("<option class=\"").find(|option| option.contains(&format!(">{term}"))).unwrap();
        let (a, b) = option.split('"').next().unwrap().split_once(' ').unwrap();
        let rule = format!("form:has(#{list} .{a}:checked):has(#{list} .{b}:checked)~main .");
        let class = sheet.split(&rule).nth(1).unwrap().split('{').next().unwrap().to_owned();
        let around = if list == "name" { "<div class=\"by-name" } else { "<div class=\"by-tag" };
        let cards = sheet.split(around).skip(1);
        let shown = cards.filter(|card| card.split('"').next().unwrap().split(' ').any(|word| word == class));
        shown.map(|card| card.split("<code>").nth(1).unwrap()[..1].to_owned()).collect::<String>()
    };
    assert_eq!(found("name", "Bell (2)"), "ba");
    assert_eq!(found("name", "drowned"), "a");
    assert_eq!(found("name", "The drowned bell"), "a");
    assert_eq!(found("name", "Marsh"), "c");
    assert_eq!(found("name", "Bell &lt;i&gt;"), "b");
    // The tag itself, and not every tag with the word in it.
    assert_eq!(found("tag", "sea (2)"), "bc");
    assert_eq!(found("tag", "sea lore"), "a");
    for part in ["<button type=reset>", "counter(shown,found)", "role=search"] {
        assert!(sheet.contains(part), "{part}");
    }
    for part in ["<script", "http:", "https:", "javascript:", "<i>"] {
        assert!(!sheet.contains(part), "{part}");
    }
}

/// The style of the page is the one that its policy names.
#[test]
fn the_policy_of_a_report_fits_its_style() {
    use base64::{Engine as _, engine::general_purpose::STANDARD};
    use sha2::{Digest as _, Sha256};
    for from in ["fixtures/cards/wick-v3.png", "fixtures/cards"] {
        let html = text(&run(&["report", from, "-o", "-"]).stdout);
        let style = html.split("<style>").nth(1).unwrap().split("</style>").next().unwrap();
        let named = html.split("'sha256-").nth(1).unwrap().split('\'').next().unwrap();
        assert_eq!(named, STANDARD.encode(Sha256::digest(style)));
    }
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

/// Ctrl-C in the middle of a scan leaves neither a result nor a piece of one.
#[cfg(unix)]
#[test]
fn an_interrupted_scan_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let fifo = folder.path().join("never.png");
    if !Command::new("mkfifo").arg(&fifo).status().is_ok_and(|status| status.success()) {
        println!("mkfifo is absent; nothing to test");
        return;
    }
    let out = folder.path().join("out.jsonl");
    // Nobody ever writes to the pipe, so the scan waits for it until it is stopped.
    let mut child = cards(&["scan", path(&fifo), "-o", path(&out)]).stderr(Stdio::null()).spawn().unwrap();
    let unfinished = || fs::read_dir(folder.path()).unwrap().count() > 1;
    // As long as it takes on a busy machine.
    for _ in 0..6_000 {
        if unfinished() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    assert!(unfinished(), "the temporary file never came");
    std::thread::sleep(std::time::Duration::from_millis(100));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(!out.exists());
    assert_no_leftovers(folder.path());
}

#[track_caller]
fn assert_no_leftovers(folder: &Path) {
    for entry in fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name();
        assert!(!name.to_string_lossy().starts_with(".cards-"), "{name:?} was left");
    }
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
fn dupes_says_what_it_could_not_compare() {
    let folder = library();
    let found = run(&["dupes", path(folder.path())]);
    assert!(text(&found.stderr).contains("compared with nothing: 2"), "{}", text(&found.stderr));
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
