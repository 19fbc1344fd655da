//! A badge: how a program answers the suite, as a small picture for its README.

use crate::{Class, Report};

/// What is on the left side.
const LABEL: &str = "card conformance";
/// Height, and the room beside a text, in pixels.
const HEIGHT: usize = 20;
const PAD: usize = 6;
/// Colours of the left side, and of the right one by how many rows are right: all, nine of ten, fewer.
const PLAIN: &str = "#555";
const COLOURS: [&str; 3] = ["#2e7d32", "#b26a00", "#b3261e"];

impl Report {
    /// The badge as SVG: rows answered the same of those that the program answers. Its title has the other figures.
    pub fn to_badge(&self) -> String {
        let (same, not) = (self.of(Class::Same), self.of(Class::Unsupported));
        let asked = self.rows() - not;
        let value = format!("{} of {} rows", grouped(same), grouped(asked));
        let title = format!("{LABEL}: {value} the same, {} failed, {} not supported", self.failed.len(), grouped(not));
        let colour = match (asked, self.failed.is_empty()) {
            (0, _) => PLAIN,
            (_, true) => COLOURS[0],
            _ if same * 10 >= asked * 9 => COLOURS[1],
            _ => COLOURS[2],
        };
        let (left, right) = (width(LABEL), width(&value));
        let all = left + right;
        let text = |from: usize, width: usize, text: &str| {
            let (middle, length) = (from + width / 2, width - 2 * PAD);
            format!("<text x=\"{middle}\" y=\"14\" textLength=\"{length}\">{text}</text>")
        };
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{all}\" height=\"{HEIGHT}\" role=\"img\" aria-label=\"{title}\">\
             <title>{title}</title><rect width=\"{all}\" height=\"{HEIGHT}\" rx=\"3\" fill=\"{PLAIN}\"/>\
             <path d=\"M{left} 0h{square}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3H{left}z\" fill=\"{colour}\"/>\
             <g fill=\"#fff\" text-anchor=\"middle\" font-family=\"Verdana,DejaVu Sans,sans-serif\" font-size=\"11\">{}{}</g></svg>\n",
            text(0, left, LABEL),
            text(left, right, &value),
            square = right - 3,
        )
    }
}

/// About how wide a text is at 11 pixels, with the room beside it; the picture fits the text to it.
fn width(text: &str) -> usize {
    text.chars().count() * 13 / 2 + 2 * PAD
}

/// A count with a comma between thousands.
fn grouped(count: usize) -> String {
    let digits = count.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_have_a_comma() {
        for (count, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(grouped(count), text);
        }
    }
}
