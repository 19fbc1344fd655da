//! `look`: the outline of a file.

use cards_kit::answer::{Inspection, Need};
use cards_kit::edit::texts::{Text, TextClass, texts};
use cards_kit::lint::needs;
use cards_kit::model::Content;
use cards_kit::plain::bytes_hash;
use cards_words::{Estimate, plural};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Hints, Tool};
use crate::answer::{Answer, value_of};
use crate::desk::Desk;
use crate::given::arguments;
use crate::refusal::Refusal;
use crate::schema::{any, member, of_answer, of_arguments};

pub(super) const TOOL: Tool = Tool {
    name: "look",
    title: "Look at a card",
    about: "Gives the outline of a file: what it is, its hash, the places of all its texts with their letters and tokens (the \
        texts themselves are for `read`), its lorebook entry by entry with keys and switches, what it needs of one program, its \
        assets. Start here before you read, plan or try. A token of `plan` in place of a path shows the file as it would be.",
    examples: &[
        ("a card", r#"{"path":"cards/aria.png"}"#),
        ("a lorebook from entry 200 on", r#"{"path":"cards/town.json","offset":200}"#),
        ("a file as a plan would make it", r#"{"path":"plan-0123456789abcdef"}"#),
    ],
    hints: Hints::LOOKS,
    input: of_arguments::<Arguments>,
    output: || {
        of_answer(&[
            any("path", "The file."),
            any("hash", "SHA-256 of the file."),
            any("bytes", "The bytes of the file."),
            member::<Inspection>("file", "What it is."),
            any("places", "Its texts: place, class (prose, code or label), letters, tokens."),
            any(
                "entries",
                "The entries of its lorebook: place, title, keys, secondary_keys, tokens, enabled, constant.",
            ),
            any("tokens", "Its texts in estimated tokens, all together."),
            member::<Vec<Need>>("needs", "What it needs of one program."),
            any("assets", "Its assets: type, name, ext."),
        ])
    },
    run: |desk, value| look(desk, arguments(value)?),
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// The file, as `root/folder/aria.png`, or the token of a plan.
    path: String,
    /// Go on from this number of the entries.
    #[serde(default)]
    offset: usize,
    /// Bytes that the answer may have; 24576 without it.
    #[expect(dead_code, reason = "the desk reads it for every tool")]
    #[serde(default)]
    max_bytes: Option<usize>,
}

fn look(desk: &mut Desk, args: Arguments) -> Result<Answer, Refusal> {
    let bytes = desk.bytes(&args.path)?;
    let opened = cards_kit::open(&*bytes, desk.kit())?;
    let content = opened.content();
    let file = opened.answer();
    let all = texts(content);
    let (places, tokens) = places(&all);
    let entries = entries(content)?;
    let needs: Vec<Need> = needs(content).iter().map(Need::from).collect();
    let assets: Vec<Value> = opened
        .card()
        .map(|card| card.assets().into_owned())
        .unwrap_or_default()
        .iter()
        .map(|asset| json!({"type": asset.kind, "name": asset.name, "ext": asset.ext}))
        .collect();
    let summary = format!(
        "{} in {}: {} of {tokens} tokens, {}",
        file.form,
        file.container,
        plural(all.len(), "text"),
        plural(entries.len(), "entry"),
    );
    let answer = Answer::new(summary)
        .with("path", &args.path)?
        .with("hash", bytes_hash(&bytes))?
        .with("bytes", bytes.len())?
        .with("file", file)?
        .with("tokens", tokens)?
        .with("needs", needs)?
        .with("assets", assets)?
        .with("places", places)?;
    let answer = answer.with_list("entries", entries, args.offset, "call `look` again with offset {}");
    Ok(answer.then("read texts", "read", json!({"path": args.path, "places": ["description", "greetings[*]"]})).then(
        "see what is wrong with it",
        "check",
        json!({"path": args.path}),
    ))
}

/// The places of texts that are no entry's, and the tokens of all prose.
fn places(all: &[Text<'_>]) -> (Vec<Value>, u64) {
    let (mut places, mut tokens) = (Vec::new(), 0);
    for text in all {
        let count = Estimate::of(&text.text);
        if text.class == TextClass::Prose {
            tokens += count;
        }
        let place = text.place.to_string();
        if place.starts_with("book[") {
            continue;
        }
        let class = match text.class {
            TextClass::Prose => "prose",
            TextClass::Code => "code",
            _ => "label",
        };
        places.push(json!({"place": place, "class": class, "letters": text.text.chars().count(), "tokens": count}));
    }
    (places, tokens)
}

/// The entries of a lorebook, each in a line.
fn entries(content: &Content) -> Result<Vec<Value>, Refusal> {
    if let Content::Module(module) = content {
        let entries = module.entries.iter().enumerate();
        return Ok(entries
            .map(|(number, entry)| {
                let tokens = Estimate::of(&entry.content);
                json!({"place": format!("book[{number}]"), "keys": entry.keys, "tokens": tokens, "enabled": true})
            })
            .collect());
    }
    let Some(book) = content.lorebook() else { return Ok(Vec::new()) };
    let entry = |(number, entry): (usize, &cards_kit::model::Entry)| {
        let title = entry.name.as_deref().or(entry.comment.as_deref()).unwrap_or_default();
        Ok(json!({
            "place": format!("book[{number}]"), "title": title, "keys": value_of(&entry.keys)?,
            "secondary_keys": value_of(&entry.secondary_keys)?, "tokens": Estimate::of(&entry.content),
            "enabled": entry.enabled, "constant": entry.constant,
        }))
    };
    book.entries.iter().enumerate().map(entry).collect()
}
