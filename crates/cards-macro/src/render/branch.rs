//! Macros whose arguments are not all rendered: conditions and shorthand.

use super::otherwise::{self, Branch};
use super::{Machine, Stage, render};
use crate::call::Flow;
use crate::error::Error;
use crate::finish;
use crate::prng;
use crate::profile::Syntax;
use crate::scope_text;
use crate::shorthand;
use crate::syntax::{self, Node, Operator, Seq, What};
use crate::vars::Scope;

impl Machine<'_, '_, '_> {
    pub(super) fn enter_if(&mut self, id: u32, node: &Node) -> Result<(), Error> {
        let args = self.tree.args_of(node);
        let fits = match self.tree.content_of(node) {
            Some(_) => args.len() == 1,
            None => args.len() == 2,
        };
        let Some((&condition, true)) = args.first().map(|arg| (arg, fits)) else {
            // Without a condition or a branch the tag is text, and nothing in it runs.
            return self.leaf(node);
        };
        let mut frame = self.frame(Some(id), Stage::Condition, condition);
        if let Some(skip) = condition_inverted(self.text, condition) {
            frame.cursor = skip;
        }
        frame.skipped += self.units(node.span.start as usize..frame.cursor)?;
        self.frames.push(frame);
        Ok(())
    }

    /// The condition is rendered: goes on with the branch that it chooses, if any.
    pub(super) fn choose(&mut self, id: u32, node: &Node) -> Result<(), Error> {
        let _ = id;
        let Some(&frame) = self.frames.last() else {
            return Ok(());
        };
        let args = self.tree.args_of(node);
        let inverted = args.first().is_some_and(|&arg| condition_inverted(self.text, arg).is_some());
        let condition = self.work.get(frame.begin..).unwrap_or_default().to_owned();
        self.work.truncate(frame.begin);
        // A condition is a run of its own, so what ends a run happens to it.
        let condition = finish::finish(condition, self.env)?;
        let mut value = std::mem::take(&mut self.result);
        value.clear();
        shorthand::condition(&condition, self.env, self.text, self.has_extras, node.span.start as usize, &mut value)?;
        let holds = shorthand::is_false(&value) == inverted;
        self.result = value;
        let whole = match self.tree.content_of(node) {
            Some(content) => content,
            None => args.get(1).copied().unwrap_or_default(),
        };
        let outer = self.frames.iter().rev().nth(1).map_or(0, |outer| outer.skipped);
        let begins = node.span.start as usize;
        let (tree, text) = (self.tree, self.text);
        let elses = self.elses.get_or_insert_with(|| otherwise::elses(tree, text));
        let branch = if otherwise::may_part(elses, whole) {
            self.env.burn(whole.span.range().len(), begins)?;
            otherwise::chosen(tree, text, whole, holds)
        } else if holds {
            Branch::Part(whole)
        } else {
            Branch::None
        };
        match branch {
            Branch::None => self.leave(node, frame, "", Flow::Done),
            Branch::Part(part) => {
                let skipped = outer + self.units(begins..part.span.start as usize)?;
                self.go_on(Stage::Branch, part);
                if let Some(frame) = self.frames.last_mut() {
                    frame.skipped = skipped;
                }
                Ok(())
            }
            Branch::Text(range) => {
                let base = self.env.state.base + self.units(0..begins)?.saturating_sub(outer);
                let text: &str = self.text.get(range).unwrap_or_default();
                let ended = self.again(text, base, begins)?;
                let text = if node.flags.keep_space { ended } else { scope_text::settle(&ended) };
                self.leave(node, frame, &text, Flow::Done)
            }
        }
    }

    /// Reads a part of the template anew and renders it, as the client does with every branch; needed where tags that
    /// belong together in the whole are parted.
    fn again(&mut self, text: &str, base: usize, at: usize) -> Result<String, Error> {
        let limit = self.env.limits.calls;
        if self.env.state.calls >= limit {
            return Err(Error::TooManyCalls { offset: at, limit });
        }
        self.env.burn(text.len().saturating_add(64).saturating_mul(16), at)?;
        let tree = syntax::parse(text, self.env.profile, self.env.limits)?;
        // Picks depend on the whole template.
        self.env.state.template_hash.get_or_insert_with(|| prng::cyrb53(self.text));
        let outer = std::mem::replace(&mut self.env.state.base, base);
        self.env.state.calls += 1;
        let rendered = self.env.inside(|env| render(text, &tree, env));
        self.env.state.calls -= 1;
        self.env.state.base = outer;
        rendered
    }

    /// The length of a piece of the template as the client counts places.
    fn units(&mut self, range: std::ops::Range<usize>) -> Result<usize, Error> {
        if self.env.profile.rules().syntax != Syntax::SillyTavern {
            return Ok(0);
        }
        self.env.burn(range.len(), range.start)?;
        Ok(syntax::units(self.text.get(range).unwrap_or_default()))
    }

    pub(super) fn branch_done(&mut self, node: &Node, (start, end): (usize, usize)) -> Result<(), Error> {
        let Some(&frame) = self.frames.last() else {
            return Ok(());
        };
        let raw = self.work.get(start..end).unwrap_or_default().to_owned();
        // A branch is a run of its own, so what ends a run happens to it before the space around it goes.
        let ended = finish::finish(raw, self.env)?;
        let text = if node.flags.keep_space { ended } else { scope_text::settle(&ended) };
        self.leave(node, frame, &text, Flow::Done)
    }

    pub(super) fn enter_shorthand(
        &mut self,
        id: u32,
        node: &Node,
        scope: Scope,
        operator: Operator,
    ) -> Result<(), Error> {
        let rhs = self.tree.args_of(node).first().copied().unwrap_or_default();
        let name = node.name.of(self.text);
        let needed = shorthand::needs_right_side(self.env, scope, name, operator);
        // The client looks at the left side first.
        self.lefts.push(shorthand::left_side(self.env, scope, name, operator));
        let frame = self.frame(Some(id), Stage::RightSide, rhs);
        self.frames.push(frame);
        if needed { Ok(()) } else { self.shorthand_done(node, None) }
    }

    pub(super) fn shorthand_done(&mut self, node: &Node, rhs: Option<(usize, usize)>) -> Result<(), Error> {
        let (Some(&frame), What::Shorthand(scope, operator)) = (self.frames.last(), node.what) else {
            return Ok(());
        };
        let rhs = rhs.map(|(start, end)| crate::js::trim(self.work.get(start..end).unwrap_or_default()).to_owned());
        let left = self.lefts.pop().unwrap_or_default();
        let mut result = std::mem::take(&mut self.result);
        result.clear();
        let name = node.name.of(self.text);
        shorthand::apply(self.env, scope, name, operator, (&left, rhs.as_deref()), &mut result)?;
        self.leave(node, frame, &result, Flow::Done)?;
        self.result = result;
        Ok(())
    }
}

/// Where the text behind a leading `!` of a condition begins.
fn condition_inverted(text: &str, condition: Seq) -> Option<usize> {
    let rest = condition.span.of(text).strip_prefix('!')?;
    let rest = rest.trim_start_matches(crate::js::is_space);
    Some(condition.span.end as usize - rest.len())
}
