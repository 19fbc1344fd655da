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
    /// What is between its braces, or angle brackets.
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use crate::call::Env;
    use crate::state::State;
    use crate::trace::Trace;
    use crate::{Engine, For, Limits, MapHost, Template};

    /// What rendering comes to, with or without the tree: text or error, steps, what is unknown, fuel that is left.
    fn render(text: &str, with_tree: bool, limits: &Limits) -> String {
        let template = Template::parse(text, Engine::Risu).unwrap();
        let mut host = MapHost::new("Sam", "Alice");
        let mut env = Env {
            host: &mut host,
            profile: Engine::Risu,
            target: For::Prompt,
            limits,
            original: None,
            outlets: &BTreeMap::new(),
            engines: crate::render::ENGINES,
            state: State { fuel: limits.fuel, trace: Some(Trace::default()), ..State::default() },
        };
        let rendered = crate::risu::run(text, with_tree.then_some(&template.tree), &mut env);
        let steps = env.state.trace.map(|trace| trace.steps);
        format!("{rendered:?} {steps:?} {:?} {:?} {}", env.state.unknown, env.state.unset, env.state.fuel)
    }

    #[track_caller]
    fn check(text: &str) {
        let limits = Limits::default();
        assert_eq!(render(text, true, &limits), render(text, false, &limits), "{text:?}");
    }

    const PIECES: [&str; 34] = [
        "{{",
        "}}",
        "{",
        "}",
        "<user>",
        "<char>",
        "<BOT>",
        "<",
        ">",
        "char",
        "user",
        "{{char}}",
        "{{user}}",
        "{#if 1\n",
        "#}",
        "#",
        ":",
        "::",
        "{{#if 1}}",
        "{{#when::1}}",
        "{{#pure}}",
        "{{/}}",
        "{{:else}}",
        "{{setvar::a::1}}",
        "{{getvar::a}}",
        "{{addvar::a::2}}",
        "{{random::a}}",
        "{{// note}}",
        "{{nosuch}}",
        "{{? 1+1}}",
        "{{bkspc}}",
        "{{return::x}}",
        " word. ",
        "\n",
    ];

    proptest! {
        #[test]
        fn a_tree_changes_nothing_but_the_work(
            pieces in proptest::collection::vec(proptest::sample::select(PIECES.to_vec()), 0..24),
        ) {
            check(&pieces.concat());
        }
    }

    #[test]
    fn marks_of_the_oldest_conditions_are_read_where_they_stand() {
        for text in ["{{char#}}", "{{a{#b}}", "{{{char}}}", "{{char::{{user}}}}", "{{#pure}}{{char}}{{/}}{{char}}"] {
            check(text);
        }
    }
}
