//! Laws that hold for every text.

use std::borrow::Cow;

use cards_macro::{Engine, Error, For, Limits, MapHost, RenderOptions, Template, Variables, expand, laws};
use proptest::prelude::*;

fn profile() -> impl Strategy<Value = Engine> {
    prop::sample::select(Engine::ALL.to_vec())
}

/// Text that is rich in what the engine reacts to.
fn hostile() -> impl Strategy<Value = String> {
    let part = prop::sample::select(vec![
        "{{",
        "}}",
        "{",
        "}",
        "<",
        ">",
        "<<",
        ">>",
        ":",
        "::",
        "//",
        "/",
        "#",
        "!",
        ".",
        "$",
        "|",
        ",",
        "\\",
        "\n",
        " ",
        "a",
        "é",
        "👩",
        "char",
        "user",
        "<BOT>",
        "<USER>",
        "{{char}}",
        "{{user}}",
        "setvar",
        "getvar",
        "{{setvar::a::",
        "{{getvar::a}}",
        "<<getvar::a>>",
        "<<setvar::a::",
        "{{if ",
        "{{/if}}",
        "{{else}}",
        "{{#if 1}}",
        "{{#if ",
        "{{else if ",
        " == ",
        " || ",
        " && ",
        "(",
        ")",
        "\"",
        "{{/",
        "{{trim}}",
        "{{random:",
        "{{roll:",
        "{{reverse:",
        "{{// ",
        "{{.a",
        "{{$a",
        "++",
        "+=",
        "{{#when ",
        "{{:else}}",
        "{{#each [1,2] i}}",
        "{{slot::i}}",
        "{{#func f}}",
        "{{call::f}}",
        "{{calc::",
        "{{description}}",
        "{{original}}",
        "{{pick::a::b}}",
        "{{time_UTC+2}}",
        "{{newline::9}}",
        "{{mesExamples}}",
        "{{setvarkey::a::9::",
    ]);
    prop::collection::vec(part, 0..40).prop_map(|parts| parts.concat())
}

fn host() -> MapHost {
    let mut host = cards_macro::example_host();
    host.set(cards_macro::Fact::Scenario, "{{description}} {{setvar::a::{{getvar::a}}x}}");
    host
}

fn options() -> RenderOptions {
    RenderOptions::new(For::Prompt)
        .with_limits(Limits::default().with_output_bytes(1 << 16).with_fuel(100_000).with_nesting(64))
}

fn render(text: &str, profile: Engine, host: &mut MapHost) -> Result<(String, Variables), Error> {
    let template = Template::parse_with(text, profile, &options().limits)?;
    let text = template.render_with(host, &options())?.text.into_owned();
    Ok((text, host.variables.clone()))
}

proptest! {
    #[test]
    fn text_without_markers_comes_back_borrowed(text in "[^{<\\\\]*", profile in profile()) {
        laws::keeps_plain_text(&text, profile, &host())?;
        let mut host = host();
        let rendered = expand(&text, profile, &mut host, For::Prompt).unwrap();
        // The older engine looks at the card's fields first, whatever the text.
        prop_assert!(profile == Engine::SillyTavernLegacy || matches!(rendered, Cow::Borrowed(_)));
    }

    #[test]
    fn the_same_host_gives_the_same_text(text in hostile(), profile in profile()) {
        laws::is_repeatable_with(&text, profile, &host(), &options())?;
    }

    #[test]
    fn explaining_changes_nothing(text in hostile(), profile in profile()) {
        laws::explains_alike_with(&text, profile, &host(), &options())?;
    }

    #[test]
    fn limits_hold(text in hostile(), profile in profile()) {
        laws::stays_within_its_limits(&text, profile, &host(), &options())?;
        if let Ok((_, variables)) = render(&text, profile, &mut host()) {
            for value in variables.chat.values() {
                prop_assert!(value.as_text().len() <= 1 << 17);
            }
        }
    }

    #[test]
    fn the_tree_holds_the_whole_text(text in hostile(), profile in profile()) {
        laws::tree_holds_the_text(&text, profile)?;
    }

    #[test]
    fn analysis_points_into_the_text(text in hostile(), profile in profile()) {
        laws::analysis_points_into_the_text(&text, profile)?;
    }

    #[test]
    fn unknown_macros_stay(name in "[a-z]{3,8}zz", arg in "[a-z ]{0,8}", profile in profile()) {
        let text = format!("a {{{{{name}::{arg}}}}} b");
        let (rendered, _) = render(&text, profile, &mut host()).unwrap();
        prop_assert_eq!(rendered, text);
    }

    #[test]
    fn values_are_not_scanned_again(value in "[a-z{}:<>]{0,12}") {
        let mut host = MapHost::new(&value, "Mira");
        let rendered = expand("[{{user}}]", Engine::Spec, &mut host, For::Prompt).unwrap();
        prop_assert_eq!(rendered, format!("[{value}]"));
    }
}

/// SillyTavern rewrites names in angle brackets before it reads where one is behind a brace: places are those of what it reads.
#[test]
fn laws_hold_where_the_client_rewrites_a_text_first() {
    for text in ["{{char}}{<BOT>", "{{getvar::{<USER>}}}", "{{{<char>"] {
        laws::explains_alike_with(text, Engine::SillyTavern, &host(), &options()).unwrap();
        laws::tree_holds_the_text(text, Engine::SillyTavern).unwrap();
        laws::analysis_points_into_the_text(text, Engine::SillyTavern).unwrap();
    }
}
