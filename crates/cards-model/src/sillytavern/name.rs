//! Names of characters as file names.

/// Bytes that a file name may have.
const LONGEST: usize = 255;

/// Takes out of a name what no file name may have, as SillyTavern does with every imported name.
///
/// Gone are `/ ? < > \ : * | "`, control characters, dots and blanks at the end, and the names that Windows keeps for
/// devices; the rest is cut to 255 bytes.
///
/// De facto: SillyTavern 1.19.
#[must_use]
pub fn file_name(name: &str) -> String {
    let kept: String = name.chars().filter(|c| !is_illegal(*c)).collect();
    if !kept.is_empty() && kept.chars().all(|c| c == '.') || is_device(&kept) {
        return String::new();
    }
    let kept = kept.trim_end_matches(['.', ' ']);
    let end = (0..=kept.len().min(LONGEST)).rev().find(|end| kept.is_char_boundary(*end)).unwrap_or(0);
    kept.get(..end).unwrap_or_default().to_owned()
}

fn is_illegal(c: char) -> bool {
    matches!(c, '/' | '?' | '<' | '>' | '\\' | ':' | '*' | '|' | '"' | '\0'..='\x1f' | '\u{80}'..='\u{9f}')
}

fn is_device(name: &str) -> bool {
    let stem = name.split_once('.').map_or(name, |(stem, _)| stem).to_ascii_lowercase();
    matches!(stem.as_str(), "con" | "prn" | "aux" | "nul")
        || ["com", "lpt"].iter().any(|device| {
            stem.strip_prefix(device).is_some_and(|n| n.len() == 1 && n.bytes().all(|b| b.is_ascii_digit()))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lose_what_file_names_cannot_have() {
        for (name, file) in [
            ("A/B", "AB"),
            ("..", ""),
            ("nul.txt", ""),
            ("com10", "com10"),
            ("Ann. . ", "Ann"),
            ("a\u{7}b", "ab"),
            ("…", "…"),
        ] {
            assert_eq!(file_name(name), file, "{name}");
        }
        assert_eq!(file_name(&"é".repeat(200)).len(), 254);
    }
}
