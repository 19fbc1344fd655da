//! What a container shows about a card, beside the card itself.

use cards_container::png::{Keyword, Png};
use cards_container::prom::{FolderRef, Prom};
use cards_container::{
    AssetRef, Container, Error, FileKind, Finding, Format, Limits, ListedAsset, Loaded, Location, Place, Source,
    data_uri, load_opened, open,
};
use cards_model::{Asset, Card, Document};

/// Bytes that tell a format.
const HEAD: usize = 256;
/// The longest foreign text chunk that is searched for personal data.
const FOREIGN_TEXT: u32 = 1 << 20;

/// What a container shows about a card, beside the card itself.
///
/// [`open_card`] gathers it; a caller without a container lints the document alone.
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
    /// Width and height of a PNG picture.
    pub picture: Option<(u32, u32)>,
    /// Text chunks that belong to no card program, with their places.
    pub foreign_text: Vec<(Place, String)>,
    /// The archive's entries, in the order of its directory.
    pub entries: Vec<ArchiveEntry>,
    /// Rows of a Prom archive's `assets.jsonl` that are none: the line, from 1, and what is wrong with it.
    pub bad_rows: Vec<(usize, String)>,
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

/// An archive entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchiveEntry {
    /// The name, when it is text.
    pub name: String,
    /// What its bytes are, where they could be looked at.
    pub format: Option<Format>,
    /// Whether it is a folder.
    pub folder: bool,
}

/// Reads a file of any container and gathers what the rules look at: the card, its twins, the formats of its assets.
///
/// Image data is not read; of assets, their first bytes.
///
/// # Errors
/// As [`cards_container::load`].
pub fn open_card<S: Source>(mut source: S, limits: &Limits) -> Result<(Document, Facts), Error> {
    let size = source.size();
    let mut head = [0; 24];
    let got = source.read_at(0, &mut head).unwrap_or_default();
    let mut container = open(source, limits)?;
    let Loaded { document, kind, place, findings, .. } = load_opened(&mut container, limits)?;
    let mut facts = Facts {
        kind,
        place,
        size,
        findings,
        twins: Vec::new(),
        unreadable: Vec::new(),
        assets: Vec::new(),
        picture: None,
        foreign_text: Vec::new(),
        entries: Vec::new(),
        bad_rows: Vec::new(),
    };
    let listed = document.card().map(Card::assets).unwrap_or_default();
    let refs: Vec<_> = listed.iter().map(reference).collect();
    match &mut container {
        Container::Png(png) => {
            facts.picture = head.get(..got).and_then(dimensions);
            gather_png(png, &refs, &mut facts, limits);
        }
        Container::Charx(charx) => {
            facts.findings.extend(charx.archive().audit());
            let (assets, odd) = charx.assets(&refs);
            facts.findings.extend(odd);
            let archive = charx.archive_mut();
            facts.entries = entries(archive);
            facts.assets = with_formats(assets, &refs, |location| match location {
                Location::Entry(index) => archive.peek(index, HEAD).ok(),
                _ => None,
            });
        }
        Container::Prom(prom) => {
            facts.findings.extend(prom.archive().audit());
            gather_prom(prom, &mut facts);
            facts.entries = entries(prom.archive_mut());
        }
        _ => {
            // Without a container nobody can follow embedded links, so only links that hold their bytes are looked at.
            facts.assets = refs.iter().enumerate().filter_map(|(index, asset)| inline(index, asset)).collect();
        }
    }
    facts.findings = distinct(std::mem::take(&mut facts.findings));
    drop(refs);
    drop(listed);
    Ok((document, facts))
}

fn reference(asset: &Asset) -> AssetRef<'_> {
    AssetRef { kind: &asset.kind, uri: &asset.uri, name: &asset.name, ext: &asset.ext }
}

/// Width and height out of the first bytes of a PNG.
fn dimensions(head: &[u8]) -> Option<(u32, u32)> {
    let rest = head.strip_prefix(&cards_container::png::SIGNATURE)?;
    let rest = rest.get(4..)?.strip_prefix(b"IHDR")?;
    let number = |at: usize| rest.get(at..)?.first_chunk().map(|b| u32::from_be_bytes(*b));
    Some((number(0)?, number(4)?))
}

fn gather_png<S: Source>(png: &mut Png<S>, refs: &[AssetRef<'_>], facts: &mut Facts, limits: &Limits) {
    for candidate in png.candidates().to_vec() {
        let place = candidate.place();
        if place == facts.place {
            continue;
        }
        let json = limits.for_json();
        let document = png
            .payload(&candidate)
            .map_err(|error| error.to_string())
            .and_then(|payload| Document::read(payload.bytes, json).map_err(|error| error.to_string()));
        match document {
            Ok(document) => facts.twins.push(Twin { place, keyword: candidate.keyword, document }),
            Err(why) => facts.unreadable.push((place, why)),
        }
    }
    let (assets, odd) = png.list_assets(refs);
    facts.findings.extend(odd);
    let chunks = png.assets().to_vec();
    facts.assets = with_formats(assets, refs, |location| match location {
        Location::Chunk(index) => png.asset(chunks.get(index)?).ok(),
        _ => None,
    });
    facts.foreign_text = foreign_text(png);
}

/// Plain text chunks that are neither cards nor assets.
fn foreign_text<S: Source>(png: &mut Png<S>) -> Vec<(Place, String)> {
    let cards: Vec<u64> = png.candidates().iter().map(|candidate| candidate.chunk.offset).collect();
    let assets: Vec<u64> = png.assets().iter().map(|asset| asset.chunk.offset).collect();
    let mut texts = Vec::new();
    for chunk in png.chunks().to_vec() {
        let known = cards.contains(&chunk.offset) || assets.contains(&chunk.offset);
        if known || chunk.kind.0 != *b"tEXt" || chunk.length > FOREIGN_TEXT {
            continue;
        }
        let Ok(data) = png.data(&chunk) else { continue };
        let keyword = data.split(|b| *b == 0).next().unwrap_or_default();
        let text = data.get(keyword.len() + 1..).unwrap_or_default();
        let name = format!("tEXt {}", String::from_utf8_lossy(keyword).escape_debug());
        texts.push((Place::Chunk { name, offset: chunk.offset }, String::from_utf8_lossy(text).into_owned()));
    }
    texts
}

/// Reads the asset list of a Prom archive.
fn gather_prom<S: Source>(prom: &mut Prom<S>, facts: &mut Facts) {
    let Some(Ok(list)) = prom.asset_list_entry().map(|entry| prom.archive_mut().read_json(entry)) else {
        return;
    };
    let list = String::from_utf8_lossy(&list);
    let mut rows = Vec::new();
    for (number, line) in list.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        match row(line) {
            Ok(row) => rows.push(row),
            Err(problem) => facts.bad_rows.push((number + 1, problem)),
        }
    }
    let refs: Vec<_> = rows.iter().map(|(kind, path, name)| FolderRef { kind, path, name: name.as_deref() }).collect();
    facts.findings.extend(prom.assets(&refs).1);
}

/// Type, path and name of a row of `assets.jsonl`.
fn row(line: &str) -> Result<(String, String, Option<String>), String> {
    let json = crate::fix::parse(line).ok_or("the line is no JSON")?;
    let text = |name: &str| match json.get(name) {
        Some(value) => {
            value.as_str().map(|text| Some(text.to_owned())).ok_or(format!("`{name}` is {}", value.kind_name()))
        }
        None => Ok(None),
    };
    let wanted = |name: &str| text(name)?.ok_or(format!("`{name}` is absent"));
    Ok((wanted("type")?, wanted("path")?, text("name")?))
}

fn entries<S: Source>(archive: &mut cards_container::zip::Archive<S>) -> Vec<ArchiveEntry> {
    let name = |entry: cards_container::zip::Entry<'_>| {
        (entry.index, entry.name.text().unwrap_or_default().to_owned(), entry.is_folder())
    };
    let named: Vec<_> = archive.entries().map(name).collect();
    named
        .into_iter()
        .map(|(index, name, folder)| {
            let head = if folder { None } else { archive.peek(index, HEAD).ok() };
            ArchiveEntry { name, format: head.map(|head| Format::of(&head)), folder }
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

/// The fact about an asset whose bytes stand in its URI.
fn inline(index: usize, asset: &AssetRef<'_>) -> Option<AssetFact> {
    let bytes = data_uri(asset.uri)?;
    let listed = ListedAsset { index, location: Location::Inline, size: Some(bytes.len() as u64) };
    Some(AssetFact { listed, format: Some(Format::of(bytes.get(..HEAD).unwrap_or(&bytes))) })
}

/// The findings, each once: an audit repeats what opening found.
fn distinct(findings: Vec<Finding>) -> Vec<Finding> {
    let mut all: Vec<Finding> = Vec::with_capacity(findings.len());
    let mut seen = std::collections::HashSet::new();
    for finding in findings {
        if seen.insert(finding.to_string()) {
            all.push(finding);
        }
    }
    all
}
