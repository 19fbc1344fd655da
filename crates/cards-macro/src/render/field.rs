//! Card fields that a macro asks for.

use super::render;
use crate::call::Env;
use crate::error::Error;
use crate::js;
use crate::syntax;

/// Renders a field of the card, trimmed as it is written, with blank card fields. Fields do not nest, so this is entered
/// once at most.
pub(super) fn field(env: &mut Env<'_>, written: &str, at: usize) -> Result<String, Error> {
    env.burn(written.len(), at)?;
    let unreturned = written.replace('\r', "");
    let text = js::trim(&unreturned);
    let tree = syntax::parse(text, env.profile, env.limits)?;
    env.inside(|env| {
        let outer = std::mem::replace(&mut env.state.in_field, true);
        let hash = env.state.template_hash.take();
        let base = std::mem::take(&mut env.state.base);
        let rendered = render(text, &tree, env);
        env.state.base = base;
        env.state.template_hash = hash;
        env.state.in_field = outer;
        rendered
    })
}
