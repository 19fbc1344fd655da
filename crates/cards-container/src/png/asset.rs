//! Assets in text chunks of their own.

#![deny(clippy::arithmetic_side_effects)]

use super::chunk::Chunk;
use super::keyword::TextKind;

/// A `chara-ext-asset_` chunk.
///
/// Spec: CCv3, embedding in PNG; the colon is part of the standard keyword. de facto: RisuAI wrote it without.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AssetChunk {
    /// The path behind the keyword's prefix, which `__asset:{path}` URIs name.
    pub path: String,
    /// Whether the colon of the standard is in front of the path.
    pub colon: bool,
    /// The chunk type.
    pub kind: TextKind,
    /// The chunk's header.
    pub chunk: Chunk,
}

pub(super) const PREFIX: &[u8] = b"chara-ext-asset_";

/// Splits an asset keyword into path and whether it has the colon.
pub(crate) fn path(keyword: &[u8]) -> Option<(String, bool)> {
    let rest = keyword.strip_prefix(PREFIX)?;
    let (path, colon) = rest.strip_prefix(b":").map_or((rest, false), |path| (path, true));
    // Keywords are Latin-1 by the PNG standard; each byte is one character.
    let utf8 = std::str::from_utf8(path).map(str::to_owned);
    Some((utf8.unwrap_or_else(|_| path.iter().map(|&b| char::from(b)).collect()), colon))
}

/// Whether data may begin with an asset keyword, as far as the peek shows.
pub(crate) fn may_be_asset(peek: &[u8]) -> bool {
    peek.starts_with(PREFIX)
}
