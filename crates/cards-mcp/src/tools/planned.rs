//! A file as it would be, what changes in it, and a plan of several.

use cards_kit::answer::{FieldChange, Finding};
use cards_kit::container::FileKind;
use cards_kit::edit::{Change, changed};
use cards_kit::plain::bytes_hash;
use cards_kit::{Document, Editor, Patch};
use cards_words::plural;
use serde_json::{Map, Value, json};

use crate::answer::{Answer, value_of};
use crate::desk::Desk;
use crate::path::CardPath;
use crate::refusal::Refusal;
use crate::tokens::{Plan, Planned};

/// Findings that a change brings which an answer names.
const NAMED: usize = 10;

/// What a plan gathers, file by file.
#[derive(Default)]
pub(super) struct Draft {
    files: Vec<Planned>,
    told: Vec<Value>,
    changes: Vec<Value>,
    /// Files in which nothing changes.
    pub(super) same: usize,
}

/// A file and what is said about how it would change.
pub(super) struct Outcome {
    pub(super) path: CardPath,
    pub(super) was: Option<Vec<u8>>,
    pub(super) bytes: Vec<u8>,
    /// What changes in the card.
    pub(super) changes: Vec<Value>,
    /// What else is worth saying: losses, conflicts, findings that the change brings.
    pub(super) more: Map<String, Value>,
}

impl Draft {
    /// Adds a file; one that stays the same is counted.
    pub(super) fn add(&mut self, outcome: Outcome) {
        let Outcome { path, was, bytes, changes, more } = outcome;
        if was.as_deref() == Some(&bytes[..]) {
            self.same += 1;
            return;
        }
        let (old, new) = (was.as_ref().map(Vec::len), bytes.len());
        let was = was.map(|was| bytes_hash(&was));
        let mut told = Map::from_iter([
            ("path".to_owned(), Value::from(path.to_string())),
            ("is_new".to_owned(), was.is_none().into()),
            ("hash".to_owned(), was.clone().into()),
            ("new_hash".to_owned(), bytes_hash(&bytes).into()),
            ("bytes".to_owned(), json!([old, new])),
            ("changes".to_owned(), changes.len().into()),
        ]);
        told.extend(more);
        self.told.push(told.into());
        self.changes.extend(changes.into_iter().map(|change| {
            let mut item = Map::from_iter([("path".to_owned(), Value::from(path.to_string()))]);
            if let Value::Object(change) = change {
                item.extend(change);
            }
            item.into()
        }));
        self.files.push(Planned { path, was, bytes });
    }

    pub(super) fn len(&self) -> usize {
        self.files.len()
    }

    /// Keeps the plan and answers with its token; nothing is kept where nothing changes.
    pub(super) fn finish(self, desk: &mut Desk, what: &str) -> Result<Answer, Refusal> {
        let Self { files, told, changes, same } = self;
        let rest = if same > 0 { format!("; {} would stay as they are", plural(same, "file")) } else { String::new() };
        if files.is_empty() {
            return Ok(Answer::new(format!("nothing to change{rest}")));
        }
        let count = files.len();
        let summary = format!(
            "{what}: {} in {}{rest}; nothing is written yet",
            plural(changes.len(), "change"),
            plural(count, "file")
        );
        let plan = Plan { what: what.to_owned(), files, changes: changes.clone() };
        let token = desk.keep(plan)?;
        let answer = Answer::new(summary).with("token", &token)?.with("files", told)?;
        let answer = answer.with_list("changes", changes, 0, "call `read` with the token as path and offset {}");
        let answer = if desk.may_write {
            answer.then("write it", "apply", json!({"token": token}))
        } else {
            answer.left("writing", "the server was started without --allow-writes; its user can start it with it")
        };
        let source = if count == 1 { token } else { format!("{token}:root/file") };
        Ok(answer.then("check it as it would be", "check", json!({"path": source})))
    }
}

/// Changes of a card, as answers list them.
pub(super) fn listed<'c>(changes: impl Iterator<Item = &'c Change>) -> Result<Vec<Value>, Refusal> {
    changes.map(|change| value_of(FieldChange::from(change))).collect()
}

/// What is otherwise in the card of another file of the same form.
pub(super) fn between(before: &Document, after: &Document) -> Result<Vec<Value>, Refusal> {
    listed(changed(&before.content, &after.content).iter())
}

/// Makes edits in a file.
pub(super) fn edited(
    desk: &Desk,
    path: CardPath,
    was: Vec<u8>,
    touch: bool,
    change: impl FnOnce(&mut Editor) -> Result<(), Refusal>,
) -> Result<Outcome, Refusal> {
    let mut editor = cards_kit::open(&was[..], desk.kit())?.edit();
    // Without a seed of its own, ids of new entries follow from those that are there: the same plan twice is the same file.
    editor = editor.with_touch(if touch { desk.files.now() } else { None });
    change(&mut editor)?;
    let mut more = Map::new();
    let (bytes, caused) = if !editor.is_changed() {
        (was.clone(), Vec::new())
    } else {
        let mut bytes = Vec::new();
        editor.write(&was[..], desk.kit(), &mut bytes)?;
        let proven = editor.prove(&bytes[..], desk.kit())?;
        (bytes, editor.caused(&proven))
    };
    if !caused.is_empty() {
        let caused: Vec<Finding> = caused.iter().take(NAMED).map(Finding::from).collect();
        more.insert("caused".to_owned(), value_of(caused)?);
    }
    if !editor.alerts().is_empty() {
        more.insert("alerts".to_owned(), editor.alerts().into());
    }
    let stale: Vec<String> = editor.twins().into_iter().filter(|twin| !twin.follows).map(|twin| twin.place).collect();
    if !stale.is_empty() {
        more.insert("stay_as_they_were".to_owned(), stale.into());
    }
    Ok(Outcome { path, changes: listed(editor.changes())?, was: Some(was), bytes, more })
}

/// Applies patches, all or none.
pub(super) fn apply(editor: &mut Editor, patches: &[Patch]) -> Result<(), Refusal> {
    Ok(editor.apply(patches).map(drop)?)
}

/// Refuses a name that says another container than the file will have.
pub(super) fn refuse_belied(path: &CardPath, kind: FileKind) -> Result<(), Refusal> {
    match kind.belied_by(path.name()) {
        Some(end) => {
            let message = format!("a file `.{end}` is no {kind}");
            Err(Refusal::new("bad-path", message).next("choose a path whose name says what the file is"))
        }
        None => Ok(()),
    }
}
