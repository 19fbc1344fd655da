//! A file of regex scripts, a preset or a chat in another client's form.

use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

use cards_container::Limits;
use cards_container::risup::Packing;
use cards_json::Pointer;
use cards_kit::convert_beside_as;

use super::Args;
use crate::failure::Failure;
use crate::input::{may_be_beside, name, read_bytes};
use crate::output::{Output, WARN, output_name};
use crate::plural::plural;
use crate::save::save;

/// Writes a file that no card was found in as the client has it whose lorebook the form is; nothing where it is none that is kept beside
/// cards.
pub(super) fn run(args: &Args, path: &Path, failure: &Failure, out: &mut Output) -> Result<Option<ExitCode>, Failure> {
    let usage = |message: &str| Failure::Other { class: "usage", message: message.to_owned() };
    let bytes = may_be_beside(failure, path).then(|| read_bytes(path, &Limits::default()).ok()).flatten();
    let Some(bytes) = bytes else { return Ok(None) };
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let made = convert_beside_as(&bytes, args.to, &stem, &cards_kit::Limits::default());
    let Some(mut made) = made.map_err(|error| Failure::of(path, error))? else { return Ok(None) };
    if args.stash || args.scenario_variable || args.locale.is_some() {
        return Err(usage("--stash, --scenario-variable and --locale are for cards, and this file holds none"));
    }
    let ending = args.output.as_ref().and_then(|path| path.extension()).map(|ending| ending.to_string_lossy());
    let packing: Option<Packing> = ending.as_ref().and_then(|ending| ending.parse().ok());
    let own = made.ending();
    let is_own = ending.is_none_or(|ending| ending.eq_ignore_ascii_case(own));
    let fits = is_own || made.may_be_packed() && packing.is_some();
    if let Some(path) = args.output.as_ref().filter(|_| !fits) {
        let or = if made.may_be_packed() { ", `.risup` or `.risupreset`" } else { "" };
        let what = if own == "json" { "JSON" } else { "a chat" };
        return Err(usage(&format!("{} is not a name for {what}; name it `.{own}`{or}", name(path))));
    }
    let text = match packing {
        Some(packing) => made.pack(packing),
        None => made.to_text().into_bytes(),
    };
    let output = args.output.as_deref().filter(|_| !args.dry_run);
    match output {
        _ if args.dry_run => {}
        Some(path) => save(path, &text, args.force, out)?,
        None if !out.json() => out.raw(&text)?,
        None => {}
    }
    if out.json() {
        let mut answer = made.answer();
        let result = answer.result.take().filter(|_| args.output.is_none() && !args.dry_run);
        let result = result.map(|result| (Pointer::from(["result"]), result));
        let output = output.map(Path::to_string_lossy);
        let files = [("file", path.to_string_lossy().into()), ("output", output.into())];
        out.answer_with(&files, &answer, result)?;
        return Ok(Some(ExitCode::SUCCESS));
    }
    let [from, to] = made.names;
    if made.loss.is_empty() {
        out.note(&format!("{from} became {to}; nothing was lost"));
    } else {
        let list = if args.report { "" } else { "; --report lists them" };
        let what = if made.ending() == "json" { "setting" } else { "value" };
        out.warn(&format!("{from} became {to}: {} no place there{list}", have(made.loss.len(), what)));
    }
    if args.report {
        for loss in &made.loss {
            writeln!(out.errors(), "  {WARN}{loss}{WARN:#}")?;
        }
    }
    match output {
        Some(path) => out.note(&format!("wrote {}", output_name(path))),
        None if args.dry_run => out.note("nothing was written"),
        None => {}
    }
    Ok(Some(ExitCode::SUCCESS))
}

fn have(count: usize, what: &str) -> String {
    format!("{} {}", plural(count, what), if count == 1 { "has" } else { "have" })
}
