//! Portraits of half blocks, read back from what the tool printed.

use anstyle::RgbColor;

/// The upper half of a cell; the lower one is the ground behind it.
const HALF: char = '\u{2580}';

/// A line of a portrait.
#[derive(Debug, PartialEq)]
pub(super) struct Row {
    /// Blanks before it.
    pub(super) indent: usize,
    pub(super) cells: Vec<Cell>,
}

/// The colours of the upper and of the lower half.
pub(super) type Cell = [Option<RgbColor>; 2];

/// Reads a line, if it is one of a portrait.
pub(super) fn read(line: &str) -> Result<Option<Row>, String> {
    if !line.contains(HALF) {
        return Ok(None);
    }
    let mut rest = line.trim_start_matches(' ');
    let indent = line.len() - rest.len();
    let (mut cells, mut colours) = (Vec::new(), [None, None]);
    while let Some(c) = rest.chars().next() {
        rest = rest.get(c.len_utf8()..).unwrap_or_default();
        match c {
            HALF => cells.push(colours),
            '\u{1b}' => {
                let style = rest.strip_prefix('[').and_then(|rest| rest.split_once('m'));
                let (style, after) = style.ok_or("an escape sequence that is no style")?;
                colours = styled(colours, style)?;
                rest = after;
            }
            c => return Err(format!("`{c}` is beside half blocks")),
        }
    }
    Ok(Some(Row { indent, cells }))
}

/// The colours after a style.
fn styled(old: Cell, style: &str) -> Result<Cell, String> {
    let numbers: Option<Vec<u8>> = style.split(';').map(|number| number.parse().ok()).collect();
    let [upper, lower] = old;
    match numbers.as_deref() {
        Some([0]) => Ok([None, None]),
        Some([38, 2, red, green, blue]) => Ok([Some(RgbColor(*red, *green, *blue)), lower]),
        Some([48, 2, red, green, blue]) => Ok([upper, Some(RgbColor(*red, *green, *blue))]),
        _ => Err(format!("a half block has the colour `{style}`, which is none of its own")),
    }
}

/// Neighbours of one colour as SVG paths, one a colour, colours in the order in which they come.
pub(super) fn runs(rows: &[Row]) -> Vec<(RgbColor, String)> {
    let mut paths: Vec<(RgbColor, String)> = Vec::new();
    for (line, row) in rows.iter().enumerate() {
        for half in [0, 1] {
            let mut start = 0;
            let halves: Vec<_> = row.cells.iter().map(|[upper, lower]| if half == 0 { upper } else { lower }).collect();
            for same in halves.chunk_by(|a, b| a == b) {
                if let Some(Some(colour)) = same.first() {
                    let run = format!("M{start} {}h{}v1H{start}z", line * 2 + half, same.len());
                    match paths.iter_mut().find(|(known, _)| known == colour) {
                        Some((_, path)) => path.push_str(&run),
                        None => paths.push((*colour, run)),
                    }
                }
                start += same.len();
            }
        }
    }
    paths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_have_two_colours_and_runs_join_neighbours() {
        let (red, blue) = (RgbColor(255, 0, 0), RgbColor(0, 0, 255));
        let cell = |upper: &str, lower: &str| format!("\u{1b}[38;2;{upper}m\u{1b}[48;2;{lower}m▀\u{1b}[0m");
        let line = format!("  {0}{0}{1}", cell("255;0;0", "0;0;255"), cell("0;0;255", "0;0;255"));
        let row = read(&line).unwrap().unwrap();
        assert_eq!(
            row,
            Row { indent: 2, cells: vec![[Some(red), Some(blue)], [Some(red), Some(blue)], [Some(blue); 2]] }
        );
        let last = read("\u{1b}[38;2;255;0;0m▀\u{1b}[0m").unwrap().unwrap();
        assert_eq!(last.cells, [[Some(red), None]]);
        let paths = [(red, "M0 0h2v1H0zM0 2h1v1H0z".to_owned()), (blue, "M2 0h1v1H2zM0 1h3v1H0z".to_owned())];
        assert_eq!(runs(&[row, last]), paths);
    }

    #[test]
    fn lines_without_half_blocks_are_text_and_others_have_to_be_understood() {
        assert_eq!(read("\u{1b}[36mname\u{1b}[0m"), Ok(None));
        assert_eq!(read("▀ x"), Err("` ` is beside half blocks".to_owned()));
        assert_eq!(read("\u{1b}]8;;▀"), Err("an escape sequence that is no style".to_owned()));
    }
}
