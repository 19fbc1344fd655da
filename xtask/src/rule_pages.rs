//! One page for each rule, with the examples that the tests hold it to, and the contents of the site that has them all.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use cards_lint::{Rule, catalogue};
use serde_json::Value;

use crate::failure::Failure;

/// Lines shown around those in which two examples differ.
const AROUND: usize = 3;

/// As many lines of an example as a page shows.
const MOST: usize = 40;

/// As many characters of such a line.
const WIDTH: usize = 300;

/// The examples of the rules that the model checks: one JSON object a line, with `rule`, `bad` and `good`.
const SPEC_EXAMPLES: &str = "crates/cards-model/fixtures/rules.jsonl";

/// The examples of all other rules: a folder each, with `bad` and `good` as a card or as the recipe for a file.
const EXAMPLES: &str = "fixtures/lint";

/// Rules that nothing can show, and why.
const WITHOUT_EXAMPLE: [(&str, &str); 1] = [(
    "container-other",
    "It stands for what a newer reader of containers reports and these rules have no name for; everything that reading a file \
     reports today has a rule of its own.",
)];

/// The pages, by the names that they have from the root.
pub fn pages() -> Result<Vec<(String, String)>, Failure> {
    let spec = fs::read_to_string(crate::root().join(SPEC_EXAMPLES))?;
    let spec: Vec<Value> = spec.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    let mut pages = Vec::new();
    for group in catalogue() {
        for rule in &group.rules {
            pages.push((format!("docs/rules/{}.md", rule.id), page(rule, group.title, &spec)?));
        }
    }
    Ok(pages)
}

/// The contents of the site, but for the rules.
const CONTENTS: &str = "# Summary

Made by `cargo xtask docs`; the list of the pages stands in `xtask/src/rule_pages.rs`.

[What it is](../README.md)
[Install](install.md)

# By task

- [For authors](authors.md)
- [For keepers of archives](keepers.md)
- [For app developers](developers.md)
- [Moving over](moving.md)
- [For prompt engineers](engineers.md)
- [Repositories of cards](repositories.md)
- [In the editor](editors.md)
- [With an agent](agents.md)
- [Many cards](scale.md)
- [Cookbook](cookbook.md)
- [In JavaScript](../packages/npm/README.md)
- [In Python](../packages/python/README.md)
- [The page](../web/README.md)

# What holds

- [Formats](formats.md)
- [Conversion](conversion.md)
- [What clients keep](settings.md)
- [Lore](lore.md)
- [Macros](macros.md)
- [Prompts](prompt.md)
- [Who does what](compatibility.md)
- [The conformance suite](../suite/README.md)
    - [Answers and how they are compared](../suite/PROTOCOL.md)
    - [What each kind asks](../suite/KINDS.md)
- [Read by others](interop/README.md)
- [The companion](companion.md)
COMPANION- [Divergences](DIVERGENCES.md)
- [Security](security.md)
- [What may change](stability.md)
- [Changelog](CHANGELOG.md)

# The house

- [Architecture](ARCHITECTURE.md)
- [Performance](performance.md)

# The project

- [How a change is made](../CONTRIBUTING.md)
- [Where this is going](project/roadmap.md)
- [How it is run](project/governance.md)

# Rules

- [All rules](rules.md)
";

/// The contents of the site as mdBook reads them.
pub fn summary() -> Result<String, Failure> {
    let mut out = CONTENTS.replace("COMPANION", &crate::companion::contents());
    for rule in catalogue().iter().flat_map(|group| &group.rules) {
        writeln!(out, "    - [{id}](rules/{id}.md)", id = rule.id)?;
    }
    Ok(out)
}

fn page(rule: &Rule, group: &str, spec: &[Value]) -> Result<String, Failure> {
    let mut out = format!("# {}\n\n{}\n\n", rule.id, rule.summary);
    let letter = match rule.letter.keyword() {
        "" => String::new(),
        word => format!("; the letter of the spec says {word}"),
    };
    writeln!(out, "- severity: {}{letter}", rule.severity)?;
    writeln!(out, "- hurts: {}", rule.hurts())?;
    writeln!(out, "- from: {}", rule.source)?;
    let repair = rule.repair.map(|text| format!("{text} By hand: ")).unwrap_or_default();
    writeln!(out, "- what to do: {repair}{}", rule.help)?;
    writeln!(out, "- is among: [{group}](../rules.md#{})", group.to_lowercase().replace(' ', "-"))?;
    let reason = WITHOUT_EXAMPLE.iter().find(|(id, _)| *id == rule.id).map(|(_, reason)| reason);
    let examples = examples(rule.id, spec)?;
    if examples.is_some() == reason.is_some() {
        let what = if reason.is_some() { "an example, and a reason to have none" } else { "no example, and no reason" };
        return Err(Failure::new(format!("`{}` has {what}: {EXAMPLES}, xtask/src/rule_pages.rs", rule.id)));
    }
    if let Some(reason) = reason {
        writeln!(out, "\n## Examples\n\nThere are none. {reason}")?;
    }
    if let Some((bad, good, said)) = examples {
        if let Some(said) = said {
            writeln!(out, "\n## What `cards lint` says\n\n```text\n{said}\n```")?;
        }
        let (bad, good) = differing(&bad, &good);
        if crate::root().join(EXAMPLES).join(rule.id).join("bad.recipe.json").is_file() {
            out.push_str("\nThe examples are recipes, out of which the tests make the files.\n");
        }
        writeln!(out, "\n## Bad\n\n```json\n{bad}\n```\n\n## Good\n\n```json\n{good}\n```")?;
    }
    out.push_str("\nMade from the rule tables and the examples of the tests by `cargo xtask docs`.\n");
    Ok(out)
}

/// The bad example, the good one, and what the rule says of the bad one.
fn examples(id: &str, spec: &[Value]) -> Result<Option<(String, String, Option<String>)>, Failure> {
    if let Some(row) = spec.iter().find(|row| row["rule"] == id) {
        return Ok(Some((shown(&row["bad"])?, shown(&row["good"])?, None)));
    }
    let folder = crate::root().join(EXAMPLES).join(id);
    if !folder.is_dir() {
        return Ok(None);
    }
    let said = text(&folder.join("findings.txt"))?;
    let said = said.split("\n# ").next().unwrap_or_default().trim_end().to_owned();
    Ok(Some((example(&folder, "bad")?, example(&folder, "good")?, Some(said))))
}

fn example(folder: &Path, name: &str) -> Result<String, Failure> {
    let plain = folder.join(format!("{name}.json"));
    if plain.is_file() { text(&plain) } else { text(&folder.join(format!("{name}.recipe.json"))) }
}

fn text(path: &Path) -> Result<String, Failure> {
    // What is wrong with an example may be that it is no UTF-8; it is shown as an editor shows it.
    Ok(String::from_utf8_lossy(&fs::read(path)?).replace("\r\n", "\n").trim_end().to_owned())
}

/// A document of the examples: a text as it is, since what is wrong may be no JSON, and a value over several lines.
fn shown(value: &Value) -> Result<String, Failure> {
    match value {
        Value::String(text) => Ok(text.replace('\u{feff}', "\u{fffd}")),
        value => Ok(serde_json::to_string_pretty(value)?),
    }
}

/// The lines in which two texts differ, with some around them.
fn differing(bad: &str, good: &str) -> (String, String) {
    let (bad, good): (Vec<&str>, Vec<&str>) = (bad.lines().collect(), good.lines().collect());
    let same = |pairs: &mut dyn Iterator<Item = (&&str, &&str)>| pairs.take_while(|(one, other)| one == other).count();
    let head = same(&mut bad.iter().zip(&good));
    let tail = same(&mut bad.iter().rev().zip(good.iter().rev())).min(bad.len().min(good.len()) - head);
    (piece(&bad, head, tail), piece(&good, head, tail))
}

/// The lines between as many at the beginning and at the end, with some around them and `…` for those left out.
fn piece(lines: &[&str], head: usize, tail: usize) -> String {
    let from = head.saturating_sub(AROUND);
    let to = (lines.len() - tail.saturating_sub(AROUND)).min(from + MOST).max(from);
    let cut = |line: &&str| match line.char_indices().nth(WIDTH) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => (*line).to_owned(),
    };
    let left_out = |is: bool| is.then(|| "…".to_owned());
    let shown = lines[from..to].iter().map(cut);
    let out: Vec<String> = left_out(from > 0).into_iter().chain(shown).chain(left_out(to < lines.len())).collect();
    out.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_show_what_differs() {
        let lines = |middle: &str| format!("1\n2\n3\n4\n{middle}\n6\n7\n8\n9");
        let (bad, good) = differing(&lines("x"), &lines("y\nz"));
        assert_eq!(bad, "…\n2\n3\n4\nx\n6\n7\n8\n…");
        assert_eq!(good, "…\n2\n3\n4\ny\nz\n6\n7\n8\n…");
        assert_eq!(differing("a", "a\na"), ("a".to_owned(), "a\na".to_owned()));
    }
}
