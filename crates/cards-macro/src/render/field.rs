//! Card fields that a macro asks for.

use super::render;
use crate::call::Env;
use crate::error::Error;
use crate::js;
use crate::syntax;
use crate::trace::Trace;

/// Renders a field of the card, trimmed as it is written, with blank card fields. Fields do not nest, so this is entered
/// once at most.
pub(super) fn field(env: &mut Env<'_>, written: &str, at: usize) -> Result<String, Error> {
    env.burn(written.len(), at)?;
    let unreturned = written.replace('\r', "");
    let text = js::trim(&unreturned);
    let tree = syntax::parse(text, env.profile, env.limits)?;
    let outer = env.state.in_field;
    let trace = env.state.trace.take();
    env.state.trace = trace.is_some().then(Trace::default);
    env.state.in_field = true;
    let hash = env.state.template_hash.take();
    let rendered = render(text, &tree, env);
    env.state.template_hash = hash;
    env.state.in_field = outer;
    // The steps speak of the field's text, not of the template's; what they changed is kept.
    let changes = env.state.trace.take().map(Trace::into_changes).unwrap_or_default();
    env.state.trace = trace.map(|mut trace| {
        trace.changes.extend(changes);
        trace
    });
    rendered
}
