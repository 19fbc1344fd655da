//! Dates and times; without a clock all of them stay as text.

use cards_words::Role;

use crate::calendar::{self, Parts};
use crate::call::{Call, Flow};
use crate::dates;
use crate::error::Error;
use crate::host::Moment;
use crate::js;

/// Prints the present moment in a pattern.
fn now_as(call: &mut Call<'_, '_>, pattern: &str) -> Result<Flow, Error> {
    match call.env.host.now() {
        Some(now) => call.put(&calendar::format(&Parts::of(now), pattern)),
        None => Ok(Flow::Keep),
    }
}

/// The time of day, here or at `UTC+n`.
pub(crate) fn time(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let Some(now) = call.env.host.now() else {
        return Ok(Flow::Keep);
    };
    // De facto: SillyTavern 1.19.0 prints the local time for what is no offset.
    let zone = call.args.get(0).map(js::trim);
    let offset = if starts_with_ignoring_case(call.inner, "time_utc") {
        // `{{time_UTC+2}}`, in any letter case.
        zone.and_then(|zone| minutes(if starts_with_ignoring_case(zone, "utc") { zone.get(3..)? } else { zone }))
    } else {
        zone.and_then(|zone| minutes(zone.strip_prefix("UTC")?))
    };
    let shown = match offset {
        Some(offset_minutes) => Moment { offset_minutes, ..now },
        None => now,
    };
    call.put(&calendar::format(&Parts::of(shown), "h:mm A"))
}

fn starts_with_ignoring_case(text: &str, head: &str) -> bool {
    text.get(..head.len()).is_some_and(|start| start.eq_ignore_ascii_case(head))
}

/// The minutes that a signed offset is ahead of UTC: numbers below 16 are hours, others minutes.
fn minutes(offset: &str) -> Option<i32> {
    let digits = offset.strip_prefix(['+', '-'])?;
    if digits.is_empty() || digits.len() > 4 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let number: i32 = offset.parse().ok()?;
    Some(if number.abs() < 16 { number * 60 } else { number })
}

pub(crate) fn date(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    now_as(call, "MMMM D, YYYY")
}

pub(crate) fn weekday(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    now_as(call, "dddd")
}

pub(crate) fn iso_time(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    now_as(call, "HH:mm")
}

pub(crate) fn iso_date(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    now_as(call, "YYYY-MM-DD")
}

pub(crate) fn format(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let pattern = call.args.or_empty(0);
    now_as(call, pattern)
}

/// How long the user has been silent, the newest message apart; `just now` when never heard.
pub(crate) fn idle(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let Some(now) = call.env.host.now() else {
        return Ok(Flow::Keep);
    };
    let before = call.env.host.messages().split_last().map(|(_, before)| before).unwrap_or_default();
    let heard = before.iter().rev().find(|message| message.role == Role::User).and_then(|message| message.time);
    match heard.or_else(|| call.env.host.last_user_message().map(|last| last.unix_millis)) {
        Some(last) => call.put(&calendar::humanize(now.unix_millis.saturating_sub(last))),
        None => call.put("just now"),
    }
}

/// How far the first moment is from the second.
pub(crate) fn difference(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let offset = call.env.host.now().map_or(0, |now| now.offset_minutes);
    let read = |number| dates::read(call.args.or_empty(number), offset);
    let (Some(first), Some(second)) = (read(0), read(1)) else {
        return call.put("Invalid date");
    };
    let millis = first - second;
    let span = calendar::humanize(millis);
    call.put(&if millis > 0 { format!("in {span}") } else { format!("{span} ago") })
}
