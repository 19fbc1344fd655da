//! Texts in files that are no text, pages of rules, and what the commands show.

use std::path::{Path, PathBuf};

use cards_json::Pointer;
use cards_kit::Chat;
use cards_language::files::{SCHEME, list, open, preview, save, split};
use cards_language::{RULE_PAGES, lore, rule_page};
use serde_json::{Value, json};

use crate::host::{Host, escaped, path_of};
use crate::requests::{Refusal, part};
use crate::server::{Open, Server};
use crate::work::Job;

/// Bytes of a file whose texts are opened at most.
const MOST_BYTES: u64 = 512 << 20;

fn read(path: &Path, host: &impl Host) -> Result<Vec<u8>, Refusal> {
    if host.size(path).is_some_and(|size| size > MOST_BYTES) {
        return Err(Refusal::new(format!("{} has more than {MOST_BYTES} bytes", path.display())));
    }
    host.read(path).map_err(|error| Refusal::new(format!("{} cannot be read: {error}", path.display())))
}

impl<H: Host> Server<H> {
    /// Answers about the texts of files: lists them, opens one, saves one.
    pub(crate) fn file(&mut self, method: &str, params: &Value) -> Result<Value, Refusal> {
        let words = |error: cards_language::files::FileError| Refusal::new(error.to_string());
        let uri: String = part(params, "uri")?;
        if method == "cards/texts" {
            let path = path_of(&uri).unwrap_or_else(|| PathBuf::from(&uri));
            let base = escaped(&path.to_string_lossy().replace('\\', "/"));
            let texts = list(&read(&path, &self.host)?).map_err(words)?;
            let told = texts.iter().map(|text| {
                json!({"place": text.place, "uri": format!("{SCHEME}:{base}/{}", escaped(&text.path)), "excerpt": text.excerpt})
            });
            return Ok(told.collect());
        }
        if let Some(id) = uri.strip_prefix(RULE_PAGES).and_then(|rest| rest.strip_prefix(":/")) {
            let page = rule_page(id.trim_start_matches('/').trim_end_matches(".md"));
            let text = page.ok_or_else(|| Refusal::new(format!("there is no rule `{id}`")))?;
            return Ok(json!({"text": text}));
        }
        let (path, place) = split(&uri).map_err(words)?;
        let path = PathBuf::from(path);
        let bytes = read(&path, &self.host)?;
        if method == "cards/read" {
            return Ok(json!(open(&bytes, &place).map_err(words)?));
        }
        let (text, guard): (String, String) = (part(params, "text")?, part(params, "hash")?);
        let (new, hash) = save(bytes, &place, &text, &guard).map_err(words)?;
        self.host.replace(&path, new).map_err(Refusal::new)?;
        self.job(Job::Names(path));
        Ok(json!({"hash": hash}))
    }

    /// Runs a command: arguments are the address of an open text, the pointer of an entry, and a message that is said.
    pub(crate) fn command(&mut self, params: &Value) -> Result<Value, Refusal> {
        let command: String = part(params, "command")?;
        let arguments: Vec<Value> = part(params, "arguments")?;
        let argument = |number: usize| arguments.get(number).and_then(Value::as_str).filter(|text| !text.is_empty());
        let uri = argument(0).ok_or_else(|| Refusal::new("the first argument is the address of an open text"))?;
        let found = self.open.get(uri).ok_or_else(|| Refusal::new(format!("{uri} is not open")))?;
        let client = found.folder.client(&self.host);
        let (title, markdown) = match command.as_str() {
            "cards.whySilent" => {
                let pointer = argument(1)
                    .map(str::parse::<Pointer>)
                    .transpose()
                    .map_err(|error| Refusal::new(error.to_string()))?;
                let chat = chat_of(found, argument(2), &self.host)?;
                let told = lore::why_silent(&found.document, &chat, pointer.as_ref(), &client);
                ("Why is this entry silent?", told.map_err(Refusal::new)?)
            }
            "cards.previewPrompt" => {
                let chat = chat_of(found, argument(1), &self.host)?;
                let preset = client.preset.as_deref().map(|named| found.folder.text_of(named, &self.host)).transpose();
                let preset = preset.map_err(Refusal::new)?;
                let told = preview(&found.document, &chat, preset.as_deref(), &client);
                ("The prompt", told.map_err(Refusal::new)?)
            }
            other => return Err(Refusal::new(format!("there is no command `{other}`"))),
        };
        Ok(json!({"title": title, "markdown": markdown}))
    }
}

/// The chat that the settings name, with a message behind it.
fn chat_of(open: &Open, message: Option<&str>, host: &impl Host) -> Result<Chat, Refusal> {
    let client = &open.folder.settings.client;
    let file =
        client.chat.as_deref().map(|named| open.folder.text_of(named, host)).transpose().map_err(Refusal::new)?;
    let named = |error: String| match &client.chat {
        Some(named) => Refusal::new(format!("{named}: {error}")),
        None => Refusal::new(error),
    };
    lore::chat(&open.document, client, file.as_deref(), message).map_err(named)
}
