//! A tree of texts as the card that it was taken from.

use std::collections::BTreeMap;
use std::process::ExitCode;

use cards_container::pack::Report;
use cards_kit::Limits;
use cards_kit::edit::tree::{BASE, join};

use super::{Args, folder, told};
use crate::failure::Failure;
use crate::output::{Output, output_name};
use crate::save::save;

pub(super) fn run(args: &Args, end: &str, out: &mut Output) -> Result<ExitCode, Failure> {
    let usage = |message: String| Failure::Other { class: "usage", message };
    if args.picture.is_some() || args.chunks.only.is_some() || args.chunks.no_backfill || args.no_assets || args.stash {
        let message = "the texts of a tree go back into the file that they came from; pack that file to change more";
        return Err(usage(message.to_owned()));
    }
    let limits = Limits::default();
    let mut base = None;
    let mut files = BTreeMap::new();
    for (path, bytes) in folder::read(&args.card, &limits.files, out)?.files {
        if let Some(kind) = path.strip_prefix(BASE).and_then(|path| path.strip_prefix('.')) {
            base = Some((kind.to_owned(), bytes));
            continue;
        }
        let text = String::from_utf8(bytes).map_err(|_| Failure::Content {
            path: args.card.join(&path),
            class: "bad-texts",
            message: "this is no text: it is not UTF-8".to_owned(),
        })?;
        files.insert(path, text);
    }
    let (kind, base) = base.ok_or_else(|| usage(format!("{} has no file `{BASE}`", output_name(&args.card))))?;
    if kind != end {
        let message = format!("the tree is of a file `.{kind}`; name the output so, then pack that");
        return Err(usage(message));
    }
    let joined = join(&base, &files, &limits).map_err(|error| Failure::of(&args.card, error))?;
    save(&args.output, &joined, args.force, out)?;
    if out.json() {
        told::tell(&args.card, &args.output, &Report::default(), out)?;
    } else {
        out.note(&format!("wrote {}", output_name(&args.output)));
    }
    Ok(ExitCode::SUCCESS)
}
