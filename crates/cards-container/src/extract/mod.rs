//! Taking a file apart: its pieces, each with the path that it may be written to.

mod damaged;

use std::collections::{HashMap, HashSet};
use std::io::Write;

use cards_model::json::Style;
use cards_model::{Content, Document, v3};
use cards_words::Outcome;

use crate::charx::{self, Role as EntryRole};
use crate::container::Container;
use crate::error::Error;
use crate::finding::Finding;
use crate::open::Loaded;
use crate::place::{Place, shown};
use crate::png::{Candidate, Keyword, Png, Program, WriteOptions, strip_to};
use crate::source::pieces as pieces_of;
use crate::zip::{Archive, DOUBLED, Entry, SafePath};

pub use damaged::damaged_pieces;

/// The piece that holds the card's JSON, byte for byte.
pub const CARD_FILE: &str = "card.json";
/// The piece that holds the JSON of a module that is no card.
pub const MODULE_FILE: &str = "module.json";
/// The piece that holds the picture without payloads.
pub const PICTURE_FILE: &str = "picture.png";
/// The piece that holds the lorebook in the form of CCv3, or the JSON of a file that is a lorebook, byte for byte.
pub const LOREBOOK_FILE: &str = "lorebook.json";
/// The folder of all card payloads of a PNG, as they are in it.
pub const PAYLOAD_FOLDER: &str = "payloads";
/// The folder of asset chunks of a PNG, each under its key.
pub const CHUNK_FOLDER: &str = "asset-chunks";

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PieceKind {
    /// The card's JSON.
    Card,
    /// One of the payloads of a PNG, the card's own among them.
    Payload,
    /// The picture without payloads.
    Picture,
    /// An asset, listed by the card or not.
    Asset,
    /// The lorebook, made from the card, or the file's own JSON where it is one.
    Lorebook,
    /// RisuAI's module, or the file's own JSON where it is a module.
    Module,
    /// Data of an application.
    AppData,
    /// Anything else that the file holds.
    Other,
}

cards_words::named! {
    PieceKind: "kind of piece";
    Card => "card",
    Payload => "payload",
    Picture => "picture",
    Asset => "asset",
    Lorebook => "lorebook",
    Module => "module",
    AppData => "appdata",
    Other => "other",
}

/// One piece of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Where it may be written, relative to a folder.
    pub path: SafePath,
    /// What it is.
    pub kind: PieceKind,
    from: From,
}

/// Where a piece's bytes are.
#[derive(Clone, Debug, PartialEq, Eq)]
enum From {
    Bytes(Vec<u8>),
    Bare,
    Payload(Candidate),
    /// Another program's payload, by the place of its chunk.
    Foreign(u64),
    Chunk(usize),
    Entry(usize),
    /// The file itself.
    Whole,
}

/// Lists the pieces of an opened file, in the order in which they should be written; the file's own JSON is the first.
///
/// No two pieces have the same path, compared without case. Pieces that no safe path can be given to are left out with a
/// finding that names them. A nested card's folder counts as the root. Nothing but the card has been read so far, so
/// that a piece may still turn out damaged in [`Piece::write_to`].
pub fn pieces(container: &Container<'_>, loaded: &Loaded) -> Outcome<Vec<Piece>, Finding> {
    let mut list = List::default();
    let own = loaded.document.source().map_or_else(|| loaded.document.to_bytes(), <[u8]>::to_vec);
    let (path, kind) = own_piece(&loaded.document);
    list.add(path, kind, From::Bytes(own));
    match container {
        Container::Png(png) => of_png(png, &loaded.findings, &mut list),
        Container::Charx(charx) => {
            let refs = loaded.document.card().map(|card| card.assets().into_owned()).unwrap_or_default();
            let refs: Vec<_> = refs.iter().map(crate::AssetRef::from).collect();
            let roles = charx.roles(&charx.assets(&refs).value);
            let kind = |entry: &Entry<'_>| match roles.get(entry.index) {
                Some(EntryRole::Asset) => PieceKind::Asset,
                Some(EntryRole::Module) => PieceKind::Module,
                Some(EntryRole::Meta | EntryRole::AppData) => PieceKind::AppData,
                _ => PieceKind::Other,
            };
            of_archive(charx.archive(), charx.card_entry(), None, kind, &mut list);
        }
        Container::Prom(prom) => {
            let list_entry = prom.asset_list_entry();
            let kind = |entry: &Entry<'_>| {
                if Some(entry.index) == list_entry { PieceKind::AppData } else { PieceKind::Asset }
            };
            of_archive(prom.archive(), prom.card_entry(), prom.image_entry(), kind, &mut list);
        }
        Container::Carrier(carrier) => {
            let pictures = carrier.pictures();
            let kind = |entry: &Entry<'_>| {
                if pictures.contains(&entry.index) { PieceKind::Asset } else { PieceKind::Other }
            };
            if let Some(archive) = carrier.archive() {
                of_archive(archive, usize::MAX, None, kind, &mut list);
            }
        }
        // What else than the lorebook is in a module is in nothing but the module.
        Container::Risum(_) => list.add(charx::MODULE, PieceKind::Module, From::Whole),
        Container::Json(_) => {}
    }
    if kind != PieceKind::Lorebook
        && let Some(book) = lorebook(&loaded.document)
    {
        list.add(LOREBOOK_FILE, PieceKind::Lorebook, From::Bytes(book));
    }
    Outcome::new(list.pieces, list.findings)
}

/// Where the JSON of the file itself goes.
fn own_piece(document: &Document) -> (&'static str, PieceKind) {
    match document.content {
        Content::Card(_) => (CARD_FILE, PieceKind::Card),
        Content::Module(_) => (MODULE_FILE, PieceKind::Module),
        _ => (LOREBOOK_FILE, PieceKind::Lorebook),
    }
}

impl Piece {
    /// Writes the piece's bytes to an output, a part at a time, and says how many there were.
    ///
    /// # Errors
    /// What reading that part of the container answers, and [`Error::Write`]. What was written before an error is of
    /// no use.
    pub fn write_to(&self, container: &mut Container<'_>, out: &mut dyn Write) -> Result<u64, Error> {
        let bytes = match (&self.from, container) {
            (From::Entry(index), Container::Charx(charx)) => return charx.archive_mut().read_to(*index, out),
            (From::Entry(index), Container::Prom(prom)) => return prom.archive_mut().read_to(*index, out),
            (From::Entry(index), Container::Carrier(carrier)) if carrier.archive().is_some() => {
                return carrier.archive_mut().map_or(Ok(0), |archive| archive.read_to(*index, out));
            }
            (From::Bare, Container::Png(png)) => {
                let options = WriteOptions { limits: png.limits.clone(), ..WriteOptions::default() };
                let mut counted = Counted { out, count: 0 };
                strip_to(&mut *png.source, &options, &mut counted)?;
                return Ok(counted.count);
            }
            (From::Payload(candidate), Container::Png(png)) => png.payload(candidate)?.bytes,
            (From::Foreign(offset), Container::Png(png)) => {
                match png.foreign()?.into_iter().find(|foreign| foreign.chunk.offset == *offset) {
                    Some(foreign) => png.foreign_bytes(&foreign)?,
                    None => Vec::new(),
                }
            }
            (From::Chunk(index), Container::Png(png)) => match png.assets().get(*index).cloned() {
                Some(chunk) => png.asset(&chunk)?,
                None => Vec::new(),
            },
            (From::Whole, Container::Risum(source)) => {
                let size = source.size();
                let write = |part: &[u8]| out.write_all(part).map_err(|source| Error::Write { source });
                pieces_of(&mut **source, 0, size, || Place::File, write)?;
                return Ok(size);
            }
            (From::Bytes(bytes), _) => bytes.clone(),
            _ => {
                let reason = "it belongs to another file";
                return Err(Error::CannotWrite { place: Place::Entry(self.path.to_string()), reason });
            }
        };
        out.write_all(&bytes).map_err(|source| Error::Write { source })?;
        Ok(bytes.len() as u64)
    }
}

/// Counts what goes through.
struct Counted<'a> {
    out: &'a mut dyn Write,
    count: u64,
}

impl Write for Counted<'_> {
    fn write(&mut self, buf: &[u8]) -> std::io::Result<usize> {
        let written = self.out.write(buf)?;
        self.count += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.out.flush()
    }
}

/// Pieces with paths that differ.
#[derive(Default)]
struct List {
    pieces: Vec<Piece>,
    findings: Vec<Finding>,
    taken: HashSet<String>,
}

impl List {
    fn add(&mut self, path: &str, kind: PieceKind, from: From) {
        match SafePath::new(path) {
            Ok(path) => self.add_safe(path, kind, from),
            Err(error) => {
                let reason = error.reason();
                self.findings.push(Finding::LeftOut { what: shown(path.as_bytes()), reason });
            }
        }
    }

    fn add_safe(&mut self, path: SafePath, kind: PieceKind, from: From) {
        // Compared without case: some file systems do not tell `A.png` from `a.png`.
        if self.taken.insert(path.as_str().to_lowercase()) {
            self.pieces.push(Piece { path, kind, from });
        } else {
            let reason = "another piece of the file has that path";
            self.findings.push(Finding::LeftOut { what: shown(path.as_str().as_bytes()), reason });
        }
    }
}

fn of_png(png: &Png<'_>, findings: &[Finding], list: &mut List) {
    for (at, candidate) in png.candidates().iter().enumerate() {
        let path = format!("{PAYLOAD_FOLDER}/{:02}-{}.json", at + 1, payload_word(candidate));
        list.add(&path, PieceKind::Payload, From::Payload(candidate.clone()));
    }
    let foreign = findings.iter().filter_map(|finding| match finding {
        Finding::Foreign { place: Place::Chunk { offset, .. }, program, .. } => Some((*program, *offset)),
        _ => None,
    });
    of_foreign(png, foreign, list);
    of_picture(png, list);
}

/// The payloads of other programs, by the places of their chunks, numbered behind those of the specs.
fn of_foreign(png: &Png<'_>, foreign: impl IntoIterator<Item = (Program, u64)>, list: &mut List) {
    for (number, (program, offset)) in (png.candidates().len() + 1..).zip(foreign) {
        let path = format!("{PAYLOAD_FOLDER}/{number:02}-{}", program.file_name());
        list.add(&path, PieceKind::Payload, From::Foreign(offset));
    }
}

/// The keyword of a payload, as it is in the name of its piece.
fn payload_word(candidate: &Candidate) -> &'static str {
    if candidate.keyword == Keyword::Mod { "mod" } else { candidate.keyword.as_str() }
}

/// All of a PNG but its payloads.
fn of_picture(png: &Png<'_>, list: &mut List) {
    if png.end().is_some() {
        list.add(PICTURE_FILE, PieceKind::Picture, From::Bare);
    } else {
        let reason = "the picture ends before its `IEND`";
        list.findings.push(Finding::LeftOut { what: PICTURE_FILE.to_owned(), reason });
    }
    for (at, asset) in png.assets().iter().enumerate() {
        let path = format!("{CHUNK_FOLDER}/{}", asset.path);
        if png.find_asset(&asset.path) == Some(at) {
            list.add(&path, PieceKind::Asset, From::Chunk(at));
        } else {
            let reason = "a later chunk has the same key, and counts";
            list.findings.push(Finding::LeftOut { what: shown(path.as_bytes()), reason });
        }
    }
}

fn of_archive(
    archive: &Archive<'_>,
    card: usize,
    picture: Option<usize>,
    kind: impl Fn(&Entry<'_>) -> PieceKind,
    list: &mut List,
) {
    if let Some(picture) = picture {
        list.add(PICTURE_FILE, PieceKind::Picture, From::Entry(picture));
    }
    let root = root_of(archive, card);
    let last: HashMap<&[u8], usize> = archive.entries().map(|entry| (entry.name.bytes, entry.index)).collect();
    for entry in archive.entries() {
        if entry.index == card || Some(entry.index) == picture || entry.is_folder() {
            continue;
        }
        if last.get(entry.name.bytes) != Some(&entry.index) {
            list.findings.push(Finding::LeftOut { what: entry.shown(), reason: DOUBLED });
            continue;
        }
        match entry.safe_path() {
            Ok(path) => {
                let inside = path.as_str().strip_prefix(&root).and_then(|inside| SafePath::new(inside).ok());
                list.add_safe(inside.unwrap_or(path), kind(&entry), From::Entry(entry.index));
            }
            Err(Error::UnsafeName { entry, reason }) => list.findings.push(Finding::UnsafeName { entry, reason }),
            Err(_) => list.findings.push(Finding::UndecodableName { entry: entry.shown() }),
        }
    }
}

/// The folder that the card's entry is in, with its slash; empty for the root.
fn root_of(archive: &Archive<'_>, card: usize) -> String {
    let path = archive.entry(card).and_then(|entry| entry.safe_path().ok());
    let root = path.and_then(|path| path.as_str().rsplit_once('/').map(|(folder, _)| format!("{folder}/")));
    root.unwrap_or_default()
}

/// The lorebook that a document holds, as a file of its own.
fn lorebook(document: &Document) -> Option<Vec<u8>> {
    let book = document.content.lorebook()?.into_owned();
    let file = v3::LorebookFile { data: book, ..v3::LorebookFile::default() };
    let style = document.source().map_or(Style::Compact, Style::like);
    Some(Document::new(Content::LorebookV3(file)).to_text(style).into_bytes())
}
