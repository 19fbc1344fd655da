//! A file of regex scripts, a preset or a chat in another client's form.

use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

use cards_container::Limits;
use cards_container::risup::Packing;
use cards_json::{Json, Pointer};
use cards_kit::answer::{Conversion, Loss};
use cards_kit::prompt::presets::Loss as Lost;
use cards_kit::{Beside, convert_beside};
use cards_model::Form;
use cards_words::Profile;

use super::Args;
use crate::failure::Failure;
use crate::input::{may_be_beside, name, read_bytes};
use crate::output::{Output, WARN, output_name};
use crate::plural::plural;
use crate::save::save;

/// The bytes of a file that no card was found in, where it is one that is kept beside cards.
pub(super) fn file(failure: &Failure, path: &Path) -> Option<Vec<u8>> {
    let bytes = may_be_beside(failure, path).then(|| read_bytes(path, &Limits::default()).ok()).flatten()?;
    Beside::read(&bytes, &cards_kit::Limits::default()).map(|_| bytes)
}

/// Writes the file as the client has it whose lorebook the form is.
pub(super) fn run(args: &Args, path: &Path, form: Form, bytes: &[u8], out: &mut Output) -> Result<ExitCode, Failure> {
    let usage = |message: &str| Failure::Other { class: "usage", message: message.to_owned() };
    if args.stash || args.scenario_variable || args.locale.is_some() {
        return Err(usage("--stash, --scenario-variable and --locale are for cards, and this file holds none"));
    }
    let to = match form {
        Form::RisuLorebook => Profile::Risu,
        Form::WorldInfo => Profile::SillyTavern,
        _ => {
            return Err(usage(
                "regex scripts and presets are written for RisuAI and SillyTavern, chats and personas for SillyTavern: --to risu, --to sillytavern",
            ));
        }
    };
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let made = convert_beside(bytes, to, &stem, &cards_kit::Limits::default());
    let made = made.map_err(|error| Failure::of(path, error))?;
    let Some(mut made) = made else {
        let beside = Beside::read(bytes, &cards_kit::Limits::default());
        return Err(usage(&match &beside {
            Some(Beside::Chat(_)) => {
                "a chat is written as SillyTavern keeps it, which RisuAI reads too: --to sillytavern".to_owned()
            }
            Some(beside @ (Beside::NovelAiPreset { .. } | Beside::MarinaraPreset { .. } | Beside::Personas(_))) => {
                format!("this holds {}, which goes to SillyTavern alone: --to sillytavern", beside.answer().what)
            }
            _ => {
                "of the files beside cards, regex scripts, presets, chats and personas alone have a form of another client"
                    .to_owned()
            }
        }));
    };
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
        let mut answer = Conversion::default();
        (answer.from, answer.to) = (made.from, made.to);
        answer.loss = made.loss.iter().map(|loss| answered(loss, &made.before)).collect();
        let result = (args.output.is_none() && !args.dry_run).then_some((Pointer::from(["result"]), made.value));
        let output = output.map(Path::to_string_lossy);
        let files = [("file", path.to_string_lossy().into()), ("output", output.into())];
        out.answer_with(&files, &answer, result)?;
        return Ok(ExitCode::SUCCESS);
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
    Ok(ExitCode::SUCCESS)
}

fn have(count: usize, what: &str) -> String {
    format!("{} {}", plural(count, what), if count == 1 { "has" } else { "have" })
}

/// A loss by its place in the file.
fn answered(loss: &Lost, before: &Json) -> Loss {
    let mut answer = Loss::default();
    answer.pointer.clone_from(&loss.pointer);
    answer.what.clone_from(&loss.what);
    answer.reason = cards_model::LossReason::NoField.as_str();
    answer.bytes = before.pointer(&loss.pointer).map_or(0, |value| value.to_string().len());
    answer
}
