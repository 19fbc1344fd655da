//! A file of regex scripts in the other client's form.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use cards_container::Limits;
use cards_json::{Json, Pointer, Style};
use cards_kit::answer::{Conversion, Loss};
use cards_kit::script::ScriptFile;
use cards_model::Form;

use super::Args;
use crate::failure::Failure;
use crate::input::{is_standard_input, name, read_bytes};
use crate::output::{Output, WARN, output_name};
use crate::plural::plural;
use crate::save::save;

/// The scripts of the file that is converted, where it is one of scripts. Standard input is read once, for cards.
pub(super) fn file(path: &Path) -> Option<ScriptFile> {
    if is_standard_input(path) {
        return None;
    }
    let bytes = read_bytes(path, &Limits::default()).ok()?;
    ScriptFile::read(&bytes, &cards_kit::script::Limits::default())?.ok()
}

/// Writes the scripts as the client has them whose lorebook the form is.
pub(super) fn run(
    args: &Args,
    path: &Path,
    form: Form,
    file: &ScriptFile,
    out: &mut Output,
) -> Result<ExitCode, Failure> {
    let usage = |message: &str| Failure::Other { class: "usage", message: message.to_owned() };
    if args.stash || args.scenario_variable || args.locale.is_some() {
        return Err(usage(
            "--stash, --scenario-variable and --locale are for cards, and this is a file of regex scripts",
        ));
    }
    let (made, lost) = match form {
        Form::RisuLorebook => file.for_risu(),
        Form::WorldInfo => file.for_sillytavern(),
        _ => return Err(usage("regex scripts are written for RisuAI and SillyTavern: --to risu, --to sillytavern")),
    };
    let is_json = |path: &PathBuf| path.extension().is_none_or(|ext| ext.eq_ignore_ascii_case("json"));
    if let Some(path) = args.output.as_ref().filter(|path| !is_json(path)) {
        return Err(usage(&format!("{} is not a name for regex scripts; name it `.json`", name(path))));
    }
    let json = made.to_json();
    let text = json.to_text(Style::Pretty(4)) + "\n";
    let output = args.output.as_deref().filter(|_| !args.dry_run);
    match output {
        _ if args.dry_run => {}
        Some(path) => save(path, text.as_bytes(), args.force, out)?,
        None if !out.json() => out.raw(text.as_bytes())?,
        None => {}
    }
    if out.json() {
        let mut answer = Conversion::default();
        (answer.from, answer.to) = (file.id(), made.id());
        let before = file.to_json();
        answer.loss = lost.iter().map(|loss| answered(loss, file, &before)).collect();
        let result = (args.output.is_none() && !args.dry_run).then_some((Pointer::from(["result"]), json));
        let output = output.map(Path::to_string_lossy);
        let files = [("file", path.to_string_lossy().into()), ("output", output.into())];
        out.answer_with(&files, &answer, result)?;
        return Ok(ExitCode::SUCCESS);
    }
    let (from, to) = (file.name(), made.name());
    if lost.is_empty() {
        out.note(&format!("{} of {from} became {to}; nothing was lost", plural(file.len(), "script")));
    } else {
        let list = if args.report { "" } else { "; --report lists them" };
        out.warn(&format!("{from} became {to}: {} no place there{list}", have(lost.len())));
    }
    if args.report {
        for loss in &lost {
            writeln!(out.errors(), "  {WARN}{loss}{WARN:#}")?;
        }
    }
    match output {
        Some(path) => out.note(&format!("wrote {}", output_name(path))),
        None if args.dry_run => out.note("nothing was written"),
        None => {}
    }
    Ok(ExitCode::SUCCESS)
}

fn have(count: usize) -> String {
    format!("{} {}", plural(count, "setting"), if count == 1 { "has" } else { "have" })
}

/// A loss by its place in the file.
fn answered(loss: &cards_kit::script::convert::Loss, file: &ScriptFile, before: &Json) -> Loss {
    let list = if matches!(file, ScriptFile::Risu(_)) { "/data" } else { "" };
    let mut answer = Loss::default();
    answer.pointer = format!("{list}/{}/{}", loss.script, loss.member);
    answer.reason = cards_model::LossReason::NoField.as_str();
    answer.bytes = before.pointer(&answer.pointer).map_or(0, |value| value.to_string().len());
    answer
}
