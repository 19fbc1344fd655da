//! Chance.

use super::entry::{Behaviour, Form, Group, MacroInfo};
use super::masks::*;
use super::pass::{Pass, Shape};
use crate::builtin::risu::chance;
use crate::builtin::{marinara, random};
use crate::host::Arity;

const ONE: Arity = Arity::exactly(1);
const ANY: Arity = Arity::at_least(0);

pub(super) static CHAPTER: &[MacroInfo] = &[
    MacroInfo {
        name: "random",
        group: Group::Random,
        summary: "One item of a list, chosen anew each time.",
        behaviours: &[
            Behaviour::new(MARINARA, ANY, marinara::random, "{{random::a::b}} {{random:1:6}} {{random}}", "a 1 0")
                .note("Weights are behind `@`: `{{random::a@2::b}}`; a lone `:` stands between two numbers.")
                .passes(&[Pass::at(27, Shape::Bare), Pass::at(28, Shape::Balanced("::")), Pass::at(29, Shape::Colon)]),

            Behaviour::new(SPEC, Arity::at_least(1), random::random, "{{random:red,green}}/{{random::a::b}}", "red/a")
                .form(Form::List)
                .note("Items are between commas (`\\,` is a comma) or, where there are any, between `::`; blanks are theirs."),
            Behaviour::new(ST, ANY, random::random_sillytavern, "{{random: red , green }}/{{random::a::b}}", "red/a")
                .form(Form::List)
                .note("Items are between `::`, or else between commas; they are trimmed. No item prints nothing."),
            Behaviour::new(LEGACY, ANY, random::random_legacy, "{{random:red,green}}/{{random::a::b}}", "red/a").passes(&[Pass::at(71, Shape::List)]),
            Behaviour::new(RISU, ANY, chance::random, "{{random:red,green}}/{{random:10:30}}", "red/10").note("A lone `:` separates items as well; without a list it prints a number."),
        ],
    },
    MacroInfo {
        name: "pick",
        group: Group::Random,
        summary: "One item of a list, the same each time in the same chat.",
        behaviours: &[
            Behaviour::new(SPEC, Arity::at_least(1), random::pick, "{{pick:red,red}}", "red")
                .form(Form::List)
                .note("The choice depends on the chat, the card and the list."),
            Behaviour::new(ST, ANY, random::pick_sillytavern, "{{pick::red::red}}", "red")
                .form(Form::List)
                .note("The choice depends on the chat, the template's text and the place in it, with the client's own generator."),
            Behaviour::new(LEGACY, ANY, random::pick_legacy, "{{pick::red::red}}", "red").passes(&[Pass::at(72, Shape::List)]),
            Behaviour::new(RISU, ANY, chance::pick, "{{pick:red,red}}", "red").note("The choice depends on the chat, the card and how many messages there are."),
        ],
    },
    MacroInfo {
        name: "roll",
        group: Group::Random,
        summary: "A throw of dice.",
        behaviours: &[
            Behaviour::new(MARINARA, ONE, marinara::roll, "{{roll:2d6}} {{roll:d6}}", "2 {{roll:d6}}").passes(&[Pass::at(30, Shape::Colon)]),

            Behaviour::new(SPEC, ONE, random::roll, "{{roll:d6}} {{roll:six}}", "1 {{roll:six}}")
                .note("`N` or `dN`, also `2d6` and `d20+3`; anything else stays as text."),
            Behaviour::new(ST, ONE, random::roll_or_nothing, "{{roll::2d6+1}}[{{roll::six}}]", "3[]")
                .note("`N`, `dN`, `2d6`, `d20+3`, `d20-3`; anything else prints nothing."),
            Behaviour::new(LEGACY, ONE, random::roll_trimmed, "{{roll:2d6}} {{roll d6}}", "2 1").passes(&[Pass::at(5, Shape::Loose)]),
            Behaviour::new(RISU, Arity::between(0, 1), chance::roll, "{{roll:2d6}} {{roll:D6}}", "2 NaN").note("`d` in lower case only."),
        ],
    },
];
