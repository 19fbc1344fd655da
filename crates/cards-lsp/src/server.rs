//! What the editor asks, one after another; what it took back is not answered.

use std::collections::{HashMap, VecDeque};
use std::path::PathBuf;
use std::sync::Arc;

use cards_language::files::{SCHEME, split};
use cards_language::lore::Lore;
use cards_language::{Diagnostic, Document, Range, Syntax, TOKEN_KINDS, Workspace};
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification as said;
use lsp_types::notification::Notification as _;
use lsp_types::request::{Initialize, Request as _, Shutdown};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::folder::{Folder, Folders};
use crate::host::{Host, path_of};
use crate::work::{Done, Job, Look};

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

/// How an editor parted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It asked for the end first, as it should.
    Asked,
    /// It left.
    Left,
}

/// Where the protocol is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// The editor has not said what it can do.
    Begins,
    Runs,
    /// The editor asked for the end, and will leave.
    Closes,
    Ended(End),
}

/// A server that is told what the editor says, and is asked what it says itself and what is to be done beside.
#[derive(Debug)]
pub struct Server<H> {
    pub(crate) host: H,
    pub(crate) open: HashMap<String, Open>,
    pub(crate) folders: Folders,
    pub(crate) workspace: Workspace,
    can: Can,
    stage: Stage,
    /// The folders that the editor showed when it began.
    shown: Vec<PathBuf>,
    queue: VecDeque<Message>,
    said: Vec<String>,
    jobs: Vec<Job>,
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

impl<H: Host> Server<H> {
    /// A server before its first message.
    pub fn new(host: H) -> Self {
        Self {
            host,
            open: HashMap::new(),
            folders: Folders::default(),
            workspace: Workspace::default(),
            can: Can::default(),
            stage: Stage::Begins,
            shown: Vec::new(),
            queue: VecDeque::new(),
            said: Vec::new(),
            jobs: Vec::new(),
            asked: 0,
        }
    }

    /// Takes a message of the editor's, which waits for its [`step`](Self::step).
    pub fn take(&mut self, message: Message) {
        self.queue.push_back(message);
    }

    /// Whether no message waits.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.queue.is_empty()
    }

    /// Answers the next message, if what waits behind it does not take it back.
    pub fn step(&mut self) {
        self.take_back();
        match self.queue.pop_front() {
            Some(Message::Request(request)) => self.answer(request),
            Some(Message::Notification(note)) => self.note(note),
            // Answers to questions of ours say that they came.
            Some(Message::Response(_)) | None => {}
        }
    }

    /// What the server has to say to the editor: messages as JSON.
    pub fn said(&mut self) -> impl Iterator<Item = String> + use<'_, H> {
        self.said.drain(..)
    }

    /// What is to be done beside the answers.
    pub fn jobs(&mut self) -> impl Iterator<Item = Job> + use<'_, H> {
        self.jobs.drain(..)
    }

    /// How the editor parted, once it did.
    #[must_use]
    pub fn end(&self) -> Option<End> {
        match self.stage {
            Stage::Ended(end) => Some(end),
            _ => None,
        }
    }

    /// Learns what the editor can do, and says what the server can.
    fn begin(&mut self, params: &Value) -> Value {
        let able = |pointer: &str| params.pointer(&format!("/capabilities{pointer}")).cloned().unwrap_or_default();
        let resolves = able("/textDocument/codeAction/resolveSupport/properties");
        self.can = Can {
            resolve_actions: resolves.as_array().is_some_and(|all| all.iter().any(|one| one == "edit")),
            refresh_lenses: able("/workspace/codeLens/refreshSupport") == true,
            refresh_hints: able("/workspace/inlayHint/refreshSupport") == true,
            watch_files: able("/workspace/didChangeWatchedFiles/dynamicRegistration") == true,
        };
        let root = params.get("rootUri").and_then(Value::as_str).and_then(path_of);
        self.shown = folders(params.get("workspaceFolders"));
        if self.shown.is_empty() {
            self.shown.extend(root);
        }
        self.stage = Stage::Runs;
        let info = json!({"name": "cards-lsp", "version": env!("CARGO_PKG_VERSION")});
        json!({"capabilities": abilities(), "serverInfo": info})
    }

    /// Whether an action may come without its changes.
    pub(crate) fn resolves(&self) -> bool {
        self.can.resolve_actions
    }

    /// Reads the names of the files of folders that the editor shows.
    fn look_around(&mut self, folders: Vec<PathBuf>) {
        self.jobs.extend(folders.into_iter().map(Job::Names));
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

    /// Answers at once to requests that the editor does not want any more.
    fn take_back(&mut self) {
        let cancelled: Vec<Value> = self
            .queue
            .iter()
            .filter_map(|message| match message {
                Message::Notification(note) if note.method == said::Cancel::METHOD => note.params.get("id").cloned(),
                _ => None,
            })
            .collect();
        if cancelled.is_empty() {
            return;
        }
        let mut gone = Vec::new();
        self.queue.retain(|message| {
            let Message::Request(request) = message else { return true };
            let is_gone = cancelled.iter().any(|id| serde_json::to_value(&request.id).is_ok_and(|own| own == *id));
            gone.extend(is_gone.then(|| request.id.clone()));
            !is_gone
        });
        for id in gone {
            self.refuse(id, ErrorCode::RequestCanceled, "taken back");
        }
    }

    fn answer(&mut self, request: Request) {
        let Request { id, method, params } = request;
        let answer = match (self.stage, method.as_str()) {
            (Stage::Begins, Initialize::METHOD) => Ok(self.begin(&params).to_string()),
            (Stage::Begins, _) => {
                return self.refuse(id, ErrorCode::ServerNotInitialized, "the first request is `initialize`");
            }
            (Stage::Runs, Shutdown::METHOD) => {
                self.stage = Stage::Closes;
                Ok(Value::Null.to_string())
            }
            (Stage::Runs, _) => self.asked(&method, params),
            _ => return self.refuse(id, ErrorCode::InvalidRequest, "the server was asked to end"),
        };
        match (answer, serde_json::to_string(&id)) {
            // As the text that it was written to: a tree of values for each of thousands of symbols takes longer than to
            // find them.
            (Ok(answer), Ok(id)) => {
                self.said.push(format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{answer}}}"));
            }
            (Err(refusal), _) => self.send(&refusal.response(id).into()),
            (_, Err(error)) => self.refuse(id, ErrorCode::InternalError, &error.to_string()),
        }
    }

    fn refuse(&mut self, id: RequestId, code: ErrorCode, message: &str) {
        self.send(&Response::new_err(id, code as i32, message.to_owned()).into());
    }

    fn send(&mut self, message: &Message) {
        if let Some(rest) = serde_json::to_string(message).ok().as_deref().and_then(|text| text.strip_prefix('{')) {
            self.said.push(format!("{{\"jsonrpc\":\"2.0\",{rest}"));
        }
    }

    pub(crate) fn job(&mut self, job: Job) {
        self.jobs.push(job);
    }

    /// Asks the editor for something whose answer does not matter.
    fn ask(&mut self, method: &str, params: Value) {
        self.asked += 1;
        let id = RequestId::from(self.asked);
        self.send(&Request { id, method: method.to_owned(), params }.into());
    }

    fn note(&mut self, note: Notification) {
        let Notification { method, params } = note;
        match method.as_str() {
            said::Exit::METHOD => {
                let asked = self.stage == Stage::Closes;
                self.stage = Stage::Ended(if asked { End::Asked } else { End::Left });
            }
            _ if self.stage != Stage::Runs => {}
            said::Initialized::METHOD => {
                self.watch();
                let shown = std::mem::take(&mut self.shown);
                self.look_around(shown);
            }
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
                self.look_around(folders(params.pointer("/event/added")));
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
            self.folders.forget();
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
        let folder = self.folders.of(path, &self.host);
        if let Some(problem) = &folder.problem {
            let params = json!({"type": 1, "message": problem});
            self.send(&Notification { method: said::ShowMessage::METHOD.to_owned(), params }.into());
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
            let (path, place) = split(uri).unwrap_or_default();
            let path = PathBuf::from(path);
            (Document::of_file(content, &self.host.read(&path).unwrap_or_default(), &place), path)
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
    fn look(&mut self, uri: &str) {
        let Some(open) = self.open.get(uri) else { return };
        let look = Look {
            uri: uri.to_owned(),
            version: open.version,
            text: open.document.text().to_owned(),
            syntax: open.document.syntax(),
            path: open.path.clone(),
            folder: open.folder.clone(),
        };
        self.job(Job::Look(look));
    }

    /// Takes what was done beside the answers.
    pub fn news(&mut self, news: Done) {
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

    fn say_all(&mut self) {
        let open: Vec<String> = self.open.keys().cloned().collect();
        open.iter().for_each(|uri| self.say_diagnostics(uri));
    }

    fn say_diagnostics(&mut self, uri: &str) {
        let Some(open) = self.open.get(uri) else { return };
        let mut all = open.diagnostics.clone();
        all.extend(self.workspace.diagnostics(uri, &open.document));
        let version = open.version;
        self.publish(uri, Some(version), &all);
    }

    fn publish(&mut self, uri: &str, version: Option<i32>, diagnostics: &[Diagnostic]) {
        let params = json!({"uri": uri, "version": version, "diagnostics": diagnostics});
        self.send(&Notification { method: said::PublishDiagnostics::METHOD.to_owned(), params }.into());
    }
}

/// The paths of the folders of a list.
fn folders(list: Option<&Value>) -> Vec<PathBuf> {
    let all = list.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    all.iter().filter_map(|folder| path_of(text(folder, "/uri")?)).collect()
}

pub(crate) fn text<'v>(value: &'v Value, pointer: &str) -> Option<&'v str> {
    value.pointer(pointer).and_then(Value::as_str)
}

fn number(value: &Value, pointer: &str) -> i32 {
    value.pointer(pointer).and_then(Value::as_i64).and_then(|number| i32::try_from(number).ok()).unwrap_or_default()
}
