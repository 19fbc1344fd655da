//! `cards edit`: the texts of a card in an editor.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use cards_kit::edit::sheet::{self, END, MARK};
use cards_kit::edit::texts::texts;
use cards_kit::{Patch, Place};

use super::edited::{Opened, Target};
use crate::failure::Failure;
use crate::input::{alert, is_standard_input};
use crate::output::Output;
use crate::shell::word;

/// Open the texts of a card or lorebook in an editor, and put them back when it closes.
///
/// The texts are in one Markdown file, each behind a line with its place. Texts that are not changed stay as they are.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "The editor is that of --with, else of VISUAL, else of EDITOR; one that returns at once needs its option to wait, as \
    in --with 'code --wait'. When the editor fails, nothing is changed. When a text cannot be put back, the file with the \
    edited texts is kept and named.\n\nExamples:\n  cards edit aria.png\n  cards edit aria.png --field greetings\n  \
    cards edit world.json --with 'code --wait' -o new.json\n  cards edit aria.png --folder --with 'code --wait'"
)]
pub(crate) struct Args {
    /// The file.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Only the texts of this field, as `cards grep` has them; may be given several times.
    #[arg(long, value_name = "FIELD", value_parser = crate::search::field)]
    field: Vec<String>,
    /// Open a folder with a file for each text instead of one file with all.
    #[arg(long)]
    folder: bool,
    /// The command that opens an editor.
    #[arg(long, value_name = "COMMAND", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    with: Option<String>,
    /// Write the result here instead of changing the file.
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
    /// Show what would change, and write nothing.
    #[arg(long, conflicts_with = "output")]
    dry_run: bool,
    /// Replace the output file if it exists.
    #[arg(long, requires = "output")]
    force: bool,
    /// Leave the card's date of change as it is; the specs that have one say that it changes with the card.
    #[arg(long)]
    no_touch: bool,
}

/// Runs the verb.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode, Failure> {
    if is_standard_input(&args.file) {
        let message = "an editor needs a file of its own; name one".to_owned();
        return Err(Failure::Other { class: "usage", message });
    }
    let editor = editor(args)?;
    let target = Target::of(args.output.clone(), args.dry_run, args.force, args.no_touch);
    let mut opened = target.open(&args.file, out)?;
    alert(&args.file, opened.editor.document(), out);
    let sections: Vec<(String, String)> = texts(&opened.editor.document().content)
        .into_iter()
        .filter(|text| args.field.is_empty() || args.field.iter().any(|field| text.is_of(field)))
        .map(|text| (text.place.to_string(), text.text.into_owned()))
        .collect();
    if sections.is_empty() {
        let message = "there is no text to edit; `cards set` adds one".to_owned();
        return Err(Failure::Content { path: args.file.clone(), class: "no-place", message });
    }
    if args.folder {
        return in_folder(args, &editor, &sections, opened, out);
    }
    let sheet = sheet::write(&sections);
    let file = tempfile::Builder::new().prefix("cards-").suffix(".md").tempfile();
    let mut file = file.map_err(|source| Failure::Write { path: std::env::temp_dir(), source })?;
    let failed = |path: &Path, source| Failure::Write { path: path.to_owned(), source };
    file.write_all(sheet.as_bytes()).and_then(|()| file.flush()).map_err(|source| failed(file.path(), source))?;
    call(&editor, file.path())?;
    let edited = fs::read_to_string(file.path())
        .map_err(|source| Failure::Read { path: file.path().to_owned(), source })?
        .replace("\r\n", "\n");
    let done = put_back(&edited, &sections, &mut opened.editor).and_then(|()| opened.finish(out));
    done.map_err(|failure| kept(args, &failure, file.into_temp_path().keep().ok()))?;
    Ok(ExitCode::SUCCESS)
}

/// The failure, with where the edited texts are.
fn kept(args: &Args, failure: &Failure, path: Option<PathBuf>) -> Failure {
    let kept = path.map(|path| format!("; the edited texts are in {}", word(&path))).unwrap_or_default();
    Failure::Content { path: args.file.clone(), class: failure.class(), message: failure.chain() + &kept }
}

/// Opens an editor on a folder with a file for each text. A file that is gone changes nothing.
fn in_folder(
    args: &Args,
    editor: &str,
    sections: &[(String, String)],
    mut opened: Opened<'_>,
    out: &mut Output,
) -> Result<ExitCode, Failure> {
    let folder = tempfile::Builder::new().prefix("cards-").tempdir();
    let folder = folder.map_err(|source| Failure::Write { path: std::env::temp_dir(), source })?;
    let digits = sections.len().to_string().len();
    let name = |(number, (place, _)): (usize, &(String, String))| {
        let plain: String = place.chars().map(|c| if c.is_alphanumeric() { c } else { ' ' }).collect();
        let plain: String = plain.split_whitespace().collect::<Vec<_>>().join("-").chars().take(60).collect();
        folder.path().join(format!("{:0digits$}-{plain}.md", number + 1))
    };
    let paths: Vec<PathBuf> = sections.iter().enumerate().map(name).collect();
    for (path, (_, text)) in paths.iter().zip(sections) {
        fs::write(path, text.clone() + "\n").map_err(|source| Failure::Write { path: path.clone(), source })?;
    }
    call(editor, folder.path())?;
    let there: Vec<_> = paths.iter().zip(sections).filter(|(path, _)| path.exists()).collect();
    let done = patches(&there)
        .and_then(|patches| opened.editor.apply(&patches).map_err(|error| usage(crate::failure::chain(&error))))
        .and_then(|_| opened.finish(out));
    done.map_err(|failure| kept(args, &failure, Some(folder.keep())))?;
    Ok(ExitCode::SUCCESS)
}

/// What changed in files of one text each.
fn patches(files: &[(&PathBuf, &(String, String))]) -> Result<Vec<Patch>, Failure> {
    let mut patches = Vec::new();
    for (path, (place, old)) in files {
        let edited = fs::read_to_string(path).map_err(|source| Failure::Read { path: path.to_path_buf(), source })?;
        let edited = edited.replace("\r\n", "\n");
        let edited = edited.strip_suffix('\n').unwrap_or(&edited);
        patches.extend(changed(place, old, edited).map_err(usage)?);
    }
    Ok(patches)
}

fn usage(message: String) -> Failure {
    Failure::Other { class: "usage", message }
}

/// The patch that puts an edited text back, where it is another one. Editors have one kind of line end, and may add or take
/// away the last.
fn changed(place: &str, old: &str, new: &str) -> Result<Option<Patch>, String> {
    let new = if old.contains("\r\n") { new.replace('\n', "\r\n") } else { new.to_owned() };
    if new == *old || new.trim_end_matches(['\r', '\n']) == old.trim_end_matches(['\r', '\n']) {
        return Ok(None);
    }
    let path: Place = place.parse().map_err(|error: cards_kit::Error| error.to_string())?;
    Ok(Some(Patch::Set { path, value: new.into() }))
}

/// The command that opens an editor.
fn editor(args: &Args) -> Result<String, Failure> {
    let named = |name: &str| std::env::var(name).ok().filter(|command| !command.trim().is_empty());
    args.with.clone().or_else(|| named("VISUAL")).or_else(|| named("EDITOR")).ok_or_else(|| {
        let message = "no editor is known; give --with COMMAND, or set EDITOR".to_owned();
        Failure::Other { class: "usage", message }
    })
}

/// Runs an editor on a file, and waits for its end.
fn call(editor: &str, file: &Path) -> Result<(), Failure> {
    let mut words = editor.split_whitespace();
    let mut command = Command::new(words.next().unwrap_or_default());
    let status = command.args(words).arg(file).status();
    let failed = |what: String| Failure::Other { class: "io", message: format!("{what}; nothing was changed") };
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(failed(format!("the editor `{editor}` ended with {status}"))),
        Err(error) => Err(failed(format!("the editor `{editor}` cannot be started: {error}"))),
    }
}

/// Puts what was changed on a sheet back into the card. Every mark has to be there still, and nothing in front of the first
/// one: what belongs to which text could only be guessed otherwise.
fn put_back(written: &str, sections: &[(String, String)], editor: &mut cards_kit::Editor) -> Result<(), Failure> {
    let known: HashMap<&str, &str> = sections.iter().map(|(place, text)| (&**place, &**text)).collect();
    let own_lines: HashSet<&str> =
        known.values().flat_map(|text| text.lines()).filter(|line| sheet::was_mark(line)).collect();
    let found = sheet::read(written, |line| own_lines.contains(line)).map_err(usage)?;
    let seen: HashSet<&str> = found.iter().map(|(place, _)| &**place).collect();
    if let Some((place, _)) = found.iter().find(|(place, _)| !known.contains_key(&**place)) {
        let place = sheet::line_of(place);
        return Err(usage(format!("the line for `{place}` was not there; `cards set` adds texts")));
    }
    if let Some((place, _)) = sections.iter().find(|(place, _)| !seen.contains(&**place)) {
        let place = sheet::line_of(place);
        let message =
            format!("the line `{MARK}{place}{END}` is gone; to empty a text, leave its line and nothing below it");
        return Err(usage(message));
    }
    let mut patches = Vec::new();
    for (place, text) in found {
        if let Some(old) = known.get(&*place) {
            patches.extend(changed(&place, old, &text).map_err(usage)?);
        }
    }
    editor.apply(&patches).map(drop).map_err(|error| usage(crate::failure::chain(&error)))
}
