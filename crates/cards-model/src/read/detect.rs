//! Which spec a file follows, and how that was told.

use std::fmt;

use crate::foreign::{self, ForeignForm, Translated};
use crate::json::{Json, Kind, Pointer, Reader, Source, ValueReader};
use crate::read::surface::Surface;
use crate::spec::CLIENTS;
use crate::spec::client::{Client, Sign};
use crate::{Error, Form, Limits, prom, v2, v3, v3l};

/// How a form was told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A marker names it.
    Marker {
        /// The member: `spec`, `type` or `kind`.
        member: &'static str,
        /// Its value.
        value: String,
    },
    /// The members are those of this form; no marker, or a wrong one, is beside them.
    Shape {
        /// What gave it away, for people.
        because: &'static str,
        /// The marker that says otherwise, if there is one.
        despite: Option<String>,
    },
    /// It is another program's form, read as the one that holds its members.
    Foreign(ForeignForm),
    /// The caller said so.
    Given,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Marker { member, value } => write!(f, "`{member}` is `{value}`"),
            Self::Foreign(form) => write!(f, "it is {form}"),
            Self::Given => f.write_str("the caller says so"),
            Self::Shape { because, despite: None } => write!(f, "{because}"),
            Self::Shape { because, despite: Some(marker) } => write!(f, "{because}, though the marker says `{marker}`"),
        }
    }
}

/// The form of a file, and how it was told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Detection {
    /// The form.
    pub form: Form,
    /// How it was told.
    pub reason: Reason,
}

/// Whether a marker is that of a later version of the card specs than those that are known here.
pub(super) fn is_later(marker: &str) -> bool {
    let version = marker.strip_prefix("chara_card_v");
    version.is_some_and(|version| !version.starts_with(['1', '2'])) && ![v3::SPEC, v3l::SPEC].contains(&marker)
}

impl Detection {
    fn marker(form: Form, member: &'static str, value: &str) -> Self {
        Self { form, reason: Reason::Marker { member, value: value.to_owned() } }
    }

    /// How another program's form was told.
    pub(crate) fn foreign(made: &Translated) -> Self {
        Self { form: made.form, reason: Reason::Foreign(made.origin.form) }
    }

    /// The form that the caller names.
    pub(crate) fn given(form: Form) -> Self {
        Self { form, reason: Reason::Given }
    }

    fn shape(form: Form, because: &'static str, despite: Option<&str>) -> Self {
        Self { form, reason: Reason::Shape { because, despite: despite.map(str::to_owned) } }
    }
}

/// Tells the form of a JSON text: by its marker first, by its shape otherwise.
///
/// # Errors
/// [`Error::Json`]; [`Error::NotACard`] when nothing fits; [`Error::UnsupportedVersion`] when a marker
/// names a spec that is not known.
pub fn detect(text: &str, limits: &Limits) -> Result<Detection, Error> {
    let found = detect_spec(text, limits);
    match translated(&found, || Json::read(text, limits).ok()) {
        Some(made) => made.map(|made| Detection::foreign(&made)),
        None => found,
    }
}

/// Tells the form of a JSON text among those of the specs.
pub(crate) fn detect_spec(text: &str, limits: &Limits) -> Result<Detection, Error> {
    if let Some(detection) = by_first_member(Reader::new(text, limits)) {
        return Ok(detection);
    }
    let found = by_surface(&Surface::scan(Reader::new(text, limits))?);
    if found.is_err() {
        // The surface was skipped over, not read; an error of grammar inside is the better answer.
        Reader::new(text, limits).json()?;
    }
    found
}

/// What another program's file is in a form of the specs, where the specs' own answer leaves room for it.
pub(crate) fn translated(
    found: &Result<Detection, Error>,
    value: impl FnOnce() -> Option<Json>,
) -> Option<Result<Translated, Error>> {
    let room = match found {
        Err(error) => matches!(error, Error::NotACard { .. } | Error::UnsupportedVersion { .. } | Error::Field { .. }),
        Ok(Detection { reason: Reason::Shape { despite: Some(marker), .. }, .. }) => foreign::may_wrap(marker),
        Ok(_) => false,
    };
    if !room {
        return None;
    }
    let made = foreign::read(&value()?)?;
    Some(made.map_err(|found| Error::NotACard { found: format!("this is {found}") }).and_then(reads_again))
}

/// Holds what was made of another program's file against the rules for any file: it is of the form that a reader will
/// find in it once it is written.
fn reads_again(mut made: Translated) -> Result<Translated, Error> {
    fn form(value: &Json) -> Result<Form, Error> {
        by_surface(&Surface::scan(ValueReader::new(value, ()))?).map(|found| found.form)
    }
    let mut found = form(&made.value);
    if found.is_err()
        && made.form == Form::V1
        && let Some(card) = made.value.as_object_mut()
    {
        // V1 has no marker, so that the texts that it wants have to be there.
        for name in V1_TEXTS {
            if card.get(name).is_none() {
                card.insert(name, "");
            }
        }
        found = form(&made.value);
    }
    match found {
        Ok(form) => Ok(Translated { form, ..made }),
        Err(_) => {
            let found = format!("this is {} with too little in it for {}", made.origin.form, made.form.described());
            Err(Error::NotACard { found })
        }
    }
}

/// The nearest form of an object that is where cards stand, whose members alone are too few to tell: one with a name.
pub(crate) fn by_name(surface: &Surface) -> Option<Detection> {
    let spec = surface.spec.as_ref().and_then(Json::as_str);
    let shape = |form, because| Some(Detection::shape(form, because, spec));
    if surface.root("name") == Some(Kind::String) {
        return shape(Form::V1, "it is where cards stand and has a name");
    }
    if surface.data("name") == Some(Kind::String) {
        return shape(Form::V2, "it is where cards stand and its data has a name");
    }
    None
}

/// Tells the form of a value, as [`detect_spec`] tells that of a text.
pub(crate) fn detect_value(value: &Json) -> Result<Detection, Error> {
    match by_first_member(ValueReader::new(value, ())) {
        Some(detection) => Ok(detection),
        None => by_surface(&Surface::scan(ValueReader::new(value, ()))?),
    }
}

/// Tells the form of a text whose surface is at hand, as reading it tells.
pub(crate) fn by_text_and_surface(text: &str, surface: &Surface, limits: &Limits) -> Result<Detection, Error> {
    match by_first_member(Reader::new(text, limits)) {
        Some(detection)
            if surface.root("data") == Some(Kind::Object) && !(detection.form == Form::V3 && is_lynn(surface)) =>
        {
            Ok(detection)
        }
        _ => by_surface(surface),
    }
}

/// The common case without a scan: nearly every writer puts `spec` first.
///
/// A CCv3 marker is not enough on its own, since CCv3L files may carry it too; see [`by_surface`].
fn by_first_member<'a>(mut reader: impl Source<'a>) -> Option<Detection> {
    reader.begin_object().ok()?;
    let key = reader.next_key(&mut true).ok()??;
    if key != "spec" || reader.peek().ok()? != Kind::String {
        return None;
    }
    let value = reader.string().ok()?;
    let form = match &*value {
        v2::SPEC => Form::V2,
        v3::SPEC => Form::V3,
        v3l::SPEC => Form::V3L,
        _ => return None,
    };
    Some(Detection::marker(form, "spec", &value))
}

/// Tells the form from a whole surface.
pub(crate) fn by_surface(surface: &Surface) -> Result<Detection, Error> {
    let spec = surface.spec.as_ref().and_then(Json::as_str);
    let data = surface.root("data") == Some(Kind::Object);
    if let Some(kind) = surface.kind.as_ref().and_then(Json::as_str) {
        let version = surface.version();
        match kind {
            prom::CARD_TYPE if data => return Ok(Detection::marker(Form::Prom, "type", kind)),
            prom::BOOK_TYPE => return Ok(Detection::marker(Form::PromBook, "type", kind)),
            _ if data && spec.is_none() && foreign::is_envelope(kind) => {
                return Err(Error::NotACard { found: surface.describe() });
            }
            prom::CARD_TYPE => {
                return Err(Error::UnsupportedVersion { spec: kind.to_owned(), version });
            }
            _ => {}
        }
    }
    if let Some(book) = by_marker_of_client(surface) {
        return Ok(book);
    }
    match spec {
        Some(v3l::SPEC) if data => return Ok(Detection::marker(Form::V3L, "spec", v3l::SPEC)),
        Some(v3::SPEC) if data && is_lynn(surface) => {
            return Ok(Detection::shape(Form::V3L, "the data has the members of CCv3L", spec));
        }
        Some(v3::SPEC) if data => return Ok(Detection::marker(Form::V3, "spec", v3::SPEC)),
        Some(v2::SPEC) if data => return Ok(Detection::marker(Form::V2, "spec", v2::SPEC)),
        Some(v3::LOREBOOK_SPEC) if data => {
            return Ok(Detection::marker(Form::LorebookV3, "spec", v3::LOREBOOK_SPEC));
        }
        _ => {}
    }
    by_shape(surface, spec, data)
}

/// The lorebook of a program that names itself.
fn by_marker_of_client(surface: &Surface) -> Option<Detection> {
    CLIENTS.iter().find_map(|(form, client)| {
        let marker = client.marker.as_ref().filter(|marker| surface.marker(marker.member) == Some(marker.value))?;
        let entries = surface.root(client.entries)?;
        let fits = marker.entries.is_none_or(|wanted| wanted == entries);
        fits.then(|| Detection::marker(*form, marker.member, marker.value))
    })
}

/// Whether `data` has members that only CCv3L gives it, and none of those that it took out of CCv3.
fn is_lynn(surface: &Surface) -> bool {
    let own = surface.data("first_messages").is_some()
        || surface.data("example_messages").is_some()
        || surface.data("creator_notes") == Some(Kind::Array);
    let gone = ["first_mes", "mes_example", "personality", "scenario", "system_prompt", "post_history_instructions"];
    own && !gone.iter().any(|name| surface.data(name).is_some())
}

/// The texts of V1 beside the name.
const V1_TEXTS: [&str; 5] = ["description", "personality", "scenario", "first_mes", "mes_example"];

/// Whether members have the shape of V1: a name, the greeting or the examples, and two of the five texts; or five of the
/// six names, whatever they hold.
///
/// De facto: of 5,605 JSON files of public repositories the first are the characters among them; a name and one of the five
/// texts would take 197 more, of package managers, browsers and translators. Four of the names are in translations of a
/// program, five in no file of another kind.
fn has_v1_shape(kind: impl Fn(&str) -> Option<Kind>) -> bool {
    let text = |name: &&str| kind(name) == Some(Kind::String);
    let message = |name: &str| matches!(kind(name), Some(Kind::String | Kind::Null));
    let usual = text(&"name")
        && (message("first_mes") || message("mes_example"))
        && V1_TEXTS.iter().filter(|name| text(name)).count() >= 2;
    usual || std::iter::once("name").chain(V1_TEXTS).filter(|name| kind(name).is_some()).count() >= 5
}

fn by_shape(surface: &Surface, spec: Option<&str>, data: bool) -> Result<Detection, Error> {
    // An address names a schema of something else.
    let spec = spec.filter(|spec| !spec.contains("://"));
    let inside = |name: &str| surface.data(name);
    if data {
        let greetings = matches!(inside("greetings"), Some(Kind::Object | Kind::Array));
        if greetings && inside("name") == Some(Kind::String) && spec.is_none() {
            return Ok(Detection::shape(Form::Prom, "the data has `greetings`", spec));
        }
        // A marker of the family and a name are enough: the CCv3 text asks for readers that read what they can.
        let marked = spec.is_some_and(|spec| spec.starts_with("chara_card_v"));
        let named = spec.is_some()
            && inside("name") == Some(Kind::String)
            && (marked || inside("first_mes") == Some(Kind::String));
        if named || has_v1_shape(inside) {
            let v3 = ["group_only_greetings", "nickname", "assets", "creator_notes_multilingual"];
            if v3.iter().any(|key| inside(key).is_some()) {
                return Ok(Detection::shape(Form::V3, "the data has members of a V3 card", spec));
            }
            // Whatever comes after V3 is nearer to it than to what was before.
            if spec.is_some_and(is_later) {
                return Ok(Detection::shape(Form::V3, "the data has the members of a V3 card", spec));
            }
            return Ok(Detection::shape(Form::V2, "the data has members of a V2 card", spec));
        }
        if let Some(spec) = spec.filter(|spec| spec.starts_with("chara_card")) {
            let version = surface.version();
            return Err(Error::UnsupportedVersion { spec: spec.to_owned(), version });
        }
    }
    if has_v1_shape(|name| surface.root(name)) && !is_book(surface) {
        return Ok(Detection::shape(Form::V1, "the root has the members of a V1 card", spec));
    }
    let text = |name: &str| surface.root(name) == Some(Kind::String);
    let v0 = ["char_persona", "char_greeting", "world_scenario", "example_dialogue"];
    if text("char_name") && v0.iter().any(|name| text(name)) {
        return Ok(Detection::shape(Form::V0, "the root has the members of a Pygmalion character", spec));
    }
    if let Some(book) = book_by_shape(surface, spec) {
        return Ok(book);
    }
    match spec {
        Some(marker @ (v2::SPEC | v3::SPEC | v3l::SPEC)) if !data => Err(Error::Field {
            pointer: Pointer::from(["data"]),
            problem: format!(
                "`spec` is `{marker}`, whose fields are in an object here, and there is none; nor does the root have them"
            ),
        }),
        _ => Err(Error::NotACard { found: surface.describe() + &lacking(surface) }),
    }
}

/// What a character of V1 lacks, for messages; empty for what is nothing like one.
fn lacking(surface: &Surface) -> String {
    let text = |name: &&&str| surface.root(name) == Some(Kind::String);
    if !text(&&"name") || !V1_TEXTS.iter().any(|name| text(&name)) {
        return String::new();
    }
    let absent: Vec<_> = V1_TEXTS.iter().filter(|name| !text(name)).map(|name| format!("`{name}`")).collect();
    format!("; a card without a marker is recognised by more of its texts, and there is no {}", absent.join(", "))
}

/// The members of a lorebook. Where a root has these alone, one bad entry does not sink the book.
const BOOK_MEMBERS: [&str; 9] = [
    "entries",
    "name",
    "description",
    "scan_depth",
    "token_budget",
    "recursive_scanning",
    "extensions",
    "originalData",
    crate::stash::STASH_KEY,
];

/// Tells the books from each other, which nearly all have `entries`.
fn book_by_shape(surface: &Surface, spec: Option<&str>) -> Option<Detection> {
    let shape = |form, because| Some(Detection::shape(form, because, spec));
    let entries = surface.root("entries").filter(|kind| matches!(kind, Kind::Object | Kind::Array));
    // Members that proto3 leaves out are empty, the list of entries too.
    if surface.root("module_id") == Some(Kind::String) && surface.root("name").is_none_or(|kind| kind == Kind::String) {
        return shape(Form::Module, "the root has the members of a module");
    }
    let entries = entries?;
    let has = |name| surface.entry(name).is_some();
    if surface.root("category").is_some() && (has("entry_id") || surface.lore) {
        return shape(Form::Module, "the root has the members of a module");
    }
    let of_client = |(form, client): &(Form, Client)| {
        client.signs.iter().find_map(|sign| match sign {
            Sign::Root(name, kind, because) => (surface.root(name) == Some(*kind)).then_some((*form, *because)),
            Sign::Entry(names, because) => names.iter().all(|name| has(name)).then_some((*form, *because)),
        })
    };
    if let Some((form, because)) = CLIENTS.iter().find_map(of_client) {
        return shape(form, because);
    }
    if surface.entries == Some(0) {
        // A book that somebody has just begun.
        return match entries {
            _ if !surface.only(&BOOK_MEMBERS) => None,
            Kind::Array => shape(Form::Lorebook, "`entries` is a list"),
            _ => shape(Form::WorldInfo, "`entries` is a map"),
        };
    }
    let lore = surface.lore || (surface.some_lore && surface.only(&BOOK_MEMBERS));
    // A map with `key` is world info whatever else it has: chub.ai gives out V2's names beside SillyTavern's own.
    let of_world = entries == Kind::Object && surface.keyed;
    if lore && has("keys") && !of_world {
        let because = if entries == Kind::Array { "`entries` is a list" } else { "the entries have `keys`" };
        return shape(Form::Lorebook, because);
    }
    if surface.root("folders").is_some() || has("manual_text") || has("wpp") || has("object_type") {
        return shape(Form::WorldInfo, "the members are those of a TavernAI or KoboldAI world");
    }
    match entries {
        _ if !lore => None,
        Kind::Array if has("key") => shape(Form::WorldInfo, "the entries have `key`"),
        Kind::Array => shape(Form::Lorebook, "`entries` is a list"),
        _ => shape(Form::WorldInfo, "`entries` is a map"),
    }
}

/// Whether the root is a lorebook: those have `name` and `description` too.
fn is_book(surface: &Surface) -> bool {
    surface.root("entries").is_some() && surface.root("first_mes").is_none()
}
