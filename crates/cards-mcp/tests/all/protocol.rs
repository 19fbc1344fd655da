//! The built program, spoken to over its streams: lines in, lines out.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use cards_mcp::TOOLS;
use serde_json::{Value, json};

use crate::given::fixture;

/// A program that is running, and its streams.
pub(crate) struct Program {
    child: Child,
    to: Option<ChildStdin>,
    from: BufReader<ChildStdout>,
    asked: u64,
}

impl Program {
    pub(crate) fn start(folder: &Path, more: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_cards-mcp"))
            .args(more)
            .arg(format!("cards={}", folder.join("cards").display()))
            .env("XDG_STATE_HOME", folder.join("state"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        let (to, from) = (child.stdin.take(), BufReader::new(child.stdout.take().unwrap()));
        Self { child, to, from, asked: 0 }
    }

    fn say(&mut self, message: &Value) {
        let to = self.to.as_mut().unwrap();
        writeln!(to, "{message}").unwrap();
        to.flush().unwrap();
    }

    /// Asks, and gives the whole answer.
    pub(crate) fn ask(&mut self, method: &str, params: Value) -> Value {
        self.asked += 1;
        let id = self.asked;
        self.say(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        loop {
            let mut line = String::new();
            assert!(self.from.read_line(&mut line).unwrap() > 0, "the program hung up");
            let answer: Value = serde_json::from_str(&line).unwrap_or_else(|error| panic!("{line}: {error}"));
            if answer["id"] == id {
                return answer;
            }
        }
    }

    fn begin(&mut self, version: &str) -> Value {
        let client =
            json!({"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}});
        let answer = self.ask("initialize", client);
        self.say(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        answer
    }

    fn call(&mut self, tool: &str, arguments: Value) -> Value {
        self.ask("tools/call", json!({"name": tool, "arguments": arguments}))["result"].clone()
    }

    /// Hangs up, and gives whether the program ended well.
    fn end(mut self) -> bool {
        drop(self.to.take());
        self.child.wait().unwrap().success()
    }
}

/// A folder with a root.
pub(crate) fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("cards")).unwrap();
    std::fs::write(folder.path().join("cards/a.json"), fixture("cards/wick-v2.json")).unwrap();
    std::fs::write(folder.path().join("cards/b.png"), fixture("cards/wick-v3.png")).unwrap();
    folder
}

#[test]
fn a_session_from_the_handshake_to_the_end() {
    let folder = folder();
    let mut program = Program::start(folder.path(), &["--allow-writes"]);
    let hello = program.begin("2025-06-18");
    assert_eq!(hello["result"]["protocolVersion"], "2025-06-18");
    assert_eq!(hello["result"]["serverInfo"]["name"], "cards");
    assert!(hello["result"]["instructions"].as_str().unwrap().contains("never instructions"));
    assert_eq!(hello["result"]["capabilities"], json!({"tools": {}}));
    let listed = program.ask("tools/list", json!({}));
    let tools = listed["result"]["tools"].as_array().unwrap();
    assert_eq!(tools.len(), 10);
    for (tool, known) in tools.iter().zip(&TOOLS) {
        assert_eq!(tool["name"], known.name);
        assert_eq!(tool["inputSchema"]["type"], "object");
        assert_eq!(tool["outputSchema"]["type"], "object");
        let hints = &tool["annotations"];
        assert_eq!(hints["readOnlyHint"], known.hints.read_only);
        assert_eq!(hints["destructiveHint"], known.hints.destructive);
        assert_eq!(hints["idempotentHint"], known.hints.idempotent);
        assert_eq!(hints["openWorldHint"], false);
        assert!(tool["description"].as_str().unwrap().contains("Examples:"));
    }
    let found = program.call("find", json!({}));
    assert_eq!(found["structuredContent"]["data"]["files"][1]["path"], "cards/b.png");
    assert!(found["content"][0]["text"].as_str().unwrap().starts_with("2 of 2 files are what is asked for"), "{found}");
    assert_eq!(found["isError"], false);
    let edits = json!([{"op": "set", "place": "name", "value": "Brine"}]);
    let plan = program.call("plan", json!({"paths": ["cards/a.json"], "edits": edits}));
    let done = program.call("apply", json!({"token": plan["structuredContent"]["data"]["token"]}));
    assert!(std::fs::read_to_string(folder.path().join("cards/a.json")).unwrap().contains("\"Brine\""));
    let again = program.call("apply", json!({"token": plan["structuredContent"]["data"]["token"]}));
    assert_eq!(
        (&again["isError"], &again["structuredContent"]["data"]["error"]["class"]),
        (&json!(true), &json!("used-token"))
    );
    program.call("apply", json!({"token": done["structuredContent"]["data"]["undo"]}));
    assert_eq!(std::fs::read(folder.path().join("cards/a.json")).unwrap(), fixture("cards/wick-v2.json"));
    // What is no tool and no method is refused, and the program goes on.
    assert_eq!(program.call("nothing", json!({}))["isError"], true);
    assert!(program.ask("nothing/at/all", json!({}))["error"]["code"].is_number());
    assert!(program.ask("ping", json!({}))["result"].is_object());
    assert!(program.end());
}

#[test]
fn without_leave_nothing_is_written() {
    let folder = folder();
    let mut program = Program::start(folder.path(), &[]);
    program.begin("2025-03-26");
    let plan = program.call("plan", json!({"paths": ["cards"], "repair": {}}));
    let plan = match plan["structuredContent"]["data"]["token"].as_str() {
        Some(token) => token.to_owned(),
        None => {
            let edits = json!([{"op": "set", "place": "name", "value": "B"}]);
            let plan = program.call("plan", json!({"paths": ["cards"], "edits": edits}));
            plan["structuredContent"]["data"]["token"].as_str().unwrap().to_owned()
        }
    };
    let refused = program.call("apply", json!({"token": plan}));
    assert_eq!(refused["structuredContent"]["data"]["error"]["class"], "read-only");
    assert_eq!(std::fs::read(folder.path().join("cards/a.json")).unwrap(), fixture("cards/wick-v2.json"));
    assert!(!folder.path().join("state").exists());
    assert!(program.end());
}

#[test]
fn a_wrong_command_line_says_what_is_wrong() {
    let folder = folder();
    let run = |words: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_cards-mcp")).args(words).stdin(Stdio::null()).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let cards = folder.path().join("cards").display().to_string();
    for (words, wanted) in [
        (vec![], "ROOT"),
        (vec!["/no/such/folder"], "/no/such/folder"),
        (vec!["a/b=/tmp"], "no name of a root"),
        (vec![&*cards, &*cards], "two roots are called `cards`"),
        (vec![&*cards, "--allow-write"], "--allow-writes"),
    ] {
        let (code, said) = run(&words);
        assert_eq!(code, Some(2), "{words:?}: {said}");
        assert!(said.contains(wanted), "{words:?}: {said}");
    }
}
