//! Dates and times: numbers without leading zeros, formats of the client's own, times of messages.

use cards_words::Role;

use crate::calendar::{self, Parts};
use crate::call::{Call, Flow};
use crate::error::Error;
use crate::host::Moment;
use crate::profile::risu::LONGEST_FORMAT;

const NO_TIME: &str = "[Cannot get time]";
const NOT_STORED: &str = "[Cannot get time, message was sent in older version]";

/// Seconds since 1970, rounded.
pub(crate) fn unix(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    match call.env.host.now() {
        Some(now) => call.put_number(Some((now.unix_millis as f64 / 1_000.0).round())),
        None => Ok(Flow::Keep),
    }
}

/// The present moment in a pattern of Moment.js; with arguments a format of the client's own and a stamp.
fn now_as(call: &mut Call<'_, '_>, pattern: &str) -> Result<Flow, Error> {
    let Some(now) = call.env.host.now() else {
        return Ok(Flow::Keep);
    };
    let Some(format) = call.args.get(0) else {
        return call.put(&calendar::format(&Parts::of(now), pattern));
    };
    // The stamp is one in microseconds; 0 and no number mean now.
    let stamp = call.number(1).filter(|stamp| *stamp != 0.0 && stamp.is_finite());
    let moment = stamp.map_or(now, |stamp| Moment { unix_millis: (stamp / 1_000.0) as i64, ..now });
    let text = formatted(format, &Parts::of(moment));
    call.put(&text)
}

/// Replaces one part after the other; a later part sees what an earlier one wrote.
fn formatted(format: &str, parts: &Parts) -> String {
    if format.len() > LONGEST_FORMAT && format.encode_utf16().count() > LONGEST_FORMAT {
        return String::new();
    }
    let mut text = format.strip_prefix(':').unwrap_or(format).to_owned();
    for part in ["YYYY", "YY", "MMMM", "MMM", "MM", "DDDD", "DD", "dddd", "ddd", "HH", "hh", "mm", "ss", "X", "x", "A"]
    {
        if text.contains(part) {
            // The day of the year is not padded.
            let pattern = if part == "DDDD" { "DDD" } else { part };
            text = text.replace(part, &calendar::format(parts, pattern));
        }
    }
    text
}

pub(crate) fn time(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    now_as(call, "H:m:s")
}

pub(crate) fn date(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    now_as(call, "YYYY-M-D")
}

/// The present moment at UTC.
fn utc_as(call: &mut Call<'_, '_>, pattern: &str) -> Result<Flow, Error> {
    match call.env.host.now() {
        Some(now) => call.put(&calendar::format(&Parts::of(Moment { offset_minutes: 0, ..now }), pattern)),
        None => Ok(Flow::Keep),
    }
}

pub(crate) fn iso_time(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    utc_as(call, "H:m:s")
}

pub(crate) fn iso_date(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    utc_as(call, "YYYY-M-D")
}

/// When the message at hand was sent, as the locale (English) has it.
fn message_as(call: &mut Call<'_, '_>, pattern: &str) -> Result<Flow, Error> {
    let Some(index) = call.env.host.situation().chat_index else {
        return call.put(NO_TIME);
    };
    let Some(unix_millis) = call.env.host.messages().get(index).and_then(|message| message.time) else {
        return call.put(NOT_STORED);
    };
    let offset_minutes = call.env.host.now().map_or(0, |now| now.offset_minutes);
    call.put(&calendar::format(&Parts::of(Moment { unix_millis, offset_minutes }), pattern))
}

pub(crate) fn message_time(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    message_as(call, "h:mm:ss A")
}

pub(crate) fn message_date(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    message_as(call, "M/D/YYYY")
}

/// When each message was sent; 0 where that is not known.
pub(crate) fn message_times(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let times = call.env.host.messages().iter().map(|message| message.time.unwrap_or(0).to_string()).collect();
    super::data::put_texts(call, times)
}

/// How long the chat has been silent.
pub(crate) fn idle(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let Some(last) = call.env.host.messages().last().map(|message| message.time) else {
        return call.put("00:00:00");
    };
    let Some(last) = last else {
        return call.put(NOT_STORED);
    };
    match call.env.host.now() {
        Some(now) => call.put(&span(now.unix_millis.saturating_sub(last))),
        None => Ok(Flow::Keep),
    }
}

/// How long the user took between the last two messages up to the one at hand.
pub(crate) fn message_idle(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let Some(index) = call.env.host.situation().chat_index else {
        return call.put(NO_TIME);
    };
    let messages = call.env.host.messages();
    let past = messages.get(..messages.len().min(index.saturating_add(1))).unwrap_or_default();
    let mut of_user = past.iter().rev().filter(|message| message.role == Role::User).map(|message| message.time);
    let text = match (of_user.next(), of_user.next()) {
        (None, _) => "[No user message found]".to_owned(),
        (_, None) => "[No previous user message found]".to_owned(),
        (Some(None), _) => NOT_STORED.to_owned(),
        (_, Some(None)) => "[Cannot get time, previous message was sent in older version]".to_owned(),
        (Some(Some(last)), Some(Some(before))) => span(last.saturating_sub(before)),
    };
    call.put(&text)
}

/// Hours, minutes and seconds, without days.
fn span(millis: i64) -> String {
    let seconds = millis.div_euclid(1_000);
    format!("{}:{:02}:{:02}", seconds.div_euclid(3_600), seconds.div_euclid(60).rem_euclid(60), seconds.rem_euclid(60))
}
