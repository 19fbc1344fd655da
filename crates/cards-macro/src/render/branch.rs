//! Macros whose arguments are not all rendered: conditions and shorthand.

use super::{Machine, Stage};
use crate::call::Flow;
use crate::error::Error;
use crate::finish;
use crate::scope_text;
use crate::shorthand;
use crate::syntax::{Node, Operator, Seq, What};
use crate::table::Form;
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
            return self.enter_raw(id, node);
        };
        let mut frame = self.frame(Some(id), Stage::Condition, condition);
        if let Some(skip) = condition_inverted(self.text, condition) {
            frame.cursor = skip;
        }
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
        match self.branch(whole, holds) {
            Some(branch) => self.go_on(Stage::Branch, branch),
            None => return self.leave(node, frame, "", Flow::Done),
        }
        Ok(())
    }

    /// The part of an `if`'s content before or behind its first `{{else}}`.
    fn branch(&self, whole: Seq, holds: bool) -> Option<Seq> {
        let is_else = |&id: &u32| {
            self.tree.node(id).is_some_and(|node| {
                matches!(node.what, What::Known(behaviour) if behaviour.form == Form::Else)
                    && node.name.of(self.text) == "else"
            })
        };
        self.divided(whole, holds, self.tree.kids_of(whole).iter().position(is_else))
    }

    /// The part of a sequence before or behind one of its macros.
    fn divided(&self, whole: Seq, first: bool, at: Option<usize>) -> Option<Seq> {
        let Some(at) = at else {
            return first.then_some(whole);
        };
        let split = self.tree.kids_of(whole).get(at).and_then(|&id| self.tree.node(id)).map(|node| node.span)?;
        let middle = whole.kids.start + at as u32;
        let mut part = whole;
        if first {
            part.span.end = split.start;
            part.kids.end = middle;
        } else {
            part.span.start = split.end;
            part.kids.start = middle + 1;
        }
        Some(part)
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
        let needed = shorthand::needs_right_side(self.env, scope, node.name.of(self.text), operator);
        let frame = self.frame(Some(id), Stage::RightSide, rhs);
        self.frames.push(frame);
        if needed { Ok(()) } else { self.shorthand_done(node, None) }
    }

    pub(super) fn shorthand_done(&mut self, node: &Node, rhs: Option<(usize, usize)>) -> Result<(), Error> {
        let (Some(&frame), What::Shorthand(scope, operator)) = (self.frames.last(), node.what) else {
            return Ok(());
        };
        let rhs = rhs.and_then(|(start, end)| self.work.get(start..end)).unwrap_or_default().to_owned();
        let mut result = std::mem::take(&mut self.result);
        result.clear();
        let name = node.name.of(self.text);
        shorthand::apply(self.env, scope, name, operator, crate::js::trim(&rhs), &mut result)?;
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
