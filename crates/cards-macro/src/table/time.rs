//! Dates and times.

use super::entry::{Behaviour, Group, MacroInfo};
use super::masks::*;
use super::pass::{Pass, Shape};
use crate::builtin::risu::time as risu;
use crate::builtin::{marinara, time};
use crate::host::Arity;

const NONE: Arity = Arity::exactly(0);

pub(super) static CHAPTER: &[MacroInfo] = &[
    MacroInfo {
        name: "time",
        group: Group::Time,
        summary: "The time of day.",
        behaviours: &[
            Behaviour::new(MARINARA, NONE, time::iso_time, "{{time}}", "07:08").passes(&[Pass::at(22, Shape::Bare)]),
            Behaviour::new(
                ST,
                Arity::between(0, 1),
                time::time,
                "{{time}}, {{time::UTC+2}}, {{time_UTC-3}}",
                "7:08 AM, 9:08 AM, 4:08 AM",
            )
            .note("Without a clock, time macros stay as text."),
            Behaviour::new(LEGACY, Arity::between(0, 1), time::time, "{{time}}, {{time_UTC+2}}", "7:08 AM, 9:08 AM")
                .passes(&[Pass::at(60, Shape::Bare), Pass::at(67, Shape::Signed).named("time_UTC")]),
            Behaviour::new(RISU, Arity::between(0, 2), risu::time, "{{time}} {{time::HH:mm}}", "7:8:9 07:08")
                .note("With a format it prints that; a second argument is another moment, in microseconds."),
        ],
    },
    MacroInfo {
        name: "date",
        group: Group::Time,
        summary: "The date.",
        behaviours: &[
            Behaviour::new(ST | LEGACY, NONE, time::date, "{{date}}", "May 6, 2024")
                .passes(&[Pass::at(61, Shape::Bare)]),
            Behaviour::new(
                RISU,
                Arity::between(0, 2),
                risu::date,
                "{{date}} {{datetimeformat::DD.MM.YYYY}}",
                "2024-5-6 06.05.2024",
            )
            .aliases(&["datetimeformat"])
            .note("With a format it prints that; a second argument is another moment, in microseconds."),
        ],
    },
    MacroInfo {
        name: "weekday",
        group: Group::Time,
        summary: "The day of the week.",
        behaviours: &[
            Behaviour::new(MARINARA, NONE, time::weekday, "{{weekday}}", "Monday").passes(&[Pass::at(25, Shape::Bare)]),
            Behaviour::new(ST | LEGACY, NONE, time::weekday, "{{weekday}}", "Monday")
                .passes(&[Pass::at(62, Shape::Bare)]),
        ],
    },
    MacroInfo {
        name: "isotime",
        group: Group::Time,
        summary: "The time as `HH:mm`.",
        behaviours: &[
            Behaviour::new(MARINARA, NONE, marinara::moment, "{{isotime}}", "2024-05-06T07:08:09+00:00")
                .aliases(&["datetime"])
                .passes(&[Pass::at(23, Shape::Bare).named("datetime"), Pass::at(24, Shape::Bare)]),
            Behaviour::new(ST | LEGACY, NONE, time::iso_time, "{{isotime}}", "07:08")
                .passes(&[Pass::at(63, Shape::Bare)]),
            Behaviour::new(RISU, NONE, risu::iso_time, "{{isotime}}", "7:8:9"),
        ],
    },
    MacroInfo {
        name: "isodate",
        group: Group::Time,
        summary: "The date as `YYYY-MM-DD`.",
        behaviours: &[
            Behaviour::new(MARINARA, NONE, time::iso_date, "{{date}}", "2024-05-06")
                .aliases(&["date"])
                .passes(&[Pass::at(21, Shape::Bare).named("date")]),
            Behaviour::new(ST | LEGACY, NONE, time::iso_date, "{{isodate}}", "2024-05-06")
                .passes(&[Pass::at(64, Shape::Bare)]),
            Behaviour::new(RISU, NONE, risu::iso_date, "{{isodate}}", "2024-5-6"),
        ],
    },
    MacroInfo {
        name: "datetimeformat",
        group: Group::Time,
        summary: "Date and time in a pattern of `YYYY`, `MMM`, `DD`, `HH`, `mm` and the like.",
        behaviours: &[
            Behaviour::new(
                ST,
                Arity::exactly(1),
                time::format,
                "{{datetimeformat::DD.MM.YYYY [at] HH:mm}}",
                "06.05.2024 at 07:08",
            ),
            Behaviour::new(LEGACY, Arity::exactly(1), time::format, "{{datetimeformat HH:mm}}", "07:08")
                .passes(&[Pass::at(65, Shape::Blanks)]),
        ],
    },
    MacroInfo {
        name: "idleDuration",
        group: Group::Time,
        summary: "How long the user has been silent.",
        behaviours: &[
            Behaviour::new(MARINARA, NONE, marinara::idle, "{{idle_duration}}", "1 hour")
                .aliases(&["idle_duration"])
                .note("How long nobody has written, the user's newest message apart.")
                .passes(&[Pass::at(19, Shape::Bare).named("idle_duration")]),
            Behaviour::new(ST, NONE, time::idle, "{{idleDuration}}", "an hour").aliases(&["idle_duration"]),
            Behaviour::new(LEGACY, NONE, time::idle, "{{idle_duration}}", "an hour")
                .aliases(&["idle_duration"])
                .passes(&[Pass::at(66, Shape::Bare).named("idle_duration")]),
            Behaviour::new(RISU, NONE, risu::idle, "{{idle_duration}}", "1:00:00")
                .aliases(&["idle_duration"])
                .note("Since the last message."),
        ],
    },
    MacroInfo {
        name: "timezone",
        group: Group::Time,
        summary: "The name of the time zone.",
        behaviours: &[Behaviour::new(MARINARA, NONE, marinara::time_zone, "{{timezone}}", "UTC")
            .note("Where the host has no name for it: how far it is ahead of UTC, such as `+05:30`.")
            .passes(&[Pass::at(25, Shape::Bare)])],
    },
    MacroInfo {
        name: "timeDiff",
        group: Group::Time,
        summary: "How far the first moment is from the second.",
        behaviours: &[Behaviour::new(
            ST | LEGACY,
            Arity::exactly(2),
            time::difference,
            "{{timeDiff::2024-05-06 12:00::2024-05-06 10:00}}",
            "in 2 hours",
        )
        .passes(&[Pass::at(69, Shape::LinePair)])],
    },
];
