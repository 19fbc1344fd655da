//! Rendering a tree: one loop over an explicit stack of frames.
//!
//! The outermost sequence writes to `out`. Arguments are written to the end of `work`, read from there by the macro's
//! function, and cut off again; a macro's result goes to where its parent writes.

mod branch;
mod field;
mod otherwise;

use std::borrow::Cow;

use crate::call::{ArgSpans, Args, Call, Engines, Env, Flow};
use crate::error::Error;
use crate::finish;
use crate::passes;
use crate::profile::Syntax;
use crate::risu;
use crate::scope_text;
use crate::syntax::{self, Node, Seq, Tree, What};
use crate::table::{Behaviour, Form};
use crate::trace::Note;

/// A macro whose arguments or content are being rendered, or the whole template.
#[derive(Clone, Copy, Debug)]
struct Frame {
    /// The macro; `None` for the whole template.
    node: Option<u32>,
    stage: Stage,
    /// The sequence being rendered: the kids still to come and the text position.
    kid: u32,
    kid_end: u32,
    cursor: usize,
    end: usize,
    /// Where this sequence's text begins in `work`.
    begin: usize,
    /// What to cut `work` and `ranges` to when the macro is done.
    work_base: usize,
    range_base: usize,
    /// Length of the parent's buffer when the macro began, for the account.
    changes: usize,
    /// What the places of macros inside do not count, in UTF-16 units. De facto: SillyTavern 1.19.0 takes the beginning of an
    /// `if` for that of its condition and of its branches.
    skipped: usize,
}

/// What a frame is busy with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// The whole template.
    Root,
    /// The argument of this index.
    Arg(u32),
    /// The content between the tags.
    Content,
    /// The condition of an `if`.
    Condition,
    /// The chosen branch of an `if`.
    Branch,
    /// The right side of a shorthand operator.
    RightSide,
}

pub(crate) struct Machine<'t, 'e, 'h> {
    text: &'t str,
    tree: &'t Tree,
    env: &'e mut Env<'h>,
    out: String,
    work: String,
    /// Spans of the rendered arguments in `work`.
    ranges: Vec<(usize, usize)>,
    frames: Vec<Frame>,
    /// Where functions write before their result moves to the parent.
    result: String,
    /// What the left sides of open comparisons were when these began, the innermost last.
    lefts: Vec<String>,
    /// Where macros of the name `else` begin, once an `if` asked.
    elses: Option<Vec<u32>>,
    has_extras: bool,
}

/// What macros have texts rendered by.
pub(crate) const ENGINES: Engines = Engines { field: field::field, nested: risu::nested, again: passes::again };

/// Renders a template, post-processing included where the profile has it.
pub(crate) fn render(text: &str, tree: &Tree, env: &mut Env<'_>) -> Result<String, Error> {
    match env.profile.rules().syntax {
        Syntax::Passes => return passes::run(text, env),
        Syntax::Risu => return risu::run(text, Some(tree), env),
        _ => {}
    }
    let has_extras = !env.host.extra_macros().is_empty();
    let mut machine = Machine {
        text,
        tree,
        env,
        out: String::with_capacity(text.len() + text.len() / 8),
        work: String::new(),
        ranges: Vec::new(),
        frames: Vec::new(),
        result: String::new(),
        lefts: Vec::new(),
        elses: None,
        has_extras,
    };
    machine.run()?;
    let out = std::mem::take(&mut machine.out);
    finish::finish(out, env)
}

impl Machine<'_, '_, '_> {
    fn run(&mut self) -> Result<(), Error> {
        let root = self.frame(None, Stage::Root, self.tree.root);
        self.frames.push(root);
        loop {
            let Some(frame) = self.frames.last_mut() else {
                return Ok(());
            };
            if frame.kid < frame.kid_end {
                let kid = frame.kid;
                frame.kid += 1;
                let cursor = frame.cursor;
                let Some(&id) = self.tree.kids.get(kid as usize) else {
                    continue;
                };
                let Some(node) = self.tree.node(id) else {
                    continue;
                };
                frame.cursor = node.span.end as usize;
                self.copy(cursor, node.span.start as usize)?;
                self.enter(id, node)?;
            } else {
                let (cursor, end) = (frame.cursor, frame.end);
                frame.cursor = end;
                self.copy(cursor, end)?;
                if self.frames.len() == 1 {
                    return Ok(());
                }
                self.sequence_done()?;
            }
        }
    }

    fn frame(&self, node: Option<u32>, stage: Stage, seq: Seq) -> Frame {
        Frame {
            node,
            stage,
            kid: seq.kids.start,
            kid_end: seq.kids.end,
            cursor: seq.span.start as usize,
            end: seq.span.end as usize,
            begin: self.work.len(),
            work_base: self.work.len(),
            range_base: self.ranges.len(),
            changes: self.env.state.trace.as_ref().map_or(0, |trace| trace.changes.len()),
            skipped: self.frames.last().map_or(0, |frame| frame.skipped),
        }
    }

    /// Where the innermost sequence writes.
    fn target(&mut self) -> &mut String {
        if self.frames.len() <= 1 { &mut self.out } else { &mut self.work }
    }

    /// Copies text of the template.
    fn copy(&mut self, start: usize, end: usize) -> Result<(), Error> {
        let text: &str = self.text;
        let piece = text.get(start..end).unwrap_or_default();
        self.target().push_str(piece);
        self.check(start)
    }

    fn check(&self, offset: usize) -> Result<(), Error> {
        let limit = self.env.limits.output_bytes;
        if self.out.len() > limit || self.work.len() > limit {
            return Err(Error::OutputTooLarge { offset, limit });
        }
        Ok(())
    }

    /// Begins a macro; one that needs no frame is done at once.
    fn enter(&mut self, id: u32, node: &Node) -> Result<(), Error> {
        self.env.burn((node.span.end - node.span.start) as usize, node.span.start as usize)?;
        if self.frames.len() > self.env.limits.nesting {
            return Err(Error::TooDeep { offset: node.span.start as usize, limit: self.env.limits.nesting });
        }
        if node.flags.is_static && node.content.is_none() {
            let form = match node.what {
                What::Known(behaviour) => behaviour.form,
                _ => Form::Eager,
            };
            if form != Form::If && !matches!(node.what, What::Shorthand(..) | What::Opener | What::Lost) {
                return self.leaf(node);
            }
        }
        match node.what {
            _ if node.flags.text => self.leaf(node),
            What::Known(behaviour) if behaviour.form == Form::If => self.enter_if(id, node),
            What::Shorthand(scope, operator) => self.enter_shorthand(id, node, scope, operator),
            // De facto: SillyTavern 1.19.0 runs nothing inside a closing tag that closes nothing.
            What::Closer => self.leaf(node),
            What::Lost => Ok(()),
            What::Opener => {
                let text = self.as_written(node.span.range());
                let target = self.target();
                target.push_str(&text);
                target.push_str("}}");
                self.check(node.span.start as usize)
            }
            _ => match self.tree.args_of(node).first() {
                Some(&arg) => {
                    let frame = self.frame(Some(id), Stage::Arg(0), arg);
                    self.frames.push(frame);
                    Ok(())
                }
                None => self.enter_content(id, node),
            },
        }
    }

    fn enter_content(&mut self, id: u32, node: &Node) -> Result<(), Error> {
        match self.tree.content_of(node) {
            Some(content) => {
                let frame = self.frame(Some(id), Stage::Content, content);
                self.frames.push(frame);
                Ok(())
            }
            None => self.leaf(node),
        }
    }

    /// A macro without inner macros: its arguments are read where they stand.
    fn leaf(&mut self, node: &Node) -> Result<(), Error> {
        let args = Args { text: self.text, spans: ArgSpans::Static(self.tree.args_of(node)) };
        let inner = self.text.get(node.span.start as usize + 2..(node.open_end as usize).saturating_sub(2));
        let changes = self.env.state.trace.as_ref().map_or(0, |trace| trace.changes.len());
        self.env.state.skipped = self.frames.last().map_or(0, |frame| frame.skipped);
        let out = if self.frames.len() <= 1 { &mut self.out } else { &mut self.work };
        let before = out.len();
        let call = Call {
            env: self.env,
            args,
            inner: inner.unwrap_or_default(),
            scoped: false,
            template: self.text,
            at: node.span.start as usize,
            out,
        };
        let flow = if node.flags.text { Flow::Keep } else { invoke(call, node, self.text, self.has_extras)? };
        if flow == Flow::Keep {
            let whole = self.as_written(node.span.range());
            let out = self.target();
            out.truncate(before);
            out.push_str(&whole);
        }
        self.check(node.span.start as usize)?;
        self.note(node, flow, before, changes);
        Ok(())
    }

    /// Adds a finished macro to the account, where one is kept.
    fn note(&mut self, node: &Node, flow: Flow, before: usize, changes: usize) {
        if self.env.state.trace.is_some() {
            self.keep_account(node, flow, before, changes);
        }
    }

    #[cold]
    fn keep_account(&mut self, node: &Node, flow: Flow, before: usize, changes: usize) {
        let became = self.target().get(before..).unwrap_or_default().to_owned();
        let depth = self.frames.len().saturating_sub(1);
        if let Some(trace) = &mut self.env.state.trace {
            trace.note(Note { span: node.span.range(), became, kept: flow == Flow::Keep, depth, changes });
        }
    }

    /// The innermost frame has rendered its sequence.
    fn sequence_done(&mut self) -> Result<(), Error> {
        let Some(&frame) = self.frames.last() else {
            return Ok(());
        };
        let Some((id, node)) = frame.node.and_then(|id| Some((id, self.tree.node(id)?))) else {
            return Ok(());
        };
        let rendered = (frame.begin, self.work.len());
        match frame.stage {
            Stage::Root => Ok(()),
            Stage::Arg(index) => {
                self.ranges.push(rendered);
                match self.tree.args_of(node).get(index as usize + 1) {
                    Some(&arg) => {
                        self.go_on(Stage::Arg(index + 1), arg);
                        Ok(())
                    }
                    None => match self.tree.content_of(node) {
                        Some(content) => {
                            self.go_on(Stage::Content, content);
                            Ok(())
                        }
                        None => self.apply(node, None),
                    },
                }
            }
            Stage::Content => self.apply(node, Some(rendered)),
            Stage::Condition => self.choose(id, node),
            Stage::Branch => self.branch_done(node, rendered),
            Stage::RightSide => self.shorthand_done(node, Some(rendered)),
        }
    }

    /// Lets the innermost frame render another sequence.
    fn go_on(&mut self, stage: Stage, seq: Seq) {
        let begin = self.work.len();
        if let Some(frame) = self.frames.last_mut() {
            frame.stage = stage;
            frame.kid = seq.kids.start;
            frame.kid_end = seq.kids.end;
            frame.cursor = seq.span.start as usize;
            frame.end = seq.span.end as usize;
            frame.begin = begin;
        }
    }

    /// Runs a macro's function on its rendered arguments and ends its frame.
    fn apply(&mut self, node: &Node, content: Option<(usize, usize)>) -> Result<(), Error> {
        let Some(&frame) = self.frames.last() else {
            return Ok(());
        };
        let unchanged = self.ranges.len();
        // An unknown macro stays as text; its content is made ready as that of others is.
        let refused = content.is_some() && matches!(node.what, What::Unknown);
        let mut content = content;
        if let Some((start, end)) = content {
            let raw = self.work.get(start..end).unwrap_or_default();
            let ready = if node.flags.keep_space { raw.to_owned() } else { scope_text::settle(raw) };
            let begin = self.work.len();
            self.work.push_str(&ready);
            self.check(node.span.start as usize)?;
            self.ranges.push((begin, self.work.len()));
            content = Some((begin, self.work.len()));
        }
        self.env.state.skipped = frame.skipped;
        let mut result = std::mem::take(&mut self.result);
        result.clear();
        let flow = if refused {
            Flow::Keep
        } else {
            let spans = self.ranges.get(frame.range_base..).unwrap_or_default();
            let args = Args { text: &self.work, spans: ArgSpans::Rendered(spans) };
            let inner = self.work.get(frame.work_base..).unwrap_or_default();
            let at = node.span.start as usize;
            let call = Call {
                env: self.env,
                args,
                inner,
                scoped: content.is_some(),
                template: self.text,
                at,
                out: &mut result,
            };
            invoke(call, node, self.text, self.has_extras)?
        };
        if flow == Flow::Keep {
            result.clear();
            self.ranges.truncate(unchanged);
            self.verbatim(node, frame, content, &mut result);
        }
        self.leave(node, frame, &result, flow)?;
        self.result = result;
        Ok(())
    }

    /// Writes a macro as it was, with what its inner macros became.
    fn verbatim(&self, node: &Node, frame: Frame, content: Option<(usize, usize)>, result: &mut String) {
        let rendered = self.ranges.get(frame.range_base..).unwrap_or_default();
        let mut cursor = node.span.start as usize;
        for (arg, &(start, end)) in self.tree.args_of(node).iter().zip(rendered) {
            result.push_str(&self.as_written(cursor..arg.span.start as usize));
            result.push_str(self.work.get(start..end).unwrap_or_default());
            cursor = arg.span.end as usize;
        }
        result.push_str(&self.as_written(cursor..node.open_end as usize));
        let (Some((start, end)), Some(seq)) = (content, self.tree.content_of(node)) else {
            return;
        };
        result.push_str(self.work.get(start..end).unwrap_or_default());
        // De facto: SillyTavern 1.19.0 prints only the end of the closing tag, and nothing behind empty content.
        if seq.span.start < seq.span.end {
            result.push_str("}}");
        }
    }

    /// Ends the innermost frame; its result goes to the parent.
    fn leave(&mut self, node: &Node, frame: Frame, result: &str, flow: Flow) -> Result<(), Error> {
        self.work.truncate(frame.work_base);
        self.ranges.truncate(frame.range_base);
        self.frames.pop();
        self.env.burn(result.len(), node.span.start as usize)?;
        let target = self.target();
        let before = target.len();
        target.push_str(result);
        self.check(node.span.start as usize)?;
        self.note(node, flow, before, frame.changes);
        Ok(())
    }
}

impl<'t> Machine<'t, '_, '_> {
    /// A piece of the template that stays text. De facto: SillyTavern 1.19.0 turns `<USER>` into `{{user}}` before it reads
    /// anything.
    fn as_written(&self, range: std::ops::Range<usize>) -> Cow<'t, str> {
        let text: &'t str = self.text;
        let text = text.get(range).unwrap_or_default();
        match self.env.profile.rules().syntax {
            Syntax::SillyTavern => syntax::in_braces(text),
            _ => Cow::Borrowed(text),
        }
    }
}

/// Calls a macro's function, the host's own macros first.
fn invoke(mut call: Call<'_, '_>, node: &Node, text: &str, has_extras: bool) -> Result<Flow, Error> {
    let written = node.name.of(text);
    if has_extras
        && !matches!(node.what, What::Closer)
        && let Some(flow) = crate::extra::call(&mut call, written)?
    {
        return Ok(flow);
    }
    match node.what {
        What::Known(behaviour) => known(&mut call, behaviour, node),
        What::Unknown => {
            crate::extra::unknown(&mut call, written);
            Ok(Flow::Keep)
        }
        // RisuAI's tags are read by its own engine.
        What::Closer | What::Opener | What::Lost | What::Shorthand(..) | What::Late | What::Block | What::Mark => {
            Ok(Flow::Keep)
        }
    }
}

fn known(call: &mut Call<'_, '_>, behaviour: &Behaviour, node: &Node) -> Result<Flow, Error> {
    // Content counts as an argument, so the count is taken anew.
    if node.content.is_some() {
        if !behaviour.arity.takes(call.args.len()) {
            return Ok(Flow::Keep);
        }
    } else if node.flags.misfit {
        return Ok(Flow::Keep);
    }
    (behaviour.call)(call)
}
