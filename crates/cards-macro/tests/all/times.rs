//! Times as Moment.js prints them, token by token.

use cards_macro::{Engine, For, MapHost, Message, Moment, expand};

/// Source: Moment.js 2.30, "Display" in its documentation. The second moment is a Sunday at the turn of a year, which is of the last
/// week of the old year by ISO 8601 and of the second week of the new one in English.
#[test]
fn each_token_prints_its_part_of_the_moment() {
    // 2024-02-29T19:00:05.678+05:30 and 2027-01-03T00:04:09.050-03:30.
    let moments = [(1_709_213_405_678, 330), (1_798_947_249_050, -210)];
    for (token, printed) in [
        ("YYYY", ["2024", "2027"]),
        ("YY", ["24", "27"]),
        ("Y", ["2024", "2027"]),
        ("Q", ["1", "1"]),
        ("Qo", ["1st", "1st"]),
        ("MMMM", ["February", "January"]),
        ("MMM", ["Feb", "Jan"]),
        ("MM", ["02", "01"]),
        ("Mo", ["2nd", "1st"]),
        ("M", ["2", "1"]),
        ("DDDD", ["060", "003"]),
        ("DDDo", ["60th", "3rd"]),
        ("DDD", ["60", "3"]),
        ("DD", ["29", "03"]),
        ("Do", ["29th", "3rd"]),
        ("D", ["29", "3"]),
        ("dddd", ["Thursday", "Sunday"]),
        ("ddd", ["Thu", "Sun"]),
        ("dd", ["Th", "Su"]),
        ("do", ["4th", "0th"]),
        ("d", ["4", "0"]),
        ("e", ["4", "0"]),
        ("E", ["4", "7"]),
        ("GGGG", ["2024", "2026"]),
        ("GG", ["24", "26"]),
        ("WW", ["09", "53"]),
        ("W", ["9", "53"]),
        ("Wo", ["9th", "53rd"]),
        ("gggg", ["2024", "2027"]),
        ("gg", ["24", "27"]),
        ("ww", ["09", "02"]),
        ("w", ["9", "2"]),
        ("wo", ["9th", "2nd"]),
        ("HH", ["19", "00"]),
        ("H", ["19", "0"]),
        ("hh", ["07", "12"]),
        ("h", ["7", "12"]),
        ("kk", ["19", "24"]),
        ("k", ["19", "24"]),
        ("mm", ["00", "04"]),
        ("m", ["0", "4"]),
        ("ss", ["05", "09"]),
        ("s", ["5", "9"]),
        ("SSS", ["678", "050"]),
        ("SS", ["67", "05"]),
        ("S", ["6", "0"]),
        ("A", ["PM", "AM"]),
        ("a", ["pm", "am"]),
        ("Z", ["+05:30", "-03:30"]),
        ("ZZ", ["+0530", "-0330"]),
        ("X", ["1709213405", "1798947249"]),
        ("x", ["1709213405678", "1798947249050"]),
        ("LT", ["7:00 PM", "12:04 AM"]),
        ("LTS", ["7:00:05 PM", "12:04:09 AM"]),
        ("L", ["02/29/2024", "01/03/2027"]),
        ("l", ["2/29/2024", "1/3/2027"]),
        ("LL", ["February 29, 2024", "January 3, 2027"]),
        ("ll", ["Feb 29, 2024", "Jan 3, 2027"]),
        ("LLL", ["February 29, 2024 7:00 PM", "January 3, 2027 12:04 AM"]),
        ("lll", ["Feb 29, 2024 7:00 PM", "Jan 3, 2027 12:04 AM"]),
        ("LLLL", ["Thursday, February 29, 2024 7:00 PM", "Sunday, January 3, 2027 12:04 AM"]),
        ("llll", ["Thu, Feb 29, 2024 7:00 PM", "Sun, Jan 3, 2027 12:04 AM"]),
        ("[Day] D", ["Day 29", "Day 3"]),
    ] {
        for ((unix_millis, offset_minutes), printed) in moments.into_iter().zip(printed) {
            let mut host = MapHost::new("Rin", "Mira");
            host.now = Some(Moment { unix_millis, offset_minutes });
            let text = format!("{{{{datetimeformat::{token}}}}}");
            assert_eq!(expand(&text, Engine::SillyTavern, &mut host, For::Prompt).unwrap(), printed, "{token}");
        }
    }
}

/// Moment.js rounds a span in each unit by itself, and tells it in the first that is not too many.
#[test]
fn a_span_is_told_in_the_unit_that_it_is_short_in() {
    for (later, told) in [
        ("2024-001T00:00:44.499Z", "a few seconds"),
        ("2024-001T00:00:44.500Z", "a minute"),
        ("2024-001T00:01:29.999Z", "a minute"),
        ("2024-001T00:01:30Z", "2 minutes"),
        ("2024-001T00:44:29.999Z", "44 minutes"),
        ("2024-001T00:44:30Z", "an hour"),
        ("2024-001T01:29:59.999Z", "an hour"),
        ("2024-001T01:30:00Z", "2 hours"),
        ("2024-001T21:29:59.999Z", "21 hours"),
        ("2024-001T21:30:00Z", "a day"),
        ("2024-002T11:59:59.999Z", "a day"),
        ("2024-002T12:00Z", "2 days"),
        ("2024-026T11:59:59.999Z", "25 days"),
        ("2024-026T12:00Z", "a month"),
        ("2024-046T12:00Z", "a month"),
        ("2024-047T00:00Z", "2 months"),
        ("2024-320T00:00Z", "10 months"),
        ("2024-321T00:00Z", "a year"),
        ("2025-182T00:00Z", "a year"),
        ("2025-183T00:00Z", "2 years"),
    ] {
        let mut host = MapHost::new("Rin", "Mira");
        let mut check = |text: String, expected: String| {
            assert_eq!(expand(&text, Engine::SillyTavern, &mut host, For::Prompt).unwrap(), expected, "{text}");
        };
        check(format!("{{{{timeDiff::{later}::2024-001T00:00Z}}}}"), format!("in {told}"));
        check(format!("{{{{timeDiff::2024-001T00:00Z::{later}}}}}"), format!("{told} ago"));
    }
}

/// De facto: RisuAI 904a14a prints nothing for a format of more than 300 UTF-16 units.
#[test]
fn formats_are_read_up_to_a_length() {
    for (unit, count, printed) in
        [("-", 299, true), ("-", 300, true), ("-", 301, false), ("é", 300, true), ("🙂", 150, true), ("🙂", 151, false)]
    {
        let (mut host, format) = (MapHost::new("Rin", "Mira"), unit.repeat(count));
        host.now = Some(Moment::from_unix(0));
        let expected = if printed { format.as_str() } else { "" };
        let text = format!("{{{{time::{format}}}}}");
        assert_eq!(expand(&text, Engine::Risu, &mut host, For::Prompt).unwrap(), expected, "{count} of {unit}");
    }
}

/// De facto: RisuAI 904a14a: formats of its own, stamps in microseconds, times of messages.
#[test]
fn times_of_a_chat_are_told() {
    let of = |role: fn(&'static str) -> Message<'static>, time: Option<i64>| {
        let mut message = role("Go.");
        message.time = time;
        message
    };
    let (user, char) = (Message::user as fn(_) -> _, Message::assistant as fn(_) -> _);
    let at = |messages: Vec<Message<'static>>, index: Option<usize>, text: &str| {
        let mut host = MapHost::new("Rin", "Mira");
        host.now = Some(Moment { unix_millis: 1_709_213_405_678, offset_minutes: 330 });
        host.messages = messages;
        host.situation.chat_index = index;
        expand(text, Engine::Risu, &mut host, For::Prompt).unwrap().into_owned()
    };
    for (text, told) in [
        ("{{time}} {{date}} {{isotime}} {{isodate}} {{unixtime}}", "19:0:5 2024-2-29 13:30:5 2024-2-29 1709213406"),
        ("{{time::YYYY-MM-DD HH:mm:ss}}", "2024-02-29 19:00:05"),
        ("{{date::YY MMMM MMM DDDD dddd ddd hh A}}", "24 February Feb 60 Thursday Thu 07 PM"),
        ("{{date::X x}}", "1709213405 1709213405678"),
        ("{{time:::HH}}", "19"),
        ("{{time::YYYY::86400000000}}{{time::YYYY::0}}{{time::YYYY::x}}", "197020242024"),
        ("{{idle_duration}}{{messageidleduration}}", "00:00:00[Cannot get time]"),
        ("{{messagetime}}{{messagedate}}", "[Cannot get time][Cannot get time]"),
    ] {
        assert_eq!(at(Vec::new(), None, text), told, "{text}");
    }
    let chat =
        vec![of(user, Some(1_000)), of(char, Some(5_000)), of(user, Some(3_723_999)), of(user, None), of(char, None)];
    let old = "[Cannot get time, message was sent in older version]";
    for (count, index, told) in [
        (1, Some(0), "[No previous user message found]".to_owned()),
        (3, Some(2), "1:02:02".to_owned()),
        (3, Some(1), "[No previous user message found]".to_owned()),
        (3, Some(9), "1:02:02".to_owned()),
        (4, Some(3), old.to_owned()),
        (5, Some(4), old.to_owned()),
        (3, None, "[Cannot get time]".to_owned()),
    ] {
        assert_eq!(at(chat[..count].to_vec(), index, "{{messageidleduration}}"), told, "{index:?} of {count}");
    }
    assert_eq!(at(chat[1..2].to_vec(), Some(0), "{{messageidleduration}}"), "[No user message found]");
    for (count, told) in [(1, "474781:30:04"), (2, "474781:30:00"), (4, old), (5, old)] {
        assert_eq!(at(chat[..count].to_vec(), None, "{{idle_duration}}"), told, "{count}");
    }
    for (index, told) in [
        (Some(0), "5:30:01 AM 1/1/1970"),
        (Some(2), "6:32:03 AM 1/1/1970"),
        (None, "[Cannot get time] [Cannot get time]"),
    ] {
        assert_eq!(at(chat.clone(), index, "{{messagetime}} {{messagedate}}"), told, "{index:?}");
    }
    for index in [3, 9] {
        assert_eq!(at(chat.clone(), Some(index), "{{messagetime}}"), old);
    }
    assert_eq!(at(chat, None, "{{messageunixtimearray}}"), r#"["1000","5000","3723999","0","0"]"#);
}

/// De facto: SillyTavern 1.19.0: a number below sixteen is hours, a larger one minutes, and what is neither is the local time.
#[test]
fn an_offset_is_hours_or_minutes() {
    for (text, told) in [
        ("{{time}}", "7:00 PM"),
        ("{{time::UTC+0}}", "1:30 PM"),
        ("{{time::UTC+2}}", "3:30 PM"),
        ("{{time::UTC-2}}", "11:30 AM"),
        ("{{time::UTC+15}}", "4:30 AM"),
        ("{{time::UTC-15}}", "10:30 PM"),
        ("{{time::UTC+16}}", "1:46 PM"),
        ("{{time::UTC-16}}", "1:14 PM"),
        ("{{time::UTC+120}}", "3:30 PM"),
        ("{{time::UTC+9999}}", "12:09 PM"),
        ("{{time::UTC+10000}}", "7:00 PM"),
        ("{{time::UTC2}}", "7:00 PM"),
        ("{{time::UTC+}}", "7:00 PM"),
        ("{{time::UTC+2x}}", "7:00 PM"),
        ("{{time::utc+2}}", "7:00 PM"),
        ("{{time::+2}}", "7:00 PM"),
        ("{{time_UTC+2}}", "3:30 PM"),
        ("{{TIME_utc-2}}", "11:30 AM"),
        ("{{date}} {{weekday}} {{isotime}} {{isodate}}", "February 29, 2024 Thursday 19:00 2024-02-29"),
    ] {
        let mut host = MapHost::new("Rin", "Mira");
        host.now = Some(Moment { unix_millis: 1_709_213_405_678, offset_minutes: 330 });
        assert_eq!(expand(text, Engine::SillyTavern, &mut host, For::Prompt).unwrap(), told, "{text}");
    }
}
