//! Name and arguments, read when a macro closes.

use super::header::Header;
use super::parse::{Open, Parser};
use super::{Flags, Seq, Span, What, scope};
use crate::host::Arity;
use crate::js;
use crate::profile::Syntax;
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
) -> Option<Read> {
    match parser.profile.rules().syntax {
        Syntax::SillyTavern => Some(sillytavern(parser, &open.header, first_kid, inner_end)),
        Syntax::Plain => plain(parser, open, first_kid, inner_end),
        Syntax::Risu => super::risu::read(parser, open, first_kid, inner_end),
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
        let seq = scope::sequence(&mut parser.tree, parser.text, parser.profile, span, kids);
        parser.tree.args.push(seq);
        rest = rest.get(until..).unwrap_or_default();
    }
}

impl Read {
    pub(super) fn new(name: Span, what: What, args: Vec<Span>) -> Self {
        Self {
            name,
            what,
            flags: Flags::default(),
            args,
        }
    }

    /// Notes whether the arguments fit the table's entry.
    pub(super) fn fitted(mut self, behaviour: &'static Behaviour) -> Self {
        let count = self.args.len();
        self.flags.misfit = !behaviour.arity.takes(count);
        self.flags.takes_content = behaviour.form != Form::List
            && behaviour.arity.max != Arity::MANY
            && count < behaviour.arity.max as usize;
        self
    }
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
    Gaps {
        parser,
        kids: parser.loose_from(first_kid),
        from,
        end,
        done: false,
    }
}

/// Splits `[from, end)` at separators outside inner macros into at most `most` parts.
fn split(
    parser: &Parser<'_>,
    first_kid: usize,
    from: usize,
    end: usize,
    separator: &str,
    most: usize,
) -> Vec<Span> {
    let mut parts = Vec::new();
    let mut start = from;
    'gaps: for (mut at, gap_end) in gaps(parser, first_kid, from, end) {
        while let Some(hit) = parser
            .text
            .get(at..gap_end)
            .and_then(|gap| gap.find(separator))
        {
            if parts.len() + 1 >= most {
                break 'gaps;
            }
            parts.push(Span::new(start, at + hit));
            at += hit + separator.len();
            start = at;
        }
    }
    parts.push(Span::new(start, end));
    parts
}

/// Spec profile: `name`, `name:args`, `name::args`.
fn plain(parser: &Parser<'_>, open: &Open, first_kid: usize, inner_end: usize) -> Option<Read> {
    let text = parser.text;
    let from = open.header.name.map_or(open.start + 2, |(start, _)| start);
    let head_end = parser
        .loose_from(first_kid)
        .first()
        .and_then(|&id| parser.tree.node(id))
        .map(|kid| kid.span.start as usize);
    let head = text.get(from..head_end.unwrap_or(inner_end))?;
    let name_start = from + (head.len() - head.trim_start().len());
    if text.get(name_start..)?.starts_with("//") {
        let name = Span::new(name_start, name_start + 2);
        let behaviour = table::find("//", parser.profile)?;
        return Some(Read::new(
            name,
            What::Known(behaviour),
            vec![Span::new(name_start + 2, inner_end)],
        ));
    }
    let colon = head.find(':').map(|at| from + at);
    if colon.is_none() && head_end.is_some() {
        return None;
    }
    let name_end = text
        .get(name_start..colon.unwrap_or(inner_end))
        .map(|name| name_start + name.trim_end().len())?;
    let name = Span::new(name_start, name_end);
    let spelt = name.of(text);
    if spelt.is_empty()
        || !spelt
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '#' | '/' | '?' | '.' | '$'))
    {
        return None;
    }
    let behaviour = table::find(spelt, parser.profile);
    let mut flags = Flags::default();
    let args = match colon {
        None => Vec::new(),
        Some(colon) => {
            flags.double_colon = text.get(colon..inner_end)?.starts_with("::");
            let separator = if flags.double_colon { "::" } else { ":" };
            let most = match behaviour.map(|behaviour| behaviour.arity.max) {
                None => usize::MAX,
                // A lone colon is part of a list's items (`10:30`); only `::` separates them.
                Some(Arity::MANY) if flags.double_colon => usize::MAX,
                Some(Arity::MANY) => 1,
                Some(max) => usize::from(max.max(1)),
            };
            split(
                parser,
                first_kid,
                colon + separator.len(),
                inner_end,
                separator,
                most,
            )
        }
    };
    let what = behaviour.map_or(What::Unknown, What::Known);
    let mut read = Read {
        name,
        what,
        flags,
        args,
    };
    if let Some(behaviour) = behaviour {
        read = read.fitted(behaviour);
    }
    read.flags.takes_content = false;
    Some(read)
}

/// SillyTavern: `::` makes a list, `:` or whitespace one argument; whitespace around arguments is not theirs.
fn sillytavern(parser: &Parser<'_>, header: &Header, first_kid: usize, inner_end: usize) -> Read {
    let (start, end) = header.name.unwrap_or((header.end, header.end));
    let name = Span::new(start, end);
    let trim = |span: Span| trimmed(parser, first_kid, span);
    if let Some((scope, operator)) = header.shorthand {
        let rhs = vec![trim(Span::new(header.end, inner_end))];
        return Read::new(name, What::Shorthand(scope, operator), rhs);
    }
    let from = {
        let rest = parser.text.get(header.end..inner_end).unwrap_or_default();
        header.end + (rest.len() - rest.trim_start_matches(js::is_space).len())
    };
    let rest = parser.text.get(from..inner_end).unwrap_or_default();
    let mut flags = Flags {
        keep_space: header.keep_space,
        ..Flags::default()
    };
    let mut args = if let Some((start, end)) = header.utc {
        vec![Span::new(start, end)]
    } else if rest.is_empty() {
        Vec::new()
    } else if rest.starts_with("::") {
        flags.double_colon = true;
        split(parser, first_kid, from + 2, inner_end, "::", usize::MAX)
    } else {
        vec![Span::new(
            from + usize::from(rest.starts_with(':')),
            inner_end,
        )]
    };
    for arg in &mut args {
        *arg = trim(*arg);
    }
    let spelt = if header.utc.is_some() {
        "time"
    } else {
        name.of(parser.text)
    };
    let what = match table::find(spelt, parser.profile) {
        _ if header.closer => What::Closer,
        Some(behaviour) => What::Known(behaviour),
        None => What::Unknown,
    };
    let mut read = Read {
        name,
        what,
        flags,
        args,
    };
    match what {
        What::Known(behaviour) => read = read.fitted(behaviour),
        // An unknown macro may take anything, so it looks for its closing tag.
        What::Unknown => read.flags.takes_content = true,
        _ => {}
    }
    read
}

/// Cuts whitespace off both ends, but not out of inner macros.
fn trimmed(parser: &Parser<'_>, first_kid: usize, span: Span) -> Span {
    let (mut start, mut end) = (span.start as usize, span.end as usize);
    let kids = parser.loose_from(first_kid);
    let node = |id: &u32| parser.tree.node(*id).map(|node| node.span);
    let first = kids.partition_point(|id| node(id).is_some_and(|kid| kid.start < span.start));
    let last = kids.partition_point(|id| node(id).is_some_and(|kid| kid.start < span.end));
    let inside = kids.get(first..last).unwrap_or_default();
    let head_end = inside
        .first()
        .and_then(node)
        .map_or(end, |kid| kid.start as usize);
    let tail_start = inside
        .last()
        .and_then(node)
        .map_or(start, |kid| kid.end as usize);
    let head = parser.text.get(start..head_end).unwrap_or_default();
    start += head.len() - head.trim_start_matches(js::is_space).len();
    let tail = parser
        .text
        .get(tail_start.max(start)..end)
        .unwrap_or_default();
    end -= tail.len() - tail.trim_end_matches(js::is_space).len();
    Span::new(start, end)
}
