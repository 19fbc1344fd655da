//! Laws that hold for every verb: what is written is no worse than what was read, and no option goes without effect.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::tool::{fixture, fixtures, path, quick_folder, root, run, shared, text};

/// The files that the laws are held over: the cards of the repository, and the corpus where it lies beside it.
pub(crate) fn cards() -> Vec<PathBuf> {
    let fixtures = fixtures().join("cards");
    let mut files: Vec<PathBuf> = Vec::new();
    for folder in [Some(fixtures), shared("corpus/real")].into_iter().flatten() {
        files.extend(fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()));
    }
    files.retain(|path| {
        let name = path.file_name().unwrap().to_string_lossy();
        let ends = [".png", ".json", ".charx", ".zip"].iter().any(|end| name.ends_with(end));
        ends && !["manifest.json", "portrait.png"].contains(&&*name)
    });
    files.sort();
    assert!(files.len() >= 5);
    files
}

/// The rules that each file breaks as an error; a file that nobody reads is not among them.
fn errors<'f>(folder: &Path, files: impl IntoIterator<Item = &'f str>) -> BTreeMap<String, BTreeSet<String>> {
    let words: Vec<&str> = ["lint", "--json", "--all"].into_iter().chain(files).collect();
    let answers = text(&run(folder, &words).stdout);
    let answers = answers.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let broken = |answer: Value| {
        let findings = answer["findings"].as_array().unwrap();
        let errors = findings.iter().filter(|finding| finding["severity"] == "error");
        let rules = errors.map(|finding| finding["rule"].as_str().unwrap().to_owned()).collect();
        (answer["file"].as_str().unwrap().to_owned(), rules)
    };
    answers.map(broken).collect()
}

#[test]
fn what_a_verb_writes_has_no_error_that_its_input_lacked() {
    let mut problems = Vec::new();
    let mut written = BTreeMap::new();
    for file in cards() {
        let folder = quick_folder();
        let at = folder.path();
        fs::copy(fixture("portrait.png"), at.join("portrait.png")).unwrap();
        let source = format!("in.{}", file.extension().unwrap().to_string_lossy());
        fs::copy(&file, at.join(&source)).unwrap();
        if errors(at, [source.as_str()]).is_empty() {
            continue;
        }
        let mut lines: Vec<(Vec<String>, String)> = Vec::new();
        let mut line = |words: &[&str], output: &str| {
            lines.push((words.iter().map(|word| (*word).to_owned()).collect(), output.to_owned()));
        };
        for to in [
            "v1",
            "v2",
            "v3",
            "v3l",
            "prom",
            "module",
            "lorebook",
            "lorebook-v3",
            "prom-book",
            "worldinfo",
            "risu",
            "agnai",
        ] {
            for stash in [&[][..], &["--stash"]] {
                let output = format!("{to}{}.json", stash.len());
                line(&[&["convert", &source, "--to", to, "-o", &output], stash].concat(), &output);
            }
        }
        for (kind, end) in [("png", "png"), ("charx", "charx"), ("prom", "zip"), ("json", "json")] {
            let output = format!("packed.{end}");
            line(&["pack", &source, "--as", kind, "-o", &output], &output);
        }
        line(&["pack", &source, "--picture", "portrait.png", "-o", "pictured.png"], "pictured.png");
        line(&["repair", &source, "-o", &format!("repaired-{source}")], &format!("repaired-{source}"));
        lines.retain(|(words, _)| {
            let words: Vec<_> = words.iter().map(String::as_str).collect();
            run(at, &words).status.code() == Some(0)
        });
        let broken = errors(at, lines.iter().map(|(_, output)| output.as_str()).chain([source.as_str()]));
        let name = file.file_name().unwrap().to_string_lossy();
        for (words, output) in lines {
            *written.entry(words[0].clone()).or_insert(0) += 1;
            match broken.get(&output) {
                Some(after) => {
                    let new: Vec<_> = after.difference(&broken[&source]).collect();
                    if !new.is_empty() {
                        problems.push(format!("{name}: {words:?} brings {new:?}"));
                    }
                }
                None => problems.push(format!("{name}: nobody reads what {words:?} wrote")),
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(["convert", "pack", "repair"].iter().all(|verb| written.get(*verb).is_some_and(|n| *n > 4)), "{written:?}");
}

#[test]
fn clean_cards_saved_by_sillytavern_pass() {
    let folder = tempfile::tempdir().unwrap();
    // As SillyTavern 1.19 writes a card: the V1 copies at the root, its own extensions, a book without `extensions`.
    let card = include_str!("../data/sillytavern.json");
    fs::write(folder.path().join("Mira.json"), card).unwrap();
    let output = run(folder.path(), &["lint", "Mira.json"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));
    let Some(real) = shared("corpus/real") else { return };
    let mut seen = 0;
    for entry in fs::read_dir(real).unwrap() {
        let path = entry.unwrap().path();
        if path.file_name().unwrap().to_string_lossy().starts_with("st-") {
            let output = run(folder.path(), &["lint", path.to_str().unwrap()]);
            assert_eq!(output.status.code(), Some(0), "{}: {}", path.display(), text(&output.stdout));
            seen += 1;
        }
    }
    assert!(seen >= 5, "only {seen} files of SillyTavern");
}

#[test]
fn a_folder_repair_takes_what_lint_takes_and_leaves_other_json_alone() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let v1 =
        r#"{"name":"Wick","description":"x","personality":"y","scenario":"z","first_mes":"Hi.","mes_example":null}"#;
    let package = r#"{"name":"pkg","description":"an npm package","version":"1.0.0","scripts":{}}"#;
    let marked = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Wick","tags":"shop"}}"#;
    for (name, text) in [("v1.json", v1), ("package.json", package), ("card.json", marked)] {
        fs::write(at.join(name), text).unwrap();
    }
    let output = run(at, &["repair", "--in-place", "."]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    // A V1 card has no marker, and is one for lint as well.
    assert_ne!(fs::read_to_string(at.join("v1.json")).unwrap(), v1);
    assert_eq!(fs::read_to_string(at.join("package.json")).unwrap(), package);
    assert_ne!(fs::read_to_string(at.join("card.json")).unwrap(), marked);
    let said = text(&output.stderr);
    assert!(
        said.contains("repaired 2 of 2 cards; `cards undo` puts them back") && said.contains("no card in 1 file"),
        "{said}"
    );
    assert!(text(&run(at, &["lint", "."]).stdout).starts_with("./"), "what cannot be mended is left to find");
    assert!(!text(&run(at, &["lint", "."]).stdout).contains("fixable"), "nothing that lint calls fixable is left");
    assert_eq!(run(at, &["undo"]).status.code(), Some(0));
    assert_eq!(fs::read_to_string(at.join("v1.json")).unwrap(), v1);
}

#[test]
fn a_repair_keeps_what_a_hybrid_shows() {
    let folder = tempfile::tempdir().unwrap();
    let hybrid = r#"{"spec":"chara_card_v2","spec_version":"2.0","name":"Chub Name","first_mes":"Root hi","data":{"extensions":{},"description":"In data"}}"#;
    fs::write(folder.path().join("h.json"), hybrid).unwrap();
    let output = run(folder.path(), &["repair", "h.json", "-o", "r.json"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let repaired: Value = serde_json::from_slice(&fs::read(folder.path().join("r.json")).unwrap()).unwrap();
    let data = &repaired["data"];
    assert_eq!((&data["name"], &data["first_mes"]), (&"Chub Name".into(), &"Root hi".into()));
    assert_eq!(data["description"], "In data");
    assert!(!errors(folder.path(), ["r.json"])["r.json"].contains("root-member"));
}

/// A line of the table of options: the verb, the option, and a command line that has to be refused, if there is one.
type Row = (&'static str, &'static str, Option<Vec<String>>);

fn options() -> Vec<Row> {
    let lines = include_str!("../data/options.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let suite = root().join("suite");
    let word = |word: &str| if word == "''" { String::new() } else { word.replace("{suite}", path(&suite)) };
    lines
        .map(|line| {
            let mut words = line.split_whitespace();
            let (verb, option) = (words.next().unwrap(), words.next().unwrap());
            let mut rest = words.peekable();
            let refused = rest.peek() != Some(&"-");
            (verb, option, refused.then(|| rest.map(word).collect()))
        })
        .collect()
}

/// The options of a verb, as its help has them; those that all verbs share are in a table of their own.
pub(crate) fn options_of(verb: &str) -> BTreeSet<String> {
    let words: Vec<&str> = verb.split('.').chain(["--help"]).collect();
    let help = text(&run(Path::new("."), &words).stdout);
    let shared = ["--json", "--color", "--quiet", "--help"];
    let long = |line: &str| {
        let line = line.trim_start();
        let line = line.strip_prefix('-').filter(|rest| rest.get(1..3) == Some(", ")).map_or(line, |rest| &rest[3..]);
        let end = line.find(|c: char| c != '-' && !c.is_ascii_lowercase()).unwrap_or(line.len());
        let option = line[..end].to_owned();
        (option.starts_with("--") && option.len() > 2 && !shared.contains(&option.as_str())).then_some(option)
    };
    help.lines().filter(|line| line.starts_with("  ")).filter_map(long).collect()
}

#[test]
fn every_option_refuses_what_is_useless() {
    let rows = options();
    let mut problems = Vec::new();
    for verb in crate::desk::verbs() {
        let listed: BTreeSet<String> =
            rows.iter().filter(|(of, ..)| *of == verb).map(|(_, option, _)| (*option).to_owned()).collect();
        let there = options_of(&verb);
        let differ: Vec<_> = listed.symmetric_difference(&there).collect();
        if !differ.is_empty() {
            problems.push(format!("{verb}: options.txt and --help differ in {differ:?}"));
        }
    }
    for (verb, option, words) in &rows {
        let Some(words) = words else { continue };
        assert_eq!(words[0], *verb);
        let folder = crate::desk::folder();
        let names =
            || -> BTreeSet<_> { fs::read_dir(folder.path()).unwrap().map(|e| e.unwrap().file_name()).collect() };
        let before = names();
        let output = run(folder.path(), &words.iter().map(String::as_str).collect::<Vec<_>>());
        if output.status.code() != Some(2) || output.stderr.is_empty() {
            problems.push(format!("{verb} {option}: {words:?} answers {:?}", output.status.code()));
        }
        if names() != before {
            problems.push(format!("{verb} {option}: {words:?} writes"));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn what_is_switched_off_is_announced_where_it_will_fire() {
    let folder = tempfile::tempdir().unwrap();
    let book = r#"{"name":"b","extensions":{},"entries":[{"keys":["k"],"content":"x","extensions":{},"enabled":false,"insertion_order":1}]}"#;
    fs::write(folder.path().join("b.json"), book).unwrap();
    for to in ["risu", "module"] {
        let output = run(folder.path(), &["convert", "b.json", "--to", to]);
        assert_eq!(output.status.code(), Some(0));
        assert!(text(&output.stderr).contains("1 entry that is switched off will fire"), "{}", text(&output.stderr));
    }
}

#[test]
fn a_file_alone_is_inspected() {
    let folder = crate::desk::folder();
    let (alone, named) = (run(folder.path(), &["wick.png"]), run(folder.path(), &["inspect", "wick.png"]));
    assert_eq!((alone.status.code(), alone.stdout), (Some(0), named.stdout));
    assert_eq!(run(folder.path(), &["absent.png"]).status.code(), Some(2));
}

/// The files of the findings beside the corpus, where they are at hand.
fn with_findings() -> Vec<PathBuf> {
    let mut files = cards();
    let found = shared("corpus/found").into_iter().flat_map(|folder| fs::read_dir(folder).unwrap());
    files.extend(
        found.map(|entry| entry.unwrap().path()).filter(|path| path.extension().is_some_and(|end| end == "json")),
    );
    files
}

#[cfg(unix)]
#[test]
fn every_verb_that_lists_texts_lists_the_same() {
    let folder = quick_folder();
    let at = folder.path();
    fs::write(at.join("copy.sh"), "cp \"$1\" sheet.md\n").unwrap();
    let mut compared = 0;
    for file in with_findings() {
        let name = format!("in.{}", file.extension().unwrap().to_string_lossy());
        fs::copy(&file, at.join(&name)).unwrap();
        let answer = |words: &[&str]| {
            let output = run(at, words);
            let value: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
            output.status.code().filter(|code| *code < 2).map(|_| value)
        };
        // What is no card has no texts, and texts that another program keeps are read and not changed.
        let Some(got) = answer(&["get", &name, "--json"]) else { continue };
        let places = |value: &Value, list: &str| -> Vec<String> {
            let all = value[list].as_array().map(Vec::as_slice).unwrap_or_default();
            all.iter().map(|one| one["place"].as_str().unwrap().to_owned()).collect()
        };
        let listed = places(&got, "values");
        if listed.is_empty() {
            continue;
        }
        let found = answer(&["grep", "(?s).+", &name, "--json"]).unwrap();
        assert_eq!(places(&found, "matches"), listed, "grep {}", file.display());
        let out = answer(&["texts", "out", &name, "--with", "code,label", "--json"]).unwrap();
        assert_eq!(places(&out, "texts"), listed, "texts {}", file.display());
        if run(at, &["edit", &name, "--with", "sh copy.sh"]).status.success() {
            let sheet = fs::read_to_string(at.join("sheet.md")).unwrap();
            let marks = sheet.lines().filter_map(|line| line.strip_prefix("<!-- cards: ")?.strip_suffix(" -->"));
            assert_eq!(marks.collect::<Vec<_>>(), listed, "edit {}", file.display());
            compared += 1;
        }
        let page = run(at, &["report", &name, "-o", "page.html", "--force"]);
        assert!(page.status.success(), "report {}", file.display());
        let shown = shown(&fs::read_to_string(at.join("page.html")).unwrap());
        for text in got["values"].as_array().unwrap() {
            // Examples are shown as dialogue, with names in place of macros.
            let absent = text["place"] != "mes_example" && !shown.contains(&pressed(text["value"].as_str().unwrap()));
            assert!(!absent, "report {}: {}", file.display(), text["place"]);
        }
    }
    assert!(compared >= 5, "{compared} files");
}

/// What a page says, without marks and blanks.
fn shown(page: &str) -> String {
    let mut text = String::new();
    for part in page.split('<') {
        // What is in front of the first mark is none of it.
        text.push_str(part.split_once('>').map_or("", |(_, text)| text));
    }
    let marks = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")];
    pressed(&marks.iter().fold(text, |text, (written, mark)| text.replace(written, mark)))
}

fn pressed(text: &str) -> String {
    text.split_whitespace().collect()
}

/// The fields of `grep` leave no text out: all of them together find what a search without one does.
#[test]
fn all_fields_together_are_all_texts() {
    let folder = quick_folder();
    let said = text(&run(folder.path(), &["grep", "x", "--field", "nothing", "."]).stderr);
    let fields = said.split_once("fields are ").unwrap().1.lines().next().unwrap().to_owned();
    let fields: Vec<&str> = fields.split(", ").collect();
    let named: Vec<&str> = fields.iter().flat_map(|field| ["--field", field]).collect();
    for file in cards() {
        let file = file.to_str().unwrap();
        let found = |options: &[&str]| {
            let output = run(folder.path(), &[&["grep", "--json", "^", file], options].concat());
            let answer: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
            let matches = answer["matches"].as_array().cloned().unwrap_or_default();
            matches.iter().map(|found| found["place"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        let (all, mut left) = (found(&named), found(&[]));
        left.retain(|place| !all.contains(place));
        assert!(left.is_empty() && !all.is_empty(), "{file}: {left:?}");
    }
}

/// What a change brings that lint finds is said by the change itself, and nothing else is: `set` and `lint` are asked alike.
#[test]
fn a_change_says_what_it_brings() {
    const EDITS: [&[&str]; 6] = [
        &["name=X"],
        &["first_mes=Hi {user}, {{usr}} and {{char}!"],
        &["greetings+=<START>"],
        &["book[+].keys=the"],
        &["tags:=[\"a\",\"a\"]"],
        &["--remove", "tags[0]"],
    ];
    let found = |answer: &str, of: &str| -> BTreeMap<String, usize> {
        let answer: Value = serde_json::from_str(answer).unwrap_or_default();
        let mut rules = BTreeMap::new();
        for finding in answer[of].as_array().into_iter().flatten() {
            *rules.entry(finding["rule"].as_str().unwrap().to_owned()).or_default() += 1;
        }
        rules
    };
    let (mut problems, mut said) = (Vec::new(), 0);
    for file in cards() {
        let folder = quick_folder();
        let source = format!("in.{}", file.extension().unwrap().to_string_lossy());
        fs::copy(&file, folder.path().join(&source)).unwrap();
        let lint =
            |name: &str| found(&text(&run(folder.path(), &["lint", "--json", "--all", name]).stdout), "findings");
        let before = lint(&source);
        for edit in EDITS {
            let output = format!("out.{}", file.extension().unwrap().to_string_lossy());
            let line = [&["set", &source, "--json", "--force", "-o", &output], edit].concat();
            let answer = run(folder.path(), &line);
            if !answer.status.success() {
                continue;
            }
            let (caused, after) = (found(&text(&answer.stdout), "caused"), lint(&output));
            said += caused.len();
            for (rule, count) in &after {
                if *count > before.get(rule).copied().unwrap_or_default() && !caused.contains_key(rule) {
                    problems.push(format!("{}: {edit:?}: {rule} is not said", file.display()));
                }
            }
            let untrue = caused.iter().filter(|(rule, count)| after.get(*rule).is_none_or(|now| now < *count));
            problems.extend(untrue.map(|(rule, _)| format!("{}: {edit:?}: {rule} is not there", file.display())));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(said >= 20, "{said}");
}
