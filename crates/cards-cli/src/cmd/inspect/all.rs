//! `cards inspect --all`: every chunk of a picture, or every entry of an archive.

use std::io::Write as _;

use cards_container::png::{Chunk, Png, TextKind};
use cards_container::zip::{Archive, Method};
use cards_container::{AssetRef, Container, Error, ListedAsset, Loaded, charx::Role};
use cards_kit::answer::{self, FileEntry, Inspection};
use cards_model::Asset;

use crate::failure::Failure;
use crate::output::{BAD, FAINT, LABEL, Output};
use crate::printable::line;

/// Longest keyword that PNG allows.
const KEYWORD: usize = 79;

/// What a file is made of.
pub(super) enum Parts {
    /// Chunks in file order.
    Chunks(Vec<answer::Chunk>),
    /// Archive entries in directory order.
    Entries(Vec<FileEntry>),
    /// One text.
    Nothing,
}

impl Parts {
    /// Lists the parts; checksums of chunks are computed, entries are read as far as their format asks for.
    pub(super) fn of(file: &mut Container<'_>, loaded: &Loaded) -> Self {
        match file {
            Container::Png(png) => {
                let chunks = png.chunks().to_vec();
                Self::Chunks(chunks.iter().map(|chunk| chunk_row(png, chunk)).collect())
            }
            Container::Charx(charx) => {
                let assets = loaded.document.card().map(|card| card.assets().into_owned()).unwrap_or_default();
                let roles = charx.roles(&listed(&assets, |refs| charx.assets(refs).value));
                let role = |index: usize| roles.get(index).map_or("other", |role| role_word(*role));
                Self::Entries(entries(charx.archive_mut(), role))
            }
            Container::Prom(prom) => {
                let own = [
                    (Some(prom.card_entry()), "card"),
                    (prom.image_entry(), "picture"),
                    (prom.asset_list_entry(), "asset list"),
                ];
                let role = |index: usize| {
                    own.iter().find(|(entry, _)| *entry == Some(index)).map_or("asset", |(_, word)| word)
                };
                Self::Entries(entries(prom.archive_mut(), role))
            }
            Container::Carrier(carrier) => {
                let pictures = carrier.pictures().to_vec();
                let role = |index: usize| if pictures.contains(&index) { "picture" } else { "other" };
                carrier.archive_mut().map_or(Self::Nothing, |archive| Self::Entries(entries(archive, role)))
            }
            _ => Self::Nothing,
        }
    }

    /// Prints one line for each part.
    pub(super) fn show(&self, out: &mut Output) -> Result<(), Failure> {
        let results = out.results();
        match self {
            Self::Chunks(rows) => {
                writeln!(results, "  {LABEL}{:>10} {:>10}  type  checksum{LABEL:#}", "offset", "length")?;
                for answer::Chunk { r#type: kind, keyword, offset, length, crc, .. } in rows {
                    let style = if *crc == "right" { FAINT } else { BAD };
                    let keyword = keyword.as_deref().map(|keyword| line(keyword, 60)).unwrap_or_default();
                    writeln!(results, "  {offset:>10} {length:>10}  {kind}  {style}{crc:<8}{style:#}  {keyword}")?;
                }
            }
            Self::Entries(rows) => {
                let head =
                    format!("{:>10} {:>10}  {:<8} {:<10} {:<16} name", "size", "packed", "method", "role", "format");
                writeln!(results, "  {LABEL}{head}{LABEL:#}")?;
                for FileEntry { name, role, size, packed, method, format, error, .. } in rows {
                    let format = format.or(*error).unwrap_or_default();
                    let (format, name) = (line(format, 16), line(name, 100));
                    writeln!(results, "  {size:>10} {packed:>10}  {method:<8} {role:<10} {format:<16} {name}")?;
                }
            }
            Self::Nothing => {}
        }
        Ok(())
    }

    /// Adds the parts to what machines get of a file.
    pub(super) fn add_to(self, answer: &mut Inspection) {
        match self {
            Self::Chunks(rows) => answer.chunks = Some(rows),
            Self::Entries(rows) => answer.entries = Some(rows),
            Self::Nothing => {}
        }
    }
}

fn listed(assets: &[Asset], find: impl FnOnce(&[AssetRef<'_>]) -> Vec<ListedAsset>) -> Vec<ListedAsset> {
    find(&assets.iter().map(AssetRef::from).collect::<Vec<_>>())
}

fn chunk_row(png: &mut Png<'_>, chunk: &Chunk) -> answer::Chunk {
    let keyword = TextKind::of(chunk.kind).and_then(|_| {
        let data = png.data(chunk).ok()?;
        let keyword = data.iter().take(KEYWORD + 1).take_while(|byte| **byte != 0);
        // Keywords are Latin-1 by the PNG standard.
        Some(keyword.map(|byte| char::from(*byte)).collect())
    });
    let crc = match png.check(chunk) {
        Ok(()) => "right",
        Err(Error::BadCrc { .. }) => "wrong",
        Err(_) => "missing",
    };
    let mut row = answer::Chunk::default();
    (row.r#type, row.keyword, row.crc) = (chunk.kind.to_string(), keyword, crc);
    (row.offset, row.length) = (chunk.offset, chunk.length);
    row
}

fn entries(archive: &mut Archive<'_>, role: impl Fn(usize) -> &'static str) -> Vec<FileEntry> {
    let mut rows = Vec::with_capacity(archive.len());
    for index in 0..archive.len() {
        let Some(entry) = archive.entry(index) else { continue };
        let folder = entry.is_folder();
        let method = match entry.method {
            Method::Stored => "stored".to_owned(),
            Method::Deflated => "deflated".to_owned(),
            Method::Other(number) => format!("method {number}"),
        };
        let (name, size, packed) = (entry.shown(), entry.size, entry.compressed);
        let format = if folder {
            Ok("a folder")
        } else {
            archive.format(index).map(cards_container::Format::described).map_err(|error| error.class())
        };
        let role = if folder { "folder" } else { role(index) };
        let mut row = FileEntry::default();
        (row.name, row.role, row.size, row.packed, row.method) = (name, role, size, packed, method);
        (row.format, row.error) = (format.ok(), format.err());
        rows.push(row);
    }
    rows
}

fn role_word(role: Role) -> &'static str {
    match role {
        Role::Card => "card",
        Role::Asset => "asset",
        Role::Module => "module",
        Role::Meta => "meta",
        Role::AppData => "appdata",
        Role::Folder => "folder",
        _ => "other",
    }
}
