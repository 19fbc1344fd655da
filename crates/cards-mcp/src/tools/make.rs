//! `make`: a new card, lorebook or module, or a file packed anew; a plan like any other.

use std::io::Write;
use std::str::FromStr as _;

use cards_kit::container::pack::{PackOptions, Packed, Parts, Target, pack_card};
use cards_kit::model::convert::Options as ConvertOptions;
use cards_kit::model::id::SeededIds;
use cards_kit::portrait;
use cards_kit::{CardFile, Form, Patch, PictureOptions, Portrait, answer, container_of, convert_document};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::plan::target;
use super::planned::{Draft, Outcome, refuse_belied};
use super::{Hints, Tool};
use crate::answer::{Answer, value_of};
use crate::desk::Desk;
use crate::given::{Edit, arguments, patches};
use crate::path::CardPath;
use crate::refusal::Refusal;
use crate::schema::{any, of_answer, of_arguments};

pub(super) const TOOL: Tool = Tool {
    name: "make",
    title: "Make a card",
    about: "Plans a new file: a card, lorebook or module from edits, or an existing card packed into another container (`from`), with \
        a picture where one is given. The name of the path says the container: .json, .png, .charx, .zip. It gives a token, as \
        `plan` does; nothing is written until `apply` takes it.",
    examples: &[
        (
            "a V3 card",
            r#"{"path":"cards/aria.json","edits":[{"op":"set","place":"name","value":"Aria"},{"op":"set","place":"first_mes","value":"Halt!"}]}"#,
        ),
        (
            "a lorebook",
            r#"{"path":"cards/town.json","form":"lorebook","edits":[{"op":"insert","place":"book[+]","value":{"keys":["bell"],"content":"It rings."}}]}"#,
        ),
        (
            "a card into a picture",
            r#"{"path":"cards/aria.png","from":"cards/aria.json","picture":"cards/portrait.jpg"}"#,
        ),
        ("a picture card as CHARX", r#"{"path":"cards/aria.charx","from":"cards/aria.png"}"#),
    ],
    hints: Hints { read_only: true, destructive: false, idempotent: false },
    input: of_arguments::<Arguments>,
    output: || {
        of_answer(&[
            any("token", "What `apply` takes."),
            any("files", "The file that would be written."),
            any("changes", "Nothing: the file is new."),
        ])
    },
    run: |desk, value| make(desk, arguments(value)?),
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// The new file, as `root/folder/aria.png`.
    path: String,
    /// The form of a new card: v1, v2, v3, v3l, prom, lorebook, lorebookv3, worldinfo, module; v3 without it.
    #[serde(default)]
    form: Option<String>,
    /// What is set in it.
    #[serde(default)]
    edits: Vec<Edit>,
    /// A file that is packed, in place of a new card.
    #[serde(default)]
    from: Option<String>,
    /// The picture of the card: PNG, JPEG, WebP or GIF. A card goes into a PNG only with one.
    #[serde(default)]
    picture: Option<String>,
    /// Replace a file that is there.
    #[serde(default)]
    replace_existing: bool,
    /// Bytes that the answer may have; 24576 without it.
    #[expect(dead_code, reason = "the desk reads it for every tool")]
    #[serde(default)]
    max_bytes: Option<usize>,
}

fn make(desk: &mut Desk, args: Arguments) -> Result<Answer, Refusal> {
    let path: CardPath = args.path.parse()?;
    let was = target(desk, &path, args.replace_existing)?;
    let picture = args.picture.as_ref().map(|path| portrait_of(desk, path)).transpose()?;
    let edits = patches(args.edits)?;
    let (bytes, mut more) = match (&args.from, &args.form) {
        (Some(_), Some(_)) => {
            return Err(Refusal::usage(
                "`form` is for a new card; to change the form of a file, `plan` with `convert`",
            ));
        }
        (Some(from), None) => packed(desk, from, &path, picture, &edits)?,
        (None, form) => made(desk, form.as_deref().unwrap_or("v3"), &path, picture, &edits)?,
    };
    let opened = cards_kit::open(&bytes[..], desk.kit())?;
    refuse_belied(&path, opened.loaded.kind)?;
    more.insert("form".to_owned(), opened.content().form().id().into());
    more.insert("container".to_owned(), opened.loaded.kind.as_str().into());
    drop(opened);
    let mut draft = Draft::default();
    draft.add(Outcome { path, was, bytes, changes: Vec::new(), more });
    draft.finish(desk, "a new file")
}

/// A picture of any kind, as a card has it.
fn portrait_of(desk: &Desk, path: &str) -> Result<Vec<u8>, Refusal> {
    Ok(Portrait::of(desk.bytes(path)?.into_owned(), &PictureOptions::default())?.png)
}

/// A new card, lorebook or module.
fn made(
    desk: &Desk,
    form: &str,
    path: &CardPath,
    picture: Option<Vec<u8>>,
    edits: &[Patch],
) -> Result<(Vec<u8>, Map<String, Value>), Refusal> {
    let form =
        Form::from_str(form).map_err(|error| Refusal::usage("there is no such form").detail(error.to_string()))?;
    let begun = if form.is_card() { form } else { Form::V3 };
    let mut file = CardFile::blank(begun, desk.kit())?;
    if !form.is_card() {
        let book = Patch::Set { path: "book".parse()?, value: cards_json::Json::Object(book()) };
        file.apply(&[book])?;
    }
    file.apply(edits)?;
    let text = file.to_bytes()?.into_owned();
    if !form.is_card() {
        if picture.is_some() {
            return Err(Refusal::usage("a lorebook or module has no picture"));
        }
        let document = cards_kit::open(&text[..], desk.kit())?.loaded.document;
        let mut ids = SeededIds::new(desk.salt());
        let made = convert_document(&document, form, &ConvertOptions::default(), &mut ids)?;
        container_of(path.name(), form)?;
        return Ok((made.to_text().into_bytes(), Map::new()));
    }
    let Some(target) = container_of(path.name(), form)? else {
        return match picture {
            Some(_) => Err(Refusal::usage("a picture needs a path .png, .charx or .zip")),
            None => Ok((text, Map::new())),
        };
    };
    let opened = cards_kit::open(&text[..], desk.kit())?;
    let card = opened.card().cloned().ok_or(cards_kit::Error::NoCard)?;
    let options = PackOptions::default().with_portrait(picture).with_limits(desk.kit().files.clone());
    let mut out = Vec::new();
    let mut writer: &mut dyn Write = &mut out;
    let report = pack_card(card, Parts::default(), target, &options, &mut writer).map_err(without_picture)?;
    Ok((out, Map::from_iter([("packed".to_owned(), value_of(answer::Packed::from(&report))?)])))
}

/// The members of a lorebook without entries.
fn book() -> cards_json::Object {
    [
        ("extensions".to_owned(), cards_json::Json::Object(cards_json::Object::new())),
        ("entries".to_owned(), cards_json::Json::Array(Vec::new())),
    ]
    .into_iter()
    .collect()
}

/// An existing card in another container.
fn packed(
    desk: &Desk,
    from: &str,
    path: &CardPath,
    picture: Option<Vec<u8>>,
    edits: &[Patch],
) -> Result<(Vec<u8>, Map<String, Value>), Refusal> {
    let mut bytes = desk.bytes(from)?.into_owned();
    if !edits.is_empty() {
        let mut file = CardFile::open(bytes, desk.kit())?;
        file.apply(edits)?;
        bytes = file.to_bytes()?.into_owned();
    }
    let mut opened = cards_kit::open(&bytes[..], desk.kit())?;
    let target = container(path, opened.content().form())?;
    let mut picture = picture;
    if matches!(target, Target::Png | Target::Prom) && picture.is_none() {
        let card = opened.loaded.document.card();
        picture = portrait::as_png(&mut opened.file.container, card, &PictureOptions::default())?.map(|own| own.png);
    }
    let options = PackOptions::default().with_portrait(picture).with_limits(desk.kit().files.clone());
    let made = Packed::of(&mut opened.file.container, opened.loaded, target, &options).map_err(without_picture)?;
    let Packed { bytes, report, .. } = made;
    Ok((bytes, Map::from_iter([("packed".to_owned(), value_of(answer::Packed::from(&report))?)])))
}

/// The container that the name of a path promises.
fn container(path: &CardPath, form: Form) -> Result<Target, Refusal> {
    let end = path.name().rsplit_once('.').map_or("", |(_, end)| end).to_ascii_lowercase();
    Ok(match end.as_str() {
        "png" | "apng" => Target::Png,
        "charx" => Target::Charx,
        "zip" if form == Form::Prom => Target::Prom,
        "zip" => Target::Charx,
        "json" => Target::Json,
        "byaf" => Target::Byaf,
        _ => {
            return Err(Refusal::new("bad-path", "the name of the path says no container")
                .next("end it in .json, .png, .charx, .zip or .byaf"));
        }
    })
}

/// What cannot be packed, most often for want of a picture.
fn without_picture(error: cards_kit::container::Error) -> Refusal {
    let refusal = Refusal::from(error);
    match &refusal.detail {
        Some(detail) if detail.contains("picture") => {
            Refusal { next: "give a `picture`, or end the path in .json".to_owned(), ..refusal }
        }
        _ => refusal,
    }
}
