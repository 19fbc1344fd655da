//! What a text loads from the web as it is shown.

/// How far before a link its mark is looked for: alternative texts of pictures may be long.
const BEFORE: usize = 512;

/// Tags that load what they name, and a word for it.
const TAGS: &[(&str, &str)] = &[
    ("<img", "a picture"),
    ("<image", "a picture"),
    ("<picture", "a picture"),
    ("<video", "a video"),
    ("<audio", "a sound"),
    ("<source", "a file"),
    ("<iframe", "a page"),
    ("<embed", "a file"),
    ("<object", "a file"),
    ("<link", "a style sheet"),
    ("<script", "a script"),
];

/// A link that loads what it leads to: where the text that loads it begins, where the link ends, and what it is.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Load {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) what: &'static str,
}

/// The links of a text that load what they lead to, in text order.
pub(super) fn loads(text: &str) -> Vec<Load> {
    // Few texts have a link, and none is without these.
    if !text.contains("//") {
        return Vec::new();
    }
    let lower = text.to_ascii_lowercase();
    let mut loads: Vec<Load> = Vec::new();
    for (slashes, _) in lower.match_indices("//") {
        let head = lower.get(..slashes).unwrap_or_default();
        let start = match ["https:", "http:"].into_iter().find(|scheme| head.ends_with(scheme)) {
            Some(scheme) => slashes - scheme.len(),
            // Without a scheme, a link begins where a value does.
            None if head.ends_with(['"', '\'', '(', '=']) => slashes,
            None => continue,
        };
        // A link within another one, such as one of an archive, is a part of it.
        if loads.last().is_some_and(|last| start < last.end) {
            continue;
        }
        if let Some((from, what)) = mark_before(lower.get(..start).unwrap_or_default()) {
            let rest = lower.get(start..).unwrap_or_default();
            let length = rest.find(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | ')' | '>' | '<'));
            loads.push(Load { start: from, end: start + length.unwrap_or(rest.len()), what });
        }
    }
    loads
}

/// The mark that makes a link load, where one is in front of it: where it begins, and what is loaded.
fn mark_before(head: &str) -> Option<(usize, &'static str)> {
    let bare = head.trim_end_matches([' ', '"', '\'']);
    if bare.ends_with("url(") {
        return Some((bare.len() - "url(".len(), "a picture"));
    }
    if bare.ends_with("@import") {
        return Some((bare.len() - "@import".len(), "a style sheet"));
    }
    let from = (head.len().saturating_sub(BEFORE)..=head.len()).find(|at| head.is_char_boundary(*at))?;
    let near = head.get(from..)?;
    if head.ends_with("](") || head.ends_with("](<") {
        let at = near.rfind("![")?;
        let between = near.get(at..)?.rsplit_once("](")?.0;
        return (!between.contains('\n') && !between.contains("](")).then_some((from + at, "a picture"));
    }
    let at = near.rfind('<')?;
    let tag = near.get(at..)?;
    // Only the value of an attribute loads, not the text of an element.
    let in_tag = !tag.contains('>') && tag.trim_end_matches(['"', '\'', ' ']).ends_with('=');
    let named = |name: &str| tag.strip_prefix(name).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric));
    let (_, what) = TAGS.iter().filter(|_| in_tag).find(|(name, _)| named(name))?;
    Some((from + at, what))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whats(text: &str) -> Vec<&'static str> {
        loads(text).into_iter().map(|load| load.what).collect()
    }

    #[test]
    fn what_loads_is_told_from_what_is_linked() {
        assert_eq!(whats("![a](https://x.org/a.png) and <img width=2 src='http://x.org/b.png'>"), ["a picture"; 2]);
        assert_eq!(
            whats("<style>@import 'https://x.org/a.css'; p{background:url( \"//x.org/a\")}"),
            ["a style sheet", "a picture"]
        );
        assert_eq!(whats("<iframe src=https://x.org></iframe><script src=\"//x.org/a.js\">"), ["a page", "a script"]);
        for text in [
            "see https://x.org/a.png",
            "[a](https://x.org/a.png)",
            "![a](b.png) [c](https://x.org/a.png)",
            "<a href=\"https://x.org\">x</a>",
            "![a](embeded://x.png)",
            "<img src=\"a.png\"> from https://x.org",
            "// a comment // another",
            "![a]\n(https://x.org)",
        ] {
            assert_eq!(whats(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn a_link_within_a_link_is_one() {
        let text = "![é](https://web.example/https://x.org/a.png) x";
        assert_eq!(loads(text), [Load { start: 0, end: text.len() - 3, what: "a picture" }]);
    }
}
