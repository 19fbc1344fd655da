//! CHARX: a ZIP with `card.json` at its root, and the assets that the card's URIs name.

use std::collections::HashMap;
use std::io::Write;

use cards_words::Outcome;

use crate::asset::{self, AssetRef, ListedAsset, Location, Wanted};
use crate::card_entry::{self, CardEntryRule};
use crate::error::Error;
use crate::finding::Finding;
use crate::limits::Limits;
use crate::place::Place;
use crate::risum::Risum;
use crate::source::Source;
use crate::uri::clean;
use crate::zip::{Archive, Entry, Packing, Writer};

/// The file that holds the card.
pub const CARD: &str = "card.json";
/// The file in which RisuAI keeps lore, scripts and assets of its own.
pub const MODULE: &str = "module.risum";

/// An opened CHARX.
#[derive(Debug)]
pub struct Charx<'s> {
    archive: Archive<'s>,
    card: usize,
    /// The folder that the card is in, with its slash; empty for the root.
    root: String,
    findings: Vec<Finding>,
}

/// What an archive entry is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Role {
    /// The card.
    Card,
    /// An asset that the card lists.
    Asset,
    /// RisuAI's module.
    Module,
    /// RisuAI's note about a picture, `x_meta/*.json`.
    Meta,
    /// Data of an application: another JSON file at the root.
    AppData,
    /// A folder.
    Folder,
    /// Anything else.
    Other,
}

cards_words::named! {
    Role: "role of an entry";
    Card => "card",
    Asset => "asset",
    Module => "module",
    Meta => "meta",
    AppData => "appdata",
    Folder => "folder",
    Other => "other",
}

impl<'s> Charx<'s> {
    /// Opens a CHARX: reads the directory and finds the card in it.
    ///
    /// # Errors
    /// [`Error::NoCard`], [`Error::Duplicate`] for a second `card.json`, and what [`Archive::open`] answers.
    pub fn open(source: impl Source + 's, rule: CardEntryRule, limits: &Limits) -> Result<Self, Error> {
        Self::from_archive(Archive::open(source, limits)?, rule)
    }

    /// Finds the card in an opened archive.
    ///
    /// # Errors
    /// [`Error::NoCard`], [`Error::Duplicate`].
    pub fn from_archive(archive: Archive<'s>, rule: CardEntryRule) -> Result<Self, Error> {
        let found = card_entry::find(&archive, CARD, rule)?;
        let mut findings = archive.findings().to_vec();
        findings.extend(found.finding);
        Ok(Self { archive, card: found.index, root: found.root, findings })
    }

    /// The JSON text of the card, byte order mark and all.
    ///
    /// # Errors
    /// What [`Archive::read_json`] answers.
    pub fn card_json(&mut self) -> Result<Vec<u8>, Error> {
        self.archive.read_json(self.card)
    }

    /// The card's entry.
    pub fn card_entry(&self) -> usize {
        self.card
    }

    /// The card's place, for messages.
    pub fn place(&self) -> Place {
        Place::Entry(self.archive.entry(self.card).map(|e| e.shown()).unwrap_or_default())
    }

    /// What was odd about the archive and where the card stands.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// The archive.
    pub fn archive(&self) -> &Archive<'s> {
        &self.archive
    }

    /// The archive, to read entries from.
    pub fn archive_mut(&mut self) -> &mut Archive<'s> {
        &mut self.archive
    }

    /// Finds the assets that the card lists; nothing is read.
    ///
    /// A path is looked for as it is written, then with backslashes in entry names taken for separators.
    pub fn assets(&self, refs: &[AssetRef<'_>]) -> Outcome<Vec<ListedAsset>, Finding> {
        let mut by_path: HashMap<String, usize> = HashMap::with_capacity(self.archive.len());
        for entry in self.archive.entries().filter(|e| !e.is_folder()) {
            if let Some(path) = entry.name.text().and_then(clean) {
                by_path.insert(path, entry.index);
            }
        }
        asset::list(refs, |wanted| {
            let path = match wanted {
                Wanted::Path(path) => path.clone(),
                Wanted::Key(key) => clean(key)?,
            };
            let index = by_path.get(&format!("{}{path}", self.root)).or_else(|| by_path.get(&path))?;
            Some((Location::Entry(*index), Some(self.archive.entry(*index)?.size)))
        })
    }

    /// The icon of a card that lists no picture: the one entry `main` of the folder for icons, where some programs put it without
    /// naming it (de facto: Lumiverse, `assets/icon/image/main.png`).
    pub fn unlisted_icon(&self) -> Option<usize> {
        let icon = |entry: &Entry<'_>| {
            let path = entry.name.text().and_then(clean)?;
            let path = path.strip_prefix(self.root.as_str()).unwrap_or(&path);
            let inside = path.strip_prefix("assets/icon/")?;
            let file = inside.rsplit('/').next().unwrap_or(inside);
            file.rsplit_once('.').is_some_and(|(stem, _)| stem.eq_ignore_ascii_case("main")).then_some(entry.index)
        };
        let mut found = self.archive.entries().filter(|entry| !entry.is_folder()).filter_map(|entry| icon(&entry));
        found.next().filter(|_| found.next().is_none())
    }

    /// What each entry is for, in directory order.
    pub fn roles(&self, assets: &[ListedAsset]) -> Vec<Role> {
        let mut roles: Vec<Role> = self.archive.entries().map(|e| self.role(&e)).collect();
        for asset in assets {
            if let Location::Entry(index) = asset.location
                && let Some(role) = roles.get_mut(index).filter(|role| **role != Role::Card)
            {
                *role = Role::Asset;
            }
        }
        let lists_a_file = assets.iter().any(|asset| matches!(asset.location, Location::Entry(_)));
        if let Some(icon) = self.unlisted_icon().filter(|_| !lists_a_file).and_then(|icon| roles.get_mut(icon)) {
            *icon = Role::Asset;
        }
        roles
    }

    fn role(&self, entry: &Entry<'_>) -> Role {
        if entry.index == self.card {
            return Role::Card;
        }
        if entry.is_folder() {
            return Role::Folder;
        }
        let name = entry.name.text().unwrap_or_default();
        let name = name.strip_prefix(self.root.as_str()).unwrap_or(name);
        let is_json = name.get(name.len().saturating_sub(5)..).is_some_and(|e| e.eq_ignore_ascii_case(".json"));
        match name {
            MODULE => Role::Module,
            _ if name.starts_with("x_meta/") && is_json => Role::Meta,
            _ if is_json && !name.contains('/') => Role::AppData,
            _ => Role::Other,
        }
    }

    /// Reads RisuAI's module, where there is one.
    ///
    /// # Errors
    /// What [`Archive::read`] and [`Risum::read`] answer.
    pub fn module(&mut self) -> Result<Option<Risum>, Error> {
        let name = format!("{}{MODULE}", self.root);
        let Some(index) = self.archive.find(&name) else {
            return Ok(None);
        };
        let bytes = self.archive.read(index)?;
        Risum::read(bytes, &self.archive.limits).map(Some)
    }
}

/// A file to be packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewFile<'a> {
    /// Its path in the archive.
    pub name: &'a str,
    /// Its bytes.
    pub bytes: &'a [u8],
}

/// Writes a CHARX: `card.json` first, then the files in the order given.
///
/// [`asset_paths`](crate::asset_paths) makes names that suit. The same input gives the same bytes.
///
/// # Errors
/// What [`Writer::add`] answers.
pub fn write<W: Write>(card_json: &[u8], files: &[NewFile<'_>], out: W) -> Result<W, Error> {
    let mut writer = Writer::new(out);
    writer.add(CARD, card_json, Packing::Auto)?;
    for file in files {
        writer.add(file.name, file.bytes, Packing::Auto)?;
    }
    writer.finish()
}
