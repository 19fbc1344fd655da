//! `cards extract`: all pieces of a file, in a folder.

mod folder;
mod tree;

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use cards_container::extract::{Piece, PieceKind, damaged_pieces, pieces};
use cards_container::{Container, Finding, Limits, OpenFile};
use cards_kit::answer::{Extraction, FileFinding, Written};

use crate::failure::Failure;
use crate::input::{alert, open_source};
use crate::output::{FAINT, Output, output_name};
use crate::plural::plural;
use crate::printable::printable;
use crate::save::refuse_stream;
use crate::shell::word;
use crate::status::Status;
use folder::{Denied, Folder};

/// Take a file apart into a folder: the card's JSON, every payload, the bare picture, assets and lorebook.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "card.json holds the very bytes of the card (module.json or lorebook.json where the file is a module or a lorebook). payloads/ has every card chunk of a PNG, \
    asset-chunks/ its asset chunks,\npicture.png the picture without them; the entries of an archive keep their paths. \
    lorebook.json is made from the card.\nNothing is written outside the folder: unsafe names are named and passed over. \
    `cards pack DIR` puts it together again.\n\nExamples:\n  cards extract aria.png -o aria/\n  \
    cards extract --tree aria.png -o aria/ && cards pack aria/ -o aria2.png   # the same bytes\n  \
    cards extract aria.charx -o aria/ --json | jq '.written[].path'"
)]
pub(crate) struct Args {
    /// The file; `-` is standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The folder; it is made if it is not there, and has to be empty.
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    /// Write into a folder that is not empty, and replace files of the same names.
    #[arg(long)]
    force: bool,
    /// Take out the texts, one file an entry, for git and translators; `base` keeps the rest. `cards pack DIR` puts them back to the byte.
    #[arg(long)]
    tree: bool,
    /// Most MiB to write in all.
    #[arg(long, value_name = "MIB", default_value_t = 1024)]
    max_total: u64,
    /// Most files to write.
    #[arg(long, value_name = "COUNT", default_value_t = 65_535)]
    max_files: u64,
}

/// Runs the verb.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode, Failure> {
    refuse_stream(&args.output)?;
    if args.tree {
        return tree::run(args, out);
    }
    let mut parts = Parts::of(&args.file, out)?;
    if parts.pieces.len() as u64 > args.max_files {
        let message =
            format!("it has {} pieces; raise --max-files to write more than {}", parts.pieces.len(), args.max_files);
        return Err(Failure::Content { path: args.file.clone(), class: "limit", message });
    }
    let done = parts.write(args)?;
    let advice = parts.damage.as_ref().and_then(|damage| parts.way_back(&done, args).or_else(|| damage.advice()));
    if out.json() {
        let error = serde_json::to_value(parts.damage.as_ref().map(|damage| damage.answer_with(advice.clone())))?;
        let (file, folder) = (args.file.to_string_lossy().into(), args.output.to_string_lossy().into());
        out.answer(&[("file", file), ("folder", folder), ("error", error)], &done.answer())?;
    } else {
        done.tell(args, out)?;
    }
    let Some(damage) = parts.damage else { return Ok(Status::Fine.into()) };
    out.complain_with(&damage, advice.as_deref());
    Ok(Status::Refused.into())
}

/// An opened file and its pieces.
struct Parts {
    file: OpenFile<'static>,
    pieces: Vec<Piece>,
    findings: Vec<Finding>,
    /// Why the card cannot be read. What there is of it is taken out all the same, for somebody to mend.
    damage: Option<Failure>,
}

impl Parts {
    fn of(path: &Path, out: &mut Output) -> Result<Self, Failure> {
        let limits = Limits::default();
        let refused = |source| Failure::Card { path: path.to_owned(), source };
        let mut file = cards_container::open(open_source(path, &limits)?, &limits).map_err(refused)?;
        match file.load() {
            Ok(loaded) => {
                alert(path, &loaded.document, out);
                let listed = pieces(&file.container, &loaded);
                let mut findings = loaded.findings;
                let pieces = listed.into_value(&mut findings);
                Ok(Self { file, pieces, findings, damage: None })
            }
            Err(error) => {
                let mut findings = Vec::new();
                let pieces = damaged_pieces(&mut file.container).into_value(&mut findings);
                let of_the_card = |piece: &Piece| matches!(piece.kind, PieceKind::Payload | PieceKind::Card);
                if !pieces.iter().any(of_the_card) {
                    return Err(refused(error));
                }
                Ok(Self { file, pieces, findings, damage: Some(refused(error)) })
            }
        }
    }

    /// Writes all pieces; one that cannot be written where it belongs, or not be read, is named and passed over.
    fn write(&mut self, args: &Args) -> Result<Done, Failure> {
        let mut folder = Folder::create(&args.output, args.force, args.max_total.saturating_mul(1 << 20))?;
        let mut done = Done::default();
        for finding in &self.findings {
            done.skipped.push((finding.code(), finding.to_string()));
        }
        for piece in &self.pieces {
            match folder.write(&piece.path, |writer| piece.write_to(&mut self.file.container, writer)) {
                Ok(size) => done.written.push((piece.clone(), size)),
                Err(Denied::Full) => {
                    let message = format!("its pieces have more than {} MiB; raise --max-total", args.max_total);
                    return Err(Failure::Content { path: args.file.clone(), class: "too-large", message });
                }
                Err(Denied::Disk(source)) => {
                    return Err(Failure::Write { path: args.output.join(piece.path.as_str()), source });
                }
                Err(Denied::InTheWay(reason)) => done.skipped.push(("exists", format!("`{}`: {reason}", piece.path))),
                Err(Denied::Source(error)) => {
                    done.skipped.push((error.class(), format!("`{}` is left out: {error}", piece.path)));
                }
            }
        }
        folder.finish()?;
        Ok(done)
    }

    /// How a card that somebody mended gets back into its file; none where no card is in it that could be mended.
    fn way_back(&self, done: &Done, args: &Args) -> Option<String> {
        if matches!(self.damage, Some(Failure::Card { source: cards_container::Error::NoCard { .. }, .. })) {
            return None;
        }
        let find = |kind| done.written.iter().map(|(piece, _)| piece).find(|piece| piece.kind == kind);
        let at = |piece: &Piece| word(&args.output.join(piece.path.as_str()));
        let own = find(PieceKind::Card).or(find(PieceKind::Payload))?;
        let card = at(own);
        let back = match (&self.file.container, find(PieceKind::Picture).map(at)) {
            (Container::Png(_), Some(picture)) if own.path.as_str().ends_with(".txt") => {
                format!("base64 -d {card} > card.json && cards pack card.json --picture {picture} -o repaired.png")
            }
            (Container::Png(_), Some(picture)) => format!("cards pack {card} --picture {picture} -o repaired.png"),
            (Container::Prom(_), _) => format!("cards pack {} --as prom -o repaired.zip", word(&args.output)),
            _ => format!("cards pack {} --as charx -o repaired.charx", word(&args.output)),
        };
        Some(format!("repair {card} in an editor, then: {back}"))
    }
}

/// What came of the pieces.
#[derive(Default)]
struct Done {
    /// Those that were written, with their sizes.
    written: Vec<(Piece, u64)>,
    /// What was passed over, and why.
    skipped: Vec<(&'static str, String)>,
}

impl Done {
    /// What came of them, for machines.
    fn answer(&self) -> Extraction {
        let mut answer = Extraction::default();
        for (piece, size) in &self.written {
            let mut written = Written::default();
            (written.path, written.kind, written.bytes) = (piece.path.to_string(), piece.kind.as_str(), *size);
            answer.written.push(written);
        }
        for (rule, message) in &self.skipped {
            let mut finding = FileFinding::default();
            (finding.rule, finding.message) = (rule, message.clone());
            answer.findings.push(finding);
        }
        answer
    }

    fn tell(&self, args: &Args, out: &mut Output) -> Result<(), Failure> {
        for (_, message) in &self.skipped {
            out.warn(message);
        }
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for (piece, size) in &self.written {
            let (path, kind) = (piece.path.as_str(), piece.kind.as_str());
            writeln!(out.results(), "{}  {FAINT}{kind}, {size} bytes{FAINT:#}", printable(path))?;
            *counts.entry(kind).or_default() += 1;
        }
        let counts: Vec<String> = counts
            .into_iter()
            .map(|(kind, count)| match kind {
                "other" | "appdata" => plural(count, &format!("{kind} file")),
                kind => plural(count, kind),
            })
            .collect();
        out.note(&format!("wrote {}: {}", output_name(&args.output), counts.join(", ")));
        Ok(())
    }
}
