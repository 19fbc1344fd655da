//! Requests and their answers.

use cards_language::{
    Client, Position, Range, TextEdit, actions, completions, folds, hints, hover, lore, name_at, rename, repair,
    signature, symbols, tokens, uses,
};
use lsp_server::{ErrorCode, RequestId, Response};
use lsp_types::request as asks;
use lsp_types::request::Request as _;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::host::Host;
use crate::server::{Open, Server, text};
use crate::shapes;

/// Why a request is not answered.
#[derive(Debug)]
pub(crate) struct Refusal {
    code: ErrorCode,
    message: String,
}

impl Refusal {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { code: ErrorCode::RequestFailed, message: message.into() }
    }

    pub(crate) fn response(self, id: RequestId) -> Response {
        Response::new_err(id, self.code as i32, self.message)
    }
}

/// A part of the parameters.
pub(crate) fn part<T: DeserializeOwned>(params: &Value, name: &str) -> Result<T, Refusal> {
    let value = params.get(name).cloned().unwrap_or_default();
    serde_json::from_value(value)
        .map_err(|error| Refusal { code: ErrorCode::InvalidParams, message: format!("`{name}`: {error}") })
}

impl<H: Host> Server<H> {
    /// Answers a request, with JSON.
    pub(crate) fn asked(&mut self, method: &str, params: Value) -> Result<String, Refusal> {
        match method {
            asks::CodeActionResolveRequest::METHOD => return written(self.resolve(params)?),
            asks::ExecuteCommand::METHOD => return written(self.command(&params)?),
            "cards/texts" | "cards/read" | "cards/write" => return written(self.file(method, &params)?),
            _ => {}
        }
        let unknown =
            || Refusal { code: ErrorCode::MethodNotFound, message: format!("there is no request `{method}`") };
        let uri = text(&params, "/textDocument/uri").ok_or_else(unknown)?.to_owned();
        // A text that is not open has no answer, and a file that is none of ours has none either.
        let Some(open) = self.open.get(&uri) else { return written(Value::Null) };
        let client = open.folder.client(&self.host);
        let document = &open.document;
        let at = || part::<Position>(&params, "position");
        // What may be long is written as it is found.
        let answer = match method {
            asks::DocumentSymbolRequest::METHOD => return written(symbols(document)),
            asks::FoldingRangeRequest::METHOD => return written(folds(document)),
            asks::CodeLensRequest::METHOD => return written(shapes::lenses(&uri, &open.lore.lenses(document))),
            asks::SemanticTokensFullRequest::METHOD => {
                return written(shapes::Tokens::of(tokens(document, None, &client)));
            }
            asks::SemanticTokensRangeRequest::METHOD => {
                return written(shapes::Tokens::of(tokens(document, Some(part(&params, "range")?), &client)));
            }
            asks::HoverRequest::METHOD => {
                let at = at()?;
                let told = hover(document, at, &client).or_else(|| lore::hover(document, at, &client, &open.lore));
                told.as_ref().map_or(Value::Null, shapes::hover)
            }
            asks::Completion::METHOD => shapes::completions(&completions(document, at()?, &client)),
            asks::SignatureHelpRequest::METHOD => {
                signature(document, at()?, &client).as_ref().map_or(Value::Null, shapes::signature)
            }
            asks::GotoDefinition::METHOD => self.definition(&uri, open, at()?, &client),
            asks::References::METHOD => references(&uri, open, at()?, &params, &client),
            asks::PrepareRenameRequest::METHOD => match name_at(document, at()?, &client) {
                Some((range, name)) => json!({"range": range, "placeholder": name}),
                None => Value::Null,
            },
            asks::Rename::METHOD => {
                let name: String = part(&params, "newName")?;
                shapes::edit(&uri, &rename(document, at()?, &name, &client).map_err(Refusal::new)?)
            }
            asks::DocumentLinkRequest::METHOD => {
                self.workspace.links(&uri, document).iter().map(shapes::link).collect()
            }
            asks::InlayHintRequest::METHOD => {
                hints(document, part::<Range>(&params, "range")?).iter().map(shapes::hint).collect()
            }
            asks::CodeActionRequest::METHOD => self.actions(&uri, open, &params, &client)?,
            _ => return Err(unknown()),
        };
        written(answer)
    }

    /// From a variable to where it is set, from a key to the entries that it fires, from a name to the file that has it.
    fn definition(&self, uri: &str, open: &Open, at: Position, client: &Client) -> Value {
        let sets: Vec<Value> = uses(&open.document, at, client)
            .into_iter()
            .filter(|used| used.sets)
            .map(|used| shapes::location(uri, used.range))
            .collect();
        if !sets.is_empty() {
            return sets.into();
        }
        let files = self.workspace.definitions(uri, &open.document, at);
        if !files.is_empty() {
            return files.iter().map(|file| shapes::location(file, Range::default())).collect();
        }
        let entries = lore::definitions(&open.document, at, client, &open.lore);
        entries.into_iter().map(|range| shapes::location(uri, range)).collect()
    }

    fn actions(&self, uri: &str, open: &Open, params: &Value, client: &Client) -> Result<Value, Refusal> {
        let range = part::<Range>(params, "range")?;
        let only: Vec<String> = params
            .pointer("/context/only")
            .and_then(|only| serde_json::from_value(only.clone()).ok())
            .unwrap_or_default();
        let wanted = |kind: &str| {
            let fits =
                |one: &String| kind == one || kind.strip_prefix(one.as_str()).is_some_and(|rest| rest.starts_with('.'));
            only.is_empty() || only.iter().any(fits)
        };
        let all = actions(&open.document, range, &open.diagnostics, client).into_iter();
        let told = all.filter(|action| wanted(action.kind)).map(|action| {
            let mut edits = action.edits.clone();
            if edits.is_none() && !self.resolves() {
                edits = Some(repairs(open, &action.rules, &self.host));
            }
            shapes::action(uri, &action, edits.as_deref())
        });
        Ok(told.collect())
    }

    /// The changes of an action that was chosen.
    fn resolve(&self, mut action: Value) -> Result<Value, Refusal> {
        let data = action.get("data").cloned().unwrap_or_default();
        let (uri, rules): (String, Vec<String>) = (part(&data, "uri")?, part(&data, "rules")?);
        let open = self.open.get(&uri).ok_or_else(|| Refusal::new(format!("{uri} is not open")))?;
        let edits = repairs(open, &rules, &self.host);
        if let Some(action) = action.as_object_mut() {
            action.entry("edit").or_insert_with(|| shapes::edit(&uri, &edits));
        }
        Ok(action)
    }
}

fn repairs(open: &Open, rules: &[String], host: &impl Host) -> Vec<TextEdit> {
    repair(&open.document, rules, open.folder.options(&open.path, host))
}

/// Where a variable is read, and set where that is asked for; of an entry, what fires it.
fn references(uri: &str, open: &Open, at: Position, params: &Value, client: &Client) -> Value {
    let declared = params.pointer("/context/includeDeclaration") != Some(&Value::Bool(false));
    let all = uses(&open.document, at, client);
    if !all.is_empty() {
        let wanted = all.into_iter().filter(|used| declared || !used.sets);
        return wanted.map(|used| shapes::location(uri, used.range)).collect();
    }
    let fires = lore::references(&open.document, at, &open.lore);
    fires.into_iter().map(|range| shapes::location(uri, range)).collect()
}

fn written(answer: impl serde::Serialize) -> Result<String, Refusal> {
    serde_json::to_string(&answer).map_err(|error| Refusal::new(error.to_string()))
}
