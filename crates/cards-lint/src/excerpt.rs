//! Short pieces of card text, to show where something is.

use std::ops::Range;

/// The most characters of an excerpt.
pub(crate) const WIDTH: usize = 72;

/// The surroundings of a span on one line; cut ends are marked.
pub(crate) fn around(text: &str, span: &Range<usize>) -> String {
    let before = text.get(..span.start).unwrap_or_default();
    let inside = text.get(span.clone()).unwrap_or_default();
    let after = text.get(span.end..).unwrap_or_default();
    let room = WIDTH.saturating_sub(inside.chars().take(WIDTH).count()) / 2;
    let head: Vec<char> = before.chars().rev().take(room).collect();
    let cut_head = before.chars().nth(room).is_some();
    let tail: String = after.chars().take(room).collect();
    let cut_tail = after.chars().nth(room).is_some();
    // What is behind a text that is itself cut is not shown.
    let inside_cut = inside.chars().nth(WIDTH).is_some();
    let inside = shortened(inside);
    let head: String = head.into_iter().rev().collect();
    let mark = |cut: bool| if cut { "…" } else { "" };
    if inside_cut {
        return one_line(&format!("{}{head}{inside}", mark(cut_head)));
    }
    one_line(&format!("{}{head}{inside}{tail}{}", mark(cut_head), mark(cut_tail)))
}

/// The beginning of a text on one line.
pub(crate) fn beginning(text: &str) -> String {
    one_line(&shortened(text))
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(WIDTH) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// Line breaks and runs of blanks become one blank.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_is_shown_with_its_surroundings() {
        let text = format!("{}\nneedle{}", "a".repeat(100), "b".repeat(100));
        let shown = around(&text, &(101..107));
        assert!(shown.starts_with("…a") && shown.ends_with("b…") && shown.contains(" needle"), "{shown}");
        assert_eq!(around("short", &(0..5)), "short");
        let long = around(&"x".repeat(200), &(10..190));
        assert!(long.ends_with("x…") && !long.contains("……"), "{long}");
        assert_eq!(beginning("a\n b"), "a b");
    }
}
