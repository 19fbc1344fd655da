//! What is put in the place of a match.

use cards_pattern::{Match, Pattern};

/// Writes a replacement as JavaScript does.
///
/// Source: ECMAScript 2025, 22.1.3.19.1, `GetSubstitution`.
pub(super) fn substitute(replace: &str, text: &str, pattern: &Pattern, found: &Match, out: &mut String) {
    let part = |number: usize| found.group(number).and_then(|(start, end)| text.get(start..end)).unwrap_or_default();
    let mut rest = replace;
    while let Some((before, behind)) = rest.split_once('$') {
        out.push_str(before);
        let mut taken = 1;
        match behind.as_bytes().first() {
            Some(b'$') => out.push('$'),
            Some(b'&') => out.push_str(part(0)),
            Some(b'`') => out.push_str(text.get(..found.start()).unwrap_or_default()),
            Some(b'\'') => out.push_str(text.get(found.end()..).unwrap_or_default()),
            Some(b'0'..=b'9') => match group_of(behind, found.group_count()) {
                Some((number, digits)) => {
                    out.push_str(part(number));
                    taken = digits;
                }
                None => {
                    out.push('$');
                    taken = 0;
                }
            },
            Some(b'<') if !pattern.names().is_empty() && behind.contains('>') => {
                let name = behind.get(1..).and_then(|name| name.split_once('>')).map_or("", |(name, _)| name);
                let number = pattern.names().iter().find(|(known, _)| known == name);
                out.push_str(number.map_or("", |&(_, number)| part(number as usize)));
                taken = name.len() + 2;
            }
            _ => {
                out.push('$');
                taken = 0;
            }
        }
        rest = behind.get(taken..).unwrap_or_default();
    }
    out.push_str(rest);
}

/// The group that digits name, and how many of them: two where there are so many groups, else one.
fn group_of(digits: &str, groups: usize) -> Option<(usize, usize)> {
    [2, 1].into_iter().find_map(|count| {
        let number = digits.get(..count).filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()))?.parse().ok()?;
        (number > 0 && number < groups).then_some((number, count))
    })
}

/// Writes what is moved: `$N` of groups that there are, all digits being one number, and `$&`; the rest stays.
pub(super) fn moved(replace: &str, text: &str, found: &Match) -> String {
    let part = |number: usize| found.group(number).and_then(|(start, end)| text.get(start..end)).unwrap_or_default();
    let mut out = String::new();
    let mut rest = replace;
    while let Some((before, behind)) = rest.split_once('$') {
        out.push_str(before);
        let digits = behind.bytes().take_while(u8::is_ascii_digit).count();
        let number = behind.get(..digits).and_then(|digits| digits.parse::<usize>().ok());
        let taken = match number {
            Some(number) if number < found.group_count() => {
                out.push_str(part(number));
                digits
            }
            _ if behind.starts_with('&') => {
                out.push_str(part(0));
                1
            }
            _ => {
                out.push('$');
                0
            }
        };
        rest = behind.get(taken..).unwrap_or_default();
    }
    out.push_str(rest);
    out
}
