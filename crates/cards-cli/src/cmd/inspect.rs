//! `cards inspect`: what a file holds, on one page.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use cards_container::{Container, Limits, Loaded};
use cards_model::{Card, Content, GreetingKind, Lorebook};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::input::open_file;
use crate::output::{FAINT, LABEL, Output, STRONG, WARN};
use crate::printable::{line, printable};

/// Show what a file holds: the character, its greetings and lorebook, and what is odd about the file.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  cards inspect aria.png\n  cards inspect --json *.charx | jq .card.name\n  \
    curl -s https://example.org/aria.png | cards inspect -")]
pub(crate) struct Args {
    /// Files to look at; `-` is standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// Runs the verb.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode, Failure> {
    let mut code = ExitCode::SUCCESS;
    let many = args.files.len() > 1;
    for path in &args.files {
        match look(path) {
            Ok(loaded) if out.json() => out.json_line(&to_json(&path.to_string_lossy(), &loaded))?,
            Ok(loaded) => show(&path.to_string_lossy(), &loaded, out)?,
            // One bad file among many is reported, and the others are shown all the same.
            Err(failure) if many && !failure.is_broken_pipe() => {
                out.failure(&failure);
                code = ExitCode::from(1);
            }
            Err(failure) => return Err(failure),
        }
    }
    Ok(code)
}

/// Reads a file and looks through all its parts.
fn look(path: &Path) -> Result<Loaded, Failure> {
    let (file, mut loaded) = open_file(path, &Limits::default())?;
    match &file {
        Container::Charx(charx) => loaded.findings.extend(charx.archive().audit()),
        Container::Prom(prom) => loaded.findings.extend(prom.archive().audit()),
        _ => {}
    }
    Ok(loaded)
}

/// One line of the page.
struct Row(&'static str, String);

fn show(name: &str, loaded: &Loaded, out: &mut Output) -> Result<(), Failure> {
    let (title, rows) = match &loaded.document.content {
        Content::Card(card) => (card_title(card), card_rows(card)),
        Content::Module(module) => (
            module.name.clone(),
            vec![
                Row("id", module.module_id.clone()),
                Row("creator", module.creator.clone()),
                Row("category", module.category.as_str().to_owned()),
                Row("intro", module.intro.clone()),
                Row("entries", module.entries.len().to_string()),
            ],
        ),
        Content::LorebookV3(file) => (book_title(&file.data), vec![Row("lorebook", book_summary(&file.data))]),
        Content::Lorebook(book) => (book_title(book), vec![Row("lorebook", book_summary(book))]),
        Content::PromBook(book) => {
            let book = Lorebook::from(book);
            (book_title(&book), vec![Row("lorebook", book_summary(&book))])
        }
        Content::WorldInfo(world) => {
            let title = world.name.clone().unwrap_or_else(|| "(world info without a name)".to_owned());
            (title, vec![Row("entries", world.entries.0.len().to_string())])
        }
        _ => ("(a kind of file newer than this program)".to_owned(), Vec::new()),
    };
    let form = loaded.document.content.form();
    let results = out.results();
    writeln!(results, "{STRONG}{}{STRONG:#}  {FAINT}{form} in {}{FAINT:#}", line(&title, 60), loaded.kind.name())?;
    for Row(label, text) in rows.iter().filter(|row| !row.1.is_empty()) {
        writeln!(results, "  {LABEL}{label:<12}{LABEL:#} {}", line(text, 84))?;
    }
    let why = loaded.why.map(|why| format!(", since {why}")).unwrap_or_default();
    writeln!(results, "  {LABEL}{:<12}{LABEL:#} {}: {}{why}", "read from", line(name, 60), loaded.place)?;
    writeln!(
        results,
        "  {LABEL}{:<12}{LABEL:#} {}",
        "told by",
        line(&loaded.document.detection().reason.to_string(), 84)
    )?;
    show_findings(loaded, out)
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
        Row("creator", card.creator().to_owned()),
        Row("version", card.character_version().to_owned()),
        Row("tags", card.tags().join(", ")),
        Row("notes", card.creator_notes(None).to_owned()),
        Row("description", card.description().to_owned()),
        Row("personality", card.personality().to_owned()),
        Row("scenario", card.scenario().to_owned()),
        Row(
            "greeting",
            if first.is_empty() && more.is_empty() { String::new() } else { format!("{}{more}", line(first, 60)) },
        ),
        Row("lorebook", card.lorebook().map(|book| book_summary(&book)).unwrap_or_default()),
        Row("assets", assets_summary(card)),
        Row("extensions", card.extensions().iter().map(|(key, _)| key).collect::<Vec<_>>().join(", ")),
    ]
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
    let mut text = format!("{}: {} entries", book_title(book), book.entries.len());
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
