//! All rules of both tables as one list.

use std::fmt::Write as _;

use cards_model::Form;
use cards_model::rules::{self as spec, Group, Rule};

use crate::rules;

/// Every rule by theme: those of the specs, then those beyond them.
#[must_use]
pub fn catalogue() -> Vec<Group> {
    let beyond = rules::GROUPS
        .iter()
        .map(|(title, intro, rules)| Group::new(title, intro, rules.iter().map(|lint| &lint.rule).collect()));
    spec::groups().into_iter().chain(beyond).collect()
}

/// Every rule, theme by theme.
fn all() -> impl Iterator<Item = &'static Rule> {
    spec::all().chain(rules::all().map(|lint| &lint.rule))
}

/// The rule of an id.
#[must_use]
pub fn find_rule(id: &str) -> Option<&'static Rule> {
    all().find(|rule| rule.id == id)
}

/// The rule whose id is most like a misspelt one, if one is like it at all.
#[must_use]
pub fn nearest_rule(id: &str) -> Option<&'static Rule> {
    let near = all().map(|rule| (strsim::levenshtein(id, rule.id), rule)).min_by_key(|(distance, _)| *distance)?;
    let within = near.1.id.starts_with(id) || near.0 <= id.len().div_ceil(3);
    within.then_some(near.1)
}

/// What `cards.toml` may hold, for the page.
const SETTINGS: &str = "
## Settings

`cards lint` and `cards repair` take their settings from the nearest `cards.toml`, looked for from the first path up.
`entry` stands for all rules whose ids begin with `entry-`, and so does `entry-*`. The table `[editor]` is for the language server ([editors.md](editors.md)).

| setting in `[lint]` | value | default |
| --- | --- | --- |
| `select` | a list of rules; only these are checked | all |
| `ignore` | a list of rules to leave out | none |
| `for` | a list of `others` and names of clients, such as `sillytavern` and `risu`: only what hurts these, as `--for` has it | everybody |
| `severity` | a table: a rule, and `error`, `warning`, `note` or `off`; the last line that fits a rule counts | as listed above |
| `per-file-ignores` | a table: a pattern of paths, and a list of rules to leave out there; `*` stands for any characters, `?` for one, paths count from the folder of `cards.toml`, and a pattern without `/` looks at the name alone | none |
| `fail-on` | `error`, `warning`, `note` or `never`: the least severity that makes the exit status 1; `must`: a MUST of a spec that is broken | `warning` |
| `key-chars` | the longest key in characters that a chat message can be expected to hold | 200 |
| `portrait-side` | the longest side of a portrait in pixels | 2048 |
| `portrait-bytes` | bytes of a picture file | 10485760 |
| `scripts` | regex scripts of each client that are looked at | 200 |
| `script-steps` | steps that a pattern of a regex script may take over a text of the card | 400000 |
| `script-text` | bytes of that text | 2000 |
";

/// For each rule that makes a card of other people fail at the default `fail-on`: how many do. The test
/// `one_good_card_in_five_or_fewer_fails_at_warning` counts them.
const MEASURED: &str = include_str!("measured.tsv");

/// How many cards of other people fail, for the page.
fn measured(out: &mut String) {
    let mut rows = MEASURED.lines().filter_map(|line| line.split_once('\t'));
    let mut figure = || rows.next().map_or("0", |(_, count)| count);
    let (cards, failing) = (figure(), figure());
    let _ = write!(
        out,
        "\n## How many cards fail\n\nOf {cards} cards that other programs wrote, {failing} fail at `warning`, each for a reason that the \
         rule shows:\n\n| rule | cards |\n| --- | --- |\n"
    );
    for (rule, count) in rows {
        let _ = writeln!(out, "| [`{rule}`](rules/{rule}.md) | {count} |");
    }
}

/// Sentences that demand something without a keyword in capitals, for the page.
const SMALL_LETTERS: &str = "
## Words in small letters

The index counts the keywords of RFC 2119, which are in capitals. These sentences ask for as much without them.

| text | sentence | what keeps it |
| --- | --- | --- |
| V2 | `extensions` is mandatory and must default to `{}` | `missing-member`; `cards repair` adds it |
| V2 | extensions must never be destroyed if already in the data | unknown members stay in their places, read and written |
| V2 | you must never destroy unknown key-value pairs already in the data | the same |
| Prom | applications must support getvar and setvar | the profile `spec` of `cards-macro` has both |
| CCv3 | a CHARX file uses the extension `.charx` | `file-name` |
| Module | fields default to empty, not null or absent | `missing-member`, `null-member`; absent `entries` are no entries |
";

/// The page `docs/rules.md`: every rule by theme, then the duties of applications.
#[must_use]
#[doc(hidden)]
pub fn rules_markdown() -> String {
    let mut out = String::from(
        "# Rules\n\n\
         Made from the rule tables of `cards-model` and `cards-lint` by `cargo xtask docs`; edit the tables and run it \
         again.\n\n\
         `cards lint` checks a file against all of them, `cards rule ID` prints one. A rule weighs by what a breach \
         does: an error where a program refuses the file or loses a part of it, a warning where the author or the reader \
         will not get what the card promises, a note where no chat program is known to be hurt much. The column *letter* has \
         what the text of the spec says, MUST or SHOULD, and *hurts* the programs that a breach hurts: a test runs the \
         bad and the good example through each and asks that it has something else of the two. `cards repair` \
         repairs what has a safe fix; `cards.toml` can give a rule another severity.\n\n`rules-index.tsv` says which \
         sentence of which spec text each rule of the specs stands for.\n",
    );
    out.push_str("\n## Index\n\n");
    for group in catalogue() {
        let ids: Vec<_> = group.rules.iter().map(|rule| format!("`{}`", rule.id)).collect();
        let anchor = group.title.to_lowercase().replace(' ', "-");
        let _ = writeln!(out, "- [{}](#{anchor}): {}", group.title, ids.join(", "));
    }
    out.push_str(
        "- [Duties of applications](#duties-of-applications), [Words in small letters](#words-in-small-letters)\n",
    );
    for group in catalogue() {
        let _ = write!(out, "\n## {}\n\n{}\n\n", group.title, group.intro);
        out.push_str("| rule | severity | hurts | letter | asks | from | what to do | holds for |\n");
        out.push_str("| --- | --- | --- | --- | --- | --- | --- | --- |\n");
        for rule in group.rules {
            let Rule { id, severity, letter, summary, source, help, repair, .. } = rule;
            let repair = repair.map(|text| format!("{text} By hand: ")).unwrap_or_default();
            let _ = writeln!(
                out,
                "| [`{id}`](rules/{id}.md) | {severity} | {} | {} | {} | {} | {} | {} |",
                rule.hurts(),
                letter.keyword(),
                cell(summary),
                cell(source),
                cell(&format!("{repair}{help}")),
                forms(rule),
            );
        }
    }
    measured(&mut out);
    out.push_str(SETTINGS);
    out.push_str("\n## Duties of applications\n\nNo look at a file shows whether these are kept.\n\n");
    out.push_str("| duty | letter | asks | from |\n| --- | --- | --- | --- |\n");
    for duty in spec::APPLICATION {
        let (summary, source) = (cell(duty.summary), cell(duty.source));
        let _ = writeln!(out, "| `{}` | {} | {summary} | {source} |", duty.id, duty.letter.keyword());
    }
    out.push_str(SMALL_LETTERS);
    out
}

/// The forms of content that a rule holds for; rules beyond the specs look at whatever there is.
fn forms(rule: &Rule) -> String {
    if rule.forms == Form::ALL {
        return "every form".to_owned();
    }
    rule.forms.iter().map(|form| form.name()).collect::<Vec<_>>().join(", ")
}

/// A text fit for a table cell.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}
