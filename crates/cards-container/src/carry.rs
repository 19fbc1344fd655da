//! Taking assets along from one container to another.
//!
//! The card's JSON is the caller's: it lists the assets as [`AssetRef`]s, gets their bytes from the old container, asks
//! for new places in the new one, and writes the new URIs into the card before it packs both.

use cards_model::EmbeddedScheme;
use cards_words::Outcome;

use crate::asset::{AssetRef, ListedAsset, Location, main_icon};
use crate::asset_paths::asset_paths;
use crate::charx::Charx;
use crate::error::Error;
use crate::finding::Finding;
use crate::place::{Place, shown};
use crate::png::{Png, strip_to};
use crate::prom::{FolderRef, Prom};
use crate::sniff::Format;
use crate::source::Source;
use crate::uri::data_uri;

/// An asset out of its container.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CarriedAsset {
    /// Its index in the card's list; for a Prom archive, in the list of its expanded assets.
    pub index: usize,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// What the bytes are.
    pub format: Format,
}

impl CarriedAsset {
    pub(crate) fn new(index: usize, bytes: Vec<u8>) -> Self {
        let format = Format::of(bytes.get(..256).unwrap_or(&bytes));
        Self { index, bytes, format }
    }
}

/// A new place for a carried asset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Destination {
    /// Its place in the list of carried assets.
    pub carried: usize,
    /// Its index in the card's list.
    pub index: usize,
    /// The URI that the card has to give it.
    pub uri: String,
    /// Its path in an archive, or its key in a PNG; `None` when it is the picture itself.
    pub path: Option<String>,
}

impl<S: Source> Png<S> {
    /// Takes out the assets that the PNG holds: asset chunks, `data:` URIs, and the bare picture for an icon that is
    /// `ccdefault:`.
    ///
    /// What is missing is a finding; what is on the web stays there.
    ///
    /// # Errors
    /// [`Error::TooLarge`] past `Limits::member` for the picture, and what [`Png::asset`] answers.
    pub fn carry(&mut self, refs: &[AssetRef<'_>]) -> Result<Outcome<Vec<CarriedAsset>, Finding>, Error> {
        let Outcome { value: listed, findings } = self.list_assets(refs);
        let mut carried = Vec::new();
        for (asset, listed) in refs.iter().zip(&listed) {
            let bytes = match listed.location {
                Location::Chunk(at) => match self.assets().get(at).cloned() {
                    Some(chunk) => Some(self.asset(&chunk)?),
                    None => None,
                },
                Location::Default if asset.kind == "icon" => Some(self.bare_picture()?),
                _ => inline(asset, listed),
            };
            carried.extend(bytes.map(|bytes| CarriedAsset::new(listed.index, bytes)));
        }
        Ok(Outcome::new(carried, findings))
    }

    /// The picture without cards, modules and assets.
    ///
    /// # Errors
    /// [`Error::TooLarge`] past `Limits::member`, and what [`strip_to`] answers.
    pub fn bare_picture(&mut self) -> Result<Vec<u8>, Error> {
        let (size, limit) = (self.source.size(), self.limits.member);
        if size > limit {
            return Err(Error::TooLarge { place: Place::File, size, limit, name: "member" });
        }
        let mut picture = Vec::new();
        let options = crate::png::WriteOptions { limits: self.limits.clone(), ..Default::default() };
        strip_to(&mut self.source, &options, &mut picture)?;
        Ok(picture)
    }
}

impl<S: Source> Charx<S> {
    /// Takes out the assets that the archive holds, and those of `data:` URIs.
    ///
    /// # Errors
    /// What [`Archive::read`](crate::zip::Archive::read) answers.
    pub fn carry(&mut self, refs: &[AssetRef<'_>]) -> Result<Outcome<Vec<CarriedAsset>, Finding>, Error> {
        let Outcome { value: listed, findings } = self.assets(refs);
        let mut carried = Vec::new();
        for (asset, listed) in refs.iter().zip(&listed) {
            let bytes = match listed.location {
                Location::Entry(index) => Some(self.archive_mut().read(index)?),
                _ => inline(asset, listed),
            };
            carried.extend(bytes.map(|bytes| CarriedAsset::new(listed.index, bytes)));
        }
        Ok(Outcome::new(carried, findings))
    }
}

impl<S: Source> Prom<S> {
    /// Takes out the files that the lines of `assets.jsonl` stand for; `index` counts them as [`Prom::assets`] does.
    ///
    /// # Errors
    /// What [`Archive::read`](crate::zip::Archive::read) answers.
    pub fn carry(&mut self, lines: &[FolderRef<'_>]) -> Result<Outcome<Vec<CarriedAsset>, Finding>, Error> {
        let Outcome { value: assets, findings } = self.assets(lines);
        let mut carried = Vec::with_capacity(assets.len());
        for (index, asset) in assets.iter().enumerate() {
            carried.push(CarriedAsset::new(index, self.archive_mut().read(asset.entry)?));
        }
        Ok(Outcome::new(carried, findings))
    }
}

fn inline(asset: &AssetRef<'_>, listed: &ListedAsset) -> Option<Vec<u8>> {
    if listed.location == Location::Inline { data_uri(asset.uri) } else { None }
}

/// Places for carried assets in a CHARX.
pub fn for_charx(refs: &[AssetRef<'_>], carried: &[CarriedAsset], scheme: EmbeddedScheme) -> Vec<Destination> {
    let known = || carried.iter().enumerate().filter_map(|(at, c)| Some((at, c, *refs.get(c.index)?)));
    let of_carried: Vec<AssetRef<'_>> = known().map(|(_, _, asset)| asset).collect();
    let formats: Vec<Format> = known().map(|(_, c, _)| c.format).collect();
    let paths = asset_paths(&of_carried, &formats);
    let place = |((carried, c, _), path): ((usize, &CarriedAsset, AssetRef<'_>), String)| Destination {
        carried,
        index: c.index,
        uri: format!("{}{path}", scheme.prefix()),
        path: Some(path),
    };
    known().zip(paths).map(place).collect()
}

/// Places for carried assets in a PNG: the main icon becomes the picture when it is a PNG, the others get asset chunks.
///
/// An icon that is no PNG gets a chunk too; the caller then needs another picture.
pub fn for_png(refs: &[AssetRef<'_>], carried: &[CarriedAsset]) -> Vec<Destination> {
    let main = main_icon(refs);
    let mut number = 0;
    let mut places = Vec::with_capacity(carried.len());
    for (at, asset) in carried.iter().enumerate() {
        if Some(asset.index) == main && asset.format == Format::Png {
            let uri = "ccdefault:".to_owned();
            places.push(Destination { carried: at, index: asset.index, uri, path: None });
            continue;
        }
        number += 1;
        let path = number.to_string();
        let uri = format!("__asset:{path}");
        places.push(Destination { carried: at, index: asset.index, uri, path: Some(path) });
    }
    places
}

/// Places for carried assets in a Prom archive: the main icon is `image.png` when it is a PNG, the others stand in one
/// folder per asset type.
///
/// The lines for `assets.jsonl` come with them, one per folder. The URI is the path, for the caller's loss report: a
/// Prom card has no list of assets.
pub fn for_prom(refs: &[AssetRef<'_>], carried: &[CarriedAsset]) -> (Vec<Destination>, Vec<(String, String)>) {
    let main = main_icon(refs);
    let mut lines: Vec<(String, String)> = Vec::new();
    let mut places = Vec::with_capacity(carried.len());
    let in_charx = for_charx(refs, carried, EmbeddedScheme::Embeded);
    for place in in_charx {
        let picture = carried.get(place.carried).is_some_and(|c| c.format == Format::Png);
        if Some(place.index) == main && picture {
            places.push(Destination { uri: crate::prom::IMAGE.to_owned(), path: None, ..place });
            continue;
        }
        let kind = refs.get(place.index).map(|asset| asset.kind).unwrap_or_default();
        // `assets/emotion/images/joy.png` becomes `emotion/joy.png`; media kinds keep names of one folder apart.
        let path = place.path.unwrap_or_default();
        let parts: Vec<&str> = path.split('/').collect();
        let (folder, file) = match parts.as_slice() {
            [_, folder, "images", file] => ((*folder).to_owned(), *file),
            [_, folder, media, file] => (format!("{folder}_{media}"), *file),
            _ => continue,
        };
        if !lines.iter().any(|(_, path)| *path == folder) {
            lines.push((shown(kind.as_bytes()), folder.clone()));
        }
        let path = format!("{folder}/{file}");
        places.push(Destination { uri: path.clone(), path: Some(path), ..place });
    }
    (places, lines)
}
