//! The card's own picture out of an opened file.

use cards_container::{AssetRef, Container, Source};
use cards_model::{Asset, AssetUri, Card};

/// Reads the picture of a card, or of the file where it holds none; `None` where there is none that can be read within
/// the limits.
pub fn read<S: Source>(file: &mut Container<S>, card: Option<&Card>) -> Option<Vec<u8>> {
    let assets = card.map(|card| card.assets().into_owned()).unwrap_or_default();
    let refs: Vec<AssetRef<'_>> = assets.iter().map(AssetRef::from).collect();
    file.picture(&refs).ok().flatten()
}

/// Whether an asset is the card's own picture.
#[must_use]
pub fn is_portrait(asset: &Asset) -> bool {
    asset.kind == "icon" && (asset.name == "main" || matches!(asset.location(), AssetUri::Default))
}
