//! `cards inspect`: what a file holds, on one page.

mod all;
mod art;
mod beside;
mod page;

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use cards_container::{Container, Limits, Loaded};
use cards_kit::answer::Inspection;
use cards_lint::Report;
use cards_model::Content;

use crate::failure::Failure;
use crate::input::{may_be_beside, open_and_lint, refuse_two_dashes};
use crate::output::Output;
use crate::picture::Picture;
use crate::status::Status;
use crate::turn::{prefer, say_locale};
use cards_kit::portrait;

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
    /// Show greetings and creator notes in this language where the card has several; else its first, or English.
    #[arg(long, value_name = "LOCALE")]
    locale: Option<String>,
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
    refuse_two_dashes(args.files.iter().map(PathBuf::as_path))?;
    let mut status = Status::Fine;
    let many = args.files.len() > 1;
    let mut shown = false;
    for path in &args.files {
        let drawn = args.art && out.in_colour() && !out.json();
        match look(path, drawn, args, out) {
            Ok(seen) if out.json() => {
                let mut answer = Inspection::from(&seen.loaded);
                if let Some(parts) = seen.parts {
                    parts.add_to(&mut answer);
                }
                out.answer(&[("file", path.to_string_lossy().into())], &answer)?;
            }
            Ok(seen) => {
                if args.art && seen.portrait.is_none() {
                    let why =
                        if drawn { "the file holds no PNG picture" } else { "it needs colour; try --color always" };
                    out.note(&format!("no portrait: {why}"));
                }
                if std::mem::replace(&mut shown, true) {
                    writeln!(out.results())?;
                }
                page::show(path, &seen, out)?;
                if let Some(parts) = &seen.parts {
                    parts.show(out)?;
                }
            }
            Err(failure) if may_be_beside(&failure, path) => {
                if !out.json() && std::mem::replace(&mut shown, true) {
                    writeln!(out.results())?;
                }
                if !beside::show(path, args, out)? {
                    if !many {
                        return Err(failure);
                    }
                    out.failure(&failure);
                    status = Status::Refused;
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
fn look(path: &Path, drawn: bool, args: &Args, out: &mut Output) -> Result<Seen, Failure> {
    let limits = Limits::default();
    let (mut file, mut loaded, report) = open_and_lint(path, &limits)?;
    if let Some(locale) = &args.locale {
        let card = match &mut loaded.document.content {
            Content::Card(card) => Some(card),
            _ => None,
        };
        say_locale(prefer(locale, card)?, out);
    }
    let mut size = None;
    match &mut file {
        Container::Charx(charx) => loaded.findings.extend(charx.archive().audit()),
        Container::Prom(prom) => loaded.findings.extend(prom.archive().audit()),
        Container::Carrier(carrier) => {
            loaded.findings.extend(carrier.archive().map(|archive| archive.audit()).unwrap_or_default());
        }
        Container::Png(png) => {
            let header = png.chunks().iter().find(|chunk| &chunk.kind.0 == b"IHDR").copied();
            size = header.and_then(|header| picture_size(&png.data(&header).ok()?));
        }
        _ => {}
    }
    let parts = args.all.then(|| all::Parts::of(&mut file, &loaded));
    let portrait = if drawn {
        portrait::read(&mut file, loaded.document.card()).and_then(|bytes| Picture::read(&bytes, art::WIDE, art::HIGH))
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
