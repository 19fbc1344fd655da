//! `plan`: changes, as a difference and a token; nothing is written.

use std::str::FromStr as _;

use cards_kit::container::FileKind;
use cards_kit::edit::replace::{PatternOptions, patches as replacing};
use cards_kit::edit::texts::texts;
use cards_kit::merge::{MergeOptions, Side};
use cards_kit::model::Reason;
use cards_kit::model::convert::{Goal, Options as ConvertOptions, Stash};
use cards_kit::model::id::SeededIds;
use cards_kit::{CardFile, Editor, Form, Patch, Repair, answer, container_of, convert_file, convert_foreign_file};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::library::shelf;
use super::planned::{Draft, Outcome, apply, between, edited, listed};
use super::{Hints, Tool};
use crate::answer::{Answer, value_of};
use crate::desk::Desk;
use crate::files::read_whole;
use crate::given::{Client, Edit, arguments, lint_options, patches, pattern};
use crate::path::CardPath;
use crate::refusal::Refusal;
use crate::schema::{any, of_answer, of_arguments};

pub(super) const TOOL: Tool = Tool {
    name: "plan",
    title: "Plan a change",
    about: "Says what a change would do and gives a token; nothing is written until `apply` takes the token. One kind of change a \
        plan: `edits` at places (a place may be several: `book[*].enabled`, `book[key=rain].content`), `replace` of a text in \
        every text, `repair` of what can be repaired safely, `convert` to another form, `merge` of two versions. Of a folder in \
        `paths`, every card in it that the change fits. All else of a file stays byte for byte. A token of an earlier plan cannot \
        be a path here: apply it first.",
    examples: &[
        (
            "a greeting more",
            r#"{"paths":["cards/aria.png"],"edits":[{"op":"insert","place":"greetings[+]","value":"Who goes there?"}]}"#,
        ),
        (
            "a new entry",
            r#"{"paths":["cards/aria.png"],"edits":[{"op":"insert","place":"book[+]","value":{"keys":["bell"],"content":"It rings."}}]}"#,
        ),
        ("a name in every card", r#"{"paths":["cards"],"replace":{"text":"Saltmere","by":"Brinemere","word":true}}"#),
        ("repairs for RisuAI", r#"{"paths":["cards/aria.png"],"repair":{"client":"risu"}}"#),
        ("a V2 card as V3", r#"{"paths":["cards/aria.json"],"convert":{"to":"v3","into":"cards/aria-v3.json"}}"#),
        (
            "two versions made from one",
            r#"{"paths":["cards/mine.png"],"merge":{"theirs":"cards/theirs.png","base":"cards/old.png"}}"#,
        ),
    ],
    hints: Hints { read_only: true, destructive: false, idempotent: false },
    input: of_arguments::<Arguments>,
    output: || {
        of_answer(&[
            any("token", "What `apply` takes; absent where nothing would change."),
            any(
                "files",
                "The files that would be written: path, is_new, hash, new_hash, bytes before and after, changes, and what there is to know: loss, conflicts, caused, repairs, alerts.",
            ),
            any("changes", "Each change: path, pointer, cause, before, after; of a repair: rule, place, message too."),
            any("refused", "Files that the change does not fit: path, class, why."),
        ])
    },
    run: |desk, value| plan(desk, arguments(value)?),
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// Files, and folders for every card in them.
    paths: Vec<String>,
    /// Changes at places, made in this order; all or none of a file.
    #[serde(default)]
    edits: Option<Vec<Edit>>,
    /// A text replaced in every text.
    #[serde(default)]
    replace: Option<Replace>,
    /// Repairs that are safe.
    #[serde(default)]
    repair: Option<Repairs>,
    /// The same in another form, in a new file.
    #[serde(default)]
    convert: Option<Convert>,
    /// What another version of the file changed.
    #[serde(default)]
    merge: Option<Merge>,
    /// Leave the card's date of change as it is.
    #[serde(default)]
    no_touch: bool,
    /// Refuse unless the file has this SHA-256, or at least its first 8 digits; for one file.
    #[serde(default)]
    guard: Option<String>,
    /// Bytes that the answer may have; 24576 without it.
    #[expect(dead_code, reason = "the desk reads it for every tool")]
    #[serde(default)]
    max_bytes: Option<usize>,
}

/// A text replaced in every text of a card.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Replace {
    /// What to look for.
    text: String,
    /// What takes its place; with `regex`, `$1` and `${name}` stand for groups.
    by: String,
    /// Take it for a regular expression.
    #[serde(default)]
    regex: bool,
    /// Find whole words only.
    #[serde(default)]
    word: bool,
    /// Take capital and small letters for the same.
    #[serde(default)]
    ignore_case: bool,
    /// Only these fields, as `description`, `greetings`, `book.keys`.
    #[serde(default)]
    fields: Vec<String>,
}

/// Which repairs.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
struct Repairs {
    /// Only of these rules, as ids or with `*` at the end.
    rules: Vec<String>,
    /// Only of what hurts this program.
    client: Option<Client>,
}

/// Another form.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Convert {
    /// The form: v1, v2, v3, v3l, prom, lorebook, worldinfo, module …
    to: String,
    /// The new file; its name says the container: .json, .png, .charx, .zip.
    into: String,
    /// Keep aside in the result what its form has no place for.
    #[serde(default)]
    stash: bool,
    /// Replace a file that is there.
    #[serde(default)]
    replace_existing: bool,
}

/// Another version of a file.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Merge {
    /// The other version.
    theirs: String,
    /// What both were made from; without it, lists of both are put together, and of other values the side counts.
    #[serde(default)]
    base: Option<String>,
    /// The side that counts where both changed a thing: `ours` (the file in `paths`) or `theirs`.
    #[serde(default)]
    side: Option<Wins>,
}

/// The side that counts.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Wins {
    /// The file in `paths`.
    Ours,
    /// The other version.
    Theirs,
}

/// The one kind of change that a plan has.
enum Kind {
    Edits(Vec<Patch>),
    Replace(Replace),
    Repair(Repairs),
    Convert(Convert),
    Merge(Merge),
}

impl Kind {
    fn of(args: &mut Arguments) -> Result<Self, Refusal> {
        let kinds = [
            args.edits.take().map(patches).transpose()?.map(Self::Edits),
            args.replace.take().map(Self::Replace),
            args.repair.take().map(Self::Repair),
            args.convert.take().map(Self::Convert),
            args.merge.take().map(Self::Merge),
        ];
        let mut kinds = kinds.into_iter().flatten();
        match (kinds.next(), kinds.next()) {
            (Some(kind), None) => Ok(kind),
            _ => {
                Err(Refusal::usage("a plan has one kind of change: `edits`, `replace`, `repair`, `convert` or `merge`"))
            }
        }
    }

    fn what(&self) -> &'static str {
        match self {
            Self::Edits(_) => "edits",
            Self::Replace(_) => "a text replaced",
            Self::Repair(_) => "repairs",
            Self::Convert(_) => "a conversion",
            Self::Merge(_) => "a merge",
        }
    }

    /// Whether it is for one file alone.
    fn is_of_one(&self) -> bool {
        matches!(self, Self::Convert(_) | Self::Merge(_))
    }
}

fn plan(desk: &mut Desk, mut args: Arguments) -> Result<Answer, Refusal> {
    let kind = Kind::of(&mut args)?;
    if args.paths.is_empty() {
        return Err(Refusal::usage("name files or folders in `paths`"));
    }
    let shelf = shelf(desk, &args.paths)?;
    let [named] = args.paths.as_slice() else {
        if kind.is_of_one() || args.guard.is_some() {
            return Err(Refusal::usage("a conversion, a merge and `guard` are for one file; name one in `paths`"));
        }
        return many(desk, &args, &kind, shelf.files);
    };
    let is_one = named.parse::<CardPath>().is_ok_and(|path| shelf.files == [path]);
    match shelf.files.as_slice() {
        [path] if is_one => {
            let path = path.clone();
            let mut draft = Draft::default();
            draft.add(one(desk, &args, &kind, path)?);
            draft.finish(desk, kind.what())
        }
        _ if kind.is_of_one() || args.guard.is_some() => {
            Err(Refusal::usage("a conversion, a merge and `guard` are for one file; name it in `paths`"))
        }
        _ => many(desk, &args, &kind, shelf.files),
    }
}

/// Plans a change of many files; those that it does not fit are listed and left.
fn many(desk: &mut Desk, args: &Arguments, kind: &Kind, files: Vec<CardPath>) -> Result<Answer, Refusal> {
    let (mut draft, mut refused, mut late) = (Draft::default(), Vec::new(), 0);
    let begun = desk.files.millis();
    let count = files.len();
    for (number, path) in files.into_iter().enumerate() {
        if draft.len() >= desk.limits.planned_files {
            let message =
                format!("more than {} files would change, which is the limit of a plan", desk.limits.planned_files);
            return Err(Refusal::new("limit", message).next("plan folder by folder"));
        }
        if desk.files.millis().saturating_sub(begun) > desk.limits.millis {
            late = count - number;
            break;
        }
        let is_named = args.paths.iter().any(|named| *named == path.to_string());
        let done = match kind {
            Kind::Repair(_) if !is_named && has_no_marker(desk, &path) => Err(Refusal::new(
                "no-marker",
                "it has no marker of a spec, so nobody said that it is a card; name it to repair it",
            )),
            kind => one(desk, args, kind, path.clone()),
        };
        match done {
            Ok(outcome) => draft.add(outcome),
            Err(refusal) if refusal.class == "not-a-card" => {}
            Err(refusal) => {
                let mut item = Map::from_iter([
                    ("path".to_owned(), Value::from(path.to_string())),
                    ("class".to_owned(), refusal.class.into()),
                    ("why".to_owned(), refusal.message.into()),
                ]);
                item.extend(refusal.detail.map(|detail| ("detail".to_owned(), detail.into())));
                refused.push(Value::Object(item));
            }
        }
    }
    // A change that fits no card is more likely a slip than a wish.
    if let (0, 0, Some(first)) = (draft.len(), draft.same, refused.first()) {
        let detail = first.get("detail").or_else(|| first.get("why")).and_then(Value::as_str).unwrap_or_default();
        return Err(Refusal::new("no-place", format!("the change fits none of the {count} files"))
            .detail(detail)
            .next("see the places of one with `look`"));
    }
    let mut answer = draft.finish(desk, kind.what())?;
    if late > 0 {
        answer = answer.left(format!("{late} files, for which there was no time"), "plan folder by folder");
    }
    if refused.is_empty() { Ok(answer) } else { answer.with("refused", refused) }
}

/// Whether a file is JSON that only looks like a card or lorebook, or one that is only read.
fn has_no_marker(desk: &Desk, path: &CardPath) -> bool {
    let Ok(source) = desk.files.open(path) else { return false };
    cards_kit::open(source, desk.kit()).is_ok_and(|opened| {
        let reason = &opened.loaded.document.detection().reason;
        let by_shape = matches!(reason, Reason::Shape { .. } | Reason::Foreign(_));
        (opened.loaded.kind == FileKind::Json && by_shape) || opened.loaded.kind.is_only_read()
    })
}

/// Plans the change of one file.
fn one(desk: &Desk, args: &Arguments, kind: &Kind, path: CardPath) -> Result<Outcome, Refusal> {
    let was = read_whole(&*desk.files, &path, desk.limits.file_bytes)?;
    if let Some(guard) = &args.guard {
        let stale = |_| {
            Refusal::new("stale", "the file has another hash than `guard` says")
                .next("look at it again; `look` gives its hash")
        };
        Editor::guard(&cards_kit::plain::bytes_hash(&was), guard).map_err(stale)?;
    }
    let touch = !args.no_touch;
    match kind {
        Kind::Edits(patches) => edited(desk, path, was, touch, |editor| apply(editor, patches)),
        Kind::Replace(wanted) => edited(desk, path, was, touch, |editor| replace(editor, wanted)),
        Kind::Repair(wanted) => repair(desk, path, was, wanted),
        Kind::Convert(wanted) => convert(desk, &was, wanted),
        Kind::Merge(wanted) => merge(desk, path, was, wanted),
    }
}

fn replace(editor: &mut Editor, wanted: &Replace) -> Result<(), Refusal> {
    let options = PatternOptions::default().with_regex(wanted.regex).with_word(wanted.word);
    let options = options.with_ignore_case(wanted.ignore_case).with_fields(wanted.fields.clone());
    let pattern = pattern(&wanted.text, options)?;
    let found = texts(&editor.document().content);
    let found: Vec<_> = found.iter().filter_map(|text| pattern.replaced(text, &wanted.by)).collect();
    if found.is_empty() { Ok(()) } else { apply(editor, &replacing(&found)?) }
}

fn repair(desk: &Desk, path: CardPath, was: Vec<u8>, wanted: &Repairs) -> Result<Outcome, Refusal> {
    let options = lint_options(wanted.client, &wanted.rules, desk.files.now());
    let repair = Repair::plan(&was[..], &options, desk.kit())?;
    if repair.changes().is_empty() {
        return Ok(Outcome { path, bytes: was.clone(), was: Some(was), changes: Vec::new(), more: Map::new() });
    }
    let mut bytes = Vec::new();
    repair.write(&was[..], desk.kit(), &mut bytes)?;
    let left = repair.prove(&bytes[..], desk.kit())?;
    let document = |bytes: &[u8]| Ok::<_, Refusal>(cards_kit::open(bytes, desk.kit())?.loaded.document);
    let changes = between(&document(&was)?, &document(&bytes)?)?;
    let told = repair.answer(Some(&left));
    let more = Map::from_iter([
        ("repairs".to_owned(), value_of(told.changes)?),
        ("findings_left".to_owned(), value_of(told.left)?),
    ]);
    Ok(Outcome { path, was: Some(was), bytes, changes, more })
}

fn convert(desk: &Desk, bytes: &[u8], wanted: &Convert) -> Result<Outcome, Refusal> {
    let path: CardPath = wanted.into.parse()?;
    let was = target(desk, &path, wanted.replace_existing)?;
    let goal = Goal::from_str(&wanted.to)
        .map_err(|error| Refusal::usage("there is no such form").detail(error.to_string()))?;
    let mut options = ConvertOptions::default();
    if wanted.stash {
        options.stash = Stash::Everywhere;
    }
    let (bytes, told, packed) = match goal {
        Goal::Own(form) => {
            let container = container_of(path.name(), form)?;
            // The same file converted twice is the same file: ids follow from what is converted.
            let mut ids = SeededIds::new(seed(bytes));
            let made = convert_file(bytes, form, container, &options, &mut ids, desk.kit())?;
            let told = made.conversion.answer_without_result();
            (made.bytes, told, made.packed)
        }
        Goal::Foreign(form) => {
            let made = convert_foreign_file(bytes, form, &options, desk.kit())?;
            let told = made.conversion.answer_without_result();
            (made.bytes, told, made.packed)
        }
    };
    let mut more = Map::from_iter([
        ("from".to_owned(), Value::from(told.from)),
        ("to".to_owned(), told.to.into()),
        ("stashed".to_owned(), told.stashed.into()),
        ("loss".to_owned(), value_of(told.loss)?),
    ]);
    if let Some(packed) = packed {
        more.insert("packed".to_owned(), value_of(answer::Packed::from(&packed))?);
    }
    Ok(Outcome { path, was, bytes, changes: Vec::new(), more })
}

/// A number out of the bytes of a file.
fn seed(bytes: &[u8]) -> u64 {
    let hash = cards_kit::plain::bytes_hash(bytes);
    hash.get(..16).and_then(|digits| u64::from_str_radix(digits, 16).ok()).unwrap_or_default()
}

/// What is at the path of a new file, where it may be replaced.
pub(super) fn target(desk: &Desk, path: &CardPath, replace_existing: bool) -> Result<Option<Vec<u8>>, Refusal> {
    if !desk.files.is_there(path) {
        // What cannot be looked at cannot be written to: a root that there is not, a link on the way.
        return match desk.files.open(path) {
            Err(crate::files::FilesError::NoFile) | Ok(_) => Ok(None),
            Err(error) => Err(error.into()),
        };
    }
    if !replace_existing {
        return Err(crate::files::FilesError::Exists.into());
    }
    Ok(Some(read_whole(&*desk.files, path, desk.limits.file_bytes)?))
}

fn merge(desk: &Desk, path: CardPath, was: Vec<u8>, wanted: &Merge) -> Result<Outcome, Refusal> {
    let theirs = desk.bytes(&wanted.theirs)?;
    let mut file = CardFile::open(was.clone(), desk.kit())?;
    let base = match &wanted.base {
        Some(base) => desk.bytes(base)?.into_owned(),
        None => blank(file.document().content.form(), desk)?,
    };
    let side = wanted.side.map(|side| match side {
        Wins::Ours => Side::Ours,
        Wins::Theirs => Side::Theirs,
    });
    let merged = file.merge(&base, &theirs, &MergeOptions::default().with_side(side))?;
    let told = merged.answer();
    let mut more = Map::new();
    if !told.conflicts.is_empty() {
        more.insert("conflicts".to_owned(), value_of(&told.conflicts)?);
    }
    if !told.members.is_empty() {
        more.insert("members".to_owned(), value_of(&told.members)?);
    }
    let bytes = file.to_bytes()?.into_owned();
    Ok(Outcome { path, was: Some(was), bytes, changes: listed(merged.changes.iter())?, more })
}

/// A card of a form that says nothing, which two versions without a common one are made from.
fn blank(form: Form, desk: &Desk) -> Result<Vec<u8>, Refusal> {
    let none = |_| Refusal::usage("two files of that form need a `base` that both were made from");
    Ok(CardFile::blank(form, desk.kit()).map_err(none)?.opened().to_vec())
}
