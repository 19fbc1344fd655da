//! A template's macros, for reading: handles into the parsed form, with byte spans.

use std::ops::Range;

use crate::profile::Syntax;
use crate::syntax::{Node, Seq, Tree, What};
use crate::table::{self, MacroInfo, Variant};
use crate::template::Template;

/// One macro of a template.
#[derive(Clone, Copy, Debug)]
pub struct MacroRef<'a> {
    template: &'a Template<'a>,
    node: &'a Node,
}

/// A stretch of a template: text with macros in it.
#[derive(Clone, Copy, Debug)]
pub struct SeqRef<'a> {
    template: &'a Template<'a>,
    seq: Seq,
}

/// What a macro is in its template's profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// A macro of the table.
    Known,
    /// A well-formed macro that the profile does not know; it stays as text unless the host has it.
    Unknown,
    /// SillyTavern's variable shorthand (`{{.name = value}}`).
    Shorthand,
    /// A closing or dividing tag that belongs to nothing.
    Stray,
    /// RisuAI's block (`{{#if …}}…{{/if}}`).
    Block,
}

cards_words::named! {
    Kind: "kind of macro";
    Known => "known",
    Unknown => "unknown",
    Shorthand => "shorthand",
    Stray => "stray",
    Block => "block",
}

impl<'a> Template<'a> {
    /// Returns the whole template as a stretch: its top-level macros are [`SeqRef::macros`].
    #[must_use]
    pub fn root(&'a self) -> SeqRef<'a> {
        SeqRef { template: self, seq: self.tree.root }
    }

    /// Iterates over all macros at any depth, in the order in which they close.
    ///
    /// # Examples
    ///
    /// ```
    /// use cards_macro::{Profile, Template};
    ///
    /// let template = Template::parse("{{reverse:{{char}}}} <USER>", Profile::Spec)?;
    /// let names: Vec<_> = template.macros().map(|found| (found.name(), found.span())).collect();
    /// assert_eq!(names, [("char", 10..18), ("reverse", 0..20), ("USER", 21..27)]);
    /// # Ok::<(), cards_macro::Error>(())
    /// ```
    pub fn macros(&'a self) -> impl Iterator<Item = MacroRef<'a>> {
        self.tree.nodes.iter().map(move |node| MacroRef { template: self, node })
    }

    /// Returns where macros were opened and never closed, in bytes.
    pub fn unterminated(&self) -> impl Iterator<Item = usize> {
        self.tree.unclosed.iter().map(|&at| at as usize)
    }
}

impl<'a> SeqRef<'a> {
    /// Returns where the stretch stands, in bytes.
    #[must_use]
    pub fn span(self) -> Range<usize> {
        self.seq.span.range()
    }

    /// Returns the text, macros unexpanded.
    #[must_use]
    pub fn text(self) -> &'a str {
        self.seq.span.of(self.template.text())
    }

    /// Whether there is no macro in it.
    #[must_use]
    pub fn is_plain(self) -> bool {
        self.seq.is_static()
    }

    /// Iterates over the macros that are directly in it.
    pub fn macros(self) -> impl Iterator<Item = MacroRef<'a>> {
        let tree: &'a Tree = &self.template.tree;
        let template = self.template;
        tree.kids_of(self.seq).iter().filter_map(move |&id| Some(MacroRef { template, node: tree.node(id)? }))
    }
}

impl<'a> MacroRef<'a> {
    /// Returns where the macro stands, braces and closing tag included, in bytes.
    #[must_use]
    pub fn span(self) -> Range<usize> {
        self.node.span.range()
    }

    /// Returns the text of the whole macro.
    #[must_use]
    pub fn text(self) -> &'a str {
        self.node.span.of(self.template.text())
    }

    /// Returns the name as written; of the variable for shorthand. It is empty where the name is only known once inner
    /// macros have run.
    #[must_use]
    pub fn name(self) -> &'a str {
        let written = self.node.name.of(self.template.text());
        if !matches!(self.node.what, What::Late) {
            return written;
        }
        let end = self.args().next().and_then(|inner| inner.macros().next()).map_or(0, |kid| kid.span().start);
        let head = self.template.text().get(self.node.name.start as usize..end).unwrap_or_default();
        head.split_once(':').map_or("", |(name, _)| name)
    }

    /// Returns where the name stands as it is written; of the variable for shorthand.
    #[must_use]
    pub fn name_span(self) -> Range<usize> {
        self.node.name.range()
    }

    /// Returns what it is.
    #[must_use]
    pub fn kind(self) -> Kind {
        match self.node.what {
            What::Known(_) => Kind::Known,
            What::Unknown => Kind::Unknown,
            What::Late if self.variant().is_some() => Kind::Known,
            What::Late => Kind::Unknown,
            What::Shorthand(..) => Kind::Shorthand,
            What::Closer | What::Opener | What::Lost | What::Mark => Kind::Stray,
            What::Block => Kind::Block,
        }
    }

    /// Whether it is written in angle brackets.
    #[must_use]
    pub fn is_angled(self) -> bool {
        self.node.flags.angle
    }

    /// Returns the table's entry, where the profile knows the macro.
    #[must_use]
    pub fn info(self) -> Option<&'static MacroInfo> {
        let variant = self.variant()?;
        table::macro_table()
            .iter()
            .copied()
            .find(|info| info.behaviours.iter().any(|behaviour| std::ptr::eq(behaviour, variant.0)))
    }

    /// Returns what the macro does in the template's profile, where the profile knows it.
    #[must_use]
    pub fn variant(self) -> Option<Variant> {
        match self.node.what {
            What::Known(behaviour) => Some(Variant(behaviour)),
            What::Late => table::find(self.name(), self.template.profile()).map(Variant),
            _ => None,
        }
    }

    /// Whether the number of arguments fits; where it does not, the macro stays as text.
    #[must_use]
    pub fn fits(self) -> bool {
        !self.node.flags.misfit || self.node.content.is_some()
    }

    /// Iterates over the arguments between the braces. RisuAI's macros with inner macros have one: all that stands
    /// between the braces.
    pub fn args(self) -> impl Iterator<Item = SeqRef<'a>> {
        let template = self.template;
        template.tree.args_of(self.node).iter().map(move |&seq| SeqRef { template, seq })
    }

    /// Returns what is between the opening and the closing tag.
    #[must_use]
    pub fn content(self) -> Option<SeqRef<'a>> {
        self.template.tree.content_of(self.node).map(|seq| SeqRef { template: self.template, seq })
    }

    pub(crate) fn what(self) -> What {
        self.node.what
    }

    pub(crate) fn template_text(self) -> &'a str {
        self.template.text()
    }

    pub(crate) fn is_risu(self) -> bool {
        self.template.profile().rules().syntax == Syntax::Risu
    }
}
