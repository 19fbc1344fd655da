//! A card or lorebook in another form.

use cards_container::pack::{PackOptions, Packed, Report, Target};
pub use cards_model::convert::ORIGIN_KEY;
use cards_model::convert::{Options, Stash, WrittenForm};
use cards_model::module::IdSource;
use cards_model::rules::Change;
use cards_model::{Card, Content, Document, Form, Json, Loss, Style, book};

use crate::answer;
use crate::error::Error;
use crate::limits::Limits;
use crate::open::open;

/// A card or lorebook in another form, and what got lost.
///
/// ```
/// use cards_kit::{Card, ConvertOptions, Form, SeededIds, convert};
/// let card: Card = r#"{"spec":"chara_card_v3","spec_version":"3.0","data":{"name":"Aria","nickname":"Ri"}}"#.parse()?;
/// let made = convert(card.into(), Form::V2, &ConvertOptions::default(), &mut SeededIds::new(1))?;
/// assert_eq!((made.from, made.content.form()), (Form::V3, Form::V2));
/// assert!(made.loss.iter().any(|loss| loss.to_string().contains("nickname")));
/// # Ok::<(), cards_kit::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Conversion {
    /// The content in its new form.
    pub content: Content,
    /// The form that it had.
    pub from: Form,
    /// What the new form has no place for.
    pub loss: Vec<Loss>,
    /// Whether what was lost is kept aside inside the content.
    pub stashed: bool,
    /// Markers that named another form than the one that the content was read as, and is in now.
    pub marked: Vec<Change>,
    /// Assets and other parts of the file that are not in the result, by their names in it; none where only content was given.
    pub left_behind: Vec<String>,
}

/// A converted card in a file.
///
/// ```
/// use cards_kit::{ConvertOptions, Form, Limits, SeededIds, convert_file};
/// let card = br#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria"}}"#;
/// let made = convert_file(card, Form::V3, None, &ConvertOptions::default(), &mut SeededIds::new(1), &Limits::default())?;
/// println!("{} bytes, {} losses", made.bytes.len(), made.conversion.loss.len());
/// assert!(made.packed.is_none());
/// # Ok::<(), cards_kit::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ConvertedFile {
    /// The whole file.
    pub bytes: Vec<u8>,
    /// What became of the content.
    pub conversion: Conversion,
    /// What became of the file around it; absent for plain JSON.
    pub packed: Option<Report>,
}

/// Converts a card to another card spec, or a lorebook or the lorebook of a card to another form of lorebook.
///
/// Modules and their entries get ids from `ids`.
///
/// ```
/// use cards_kit::{Card, ConvertOptions, Form, SeededIds, convert};
/// let text = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","first_mes":"Hi, {{user}}!"}}"#;
/// let card: Card = text.parse()?;
/// let made = convert(card.into(), Form::V3, &ConvertOptions::default(), &mut SeededIds::new(1))?;
/// assert_eq!((made.content.form(), made.loss.len()), (Form::V3, 0));
/// # Ok::<(), cards_kit::Error>(())
/// ```
///
/// # Errors
/// [`Error::NotACard`], [`Error::NoLorebook`], and [`Error::Model`] where the form cannot be made.
pub fn convert(content: Content, to: Form, options: &Options, ids: &mut dyn IdSource) -> Result<Conversion, Error> {
    let from = content.form();
    let (mut content, loss) = if to.is_card() {
        let Content::Card(card) = content else { return Err(Error::NotACard { form: from }) };
        let converted = card.into_form(to, options)?;
        (Content::Card(converted.value), converted.loss)
    } else {
        if matches!(&content, Content::Card(card) if card.lorebook().is_none()) {
            return Err(Error::NoLorebook);
        }
        let converted = book::convert(&content, to, options, ids)?;
        (converted.value, converted.loss)
    };
    // A stash is for what the specs have and a target lacks; what other programs say beyond the specs has none.
    let specified = !from.is_of_client() || matches!(to, Form::Lorebook | Form::LorebookV3 | Form::PromBook);
    let marked = if from == to { content.write_markers() } else { Vec::new() };
    let stashed = options.stash.goes_into(to) && specified;
    Ok(Conversion { content, from, loss, stashed, marked, left_behind: Vec::new() })
}

/// A card or lorebook in another program's form, and what got lost.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ForeignConversion {
    /// What the file of that program says; of a Backyard archive, all its parts in one object.
    pub json: Json,
    /// The form.
    pub form: WrittenForm,
    /// The form that the card had.
    pub from: Form,
    /// What the new form has no place for.
    pub loss: Vec<Loss>,
    /// Whether what was lost is kept aside inside the file.
    pub stashed: bool,
    /// Assets and other parts of the file that are not in the result, by their names in it; none where only a document was given.
    pub left_behind: Vec<String>,
}

/// Writes the card of a document, or its lorebook, in another program's form.
///
/// ```
/// use cards_kit::{ConvertOptions, Document, WrittenForm, convert_foreign};
/// let text = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","first_mes":"Hi, {{user}}!"}}"#;
/// let document: Document = text.parse()?;
/// let made = convert_foreign(&document, WrittenForm::TextGen, &ConvertOptions::default())?;
/// assert_eq!(made.json.get("name").and_then(|name| name.as_str()), Some("Aria"));
/// # Ok::<(), cards_kit::Error>(())
/// ```
///
/// # Errors
/// [`Error::NotACard`], and [`Error::NoLorebook`] for a form of lorebooks.
pub fn convert_foreign(document: &Document, to: WrittenForm, options: &Options) -> Result<ForeignConversion, Error> {
    let from = document.content.form();
    if let Some(origin) = document.origin().filter(|origin| origin.form == to.form()) {
        return Ok(ForeignConversion {
            json: origin.original.clone(),
            form: to,
            from,
            loss: Vec::new(),
            stashed: false,
            left_behind: Vec::new(),
        });
    }
    let nothing = || if to.is_lorebook() { Error::NoLorebook } else { Error::NotACard { form: from } };
    let made = document.content.to_foreign(to, options).ok_or_else(nothing)?;
    let mut loss = document.origin().map(|origin| origin.loss.clone()).unwrap_or_default();
    loss.extend(made.loss);
    let stashed = options.stash != Stash::Off && !to.is_lorebook();
    Ok(ForeignConversion { json: made.value, form: to, from, loss, stashed, left_behind: Vec::new() })
}

/// A card in a file of another program.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ForeignFile {
    /// The whole file.
    pub bytes: Vec<u8>,
    /// What became of the card.
    pub conversion: ForeignConversion,
    /// What became of the file around it; absent for a text.
    pub packed: Option<Report>,
}

/// Writes the card of a file as a file of another program: a Backyard archive with its pictures, else a text.
///
/// # Errors
/// Those of [`convert_foreign`], and [`Error::Container`].
pub fn convert_foreign_file(
    bytes: &[u8],
    to: WrittenForm,
    options: &Options,
    limits: &Limits,
) -> Result<ForeignFile, Error> {
    let mut opened = open(bytes, limits)?;
    let mut conversion = convert_foreign(&opened.loaded.document, to, options)?;
    if to != WrittenForm::Byaf {
        conversion.left_behind = opened.file.container.beside_the_card();
        return Ok(ForeignFile { bytes: conversion.to_text().into_bytes(), conversion, packed: None });
    }
    let pack_options = PackOptions::default().with_convert(options.clone()).with_limits(limits.files.clone());
    let Packed { bytes, report, .. } =
        Packed::of(&mut opened.file.container, opened.loaded, Target::Byaf, &pack_options)?;
    Ok(ForeignFile { bytes, conversion, packed: Some(report) })
}

impl ForeignConversion {
    /// Writes the value as the program has it in a file: YAML for text-generation-webui, where the feature `yaml` is on,
    /// and else indented JSON with a line end.
    #[must_use]
    pub fn to_text(&self) -> String {
        #[cfg(feature = "yaml")]
        if self.form == WrittenForm::TextGen {
            return cards_container::yaml::from_json(&self.json);
        }
        self.json.to_text(Style::Pretty(2)) + "\n"
    }

    /// Tells what became of it, with the result.
    #[doc(hidden)]
    #[must_use]
    pub fn answer(&self) -> answer::Conversion {
        answer::Conversion { result: Some(self.json.clone()), ..self.answer_without_result() }
    }

    /// Tells what became of it.
    #[doc(hidden)]
    #[must_use]
    pub fn answer_without_result(&self) -> answer::Conversion {
        answer::Conversion {
            from: self.from.id(),
            to: self.form.id(),
            stashed: self.stashed,
            marked: Vec::new(),
            loss: self.loss.iter().map(answer::Loss::from).collect(),
            left_behind: self.left_behind.clone(),
            result: None,
        }
    }
}

/// Converts what a document holds, as [`convert`] does; for one that was read out of another program's form, what had no
/// place on the way in is lost too, and a stash keeps the whole original.
///
/// ```
/// use cards_kit::{Content, ConvertOptions, Document, Form, SeededIds, convert_document};
/// let document: Document = r#"{"char_name":"Aria","char_persona":"A bard.","char_greeting":"Hi.","world_scenario":"","example_dialogue":""}"#.parse()?;
/// let made = convert_document(&document, Form::V2, &ConvertOptions::default(), &mut SeededIds::new(1))?;
/// let Content::Card(card) = made.content else { panic!("a card stays one") };
/// assert_eq!(card.description(), "A bard.");
/// # Ok::<(), cards_kit::Error>(())
/// ```
///
/// # Errors
/// Those of [`convert`].
pub fn convert_document(
    document: &Document,
    to: Form,
    options: &Options,
    ids: &mut dyn IdSource,
) -> Result<Conversion, Error> {
    let mut conversion = convert(document.content.clone(), to, options, ids)?;
    let Some(origin) = document.origin() else { return Ok(conversion) };
    conversion.loss.splice(0..0, origin.loss.iter().cloned());
    if options.stash != Stash::Off
        && let Content::Card(card) = &mut conversion.content
        && let Ok(extensions) = card.extensions_mut()
    {
        extensions.insert(ORIGIN_KEY, origin.original.clone());
    }
    Ok(conversion)
}

/// Converts what a file holds; into a container where one is named, with its picture and assets, else into JSON text.
///
/// ```
/// use cards_kit::{ConvertOptions, Form, Limits, SeededIds, convert_file};
/// let text = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","first_mes":"Hi, {{user}}!"}}"#;
/// let (options, limits) = (ConvertOptions::default(), Limits::default());
/// let made = convert_file(text.as_bytes(), Form::V3, None, &options, &mut SeededIds::new(1), &limits)?;
/// assert!(String::from_utf8_lossy(&made.bytes).contains("chara_card_v3"));
/// # Ok::<(), cards_kit::Error>(())
/// ```
///
/// # Errors
/// Those of [`convert`], and [`Error::Container`].
pub fn convert_file(
    bytes: &[u8],
    to: Form,
    target: Option<Target>,
    options: &Options,
    ids: &mut dyn IdSource,
    limits: &Limits,
) -> Result<ConvertedFile, Error> {
    let mut opened = open(bytes, limits)?;
    let mut conversion = convert_document(&opened.loaded.document, to, options, ids)?;
    let Some(target) = target else {
        conversion.left_behind = opened.file.container.beside_the_card();
        return Ok(ConvertedFile { bytes: conversion.to_text().into_bytes(), conversion, packed: None });
    };
    opened.loaded.document = Document::new(conversion.content.clone());
    let pack_options = PackOptions::default().with_limits(limits.files.clone());
    let Packed { bytes, report, .. } = Packed::of(&mut opened.file.container, opened.loaded, target, &pack_options)?;
    Ok(ConvertedFile { bytes, conversion, packed: Some(report) })
}

/// Makes a file of a card that is in none, with the portrait of the options; [`Opened::pack`](crate::Opened::pack) takes along what a
/// file has.
///
/// ```
/// use cards_kit::{Card, FileKind, Limits, PackOptions, Target, open, pack};
/// let charx = pack(&Card::new("Aria"), Target::Charx, &PackOptions::default())?;
/// assert_eq!(open(&charx.bytes[..], Limits::default())?.kind(), FileKind::Charx);
/// # Ok::<(), cards_kit::Error>(())
/// ```
///
/// # Errors
/// [`Error::Container`], as [`Packed::of_card`].
pub fn pack(card: &Card, target: Target, options: &PackOptions) -> Result<Packed, Error> {
    Ok(Packed::of_card(card.clone(), target, options)?)
}

/// Gives the container that a file name promises for a form; `None` for JSON text.
///
/// # Errors
/// [`Error::WrongContainer`] for a name that promises what cannot hold the form.
pub fn container_of(name: &str, form: Form) -> Result<Option<Target>, Error> {
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension).to_ascii_lowercase();
    let (target, holds): (_, &[Form]) = match extension.as_str() {
        "png" | "apng" => (Target::Png, &[Form::V1, Form::V2, Form::V3, Form::V3L, Form::Prom]),
        "charx" => (Target::Charx, &[Form::V3]),
        "zip" => (Target::Prom, &[Form::Prom]),
        "jpg" | "jpeg" | "webp" | "gif" | "risum" | "byaf" | "yaml" | "yml" => (Target::Png, &[]),
        _ => return Ok(None),
    };
    if holds.contains(&form) { Ok(Some(target)) } else { Err(Error::WrongContainer { name: name.to_owned(), form }) }
}

impl Conversion {
    /// Writes the content as indented JSON with a line end.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = Document::new(self.content.clone()).to_text(Style::Pretty(2));
        text.push('\n');
        text
    }

    /// Tells what became of it, with the result.
    #[doc(hidden)]
    #[must_use]
    pub fn answer(&self) -> answer::Conversion {
        answer::Conversion {
            result: Json::read(&self.to_text(), &cards_json::Limits::unbounded()).ok(),
            ..self.answer_without_result()
        }
    }

    /// Tells what became of it.
    #[doc(hidden)]
    #[must_use]
    pub fn answer_without_result(&self) -> answer::Conversion {
        answer::Conversion {
            from: self.from.id(),
            to: self.content.form().id(),
            stashed: self.stashed,
            marked: self.marked.iter().map(|change| change.pointer.to_string()).collect(),
            loss: self.loss.iter().map(answer::Loss::from).collect(),
            left_behind: self.left_behind.clone(),
            result: None,
        }
    }
}
