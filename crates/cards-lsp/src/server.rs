//! The loop: what the editor asks, one after another; what it took back is not answered.

use std::collections::{HashMap, VecDeque};
use std::path::PathBuf;
use std::sync::Arc;

use cards_language::files::{SCHEME, split};
use cards_language::lore::Lore;
use cards_language::{Diagnostic, Document, Range, Syntax, TOKEN_KINDS, Workspace};
use crossbeam_channel::{Receiver, Sender, select};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification as said;
use lsp_types::notification::Notification as _;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::background::{Done, Job, Look, start};
use crate::disk::{Disk, Folder, path_of};
use crate::wire::Out;

/// A text that is open.
#[derive(Debug)]
pub(crate) struct Open {
    pub(crate) document: Document,
    pub(crate) version: i32,
    pub(crate) path: PathBuf,
    pub(crate) folder: Arc<Folder>,
    /// What was said last to be wrong with it.
    pub(crate) diagnostics: Vec<Diagnostic>,
    pub(crate) lore: Lore,
}

/// Files whose names and settings others are about.
const WATCHED: [&str; 2] = ["**/cards.toml", "**/*.{json,yaml,yml,png,apng,charx,zip,risum}"];

/// What the editor can do.
#[derive(Clone, Copy, Debug, Default)]
struct Can {
    resolve_actions: bool,
    refresh_lenses: bool,
    refresh_hints: bool,
    watch_files: bool,
}

pub(crate) struct Server {
    pub(crate) open: HashMap<String, Open>,
    pub(crate) disk: Disk,
    pub(crate) workspace: Workspace,
    pub(crate) resolves: bool,
    can: Can,
    jobs: Sender<Job>,
    to_editor: Sender<Out>,
    asked: i32,
}

/// What the server offers.
fn abilities() -> Value {
    json!({
        "positionEncoding": "utf-16",
        "textDocumentSync": {"openClose": true, "change": 2, "save": {"includeText": false}},
        "hoverProvider": true,
        "completionProvider": {"triggerCharacters": ["{", ":", "@", " "]},
        "signatureHelpProvider": {"triggerCharacters": [":"]},
        "definitionProvider": true,
        "referencesProvider": true,
        "renameProvider": {"prepareProvider": true},
        "documentSymbolProvider": true,
        "foldingRangeProvider": true,
        "documentLinkProvider": {},
        "inlayHintProvider": true,
        "codeLensProvider": {},
        "codeActionProvider": {"codeActionKinds": ["quickfix", "source.fixAll.cards"], "resolveProvider": true},
        "semanticTokensProvider": {
            "legend": {"tokenTypes": TOKEN_KINDS, "tokenModifiers": []}, "full": true, "range": true,
        },
        "executeCommandProvider": {"commands": ["cards.whySilent", "cards.previewPrompt"]},
        "workspace": {"workspaceFolders": {"supported": true, "changeNotifications": true}},
    })
}

/// Runs until the editor asks for the end.
pub(crate) fn run(connection: &Connection, to_editor: Sender<Out>) -> Result<(), String> {
    let words = |error: lsp_server::ProtocolError| error.to_string();
    let (id, params) = connection.initialize_start().map_err(words)?;
    let info = json!({"name": "cards-lsp", "version": env!("CARGO_PKG_VERSION")});
    connection.initialize_finish(id, json!({"capabilities": abilities(), "serverInfo": info})).map_err(words)?;
    let (jobs, done) = start();
    let mut server = Server::new(&params, jobs, to_editor);
    server.watch();
    server.look_around(&params);
    server.serve(connection, &done)
}

impl Server {
    fn new(params: &Value, jobs: Sender<Job>, to_editor: Sender<Out>) -> Self {
        let able = |pointer: &str| params.pointer(&format!("/capabilities{pointer}")).cloned().unwrap_or_default();
        let resolves = able("/textDocument/codeAction/resolveSupport/properties");
        let can = Can {
            resolve_actions: resolves.as_array().is_some_and(|all| all.iter().any(|one| one == "edit")),
            refresh_lenses: able("/workspace/codeLens/refreshSupport") == true,
            refresh_hints: able("/workspace/inlayHint/refreshSupport") == true,
            watch_files: able("/workspace/didChangeWatchedFiles/dynamicRegistration") == true,
        };
        Self {
            open: HashMap::new(),
            disk: Disk::default(),
            workspace: Workspace::default(),
            resolves: can.resolve_actions,
            can,
            jobs,
            to_editor,
            asked: 0,
        }
    }

    /// Reads the names of the files of the folders that the editor shows.
    fn look_around(&self, params: &Value) {
        let folders = params.get("workspaceFolders").and_then(Value::as_array).cloned().unwrap_or_default();
        let uris: Vec<&str> = folders.iter().filter_map(|folder| folder.get("uri")?.as_str()).collect();
        let root = params.get("rootUri").and_then(Value::as_str).filter(|_| uris.is_empty());
        for path in uris.into_iter().chain(root).filter_map(path_of) {
            self.job(Job::Names(path));
        }
    }

    /// Has the editor say when files change that others are about, where it can.
    fn watch(&mut self) {
        let watchers: Vec<Value> = WATCHED.iter().map(|files| json!({"globPattern": files})).collect();
        let (id, method) = ("files", said::DidChangeWatchedFiles::METHOD);
        let registered = json!({"id": id, "method": method, "registerOptions": {"watchers": watchers}});
        if self.can.watch_files {
            self.ask("client/registerCapability", json!({"registrations": [registered]}));
        }
    }

    fn serve(&mut self, connection: &Connection, done: &Receiver<Done>) -> Result<(), String> {
        let mut queue: VecDeque<Message> = VecDeque::new();
        loop {
            if queue.is_empty() {
                select! {
                    recv(connection.receiver) -> message => match message {
                        Ok(message) => queue.push_back(message),
                        // The editor is gone.
                        Err(_) => return Ok(()),
                    },
                    recv(done) -> news => if let Ok(news) = news { self.news(news); },
                }
            }
            // What came meanwhile may take back what is waiting.
            queue.extend(connection.receiver.try_iter());
            self.take_back(&mut queue);
            let Some(message) = queue.pop_front() else { continue };
            match message {
                Message::Request(request) => {
                    if connection.handle_shutdown(&request).map_err(|error| error.to_string())? {
                        return Ok(());
                    }
                    self.answer(request);
                }
                Message::Notification(note) => self.note(note),
                // Answers to questions of ours say that they came.
                Message::Response(_) => {}
            }
        }
    }

    /// Answers at once to requests that the editor does not want any more.
    fn take_back(&self, queue: &mut VecDeque<Message>) {
        let cancelled: Vec<Value> = queue
            .iter()
            .filter_map(|message| match message {
                Message::Notification(note) if note.method == said::Cancel::METHOD => note.params.get("id").cloned(),
                _ => None,
            })
            .collect();
        if cancelled.is_empty() {
            return;
        }
        queue.retain(|message| {
            let Message::Request(request) = message else { return true };
            let gone = cancelled.iter().any(|id| serde_json::to_value(&request.id).is_ok_and(|own| own == *id));
            if gone {
                let code = ErrorCode::RequestCanceled as i32;
                self.send(Response::new_err(request.id.clone(), code, "taken back".to_owned()).into());
            }
            !gone
        });
    }

    fn answer(&mut self, request: Request) {
        let Request { id, method, params } = request;
        match self.asked(&method, params) {
            // Where the editor is gone, nobody is left to tell.
            Ok(answer) => drop(self.to_editor.send(Out::Answer(id, answer))),
            Err(refusal) => self.send(refusal.response(id).into()),
        }
    }

    pub(crate) fn send(&self, message: Message) {
        drop(self.to_editor.send(Out::Message(message)));
    }

    pub(crate) fn begin(&self, job: Job) {
        self.job(job);
    }

    fn job(&self, job: Job) {
        drop(self.jobs.send(job));
    }

    /// Asks the editor for something whose answer does not matter.
    fn ask(&mut self, method: &str, params: Value) {
        self.asked += 1;
        let id = RequestId::from(self.asked);
        self.send(Request { id, method: method.to_owned(), params }.into());
    }

    fn note(&mut self, note: Notification) {
        let Notification { method, params } = note;
        match method.as_str() {
            said::DidOpenTextDocument::METHOD => self.opened(&params),
            said::DidChangeTextDocument::METHOD => self.changed(params),
            said::DidCloseTextDocument::METHOD => {
                if let Some(uri) = text(&params, "/textDocument/uri") {
                    self.open.remove(uri);
                    self.publish(uri, None, &[]);
                }
            }
            said::DidSaveTextDocument::METHOD => {
                let uri = text(&params, "/textDocument/uri").unwrap_or_default();
                self.on_disk(&[uri.to_owned()]);
            }
            said::DidChangeWatchedFiles::METHOD => {
                let changes = params.get("changes").and_then(Value::as_array).cloned().unwrap_or_default();
                let uris: Vec<String> = changes.iter().filter_map(|one| Some(text(one, "/uri")?.to_owned())).collect();
                self.on_disk(&uris);
            }
            said::DidChangeWorkspaceFolders::METHOD => {
                let added = params.pointer("/event/added").cloned().unwrap_or_default();
                self.look_around(&json!({"workspaceFolders": added}));
                let gone = params.pointer("/event/removed").and_then(Value::as_array).cloned().unwrap_or_default();
                gone.iter().filter_map(|folder| text(folder, "/uri")).for_each(|uri| self.workspace.forget(uri));
                self.say_all();
            }
            _ => {}
        }
    }

    /// Follows files that changed on the disk.
    fn on_disk(&mut self, uris: &[String]) {
        if uris.iter().any(|uri| uri.ends_with(cards_lint::settings::FILE)) {
            self.disk.forget();
            let open: Vec<(String, PathBuf)> =
                self.open.iter().map(|(uri, open)| (uri.clone(), open.path.clone())).collect();
            for (uri, path) in open {
                let folder = self.folder(&path);
                if let Some(open) = self.open.get_mut(&uri) {
                    open.folder = folder;
                }
                self.look(&uri);
            }
        }
        for path in uris.iter().filter_map(|uri| path_of(uri)) {
            self.job(Job::Names(path));
        }
    }

    /// The settings for a file; what is wrong with them is said once.
    fn folder(&mut self, path: &std::path::Path) -> Arc<Folder> {
        let folder = self.disk.settings(path);
        if let Some(problem) = &folder.problem {
            let params = json!({"type": 1, "message": problem});
            self.send(Notification { method: said::ShowMessage::METHOD.to_owned(), params }.into());
        }
        folder
    }

    fn opened(&mut self, params: &Value) {
        let (Some(uri), Some(content)) = (text(params, "/textDocument/uri"), text(params, "/textDocument/text")) else {
            return;
        };
        let version = number(params, "/textDocument/version");
        let language = text(params, "/textDocument/languageId").unwrap_or_default();
        let in_file = uri.strip_prefix(SCHEME).is_some_and(|rest| rest.starts_with(':'));
        let (document, path) = if in_file {
            let path = split(uri).map(|(path, _)| PathBuf::from(path)).unwrap_or_default();
            (Document::of_file(content, &std::fs::read(&path).unwrap_or_default()), path)
        } else {
            let path = path_of(uri).unwrap_or_default();
            let syntax = if language == "yaml" { Syntax::Yaml } else { Syntax::of(uri) };
            (Document::new(content, syntax), path)
        };
        let folder = self.folder(&path);
        let (diagnostics, lore) = (Vec::new(), Lore::default());
        self.open.insert(uri.to_owned(), Open { document, version, path, folder, diagnostics, lore });
        self.look(uri);
    }

    fn changed(&mut self, params: Value) {
        #[derive(Deserialize)]
        struct Change {
            range: Option<Range>,
            text: String,
        }
        let Some(uri) = text(&params, "/textDocument/uri").map(str::to_owned) else { return };
        let version = number(&params, "/textDocument/version");
        let changes = params.get("contentChanges").cloned().unwrap_or_default();
        let Ok(changes) = serde_json::from_value::<Vec<Change>>(changes) else { return };
        let Some(open) = self.open.get_mut(&uri) else { return };
        for change in changes {
            open.document.edit(change.range, &change.text);
        }
        open.version = version;
        self.look(&uri);
    }

    /// Has a text looked at beside the answers.
    fn look(&self, uri: &str) {
        let Some(open) = self.open.get(uri).filter(|open| open.document.syntax() != Syntax::Plain) else { return };
        self.job(Job::Look(Look {
            uri: uri.to_owned(),
            version: open.version,
            text: open.document.text().to_owned(),
            syntax: open.document.syntax(),
            path: open.path.clone(),
            folder: open.folder.clone(),
        }));
    }

    fn news(&mut self, news: Done) {
        match news {
            Done::Diagnosed { uri, version, diagnostics } => {
                let Some(open) = self.open.get_mut(&uri).filter(|open| open.version == version) else { return };
                open.diagnostics = diagnostics;
                self.say_diagnostics(&uri);
            }
            Done::Lored { uri, version, lore } => {
                let Some(open) = self.open.get_mut(&uri).filter(|open| open.version == version) else { return };
                let is_new = open.lore != lore;
                open.lore = lore;
                if is_new && self.can.refresh_lenses {
                    self.ask("workspace/codeLens/refresh", Value::Null);
                }
                if is_new && self.can.refresh_hints {
                    self.ask("workspace/inlayHint/refresh", Value::Null);
                }
            }
            Done::Named(files) => {
                files.into_iter().for_each(|(uri, names)| self.workspace.set(&uri, names));
                self.say_all();
            }
        }
    }

    fn say_all(&self) {
        self.open.keys().for_each(|uri| self.say_diagnostics(uri));
    }

    fn say_diagnostics(&self, uri: &str) {
        let Some(open) = self.open.get(uri) else { return };
        let mut all = open.diagnostics.clone();
        all.extend(self.workspace.diagnostics(uri, &open.document));
        self.publish(uri, Some(open.version), &all);
    }

    fn publish(&self, uri: &str, version: Option<i32>, diagnostics: &[Diagnostic]) {
        let params = json!({"uri": uri, "version": version, "diagnostics": diagnostics});
        self.send(Notification { method: said::PublishDiagnostics::METHOD.to_owned(), params }.into());
    }
}

pub(crate) fn text<'v>(value: &'v Value, pointer: &str) -> Option<&'v str> {
    value.pointer(pointer).and_then(Value::as_str)
}

fn number(value: &Value, pointer: &str) -> i32 {
    value.pointer(pointer).and_then(Value::as_i64).and_then(|number| i32::try_from(number).ok()).unwrap_or_default()
}
