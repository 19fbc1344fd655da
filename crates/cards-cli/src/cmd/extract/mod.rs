//! `cards extract`: all pieces of a file, in a folder.

mod folder;

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use cards_container::extract::{Piece, PieceKind, damaged_pieces, pieces};
use cards_container::{Error, Limits, load_opened};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::input::open_source;
use crate::output::{FAINT, Output, output_name};
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
    let limits = Limits::default();
    let refused = |source| Failure::Card { path: args.file.clone(), source };
    let mut file = cards_container::open(open_source(&args.file, &limits)?, &limits).map_err(refused)?;
    // What cannot be read is taken apart all the same, for somebody to mend.
    let (pieces, odd, damage) = match load_opened(&mut file, &limits) {
        Ok(loaded) => {
            let (pieces, odd) = pieces(&file, &loaded);
            (pieces, loaded.findings.into_iter().chain(odd).collect::<Vec<_>>(), None)
        }
        Err(error) => {
            let (pieces, odd) = damaged_pieces(&mut file);
            if !pieces.iter().any(|piece| matches!(piece.kind, PieceKind::Payload | PieceKind::Card)) {
                return Err(refused(error));
            }
            (pieces, odd, Some(refused(error)))
        }
    };
    if pieces.len() as u64 > args.max_files {
        let message = format!("it has {} pieces, over --max-files {}", pieces.len(), args.max_files);
        return Err(Failure::Content { path: args.file.clone(), class: "limit", message });
    }
    let mut folder = Folder::create(&args.output, args.force, args.max_total.saturating_mul(1 << 20))?;
    let (mut written, mut skipped) = (Vec::new(), Vec::new());
    for finding in &odd {
        skipped.push((finding.code(), finding.to_string()));
    }
    let mut by_kind: BTreeMap<&str, (usize, u64)> = BTreeMap::new();
    for piece in &pieces {
        match folder.write(&piece.path, |writer| piece.write_to(&mut file, writer)) {
            Ok(size) => {
                let (count, bytes) = by_kind.entry(piece.kind.word()).or_default();
                (*count, *bytes) = (*count + 1, *bytes + size);
                written.push(json!({"path": piece.path.as_str(), "kind": piece.kind.word(), "bytes": size}));
            }
            Err(Denied::Full) => {
                let message = format!("its pieces have more than {} MiB; raise --max-total", args.max_total);
                return Err(Failure::Content { path: args.file.clone(), class: "too-large", message });
            }
            Err(Denied::Disk(source)) => {
                return Err(Failure::Write { path: args.output.join(piece.path.as_str()), source });
            }
            Err(Denied::InTheWay(reason)) => skipped.push(("exists", format!("`{}`: {reason}", piece.path))),
            Err(Denied::Source(error)) => {
                skipped.push((class(&error), format!("`{}` is left out: {error}", piece.path)))
            }
        }
    }
    folder.finish()?;
    if out.json() {
        let findings: Vec<Value> =
            skipped.iter().map(|(rule, message)| json!({"rule": rule, "message": message})).collect();
        out.json_line(&json!({
            "schema": 1, "file": args.file.to_string_lossy(), "folder": args.output.to_string_lossy(),
            "written": written, "findings": findings, "error": damage.as_ref().map(Failure::to_json),
        }))?;
        return Ok(end(damage.as_ref(), &pieces, args, out));
    }
    for (_, message) in &skipped {
        out.warn(message);
    }
    for one in &written {
        let (path, kind) = (one["path"].as_str().unwrap_or_default(), one["kind"].as_str().unwrap_or_default());
        let bytes = one["bytes"].as_u64().unwrap_or_default();
        writeln!(out.results(), "{}  {FAINT}{kind}, {bytes} bytes{FAINT:#}", printable(path))?;
    }
    let parts: Vec<String> = by_kind.iter().map(|(kind, (count, _))| format!("{count} {kind}")).collect();
    out.note(&format!("wrote {}: {}", output_name(&args.output), parts.join(", ")));
    Ok(end(damage.as_ref(), &pieces, args, out))
}

/// Says what is wrong with a card that could not be read, and how it comes back into its file.
fn end(damage: Option<&Failure>, pieces: &[Piece], args: &Args, out: &mut Output) -> ExitCode {
    let Some(damage) = damage else { return Status::Fine.into() };
    let path = |piece: &Piece| args.output.join(piece.path.as_str());
    let at = |piece: &Piece| word(&path(piece));
    // One that was damaged beyond reading was left out.
    let find = |kind| pieces.iter().find(|piece| piece.kind == kind && path(piece).is_file());
    let Some(card) = find(PieceKind::Card).or(find(PieceKind::Payload)).map(at) else {
        out.complain(damage);
        return Status::Refused.into();
    };
    let back = match find(PieceKind::Picture).map(at) {
        Some(picture) if card.contains(".txt") => {
            format!("base64 -d {card} > card.json && cards embed {picture} card.json -o mended.png")
        }
        Some(picture) => format!("cards embed {picture} {card} -o mended.png"),
        None => format!("cards pack {} --as charx -o mended.charx", word(&args.output)),
    };
    out.complain_with(damage, &format!("mend {card} in an editor, then: {back}"));
    Status::Refused.into()
}

fn class(error: &Error) -> &'static str {
    error.class()
}
