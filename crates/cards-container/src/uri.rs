//! What containers ask of asset URIs beyond what the card says.

use cards_model::AssetUri;

use crate::base64_text;

/// Reads a URI as readers of containers do: with blanks around it.
///
/// de facto: SillyTavern 1.19.
pub(crate) fn parse(uri: &str) -> AssetUri<'_> {
    AssetUri::parse(uri.trim())
}

/// The path inside a container that a URI means, cleaned: `/` for separators, without `.` and `..`.
///
/// `None` for URIs that point elsewhere, and for a path that climbs out of the container or says nothing.
///
/// # Examples
/// ```
/// use cards_container::embedded_path;
///
/// assert_eq!(embedded_path("embeded://a\\x/../m.png").as_deref(), Some("a/m.png"));
/// assert_eq!(embedded_path("embeded://../m.png"), None);
/// ```
pub fn embedded_path(uri: &str) -> Option<String> {
    match parse(uri) {
        AssetUri::Embedded { path, .. } => clean(path),
        _ => None,
    }
}

/// Whether a URI points into the reader's own machine or network: `file:`, `\\server`.
pub fn is_local(uri: &str) -> bool {
    let AssetUri::Other(uri) = parse(uri) else {
        return false;
    };
    let is_file = uri.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("file:"));
    is_file || uri.starts_with("\\\\") || uri.starts_with("//")
}

/// The bytes of a `data:` URI in base64; `None` for any other.
pub fn data_uri(uri: &str) -> Option<Vec<u8>> {
    match parse(uri) {
        AssetUri::Data { base64, .. } => base64_text::decode(base64.as_bytes()).ok().map(|(bytes, _)| bytes),
        _ => None,
    }
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

    #[test]
    fn paths_are_cleaned_and_stay_inside() {
        for (uri, path) in [
            ("embeded://a/m.png", Some("a/m.png")),
            (" Embedded://./a/m.png", Some("a/m.png")),
            ("embeded://a\\x/../m.png", Some("a/m.png")),
            ("embeded://../a/m.png", None),
            ("embeded://", None),
            ("__asset:1", None),
        ] {
            assert_eq!(embedded_path(uri).as_deref(), path, "{uri}");
        }
    }

    #[test]
    fn local_paths_are_told_from_other_schemes() {
        let local = ["file:///etc/hostname", "FILE:x", "\\\\server\\share", " //server/share"];
        assert!(local.into_iter().all(is_local));
        let others = ["javascript:alert(1)", "https://example.org/a.png", "embeded://file:", ""];
        assert!(!others.into_iter().any(is_local));
        assert_eq!(data_uri("data:image/png;base64,QUI"), Some(b"AB".to_vec()));
        assert_eq!(data_uri("data:text/plain,AB"), None);
    }
}
