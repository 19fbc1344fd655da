//! What goes along with a card.

use std::collections::{HashMap, HashSet};

use cards_model::json::Json;
use cards_model::{AssetUri, Document};
use cards_words::Outcome;

use super::carried::{Carried, carry};
use super::{Parts, Target};
use crate::asset::{self, AssetRef, Location, Wanted, main_icon};
use crate::container::Container;
use crate::error::{Error, Unreadable};
use crate::extract::{CARD_FILE, CHUNK_FOLDER, LOREBOOK_FILE, MODULE_FILE, PAYLOAD_FOLDER, PICTURE_FILE};
use crate::finding::Finding;
use crate::limits::Limits;
use crate::place::Place;
use crate::png::Png;
use crate::prom::{ASSETS, DATA, FolderRef, Prom};
use crate::sniff::Format;
use crate::uri;
use crate::zip::Archive;

/// What goes along with a card, out of its old container.
#[derive(Default)]
pub(super) struct Material {
    /// The card's own picture, bare: the PNG that it came in, or `image.png`.
    pub(super) picture: Option<Vec<u8>>,
    /// Assets that the card lists, but for its own picture.
    pub(super) carried: Vec<Carried>,
    /// Lines of `assets.jsonl`.
    pub(super) lines: Vec<Line>,
    /// Files that those lines stand for.
    pub(super) prom: Vec<PromFile>,
    /// What the card does not list.
    pub(super) loose: Vec<Loose>,
    pub(super) findings: Vec<Finding>,
}

/// A line of `assets.jsonl`.
pub(super) struct Line {
    pub(super) kind: String,
    pub(super) path: String,
    pub(super) name: Option<String>,
}

/// A file that a line stands for.
pub(super) struct PromFile {
    pub(super) kind: String,
    pub(super) path: String,
    pub(super) name: String,
    pub(super) ext: String,
    pub(super) bytes: Vec<u8>,
}

/// A part that the card does not list.
pub(super) struct Loose {
    /// Its path, or the key of its chunk.
    pub(super) name: String,
    pub(super) bytes: Vec<u8>,
    pub(super) is_chunk: bool,
}

/// The files of a folder, as they were read: path from the folder with `/` for separators, and bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Folder {
    /// The files.
    pub files: Vec<(String, Vec<u8>)>,
}

impl Folder {
    /// The card of the folder: `card.json`, or the `data.json` of an unpacked Prom archive; without one, the module or the
    /// lorebook that it holds.
    ///
    /// # Errors
    /// [`Error::NoCard`], [`Error::Unreadable`].
    pub fn document(&self, limits: &Limits) -> Result<Document, Error> {
        let Some((name, bytes)) = self.own() else {
            let found = format!("it has no `{CARD_FILE}`, `{MODULE_FILE}` or `{LOREBOOK_FILE}`");
            return Err(Error::NoCard { container: "the folder", found });
        };
        let read = Document::read(bytes.clone(), &limits.for_json());
        read.map_err(|error| Unreadable::from(error).at(Place::Entry(name.clone())))
    }

    /// The file that the document is read from.
    fn own(&self) -> Option<&(String, Vec<u8>)> {
        let named = |name: &str| self.files.iter().find(|(path, _)| path == name);
        [CARD_FILE, DATA, MODULE_FILE, LOREBOOK_FILE].into_iter().find_map(named)
    }
}

impl Material {
    /// Takes out of an opened file what its card needs in the new one.
    pub(super) fn of_container(
        container: &mut Container<'_>,
        document: &Document,
        target: Target,
    ) -> Result<Self, Error> {
        let assets = document.card().map(|card| card.assets().into_owned()).unwrap_or_default();
        let refs: Vec<AssetRef<'_>> = assets.iter().map(AssetRef::from).collect();
        let mut material = Self::default();
        if let Container::Prom(prom) = container {
            material.take_prom(prom)?;
            return Ok(material);
        }
        material.carried = carry(container, &refs)?.into_value(&mut material.findings);
        let mut used: HashSet<Location> = container.assets(&refs).value.iter().map(|listed| listed.location).collect();
        match container {
            Container::Png(png) => material.take_png(png, &used)?,
            Container::Charx(charx) => {
                let own = charx.card_entry();
                let has_icon =
                    main_icon(&refs).is_some_and(|main| material.carried.iter().any(|one| one.index == main));
                if let Some(icon) = charx.unlisted_icon().filter(|_| !has_icon && target != Target::Charx) {
                    material.take_picture(charx.archive_mut(), Some(icon), target)?;
                    used.extend(material.picture.is_some().then_some(Location::Entry(icon)));
                }
                material.take_archive(charx.archive_mut(), Some(own), &used, target)?;
            }
            Container::Carrier(carrier) => {
                let main = carrier.pictures().first().copied();
                if let Some(archive) = carrier.archive_mut() {
                    material.take_picture(archive, main, target)?;
                    material.take_archive(archive, None, &used, target)?;
                }
            }
            Container::Prom(_) | Container::Json(_) | Container::Risum(_) => {}
        }
        Ok(material)
    }

    /// What comes with a card that a program made.
    pub(super) fn of_parts(parts: Parts) -> Self {
        let carried = parts.assets.into_iter().map(|(index, bytes)| Carried::new(index, bytes)).collect();
        Self { picture: parts.portrait, carried, ..Self::default() }
    }

    /// Takes the main picture of a package, where the new file takes one of that kind.
    fn take_picture(&mut self, archive: &mut Archive<'_>, main: Option<usize>, target: Target) -> Result<(), Error> {
        let Some(main) = main else { return Ok(()) };
        if target == Target::Byaf || archive.format(main)? == Format::Png {
            self.picture = Some(archive.read(main)?);
        }
        Ok(())
    }

    /// Takes the entries that no asset of the card names.
    fn take_archive(
        &mut self,
        archive: &mut Archive<'_>,
        own: Option<usize>,
        used: &HashSet<Location>,
        target: Target,
    ) -> Result<(), Error> {
        for index in 0..archive.len() {
            let is_own = Some(index) == own || used.contains(&Location::Entry(index));
            let Some(entry) = archive.entry(index).filter(|entry| !entry.is_folder() && !is_own) else {
                continue;
            };
            let name = entry.name.text().map_or_else(|| entry.shown(), str::to_owned);
            // Only an archive has a place for it; elsewhere its name is enough.
            let bytes = if target == Target::Charx { archive.read(index)? } else { Vec::new() };
            self.loose.push(Loose { name, bytes, is_chunk: false });
        }
        Ok(())
    }

    fn take_png(&mut self, png: &mut Png<'_>, used: &HashSet<Location>) -> Result<(), Error> {
        if png.end().is_some() {
            self.picture = Some(png.bare_picture()?);
            for foreign in png.foreign()? {
                self.findings.push(Finding::ForeignDropped { place: foreign.place(), program: foreign.program });
            }
        } else {
            let reason = "it ends before its `IEND`";
            self.findings.push(Finding::LeftOut { what: "picture".to_owned(), reason });
        }
        for (at, chunk) in png.assets().to_vec().iter().enumerate() {
            if !used.contains(&Location::Chunk(at)) && png.find_asset(&chunk.path) == Some(at) {
                let bytes = png.asset(chunk)?;
                self.loose.push(Loose { name: chunk.path.clone(), bytes, is_chunk: true });
            }
        }
        Ok(())
    }

    fn take_prom(&mut self, prom: &mut Prom<'_>) -> Result<(), Error> {
        if let Some(index) = prom.image_entry() {
            self.picture = Some(prom.archive_mut().read(index)?);
        }
        if let Some(index) = prom.asset_list_entry() {
            self.lines = lines(&prom.archive_mut().read_json(index)?);
        }
        let folders: Vec<FolderRef<'_>> = self.lines.iter().map(Line::folder).collect();
        let assets = prom.assets(&folders).into_value(&mut self.findings);
        let mut taken = HashSet::new();
        for asset in assets.into_iter().filter(|asset| taken.insert(asset.entry)) {
            let bytes = prom.archive_mut().read(asset.entry)?;
            let path = prom.archive().entry(asset.entry).and_then(|e| e.name.text().map(str::to_owned));
            let kind = self.lines.get(asset.line).map(|line| line.kind.clone()).unwrap_or_default();
            let path = path.unwrap_or_default();
            self.prom.push(PromFile { kind, path, name: asset.name, ext: asset.ext, bytes });
        }
        Ok(())
    }

    /// Sorts the files of a folder by what they are for.
    pub(super) fn of_folder(folder: Folder, document: &Document) -> Self {
        let assets = document.card().map(|card| card.assets().into_owned()).unwrap_or_default();
        let refs: Vec<AssetRef<'_>> = assets.iter().map(AssetRef::from).collect();
        let own = folder.own().map(|(path, _)| path.clone()).unwrap_or_default();
        let Folder { files } = folder;
        let by_path: HashMap<&str, usize> =
            files.iter().enumerate().map(|(at, (path, _))| (path.as_str(), at)).collect();
        let Outcome { value: listed, findings } = asset::list(&refs, |wanted| {
            let at = match wanted {
                Wanted::Path(path) => by_path.get(path.as_str()),
                Wanted::Key(key) => {
                    let key = key.strip_prefix(':').unwrap_or(key);
                    by_path.get(format!("{CHUNK_FOLDER}/{key}").as_str())
                }
            };
            at.map(|at| (Location::Entry(*at), None))
        });
        let mut material = Self { findings, ..Self::default() };
        let mut used = HashSet::new();
        for (asset, place) in refs.iter().zip(&listed) {
            let bytes = match place.location {
                Location::Entry(at) => {
                    used.insert(at);
                    files.get(at).map(|(_, bytes)| bytes.clone())
                }
                Location::Inline => uri::data_uri(asset.uri),
                _ => None,
            };
            material.carried.extend(bytes.map(|bytes| Carried::new(place.index, bytes)));
        }
        let list = by_path.get(ASSETS).and_then(|at| files.get(*at));
        material.lines = list.map(|(_, bytes)| lines(bytes)).unwrap_or_default();
        drop(by_path);
        for (_, (path, bytes)) in
            files.into_iter().enumerate().filter(|(at, (path, _))| !used.contains(at) && *path != own)
        {
            material.take_file(path, bytes);
        }
        material
    }

    fn take_file(&mut self, path: String, bytes: Vec<u8>) {
        let is_payload = path.split('/').next() == Some(PAYLOAD_FOLDER);
        match path.as_str() {
            CARD_FILE | DATA | ASSETS => {}
            PICTURE_FILE | crate::prom::IMAGE if self.picture.is_none() => self.picture = Some(bytes),
            // An edited book would not count, which is worth saying; payloads are there to be looked at.
            LOREBOOK_FILE => {
                let reason = "taking a file apart made it from the card, whose own lorebook counts";
                self.findings.push(Finding::LeftOut { what: path, reason });
            }
            _ if is_payload => {}
            _ => {
                if let Some(key) = path.strip_prefix(CHUNK_FOLDER).and_then(|rest| rest.strip_prefix('/')) {
                    self.loose.push(Loose { name: key.to_owned(), bytes, is_chunk: true });
                } else if let Some(line) = self.lines.iter().find(|line| line.holds(&path)) {
                    let file = path.rsplit('/').next().unwrap_or(&path);
                    let (name, ext) = file.rsplit_once('.').unwrap_or((file, ""));
                    let (kind, name, ext) = (line.kind.clone(), name.to_owned(), ext.to_ascii_lowercase());
                    self.prom.push(PromFile { kind, name, ext, path, bytes });
                } else {
                    self.loose.push(Loose { name: path, bytes, is_chunk: false });
                }
            }
        }
    }
}

impl Line {
    pub(super) fn folder(&self) -> FolderRef<'_> {
        FolderRef { kind: &self.kind, path: &self.path, name: self.name.as_deref() }
    }

    /// Whether a file is the line's, or in its folder.
    fn holds(&self, file: &str) -> bool {
        let Some(path) = uri::clean(&self.path) else {
            return false;
        };
        file == path || file.strip_prefix(&path).is_some_and(|rest| rest.starts_with('/'))
    }
}

/// Whether a URI means the card's own picture.
pub(super) fn is_default(uri: &str) -> bool {
    uri::parse(uri) == AssetUri::Default
}

/// The lines of an `assets.jsonl` that are objects with a path.
fn lines(bytes: &[u8]) -> Vec<Line> {
    let text = String::from_utf8_lossy(bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes));
    let read = |line: &str| {
        let json: Json = line.parse().ok()?;
        let member = |key: &str| json.get(key).and_then(Json::as_str).map(str::to_owned);
        Some(Line { kind: member("type").unwrap_or_default(), path: member("path")?, name: member("name") })
    };
    text.lines().filter(|line| !line.trim().is_empty()).filter_map(read).collect()
}
