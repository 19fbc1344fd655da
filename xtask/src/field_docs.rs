//! The line in the words of each field of a spec's type that names its clause, how binding it is, and the rules that the index of
//! the spec texts has for it.
//!
//! The lines are in the source, where rustdoc and the schemas take them from; `cargo xtask docs` writes them anew.

use std::fs;

use cards_model::rules::{self, Letter};

use crate::failure::Failure;

/// The files whose types are those of a spec text.
const FILES: [&str; 9] =
    ["v1.rs", "v2.rs", "v3.rs", "v3l.rs", "asset.rs", "examples.rs", "module.rs", "prom/mod.rs", "lorebook/mod.rs"];

/// How such a line begins.
const MARK: &str = "/// Clause: ";

/// The most rules that a line names.
const NAMED: usize = 3;

/// The texts by the names that rules and types have for them; each goes on from those behind it.
const TEXTS: [(&str, &str, &[&str]); 6] = [
    ("CCv3L", "CCv3L", &["CCv3L"]),
    ("CCv3", "CCv3", &["CCv3", "V2", "V1"]),
    ("Prom", "Prom V3.1", &["Prom"]),
    ("Module V1", "Module V1", &["Module V1"]),
    ("V2", "V2", &["V2", "V1"]),
    ("V1", "V1", &["V1"]),
];

/// What a rule says about a member.
struct About {
    text: &'static str,
    /// The type that the member is in, where the rule says so.
    within: Option<String>,
    member: String,
    letter: Letter,
    id: &'static str,
}

/// The source files, each with its lines as they have to be.
pub(crate) fn pages() -> Result<Vec<(String, String)>, Failure> {
    let known = all();
    FILES
        .iter()
        .map(|file| {
            let name = format!("crates/cards-model/src/spec/{file}");
            let source = fs::read_to_string(crate::root().join(&name))?.replace("\r\n", "\n");
            Ok((name, rewritten(&source, &known)))
        })
        .collect()
}

/// Everything that rules and duties say about members.
fn all() -> Vec<About> {
    let rules = rules::all().map(|rule| (rule.id, rule.letter, rule.source));
    let duties = rules::APPLICATION.iter().map(|duty| (duty.id, duty.letter, duty.source));
    let binding = rules.chain(duties).filter(|(_, letter, _)| *letter != Letter::Silent);
    binding
        .flat_map(|(id, letter, source)| {
            members(source).map(move |(text, within, member)| About { text, within, member, letter, id })
        })
        .collect()
}

/// The members that a source names: `V2 and CCv3 character_book; Prom CharacterAsset url`.
fn members(source: &'static str) -> impl Iterator<Item = (&'static str, Option<String>, String)> {
    let clauses = source.split("; ").filter(|clause| !clause.starts_with("de facto"));
    clauses.flat_map(|clause| {
        let mut rest = clause;
        let mut texts = Vec::new();
        while let Some((text, ..)) = TEXTS.iter().find(|(text, ..)| {
            rest.strip_prefix(text).is_some_and(|behind| behind.is_empty() || behind.starts_with([' ', ',']))
        }) {
            texts.push(*text);
            rest = rest.strip_prefix(text).unwrap_or(rest).trim_start_matches([',', ' ']);
            rest = rest.strip_prefix("and ").unwrap_or(rest);
        }
        let rest = rest.split(" (").next().unwrap_or(rest).to_owned();
        texts.into_iter().flat_map(move |text| {
            let mut within = None;
            let named: Vec<_> = rest
                .split(", ")
                .filter_map(|item| {
                    let (head, member) = item.rsplit_once(' ').map_or((None, item), |(head, last)| (Some(head), last));
                    within = head.map(str::to_owned).or_else(|| within.take());
                    let is_member = member.starts_with(|c: char| c.is_ascii_lowercase());
                    is_member.then(|| (text, within.clone(), member.to_owned()))
                })
                .collect();
            named
        })
    })
}

/// A source file with the lines as they have to be.
fn rewritten(source: &str, known: &[About]) -> String {
    let mut lines: Vec<String> = Vec::new();
    let (mut last_spec, mut spec) = (String::new(), String::new());
    for line in source.lines() {
        let trimmed = line.trim_start();
        if let Some(said) = trimmed.strip_prefix("/// Spec: ") {
            said.clone_into(&mut last_spec);
        } else if line.starts_with("    pub struct ") {
            spec = std::mem::take(&mut last_spec);
        } else if line.starts_with('}') {
            spec.clear();
        }
        let field = line.strip_prefix("        pub ").and_then(member);
        if let Some(member) = field.filter(|_| !spec.is_empty()) {
            let attributes = lines.iter().rev().take_while(|line| line.trim_start().starts_with("#[")).count();
            let mut at = lines.len() - attributes;
            while at > 0 && lines[at - 1].trim_start().starts_with(MARK) {
                at -= 1;
                lines.remove(at);
            }
            lines.insert(at, format!("        {MARK}{}", clause(&spec, &member, known)));
        }
        lines.push(line.to_owned());
    }
    lines.join("\n") + "\n"
}

/// The name of a member in files, out of the line that declares its field.
fn member(line: &str) -> Option<String> {
    let (name, kind) = line.split_once(':')?;
    let name = name.split_once(" as ").map_or(name, |(_, named)| named.trim_matches('"'));
    let is_name =
        name.trim_start_matches("r#").chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
    (is_name && !kind.is_empty()).then(|| name.trim_start_matches("r#").to_owned())
}

/// What is said of a member of a type.
fn clause(spec: &str, member: &str, known: &[About]) -> String {
    // The last word in front of a type is the text's name; two words are looked for as they are.
    let named =
        |name: &str| spec.split(['`', ';', ',', '.']).any(|part| part.split_whitespace().next_back() == Some(name));
    let is_of = |text: &str, shown: &str| if shown.contains(' ') { spec.contains(shown) } else { named(text) };
    let is_module = spec.contains("Module V1");
    let texts = TEXTS.into_iter().filter(|(text, shown, _)| is_of(text, shown) && !(is_module && *text == "V1"));
    let texts: Vec<_> = texts.collect();
    // V1 has no lorebook, whose members have names of the card's.
    let is_book = ["Book", "Lorebook"].iter().any(|name| spec.contains(name));
    let lower = spec.to_lowercase();
    let is_within =
        |within: &String| lower.contains(&within.to_lowercase()) || (within == "entry" && lower.contains("entr"));
    let fits = |about: &&About| about.member == member && about.within.as_ref().is_none_or(is_within);
    let chains = texts.iter().flat_map(|(_, _, chain)| chain.iter()).filter(|text| !(is_book && **text == "V1"));
    for text in chains {
        let mut about: Vec<&About> = known.iter().filter(|about| about.text == *text).filter(fits).collect();
        if about.is_empty() {
            continue;
        }
        about.sort_by_key(|about| std::cmp::Reverse(about.letter));
        let mut strengths: Vec<&str> = about.iter().map(|about| about.letter.keyword()).collect();
        strengths.dedup();
        let ids: Vec<String> = about.iter().take(NAMED).map(|about| format!("`{}`", about.id)).collect();
        let more = about.len().saturating_sub(NAMED);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let shown = TEXTS.iter().find(|(known, ..)| known == text).map_or(*text, |(_, shown, _)| *shown);
        return format!("{shown} `{member}`: {} ({}{more}).", strengths.join(" and "), ids.join(", "));
    }
    let shown: Vec<&str> = texts.iter().rev().map(|(_, shown, _)| *shown).collect();
    format!("{} `{member}`: its type, and no keyword.", shown.join(" and "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_name_members() {
        let told = |source| {
            members(source).map(|(text, within, member)| format!("{text} {within:?} {member}")).collect::<Vec<_>>()
        };
        assert_eq!(told("V2 tags"), ["V2 None tags"]);
        assert_eq!(
            told("CCv3 and CCv3L creation_date, modification_date; Prom created_at"),
            [
                "CCv3 None creation_date",
                "CCv3 None modification_date",
                "CCv3L None creation_date",
                "CCv3L None modification_date",
                "Prom None created_at"
            ]
        );
        assert_eq!(told("Prom CharacterAsset url; de facto: x"), [r#"Prom Some("CharacterAsset") url"#]);
        assert!(told("CCv3L CHARX").is_empty());
    }

    #[test]
    fn a_field_gets_its_line_once() {
        let source = "spec_object! {\n    /// A card.\n    ///\n    /// Spec: V2 `Card`.\n    pub struct Card {\n        /// Words.\n        pub tags: Vec<String>,\n    }\n}\n";
        let once = rewritten(source, &all());
        assert!(once.contains("        /// Words.\n        /// Clause: V2 `tags`: SHOULD (`tags-outside-prompt`, `tags-any-case`).\n        pub tags"), "{once}");
        assert_eq!(rewritten(&once, &all()), once);
    }
}
