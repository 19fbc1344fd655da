//! RisuAI's macros.
use crate::call::{Call, Flow};
use crate::error::Error;
use crate::syntax::Node;

/// Runs a macro whose name is known only now.
pub(crate) fn dispatch(call: &mut Call<'_, '_>, node: &Node, text: &str) -> Result<Flow, Error> {
    let _ = (call, node, text);
    Ok(Flow::Keep)
}
