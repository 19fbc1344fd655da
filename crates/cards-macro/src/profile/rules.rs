//! The choices of a profile.

/// What differs between profiles beside the rows of the macro table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    /// How openers, names and arguments are read.
    pub(crate) syntax: Syntax,
    /// Whether `<<char>>` and its kin are macros.
    pub(crate) double_angles: bool,
    /// Names that single angle brackets make macros of.
    pub(crate) angles: &'static [&'static str],
    /// Whether a nickname stands in for the name.
    pub(crate) nickname: bool,
    /// Whether names are compared without blanks, `_` and `-`.
    pub(crate) loose_names: bool,
    /// Whether names of variables are trimmed once they are rendered.
    pub(crate) trims_names: bool,
    /// Whether a list that was counted up prints without its brackets.
    pub(crate) prints_lists_bare: bool,
    /// What the number of the shown swipe prints where there are no swipes.
    pub(crate) no_swipe: &'static str,
    /// Whether a bar among the arguments makes the macro text.
    pub(crate) breaks_at_bars: bool,
    /// Whether a comment that begins with a slash closes one.
    pub(crate) slash_closes_comment: bool,
    /// Bytes that rendering may change, or read as an opener, in a text in which the tree has no macro.
    pub(crate) touches: Option<[u8; 2]>,
}

impl Rules {
    /// The choices that most have, over one syntax.
    pub(super) const fn of(syntax: Syntax, angles: &'static [&'static str]) -> Self {
        Self {
            syntax,
            double_angles: false,
            angles,
            nickname: false,
            loose_names: false,
            trims_names: false,
            prints_lists_bare: false,
            no_swipe: "",
            breaks_at_bars: false,
            slash_closes_comment: false,
            touches: None,
        }
    }
}

/// The ways in which the text between braces is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Syntax {
    /// `:` or `::` separate, arguments are kept as written.
    Plain,
    /// Flags, whitespace arguments, shorthand, scopes, recovery.
    SillyTavern,
    /// Inner macros first, then name and arguments are read from the result; `#` blocks.
    Risu,
    /// Names in braces, spelled out.
    Exact,
    /// A list of replacements over the whole text.
    Passes,
}
