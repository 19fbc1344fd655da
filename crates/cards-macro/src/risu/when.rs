//! The conditions of `{{#when …}}`.

use super::block::Space;
use crate::builtin::risu::{is_true, variables};
use crate::call::Env;
use crate::js;
use crate::vars::Scope;

/// What a condition came to.
pub(super) struct Condition {
    pub(super) holds: bool,
    pub(super) space: Space,
    /// Whether the block works as `{{#if …}}` does.
    pub(super) legacy: bool,
}

/// Works a condition out: what is behind `#when`. Operators are taken from the right, without precedence.
pub(super) fn condition(env: &mut Env<'_>, rest: &str) -> Condition {
    let mut condition = Condition { holds: false, space: Space::Edges, legacy: false };
    if let Some(value) = rest.strip_prefix(' ') {
        condition.holds = is_true(js::trim(value));
        return condition;
    }
    let Some(list) = rest.strip_prefix("::") else {
        return condition;
    };
    let mut parts: Vec<String> = list.split("::").map(str::to_owned).collect();
    while parts.len() > 1 {
        let (Some(right), Some(operator)) = (parts.pop(), parts.pop()) else {
            break;
        };
        let value = match operator.as_str() {
            "keep" => {
                condition.space = Space::Keep;
                right
            }
            "legacy" => {
                condition.legacy = true;
                right
            }
            "not" => bit(!is_true(&right)),
            "var" => bit(is_true(&variables::read(env, Scope::Chat, &right))),
            "toggle" => bit(is_true(&variables::read(env, Scope::Global, &format!("toggle_{right}")))),
            other => match two_sided(other) {
                Some(operator) => {
                    let left = parts.pop().unwrap_or_default();
                    bit(operator(env, &left, &right))
                }
                None => bit(is_true(&right)),
            },
        };
        parts.push(value);
    }
    condition.holds = parts.pop().is_some_and(|value| is_true(&value));
    condition
}

fn bit(value: bool) -> String {
    if value { "1" } else { "0" }.to_owned()
}

type TwoSided = fn(&mut Env<'_>, &str, &str) -> bool;

/// An operator between two values.
fn two_sided(operator: &str) -> Option<TwoSided> {
    Some(match operator {
        "and" => |_, left, right| is_true(left) && is_true(right),
        "or" => |_, left, right| is_true(left) || is_true(right),
        "is" => |_, left, right| left == right,
        "isnot" => |_, left, right| left != right,
        ">" => |_, left, right| numbers(left, right).is_some_and(|(left, right)| left > right),
        "<" => |_, left, right| numbers(left, right).is_some_and(|(left, right)| left < right),
        ">=" => |_, left, right| numbers(left, right).is_some_and(|(left, right)| left >= right),
        "<=" => |_, left, right| numbers(left, right).is_some_and(|(left, right)| left <= right),
        "vis" => |env, left, right| variables::read(env, Scope::Chat, left) == right,
        "visnot" => |env, left, right| variables::read(env, Scope::Chat, left) != right,
        "tis" => |env, left, right| variables::read(env, Scope::Global, &format!("toggle_{left}")) == right,
        "tisnot" => |env, left, right| variables::read(env, Scope::Global, &format!("toggle_{left}")) != right,
        _ => return None,
    })
}

/// Both sides as numbers, each read as far as it goes.
fn numbers(left: &str, right: &str) -> Option<(f64, f64)> {
    js::parse_float(left).zip(js::parse_float(right))
}
