//! Blocks: `{{#if …}}`, `{{#when …}}`, `{{#each …}}`, `{{#func …}}`.

use super::{data, nested};
use crate::call::{Call, Env, Flow};
use crate::error::Error;
use crate::js;
use crate::syntax::risu::block_name;
use crate::vars::Scope;

/// What becomes of a block's body.
pub(crate) enum Body {
    /// This text stands for the whole block.
    Print(String),
    /// The body up to `{{:else}}`, or what is behind it, is rendered.
    Branch(bool, Space),
}

/// What happens to the whitespace of a rendered body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Space {
    /// Every line is trimmed at its start, the whole at both ends.
    Lines,
    /// Blank lines at both ends go.
    Edges,
    /// All is kept.
    Keep,
}

/// Reads a block's rendered opening tag.
pub(crate) fn begin(env: &mut Env<'_>, head: &str, raw: &str, at: usize) -> Result<Body, Error> {
    let name = block_name(head).unwrap_or_default().to_ascii_lowercase();
    let rest = head.get(1 + name.len()..).unwrap_or_default();
    match name.as_str() {
        "if" => Ok(Body::Branch(is_true(first_word(rest)), Space::Lines)),
        "if_pure" => Ok(Body::Branch(is_true(first_word(rest)), Space::Keep)),
        "when" => Ok(when(env, rest)),
        "each" => each(env, rest, raw, at),
        "func" => {
            let name = first_word(rest);
            env.burn(raw.len(), at)?;
            env.state.functions.insert(name.to_owned(), settle(raw, Space::Lines));
            Ok(Body::Print(String::new()))
        }
        "pure" | "puredisplay" => Ok(Body::Print(settle(raw, Space::Lines))),
        _ => Ok(Body::Print(raw.to_owned())),
    }
}

/// RisuAI holds `true` and `1` for true and everything else for false.
pub(crate) fn is_true(text: &str) -> bool {
    text == "1" || text == "true"
}

fn first_word(text: &str) -> &str {
    text.split_whitespace().next().unwrap_or_default()
}

/// `#when cond`, `#when::a::is::b` and the other operators, read from the right.
fn when(env: &mut Env<'_>, rest: &str) -> Body {
    let Some(list) = rest.strip_prefix("::") else {
        return Body::Branch(is_true(js::trim(rest)), Space::Edges);
    };
    let bit = |value: bool| if value { "1" } else { "0" }.to_owned();
    let mut variable = |name: &str| env.get_var(Scope::Chat, name).map(|value| value.as_text().into_owned());
    let mut space = Space::Edges;
    let mut stack: Vec<String> = list.split("::").map(str::to_owned).collect();
    while stack.len() > 1 {
        let (Some(condition), Some(operator)) = (stack.pop(), stack.pop()) else {
            break;
        };
        let mut left = || stack.pop().unwrap_or_default();
        let number = |text: &str| js::number(text).unwrap_or(f64::NAN);
        let value = match operator.as_str() {
            "not" => bit(!is_true(&condition)),
            "keep" => {
                space = Space::Keep;
                condition
            }
            "legacy" => {
                space = Space::Lines;
                condition
            }
            "and" => bit(is_true(&left()) && is_true(&condition)),
            "or" => {
                let left = is_true(&left());
                bit(left || is_true(&condition))
            }
            "is" => bit(left() == condition),
            "isnot" => bit(left() != condition),
            "var" => bit(variable(&condition).is_some_and(|value| is_true(&value))),
            "vis" => bit(variable(&left()).as_deref() == Some(condition.as_str())),
            "visnot" => bit(variable(&left()).as_deref() != Some(condition.as_str())),
            ">" => bit(number(&left()) > number(&condition)),
            "<" => bit(number(&left()) < number(&condition)),
            ">=" => bit(number(&left()) >= number(&condition)),
            "<=" => bit(number(&left()) <= number(&condition)),
            _ => condition,
        };
        stack.push(value);
    }
    Body::Branch(stack.pop().is_some_and(|value| is_true(&value)), space)
}

/// `#each LIST name` and `#each LIST as name`: the body once for each item, `{{slot::name}}` being the item.
fn each(env: &mut Env<'_>, rest: &str, raw: &str, at: usize) -> Result<Body, Error> {
    let (keep, rest) = match rest.strip_prefix("::keep") {
        Some(rest) => (true, rest),
        None => (false, rest),
    };
    let rest = js::trim(rest);
    let cut = rest.rfind(" as ").map(|at| (at, at + 4)).or_else(|| rest.rfind(' ').map(|at| (at, at + 1)));
    let Some((list_end, name_start)) = cut else {
        return Ok(Body::Print(String::new()));
    };
    let list = rest.get(..list_end).unwrap_or_default();
    let name = js::trim(rest.get(name_start..).unwrap_or_default());
    let body = if keep { raw.to_owned() } else { settle(raw, Space::Lines) };
    let slot = format!("{{{{slot::{name}}}}}");
    let mut out = String::new();
    for item in data::list(list) {
        let text = body.replace(&slot, &item.plain());
        let rendered = nested(env, &text, at)?;
        out.push_str(&rendered);
        env.burn(rendered.len(), at)?;
        if out.len() > env.limits.output_bytes {
            return Err(Error::OutputTooLarge { offset: at, limit: env.limits.output_bytes });
        }
    }
    Ok(Body::Print(out))
}

/// `{{call::name::…}}`: a function's body, `{{arg::n}}` being the n-th argument (0 is the name).
pub(crate) fn call(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let Some(body) = call.env.state.functions.get(call.args.or_empty(0)).cloned() else {
        return Ok(Flow::Keep);
    };
    let mut text = body;
    for (index, arg) in call.args.iter().enumerate() {
        text = text.replace(&format!("{{{{arg::{index}}}}}"), arg);
        if text.len() > call.env.limits.output_bytes {
            return Err(call.too_large());
        }
        call.env.burn(text.len(), call.at)?;
    }
    let rendered = nested(call.env, &text, call.at)?;
    call.put(&rendered)
}

/// Takes away whitespace of a body.
pub(crate) fn settle(body: &str, space: Space) -> String {
    match space {
        Space::Keep => body.to_owned(),
        Space::Lines => {
            let lines: Vec<&str> = body.split('\n').map(|line| line.trim_start_matches(js::is_space)).collect();
            js::trim(&lines.join("\n")).to_owned()
        }
        Space::Edges => {
            let lines: Vec<&str> = body.split('\n').collect();
            let is_text = |line: &&str| !js::trim(line).is_empty();
            if lines.len() == 1 {
                return body.to_owned();
            }
            let first = lines.iter().position(is_text).unwrap_or(lines.len());
            let end = lines.iter().rposition(is_text).map_or(first, |last| last + 1);
            lines.get(first..end).unwrap_or_default().join("\n")
        }
    }
}
