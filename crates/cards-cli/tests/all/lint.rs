//! `cards lint`, `cards rule` and `cards repair` as people and programs run them.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::recipe::bake;
use crate::tool::{self, fed, fixtures, folder_with as folder, text};

/// A card with one error that can be mended, one warning and one note.
pub(crate) const BAD: &str = r#"{
  "spec": "chara_card_v2",
  "spec_version": "2.0",
  "data": {
    "name": "Wick", "description": "{{char}} keeps a lamp shop.", "personality": "", "scenario": "",
    "first_mes": "Good evening, {user}.", "mes_example": "", "creator_notes": "<div>Hi</div>",
    "system_prompt": "", "post_history_instructions": "", "alternate_greetings": [],
    "tags": "shop", "creator": "", "character_version": "", "extensions": {}, "x": 1.50
  }
}
"#;

pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

pub(crate) fn cards_in(folder: &Path, args: &[&str], input: &[u8]) -> (Run, Vec<u8>) {
    let output = fed(tool::cards(folder, args), input);
    (Run { code: output.status.code(), out: text(&output.stdout), err: text(&output.stderr) }, output.stdout)
}

pub(crate) fn cards(folder: &Path, args: &[&str]) -> Run {
    cards_in(folder, args, b"").0
}

pub(crate) fn good() -> String {
    BAD.replace("{user}", "{{user}}").replace("\"shop\"", "[\"shop\"]").replace("<div>Hi</div>", "Hi")
}

#[test]
fn people_see_place_excerpt_source_help_and_the_fix() {
    let folder = folder(&[("wick.json", BAD.as_bytes())]);
    let run = cards(folder.path(), &["lint", "wick.json"]);
    assert_eq!(run.code, Some(1));
    let expected = "\
wick.json:8:13: error[wrong-type] at /data/tags  [fixable]
  a string where an array belongs; kept, and read as its nearest equivalent
  | \"shop\"
  = from: type definitions of every spec
  = hurts: SillyTavern, RisuAI, other readers; the spec says MUST
  = help: Run `cards repair`, which writes the value that readers understand.

wick.json:6:18: warning[macro-single-brace] at /data/first_mes
  `{user}` is text; the macro has double braces
  | Good evening, {user}.
  = from: V1 and CCv3 macros; de facto: RPGGO's own sample has `{user}`
  = hurts: SillyTavern, RisuAI, other readers
  = help: Write `{{user}}` or `{{char}}`; in single braces it is text.

wick.json:6:79: note[notes-html] at /data/creator_notes
  the notes hold HTML: `<div>`
  | <div>Hi</div>
  = from: de facto: card sites render HTML and CSS in creator notes; SillyTavern 1.19 sanitises, others show the tags
  = help: Check how the notes read without their markup; styles can hide parts of the page around them.

Checked 1 file: 1 error, 1 warning, 1 note; 1 fixable
run: cards repair wick.json
";
    assert_eq!(run.out, expected);
    assert_eq!(run.err, "");
    let good = cards_in(folder.path(), &["lint", "-"], good().as_bytes()).0;
    assert_eq!((good.code, good.out.as_str()), (Some(0), "Checked 1 file: nothing found\n"));
}

#[test]
fn colour_is_for_terminals_and_on_request() {
    let folder = folder(&[("wick.json", BAD.as_bytes())]);
    assert!(!cards(folder.path(), &["lint", "wick.json"]).out.contains('\u{1b}'));
    let always = cards(folder.path(), &["lint", "wick.json", "--color", "always"]).out;
    assert!(always.contains("\u{1b}[1m\u{1b}[31merror[wrong-type]"), "{always:?}");
}

#[test]
fn card_text_cannot_move_the_cursor() {
    let hostile = BAD.replace("{user}.", "{user}\\u001b[2J\\u001b]0;x\\u0007");
    let folder = folder(&[("wick.json", hostile.as_bytes())]);
    for format in ["human", "github", "json", "sarif"] {
        let run = cards(folder.path(), &["lint", "wick.json", "--format", format]);
        assert!(!run.out.contains('\u{1b}') && !run.out.contains('\u{7}'), "{format}: {:?}", run.out);
    }
}

#[test]
fn machines_get_one_object_a_file() {
    let folder = folder(&[("a.json", BAD.as_bytes()), ("b.json", b"{\"chara_card\": ")]);
    let run = cards(folder.path(), &["lint", "a.json", "b.json", "--json"]);
    let rows: Vec<Value> = run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((run.code, rows.len()), (Some(2), 2));
    assert_eq!(rows[0]["schema"], 1);
    assert_eq!((&rows[0]["container"], &rows[0]["form"]), (&json!("JSON"), &json!("v2")));
    let first = &rows[0]["findings"][0];
    assert_eq!(first["rule"], "wrong-type");
    assert_eq!(first["severity"], "error");
    assert_eq!(first["pointer"], "/data/tags");
    assert_eq!((&first["line"], &first["column"]), (&json!(8), &json!(13)));
    assert_eq!(first["fixable"], true);
    assert_eq!(rows[0]["findings"][1]["span"], json!([14, 20]));
    assert_eq!(rows[1]["error"]["class"], "bad-json");
}

#[test]
fn github_gets_workflow_commands() {
    let folder = folder(&[("my cards/a,b.json", BAD.as_bytes())]);
    let run = cards(folder.path(), &["lint", "my cards/a,b.json", "--format", "github"]);
    let first = run.out.lines().next().unwrap();
    assert_eq!(
        first,
        "::error file=my cards/a%2Cb.json,line=8,col=13,title=wrong-type::/data/tags: a string where an array belongs; \
         kept, and read as its nearest equivalent%0ARun `cards repair`, which writes the value that \
         readers understand."
    );
    assert!(run.out.contains("\n::warning ") && run.out.contains("\n::notice "), "{}", run.out);
}

#[test]
fn folders_are_walked_and_what_is_no_card_is_passed_over() {
    let folder = folder(&[
        ("cards/good.json", good().as_bytes()),
        ("cards/package.json", b"{\"name\": \"x\", \"version\": \"1\"}"),
        ("cards/settings.json", b"{ // comment\n}"),
        ("cards/readme.txt", b"hello"),
        ("cards/.hidden/bad.json", BAD.as_bytes()),
        ("cards/deep/er/bad.json", BAD.as_bytes()),
        ("cards/broken.json", b"{\"spec\": \"chara_card_v2\", "),
    ]);
    let run = cards(folder.path(), &["lint", "cards", "--json"]);
    let files: Vec<String> = run
        .out
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["file"].as_str().unwrap().replace('\\', "/"))
        .collect();
    assert_eq!(files, ["cards/broken.json", "cards/deep/er/bad.json", "cards/good.json"]);
    // Asked for by name, a file that is no card is an error.
    let named = cards(folder.path(), &["lint", "cards/package.json"]);
    assert_eq!(named.code, Some(2));
    assert!(named.err.contains("error[not-a-card]"), "{}", named.err);
}

#[test]
fn rules_are_selected_ignored_and_fail_as_asked() {
    let folder = folder(&[("wick.json", BAD.as_bytes())]);
    let code = |args: &[&str]| {
        let all: Vec<&str> = ["lint", "wick.json"].iter().chain(args).copied().collect();
        cards(folder.path(), &all).code
    };
    assert_eq!(code(&["--fail-on", "never"]), Some(0));
    assert_eq!(code(&["--fail-on", "error"]), Some(1));
    assert_eq!(code(&["--fail-on", "error", "--ignore", "wrong-type"]), Some(0));
    assert_eq!(code(&["--ignore", "wrong-type,macro-*"]), Some(0));
    assert_eq!(code(&["--ignore", "wrong-type,macro-*", "--fail-on", "note"]), Some(1));
    assert_eq!(code(&["--select", "entry-*"]), Some(0));
    // A family by its first words, and an id as it is.
    assert_eq!(code(&["--select", "macro,marker", "--fail-on", "note"]), Some(1));
    assert_eq!(code(&["--ignore", "wrong-type,macro", "--fail-on", "warning"]), Some(0));
    assert_eq!(code(&["--select", "marker", "--fail-on", "note"]), Some(0));
    let wrong = cards(folder.path(), &["lint", "wick.json", "--select", "macro-mispelt"]);
    assert_eq!(wrong.code, Some(2));
    assert!(wrong.err.contains("`macro-misspelt` is like it"), "{}", wrong.err);
}

#[test]
fn settings_come_from_the_nearest_file_up_the_tree() {
    let settings = b"[lint]\nignore = [\"macro-*\"] # ours\nfail-on = \"error\"\n";
    let folder = folder(&[
        ("cards.toml", settings),
        ("a/b/wick.json", BAD.replace("\"shop\"", "[]").as_bytes()),
        ("c/cards.toml", b"[lint]\nselct = []\n"),
        ("c/wick.json", BAD.as_bytes()),
    ]);
    let run = cards(folder.path(), &["lint", "a/b"]);
    assert_eq!(run.code, Some(0), "{}", run.out);
    assert!(!run.out.contains("macro-single-brace") && run.out.contains("notes-html"), "{}", run.out);
    assert_eq!(cards(folder.path(), &["lint", "a/b", "--fail-on", "note"]).code, Some(1));
    let slip = cards(folder.path(), &["lint", "c"]);
    assert_eq!(slip.code, Some(2));
    assert!(slip.err.contains("there is no setting `selct`; known are select"), "{}", slip.err);
    let other = cards(folder.path(), &["lint", "c", "--config", "cards.toml"]);
    assert!(!other.out.contains("macro-single-brace"), "{}", other.out);
}

#[test]
fn many_files_come_in_their_order_whatever_is_done_first() {
    let folder = tempfile::tempdir().unwrap();
    for number in 0..300 {
        // Early files are large and late ones small, so that threads end in another order.
        let text = "x ".repeat((300 - number) * 40);
        let card = good().replace("Good evening, ", &format!("{text} {{user}} "));
        fs::write(folder.path().join(format!("{number:03}.json")), card).unwrap();
    }
    let run = cards(folder.path(), &["lint", ".", "--json"]);
    let files: Vec<String> = run
        .out
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["file"].as_str().unwrap().to_owned())
        .collect();
    let wanted: Vec<String> =
        (0..300).map(|number| Path::new(".").join(format!("{number:03}.json")).display().to_string()).collect();
    assert_eq!(files, wanted);
    let sarif = cards(folder.path(), &["lint", ".", "--format", "sarif"]).out;
    let sarif: Value = serde_json::from_str(&sarif).unwrap();
    assert_eq!(sarif["runs"][0]["results"].as_array().unwrap().len(), 300);
}

#[test]
fn people_see_ten_findings_of_a_rule_and_how_many_more_there_are() {
    let greetings: Vec<String> = (0..25).map(|number| format!("{number} {{user}}")).collect();
    let card = good().replace("\"alternate_greetings\": []", &format!("\"alternate_greetings\": {greetings:?}"));
    assert!(card.contains("24 {user}"), "{card}");
    let folder = folder(&[("wick.json", card.as_bytes())]);
    let few = cards(folder.path(), &["lint", "wick.json"]).out;
    assert_eq!(few.matches("warning[macro-single-brace]").count(), 10);
    assert!(few.contains("wick.json: 15 more of macro-single-brace; --all lists them\n"), "{few}");
    assert!(few.contains("25 warnings"), "{few}");
    let all = cards(folder.path(), &["lint", "wick.json", "--all"]).out;
    assert_eq!(all.matches("warning[macro-single-brace]").count(), 25);
    assert!(!all.contains("more of"), "{all}");
}

#[test]
fn the_foot_counts_what_the_list_shows() {
    let entry = r#"{"keys":["reed"],"content":"Reeds.","extensions":{},"insertion_order":1}"#;
    let book = format!(r#""character_book":{{"extensions":{{}},"entries":[{entry},{entry},{entry}]}},"#);
    let card = good().replace("\"alternate_greetings\": []", &format!("{book}\"alternate_greetings\": []"));
    let folder = folder(&[("wick.json", card.as_bytes())]);
    let listed = |out: &str, word: &str| out.lines().filter(|line| line.contains(&format!(": {word}["))).count();
    let all = cards(folder.path(), &["lint", "wick.json", "--all"]).out;
    let (warnings, notes) = (listed(&all, "warning"), listed(&all, "note"));
    assert_eq!(all.matches("warning[entry-enabled]").count(), 3, "{all}");
    let fixable = all.matches("[fixable]").count();
    let foot = format!("Checked 1 file: {warnings} warnings, {notes} notes; {fixable} fixable\n");
    for more in [&["--all"][..], &[], &["--statistics"]] {
        let out = cards(folder.path(), &[&["lint", "wick.json"], more].concat()).out;
        assert!(out.contains(&foot), "{foot}{out}");
    }
    // Of three alike the list shows one, and says of how many it is.
    assert!(cards(folder.path(), &["lint", "wick.json"]).out.contains("as in 2 entries more"));
}

#[test]
fn a_file_without_a_readable_card_says_what_to_do() {
    let folder = folder(&[
        ("a.json", b"{\"spec\": \"chara_card_v2\", "),
        ("b.png", &fs::read(fixtures().join("cards/portrait.png")).unwrap()),
    ]);
    let run = cards(folder.path(), &["lint", "a.json", "b.png"]);
    for (error, help) in [
        ("error[bad-json]: a.json: ", "help: repair the text"),
        ("error[not-a-card]: b.png: ", "help: chat programs and picture sites drop the card"),
    ] {
        let after = run.err.split(error).nth(1).unwrap_or_else(|| panic!("{}", run.err));
        assert!(after.lines().nth(1).is_some_and(|line| line.starts_with(help)), "{}", run.err);
    }
    let json = cards(folder.path(), &["lint", "a.json", "--json"]).out;
    let row: Value = serde_json::from_str(&json).unwrap();
    assert!(row["error"]["help"].as_str().unwrap().starts_with("repair the text"), "{json}");
}

#[test]
fn a_rule_is_explained_and_all_are_listed() {
    let folder = folder(&[]);
    let one = cards(folder.path(), &["rule", "entry-key-broad"]);
    let expected = "\
warning[entry-key-broad]
  A key occurs in few messages.
  from  V2 keys (plain keys match inside of words); de facto: SillyTavern 1.19 searches `name: text`
  hurts SillyTavern, RisuAI, other readers
  help  Take a rarer word, add a secondary key, or make the entry constant if it is meant to be there always.
";
    assert_eq!((one.code, one.out.as_str()), (Some(0), expected));
    let all = cards(folder.path(), &["rule"]).out;
    assert!(all.contains("missing-member") && all.contains("stale-twin"), "{all}");
    let json: Value = serde_json::from_str(&cards(folder.path(), &["rule", "--json"]).out).unwrap();
    assert!(json["schema"] == 1 && json["rules"].as_array().unwrap().len() > 100);
    let slip = cards(folder.path(), &["rule", "entry-key-brod"]);
    assert_eq!(slip.code, Some(2));
    assert!(slip.err.contains("`entry-key-broad` is like it"), "{}", slip.err);
}

/// What a container shows has one severity, whichever verb tells of it.
#[test]
fn a_scan_weighs_what_a_container_shows_as_lint_does() {
    let path = fixtures().join("lint/duplicate-entry/bad.recipe.json");
    let file = bake(&serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap());
    let folder = folder(&[("twice.charx", &file)]);
    let row: Value = serde_json::from_str(&cards(folder.path(), &["scan", "--all", "twice.charx"]).out).unwrap();
    let lint: Value = serde_json::from_str(&cards(folder.path(), &["lint", "twice.charx", "--json"]).out).unwrap();
    let twice = lint["findings"].as_array().unwrap().iter().find(|finding| finding["rule"] == "duplicate-entry");
    assert_eq!(twice.unwrap()["severity"], "warning");
    assert_eq!((&row["findings"]["error"], &row["findings"]["warning"]), (&json!(0), &json!(1)), "{row}");
}

/// Whatever a rule advises to run can be run.
#[test]
fn commands_in_the_help_of_rules_exist() {
    let folder = folder(&[]);
    let mut helps = std::collections::BTreeMap::new();
    for rule in cards_lint::catalogue().into_iter().flat_map(|group| group.rules) {
        let texts = [rule.help, rule.repair.unwrap_or_default()].join(" ");
        for command in texts.split('`').skip(1).step_by(2).filter(|text| text.starts_with("cards ")) {
            let words: Vec<&str> = command.split(' ').collect();
            let help = helps.entry(words[1].to_owned()).or_insert_with(|| cards(folder.path(), &[words[1], "--help"]));
            assert_eq!(help.code, Some(0), "{}: {command}", rule.id);
            for option in words.iter().filter(|word| word.starts_with("--")) {
                assert!(help.out.contains(&format!("{option} ")), "{}: {command}", rule.id);
            }
        }
    }
    assert!(helps.len() > 5, "{:?}", helps.keys());
}
