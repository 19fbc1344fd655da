//! Text and whitespace.

use super::entry::{Behaviour, Form, Group, MacroInfo};
use super::masks::*;
use super::pass::{Pass, Shape};
use crate::builtin::risu::texts;
use crate::builtin::{marinara, text};
use crate::host::Arity;

const NONE: Arity = Arity::exactly(0);
const ONE: Arity = Arity::exactly(1);

const BLOCK: &str = "`==`, `!=`, `<`, `>`, `<=`, `>=`, `is`, `is not`, `contains` and `not contains` compare, `&&`, `||` and parentheses join. \
    Text in quotes is itself; a bare word is the name or the field of the card, what the macro of that name prints, or itself. False is nothing, `0`, \
    `false`, `no`, `off`, `null`, `undefined`. Only the chosen branch runs, after what is before the block; tags on lines of their own leave no line.";

pub(super) static CHAPTER: &[MacroInfo] = &[
    MacroInfo {
        name: "//",
        group: Group::Text,
        summary: "A note for authors, printed nowhere.",
        behaviours: &[
            Behaviour::new(MARINARA, Arity::at_least(0), text::nothing, "a{{// note }}b", "ab").passes(&[Pass::at(0, Shape::Comment)]),

            Behaviour::new(SPEC | LEGACY, Arity::at_least(0), text::nothing, "a{{// note }}b", "ab")
                .note("Inner macros have run.").passes(&[Pass::at(59, Shape::Comment)]),
            Behaviour::new(ST118, Arity::at_least(0), text::nothing, "a{{// note }}b{{//}}c", "abc")
                .aliases(&["comment"])
                .form(Form::List)
                .note("Takes no text around it."),
            Behaviour::new(ST119, ONE, text::nothing, "a{{// note }}b{{//}}\nlong\n{{///}}c", "abc")
                .aliases(&["comment"])
                .note("Also around text: `{{//}}…{{///}}`; empty, it stays as text."),
            Behaviour::new(SILLYBUNNY, Arity::at_least(0), text::nothing, "a{{// note }}b{{//}}c{{//}}\nlong\n{{///}}d", "abcd")
                .aliases(&["comment"])
                .form(Form::Loose)
                .note("Also around text: `{{//}}…{{///}}`; empty, it is a comment."),
        ],
    },
    MacroInfo {
        name: "comment",
        group: Group::Text,
        summary: "A note for readers: shown on screen, absent from prompts.",
        behaviours: &[
            Behaviour::new(SPEC, Arity::at_least(0), text::comment, "a{{comment: note }}b", "ab")
                .note("Rendered for display it prints the note; it is never matched by lore keys."),
            Behaviour::new(RISU, Arity::at_least(0), texts::comment, "a{{comment: note }}b", "ab")
                .note("Rendered for display it prints the note as HTML."),
        ],
    },
    MacroInfo {
        name: "hidden_key",
        group: Group::Text,
        summary: "Words that lore keys match when an active entry's text is searched, printed nowhere.",
        behaviours: &[Behaviour::new(SPEC | RISU, Arity::at_least(0), text::hidden_key, "a{{hidden_key:oil}}b", "ab")
            .note("Rendered for scanning it prints the words.")],
    },
    MacroInfo {
        name: "reverse",
        group: Group::Text,
        summary: "The text back to front, by code points.",
        behaviours: &[
            Behaviour::new(SPEC | ST, ONE, text::reverse, "{{reverse:{{user}}}}", "niR"),
            Behaviour::new(LEGACY, ONE, text::reverse, "{{reverse:abc}}", "cba")
                .note("One colon only; the text ends at the line's end.").passes(&[Pass::at(58, Shape::Line(":"))]),
            Behaviour::new(RISU, Arity::at_least(0), texts::reverse_all, "{{reverse:abc}}", "cba:esrever")
                .note("The name is turned round as well."),
        ],
    },
    MacroInfo {
        name: "newline",
        group: Group::Text,
        summary: "A line end, or as many as the number says.",
        behaviours: &[
            Behaviour::new(MARINARA, NONE, text::newline, "a{{newline}}b{{\\n}}c", "a\nb\nc")
                .passes(&[Pass::at(34, Shape::Bare), Pass::at(34, Shape::Bare).named("\\n")]),

            Behaviour::new(ST, Arity::between(0, 1), text::newline, "a{{newline::2}}b", "a\n\nb")
                .note("What is no whole number from 0 on stays as text."),
            Behaviour::new(LEGACY, NONE, text::newline, "a{{newline}}b", "a\nb").passes(&[Pass::at(21, Shape::Bare)]),
            Behaviour::new(RISU, Arity::at_least(0), texts::line_end, "a{{br}}b", "a\nb").aliases(&["br"]),
        ],
    },
    MacroInfo {
        name: "space",
        group: Group::Text,
        summary: "A space, or as many as the number says.",
        behaviours: &[Behaviour::new(ST, Arity::between(0, 1), text::space, "a{{space::3}}b", "a   b")],
    },
    MacroInfo {
        name: "noop",
        group: Group::Text,
        summary: "Nothing.",
        behaviours: &[
            Behaviour::new(MARINARA, NONE, text::nothing, "a{{noop}}b", "ab").passes(&[Pass::at(2, Shape::Bare)]),

            Behaviour::new(ST | LEGACY, NONE, text::nothing, "a{{noop}}b", "ab").passes(&[Pass::at(23, Shape::Bare)]),
            Behaviour::new(RISU, Arity::at_least(0), text::nothing, "a{{none}}b", "ab").aliases(&["none", "blank"]),
        ],
    },
    MacroInfo {
        name: "trim",
        group: Group::Text,
        summary: "Removes whitespace.",
        behaviours: &[
            Behaviour::new(MARINARA, NONE, text::nothing, "a {{trim}} b", "a  b").note("The client trims the whole text, whatever is in it.").passes(&[Pass::at(35, Shape::Bare)]),

            Behaviour::new(ST, Arity::between(0, 1), text::trim, "a\n{{trim}}\nb{{trim}} c {{/trim}}", "abc")
                .note("Alone it takes the line ends around it away; around text it trims the text."),
            Behaviour::new(LEGACY, NONE, text::trim, "a\n{{trim}}\nb", "ab").passes(&[Pass::at(22, Shape::Trim)]),
            Behaviour::new(RISU, ONE, texts::trimmed, "{{trim:: a }}b", "ab"),
        ],
    },
    MacroInfo {
        name: "trimStart",
        group: Group::Text,
        summary: "Removes the white space behind it.",
        behaviours: &[Behaviour::new(MARINARA, NONE, text::nothing, "a {{trimStart}} b", "a b").passes(&[Pass::at(36, Shape::Eating)])],
    },
    MacroInfo {
        name: "trimEnd",
        group: Group::Text,
        summary: "Removes the white space before it.",
        behaviours: &[Behaviour::new(MARINARA, NONE, marinara::trim_end, "a {{trimEnd}} b", "a b").passes(&[Pass::at(37, Shape::Bare)])],
    },
    MacroInfo {
        name: "uppercase",
        group: Group::Text,
        summary: "Capitals.",
        behaviours: &[Behaviour::new(MARINARA, ONE, texts::upper, "{{uppercase}}ab{{/uppercase}}", "AB").passes(&[Pass::at(32, Shape::Around)])],
    },
    MacroInfo {
        name: "lowercase",
        group: Group::Text,
        summary: "Small letters.",
        behaviours: &[Behaviour::new(MARINARA, ONE, texts::lower, "{{lowercase}}AB{{/lowercase}}", "ab").passes(&[Pass::at(33, Shape::Around)])],
    },
    MacroInfo {
        name: "banned",
        group: Group::Text,
        summary: "Bans a word from the answer; prints nothing.",
        behaviours: &[
            Behaviour::new(MARINARA, Arity::at_least(0), marinara::banned, "a{{banned word}}b", "ab").passes(&[Pass::at(3, Shape::Balanced(""))]),
            Behaviour::new(ST | LEGACY, ONE, text::nothing, "a{{banned \"word\"}}b", "ab")
                .note("The host finds the words among the template's macros.")
                .passes(&[Pass::at(70, Shape::Quoted).named("banned ")]),
        ],
    },
    MacroInfo {
        name: "outlet",
        group: Group::Text,
        summary: "The lore entries of a named outlet.",
        behaviours: &[
            Behaviour::new(MARINARA, ONE, marinara::outlet, "{{outlet::map}}", "The old quay.").passes(&[Pass::at(60, Shape::Balanced("::"))]),
            Behaviour::new(ST, ONE, text::outlet, "{{outlet::map}}", "The old quay."),
            Behaviour::new(LEGACY, ONE, text::outlet, "{{outlet::map}}", "The old quay.").passes(&[Pass::at(68, Shape::Line("::"))]),
        ],
    },
    MacroInfo {
        name: "input",
        group: Group::Text,
        summary: "What is in the input field.",
        behaviours: &[
            Behaviour::new(MARINARA, NONE, text::input, "{{input}}", "typing").passes(&[Pass::at(18, Shape::Bare)]),
            Behaviour::new(ST | LEGACY, NONE, text::input, "{{input}}", "typing").passes(&[Pass::at(24, Shape::Bare)]),
        ],
    },
    MacroInfo {
        name: "if",
        group: Group::Control,
        summary: "Prints one of two branches.",
        behaviours: &[Behaviour::new(ST, Arity::between(1, 2), text::keep, "{{if .hp}}alive{{else}}dead{{/if}} {{if::0::x}}", "alive ")
            .form(Form::If)
            .note("False is nothing, `0`, `false`, `off`; `!` turns it round; `.name` and `$name` read variables, the name of a macro reads it. Only the chosen branch runs.")],
    },
    MacroInfo {
        name: "#if",
        group: Group::Control,
        summary: "Prints one of several branches.",
        behaviours: &[Behaviour::new(MARINARA, ONE, text::keep, "{{#if user == \"Ann\" || \"Bo\"}}a{{else if getvar::hp > 3}}b{{else}}c{{/if}}", "b")
            .note(BLOCK)
            .passes(&[Pass::at(1, Shape::Block)])],
    },
    MacroInfo {
        name: "else",
        group: Group::Control,
        summary: "Parts the branches of an `if`.",
        behaviours: &[Behaviour::new(ST, NONE, text::stray_else, "{{if 0}}a{{else}}b{{/if}}{{else}}", "b")
            .form(Form::Else)
            .note("In lower case only; anywhere else it vanishes in the end. Until then the client has a mark for it, which a variable keeps.")],
    },
];
