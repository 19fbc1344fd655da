//! Decorators at the head of an entry's content, for specs that do not know them.

/// The content behind its decorators; `None` when it has none.
///
/// The block is the leading lines that begin with `@@`, blank lines between them included.
///
/// Spec: CCv3 Decorators; "remove all decorators" of the V2 backfill.
pub(crate) fn without_decorators(content: &str) -> Option<&str> {
    if !content.trim_start().starts_with("@@") {
        return None;
    }
    let mut rest = content;
    let mut found = false;
    while let Some(line) = rest.split_inclusive('\n').next() {
        let decorator = line.starts_with("@@");
        if !decorator && !line.trim().is_empty() {
            break;
        }
        found |= decorator;
        rest = rest.get(line.len()..).unwrap_or_default();
    }
    found.then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_leading_block_goes() {
        for (content, rest) in [
            ("@@depth 4\n@@role user\nDeep text.", Some("Deep text.")),
            ("@@aa\n@@@depth 4\n\nDeep text.", Some("Deep text.")),
            ("\n@@depth 4\r\n\r\nText.\n", Some("Text.\n")),
            ("@@dont_activate", Some("")),
            ("Text.\n@@depth 4", None),
            (" @@depth 4\nText.", None),
            ("", None),
            ("@ home", None),
        ] {
            assert_eq!(without_decorators(content), rest, "{content:?}");
        }
    }
}
