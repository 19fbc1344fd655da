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
    /// `u`, and with it the stricter grammar; `v` has it too.
    pub unicode: bool,
    /// `v`: classes may hold classes, and take them from one another.
    pub sets: bool,
    /// `y`: a match begins where the search begins.
    pub sticky: bool,
}

impl Flags {
    /// Reads flags out of `dgimsuvy`; none may be given twice, nor `u` and `v` together. `None` where JavaScript would
    /// refuse them. `d` asks for the places of groups, which are always known here.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let mut flags = Self::default();
        let mut indices = false;
        for c in text.chars() {
            let flag = match c {
                'd' => &mut indices,
                'g' => &mut flags.global,
                'i' => &mut flags.ignore_case,
                'm' => &mut flags.multi_line,
                's' => &mut flags.dot_all,
                'u' => &mut flags.unicode,
                'v' => &mut flags.sets,
                'y' => &mut flags.sticky,
                _ => return None,
            };
            if std::mem::replace(flag, true) {
                return None;
            }
        }
        if flags.sets && flags.unicode {
            return None;
        }
        flags.unicode |= flags.sets;
        Some(flags)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_stand_once() {
        assert!(Flags::read("gimsuy").is_some());
        assert!(Flags::read("dgimsvy").is_some_and(|flags| flags.unicode));
        assert!(Flags::read("uv").is_none());
        assert!(Flags::read("ii").is_none());
        assert!(Flags::read("x").is_none());
    }
}
