//! How every verb behaves, whatever it does: JSON, colour, pipes, quiet, advice. The command lines are those of
//! `tests/data/status.txt`.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::desk::{Case, RAN, Ran, folder, table, verbs};
use crate::tool::{CARDS, cards, in_terminal, plain, run, text};
use serde_json::Value;

/// Runs a check over every command line of the table, each in a folder of its own, and names all that fail it.
fn every_line(check: impl Fn(&Path, &Case, i32) -> Result<(), String>) {
    let (mut failed, mut ran) = (Vec::new(), 0);
    for case in table() {
        let Some(status) = case.status else { continue };
        let folder = folder();
        if let Err(why) = check(folder.path(), &case, status) {
            failed.push(format!("cards {}: {why}", case.words.join(" ")));
        }
        ran += 1;
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert!(ran >= 100, "only {ran} command lines");
}

#[test]
fn json_has_a_schema_number_and_standard_output_nothing_else() {
    every_line(|folder, case, status| {
        let asks_for_another = case.words.contains(&"sarif");
        let words = [&case.words[..], &["--json"]].concat();
        let output = run(folder, &words);
        let expected = if asks_for_another { 2 } else { status };
        if output.status.code() != Some(expected) {
            return Err(format!("{:?} instead of {expected}: {}", output.status.code(), text(&output.stderr)));
        }
        let mut rows = Vec::new();
        for line in text(&output.stdout).lines() {
            let row: Value = serde_json::from_str(line).map_err(|error| format!("{error} in {line}"))?;
            if row["schema"].as_i64().is_none() {
                return Err(format!("no schema number in {line}"));
            }
            rows.push(row);
        }
        let Some(last) = rows.last() else { return Err("nothing on standard output".to_owned()) };
        if expected != 2 {
            return Ok(());
        }
        // The reason is there for programs as well; with several files it is at the one that it is about.
        let Some(error) = rows.iter().find_map(|row| row.get("error").filter(|error| error.is_object())) else {
            return Err(format!("no error in {last}"));
        };
        let given = |member: &str| error[member].as_str().is_some_and(|text| !text.is_empty());
        if given("class") && given("message") { Ok(()) } else { Err(format!("no class or message in {error}")) }
    });
}

#[test]
fn a_file_and_json_do_not_meet_on_standard_output() {
    for line in [
        "repair bad.json -o -",
        "convert wick.png --to v2 -o -",
        "embed portrait.png wick.json -o -",
        "pack wick.png --as charx -o -",
        "strip wick.png -o -",
        "expand text.txt -o -",
        "report wick.png -o -",
    ] {
        let folder = folder();
        let words: Vec<_> = line.split(' ').collect();
        let file = run(folder.path(), &words);
        assert!(file.status.success() && !file.stdout.is_empty(), "{line}");
        let both = run(folder.path(), &[&words[..], &["--json"]].concat());
        assert_eq!(both.status.code(), Some(2), "{line}");
        let answer: Value = serde_json::from_slice(&both.stdout).expect(line);
        assert_eq!((&answer["schema"], &answer["error"]["class"]), (&1.into(), &"usage".into()), "{line}");
        assert!(text(&both.stderr).contains("name a file with -o, or leave out --json"), "{line}");
    }
    for line in ["extract wick.png -o -", "man -"] {
        let folder = folder();
        let output = run(folder.path(), &line.split(' ').collect::<Vec<_>>());
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert!(text(&output.stderr).contains("cannot take a folder"), "{line}");
        assert!(!folder.path().join("-").exists(), "{line}");
    }
}

#[test]
fn a_dash_is_standard_input_and_standard_output() {
    // Each with the file that `-` stands for; the answer is that of the file, under another name.
    for (line, file) in [
        ("inspect @", "wick.png"),
        ("inspect --json @", "wick.charx"),
        ("prompt @ --chat chat.jsonl", "wick.png"),
        ("prompt wick.png --chat @", "chat.jsonl"),
        ("activate @ --chat chat.jsonl", "wick.png"),
        ("activate wick.png --chat @", "chat.jsonl"),
        ("lint @ --json", "bad.json"),
        ("repair @ -o -", "bad.json"),
        ("diff @ other.json", "wick.png"),
        ("diff other.json @", "wick.png"),
        ("diff --textconv @", "wick.png"),
        ("convert @ --to v2", "wick.png"),
        ("embed @ wick.json -o -", "portrait.png"),
        ("embed portrait.png @ -o -", "wick.json"),
        ("extract @ -o out.d", "wick.charx"),
        ("pack @ --as charx -o -", "wick.png"),
        ("pack wick.json --as png --picture @ -o -", "portrait.png"),
        ("strip @ -o -", "wick.png"),
        ("expand @", "text.txt"),
        ("expand text.txt --card @", "wick.png"),
        ("report @ -o -", "wick.png"),
    ] {
        let named = folder();
        let words: Vec<_> = line.split(' ').map(|word| if word == "@" { file } else { word }).collect();
        let by_name = run(named.path(), &words);
        let piped = folder();
        let words: Vec<_> = line.split(' ').map(|word| if word == "@" { "-" } else { word }).collect();
        let input = fs::File::open(piped.path().join(file)).unwrap();
        let by_pipe = cards(piped.path(), &words).stdin(input).output().unwrap();
        assert_eq!(by_name.status.code(), by_pipe.status.code(), "{line}: {}", text(&by_pipe.stderr));
        let without_name = |bytes: &[u8]| {
            let text = text(bytes).replace("standard input", "@").replace(&format!("\"{file}\""), "\"-\"");
            // Lines are wrapped by their length, and the names differ in theirs.
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            text.replace(file, "@")
                .replace("lint -", "lint @")
                .replace("report -", "report @")
                .replace("--- -", "--- @")
        };
        // What stands on the page of a report about its file is its name alone.
        let (a, b) = (without_name(&by_name.stdout), without_name(&by_pipe.stdout));
        let alike = if line.starts_with("report") { a.len().abs_diff(b.len()) < 64 } else { a == b };
        assert!(alike, "{line}\n-- {file}\n{a}\n-- standard input\n{b}");
    }
    for line in ["diff - -", "inspect - -", "embed - - -o x.png", "activate - --chat -", "expand - --card -"] {
        let folder = folder();
        let input = fs::File::open(folder.path().join("wick.png")).unwrap();
        let output = cards(folder.path(), &line.split(' ').collect::<Vec<_>>()).stdin(input).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert!(text(&output.stderr).contains("read only once"), "{line}: {}", text(&output.stderr));
    }
}

#[test]
fn pipes_get_no_colour_unless_it_is_asked_for() {
    let coloured = |output: &Output| [&output.stdout[..], &output.stderr].concat().contains(&0x1b);
    for ran in RAN.iter() {
        assert!(!coloured(&ran.output), "colour in a pipe: {:?}", ran.case.words);
    }
    // Whoever is refused is told in colour where that is asked for. What decides is in front of the verbs, so that a line
    // of each verb shows it.
    for verb in verbs() {
        let refused = |ran: &&Ran| ran.status == 2 && ran.case.words[0] == verb;
        let words = &RAN.iter().find(refused).unwrap_or_else(|| panic!("{verb} is never refused")).case.words[..];
        for (more, set, expected) in [
            (&[][..], &["CLICOLOR_FORCE"][..], true),
            (&["--color=always"], &[], true),
            (&["--color=always"], &["NO_COLOR"], true),
            (&[], &["CLICOLOR_FORCE", "NO_COLOR"], false),
            (&["--color=never"], &["CLICOLOR_FORCE"], false),
        ] {
            let (folder, words) = (folder(), [words, more].concat());
            let output = cards(folder.path(), &words).envs(set.iter().map(|name| (name, "1"))).output().unwrap();
            assert_eq!(coloured(&output), expected, "{words:?} with {set:?}");
        }
    }
}

#[test]
fn quiet_leaves_results_and_errors() {
    let mut failed = Vec::new();
    for Ran { case, status, output: loud, .. } in RAN.iter() {
        let folder = folder();
        let quiet = run(folder.path(), &[&case.words[..], &["--quiet"]].concat());
        let (said, line) = (text(&quiet.stderr), case.words.join(" "));
        if quiet.status != loud.status {
            failed.push(format!("{line}: {:?} instead of {:?}", quiet.status.code(), loud.status.code()));
        }
        if *status != 2 && !said.is_empty() {
            failed.push(format!("{line}: says {said}"));
        }
        if *status == 2 && !said.contains("error") {
            failed.push(format!("{line}: tells no error"));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn a_reader_who_leaves_hears_nothing_more() {
    every_line(|folder, case, status| {
        let mut child = cards(folder, &case.words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // Closing the pipe at once is the hardest case.
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let said = text(&output.stderr);
        let code = output.status.code();
        if code != Some(0) && code != Some(status) {
            return Err(format!("{code:?}: {said}"));
        }
        // What is wrong with the files is told all the same.
        let complains = (status != 2 && said.contains("error")) || said.contains("standard output:");
        if complains || said.contains("panicked") { Err(said) } else { Ok(()) }
    });
    for verb in verbs() {
        for words in [vec!["help", &verb], vec![&verb, "--help"], vec![&verb, "-h"]] {
            let mut child =
                cards(Path::new("."), &words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
            drop(child.stdout.take());
            let output = child.wait_with_output().unwrap();
            assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()), "{words:?}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_behind_standard_output_is_an_error() {
    for line in ["inspect wick.png", "convert wick.png --to v2", "rule", "scan library", "lint bad.json --json", "man"]
    {
        let folder = folder();
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = cards(folder.path(), &line.split(' ').collect::<Vec<_>>()).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert!(text(&output.stderr).contains("cannot write to standard output"), "{line}: {}", text(&output.stderr));
    }
}

#[test]
fn errors_say_what_to_do() {
    for ran in RAN.iter().filter(|ran| ran.status == 2) {
        let said = text(&ran.output.stderr);
        // A line of help, the rest of the sentence, or the list of what there is.
        let advised = ["help: ", "; ", "try '--help'"].iter().any(|mark| said.contains(mark));
        assert!(advised, "{:?}: no advice in {said}", ran.case.words);
    }
}

/// A slip is answered with the name that was meant.
#[test]
fn slips_are_recognised() {
    for (line, meant) in [
        ("lnit wick.png", "`cards lint wick.png`"),
        ("inspect --artt wick.png", "'--art'"),
        ("lint wick.png --fail-on eror", "'error'"),
        ("lint wick.png --ignore macro-mispelt", "`macro-misspelt`"),
        ("rule stale-twn", "`stale-twin`"),
        ("convert wick.png --to lorebok", "'lorebook'"),
        ("schema lorbook", "`lorebook`"),
        ("id modul", "'module'"),
        ("completions bsh", "'bash'"),
        ("pack wick.png --as chrx -o x", "'charx'"),
        ("expand text.txt --profile sillytaven", "sillytavern"),
        ("prompt wick.png --profile sillytaven", "sillytavern"),
        ("activate wick.png --chat chat.jsonl --entry 'The Red King'", "`The Reed King`"),
        ("inspect wikc.png", "wick.png"),
        ("inspect librery/wick.png", "there is no folder librery"),
    ] {
        let folder = folder();
        let words: Vec<_> = line
            .split('\'')
            .enumerate()
            .flat_map(|(index, part)| if index % 2 == 1 { vec![part] } else { part.split_whitespace().collect() })
            .collect();
        let output = run(folder.path(), &words);
        assert_eq!(output.status.code(), Some(2), "{line}");
        let said = text(&output.stderr);
        assert!(said.contains(meant), "{line}: {said}");
    }
}

#[test]
fn every_verb_has_help_with_examples_that_parse() {
    for verb in verbs() {
        let help = run(Path::new("."), &[&verb, "--help"]);
        let asked = run(Path::new("."), &["help", &verb]);
        assert_eq!(help.stdout, asked.stdout, "{verb}");
        let help = text(&help.stdout);
        let examples = help.split("Examples:\n").nth(1).unwrap_or_else(|| panic!("{verb} has no examples"));
        let mut ran = 0;
        for line in examples.lines().take_while(|line| line.starts_with("  ")) {
            for part in line.split(['|', '&', ';']).map(str::trim).filter(|part| part.starts_with("cards ")) {
                let words = words(part.split(" #").next().unwrap().trim());
                // Names of files are made up; what matters is that the command line is one.
                let folder = folder();
                let said = text(&run(folder.path(), &words.iter().map(String::as_str).collect::<Vec<_>>()[1..]).stderr);
                assert!(!said.contains("Usage:") && !said.contains("try '--help'"), "{part}: {said}");
                ran += 1;
            }
        }
        assert!(ran > 0, "{verb} has no example");
    }
}

/// Cuts a command line as a shell does, as far as the examples need it: quotes, and what goes to files left out.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quote = None;
    for c in line.chars() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '\'' | '"') => quote = Some(c),
            (None, ' ') => words.push(String::new()),
            (_, c) => words.last_mut().unwrap().push(c),
        }
    }
    let end = words.iter().position(|word| [">", ">>", "<"].contains(&word.as_str())).unwrap_or(words.len());
    words.truncate(end);
    words
}

/// What a terminal of 80 columns shows; `None` where there is none.
#[cfg(target_os = "linux")]
fn terminal(folder: &Path, line: &str, variables: &[(&str, &str)]) -> Option<(Option<i32>, String)> {
    let mut command = in_terminal(line)?;
    plain(command.current_dir(folder)).env_remove("COLUMNS").envs(variables.iter().copied());
    let output = command.output().unwrap();
    Some((output.status.code(), text(&output.stdout).replace("\r\n", "\n")))
}

#[cfg(target_os = "linux")]
#[test]
fn a_terminal_gets_colour_that_fits_its_width() {
    for (line, status) in [
        ("inspect wick.png", 0),
        ("inspect bad.json", 0),
        ("inspect portrait.png", 2),
        ("prompt wick.png --chat short.txt", 0),
        ("activate wick.png --chat chat.jsonl --explain", 0),
        ("activate wick.png --chat chat.jsonl --profile all", 0),
        ("lint bad.json", 1),
        ("repair bad.json", 0),
        ("rule", 0),
        ("rule stale-twin", 0),
        ("diff wick.png other.json", 1),
        ("dupes wick.png wick.charx", 0),
        ("extract wick.png -o taken", 0),
        ("expand text.txt --explain", 0),
        ("id module --check M1A2B3C4", 1),
        ("--help", 0),
        ("lint --help", 0),
    ] {
        let folder = folder();
        fs::write(folder.path().join("short.txt"), "User: Hello.\n").unwrap();
        let Some((code, shown)) = terminal(folder.path(), line, &[]) else { return };
        assert_eq!(code, Some(status), "{line}: {shown}");
        assert!(shown.contains('\u{1b}'), "{line} has no colour: {shown}");
        let again = self::folder();
        fs::write(again.path().join("short.txt"), "User: Hello.\n").unwrap();
        let (_, plain) = terminal(again.path(), line, &[("NO_COLOR", "1")]).unwrap();
        let styled = plain.replace("\u{1b}[2K", "");
        assert!(!styled.contains("\u{1b}["), "{line} has colour in spite of NO_COLOR: {plain:?}");
        // Texts of cards, errors and commands that can be pasted are as long as they are.
        let free =
            |line: &str| ["run: ", "help: ", "error[", "cards "].iter().any(|head| line.trim_start().starts_with(head));
        let wide: Vec<_> = if line.starts_with("prompt") {
            Vec::new()
        } else {
            styled.split(['\n', '\r']).filter(|line| line.chars().count() > 80 && !free(line)).collect()
        };
        assert!(wide.is_empty(), "{line} is too wide:\n{}", wide.join("\n"));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_terminal_gets_no_binary_and_nothing_that_moves_its_cursor() {
    let folder = folder();
    for line in ["strip wick.png -o -", "pack wick.png --as charx -o -"] {
        let Some((code, shown)) = terminal(folder.path(), line, &[]) else { return };
        assert_eq!(code, Some(2), "{line}");
        assert!(shown.contains("write > FILE") && !shown.contains("IHDR"), "{line}: {shown}");
    }
    let hostile = "{\"name\":\"a\u{9b}2J\\u001b[2J\u{202e}\",\"description\":\"x\\r\u{9d}0;t\\u0007\",\"personality\":\"\",\
                   \"scenario\":\"\",\"first_mes\":\"\u{9b}31m{{char}}\",\"mes_example\":\"\"}";
    fs::write(folder.path().join("hostile.json"), hostile).unwrap();
    fs::write(folder.path().join("hostile.txt"), "\u{9b}2J\u{1b}]0;t\u{7} {{char}}\rgone\n").unwrap();
    for line in [
        "inspect hostile.json",
        "inspect hostile.json --json",
        "prompt hostile.json",
        "prompt hostile.json --json",
        "lint hostile.json",
        "lint hostile.json --json",
        "lint hostile.json --format github",
        "repair hostile.json -o -",
        "convert hostile.json --to v2",
        "convert hostile.json --to v2 --json",
        "diff hostile.json wick.png",
        "diff hostile.json wick.png --json",
        "diff --textconv hostile.json",
        "expand hostile.txt --card hostile.json",
        "expand hostile.txt --card hostile.json -o -",
        "expand hostile.txt --card hostile.json --json",
        "expand hostile.txt --explain",
        "scan hostile.json",
        "dupes hostile.json hostile.json",
        "dupes hostile.json --json",
    ] {
        let (_, shown) = terminal(folder.path(), &format!("--color never {line}"), &[]).unwrap();
        let moves = |c: char| (c.is_control() && c != '\n' && c != '\t') || c == '\u{202e}';
        let shown = shown.split("\u{1b}[2K").collect::<String>();
        let shown = shown.trim_start_matches('\r');
        let found: Vec<_> = shown.lines().filter(|line| line.chars().any(moves) && !line.contains(" file")).collect();
        assert!(found.is_empty(), "{line}: {found:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn results_stand_in_front_of_what_is_said_about_them() {
    let folder = folder();
    let Some((_, shown)) = terminal(folder.path(), "--color never extract wick.charx -o taken", &[]) else { return };
    let at = |part: &str| shown.find(part).unwrap_or_else(|| panic!("no {part} in {shown}"));
    assert!(at("card.json  card") < at("taken: "), "{shown}");
}

/// What a shell writes for `<(…)` gives its bytes only once, and is read like a file.
#[cfg(target_os = "linux")]
#[test]
fn pipes_are_read_like_files() {
    if Command::new("bash").arg("--version").output().is_err() {
        println!("bash is absent; nothing to test");
        return;
    }
    for (line, status) in [
        ("inspect <(cat wick.png)", 0),
        ("lint <(cat bad.json)", 1),
        ("diff <(cat wick.png) <(cat wick.charx)", 0),
        ("repair <(cat bad.json)", 0),
        ("repair --in-place <(cat bad.json)", 2),
        ("embed <(cat portrait.png) <(cat wick.json) -o out.png", 0),
        ("embed <(cat portrait.png) wick.json --in-place", 2),
        ("extract <(cat wick.charx) -o taken", 0),
    ] {
        let folder = folder();
        let line = format!("'{CARDS}' {line}");
        let output = plain(Command::new("bash").args(["-c", &line]).current_dir(folder.path())).output().unwrap();
        assert_eq!(output.status.code(), Some(status), "{line}: {}", text(&output.stderr));
    }
}

/// A name that says another format than the file would have is refused before anything is written.
#[test]
fn an_output_whose_name_would_lie_is_refused() {
    let folder = folder();
    let card = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Mira","first_mes":"Hi"}}"#;
    fs::write(folder.path().join("a.json"), card).unwrap();
    let files = || fs::read_dir(folder.path()).unwrap().count();
    let before = files();
    for (line, end) in [
        ("scan a.json -o rows.xlsx", "jsonl"),
        ("scan a.json --format csv -o rows.jsonl", "csv"),
        ("texts out a.json -o t.xlsx", "json"),
        ("texts out a.json -o t.md", "json"),
        ("texts out a.json --as csv -o t.po", "csv"),
        ("new b.txt name=Mira", "json"),
    ] {
        let words: Vec<&str> = line.split(' ').collect();
        let output = run(folder.path(), &words);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{line}: {said}");
        assert!(said.contains(&format!("name it `.{end}`")), "{line}: {said}");
        assert_eq!(files(), before, "{line}");
    }
    // Without the feature, what was asked for is named, and how to get it.
    let parquet = run(folder.path(), &["scan", "a.json", "-o", "rows.parquet"]);
    if !cfg!(feature = "arrow") {
        assert_eq!(parquet.status.code(), Some(2));
        assert!(text(&parquet.stderr).contains("--features arrow"), "{}", text(&parquet.stderr));
        assert_eq!(files(), before);
    }
    for line in [
        "scan a.json -o rows.jsonl",
        "scan a.json -o rows.csv",
        "texts out a.json -o t.pot",
        "texts out a.json -o list",
        "new b.json name=Mira",
    ] {
        let words: Vec<&str> = line.split(' ').collect();
        assert_eq!(run(folder.path(), &words).status.code(), Some(0), "{line}");
    }
}

/// What cannot be told is said, and not answered with nothing.
#[test]
fn rows_without_signatures_and_texts_that_are_none_are_refused() {
    let folder = folder();
    let long = "The keeper of the lock knows every barge by the sound of its bell. ".repeat(30);
    let card =
        format!(r#"{{"spec":"chara_card_v2","spec_version":"2.0","data":{{"name":"Mira","description":"{long}"}}}}"#);
    fs::write(folder.path().join("a.json"), &card).unwrap();
    let rows = |more: &[&str], name: &str| {
        let made = run(folder.path(), &[&["scan", "a.json", "-o", name], more].concat());
        assert_eq!(made.status.code(), Some(0));
    };
    rows(&[], "plain.jsonl");
    rows(&["--near"], "signed.jsonl");
    let dupes = |name: &str| run(folder.path(), &["dupes", "--near", "0.8", name]);
    let refused = dupes("plain.jsonl");
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("`cards scan --near` writes them"));
    assert_eq!(dupes("signed.jsonl").status.code(), Some(0));
    // Of little prose there is no signature to make, and nothing to blame the rows for.
    fs::write(folder.path().join("a.json"), r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Mira"}}"#)
        .unwrap();
    rows(&["--near"], "short.jsonl");
    assert_eq!(dupes("short.jsonl").status.code(), Some(0));

    fs::write(folder.path().join("picture.png"), b"\x89PNG\r\n\x1a\n{{char}}\xff").unwrap();
    let expanded = run(folder.path(), &["expand", "picture.png"]);
    assert_eq!(expanded.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&expanded.stderr).contains("is not UTF-8"), "{:?}", expanded.stderr);
}

/// A file of JSON by any hand is changed where it was asked and nowhere else, by every verb that changes one.
#[test]
fn what_a_verb_does_not_change_keeps_its_bytes() {
    const CARD: &str = "{ // Aria, by hand\r\n\t\"spec\": \"chara_card_v2\", \"spec_version\": \"2.0\",\r\n\r\n\t\"data\" :\r\n\t{\r\n\
        \t\t\"name\": \"Aria\", // hers\r\n\t\t\"tags\": [\"bard\", \"elf\"], \"depth\": 4.0, \"sign\": \"\\u266a\",\r\n\
        \t\t\"description\": \"\", \"personality\": \"\", \"scenario\": \"\", \"first_mes\": \"Hi.\",\r\n\t\t\"mes_example\": \"\",\r\n\
        \t\t\"creator_notes\": \"\", \"system_prompt\": \"\", \"post_history_instructions\": \"\", \"alternate_greetings\": [],\r\n\
        \t\t\"creator\": \"\", \"character_version\": \"\", \"extensions\": {}\r\n\t}\r\n}\r\n\r\n";
    let folder = folder();
    let path = folder.path().join("a.json");
    for (line, from, to) in [
        (&["set", "a.json", "name=Mira", "--in-place"][..], r#""name": "Aria""#, r#""name": "Mira""#),
        (
            &["set", "a.json", "greetings[+]=Ho.", "--in-place"],
            r#""alternate_greetings": []"#,
            r#""alternate_greetings": ["Ho."]"#,
        ),
        (&["set", "a.json", "--remove", "tags[0]", "--in-place"], r#"["bard", "elf"]"#, r#"["elf"]"#),
        (&["tags", "a.json", "--add", "north", "--in-place"], r#"["bard", "elf"]"#, r#"["bard", "elf", "north"]"#),
        (&["edit", "a.json", "--with", "sed -i s/Hi\\./Hello./"], r#""first_mes": "Hi.""#, r#""first_mes": "Hello.""#),
    ] {
        fs::write(&path, CARD).unwrap();
        let done = run(folder.path(), line);
        assert_eq!(done.status.code(), Some(0), "{line:?}: {}", String::from_utf8_lossy(&done.stderr));
        assert_eq!(fs::read_to_string(&path).unwrap(), CARD.replacen(from, to, 1), "{line:?}");
    }
}
