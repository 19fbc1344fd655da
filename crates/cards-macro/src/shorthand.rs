//! SillyTavern's variable shorthand and the conditions of its `if`.
//!
//! De facto: SillyTavern 1.19.0.

use crate::builtin::variables as vars;
use crate::call::{ArgSpans, Args, Call, Env, Flow};
use crate::error::Error;
use crate::finish;
use crate::js;
use crate::syntax::Operator;
use crate::table::{self, Form};
use crate::vars::Scope;

/// Whether a text counts as false: nothing, `0`, `false` or `off`.
pub(crate) fn is_falsy(text: &str) -> bool {
    text.is_empty() || text == "0" || text.eq_ignore_ascii_case("false") || text.eq_ignore_ascii_case("off")
}

/// Whether a condition that was worked out counts as false. Line ends are something, unlike a falsy word among them.
pub(crate) fn is_false(value: &str) -> bool {
    let word = js::trim(value);
    value.is_empty() || (!word.is_empty() && is_falsy(word))
}

/// Whether the right side has to be rendered; it is not when the left side decides alone.
pub(crate) fn needs_right_side(env: &mut Env<'_>, scope: Scope, name: &str, operator: Operator) -> bool {
    match operator {
        Operator::Read | Operator::Increment | Operator::Decrement => false,
        Operator::OrElse | Operator::OrElseSet => is_falsy(js::trim(&vars::read_text(env, scope, name))),
        Operator::IfMissing | Operator::IfMissingSet => !env.has_var(scope, name),
        _ => true,
    }
}

/// What the variable holds when a comparison begins; nothing for other operators.
pub(crate) fn left_side(env: &mut Env<'_>, scope: Scope, name: &str, operator: Operator) -> String {
    match operator {
        Operator::Equal
        | Operator::NotEqual
        | Operator::Greater
        | Operator::GreaterOrEqual
        | Operator::Less
        | Operator::LessOrEqual => vars::read_text(env, scope, name),
        _ => String::new(),
    }
}

/// Runs an operator on its sides; the right one is `None` where it was not rendered.
pub(crate) fn apply(
    env: &mut Env<'_>,
    scope: Scope,
    name: &str,
    operator: Operator,
    (left, right): (&str, Option<&str>),
    out: &mut String,
) -> Result<(), Error> {
    let rhs = right.unwrap_or_default();
    match operator {
        Operator::Read => out.push_str(&vars::read_text(env, scope, name)),
        Operator::Increment => out.push_str(&vars::add(env, scope, name, vars::Addend::Number(1.0)).as_text()),
        Operator::Decrement => out.push_str(&vars::add(env, scope, name, vars::Addend::Number(-1.0)).as_text()),
        Operator::Set => env.set_var(scope, name, rhs.into()),
        Operator::Add => {
            vars::add(env, scope, name, vars::Addend::Text(rhs));
        }
        Operator::Subtract => {
            if let Some(number) = js::number(rhs) {
                vars::add(env, scope, name, vars::Addend::Number(-number));
            }
        }
        Operator::OrElse | Operator::IfMissing | Operator::OrElseSet | Operator::IfMissingSet => match right {
            None => out.push_str(&vars::read_text(env, scope, name)),
            Some(right) => {
                if matches!(operator, Operator::OrElseSet | Operator::IfMissingSet) {
                    env.set_var(scope, name, right.into());
                }
                out.push_str(right);
            }
        },
        Operator::Equal => out.push_str(bool_text(left == rhs)),
        Operator::NotEqual => out.push_str(bool_text(left != rhs)),
        Operator::Greater | Operator::GreaterOrEqual | Operator::Less | Operator::LessOrEqual => {
            out.push_str(bool_text(compare(left, operator, rhs)));
        }
    }
    Ok(())
}

fn bool_text(value: bool) -> &'static str {
    if value { "true" } else { "false" }
}

fn compare(left: &str, operator: Operator, right: &str) -> bool {
    // An empty side counts as zero for `Number()`, but an absent variable does not compare.
    let (Some(left), Some(right)) = (numeric(left), numeric(right)) else {
        return false;
    };
    match operator {
        Operator::Greater => left > right,
        Operator::GreaterOrEqual => left >= right,
        Operator::Less => left < right,
        _ => left <= right,
    }
}

fn numeric(text: &str) -> Option<f64> {
    js::number(text)
}

/// Evaluates a rendered condition: a variable, a macro by name, or the text itself.
pub(crate) fn condition(
    condition: &str,
    env: &mut Env<'_>,
    template: &str,
    has_extras: bool,
    at: usize,
    out: &mut String,
) -> Result<(), Error> {
    let text = js::trim(condition);
    for (sigil, scope) in [('.', Scope::Chat), ('$', Scope::Global)] {
        let name = text.strip_prefix(sigil).map(js::trim).filter(|name| is_variable_name(name));
        if let Some(name) = name {
            let value = vars::read_text(env, scope, name);
            // Reading it is a run of its own, with an end of its own.
            out.push_str(&finish::finish(value, env)?);
            return Ok(());
        }
    }
    let args = Args { text: "", spans: ArgSpans::Rendered(&[]) };
    if has_extras {
        let mut call = Call { env, args, inner: text, scoped: false, template, at, out };
        if crate::extra::call(&mut call, text)? == Some(Flow::Done) {
            return Ok(());
        }
    }
    let known = table::find(text, env.profile).filter(|known| known.arity.takes(0) && known.form != Form::If);
    if let Some(behaviour) = known {
        let mut call = Call { env, args, inner: text, scoped: false, template, at, out };
        if (behaviour.call)(&mut call)? == Flow::Done {
            // So is this.
            *out = finish::finish(std::mem::take(out), env)?;
            return Ok(());
        }
        out.clear();
    }
    // What macros made of it counts as it is: a blank is not nothing.
    out.push_str(condition);
    Ok(())
}

fn is_variable_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && !name.ends_with('-')
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
}
