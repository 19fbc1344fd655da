//! From one container to another, with all that goes along.
//!
//! The card is converted where the new container demands another spec, its assets move with it and their URIs are
//! rewritten, and what the new container has no place for is reported.

mod archive;
mod byaf;
mod carried;
mod json;
mod material;
mod picture;

use cards_words::setters;
use std::io::Write;

use cards_model::Converted;
use cards_model::convert::{Options, Purpose};
use cards_model::{Asset, Card, Content, Document, Evidence, Form, Grammar, Loss, Reading};
use cards_words::Outcome;

use crate::asset::{AssetRef, Location, main_icon};
use crate::charx;
use crate::container::Container;
use crate::error::Error;
use crate::finding::Finding;
use crate::limits::Limits;
use crate::open::{Loaded, open};
use crate::place::Place;
use crate::png::Keyword;
use crate::prom;
use crate::zip::{Edit, Keep, Packing, Writer, rewrite};
use carried::Carried;
use material::Material;

pub use material::Folder;

/// The kind of file to be made.
///
/// ```
/// use cards_container::pack::Target;
/// let target: Target = "charx".parse()?;
/// assert_eq!(target, Target::Charx);
/// for known in Target::ALL {
///     println!("{known}");
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// A PNG with the card in text chunks.
    Png,
    /// A CHARX.
    Charx,
    /// A Prom archive.
    Prom,
    /// JSON text, assets as `data:` URIs.
    Json,
    /// A Backyard archive (BYAF).
    Byaf,
}

cards_words::named! {
    Target: "kind of file";
    Png => "png",
    Charx => "charx",
    Prom => "prom",
    Json => "json",
    Byaf => "byaf",
}

/// Which cards a PNG gets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Chunks {
    /// The card as it is, and for a V3 card its V2 stand-in.
    #[default]
    WithBackfill,
    /// The card as it is, alone.
    AsIs,
    /// A V2 card in `chara`, alone.
    OnlyV2,
    /// A V3 card in `ccv3`, alone.
    OnlyV3,
}

cards_words::named! {
    Chunks: "choice of chunks";
    WithBackfill => "with-backfill",
    AsIs => "as-is",
    OnlyV2 => "only-v2",
    OnlyV3 => "only-v3",
}

/// How a file is made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PackOptions {
    /// Which cards a PNG gets.
    pub chunks: Chunks,
    /// A PNG that takes the place of the card's own picture: in a CHARX or JSON, of its main icon.
    pub portrait: Option<Vec<u8>>,
    /// Leaves assets out of JSON text instead of writing them as `data:` URIs.
    pub without_assets: bool,
    /// Choices for conversions to another spec.
    pub convert: Options,
    /// The limits.
    pub limits: Limits,
}

setters! {
    PackOptions:
    with_chunks chunks: Chunks,
    with_without_assets without_assets: bool,
    with_convert convert: Options,
    with_limits limits: Limits,
}

setters! {
    into PackOptions:
    with_portrait portrait: Option<Vec<u8>>,
}

/// What became of a card on its way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// The spec of the card as written.
    pub form: Option<Form>,
    /// What its new spec has no place for.
    pub loss: Vec<Loss>,
    /// What the V2 stand-in beside a V3 card lacks.
    pub backfill_loss: Vec<Loss>,
    /// What was odd, missing or left out.
    pub findings: Vec<Finding>,
    /// How many assets went along.
    pub assets: usize,
}

/// Makes a file of another kind, or of the same kind, out of an opened one.
///
/// A CHARX that becomes a CHARX, and a Prom archive that becomes one, keeps its entries raw. Any other file is made in memory
/// and read again before the first byte goes out.
///
/// ```
/// use cards_container::pack::{PackOptions, Target, pack};
/// use cards_container::{FileKind, Limits, open};
/// let mut file = open(&br#"{"spec":"chara_card_v3","spec_version":"3.0","data":{"name":"Aria"}}"#[..], Limits::default())?;
/// let loaded = file.load()?;
/// let mut charx = Vec::new();
/// let report = pack(&mut file.container, loaded, Target::Charx, &PackOptions::default(), &mut charx)?;
/// assert!(report.loss.is_empty());
/// assert_eq!(open(charx, Limits::default())?.load()?.kind, FileKind::Charx);
/// # Ok::<(), cards_container::Error>(())
/// ```
///
/// # Errors
/// [`Error::NotReadBack`] for a file that the limits would refuse,
/// [`Error::NoCard`] for a lorebook or module where a card has to be, [`Error::CannotWrite`] for a PNG or Prom archive
/// without a picture, [`Error::TooLarge`] for
/// JSON text past `Limits::json`, and what reading the old file and writing answer.
pub fn pack(
    container: &mut Container<'_>,
    loaded: Loaded,
    target: Target,
    options: &PackOptions,
    out: &mut dyn Write,
) -> Result<Report, Error> {
    let mut report = Report::default();
    let document = fitting(loaded.document, target, options, &mut report)?;
    let going_along = in_archive(container, &document);
    let archive = match (&mut *container, target) {
        _ if options.portrait.is_some() => None,
        (Container::Charx(charx), Target::Charx) => Some((charx.card_entry(), charx.archive_mut(), charx::CARD)),
        (Container::Prom(prom), Target::Prom) if document.content.form() == Form::Prom => {
            Some((prom.card_entry(), prom.archive_mut(), prom::DATA))
        }
        _ => None,
    };
    if let Some((index, archive, name)) = archive
        && archive.entry(index).is_some_and(|entry| entry.name.bytes == name.as_bytes())
    {
        let bytes = document.to_bytes();
        if document.source().is_none() {
            // The rest is copied as it was read, so the card alone says whether the new file reads.
            prove(&alone(name, &bytes)?, &bytes, false, &options.limits)?;
        }
        let edits: &[Edit<'_>] = if document.source().is_some() { &[] } else { &[Edit::Put { name, bytes: &bytes }] };
        report.form = Some(document.content.form());
        report.assets = going_along.into_value(&mut report.findings);
        rewrite(archive, edits, Keep::Entries, out)?.into_value(&mut report.findings);
        return Ok(report);
    }
    let material = Material::of_container(container, &document, target)?;
    finish(document, material, target, options, report, out)
}

/// How many assets of a card go along where an archive keeps its files as they are. Those that a CHARX lacks are findings; a
/// Prom archive has a list of its own.
fn in_archive(container: &Container<'_>, document: &Document) -> Outcome<usize, Finding> {
    let assets = document.card().map(Card::assets).unwrap_or_default();
    if !matches!(container, Container::Charx(_)) {
        return Outcome::new(assets.len(), Vec::new());
    }
    let refs: Vec<_> = assets.iter().map(AssetRef::from).collect();
    let Outcome { value: listed, findings } = container.assets(&refs);
    Outcome::new(listed.iter().filter(|asset| asset.location != Location::Missing).count(), findings)
}

/// What comes with a card that a program made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Parts {
    /// The card's own picture, a PNG.
    pub portrait: Option<Vec<u8>>,
    /// Bytes of assets, each with its index in the card's list.
    pub assets: Vec<(usize, Vec<u8>)>,
}

setters! {
    Parts:
    with_assets assets: Vec<(usize, Vec<u8>)>,
}

setters! {
    into Parts:
    with_portrait portrait: Option<Vec<u8>>,
}

/// Makes a file out of a card, its picture and its assets.
///
/// ```
/// use cards_container::pack::{PackOptions, Parts, Target, pack_card};
/// use cards_container::{Limits, open};
/// use cards_model::Card;
/// let card: Card = r#"{"spec":"chara_card_v3","spec_version":"3.0","data":{"name":"Aria"}}"#.parse()?;
/// let mut charx = Vec::new();
/// pack_card(card, Parts::default(), Target::Charx, &PackOptions::default(), &mut charx)?;
/// assert_eq!(open(charx, Limits::default())?.load()?.document.card().map(|card| card.name()), Some("Aria"));
/// # Ok::<(), cards_container::Error>(())
/// ```
///
/// # Errors
/// As [`pack`].
pub fn pack_card(
    card: Card,
    parts: Parts,
    target: Target,
    options: &PackOptions,
    out: &mut dyn Write,
) -> Result<Report, Error> {
    let mut report = Report::default();
    let document = fitting(Document::new(Content::Card(card)), target, options, &mut report)?;
    finish(document, Material::of_parts(parts), target, options, report, out)
}

/// A file that was made in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Packed {
    /// The whole file.
    pub bytes: Vec<u8>,
    /// What became of the card, and what went out of a picture.
    pub report: Report,
}

impl Packed {
    /// Makes a file of another kind, or of the same kind, out of an opened one, as [`pack`] does.
    ///
    /// # Errors
    /// As [`pack`].
    pub fn of(
        container: &mut Container<'_>,
        loaded: Loaded,
        target: Target,
        options: &PackOptions,
    ) -> Result<Self, Error> {
        let mut bytes = Vec::new();
        let report = pack(container, loaded, target, options, &mut bytes)?;
        Ok(Self { bytes, report })
    }

    /// Makes a file of a card that is in none, as [`pack_card`] does without parts of a file.
    ///
    /// # Errors
    /// As [`pack`].
    pub fn of_card(card: Card, target: Target, options: &PackOptions) -> Result<Self, Error> {
        let mut bytes = Vec::new();
        let report = pack_card(card, Parts::default(), target, options, &mut bytes)?;
        Ok(Self { bytes, report })
    }
}

/// Puts a card into a PNG, in place of any card that is there.
///
/// # Errors
/// As [`pack`].
///
/// # Examples
/// ```
/// use cards_container::pack::{Chunks, embed};
/// use cards_container::{Limits, open, png};
/// use cards_model::{Card, v2};
///
/// # let picture = [&png::SIGNATURE[..], b"\0\0\0\x0dIHDR\0\0\0\x01\0\0\0\x01\x08\0\0\0\0:~\x9bU\0\0\0\0IEND\xaeB`\x82"].concat();
/// let card = v2::Card { data: v2::Data { name: "Aria".into(), ..Default::default() }, ..Default::default() };
/// let file = embed(&picture, &Card::V2(Box::new(card)), Chunks::default())?.bytes;
/// assert_eq!(open(file, Limits::default())?.load()?.document.card().map(|card| card.name()), Some("Aria"));
/// # Ok::<(), cards_container::Error>(())
/// ```
pub fn embed(picture: &[u8], card: &Card, chunks: Chunks) -> Result<Packed, Error> {
    let options = PackOptions::default().with_chunks(chunks).with_portrait(picture.to_vec());
    let mut bytes = Vec::new();
    let report = pack_card(card.clone(), Parts::default(), Target::Png, &options, &mut bytes)?;
    Ok(Packed { bytes, report })
}

/// Makes a file out of the pieces of a folder, such as [`extract`](crate::extract) lists.
///
/// # Errors
/// As [`pack`]; [`Error::NoCard`] for a folder without `card.json` or what stands for it, [`Error::Unreadable`] for one that does not read.
pub fn pack_folder(
    folder: Folder,
    target: Target,
    options: &PackOptions,
    out: &mut dyn Write,
) -> Result<Report, Error> {
    let mut report = Report::default();
    let document = folder.document(&options.limits)?;
    let document = fitting(document, target, options, &mut report)?;
    let material = Material::of_folder(folder, &document);
    finish(document, material, target, options, report, out)
}

fn finish(
    document: Document,
    mut material: Material,
    target: Target,
    options: &PackOptions,
    mut report: Report,
    out: &mut dyn Write,
) -> Result<Report, Error> {
    report.findings.append(&mut material.findings);
    let is_module = matches!(document.content, Content::Module(_));
    let mut file = Vec::new();
    let json = match target {
        Target::Png => picture::write(document, material, options, &mut report, &mut file)?,
        Target::Charx => archive::write_charx(document, material, options, &mut report, &mut file)?,
        Target::Prom => archive::write_prom(document, material, options, &mut report, &mut file)?,
        Target::Json => json::write(document, material, options, &mut report, &mut file)?,
        Target::Byaf => {
            let beside = material.loose.into_iter().map(|one| one.name);
            let pictures = byaf::Pictures {
                own: options.portrait.clone().or(material.picture),
                carried: material.carried,
                others: beside.chain(material.prom.into_iter().map(|file| file.path)).collect(),
            };
            let made = byaf::write(&document, pictures, &options.convert, &mut file)?;
            report.loss.extend(made.losses);
            report.findings.extend(made.findings);
            (report.form, report.assets) = (Some(made.form), made.pictures);
            made.json
        }
    };
    prove(&file, &json, is_module, &options.limits)?;
    out.write_all(&file).map_err(|source| Error::Write { source })?;
    Ok(report)
}

/// An archive that holds the card alone.
fn alone(name: &str, bytes: &[u8]) -> Result<Vec<u8>, Error> {
    let mut writer = Writer::new(Vec::new());
    writer.add(name, bytes, Packing::Auto)?;
    writer.finish()
}

/// Reads what was written before anybody gets it, under the limits that it was made under.
fn prove(file: &[u8], json: &[u8], is_module: bool, limits: &Limits) -> Result<(), Error> {
    let read = |bytes: &[u8], evidence: Evidence| {
        Ok(Reading::with_evidence(bytes, Grammar::Strict, evidence, &limits.for_json()).map(|_| bytes == json)?)
    };
    let found = open(file, limits).and_then(|mut file| match &mut file.container {
        // A module is beside a card, which would be the one that is read.
        Container::Png(png) if is_module => {
            let modules: Vec<_> = png.candidates().iter().filter(|one| one.keyword == Keyword::Mod).cloned().collect();
            let mut payloads = modules.iter().map(|module| png.payload(module));
            payloads.try_fold(false, |found, payload| Ok(found || payload?.bytes == json))
        }
        _ => file.read(read).map(|read| read.value),
    });
    match found {
        Ok(true) => Ok(()),
        Ok(false) => {
            let reason = "reading it again gives another card";
            Err(Error::CannotWrite { place: Place::File, reason })
        }
        Err(source) => Err(Error::NotReadBack { source: Box::new(source) }),
    }
}

/// The document in a spec that the target takes; a Prom archive's own conversion comes when its assets have moved.
fn fitting(document: Document, target: Target, options: &PackOptions, report: &mut Report) -> Result<Document, Error> {
    let form = document.content.form();
    let is_v3 = matches!(form, Form::V3 | Form::V3L);
    match (target, options.chunks) {
        (Target::Charx, _) if !is_v3 => converted(document, Form::V3, &options.convert, report),
        (Target::Png, Chunks::OnlyV3) if !is_v3 => converted(document, Form::V3, &options.convert, report),
        (Target::Png, Chunks::OnlyV2) if form != Form::V2 => converted(document, Form::V2, &options.convert, report),
        _ => Ok(document),
    }
}

/// The document in another spec; what does not fit is reported.
fn converted(document: Document, form: Form, options: &Options, report: &mut Report) -> Result<Document, Error> {
    let Content::Card(card) = document.content else {
        let found = format!(
            "it is {}, and only a card can become what the new file has to hold",
            document.content.form().described()
        );
        return Err(Error::NoCard { container: "the file", found });
    };
    // RisuAI's V2 cards list asset chunks in their extensions; in V3 they are assets like any other.
    let options = options.clone().with_risu_assets(form == Form::V3 || options.risu_assets);
    let converted = card.into_form(form, &options);
    let Ok(Converted { value, loss }) = converted else {
        return Err(Error::CannotWrite { place: Place::File, reason: "its spec cannot be converted" });
    };
    report.loss.extend(loss);
    Ok(Document::new(Content::Card(value)))
}

/// The card in its V2 form, for a place beside it.
fn backfill(card: &Card, options: &Options, report: &mut Report) -> Option<Vec<u8>> {
    let options = options.clone().with_purpose(Purpose::Backfill);
    let Converted { value, loss } = card.clone().into_form(Form::V2, &options).ok()?;
    report.backfill_loss.extend(loss);
    Some(Document::new(Content::Card(value)).to_bytes())
}

/// The assets of a V3 or V3L card, to be changed; `None` for other specs.
fn asset_list(document: &mut Document) -> Option<&mut Option<Vec<Asset>>> {
    match document.card_mut()? {
        Card::V3(card) => Some(&mut card.data.assets),
        Card::V3L(card) => Some(&mut card.data.assets),
        _ => None,
    }
}

/// Lists the card's own picture as an asset, where nothing says so yet, and gives its index.
///
/// `None` when the card has no list of assets.
fn list_picture(document: &mut Document, report: &mut Report) -> Option<usize> {
    let list = asset_list(document)?;
    let assets = list.get_or_insert_with(|| vec![Asset::default_icon()]);
    let is_default = |asset: &Asset| asset.kind == "icon" && asset.location() == cards_model::AssetUri::Default;
    if let Some(index) = assets.iter().position(is_default) {
        return Some(index);
    }
    let mut icon = Asset::default_icon();
    if assets.iter().any(|asset| asset.kind == "icon") {
        // Another icon is the main one; there has to be one of that name alone.
        icon.name = "picture".to_owned();
    }
    report.findings.push(Finding::PictureListed { name: icon.name.clone() });
    assets.push(icon);
    Some(assets.len() - 1)
}

/// Lists the card's own picture among its assets, or in the place of its main icon the one that was given.
fn list_own(document: &mut Document, material: &mut Material, given: Option<&Vec<u8>>, report: &mut Report) {
    let own = material.picture.take();
    let Some(picture) = given.cloned().or(own) else { return };
    if given.is_some()
        && let Some(Some(assets)) = asset_list(document)
        && let Some(main) = main_icon(&assets.iter().map(AssetRef::from).collect::<Vec<_>>())
        && let Some(icon) = assets.get_mut(main)
    {
        if icon.location() != cards_model::AssetUri::Default {
            left_out(report, format!("icon {}", icon.name), "the picture that was given takes its place");
        }
        (icon.uri, icon.ext) = ("ccdefault:".to_owned(), "png".to_owned());
        material.carried.retain(|one| one.index != main);
    }
    if let Some(index) = list_picture(document, report) {
        material.carried.push(Carried::new(index, picture));
    }
}

fn left_out(report: &mut Report, what: impl AsRef<str>, reason: &'static str) {
    report.findings.push(Finding::LeftOut { what: crate::place::shown(what.as_ref().as_bytes()), reason });
}

/// The error for a target that needs a picture.
fn no_picture() -> Error {
    let reason = "the card comes with no PNG picture; give it one";
    Error::CannotWrite { place: Place::File, reason }
}
