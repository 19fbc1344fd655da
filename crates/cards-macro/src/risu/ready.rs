//! Macros of a template that parsing has read already: known ones without inner macros, which most are.

use crate::syntax::{Node, Tree, What};
use crate::table::Behaviour;

/// The macros of a tree in the order of their ends, so that an inner one comes before what holds it.
pub(super) struct Ready<'t> {
    tree: Option<&'t Tree>,
    next: usize,
}

/// A macro that needs no reading.
pub(super) struct Simple<'t> {
    pub(super) behaviour: &'static Behaviour,
    pub(super) node: &'t Node,
    pub(super) tree: &'t Tree,
    /// What stands between its braces, or angle brackets.
    pub(super) inner: &'t str,
}

impl<'t> Ready<'t> {
    pub(super) fn new(tree: Option<&'t Tree>) -> Self {
        Self { tree, next: 0 }
    }

    /// Gives the macro that begins at a byte of the template; the bytes come in their order.
    pub(super) fn at(&mut self, template: &'t str, at: usize) -> Option<Simple<'t>> {
        let tree = self.tree?;
        let node = loop {
            let node = tree.nodes.get(self.next)?;
            if node.span.end as usize > at {
                break node;
            }
            self.next += 1;
        };
        let What::Known(behaviour) = node.what else { return None };
        if node.span.start as usize != at {
            return None;
        }
        if node.flags.angle {
            return Some(Simple { behaviour, node, tree, inner: node.name.of(template) });
        }
        let inner = template.get(at + 2..(node.span.end as usize).checked_sub(2)?)?;
        // `{#` and `#}` are braces to the engine, and not to the tree.
        (!inner.as_bytes().contains(&b'#')).then_some(Simple { behaviour, node, tree, inner })
    }
}
