//! RisuAI's reading of macros and blocks.
//!
//! De facto: RisuAI 904a14a. Inner macros run first and the name is read from what they leave, so only a macro without
//! inner ones can be looked up when the template is parsed.

use super::args::Read;
use super::parse::{Open, Parser};
use super::{Flags, Seq, Span, Tree, What, scope};
use crate::table;

/// Splits what is between braces into name and arguments, as byte ranges.
pub(crate) fn split(inner: &str) -> ((usize, usize), Vec<(usize, usize)>) {
    let mut args = Vec::new();
    let name = split_into(inner, |arg| args.push(arg));
    (name, args)
}

/// As [`split`]; hands the arguments over one by one.
pub(crate) fn split_into(inner: &str, mut arg: impl FnMut((usize, usize))) -> (usize, usize) {
    if inner.starts_with("? ") {
        arg((2, inner.len()));
        return (0, 1);
    }
    let Some(colon) = inner.bytes().position(|byte| byte == b':') else {
        return (0, inner.len());
    };
    let bytes = inner.as_bytes();
    let double = bytes.get(colon + 1) == Some(&b':');
    let separator = if double { 2 } else { 1 };
    let mut start = colon + separator;
    let mut at = start;
    while let Some(&byte) = bytes.get(at) {
        if byte == b':' && (!double || bytes.get(at + 1) == Some(&b':')) {
            arg((start, at));
            at += separator;
            start = at;
        } else {
            at += 1;
        }
    }
    arg((start, inner.len()));
    (0, colon)
}

/// The name of the block that a tag opens, by what is between its braces; `None` where it opens none.
///
/// De facto: RisuAI 904a14a. Tags with arguments count by how they begin (`#iffy` is an `#if`), those without count whole.
pub(crate) fn block_name(inner: &str) -> Option<&'static str> {
    const BEGINNINGS: [&str; 5] = ["if_pure", "if", "when", "each", "func"];
    const WHOLE: [&str; 5] = ["pure", "puredisplay", "pure_display", "escape", "code"];
    let rest = inner.strip_prefix('#')?;
    let begins = BEGINNINGS.into_iter().find(|name| rest.starts_with(name));
    begins.or_else(|| WHOLE.into_iter().find(|name| rest == *name))
}

/// Reads a macro.
pub(super) fn read(
    parser: &Parser<'_>,
    open: &Open,
    first_kid: usize,
    inner_end: usize,
    mut args: Vec<Span>,
) -> Option<Read> {
    let from = open.start + 2;
    let inner = parser.text.get(from..inner_end)?;
    let whole = Span::new(from, inner_end);
    let is_block = inner.starts_with(['#', '/']) || inner.starts_with(":else");
    if is_block || !parser.loose_from(first_kid).is_empty() {
        args.push(whole);
    }
    if let Some(name) = block_name(inner) {
        let name = Span::new(from + 1, from + 1 + name.len());
        let mut read = Read::new(name, What::Block, args);
        read.flags.takes_content = true;
        return Some(read);
    }
    if inner.starts_with('/') {
        return Some(Read::new(Span::new(from + 1, inner_end), What::Closer, args));
    }
    if inner.starts_with(":else") {
        return Some(Read::new(Span::new(from, inner_end), What::Mark, args));
    }
    if !parser.loose_from(first_kid).is_empty() {
        return Some(Read::new(whole, What::Late, args));
    }
    args.clear();
    let (start, end) = split_into(inner, |(start, end)| args.push(Span::new(from + start, from + end)));
    let name = Span::new(from + start, from + end);
    let what = table::find(name.of(parser.text), parser.profile).map_or(What::Unknown, What::Known);
    let mut read = Read::new(name, what, args);
    read.flags = Flags { double_colon: inner.contains("::"), ..Flags::default() };
    Some(read)
}

/// Adds a sequence; a closing tag ends the innermost open block, whatever its name.
pub(super) fn sequence(tree: &mut Tree, span: Span, kids: &[u32]) -> Seq {
    let is_block = |tree: &Tree, id: u32| tree.node(id).is_some_and(|node| matches!(node.what, What::Block));
    if !kids.iter().any(|&id| is_block(tree, id)) {
        return scope::flat(tree, span, kids);
    }
    let mut pairs = vec![None; kids.len()];
    let mut open = Vec::new();
    for (index, &id) in kids.iter().enumerate() {
        match tree.node(id).map(|node| node.what) {
            Some(What::Block) => {
                open.push(index);
                // A block that is never closed reaches to the end.
                if let Some(slot) = pairs.get_mut(index) {
                    *slot = Some(kids.len());
                }
            }
            Some(What::Closer) => {
                if let Some(slot) = open.pop().and_then(|opener: usize| pairs.get_mut(opener)) {
                    *slot = Some(index);
                }
            }
            _ => {}
        }
    }
    scope::nest(tree, span, kids, &pairs)
}
