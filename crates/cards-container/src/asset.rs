//! Assets of a card, and where the container holds them.

use cards_model::{Asset, AssetUri};
use cards_words::Outcome;

use crate::finding::Finding;
use crate::place::shown;
use crate::uri;

/// An asset as the card lists it. The values are the card's; nothing in them was checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AssetRef<'a> {
    /// The `type` member, such as `icon` or `emotion`.
    pub kind: &'a str,
    /// The `uri` member.
    pub uri: &'a str,
    /// The `name` member.
    pub name: &'a str,
    /// The `ext` member.
    pub ext: &'a str,
}

impl<'a> From<&'a Asset> for AssetRef<'a> {
    fn from(asset: &'a Asset) -> Self {
        Self { kind: &asset.kind, uri: &asset.uri, name: &asset.name, ext: &asset.ext }
    }
}

impl AssetRef<'_> {
    /// The extension in lower case without a dot: as the card gives it, or that of the URI's path.
    pub fn extension(&self) -> Option<String> {
        let given = self.ext.trim().trim_start_matches('.').to_ascii_lowercase();
        if !given.is_empty() && given != "unknown" {
            return Some(given);
        }
        let AssetUri::Embedded { path, .. } = uri::parse(self.uri) else {
            return None;
        };
        let file = path.rsplit('/').next()?;
        file.rsplit_once('.').map(|(_, ext)| ext.to_ascii_lowercase())
    }

    /// Whether the extension is that of a picture that clients show; without an extension it is taken for one.
    pub fn is_picture(&self) -> bool {
        self.extension().is_none_or(|ext| {
            matches!(ext.as_str(), "png" | "apng" | "jpg" | "jpeg" | "jfif" | "webp" | "gif" | "avif" | "bmp")
        })
    }
}

/// The asset that is the card's picture: the icon named `main`, or else the first icon that is a picture.
///
/// Spec: CCv3, assets; de facto: SillyTavern 1.19 compares type and name without case.
pub fn main_icon(refs: &[AssetRef<'_>]) -> Option<usize> {
    let icons = || refs.iter().enumerate().filter(|(_, a)| a.kind.eq_ignore_ascii_case("icon") && a.is_picture());
    let main = icons().find(|(_, a)| a.name.eq_ignore_ascii_case("main"));
    main.or_else(|| icons().next()).map(|(index, _)| index)
}

/// Where an asset's bytes are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Location {
    /// In the archive entry of this number.
    Entry(usize),
    /// In the asset chunk of this number.
    Chunk(usize),
    /// In the URI itself.
    Inline,
    /// They are the card's own picture, or the application's default.
    Default,
    /// Elsewhere on the web; never fetched here.
    Web,
    /// Nowhere that this container knows.
    Missing,
}

/// An asset with its place found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ListedAsset {
    /// Its index in the card's list.
    pub index: usize,
    /// Where its bytes are.
    pub location: Location,
    /// Its size in bytes, where the container tells without reading it.
    pub size: Option<u64>,
}

impl ListedAsset {
    /// An asset whose place is known.
    pub fn new(index: usize, location: Location, size: Option<u64>) -> Self {
        Self { index, location, size }
    }
}

/// Reads the URIs, asks `find` for those that point into the container, and reports the rest.
pub(crate) fn list(
    refs: &[AssetRef<'_>],
    mut find: impl FnMut(&Wanted<'_>) -> Option<(Location, Option<u64>)>,
) -> Outcome<Vec<ListedAsset>, Finding> {
    let mut findings = Vec::new();
    let mut listed = Vec::with_capacity(refs.len());
    for (index, asset) in refs.iter().enumerate() {
        let spelled = || shown(asset.uri.as_bytes());
        let mut odd = |reason| findings.push(Finding::AssetUri { index, uri: spelled(), reason });
        let wanted = match uri::parse(asset.uri) {
            AssetUri::Embedded { path, .. } => match uri::clean(path) {
                Some(path) => Ok(Wanted::Path(path)),
                None => {
                    odd("the path climbs out of the container or is empty");
                    Err(Location::Missing)
                }
            },
            AssetUri::Chunk { key } => Ok(Wanted::Key(key)),
            AssetUri::Default => Err(Location::Default),
            AssetUri::Data { .. } => Err(Location::Inline),
            AssetUri::Remote { .. } => Err(Location::Web),
            AssetUri::Other(_) if uri::is_local(asset.uri) => {
                odd("it names a file of the reader's own machine or network and is ignored");
                Err(Location::Missing)
            }
            AssetUri::Other(_) => {
                odd("the scheme is not known, or it is `data:` in another form than base64");
                Err(Location::Missing)
            }
        };
        let (location, size) = match wanted {
            Err(location) => (location, None),
            Ok(wanted) => find(&wanted).unwrap_or_else(|| {
                findings.push(Finding::MissingAsset { index, uri: spelled() });
                (Location::Missing, None)
            }),
        };
        listed.push(ListedAsset { index, location, size });
    }
    Outcome::new(listed, findings)
}

/// A part of the container that a URI asks for.
pub(crate) enum Wanted<'a> {
    /// A file, by its cleaned path.
    Path(String),
    /// An asset chunk, by its key.
    Key(&'a str),
}
