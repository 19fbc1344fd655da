//! Texts as a sheet for editors: each behind a line with its place.

use std::borrow::Cow;
use std::collections::HashSet;

use cards_model::Json;

/// What is at the head of the line with the place of a text.
pub const MARK: &str = "<!-- cards: ";
/// What is at its end.
pub const END: &str = " -->";

/// Writes texts as a sheet, each with a line end of its own.
pub fn write(sections: &[(String, impl AsRef<str>)]) -> String {
    let sections = sections.iter().map(|(place, text)| {
        // A line that looks like a mark is one letter longer, and loses it on the way back.
        let escaped = |line: &str| if is_mark(line) { format!("\\{line}") } else { line.to_owned() };
        let text: Vec<_> = text.as_ref().split('\n').map(escaped).collect();
        format!("{MARK}{}{END}\n{}\n", line_of(place), text.join("\n"))
    });
    sections.collect::<Vec<_>>().join("\n")
}

/// A place as it is on a line of its own: as a text of JSON where line ends or blanks around it would be lost, since names of
/// members may hold both.
pub fn line_of(place: &str) -> Cow<'_, str> {
    let stays = !place.contains(char::is_control) && !place.starts_with('"') && place.trim() == place;
    if stays { Cow::Borrowed(place) } else { Cow::Owned(Json::from(place).to_string()) }
}

/// The place on a line that [`line_of`] made.
pub(super) fn place_of(line: &str) -> String {
    let text = line.starts_with('"').then(|| line.parse::<Json>().ok());
    text.flatten().as_ref().and_then(Json::as_str).unwrap_or(line).to_owned()
}

fn is_mark(line: &str) -> bool {
    line.trim_start_matches('\\').starts_with(MARK)
}

/// Whether a line was a mark before somebody changed its spaces or letters: it would be taken for a line of the text above.
#[must_use]
pub fn was_mark(line: &str) -> bool {
    let inside = line.trim().strip_prefix("<!--").map(str::trim_start);
    inside.and_then(|inside| inside.get(.."cards".len())).is_some_and(|word| word.eq_ignore_ascii_case("cards"))
}

/// Reads the texts of a sheet, in their order. `is_text` says whether a line that was a mark once is one of a text.
///
/// # Errors
/// What is wrong, in words: a place that is there twice, a mark that is not as it was, a text in front of the first one.
pub fn read(sheet: &str, is_text: impl Fn(&str) -> bool) -> Result<Vec<(String, String)>, String> {
    let mut seen = HashSet::new();
    let mut found: Vec<(String, Vec<&str>)> = Vec::new();
    for (number, line) in (1..).zip(sheet.lines()) {
        if let Some(written) = line.strip_prefix(MARK).and_then(|rest| rest.trim_end().strip_suffix(END)) {
            let place = place_of(written);
            if !seen.insert(place.clone()) {
                return Err(format!("line {number}: the line for `{written}` is there twice"));
            }
            found.push((place, Vec::new()));
        } else if was_mark(line) && !is_text(line) {
            return Err(format!(
                "line {number}: `{line}` is not as it was; the line in front of a text is `{MARK}PLACE{END}`"
            ));
        } else if let Some((_, lines)) = found.last_mut() {
            lines.push(if is_mark(line) { line.strip_prefix('\\').unwrap_or(line) } else { line });
        } else if !line.trim_start_matches('\u{feff}').trim().is_empty() {
            return Err(format!("line {number}: a text in front of the first line `{MARK}…{END}` belongs nowhere"));
        }
    }
    let count = found.len();
    let text = |(number, (place, mut lines)): (usize, (_, Vec<&str>))| {
        // The blank line in front of the next mark is no part of the text.
        if number < count && lines.last() == Some(&"") {
            lines.pop();
        }
        (place, lines.join("\n"))
    };
    Ok((1..).zip(found).map(text).collect())
}
