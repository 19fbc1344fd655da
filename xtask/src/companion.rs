//! The companion to the spec texts: each clause, how it is read, what programs answer, and what the texts leave open.
//!
//! Nothing is said here that a table does not say: clauses are those of `docs/rules-index.tsv`, what they ask is in the tables of
//! rules and duties, what programs answer in the suite, what is open in `docs/DIVERGENCES.md`.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use cards_model::rules;
use cards_suite::{Class, Results, Row};

use crate::failure::Failure;
use crate::rule_index::Place;
use crate::shown::Told;

/// A text: its file in the index, the name of its page, its name, the section of `docs/DIVERGENCES.md` that is about it alone, and the
/// words by which rows of other sections name it.
struct Text {
    file: &'static str,
    page: &'static str,
    title: &'static str,
    section: &'static str,
    words: &'static [&'static str],
}

const TEXTS: [Text; 6] = [
    Text { file: "tavern-card-v1.txt", page: "v1", title: "Tavern Card V1", section: "", words: &["V1"] },
    Text { file: "tavern-card-v2.txt", page: "v2", title: "Tavern Card V2", section: "", words: &["V2"] },
    Text {
        file: "ccv3-and-risu.md",
        page: "ccv3",
        title: "Character Card V3",
        section: "CCv3 and earlier cards",
        words: &["CCv3"],
    },
    Text {
        file: "ccv3-lynn.txt",
        page: "ccv3l",
        title: "Character Card V3 for Lynn",
        section: "CCv3L",
        words: &["CCv3L"],
    },
    Text { file: "prom-v3.1.txt", page: "prom", title: "Prom V3.1", section: "Prom V3.1", words: &["Prom"] },
    Text {
        file: "module-v1.txt",
        page: "module",
        title: "RPGGO Module V1",
        section: "RPGGO modules",
        words: &["RPGGO", "MOD"],
    },
];

/// Which lines of `docs/compatibility.md` show what programs do about a clause.
const ANSWERED: [(&str, &[&str]); 24] = [
    ("asset-kept", &["members of V3"]),
    ("backfill-warning", &["PNG with `ccv3`"]),
    ("charx-card-json", &["V3 as CHARX", "reads CHARX as SillyTavern does"]),
    ("entry-use-regex", &["keys of the spec"]),
    ("example-format", &["whole prompts of SillyTavern"]),
    ("extensions-kept", &["`extensions` of card, book and entry"]),
    ("lynn-version-refused", &["CCv3 Lynn"]),
    ("marker", &["tells specs apart", "takes and refuses as the CCv3 text says"]),
    ("marker-decides", &["tells specs apart", "takes and refuses as the CCv3 text says"]),
    ("marker-version", &["tells specs apart", "takes and refuses as the CCv3 text says"]),
    ("missing-member", &["tells specs apart", "takes and refuses as the CCv3 text says"]),
    ("nickname-replaces", &["names of the spec"]),
    ("null-member", &["unknown members"]),
    ("pattern-invalid", &["keys of the spec"]),
    ("post-history-replaces", &["whole prompts of SillyTavern"]),
    ("prom-variable-macros", &["variables of SillyTavern"]),
    ("prom-zip-card", &["Prom 3.1 as JSON and ZIP"]),
    ("prom-zip-layout", &["Prom 3.1 as JSON and ZIP"]),
    ("prompt-definitions", &["whole prompts of SillyTavern"]),
    ("prompt-magic-strings", &["names of the spec"]),
    ("prompt-original", &["whole prompts of SillyTavern"]),
    ("source-append-only", &["members of V3"]),
    ("system-prompt-replaces", &["whole prompts of SillyTavern"]),
    ("unknown-members-ignored", &["unknown members"]),
];

/// As many ids of rows as a cell has.
const IDS: usize = 8;

/// The pages, by their names from the root.
pub fn pages(rows: &[Row], results: &[Results]) -> Result<Vec<(String, String)>, Failure> {
    let behaviours: BTreeMap<&str, Vec<&Row>> = cards_suite::behaviours(rows).collect();
    let by_id: BTreeMap<&str, &Row> = rows.iter().map(|row| (row.id.as_str(), row)).collect();
    let (index, told) = (crate::rule_index::rows(), crate::shown::divergences()?);
    let known = |id: &str| index.iter().any(|(_, used)| *used == id);
    for (id, titles) in ANSWERED {
        if !known(id) {
            return Err(Failure::new(format!("xtask/src/companion.rs: no clause answers to `{id}`")));
        }
        if let Some(title) = titles.iter().find(|title| !behaviours.contains_key(*title)) {
            return Err(Failure::new(format!("xtask/src/companion.rs: docs/compatibility.md has no line `{title}`")));
        }
    }
    let mut pages = Vec::new();
    let mut contents = HEAD.to_owned();
    for text in &TEXTS {
        let clauses: Vec<&(Place, &str)> = index.iter().filter(|(place, _)| place.text == text.file).collect();
        let open: Vec<&Told> = told.iter().filter(|told| text.is_told_by(told)).collect();
        let answered: Vec<&str> = answered(&clauses);
        let (title, page) = (text.title, text.page);
        writeln!(
            contents,
            "| [{title}](companion/{page}.md) | {} | [{}](companion/{page}.md#what-the-text-leaves-open) | [{}](companion/{page}.md#what-programs-answer) |",
            clauses.len(),
            open.len(),
            answered.len()
        )?;
        let mut out = format!("# {title}\n\n{PAGE_HEAD}");
        out += &clauses_of(&clauses)?;
        out += &opens(&open, &clauses)?;
        out += "\n## What programs answer\n\n";
        if answered.is_empty() {
            out += "No row of the suite is about a clause of this text alone.\n";
        }
        for title in answered {
            out += &answers(title, behaviours.get(title).map_or(&[][..], Vec::as_slice), &by_id, results)?;
        }
        pages.push((format!("docs/companion/{page}.md"), out.trim_end().to_owned() + "\n"));
    }
    pages.push(("docs/companion.md".to_owned(), contents));
    Ok(pages)
}

/// The pages as lines of the contents of the site.
pub fn contents() -> String {
    TEXTS.iter().map(|text| format!("    - [{}](companion/{}.md)\n", text.title, text.page)).collect()
}

const HEAD: &str = "# The companion

The six texts, clause by clause: what each MUST and SHOULD asks, how we read it, what programs do about it, and where the texts
contradict themselves or each other, with what we propose. Made by `cargo xtask docs` from the index of the clauses, the tables of
rules and duties, the conformance suite and [DIVERGENCES.md](DIVERGENCES.md); it quotes no text. An author of a spec may take any page
or part of it, word by word, into the text or a pull request to it.

| text | clauses | left open | shown by programs |
| --- | ---: | ---: | ---: |
";

const PAGE_HEAD: &str = "Made by `cargo xtask docs`; [the companion](../companion.md) says of what. A clause is a MUST, a SHOULD or one of their kin, by its \
section and the number of the sentence in it. `hurts` names the programs that a breach is known to hurt.

## Clauses

";

impl Text {
    /// Whether a row of `docs/DIVERGENCES.md` is about this text: it is in its section, or names it in another.
    fn is_told_by(&self, told: &Told) -> bool {
        let [_, section] = &told.under;
        if TEXTS.iter().any(|text| text.section == section && !section.is_empty())
            && section != "CCv3 and earlier cards"
        {
            return section == self.section;
        }
        let named = |text: &Self| {
            let mut words = told.cells.iter().take(2).flat_map(|cell| cell.split(|c: char| !c.is_alphanumeric()));
            words.any(|word| text.words.contains(&word))
        };
        let is_own = section == self.section && !section.is_empty();
        named(self) || (is_own && !TEXTS.iter().any(named))
    }
}

/// The titles of the lines that show what programs do about any of these clauses, each once.
fn answered(clauses: &[&(Place, &str)]) -> Vec<&'static str> {
    let mut titles = Vec::new();
    for (id, shown) in ANSWERED {
        if clauses.iter().any(|(_, used)| *used == id) {
            titles.extend(shown.iter().copied());
        }
    }
    titles.sort_unstable();
    titles.dedup();
    titles
}

/// A rule or duty, by its id, with the sentences that ask it.
type Asked<'a> = (&'a str, Vec<String>);

/// One table a section: what its clauses ask, each rule and duty once.
fn clauses_of(clauses: &[&(Place, &str)]) -> Result<String, Failure> {
    let mut sections: Vec<(&str, Vec<Asked<'_>>)> = Vec::new();
    for (place, id) in clauses {
        if sections.last().is_none_or(|(section, _)| *section != place.section) {
            sections.push((place.section.as_str(), Vec::new()));
        }
        let Some((_, rules)) = sections.last_mut() else { continue };
        let sentence = format!("{} ({})", place.sentence, place.keyword);
        match rules.iter_mut().find(|(known, _)| known == id) {
            Some((_, sentences)) if sentences.contains(&sentence) => {}
            Some((_, sentences)) => sentences.push(sentence),
            None => rules.push((*id, vec![sentence])),
        }
    }
    let mut out = String::new();
    for (section, rules) in sections {
        if section != "(start)" {
            writeln!(out, "### {section}\n")?;
        }
        writeln!(out, "| sentence | asks | how it is read | hurts | programs |\n| --- | --- | --- | --- | --- |")?;
        for (id, sentences) in rules {
            let (asks, read, hurts) = reading(id)?;
            let shown = ANSWERED.iter().find(|(known, _)| *known == id).map_or(&[][..], |(_, titles)| titles);
            let shown: Vec<String> = shown.iter().map(|title| format!("[{title}](#{})", slug(title))).collect();
            let shown = if shown.is_empty() { "–".to_owned() } else { shown.join(", ") };
            writeln!(out, "| {} | {asks} | {read} | {hurts} | {shown} |", sentences.join(", "))?;
        }
        out.push('\n');
    }
    Ok(out)
}

/// What a rule or duty asks, how it is read here, and whom a breach hurts.
fn reading(id: &str) -> Result<(String, String, String), Failure> {
    if let Some(rule) = rules::find(id) {
        let done = rule.repair.unwrap_or(rule.help);
        let read = format!("{} [`{id}`](../rules/{id}.md): {done}", rule.severity);
        return Ok((cell(rule.summary), cell(&read), rule.hurts()));
    }
    let duty = rules::find_duty(id).ok_or_else(|| Failure::new(format!("`{id}` is neither rule nor duty")))?;
    Ok((cell(duty.summary), format!("a duty of programs, `{id}`"), "–".to_owned()))
}

/// A text as a cell of a table.
fn cell(text: &str) -> String {
    text.replace("\\|", "|").replace('|', "\\|").replace('\n', " ")
}

/// What the text leaves open: a table with the clauses that each row is about.
fn opens(open: &[&Told], clauses: &[&(Place, &str)]) -> Result<String, Failure> {
    let mut out = "## What the text leaves open\n\n".to_owned();
    if open.is_empty() {
        return Ok(out + "Nothing that was met.\n");
    }
    out += "| topic | what texts or clients say | we propose, and do | clauses |\n| --- | --- | --- | --- |\n";
    for told in open {
        let [topic, says, does, shown] = told.cells.as_slice() else {
            return Err(Failure::new(format!("docs/DIVERGENCES.md: no row of four cells: {}", told.cells.join(" | "))));
        };
        let about = |id: &str| shown.contains(&format!("`rule:{id}`"));
        let mut places: Vec<String> = Vec::new();
        for (place, id) in clauses.iter().filter(|(_, id)| about(id)) {
            let section = if place.section == "(start)" { "" } else { place.section.as_str() };
            let place = format!("{section} {}, `{id}`", place.sentence);
            places.extend((places.len() < IDS).then(|| place.trim().to_owned()));
        }
        places.dedup();
        let places = if places.is_empty() { "–".to_owned() } else { places.join("; ") };
        let [topic, says, does] = [topic, says, does].map(|text| {
            text.replace("](", "](../").replace("](../#", "](../DIVERGENCES.md#").replace("](../http", "](http")
        });
        writeln!(out, "| {topic} | {says} | {does} | {places} |")?;
    }
    Ok(out)
}

/// What each program answers to the rows of a line, with the ids of those that it answers otherwise; of clients that have rows of their own
/// for the same questions, what these say.
fn answers(title: &str, shown: &[&Row], by_id: &BTreeMap<&str, &Row>, results: &[Results]) -> Result<String, Failure> {
    let mut out = format!("### {title}\n\nRows: {}\n\n", ids(shown.iter().map(|row| row.id.as_str())));
    out += "| program | answers | otherwise |\n| --- | --- | --- |\n";
    for program in results {
        let said = cards_suite::cell(shown, program);
        if said != "–" {
            let other = |row: &&&Row| !matches!(program.class(&row.id), Class::Same | Class::Unsupported);
            let other = ids(shown.iter().filter(other).map(|row| row.id.as_str()));
            writeln!(out, "| {} {} | {said} | {other} |", program.program, program.version)?;
        }
    }
    for client in ["sillytavern", "risu"] {
        let same = |row: &&&Row| {
            let (of, name) = row.id.split_once('/').unwrap_or_default();
            let twin = (of != client).then(|| by_id.get(format!("{client}/{name}").as_str()))??;
            Some((*twin, twin.expected == row.expected))
        };
        let twins: Vec<(&Row, bool)> = shown.iter().filter_map(|row| same(&row)).collect();
        if let Some((first, _)) = twins.first() {
            let other = ids(twins.iter().filter(|(_, same)| !same).map(|(row, _)| row.id.as_str()));
            let count = twins.iter().filter(|(_, same)| *same).count();
            writeln!(out, "| `{}`, by rows of its own | {count} of {} | {other} |", first.profile, twins.len())?;
        }
    }
    out.push('\n');
    Ok(out)
}

/// Ids of rows for a cell.
fn ids<'a>(ids: impl Iterator<Item = &'a str>) -> String {
    let all: Vec<&str> = ids.collect();
    let shown: Vec<String> = all.iter().take(IDS).map(|id| format!("`{id}`")).collect();
    match all.len() {
        0 => "–".to_owned(),
        many if many > IDS => format!("{} and {} more", shown.join(", "), many - IDS),
        _ => shown.join(", "),
    }
}

/// The name that a heading has in links, as GitHub and mdBook make it.
pub fn slug(heading: &str) -> String {
    let heading = heading.trim().to_lowercase();
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_clause_of_the_index_is_on_a_page_and_every_text_has_one() {
        let texts: Vec<&str> = TEXTS.iter().map(|text| text.file).collect();
        for (place, _) in crate::rule_index::rows() {
            assert!(texts.contains(&place.text.as_str()), "{place}");
        }
    }

    #[test]
    fn a_row_is_about_the_text_that_it_names() {
        let told = |section: &str, says: &str| Told {
            under: ["Model".to_owned(), section.to_owned()],
            cells: vec!["topic".to_owned(), says.to_owned(), "ours".to_owned(), "`x`".to_owned()],
        };
        let of = |told: &Told| -> Vec<&str> {
            TEXTS.iter().filter(|text| text.is_told_by(told)).map(|text| text.page).collect()
        };
        assert_eq!(of(&told("CCv3L", "as CCv3 says")), ["ccv3l"]);
        assert_eq!(of(&told("CCv3 and earlier cards", "V2 has only one")), ["v2"]);
        assert_eq!(of(&told("CCv3 and earlier cards", "silent")), ["ccv3"]);
        assert_eq!(of(&told("", "CCv3L: so, Prom: not so")), ["ccv3l", "prom"]);
        assert_eq!(of(&told("", "SillyTavern does")), Vec::<&str>::new());
    }

    #[test]
    fn headings_have_the_names_that_links_use() {
        assert_eq!(slug("`extensions` of card, book and entry"), "extensions-of-card-book-and-entry");
        assert_eq!(slug("What a row is: an answer"), "what-a-row-is-an-answer");
    }
}
