//! A program under test: asked line by line, stopped when it takes too long, started anew when it ended.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use cards_suite::{Class, Judged, Row, judge_line};

use crate::failure::Failure;

/// Bytes of one answer that are read; a longer one counts as a crash.
const LONGEST: u64 = 64 << 20;
/// Rows in a row without any answer, after which a program that never gave one is taken for no program.
const PATIENCE: usize = 3;

/// A program, running or not.
pub(super) struct Program {
    line: String,
    limit: Duration,
    running: Option<Running>,
    /// Whether it ever wrote an answer.
    answered: bool,
    /// Rows on which it ended without one.
    ended: usize,
}

/// A started program, with a thread that feeds it and one that listens.
struct Running {
    child: Child,
    questions: Sender<String>,
    answers: Receiver<String>,
}

impl Program {
    pub(super) fn new(line: &str, limit: Duration) -> Self {
        Self { line: line.to_owned(), limit, running: None, answered: false, ended: 0 }
    }

    /// Asks a row.
    ///
    /// # Errors
    ///
    /// When the program cannot be started, or ends again and again without ever answering.
    pub(super) fn judge(&mut self, row: &Row) -> Result<Judged, Failure> {
        let running = match self.running.take() {
            Some(running) => running,
            None => Running::start(&self.line)?,
        };
        // When the program has ended, its answers have ended too.
        let _ = running.questions.send(row.question());
        match running.answers.recv_timeout(self.limit) {
            Ok(answer) => {
                self.answered = true;
                self.running = Some(running);
                Ok(judge_line(row, &answer))
            }
            Err(RecvTimeoutError::Timeout) => Ok(Judged::plain(Class::TimesOut)),
            Err(RecvTimeoutError::Disconnected) => {
                self.ended += 1;
                if !self.answered && self.ended >= PATIENCE {
                    let message = format!("`{}` ends without an answer", self.line);
                    return Err(Failure::Other { class: "program", message });
                }
                Ok(Judged::plain(Class::Crashes))
            }
        }
    }
}

impl Running {
    fn start(line: &str) -> Result<Self, Failure> {
        let failed = |error: std::io::Error| Failure::Other {
            class: "program",
            message: format!("`{line}` cannot be started: {error}"),
        };
        let mut child = shell(line).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().map_err(failed)?;
        let (questions, to_ask) = channel::<String>();
        let (answer, answers) = channel();
        let (input, output) = (child.stdin.take(), child.stdout.take());
        // A program that does not read would hold us up as well as one that does not write.
        thread::spawn(move || {
            let Some(mut input) = input else { return };
            for question in to_ask {
                if input.write_all(format!("{question}\n").as_bytes()).and_then(|()| input.flush()).is_err() {
                    return;
                }
            }
        });
        thread::spawn(move || {
            let Some(output) = output else { return };
            let mut output = BufReader::new(output);
            loop {
                let mut line = Vec::new();
                let read = (&mut output).take(LONGEST).read_until(b'\n', &mut line);
                let whole = read.is_ok_and(|count| count > 0) && line.ends_with(b"\n");
                if !whole || answer.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                    return;
                }
            }
        });
        Ok(Self { child, questions, answers })
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A command line, as the shell of the system takes it; the shell gives its place to the program, so that stopping one
/// stops the other.
fn shell(line: &str) -> Command {
    if cfg!(windows) {
        let mut command = Command::new("cmd");
        command.args(["/C", line]);
        command
    } else {
        let mut command = Command::new("sh");
        command.args(["-c", &format!("exec {line}")]);
        command
    }
}
