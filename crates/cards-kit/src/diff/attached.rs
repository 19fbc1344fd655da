//! Pictures and assets, compared by the hash of their bytes.

use cards_container::{AssetRef, Location, png, sniff};
use cards_model::{Asset, Card, Json};

use crate::answer::{Difference, What};
use crate::open::Opened;
use crate::plain::bytes_hash;
use crate::portrait::is_portrait;

/// What is attached to a card: the picture where the file holds one, and the listed assets.
pub(super) struct Attached {
    portrait: Option<Stamp>,
    assets: Vec<(String, Stamp)>,
}

/// What bytes are, or why they are not known.
#[derive(Clone, PartialEq, Eq)]
enum Stamp {
    Bytes {
        hash: String,
        size: usize,
        what: &'static str,
    },
    /// Elsewhere on the web, by its URI.
    Remote(String),
    /// Not in the file, or not readable.
    Missing(String),
}

impl Attached {
    /// Reads and hashes everything that the card lists and the file holds, one at a time.
    pub(super) fn of(opened: &mut Opened<'_>) -> Self {
        let portrait = opened.portrait().map(|bytes| stamp(&bytes));
        let Opened { file, loaded, .. } = opened;
        let file = &mut file.container;
        let listed = loaded.document.card().map(Card::assets).unwrap_or_default();
        let refs: Vec<AssetRef<'_>> = listed.iter().map(AssetRef::from).collect();
        let places = file.assets(&refs).value;
        let mut assets = Vec::new();
        for (asset, place) in listed.iter().zip(&places).filter(|(asset, _)| !is_portrait(asset)) {
            let stamp = match place.location {
                Location::Web => Stamp::Remote(asset.uri.clone()),
                Location::Missing | Location::Default => Stamp::Missing(asset.uri.clone()),
                _ => match file.asset_at(asset.into(), place.location) {
                    Ok(Some(bytes)) => stamp(&bytes),
                    _ => Stamp::Missing(asset.uri.clone()),
                },
            };
            assets.push((label(asset), stamp));
        }
        Self { portrait, assets }
    }

    /// Appends what differs.
    pub(super) fn compare(&self, other: &Self, changes: &mut Vec<Difference>) {
        if let (Some(a), Some(b)) = (&self.portrait, &other.portrait)
            && a != b
        {
            changes.push(change("picture", What::Changed, Some(a), Some(b)));
        }
        let mut left: Vec<&(String, Stamp)> = other.assets.iter().collect();
        let mut take = |wanted: &dyn Fn(&(String, Stamp)) -> bool| {
            let at = left.iter().position(|one| wanted(one))?;
            Some(left.remove(at))
        };
        let mut unmatched = Vec::new();
        for one in &self.assets {
            if take(&|other| other == one).is_none() {
                unmatched.push(one);
            }
        }
        let mut gone = Vec::new();
        for (label, stamp) in unmatched {
            match take(&|(name, _)| name == label) {
                Some((_, other)) => {
                    changes.push(change(&format!("assets[{label}]"), What::Changed, Some(stamp), Some(other)));
                }
                None => gone.push((label, stamp)),
            }
        }
        for (label, stamp) in gone {
            changes.push(change(&format!("assets[{label}]"), What::Removed, Some(stamp), None));
        }
        for (label, stamp) in left {
            changes.push(change(&format!("assets[{label}]"), What::Added, None, Some(stamp)));
        }
    }
}

fn label(asset: &Asset) -> String {
    format!("{} {:?}", asset.kind, asset.name)
}

/// The hash of bytes; of a PNG without its card chunks, so that the same picture is the same with and without a card.
fn stamp(bytes: &[u8]) -> Stamp {
    let options = png::WriteOptions::default().with_drop_assets(true);
    let format = sniff(&mut &*bytes).map_or("bytes", |format| format.described());
    let stripped = png::strip(bytes, &options).ok().map(|written| written.bytes);
    let bytes = stripped.as_deref().unwrap_or(bytes);
    Stamp::Bytes { hash: bytes_hash(bytes), size: bytes.len(), what: format }
}

fn change(path: &str, what: What, before: Option<&Stamp>, after: Option<&Stamp>) -> Difference {
    let json = |stamp: &Stamp| -> Json {
        Json::from(match stamp {
            Stamp::Bytes { hash, size, what } => {
                format!("{what}, {size} bytes, sha256 {}", hash.get(..12).unwrap_or(hash))
            }
            Stamp::Remote(uri) => uri.clone(),
            Stamp::Missing(uri) => format!("not in the file: {uri}"),
        })
    };
    Difference { path: path.to_owned(), change: what, before: before.map(json), after: after.map(json) }
}
