//! Variables.

use super::entry::{Behaviour, Example, Form, Group, MacroInfo};
use super::masks::*;
use crate::builtin::variables;
use crate::host::Arity;

pub(super) static CHAPTER: &[MacroInfo] = &[
    MacroInfo {
        name: "getvar",
        group: Group::Variables,
        summary: "The text of a chat variable.",
        behaviours: &[Behaviour {
            profiles: SPEC,
            aliases: &[],
            arity: Arity::exactly(1),
            form: Form::Eager,
            call: variables::get_plain,
            note: "Prints nothing when unset. Also `<<getvar::name>>`.",
            example: Example { template: "[{{getvar::mood}}][{{getvar::none}}]", result: "[calm][]" },
        }],
    },
    MacroInfo {
        name: "setvar",
        group: Group::Variables,
        summary: "Sets a chat variable and prints nothing.",
        behaviours: &[Behaviour {
            profiles: SPEC,
            aliases: &[],
            arity: Arity::exactly(2),
            form: Form::Eager,
            call: variables::set_plain,
            note: "The value is all that follows the name, kept as written. Also `<<setvar::name::value>>`.",
            example: Example { template: "{{setvar::a::x::y}}{{getvar::a}}", result: "x::y" },
        }],
    },
];
