//! Arithmetic, comparison, logic.

use super::data;
use crate::call::{Call, Flow};
use crate::error::Error;
use crate::js;
use crate::json::Json;

macro_rules! of_one {
    ($($name:ident: $function:expr),* $(,)?) => {
        $(pub(crate) fn $name(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
            let number = call.number(0).map($function);
            call.put_number(number)
        })*
    };
}

of_one! {
    floor: f64::floor,
    ceil: f64::ceil,
    abs: f64::abs,
    // JavaScript rounds halves up, Rust away from zero.
    round: |number: f64| if number.fract().abs() == 0.5 { number.ceil() } else { number.round() },
}

macro_rules! of_two {
    ($($name:ident: $function:expr),* $(,)?) => {
        $(pub(crate) fn $name(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
            let number = call.number(0).zip(call.number(1)).map($function);
            call.put_number(number)
        })*
    };
}

of_two! {
    power: |(a, b): (f64, f64)| a.powf(b),
    remainder: |(a, b): (f64, f64)| a % b,
}

macro_rules! compare {
    ($($name:ident: $operator:tt),* $(,)?) => {
        $(pub(crate) fn $name(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
            let holds = call.number(0).zip(call.number(1)).is_some_and(|(a, b)| a $operator b);
            call.put_bit(holds)
        })*
    };
}

compare! {
    greater: >,
    greater_or_equal: >=,
    less: <,
    less_or_equal: <=,
}

macro_rules! tests {
    ($($name:ident: $function:expr),* $(,)?) => {
        $(pub(crate) fn $name(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
            let function: fn(Option<&str>, Option<&str>) -> bool = $function;
            let holds = function(call.args.get(0), call.args.get(1));
            call.put_bit(holds)
        })*
    };
}

tests! {
    equal: |a, b| a == b,
    not_equal: |a, b| a != b,
    and: |a, b| a == Some("1") && b == Some("1"),
    or: |a, b| a == Some("1") || b == Some("1"),
    not: |a, _| a != Some("1"),
}

pub(crate) fn all(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    over_values(call, |values| if values.iter().all(is_one) { 1.0 } else { 0.0 })
}

pub(crate) fn any(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    over_values(call, |values| if values.iter().any(is_one) { 1.0 } else { 0.0 })
}

/// Only the text counts, not the number.
fn is_one(value: &Json) -> bool {
    matches!(value, Json::Text(text) if text == "1")
}

/// Prints what a function makes of the arguments, or of the items of the one list that was given.
fn over_values(call: &mut Call<'_, '_>, function: impl Fn(&[Json]) -> f64) -> Result<Flow, Error> {
    let values: Vec<Json> = match call.args.len() {
        0 => return Ok(Flow::Keep),
        1 => data::list(call.args.or_empty(0)),
        _ => call.args.iter().map(|arg| Json::Text(arg.to_owned())).collect(),
    };
    call.put_number(Some(function(&values)))
}

/// What is no number is 0.
fn or_zero(value: &Json) -> f64 {
    js::number(&value.plain()).unwrap_or(0.0)
}

pub(crate) fn sum(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    over_values(call, |values| values.iter().map(or_zero).fold(0.0, |sum, number| sum + number))
}

pub(crate) fn average(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    over_values(call, |values| values.iter().map(or_zero).fold(0.0, |sum, number| sum + number) / values.len() as f64)
}

pub(crate) fn minimum(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    over_values(call, |values| values.iter().map(or_zero).fold(f64::INFINITY, f64::min))
}

pub(crate) fn maximum(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    over_values(call, |values| values.iter().map(or_zero).fold(f64::NEG_INFINITY, f64::max))
}

/// A number with so many places.
pub(crate) fn fixed(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let places = call.number(1).unwrap_or(0.0).trunc();
    if !(0.0..=100.0).contains(&places) {
        return Ok(Flow::Keep);
    }
    match call.number(0) {
        Some(number) => call.put(&js::to_fixed(number, places as usize)),
        None => call.put("NaN"),
    }
}

pub(crate) fn calc(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let Some(formula) = call.args.get(0) else {
        return Ok(Flow::Keep);
    };
    call.env.burn(formula.len().saturating_mul(16), call.at)?;
    let value = super::formula::evaluate(formula, call.env);
    call.put_number(Some(value))
}
