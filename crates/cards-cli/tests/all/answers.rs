//! What `--json` prints is what the schema of the answer says, for every verb.

use cards_cli::answers::{VERBS, schema};
use serde_json::Value;

use crate::tool::{at_root, rows, text};

/// Command lines, each with the name of the answer that it prints. `out/` is a folder of its own.
const LINES: &[(&str, &str)] = &[
    ("inspect", "inspect fixtures/cards/wick-v3.png fixtures/cards/module.json"),
    ("inspect", "inspect --all fixtures/cards/wick-v3.png"),
    ("inspect", "inspect --all fixtures/cards/wick-v3.charx crates/cards-cli/tests/data/broken.json"),
    ("inspect", "inspect fixtures/model/book-v3/input.json fixtures/model/world-info-map/input.json"),
    ("prompt", "prompt fixtures/cards/wick-v3.png --chat fixtures/cards/chat.jsonl --context 200"),
    (
        "prompt-messages",
        "prompt fixtures/cards/wick-v3.png --chat fixtures/cards/chat.jsonl --profile sillytavern --preset default --pieces",
    ),
    (
        "prompt-diff",
        "prompt fixtures/cards/wick-v3.png --chat fixtures/cards/chat.jsonl --profile sillytavern --preset default --diff risu",
    ),
    (
        "prompt-text",
        "prompt fixtures/cards/wick-v3.png --chat fixtures/cards/chat.jsonl --profile sillytavern --instruct chatml --pieces",
    ),
    (
        "prompt-messages",
        "prompt fixtures/cards/wick-v3.png --say Hello --profile sillytavern --type impersonate --context 20 --post strict",
    ),
    ("activate", "activate fixtures/cards/wick-v3.png --chat fixtures/cards/chat.jsonl --profile all"),
    ("activate", "activate fixtures/cards/wick-v3.png --say bell --entry 'The drowned bell'"),
    ("lint", "lint fixtures/lint/macro-misspelt/bad.json fixtures/cards/wick-v3.png"),
    ("lint", "lint crates/cards-cli/tests/data/broken.json fixtures/cards/wick-prom.zip"),
    ("error", "lint crates/cards-cli/tests/data/damaged.png fixtures/cards/portrait.png"),
    ("repair", "repair fixtures/lint/asset-ext-content/bad.json -o out/repaired.json"),
    ("repair", "repair fixtures/cards/wick-v3.png crates/cards-cli/tests/data/broken.json --dry-run"),
    ("rule", "rule entry-position"),
    ("rules", "rule"),
    ("get", "get fixtures/cards/wick-v3.png greetings 'book[0].keys' /data/extensions"),
    ("get", "get fixtures/cards/wick-v3.charx"),
    ("set", "set fixtures/cards/wick-v3.png tags=a,b greetings+=Hm --remove nickname --dry-run"),
    ("set", "set fixtures/cards/wick-v2.json name=Mira -o out/mira.json"),
    ("set", "set fixtures/cards tags+=many --dry-run"),
    ("edit", "edit fixtures/cards/wick-v3.png --with true --dry-run"),
    ("grep", "grep -i reed fixtures/cards/wick-v3.png fixtures/cards/wick-prom.zip"),
    ("texts", "texts out fixtures/cards/wick-v3.png"),
    ("texts-in", "texts in fixtures/cards/wick-v3.png crates/cards-cli/tests/data/texts.csv --dry-run"),
    (
        "merge",
        "merge fixtures/cards/wick-v2.json crates/cards-cli/tests/data/wick-edited.json fixtures/cards/wick-v2.json --dry-run",
    ),
    (
        "merge",
        "merge fixtures/cards/wick-v3.png fixtures/cards/wick-v3.json fixtures/cards/wick-v3.charx -o out/new.json",
    ),
    ("attach", "attach fixtures/cards/wick-v3.png fixtures/model/world-info-map/input.json -o out/attached.png"),
    ("detach", "detach fixtures/cards/wick-v3.png -o out/detached.png"),
    ("tags", "tags fixtures/cards"),
    ("tags", "tags fixtures/cards/wick-v3.png --add x --dry-run"),
    ("replace", "replace Saltmere Brinemere fixtures/cards/wick-v3.png fixtures/cards/wick-prom.zip --dry-run"),
    ("replace", "replace nowhere somewhere fixtures/cards/wick-v3.png --dry-run"),
    ("undo", "undo --dry-run"),
    ("rename", "rename fixtures/cards/wick-v3.png --to '{name} {hash}'"),
    ("rename", "rename fixtures/cards/module.json --to {name}"),
    ("new", "new out/aria.json name=Aria"),
    ("new-ids", "new --ids entry --count 3"),
    ("new-ids-check", "new --ids module --check M1A2B3C4D --check M1"),
    ("grep", "grep nobody-at-all fixtures/cards/wick-v3.png"),
    ("diff", "diff fixtures/cards/wick-v2.json crates/cards-cli/tests/data/wick-edited.json"),
    ("diff", "diff fixtures/cards/wick-v1.png fixtures/cards/wick-v3.charx"),
    ("convert", "convert fixtures/cards/wick-v3.png --to v1 --stash"),
    ("convert", "convert fixtures/cards/wick-v3.png --to worldinfo -o out/world.json"),
    ("pack", "pack fixtures/cards/wick-v3.json --picture fixtures/cards/portrait.png -o out/wick.png"),
    ("pack", "pack fixtures/cards/wick-v3.charx --as json -o out/wick.json"),
    ("strip", "strip fixtures/cards/wick-v3.png -o out/bare.png"),
    ("extract", "extract fixtures/cards/wick-v3.charx -o out/wick"),
    ("extract", "extract crates/cards-cli/tests/data/damaged.png -o out/damaged"),
    ("expand", "expand crates/cards-cli/tests/data/scene.txt --user Sam --explain"),
    ("expand", "expand crates/cards-cli/tests/data/scene.txt -o out/scene.txt"),
    ("macros", "expand --list --profile risu"),
    ("scan", "scan fixtures/cards/wick-v3.png fixtures/cards/module.png --hash --lint"),
    ("scan", "scan crates/cards-cli/tests/data/broken.json fixtures/cards/wick-v1.json"),
    ("scan-error", "scan fixtures/cards/portrait.png crates/cards-cli/tests/data/damaged.png"),
    ("scan", "scan fixtures/cards/wick-v3.png --near"),
    ("dupes", "dupes fixtures/cards"),
    ("compat", "compat fixtures/cards/wick-v3.png"),
    ("conform", "conform --kind keep"),
    ("schema", "schema v3"),
    ("dupes", "dupes fixtures/cards --near 0.5"),
    ("report", "report fixtures/cards/wick-v3.png -o out/wick.html"),
    ("error", "inspect fixtures/cards/not-there.png"),
    ("error", "prompt fixtures/cards/module.json --say Hello"),
    ("error", "inspect --artt fixtures/cards/wick-v3.png"),
];

/// Cuts a command line at blanks outside single quotes.
fn words(line: &str) -> Vec<String> {
    let quoted = line.split('\'').enumerate();
    let words = quoted.flat_map(|(part, text)| match part % 2 {
        0 => text.split_whitespace().map(str::to_owned).collect::<Vec<_>>(),
        _ => vec![text.to_owned()],
    });
    words.collect()
}

#[test]
fn every_answer_is_as_its_schema_says() {
    for (name, line) in LINES {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().to_str().unwrap();
        let mut words =
            words(line).into_iter().map(|word| word.replace("out/", &format!("{out}/"))).collect::<Vec<_>>();
        words.push("--json".to_owned());
        let output = at_root(&words.iter().map(String::as_str).collect::<Vec<_>>());
        let schema: Value = serde_json::from_str(&schema(name).unwrap().to_string()).unwrap();
        let validator = jsonschema::validator_for(&schema).unwrap();
        let answers = rows(&output.stdout);
        assert!(!answers.is_empty(), "{line}: {}", text(&output.stderr));
        for answer in answers {
            let errors: Vec<_> =
                validator.iter_errors(&answer).map(|error| format!("{} {error}", error.instance_path())).collect();
            assert!(errors.is_empty(), "{line}\n{}\n{answer}", errors.join("\n"));
        }
    }
}

#[test]
fn every_schema_has_a_command_line_and_refuses_another_shape() {
    for verb in VERBS {
        assert!(LINES.iter().any(|(name, _)| *name == verb.name), "{} has no command line", verb.name);
        let schema: Value = serde_json::from_str(&schema(verb.name).unwrap().to_string()).unwrap();
        assert!(jsonschema::meta::is_valid(&schema), "{}", verb.name);
        let validator = jsonschema::validator_for(&schema).unwrap();
        assert!(!validator.is_valid(&serde_json::json!({"schema": 1, "a second shape": true})), "{}", verb.name);
    }
}
