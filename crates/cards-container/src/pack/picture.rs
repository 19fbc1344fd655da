//! Packing into a PNG.

use std::collections::HashSet;
use std::io::Write;

use cards_model::{AssetUri, Content, Document, Form};

use super::material::Material;
use super::{Chunks, PackOptions, Report, asset_list, backfill, left_out, no_picture};
use crate::asset::{AssetRef, main_icon};
use crate::error::Error;
use crate::finding::Finding;
use crate::png::{Keyword, NewText, WriteOptions, strip, write_to};
use crate::sniff::Format;
use crate::uri;

/// Longest key that fits a keyword beside `chara-ext-asset_:`.
const KEY_MAX: usize = 62;

/// Writes a PNG with a card or a module.
pub(super) fn write(
    mut document: Document,
    mut material: Material,
    options: &PackOptions,
    report: &mut Report,
    out: &mut dyn Write,
) -> Result<Vec<u8>, Error> {
    let form = document.content.form();
    let untouched = document.clone();
    let chunks = place(&mut document, &mut material, options.portrait.is_some(), report)?;
    let picture = options.portrait.as_ref().or(material.picture.as_ref()).ok_or_else(no_picture)?;
    for file in &material.prom {
        left_out(report, &file.path, "a PNG has no place for the files of a Prom archive; a CHARX has");
    }
    // Bytes stay as they were where no URI had to change.
    let bytes = if document.content == untouched.content { own_bytes(&untouched) } else { document.to_bytes() };
    let stand_in = match &document.content {
        Content::Card(card) if matches!(form, Form::V3 | Form::V3L) && options.chunks == Chunks::WithBackfill => {
            backfill(card, &options.convert, report)
        }
        _ => None,
    };
    let keyword = match &document.content {
        Content::Card(_) if matches!(form, Form::V3 | Form::V3L) => Keyword::Ccv3,
        Content::Card(_) => Keyword::Chara,
        Content::Module(_) => Keyword::Mod,
        _ => {
            let found = format!("it is {}, and a PNG holds cards and modules", form.described());
            return Err(Error::NoCard { container: "the file", found });
        }
    };
    let mut new = Vec::with_capacity(chunks.len() + 2);
    new.extend(stand_in.as_deref().map(|json| NewText::Card { keyword: Keyword::Chara, json }));
    new.push(NewText::Card { keyword, json: &bytes });
    new.extend(chunks.iter().map(|(path, bytes)| NewText::Asset { path, bytes }));
    let write = WriteOptions {
        // A module is beside a card; a card takes the place of the old one with all it had.
        drop_assets: keyword != Keyword::Mod,
        limits: options.limits.clone(),
        ..WriteOptions::default()
    };
    report.findings.extend(write_to(picture.as_slice(), &new, &write, out)?);
    if form == Form::V3L {
        report.findings.push(Finding::V3lInPicture);
    }
    report.form = Some(form);
    report.assets = chunks.len();
    drop(new);
    Ok(bytes)
}

/// The bytes of a document that nobody edited.
pub(super) fn own_bytes(document: &Document) -> Vec<u8> {
    document.source().map_or_else(|| document.to_bytes(), <[u8]>::to_vec)
}

/// Gives each asset its chunk, and rewrites the URIs.
fn place(
    document: &mut Document,
    material: &mut Material,
    given: bool,
    report: &mut Report,
) -> Result<Vec<(String, Vec<u8>)>, Error> {
    let mut chunks: Vec<(String, Vec<u8>)> = Vec::new();
    let mut taken: HashSet<String> = HashSet::new();
    let carried = std::mem::take(&mut material.carried);
    if let Some(Some(assets)) = asset_list(document) {
        let main = main_icon(&assets.iter().map(AssetRef::from).collect::<Vec<_>>());
        // Keys that stay are known before new ones are made.
        for asset in assets.iter() {
            taken.extend(kept_key(&asset.uri).map(str::to_owned));
        }
        let mut next = 1_u64;
        for one in carried {
            let Some(asset) = assets.get_mut(one.index) else { continue };
            let is_main = Some(one.index) == main;
            if is_main && given {
                left_out(report, format!("icon {}", asset.name), "the picture that was given takes its place");
                asset.uri = "ccdefault:".to_owned();
                continue;
            }
            if is_main && one.format == Format::Png && material.picture.is_none() {
                // The icon may have been a card of its own once.
                material.picture = Some(strip(&one.bytes, &WriteOptions::default())?.bytes);
                asset.uri = "ccdefault:".to_owned();
                continue;
            }
            let key = match kept_key(&asset.uri) {
                Some(key) => key.to_owned(),
                None => {
                    while taken.contains(&next.to_string()) {
                        next += 1;
                    }
                    let key = next.to_string();
                    asset.uri = format!("__asset:{key}");
                    taken.insert(key.clone());
                    key
                }
            };
            if !chunks.iter().any(|(other, _)| *other == key) {
                chunks.push((key, one.bytes));
            }
        }
    }
    for loose in std::mem::take(&mut material.loose) {
        if loose.is_chunk && fits(&loose.name) && taken.insert(loose.name.clone()) {
            chunks.push((loose.name, loose.bytes));
        } else {
            left_out(report, &loose.name, "a PNG has no place for it");
        }
    }
    Ok(chunks)
}

/// The key that an asset of a PNG has already.
fn kept_key(uri: &str) -> Option<&str> {
    let AssetUri::Chunk { key } = uri::parse(uri) else {
        return None;
    };
    Some(key.strip_prefix(':').unwrap_or(key)).filter(|key| fits(key))
}

fn fits(key: &str) -> bool {
    !key.is_empty() && key.len() <= KEY_MAX && key.bytes().all(|b| (32..127).contains(&b))
}
