//! Which characters JavaScript takes for one another under the flag `i`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Characters of one canonical form, for each form that more than one character has.
static GROUPS: LazyLock<Vec<Vec<u32>>> = LazyLock::new(|| {
    let mut groups: BTreeMap<char, Vec<u32>> = BTreeMap::new();
    for c in ('\0'..='\u{ffff}').filter(|c| canonical(*c) != *c) {
        groups.entry(canonical(c)).or_default().push(u32::from(c));
    }
    let with_form = |(form, mut members): (char, Vec<u32>)| {
        members.push(u32::from(form));
        members.sort_unstable();
        members
    };
    groups.into_iter().map(with_form).collect()
});

/// The form under which a character is compared without the flag `u`.
///
/// Spec: ECMAScript, `Canonicalize`: upper case, unless that takes several characters, or leads from outside of ASCII
/// into it. Characters past U+FFFF are two units there, and have no case.
fn canonical(c: char) -> char {
    let mut upper = c.to_uppercase();
    match (upper.next(), upper.next()) {
        (Some(one), None) if c <= '\u{ffff}' && (c.is_ascii() || !one.is_ascii()) => one,
        _ => c,
    }
}

/// Lists the groups of characters that count as one.
pub(super) fn groups() -> &'static [Vec<u32>] {
    &GROUPS
}

/// Lists the characters that count as this one, itself among them; none when it has no case.
pub(super) fn group_of(c: char) -> Option<&'static [u32]> {
    if canonical(c) == c && c.to_lowercase().eq([c]) {
        return None;
    }
    let code = u32::from(c);
    GROUPS.iter().find(|group| group.binary_search(&code).is_ok()).map(Vec::as_slice)
}

/// Tells whether two characters count as one.
pub(super) fn same(one: char, other: char) -> bool {
    canonical(one) == canonical(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_outside_of_ascii_never_meet_letters_of_ascii() {
        assert_eq!(group_of('s'), Some(&[0x53, 0x73][..]));
        assert_eq!(group_of('ſ'), None);
        assert_eq!(group_of('\u{212a}'), None);
        assert_eq!(group_of('ß'), None);
        assert_eq!(group_of('σ'), Some(&[0x3a3, 0x3c2, 0x3c3][..]));
        assert_eq!(group_of('𐐀'), None);
    }
}
