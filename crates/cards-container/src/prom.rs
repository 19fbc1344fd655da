//! The Prom archive: `data.json`, `image.png` and folders of assets that `assets.jsonl` lists.
//!
//! Spec: Prom 3.1, structured ZIP.

use std::collections::HashSet;
use std::io::Write;

use cards_model::json::{Json, Object, Style};
use cards_words::Outcome;

use crate::card_entry::{self, CardEntryRule};
use crate::charx::NewFile;
use crate::error::Error;
use crate::finding::Finding;
use crate::limits::Limits;
use crate::place::Place;
use crate::source::Source;
use crate::uri::clean;
use crate::zip::{Archive, Packing, Writer};

/// The file that holds the card.
pub const DATA: &str = "data.json";
/// The file that holds the card's picture.
pub const IMAGE: &str = "image.png";
/// The file that lists the folders of assets, one JSON object per line.
pub const ASSETS: &str = "assets.jsonl";

/// An opened Prom archive.
#[derive(Debug)]
pub struct Prom<'s> {
    archive: Archive<'s>,
    data: usize,
    root: String,
    findings: Vec<Finding>,
}

/// One line of `assets.jsonl`. The values are the file's; nothing in them was checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FolderRef<'a> {
    /// The `type` member.
    pub kind: &'a str,
    /// The `path` member: a folder, or one file.
    pub path: &'a str,
    /// The `name` member, when there is one.
    pub name: Option<&'a str>,
}

/// One file that a line of `assets.jsonl` stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PromAsset {
    /// The line's index.
    pub line: usize,
    /// The archive entry.
    pub entry: usize,
    /// The asset's name: the file's name without its extension.
    pub name: String,
    /// The file's extension in lower case, without the dot; empty when it has none.
    pub ext: String,
}

/// The files that a path names, itself one or a folder of them, in the archive's order. `files` are sorted by path.
fn inside<'f>(files: &'f [(usize, String)], path: &str) -> Vec<&'f (usize, String)> {
    let from = |text: &str| files.partition_point(|(_, file)| file.as_str() < text);
    let folder = format!("{path}/");
    let itself = files.iter().skip(from(path)).take_while(|(_, file)| file == path);
    let below = files.iter().skip(from(&folder)).take_while(|(_, file)| file.starts_with(&folder));
    let mut found: Vec<_> = if path.is_empty() { Vec::new() } else { itself.chain(below).collect() };
    found.sort_by_key(|(entry, _)| *entry);
    found
}

impl<'s> Prom<'s> {
    /// Opens a Prom archive: reads the directory and finds `data.json` in it.
    ///
    /// A missing picture or asset list is a finding. Whether `data.json` is a Prom card is for the caller to see: other
    /// programs use that name too.
    ///
    /// # Errors
    /// [`Error::NoCard`], [`Error::Duplicate`], and what [`Archive::open`] answers.
    pub fn open(source: impl Source + 's, rule: CardEntryRule, limits: &Limits) -> Result<Self, Error> {
        Self::from_archive(Archive::open(source, limits)?, rule)
    }

    /// Finds the card in an opened archive.
    ///
    /// # Errors
    /// [`Error::NoCard`], [`Error::Duplicate`].
    pub fn from_archive(archive: Archive<'s>, rule: CardEntryRule) -> Result<Self, Error> {
        let found = card_entry::find(&archive, DATA, rule)?;
        let mut findings = archive.findings().to_vec();
        findings.extend(found.finding);
        let mut prom = Self { archive, data: found.index, root: found.root, findings };
        if prom.image_entry().is_none() {
            prom.findings.push(Finding::MissingPart { name: IMAGE, consequence: "; the card has no picture" });
        }
        if prom.asset_list_entry().is_none() && prom.files().next().is_some() {
            let consequence = ", so that nothing says what its folders hold; whoever packed it forgot the list";
            prom.findings.push(Finding::MissingPart { name: ASSETS, consequence });
        }
        Ok(prom)
    }

    /// The JSON text of the card.
    ///
    /// # Errors
    /// What [`Archive::read_json`] answers.
    pub fn card_json(&mut self) -> Result<Vec<u8>, Error> {
        self.archive.read_json(self.data)
    }

    /// The card's place, for messages.
    pub fn place(&self) -> Place {
        Place::Entry(self.archive.entry(self.data).map(|e| e.shown()).unwrap_or_default())
    }

    /// The card's entry.
    pub fn card_entry(&self) -> usize {
        self.data
    }

    /// The picture's entry.
    pub fn image_entry(&self) -> Option<usize> {
        self.archive.find(&format!("{}{IMAGE}", self.root))
    }

    /// The asset list's entry; its text is JSON, one object per line.
    pub fn asset_list_entry(&self) -> Option<usize> {
        self.archive.find(&format!("{}{ASSETS}", self.root))
    }

    /// Finds the files that the lines of `assets.jsonl` stand for, and reports lines and files without a partner.
    pub fn assets(&self, lines: &[FolderRef<'_>]) -> Outcome<Vec<PromAsset>, Finding> {
        let mut files: Vec<(usize, String)> = self.files().collect();
        // Sorted, the files of a folder are together; the sort keeps those of one name in the archive's order.
        files.sort_by(|(_, a), (_, b)| a.cmp(b));
        let mut listed = HashSet::new();
        let (mut assets, mut findings) = (Vec::new(), Vec::new());
        for (line, folder) in lines.iter().enumerate() {
            let before = assets.len();
            let path = clean(folder.path).unwrap_or_default();
            for (entry, file) in inside(&files, &path) {
                listed.insert(*entry);
                let name = file.rsplit('/').next().unwrap_or(file);
                let (stem, ext) = name.rsplit_once('.').unwrap_or((name, ""));
                let (name, ext) = (stem.to_owned(), ext.to_ascii_lowercase());
                assets.push(PromAsset { line, entry: *entry, name, ext });
            }
            if assets.len() == before {
                let uri = crate::place::shown(folder.path.as_bytes());
                findings.push(Finding::MissingAsset { index: line, uri });
            }
        }
        files.sort_by_key(|(entry, _)| *entry);
        for (entry, _) in files.iter().filter(|(entry, _)| !listed.contains(entry)) {
            let entry = self.archive.entry(*entry).map(|e| e.shown()).unwrap_or_default();
            findings.push(Finding::Unlisted { entry });
        }
        Outcome::new(assets, findings)
    }

    /// Files that are neither card, picture nor list: entry and cleaned path from the card's folder.
    fn files(&self) -> impl Iterator<Item = (usize, String)> + '_ {
        let own = [Some(self.data), self.image_entry(), self.asset_list_entry()];
        self.archive.entries().filter(move |e| !e.is_folder() && !own.contains(&Some(e.index))).filter_map(|e| {
            let path = clean(e.name.text()?)?;
            let path = path.strip_prefix(&self.root).map(str::to_owned).unwrap_or(path);
            Some((e.index, path))
        })
    }

    /// What was odd about the archive and its parts.
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
}

/// Writes a Prom archive: card, picture, asset list where there are lines, and the files in the order given.
///
/// # Errors
/// What [`Writer::add`] answers.
pub fn write<W: Write>(
    data_json: &[u8],
    image: &[u8],
    lines: &[FolderRef<'_>],
    files: &[NewFile<'_>],
    out: W,
) -> Result<W, Error> {
    let mut writer = Writer::new(out);
    writer.add(DATA, data_json, Packing::Auto)?;
    writer.add(IMAGE, image, Packing::Auto)?;
    if !lines.is_empty() {
        let list: String = lines.iter().map(line).collect();
        writer.add(ASSETS, list.as_bytes(), Packing::Auto)?;
    }
    for file in files {
        writer.add(file.name, file.bytes, Packing::Auto)?;
    }
    writer.finish()
}

fn line(folder: &FolderRef<'_>) -> String {
    let mut line = Object::default();
    line.insert("type", folder.kind);
    line.insert("path", folder.path);
    if let Some(name) = folder.name {
        line.insert("name", name);
    }
    Json::from(line).to_text(Style::Compact) + "\n"
}
