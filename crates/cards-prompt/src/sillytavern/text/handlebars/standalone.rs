//! What tags take along of the text around them: `~`, and lines on which nothing but a block tag or a comment stands.
//!
//! De facto: Handlebars 4.7. A tag that is alone on its line goes with the blanks of the line and its end. Whether it is
//! alone is asked of the texts as written, so that what one tag took off does not hide the line from the next.

use cards_model::json::javascript::is_blank;

use super::tree::{Block, Branch, Node, Strip, Text};

/// Takes out what tags take along.
pub(super) fn strip(body: &mut [Node<'_>]) {
    walk(body, true);
}

/// What a tag asks of the texts around it.
struct Wish {
    before: bool,
    behind: bool,
    /// Whether the inside of a block leaves its first or last line free, or the tag has no inside.
    open_line: bool,
    close_line: bool,
    inline: bool,
}

fn walk(body: &mut [Node<'_>], root: bool) {
    for at in 0..body.len() {
        let Some(node) = body.get_mut(at) else { return };
        let wish = match node {
            Node::Text(_) => continue,
            Node::Value(_, strip) => wish(*strip, false),
            Node::Comment(strip) => wish(*strip, true),
            Node::Block(block) => inside(block),
        };
        let before = blank_before(body, at, root);
        let behind = blank_behind(body, Some(at), root);
        if wish.behind {
            cut_start(body.get_mut(at + 1), true);
        }
        if wish.before {
            cut_end(before_of(body, at), true);
        }
        if wish.inline && before && behind {
            cut_start(body.get_mut(at + 1), false);
            cut_end(before_of(body, at), false);
        }
        if wish.open_line && before {
            if let Some(branch) = first_branch(body, at) {
                cut_start(branch.body.first_mut(), false);
            }
            cut_end(before_of(body, at), false);
        }
        if wish.close_line && behind {
            cut_start(body.get_mut(at + 1), false);
            if let Some(branch) = last_branch(body, at) {
                cut_end(branch.body.last_mut(), false);
            }
        }
    }
}

fn wish(strip: Strip, inline: bool) -> Wish {
    Wish { before: strip.before, behind: strip.behind, open_line: false, close_line: false, inline }
}

/// Walks the branches of a block, and says what its tags ask of the texts around it.
fn inside(block: &mut Block<'_>) -> Wish {
    for branch in [&mut block.then, &mut block.otherwise].into_iter().flatten() {
        walk(&mut branch.body, false);
    }
    let Block { then, otherwise, open, between, close, .. } = block;
    let has_else = then.is_some() && otherwise.is_some();
    let (first, second) = if then.is_some() { (then, otherwise) } else { (otherwise, then) };
    let Some(first) = first else { return wish(Strip::default(), false) };
    let mut wish = Wish {
        before: open.before,
        behind: close.behind,
        open_line: blank_behind(&first.body, None, false),
        close_line: false,
        inline: false,
    };
    if open.behind {
        cut_start(first.body.first_mut(), true);
    }
    let Some(second) = second.as_mut().filter(|_| has_else) else {
        wish.close_line = blank_before(&first.body, first.body.len(), false);
        if close.before {
            cut_end(first.body.last_mut(), true);
        }
        return wish;
    };
    let mut alone = blank_before(&first.body, first.body.len(), false);
    if between.before {
        cut_end(first.body.last_mut(), true);
    }
    on_inner(second, |inner| {
        wish.close_line = blank_before(inner, inner.len(), false);
        alone &= blank_behind(inner, None, false);
        if between.behind {
            cut_start(inner.first_mut(), true);
        }
        if close.before {
            cut_end(inner.last_mut(), true);
        }
    });
    if alone {
        cut_end(first.body.last_mut(), false);
        on_inner(second, |inner| cut_start(inner.first_mut(), false));
    }
    wish
}

/// What is behind `{{else}}`; of an `{{else if}}` the first branch of its block.
fn on_inner<'t>(branch: &mut Branch<'t>, act: impl FnOnce(&mut Vec<Node<'t>>)) {
    if branch.chained
        && let Some(Node::Block(block)) = branch.body.first_mut()
        && let Some(then) = &mut block.then
    {
        return act(&mut then.body);
    }
    act(&mut branch.body);
}

/// The branch of a block that its opening tag is before.
fn first_branch<'b, 't>(body: &'b mut [Node<'t>], at: usize) -> Option<&'b mut Branch<'t>> {
    let Some(Node::Block(block)) = body.get_mut(at) else { return None };
    block.then.as_mut().or(block.otherwise.as_mut())
}

/// The branch of a block that its closing tag is behind.
fn last_branch<'b, 't>(body: &'b mut [Node<'t>], at: usize) -> Option<&'b mut Branch<'t>> {
    let Some(Node::Block(block)) = body.get_mut(at) else { return None };
    block.otherwise.as_mut().or(block.then.as_mut())
}

fn before_of<'b, 't>(body: &'b mut [Node<'t>], at: usize) -> Option<&'b mut Node<'t>> {
    body.get_mut(at.checked_sub(1)?)
}

/// Whether nothing but blanks is between the beginning of a line and the node at `at`.
fn blank_before(body: &[Node<'_>], at: usize, root: bool) -> bool {
    let node = |back: usize| at.checked_sub(back).and_then(|at| body.get(at));
    match node(1) {
        None => root,
        Some(Node::Text(text)) => {
            let tail = text.written.trim_end_matches(is_blank);
            let blanks = text.written.get(tail.len()..).unwrap_or_default();
            blanks.contains('\n') || (root && tail.is_empty() && node(2).is_none())
        }
        Some(_) => false,
    }
}

/// Whether nothing but blanks is between the node at `at` (the beginning, where there is none) and the end of a line.
fn blank_behind(body: &[Node<'_>], at: Option<usize>, root: bool) -> bool {
    let next = at.map_or(0, |at| at + 1);
    match body.get(next) {
        None => root,
        Some(Node::Text(text)) => {
            let head = text.written.trim_start_matches(is_blank);
            let blanks = text.written.get(..text.written.len() - head.len()).unwrap_or_default();
            blanks.contains('\n') || (root && head.is_empty() && body.get(next + 1).is_none())
        }
        Some(_) => false,
    }
}

/// Cuts blanks off the beginning of a text: all of them, or those of its first line with the line end.
fn cut_start(node: Option<&mut Node<'_>>, all: bool) {
    let Some(Node::Text(Text { left, cut_start, .. })) = node else { return };
    if *cut_start && !all {
        return;
    }
    let cut = if all {
        left.trim_start_matches(is_blank)
    } else {
        let line = left.trim_start_matches([' ', '\t']);
        let line = line.strip_prefix('\r').filter(|line| line.starts_with('\n')).unwrap_or(line);
        line.strip_prefix('\n').unwrap_or(line)
    };
    *cut_start = cut.len() != left.len();
    *left = cut;
}

/// Cuts blanks off the end of a text: all of them, or those of its last line.
fn cut_end(node: Option<&mut Node<'_>>, all: bool) {
    let Some(Node::Text(Text { left, cut_end, .. })) = node else { return };
    if *cut_end && !all {
        return;
    }
    let cut = if all { left.trim_end_matches(is_blank) } else { left.trim_end_matches([' ', '\t']) };
    *cut_end = cut.len() != left.len();
    *left = cut;
}
