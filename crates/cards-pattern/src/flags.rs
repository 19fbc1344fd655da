//! The flags of a pattern.

/// The flags of a JavaScript regular expression.
///
/// Source: ECMAScript 2025, 22.2.4 (the constructor) and 22.2.6 (the accessors).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Flags {
    /// `g`: every match counts, not the first alone.
    pub global: bool,
    /// `i`: letters of either case are one.
    pub ignore_case: bool,
    /// `m`: `^` and `$` stand at every line.
    pub multi_line: bool,
    /// `s`: `.` takes line ends too.
    pub dot_all: bool,
    /// `u`, and with it the stricter grammar.
    pub unicode: bool,
    /// `y`: a match begins where the search begins.
    pub sticky: bool,
}

impl Flags {
    /// Reads flags out of `gimsuy`; none may be given twice. `None` where JavaScript would refuse them, and for `d` and
    /// `v`, which say nothing about what matches or change the grammar of classes.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let mut flags = Self::default();
        for c in text.chars() {
            let flag = match c {
                'g' => &mut flags.global,
                'i' => &mut flags.ignore_case,
                'm' => &mut flags.multi_line,
                's' => &mut flags.dot_all,
                'u' => &mut flags.unicode,
                'y' => &mut flags.sticky,
                _ => return None,
            };
            if std::mem::replace(flag, true) {
                return None;
            }
        }
        Some(flags)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_stand_once() {
        assert!(Flags::read("gimsuy").is_some());
        assert!(Flags::read("ii").is_none());
        assert!(Flags::read("x").is_none());
    }
}
