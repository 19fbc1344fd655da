//! Text and whitespace.

use super::entry::{Behaviour, Example, Form, Group, MacroInfo};
use super::masks::*;
use crate::builtin::text;
use crate::host::Arity;

pub(super) static CHAPTER: &[MacroInfo] = &[
    MacroInfo {
        name: "//",
        group: Group::Text,
        summary: "A note for authors, printed nowhere.",
        behaviours: &[
            Behaviour {
                profiles: SPEC,
                aliases: &[],
                arity: Arity::at_least(0),
                form: Form::Eager,
                call: text::nothing,
                note: "Inner macros have run.",
                example: Example { template: "a{{// note }}b", result: "ab" },
            },
            Behaviour {
                profiles: ST,
                aliases: &["comment"],
                arity: Arity::exactly(1),
                form: Form::Eager,
                call: text::nothing,
                note: "Also around text: `{{//}}…{{///}}`; empty, it stays as text.",
                example: Example { template: "a{{// note }}b{{//}}\nlong\n{{///}}c", result: "abc" },
            },
        ],
    },
    MacroInfo {
        name: "comment",
        group: Group::Text,
        summary: "A note for readers: shown on screen, absent from prompts.",
        behaviours: &[Behaviour {
            profiles: SPEC | RISU,
            aliases: &[],
            arity: Arity::at_least(0),
            form: Form::Eager,
            call: text::comment,
            note: "Rendered for display it prints the note; it is never matched by lore keys.",
            example: Example { template: "a{{comment: note }}b", result: "ab" },
        }],
    },
    MacroInfo {
        name: "hidden_key",
        group: Group::Text,
        summary: "Words that lore keys match when an active entry's text is searched, printed nowhere.",
        behaviours: &[Behaviour {
            profiles: SPEC | RISU,
            aliases: &[],
            arity: Arity::at_least(0),
            form: Form::Eager,
            call: text::hidden_key,
            note: "Rendered for scanning it prints the words.",
            example: Example { template: "a{{hidden_key:oil}}b", result: "ab" },
        }],
    },
    MacroInfo {
        name: "reverse",
        group: Group::Text,
        summary: "The text back to front, by code points.",
        behaviours: &[Behaviour {
            profiles: SPEC | ST,
            aliases: &[],
            arity: Arity::exactly(1),
            form: Form::Eager,
            call: text::reverse,
            note: "",
            example: Example { template: "{{reverse:{{user}}}}", result: "niR" },
        }],
    },
];
