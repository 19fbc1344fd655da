//! `cards texts`: the texts of a card as a list for translators, out and in.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use cards_container::Limits;
use cards_kit::answer::{Misfits, TextRow, Texts};
use cards_kit::edit::exchange::{ListForm, Misfit, read, rows, write};
use cards_kit::edit::texts::TextClass;

use super::edited::Target;
use crate::failure::Failure;
use crate::input::{alert, load_file, read_text, refuse_two_dashes};
use crate::output::{LABEL, Output, output_name};
use crate::plural::plural;
use crate::printable::line;
use crate::save::{refuse_existing, refuse_name, save};
use crate::status::Status;

/// Take the texts of a card out as a list to translate or proofread, and put them in again.
#[derive(Debug, clap::Args)]
#[command(subcommand_required = true, arg_required_else_help = true)]
#[command(
    after_help = "Greetings, tags and the lorebook are included. Each row has the place, the text as it is (`source`) and room for the \
    new one (`text`); a row left empty changes nothing.\n\nExamples:\n  cards texts out aria.png -o aria.po\n  \
    cards texts in aria.png aria.po -o aria-de.png\n  cards texts out aria.png --as csv > aria.csv"
)]
pub(crate) struct Args {
    #[command(subcommand)]
    way: Way,
}

#[derive(Debug, clap::Subcommand)]
enum Way {
    /// Write the texts of a card as a list.
    #[command(after_help = "Examples:\n  cards texts out aria.png -o aria.po\n  cards texts out world.json --as csv")]
    Out(OutArgs),
    /// Put the new texts of a list into a card.
    #[command(
        after_help = "Exit status: 0 when every row fitted, 1 when some fitted no more; the others are in the result.\n\n\
        Examples:\n  cards texts in aria.png aria.po -o aria-de.png\n  cards texts in aria.png aria.csv --in-place"
    )]
    In(InArgs),
}

#[derive(Debug, clap::Args)]
struct OutArgs {
    /// The card or lorebook; `-` is standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The form of the list; without it, the extension of OUT says which, and JSON is the usual one.
    #[arg(long = "as", value_name = "FORM")]
    form: Option<Form>,
    /// Take these as well: `code` (patterns and scripts of clients), `label` (creator, version, source …).
    #[arg(long, value_name = "CLASS", value_delimiter = ',')]
    with: Vec<Class>,
    /// Write to a file instead of standard output.
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
    /// Replace the output file if it exists.
    #[arg(long, requires = "output")]
    force: bool,
}

#[derive(Debug, clap::Args)]
struct InArgs {
    /// The card or lorebook.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The list; `-` is standard input.
    #[arg(value_name = "LIST")]
    list: PathBuf,
    /// The form of the list; without it, the extension of LIST says which, and JSON is the usual one.
    #[arg(long = "as", value_name = "FORM")]
    form: Option<Form>,
    #[command(flatten)]
    target: Target,
}

/// What a list has beside prose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Class {
    Code,
    Label,
}

impl From<Class> for TextClass {
    fn from(class: Class) -> Self {
        match class {
            Class::Code => Self::Code,
            Class::Label => Self::Label,
        }
    }
}

/// The forms of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Form {
    Json,
    Csv,
    Po,
}

impl Form {
    /// The form that was asked for, by word or by the name of the list.
    fn of(given: Option<Self>, path: Option<&Path>) -> ListForm {
        let named = path.and_then(Path::extension).and_then(|end| end.to_str()).map(str::to_ascii_lowercase);
        let named = match named.as_deref() {
            Some("csv") => Self::Csv,
            Some("po" | "pot") => Self::Po,
            _ => Self::Json,
        };
        match given.unwrap_or(named) {
            Self::Json => ListForm::Json,
            Self::Csv => ListForm::Csv,
            Self::Po => ListForm::Po,
        }
    }
}

/// Runs the verb.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode, Failure> {
    match &args.way {
        Way::Out(args) => take_out(args, out),
        Way::In(args) => put_in(args, out),
    }
}

fn take_out(args: &OutArgs, out: &mut Output) -> Result<ExitCode, Failure> {
    if let Some(output) = args.output.as_deref().filter(|path| *path != Path::new("-")) {
        let (ends, what): (&[&str], _) = match Form::of(args.form, Some(output)) {
            ListForm::Csv => (&["csv"], "a list as CSV"),
            ListForm::Po => (&["po", "pot"], "a list as PO"),
            _ => (&["json"], "a list as JSON"),
        };
        refuse_name(output, ends, what, ends.first().copied().unwrap_or_default())?;
        refuse_existing(output, args.force)?;
    }
    let loaded = load_file(&args.file, &Limits::default())?;
    alert(&args.file, &loaded.document, out);
    let more = args.with.iter().map(|class| TextClass::from(*class));
    let classes: Vec<TextClass> = std::iter::once(TextClass::Prose).chain(more).collect();
    let rows = rows(&loaded.document.content, &classes);
    let list = write(&rows, Form::of(args.form, args.output.as_deref()));
    if out.json() {
        let mut answer = Texts::default();
        answer.texts = rows.iter().map(TextRow::from).collect();
        let output = args.output.as_deref().map(Path::to_string_lossy);
        if let Some(path) = &args.output {
            out.refuse_two_on_stdout(path)?;
            save(path, list.as_bytes(), args.force, out)?;
        }
        out.answer(&[("file", args.file.to_string_lossy().into()), ("output", output.into())], &answer)?;
        return Ok(ExitCode::SUCCESS);
    }
    match &args.output {
        Some(path) => {
            save(path, list.as_bytes(), args.force, out)?;
            out.note(&format!("wrote {}: {}", output_name(path), plural(rows.len(), "text")));
        }
        None => out.raw(list.as_bytes())?,
    }
    Ok(ExitCode::SUCCESS)
}

fn put_in(args: &InArgs, out: &mut Output) -> Result<ExitCode, Failure> {
    refuse_two_dashes([args.file.as_path(), &args.list])?;
    let mut opened = args.target.open(&args.file, out)?;
    alert(&args.file, opened.editor.document(), out);
    let text = read_text(&args.list, &Limits::default())?;
    let rows = read(&text, Form::of(args.form, Some(&args.list)), &cards_kit::Limits::default())
        .map_err(|error| Failure::of(&args.list, error))?;
    let misfits = opened.editor.set_texts(&rows).map_err(|error| Failure::of(&args.file, error))?;
    opened.write(out)?;
    if out.json() {
        let mut answer = Misfits::default();
        answer.changes = opened.editor.answer().changes;
        answer.misfits = misfits.iter().map(cards_kit::answer::Misfit::from).collect();
        opened.answer(&answer, out)?;
    } else {
        opened.tell(out)?;
        tell(&misfits, opened.is_on_stdout(), out)?;
    }
    Ok(if misfits.is_empty() { Status::Fine } else { Status::Found }.into())
}

/// Names the rows that fitted no more.
fn tell(misfits: &[Misfit], is_on_stdout: bool, out: &mut Output) -> Result<(), Failure> {
    if misfits.is_empty() {
        return Ok(());
    }
    out.warn(&format!("{} of the list did not fit and changed nothing", plural(misfits.len(), "row")));
    for misfit in misfits.iter().filter(|_| !is_on_stdout) {
        writeln!(out.results(), "{LABEL}{}{LABEL:#}: {}", line(&misfit.place, usize::MAX), misfit.why)?;
    }
    Ok(())
}
