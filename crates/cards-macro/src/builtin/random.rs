//! Chance.

use std::borrow::Cow;

use cards_words::Fnv1a;

use crate::call::{Call, Flow};
use crate::error::Error;
use crate::host::Fact;
use crate::js;
use crate::prng;
use crate::syntax;

/// The items of a list: those of `::`, or one argument split at its commas (`\,` is a comma in an item).
pub(crate) fn items<'a>(call: &Call<'a, '_>) -> Vec<Cow<'a, str>> {
    if call.args.len() != 1 {
        return call.args.iter().map(Cow::Borrowed).collect();
    }
    commas(call.args.or_empty(0))
}

/// Splits at commas; a comma behind a backslash belongs to the item.
pub(crate) fn commas(list: &str) -> Vec<Cow<'_, str>> {
    let mut items: Vec<Cow<'_, str>> = Vec::new();
    let mut carried: Option<String> = None;
    for part in list.split(',') {
        let escaped = part.strip_suffix('\\');
        match (carried.take(), escaped) {
            (before, Some(part)) => {
                let mut text = before.unwrap_or_default();
                text.push_str(part);
                text.push(',');
                carried = Some(text);
            }
            (Some(mut before), None) => {
                before.push_str(part);
                items.push(Cow::Owned(before));
            }
            (None, None) => items.push(Cow::Borrowed(part)),
        }
    }
    if let Some(text) = carried {
        // The backslash before the end of the list escapes nothing.
        let mut text = text;
        text.pop();
        text.push('\\');
        items.push(Cow::Owned(text));
    }
    items
}

/// Chooses with a uniform number.
pub(crate) fn index(uniform: f64, count: usize) -> usize {
    ((uniform * count as f64) as usize).min(count.saturating_sub(1))
}

/// Spec: CCv3 `{{random}}`.
pub(crate) fn random(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let uniform = call.env.host.roll();
    let count = call.args.len();
    if count != 1 {
        return call.put(call.args.or_empty(index(uniform, count)));
    }
    let items = commas(call.args.or_empty(0));
    let item = items.get(index(uniform, items.len())).cloned().unwrap_or_default();
    call.put(&item)
}

/// Spec: CCv3 `{{pick}}`: the same item for the same list in the same chat.
pub(crate) fn pick(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let items = items(call);
    let mut hash = Fnv1a::new();
    for fact in [Fact::ChatId, Fact::CardId, Fact::Char] {
        add(&mut hash, &call.env.host.fact(fact).unwrap_or_default());
    }
    for item in &items {
        add(&mut hash, item);
    }
    let at = (mixed(hash) % items.len().max(1) as u64) as usize;
    let item = items.get(at).cloned().unwrap_or_default();
    call.put(&item)
}

/// Adds a text to a hash. The end mark keeps `ab` + `c` and `a` + `bc` apart; it is no byte of UTF-8.
fn add(hash: &mut Fnv1a, text: &str) {
    hash.write(text.as_bytes());
    hash.write(&[0xff]);
}

/// The hash with its bits mixed, so that a remainder of it is fair.
fn mixed(hash: Fnv1a) -> u64 {
    let z = hash.finish();
    let z = (z ^ (z >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    z ^ (z >> 33)
}

/// A throw of dice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Throw {
    count: u32,
    sides: u32,
    plus: i64,
}

impl Throw {
    /// Reads `N` or `[count]d<sides>[+-plus]`.
    pub(crate) fn read(formula: &str) -> Option<Self> {
        let number = |digits: &str| {
            let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            let leads = digits.len() > 1 && digits.starts_with('0');
            if plain && !leads { digits.parse::<u32>().ok() } else { None }
        };
        let Some(d) = formula.find(['d', 'D']) else {
            return number(formula).filter(|&sides| sides > 0).map(|sides| Self { count: 1, sides, plus: 0 });
        };
        let count = match formula.get(..d)? {
            "" => 1,
            digits => number(digits)?,
        };
        let rest = formula.get(d + 1..)?;
        let sign = rest.find(['+', '-']);
        let sides = number(rest.get(..sign.unwrap_or(rest.len()))?)?;
        let plus = match sign {
            None => 0,
            Some(at) => {
                // What is added may have leading zeros, counts and sides may not.
                let digits = rest.get(at + 1..)?;
                if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
                    return None;
                }
                let amount = digits.parse::<u32>().map(i64::from).ok()?;
                if rest.get(at..)?.starts_with('-') { -amount } else { amount }
            }
        };
        (count > 0 && sides > 0).then_some(Self { count, sides, plus })
    }

    /// Throws the dice and prints the sum; each takes one number from the host and one unit of fuel. More dice than the
    /// fuel can pay for leave the macro as text, and none is thrown.
    fn roll(self, call: &mut Call<'_, '_>) -> Result<Flow, Error> {
        if !call.env.can_burn(u64::from(self.count)) {
            return Ok(Flow::Keep);
        }
        let mut sum = self.plus;
        for _ in 0..self.count {
            call.env.burn(0, call.at)?;
            sum += 1 + index(call.env.host.roll(), self.sides as usize) as i64;
        }
        call.put(&sum.to_string())
    }
}

/// Spec: CCv3 `{{roll}}`; a formula that is none leaves the macro as text.
pub(crate) fn roll(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let Some(throw) = Throw::read(call.trimmed(0)) else {
        return Ok(Flow::Keep);
    };
    throw.roll(call)
}

/// De facto: SillyTavern 1.19.0; a formula that is none prints nothing.
pub(crate) fn roll_or_nothing(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let Some(throw) = Throw::read(call.args.or_empty(0)) else {
        return Ok(Flow::Done);
    };
    throw.roll(call)
}

/// De facto: SillyTavern 1.19.0: items are trimmed, one argument is split at `::` or else at commas.
pub(crate) fn random_sillytavern(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let items = items_sillytavern(call);
    if items.is_empty() {
        return Ok(Flow::Done);
    }
    let uniform = call.env.host.roll();
    let item = items.get(index(uniform, items.len())).cloned().unwrap_or_default();
    call.put(&item)
}

pub(crate) fn items_sillytavern<'a>(call: &Call<'a, '_>) -> Vec<Cow<'a, str>> {
    let trimmed = |item: Cow<'a, str>| match item {
        Cow::Borrowed(item) => Cow::Borrowed(js::trim(item)),
        Cow::Owned(item) => Cow::Owned(js::trim(&item).to_owned()),
    };
    let only = if call.args.len() == 1 { call.args.get(0) } else { None };
    match only {
        Some(list) if list.contains("::") => list.split("::").map(Cow::Borrowed).map(trimmed).collect(),
        Some(list) => commas(list).into_iter().map(trimmed).collect(),
        // What `::` parts was trimmed as it is written; what macros made of it is theirs.
        None => items(call),
    }
}

/// De facto: SillyTavern 1.19.0: the choice depends on the chat, the whole template and the place in it.
pub(crate) fn pick_sillytavern(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let items = items_sillytavern(call);
    if items.is_empty() {
        return Ok(Flow::Done);
    }
    let before = call.template.get(..call.at).unwrap_or_default();
    let state = &call.env.state;
    let place = state.base + syntax::units(before).saturating_sub(state.skipped);
    let uniform = stable(call, place, "")?;
    let item = items.get(index(uniform, items.len())).cloned().unwrap_or_default();
    call.put(&item)
}

/// The number that the chat, the template and a place in it fix; `mark` ends the seed's spelling.
fn stable(call: &mut Call<'_, '_>, place: usize, mark: &str) -> Result<f64, Error> {
    let template = call.template;
    call.env.burn(call.at, call.at)?;
    let content = *call.env.state.template_hash.get_or_insert_with(|| prng::cyrb53(template));
    let chat = prng::cyrb53(&call.env.host.fact(Fact::ChatId).unwrap_or_default());
    let seed = prng::cyrb53(&format!("{chat}-{content}-{place}"));
    Ok(prng::seedrandom(&format!("{seed}{mark}")))
}

/// The older engine trims the formula itself.
pub(crate) fn roll_trimmed(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let Some(throw) = Throw::read(call.trimmed(0)) else {
        return Ok(Flow::Done);
    };
    throw.roll(call)
}

/// The older engine: items between `::` as they are, or between commas, trimmed.
fn items_legacy<'a>(call: &Call<'a, '_>) -> Vec<Cow<'a, str>> {
    let list = call.args.or_empty(0);
    if list.contains("::") {
        return list.split("::").map(Cow::Borrowed).collect();
    }
    commas(list).into_iter().map(|item| Cow::Owned(js::trim(&item).to_owned())).collect()
}

pub(crate) fn random_legacy(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let items = items_legacy(call);
    let uniform = call.env.host.roll();
    let item = items.get(index(uniform, items.len())).cloned().unwrap_or_default();
    call.put(&item)
}

pub(crate) fn pick_legacy(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let items = items_legacy(call);
    // The place is one in the text as the rules before left it, in UTF-16 units.
    let place = call.args.text.get(..call.at).unwrap_or_default().encode_utf16().count();
    // This engine hands the seed over as a number.
    let uniform = stable(call, place, "\0")?;
    let item = items.get(index(uniform, items.len())).cloned().unwrap_or_default();
    call.put(&item)
}
