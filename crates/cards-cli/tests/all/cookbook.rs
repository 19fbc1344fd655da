//! The walk-throughs of the pages, run as they are printed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::desk::{folder, verbs};
use crate::laws::options_of;
use crate::tool::{CARDS, plain, root, run, text};

/// A page of `docs`.
pub(crate) fn page(name: &str) -> String {
    fs::read_to_string(root().join("docs").join(name)).unwrap().replace("\r\n", "\n")
}

/// The lines of the blocks that a walk-through has, in order.
fn lines(page: &str, walk: &str) -> Vec<String> {
    let head = format!("<!-- runs: {walk} -->\n```sh\n");
    let blocks = page.split(&head).skip(1);
    let lines = blocks.flat_map(|block| block.split("\n```").next().unwrap().lines().map(str::to_owned));
    lines
        .filter(|line| line.starts_with("cards ") || line.starts_with("cmp ") || line.starts_with("jq ") && has_jq())
        .collect()
}

fn has_jq() -> bool {
    Command::new("jq").arg("--version").output().is_ok()
}

/// Runs the lines of a walk-through of a page in a shell, each of which has to end with one of these statuses.
fn walk(folder: &Path, page_name: &str, name: &str, fine: impl Fn(&str) -> i32) {
    let lines = lines(&page(page_name), name);
    assert!(lines.len() >= 8, "{name} has {} lines", lines.len());
    run_lines(folder, lines, fine);
}

fn run_lines(folder: &Path, lines: Vec<String>, fine: impl Fn(&str) -> i32) {
    for line in lines {
        // Those who lack `jq` see the JSON.
        let shown = if has_jq() { &*line } else { line.split(" | jq").next().unwrap() };
        let shell = match shown.strip_prefix("cards ") {
            Some(words) => format!("'{CARDS}' {words}"),
            None => shown.to_owned(),
        };
        let mut command = Command::new("sh");
        command.args(["-c", &shell]).current_dir(folder).env("HOME", folder);
        let output = plain(&mut command).output().unwrap();
        assert_eq!(output.status.code(), Some(fine(&line)), "{line}\n{}", text(&output.stderr));
    }
}

/// The statuses of lines that find something, or meet a file that cannot be read, as their pages say.
fn status_of(line: &str) -> i32 {
    match line {
        _ if line.starts_with("cards compat") || line.contains(" --diff ") => 1,
        _ if line.starts_with("cards inspect damaged.png") => 2,
        _ => 0,
    }
}

#[cfg(unix)]
#[test]
fn the_handbooks_run() {
    /// Pages by task, and their walk-throughs.
    const PAGES: [(&str, &[&str]); 6] = [
        ("install.md", &["install"]),
        ("repositories.md", &["repository"]),
        ("authors.md", &["publish", "translate", "lorebook", "clients", "model"]),
        ("keepers.md", &["look", "intake", "damaged", "questions", "sheet", "years"]),
        ("engineers.md", &["prompt"]),
        ("settings.md", &["settings"]),
    ];
    /// Those that tests of their own run.
    const ELSEWHERE: [&str; 9] =
        ["author", "keeper", "git-diff", "git-show", "git-merge", "git-hook", "ci-step", "ci-script", "scan"];
    for (name, walks) in PAGES {
        let page = page(name);
        let marked: Vec<&str> = page.split("<!-- runs: ").skip(1).filter_map(|rest| rest.split(' ').next()).collect();
        assert!(
            marked.iter().all(|walk| walks.contains(walk) || ELSEWHERE.contains(walk)),
            "{name} has the walks {marked:?}"
        );
        for walk in walks {
            let aria: &[_] = match name {
                "keepers.md" => &[("wick.png", "aria.png")],
                "settings.md" => &[("wick.json", "aria.json")],
                _ => &[],
            };
            follow(name, &page, walk, &[&FILES[..], aria].concat());
        }
    }
}

/// Folders that the pages speak of; those of the shells are there on a machine that uses the shell.
#[cfg(unix)]
const FOLDERS: [&str; 7] = [
    "incoming",
    ".local/share/bash-completion/completions",
    ".local/share/man/man1",
    ".zfunc",
    ".config/fish/completions",
    ".config/elvish/lib",
    "cards",
];

/// Files that the pages speak of, and those that are in their place.
#[cfg(unix)]
const FILES: [(&str, &str); 4] = [
    ("wick.json", "incoming/new.json"),
    ("wick.png", "one.png"),
    ("wick.charx", "two.charx"),
    ("wick.png", "cards/aria.png"),
];

/// Goes a walk of a page in a folder of its own, with these files in it.
#[cfg(unix)]
fn follow(name: &str, page: &str, walk: &str, files: &[(&str, &str)]) {
    let folder = folder();
    let at = folder.path();
    for folder in FOLDERS {
        fs::create_dir_all(at.join(folder)).unwrap();
    }
    for (from, to) in files {
        fs::copy(at.join(from), at.join(to)).unwrap();
    }
    let lines = lines(page, walk);
    assert!(lines.len() >= 2, "{name}: {walk} has {} lines", lines.len());
    run_lines(at, lines, status_of);
}

#[cfg(unix)]
#[test]
fn the_cookbook_runs() {
    let page = page("cookbook.md");
    follow("cookbook.md", &page, "scripts", &[&FILES[..], &[("wick.png", "aria.png")]].concat());
}

#[cfg(unix)]
#[test]
fn the_action_tells_what_a_pull_request_changes() {
    let folder = folder();
    let at = folder.path();
    let git = |words: &[&str]| {
        let mut command = Command::new("git");
        command.args(["-c", "user.name=a", "-c", "user.email=a@example.org"]).args(words).current_dir(at);
        let output = plain(&mut command).output().unwrap();
        assert!(output.status.success(), "{words:?}\n{}", text(&output.stderr));
    };
    fs::create_dir(at.join("cards")).unwrap();
    fs::copy(at.join("wick.png"), at.join("cards/my wick.png")).unwrap();
    fs::copy(at.join("wick.json"), at.join("cards/old.json")).unwrap();
    git(&["init", "--quiet"]);
    git(&["add", "cards"]);
    git(&["commit", "--quiet", "--message", "one"]);
    run(at, &["set", "cards/my wick.png", "first_mes=~~~~ New words.", "--in-place"]);
    fs::remove_file(at.join("cards/old.json")).unwrap();
    fs::copy(at.join("other.json"), at.join("cards/new.json")).unwrap();
    fs::copy(at.join("portrait.png"), at.join("cards/portrait.png")).unwrap();
    git(&["add", "--all", "cards"]);
    git(&["commit", "--quiet", "--message", "two"]);
    let script = |name: &str| {
        let mut command = Command::new("bash");
        command.arg(root().join(".ci").join(name)).current_dir(at).env("CARDS", CARDS).env("PATHS", "cards");
        for (name, value) in [("BASE", "HEAD~1"), ("HEAD", "HEAD"), ("RAW", "https://host.test/raw")] {
            command.env(name, value);
        }
        plain(&mut command).output().unwrap()
    };
    let output = script("action-diff");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let said = text(&output.stdout);
    let heads: Vec<&str> = said.lines().filter(|line| line.starts_with("###")).collect();
    assert_eq!(heads, ["### `cards/my wick.png`", "### `cards/new.json` is new", "### `cards/old.json` is gone"]);
    assert!(said.contains("~~~~ New words."), "{said}");
    assert_eq!(said.matches("<img ").count(), 2, "{said}");
    assert!(said.contains("https://host.test/raw/HEAD~1/%63%61%72%64%73/%6d%79%20"), "{said}");
    let linted = script("action-lint");
    assert_eq!(linted.status.code(), Some(0), "{}", text(&linted.stderr));
    assert!(text(&linted.stdout).contains("::notice file=cards/my wick.png,"), "{}", text(&linted.stdout));
}

/// The value of a member of the hook of this name, in YAML as these files have it.
fn of_hook(yaml: &str, id: &str, member: &str) -> Vec<String> {
    let hook = yaml.split("- id: ").find(|hook| hook.lines().next() == Some(id)).unwrap();
    let line = hook.lines().find_map(|line| line.trim().strip_prefix(member)?.strip_prefix(": ")).unwrap_or_default();
    let words = line.trim_matches(['[', ']']).split([',', ' ']).filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

/// As pre-commit puts a command line together: the entry, the arguments of the configuration or those of the hook, the files.
#[cfg(unix)]
#[test]
fn the_hooks_run_as_they_are_and_as_the_page_configures_them() {
    let folder = folder();
    let at = folder.path();
    fs::copy(root().join("fixtures/lint/asset-ext-content/bad.json"), at.join("odd.card.json")).unwrap();
    let hooks = fs::read_to_string(root().join(".pre-commit-hooks.yaml")).unwrap().replace("\r\n", "\n");
    let configured = of_hook(page("repositories.md").split("```yaml\nrepos:").nth(1).unwrap(), "cards-lint", "args");
    let status = |id: &str, args: Vec<String>| {
        let words = [of_hook(&hooks, id, "entry"), args, vec!["odd.card.json".to_owned()]].concat();
        assert_eq!(words[0], "cards");
        let words: Vec<&str> = words.iter().skip(1).map(String::as_str).collect();
        run(at, &words).status.code()
    };
    assert_eq!(status("cards-lint", of_hook(&hooks, "cards-lint", "args")), Some(0), "a warning is no error");
    assert_eq!(configured, ["--fail-on", "warning"]);
    assert_eq!(status("cards-lint", configured.clone()), Some(1));
    assert_eq!(status("cards-repair", of_hook(&hooks, "cards-repair", "args")), Some(0));
    assert_eq!(status("cards-lint", configured), Some(0), "the card is repaired");
}

/// What sentences of the pages name is there: verbs, options of these verbs, and options alone as those of some verb.
#[test]
fn sentences_name_verbs_and_options_that_there_are() {
    const PAGES: [&str; 9] = [
        "authors.md",
        "keepers.md",
        "repositories.md",
        "engineers.md",
        "cookbook.md",
        "install.md",
        "scale.md",
        "lore.md",
        "security.md",
    ];
    let shared = ["--json", "--color", "--quiet", "--help", "--version"];
    let mut known: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for verb in verbs() {
        known.insert(verb.clone(), options_of(&verb));
    }
    for (verb, way) in [("texts", "out"), ("texts", "in")] {
        known.entry(verb.to_owned()).or_default().extend(options_of(&format!("{verb}.{way}")));
    }
    known.insert("ls".to_owned(), known["scan"].clone());
    let all: BTreeSet<&str> = known.values().flatten().map(String::as_str).collect();
    let (mut wrong, mut lines) = (Vec::new(), 0);
    for name in PAGES {
        for (number, code) in page(name).split('`').enumerate() {
            let is_inline = number % 2 == 1 && !code.contains('\n');
            let option = |word: &str| word.split('=').next().unwrap().trim_end_matches([',', ')', ']']).to_owned();
            let given: Vec<String> =
                code.split_whitespace().filter(|word| word.starts_with("--") && word.len() > 2).map(option).collect();
            let verb = code.strip_prefix("cards ").and_then(|rest| rest.split_whitespace().next());
            if !is_inline || (verb.is_none() && !code.starts_with("--")) {
                continue;
            }
            lines += 1;
            let has = |option: &str| {
                shared.contains(&option)
                    || verb.map_or(all.contains(option), |verb| known.get(verb).is_some_and(|of| of.contains(option)))
            };
            let is_verb = verb
                .is_none_or(|verb| known.contains_key(verb) || verb == "COMMAND" || verb.starts_with(['-', 'F', 'h']));
            if !is_verb || !given.iter().all(|option| has(option)) {
                wrong.push(format!("{name}: `{code}`"));
            }
        }
    }
    // Options of cargo, git and the server for agents are in sentences about these.
    wrong.retain(|line| {
        !["--features", "--release", "--locked", "--profile dist", "--workspace", "--spark", "--allow-writes"]
            .iter()
            .any(|other| line.contains(other))
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(lines > 60, "{lines} lines");
}

fn got(folder: &Path, words: &[&str]) -> String {
    text(&run(folder, words).stdout)
}

#[cfg(unix)]
#[test]
fn an_author_changes_a_card() {
    let folder = folder();
    let at = folder.path();
    fs::copy(at.join("wick.png"), at.join("aria.png")).unwrap();
    let world = r#"{"entries":{"0":{"uid":0,"key":["toll"],"content":"Two coins.","comment":"The Toll"}}}"#;
    fs::write(at.join("world.json"), world).unwrap();
    run(at, &["set", "wick.png", "first_mes=My own greeting.", "scenario=Mine.", "-o", "mine.png"]);
    walk(at, "authors.md", "author", |line| i32::from(line.starts_with("cards merge")));
    assert_eq!(got(at, &["get", "aria.png", "greetings[3]"]), "Who goes there?\n");
    assert_eq!(got(at, &["get", "aria.png", "book[\"The Reed King\"].keys"]), "[\"Reed King\",\"scarecrow\"]\n");
    assert_eq!(got(at, &["get", "aria.png", "book[\"The Toll\"].content"]), "Two coins.\n");
    assert_eq!(got(at, &["get", "mine.png", "first_mes", "scenario"]), "My own greeting.\nMine.\n");
    assert_eq!(got(at, &["get", "aria.charx", "greetings[0]"]), got(at, &["get", "aria.png", "greetings[0]"]));
}

#[cfg(unix)]
#[test]
fn a_keeper_tidies_a_library() {
    let folder = folder();
    let at = folder.path();
    fs::create_dir(at.join("cards")).unwrap();
    for (from, to) in [("wick.png", "one.png"), ("wick.charx", "two.charx"), ("other.json", "three.json")] {
        fs::copy(at.join(from), at.join("cards").join(to)).unwrap();
    }
    walk(at, "keepers.md", "keeper", |_| 0);
    let mut names: Vec<_> = fs::read_dir(at.join("cards"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names.len(), 3, "{names:?}");
    assert!(names.iter().all(|name| name.contains(" by ") || name.ends_with(".json")), "{names:?}");
    assert!(got(at, &["tags", "cards", "--json"]).contains("{\"cards\":2,\"tag\":\"Canals\"}"));
}

#[test]
fn the_catalogue_of_schemas_names_those_that_there_are() {
    let schemas = root().join("docs/schema");
    let catalogue: serde_json::Value =
        serde_json::from_slice(&fs::read(schemas.join("catalog.json")).unwrap()).unwrap();
    let mut patterns = Vec::new();
    for entry in catalogue["schemas"].as_array().unwrap() {
        let versions = entry["versions"].as_object().into_iter().flat_map(|versions| versions.values());
        for url in versions.chain([&entry["url"]]) {
            let schema = fs::read(schemas.join(url.as_str().unwrap())).unwrap();
            let schema: serde_json::Value = serde_json::from_slice(&schema).unwrap();
            assert!(schema["$id"].as_str().unwrap().starts_with("urn:cards:schema:"), "{url}");
        }
        patterns
            .extend(entry["fileMatch"].as_array().unwrap().iter().map(|pattern| pattern.as_str().unwrap().to_owned()));
    }
    let count = patterns.len();
    patterns.sort();
    patterns.dedup();
    assert_eq!(patterns.len(), count, "a pattern occurs twice");
}
