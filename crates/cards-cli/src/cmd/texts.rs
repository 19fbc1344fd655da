//! `cards texts`: the texts of a card as a list for translators, out and in.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use cards_container::Limits;
use cards_kit::answer::{Misfits, TextRow, Texts};
use cards_kit::edit::exchange::{ListForm, Misfit, read, rows, write};
use cards_kit::edit::texts::TextClass;

use super::edited::{Opened, Target, note_brought};
use crate::failure::Failure;
use crate::input::{alert, load_file, read_text, refuse_two_dashes};
use crate::journal::journal;
use crate::library::{Done, Foot, Sum, Threads, change_each};
use crate::output::{LABEL, Output, output_name};
use crate::plural::plural;
use crate::printable::line;
use crate::save::{make_folder_of, refuse_existing, refuse_name, refuse_stream, save};
use crate::status::Status;
use cards_library::files::{Choice, PassedOver};

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
    #[command(
        after_help = "Examples:\n  cards texts out aria.png -o aria.po\n  cards texts out world.json --as csv\n  cards texts out cards/ --as po -o lists/"
    )]
    Out(OutArgs),
    /// Put the new texts of a list into a card.
    #[command(
        after_help = "Exit status: 0 when every row fitted, 1 when the text of some had changed since the list was taken; the others are in the result.\n\n\
        Examples:\n  cards texts in aria.png aria.po -o aria-de.png\n  cards texts in aria.png aria.csv --in-place\n  \
        cards texts in cards/ lists/ --in-place"
    )]
    In(InArgs),
}

#[derive(Debug, clap::Args)]
struct OutArgs {
    /// The card or lorebook, or a folder of them; `-` is standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The form of the list; without it, the extension of OUT says which, and JSON is the usual one.
    #[arg(long = "as", value_name = "FORM")]
    form: Option<Form>,
    /// Take these as well: `code` (patterns and scripts of clients), `label` (creator, version, source …).
    #[arg(long, value_name = "CLASS", value_delimiter = ',')]
    with: Vec<Class>,
    /// Write to a file instead of standard output; the lists of a folder go into a folder.
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
    /// Replace output files that exist.
    #[arg(long, requires = "output")]
    force: bool,
    #[command(flatten)]
    threads: Threads,
}

impl OutArgs {
    /// What is taken.
    fn classes(&self) -> Vec<TextClass> {
        let more = self.with.iter().map(|class| TextClass::from(*class));
        std::iter::once(TextClass::Prose).chain(more).collect()
    }
}

#[derive(Debug, clap::Args)]
struct InArgs {
    /// The card or lorebook, or a folder of them.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The list, or the folder of lists that `texts out` made of the folder; `-` is standard input.
    #[arg(value_name = "LIST")]
    list: PathBuf,
    /// The form of the list; without it, the extension of LIST says which, and JSON is the usual one.
    #[arg(long = "as", value_name = "FORM")]
    form: Option<Form>,
    #[command(flatten)]
    threads: Threads,
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
    if args.file.is_dir() {
        return take_out_all(args, out);
    }
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
    let rows = rows(&loaded.document.content, &args.classes());
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

/// Writes a list for each card of a folder, under the same path with the end of the list behind it.
fn take_out_all(args: &OutArgs, out: &mut Output) -> Result<ExitCode, Failure> {
    let Some(folder) = &args.output else {
        return Err(usage("the lists of a folder go into another one; name it with -o"));
    };
    refuse_stream(folder)?;
    if folder.is_file() {
        return Err(usage("the lists of a folder go into another one, and what -o names is a file"));
    }
    let (form, classes, texts) = (Form::of(args.form, None), args.classes(), Sum::default());
    let (passed, paths) = (PassedOver::default(), std::slice::from_ref(&args.file));
    let counts = change_each(paths, (Choice::default(), args.threads), &passed, out, |found, out| {
        let loaded = load_file(&found.path, &Limits::default())?;
        let rows = rows(&loaded.document.content, &classes);
        let target = list_of(folder, &found.inside(), form);
        refuse_existing(&target, args.force)?;
        make_folder_of(&target)?;
        save(&target, write(&rows, form).as_bytes(), args.force, out)?;
        texts.add(rows.len());
        if out.json() {
            let mut answer = Texts::default();
            answer.texts = rows.iter().map(TextRow::from).collect();
            let names = [&found.path, &target].map(|path| path.to_string_lossy().into());
            let [file, output] = names;
            out.answer(&[("file", file), ("output", output)], &answer)?;
        } else {
            writeln!(out.results(), "{LABEL}{}{LABEL:#}: {}", output_name(&target), plural(rows.len(), "text"))?;
        }
        Ok(Done::Changed)
    })?;
    let what = format!("{} of {}", plural(texts.all(), "text"), plural(counts.all(), "card"));
    let foot = Foot { did: ("write", "wrote"), what: &what, without: "no texts in", dry_run: false, undo: false };
    counts.end(paths, &foot, &passed, out)
}

/// The list of a card in a folder of lists.
fn list_of(folder: &Path, card: &Path, form: ListForm) -> PathBuf {
    let end = match form {
        ListForm::Csv => ".csv",
        ListForm::Po => ".po",
        _ => ".json",
    };
    let mut name = folder.join(card).into_os_string();
    name.push(end);
    name.into()
}

/// Puts the lists of a folder into the cards of another one, each into the one that it was taken from.
fn put_in_all(args: &InArgs, out: &mut Output) -> Result<ExitCode, Failure> {
    args.target.refuse_for_many()?;
    if !args.list.is_dir() {
        return Err(usage(
            "the cards of a folder take the lists of a folder, which `cards texts out FOLDER -o LISTS` writes",
        ));
    }
    let forms = match args.form {
        Some(form) => vec![Form::of(Some(form), None)],
        None => vec![ListForm::Po, ListForm::Csv, ListForm::Json],
    };
    let (passed, journal) = (PassedOver::default(), journal(out.command()));
    let (misfits, brought) = (Sum::default(), Sum::default());
    let paths = std::slice::from_ref(&args.file);
    let counts = change_each(paths, (Choice::default(), args.threads), &passed, out, |found, out| {
        let lists = forms.iter().map(|form| (*form, list_of(&args.list, &found.inside(), *form)));
        let Some((form, list)) = lists.into_iter().find(|(_, list)| list.is_file()) else { return Ok(Done::Without) };
        let mut opened = args.target.open(&found.path, out)?;
        opened.remember(&journal);
        let misfit = fill(&mut opened, &list, form)?;
        opened.write(out)?;
        misfits.add(misfit.len());
        let changed = opened.editor.is_changed();
        if out.json() {
            opened.answer(answer_of(&opened, &misfit), out)?;
        } else if changed || !misfit.is_empty() {
            opened.tell_one(&found.path, out)?;
            tell(&misfit, false, out)?;
        }
        brought.add(opened.warn_of_one(out));
        Ok(if changed { Done::Changed } else { Done::Same })
    })?;
    note_brought(brought.all(), out);
    let what = counts.of_cards();
    let code = counts.end(paths, &Foot::changed(&what, "no list for", args.target.dry_run), &passed, out)?;
    Ok(if counts.status() == Status::Fine && misfits.all() > 0 { Status::Found.into() } else { code })
}

/// Sets the texts of a list, and gives the rows that did not fit.
fn fill(opened: &mut Opened<'_>, list: &Path, form: ListForm) -> Result<Vec<Misfit>, Failure> {
    let text = read_text(list, &Limits::default())?;
    let rows = read(&text, form, &cards_kit::Limits::default()).map_err(|error| Failure::of(list, error))?;
    opened.editor.set_texts(&rows).map_err(|error| opened.origin.refused(error))
}

fn answer_of(opened: &Opened<'_>, misfits: &[Misfit]) -> Misfits {
    let mut answer = Misfits::default();
    answer.changes = opened.editor.answer().changes;
    answer.misfits = misfits.iter().map(cards_kit::answer::Misfit::from).collect();
    answer
}

fn usage(message: &str) -> Failure {
    Failure::Other { class: "usage", message: message.to_owned() }
}

fn put_in(args: &InArgs, out: &mut Output) -> Result<ExitCode, Failure> {
    if args.file.is_dir() {
        return put_in_all(args, out);
    }
    refuse_two_dashes([args.file.as_path(), &args.list])?;
    let mut opened = args.target.open(&args.file, out)?;
    alert(&args.file, opened.editor.document(), out);
    let misfits = fill(&mut opened, &args.list, Form::of(args.form, Some(&args.list)))?;
    opened.write(out)?;
    if out.json() {
        opened.answer(answer_of(&opened, &misfits), out)?;
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
