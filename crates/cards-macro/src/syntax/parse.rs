//! Matching braces: a byte-level state machine with one explicit stack, linear in the text.
//!
//! States: *outside* any open macro the next `{` or `<` is searched at scan speed; *inside* one, bytes are read one by
//! one for `{{`, `}}`, `<`, `>>`. What an opener, a name and an argument are is decided by [`super::header`] and
//! [`super::args`] for the profile at hand. A macro that is never closed dissolves: its text is text, and the macros
//! inside it belong to what is around it.

use super::angle::{self, Angle};
use super::header::{self, Header};
use super::tree::Content;
use super::{Flags, Node, Span, Tree, What};
use super::{args, scope};
use crate::error::Error;
use crate::limits::Limits;
use crate::profile::{Engine, Syntax};
use crate::scan;
use crate::table::{self, Behaviour};

/// An opened macro.
pub(super) struct Open {
    pub(super) start: usize,
    pub(super) header: Header,
    /// Macros found before it that are still without a parent.
    first_kid: usize,
    angle: bool,
    /// Whether a bar among the arguments makes it text.
    broken: bool,
    /// Braces with flags or a sigil on the right side of shorthand that open nothing.
    openers: Vec<(Span, What)>,
}

impl Open {
    fn new(start: usize, header: Header, first_kid: usize, angle: bool) -> Self {
        Self { start, header, first_kid, angle, broken: false, openers: Vec::new() }
    }
}

pub(super) struct Parser<'t> {
    pub(super) text: &'t str,
    pub(super) profile: Engine,
    pub(super) tree: Tree,
    limits: &'t Limits,
    opens: Vec<Open>,
    /// How many of `opens` are in braces.
    braces: usize,
    /// Macros without a parent so far, in text order.
    loose: Vec<u32>,
    /// From here on nothing ends a name.
    no_stop: usize,
    /// Room for the arguments of the macro at hand, kept from macro to macro.
    scratch: Vec<Span>,
}

/// Parses a template.
pub(crate) fn parse(text: &str, profile: Engine, limits: &Limits) -> Result<Tree, Error> {
    let limit = limits.template_bytes.min(u32::MAX as usize - 1);
    if text.len() > limit {
        return Err(Error::TemplateTooLarge { size: text.len(), limit });
    }
    let mut parser = Parser {
        text,
        profile,
        tree: Tree::default(),
        limits,
        opens: Vec::new(),
        braces: 0,
        loose: Vec::new(),
        no_stop: usize::MAX,
        scratch: Vec::new(),
    };
    // The older engine sees no tree; its rules find their macros themselves.
    if profile.rules().syntax != Syntax::Passes {
        parser.run()?;
    }
    parser.finish()
}

/// Whether something may be read at a byte inside of a macro.
const fn is_mark(byte: u8) -> bool {
    matches!(byte, b'{' | b'}' | b'<' | b'>' | b'|')
}

impl Parser<'_> {
    fn run(&mut self) -> Result<(), Error> {
        let bytes = self.text.as_bytes();
        let syntax = self.profile.rules().syntax;
        let mut at = 0;
        loop {
            if self.opens.is_empty() {
                match scan::find2(bytes, at, b'{', b'<') {
                    Some(hit) => at = hit,
                    None => return Ok(()),
                }
            }
            let next = bytes.get(at + 1).copied();
            match bytes.get(at).copied() {
                None => return Ok(()),
                Some(b'{') if next == Some(b'{') => at = self.open(at, syntax)?,
                Some(b'}') if next == Some(b'}') && self.braces > 0 => {
                    self.close_brace(at)?;
                    at += 2;
                }
                Some(b'<') => at = self.angle(at)?,
                Some(b'|') if self.profile.rules().breaks_at_bars => at = self.bar(at),
                Some(b'>') if next == Some(b'>') && self.opens.last().is_some_and(|open| open.angle) => {
                    self.close(at, at + 2)?;
                    at += 2;
                }
                Some(_) => {
                    let behind = bytes.get(at + 1..).unwrap_or_default();
                    at += 1 + behind.iter().take_while(|byte| !is_mark(**byte)).count();
                }
            }
        }
    }

    /// Reads `{{` and gives the place to go on from.
    fn open(&mut self, at: usize, syntax: Syntax) -> Result<usize, Error> {
        // Of a run of braces the last two open, except in RisuAI, where the first two do.
        let third = self.text.as_bytes().get(at + 2) == Some(&b'{');
        if third && syntax != Syntax::Risu && !(syntax == Syntax::SillyTavern && self.braces > 0) {
            return Ok(at + 1);
        }
        if let Some(end) = self.bare(at, syntax)? {
            return Ok(end);
        }
        let header = match syntax {
            // Modules, Agnai and KoboldCpp: a name, and nothing else between the braces.
            Syntax::Exact => return Ok(at + 2),
            Syntax::SillyTavern => match header::sillytavern(self.text, at + 2, &mut self.no_stop) {
                Some(header) => header,
                None => return Ok(self.no_opener(at)),
            },
            Syntax::Plain | Syntax::Risu | Syntax::Passes => Header::at(at + 2),
        };
        let next = header.end;
        self.opens.push(Open::new(at, header, self.loose.len(), false));
        self.braces += 1;
        match header.closed {
            Some(end) => self.close(next, end).map(|()| end),
            None => Ok(next),
        }
    }

    /// SillyTavern 1.18: reads a bar and gives the place to go on from. Among arguments it begins the name of a filter, which is
    /// looked for over anything that is in between, and makes the macro text.
    fn bar(&mut self, at: usize) -> usize {
        let Some(open) = self.opens.last_mut().filter(|open| open.header.shorthand.is_none()) else { return at + 1 };
        open.broken = true;
        let before = self.text.get(..at).unwrap_or_default();
        if before.ends_with('\\') { at + 1 } else { header::behind_filter(self.text, at + 1) }
    }

    /// SillyTavern: braces that open nothing are text, which is completed on the right side of shorthand.
    fn no_opener(&mut self, at: usize) -> usize {
        if let Some(open) = self.opens.last_mut().filter(|open| open.header.shorthand.is_some()) {
            if let Some(end) = header::flags_only(self.text, at + 2) {
                open.openers.push((Span::new(at, end), What::Opener));
            } else if let Some(end) = header::nameless(self.text, at + 2) {
                open.openers.push((Span::new(at, end), What::Lost));
            }
        }
        at + 2
    }

    /// SillyTavern: reads what is directly on the right side of shorthand. De facto: 1.19.0 completes braces that open
    /// nothing (`{{/-` becomes `{{/}}-`), and runs a closing tag as it runs others.
    fn right_side(&mut self, open: &mut Open) -> Result<(), Error> {
        for &id in self.loose.get(open.first_kid..).unwrap_or_default() {
            let Some(node) = self.tree.nodes.get_mut(id as usize) else { continue };
            if matches!(node.what, What::Closer) {
                let behaviour = table::find(node.name.of(self.text), self.profile);
                node.flags.misfit = behaviour.is_some_and(|behaviour| !behaviour.arity.takes(node.args.range().len()));
                node.what = behaviour.map_or(What::Unknown, What::Known);
            }
        }
        for (span, what) in std::mem::take(&mut open.openers) {
            self.add(Node {
                span,
                open_end: span.end,
                name: Span::new(span.end as usize, span.end as usize),
                what,
                args: Span::default(),
                content: Content::default(),
                depth: 1,
                flags: Flags::default(),
            })?;
        }
        let Self { loose, tree, .. } = self;
        let kids = loose.get_mut(open.first_kid..).unwrap_or_default();
        kids.sort_by_key(|&id| tree.node(id).map(|node| node.span.start));
        Ok(())
    }

    /// Reads a known name with nothing else between its braces, which is most of what templates have, and gives the place to go on
    /// from.
    fn bare(&mut self, at: usize, syntax: Syntax) -> Result<Option<usize>, Error> {
        // RisuAI's tags and blocks have rules of their own.
        if syntax == Syntax::Risu {
            return Ok(None);
        }
        let inside = self.text.as_bytes().get(at + 2..).unwrap_or_default();
        let length = inside.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
        if length == 0 || !inside.get(length..).is_some_and(|rest| rest.starts_with(b"}}")) {
            return Ok(None);
        }
        let name = Span::new(at + 2, at + 2 + length);
        let Some(behaviour) = table::find(name.of(self.text), self.profile) else { return Ok(None) };
        let flags = args::bare(behaviour, syntax);
        let end = at + 4 + length;
        self.leaf(Span::new(at, end), name, behaviour, flags)?;
        Ok(Some(end))
    }

    fn angle(&mut self, at: usize) -> Result<usize, Error> {
        match angle::read(self.text, at, self.profile) {
            Some(Angle::Name { name_start, name_end, end }) => {
                self.name_only(Span::new(at, end), Span::new(name_start, name_end), true)?;
                Ok(end)
            }
            Some(Angle::Open { name_start, name_end }) => {
                let header = Header::named(name_start, name_end);
                self.opens.push(Open::new(at, header, self.loose.len(), true));
                Ok(name_end)
            }
            None => Ok(at + 1),
        }
    }

    /// Adds a macro that is a bare name.
    fn name_only(&mut self, span: Span, name: Span, angle: bool) -> Result<(), Error> {
        // In some profiles the table calls `bot` only what braces hold; angle brackets know three people.
        let spelt = name.of(self.text);
        let spelt = if angle && spelt.eq_ignore_ascii_case("bot") { "char" } else { spelt };
        let Some(behaviour) = table::find(spelt, self.profile) else {
            return Ok(());
        };
        self.leaf(span, name, behaviour, Flags { is_static: true, angle, ..Flags::default() })
    }

    /// Adds a macro without arguments.
    fn leaf(&mut self, span: Span, name: Span, behaviour: &'static Behaviour, flags: Flags) -> Result<(), Error> {
        self.add(Node {
            span,
            open_end: span.end,
            name,
            what: What::Known(behaviour),
            args: Span::default(),
            content: Content::default(),
            depth: 1,
            flags,
        })
    }

    /// Reads `}}`: closes the innermost macro in braces; angle brackets open inside it dissolve.
    fn close_brace(&mut self, at: usize) -> Result<(), Error> {
        while self.opens.last().is_some_and(|open| open.angle) {
            self.opens.pop();
        }
        self.close(at, at + 2)
    }

    /// Closes the innermost macro; its inside ends at `inner_end`.
    fn close(&mut self, inner_end: usize, end: usize) -> Result<(), Error> {
        let Some(mut open) = self.opens.pop() else {
            return Ok(());
        };
        self.braces -= usize::from(!open.angle);
        if open.broken {
            return Ok(());
        }
        if open.header.shorthand.is_some() {
            self.right_side(&mut open)?;
        }
        let kids = self.loose.get(open.first_kid..).unwrap_or_default();
        let depths = kids.iter().filter_map(|&id| self.tree.node(id)).map(|node| node.depth);
        let kids_depth = depths.max();
        let scratch = std::mem::take(&mut self.scratch);
        let Some(read) = args::read(self, &open, open.first_kid, inner_end, scratch) else {
            return Ok(());
        };
        let first_arg = self.tree.args.len();
        args::build(self, &read, open.first_kid);
        let args = Span::new(first_arg, self.tree.args.len());
        let is_static = self.tree.args.get(args.range()).unwrap_or_default().iter().all(|arg| arg.is_static());
        self.loose.truncate(open.first_kid);
        let (name, what, mut flags) = (read.name, read.what, read.flags);
        self.scratch = read.into_scratch();
        flags.is_static = is_static;
        flags.angle = open.angle;
        self.add(Node {
            span: Span::new(open.start, end),
            open_end: end as u32,
            name,
            what,
            args,
            content: Content::default(),
            depth: kids_depth.unwrap_or(0) + 1,
            flags,
        })
    }

    fn add(&mut self, node: Node) -> Result<(), Error> {
        if node.depth as usize > self.limits.nesting {
            return Err(Error::TooDeep { offset: node.span.start as usize, limit: self.limits.nesting });
        }
        self.loose.push(self.tree.nodes.len() as u32);
        self.tree.nodes.push(node);
        Ok(())
    }

    /// The macros without a parent from `first` on.
    pub(super) fn loose_from(&self, first: usize) -> &[u32] {
        self.loose.get(first..).unwrap_or_default()
    }

    fn finish(mut self) -> Result<Tree, Error> {
        self.tree.unclosed = self.opens.iter().map(|open| open.start as u32).collect();
        let loose = std::mem::take(&mut self.loose);
        self.tree.root =
            scope::sequence(&mut self.tree, self.text, self.profile, Span::new(0, self.text.len()), &loose);
        Ok(self.tree)
    }
}
