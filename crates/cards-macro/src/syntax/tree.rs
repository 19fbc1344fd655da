//! The compiled form of a template: flat arenas, so that neither building nor dropping it recurses.

use crate::table::Behaviour;
use crate::vars::Scope;

/// A half-open byte range of the template; templates are smaller than 4 GiB.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) start: u32,
    pub(crate) end: u32,
}

impl Span {
    pub(crate) fn new(start: usize, end: usize) -> Self {
        // Parsing refuses longer templates before the first span is made.
        Self { start: start as u32, end: end.max(start) as u32 }
    }

    pub(crate) fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }

    pub(crate) fn of(self, text: &str) -> &str {
        text.get(self.range()).unwrap_or_default()
    }
}

/// Text with macros in it: the text is what the span holds between the kids.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Seq {
    pub(crate) span: Span,
    /// Range in [`Tree::kids`].
    pub(crate) kids: Span,
}

impl Seq {
    pub(crate) fn is_static(self) -> bool {
        self.kids.start == self.kids.end
    }
}

/// What a macro turned out to be.
#[derive(Clone, Copy, Debug)]
pub(crate) enum What {
    /// An entry of the macro table.
    Known(&'static Behaviour),
    /// A well-formed macro that the profile does not know.
    Unknown,
    /// SillyTavern's variable shorthand; `args` holds the right side, if any.
    Shorthand(Scope, Operator),
    /// A closing tag of SillyTavern that closes nothing, or has not yet been matched.
    Closer,
    /// SillyTavern: braces on the right side of shorthand that open nothing, with their flags.
    Opener,
    /// SillyTavern: braces and a sigil on the right side of shorthand, without a name; they are lost.
    Lost,
    /// RisuAI: name and arguments are read once the inner macros have run.
    Late,
    /// RisuAI's `{{#name …}}…{{/name}}`; `content` is the body.
    Block,
    /// RisuAI's `{{:else}}`.
    Mark,
}

/// An operator of the variable shorthand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
    Read,
    Increment,
    Decrement,
    Set,
    Add,
    Subtract,
    OrElse,
    IfMissing,
    OrElseSet,
    IfMissingSet,
    Equal,
    NotEqual,
    Greater,
    GreaterOrEqual,
    Less,
    LessOrEqual,
}

/// One macro.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    /// From the first brace to behind the last; with a scope, to the end of the closing tag.
    pub(crate) span: Span,
    /// End of the opening tag.
    pub(crate) open_end: u32,
    pub(crate) name: Span,
    pub(crate) what: What,
    /// Range in [`Tree::args`].
    pub(crate) args: Span,
    /// What is between opening and closing tag.
    pub(crate) content: Content,
    pub(crate) depth: u32,
    pub(crate) flags: Flags,
}

/// Which of [`Tree::contents`] belongs to a node, if any. Most nodes have none, and the tree is walked more often than
/// built, so a node stays within one cache line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Content(u32);

impl Content {
    pub(crate) fn is_some(self) -> bool {
        self.0 != 0
    }

    pub(crate) fn is_none(self) -> bool {
        self.0 == 0
    }
}

/// Facts about a node that rendering asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Flags {
    /// All arguments are plain text.
    pub(crate) is_static: bool,
    /// The number of arguments does not fit; the macro stays as text.
    pub(crate) misfit: bool,
    /// The opening tag stays as it is written, and nothing in it runs.
    pub(crate) text: bool,
    /// The content may become the last argument.
    pub(crate) takes_content: bool,
    /// `#`: content keeps its whitespace.
    pub(crate) keep_space: bool,
    /// Written in angle brackets.
    pub(crate) angle: bool,
    /// The arguments are separated by `::`.
    pub(crate) double_colon: bool,
    /// The block has no closing tag.
    pub(crate) unclosed: bool,
}

/// A parsed template.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    pub(crate) nodes: Vec<Node>,
    pub(crate) args: Vec<Seq>,
    pub(crate) kids: Vec<u32>,
    contents: Vec<Seq>,
    pub(crate) root: Seq,
    /// Where `{{` were opened and never closed.
    pub(crate) unclosed: Vec<u32>,
}

impl Tree {
    pub(crate) fn node(&self, id: u32) -> Option<&Node> {
        self.nodes.get(id as usize)
    }

    pub(crate) fn kids_of(&self, seq: Seq) -> &[u32] {
        self.kids.get(seq.kids.range()).unwrap_or_default()
    }

    /// What is between a node's tags.
    pub(crate) fn content_of(&self, node: &Node) -> Option<Seq> {
        self.contents.get((node.content.0 as usize).checked_sub(1)?).copied()
    }

    /// Adds content to a node, or replaces what it has.
    pub(crate) fn set_content(&mut self, id: u32, seq: Seq) {
        let Some(node) = self.nodes.get_mut(id as usize) else {
            return;
        };
        match (node.content.0 as usize).checked_sub(1).and_then(|at| self.contents.get_mut(at)) {
            Some(slot) => *slot = seq,
            None => {
                self.contents.push(seq);
                node.content = Content(self.contents.len() as u32);
            }
        }
    }

    pub(crate) fn args_of(&self, node: &Node) -> &[Seq] {
        self.args.get(node.args.range()).unwrap_or_default()
    }
}
