//! RisuAI's reading of macros and blocks.

use super::args::Read;
use super::parse::{Open, Parser};
use super::{Seq, Span, Tree, scope};

/// Reads a macro; the name and arguments are found when it is rendered.
pub(super) fn read(
    parser: &Parser<'_>,
    open: &Open,
    first_kid: usize,
    inner_end: usize,
) -> Option<Read> {
    let _ = (parser, open, first_kid, inner_end);
    None
}

/// Adds a sequence; blocks become one macro with content.
pub(super) fn sequence(tree: &mut Tree, text: &str, span: Span, kids: &[u32]) -> Seq {
    let _ = text;
    scope::flat(tree, span, kids)
}
