//! Asset URIs.

use crate::base64_text;

/// How an embedded URI is spelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spelling {
    /// `embeded://`, as CCv3 has it and RisuAI reads.
    OneD,
    /// `embedded://`, as CCv3-Lynn and some editors have it.
    TwoD,
}

/// What an asset's URI points at.
///
/// Spec: CCv3, assets. Both spellings of the embedded scheme are read, in any case and with blanks around;
/// de facto: SillyTavern 1.19 does the same.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AssetUri {
    /// A file in the container.
    Embedded {
        /// Its path from the container's root, cleaned: `/` for separators, without `.` and `..`.
        path: String,
        /// How the scheme is spelled.
        spelling: Spelling,
    },
    /// `__asset:`: an asset chunk of a PNG.
    Chunk {
        /// The key.
        key: String,
    },
    /// `ccdefault:`: the PNG itself, or the application's default.
    Default,
    /// `data:` with the bytes in the URI.
    Data,
    /// `http:` or `https:`; never fetched here.
    Web,
    /// An embedded path that climbs out of the container, or says nothing.
    Unsafe,
    /// A path into the reader's own machine or network: `file:`, `\\server`.
    Local,
    /// Any other scheme.
    Other,
}

impl AssetUri {
    /// Reads a URI.
    pub fn parse(uri: &str) -> Self {
        let uri = uri.trim();
        let after = |scheme: &str| {
            let head = uri.get(..scheme.len())?;
            head.eq_ignore_ascii_case(scheme).then(|| uri.get(scheme.len()..)).flatten()
        };
        let embedded = |path: &str, spelling| match clean(path) {
            Some(path) => Self::Embedded { path, spelling },
            None => Self::Unsafe,
        };
        if let Some(path) = after("embeded://") {
            embedded(path, Spelling::OneD)
        } else if let Some(path) = after("embedded://") {
            embedded(path, Spelling::TwoD)
        } else if let Some(key) = after("__asset:") {
            Self::Chunk { key: key.to_owned() }
        } else if after("ccdefault:").is_some() {
            Self::Default
        } else if after("data:").is_some() {
            Self::Data
        } else if after("http://").or_else(|| after("https://")).is_some() {
            Self::Web
        } else if after("file:").is_some() || uri.starts_with("\\\\") || uri.starts_with("//") {
            Self::Local
        } else {
            Self::Other
        }
    }
}

/// The bytes of a `data:` URI in base64; `None` for any other.
pub fn data_uri(uri: &str) -> Option<Vec<u8>> {
    let rest = uri.trim().strip_prefix("data:")?;
    let (head, body) = rest.split_once(',')?;
    head.to_ascii_lowercase().ends_with(";base64").then_some(())?;
    base64_text::decode(body.as_bytes()).ok().map(|(bytes, _)| bytes)
}

/// A path with `/` for separators and `.`, `..` resolved; `None` when it climbs out or nothing is left.
pub(crate) fn clean(path: &str) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.trim().split(['/', '\\']) {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            _ => parts.push(part),
        }
    }
    (!parts.is_empty()).then(|| parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(uri: &str, expected: AssetUri) {
        assert_eq!(AssetUri::parse(uri), expected, "{uri:?}");
    }

    #[test]
    fn schemes_are_told_apart() {
        let path = || "a/m.png".to_owned();
        check("embeded://a/m.png", AssetUri::Embedded { path: path(), spelling: Spelling::OneD });
        check(" Embedded://./a/m.png", AssetUri::Embedded { path: path(), spelling: Spelling::TwoD });
        check("embeded://a\\x/../m.png", AssetUri::Embedded { path: path(), spelling: Spelling::OneD });
        check("embeded://../a/m.png", AssetUri::Unsafe);
        check("embeded://", AssetUri::Unsafe);
        check("__asset:1", AssetUri::Chunk { key: "1".into() });
        check("ccdefault:", AssetUri::Default);
        check("https://example.org/a.png", AssetUri::Web);
        check("file:///etc/hostname", AssetUri::Local);
        check("\\\\server\\share", AssetUri::Local);
        check("javascript:alert(1)", AssetUri::Other);
        assert_eq!(data_uri("data:image/png;base64,QUI"), Some(b"AB".to_vec()));
        assert_eq!(data_uri("data:text/plain,AB"), None);
    }
}
