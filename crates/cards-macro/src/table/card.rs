//! Fields of the card.

use super::entry::{Behaviour, Group, MacroInfo};
use super::masks::*;
use super::pass::{GIVEN, Pass, Shape};
use crate::builtin::risu::fields;
use crate::builtin::{card, marinara, names, text};
use crate::host::{Arity, Fact};

const NONE: Arity = Arity::exactly(0);
const ANY: Arity = Arity::at_least(0);

pub(super) static CHAPTER: &[MacroInfo] = &[
    MacroInfo {
        name: "original",
        group: Group::Card,
        summary: "The prompt that a card's system prompt or post-history instructions replace.",
        behaviours: &[
            Behaviour::new(SPEC, NONE, names::original, "[{{original}}][{{original}}]", "[Be brief.][Be brief.]")
                .note("Every occurrence prints the text; where there is none, the macro stays as text."),
            Behaviour::new(ST | LEGACY, NONE, names::original_once, "[{{original}}][{{original}}]", "[Be brief.][]")
                .note("The first occurrence prints the text, later ones nothing; without a text, and inside card fields, it stays as text.").passes(&[Pass::at(25, Shape::Bare).with(Fact::Original)]),
            Behaviour::new(KOBOLD, NONE, text::nothing, "[{{original}}]", "[]").note("It prints nothing, wherever it is."),
        ],
    },
    MacroInfo {
        name: "description",
        group: Group::Card,
        summary: "The card's description, its own macros expanded.",
        behaviours: &[
            Behaviour::new(MARINARA, NONE, marinara::description, "{{description}}", "Mira Vane keeps the light.")
                .note(DEEP)
                .passes(&[Pass::at(12, Shape::Bare)]),

            Behaviour::new(ST, NONE, card::description, "{{description}}", "Mira Vane keeps the light.")
                .aliases(&["charDescription"])
                .note(FIELD),
            Behaviour::new(LEGACY, NONE, card::description, "{{description}}", "Mira Vane keeps the light.").passes(&[Pass::at(29, Shape::Bare).with(Fact::Description)]),
            Behaviour::new(RISU, ANY, fields::description, "{{description}}", "Captain keeps the light.")
                .aliases(&["chardesc"])
                .note(RISU_FIELD),
        ],
    },
    MacroInfo {
        name: "personality",
        group: Group::Card,
        summary: "The card's personality, its own macros expanded.",
        behaviours: &[
            Behaviour::new(MARINARA, NONE, marinara::personality, "{{personality}}", "patient")
                .note(DEEP)
                .passes(&[Pass::at(13, Shape::Bare)]),

            Behaviour::new(ST, NONE, card::personality, "{{personality}}", "patient")
                .aliases(&["charPersonality"])
                .note(FIELD),
            Behaviour::new(LEGACY, NONE, card::personality, "{{personality}}", "patient").passes(&[Pass::at(30, Shape::Bare).with(Fact::Personality)]),
            Behaviour::new(RISU, ANY, fields::personality, "{{personality}}", "patient")
                .aliases(&["charpersona"])
                .note(RISU_FIELD),
        ],
    },
    MacroInfo {
        name: "scenario",
        group: Group::Card,
        summary: "The card's scenario, its own macros expanded.",
        behaviours: &[
            Behaviour::new(MARINARA, NONE, marinara::scenario, "{{scenario}}", "A quay for Rin.")
                .note(DEEP)
                .passes(&[Pass::at(14, Shape::Bare)]),

            Behaviour::new(ST, NONE, card::scenario, "{{scenario}}", "A quay for Rin.")
                .aliases(&["charScenario"])
                .note(FIELD),
            Behaviour::new(LEGACY, NONE, card::scenario, "{{scenario}}", "A quay for Rin.").passes(&[Pass::at(31, Shape::Bare).with(Fact::Scenario)]),
            Behaviour::new(RISU, ANY, fields::scenario, "{{scenario}}", "A quay for Rin.").note(RISU_FIELD),
        ],
    },
    MacroInfo {
        name: "persona",
        group: Group::Card,
        summary: "The user's persona text, its own macros expanded.",
        behaviours: &[
            Behaviour::new(MARINARA, NONE, marinara::persona, "{{persona}}", "Rin is a sailor.")
                .aliases(&["personaDescription"])
                .note(DEEP)
                .passes(&[Pass::at(6, Shape::Bare), Pass::at(7, Shape::Bare).named("personaDescription")]),

            Behaviour::new(ST | LEGACY, NONE, card::persona, "{{persona}}", "Rin is a sailor.").note(FIELD).passes(&[Pass::at(32, Shape::Bare).with(Fact::Persona)]),
            Behaviour::new(RISU, ANY, fields::persona, "{{persona}}", "Rin is a sailor.")
                .aliases(&["userpersona"])
                .note(RISU_FIELD),
        ],
    },
    MacroInfo {
        name: "mesExamples",
        group: Group::Card,
        summary: "The card's example messages, each block with its heading.",
        behaviours: &[
            Behaviour::new(MARINARA, NONE, marinara::example, "{{example}}", "<START>\nRin: hi")
                .aliases(&["example"])
                .note(DEEP)
                .passes(&[Pass::at(15, Shape::Bare).named("example")]),

            Behaviour::new(ST | LEGACY, NONE, card::mes_examples, "{{mesExamples}}", "<START>\nRin: hi\n").note(FIELD).passes(&[Pass::at(33, Shape::Bare).with(Fact::MesExample)]),
            Behaviour::new(RISU, ANY, fields::examples, "{{example_dialogue}}", "<START>\nRin: hi")
                .aliases(&["example_dialogue", "example_message"])
                .note("Printed as the card has them."),
        ],
    },
    MacroInfo {
        name: "mesExamplesRaw",
        group: Group::Card,
        summary: "The card's example messages as the card has them.",
        behaviours: &[Behaviour::new(ST | LEGACY, NONE, card::mes_examples_raw, "{{mesExamplesRaw}}", "<START>\nRin: hi").passes(&[Pass::at(34, Shape::Bare).with(Fact::MesExample)])],
    },
    MacroInfo {
        name: "charPrompt",
        group: Group::Card,
        summary: "The card's system prompt, its own macros expanded.",
        behaviours: &[
            Behaviour::new(MARINARA, NONE, marinara::system_prompt, "{{charSysInfo}}", "Stay as Mira Vane.")
                .aliases(&["charSysInfo"])
                .note(DEEP)
                .passes(&[Pass::at(16, Shape::Bare).named("charSysInfo")]),
            Behaviour::new(ST | LEGACY, NONE, card::system_prompt, "{{charPrompt}}", "Stay as Mira Vane.")
                .note(FIELD)
                .passes(&[Pass::at(26, Shape::Bare).with(Fact::SystemPrompt)]),
        ],
    },
    MacroInfo {
        name: "charInstruction",
        group: Group::Card,
        summary: "The card's post-history instructions, their own macros expanded.",
        behaviours: &[
            Behaviour::new(MARINARA, NONE, marinara::instruction, "{{charPostHistory}}", "Answer Rin.")
                .aliases(&["charPostHistory"])
                .note(DEEP)
                .passes(&[Pass::at(17, Shape::Bare).named("charPostHistory")]),

            Behaviour::new(ST, NONE, card::instruction, "{{charInstruction}}", "Answer Rin.").note(FIELD),
            Behaviour::new(LEGACY, NONE, card::instruction, "{{charJailbreak}}", "Answer Rin.")
                .aliases(&["charJailbreak"]).passes(&[Pass::at(27, Shape::Bare).with(Fact::PostHistoryInstructions), Pass::at(28, Shape::Bare).named("charJailbreak").with(Fact::PostHistoryInstructions)]),
        ],
    },
    MacroInfo {
        name: "charVersion",
        group: Group::Card,
        summary: "The card's version.",
        behaviours: &[
            Behaviour::new(ST, NONE, card::version, "{{charVersion}}", "1.2")
                .aliases(&["version", "char_version"])
                .note("Its own macros are not expanded."),
            Behaviour::new(LEGACY, NONE, card::version, "{{charVersion}}", "1.2").aliases(&["char_version"]).passes(&[Pass::at(35, Shape::Bare).with(Fact::CharacterVersion), Pass::at(36, Shape::Bare).named("char_version").with(Fact::CharacterVersion)]),
        ],
    },
    MacroInfo {
        name: "creatorNotes",
        group: Group::Card,
        summary: "The card's creator notes, their own macros expanded.",
        behaviours: &[
            Behaviour::new(ST, NONE, card::creator_notes, "{{creatorNotes}}", "Made for Rin.")
                .aliases(&["charCreatorNotes"])
                .note(FIELD),
            Behaviour::new(LEGACY, NONE, card::creator_notes, "{{creatorNotes}}", "Made for Rin.").passes(&[Pass::at(38, Shape::Bare).with(Fact::CreatorNotes)]),
        ],
    },
    MacroInfo {
        name: "charDepthPrompt",
        group: Group::Card,
        summary: "The card's depth prompt, its own macros expanded.",
        behaviours: &[Behaviour::new(ST | LEGACY, NONE, card::depth_prompt, "{{charDepthPrompt}}", "Depth Mira Vane.").note(FIELD).passes(&[Pass::at(37, Shape::Bare).with(Fact::DepthPrompt)])],
    },
    MacroInfo {
        name: "greeting",
        group: Group::Card,
        summary: "A greeting of the card: the first message, or with a number the n-th alternate.",
        behaviours: &[Behaviour::new(ST, Arity::between(0, 1), card::greeting, "{{greeting}} {{greeting::1}}", "Ahoy, Rin! Evening, Rin.")
            .aliases(&["charFirstMessage"])
            .note("Out of range it prints nothing; what is no whole number stays as text.")],
    },
    MacroInfo {
        name: "backstory",
        group: Group::Card,
        summary: "Fields of a card and a persona that other clients do not have.",
        behaviours: &[Behaviour::new(MARINARA, NONE, text::nothing, "[{{backstory}}{{personaScenario}}]", "[]")
            .aliases(&["appearance", "personaPersonality", "personaBackstory", "personaAppearance", "personaScenario"])
            .note(GIVEN)
            .passes(&[Pass::at(48, Shape::Bare).for_any_name()])],
    },
];

const RISU_FIELD: &str =
    "Other card fields inside it are printed too; what goes round in circles ends in the client's error text.";
const DEEP: &str = "Other card fields inside it are printed, four deep.";
const FIELD: &str = "Other card fields inside it are blank.";
