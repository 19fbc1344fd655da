//! Assets of CCv3 as Prom and RisuAI have them.

use std::collections::HashSet;

use super::hub::Hub;
use crate::json::{Json, Object};
use crate::spec::asset::{Asset, AssetUri};
use crate::spec::prom::RemoteAsset;

/// Prom's tags for what CCv3 calls otherwise.
const TAGS: [(&str, &str); 2] = [("emotion", "sprites"), ("background", "bg")];

/// The assets that Prom can point to: those on the net. The default icon needs no pointing to.
pub(crate) fn to_remote(assets: Vec<Asset>) -> Vec<RemoteAsset> {
    let remote = |asset: &Asset| matches!(asset.location(), AssetUri::Remote { .. });
    assets.into_iter().filter(remote).map(remote_of).collect()
}

fn remote_of(asset: Asset) -> RemoteAsset {
    let kind = TAGS.iter().find(|(kind, _)| *kind == asset.kind).map_or(asset.kind, |(_, tag)| (*tag).to_owned());
    let package = if asset.ext.is_empty() { asset.name } else { format!("{}.{}", asset.name, asset.ext) };
    RemoteAsset { kind, url: asset.uri, package, ..RemoteAsset::default() }
}

/// Prom's remote assets as CCv3 has them. A Prom card keeps the picture it comes in, which CCv3 wants said.
pub(crate) fn from_remote(remote: Vec<RemoteAsset>) -> Vec<Asset> {
    let assets = remote.into_iter().map(|asset| {
        let kind = TAGS.iter().find(|(_, tag)| *tag == asset.kind).map_or(asset.kind, |(kind, _)| (*kind).to_owned());
        let (name, ext) = match asset.package.rsplit_once('.') {
            Some((name, ext)) => (name.to_owned(), ext.to_owned()),
            None => (asset.package, String::new()),
        };
        Asset { kind, uri: asset.url, name, ext, ..Asset::default() }
    });
    let mut assets: Vec<_> = assets.collect();
    if assets.iter().all(|asset| asset.kind != "icon") {
        assets.insert(0, Asset::default_icon());
    }
    assets
}

/// Turns RisuAI's own lists in a V2 card into the fields that CCv3 has for them.
///
/// De facto: RisuAI 2025, `extensions.risuai.emotions` (name, id), `additionalAssets` (name, id, extension), `source`.
pub(crate) fn from_risu(hub: &mut Hub) {
    let Some(Json::Object(risu)) = hub.extensions.get_mut("risuai") else {
        return;
    };
    let emotions = take_list(risu, "emotions").into_iter().filter_map(|item| risu_asset(&item, "emotion"));
    let others = take_list(risu, "additionalAssets").into_iter().filter_map(|item| risu_asset(&item, "x-risu-asset"));
    let assets: Vec<_> = emotions.chain(others).collect();
    if !assets.is_empty() {
        hub.assets.get_or_insert_with(|| vec![Asset::default_icon()]).extend(assets);
    }
    let ids = take_list(risu, "source");
    let mut known: HashSet<_> = hub.source.iter().flatten().cloned().collect();
    for id in ids.iter().filter_map(Json::as_str).filter(|id| known.insert((*id).to_owned())) {
        hub.source.get_or_insert_default().push(id.to_owned());
    }
}

/// Takes a list out, unless it holds what would be lost that way.
fn take_list(risu: &mut Object, key: &str) -> Vec<Json> {
    if risu.get(key).and_then(Json::as_array).is_none() {
        return Vec::new();
    }
    match risu.remove(key) {
        Some(Json::Array(items)) => items,
        _ => Vec::new(),
    }
}

fn risu_asset(item: &Json, kind: &str) -> Option<Asset> {
    let text = |index: usize| item.as_array()?.get(index)?.as_str();
    let id = text(1)?;
    // RisuAI names files of its own store by the hexadecimal SHA-256 of their content.
    let stored = id.len() == 64 && id.bytes().all(|b| b.is_ascii_hexdigit());
    let uri = if stored { format!("risustored:{id}") } else { id.to_owned() };
    let ext = text(2).filter(|ext| !ext.is_empty()).unwrap_or("unknown").to_owned();
    Some(Asset { kind: kind.to_owned(), uri, name: text(0)?.to_owned(), ext, ..Asset::default() })
}
