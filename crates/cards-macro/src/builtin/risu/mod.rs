//! RisuAI's macros. De facto: RisuAI 460ecae.

pub(crate) mod blocks;
pub(crate) mod chance;
pub(crate) mod chat;
pub(crate) mod data;
pub(crate) mod formula;
pub(crate) mod math;
pub(crate) mod texts;
pub(crate) mod variables;

pub(crate) use blocks::{Body, Space};

use crate::call::{ArgSpans, Args, Call, Env, Flow};
use crate::error::Error;
use crate::render;
use crate::syntax;
use crate::table;

/// Runs a macro whose name could not be read before its inner macros had run.
pub(crate) fn dispatch(call: &mut Call<'_, '_>, has_extras: bool) -> Result<Flow, Error> {
    let inner = call.inner;
    let ((start, end), args) = syntax::risu::split(inner);
    let name = inner.get(start..end).unwrap_or_default();
    let mut call = Call {
        env: call.env,
        args: Args { text: inner, spans: ArgSpans::Rendered(&args) },
        inner,
        scoped: false,
        template: call.template,
        at: call.at,
        out: call.out,
    };
    if has_extras && let Some(flow) = crate::extra::call(&mut call, name)? {
        return Ok(flow);
    }
    match table::find(name, call.env.profile) {
        Some(behaviour) => (behaviour.call)(&mut call),
        None => {
            crate::extra::unknown(&mut call, name);
            Ok(Flow::Keep)
        }
    }
}

/// Renders a text that came together while rendering. The depth is limited, so the call stack is too.
pub(crate) fn nested(env: &mut Env<'_>, text: &str, at: usize) -> Result<String, Error> {
    let limit = env.limits.calls;
    if env.state.calls >= limit {
        return Err(Error::TooManyCalls { offset: at, limit });
    }
    // Parsing again costs more than copying, and loops in loops do it often.
    env.burn(text.len().saturating_add(64).saturating_mul(16), at)?;
    let tree = syntax::parse(text, env.profile, env.limits)?;
    let trace = env.state.trace.take();
    env.state.calls += 1;
    let rendered = render::render(text, &tree, env);
    env.state.calls -= 1;
    env.state.trace = trace;
    rendered
}
