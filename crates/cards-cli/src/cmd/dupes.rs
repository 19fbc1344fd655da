//! `cards dupes`: cards that stand in a library more than once.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use serde_json::{Value, json};

use super::scan::{Depth, Progress, read_row, refuse_absent};
use crate::failure::Failure;
use crate::many::in_order;
use crate::output::{FAINT, LABEL, Output, STRONG};
use crate::printable::line;
use crate::walk::{Choice, Walk};

/// Find cards that stand in a library more than once: the same content first, then the same name and creator.
///
/// The content is that of `content_hash` in `cards scan`: the container, the spec, dates and the picture do not count.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  cards dupes ~/cards\n  cards dupes cards.jsonl\n  \
    cards dupes --exact --json ~/cards | jq -r '.exact[].paths[1:][]'")]
pub(crate) struct Args {
    /// Folders and files to look through, and rows of `cards scan` (*.jsonl).
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Only the same content, not the same name and creator.
    #[arg(long)]
    exact: bool,
}

/// What is kept of each card.
struct Known {
    path: String,
    hash: String,
    name: String,
    creator: String,
    version: String,
    tokens: u64,
}

/// Runs the verb.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode, Failure> {
    let (rows, folders): (Vec<_>, Vec<_>) = args.paths.iter().cloned().partition(|path| is_rows(path));
    let mut cards = Vec::new();
    for path in &rows {
        read_rows(path, &mut cards)?;
    }
    refuse_absent(&folders)?;
    let unreadable = if folders.is_empty() { 0 } else { scan(&folders, &mut cards, out)? };
    let count = cards.len();
    let groups = Groups::of(cards, args.exact);
    if out.json() {
        out.json_line(&groups.to_json(count))?;
    } else {
        groups.show(out)?;
        out.note(&groups.sentence(count));
        if unreadable > 0 {
            out.note(&format!("files without a readable card, compared with nothing: {unreadable}"));
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn is_rows(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("jsonl"))
}

fn scan(folders: &[PathBuf], cards: &mut Vec<Known>, out: &mut Output) -> Result<usize, Failure> {
    let choice = Choice { sorted: true, ..Choice::default() };
    let progress = Progress::start(out.quiet(), folders, choice);
    let read = |found| {
        let row = read_row(&found, Depth::default());
        progress.step(row.facts).ok().map(|facts| Known {
            path: row.path,
            hash: facts.content_hash,
            name: facts.name,
            creator: facts.creator,
            version: facts.version,
            tokens: facts.tokens.total as u64,
        })
    };
    let mut unreadable = 0;
    in_order(Walk::new(folders, choice), 0, read, |round| {
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
            message: format!("line {} is no row of `cards scan`: {error}", number + 1),
        })?;
        let text = |key: &str| row.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
        if text("content_hash").is_empty() {
            continue;
        }
        cards.push(Known {
            path: text("path"),
            hash: text("content_hash"),
            name: text("name"),
            creator: text("creator"),
            version: text("version"),
            tokens: row.pointer("/tokens/total").and_then(Value::as_u64).unwrap_or_default(),
        });
    }
    Ok(())
}

/// Cards that belong together.
struct Groups {
    /// Same content; each two or more.
    exact: Vec<Vec<Known>>,
    /// Same name and creator, each two or more different contents, one card of each.
    near: Vec<Vec<Variant>>,
}

/// One content among others of the same name.
struct Variant {
    name: String,
    creator: String,
    version: String,
    hash: String,
    tokens: u64,
    paths: Vec<String>,
}

impl Groups {
    fn of(cards: Vec<Known>, exact_only: bool) -> Self {
        let mut by_hash: BTreeMap<String, Vec<Known>> = BTreeMap::new();
        for card in cards {
            by_hash.entry(card.hash.clone()).or_default().push(card);
        }
        let mut by_name: BTreeMap<(String, String), Vec<Variant>> = BTreeMap::new();
        for same in by_hash.values().filter(|_| !exact_only) {
            // A card without a name or a creator is like no other.
            let Some(first) =
                same.first().filter(|card| !card.name.trim().is_empty() && !card.creator.trim().is_empty())
            else {
                continue;
            };
            let key = (first.name.trim().to_lowercase(), first.creator.trim().to_lowercase());
            by_name.entry(key).or_default().push(Variant {
                name: first.name.clone(),
                creator: first.creator.clone(),
                version: first.version.clone(),
                hash: first.hash.clone(),
                tokens: first.tokens,
                paths: same.iter().map(|card| card.path.clone()).collect(),
            });
        }
        let mut exact: Vec<_> = by_hash.into_values().filter(|same| same.len() > 1).collect();
        exact.sort_by(|a, b| a.first().map(|card| &card.path).cmp(&b.first().map(|card| &card.path)));
        let mut near: Vec<_> = by_name.into_values().filter(|variants| variants.len() > 1).collect();
        for variants in &mut near {
            variants.sort_by(|a, b| a.paths.cmp(&b.paths));
        }
        Self { exact, near }
    }

    fn sentence(&self, count: usize) -> String {
        let spare: usize = self.exact.iter().map(|same| same.len() - 1).sum();
        let near = self.near.len();
        format!("{count} cards; copies of another one: {spare}; same name and creator, other content: {near}")
    }

    fn show(&self, out: &mut Output) -> Result<(), Failure> {
        let results = out.results();
        for same in &self.exact {
            let Some(first) = same.first() else { continue };
            writeln!(
                results,
                "{STRONG}{}{STRONG:#}  {LABEL}same content{LABEL:#}  {FAINT}{} files{FAINT:#}",
                title(&first.name),
                same.len()
            )?;
            for card in same {
                writeln!(results, "  {}", line(&card.path, 200))?;
            }
        }
        for variants in &self.near {
            let Some(first) = variants.first() else { continue };
            writeln!(
                results,
                "{STRONG}{}{STRONG:#} by {}  {LABEL}same name, other content{LABEL:#}  {FAINT}compare: cards diff{FAINT:#}",
                title(&first.name),
                line(&first.creator, 40)
            )?;
            for variant in variants {
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
                        variant.hash.get(..8).unwrap_or(&variant.hash)
                    )?;
                }
            }
        }
        Ok(())
    }

    fn to_json(&self, count: usize) -> Value {
        let exact: Vec<_> = self
            .exact
            .iter()
            .filter_map(|same| {
                let first = same.first()?;
                let paths: Vec<_> = same.iter().map(|card| &card.path).collect();
                Some(json!({"content_hash": first.hash, "name": first.name, "creator": first.creator, "paths": paths}))
            })
            .collect();
        let near: Vec<_> = self
            .near
            .iter()
            .filter_map(|variants| {
                let first = variants.first()?;
                let list: Vec<_> = variants
                    .iter()
                    .map(|variant| {
                        json!({
                            "content_hash": variant.hash, "version": variant.version, "tokens": variant.tokens,
                            "paths": variant.paths,
                        })
                    })
                    .collect();
                Some(json!({"name": first.name, "creator": first.creator, "variants": list}))
            })
            .collect();
        json!({"schema": 1, "cards": count, "exact": exact, "near": near})
    }
}

fn title(name: &str) -> String {
    if name.trim().is_empty() { "(no name)".to_owned() } else { line(name, 60) }
}
