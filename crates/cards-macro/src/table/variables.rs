//! Variables.

use super::entry::{Behaviour, Group, MacroInfo};
use super::masks::*;
use super::pass::{Pass, Shape};
use crate::builtin::risu::variables as risu;
use crate::builtin::{marinara, variables as vars};
use crate::host::Arity;

const ONE: Arity = Arity::exactly(1);
const TWO: Arity = Arity::exactly(2);
const THREE: Arity = Arity::exactly(3);

const ADD: &str = "Numbers are summed, a JSON list takes one more item, anything else is joined as text.";
const NUMBER: &str = "Text that reads as a number prints the number (`007` prints `7`); unset prints nothing.";
const KEY: &str = "The variable holds JSON; a key that reads as a number is an index.";

pub(super) static CHAPTER: &[MacroInfo] = &[
    MacroInfo {
        name: "getvar",
        group: Group::Variables,
        summary: "The value of a chat variable.",
        behaviours: &[
            Behaviour::new(MARINARA, ONE, marinara::get, "[{{getvar::mood}}][{{getvar::none}}]", "[calm][]")
                .passes(&[Pass::at(1, Shape::Word("::")), Pass::at(31, Shape::Word("::"))]),
            Behaviour::new(SPEC, ONE, vars::get_plain, "[{{getvar::mood}}][{{getvar::none}}]", "[calm][]")
                .note("Prints nothing when unset. Also `<<getvar::name>>`."),
            Behaviour::new(ST, ONE, vars::get::<false>, "[{{getvar::mood}}][{{.mood}}]", "[calm][calm]").note(NUMBER),
            Behaviour::new(LEGACY, ONE, vars::get::<false>, "[{{getvar::mood}}]", "[calm]")
                .note(NUMBER)
                .passes(&[Pass::at(15, Shape::One)]),
            Behaviour::new(RISU, ONE, risu::get, "{{getvar::mood}} {{getvar::none}}", "calm null")
                .note("Prints `null` when unset."),
        ],
    },
    MacroInfo {
        name: "setvar",
        group: Group::Variables,
        summary: "Sets a chat variable and prints nothing.",
        behaviours: &[
            Behaviour::new(MARINARA, TWO, marinara::set, "{{setvar::a::x::y}}{{getvar::a}}", "x::y")
                .passes(&[Pass::at(1, Shape::WordAnd("::")), Pass::at(31, Shape::WordAnd("::"))]),
            Behaviour::new(SPEC, TWO, vars::set_plain, "{{setvar::a::x::y}}{{getvar::a}}", "x::y")
                .note("The value is all that follows the name, kept as written. Also `<<setvar::name::value>>`."),
            Behaviour::new(ST, TWO, vars::set::<false>, "{{setvar::a::x}}{{.b = y}}{{.a}}{{.b}}", "xy")
                .note("A third argument leaves the macro as text."),
            Behaviour::new(LEGACY, TWO, vars::set::<false>, "{{setvar::a::x::y}}{{getvar::a}}", "x::y")
                .note("All of them run before any other variable macro.")
                .passes(&[Pass::at(11, Shape::Pair(true))]),
            Behaviour::new(RISU, TWO, risu::set, "{{setvar::a::x::y}}{{getvar::a}}", "x")
                .note("Runs only in a pass for variables; a third argument is dropped."),
        ],
    },
    MacroInfo {
        name: "addvar",
        group: Group::Variables,
        summary: "Adds to a chat variable and prints nothing.",
        behaviours: &[
            Behaviour::new(MARINARA, TWO, marinara::add, "{{addvar::hp::2}}{{getvar::hp}}", "7")
                .passes(&[Pass::at(1, Shape::WordAnd("::")), Pass::at(31, Shape::WordAnd("::"))]),
            Behaviour::new(ST, TWO, vars::add_to::<false>, "{{addvar::hp::2}}{{.hp += 1}}{{.hp}}", "8").note(ADD),
            Behaviour::new(LEGACY, TWO, vars::add_to::<false>, "{{addvar::hp::2}}{{getvar::hp}}", "7")
                .note(ADD)
                .passes(&[Pass::at(12, Shape::Pair(false))]),
            Behaviour::new(RISU, TWO, risu::add, "{{addvar::hp::2}}{{getvar::hp}}", "7")
                .note("Numbers only; anything else becomes `NaN`."),
        ],
    },
    MacroInfo {
        name: "addnumvar",
        group: Group::Variables,
        summary: "Adds a number to a chat variable and prints nothing.",
        behaviours: &[Behaviour::new(MARINARA, TWO, marinara::add_number, "{{addnumvar::hp::2}}{{getvar::hp}}", "7")
            .note("What is no number counts as 0.")
            .passes(&[Pass::at(1, Shape::WordAnd("::")), Pass::at(31, Shape::WordAnd("::"))])],
    },
    MacroInfo {
        name: "incvar",
        group: Group::Variables,
        summary: "Adds one to a chat variable and prints it.",
        behaviours: &[
            Behaviour::new(MARINARA, ONE, marinara::increment, "{{incvar::hp}}", "6")
                .passes(&[Pass::at(1, Shape::Word("::")), Pass::at(31, Shape::Word("::"))]),
            Behaviour::new(ST, ONE, vars::increment::<false>, "{{incvar::hp}} {{.hp++}}", "6 7"),
            Behaviour::new(LEGACY, ONE, vars::increment::<false>, "{{incvar::hp}}", "6")
                .passes(&[Pass::at(13, Shape::One)]),
        ],
    },
    MacroInfo {
        name: "decvar",
        group: Group::Variables,
        summary: "Takes one from a chat variable and prints it.",
        behaviours: &[
            Behaviour::new(MARINARA, ONE, marinara::decrement, "{{decvar::hp}}", "4")
                .passes(&[Pass::at(1, Shape::Word("::")), Pass::at(31, Shape::Word("::"))]),
            Behaviour::new(ST, ONE, vars::decrement::<false>, "{{decvar::hp}} {{.hp--}}", "4 3"),
            Behaviour::new(LEGACY, ONE, vars::decrement::<false>, "{{decvar::hp}}", "4")
                .passes(&[Pass::at(14, Shape::One)]),
        ],
    },
    MacroInfo {
        name: "hasvar",
        group: Group::Variables,
        summary: "Whether a chat variable is set: `true` or `false`.",
        behaviours: &[Behaviour::new(ST, ONE, vars::has::<false>, "{{hasvar::hp}} {{varexists::none}}", "true false")
            .aliases(&["varexists"])],
    },
    MacroInfo {
        name: "deletevar",
        group: Group::Variables,
        summary: "Deletes a chat variable and prints nothing.",
        behaviours: &[Behaviour::new(ST, ONE, vars::delete::<false>, "{{deletevar::hp}}{{hasvar::hp}}", "false")
            .aliases(&["flushvar"])],
    },
    MacroInfo {
        name: "setvarkey",
        group: Group::Variables,
        summary: "Sets a member of a chat variable and prints nothing.",
        behaviours: &[Behaviour::new(
            NEWEST,
            THREE,
            vars::set_key::<false>,
            "{{setvarkey::n::k::v}}{{.n}}",
            "{\"k\":\"v\"}",
        )
        .aliases(&["setvarindex"])
        .note(KEY)],
    },
    MacroInfo {
        name: "getvarkey",
        group: Group::Variables,
        summary: "A member of a chat variable.",
        behaviours: &[Behaviour::new(NEWEST, TWO, vars::get_key::<false>, "{{getvarkey::bag::rope}}", "2")
            .aliases(&["getvarindex"])
            .note(KEY)],
    },
    MacroInfo {
        name: "getglobalvar",
        group: Group::Variables,
        summary: "The value of a global variable.",
        behaviours: &[
            Behaviour::new(ST, ONE, vars::get::<true>, "{{getglobalvar::theme}} {{$theme}}", "dark dark").note(NUMBER),
            Behaviour::new(LEGACY, ONE, vars::get::<true>, "{{getglobalvar::theme}}", "dark")
                .note(NUMBER)
                .passes(&[Pass::at(20, Shape::One)]),
            Behaviour::new(RISU, ONE, risu::get_global, "{{getglobalvar::theme}}", "dark")
                .note("Prints `null` when unset."),
        ],
    },
    MacroInfo {
        name: "setglobalvar",
        group: Group::Variables,
        summary: "Sets a global variable and prints nothing.",
        behaviours: &[Behaviour::new(
            ST | LEGACY,
            TWO,
            vars::set::<true>,
            "{{setglobalvar::a::x}}{{getglobalvar::a}}",
            "x",
        )
        .passes(&[Pass::at(16, Shape::Pair(true))])],
    },
    MacroInfo {
        name: "addglobalvar",
        group: Group::Variables,
        summary: "Adds to a global variable and prints nothing.",
        behaviours: &[Behaviour::new(
            ST | LEGACY,
            TWO,
            vars::add_to::<true>,
            "{{addglobalvar::n::2}}{{getglobalvar::n}}",
            "2",
        )
        .note(ADD)
        .passes(&[Pass::at(17, Shape::Pair(false))])],
    },
    MacroInfo {
        name: "incglobalvar",
        group: Group::Variables,
        summary: "Adds one to a global variable and prints it.",
        behaviours: &[Behaviour::new(ST | LEGACY, ONE, vars::increment::<true>, "{{incglobalvar::n}}", "1")
            .passes(&[Pass::at(18, Shape::One)])],
    },
    MacroInfo {
        name: "decglobalvar",
        group: Group::Variables,
        summary: "Takes one from a global variable and prints it.",
        behaviours: &[Behaviour::new(ST | LEGACY, ONE, vars::decrement::<true>, "{{decglobalvar::n}}", "-1")
            .passes(&[Pass::at(19, Shape::One)])],
    },
    MacroInfo {
        name: "hasglobalvar",
        group: Group::Variables,
        summary: "Whether a global variable is set: `true` or `false`.",
        behaviours: &[
            Behaviour::new(ST, ONE, vars::has::<true>, "{{hasglobalvar::theme}}", "true").aliases(&["globalvarexists"])
        ],
    },
    MacroInfo {
        name: "deleteglobalvar",
        group: Group::Variables,
        summary: "Deletes a global variable and prints nothing.",
        behaviours: &[Behaviour::new(
            ST,
            ONE,
            vars::delete::<true>,
            "{{deleteglobalvar::theme}}{{hasglobalvar::theme}}",
            "false",
        )
        .aliases(&["flushglobalvar"])],
    },
    MacroInfo {
        name: "setglobalvarkey",
        group: Group::Variables,
        summary: "Sets a member of a global variable and prints nothing.",
        behaviours: &[Behaviour::new(
            NEWEST,
            THREE,
            vars::set_key::<true>,
            "{{setglobalvarkey::n::0::v}}{{$n}}",
            "[\"v\"]",
        )
        .aliases(&["setglobalvarindex"])
        .note(KEY)],
    },
    MacroInfo {
        name: "getglobalvarkey",
        group: Group::Variables,
        summary: "A member of a global variable.",
        behaviours: &[Behaviour::new(NEWEST, TWO, vars::get_key::<true>, "[{{getglobalvarkey::none::k}}]", "[]")
            .aliases(&["getglobalvarindex"])
            .note(KEY)],
    },
];
