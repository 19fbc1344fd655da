//! The card's own picture out of an opened file.

use cards_container::{AssetRef, Loaded};

use crate::input::OpenFile;

/// The picture of a card; `None` where the file holds none, or holds one that cannot be read or passes the limits.
pub(crate) fn read(mut file: OpenFile, loaded: &Loaded) -> Option<Vec<u8>> {
    let assets = loaded.document.card().map(|card| card.assets().into_owned()).unwrap_or_default();
    let refs: Vec<AssetRef<'_>> = assets.iter().map(AssetRef::from).collect();
    file.picture(&refs).ok().flatten()
}
