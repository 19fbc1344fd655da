//! How an engine of replacements (SillyTavern's older one, Marinara's) comes to a macro: as one of them over the whole text.

use crate::host::Fact;

/// One replacement.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pass {
    /// Its place among the replacements; those of one place are looked for together. De facto: SillyTavern 1.19.0, Marinara 014be8d.
    pub(crate) step: u8,
    pub(crate) shape: Shape,
    /// The spelling, where it is not the macro's usual name.
    pub(crate) name: Option<&'static str>,
    /// It is for the macro's other names too.
    pub(crate) any_name: bool,
    /// It is there only when the host has this.
    pub(crate) needs: Option<Fact>,
}

/// What is said of a macro that none of our hosts has a value for: it comes behind the host's own macros.
pub(super) const GIVEN: &str = "Nothing, but where the host has a macro of its own with this name.";

impl Pass {
    /// The step after which the host's own macros are replaced.
    pub(crate) const EXTRAS: u8 = 47;

    pub(super) const fn at(step: u8, shape: Shape) -> Self {
        Self { step, shape, name: None, any_name: false, needs: None }
    }

    pub(super) const fn named(mut self, name: &'static str) -> Self {
        self.name = Some(name);
        self
    }

    pub(super) const fn for_any_name(mut self) -> Self {
        self.any_name = true;
        self
    }

    pub(super) const fn with(mut self, fact: Fact) -> Self {
        self.needs = Some(fact);
        self
    }
}

/// How the engine finds a macro of one name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// `<name>`.
    Angle,
    /// `{{name}}`.
    Bare,
    /// `{{name::a::b}}`: `a` without colons, `b` without braces; whether `b` may be empty.
    Pair(bool),
    /// `{{name::a}}`: `a` without closing braces.
    One,
    /// `{{name:a}}`, `{{name a}}`: one character of `: ` and then `a` without closing braces.
    Loose,
    /// `{{name:a}}`, `{{name::a}}`, a blank allowed before the colon.
    List,
    /// `{{name:a}}` within a line.
    Line(&'static str),
    /// `{{//…}}`, anything up to the first `}}`.
    Comment,
    /// `{{name  a}}`: blanks, then `a` without closing braces.
    Blanks,
    /// `{{name"a"}}` within a line.
    Quoted,
    /// `{{name+2}}`, `{{name-2}}`.
    Signed,
    /// `{{name::a::b}}` within a line.
    LinePair,
    /// `{{trim}}` with the line ends around it.
    Trim,
    /// `{{name::a}}`: `a` up to the end of these braces, whatever opens inside; behind this text.
    Balanced(&'static str),
    /// `{{name::a}}`: `a` of letters, digits, `_`, `.` and `-`; behind this text.
    Word(&'static str),
    /// `{{name::a::b}}`: `a` likewise, `b` up to the end of these braces.
    WordAnd(&'static str),
    /// `{{name:a}}`: `a` without closing braces.
    Colon,
    /// `{{name}}a{{/name}}`: `a` up to the first end.
    Around,
    /// `{{name}}` with the white space behind it.
    Eating,
    /// `{{name a}}b{{/name}}`: of the branches in `b` one stays; the other rules of the step run in between.
    Block,
}
