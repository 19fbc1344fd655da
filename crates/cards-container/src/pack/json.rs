//! Packing into JSON text.

use std::io::Write;

use cards_model::Document;

use super::carried::Carried;
use super::material::Material;
use super::picture::own_bytes;
use super::{PackOptions, Report, asset_list, left_out, list_own};
use crate::base64_text;
use crate::error::Error;
use crate::place::Place;
use crate::sniff::Format;

/// Writes JSON text, with the assets of a V3 or V3L card in `data:` URIs.
pub(super) fn write(
    mut document: Document,
    mut material: Material,
    options: &PackOptions,
    report: &mut Report,
    out: &mut dyn Write,
) -> Result<Vec<u8>, Error> {
    let untouched = document.clone();
    let holds_assets = asset_list(&mut document).is_some() && !options.without_assets;
    if holds_assets {
        list_own(&mut document, &mut material, options.portrait.as_ref(), report);
    } else if options.portrait.is_some() || material.picture.is_some() {
        left_out(report, "picture", "this JSON text has no place for it");
    }
    if holds_assets && let Some(Some(assets)) = asset_list(&mut document) {
        for one in material.carried {
            if let Some(asset) = assets.get_mut(one.index) {
                // What is in the text already stays as it is written.
                if crate::data_uri(&asset.uri).is_none() {
                    asset.uri = data_uri(&one);
                }
                report.assets += 1;
            }
        }
    } else {
        for one in &material.carried {
            left_out(report, format!("asset {}", one.index), "leaving assets out was asked for");
        }
    }
    for name in material.loose.iter().map(|one| &one.name).chain(material.prom.iter().map(|file| &file.path)) {
        left_out(report, name, "JSON text has no place for it");
    }
    let bytes = if document.content == untouched.content { own_bytes(&untouched) } else { document.to_bytes() };
    let (size, limit) = (bytes.len() as u64, options.limits.json);
    if size > limit {
        return Err(Error::TooLarge { place: Place::File, size, limit, name: "json" });
    }
    report.form = Some(document.content.form());
    out.write_all(&bytes).map_err(|source| Error::Write { source })?;
    Ok(bytes)
}

fn data_uri(one: &Carried) -> String {
    let mut text = format!("data:{};base64,", media_type(one.format)).into_bytes();
    base64_text::encode_onto(&one.bytes, &mut text);
    String::from_utf8(text).unwrap_or_default()
}

/// The media type of a format that assets have.
fn media_type(format: Format) -> &'static str {
    match format {
        Format::Png => "image/png",
        Format::Jpeg => "image/jpeg",
        Format::Webp => "image/webp",
        Format::Gif => "image/gif",
        Format::Avif => "image/avif",
        Format::Svg => "image/svg+xml",
        Format::Mp3 => "audio/mpeg",
        Format::Ogg => "audio/ogg",
        Format::Wav => "audio/wav",
        Format::Flac => "audio/flac",
        Format::Mp4 => "video/mp4",
        Format::Webm => "video/webm",
        _ => "application/octet-stream",
    }
}
