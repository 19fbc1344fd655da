//! Name and arguments, read when a macro closes.

use super::header::Header;
use super::parse::{Open, Parser};
use super::{Flags, Span, What, scope};
use crate::host::Arity;
use crate::js;
use crate::profile::Syntax;
use crate::scan;
use crate::table::{self, Behaviour, Form};

/// What a macro is, before it becomes a node.
pub(super) struct Read {
    pub(super) name: Span,
    pub(super) what: What,
    pub(super) flags: Flags,
    /// Where the arguments stand.
    args: Vec<Span>,
}

/// Reads a macro whose inside ends at `inner_end`; `None` dissolves it.
pub(super) fn read(
    parser: &Parser<'_>,
    open: &Open,
    first_kid: usize,
    inner_end: usize,
    mut scratch: Vec<Span>,
) -> Option<Read> {
    scratch.clear();
    match parser.profile.rules().syntax {
        Syntax::SillyTavern => Some(sillytavern(parser, &open.header, first_kid, inner_end, scratch)),
        Syntax::Plain => plain(parser, open, first_kid, inner_end, scratch),
        Syntax::Risu => super::risu::read(parser, open, first_kid, inner_end, scratch),
        Syntax::Exact | Syntax::Passes => None,
    }
}

/// Adds the arguments to the tree, with the inner macros that each holds.
pub(super) fn build(parser: &mut Parser<'_>, read: &Read, first_kid: usize) {
    let loose = parser.loose_from(first_kid).to_vec();
    let mut rest = loose.as_slice();
    for &span in &read.args {
        let start_of = |id: &u32| parser.tree.node(*id).map_or(0, |node| node.span.start);
        let before = rest.partition_point(|id| start_of(id) < span.start);
        let until = rest.partition_point(|id| start_of(id) < span.end);
        let kids = rest.get(before..until).unwrap_or_default();
        let seq = match read.what {
            // De facto: SillyTavern 1.19.0: tags do not pair in what a shorthand is set to or compared with.
            What::Shorthand(..) => scope::flat(&mut parser.tree, span, kids),
            _ => scope::sequence(&mut parser.tree, parser.text, parser.profile, span, kids),
        };
        parser.tree.args.push(seq);
        rest = rest.get(until..).unwrap_or_default();
    }
}

impl Read {
    pub(super) fn new(name: Span, what: What, args: Vec<Span>) -> Self {
        Self { name, what, flags: Flags::default(), args }
    }

    /// Gives the room of the arguments back.
    pub(super) fn into_scratch(self) -> Vec<Span> {
        self.args
    }

    /// Notes whether the arguments fit the table's entry.
    pub(super) fn fitted(mut self, behaviour: &'static Behaviour) -> Self {
        self.flags.fit(behaviour, self.args.len());
        self
    }
}

impl Flags {
    /// Notes whether so many arguments fit the table's entry.
    fn fit(&mut self, behaviour: &Behaviour, count: usize) {
        self.misfit = !behaviour.arity.takes(count);
        self.takes_content = match behaviour.form {
            Form::List => false,
            Form::Loose => count == 0,
            _ => behaviour.arity.max != Arity::MANY && behaviour.arity.takes(count + 1),
        };
    }
}

/// The facts about a macro of the table that has no arguments.
pub(super) fn bare(behaviour: &Behaviour, syntax: Syntax) -> Flags {
    let mut flags = Flags { is_static: true, ..Flags::default() };
    // Who reads names alone has no counts either.
    if matches!(syntax, Syntax::SillyTavern | Syntax::Plain) {
        flags.fit(behaviour, 0);
        // An `if` without a condition has no branch.
        flags.takes_content &= syntax == Syntax::SillyTavern && behaviour.form != Form::If;
    }
    flags
}

/// The parts of `[from, end)` that are not inside an inner macro.
struct Gaps<'a> {
    parser: &'a Parser<'a>,
    kids: &'a [u32],
    from: usize,
    end: usize,
    done: bool,
}

impl Iterator for Gaps<'_> {
    type Item = (usize, usize);

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let kid = self.kids.first().and_then(|&id| self.parser.tree.node(id));
        let gap = match kid {
            Some(kid) => {
                let gap = (self.from, kid.span.start as usize);
                self.from = kid.span.end as usize;
                self.kids = self.kids.get(1..).unwrap_or_default();
                gap
            }
            None => {
                self.done = true;
                (self.from, self.end)
            }
        };
        Some(gap)
    }
}

fn gaps<'a>(parser: &'a Parser<'a>, first_kid: usize, from: usize, end: usize) -> Gaps<'a> {
    Gaps { parser, kids: parser.loose_from(first_kid), from, end, done: false }
}

/// Splits `[from, end)` at separators outside inner macros into at most `most` parts.
fn split(
    parser: &Parser<'_>,
    first_kid: usize,
    (from, end): (usize, usize),
    separator: &str,
    most: usize,
    parts: &mut Vec<Span>,
) {
    let mut start = from;
    'gaps: for (mut at, gap_end) in gaps(parser, first_kid, from, end) {
        while let Some(hit) = find(parser.text, at, gap_end, separator) {
            if parts.len() + 1 >= most {
                break 'gaps;
            }
            parts.push(Span::new(start, hit));
            at = hit + separator.len();
            start = at;
        }
    }
    parts.push(Span::new(start, end));
}

/// Finds `:` or `::` in a stretch.
fn find(text: &str, from: usize, end: usize, separator: &str) -> Option<usize> {
    let bytes = text.as_bytes().get(..end)?;
    let mut at = from;
    loop {
        let hit = scan::find2(bytes, at, b':', b':')?;
        if separator.len() == 1 || bytes.get(hit + 1) == Some(&b':') {
            return Some(hit);
        }
        at = hit + 1;
    }
}

/// Spec profile: `name`, `name:args`, `name::args`.
fn plain(parser: &Parser<'_>, open: &Open, first_kid: usize, inner_end: usize, mut args: Vec<Span>) -> Option<Read> {
    let text = parser.text;
    let from = open.header.name.map_or(open.start + 2, |(start, _)| start);
    let first = parser.loose_from(first_kid).first().and_then(|&id| parser.tree.node(id));
    let head_end = first.map_or(inner_end, |kid| kid.span.start as usize);
    let head = text.get(from..head_end)?;
    let name_start = from + (head.len() - head.trim_start().len());
    if head.get(name_start - from..)?.starts_with("//") {
        let name = Span::new(name_start, name_start + 2);
        args.push(Span::new(name_start + 2, inner_end));
        return Some(Read::new(name, What::Known(table::find("//", parser.profile)?), args));
    }
    let colon = head.bytes().position(|byte| byte == b':').map(|at| from + at);
    if colon.is_none() && first.is_some() {
        return None;
    }
    let spelt = text.get(name_start..colon.unwrap_or(inner_end))?.trim_end();
    let name = Span::new(name_start, name_start + spelt.len());
    let behaviour = table::find(spelt, parser.profile);
    if behaviour.is_none() && !could_be_name(spelt) {
        return None;
    }
    let mut flags = Flags::default();
    if let Some(colon) = colon {
        flags.double_colon = text.get(colon..inner_end)?.starts_with("::");
        let separator = if flags.double_colon { "::" } else { ":" };
        let most = match behaviour.map(|behaviour| behaviour.arity.max) {
            None => usize::MAX,
            // A lone colon is part of a list's items (`10:30`); only `::` separates them.
            Some(Arity::MANY) if flags.double_colon => usize::MAX,
            Some(Arity::MANY) => 1,
            Some(max) => usize::from(max.max(1)),
        };
        split(parser, first_kid, (colon + separator.len(), inner_end), separator, most, &mut args);
    }
    let what = behaviour.map_or(What::Unknown, What::Known);
    let mut read = Read { name, what, flags, args };
    if let Some(behaviour) = behaviour {
        read = read.fitted(behaviour);
    }
    read.flags.takes_content = false;
    Some(read)
}

/// Whether an unknown name is worth calling one; anything else between braces is text.
fn could_be_name(spelt: &str) -> bool {
    let fits = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '#' | '/' | '?' | '.' | '$');
    !spelt.is_empty() && spelt.chars().all(fits)
}

/// SillyTavern: `::` makes a list, `:` or whitespace one argument; whitespace around arguments is not theirs.
fn sillytavern(parser: &Parser<'_>, header: &Header, first_kid: usize, inner_end: usize, mut args: Vec<Span>) -> Read {
    let (start, end) = header.name.unwrap_or((header.end, header.end));
    let name = Span::new(start, end);
    let trim = |span: Span| trimmed(parser.text, span);
    if let Some((scope, operator)) = header.shorthand {
        args.push(trim(Span::new(header.end, inner_end)));
        return Read::new(name, What::Shorthand(scope, operator), args);
    }
    let rest = parser.text.get(header.end..inner_end).unwrap_or_default();
    let from = header.end + (rest.len() - rest.trim_start_matches(js::is_space).len());
    let rest = parser.text.get(from..inner_end).unwrap_or_default();
    let mut flags = Flags { keep_space: header.keep_space, ..Flags::default() };
    if let Some((start, end)) = header.utc {
        args.push(Span::new(start, end));
    } else if rest.starts_with("::") {
        flags.double_colon = true;
        split(parser, first_kid, (from + 2, inner_end), "::", usize::MAX, &mut args);
    } else if !rest.is_empty() {
        args.push(Span::new(from + usize::from(rest.starts_with(':')), inner_end));
    }
    for arg in &mut args {
        *arg = trim(*arg);
    }
    // De facto: SillyTavern 1.19.0: a comment that begins with a slash, inner macros apart, closes one.
    let first = args.first().map(|arg| (arg.start as usize, arg.end as usize));
    let closes_comment = parser.profile.rules().slash_closes_comment
        && name.of(parser.text) == "//"
        && first.is_some_and(|(start, end)| {
            let texts = gaps(parser, first_kid, start, end).filter_map(|(from, to)| parser.text.get(from..to));
            texts.flat_map(str::chars).find(|c| !js::is_space(*c)) == Some('/')
        });
    let spelt = if header.utc.is_some() { "time" } else { name.of(parser.text) };
    let what = match table::find(spelt, parser.profile) {
        _ if header.closer || closes_comment => What::Closer,
        Some(behaviour) => What::Known(behaviour),
        None => What::Unknown,
    };
    let mut read = Read { name, what, flags, args };
    match what {
        What::Known(behaviour) => {
            read = read.fitted(behaviour);
            // Content is a branch, and a branch needs a condition before it.
            read.flags.takes_content &= behaviour.form != Form::If || read.args.len() == 1;
        }
        // An unknown macro may take anything, so it looks for its closing tag.
        What::Unknown => read.flags.takes_content = true,
        _ => {}
    }
    read
}

/// Cuts whitespace off both ends; inner macros begin and end with brackets and marks, which are none.
fn trimmed(text: &str, span: Span) -> Span {
    let (inside, end) = (span.of(text), span.end as usize);
    let start = end - inside.trim_start_matches(js::is_space).len();
    Span::new(start, start + js::trim(inside).len())
}
