//! What a container shows about a card, beside the card itself.

use std::collections::HashSet;

use cards_container::charx::{Charx, Role};
use cards_container::png::{Chunk, Keyword, Png};
use cards_container::prom::{FolderRef, Prom};
use cards_container::zip::Archive;
use cards_container::{
    AssetRef, Container, Error, FileKind, Finding, Format, Limits, ListedAsset, Loaded, Location, OpenFile, Place,
    data_uri,
};
use cards_model::{Asset, Card, Document};

use crate::metadata::{Metadata, chunk_place};
use crate::pixels::pixels;

/// Bytes that tell a format.
const HEAD: usize = 256;
/// Bytes at the head of a portrait, in which its size and its metadata stand.
const PORTRAIT_HEAD: usize = 64 << 10;
/// Portraits of a card that are looked at; the others are alternatives to them.
const PORTRAITS: usize = 8;
/// Broken chunks that are named.
const BROKEN: usize = 100;

/// What a container shows about a card, beside the card itself.
///
/// [`Facts::read`] gathers it; a caller without a container lints the document alone.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Facts {
    /// The kind of file.
    pub kind: FileKind,
    /// The part that holds the card.
    pub place: Place,
    /// The size of the whole file in bytes.
    pub size: u64,
    /// What the reader of the container read around.
    pub findings: Vec<Finding>,
    /// Other readable card payloads of the file.
    pub twins: Vec<Twin>,
    /// Other card payloads of the file that nobody can read, and why.
    pub unreadable: Vec<(Place, String)>,
    /// The assets that the card lists, as far as the container shows them.
    pub assets: Vec<AssetFact>,
    /// The pictures of the character: the file itself, or the icons in it.
    pub portraits: Vec<Portrait>,
    /// Chunks of a PNG at which some readers give up, none of them a card's.
    pub broken: Vec<(Place, Breakage)>,
    /// Text that belongs to no card program, with its place: text chunks, EXIF, files beside the card.
    pub foreign_text: Vec<(Place, String)>,
    /// The archive's entries, in the order of its directory.
    pub entries: Vec<ArchiveEntry>,
    /// Rows of a Prom archive's `assets.jsonl` that are none: the line, from 1, and what is wrong with it.
    pub bad_rows: Vec<(usize, String)>,
    /// The types of the other rows, each with its line.
    pub row_types: Vec<(usize, String)>,
}

impl Facts {
    /// Whether the file is a picture without its end, into which nothing can be written.
    pub(crate) fn lack_an_end(&self) -> bool {
        let cut = |odd: &Finding| matches!(odd, Finding::Truncated { .. } | Finding::Garbled { .. });
        matches!(self.kind, FileKind::Png | FileKind::Apng) && self.findings.iter().any(cut)
    }
}

/// Another card payload of the same file.
#[derive(Clone, Debug)]
pub struct Twin {
    /// Where it stands.
    pub place: Place,
    /// Its keyword.
    pub keyword: Keyword,
    /// What it holds.
    pub document: Document,
}

/// An asset that the card lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssetFact {
    /// Where it is.
    pub listed: ListedAsset,
    /// What its bytes are, where they could be looked at.
    pub format: Option<Format>,
}

/// A picture of the character.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Portrait {
    /// Where it is.
    pub place: Place,
    /// Its index in the card's list of assets, where it is one of them.
    pub asset: Option<usize>,
    /// Its size in bytes.
    pub bytes: u64,
    /// Width and height, where its head tells them.
    pub pixels: Option<(u32, u32)>,
}

/// What is wrong with a chunk of a PNG.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breakage {
    /// The checksum does not fit the bytes.
    Checksum,
    /// The text of a `tEXt` chunk holds a zero byte.
    Zero,
}

cards_words::named! {
    Breakage: "kind of breakage";
    Checksum => "checksum",
    Zero => "zero",
}

/// An archive entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchiveEntry {
    /// The name, when it is text.
    pub name: String,
    /// Its size in bytes, as the directory claims.
    pub size: u64,
    /// What a CHARX has it for.
    pub role: Option<Role>,
    /// What its bytes are, where they could be looked at.
    pub format: Option<Format>,
    /// Whether it is a folder.
    pub folder: bool,
}

impl Facts {
    /// Reads what an opened file holds, and gathers what the rules look at: the card's twins, the formats of its assets.
    ///
    /// Image data is read for its checksums alone; of assets, their first bytes are.
    ///
    /// # Errors
    /// As [`OpenFile::load`].
    pub fn read(file: &mut OpenFile<'_>) -> Result<(Document, Self), Error> {
        let loaded = file.load()?;
        let facts = Self::of(file, &loaded);
        Ok((loaded.document, facts))
    }

    /// Gathers what the rules look at out of an opened file whose document was read.
    #[must_use]
    pub fn of(file: &mut OpenFile<'_>, loaded: &Loaded) -> Self {
        let mut facts = Self::begun(file.size, loaded);
        let limits = file.limits().clone();
        let card = loaded.document.card();
        let listed = card.map(Card::assets).unwrap_or_default();
        let refs: Vec<_> = listed.iter().map(reference).collect();
        let mut metadata = Metadata::default();
        match &mut file.container {
            Container::Png(png) => {
                let pixels = png.pixels();
                facts.portraits.push(Portrait { place: Place::File, asset: None, bytes: file.size, pixels });
                gather_png(png, &refs, &mut facts, &limits);
                if let Some(card) = card {
                    compare_foreign(png, card, &mut facts.findings, &limits);
                }
                metadata.of_picture(png);
            }
            Container::Charx(charx) => gather_charx(charx, &refs, &mut facts, &mut metadata),
            Container::Prom(prom) => gather_prom(prom, &mut facts, &mut metadata),
            _ => {
                // Without a container nobody can follow embedded links, so only links that hold their bytes are looked at.
                facts.assets = refs.iter().enumerate().filter_map(|(index, asset)| inline(index, asset)).collect();
            }
        }
        facts.foreign_text = metadata.texts;
        facts.findings = distinct(std::mem::take(&mut facts.findings));
        facts
    }

    fn begun(size: u64, loaded: &Loaded) -> Self {
        Self {
            kind: loaded.kind,
            place: loaded.place.clone(),
            size,
            findings: loaded.findings.clone(),
            twins: Vec::new(),
            unreadable: Vec::new(),
            assets: Vec::new(),
            portraits: Vec::new(),
            broken: Vec::new(),
            foreign_text: Vec::new(),
            entries: Vec::new(),
            bad_rows: Vec::new(),
            row_types: Vec::new(),
        }
    }
}

fn reference(asset: &Asset) -> AssetRef<'_> {
    AssetRef { kind: &asset.kind, uri: &asset.uri, name: &asset.name, ext: &asset.ext }
}

fn gather_png(png: &mut Png<'_>, refs: &[AssetRef<'_>], facts: &mut Facts, limits: &Limits) {
    for candidate in png.candidates().to_vec() {
        let place = candidate.place();
        if place == facts.place {
            continue;
        }
        let json = limits.for_json();
        let document = png
            .payload(&candidate)
            .map_err(|error| error.chain())
            .and_then(|payload| Document::read(payload.bytes, &json).map_err(|error| error.to_string()));
        match document {
            Ok(document) => facts.twins.push(Twin { place, keyword: candidate.keyword, document }),
            Err(why) => facts.unreadable.push((place, why)),
        }
    }
    let assets = png.list_assets(refs).into_value(&mut facts.findings);
    let chunks = png.assets().to_vec();
    facts.assets = with_formats(assets, refs, |location| match location {
        Location::Chunk(index) => png.asset(chunks.get(index)?).ok(),
        _ => None,
    });
    facts.broken = broken(png);
}

/// Compares the copies of other programs, as far as they are read, with the card.
fn compare_foreign(png: &mut Png<'_>, card: &Card, findings: &mut [Finding], limits: &Limits) {
    let Ok(foreign) = png.foreign() else { return };
    for copy in foreign.iter().take(limits.candidates) {
        let Ok(Some(json)) = png.foreign_json(copy) else { continue };
        let Ok(document) = Document::read(json, &limits.for_json()) else { continue };
        let Some(other) = document.card() else { continue };
        for finding in findings.iter_mut() {
            if let Finding::Foreign { place, differs, .. } = finding
                && *place == copy.place()
            {
                *differs = Some(differences(card, other));
            }
        }
    }
}

/// The texts that a copy has other than the card, as programs show them first.
fn differences(card: &Card, copy: &Card) -> Vec<&'static str> {
    let greeting = |card: &Card| card.greetings().first().map(|first| first.text.trim().to_owned()).unwrap_or_default();
    let texts = [
        ("name", card.name().trim() == copy.name().trim()),
        ("description", card.description().trim() == copy.description().trim()),
        ("first message", greeting(card) == greeting(copy)),
    ];
    texts.into_iter().filter(|(_, same)| !same).map(|(name, _)| name).collect()
}

/// Chunks at which SillyTavern gives up. Those of cards have rules of their own, and what follows the picture is not
/// looked at there.
fn broken(png: &mut Png<'_>) -> Vec<(Place, Breakage)> {
    let cards: HashSet<u64> = png.candidates().iter().map(|candidate| candidate.chunk.offset).collect();
    let end = png.end().unwrap_or(u64::MAX);
    let checked = |chunk: &&Chunk| chunk.offset < end && chunk.kind.0 != *b"IEND" && !cards.contains(&chunk.offset);
    let chunks: Vec<Chunk> = png.chunks().iter().filter(checked).copied().collect();
    let mut broken = Vec::new();
    for chunk in chunks {
        let fault = match png.check(&chunk) {
            Err(Error::BadCrc { .. }) => Some(Breakage::Checksum),
            // A file that is cut off has a finding of its own.
            Err(_) => None,
            Ok(()) if chunk.kind.0 == *b"tEXt" => png
                .text(&chunk, u64::MAX)
                .is_ok_and(|read| read.is_some_and(|read| read.text.contains(&0)))
                .then_some(Breakage::Zero),
            Ok(()) => None,
        };
        if let Some(fault) = fault.filter(|_| broken.len() < BROKEN) {
            let keyword = png.text(&chunk, u64::MAX).ok().flatten().map(|read| read.keyword);
            broken.push((chunk_place(&chunk, keyword.as_deref()), fault));
        }
    }
    broken
}

/// Reads what a CHARX shows: its entries, the formats of assets, the heads of icons.
fn gather_charx(charx: &mut Charx<'_>, refs: &[AssetRef<'_>], facts: &mut Facts, metadata: &mut Metadata) {
    facts.findings.extend(charx.archive().audit());
    let assets = charx.assets(refs).into_value(&mut facts.findings);
    let (card, roles) = (charx.card_entry(), charx.roles(&assets));
    let prefix = charx.archive().prefix_len();
    let archive = charx.archive_mut();
    facts.entries = entries(archive, &roles);
    let is_icon = |asset: &&ListedAsset| refs.get(asset.index).is_some_and(|asset| asset.kind == "icon");
    let icons: Vec<(usize, usize)> = assets
        .iter()
        .filter(is_icon)
        .filter_map(|asset| if let Location::Entry(entry) = asset.location { Some((asset.index, entry)) } else { None })
        .take(PORTRAITS)
        .collect();
    facts.assets = with_formats(assets, refs, |location| match location {
        Location::Entry(index) => archive.peek(index, HEAD).ok(),
        _ => None,
    });
    if prefix > 0 {
        let head = archive.prefix(PORTRAIT_HEAD).unwrap_or_default();
        let pixels = pixels(&head);
        facts.portraits.push(Portrait { place: Place::File, asset: None, bytes: prefix, pixels });
        metadata.of_head(&Place::File, &head);
    }
    metadata.of_archive(archive, card);
    for (asset, entry) in icons {
        portrait(archive, entry, Some(asset), facts, metadata);
    }
}

/// Looks at a picture in an archive.
fn portrait(archive: &mut Archive<'_>, entry: usize, asset: Option<usize>, facts: &mut Facts, metadata: &mut Metadata) {
    let Some((name, bytes)) = archive.entry(entry).map(|entry| (entry.shown(), entry.size)) else { return };
    let head = archive.peek(entry, PORTRAIT_HEAD).unwrap_or_default();
    let place = Place::Entry(name);
    metadata.of_head(&place, &head);
    facts.portraits.push(Portrait { place, asset, bytes, pixels: pixels(&head) });
}

/// Reads what a Prom archive shows: its asset list, its entries, its picture.
fn gather_prom(prom: &mut Prom<'_>, facts: &mut Facts, metadata: &mut Metadata) {
    facts.findings.extend(prom.archive().audit());
    if let Some(Ok(list)) = prom.asset_list_entry().map(|entry| prom.archive_mut().read_json(entry)) {
        asset_list(prom, &String::from_utf8_lossy(&list), facts);
    }
    let (card, image) = (prom.card_entry(), prom.image_entry());
    let archive = prom.archive_mut();
    facts.entries = entries(archive, &[]);
    metadata.of_archive(archive, card);
    if let Some(image) = image {
        portrait(archive, image, None, facts, metadata);
    }
}

/// Takes the rows of `assets.jsonl` apart, and finds those without files and files without one.
fn asset_list(prom: &Prom<'_>, list: &str, facts: &mut Facts) {
    let mut rows = Vec::new();
    // A folder that is in a thousand rows holds its files once.
    let mut seen = HashSet::new();
    for (number, line) in list.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        match row(line) {
            Ok(row) => {
                facts.row_types.push((number + 1, row.0.clone()));
                if seen.insert(row.1.clone()) {
                    rows.push(row);
                }
            }
            Err(problem) => facts.bad_rows.push((number + 1, problem)),
        }
    }
    let refs: Vec<_> = rows.iter().map(|(kind, path, name)| FolderRef { kind, path, name: name.as_deref() }).collect();
    facts.findings.extend(prom.assets(&refs).findings);
}

/// Type, path and name of a row of `assets.jsonl`.
fn row(line: &str) -> Result<(String, String, Option<String>), String> {
    let json = crate::fix::parse(line).ok_or("the line is not JSON")?;
    let text = |name: &str| match json.get(name) {
        Some(value) => {
            value.as_str().map(|text| Some(text.to_owned())).ok_or(format!("`{name}` is {}", value.kind_name()))
        }
        None => Ok(None),
    };
    let wanted = |name: &str| text(name)?.ok_or(format!("`{name}` is absent"));
    Ok((wanted("type")?, wanted("path")?, text("name")?))
}

fn entries(archive: &mut Archive<'_>, roles: &[Role]) -> Vec<ArchiveEntry> {
    let named = |entry: cards_container::zip::Entry<'_>| {
        let name = entry.name.text().unwrap_or_default().to_owned();
        let role = roles.get(entry.index).copied();
        (entry.index, ArchiveEntry { name, size: entry.size, role, format: None, folder: entry.is_folder() })
    };
    let all: Vec<_> = archive.entries().map(named).collect();
    all.into_iter()
        .map(|(index, entry)| {
            let head = if entry.folder { None } else { archive.peek(index, HEAD).ok() };
            ArchiveEntry { format: head.map(|head| Format::of(&head)), ..entry }
        })
        .collect()
}

/// Tells the formats of assets whose bytes `head` can give.
fn with_formats(
    listed: Vec<ListedAsset>,
    refs: &[AssetRef<'_>],
    mut head: impl FnMut(Location) -> Option<Vec<u8>>,
) -> Vec<AssetFact> {
    listed
        .into_iter()
        .map(|listed| {
            let bytes = match listed.location {
                Location::Inline => refs.get(listed.index).and_then(|asset| data_uri(asset.uri)),
                other => head(other),
            };
            AssetFact { format: bytes.map(|bytes| Format::of(bytes.get(..HEAD).unwrap_or(&bytes))), listed }
        })
        .collect()
}

/// The fact about an asset whose bytes are in its URI.
fn inline(index: usize, asset: &AssetRef<'_>) -> Option<AssetFact> {
    let bytes = data_uri(asset.uri)?;
    let listed = ListedAsset::new(index, Location::Inline, Some(bytes.len() as u64));
    Some(AssetFact { listed, format: Some(Format::of(bytes.get(..HEAD).unwrap_or(&bytes))) })
}

/// The findings, each once: an audit repeats what opening found.
fn distinct(findings: Vec<Finding>) -> Vec<Finding> {
    let mut all: Vec<Finding> = Vec::with_capacity(findings.len());
    let mut seen = HashSet::new();
    for finding in findings {
        if seen.insert(finding.to_string()) {
            all.push(finding);
        }
    }
    all
}
