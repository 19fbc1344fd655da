//! The texts of a card as files, one an entry.

use std::io::Write as _;
use std::process::ExitCode;

use cards_container::Error;
use cards_container::zip::SafePath;
use cards_kit::Limits;
use cards_kit::answer::{Extraction, Written};
use cards_kit::edit::tree::{self, BASE};

use super::Args;
use super::folder::{Denied, Folder};
use crate::failure::Failure;
use crate::input::read_bytes;
use crate::output::{FAINT, Output, output_name};
use crate::plural::plural;
use crate::printable::printable;
use crate::status::Status;

pub(super) fn run(args: &Args, out: &mut Output) -> Result<ExitCode, Failure> {
    let limits = Limits::default();
    let bytes = read_bytes(&args.file, &limits.files)?;
    let taken = tree::take(&bytes, &limits).map_err(|error| Failure::of(&args.file, error))?;
    if taken.files.len() as u64 >= args.max_files {
        let message = format!("it has {} files; raise --max-files to write them", taken.files.len() + 1);
        return Err(Failure::Content { path: args.file.clone(), class: "limit", message });
    }
    let base = format!("{BASE}.{}", taken.kind.extensions().first().copied().unwrap_or("json"));
    let mut folder = Folder::create(&args.output, args.force, args.max_total.saturating_mul(1 << 20))?;
    let mut answer = Extraction::default();
    let texts = taken.files.iter().map(|(path, text)| (path, "text", text.as_bytes()));
    for (path, kind, bytes) in std::iter::once((&base, "base", &*taken.base)).chain(texts) {
        write(&mut folder, args, path, bytes)?;
        let mut written = Written::default();
        (written.path, written.kind, written.bytes) = (path.clone(), kind, bytes.len() as u64);
        answer.written.push(written);
    }
    folder.finish()?;
    if out.json() {
        let (file, folder) = (args.file.to_string_lossy().into(), args.output.to_string_lossy().into());
        out.answer(&[("file", file), ("folder", folder), ("error", serde_json::Value::Null)], &answer)?;
    } else {
        for Written { path, kind, bytes, .. } in &answer.written {
            writeln!(out.results(), "{}  {FAINT}{kind}, {bytes} bytes{FAINT:#}", printable(path))?;
        }
        out.note(&format!("wrote {}: {}", output_name(&args.output), plural(answer.written.len(), "file")));
    }
    Ok(Status::Fine.into())
}

fn write(folder: &mut Folder, args: &Args, path: &str, bytes: &[u8]) -> Result<(), Failure> {
    let at = || args.output.join(path);
    let refused = |class, message: String| Failure::Content { path: at(), class, message };
    let safe = SafePath::new(path).map_err(|error| refused("bad-name", error.reason().to_owned()))?;
    let written = folder.write(&safe, |writer| {
        writer.write_all(bytes).map(|()| bytes.len() as u64).map_err(|source| Error::Write { source })
    });
    written.map(drop).map_err(|denied| match denied {
        Denied::Full => {
            refused("too-large", format!("the files have more than {} MiB; raise --max-total", args.max_total))
        }
        Denied::Disk(source) => Failure::Write { path: at(), source },
        Denied::InTheWay(why) => refused("exists", why.to_owned()),
        Denied::Source(error) => refused(error.class(), error.to_string()),
    })
}
