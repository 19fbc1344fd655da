//! What a listing shows of a file, in one pass that builds nothing else.

use std::borrow::Cow;

use crate::json::{self, Json, Kind, Reader};
use crate::read::detect::{Detection, by_name, by_text_and_surface, translated};
use crate::read::evidence::Evidence;
use crate::read::surface::{Level, Surface};
use crate::{Error, Form, Limits};

/// What a listing shows of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Peek {
    /// The form, and how it was told.
    pub detection: Detection,
    /// The version beside the marker; empty where there is none.
    pub spec_version: String,
    /// The name of the character, module or lorebook.
    pub name: String,
    /// The nickname; empty where there is none.
    pub nickname: String,
    /// Who made it.
    pub creator: String,
    /// The version of the card.
    pub character_version: String,
    /// The tags.
    pub tags: Vec<String>,
    /// How many greetings there are, of every kind.
    pub greetings: usize,
    /// How many lorebook or module entries there are; `None` without a lorebook.
    pub lore_entries: Option<usize>,
    /// How many assets the file lists itself, without the default icon that absence stands for.
    pub assets: usize,
}

impl Peek {
    /// The form.
    #[must_use]
    pub fn form(&self) -> Form {
        self.detection.form
    }
}

/// Tells what a listing shows of a JSON file, without building the rest.
///
/// The whole grammar is checked, but only the members that a listing shows are looked into; what has another type
/// than expected counts as absent, or for single texts is read as [`crate::Document::read`] would.
///
/// # Errors
/// Those of [`crate::Document::read`].
///
/// ```
/// use cards_model::{Form, Limits, peek};
/// let text = br#"{"spec":"chara_card_v2","data":{"name":"Aria","tags":["elf"],"first_mes":"Hi","alternate_greetings":["Ho"]}}"#;
/// let peek = peek(text, &Limits::default())?;
/// assert_eq!((peek.form(), peek.name.as_str(), peek.greetings), (Form::V2, "Aria", 2));
/// # Ok::<(), cards_model::Error>(())
/// ```
pub fn peek(bytes: &[u8], limits: &Limits) -> Result<Peek, Error> {
    peek_with_evidence(bytes, Evidence::Members, limits)
}

/// Tells what a listing shows of a JSON file as [`peek`] does, by what is known of it beside its text.
///
/// # Errors
/// Those of [`crate::Reading::with_evidence`].
pub fn peek_with_evidence(bytes: &[u8], evidence: Evidence, limits: &Limits) -> Result<Peek, Error> {
    let length = bytes.len() as u64;
    if length > limits.bytes {
        return Err(json::Error::TooLarge { bytes: length, limit: limits.bytes }.into());
    }
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    match simdutf8::basic::from_utf8(bytes) {
        Ok(text) => peek_text(text, evidence, limits),
        Err(_) => peek_text(&String::from_utf8_lossy(bytes), evidence, limits),
    }
}

fn peek_text(text: &str, evidence: Evidence, limits: &Limits) -> Result<Peek, Error> {
    if let Evidence::Form(form) = evidence {
        return peek_spec(text, limits, |_| Ok(Detection::given(form)));
    }
    let by_members = |surface: &Surface| by_text_and_surface(text, surface, limits);
    let found = peek_spec(text, limits, by_members);
    let told = found.as_ref().map(|peek| peek.detection.clone()).map_err(Clone::clone);
    match translated(&told, || Json::read(text, limits).ok()) {
        Some(made) => {
            let made = made?;
            let value = made.value.to_string();
            let peek = peek_spec(&value, limits, |surface| by_text_and_surface(&value, surface, limits))?;
            Ok(Peek { detection: Detection::foreign(&made), ..peek })
        }
        None => match found {
            Err(refused @ Error::NotACard { .. }) if evidence == Evidence::CardPlace => {
                peek_spec(text, limits, |surface| by_name(surface).ok_or(refused))
            }
            found => found,
        },
    }
}

fn peek_spec(
    text: &str,
    limits: &Limits,
    detect: impl FnOnce(&Surface) -> Result<Detection, Error>,
) -> Result<Peek, Error> {
    let mut found = Found::default();
    let surface = Surface::scan_with(Reader::new(text, limits), |level, key, kind, reader| {
        found.member(level, key, kind, reader)
    })?;
    let detection = detect(&surface)?;
    let spec_version = match surface.spec_version {
        Some(Json::Null) => String::new(),
        _ => surface.version(),
    };
    found.root.entries = surface.entries;
    if matches!(detection.form, Form::V2 | Form::V3) {
        // Texts that `data` lacks are read from the root.
        if surface.data("name").is_none() {
            found.data.name = std::mem::take(&mut found.root.name);
        }
        found.data.first |= found.root.first && surface.data("first_mes").is_none();
    }
    Ok(found.into_peek(detection, spec_version))
}

/// What was found at one level.
#[derive(Debug, Default)]
struct Members<'a> {
    name: Cow<'a, str>,
    nickname: Cow<'a, str>,
    creator: Cow<'a, str>,
    version: Cow<'a, str>,
    tags: Vec<String>,
    first: bool,
    alternate: usize,
    group_only: usize,
    locales: usize,
    solo_and_group: usize,
    entries: Option<usize>,
    book: Option<usize>,
    assets: usize,
}

/// What was found at both levels, in `metadata` and in `external`.
#[derive(Debug, Default)]
struct Found<'a> {
    root: Members<'a>,
    data: Members<'a>,
    info: Members<'a>,
    char_name: Cow<'a, str>,
    char_greeting: bool,
    external_assets: usize,
    data_elements: Option<usize>,
}

impl<'a> Found<'a> {
    /// Looks at one member; whether its value was read.
    fn member(&mut self, level: Level, key: &str, kind: Kind, reader: &mut Reader<'a>) -> Result<bool, Error> {
        match (level, key, kind) {
            (Level::Root, "char_name", _) => return text(reader, kind, &mut self.char_name),
            (Level::Root, "char_greeting", Kind::String) => {
                self.char_greeting = true;
                return Ok(false);
            }
            (Level::Root, "data", Kind::Array) => {
                self.data_elements = Some(reader.skip_counting()?);
                return Ok(true);
            }
            (Level::Root, "metadata", Kind::Object) => {
                let info = &mut self.info;
                each_member(reader, |key, kind, reader| info.member(key, kind, reader))?;
                return Ok(true);
            }
            (Level::Root, "external", Kind::Object) => {
                let assets = &mut self.external_assets;
                each_member(reader, |key, kind, reader| {
                    let counts = key == "assets" && kind == Kind::Array;
                    if counts {
                        *assets = reader.skip_counting()?;
                    }
                    Ok(counts)
                })?;
                return Ok(true);
            }
            _ => {}
        }
        match level {
            Level::Root => self.root.member(key, kind, reader),
            Level::Data => self.data.member(key, kind, reader),
        }
    }

    fn into_peek(self, detection: Detection, spec_version: String) -> Peek {
        let Self { root, data, info, .. } = self;
        let blank = || Members::default();
        let form = detection.form;
        // The members that count are those of the form; others are leftovers.
        let (main, credit) = match form {
            Form::V0 => {
                let greeting = Members { name: self.char_name, first: self.char_greeting, ..blank() };
                (greeting, blank())
            }
            Form::V1 => (Members { name: root.name, first: root.first, ..blank() }, blank()),
            Form::Prom => (data, info),
            Form::V2 | Form::V3 | Form::V3L => {
                let credit = Members {
                    creator: data.creator.clone(),
                    version: data.version.clone(),
                    tags: data.tags.clone(),
                    ..blank()
                };
                (data, credit)
            }
            Form::LorebookV3 => (Members { name: data.name, entries: data.entries, ..blank() }, blank()),
            Form::Module => {
                let credit = Members { creator: root.creator, ..blank() };
                (Members { name: root.name, entries: root.entries, ..blank() }, credit)
            }
            Form::RisuLorebook => (Members { entries: self.data_elements, ..blank() }, blank()),
            _ => (Members { name: root.name, entries: root.entries, ..blank() }, blank()),
        };
        let first = usize::from(main.first);
        let (greetings, assets) = match form {
            Form::V0 | Form::V1 => (first, 0),
            Form::V2 => (first + main.alternate, 0),
            Form::V3 => (first + main.alternate + main.group_only, main.assets),
            Form::V3L => (main.locales, main.assets),
            Form::Prom => (main.solo_and_group, self.external_assets),
            _ => (0, 0),
        };
        let is_card = matches!(form, Form::V2 | Form::V3 | Form::V3L | Form::Prom);
        let nickname = if matches!(form, Form::V3 | Form::V3L) { main.nickname } else { Cow::Borrowed("") };
        Peek {
            detection,
            spec_version,
            name: main.name.into_owned(),
            nickname: nickname.into_owned(),
            creator: credit.creator.into_owned(),
            character_version: credit.version.into_owned(),
            tags: credit.tags,
            greetings,
            lore_entries: if is_card { main.book } else { main.entries },
            assets,
        }
    }
}

impl<'a> Members<'a> {
    /// Looks at one member; whether its value was read.
    fn member(&mut self, key: &str, kind: Kind, reader: &mut Reader<'a>) -> Result<bool, Error> {
        match (key, kind) {
            ("name", _) => return text(reader, kind, &mut self.name),
            ("nickname", _) => return text(reader, kind, &mut self.nickname),
            ("creator", _) => return text(reader, kind, &mut self.creator),
            ("character_version" | "version", _) => return text(reader, kind, &mut self.version),
            ("first_mes", _) => {
                // The default greeting is there even when it is empty, as in `Card::greetings`.
                self.first = kind == Kind::String;
                return Ok(false);
            }
            ("tags", Kind::Array) => self.tags = texts(reader)?,
            ("tags", Kind::String) => self.tags = vec![reader.string()?.into_owned()],
            ("alternate_greetings", Kind::Array) => self.alternate = reader.skip_counting()?,
            ("group_only_greetings", Kind::Array) => self.group_only = reader.skip_counting()?,
            ("assets", Kind::Array) => self.assets = reader.skip_counting()?,
            ("first_messages", Kind::Array) => {
                reader.begin_array()?;
                let (mut index, mut all) = (0, 0);
                while reader.next_element(index)? {
                    if reader.peek()? == Kind::Object {
                        all += count_lists(reader, &["messages"])?;
                    } else {
                        reader.skip()?;
                    }
                    reader.leave();
                    index += 1;
                }
                self.locales = all;
            }
            ("greetings", Kind::Array) => self.solo_and_group = reader.skip_counting()?,
            ("greetings", Kind::Object) => self.solo_and_group = count_lists(reader, &["solo", "group"])?,
            ("entries", Kind::Array) => self.entries = Some(reader.skip_counting()?),
            ("entries", Kind::Object) => self.entries = Some(reader.skip_counting()?),
            ("character_book", Kind::Object) => {
                let mut entries = 0;
                each_member(reader, |key, kind, reader| {
                    match (key, kind) {
                        ("entries", Kind::Array) => entries = reader.skip_counting()?,
                        ("entries", Kind::Object) => entries = reader.skip_counting()?,
                        _ => return Ok(false),
                    }
                    Ok(true)
                })?;
                self.book = Some(entries);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
}

/// Reads a text, or what stands for one.
fn text<'a>(reader: &mut Reader<'a>, kind: Kind, into: &mut Cow<'a, str>) -> Result<bool, Error> {
    match kind {
        Kind::String => *into = reader.string()?,
        Kind::Number => *into = Cow::Owned(reader.number()?.to_string()),
        Kind::Bool => *into = Cow::Owned(reader.bool()?.to_string()),
        _ => return Ok(false),
    }
    Ok(true)
}

/// The texts of a list.
fn texts(reader: &mut Reader<'_>) -> Result<Vec<String>, Error> {
    let (mut index, mut all) = (0, Vec::new());
    reader.begin_array()?;
    while reader.next_element(index)? {
        let kind = reader.peek()?;
        let mut one = Cow::Borrowed("");
        if text(reader, kind, &mut one)? {
            all.push(one.into_owned());
        } else {
            reader.skip()?;
        }
        reader.leave();
        index += 1;
    }
    Ok(all)
}

/// Passes over an object and counts the elements of some of its lists.
fn count_lists(reader: &mut Reader<'_>, names: &[&str]) -> Result<usize, Error> {
    let mut count = 0;
    each_member(reader, |key, kind, reader| {
        let counts = kind == Kind::Array && names.contains(&key);
        if counts {
            count += reader.skip_counting()?;
        }
        Ok(counts)
    })?;
    Ok(count)
}

/// Shows each member of an object to `look`; values that it does not read are passed over.
fn each_member<'a>(
    reader: &mut Reader<'a>,
    mut look: impl FnMut(&str, Kind, &mut Reader<'a>) -> Result<bool, Error>,
) -> Result<(), Error> {
    reader.begin_object()?;
    let mut first = true;
    while let Some(key) = reader.next_key(&mut first)? {
        let kind = reader.peek()?;
        if !look(&key, kind, reader)? {
            reader.skip()?;
        }
        reader.leave();
    }
    Ok(())
}
