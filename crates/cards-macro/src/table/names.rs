//! Names and card fields.

use super::entry::{Behaviour, Example, Form, Group, MacroInfo};
use super::masks::*;
use crate::builtin::names;
use crate::host::Arity;

pub(super) static CHAPTER: &[MacroInfo] = &[
    MacroInfo {
        name: "char",
        group: Group::Names,
        summary: "The character's name; the nickname where the card has one and the profile knows nicknames.",
        behaviours: &[
            Behaviour {
                profiles: SPEC | RISU,
                aliases: &["bot"],
                arity: Arity::exactly(0),
                form: Form::Value,
                call: names::char,
                note: "Also `<char>` and `<bot>`, and in the spec profile `<<char>>` and `<<bot>>`, in any letter case.",
                example: Example { template: "{{char}}, {{bot}}, <BOT>", result: "Captain, Captain, Captain" },
            },
            Behaviour {
                profiles: ST | LEGACY | MODULE,
                aliases: &[],
                arity: Arity::exactly(0),
                form: Form::Value,
                call: names::char,
                note: "The nickname is not used. Also `<BOT>`; SillyTavern reads `<CHAR>` as well.",
                example: Example { template: "{{char}}, <BOT>", result: "Mira Vane, Mira Vane" },
            },
        ],
    },
    MacroInfo {
        name: "user",
        group: Group::Names,
        summary: "The user's display name.",
        behaviours: &[Behaviour {
            profiles: ALL,
            aliases: &[],
            arity: Arity::exactly(0),
            form: Form::Value,
            call: names::user,
            note: "Also `<USER>` in any letter case, and in the spec profile `<<user>>`.",
            example: Example { template: "{{user}} and <USER>", result: "Rin and Rin" },
        }],
    },
    MacroInfo {
        name: "original",
        group: Group::Card,
        summary: "The prompt that a card's system prompt or post-history instructions replace.",
        behaviours: &[
            Behaviour {
                profiles: SPEC,
                aliases: &[],
                arity: Arity::exactly(0),
                form: Form::Value,
                call: names::original,
                note: "Every occurrence prints the text; where there is none, the macro stays as text.",
                example: Example { template: "[{{original}}] [{{original}}]", result: "[Be brief.] [Be brief.]" },
            },
            Behaviour {
                profiles: ST,
                aliases: &[],
                arity: Arity::exactly(0),
                form: Form::Eager,
                call: names::original_once,
                note: "The first occurrence prints the text, later ones nothing; inside card fields it stays as text.",
                example: Example { template: "[{{original}}] [{{original}}]", result: "[Be brief.] []" },
            },
        ],
    },
];
