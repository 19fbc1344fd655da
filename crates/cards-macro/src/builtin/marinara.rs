//! What Marinara does otherwise than other clients. De facto: Marinara Engine 014be8d, `macro-engine.ts`.

use std::borrow::Cow;

use cards_words::Role;

use super::random::index;
use crate::calendar::{self, Parts};
use crate::call::{ArgSpans, Call, Env, Flow};
use crate::error::Error;
use crate::host::{Fact, Member};
use crate::js;
use crate::vars::Scope;

/// Fields inside of fields are filled in so deep; below that they are blank.
pub(crate) const FIELDS: u8 = 4;
/// More dice than this, and more sides, are not thrown.
const DICE: f64 = 1000.0;
const SIDES: f64 = 1_000_000.0;

fields! {
    put_field:
    description: Description,
    personality: Personality,
    scenario: Scenario,
    persona: Persona,
    example: MesExample,
    system_prompt: SystemPrompt,
    instruction: PostHistoryInstructions,
}

fn put_field(call: &mut Call<'_, '_>, fact: Fact) -> Result<Flow, Error> {
    let text = call.env.host.fact(fact).map(Cow::into_owned).unwrap_or_default();
    if text.contains("{{") && call.env.state.fields_open >= FIELDS {
        return Ok(Flow::Done);
    }
    call.env.state.fields_open += 1;
    let rendered = call.env.again(&text, call.at);
    call.env.state.fields_open -= 1;
    call.put(&rendered?)
}

/// The others in the chat; none in a chat of two.
pub(crate) fn others(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let others = others_of(call.env);
    call.put(&others)
}

pub(crate) fn others_of(env: &Env<'_>) -> String {
    let same = |name: &str| name.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    let speaker = same(&env.char_name());
    let name = |member: &Member| js::trim(&member.name).to_owned();
    let names = env.host.group().into_iter().flatten().map(name);
    let names: Vec<String> = names.filter(|name| !name.is_empty() && same(name) != speaker).collect();
    names.join(", ")
}

/// A text without its `{{//…}}`.
pub(crate) fn without_comments(text: &str) -> Cow<'_, str> {
    let (mut out, mut rest) = (String::new(), text);
    while let Some((before, end)) =
        rest.split_once("{{//").and_then(|(before, tail)| Some((before, tail.split_once("}}")?.1)))
    {
        out.push_str(before);
        rest = end;
    }
    if rest.len() == text.len() { Cow::Borrowed(text) } else { Cow::Owned(out + rest) }
}

/// How long nobody has written, the user's message of this turn apart.
pub(crate) fn idle(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let Some(now) = call.env.host.now() else { return Ok(Flow::Keep) };
    let messages = call.env.host.messages();
    let before = match messages.split_last() {
        Some((last, before)) if last.role == Role::User => before,
        _ => messages,
    };
    let last = before.iter().filter_map(|message| message.time).max();
    let last = last.or_else(|| call.env.host.last_user_message().map(|last| last.unix_millis));
    let seconds = last.map_or(0, |last| now.unix_millis.saturating_sub(last).max(0) / 1000);
    let part = |count: i64, unit: &str| format!("{count} {unit}{}", if count == 1 { "" } else { "s" });
    let two = |count: i64, unit: &str, rest: i64, of_rest: &str| match rest {
        0 => part(count, unit),
        rest => format!("{} {}", part(count, unit), part(rest, of_rest)),
    };
    call.put(&match seconds {
        0..60 => part(seconds, "second"),
        60..3600 => part(seconds / 60, "minute"),
        3600..86_400 => two(seconds / 3600, "hour", seconds / 60 % 60, "minute"),
        _ => two(seconds / 86_400, "day", seconds / 3600 % 24, "hour"),
    })
}

/// The name of the time zone, or how far it is from UTC where the host has no name for it.
pub(crate) fn time_zone(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    if let Some(name) = call.env.host.fact(Fact::TimeZone).map(Cow::into_owned) {
        return call.put(&name);
    }
    match call.env.host.now().map(|now| now.offset_minutes) {
        None => Ok(Flow::Keep),
        Some(0) => call.put("UTC"),
        Some(ahead) => call.put(&offset(ahead)),
    }
}

/// How far a place is ahead of UTC: `+05:30`.
fn offset(minutes: i32) -> String {
    let (sign, ahead) = (if minutes < 0 { '-' } else { '+' }, minutes.abs());
    format!("{sign}{:02}:{:02}", ahead / 60, ahead % 60)
}

/// Something behind a name that has to end there: only white space may follow.
pub(crate) fn banned(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let rest = call.args.or_empty(0);
    Ok(if rest.is_empty() || rest.starts_with(js::is_space) { Flow::Done } else { Flow::Keep })
}

pub(crate) fn moment(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let Some(now) = call.env.host.now() else { return Ok(Flow::Keep) };
    call.put(&calendar::format(&Parts::of(now), "YYYY-MM-DD[T]HH:mm:ss"))?;
    call.put(&offset(now.offset_minutes))
}

/// One of several texts behind `::`; a whole number between two behind `:`, or one from 0 to 100.
pub(crate) fn random(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    // A list has to end; where its braces do not, it comes here as two numbers would.
    let list = call.at + "{{random::".len();
    let is_list = matches!(call.args.spans, ArgSpans::Rendered([(start, _), ..]) if *start == list);
    if is_list { choice(call) } else { number(call) }
}

fn number(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let (a, b) = match call.args.get(0).map(|bounds| bounds.split_once(':').unwrap_or(("x", bounds))) {
        Some((a, b)) => (whole(a), whole(b)),
        None => (Some(0.0), Some(100.0)),
    };
    let (Some(a), Some(b)) = (a, b) else { return Ok(Flow::Keep) };
    let (low, high) = (a.min(b), a.max(b));
    let thrown = (call.env.host.roll() * (high - low + 1.0)).floor() + low;
    call.put_number(Some(thrown))
}

/// By weights, which are behind `@`; the macros of the item run once it is chosen.
fn choice(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let items: Vec<(&str, f64)> = parts(call.args.or_empty(0)).map(js::trim).map(weighed).collect();
    let items: Vec<(&str, f64)> = items.into_iter().filter(|(text, _)| !text.is_empty()).collect();
    let total: f64 = items.iter().map(|(_, weight)| weight).sum();
    if total <= 0.0 {
        return Ok(Flow::Done);
    }
    let mut left = call.env.host.roll() * total;
    let chosen = items.iter().find(|(_, weight)| {
        left -= weight;
        left < 0.0
    });
    let text = call.env.again(chosen.or(items.last()).map_or("", |(text, _)| text), call.at)?;
    call.put(&text)
}

/// Splits at `::` outside of braces.
fn parts(list: &str) -> impl Iterator<Item = &str> {
    let (mut cuts, mut depth, mut at) = (vec![0], 0_usize, 0);
    let bytes = list.as_bytes();
    while at < bytes.len() {
        match bytes.get(at..at + 2) {
            Some(b"{{") => depth += 1,
            Some(b"}}") if depth > 0 => depth -= 1,
            Some(b"::") if depth == 0 => cuts.extend([at, at + 2]),
            _ => {
                at += 1;
                continue;
            }
        }
        at += 2;
    }
    cuts.push(list.len());
    let pairs: Vec<(usize, usize)> = cuts.chunks(2).filter_map(|pair| Some((*pair.first()?, *pair.get(1)?))).collect();
    pairs.into_iter().map(|(from, to)| list.get(from..to).unwrap_or_default())
}

/// An item and its weight.
fn weighed(item: &str) -> (&str, f64) {
    let weight = item.rsplit_once('@').and_then(|(text, weight)| {
        let weight = js::trim(weight);
        let digits = weight.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') && !weight.ends_with('.');
        Some((js::trim(text), js::number(weight).filter(|_| digits && !weight.is_empty() && !text.ends_with("{{"))?))
    });
    weight.unwrap_or((item, 1.0))
}

/// A number in digits and nothing else.
fn whole(digits: &str) -> Option<f64> {
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    js::number(digits).filter(|_| plain)
}

/// `2d6` and nothing else.
pub(crate) fn roll(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let formula = call.args.or_empty(0).split_once(['d', 'D']);
    let Some((count, sides)) = formula.and_then(|(count, sides)| Some((whole(count)?, whole(sides)?))) else {
        return Ok(Flow::Keep);
    };
    let (count, sides) = (count.min(DICE), sides.min(SIDES));
    if count < 1.0 || sides < 1.0 {
        return call.put("0");
    }
    let mut sum = 0;
    for _ in 0..count as usize {
        call.env.burn(0, call.at)?;
        sum += 1 + index(call.env.host.roll(), sides as usize);
    }
    call.put(&sum.to_string())
}

/// The text of a variable, or nothing.
fn read(call: &mut Call<'_, '_>, name: &str) -> String {
    call.env.get_var(Scope::Chat, name).map(|value| value.as_text().into_owned()).unwrap_or_default()
}

pub(crate) fn get(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let name = call.args.or_empty(0);
    if !call.env.has_var(Scope::Chat, name) {
        call.env.note_unset(Scope::Chat, name);
    }
    let text = read(call, name);
    call.put(&text)
}

fn write(call: &mut Call<'_, '_>, value: String) -> Result<(), Error> {
    call.env.burn(value.len(), call.at)?;
    let name = call.args.or_empty(0);
    call.env.set_var(Scope::Chat, name, value.into());
    Ok(())
}

pub(crate) fn set(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let value = call.env.again(call.args.or_empty(1), call.at)?;
    write(call, value)?;
    Ok(Flow::Done)
}

/// A text that is a number and nothing else.
pub(crate) fn finite(text: &str) -> Option<f64> {
    js::number(text).filter(|number| number.is_finite() && !js::trim(text).is_empty())
}

/// Numbers are summed, anything else is joined as text.
pub(crate) fn add(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let current = read(call, call.args.or_empty(0));
    let added = call.env.again(call.args.or_empty(1), call.at)?;
    let sum = match (finite(&current), finite(&added)) {
        (Some(a), Some(b)) => js::number_to_string(a + b),
        _ => current + &added,
    };
    write(call, sum)?;
    Ok(Flow::Done)
}

/// Numbers are summed, and what is none counts as 0.
pub(crate) fn add_number(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let current = counted(&read(call, call.args.or_empty(0)));
    let added = call.env.again(call.args.or_empty(1), call.at)?;
    let sum = Some(current + counted(&added)).filter(|sum| sum.is_finite()).unwrap_or(current);
    write(call, js::number_to_string(sum))?;
    Ok(Flow::Done)
}

/// The number that a text is, or 0.
fn counted(text: &str) -> f64 {
    js::number(text).filter(|number| number.is_finite()).unwrap_or(0.0)
}

pub(crate) fn increment(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    step(call, 1.0)
}

pub(crate) fn decrement(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    step(call, -1.0)
}

fn step(call: &mut Call<'_, '_>, step: f64) -> Result<Flow, Error> {
    let current = read(call, call.args.or_empty(0));
    let next = js::number_to_string(counted(&current) + step);
    call.put(&next)?;
    write(call, next)?;
    Ok(Flow::Done)
}

/// Takes the white space before it away.
pub(crate) fn trim_end(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let kept = call.out.trim_end_matches(js::is_space).len();
    call.out.truncate(kept);
    Ok(Flow::Done)
}

/// An outlet by its name without white space around.
pub(crate) fn outlet(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let name = js::trim(call.args.or_empty(0)).to_owned();
    super::text::put_outlet(call, &name)
}

/// What an agent made; the host has it, if anyone, and its own macros came before.
pub(crate) fn agent(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let is_sign = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    Ok(if call.args.or_empty(0).bytes().all(is_sign) { Flow::Done } else { Flow::Keep })
}
