//! Chance.

use super::entry::{Behaviour, Example, Form, Group, MacroInfo};
use super::masks::*;
use crate::builtin::random;
use crate::host::Arity;

pub(super) static CHAPTER: &[MacroInfo] = &[
    MacroInfo {
        name: "random",
        group: Group::Random,
        summary: "One item of a list, chosen anew each time.",
        behaviours: &[Behaviour {
            profiles: SPEC,
            aliases: &[],
            arity: Arity::at_least(1),
            form: Form::List,
            call: random::random,
            note: "Items stand between commas (`\\,` is a comma) or, where there are any, between `::`; blanks are theirs.",
            example: Example { template: "{{random:red,green}}/{{random::a::b}}", result: "red/a" },
        }],
    },
    MacroInfo {
        name: "pick",
        group: Group::Random,
        summary: "One item of a list, the same each time in the same chat.",
        behaviours: &[Behaviour {
            profiles: SPEC,
            aliases: &[],
            arity: Arity::at_least(1),
            form: Form::List,
            call: random::pick,
            note: "The choice depends on the chat, the card and the list.",
            example: Example { template: "{{pick:red,red}}", result: "red" },
        }],
    },
    MacroInfo {
        name: "roll",
        group: Group::Random,
        summary: "A throw of dice.",
        behaviours: &[
            Behaviour {
                profiles: SPEC,
                aliases: &[],
                arity: Arity::exactly(1),
                form: Form::Eager,
                call: random::roll,
                note: "`N` or `dN`, also `2d6` and `d20+3`; anything else stays as text.",
                example: Example { template: "{{roll:d6}} {{roll:six}}", result: "1 {{roll:six}}" },
            },
            Behaviour {
                profiles: ST,
                aliases: &[],
                arity: Arity::exactly(1),
                form: Form::Eager,
                call: random::roll_or_nothing,
                note: "`N`, `dN`, `2d6`, `d20+3`, `d20-3`; anything else prints nothing.",
                example: Example { template: "{{roll::2d6+1}}[{{roll::six}}]", result: "3[]" },
            },
        ],
    },
];
