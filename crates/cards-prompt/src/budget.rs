//! Making a prompt fit its context.

use crate::segment::{Prompt, Source};

/// Leaves out what the context has no room for: example blocks first, then the oldest messages.
///
/// The newest message always stays, and so does everything that is neither example nor message; what these have over
/// the context is the prompt's excess.
///
/// Spec: V1 `mes_example` (examples make room for the conversation).
pub(crate) fn fit(prompt: &mut Prompt, context: u64) {
    let mut tokens = prompt.tokens();
    let newest = prompt.segments.iter().rposition(|segment| matches!(segment.source, Source::Message(_)));
    let mut order: Vec<usize> = Vec::new();
    let examples = |source: &Source| matches!(source, Source::Example(_));
    let messages = |source: &Source| matches!(source, Source::Message(_));
    for kind in [&examples as &dyn Fn(&Source) -> bool, &messages] {
        order.extend(prompt.segments.iter().enumerate().filter(|(_, segment)| kind(&segment.source)).map(|(at, _)| at));
    }
    let mut dropped = vec![false; prompt.segments.len()];
    for at in order {
        if tokens <= context {
            break;
        }
        if Some(at) == newest {
            continue;
        }
        if let (Some(segment), Some(slot)) = (prompt.segments.get(at), dropped.get_mut(at)) {
            tokens -= segment.tokens;
            *slot = true;
        }
    }
    prompt.excess = tokens.saturating_sub(context);
    let segments = std::mem::take(&mut prompt.segments);
    for (segment, dropped) in segments.into_iter().zip(dropped) {
        if dropped {
            prompt.left_out.push(segment);
        } else {
            prompt.segments.push(segment);
        }
    }
}
