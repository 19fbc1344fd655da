//! Chance, and picks that stay the same.

use crate::builtin::random::index;
use crate::call::{Call, Flow};
use crate::error::Error;
use crate::host::Fact;
use crate::js;
use crate::json::{self, Json};
use crate::prng;

/// The item at a uniform number; without a list the number itself.
fn choose(call: &mut Call<'_, '_>, uniform: f64) -> Result<Flow, Error> {
    let at = |count: usize| index(uniform, count);
    match call.args.len() {
        0 => call.put_number(Some(uniform)),
        1 => {
            let items = items(call.args.or_empty(0));
            let item = items.get(at(items.len())).map(Json::plain).unwrap_or_default();
            call.put(&item)
        }
        count => {
            let item = call.args.or_empty(at(count));
            call.put(item)
        }
    }
}

/// The items of one argument: a JSON list, or else what is between commas and colons (`\,` is a comma).
fn items(list: &str) -> Vec<Json> {
    if list.starts_with('[')
        && list.ends_with(']')
        && let Some(Json::List(items)) = json::read(list)
    {
        return items;
    }
    let mut items = Vec::new();
    let mut item = String::new();
    let mut chars = list.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' if chars.peek() == Some(&',') => item.extend(chars.next()),
            ',' | ':' => items.push(Json::Text(std::mem::take(&mut item))),
            other => item.push(other),
        }
    }
    items.push(Json::Text(item));
    items
}

/// While tokens are counted the first item is chosen, though a number is drawn.
pub(crate) fn random(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let uniform = call.env.host.roll();
    let counting = call.env.host.situation().counting_tokens && call.args.len() > 0;
    choose(call, if counting { 0.0 } else { uniform })
}

/// The seed text of a chat.
fn seed(call: &Call<'_, '_>) -> String {
    let card = call.env.host.fact(Fact::CardId).unwrap_or_default();
    let chat = call.env.host.fact(Fact::ChatId).unwrap_or_default();
    format!("{card}{chat}")
}

pub(crate) fn pick(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let uniform = prng::risu(&seed(call), call.env.host.messages().len());
    choose(call, uniform)
}

/// A number of seven digits that depends on the text alone.
pub(crate) fn hash(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let Some(text) = call.args.get(0) else {
        return Ok(Flow::Keep);
    };
    call.env.burn(text.len(), call.at)?;
    let number = (prng::risu(text, 0) * 10_000_000.0 + 1.0).round();
    call.put(&format!("{number:07}"))
}

/// Dice: how many and how many sides; `None` where the notation is none. With two marks one die of six is thrown.
fn notation(text: &str) -> Option<(f64, f64)> {
    let parts: Vec<&str> = text.split('d').collect();
    let or = |text: &str, default| if text.is_empty() { Some(default) } else { js::number(text) };
    let (count, sides) = match *parts.as_slice() {
        [sides] => (Some(1.0), js::number(sides)),
        [count, sides] => (or(count, 1.0), or(sides, 6.0)),
        _ => (Some(1.0), Some(6.0)),
    };
    count.zip(sides).filter(|&(count, sides)| count >= 1.0 && sides >= 1.0)
}

/// Throws dice. More than the fuel can pay for leave the macro as text, and no die is thrown.
fn throw(
    call: &mut Call<'_, '_>,
    count: f64,
    sides: f64,
    die: impl Fn(&mut Call<'_, '_>, usize) -> f64,
) -> Result<Flow, Error> {
    let dice = count.ceil().max(0.0) as u64;
    if !call.env.can_burn(dice) {
        return Ok(Flow::Keep);
    }
    let mut sum = 0.0;
    for number in 0..dice as usize {
        call.env.burn(0, call.at)?;
        sum += (die(call, number) * sides).floor() + 1.0;
    }
    call.put_number(Some(sum))
}

fn roll_with(call: &mut Call<'_, '_>, die: impl Fn(&mut Call<'_, '_>, usize) -> f64) -> Result<Flow, Error> {
    let Some(text) = call.args.get(0) else {
        return call.put("1");
    };
    match notation(text) {
        Some((count, sides)) => throw(call, count, sides, die),
        None => call.put("NaN"),
    }
}

pub(crate) fn roll(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    roll_with(call, |call, _| call.env.host.roll())
}

/// As `roll`, but the same in the same chat.
pub(crate) fn roll_pick(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let seed = seed(call);
    roll_with(call, |call, die| prng::risu(&seed, call.env.host.messages().len() + die * 15))
}

/// As `roll`, but count and sides have to be there; no count is none.
pub(crate) fn dice(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let Some(text) = call.args.get(0) else {
        return Ok(Flow::Keep);
    };
    let mut parts = text.split('d');
    let count = parts.next().and_then(js::number);
    match count.zip(parts.next().and_then(js::number)) {
        Some((count, sides)) => throw(call, count, sides, |call, _| call.env.host.roll()),
        None => call.put("NaN"),
    }
}

/// A whole number from the first argument to the second.
pub(crate) fn random_integer(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let (Some(low), Some(high)) = (call.number(0), call.number(1)) else {
        return call.put("NaN");
    };
    let uniform = call.env.host.roll();
    call.put_number(Some((uniform * (high - low + 1.0)).floor() + low))
}
