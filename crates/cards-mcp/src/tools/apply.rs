//! `apply`: what a plan said, written; or what was written, taken back.

use cards_words::plural;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Hints, Tool};
use crate::answer::Answer;
use crate::desk::Desk;
use crate::given::arguments;
use crate::path::CardPath;
use crate::refusal::Refusal;
use crate::schema::{any, of_answer, of_arguments};
use crate::tokens::Written;

pub(super) const TOOL: Tool = Tool {
    name: "apply",
    title: "Apply a plan, or take it back",
    about: "Writes what a plan said, each file in one step, and gives a token that takes it back; or takes back what such a token \
        stands for. Each token is good for once. It refuses, and writes nothing, when a file is no longer what the plan was made \
        from, and always when the server was started without --allow-writes.",
    examples: &[
        ("write a plan", r#"{"token":"plan-0123456789abcdef"}"#),
        ("take it back", r#"{"token":"undo-0123456789abcdef"}"#),
    ],
    hints: Hints { read_only: false, destructive: true, idempotent: false },
    input: of_arguments::<Arguments>,
    output: || {
        of_answer(&[
            any("files", "The files that were written: path, hash (absent of one that was taken away)."),
            any("undo", "The token that takes it back."),
            any("left", "A file that could not be written, and why."),
        ])
    },
    run: |desk, value| apply(desk, arguments(value)?),
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// The token of `plan` or `make`, or the `undo` of an earlier `apply`.
    token: String,
    /// Bytes that the answer may have; 24576 without it.
    #[expect(dead_code, reason = "the desk reads it for every tool")]
    #[serde(default)]
    max_bytes: Option<usize>,
}

fn apply(desk: &mut Desk, args: Arguments) -> Result<Answer, Refusal> {
    if !desk.may_write {
        return Err(Refusal::new("read-only", "this server writes nothing")
            .next("tell the user what would change; they can start it with --allow-writes"));
    }
    if desk.tokens.is_undo(&args.token) { take_back(desk, &args.token) } else { write(desk, &args.token) }
}

fn write(desk: &mut Desk, token: &str) -> Result<Answer, Refusal> {
    let plan = desk.tokens.plan(token)?;
    // All files are looked at before the first is written.
    let paths: Vec<(CardPath, Option<String>)> =
        plan.files.iter().map(|file| (file.path.clone(), file.was.clone())).collect();
    for (path, was) in &paths {
        if desk.hash(path)? != *was {
            return Err(Refusal::new("stale", "a file is not what the plan was made from; nothing was written")
                .detail(path.to_string())
                .next("look at it again and plan anew"));
        }
    }
    let plan = desk.tokens.plan(token)?;
    let what = plan.what.clone();
    let mut written = Written { what, files: Vec::new() };
    let mut failed = None;
    for file in &plan.files {
        match desk.files.write(&file.path, &file.bytes, file.was.as_deref()) {
            Ok(kept) => written.files.push((file.path.clone(), kept)),
            Err(error) => {
                failed = Some(Refusal::from(error).detail(file.path.to_string()));
                break;
            }
        }
    }
    if let (Some(refusal), true) = (&failed, written.files.is_empty()) {
        return Err(refusal.clone());
    }
    done(desk, token, written, failed, "wrote")
}

fn take_back(desk: &mut Desk, token: &str) -> Result<Answer, Refusal> {
    let was = desk.tokens.undo(token)?.clone();
    let mut written = Written { what: was.what, files: Vec::new() };
    let mut failed = None;
    for (path, kept) in was.files.iter().rev() {
        match desk.files.put_back(*kept) {
            Ok(kept) => written.files.push((path.clone(), kept)),
            Err(error) => failed = Some(Refusal::from(error).detail(path.to_string())),
        }
    }
    if let (Some(refusal), true) = (&failed, written.files.is_empty()) {
        return Err(refusal.clone());
    }
    done(desk, token, written, failed, "put back")
}

/// Says what was written, and keeps what takes it back.
fn done(desk: &mut Desk, token: &str, written: Written, failed: Option<Refusal>, did: &str) -> Result<Answer, Refusal> {
    let mut files = Vec::new();
    for (path, _) in &written.files {
        files.push(json!({"path": path.to_string(), "hash": desk.hash(path)?}));
    }
    let mut summary = format!("{did} {} ({})", plural(files.len(), "file"), written.what);
    let random = desk.files.random();
    let undo = desk.tokens.keep_undo(random, written);
    desk.tokens.used(token, Some(undo.clone()));
    let mut answer = Answer::default().with("undo", &undo)?;
    if let Some(refusal) = failed {
        summary.push_str("; a file was left as it is");
        let left: Value = json!({"class": refusal.class, "why": refusal.message, "path": refusal.detail});
        answer = answer.with("left", left)?.left("a file", "see `left`; look at it and plan anew");
    }
    answer.summary = summary;
    let answer = answer.with_list("files", files, 0, "ask for a larger max_bytes");
    Ok(answer.then("take it back", "apply", json!({"token": undo})))
}
