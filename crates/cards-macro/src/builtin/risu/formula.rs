//! `{{? …}}` and `{{calc::…}}`: formulas of numbers, worked out as the client does.
//!
//! Brackets are worked out innermost first and their values put in as text; then numbers and operators are sorted by
//! rank on an explicit stack. Everything is read from left to right, powers too.

use crate::call::Env;
use crate::js;
use crate::vars::Scope;

/// What a formula consists of.
#[derive(Clone, Copy, Debug)]
enum Part {
    Number(f64),
    Operator(char),
}

/// Evaluates a formula; NaN where it lacks a value.
pub(crate) fn evaluate(formula: &str, env: &mut Env<'_>) -> f64 {
    let text = plain(formula, env);
    // The texts of the open brackets, the formula itself first.
    let mut open = vec![String::new()];
    let join = |open: &mut Vec<String>| {
        let inner = open.pop().unwrap_or_default();
        if let Some(outer) = open.last_mut() {
            outer.push_str(&js::number_to_string(value(&inner)));
        }
    };
    for c in text.chars() {
        match c {
            '(' => open.push(String::new()),
            ')' if open.len() > 1 => join(&mut open),
            ')' => {}
            other => open.last_mut().into_iter().for_each(|text| text.push(other)),
        }
    }
    while open.len() > 1 {
        join(&mut open);
    }
    value(&open.pop().unwrap_or_default())
}

/// Puts variables in, gives every operator one sign and takes blanks out.
fn plain(formula: &str, env: &mut Env<'_>) -> String {
    let mut out = String::with_capacity(formula.len());
    let mut rest = formula;
    while let Some(first) = rest.chars().next() {
        if matches!(first, '$' | '@') {
            let body = rest.get(1..).unwrap_or_default();
            let end = body.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(body.len());
            let scope = if first == '$' { Scope::Chat } else { Scope::Global };
            let value = super::variables::read(env, scope, body.get(..end).unwrap_or_default());
            out.push_str(&js::number_to_string(js::number(&value).unwrap_or(0.0)));
            rest = body.get(end..).unwrap_or_default();
            continue;
        }
        let known = SPELLINGS.iter().find(|(spelling, _)| rest.starts_with(spelling));
        let (len, sign) = known.map_or((first.len_utf8(), first), |(spelling, sign)| (spelling.len(), *sign));
        if !js::is_space(sign) {
            out.push(sign);
        }
        rest = rest.get(len..).unwrap_or_default();
    }
    out
}

const SPELLINGS: [(&str, char); 7] =
    [("&&", '&'), ("||", '|'), ("<=", '≤'), (">=", '≥'), ("==", '='), ("!=", '≠'), ("null", '0')];

/// The rank of an operator; a higher one is worked out before a lower one.
fn rank(operator: char) -> Option<u8> {
    Some(match operator {
        '<' | '>' | '≤' | '≥' | '=' | '≠' | '&' | '|' => 0,
        '+' | '-' => 1,
        '*' | '/' | '%' => 2,
        '^' => 3,
        '!' => 4,
        _ => return None,
    })
}

/// The value of a formula without brackets.
fn value(text: &str) -> f64 {
    let parts = parts(text);
    if parts.is_empty() {
        return 0.0;
    }
    let mut values = Vec::new();
    let mut waiting: Vec<char> = Vec::new();
    for part in parts {
        match part {
            Part::Number(number) => values.push(number),
            Part::Operator(operator) => {
                while let Some(last) = waiting.pop_if(|last| rank(*last) >= rank(operator)) {
                    apply(&mut values, last);
                }
                waiting.push(operator);
            }
        }
    }
    while let Some(operator) = waiting.pop() {
        apply(&mut values, operator);
    }
    values.pop().unwrap_or(f64::NAN)
}

/// Cuts a formula into numbers and operators. An operand that is not there is 0; one that is no number is dropped, and so
/// is a zero that is not written `0`.
fn parts(text: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut operand = String::new();
    for c in text.chars() {
        if rank(c).is_none() || (c == '-' && operand.is_empty()) {
            operand.push(c);
            continue;
        }
        push_operand(&mut parts, &mut operand);
        parts.push(Part::Operator(c));
    }
    if !(parts.is_empty() && operand.is_empty()) {
        push_operand(&mut parts, &mut operand);
    }
    parts
}

fn push_operand(parts: &mut Vec<Part>, operand: &mut String) {
    let text = std::mem::take(operand);
    match js::parse_float(&text) {
        _ if text.is_empty() || text == "0" => parts.push(Part::Number(0.0)),
        Some(number) if number != 0.0 => parts.push(Part::Number(number)),
        _ => {}
    }
}

/// Works an operator out on the last two values; one that is missing is no number.
fn apply(values: &mut Vec<f64>, operator: char) {
    let bit = |value: bool| f64::from(u8::from(value));
    let b = values.pop().unwrap_or(f64::NAN);
    let a = values.pop().unwrap_or(f64::NAN);
    let is_true = |number: f64| number != 0.0 && !number.is_nan();
    values.push(match operator {
        '|' => {
            if is_true(a) {
                a
            } else {
                b
            }
        }
        '&' => {
            if is_true(a) {
                b
            } else {
                a
            }
        }
        '=' => bit(a == b),
        '≠' => bit(a != b),
        '<' => bit(a < b),
        '≤' => bit(a <= b),
        '>' => bit(a > b),
        '≥' => bit(a >= b),
        '+' => a + b,
        '-' => a - b,
        '*' => a * b,
        '/' => a / b,
        '%' => a % b,
        '^' => a.powf(b),
        _ => bit(!is_true(b)),
    });
}
