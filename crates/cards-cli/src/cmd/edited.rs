//! What the verbs that change a card share: where the result goes, what it must not replace, and what is said about it.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use cards_container::Finding;
use cards_json::Json;
use cards_kit::edit::{Cause, Change};
use cards_kit::merge::{MergedMembers, Side};
use cards_kit::{Editor, Error, Limits, OpenOptions, Place, Portrait, answer, portrait};
use cards_lint::Severity;
use serde_json::Value;

use crate::cmd::convert::random_seed;
use crate::cmd::pack::write::{no_output, no_place, refuse};
use crate::failure::Failure;
use crate::input::{file_name, is_read_once, is_standard_input, name, now, open};
use crate::journal::Journal;
use crate::json::Values;
use crate::library::refuse_unless_said;
use crate::origin::Origin;
use crate::output::{BAD, FAINT, GOOD, LABEL, Output, STRONG, output_name};
use crate::plural::plural;
use crate::printable::line;
use crate::save::{Staged, put};

/// Where a changed card goes.
#[derive(Debug, clap::Args)]
pub(crate) struct Target {
    /// Write the result here; `-` is standard output.
    #[arg(short, long, value_name = "OUT", conflicts_with = "in_place")]
    output: Option<PathBuf>,
    /// Change the file itself, in one step: a crash leaves the old one or the new one.
    #[arg(long)]
    in_place: bool,
    /// Show what would change, and write nothing.
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Replace the output file if it exists, and change the date on which the card was made.
    #[arg(long)]
    force: bool,
    /// Do nothing unless this is the SHA-256 of the file, or at least the first 8 digits of it; `cards get --json` tells it.
    #[arg(long, value_name = "HASH", value_parser = hash)]
    guard: Option<String>,
    /// Leave the card's date of change as it is; the specs that have one say that it changes with the card.
    #[arg(long)]
    no_touch: bool,
}

fn hash(text: &str) -> Result<String, String> {
    let digits = text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let fits = digits && (8..=64).contains(&text.len());
    if fits { Ok(text.to_owned()) } else { Err("8 to 64 hex digits belong here".to_owned()) }
}

impl Target {
    /// The other file that the result goes to.
    pub(crate) fn file(&self) -> Option<&Path> {
        self.output.as_deref()
    }

    /// Whether files that are there may be replaced.
    pub(crate) fn forces(&self) -> bool {
        self.force
    }

    /// The file itself, or nothing.
    pub(crate) fn in_place(dry_run: bool) -> Self {
        Self { output: None, in_place: !dry_run, dry_run, force: false, guard: None, no_touch: false }
    }

    /// A file that was named, or else the file itself.
    pub(crate) fn of(output: Option<PathBuf>, dry_run: bool, force: bool, no_touch: bool) -> Self {
        Self { in_place: output.is_none() && !dry_run, output, dry_run, force, guard: None, no_touch }
    }

    /// Refuses what is for one file alone.
    pub(crate) fn refuse_for_many(&self) -> Result<(), Failure> {
        let message = match self {
            Self { output: Some(_), .. } => {
                "-o takes one file; change a folder with --in-place, or see it with --dry-run"
            }
            Self { guard: Some(_), .. } => "--guard is for one file, whose hash it is",
            _ => return refuse_unless_said(self.in_place, self.dry_run),
        };
        Err(Failure::Other { class: "usage", message: message.to_owned() })
    }

    /// Opens a file to be changed, after a look at where the result goes.
    pub(crate) fn open<'a>(&self, file: &'a Path, out: &Output) -> Result<Opened<'a>, Failure> {
        let target = self.path(file, out)?;
        let limits = Limits::default();
        let origin = Origin::new(file, &limits)?;
        let hash = origin.hash()?;
        if let Some(wanted) = &self.guard {
            Editor::guard(&hash, wanted).map_err(|error| origin.refused(error))?;
        }
        let editor = cards_kit::open(origin.source()?, OpenOptions::mendable(&limits))
            .map(cards_kit::Opened::edit)
            .map_err(|error| origin.refused(error))?;
        let editor = editor.with_touch(if self.no_touch { None } else { now() }).with_force(self.force);
        let editor = editor.with_seed(random_seed());
        let kind = editor.kind();
        if let Some(end) = self.output.as_deref().and_then(file_name).and_then(|name| kind.belied_by(&name)) {
            let message = format!("the container stays as it is, and `.{end}` is no {kind}; `cards pack` changes it");
            return Err(Failure::Other { class: "usage", message });
        }
        Ok(Opened {
            origin,
            hash,
            editor,
            target,
            limits,
            in_place: self.in_place,
            picture: None,
            members: None,
            caused: Vec::new(),
            left_out: Vec::new(),
            journal: None,
        })
    }

    fn path(&self, file: &Path, out: &Output) -> Result<Option<PathBuf>, Failure> {
        if self.dry_run {
            return Ok(None);
        }
        let Some(output) = &self.output else {
            return match self.in_place {
                false => Err(no_output("; --dry-run shows what would change, and writes nothing")),
                true if is_read_once(file) => Err(no_place(file)),
                true => Ok(Some(file.to_owned())),
            };
        };
        refuse(output, self.force, out)?;
        Ok(Some(output.clone()))
    }
}

/// How many findings that a change brings are shown.
const MOST_CAUSED: usize = 5;

/// A file that is open to be changed.
pub(crate) struct Opened<'a> {
    pub(crate) origin: Origin<'a>,
    hash: String,
    pub(crate) editor: Editor,
    target: Option<PathBuf>,
    limits: Limits,
    in_place: bool,
    /// A new picture of the card, a PNG.
    picture: Option<Vec<u8>>,
    /// What comes from another file, and which.
    members: Option<(MergedMembers, Vec<u8>)>,
    /// What the changes brought that rules find in the new file.
    caused: Vec<cards_lint::Finding>,
    /// What of the old file, or of another one, could not go on.
    pub(crate) left_out: Vec<Finding>,
    /// Where what the file loses is kept, so that the run can be taken back.
    journal: Option<&'a Journal>,
}

impl<'a> Opened<'a> {
    /// Keeps what the file loses, so that the run can be taken back.
    pub(crate) fn remember(&mut self, journal: &'a Journal) {
        self.journal = Some(journal);
    }

    /// Says of one file of many what a person has to know of the change, and gives how many things rules find in the new file and did
    /// not find before.
    pub(crate) fn warn_of_one(&self, out: &mut Output) -> usize {
        self.warn(out);
        self.caused.len()
    }

    /// Says what a person has to know of the change, beside what rules find.
    fn warn(&self, out: &mut Output) {
        for alert in self.editor.alerts() {
            out.warn(&alert);
        }
        let changed = self.changed();
        for twin in self.editor.twins().iter().filter(|twin| changed && !twin.follows) {
            let file = line(&name(self.origin.path), usize::MAX);
            out.warn(&format!("{file}: {} holds the card as it was before, and is left as it is", twin.place));
        }
    }

    /// Writes the result and says what was changed.
    pub(crate) fn finish(&mut self, out: &mut Output) -> Result<(), Failure> {
        self.write(out)?;
        if out.json() { self.answer(self.editor.answer(), out) } else { self.tell(out) }
    }

    /// Gives the card another picture.
    pub(crate) fn set_picture(&mut self, portrait: Portrait, out: &mut Output) {
        for finding in &portrait.findings {
            out.warn(&finding.to_string());
        }
        self.picture = Some(portrait.png);
    }

    /// Takes members from another file, as a merge decided.
    pub(crate) fn set_members(&mut self, members: MergedMembers, theirs: Vec<u8>) {
        self.members = members.changes().then_some((members, theirs));
    }

    /// The whole new file; what could not go on is kept.
    fn bytes(&mut self) -> Result<Vec<u8>, Failure> {
        let refused = |error| self.origin.refused(error);
        let mut bytes = Vec::new();
        self.editor.write(self.origin.source()?, &self.limits, &mut bytes).map_err(refused)?;
        let mut proven = self.editor.prove(&bytes[..], &self.limits).map_err(refused)?;
        if let Some((members, theirs)) = &self.members {
            (bytes, self.left_out) = members.apply(bytes, theirs.as_slice(), &self.limits).map_err(refused)?;
            proven = self.editor.prove(&bytes[..], &self.limits).map_err(refused)?;
        }
        self.caused = self.editor.caused(&proven);
        if let Some(picture) = &self.picture {
            let (made, report) = portrait::set(&bytes, picture.clone(), &self.limits).map_err(refused)?;
            bytes = made;
            self.left_out.extend(report.findings);
        }
        Ok(bytes)
    }

    /// The whole new file; what could not go on is said.
    fn bytes_told(&mut self, out: &mut Output) -> Result<Vec<u8>, Failure> {
        let bytes = self.bytes()?;
        for finding in &self.left_out {
            out.warn(&finding.to_string());
        }
        Ok(bytes)
    }

    /// Whether something else than the card changes, for which the file is made in memory.
    fn changes_members(&self) -> bool {
        self.picture.is_some() || self.members.is_some()
    }

    /// Writes the result, or sees that it could be written.
    pub(crate) fn write(&mut self, out: &mut Output) -> Result<(), Failure> {
        match self.target.clone() {
            // What nothing changed keeps its very bytes, and the time of its last change.
            Some(_) if self.in_place && !self.changed() => Ok(()),
            Some(target) => self.write_to(&target, out),
            None if self.changed() => self.bytes_told(out).map(drop),
            None => Ok(()),
        }
    }

    /// Whether the result stands on standard output, where nothing else may stand.
    pub(crate) fn is_on_stdout(&self) -> bool {
        self.target.as_deref() == Some(Path::new("-"))
    }

    fn changed(&self) -> bool {
        self.changes_members() || self.editor.is_changed()
    }

    fn write_to(&mut self, target: &Path, out: &mut Output) -> Result<(), Failure> {
        if is_standard_input(target) {
            let bytes = self.bytes_told(out)?;
            return out.raw(&bytes);
        }
        let mut staged = Staged::create(target)?;
        if self.changes_members() {
            let bytes = self.bytes_told(out)?;
            staged.writer().write_all(&bytes).map_err(|source| Failure::Write { path: target.to_owned(), source })?;
        } else {
            let refused = |error| self.origin.refused(error);
            self.editor.write(self.origin.source()?, &self.limits, staged.writer()).map_err(refused)?;
            let proven = self.editor.prove(open(staged.so_far()?)?, &self.limits).map_err(refused)?;
            self.caused = self.editor.caused(&proven);
        }
        if self.in_place {
            staged.hold()?;
        }
        // Somebody else may have written the file since it was read; from here on nobody does.
        Editor::guard(&self.origin.hash()?, &self.hash).map_err(|error| self.origin.refused(error))?;
        if let Some(journal) = self.journal {
            journal.keep(target, staged.so_far()?)?;
        }
        put(staged, target, out)
    }

    /// Gives machines an answer about the edit.
    pub(crate) fn answer(&self, answer: impl serde::Serialize + Values, out: &mut Output) -> Result<(), Failure> {
        let written = self.changed() || !self.in_place;
        let output = self.target.as_ref().filter(|_| written).map(|path| path.to_string_lossy());
        let caused: Vec<_> = self.caused.iter().map(answer::Finding::from).collect();
        let files = [
            ("file", self.origin.path.to_string_lossy().into()),
            ("output", output.into()),
            ("dry_run", self.target.is_none().into()),
            ("hash", self.hash.as_str().into()),
            ("caused", serde_json::to_value(caused)?),
        ];
        out.answer_spelled(&files, answer)
    }

    /// Says what was changed in one file of many.
    pub(crate) fn tell_one(&self, path: &Path, out: &mut Output) -> Result<(), Failure> {
        if out.json() {
            return self.answer(self.editor.answer(), out);
        }
        writeln!(out.results(), "{STRONG}{}{STRONG:#}", line(&name(path), usize::MAX))?;
        self.editor.changes().try_for_each(|change| show(change, out))
    }

    /// Tells people what was changed and where it went.
    pub(crate) fn tell(&self, out: &mut Output) -> Result<(), Failure> {
        for change in self.editor.changes().filter(|_| !self.is_on_stdout()) {
            show(change, out)?;
        }
        if self.picture.is_some() && !self.is_on_stdout() {
            writeln!(out.results(), "{LABEL}picture{LABEL:#}\n  {GOOD}+{GOOD:#} a new one")?;
        }
        let count = self.editor.changes().filter(|change| change.cause == Cause::Asked).count();
        let taken = self.members.iter().flat_map(|(members, _)| &members.members);
        let taken = taken.filter(|member| member.taken == Side::Theirs).count();
        self.note(&plural(count + taken + usize::from(self.picture.is_some()), "change"), out);
        Ok(())
    }

    /// Says in passing what was done, and where it went.
    pub(crate) fn note(&self, what: &str, out: &mut Output) {
        let changed = self.changed();
        self.warn(out);
        for finding in self.caused.iter().take(MOST_CAUSED) {
            let place =
                finding.location.pointer.as_ref().map(|pointer| line(pointer.or_whole("(whole card)"), 80) + ": ");
            let (message, id) = (line(&finding.message, 300), finding.id());
            let text = format!("{}{message} ({id})", place.unwrap_or_default());
            if finding.severity() == Severity::Note { out.note(&text) } else { out.warn(&text) }
        }
        if let Some(more @ 1..) = self.caused.len().checked_sub(MOST_CAUSED) {
            out.note(&format!("rules find {more} more now; `cards lint` lists them"));
        }
        out.note(&match &self.target {
            Some(path) if !changed && !self.in_place => format!("wrote {}: nothing to change", output_name(path)),
            _ if !changed => "nothing to change".to_owned(),
            None => format!("{what}; nothing was written"),
            Some(path) => format!("wrote {}: {what}", output_name(path)),
        });
    }
}

/// Shows one change: its place, what was there and what is there now.
fn show(change: &Change, out: &mut Output) -> Result<(), Failure> {
    let room = out.columns().saturating_sub(4).max(20);
    let why = change.cause.in_words().map(|why| format!(" ({why})")).unwrap_or_default();
    let place = line(change.pointer.or_whole("(whole card)"), usize::MAX);
    let results = out.results();
    writeln!(results, "{LABEL}{place}{LABEL:#}{FAINT}{why}{FAINT:#}")?;
    for (value, style, mark) in [(&change.before, BAD, '-'), (&change.after, GOOD, '+')] {
        if let Some(value) = value {
            writeln!(results, "  {style}{mark}{style:#} {}", line(&text_of(value), room))?;
        }
    }
    Ok(())
}

/// A value for people: texts as they are, all else as JSON.
pub(crate) fn text_of(value: &Json) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// What is said of files where many were looked at and none changed.
pub(crate) fn nothing_edited(dry_run: bool) -> [(&'static str, Value); 5] {
    let caused = Value::Array(Vec::new());
    [
        ("file", Value::Null),
        ("output", Value::Null),
        ("dry_run", dry_run.into()),
        ("hash", Value::Null),
        ("caused", caused),
    ]
}

/// Says how much rules find in new files that they did not find before.
pub(crate) fn note_brought(brought: usize, out: &mut Output) {
    if brought > 0 {
        let things = plural(brought, "thing");
        out.warn(&format!("rules find {things} that they did not find before; `cards lint` lists them"));
    }
}

/// Reads a place of a command line.
pub(crate) fn parsed(place: &str) -> Result<Place, Failure> {
    place.parse().map_err(|error: Error| Failure::Other {
        class: "usage",
        message: error.to_string() + "; `cards get FILE` lists the places of a card",
    })
}
