//! `cards convert`: a card or lorebook in another spec.

mod beside;
mod foreign;
mod many;

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use cards_container::Limits;
use cards_container::pack::{PackOptions, Target as Container, pack};
use cards_json::Pointer;
use cards_kit::answer::Conversion;
use cards_kit::{Opened, container_of, convert_document};
use cards_model::convert::{Goal, Options, Scenario, Stash};
use cards_model::id::RandomIds;
use cards_model::{Document, Form, Loss, LossReason};
use cards_words::UnknownName;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;

use crate::cmd::pack::write::{refuse, refused, save_with};
use crate::failure::Failure;
use crate::input::{alert, name, open_both};
use crate::library::Threads;
use crate::output::{FAINT, LABEL, Output, WARN, output_name};
use crate::picture::Size;
use crate::plural::plural;
use crate::printable::line;
use crate::save::save;
use crate::turn::prefer;

/// Convert a card between V1, V2, V3, V3L and Prom or into another program's form, a lorebook between its forms, regex scripts
/// and presets into the other client's, or a chat into SillyTavern's, and say what gets lost.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  cards convert aria.png --to v2 -o aria-v2.json\n  \
    cards convert aria.png --to v1 --stash -o aria-v1.json   # what V1 cannot hold is kept aside\n  \
    cards convert world.json --to lorebook_v3 --report > book.json\n  \
    cards convert aria.charx --to worldinfo -o aria-world.json\n  \
    cards convert aria.png --to v3 -o aria-v3.png   # the same picture\n  \
    cards convert aria.png --to yaml -o Aria.yaml   # text-generation-webui\n  \
    cards convert aria.png --to byaf -o aria.byaf   # Backyard\n  \
    cards convert preset.json --to risu -o preset.risup   # and --to sillytavern\n  \
    cards convert chat.json --to sillytavern -o chat.jsonl   # a chat of RisuAI, Agnai, KoboldAI Lite …\n  \
    cards convert ~/cards --to v3 -o new/   # all of a folder, each in its container\n  \
    cards convert ~/cards --to v3 --in-place\n\n\
    The result is JSON, or a card in a PNG, CHARX or Prom ZIP where OUT is named so; its picture and assets come along. \
    What the target cannot hold is always counted on standard error; --report lists it.")]
pub(crate) struct Args {
    /// Files, and folders whose cards are converted; `-` is standard input.
    #[arg(required = true, value_name = "PATH")]
    files: Vec<PathBuf>,
    /// The form to convert to.
    #[arg(long, value_name = "FORM", value_parser = Goals)]
    to: Goal,
    /// Keep what the target cannot hold inside the result, so that a later conversion brings it back.
    #[arg(long)]
    stash: bool,
    /// In Prom cards, let greetings set the scenario as a variable that the description shows.
    #[arg(long)]
    scenario_variable: bool,
    /// The language of plain greetings and notes in a V3L card that is made, or the one to take out of a card that has
    /// several; English unless given.
    #[arg(long, value_name = "LOCALE", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    locale: Option<String>,
    /// List everything that the target cannot hold.
    #[arg(long)]
    report: bool,
    /// Write to a file instead of standard output; several files and folders go into a folder, under the same paths.
    #[arg(short, long, value_name = "OUT", conflicts_with = "in_place")]
    output: Option<PathBuf>,
    /// Convert the files of folders themselves, each in one step; `cards undo` puts them back.
    #[arg(long)]
    in_place: bool,
    /// Say what would be converted and lost, and write nothing.
    #[arg(long, conflicts_with = "in_place")]
    dry_run: bool,
    /// Replace output files that exist.
    #[arg(long, requires = "output")]
    force: bool,
    #[command(flatten)]
    threads: Threads,
}

/// Reads the name of a form as [`Goal`] does; help and completions have the one that machines use.
#[derive(Clone)]
struct Goals;

impl TypedValueParser for Goals {
    type Value = Goal;

    fn parse_ref(&self, command: &clap::Command, arg: Option<&clap::Arg>, value: &OsStr) -> Result<Goal, clap::Error> {
        if let Some(goal) = value.to_str().and_then(|name| name.parse().ok()) {
            return Ok(goal);
        }
        // Every id was read above, so that this refuses, with the list and the nearest name.
        let id = PossibleValuesParser::new(Goal::all().map(Goal::id)).parse_ref(command, arg, value)?;
        id.parse().map_err(|unknown: UnknownName| command.clone().error(ErrorKind::InvalidValue, unknown))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Goal::all().map(|goal| PossibleValue::new(goal.id()))))
    }
}

/// Runs the verb.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode, Failure> {
    let file = match args.files.as_slice() {
        [file] if !file.is_dir() && !args.in_place => file,
        _ => return many::run(args, out),
    };
    if let Some(path) = &args.output {
        refuse(path, args.force, out)?;
    }
    let limits = Limits::default();
    let form = match args.to {
        Goal::Own(form) => form,
        Goal::Foreign(form) => return foreign::run(args, file, form, out),
    };
    let opened = open_both(file, &limits);
    if let Err(failure) = &opened
        && let Some(done) = beside::run(args, file, failure, out)?
    {
        return Ok(done);
    }
    let container = container(args, form)?;
    let Opened { file: mut opened, mut loaded, .. } = opened?;
    alert(file, &loaded.document, out);
    refuse_useless(args, &loaded.document)?;
    let mut ids = RandomIds::new(random_bits);
    let mut converted =
        convert_document(&loaded.document, form, &options(args), &mut ids).map_err(|error| Failure::of(file, error))?;
    let text = converted.to_text();
    if container.is_none() {
        converted.left_behind = opened.container.beside_the_card();
    }
    match (&args.output, container) {
        (Some(path), Some(target)) => {
            let needs_png = matches!(target, Container::Png | Container::Prom);
            let own =
                if needs_png { Size::default().own(file, &mut opened.container, &loaded, &limits)? } else { None };
            for finding in own.iter().flat_map(|own| &own.findings) {
                out.warn(&finding.to_string());
            }
            let own = own.map(|own| own.png);
            loaded.document = Document::new(converted.content.clone());
            let options = PackOptions::default().with_portrait(own).with_limits(limits);
            let packed = written(args, path, file, out, |mut writer| {
                pack(&mut opened.container, loaded, target, &options, &mut writer)
            });
            let packed = packed.map_err(|failure| match failure {
                Failure::Card { source: cards_container::Error::CannotWrite { reason, .. }, path } => {
                    let message = format!("{reason}; `cards pack --picture` takes one");
                    Failure::Content { path, class: "bad-field", message }
                }
                other => other,
            })?;
            for finding in &packed.findings {
                out.warn(&finding.to_string());
            }
        }
        _ if args.dry_run => {}
        (Some(path), None) => save(path, text.as_bytes(), args.force, out)?,
        (None, _) if !out.json() => out.raw(text.as_bytes())?,
        (None, _) => {}
    }
    let answer =
        if args.output.is_some() || args.dry_run { converted.answer_without_result() } else { converted.answer() };
    if !out.json() {
        for change in &converted.marked {
            out.note(&format!("{}: {}", change.pointer, change.message));
        }
    }
    answered(args, file, answer, &converted.loss, out)?;
    Ok(ExitCode::SUCCESS)
}

/// Says which other parts of the file the result has no room for.
fn tell_left_behind(others: &[String], out: &mut Output) {
    /// So many are named at most.
    const NAMED: usize = 3;
    if others.is_empty() {
        return;
    }
    let more = if others.len() > NAMED { ", …" } else { "" };
    let named = others.iter().take(NAMED).map(|name| format!("`{}`", line(name, 60))).collect::<Vec<_>>().join(", ");
    let (stay, them) = if others.len() == 1 { ("stays", "it") } else { ("stay", "them") };
    let files = plural(others.len(), "other file");
    out.warn(&format!(
        "{files} of the card {stay} behind: {named}{more}; `cards pack` brings {them} along where a file has room"
    ));
}

/// Writes a file whole or not at all, or sees that it could be written.
fn written<T>(
    args: &Args,
    path: &Path,
    from: &Path,
    out: &mut Output,
    work: impl FnOnce(&mut dyn Write) -> Result<T, cards_container::Error>,
) -> Result<T, Failure> {
    if args.dry_run {
        work(&mut std::io::sink()).map_err(|error| refused(from, error))
    } else {
        save_with(path, from, None, out, work)
    }
}

/// The container that the name of the output promises, where it promises one; a name that no such file may have is
/// refused.
fn container(args: &Args, form: Form) -> Result<Option<Container>, Failure> {
    let Some(output) = args.output.as_deref().filter(|path| *path != Path::new("-")) else { return Ok(None) };
    container_of(&name(output), form)
        .map_err(|error| Failure::Other { class: error.class(), message: error.to_string() })
}

/// Refuses options that nothing of this conversion would heed.
fn refuse_useless(args: &Args, document: &Document) -> Result<(), Failure> {
    let usage = |message: String| Err(Failure::Other { class: "usage", message });
    if args.scenario_variable && args.to != Goal::Own(Form::Prom) {
        return usage("--scenario-variable is for --to prom; other cards have a field for the scenario".to_owned());
    }
    if args.stash && keeps_none(args) {
        return usage(format!("--stash: a {} has no place for what is kept aside", args.to));
    }
    let Some(locale) = &args.locale else { return Ok(()) };
    if args.to == Goal::Own(Form::V3L) && document.content.form() != Form::V3L {
        return Ok(());
    }
    let mut card = document.card().cloned();
    // What is written stays: a text in another language than was asked for is no answer.
    prefer(locale, card.as_mut())?.map_or(Ok(()), usage)
}

/// Whether the form has no place for a stash.
fn keeps_none(args: &Args) -> bool {
    matches!(args.to, Goal::Foreign(form) if form.is_lorebook())
}

/// Says what became of the content and where it went: as JSON, or in words.
fn answered(args: &Args, file: &Path, answer: Conversion, loss: &[Loss], out: &mut Output) -> Result<(), Failure> {
    let output = args.output.as_deref().filter(|_| !args.dry_run);
    answered_one(args, (file, output), answer, loss, out)?;
    match output {
        _ if out.json() => {}
        Some(path) => out.note(&format!("wrote {}", output_name(path))),
        None if args.dry_run => out.note("nothing was written"),
        None => {}
    }
    Ok(())
}

/// Says what became of the content: as JSON, or in words.
fn answered_one(
    args: &Args,
    (file, output): (&Path, Option<&Path>),
    mut answer: Conversion,
    loss: &[Loss],
    out: &mut Output,
) -> Result<(), Failure> {
    if out.json() {
        let result = answer.result.take().map(|result| (Pointer::from(["result"]), result));
        let output = output.map(Path::to_string_lossy);
        let files = [("file", file.to_string_lossy().into()), ("output", output.into())];
        return out.answer_with(&files, &answer, result);
    }
    tell_left_behind(&answer.left_behind, out);
    let kept = match (answer.stashed, args.stash || keeps_none(args)) {
        (true, _) => "kept aside in the result",
        (false, true) => "lost; nothing can be kept aside here",
        (false, false) => "lost; --stash keeps them aside",
    };
    tell(&answer, loss, kept, args.report, out)
}

fn tell(answer: &Conversion, loss: &[Loss], kept: &str, report: bool, out: &mut Output) -> Result<(), Failure> {
    let [from, to] = [answer.from, answer.to].map(|id| id.parse().map_or(id, Goal::name));
    let off = loss.iter().filter(|loss| loss.pointer.as_str().ends_with("/enabled")).count();
    if off > 0 {
        let are = if off == 1 { "is" } else { "are" };
        out.warn(&format!("{} that {are} switched off will fire: {to} has no such switch", plural(off, "entry")));
    }
    if loss.is_empty() {
        out.note(&format!("{from} became {to}; nothing was lost"));
        return Ok(());
    }
    let list = if report { "" } else { ", --report lists them" };
    // What the target says in another form is there, and not lost.
    let (said, gone): (Vec<&Loss>, _) = loss.iter().partition(|loss| loss.reason == LossReason::Reshaped);
    let (values, said) = (plural(gone.len(), "value"), plural(said.len(), "value"));
    let bytes = plural(gone.iter().map(|loss| loss.size).sum(), "byte");
    let have = if gone.len() == 1 { "has" } else { "have" };
    match (gone.len(), loss.len() - gone.len()) {
        (0, _) => out.note(&format!("{from} became {to}; nothing was lost, and {said} written in another form{list}")),
        (_, 0) => out.warn(&format!("{from} became {to}: {values} ({bytes}) {have} no place there: {kept}{list}")),
        _ => out.warn(&format!(
            "{from} became {to}: {values} ({bytes}) {have} no place there: {kept}; {said} written in another form{list}"
        )),
    }
    if report {
        let errors = out.errors();
        for loss in loss {
            let place = loss.pointer.or_whole("(whole file)");
            let (reason, size) = (loss.reason.as_str(), plural(loss.size, "byte"));
            writeln!(errors, "  {LABEL}{}{LABEL:#} {WARN}{reason}{WARN:#} {FAINT}{size}{FAINT:#}", line(place, 70))?;
        }
    }
    Ok(())
}

fn options(args: &Args) -> Options {
    let stash = if args.stash { Stash::Everywhere } else { Stash::Off };
    let scenario = if args.scenario_variable { Scenario::Variable } else { Scenario::Stashed };
    Options::default().with_stash(stash).with_scenario(scenario).with_locale(args.locale.as_deref().unwrap_or("en"))
}

/// A seed of random bits of the system.
pub(crate) fn random_seed() -> u64 {
    u64::from(random_bits()) << 32 | u64::from(random_bits())
}

/// Random bits of the system.
pub(crate) fn random_bits() -> u32 {
    // Without the system's randomness there are no unguessable ids; the clock is better than one id for all.
    getrandom::u32().unwrap_or_else(|_| {
        std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |since| since.subsec_nanos())
    })
}
