//! `cards inspect`: what a file holds, on one page.

mod all;
mod art;

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use cards_container::{Container, Limits, Loaded};
use cards_lint::{Report, Severity};
use cards_model::{Card, Content, GreetingKind, Lorebook};
use serde_json::{Value, json};

use crate::cmd::scan::{Tokens, lore};
use crate::failure::Failure;
use crate::input::open_and_lint;
use crate::output::{FAINT, LABEL, Output, STRONG, WARN};
use crate::picture::Picture;
use crate::portrait;
use crate::printable::{line, printable};
use crate::status::Status;
use crate::tokens::{self, estimate};

/// Show what a file holds: the character, its greetings and lorebook, and what is odd about the file.
#[derive(Debug, clap::Args)]
#[command(after_help = "The column before the texts is an estimate of their tokens: a quarter of the characters.\n\n\
    Examples:\n  cards inspect aria.png\n  cards inspect --art aria.png\n  cards inspect --all aria.charx   # every chunk or archive entry\n  cards inspect --json *.charx | jq .card.name\n  \
    curl -s https://example.org/aria.png | cards inspect -")]
pub(crate) struct Args {
    /// Files to look at; `-` is standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Draw the portrait in coloured half blocks; needs a terminal of 24-bit colour.
    #[arg(long)]
    art: bool,
    /// List every chunk of a picture, or every entry of an archive.
    #[arg(short, long)]
    all: bool,
}

/// What there is to say about a file.
struct Seen {
    loaded: Loaded,
    report: Report,
    /// Width and height of a picture.
    size: Option<(u32, u32)>,
    portrait: Option<Picture>,
    /// Chunks or entries, when they are asked for.
    parts: Option<all::Parts>,
}

/// Runs the verb.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode, Failure> {
    let mut status = Status::Fine;
    let many = args.files.len() > 1;
    for path in &args.files {
        let drawn = args.art && out.in_colour() && !out.json();
        match look(path, drawn, args.all) {
            Ok(seen) if out.json() => {
                let mut value = to_json(&path.to_string_lossy(), &seen.loaded);
                if let Some(parts) = &seen.parts {
                    parts.add_to(&mut value);
                }
                out.json_line(&value)?;
            }
            Ok(seen) => {
                if args.art && seen.portrait.is_none() {
                    let why =
                        if drawn { "the file holds no PNG picture" } else { "it needs colour; try --color always" };
                    out.note(&format!("no portrait: {why}"));
                }
                show(&path.to_string_lossy(), &seen, out)?;
                if let Some(parts) = &seen.parts {
                    parts.show(out)?;
                }
            }
            // One bad file among many is reported, and the others are shown all the same.
            Err(failure) if many && !failure.is_broken_pipe() => {
                out.failure(&failure);
                status = Status::Refused;
            }
            Err(failure) => return Err(failure),
        }
    }
    Ok(status.into())
}

/// Reads a file and looks through all its parts.
fn look(path: &Path, drawn: bool, all: bool) -> Result<Seen, Failure> {
    let limits = Limits::default();
    let (mut file, mut loaded, report) = open_and_lint(path, &limits)?;
    let mut size = None;
    match &mut file {
        Container::Charx(charx) => loaded.findings.extend(charx.archive().audit()),
        Container::Prom(prom) => loaded.findings.extend(prom.archive().audit()),
        Container::Png(png) => {
            let header = png.chunks().iter().find(|chunk| &chunk.kind.0 == b"IHDR").copied();
            size = header.and_then(|header| picture_size(&png.data(&header).ok()?));
        }
        _ => {}
    }
    let parts = all.then(|| all::Parts::of(&mut file, &loaded));
    let portrait = if drawn {
        portrait::read(file, &loaded, &limits).and_then(|bytes| Picture::read(&bytes, art::WIDE, art::HIGH))
    } else {
        None
    };
    Ok(Seen { loaded, report, size, portrait, parts })
}

/// Width and height out of a PNG header.
fn picture_size(header: &[u8]) -> Option<(u32, u32)> {
    let number = |at: usize| header.get(at..)?.first_chunk().copied().map(u32::from_be_bytes);
    Some((number(0)?, number(4)?))
}

/// One line of the page.
struct Row {
    label: &'static str,
    /// Estimated tokens of what the line shows the beginning of.
    tokens: Option<usize>,
    text: String,
}

/// A line about something that is no prompt text.
fn row(label: &'static str, text: String) -> Row {
    Row { label, tokens: None, text }
}

/// A line about a text that goes into prompts.
fn prompt_row(label: &'static str, text: &str) -> Row {
    Row { label, tokens: Some(estimate(text)), text: text.to_owned() }
}

fn show(name: &str, seen: &Seen, out: &mut Output) -> Result<(), Failure> {
    let loaded = &seen.loaded;
    if let Some(picture) = &seen.portrait {
        art::draw(picture, out.results())?;
    }
    let (title, rows) = match &loaded.document.content {
        Content::Card(card) => (card_title(card), card_rows(card)),
        Content::Module(module) => (
            module.name.clone(),
            vec![
                row("id", module.module_id.clone()),
                row("creator", module.creator.clone()),
                row("category", module.category.as_str().to_owned()),
                row("intro", module.intro.clone()),
                row("entries", module.entries.len().to_string()),
            ],
        ),
        Content::LorebookV3(file) => (book_title(&file.data), vec![book_row(&file.data)]),
        Content::Lorebook(book) => (book_title(book), vec![book_row(book)]),
        Content::PromBook(book) => {
            let book = Lorebook::from(book);
            (book_title(&book), vec![book_row(&book)])
        }
        Content::WorldInfo(world) => {
            let title = world.name.clone().unwrap_or_else(|| "(world info without a name)".to_owned());
            (title, vec![row("entries", world.entries.0.len().to_string())])
        }
        other => match other.lorebook() {
            Some(book) => (book_title(&book), vec![book_row(&book)]),
            None => ("(a kind of file newer than this program)".to_owned(), Vec::new()),
        },
    };
    let form = loaded.document.content.form();
    let results = out.results();
    let size = seen.size.map(|(wide, high)| format!(", {wide} x {high}")).unwrap_or_default();
    writeln!(
        results,
        "{STRONG}{}{STRONG:#}  {FAINT}{form} in {}{size}{FAINT:#}",
        line(&title, 60),
        loaded.kind.name()
    )?;
    let counted = rows.iter().any(|row| row.tokens.is_some());
    for Row { label, tokens, text } in rows.iter().filter(|row| !row.text.is_empty()) {
        let count = match tokens {
            Some(count) => format!("{count:>6}  "),
            None if counted => " ".repeat(8),
            None => String::new(),
        };
        writeln!(results, "  {LABEL}{label:<12}{LABEL:#} {FAINT}{count}{FAINT:#}{}", line(text, 84))?;
    }
    let indent = if counted { " ".repeat(8) } else { String::new() };
    let why = loaded.why.map(|why| format!(", since {why}")).unwrap_or_default();
    let place = format!("{}: {}{why}", line(name, 60), loaded.place);
    writeln!(results, "  {LABEL}{:<12}{LABEL:#} {indent}{place}", "read from")?;
    writeln!(
        results,
        "  {LABEL}{:<12}{LABEL:#} {indent}{}",
        "told by",
        line(&loaded.document.detection().reason.to_string(), 84)
    )?;
    show_findings(loaded, out)?;
    writeln!(out.results(), "  {LABEL}{:<12}{LABEL:#} {indent}{}", "lint", lint_summary(&seen.report, name))?;
    Ok(())
}

/// How many findings there are of each severity, and how to see them.
fn lint_summary(report: &Report, name: &str) -> String {
    let counts: Vec<String> = Severity::ALL
        .into_iter()
        .map(|severity| (report.count(severity), severity.word()))
        .filter(|(count, _)| *count > 0)
        .map(|(count, word)| format!("{count} {word}{}", if count == 1 { "" } else { "s" }))
        .collect();
    if counts.is_empty() {
        return "nothing found".to_owned();
    }
    let file = if name == "-" { "FILE".to_owned() } else { printable(&shell_word(name)).into_owned() };
    let repair = if report.fixable() > 0 { format!(", then cards repair {file}") } else { String::new() };
    format!("{}   {FAINT}run:{FAINT:#} cards lint {file}{repair}", counts.join(", "))
}

/// A path as a person would type it.
fn shell_word(path: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '/' | '.' | '_' | '-' | '+' | '@' | ':');
    if path.chars().all(plain) { path.to_owned() } else { format!("'{}'", path.replace('\'', "'\\''")) }
}

fn show_findings(loaded: &Loaded, out: &mut Output) -> Result<(), Failure> {
    let document = loaded.document.findings();
    let total = document.len() + loaded.findings.len();
    let results = out.results();
    if total == 0 {
        return Ok(());
    }
    writeln!(results, "  {WARN}warnings{WARN:#}     {total} read around:")?;
    for finding in &loaded.findings {
        writeln!(results, "    {FAINT}{}{FAINT:#} {}", finding.code(), printable(&finding.to_string()))?;
    }
    for finding in document {
        let place = if finding.pointer.is_empty() { "(whole file)" } else { &finding.pointer };
        writeln!(
            results,
            "    {FAINT}{}{FAINT:#} {}: {}",
            finding.rule.id,
            line(place, 60),
            printable(&finding.message)
        )?;
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

fn card_rows(card: &Card) -> Vec<Row> {
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
        row("notes", card.creator_notes(None).to_owned()),
        prompt_row("description", card.description()),
        prompt_row("personality", card.personality()),
        prompt_row("scenario", card.scenario()),
        prompt_row("system", card.system_prompt()),
        prompt_row("post-history", card.post_history_instructions()),
        Row {
            label: "greeting",
            tokens: Some(estimate(first)),
            text: if first.is_empty() && more.is_empty() {
                String::new()
            } else {
                format!("{}{more}", line(first, 60))
            },
        },
        prompt_row("examples", &card.mes_example()),
        card.lorebook().map_or_else(|| row("lorebook", String::new()), |book| book_row(&book)),
        row("assets", assets_summary(card)),
        row("extensions", card.extensions().iter().map(|(key, _)| key).collect::<Vec<_>>().join(", ")),
        token_row(card),
    ]
}

/// What the card takes of a context, in all.
fn token_row(card: &Card) -> Row {
    let counts = Tokens::of(card);
    let text =
        format!("in every prompt; {} with greeting and examples (estimates: {})", counts.total, tokens::ESTIMATE);
    Row { label: "tokens", tokens: Some(counts.permanent), text }
}

fn book_row(book: &Lorebook) -> Row {
    Row { label: "lorebook", tokens: Some(lore(book).tokens), text: book_summary(book) }
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
    let entries = if book.entries.len() == 1 { "entry" } else { "entries" };
    let mut text = format!("{}: {} {entries}", book_title(book), book.entries.len());
    for (count, what) in [(constant, "constant"), (off, "off")] {
        if count > 0 {
            text.push_str(&format!(", {count} {what}"));
        }
    }
    text
}

fn to_json(path: &str, loaded: &Loaded) -> Value {
    let document = &loaded.document;
    let findings: Vec<_> = document.findings().iter().map(|finding| {
        json!({"rule": finding.rule.id, "level": finding.level().word(), "pointer": finding.pointer, "message": finding.message})
    }).collect();
    let container: Vec<_> =
        loaded.findings.iter().map(|finding| json!({"rule": finding.code(), "message": finding.to_string()})).collect();
    let card = document.card().map(|card| {
        let greetings = card.greetings();
        let lorebook = card.lorebook().map(|book| json!({
            "name": book.name,
            "entries": book.entries.len(),
            "constant": book.entries.iter().filter(|entry| entry.constant == Some(true)).count(),
            "disabled": book.entries.iter().filter(|entry| !entry.enabled).count(),
        }));
        json!({
            "name": card.name(), "nickname": card.nickname(), "creator": card.creator(), "version": card.character_version(),
            "tags": card.tags(), "greetings": greetings.len(), "lorebook": lorebook, "assets": card.assets().len(),
        })
    });
    json!({
        "schema": 1, "file": path, "container": loaded.kind.name(), "place": loaded.place.to_string(),
        "form": document.content.form().name(), "told_by": document.detection().reason.to_string(),
        "card": card, "findings": findings, "container_findings": container,
    })
}
