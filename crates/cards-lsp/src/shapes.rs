//! Answers in the shapes of the protocol.

use cards_language::{Action, Completion, Hint, Hover, Lens, Link, Range, Signature, TextEdit};
use serde::Serialize;
use serde_json::{Value, json};

pub(crate) fn hover(hover: &Hover) -> Value {
    json!({"contents": {"kind": "markdown", "value": hover.markdown}, "range": hover.range})
}

pub(crate) fn completions(all: &[Completion]) -> Value {
    let one = |item: &Completion| {
        json!({
            "label": item.label, "kind": item.kind, "detail": item.detail, "sortText": item.sort,
            "filterText": item.label, "textEdit": item.edit,
            "documentation": {"kind": "markdown", "value": item.markdown},
        })
    };
    json!({"isIncomplete": false, "items": all.iter().map(one).collect::<Vec<_>>()})
}

pub(crate) fn signature(signature: &Signature) -> Value {
    // Parameters count in units of UTF-16, as all does in the protocol.
    let units = |at: usize| signature.label.get(..at).unwrap_or_default().encode_utf16().count();
    let parameters = signature.parameters.iter().map(|(start, end)| json!({"label": [units(*start), units(*end)]}));
    json!({
        "signatures": [{
            "label": signature.label,
            "documentation": {"kind": "markdown", "value": signature.markdown},
            "parameters": parameters.collect::<Vec<_>>(),
        }],
        "activeSignature": 0,
        "activeParameter": signature.active,
    })
}

pub(crate) fn location(uri: &str, range: Range) -> Value {
    json!({"uri": uri, "range": range})
}

pub(crate) fn hint(hint: &Hint) -> Value {
    json!({"position": hint.position, "label": hint.label, "tooltip": hint.tooltip, "paddingLeft": true})
}

/// Words above something, with what they do.
#[derive(Serialize)]
pub(crate) struct LensOf<'a> {
    range: Range,
    command: Command<'a>,
}

#[derive(Serialize)]
struct Command<'a> {
    title: &'a str,
    command: &'a str,
    arguments: [&'a str; 2],
}

pub(crate) fn lenses<'a>(uri: &'a str, all: &'a [Lens]) -> Vec<LensOf<'a>> {
    let one = |lens: &'a Lens| LensOf {
        range: lens.range,
        command: Command { title: &lens.title, command: lens.command, arguments: [uri, &lens.pointer] },
    };
    all.iter().map(one).collect()
}

/// What is shown in another colour.
#[derive(Serialize)]
pub(crate) struct Tokens {
    data: Vec<u32>,
}

impl Tokens {
    pub(crate) fn of(data: Vec<u32>) -> Self {
        Self { data }
    }
}

pub(crate) fn link(link: &Link) -> Value {
    json!({"range": link.range, "target": link.uri, "tooltip": link.tooltip})
}

/// The changes of one text.
pub(crate) fn edit(uri: &str, edits: &[TextEdit]) -> Value {
    json!({"changes": {uri: edits}})
}

/// An action, with its changes or with what they are made of later.
pub(crate) fn action(uri: &str, action: &Action, edits: Option<&[TextEdit]>) -> Value {
    let mut told = json!({
        "title": action.title, "kind": action.kind,
        "data": {"uri": uri, "rules": action.rules},
    });
    if let (Some(edits), Some(told)) = (edits, told.as_object_mut()) {
        told.insert("edit".to_owned(), edit(uri, edits));
    }
    told
}
