//! RisuAI's engine: one pass from left to right over a stack of what is open.
//!
//! De facto: RisuAI 904a14a (2026-01-12). `{{` opens a macro or a tag, `}}` closes the innermost; what was between is
//! read when it closes, so that inner macros run first and may make names and arguments. A tag with `#` opens a block,
//! any tag with `/` closes the innermost one. Some blocks copy what is in them unread.
//!
//! All that is printed goes to one buffer. An open macro begins there with its two braces, an open block with `<`, which is
//! what the client prints for those that are never closed.

mod block;
mod ready;
mod source;
mod when;

use block::{Block, End};
use ready::{Ready, Simple};
use source::Source;

use crate::call::{ArgSpans, Args, Call, Env, Flow};
use crate::error::Error;
use crate::js;
use crate::profile::risu::{CALLS, TOO_DEEP};
use crate::scan;
use crate::syntax::Tree;
use crate::syntax::risu::split_into;
use crate::table;
use crate::trace::Note;

/// What is open.
struct Frame {
    kind: Kind,
    /// Where its text begins in the buffer, mark included.
    begin: usize,
    /// Where it began in the template; `None` where a loop has made it.
    at: Option<usize>,
    /// How many changes of variables were waiting when it began.
    changes: usize,
}

enum Kind {
    /// A macro or a tag, between its braces.
    Macro,
    /// A block, between its tags.
    Block(Block),
    /// A block inside a block that is copied unread: only its end is looked for.
    Copied,
}

struct Machine<'t, 'e, 'h> {
    source: Source<'t>,
    ready: Ready<'t>,
    template: &'t str,
    env: &'e mut Env<'h>,
    out: String,
    frames: Vec<Frame>,
    /// How many open blocks copy what is in them unread.
    unread: usize,
    /// Places of the arguments of the macro at hand.
    spans: Vec<(usize, usize)>,
    /// Where functions write before their result moves to `out`.
    result: String,
    has_extras: bool,
}

/// Renders a text; its tree, where it has one, saves reading the macros that are simple.
pub(crate) fn run(template: &str, tree: Option<&Tree>, env: &mut Env<'_>) -> Result<String, Error> {
    let has_extras = !env.host.extra_macros().is_empty();
    let mut machine = Machine {
        source: Source::new(template),
        // Macros of the host come before those of the tree.
        ready: Ready::new(tree.filter(|_| !has_extras)),
        template,
        env,
        out: String::with_capacity(template.len() + template.len() / 8),
        frames: Vec::new(),
        unread: 0,
        spans: Vec::new(),
        result: String::new(),
        has_extras,
    };
    if let Some(returned) = machine.run()? {
        return Ok(returned);
    }
    Ok(machine.out)
}

/// Renders a text on behalf of a macro, with functions and temporary variables of its own unless they are `shared`.
///
/// The depth is limited, so the call stack is too.
pub(crate) fn nested(env: &mut Env<'_>, text: &str, at: usize, shared: bool) -> Result<String, Error> {
    let limit = env.limits.calls;
    if env.state.calls >= CALLS {
        return Ok(TOO_DEEP.to_owned());
    }
    if env.state.calls >= limit {
        return Err(Error::TooManyCalls { offset: at, limit });
    }
    // Reading again costs more than copying, and functions in functions do it often.
    env.burn(text.len().saturating_add(64).saturating_mul(16), at)?;
    let outer = (!shared).then(|| (std::mem::take(&mut env.state.functions), std::mem::take(&mut env.state.temporary)));
    env.state.calls += 1;
    let rendered = env.inside(|env| run(text, None, env));
    env.state.calls -= 1;
    if let Some((functions, temporary)) = outer {
        env.state.functions = functions;
        env.state.temporary = temporary;
    }
    rendered
}

impl<'t> Machine<'t, '_, '_> {
    /// Reads to the end, or to a macro that ends the rendering with a text of its own.
    fn run(&mut self) -> Result<Option<String>, Error> {
        loop {
            let inside = matches!(self.frames.last(), Some(Frame { kind: Kind::Macro, .. }));
            let rest = self.source.rest();
            if rest.is_empty() {
                return Ok(None);
            }
            let plain = plain_run(rest.as_bytes(), inside);
            if plain > 0 {
                self.out.push_str(rest.get(..plain).unwrap_or_default());
                self.source.skip(plain);
                self.check()?;
                continue;
            }
            let first = rest.as_bytes().first().copied().unwrap_or_default();
            if matches!(first, b'{' | b'<')
                && let Some(simple) = self.simple()
            {
                if self.call_ready(&simple)? == Flow::Return {
                    return Ok(Some(std::mem::take(&mut self.result)));
                }
                continue;
            }
            match (first, self.source.second()) {
                (b'{', Some(b'{' | b'#')) => self.open()?,
                (b'}', Some(b'}')) if inside => {
                    self.source.skip(2);
                    if self.close()? == Flow::Return {
                        return Ok(Some(std::mem::take(&mut self.result)));
                    }
                }
                (b'#', Some(b'}')) if inside => {
                    self.source.skip(2);
                    self.close_old();
                }
                (b'<', _) => self.angle()?,
                _ => {
                    self.out.push(char::from(first));
                    self.source.skip(1);
                }
            }
        }
    }

    fn check_depth(&self) -> Result<(), Error> {
        let limit = self.env.limits.nesting;
        if self.frames.len() < limit { Ok(()) } else { Err(Error::TooDeep { offset: self.source.at(), limit }) }
    }

    fn open(&mut self) -> Result<(), Error> {
        let at = self.source.in_template().then(|| self.source.at());
        self.check_depth()?;
        self.push_frame(Kind::Macro, at);
        self.out.push_str("{{");
        self.source.skip(2);
        Ok(())
    }

    fn push_frame(&mut self, kind: Kind, at: Option<usize>) {
        let changes = self.env.state.trace.as_ref().map_or(0, |trace| trace.changes.len());
        self.frames.push(Frame { kind, begin: self.out.len(), at, changes });
    }

    /// `<user>` and its kin stand for the macro.
    fn angle(&mut self) -> Result<(), Error> {
        let Some((name, len)) = self.source.angle() else {
            self.out.push('<');
            self.source.skip(1);
            return Ok(());
        };
        let at = self.source.at();
        self.push_frame(Kind::Macro, Some(at));
        self.out.push_str("{{");
        self.out.push_str(name);
        self.source.skip(len);
        self.close().map(|_| ())
    }

    /// The innermost macro or tag is complete.
    fn close(&mut self) -> Result<Flow, Error> {
        let Some(frame) = self.frames.pop() else {
            return Ok(Flow::Keep);
        };
        let offset = frame.at.unwrap_or(self.source.at());
        let inner = self.out.get(frame.begin + 2..).unwrap_or_default();
        self.env.burn(inner.len() + 2, offset)?;
        if inner.starts_with(['#', ':']) {
            self.open_block(frame);
            return Ok(Flow::Done);
        }
        if inner.starts_with('/') && !inner.starts_with("//") {
            match self.frames.last() {
                Some(Frame { kind: Kind::Block(_), .. }) => return self.close_block(&frame).map(|()| Flow::Done),
                Some(Frame { kind: Kind::Copied, .. }) => {
                    self.frames.pop();
                    self.out.push_str("}}");
                    return Ok(Flow::Keep);
                }
                _ => {}
            }
        }
        let called = inner.starts_with("call::") && block::is_function(self.env, inner);
        if self.unread > 0 && !called {
            self.out.push_str("}}");
            return Ok(Flow::Keep);
        }
        self.call(&frame, offset)
    }

    /// The macro that begins here, where parsing has read it and it is to run.
    fn simple(&mut self) -> Option<Simple<'t>> {
        if self.unread > 0 || !self.source.in_template() {
            return None;
        }
        self.ready.at(self.template, self.source.at())
    }

    /// Runs a macro that parsing has read; its result goes straight to its place.
    fn call_ready(&mut self, simple: &Simple<'t>) -> Result<Flow, Error> {
        let Simple { behaviour, node, tree, inner } = simple;
        if !node.flags.angle {
            self.check_depth()?;
        }
        let (at, begin) = (node.span.start as usize, self.out.len());
        let changes = self.env.state.trace.as_ref().map_or(0, |trace| trace.changes.len());
        self.source.skip(node.span.range().len());
        self.env.burn(inner.len() + 2, at)?;
        let args = Args { text: self.template, spans: ArgSpans::Static(tree.args_of(node)) };
        let mut call =
            Call { env: self.env, args, inner, scoped: false, template: self.template, at, out: &mut self.out };
        let flow = (behaviour.call)(&mut call)?;
        match flow {
            Flow::Done => self.env.burn(self.out.len() - begin, at)?,
            Flow::Return => self.result = self.out.split_off(begin),
            Flow::Keep => {
                self.out.truncate(begin);
                self.out.push_str(self.template.get(at..node.span.end as usize).unwrap_or_default());
            }
            Flow::CutWord | Flow::CutSentence => self.cut(begin, flow),
        }
        if flow != Flow::Return {
            self.note(&Frame { kind: Kind::Macro, begin, at: Some(at), changes }, flow);
            self.check()?;
        }
        Ok(flow)
    }

    /// Takes away the last word or sentence of the level at hand, and what stands from `begin` on.
    fn cut(&mut self, begin: usize, flow: Flow) {
        self.out.truncate(begin);
        let level = self.frames.last().map_or(0, |frame| frame.begin + frame.kind.mark());
        let text = self.out.get(level..).unwrap_or_default();
        let kept = if flow == Flow::CutWord { without_word(text) } else { without_sentence(text) };
        self.out.truncate(level + kept);
    }

    /// Runs a macro's function; its result takes the place of the macro.
    fn call(&mut self, frame: &Frame, offset: usize) -> Result<Flow, Error> {
        self.result.clear();
        self.spans.clear();
        let inner = self.out.get(frame.begin + 2..).unwrap_or_default();
        let spans = &mut self.spans;
        let (start, end) = split_into(inner, |span| spans.push(span));
        let name = inner.get(start..end).unwrap_or_default();
        let args = Args { text: inner, spans: ArgSpans::Rendered(&self.spans) };
        let mut call = Call {
            env: self.env,
            args,
            inner,
            scoped: false,
            template: self.template,
            at: offset,
            out: &mut self.result,
        };
        let flow = dispatch(&mut call, name, self.has_extras)?;
        match flow {
            Flow::Keep => self.out.push_str("}}"),
            Flow::Return => return Ok(flow),
            Flow::Done => self.replace(frame.begin, offset)?,
            Flow::CutWord | Flow::CutSentence => self.cut(frame.begin, flow),
        }
        self.note(frame, flow);
        self.check()?;
        Ok(flow)
    }

    /// Puts the result in the place of what stands from `begin` on.
    fn replace(&mut self, begin: usize, offset: usize) -> Result<(), Error> {
        self.env.burn(self.result.len(), offset)?;
        self.out.truncate(begin);
        self.out.push_str(&self.result);
        Ok(())
    }

    /// A tag that opens a block, or is none.
    fn open_block(&mut self, frame: Frame) {
        let inner = self.out.get(frame.begin + 2..).unwrap_or_default();
        if self.unread > 0 {
            self.out.push_str("}}");
            self.push_frame(Kind::Copied, None);
            return;
        }
        let Some(block) = block::open(self.env, inner) else {
            self.out.push_str("}}");
            return;
        };
        self.out.truncate(frame.begin);
        self.out.push('<');
        self.unread += usize::from(block.is_unread());
        self.frames.push(Frame { kind: Kind::Block(block), ..frame });
    }

    /// A tag that closes the innermost block.
    fn close_block(&mut self, tag: &Frame) -> Result<(), Error> {
        let Some(Frame { kind: Kind::Block(block), begin, at, changes }) = self.frames.pop() else {
            return Ok(());
        };
        self.unread -= usize::from(block.is_unread());
        let offset = at.unwrap_or(self.source.at());
        let body = self.out.get(begin + 1..tag.begin).unwrap_or_default();
        self.result.clear();
        match block::close(self.env, block, body, offset)? {
            End::Print(text) => self.result = text,
            End::ReadAgain(text) => self.source.put_back(text),
        }
        self.replace(begin, offset)?;
        self.note(&Frame { kind: Kind::Macro, begin, at, changes }, Flow::Done);
        self.check()
    }

    /// `#}`: the end of the client's oldest form of a condition.
    fn close_old(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        let inner = self.out.get(frame.begin + 2..).unwrap_or_default();
        match block::old_condition(inner).filter(|_| self.unread == 0) {
            Some(text) => {
                let text = text.to_owned();
                self.out.truncate(frame.begin);
                self.out.push_str(&text);
            }
            None => {
                self.out.replace_range(frame.begin..frame.begin + 2, "{#");
                self.out.push_str("#}");
            }
        }
    }

    /// Adds a finished macro of the template to the account.
    fn note(&mut self, frame: &Frame, flow: Flow) {
        let (Some(start), Some(trace)) = (frame.at, &mut self.env.state.trace) else {
            return;
        };
        let became = self.out.get(frame.begin..).unwrap_or_default().to_owned();
        let span = start..self.source.at().max(start);
        let depth = self.frames.len();
        trace.note(Note { span, became, kept: flow == Flow::Keep, depth, changes: frame.changes });
    }

    fn check(&self) -> Result<(), Error> {
        let limit = self.env.limits.output_bytes;
        if self.out.len() > limit {
            return Err(Error::OutputTooLarge { offset: self.source.at(), limit });
        }
        Ok(())
    }
}

impl Kind {
    /// Bytes of the mark that its text begins with.
    fn mark(&self) -> usize {
        match self {
            Self::Macro => 2,
            Self::Block(_) => 1,
            Self::Copied => 0,
        }
    }
}

/// How many bytes begin nothing and end nothing.
fn plain_run(bytes: &[u8], inside: bool) -> usize {
    let end = if inside {
        bytes.iter().position(|byte| matches!(byte, b'{' | b'}' | b'#' | b'<'))
    } else {
        scan::find2(bytes, 0, b'{', b'<')
    };
    end.unwrap_or(bytes.len())
}

/// Finds a macro by the name that was read, and runs it.
fn dispatch(call: &mut Call<'_, '_>, name: &str, has_extras: bool) -> Result<Flow, Error> {
    if has_extras && let Some(flow) = crate::extra::call(call, name)? {
        return Ok(flow);
    }
    match table::find(name, call.env.profile) {
        Some(behaviour) => (behaviour.call)(call),
        None => {
            crate::extra::unknown(call, name);
            Ok(Flow::Keep)
        }
    }
}

/// The length of a text without its last word and the blanks around that.
fn without_word(text: &str) -> usize {
    let text = text.trim_end_matches(js::is_space);
    text.trim_end_matches(|c| !js::is_space(c)).trim_end_matches(js::is_space).len()
}

/// The length of a text without its last sentence: up to a mark that ends one, or a line end, which goes.
fn without_sentence(text: &str) -> usize {
    match text.rfind(['.', '!', '?', '\n']) {
        Some(at) => at + usize::from(!text.get(at..).is_some_and(|rest| rest.starts_with('\n'))),
        None => 0,
    }
}
