//! SillyTavern as a subprocess: a row goes in, the client's answer comes out.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::Value;

use crate::failure::Failure;

/// The program of the subprocess, which loads the client's own modules.
const DRIVER: &str = "tests/heavy/src/differential/sillytavern.mjs";

/// A client that answers rows.
#[derive(Debug)]
pub struct Client {
    child: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Client {
    /// Starts it; `folder` is where the package was installed.
    pub fn start(folder: &Path) -> Result<Self, Failure> {
        let mut child = Command::new("node")
            .args(["--no-warnings", "--experimental-vm-modules"])
            .arg(crate::root().join(DRIVER))
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let (questions, answers) = (child.stdin.take(), child.stdout.take());
        let (Some(questions), Some(answers)) = (questions, answers) else {
            return Err(Failure::new("Node.js has no pipes"));
        };
        Ok(Self { child, questions, answers: BufReader::new(answers) })
    }

    /// What the client answers to a row; `error` is in the answer where it broke.
    pub fn answer(&mut self, row: &Value) -> Result<Value, Failure> {
        writeln!(self.questions, "{row}")?;
        self.questions.flush()?;
        let mut line = String::new();
        self.answers.read_line(&mut line)?;
        if line.is_empty() {
            return Err(Failure::new(format!("the client ended ({:?}) at this row: {row}", self.child.try_wait()?)));
        }
        serde_json::from_str(&line).map_err(|error| Failure::new(format!("the client said {line:?}: {error}")))
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // It has nothing to save; without its pipes it would end by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
