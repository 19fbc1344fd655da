//! Assets on their way from one container to another.

use cards_words::Outcome;

use crate::asset::AssetRef;
use crate::container::Container;
use crate::error::Error;
use crate::finding::Finding;
use crate::sniff::Format;

/// An asset out of its container.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Carried {
    /// Its index in the card's list.
    pub(super) index: usize,
    pub(super) bytes: Vec<u8>,
    /// What the bytes are.
    pub(super) format: Format,
}

impl Carried {
    pub(super) fn new(index: usize, bytes: Vec<u8>) -> Self {
        let format = Format::of(bytes.get(..256).unwrap_or(&bytes));
        Self { index, bytes, format }
    }
}

/// Takes out the assets that the file holds. What is missing is a finding; what is on the web stays there.
pub(super) fn carry(
    container: &mut Container<'_>,
    refs: &[AssetRef<'_>],
) -> Result<Outcome<Vec<Carried>, Finding>, Error> {
    let Outcome { value: listed, findings } = container.assets(refs);
    let mut carried = Vec::new();
    for (asset, listed) in refs.iter().zip(&listed) {
        let bytes = container.asset_at(*asset, listed.location)?;
        carried.extend(bytes.map(|bytes| Carried::new(listed.index, bytes)));
    }
    Ok(Outcome::new(carried, findings))
}
