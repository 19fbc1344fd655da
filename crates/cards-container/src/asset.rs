//! Assets of a card, and where the container holds them.

use crate::finding::Finding;
use crate::place::shown;
use crate::uri::AssetUri;

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

impl AssetRef<'_> {
    /// The extension in lower case without a dot: as the card gives it, or that of the URI's path.
    pub fn extension(&self) -> Option<String> {
        let given = self.ext.trim().trim_start_matches('.').to_ascii_lowercase();
        if !given.is_empty() && given != "unknown" {
            return Some(given);
        }
        let AssetUri::Embedded { path, .. } = AssetUri::parse(self.uri) else {
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedAsset {
    /// Its index in the card's list.
    pub index: usize,
    /// Its URI, read.
    pub uri: AssetUri,
    /// Where its bytes are.
    pub location: Location,
    /// Its size in bytes, where the container tells without reading it.
    pub size: Option<u64>,
}

/// Reads the URIs, asks `find` for those that point into the container, and reports the rest.
pub(crate) fn list(
    refs: &[AssetRef<'_>],
    mut find: impl FnMut(&AssetUri) -> Option<(Location, Option<u64>)>,
) -> (Vec<ListedAsset>, Vec<Finding>) {
    let mut findings = Vec::new();
    let mut listed = Vec::with_capacity(refs.len());
    for (index, asset) in refs.iter().enumerate() {
        let uri = AssetUri::parse(asset.uri);
        let spelled = || shown(asset.uri.as_bytes());
        let mut odd = |reason| findings.push(Finding::AssetUri { index, uri: spelled(), reason });
        let (location, size) = match &uri {
            AssetUri::Embedded { .. } | AssetUri::Chunk { .. } => match find(&uri) {
                Some(found) => found,
                None => {
                    findings.push(Finding::MissingAsset { index, uri: spelled() });
                    (Location::Missing, None)
                }
            },
            AssetUri::Default => (Location::Default, None),
            AssetUri::Data => (Location::Inline, None),
            AssetUri::Web => (Location::Web, None),
            AssetUri::Unsafe => {
                odd("the path climbs out of the container or is empty");
                (Location::Missing, None)
            }
            AssetUri::Local => {
                odd("it names a file of the reader's own machine or network and is ignored");
                (Location::Missing, None)
            }
            AssetUri::Other => {
                odd("the scheme is not known");
                (Location::Missing, None)
            }
        };
        listed.push(ListedAsset { index, uri, location, size });
    }
    (listed, findings)
}
