//! Attached files and the URIs that point to them.

use std::fmt;

use crate::document::spec_object;

spec_object! {
    /// An attached file of a CCv3 or CCv3L card.
    ///
    /// Spec: CCv3 `assets`.
    ///
    /// ```
    /// use cards_model::{Asset, AssetUri};
    /// let asset = Asset { uri: "embeded://assets/icon/main.png".into(), ..Asset::default() };
    /// assert!(matches!(asset.location(), AssetUri::Embedded { path, .. } if path == "assets/icon/main.png"));
    /// ```
    pub struct Asset {
        /// What it is for: `icon`, `background`, `user_icon`, `emotion`, or `x_…`.
        /// Clause: CCv3 `type`: its type, and no keyword.
        pub kind as "type": String,
        /// Where it is.
        /// Clause: CCv3 `uri`: its type, and no keyword.
        pub uri: String,
        /// Its name; `main` for the one that counts.
        /// Clause: CCv3 `name`: its type, and no keyword.
        pub name: String,
        /// Its file extension in lower case without a dot, or `unknown`.
        /// Clause: CCv3 `ext`: its type, and no keyword.
        pub ext: String,
    }
}

impl Asset {
    /// The asset that a card without `assets` behaves as if it had.
    ///
    /// Spec: CCv3 `assets`, default value.
    #[must_use]
    pub fn default_icon() -> Self {
        Self {
            kind: "icon".into(),
            uri: "ccdefault:".into(),
            name: "main".into(),
            ext: "png".into(),
            ..Self::default()
        }
    }

    /// Where the asset is, understood.
    #[must_use]
    pub fn location(&self) -> AssetUri<'_> {
        AssetUri::parse(&self.uri)
    }
}

/// How a URI into the container is spelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EmbeddedScheme {
    /// `embeded://`, as CCv3 spells it.
    Embeded,
    /// `embedded://`, as CCv3L spells it.
    Embedded,
}

cards_words::named! {
    EmbeddedScheme: "scheme";
    Embeded => "embeded",
    Embedded => "embedded",
}

impl EmbeddedScheme {
    /// The scheme with its slashes.
    #[must_use]
    pub fn prefix(self) -> &'static str {
        match self {
            Self::Embeded => "embeded://",
            Self::Embedded => "embedded://",
        }
    }
}

/// Where an asset is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AssetUri<'a> {
    /// A file of the container, its path from the root with `/` between folders.
    Embedded {
        /// How the scheme was spelled.
        scheme: EmbeddedScheme,
        /// The path.
        path: &'a str,
    },
    /// The default of the application; for an icon in a PNG, the picture itself.
    Default,
    /// An asset chunk of the same PNG.
    Chunk {
        /// The chunk's key.
        key: &'a str,
    },
    /// Base64 data in the URI itself.
    Data {
        /// The media type, possibly empty.
        media_type: &'a str,
        /// The base64 text.
        base64: &'a str,
    },
    /// A file on the net.
    Remote {
        /// Whether the transport is protected (`https`).
        secure: bool,
        /// The whole URL.
        url: &'a str,
    },
    /// Anything else, kept as it is.
    Other(&'a str),
}

impl<'a> AssetUri<'a> {
    /// Understands a URI; every text is one, at worst [`AssetUri::Other`].
    ///
    /// ```
    /// use cards_model::AssetUri;
    /// let AssetUri::Embedded { path, .. } = AssetUri::parse("embeded://assets/icon/images/main.png") else { panic!() };
    /// assert_eq!(path, "assets/icon/images/main.png");
    /// ```
    #[must_use]
    pub fn parse(uri: &'a str) -> Self {
        for scheme in [EmbeddedScheme::Embeded, EmbeddedScheme::Embedded] {
            if let Some(path) = strip_prefix_any_case(uri, scheme.prefix()) {
                return Self::Embedded { scheme, path };
            }
        }
        if strip_prefix_any_case(uri, "ccdefault:").is_some() {
            return Self::Default;
        }
        if let Some(key) = strip_prefix_any_case(uri, "__asset:") {
            return Self::Chunk { key };
        }
        if let Some((head, base64)) = strip_prefix_any_case(uri, "data:").and_then(|rest| rest.split_once(','))
            && let Some(media_type) = head.strip_suffix(";base64")
        {
            return Self::Data { media_type, base64 };
        }
        for (prefix, secure) in [("https://", true), ("http://", false)] {
            if strip_prefix_any_case(uri, prefix).is_some() {
                return Self::Remote { secure, url: uri };
            }
        }
        Self::Other(uri)
    }
}

impl fmt::Display for AssetUri<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Embedded { scheme, path } => write!(f, "{}{path}", scheme.prefix()),
            Self::Default => f.write_str("ccdefault:"),
            Self::Chunk { key } => write!(f, "__asset:{key}"),
            Self::Data { media_type, base64 } => write!(f, "data:{media_type};base64,{base64}"),
            Self::Remote { url, .. } => f.write_str(url),
            Self::Other(uri) => f.write_str(uri),
        }
    }
}

fn strip_prefix_any_case<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    let head = text.get(..prefix.len())?;
    head.eq_ignore_ascii_case(prefix).then(|| text.get(prefix.len()..)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_is_understood_and_written_back() {
        for uri in [
            "embeded://assets/icon/images/main.png",
            "embedded://a b.png",
            "ccdefault:",
            "__asset:0",
            "data:image/png;base64,AAAA",
            "https://example.org/a.png",
            "http://example.org/a.png",
            "file:///etc/passwd",
            "",
        ] {
            assert_eq!(AssetUri::parse(uri).to_string(), uri);
        }
        assert!(matches!(AssetUri::parse("http://x"), AssetUri::Remote { secure: false, .. }));
        assert!(matches!(AssetUri::parse("data:text/plain,hi"), AssetUri::Other(_)));
    }
}
