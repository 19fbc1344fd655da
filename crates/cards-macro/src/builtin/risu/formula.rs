//! `{{? …}}` and `{{calc::…}}`: formulas, by two explicit stacks.

use crate::call::Env;
use crate::js;
use crate::vars::Scope;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Op {
    Open,
    Or,
    And,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Plus,
    Minus,
    Times,
    Divide,
    Remainder,
    Power,
    Not,
    Negate,
}

impl Op {
    fn rank(self) -> u8 {
        match self {
            Self::Open => 0,
            Self::Or => 1,
            Self::And => 2,
            Self::Equal | Self::NotEqual => 3,
            Self::Less | Self::LessOrEqual | Self::Greater | Self::GreaterOrEqual => 4,
            Self::Plus | Self::Minus => 5,
            Self::Times | Self::Divide | Self::Remainder => 6,
            Self::Not | Self::Negate => 7,
            Self::Power => 8,
        }
    }

    fn is_prefix(self) -> bool {
        matches!(self, Self::Not | Self::Negate)
    }
}

/// Longer spellings stand before their own beginnings.
const OPERATORS: [(&str, Op); 18] = [
    ("&&", Op::And),
    ("||", Op::Or),
    ("==", Op::Equal),
    ("!=", Op::NotEqual),
    ("<=", Op::LessOrEqual),
    (">=", Op::GreaterOrEqual),
    ("&", Op::And),
    ("|", Op::Or),
    ("=", Op::Equal),
    ("<", Op::Less),
    (">", Op::Greater),
    ("+", Op::Plus),
    ("-", Op::Minus),
    ("*", Op::Times),
    ("/", Op::Divide),
    ("%", Op::Remainder),
    ("^", Op::Power),
    ("!", Op::Not),
];

/// Evaluates a formula of numbers, `$chat` and `@global` variables; `None` where it is none.
pub(crate) fn evaluate(formula: &str, env: &mut Env<'_>) -> Option<f64> {
    let mut values: Vec<f64> = Vec::new();
    let mut ops: Vec<Op> = Vec::new();
    let mut rest = formula.trim_start();
    let mut wants_value = true;
    while let Some(first) = rest.chars().next() {
        if first == '(' {
            ops.push(Op::Open);
            wants_value = true;
            rest = rest.get(1..)?;
        } else if first == ')' {
            while *ops.last()? != Op::Open {
                apply(&mut values, ops.pop()?)?;
            }
            ops.pop();
            wants_value = false;
            rest = rest.get(1..)?;
        } else if wants_value && (first.is_ascii_digit() || first == '.') {
            let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
            values.push(js::number(rest.get(..end)?)?);
            wants_value = false;
            rest = rest.get(end..)?;
        } else if wants_value && (first == '$' || first == '@') {
            let body = rest.get(1..)?;
            let end = body.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(body.len());
            let scope = if first == '$' { Scope::Chat } else { Scope::Global };
            let value = env.get_var(scope, body.get(..end)?);
            // A variable that holds no number counts as 0.
            values.push(value.and_then(|value| js::parse_float(&value.as_text())).unwrap_or(0.0));
            wants_value = false;
            rest = body.get(end..)?;
        } else {
            let (spelling, op) = OPERATORS.iter().find(|(spelling, _)| rest.starts_with(spelling))?;
            let op = match (op, wants_value) {
                (Op::Minus, true) => Op::Negate,
                (Op::Not, _) | (_, false) => *op,
                (Op::Plus, true) => {
                    rest = rest.get(1..)?.trim_start();
                    continue;
                }
                _ => return None,
            };
            while !op.is_prefix() && ops.last().is_some_and(|top| top.rank() >= op.rank() && *top != Op::Open) {
                apply(&mut values, ops.pop()?)?;
            }
            ops.push(op);
            wants_value = true;
            rest = rest.get(spelling.len()..)?;
        }
        rest = rest.trim_start();
    }
    while let Some(op) = ops.pop() {
        apply(&mut values, op)?;
    }
    let value = values.pop()?;
    values.is_empty().then_some(value)
}

fn apply(values: &mut Vec<f64>, op: Op) -> Option<()> {
    let bit = |value: bool| f64::from(u8::from(value));
    let b = values.pop()?;
    if op.is_prefix() {
        values.push(if op == Op::Not { bit(b == 0.0) } else { -b });
        return Some(());
    }
    let a = values.pop()?;
    values.push(match op {
        Op::Or => {
            if a != 0.0 {
                a
            } else {
                b
            }
        }
        Op::And => {
            if a != 0.0 {
                b
            } else {
                a
            }
        }
        Op::Equal => bit(a == b),
        Op::NotEqual => bit(a != b),
        Op::Less => bit(a < b),
        Op::LessOrEqual => bit(a <= b),
        Op::Greater => bit(a > b),
        Op::GreaterOrEqual => bit(a >= b),
        Op::Plus => a + b,
        Op::Minus => a - b,
        Op::Times => a * b,
        Op::Divide => a / b,
        Op::Remainder => a % b,
        Op::Power => a.powf(b),
        Op::Open | Op::Not | Op::Negate => return None,
    });
    Some(())
}
