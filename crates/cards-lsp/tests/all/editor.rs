//! An editor, as far as the server can tell.

use std::collections::VecDeque;
use std::fs;
use std::io::{BufReader, Read as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use cards_lsp::{Desk, Said};
use lsp_server::{Message, Notification, Request, RequestId, Response};
use serde_json::{Value, json};

/// The doors to the server.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Door {
    /// The built program.
    Program,
    /// A desk, which is shown files and saves none itself, as in a browser.
    Desk,
    /// The module with the desk in it, in the worker of pages, under Node.
    Worker,
}

/// The module for [`Door::Worker`], which `cargo xtask web --check` builds and names; without it, nobody asks behind that door.
const MODULE: &str = "CARDS_EDITOR_MODULE";

impl Door {
    /// Those that can be opened here.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        [Self::Program, Self::Desk].into_iter().chain(std::env::var_os(MODULE).map(|_| Self::Worker))
    }
}

/// The server behind a door.
enum Server {
    /// A process, and whether it has to be shown files.
    Program {
        server: Child,
        to: Option<ChildStdin>,
        from: BufReader<ChildStdout>,
        is_shown: bool,
    },
    Desk {
        desk: Box<Desk>,
        waiting: Vec<String>,
        said: VecDeque<String>,
        rests: bool,
    },
}

impl Server {
    fn start(door: Door) -> Self {
        let mut program = Command::new(env!("CARGO_BIN_EXE_cards-lsp"));
        let mut worker = Command::new("node");
        let command = match door {
            Door::Program => program.arg("--stdio"),
            Door::Worker => {
                let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
                worker.arg(root.join("tests/editors/worker.mjs")).arg(std::env::var_os(MODULE).unwrap())
            }
            Door::Desk => {
                let (desk, waiting, said) = (Box::default(), Vec::new(), VecDeque::new());
                return Self::Desk { desk, waiting, said, rests: false };
            }
        };
        let mut server = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (to, from) = (server.stdin.take(), BufReader::new(server.stdout.take().unwrap()));
        Self::Program { server, to, from, is_shown: matches!(door, Door::Worker) }
    }

    /// Shows a file as it is on the disk now.
    fn show(&mut self, path: &Path) {
        let uri = uri(path).replace(' ', "%20");
        match self {
            Self::Desk { desk, .. } => desk.file(&uri, fs::read(path).ok()),
            Self::Program { is_shown: true, .. } => {
                let params = json!({"uri": uri, "path": path});
                self.send(Notification { method: "cards/file".to_owned(), params }.into());
            }
            Self::Program { .. } => {}
        }
    }

    fn send(&mut self, message: Message) {
        match self {
            Self::Program { to, .. } => message.write(to.as_mut().unwrap()).unwrap(),
            Self::Desk { waiting, .. } => waiting.push(serde_json::to_string(&message).unwrap()),
        }
    }

    fn next(&mut self) -> Message {
        match self {
            Self::Program { from, .. } => Message::read(from).unwrap().expect("the server goes on"),
            Self::Desk { desk, waiting, said, rests } => loop {
                if let Some(message) = said.pop_front() {
                    return serde_json::from_str(&message).unwrap();
                }
                assert!(*rests || !waiting.is_empty(), "the server goes on");
                // There is always time for a step of the long work.
                let now = Some(1_700_000_000);
                for told in [desk.hear(&std::mem::take(waiting), now).unwrap(), desk.work(now)] {
                    let Said { messages, files, rest, .. } = told;
                    said.extend(messages);
                    *rests = rest.is_some();
                    for (uri, bytes) in files {
                        fs::write(uri.strip_prefix("file://").unwrap().replace("%20", " "), bytes).unwrap();
                    }
                }
            },
        }
    }

    /// Expects that nothing more is said, and that the server ends well.
    fn end(mut self) {
        match &mut self {
            Self::Program { server, to, from, .. } => {
                let mut rest = Vec::new();
                from.read_to_end(&mut rest).unwrap();
                drop(to.take());
                assert!(server.wait().unwrap().success());
            }
            Self::Desk { desk, waiting, .. } => {
                assert!(desk.hear(waiting, None).unwrap().messages.is_empty());
            }
        }
    }
}

pub(crate) struct Editor {
    server: Server,
    asked: i32,
    /// What came while something else was waited for.
    notes: Vec<Notification>,
    /// What the server asked.
    pub(crate) questions: Vec<Request>,
}

impl Editor {
    /// Starts the server in a folder; `able` is what the editor can do.
    pub(crate) fn start(door: Door, folder: &Path, able: &Value) -> Self {
        let server = Server::start(door);
        let mut editor = Self { server, asked: 0, notes: Vec::new(), questions: Vec::new() };
        let root = uri(folder);
        for file in fs::read_dir(folder).unwrap() {
            editor.server.show(&file.unwrap().path());
        }
        let params = json!({"processId": null, "capabilities": able, "workspaceFolders": [{"uri": root, "name": "x"}]});
        let answer = editor.ask("initialize", params);
        assert_eq!(answer["serverInfo"]["name"], "cards-lsp");
        editor.note("initialized", json!({}));
        editor
    }

    /// Says that files changed on the disk.
    pub(crate) fn changed_on_disk(&mut self, kind: u8, path: &Path) {
        self.server.show(path);
        self.note("workspace/didChangeWatchedFiles", json!({"changes": [{"uri": uri(path), "type": kind}]}));
    }

    pub(crate) fn note(&mut self, method: &str, params: Value) {
        let note = Notification { method: method.to_owned(), params };
        self.send(note.into());
    }

    fn send(&mut self, message: Message) {
        self.server.send(message);
    }

    /// Sends a request, and gives its number.
    pub(crate) fn begin(&mut self, method: &str, params: Value) -> RequestId {
        self.asked += 1;
        let id = RequestId::from(self.asked);
        self.send(Request { id: id.clone(), method: method.to_owned(), params }.into());
        id
    }

    pub(crate) fn ask(&mut self, method: &str, params: Value) -> Value {
        let response = self.response(method, params);
        serde_json::to_value(&response).unwrap().get("result").cloned().unwrap_or_default()
    }

    /// Asks for what is refused, and gives the words.
    pub(crate) fn refused(&mut self, method: &str, params: Value) -> String {
        let response = serde_json::to_value(self.response(method, params)).unwrap();
        response["error"]["message"].as_str().unwrap_or_default().to_owned()
    }

    fn response(&mut self, method: &str, params: Value) -> Response {
        let id = self.begin(method, params);
        self.answer(&id)
    }

    /// The answer to a request.
    pub(crate) fn answer(&mut self, id: &RequestId) -> Response {
        loop {
            match self.next() {
                Message::Response(response) if response.id == *id => return response,
                Message::Response(other) => panic!("nobody waits for {other:?}"),
                Message::Notification(note) => self.notes.push(note),
                Message::Request(request) => self.questions.push(request),
            }
        }
    }

    /// The next answer, whatever it is to.
    pub(crate) fn any_response(&mut self) -> Response {
        loop {
            match self.next() {
                Message::Response(response) => return response,
                Message::Notification(note) => self.notes.push(note),
                Message::Request(request) => self.questions.push(request),
            }
        }
    }

    fn next(&mut self) -> Message {
        self.server.next()
    }

    /// The next notification of a method.
    pub(crate) fn told(&mut self, method: &str) -> Value {
        loop {
            if let Some(at) = self.notes.iter().position(|note| note.method == method) {
                return self.notes.remove(at).params;
            }
            match self.next() {
                Message::Notification(note) => self.notes.push(note),
                Message::Request(request) => self.questions.push(request),
                Message::Response(response) => panic!("nobody waits for {response:?}"),
            }
        }
    }

    /// What is wrong with a text of a version, once the server says so.
    pub(crate) fn diagnostics(&mut self, uri: &str, version: i32) -> Vec<Value> {
        loop {
            let told = self.told("textDocument/publishDiagnostics");
            if told["uri"] == uri && told["version"] == version {
                return told["diagnostics"].as_array().cloned().unwrap_or_default();
            }
        }
    }

    pub(crate) fn open(&mut self, uri: &str, language: &str, text: &str) {
        let document = json!({"uri": uri, "languageId": language, "version": 1, "text": text});
        self.note("textDocument/didOpen", json!({"textDocument": document}));
    }

    /// Types in the place of a stretch.
    pub(crate) fn change(&mut self, uri: &str, version: i32, range: Value, text: &str) {
        let document = json!({"uri": uri, "version": version});
        let changes = json!([{"range": range, "text": text}]);
        self.note("textDocument/didChange", json!({"textDocument": document, "contentChanges": changes}));
    }

    /// Ends as an editor does, and expects that the server ends well.
    pub(crate) fn end(mut self) {
        assert_eq!(self.ask("shutdown", Value::Null), Value::Null);
        self.note("exit", Value::Null);
        self.server.end();
    }
}

/// The address of a file.
pub(crate) fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}
