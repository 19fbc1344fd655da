//! Arithmetic, comparison, logic.

use super::blocks::is_true;
use super::data;
use crate::call::{Call, Flow};
use crate::error::Error;
use crate::js;

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
    round: |number: f64| (number + 0.5).floor(),
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

pub(crate) fn equal(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let holds = call.args.or_empty(0) == call.args.or_empty(1);
    call.put_bit(holds)
}

pub(crate) fn not_equal(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let holds = call.args.or_empty(0) != call.args.or_empty(1);
    call.put_bit(holds)
}

pub(crate) fn and(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let holds = call.args.or_empty(0) == "1" && call.args.or_empty(1) == "1";
    call.put_bit(holds)
}

pub(crate) fn or(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let holds = call.args.or_empty(0) == "1" || call.args.or_empty(1) == "1";
    call.put_bit(holds)
}

pub(crate) fn not(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let holds = call.args.or_empty(0) != "1";
    call.put_bit(holds)
}

pub(crate) fn all(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let holds = values(call).iter().all(|value| is_true(value));
    call.put_bit(holds)
}

pub(crate) fn any(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let holds = values(call).iter().any(|value| is_true(value));
    call.put_bit(holds)
}

/// The arguments, or the items of the one list that was given.
fn values(call: &Call<'_, '_>) -> Vec<String> {
    match call.args.len() {
        1 => data::list(call.args.or_empty(0)).iter().map(crate::json::Json::plain).collect(),
        _ => call.args.iter().map(str::to_owned).collect(),
    }
}

fn numbers(call: &Call<'_, '_>) -> Vec<f64> {
    values(call).iter().map(|value| js::number(value).unwrap_or(f64::NAN)).collect()
}

pub(crate) fn sum(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let sum = numbers(call).iter().filter(|number| !number.is_nan()).fold(0.0, |sum, number| sum + number);
    call.put_number(Some(sum))
}

pub(crate) fn average(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let numbers = numbers(call);
    let sum = numbers.iter().filter(|number| !number.is_nan()).fold(0.0, |sum, number| sum + number);
    call.put_number(Some(sum / numbers.len() as f64))
}

pub(crate) fn minimum(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let numbers = numbers(call);
    call.put_number(Some(numbers.iter().fold(f64::INFINITY, |least, &number| least.min(or_zero(number)))))
}

pub(crate) fn maximum(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let numbers = numbers(call);
    call.put_number(Some(numbers.iter().fold(f64::NEG_INFINITY, |most, &number| most.max(or_zero(number)))))
}

fn or_zero(number: f64) -> f64 {
    if number.is_nan() { 0.0 } else { number }
}

/// A number with so many places.
pub(crate) fn fixed(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let places = call.number(1).unwrap_or(0.0);
    match call.number(0) {
        Some(number) if (0.0..=100.0).contains(&places) => {
            let places = places as usize;
            call.put(&format!("{number:.places$}"))
        }
        _ => call.put("NaN"),
    }
}

pub(crate) fn calc(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let formula = call.args.or_empty(0);
    call.env.burn(formula.len().saturating_mul(16), call.at)?;
    let value = super::formula::evaluate(formula, call.env);
    call.put_number(value)
}
