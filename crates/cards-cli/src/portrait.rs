//! The card's own picture, and the bytes of other assets, out of an opened file.

use cards_container::{AssetRef, Container, Limits, ListedAsset, Loaded, Location, Source as _, data_uri};
use cards_model::{Asset, AssetUri};

use crate::input::OpenFile;
use crate::plain::is_portrait;

/// The picture of a card: the PNG itself, the main icon of an archive, or an icon in a `data:` URI.
///
/// `None` where the file holds none, or holds one that cannot be read or passes the limit on archive entries.
pub(crate) fn read(mut file: OpenFile, loaded: &Loaded, limits: &Limits) -> Option<Vec<u8>> {
    match &mut file {
        Container::Png(_) => whole(file, limits),
        Container::Prom(prom) => {
            let entry = prom.image_entry()?;
            prom.archive_mut().read(entry).ok()
        }
        _ => {
            let card = loaded.document.card()?;
            let assets = card.assets();
            let places = list(&file, &assets);
            let icons = || assets.iter().zip(&places).filter(|(asset, _)| asset.kind == "icon");
            let main = icons().find(|(asset, _)| is_portrait(asset)).or_else(|| icons().next());
            let (asset, place) = main?;
            asset_bytes(&mut file, asset, place)
        }
    }
}

/// The bytes of a whole PNG.
fn whole(file: OpenFile, limits: &Limits) -> Option<Vec<u8>> {
    let Container::Png(png) = file else { return None };
    let mut source = png.into_source();
    if let Some(memory) = source.memory() {
        return Some(memory.to_vec());
    }
    let size = usize::try_from(source.size().min(limits.member)).ok()?;
    let mut bytes = vec![0; size];
    let mut done = 0;
    while let Some(rest) = bytes.get_mut(done..).filter(|rest| !rest.is_empty()) {
        match source.read_at(done as u64, rest) {
            Ok(0) | Err(_) => return None,
            Ok(count) => done += count,
        }
    }
    Some(bytes)
}

/// Where the assets of a card are in its file, in the order of the card.
pub(crate) fn list(file: &OpenFile, assets: &[Asset]) -> Vec<ListedAsset> {
    let refs: Vec<AssetRef<'_>> = assets.iter().map(AssetRef::from).collect();
    match file {
        Container::Png(png) => png.list_assets(&refs).value,
        Container::Charx(charx) => charx.assets(&refs).value,
        _ => inline(&refs),
    }
}

/// Assets of a file that holds none of its own: in URIs, or elsewhere.
fn inline(refs: &[AssetRef<'_>]) -> Vec<ListedAsset> {
    let place = |(index, asset): (usize, &AssetRef<'_>)| {
        let location = match AssetUri::parse(asset.uri.trim()) {
            AssetUri::Data { .. } => Location::Inline,
            AssetUri::Remote { .. } => Location::Web,
            AssetUri::Default => Location::Default,
            _ => Location::Missing,
        };
        ListedAsset::new(index, location, None)
    };
    refs.iter().enumerate().map(place).collect()
}

/// The bytes of one asset; `None` where they are not in the file or cannot be read.
pub(crate) fn asset_bytes(file: &mut OpenFile, asset: &Asset, place: &ListedAsset) -> Option<Vec<u8>> {
    match (place.location, file) {
        (Location::Entry(index), Container::Charx(charx)) => charx.archive_mut().read(index).ok(),
        (Location::Chunk(index), Container::Png(png)) => {
            let chunk = png.assets().get(index)?.clone();
            png.asset(&chunk).ok()
        }
        (Location::Inline, _) => data_uri(&asset.uri),
        _ => None,
    }
}
