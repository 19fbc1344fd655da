//! All rules of both tables as one list.

use std::fmt::Write as _;

use cards_model::{Form, rules as spec};

use crate::rule::RuleRef;
use crate::rules;

/// Rules of one theme.
#[derive(Clone, Debug)]
pub struct Group {
    /// The theme.
    pub title: &'static str,
    /// What the group is about.
    pub intro: &'static str,
    /// Its rules.
    pub rules: Vec<RuleRef>,
}

/// Every rule by theme: those of the specs, then those beyond them.
#[must_use]
pub fn catalogue() -> Vec<Group> {
    let of_spec = spec::ALL.iter().map(|group| Group {
        title: group.title,
        intro: "From the texts of the specs.",
        rules: group.rules.iter().map(|rule| RuleRef::Spec(rule)).collect(),
    });
    let beyond = rules::GROUPS.iter().map(|(title, intro, rules)| Group {
        title,
        intro,
        rules: rules.iter().map(|rule| RuleRef::Lint(rule)).collect(),
    });
    of_spec.chain(beyond).collect()
}

/// The rule of an id.
#[must_use]
pub fn find_rule(id: &str) -> Option<RuleRef> {
    catalogue().into_iter().flat_map(|group| group.rules).find(|rule| rule.id() == id)
}

/// The rule whose id is most like a misspelt one, if one is like it at all.
#[must_use]
pub fn nearest_rule(id: &str) -> Option<RuleRef> {
    let all = catalogue().into_iter().flat_map(|group| group.rules);
    let near = all.map(|rule| (distance(id, rule.id()), rule)).min_by_key(|(distance, _)| *distance)?;
    let within = near.1.id().starts_with(id) || near.0 <= id.len().div_ceil(3);
    within.then_some(near.1)
}

/// How many letters have to be added, taken out or replaced to make one word of the other.
pub(crate) fn distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.bytes().enumerate() {
        let mut diagonal = i;
        let mut left = i + 1;
        if let Some(first) = row.first_mut() {
            *first = left;
        }
        for (y, cell) in b.bytes().zip(row.iter_mut().skip(1)) {
            let best = (diagonal + usize::from(x != y)).min(left + 1).min(*cell + 1);
            diagonal = std::mem::replace(cell, best);
            left = best;
        }
    }
    row.last().copied().unwrap_or_default()
}

/// The page `docs/rules.md`: every rule by theme, then the duties of applications.
#[must_use]
pub fn rules_markdown() -> String {
    let mut out = String::from(
        "# Rules\n\n\
         Made from the rule tables of `cards-model` and `cards-lint` by `cargo xtask docs`; edit the tables and run it \
         again.\n\n\
         `cards lint` holds a file to all of them, `cards rule ID` prints one. MUST rules of the specs are errors, \
         SHOULD rules warnings, and what programs merely differ in is a note. Rules beyond the specs are warnings where \
         the author will not get what the card promises, and errors where readers refuse the file. `cards repair` \
         mends what has a fix.\n\n`rules-index.tsv` says which sentence of which spec text each rule of the specs stands for.\n",
    );
    for group in catalogue() {
        let _ = write!(out, "\n## {}\n\n{}\n\n", group.title, group.intro);
        out.push_str("| rule | severity | asks | from | what to do | holds for | fix |\n");
        out.push_str("| --- | --- | --- | --- | --- | --- | --- |\n");
        for rule in group.rules {
            let fix = if rule.fixable() { "yes" } else { "" };
            let (summary, source) = (cell(rule.summary()), cell(rule.source()));
            let (id, severity, help, forms) = (rule.id(), rule.severity(), cell(rule.help()), forms(rule));
            let _ = writeln!(out, "| `{id}` | {severity} | {summary} | {source} | {help} | {forms} | {fix} |");
        }
    }
    out.push_str("\n## Duties of applications\n\nNo look at a file shows whether these are kept.\n\n");
    out.push_str("| duty | level | asks | from |\n| --- | --- | --- | --- |\n");
    for duty in spec::APPLICATION {
        let (summary, source) = (cell(duty.summary), cell(duty.source));
        let _ = writeln!(out, "| `{}` | {} | {summary} | {source} |", duty.id, duty.level.keyword());
    }
    out
}

/// The forms of content that a rule holds for; rules beyond the specs look at whatever there is.
fn forms(rule: RuleRef) -> String {
    match rule {
        RuleRef::Spec(rule) if rule.forms != Form::ALL => {
            rule.forms.iter().map(|form| form.name()).collect::<Vec<_>>().join(", ")
        }
        _ => "every form".to_owned(),
    }
}

/// A text fit for a table cell.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}
