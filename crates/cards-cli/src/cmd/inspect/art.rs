//! A portrait in half blocks: two pixels in each cell, the upper one in front, the lower one behind.

use std::io::Write;

use anstyle::{RgbColor, Style};

use crate::picture::Picture;

/// Most columns of a portrait.
pub(super) const WIDE: usize = 44;
/// Most pixels of its height, two a line.
pub(super) const HIGH: usize = 56;

/// Draws a picture.
pub(super) fn draw(picture: &Picture, out: &mut impl Write) -> std::io::Result<()> {
    for y in (0..picture.height).step_by(2) {
        write!(out, "  ")?;
        for x in 0..picture.width {
            let colour = |y| {
                let [red, green, blue] = picture.at(x, y);
                RgbColor(red, green, blue).into()
            };
            let below = Some(y + 1).filter(|y| *y < picture.height);
            let style = Style::new().fg_color(Some(colour(y))).bg_color(below.map(colour));
            write!(out, "{style}\u{2580}{style:#}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}
