//! Packing into archives.

use std::collections::HashSet;
use std::io::Write;

use cards_model::{Asset, Document, EmbeddedScheme, Form};

use super::carried::Carried;
use super::material::{Line, Material, is_default};
use super::picture::own_bytes;
use super::{PackOptions, Report, asset_list, converted, left_out, list_own, no_picture};
use crate::asset::{AssetRef, main_icon};
use crate::asset_paths::{asset_paths, word};
use crate::charx::{self, NewFile};
use crate::error::Error;
use crate::extract::CHUNK_FOLDER;
use crate::prom;
use crate::sniff::Format;
use crate::uri;
use crate::zip::SafePath;

/// What Prom calls asset types, beside the words of CCv3.
const PROM_WORDS: [(&str, &str); 2] = [("emotion", "sprites"), ("background", "bg")];

/// Writes a CHARX with a V3 or V3L card.
pub(super) fn write_charx(
    mut document: Document,
    mut material: Material,
    options: &PackOptions,
    report: &mut Report,
    out: &mut dyn Write,
) -> Result<Vec<u8>, Error> {
    let untouched = document.clone();
    list_own(&mut document, &mut material, options.portrait.as_ref(), report);
    let scheme = if document.content.form() == Form::V3L { EmbeddedScheme::Embedded } else { EmbeddedScheme::Embeded };
    let Material { mut carried, prom, loose, .. } = material;
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    let mut taken = HashSet::from([charx::CARD.to_owned()]);
    if let Some(list) = asset_list(&mut document) {
        if !prom.is_empty() {
            let assets = list.get_or_insert_with(|| vec![Asset::default_icon()]);
            for file in prom {
                let kind = PROM_WORDS.iter().find(|(_, word)| *word == file.kind);
                let kind = kind.map_or(file.kind, |(kind, _)| (*kind).to_owned());
                let (name, ext) = (file.name, file.ext);
                carried.push(Carried::new(assets.len(), file.bytes));
                assets.push(Asset { kind, uri: String::new(), name, ext, ..Asset::default() });
            }
        }
        if let Some(assets) = list {
            place(assets, carried, scheme, &mut files, &mut taken);
        }
    }
    report.assets = files.len();
    for one in loose {
        let path = if one.is_chunk { format!("{CHUNK_FOLDER}/{}", one.name) } else { one.name };
        if !is_plain(&path) {
            left_out(report, &path, "its name is no plain ASCII path");
        } else if !taken.insert(path.to_ascii_lowercase()) {
            left_out(report, &path, "another file has that name");
        } else {
            files.push((path, one.bytes));
        }
    }
    let bytes = if document.content == untouched.content { own_bytes(&untouched) } else { document.to_bytes() };
    let files: Vec<NewFile<'_>> = files.iter().map(|(name, bytes)| NewFile { name, bytes }).collect();
    report.form = Some(document.content.form());
    charx::write(&bytes, &files, out)?;
    Ok(bytes)
}

/// Gives each asset its path: the one that it has, or a new one of the kind that the spec wants.
fn place(
    assets: &mut [Asset],
    carried: Vec<Carried>,
    scheme: EmbeddedScheme,
    files: &mut Vec<(String, Vec<u8>)>,
    taken: &mut HashSet<String>,
) {
    let mut fresh = Vec::new();
    for one in carried {
        let kept = assets.get(one.index).and_then(|asset| uri::embedded_path(&asset.uri)).filter(|path| is_plain(path));
        match kept {
            // Several assets may share one file.
            Some(path) if files.iter().any(|(other, _)| *other == path) => {}
            Some(path) if taken.insert(path.to_ascii_lowercase()) => files.push((path, one.bytes)),
            _ => fresh.push(one),
        }
    }
    let refs: Vec<AssetRef<'_>> = fresh
        .iter()
        .filter_map(|one| assets.get(one.index))
        // What was there for the picture has the picture's extension, whatever the card says.
        .map(|asset| AssetRef { ext: if is_default(&asset.uri) { "" } else { &asset.ext }, ..AssetRef::from(asset) })
        .collect();
    let formats: Vec<_> = fresh.iter().map(|one| one.format).collect();
    let paths = asset_paths(&refs, &formats);
    for (one, path) in fresh.into_iter().zip(paths) {
        let path = apart(path, taken);
        if let Some(asset) = assets.get_mut(one.index) {
            asset.uri = format!("{}{path}", scheme.prefix());
            files.push((path, one.bytes));
        }
    }
}

/// The path, numbered when it is taken.
fn apart(path: String, taken: &mut HashSet<String>) -> String {
    let (stem, ext) = path.rsplit_once('.').unwrap_or((&path, "bin"));
    let mut free = path.clone();
    let mut number = 1_u64;
    while !taken.insert(free.to_ascii_lowercase()) {
        free = format!("{stem}_{number}.{ext}");
        number += 1;
    }
    free
}

/// Whether a name may be in an archive of ours.
fn is_plain(name: &str) -> bool {
    name.is_ascii() && SafePath::new(name).is_ok_and(|path| path.as_str() == name)
}

/// Writes a Prom archive.
pub(super) fn write_prom(
    document: Document,
    mut material: Material,
    options: &PackOptions,
    report: &mut Report,
    out: &mut dyn Write,
) -> Result<Vec<u8>, Error> {
    let assets = document.card().map(|card| card.assets().into_owned()).unwrap_or_default();
    let refs: Vec<AssetRef<'_>> = assets.iter().map(AssetRef::from).collect();
    let carried = std::mem::take(&mut material.carried);
    let mut image = options.portrait.clone().or_else(|| material.picture.take());
    let (paths, mut all) = in_folders(&refs, &carried);
    let mut files: Vec<(String, &[u8])> = Vec::new();
    for (one, path) in carried.iter().zip(&paths) {
        let Some(asset) = assets.get(one.index) else { continue };
        match path {
            Some(path) => {
                let file = path.rsplit('/').next().unwrap_or(path);
                if file.rsplit_once('.').map(|(stem, _)| stem) != Some(asset.name.as_str()) {
                    left_out(
                        report,
                        &asset.name,
                        "a Prom archive names assets by their files, and this is no file name",
                    );
                }
                files.push((path.clone(), &one.bytes));
            }
            None if image.is_none() => image = Some(one.bytes.clone()),
            None => {
                left_out(report, &asset.name, "a Prom archive has room for one picture, which another asset is already")
            }
        }
    }
    all.append(&mut material.lines);
    for file in &material.prom {
        if is_plain(&file.path) {
            files.push((file.path.clone(), &file.bytes));
        } else {
            left_out(report, &file.path, "its name is no plain ASCII path");
        }
    }
    for one in &material.loose {
        left_out(report, &one.name, "a Prom archive has no place for it");
    }
    let document = if document.content.form() == Form::Prom {
        document
    } else {
        let mut conversion = Report::default();
        let document = converted(document, Form::Prom, &options.convert, &mut conversion)?;
        // Assets that are in the archive are not lost; only the card does not list them any more.
        let went: HashSet<String> = carried.iter().map(|one| format!("/data/assets/{}", one.index)).collect();
        let all_went = (0..assets.len()).all(|at| {
            went.contains(&format!("/data/assets/{at}")) || assets.get(at).is_some_and(|a| is_default(&a.uri))
        });
        let is_lost = |loss: &cards_model::Loss| {
            let pointer = loss.pointer.as_str();
            if pointer == "/data/assets" {
                return !all_went;
            }
            !went.contains(pointer)
                && !went.iter().any(|w| pointer.strip_prefix(w.as_str()).is_some_and(|r| r.starts_with('/')))
        };
        report.loss.extend(conversion.loss.into_iter().filter(is_lost));
        document
    };
    let image = image.ok_or_else(no_picture)?;
    report.form = Some(Form::Prom);
    report.assets = files.len();
    let lines: Vec<_> = all.iter().map(Line::folder).collect();
    let files: Vec<NewFile<'_>> = files.iter().map(|(name, bytes)| NewFile { name, bytes }).collect();
    let bytes = own_bytes(&document);
    prom::write(&bytes, &image, &lines, &files, out)?;
    Ok(bytes)
}

/// Paths for assets in a Prom archive, one folder for each asset type, and the lines of `assets.jsonl` for them. The main
/// icon has none where it is a PNG: it is the picture.
fn in_folders(refs: &[AssetRef<'_>], carried: &[Carried]) -> (Vec<Option<String>>, Vec<Line>) {
    let main = main_icon(refs);
    let known = |one: &Carried| refs.get(one.index).copied();
    let of_carried: Vec<AssetRef<'_>> = carried.iter().filter_map(known).collect();
    let formats: Vec<_> = carried.iter().filter(|one| known(one).is_some()).map(|one| one.format).collect();
    let mut files = asset_paths(&of_carried, &formats).into_iter();
    let (mut lines, mut folders): (Vec<Line>, HashSet<String>) = (Vec::new(), HashSet::new());
    let mut path = |one: &Carried| {
        let asset = known(one)?;
        let file = files.next()?;
        if Some(one.index) == main && one.format == Format::Png {
            return None;
        }
        let file = file.rsplit('/').next().unwrap_or(&file);
        let kind = PROM_WORDS.iter().find(|(ours, _)| *ours == asset.kind).map_or(asset.kind, |(_, word)| word);
        let line = lines.iter().find(|line| line.kind == kind).map(|line| line.path.clone());
        let folder = line.unwrap_or_else(|| {
            let plain = word(asset.kind);
            let plain = if SafePath::new(&plain).is_ok() { plain } else { format!("_{plain}") };
            let mut number = 1_u64;
            let mut path = plain.clone();
            while !folders.insert(path.to_ascii_lowercase()) {
                number += 1;
                path = format!("{plain}_{number}");
            }
            lines.push(Line { kind: kind.to_owned(), path: path.clone(), name: None });
            path
        });
        Some(format!("{folder}/{file}"))
    };
    let paths = carried.iter().map(&mut path).collect();
    (paths, lines)
}
