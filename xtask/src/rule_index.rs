//! Proves that no rule of the spec texts is forgotten: each MUST, SHOULD and their kin has a row in the index.
//!
//! `docs/rules-index.tsv` names every such word by text, section, sentence within the section and place within the
//! sentence, and says which rule or duty of `cards_model::rules` answers for it. It quotes nothing. The texts
//! themselves are not part of the repository; where they are at hand, [`check`] finds the words anew and compares.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::Path;

use cards_model::rules;

/// The committed index.
const INDEX: &str = include_str!("../../docs/rules-index.tsv");

/// The first line of the index.
const HEADER: &str = "text\tsection\tsentence\toccurrence\tkeyword\trule";

/// How the sections of a text are told.
#[derive(Clone, Copy, Debug)]
enum Headings {
    /// The text has lost its headings and counts as one section.
    None,
    /// Lines behind `#` marks.
    Marked,
    /// Short lines of plain words between empty lines.
    Plain,
}

/// One spec text: where it is, how it is divided, and which part of the file it is.
struct Text {
    path: &'static str,
    headings: Headings,
    part: Option<(&'static str, &'static str)>,
}

/// The six texts. CCv3 itself is at hand as a description only.
const TEXTS: &[Text] = &[
    Text { path: "specs/tavern-card-v1.txt", headings: Headings::None, part: None },
    Text { path: "specs/tavern-card-v2.txt", headings: Headings::None, part: None },
    Text {
        path: "reference/ccv3-and-risu.md",
        headings: Headings::Marked,
        part: Some(("## (a) CCv3 standard", "## (a')")),
    },
    Text { path: "specs/ccv3-lynn.txt", headings: Headings::Plain, part: None },
    Text { path: "specs/prom-v3.1.txt", headings: Headings::Marked, part: None },
    Text { path: "specs/module-v1.txt", headings: Headings::None, part: None },
];

/// A place where a text says that something must or should be.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    pub(crate) text: String,
    pub(crate) section: String,
    pub(crate) sentence: usize,
    occurrence: usize,
    pub(crate) keyword: String,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { text, section, sentence, occurrence, keyword } = self;
        write!(f, "{text}, section `{section}`, sentence {sentence}, keyword {occurrence} ({keyword})")
    }
}

/// What was proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Summary {
    /// Keywords found in the texts, each with its row.
    pub(crate) keywords: usize,
    /// Rules of the data that the index points to.
    pub(crate) rules: usize,
    /// Duties of applications that the index points to.
    pub(crate) duties: usize,
}

/// Compares the index with the texts under `shared` and with the rule table.
///
/// # Errors
/// Every problem, one sentence each: a text that cannot be read, a keyword without a row, a row without a keyword, a
/// row that points to no rule, a duty that no row points to.
pub(crate) fn check(shared: &Path) -> Result<Summary, Vec<String>> {
    let mut problems = Vec::new();
    let index = index(&mut problems);
    let mut found = BTreeSet::new();
    for text in TEXTS {
        match std::fs::read_to_string(shared.join(text.path)) {
            Ok(content) => found.extend(places(text, &content)),
            Err(error) => problems.push(format!("{} cannot be read: {error}", text.path)),
        }
    }
    problems.extend(differences(&found, &index));
    let used: BTreeSet<&str> = index.values().map(String::as_str).collect();
    if problems.is_empty() {
        let rules = used.iter().filter(|id| rules::find(id).is_some()).count();
        Ok(Summary { keywords: found.len(), rules, duties: used.len() - rules })
    } else {
        Err(problems)
    }
}

/// Keywords without a row, and rows without a keyword.
fn differences(found: &BTreeSet<Place>, index: &BTreeMap<Place, String>) -> Vec<String> {
    let forgotten = found.iter().filter(|place| !index.contains_key(place)).map(|place| format!("no row for {place}"));
    let stale = index.keys().filter(|place| !found.contains(place)).map(|place| format!("no text for {place}"));
    forgotten.chain(stale).collect()
}

/// The rows of the index in the order of the texts, each with the id of the rule or duty that answers for it.
pub(crate) fn rows() -> Vec<(Place, &'static str)> {
    let id = |line: &'static str| line.rsplit('\t').next();
    INDEX.lines().skip(1).filter_map(|line| Some((row(line)?.0, id(line)?))).collect()
}

/// The rows of the index; rows that are wrong in themselves become problems.
fn index(problems: &mut Vec<String>) -> BTreeMap<Place, String> {
    let mut rows = BTreeMap::new();
    let mut lines = INDEX.lines();
    if lines.next() != Some(HEADER) {
        problems.push(format!("the index does not begin with the line `{HEADER}`"));
    }
    for (number, line) in lines.enumerate().map(|(i, line)| (i + 2, line)) {
        let Some((place, id)) = row(line) else {
            problems.push(format!("line {number} of the index is no row"));
            continue;
        };
        if rules::find(&id).is_none() && rules::find_duty(&id).is_none() {
            problems.push(format!("line {number} of the index points to `{id}`, which is neither rule nor duty"));
        }
        if rows.insert(place, id).is_some() {
            problems.push(format!("line {number} of the index repeats a place"));
        }
    }
    let unused = |id: &&str| !rows.values().any(|used| used == *id);
    let duties = rules::APPLICATION.iter().map(|duty| duty.id);
    problems.extend(duties.filter(unused).map(|id| format!("no row of the index points to the duty `{id}`")));
    rows
}

fn row(line: &str) -> Option<(Place, String)> {
    let cells: Vec<&str> = line.split('\t').collect();
    let [text, section, sentence, occurrence, keyword, id] = cells.as_slice() else { return None };
    let place = Place {
        text: (*text).to_owned(),
        section: (*section).to_owned(),
        sentence: sentence.parse().ok()?,
        occurrence: occurrence.parse().ok()?,
        keyword: (*keyword).to_owned(),
    };
    Some((place, (*id).to_owned()))
}

/// Every keyword of a text.
fn places(text: &Text, content: &str) -> Vec<Place> {
    let content = match text.part {
        Some((from, to)) => {
            let start = content.find(from).unwrap_or(0);
            let end = content.find(to).unwrap_or(content.len());
            content.get(start..end).unwrap_or_default()
        }
        None => content,
    };
    let name = text.path.rsplit('/').next().unwrap_or(text.path);
    let mut places = Vec::new();
    for (section, lines) in sections(content, text.headings) {
        for (i, sentence) in sentences(&lines).iter().enumerate() {
            for (k, keyword) in keywords(sentence).into_iter().enumerate() {
                places.push(Place {
                    text: name.to_owned(),
                    section: section.clone(),
                    sentence: i + 1,
                    occurrence: k + 1,
                    keyword,
                });
            }
        }
    }
    places
}

/// The sections of a text: heading and lines. A heading that comes again gets a number.
fn sections(content: &str, headings: Headings) -> Vec<(String, Vec<&str>)> {
    let lines: Vec<&str> = content.lines().map(str::trim).collect();
    let mut all = vec![("(start)".to_owned(), Vec::new())];
    let mut seen = BTreeMap::new();
    let mut fenced = false;
    for (i, line) in lines.iter().enumerate() {
        if line.starts_with("```") {
            fenced = !fenced;
            continue;
        }
        let neighbour = |at: Option<usize>| at.and_then(|at| lines.get(at)).copied().unwrap_or_default();
        let alone = neighbour(i.checked_sub(1)).is_empty() && neighbour(Some(i + 1)).is_empty();
        let heading = match headings {
            Headings::Marked if !fenced => marked_heading(line),
            Headings::Plain if !fenced && alone && is_plain_heading(line) => Some(*line),
            _ => None,
        };
        match heading {
            Some(heading) => {
                let times = seen.entry(heading).and_modify(|times| *times += 1).or_insert(1);
                let name = if *times == 1 { heading.to_owned() } else { format!("{heading} ({times})") };
                all.push((name, Vec::new()));
            }
            None => {
                if let Some((_, section)) = all.last_mut() {
                    section.push(*line);
                }
            }
        }
    }
    all
}

fn marked_heading(line: &str) -> Option<&str> {
    let rest = line.trim_start_matches('#');
    let marks = line.len() - rest.len();
    let heading = (1..=6).contains(&marks) && rest.starts_with([' ', '\t']);
    heading.then(|| rest.trim().trim_matches(['`', ' ', '*']))
}

fn is_plain_heading(line: &str) -> bool {
    (1..=40).contains(&line.len())
        && line.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | ' ' | '(' | ')'))
}

/// The sentences of a section: lines that belong together are joined, then cut behind full stops.
fn sentences(lines: &[&str]) -> Vec<String> {
    let mut paragraphs: Vec<String> = Vec::new();
    let mut open = false;
    for line in lines {
        let item = list_item(line);
        match paragraphs.last_mut() {
            Some(paragraph) if open && !line.is_empty() && item.is_none() => {
                paragraph.push(' ');
                paragraph.push_str(line);
            }
            _ => paragraphs.push(item.unwrap_or(line).to_owned()),
        }
        open = !line.is_empty();
    }
    let cut = paragraphs.iter().flat_map(|paragraph| cut(paragraph));
    cut.filter(|sentence| sentence.chars().any(|c| c.is_alphanumeric() || c == '_')).collect()
}

/// The text of a list item.
fn list_item(line: &str) -> Option<&str> {
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let rest = match line.get(digits..)?.strip_prefix('.') {
        Some(rest) if digits > 0 => rest,
        _ => line.strip_prefix(['-', '*', '•', '>'])?,
    };
    rest.starts_with([' ', '\t']).then(|| rest.trim_start())
}

/// Cuts behind each full stop, question mark and exclamation mark before a blank, but not behind abbreviations.
fn cut(paragraph: &str) -> Vec<String> {
    const ABBREVIATIONS: &[&str] = &["e.g.", "i.e.", "ETC."];
    let paragraph = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut all = Vec::new();
    let mut start = 0;
    for (at, _) in paragraph.match_indices(['.', '!', '?']) {
        let end = at + 1;
        let head = paragraph.get(..end).unwrap_or_default();
        let blank = paragraph.as_bytes().get(end) == Some(&b' ');
        if blank && !ABBREVIATIONS.iter().any(|short| head.ends_with(short)) {
            all.push(head.get(start..).unwrap_or_default().trim().to_owned());
            start = end;
        }
    }
    all.push(paragraph.get(start..).unwrap_or_default().trim().to_owned());
    all
}

/// The keywords of a sentence, in capitals, without marks of emphasis.
fn keywords(sentence: &str) -> Vec<String> {
    let plain = sentence.replace("**", "");
    let words: Vec<&str> =
        plain.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|word| !word.is_empty()).collect();
    let mut all = Vec::new();
    for (i, word) in words.iter().enumerate() {
        let next_is_not = words.get(i + 1).is_some_and(|next| matches!(*next, "NOT" | "not"));
        let after_not = i.checked_sub(1).and_then(|before| words.get(before)) == Some(&"NOT");
        match *word {
            "MUST" | "SHOULD" | "SHALL" if next_is_not => all.push(format!("{word} NOT")),
            "REQUIRED" | "RECOMMENDED" if after_not => all.push(format!("NOT {word}")),
            "MUST" | "SHOULD" | "SHALL" | "REQUIRED" | "RECOMMENDED" => all.push((*word).to_owned()),
            _ => {}
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keywords_are_found_with_their_negation_and_through_emphasis() {
        let found = keywords("It **MUST** not, SHOULD be, MUST NOT; **ARE NOT REQUIRED** and RECOMMENDED, must, MUSTY");
        assert_eq!(found, ["MUST NOT", "SHOULD", "MUST NOT", "NOT REQUIRED", "RECOMMENDED"]);
    }

    #[test]
    fn sentences_end_at_stops_items_and_empty_lines() {
        let lines = ["One a", "b. Two", "", "Three e.g. this", "- Four", "5. Five"];
        assert_eq!(sentences(&lines), ["One a b.", "Two", "Three e.g. this", "Four", "Five"]);
    }

    #[test]
    fn a_forgotten_keyword_and_a_stale_row_are_problems() {
        let text = Text { path: "specs/small.txt", headings: Headings::Marked, part: None };
        let found: BTreeSet<_> =
            places(&text, "# A\nIt MUST be. It SHOULD be.\n# A\nIt MUST be.").into_iter().collect();
        let mut index: BTreeMap<_, _> = found.iter().cloned().map(|place| (place, "marker".to_owned())).collect();
        assert!(differences(&found, &index).is_empty());
        let (mut place, id) = index.pop_last().unwrap();
        assert_eq!(place.section, "A (2)");
        assert_eq!(differences(&found, &index).len(), 1);
        place.sentence = 9;
        index.insert(place, id);
        assert_eq!(differences(&found, &index).len(), 2);
    }

    #[test]
    fn the_index_is_sound_in_itself() {
        let mut problems = Vec::new();
        let rows = index(&mut problems);
        assert!(problems.is_empty(), "{problems:#?}");
        assert!(rows.len() > 300);
    }

    #[test]
    fn every_rule_of_the_texts_is_in_the_index() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let shared = std::env::var_os("CARDS_SHARED").map_or_else(|| root.join("../shared"), Into::into);
        if !shared.is_dir() {
            println!("skipped: {} is not there", shared.display());
            return;
        }
        match check(&shared) {
            Ok(summary) => println!("{summary:?}"),
            Err(problems) => panic!("{}", problems.join("\n")),
        }
    }
}
