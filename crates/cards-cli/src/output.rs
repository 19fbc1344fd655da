//! What goes to the terminal: results to standard output, everything else to standard error.

use std::io::{self, IsTerminal as _, Write};
use std::path::Path;

use anstream::adapter::strip_str;
use anstream::{AutoStream, ColorChoice, StripStream};
use anstyle::{AnsiColor, Style};

use cards_json::{Json, Pointer};
use cards_kit::answer::LAYOUT;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::json::{self, Values, with_values};
use crate::look::{Colour, Look};
use crate::printable::{columns, escaped_json, folded, line, printable, wrapped};

/// Titles and labels.
pub(crate) const LABEL: Style = AnsiColor::Cyan.on_default();
/// Names of things.
pub(crate) const STRONG: Style = Style::new().bold();
/// What matters less.
pub(crate) const FAINT: Style = Style::new().dimmed();
/// What went well.
pub(crate) const GOOD: Style = AnsiColor::Green.on_default();
/// Warnings.
pub(crate) const WARN: Style = AnsiColor::Yellow.on_default();
/// Errors.
pub(crate) const BAD: Style = AnsiColor::Red.on_default().bold();

/// The name of a file that is written, for people.
pub(crate) fn output_name(path: &Path) -> String {
    if path == Path::new("-") { "standard output".to_owned() } else { line(&path.to_string_lossy(), usize::MAX) }
}

/// The columns of the terminal that results go to.
fn terminal_columns() -> Option<usize> {
    // A terminal that says nothing of use is taken for a common one.
    const LEAST: usize = 40;
    terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| usize::from(width.0).max(LEAST))
}

/// The columns of the terminal that is told what is no result, at most as many as are read with ease; lines of a pipe stay whole.
fn told_columns() -> usize {
    const MOST: usize = 100;
    terminal_size::terminal_size_of(io::stderr()).map_or(usize::MAX, |(width, _)| usize::from(width.0).clamp(40, MOST))
}

/// A text behind a word that is shown in a style, in lines that fit.
fn told(head: &str, style: Style, text: &str) -> String {
    let text = folded(&format!("{head} {}", printable(text)), told_columns());
    let rest = text.strip_prefix(head).unwrap_or(&text);
    format!("{style}{head}{style:#}{rest}")
}

/// An answer of the library, and what only the tool knows.
#[derive(Serialize)]
struct Told<'a, T> {
    schema: u32,
    #[serde(flatten, serialize_with = "members")]
    files: &'a [(&'a str, Value)],
    #[serde(flatten)]
    answer: &'a T,
}

fn members<S: Serializer>(pairs: &&[(&str, Value)], to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(pairs.iter().map(|(name, value)| (name, value)))
}

/// Where a verb writes to.
pub(crate) struct Output {
    to: To,
    way: Way,
}

/// How output looks, and what asked for it.
#[derive(Clone)]
struct Way {
    json: bool,
    quiet: bool,
    in_colour: bool,
    /// The command line.
    command: String,
}

struct To {
    streams: Streams,
    /// The one that is written to now.
    now: Stream,
}

enum Streams {
    Real {
        out: Box<dyn Write + Send>,
        err: AutoStream<io::Stderr>,
    },
    /// What goes to them later, in this order, since another thread writes.
    Kept(Vec<(Stream, Vec<u8>)>),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stream {
    Results,
    Errors,
}

impl To {
    fn new(streams: Streams) -> Self {
        Self { streams, now: Stream::Results }
    }

    fn on(&mut self, stream: Stream) -> &mut Self {
        self.now = stream;
        self
    }
}

impl Write for To {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match (&mut self.streams, self.now) {
            (Streams::Real { out, .. }, Stream::Results) => return out.write(bytes),
            (Streams::Real { err, .. }, Stream::Errors) => return err.write(bytes),
            (Streams::Kept(parts), now) => match parts.last_mut() {
                Some((stream, part)) if *stream == now => part.extend_from_slice(bytes),
                _ => parts.push((now, bytes.to_vec())),
            },
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        match (&mut self.streams, self.now) {
            (Streams::Real { out, .. }, Stream::Results) => out.flush(),
            (Streams::Real { err, .. }, Stream::Errors) => err.flush(),
            (Streams::Kept(_), _) => Ok(()),
        }
    }
}

/// Makes outputs that keep what they get, for threads.
#[derive(Clone)]
pub(crate) struct Aside(Way);

impl Aside {
    /// An output that keeps what it gets, for [`Output::take`].
    pub(crate) fn output(&self) -> Output {
        Output { to: To::new(Streams::Kept(Vec::new())), way: self.0.clone() }
    }
}

impl Output {
    pub(crate) fn new(look: &Look, command: String) -> Self {
        let choice = |stream: ColorChoice| match look.color {
            Colour::Auto => stream,
            Colour::Always => ColorChoice::Always,
            Colour::Never => ColorChoice::Never,
        };
        let (out, err) = (io::stdout(), io::stderr());
        let (out_choice, err_choice) = (choice(AutoStream::choice(&out)), choice(AutoStream::choice(&err)));
        let in_colour = AutoStream::new(io::stdout(), out_choice).current_choice() != ColorChoice::Never;
        // Styles are taken out before the buffer: behind it, each piece between two of them is a call of the system.
        let out: Box<dyn Write + Send> = match in_colour {
            true => Box::new(io::BufWriter::new(AutoStream::new(out, out_choice))),
            false => Box::new(StripStream::new(Box::new(io::BufWriter::new(out)) as Box<dyn Write + Send>)),
        };
        Self {
            to: To::new(Streams::Real { out, err: AutoStream::new(err, err_choice) }),
            way: Way { json: look.json, quiet: look.quiet, in_colour, command },
        }
    }

    /// What makes outputs of the same look that keep what they get.
    pub(crate) fn aside(&self) -> Aside {
        Aside(self.way.clone())
    }

    /// Writes what another output kept.
    pub(crate) fn take(&mut self, kept: Self) -> Result<(), Failure> {
        let Streams::Kept(parts) = kept.to.streams else { return Ok(()) };
        for (stream, part) in parts {
            match stream {
                Stream::Results => self.results().write_all(&part)?,
                Stream::Errors => {
                    self.settle();
                    // Nothing is left to tell when standard error is gone.
                    let _ = self.errors().write_all(&part);
                }
            }
        }
        Ok(())
    }

    /// The command line of this run, without the name of the program.
    pub(crate) fn command(&self) -> &str {
        &self.way.command
    }

    /// Whether machines read the results.
    pub(crate) fn json(&self) -> bool {
        self.way.json
    }

    /// Whether nothing but results and errors is wanted.
    pub(crate) fn quiet(&self) -> bool {
        self.way.quiet
    }

    /// Whether results are in colour.
    pub(crate) fn in_colour(&self) -> bool {
        self.way.in_colour
    }

    /// Whether results go into a pipe or a file.
    pub(crate) fn is_piped(&self) -> bool {
        !io::stdout().is_terminal()
    }

    /// Columns that a line is cut to: those of the terminal, and as many as help has where there is none.
    pub(crate) fn columns(&self) -> usize {
        const USUAL: usize = 100;
        terminal_columns().unwrap_or(USUAL)
    }

    /// Columns that a line is wrapped at: those of the terminal. In a pipe a line stays one, for those who search it.
    pub(crate) fn wrap_at(&self) -> usize {
        terminal_columns().unwrap_or(usize::MAX)
    }

    /// A stream for results, in colour where that is wanted.
    pub(crate) fn results(&mut self) -> &mut impl Write {
        self.to.on(Stream::Results)
    }

    /// A stream for what is no result, in colour where that is wanted.
    pub(crate) fn errors(&mut self) -> &mut impl Write {
        self.to.on(Stream::Errors)
    }

    /// Writes a text with its first line after a head and the others under the text of the first, wrapped on terminals.
    pub(crate) fn hanging(&mut self, head: &str, text: &str) -> Result<(), Failure> {
        let indent = columns(&strip_str(head).to_string());
        for (index, part) in wrapped(text, self.wrap_at().saturating_sub(indent)).iter().enumerate() {
            if index == 0 {
                writeln!(self.results(), "{head}{part}")?;
            } else {
                writeln!(self.results(), "{:indent$}{part}", "")?;
            }
        }
        Ok(())
    }

    /// Writes result bytes exactly as they are. A terminal gets text alone, and nothing that moves its cursor.
    pub(crate) fn raw(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        if matches!(self.to.streams, Streams::Kept(_)) {
            return Ok(self.results().write_all(bytes)?);
        }
        self.results().flush()?;
        let mut plain = io::stdout().lock();
        if plain.is_terminal() {
            let Some(text) = str::from_utf8(bytes).ok().filter(|text| !text.contains('\0')) else {
                let message =
                    "this is no text, and a terminal shows nothing else; name a file with -o, or write > FILE";
                return Err(Failure::Other { class: "usage", message: message.to_owned() });
            };
            plain.write_all(printable(text).as_bytes())?;
        } else {
            plain.write_all(bytes)?;
        }
        Ok(plain.flush()?)
    }

    /// Refuses to write a file and JSON about it to one place.
    pub(crate) fn refuse_two_on_stdout(&self, target: &Path) -> Result<(), Failure> {
        if !self.way.json || target != Path::new("-") {
            return Ok(());
        }
        let message = "standard output cannot take both the file and --json; name a file with -o, or leave out --json";
        Err(Failure::Other { class: "usage", message: message.to_owned() })
    }

    /// Writes an answer of the library as a line of results, with what only the tool knows: names of files.
    pub(crate) fn answer(&mut self, files: &[(&str, Value)], answer: &impl Serialize) -> Result<(), Failure> {
        self.answer_with(files, answer, None)
    }

    /// The same for an answer with values of a card, whose numbers keep their spelling.
    pub(crate) fn answer_spelled(
        &mut self,
        files: &[(&str, Value)],
        mut answer: impl Serialize + Values,
    ) -> Result<(), Failure> {
        let numbers = answer.take_numbers();
        let told = Told { schema: LAYOUT, files, answer: &answer };
        if !numbers.is_empty() {
            return self.json_text(&with_values(serde_json::to_string(&told)?, numbers));
        }
        // Piece by piece: what is said of a large book would take several times as much memory.
        json::write(self.results(), &told)?;
        Ok(writeln!(self.results())?)
    }

    /// The same with a value of a card in it, which is where the pointer leads.
    pub(crate) fn answer_with(
        &mut self,
        files: &[(&str, Value)],
        answer: &impl Serialize,
        card: Option<(Pointer, Json)>,
    ) -> Result<(), Failure> {
        let mut value = serde_json::to_value(answer)?;
        if let Value::Object(object) = &mut value {
            object.insert("schema".to_owned(), LAYOUT.into());
            object.extend(files.iter().map(|(name, value)| ((*name).to_owned(), value.clone())));
        }
        match card {
            Some(card) => self.json_text(&with_values(value.to_string(), [card])),
            None => self.json_line(&value),
        }
    }

    /// Writes one JSON value as a line of results.
    pub(crate) fn json_line(&mut self, value: &Value) -> Result<(), Failure> {
        self.json_text(&value.to_string())
    }

    /// Writes JSON text as a line of results. What would move the cursor of a terminal is escaped, which says the same.
    pub(crate) fn json_text(&mut self, json: &str) -> Result<(), Failure> {
        Ok(writeln!(self.results(), "{}", escaped_json(json))?)
    }

    /// Says something that is no result.
    pub(crate) fn warn(&mut self, message: &str) {
        if !self.way.quiet {
            self.settle();
            // Nothing is left to tell when standard error is gone.
            let _ = writeln!(self.errors(), "{}", told("warning:", WARN, message));
        }
    }

    /// Says in passing what was done.
    pub(crate) fn note(&mut self, message: &str) {
        if !self.way.quiet {
            self.settle();
            let _ = writeln!(self.errors(), "{FAINT}{}{FAINT:#}", folded(&printable(message), told_columns()));
        }
    }

    /// Writes why something was not done as a line of results.
    pub(crate) fn refusal(&mut self, file: Option<&Path>, failure: &Failure) -> Result<(), Failure> {
        let error = serde_json::to_value(failure.answer())?;
        self.json_line(&json!({ "schema": LAYOUT, "file": file.map(Path::to_string_lossy), "error": error }))
    }

    /// Says why a verb gave up: in JSON on standard output when that is wanted, always on standard error.
    pub(crate) fn failure(&mut self, failure: &Failure) {
        if self.way.json {
            // Standard error says the same.
            let _ = self.refusal(failure.path(), failure);
        }
        self.complain(failure);
    }

    /// Says why something was not done, on standard error alone.
    pub(crate) fn complain(&mut self, failure: &Failure) {
        self.complain_with(failure, failure.advice().as_deref());
    }

    /// The same, with what to do about it at some place.
    pub(crate) fn complain_with(&mut self, failure: &Failure, advice: Option<&str>) {
        self.settle();
        let _ = writeln!(self.errors(), "{}", told(&format!("error[{}]:", failure.class()), BAD, &failure.chain()));
        if let Some(advice) = advice {
            let _ = writeln!(self.errors(), "{}", told("help:", LABEL, advice));
        }
    }

    /// Hands on the results so far: on a terminal they belong in front of what is said about them.
    fn settle(&mut self) {
        // Whether standard output takes them shows with the next write to it.
        let _ = self.results().flush();
    }

    /// Hands everything to the system; a verb calls this last.
    pub(crate) fn finish(&mut self) -> Result<(), Failure> {
        self.results().flush()?;
        Ok(())
    }
}
