//! `read`: values at places, as much as there is room for, and what a plan changes.

use cards_kit::{Error, Place};
use cards_words::plural;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Hints, Tool};
use crate::answer::Answer;
use crate::desk::{Desk, planned};
use crate::given::arguments;
use crate::refusal::Refusal;
use crate::schema::{any, of_answer, of_arguments};

pub(super) const TOOL: Tool = Tool {
    name: "read",
    title: "Read places of a card",
    about: "Gives the values at places of a file, exactly as they are: texts, lists, whole entries. A place may be several: \
        `book[*].content`, `book[key=rain]`, `book[name~=/^NPC/]`, `greetings[*]`. A long text comes in parts; `from` goes on. \
        Places are those of `look`; those that only one entry has may be named by a JSON pointer. With the token of `plan` as \
        the path, it reads the file as it would be, and without places the changes of the plan.",
    examples: &[
        ("two texts", r#"{"path":"cards/aria.png","places":["description","first_mes"]}"#),
        ("the entries with a key", r#"{"path":"cards/aria.png","places":["book[key=rain]"]}"#),
        ("the rest of a long text", r#"{"path":"cards/aria.png","places":["description"],"from":8000}"#),
        ("the changes of a plan from number 40 on", r#"{"path":"plan-0123456789abcdef","offset":40}"#),
    ],
    hints: Hints::LOOKS,
    input: of_arguments::<Arguments>,
    output: || {
        of_answer(&[
            any("path", "The file or the plan."),
            any("values", "The values: place, pointer, value; of a text in parts: from, letters, more."),
            any("changes", "The changes of a plan, as `plan` lists them."),
        ])
    },
    run: |desk, value| read(desk, arguments(value)?),
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// The file, as `root/folder/aria.png`, or the token of a plan.
    path: String,
    /// The places; without them, the changes of a plan.
    #[serde(default)]
    places: Vec<String>,
    /// Begin texts at this letter.
    #[serde(default)]
    from: usize,
    /// Go on from this number of the values or changes.
    #[serde(default)]
    offset: usize,
    /// Bytes that the answer may have; 24576 without it.
    #[serde(default)]
    max_bytes: Option<usize>,
}

fn read(desk: &mut Desk, args: Arguments) -> Result<Answer, Refusal> {
    if args.places.is_empty() {
        let Some((token, _)) = planned(&args.path) else {
            return Err(Refusal::usage("name `places` of the file; `look` lists them"));
        };
        let changes = desk.tokens.plan(token)?.changes.clone();
        let answer = Answer::new(format!("{} in the plan", plural(changes.len(), "change")));
        let on = "call `read` again with the token as path and offset {}";
        return Ok(answer.with("path", &args.path)?.with_list("changes", changes, args.offset, on));
    }
    let file = desk.file(&args.path)?;
    let editor = file.editor();
    let mut places: Vec<Place> = Vec::new();
    for place in &args.places {
        let place: Place = place.parse()?;
        if place.chooses() { places.extend(editor.select(&place)?) } else { places.push(place) }
    }
    // Room for marks, names of places and what is said beside a text.
    let room = desk.most(args.max_bytes).saturating_sub(1_024) * 4 / 5;
    let values = match editor.get_all(&places) {
        Err(Error::Picture { .. }) => {
            return Err(Refusal::usage("a picture is no text; `look` says what the file has"));
        }
        values => values?,
    };
    let one = |(place, (pointer, value)): (&Place, (Option<cards_kit::Pointer>, cards_kit::Json))| {
        let pointer = pointer.map(|pointer| pointer.to_string());
        let value = match value.as_str() {
            Some(text) => return part(place, pointer, text, args.from, room),
            None => Value::from(value),
        };
        json!({"place": place.to_string(), "pointer": pointer, "value": value})
    };
    let values: Vec<Value> = places.iter().zip(values).map(one).collect();
    let parts = values.iter().filter(|value| value.get("more").is_some()).count();
    let answer = Answer::new(plural(values.len(), "value")).exact().with("path", &args.path)?;
    let answer =
        answer.with_list("values", values, args.offset, "call `read` again with the same places and offset {}");
    Ok(match parts {
        0 => answer,
        count => answer.left(
            format!("the rest of {}", plural(count, "text")),
            "call `read` with the place alone and `from` as its `more` says, or ask for a larger max_bytes",
        ),
    })
}

/// A text from a letter on, as much as there is room for.
fn part(place: &Place, pointer: Option<String>, text: &str, from: usize, room: usize) -> Value {
    let rest = text.char_indices().nth(from).map_or("", |(at, _)| text.get(at..).unwrap_or_default());
    let mut bytes = 0;
    // An escape has at most six times the bytes of its letter.
    let fits = |letter: &char| {
        bytes += if letter.is_control() || crate::fence::is_hidden(*letter) {
            12
        } else {
            letter.len_utf8() + usize::from(matches!(letter, '"' | '\\'))
        };
        bytes <= room
    };
    let shown: String = rest.chars().take_while(fits).collect();
    let end = from + shown.chars().count();
    let is_whole = from == 0 && shown.len() == text.len();
    let more = (shown.len() < rest.len()).then_some(end);
    let mut value = json!({"place": place.to_string(), "pointer": pointer, "value": shown});
    if let (Value::Object(members), false) = (&mut value, is_whole) {
        members.insert("from".to_owned(), from.into());
        members.insert("letters".to_owned(), text.chars().count().into());
        if let Some(more) = more {
            members.insert("more".to_owned(), more.into());
        }
    }
    value
}
