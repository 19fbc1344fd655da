//! Cells of CSV (RFC 4180) that no spreadsheet takes for a formula.

/// What a cell begins with that spreadsheets read as a formula, as OWASP lists it for "CSV injection".
const FORMULA: [char; 10] = ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'];

/// Writes a text as a cell: in quotes where it needs them, and with an apostrophe in front of what a spreadsheet would take for a
/// formula. [`text_of`] gives the text back.
///
/// ```
/// use cards_words::csv;
///
/// assert_eq!(csv::cell("sea, storm"), "\"sea, storm\"");
/// assert_eq!(csv::cell("=1+2"), "'=1+2");
/// assert_eq!(csv::text_of("'=1+2"), "=1+2");
/// assert_eq!(csv::text_of("'tis"), "'tis");
/// ```
#[must_use]
pub fn cell(text: &str) -> String {
    let guard = if is_formula(text) { "'" } else { "" };
    if text.contains(['"', ',', ';', '\n', '\r']) || text.trim() != text {
        format!("\"{guard}{}\"", text.replace('"', "\"\""))
    } else {
        format!("{guard}{text}")
    }
}

/// Gives the text of a cell, whose quotes are taken off already.
#[must_use]
pub fn text_of(cell: &str) -> &str {
    cell.strip_prefix('\'').filter(|rest| is_formula(rest)).unwrap_or(cell)
}

/// Apostrophes in front are passed over, so that a text that has one keeps it.
fn is_formula(text: &str) -> bool {
    text.trim_start_matches('\'').starts_with(FORMULA)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All texts of up to four of these letters.
    fn texts() -> Vec<String> {
        let mut texts = vec![String::new()];
        for from in 0.. {
            let Some(text) = texts.get(from).cloned() else { break };
            if text.chars().count() < 4 {
                texts.extend(['\'', '=', '-', '\t', '"', ',', 'a'].map(|letter| format!("{text}{letter}")));
            }
        }
        texts
    }

    #[test]
    fn every_text_comes_back_and_none_is_a_formula() {
        for text in texts() {
            let cell = cell(&text);
            let quoted = cell.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
            let bare = quoted.map_or(cell.clone(), |cell| cell.replace("\"\"", "\""));
            assert!(!bare.starts_with(FORMULA), "{text:?} is {bare:?}");
            assert_eq!(text_of(&bare), text);
        }
    }
}
