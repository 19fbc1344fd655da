//! The page about a file: what it holds, line by line, and what to do next.

use std::io::Write as _;
use std::path::Path;

use cards_container::Loaded;
use cards_library::answer::{Book, Tokens};
use cards_lint::{Need, Report};
use cards_model::{Card, Content, GreetingKind, Lorebook};

use cards_words::Estimate;

use super::{Seen, art};
use crate::cmd::lint::counts;
use crate::failure::Failure;
use crate::input::name;
use crate::next;
use crate::output::{FAINT, LABEL, Output, STRONG, WARN};
use crate::plural::plural;
use crate::printable::{columns, line, wrapped};

/// One line of the page.
struct Row {
    label: &'static str,
    /// Estimated tokens of what the line shows the beginning of.
    tokens: Option<u64>,
    text: String,
}

/// The label of the creator's notes.
///
/// Spec: V2 `creator_notes` "SHOULD be very discoverable … (at least one paragraph SHOULD be displayed)"; Prom V3.1: at least one
/// sentence.
const NOTES: &str = "notes";

/// Characters of a paragraph that are shown.
const PARAGRAPH: usize = 1_000;

/// The first paragraph of a text, without the end of a very long one.
fn first_paragraph(text: &str) -> &str {
    let text = text.trim();
    let paragraph = text.split("\n\n").next().unwrap_or(text);
    let end = paragraph.char_indices().nth(PARAGRAPH).map_or(paragraph.len(), |(at, _)| at);
    paragraph.get(..end).unwrap_or(paragraph)
}

/// A line about something that is no prompt text.
fn row(label: &'static str, text: String) -> Row {
    Row { label, tokens: None, text }
}

/// A line about a text that goes into prompts.
fn prompt_row(label: &'static str, text: &str) -> Row {
    Row { label, tokens: Some(Estimate::of(text)), text: text.to_owned() }
}

/// Columns of labels, with the blanks around them.
const LABELS: usize = 15;
/// Columns of token counts, with the blanks behind them.
const COUNTS: usize = 8;

/// Prints the page.
pub(super) fn show(path: &Path, seen: &Seen, out: &mut Output) -> Result<(), Failure> {
    let loaded = &seen.loaded;
    if let Some(picture) = &seen.portrait {
        art::draw(picture, out.results())?;
    }
    let width = out.columns();
    let (title, rows) = title_and_rows(&loaded.document.content, width - LABELS - COUNTS);
    let form = loaded.document.content.form();
    let size = seen.size.map(|(wide, high)| format!(", {wide} x {high}")).unwrap_or_default();
    let kind = format!("{form} in {}{size}", loaded.kind.as_str());
    let title = line(&title, width.saturating_sub(columns(&kind) + 2));
    writeln!(out.results(), "{STRONG}{title}{STRONG:#}  {FAINT}{kind}{FAINT:#}")?;
    let counted = rows.iter().any(|row| row.tokens.is_some());
    let left = width - LABELS - if counted { COUNTS } else { 0 };
    for Row { label, tokens, text } in rows.iter().filter(|row| !row.text.is_empty()) {
        let count = tokens.map(|count| count.to_string());
        let lines = if *label == NOTES { wrapped(first_paragraph(text), left) } else { vec![line(text, left)] };
        labelled(label, count.as_deref().or(counted.then_some("")), &lines, out)?;
    }
    let blank = counted.then_some("");
    if let Some(card) = loaded.document.card() {
        let counts = Tokens::from(card);
        let text = format!(
            "in every prompt; {} with greeting and examples (estimates: {})",
            counts.total,
            Estimate::DESCRIBED
        );
        labelled("tokens", Some(&counts.permanent.to_string()), &wrapped(&text, left), out)?;
    }
    let why = loaded.why.map(|why| format!(", since {why}")).unwrap_or_default();
    let from = format!("{}: {}{why}", name(path), loaded.place);
    labelled("read from", blank, &wrapped(&from, left), out)?;
    labelled("format", blank, &wrapped(&loaded.document.detection().reason.to_string(), left), out)?;
    let needs: Vec<String> = cards_lint::needs(&loaded.document.content)
        .iter()
        .flat_map(|need| wrapped(&need_in_words(need), left))
        .collect();
    labelled("needs", blank, &needs, out)?;
    show_findings(loaded, width, out)?;
    labelled("lint", blank, &[counts(&seen.report).unwrap_or("nothing found".to_owned())], out)?;
    labelled("next", blank, &next_steps(path, &seen.report), out)
}

/// What a file needs that one program alone has.
fn need_in_words(need: &Need) -> String {
    let number = if need.count > 1 { format!(" ({})", need.count) } else { String::new() };
    format!("{}{number}: {}", need.kind.what(), need.kind.client())
}

/// Prints a label, a count, and lines of text beside them.
fn labelled(label: &str, count: Option<&str>, lines: &[String], out: &mut Output) -> Result<(), Failure> {
    let results = out.results();
    for (index, text) in lines.iter().enumerate() {
        if index == 0 {
            write!(results, "  {LABEL}{label:<12}{LABEL:#} ")?;
        } else {
            write!(results, "{:LABELS$}", "")?;
        }
        match count {
            Some(count) if index == 0 => write!(results, "{FAINT}{count:>6}{FAINT:#}  ")?,
            Some(_) => write!(results, "{:COUNTS$}", "")?,
            None => {}
        }
        writeln!(results, "{text}")?;
    }
    Ok(())
}

/// What to do with the file now, as command lines.
fn next_steps(path: &Path, report: &Report) -> Vec<String> {
    if report.is_clean() {
        return vec![next::report(path)];
    }
    let mut steps = vec![next::lint(path)];
    if report.fixable() > 0 {
        steps.push(next::repair(path));
    }
    steps
}

/// What a content is called, and the lines about it, fit for so many columns.
fn title_and_rows(content: &Content, width: usize) -> (String, Vec<Row>) {
    match content {
        Content::Card(card) => (card_title(card), card_rows(card, width)),
        Content::Module(module) => (
            match module.name.trim() {
                "" => "(module without a name)".to_owned(),
                name => name.to_owned(),
            },
            vec![
                row("id", module.module_id.clone()),
                row("creator", module.creator.clone()),
                row("category", module.category.as_str().to_owned()),
                row("intro", module.intro.clone()),
                row("entries", module.entries.len().to_string()),
            ],
        ),
        other => match other.lorebook() {
            Some(book) => (book_title(&book), book_rows(&book)),
            None => ("(a kind of file newer than this program)".to_owned(), Vec::new()),
        },
    }
}

fn show_findings(loaded: &Loaded, width: usize, out: &mut Output) -> Result<(), Failure> {
    let container = loaded.findings.iter().map(|finding| (finding.code(), finding.to_string()));
    let document = loaded.document.findings().iter().map(|finding| {
        let place = finding.pointer.or_whole("(whole file)");
        (finding.rule.id, format!("{}: {}", line(place, 60), finding.message))
    });
    let all: Vec<_> = container.chain(document).collect();
    if all.is_empty() {
        return Ok(());
    }
    let results = out.results();
    writeln!(results, "  {WARN}warnings{WARN:#}     {} tolerated:", plural(all.len(), "problem"))?;
    for (rule, message) in &all {
        let text = format!("{rule} {message}");
        for (index, part) in wrapped(&text, width - 6).iter().enumerate() {
            match part.strip_prefix(rule).filter(|_| index == 0) {
                Some(rest) => writeln!(results, "    {FAINT}{rule}{FAINT:#}{rest}")?,
                None => writeln!(results, "      {part}")?,
            }
        }
    }
    Ok(())
}

fn card_title(card: &Card) -> String {
    let name = if card.name().trim().is_empty() { "(no name)" } else { card.name() };
    match card.nickname() {
        Some(nickname) => format!("{name}, shown as {nickname}"),
        None => name.to_owned(),
    }
}

fn card_rows(card: &Card, width: usize) -> Vec<Row> {
    let greetings = card.greetings();
    let count = |kind: &GreetingKind| greetings.iter().filter(|greeting| greeting.kind == *kind).count();
    let (alternate, group) = (count(&GreetingKind::Alternate), count(&GreetingKind::GroupOnly));
    let first = greetings.first().map(|greeting| greeting.text).unwrap_or_default();
    let more = match (alternate, group) {
        (0, 0) => String::new(),
        (alternate, 0) => format!(" (+{alternate} alternate)"),
        (alternate, group) => format!(" (+{alternate} alternate, {group} for groups)"),
    };
    vec![
        row("creator", card.creator().to_owned()),
        row("version", card.character_version().to_owned()),
        row("tags", card.tags().join(", ")),
        row(NOTES, card.creator_notes().to_owned()),
        prompt_row("description", card.description()),
        prompt_row("personality", card.personality()),
        prompt_row("scenario", card.scenario()),
        prompt_row("system", card.system_prompt()),
        prompt_row("post-history", card.post_history_instructions()),
        Row {
            label: "greeting",
            tokens: Some(Estimate::of(first)),
            text: if first.is_empty() && more.is_empty() {
                String::new()
            } else {
                format!("{}{more}", line(first, width.saturating_sub(columns(&more))))
            },
        },
        prompt_row("examples", &card.mes_example()),
        card.lorebook().map_or_else(|| row("lorebook", String::new()), |book| book_row(&book)),
        row("assets", assets_summary(card)),
        row("extensions", card.extensions().iter().map(|(key, _)| key).collect::<Vec<_>>().join(", ")),
    ]
}

fn book_row(book: &Lorebook) -> Row {
    Row { label: "lorebook", tokens: Some(Book::from(book).tokens), text: book_summary(book) }
}

/// A lorebook that is a file: all of it, and what of it is in every prompt.
fn book_rows(book: &Lorebook) -> Vec<Row> {
    let always: Vec<_> = book.entries.iter().filter(|entry| entry.enabled && entry.constant == Some(true)).collect();
    let tokens = always.iter().map(|entry| Estimate::of(&entry.content)).sum();
    let text =
        if always.is_empty() { String::new() } else { format!("{} in every prompt", plural(always.len(), "entry")) };
    vec![book_row(book), Row { label: "constant", tokens: Some(tokens), text }]
}

fn assets_summary(card: &Card) -> String {
    let assets = card.assets();
    let kinds: Vec<_> = assets.iter().map(|asset| format!("{} {}", asset.kind, asset.name)).collect();
    if kinds.is_empty() { String::new() } else { format!("{}: {}", kinds.len(), kinds.join(", ")) }
}

fn book_title(book: &Lorebook) -> String {
    book.name.clone().filter(|name| !name.is_empty()).unwrap_or_else(|| "(lorebook without a name)".to_owned())
}

fn book_summary(book: &Lorebook) -> String {
    let constant = book.entries.iter().filter(|entry| entry.constant == Some(true)).count();
    let off = book.entries.iter().filter(|entry| !entry.enabled).count();
    let mut text = format!("{}: {}", book_title(book), plural(book.entries.len(), "entry"));
    for (count, what) in [(constant, "constant"), (off, "off")] {
        if count > 0 {
            text.push_str(&format!(", {count} {what}"));
        }
    }
    text
}
