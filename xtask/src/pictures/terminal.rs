//! A terminal as SVG: text by `anstyle-svg`, portraits by squares of their own.

use std::fmt::Write as _;

use anstyle::RgbColor;
use anstyle_svg::{Palette, Term};

use super::half_blocks::{self, Row};

/// Colours that can be read on the dark ground; the eight bright ones follow, and are the same.
const COLOURS: [RgbColor; 8] = [
    RgbColor(0x48, 0x4f, 0x58),
    RgbColor(0xff, 0x7b, 0x72),
    RgbColor(0x56, 0xd3, 0x64),
    RgbColor(0xe3, 0xb3, 0x41),
    RgbColor(0x79, 0xc0, 0xff),
    RgbColor(0xd2, 0xa8, 0xff),
    RgbColor(0x56, 0xd4, 0xdd),
    RgbColor(0xe6, 0xed, 0xf3),
];
const TEXT: RgbColor = RgbColor(0xe6, 0xed, 0xf3);
const GROUND: RgbColor = RgbColor(0x0d, 0x11, 0x17);

// The grid of `anstyle-svg`.
const PADDING: usize = 10;
const COLUMN: f64 = 8.4;
/// The widest column of the fonts that a reader may have for those it names.
const WIDEST: f64 = 8.7;
const LINE: usize = 18;
/// From the top of a line to the text in it.
const ASCENT: usize = 14;

/// Draws a command line and what it printed.
pub(super) fn draw(command: &str, title: &str, printed: &str) -> Result<String, String> {
    let mut text = format!("\u{1b}[2m$\u{1b}[0m \u{1b}[1mcards {command}\u{1b}[0m\n");
    let mut portrait = Vec::new();
    let mut first = 0;
    for (number, line) in printed.trim_end().lines().enumerate() {
        if let Some(row) = half_blocks::read(line)? {
            if portrait.is_empty() {
                first = number + 1;
            }
            portrait.push(row);
        } else {
            text.push_str(line);
        }
        text.push('\n');
    }
    let svg = term().render_svg(text.trim_end());
    let svg = frame(&svg, title)?;
    if portrait.is_empty() {
        return Ok(svg);
    }
    replace(&svg, "</svg>\n", &format!("{}</svg>\n", squares(&portrait, first)))
}

fn term() -> Term {
    let [a, b, c, d, e, f, g, h] = COLOURS;
    Term::new()
        .palette(Palette([a, b, c, d, e, f, g, h, a, b, c, d, e, f, g, h]))
        .fg_color(TEXT.into())
        .bg_color(GROUND.into())
}

/// Makes the drawing fit for a page: it scales, has words for those who do not see it, an edge that tells it from a dark
/// page, and faint text that can still be read.
fn frame(svg: &str, title: &str) -> Result<String, String> {
    let (head, rest) = svg.split_once('\n').ok_or("an empty drawing")?;
    let number = |name: &str| -> Result<f64, String> {
        let value = head.split_once(&format!("{name}=\"")).and_then(|(_, rest)| rest.split_once("px\""));
        value.and_then(|(value, _)| value.parse().ok()).ok_or_else(|| format!("no {name} in {head}"))
    };
    let padding = 2.0 * PADDING as f64;
    let width = ((number("width")? - padding) * (WIDEST / COLUMN) + padding).ceil();
    let height = number("height")?;
    let title = title.replace('&', "&amp;").replace('<', "&lt;");
    let head = format!(
        "<svg width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
         xmlns=\"http://www.w3.org/2000/svg\">\n  <title>{title}</title>"
    );
    let svg = format!("{head}\n{rest}");
    let svg = replace(
        &svg,
        "<rect width=\"100%\" height=\"100%\" y=\"0\" rx=\"4.5\" class=\"bg\" />",
        &format!(
            "<rect x=\"0.5\" y=\"0.5\" width=\"{}\" height=\"{}\" rx=\"6\" class=\"bg\" stroke=\"#484f58\" />",
            width - 1.0,
            height - 1.0
        ),
    )?;
    if svg.contains(".dimmed") { replace(&svg, "opacity: 0.4;", "opacity: 0.7;") } else { Ok(svg) }
}

/// Replaces what is there once; that it is not means that `anstyle-svg` draws otherwise now.
fn replace(svg: &str, old: &str, new: &str) -> Result<String, String> {
    match svg.matches(old).count() {
        1 => Ok(svg.replace(old, new)),
        count => Err(format!("`{}` is there {count} times, not once", old.trim_end())),
    }
}

/// A portrait as squares, two in each cell of the grid. Fonts draw half blocks with gaps between lines, and each font
/// with others.
fn squares(rows: &[Row], first: usize) -> String {
    let wide = rows.iter().map(|row| row.cells.len()).max().unwrap_or_default();
    let x = PADDING as f64 + rows.first().map_or(0, |row| row.indent) as f64 * COLUMN;
    let y = PADDING + LINE - ASCENT + first * LINE;
    let mut out = format!(
        "  <svg x=\"{x:.1}\" y=\"{y}\" width=\"{:.1}\" height=\"{}\" viewBox=\"0 0 {wide} {}\" \
         preserveAspectRatio=\"none\" shape-rendering=\"crispEdges\">\n",
        wide as f64 * COLUMN,
        rows.len() * LINE,
        rows.len() * 2,
    );
    for (colour, path) in half_blocks::runs(rows) {
        let RgbColor(red, green, blue) = colour;
        let _ = writeln!(out, "    <path fill=\"#{red:02x}{green:02x}{blue:02x}\" d=\"{path}\"/>");
    }
    out.push_str("  </svg>\n");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_drawn_on_the_grid_and_squares_take_the_place_of_half_blocks() {
        let printed =
            "  \u{1b}[38;2;1;2;3m\u{1b}[48;2;4;5;6m▀\u{1b}[0m\n\u{1b}[36mname\u{1b}[0m \u{1b}[2mA & B\u{1b}[0m\n";
        let svg = draw("inspect a.png", "A <card>", printed).unwrap();
        assert!(svg.starts_with("<svg width=\"766\" height=\"74\" viewBox=\"0 0 766 74\" role=\"img\""), "{svg}");
        assert!(svg.contains("<title>A &lt;card></title>") && svg.contains("opacity: 0.7;"), "{svg}");
        assert!(svg.contains("cards inspect a.png") && svg.contains(">A &amp; B<") && !svg.contains('▀'), "{svg}");
        let squares = "  <svg x=\"26.8\" y=\"32\" width=\"8.4\" height=\"18\" viewBox=\"0 0 1 2\" \
             preserveAspectRatio=\"none\" shape-rendering=\"crispEdges\">\n    \
             <path fill=\"#010203\" d=\"M0 0h1v1H0z\"/>\n    <path fill=\"#040506\" d=\"M0 1h1v1H0z\"/>\n  </svg>\n</svg>\n";
        assert!(svg.ends_with(squares), "{svg}");
    }

    #[test]
    fn what_cannot_be_drawn_is_said() {
        let problem = draw("inspect a.png", "", "  \u{1b}[31m▀\u{1b}[0m").unwrap_err();
        assert_eq!(problem, "a half block has the colour `31`, which is none of its own");
    }
}
