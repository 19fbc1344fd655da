//! Names of the people in the chat.

use super::entry::{Behaviour, Group, MacroInfo};
use super::masks::*;
use super::pass::{Pass, Shape};
use crate::builtin::risu::fields;
use crate::builtin::{marinara, names};
use crate::host::Arity;

const NONE: Arity = Arity::exactly(0);

pub(super) static CHAPTER: &[MacroInfo] = &[
    MacroInfo {
        name: "char",
        group: Group::Names,
        summary: "The character's name; the nickname where the card has one and the profile knows nicknames.",
        behaviours: &[
            Behaviour::new(SPEC, NONE, names::char, "{{char}}, {{bot}}, <BOT>", "Captain, Captain, Captain")
                .aliases(&["bot"])
                .note("Also `<char>`, `<bot>`, `<<char>>` and `<<bot>>`, in any letter case."),
            Behaviour::new(RISU, NONE, fields::char, "{{char}}, {{bot}}, <BOT>", "Captain, Captain, Captain")
                .aliases(&["bot"])
                .note("Also `<char>` and `<bot>` in any letter case; `botname` where the host asks for fixed names."),
            Behaviour::new(ST | LEGACY | MODULE, NONE, names::char, "{{char}}, <BOT>", "Mira Vane, Mira Vane")
                .note("The nickname is not used. Also `<BOT>`; SillyTavern reads `<CHAR>` as well.")
                .passes(&[
                    Pass::at(1, Shape::Angle).named("BOT"),
                    Pass::at(2, Shape::Angle),
                    Pass::at(40, Shape::Bare),
                ]),
            Behaviour::new(AGNAI, NONE, names::char, "{{char}}, {{name}}", "Mira Vane, Mira Vane").aliases(&["name"]),
            Behaviour::new(KOBOLD, NONE, names::char, "{{char}}", "Mira Vane"),
            Behaviour::new(MARINARA, NONE, names::char, "{{char}}, {{charName}}", "Mira Vane, Mira Vane")
                .aliases(&["charName", "charPhonetic", "charNamePhonetic"])
                .note("How a name is spoken is not here: it prints as it is written. In a group, lines from `[` to `]` come once for each member.")
                .passes(&[
                    Pass::at(8, Shape::Bare),
                    Pass::at(8, Shape::Bare).named("charName"),
                    Pass::at(9, Shape::Bare).named("charPhonetic"),
                    Pass::at(9, Shape::Bare).named("charNamePhonetic"),
                ]),
        ],
    },
    MacroInfo {
        name: "user",
        group: Group::Names,
        summary: "The user's display name.",
        behaviours: &[
            Behaviour::new(SPEC | ST | LEGACY | MODULE, NONE, names::user, "{{user}} and <USER>", "Rin and Rin")
                .note("Also `<USER>` in any letter case, and in the spec profile `<<user>>`.")
                .passes(&[Pass::at(0, Shape::Angle), Pass::at(39, Shape::Bare)]),
            Behaviour::new(RISU, NONE, fields::user, "{{user}} and <USER>", "Rin and Rin")
                .note("Also `<USER>` in any letter case; `username` where the host asks for fixed names."),
            Behaviour::new(AGNAI | KOBOLD, NONE, names::user, "{{user}}", "Rin"),
            Behaviour::new(MARINARA, NONE, names::user, "{{user}}, {{userName}}", "Rin, Rin")
                .aliases(&["userName", "userPhonetic", "userNamePhonetic"])
                .passes(&[
                    Pass::at(4, Shape::Bare),
                    Pass::at(4, Shape::Bare).named("userName"),
                    Pass::at(5, Shape::Bare).named("userPhonetic"),
                    Pass::at(5, Shape::Bare).named("userNamePhonetic"),
                ]),
        ],
    },
    MacroInfo {
        name: "group",
        group: Group::Names,
        summary: "All members of the group, or the character in a chat of two.",
        behaviours: &[
            Behaviour::new(MARINARA, NONE, marinara::others, "[{{group}}]", "[]")
                .note("The other members; nobody in a chat of two.")
                .passes(&[Pass::at(11, Shape::Bare)]),
            Behaviour::new(ST | LEGACY, NONE, names::group, "{{group}}", "Mira Vane")
                .aliases(&["charIfNotGroup"])
                .note("Also `<GROUP>` and `<CHARIFNOTGROUP>`.")
                .passes(&[
                    Pass::at(3, Shape::Angle).named("CHARIFNOTGROUP"),
                    Pass::at(4, Shape::Angle),
                    Pass::at(41, Shape::Bare),
                    Pass::at(42, Shape::Bare).named("charIfNotGroup"),
                ]),
        ],
    },
    MacroInfo {
        name: "characters",
        group: Group::Names,
        summary: "All members of the group, or the character in a chat of two.",
        behaviours: &[Behaviour::new(MARINARA, NONE, names::group, "{{characters}}", "Mira Vane")
            .passes(&[Pass::at(10, Shape::Bare)])],
    },
    MacroInfo {
        name: "groupNotMuted",
        group: Group::Names,
        summary: "The members of the group that may speak, or the character in a chat of two.",
        behaviours: &[Behaviour::new(ST | LEGACY, NONE, names::group_not_muted, "{{groupNotMuted}}", "Mira Vane")
            .passes(&[Pass::at(43, Shape::Bare)])],
    },
    MacroInfo {
        name: "notChar",
        group: Group::Names,
        summary: "Those who are not the speaker, or the user in a chat of two.",
        behaviours: &[
            Behaviour::new(ST, NONE, names::not_char, "{{notChar}}", "Rin")
                .note("In a group the members that may speak; the user is not among them."),
            Behaviour::new(LEGACY, NONE, names::not_char_legacy, "{{notChar}}", "Rin")
                .note("In a group all other members and the user.")
                .passes(&[Pass::at(44, Shape::Bare)]),
        ],
    },
];
