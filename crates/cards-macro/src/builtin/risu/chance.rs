//! Chance, and picks that stay the same.

use crate::builtin::random::{commas, index};
use crate::call::{Call, Flow};
use crate::error::Error;
use crate::host::Fact;
use crate::js;
use crate::prng;

/// The item at a uniform number; without a list the number itself.
fn choose(call: &mut Call<'_, '_>, uniform: f64) -> Result<Flow, Error> {
    if call.args.len() == 0 {
        return call.put_number(Some(uniform));
    }
    if call.args.len() == 1 {
        let items = commas(call.args.or_empty(0));
        let item = items.get(index(uniform, items.len())).cloned().unwrap_or_default();
        return call.put(&item);
    }
    let item = call.args.or_empty(index(uniform, call.args.len()));
    call.put(item)
}

pub(crate) fn random(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let uniform = call.env.host.roll();
    choose(call, uniform)
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

/// A number of seven digits that hangs on the text alone.
pub(crate) fn hash(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let text = call.args.or_empty(0);
    call.env.burn(text.len(), call.at)?;
    let number = (prng::risu(text, 0) * 10_000_000.0 + 1.0).round();
    call.put(&format!("{number:07}"))
}

/// Dice: how many and how many sides; `None` where the notation is none.
fn notation(text: &str) -> Option<(f64, f64)> {
    let mut parts = text.split('d');
    let (first, second) = (parts.next().unwrap_or_default(), parts.next());
    let (count, sides) = match second {
        None => (Some(1.0), js::number(first)),
        Some(second) => {
            let or = |text: &str, default| {
                if text.is_empty() { Some(default) } else { js::number(text) }
            };
            (or(first, 1.0), or(second, 6.0))
        }
    };
    count.zip(sides).filter(|&(count, sides)| count >= 1.0 && sides >= 1.0)
}

fn roll_with(call: &mut Call<'_, '_>, throw: impl Fn(&mut Call<'_, '_>, usize) -> f64) -> Result<Flow, Error> {
    let Some(text) = call.args.get(0) else {
        return call.put("1");
    };
    let Some((count, sides)) = notation(text) else {
        return call.put("NaN");
    };
    let mut sum = 0.0;
    let mut die = 0;
    while (die as f64) < count {
        call.env.burn(0, call.at)?;
        sum += (throw(call, die) * sides).floor() + 1.0;
        die += 1;
    }
    call.put_number(Some(sum))
}

pub(crate) fn roll(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    roll_with(call, |call, _| call.env.host.roll())
}

/// As `roll`, but the same in the same chat.
pub(crate) fn roll_pick(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let seed = seed(call);
    roll_with(call, |call, die| prng::risu(&seed, call.env.host.messages().len() + die * 15))
}

/// A whole number from the first argument to the second.
pub(crate) fn random_integer(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let (Some(low), Some(high)) = (call.number(0), call.number(1)) else {
        return call.put("NaN");
    };
    let uniform = call.env.host.roll();
    call.put_number(Some((uniform * (high - low + 1.0)).floor() + low))
}
