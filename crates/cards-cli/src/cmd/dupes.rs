//! `cards dupes`: cards that stand in a library more than once.

use std::fs::File;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use cards_kit::Known;
use cards_kit::answer::Dupes;
use cards_kit::near::Signature;
use serde_json::Value;

use super::scan::{Depth, Progress, read_row, refuse_absent};
use crate::failure::Failure;
use crate::many::in_order;
use crate::output::{FAINT, LABEL, Output, STRONG};
use crate::printable::line;
use crate::walk::{Choice, PassedOver, Walk};

/// Find cards that a library holds more than once: the same content first, then the same name and creator.
///
/// The content is that of `content_hash` in `cards scan`: the container, the spec, dates and the picture do not count.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  cards dupes ~/cards\n  cards dupes cards.jsonl\n  \
    cards dupes --near 0.8 ~/cards\n  cards scan --near ~/cards -o cards.jsonl && cards dupes --near 0.9 cards.jsonl\n  \
    cards dupes --exact --json ~/cards | jq -r '.exact[].paths[1:][]'")]
pub(crate) struct Args {
    /// Folders and files to look through, and rows of `cards scan` (*.jsonl).
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Only the same content, not the same name and creator.
    #[arg(long)]
    exact: bool,
    /// Find cards whose prose is nearly the same as well, whatever they are called: at least this much in common, from 0.5 to
    /// 1. Rows need `cards scan --near`.
    #[arg(long, value_name = "PART", value_parser = part)]
    near: Option<f64>,
    /// Print the counts alone, without the files.
    #[arg(long)]
    statistics: bool,
}

fn part(text: &str) -> Result<f64, String> {
    let part: f64 = text.parse().map_err(|_| "a number from 0.5 to 1 belongs here".to_owned())?;
    if (0.5..=1.0).contains(&part) { Ok(part) } else { Err("it should be from 0.5 to 1".to_owned()) }
}

/// Runs the verb.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode, Failure> {
    let (rows, folders): (Vec<_>, Vec<_>) = args.paths.iter().cloned().partition(|path| is_rows(path));
    let mut cards = Vec::new();
    for path in &rows {
        read_rows(path, &mut cards)?;
    }
    refuse_absent(&folders)?;
    let passed = PassedOver::default();
    let unreadable =
        if folders.is_empty() { 0 } else { scan(&folders, args.near.is_some(), &passed, &mut cards, out)? };
    let alike = args.near.map(|least| cards_kit::alike(&cards, least));
    let mut found = cards_kit::dupes(cards, args.exact);
    found.alike = alike.unwrap_or_default();
    if out.json() {
        out.answer(&[], &found)?;
    } else {
        if !args.statistics {
            show(&found, out)?;
        }
        out.note(&sentence(&found));
        if args.near.is_some() {
            out.note(&format!("groups of nearly the same prose: {}", found.alike.len()));
        }
        if unreadable > 0 {
            out.note(&format!("files without a readable card, compared with nothing: {unreadable}"));
        }
        passed.note(out);
    }
    Ok(ExitCode::SUCCESS)
}

fn is_rows(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("jsonl"))
}

fn scan(
    folders: &[PathBuf],
    near: bool,
    passed: &PassedOver,
    cards: &mut Vec<Known>,
    out: &mut Output,
) -> Result<usize, Failure> {
    let choice = Choice { sorted: true, ..Choice::default() };
    let progress = Progress::start(out.quiet(), folders, choice);
    let read = |found| {
        let row = read_row(&found, Depth { near, ..Depth::default() });
        progress.step(row.row).ok().map(|facts| {
            let signature = facts.signature.as_deref().and_then(Signature::from_hex);
            Known { signature, ..Known::of(row.path, facts) }
        })
    };
    let mut unreadable = 0;
    in_order(Walk::new(folders, choice).counting(passed), 0, read, |round| {
        let (files, before) = (round.len(), cards.len());
        cards.extend(round.into_iter().flatten());
        unreadable += files - (cards.len() - before);
        Ok(())
    })?;
    progress.finish();
    Ok(unreadable)
}

fn read_rows(path: &Path, cards: &mut Vec<Known>) -> Result<(), Failure> {
    let failed = |source| Failure::Read { path: path.to_owned(), source };
    for (number, text) in BufReader::new(File::open(path).map_err(failed)?).lines().enumerate() {
        let row: Value = serde_json::from_str(&text.map_err(failed)?).map_err(|error| Failure::Content {
            path: path.to_owned(),
            class: "bad-json",
            message: format!("line {} is not a row of `cards scan`: {error}", number + 1),
        })?;
        let text = |key: &str| row.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
        if text("content_hash").is_empty() {
            continue;
        }
        cards.push(Known {
            path: text("path"),
            content_hash: text("content_hash"),
            name: text("name"),
            creator: text("creator"),
            version: text("version"),
            tokens: row.pointer("/tokens/total").and_then(Value::as_u64).unwrap_or_default(),
            signature: Signature::from_hex(&text("signature")),
        });
    }
    Ok(())
}

fn sentence(found: &Dupes) -> String {
    let spare: usize = found.exact.iter().map(|same| same.paths.len() - 1).sum();
    let (count, near) = (found.cards, found.near.len());
    format!("{count} cards; copies of another one: {spare}; same name and creator, other content: {near}")
}

fn show(found: &Dupes, out: &mut Output) -> Result<(), Failure> {
    let results = out.results();
    for same in &found.exact {
        writeln!(
            results,
            "{STRONG}{}{STRONG:#}  {LABEL}same content{LABEL:#}  {FAINT}{} files{FAINT:#}",
            title(&same.name),
            same.paths.len()
        )?;
        for path in &same.paths {
            writeln!(results, "  {}", line(path, 200))?;
        }
    }
    for same in &found.near {
        writeln!(
            results,
            "{STRONG}{}{STRONG:#} by {}  {LABEL}same name, other content{LABEL:#}  {FAINT}compare: cards diff{FAINT:#}",
            title(&same.name),
            line(&same.creator, 40)
        )?;
        for variant in &same.variants {
            for path in &variant.paths {
                let version = if variant.version.is_empty() {
                    String::new()
                } else {
                    format!("version {}, ", line(&variant.version, 20))
                };
                writeln!(
                    results,
                    "  {}  {FAINT}{version}{} tokens, content {}{FAINT:#}",
                    line(path, 200),
                    variant.tokens,
                    variant.content_hash.get(..8).unwrap_or(&variant.content_hash)
                )?;
            }
        }
    }
    for group in &found.alike {
        writeln!(
            results,
            "{STRONG}{}{STRONG:#}  {LABEL}nearly the same prose{LABEL:#}  {FAINT}at least {} percent in common{FAINT:#}",
            title(group.cards.first().map_or("", |card| &card.name)),
            group.percent
        )?;
        for card in &group.cards {
            let hash = card.content_hash.get(..8).unwrap_or(&card.content_hash);
            let path = line(&card.path, 200);
            writeln!(
                results,
                "  {path}  {FAINT}{}, {} tokens, content {hash}{FAINT:#}",
                title(&card.name),
                card.tokens
            )?;
        }
    }
    Ok(())
}

fn title(name: &str) -> String {
    if name.trim().is_empty() { "(no name)".to_owned() } else { line(name, 60) }
}
