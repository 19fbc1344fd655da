//! The desk: roots, plans, and the tools over them.

use std::borrow::Cow;

use cards_kit::macros::Moment;
use cards_kit::plain::bytes_hash;
use cards_kit::{CardFile, Limits as KitLimits};
use serde_json::{Map, Value, json};

use crate::fence;
use crate::files::{Files, FilesError, read_whole};
use crate::limits::Limits;
use crate::path::CardPath;
use crate::refusal::Refusal;
use crate::reply::Reply;
use crate::tokens::{Plan, Tokens};
use crate::tools::TOOLS;

/// What a session works on: files of named roots, plans that wait, what can be taken back.
pub struct Desk {
    pub(crate) files: Box<dyn Files>,
    pub(crate) limits: Limits,
    pub(crate) may_write: bool,
    pub(crate) tokens: Tokens,
    salt: u64,
}

impl Desk {
    /// Opens a desk over files. Without `may_write`, `apply` refuses whatever it is given.
    pub fn new(files: impl Files + 'static, limits: Limits, may_write: bool) -> Self {
        let mut files: Box<dyn Files> = Box::new(files);
        let (salt, tokens) = (files.random(), Tokens::new(limits.plans, limits.plan_bytes));
        Self { files, limits, may_write, tokens, salt }
    }

    /// Calls a tool by its name. Whatever goes wrong is a reply that says what to do next.
    pub fn call(&mut self, tool: &str, arguments: Value) -> Reply {
        let most = match self.room(&arguments) {
            Ok(most) => most,
            Err(refusal) => return refused(refusal),
        };
        let Some(found) = TOOLS.iter().find(|known| known.name == tool) else {
            let known: Vec<_> = TOOLS.iter().map(|tool| tool.name).collect();
            let message = format!("there is no such tool; there are {}", known.join(", "));
            return refused(Refusal::new("no-tool", message).next("call one of these"));
        };
        match (found.run)(self, arguments) {
            Ok(answer) => answer.fitting(most, self.salt),
            Err(refusal) => refused(refusal),
        }
    }

    /// Reads a file whole, as the tools do.
    ///
    /// # Errors
    /// [`FilesError`]; a path that is none is [`FilesError::NoFile`].
    pub fn read(&self, path: &str) -> Result<Vec<u8>, FilesError> {
        let path: CardPath = path.parse().map_err(|_| FilesError::NoFile)?;
        read_whole(&*self.files, &path, self.limits.file_bytes)
    }

    /// A number for the fence that who wrote a card cannot know.
    #[must_use]
    pub fn salt(&self) -> u64 {
        self.salt
    }

    /// How many bytes the answer of a call may have.
    fn room(&self, arguments: &Value) -> Result<usize, Refusal> {
        let limit = self.limits.argument_bytes;
        if fence_bytes(arguments, limit) > limit {
            let message = format!("the arguments have more than {limit} bytes");
            return Err(Refusal::new("limit", message).next("send less at once"));
        }
        let asked = arguments.get("max_bytes").and_then(Value::as_u64);
        Ok(self.most(asked.map(|asked| usize::try_from(asked).unwrap_or(usize::MAX))))
    }

    /// How many bytes an answer may have of which so many were asked for.
    pub(crate) fn most(&self, asked: Option<usize>) -> usize {
        // Fewer have no room for a summary and a fence.
        const LEAST: usize = 2_048;
        let limit = self.limits.most_answer_bytes.max(LEAST);
        asked.map_or(self.limits.answer_bytes, |asked| asked.clamp(LEAST, limit))
    }

    /// Bytes of a file, or of one as a plan would make it: `plan-…` where it plans one file, `plan-…:root/file` where it plans several.
    pub(crate) fn bytes(&self, source: &str) -> Result<Cow<'_, [u8]>, Refusal> {
        let Some((token, inside)) = planned(source) else {
            let path: CardPath = source.parse()?;
            return Ok(read_whole(&*self.files, &path, self.limits.file_bytes)?.into());
        };
        let plan = self.tokens.plan(token)?;
        let found = match inside {
            Some(inside) => plan.files.iter().find(|file| file.path.to_string() == inside),
            None => plan.files.first().filter(|_| plan.files.len() == 1),
        };
        found.map(|file| Cow::from(&*file.bytes)).ok_or_else(|| {
            Refusal::new("no-file", "the plan has several files, or not that one")
                .next("write the token, `:` and the path of one of its files")
        })
    }

    /// A file that is open, or one as a plan would make it.
    pub(crate) fn file(&self, source: &str) -> Result<CardFile, Refusal> {
        Ok(CardFile::open(self.bytes(source)?.into_owned(), &self.limits.kit)?)
    }

    /// What the libraries may take.
    pub(crate) fn kit(&self) -> &KitLimits {
        &self.limits.kit
    }

    /// The present moment for macros.
    pub(crate) fn moment(&self) -> Option<Moment> {
        let seconds = self.files.now()?.seconds();
        Some(Moment { unix_millis: seconds.saturating_mul(1_000), offset_minutes: 0 })
    }

    /// Keeps a plan and gives its token.
    pub(crate) fn keep(&mut self, plan: Plan) -> Result<String, Refusal> {
        let random = self.files.random();
        self.tokens.keep_plan(random, plan)
    }

    /// The hash of a file that is there; nothing where none is.
    pub(crate) fn hash(&self, path: &CardPath) -> Result<Option<String>, Refusal> {
        match read_whole(&*self.files, path, self.limits.file_bytes) {
            Ok(bytes) => Ok(Some(bytes_hash(&bytes))),
            Err(FilesError::NoFile) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}

/// The token of a plan in the name of a source, and which of its files is meant.
pub(crate) fn planned(source: &str) -> Option<(&str, Option<&str>)> {
    if !source.starts_with("plan-") || source.split(':').next().is_some_and(|token| token.contains('/')) {
        return None;
    }
    Some(source.split_once(':').map_or((source, None), |(token, path)| (token, Some(path))))
}

/// About how many bytes a value has, counted no further than a limit.
fn fence_bytes(value: &Value, limit: usize) -> usize {
    let mut count = 0;
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        count += match value {
            Value::String(text) => text.len() + 2,
            Value::Array(items) => {
                open.extend(items);
                2
            }
            Value::Object(members) => {
                open.extend(members.values());
                members.keys().map(|name| name.len() + 4).sum()
            }
            _ => 4,
        };
        if count > limit {
            break;
        }
    }
    count
}

/// The reply to a call that was refused.
fn refused(refusal: Refusal) -> Reply {
    let Refusal { class, message, detail, next } = refusal;
    let mut error = Map::from_iter([("class".to_owned(), Value::from(class))]);
    if let Some(detail) = detail {
        error.insert("detail".to_owned(), fence::line(&detail, 2_000).into());
    }
    let next = if next.is_empty() { String::new() } else { format!(". What to do: {next}") };
    Reply {
        summary: format!("refused ({class}): {message}{next}"),
        data: json!({"error": error}),
        left_out: Vec::new(),
        next: Vec::new(),
        is_error: true,
    }
}
