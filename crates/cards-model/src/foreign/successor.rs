//! What came after the specs, and what wraps them: `chara_card_v4`, `lorebook_v4`, and V1 in an envelope.
//!
//! De facto: the specification of `chara_card_v4` with its migration text; Kernelsoul a93d957; tavern-card 0.1.1.

use super::members::{Members, object, says_something, seconds, v3};
use super::origin::{ForeignForm, Translated};
use crate::json::{Json, Object, Pointer};
use crate::{Form, Loss, LossReason, v3};

pub(super) const V1_SPEC: &str = "chara_card_v1";
pub(super) const V4_SPEC: &str = "chara_card_v4";
const LOREBOOK_SPEC: &str = "lorebook_v4";

pub(super) fn read(value: &Json) -> Option<Result<Translated, String>> {
    let data = || value.get("data").filter(|data| data.as_object().is_some());
    let mut loss = Vec::new();
    let (mut made, newer) = match value.get("spec")?.as_str()? {
        V1_SPEC => return Some(Ok(envelope(value, data()?)?)),
        V4_SPEC if value.get("meta").is_some() => (card(value, data()?)?, V4_SPEC),
        LOREBOOK_SPEC => {
            let book = book(data()?, &Pointer::from(["data"]), &mut loss);
            let file = object([("spec", v3::LOREBOOK_SPEC.into()), ("data", book.into())]);
            (Translated::new(ForeignForm::LorebookV4, Form::LorebookV3, file, loss), LOREBOOK_SPEC)
        }
        _ => return None,
    };
    made.origin.newer = Some(newer.to_owned());
    Some(Ok(made))
}

/// V1 in `data` under a marker that V1 has not.
fn envelope(value: &Json, data: &Json) -> Option<Translated> {
    data.get("name")?.as_str()?;
    let mut loss = Vec::new();
    let mut root = Members::root(value)?;
    root.ignore(&["spec", "spec_version", "data"]);
    root.lost(&mut loss);
    Some(Translated::new(ForeignForm::V1Envelope, Form::V1, data.clone(), loss))
}

/// A V4 card as V3: `meta` goes back into `data`, what V4 alone has into the extensions.
fn card(value: &Json, data: &Json) -> Option<Translated> {
    let mut loss = Vec::new();
    let mut root = Members::root(value)?;
    root.ignore(&["spec", "spec_version", "data"]);
    let mut out = data.as_object()?.clone();
    if let Some(book) = out.get("character_book").filter(|book| book.as_object().is_some()) {
        let book = book_of_card(book, &mut loss);
        out.insert("character_book", book);
    }
    let mut own = Object::new();
    for name in [
        "card_variables",
        "recommended_settings",
        "prompt_overrides",
        "related_characters",
        "group_behavior",
        "persona_hints",
    ] {
        if let Some(kept) = out.remove(name).filter(says_something) {
            own.insert(name, kept);
        }
    }
    if let Some(mut meta) = root.take("meta").and_then(|meta| Members::of(meta, Pointer::from(["meta"]))) {
        meta_into(&mut meta, &mut out, &mut own);
        // They no longer hold for what is read here.
        meta.ignore(&["id"]);
        meta.lost(&mut loss);
    }
    if let Some(assets) = root.take("assets") {
        out.insert("assets", assets.clone());
    }
    if !own.is_empty() {
        match out.get_mut("extensions").and_then(Json::as_object_mut) {
            Some(extensions) => _ = extensions.insert(V4_SPEC, own),
            None => _ = out.insert("extensions", object([(V4_SPEC, own.into())])),
        }
    }
    root.lost(&mut loss);
    Some(Translated::new(ForeignForm::V4, Form::V3, v3(out), loss))
}

fn meta_into(meta: &mut Members<'_>, out: &mut Object, own: &mut Object) {
    for name in ["creator", "creator_notes", "creator_notes_multilingual", "tags", "source", "character_version"] {
        if let Some(value) = meta.take(name) {
            out.insert(name, value.clone());
        }
    }
    for (name, member) in [("created_at", "creation_date"), ("updated_at", "modification_date")] {
        if let Some(seconds) = seconds(meta.text(name)) {
            out.insert(member, seconds);
        }
    }
    if let Some(extensions) = meta.take("extensions").filter(|extensions| says_something(extensions)) {
        own.insert("extensions", extensions.clone());
    }
    // V3 wants these texts.
    for name in ["creator", "creator_notes", "character_version"] {
        if out.get(name).is_none() {
            out.insert(name, "");
        }
    }
    if out.get("tags").is_none() {
        out.insert("tags", Json::Array(Vec::new()));
    }
}

fn book_of_card(value: &Json, loss: &mut Vec<Loss>) -> Object {
    book(value, &Pointer::from(["data", "character_book"]), loss)
}

/// A V4 book as V3: structured members become decorators at the head of the content.
fn book(value: &Json, at: &Pointer, loss: &mut Vec<Loss>) -> Object {
    let mut out = value.as_object().cloned().unwrap_or_default();
    let entries = at.member("entries");
    for (index, entry) in out.get_mut("entries").and_then(Json::as_array_mut).into_iter().flatten().enumerate() {
        if let Some(entry) = entry.as_object_mut() {
            undress(entry, &entries.index(index), loss);
        }
    }
    if let Some(groups) = out.remove("groups").filter(says_something) {
        loss.push(Loss::new(at.member("groups"), LossReason::NoField, &groups));
    }
    if out.get("extensions").is_none() {
        out.insert("extensions", Object::new());
    }
    out
}

/// Takes the structured members of an entry out and writes them as decorators.
fn undress(entry: &mut Object, at: &Pointer, loss: &mut Vec<Loss>) {
    let mut lines = Vec::new();
    for (holder, names) in DECORATED {
        let Some(value) = entry.remove(holder) else { continue };
        let Some(mut from) = Members::of(&value, at.member(holder)) else { continue };
        for (name, line) in *names {
            if let Some(value) = value.get(name)
                && let Some(made) = line.of(value)
            {
                from.take(name);
                lines.extend(made);
            }
        }
        from.lost(loss);
    }
    for (name, line) in AT_ENTRY {
        if let Some(value) = entry.remove(name) {
            match line.of(&value) {
                Some(made) => lines.extend(made),
                None if says_something(&value) => loss.push(Loss::new(at.member(name), LossReason::NoField, &value)),
                None => {}
            }
        }
    }
    if !lines.is_empty() {
        let content = entry.get("content").and_then(Json::as_str).unwrap_or_default();
        let content = format!("{}\n{content}", lines.join("\n"));
        entry.insert("content", content);
    }
}

/// How a member becomes decorators.
#[derive(Clone, Copy)]
enum Line {
    /// The decorator with the value behind it.
    Value(&'static str),
    /// The decorator alone where the value is true.
    Flag(&'static str),
    /// A list behind the decorator, split by commas.
    List(&'static str),
    /// `placement.target`.
    Target,
    /// `on_first_match`.
    FirstMatch,
}

impl Line {
    /// The lines that a value makes; `None` where it cannot be said so.
    fn of(self, value: &Json) -> Option<Vec<String>> {
        let text = match value {
            Json::String(text) => text.clone(),
            Json::Number(number) => number.to_string(),
            Json::Null => return Some(Vec::new()),
            _ => String::new(),
        };
        let one = |line: String| Some(vec![line]);
        match self {
            Self::Value(name) if !text.is_empty() => one(format!("{name} {text}")),
            Self::Flag(name) => Some(if value.as_bool()? { vec![name.to_owned()] } else { Vec::new() }),
            Self::List(name) => {
                let items: Vec<&str> = value.as_array()?.iter().filter_map(Json::as_str).collect();
                Some(if items.is_empty() { Vec::new() } else { vec![format!("{name} {}", items.join(","))] })
            }
            Self::Target => match text.as_str() {
                "chat_history" => Some(Vec::new()),
                "prefill" => Some(vec!["@@depth 0".to_owned(), "@@role assistant".to_owned()]),
                "before_desc" | "after_desc" | "personality" | "scenario" => one(format!("@@position {text}")),
                _ => None,
            },
            Self::FirstMatch => match text.as_str() {
                "keep_active" => one("@@keep_activate_after_match".to_owned()),
                "deactivate" => one("@@dont_activate_after_match".to_owned()),
                _ => None,
            },
            Self::Value(_) => None,
        }
    }
}

/// Members of the three holders of an entry that CCv3 has decorators for.
static DECORATED: &[(&str, &[(&str, Line)])] = &[
    (
        "placement",
        &[
            ("target", Line::Target),
            ("depth", Line::Value("@@depth")),
            ("instruct_depth", Line::Value("@@instruct_depth")),
            ("reverse_depth", Line::Value("@@reverse_depth")),
            ("reverse_instruct_depth", Line::Value("@@reverse_instruct_depth")),
            ("role", Line::Value("@@role")),
            ("scan_depth_override", Line::Value("@@scan_depth")),
        ],
    ),
    (
        "conditions",
        &[
            ("min_turn", Line::Value("@@activate_only_after")),
            ("every_n_turns", Line::Value("@@activate_only_every")),
            ("greeting_index", Line::Value("@@is_greeting")),
            ("user_icon_name", Line::Value("@@is_user_icon")),
            ("on_first_match", Line::FirstMatch),
            ("force_activate", Line::Flag("@@activate")),
            ("force_deactivate", Line::Flag("@@dont_activate")),
            ("disable_ui_prompts", Line::Flag("@@disable_ui_prompt")),
        ],
    ),
    ("behavior", &[("ignore_on_max_context", Line::Flag("@@ignore_on_max_context"))]),
];

/// Members of the entry itself.
static AT_ENTRY: &[(&str, Line)] = &[("exclude_keys", Line::List("@@exclude_keys"))];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn structured_members_become_decorators() {
        let file = r#"{"spec":"lorebook_v4","data":{"entries":[{"keys":["a"],"content":"c","enabled":true,"insertion_order":0,
            "placement":{"target":"prefill","depth":2},"conditions":{"min_turn":3,"on_first_match":"keep_active","group_only":true},
            "behavior":{"ignore_on_max_context":true},"exclude_keys":["x","y"]}]}}"#;
        let made = read(&file.parse().unwrap()).unwrap().unwrap();
        let content = made.value.pointer("/data/entries/0/content").and_then(Json::as_str).unwrap();
        assert_eq!(
            content.lines().collect::<Vec<_>>(),
            [
                "@@depth 0",
                "@@role assistant",
                "@@depth 2",
                "@@activate_only_after 3",
                "@@keep_activate_after_match",
                "@@ignore_on_max_context",
                "@@exclude_keys x,y",
                "c"
            ]
        );
        let lost: Vec<_> = made.origin.loss.iter().map(|loss| loss.pointer.to_string()).collect();
        assert_eq!(lost, ["/data/entries/0/conditions/group_only"]);
    }
}
