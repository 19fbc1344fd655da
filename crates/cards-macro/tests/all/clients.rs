//! What clients do that a reader of this crate might not expect, and where we do otherwise.

use std::borrow::Cow;

use cards_macro::{
    Arity, Clock, Dice, Engine, ExtraMacros, Fact, Facts, For, MapHost, Moment, Scope, Value, VariableStore,
    example_host, expand,
};

#[track_caller]
fn check_with(host: &mut MapHost, engine: Engine, text: &str, expected: &str) {
    assert_eq!(expand(text, engine, host, For::Prompt).unwrap(), expected, "{engine} {text}");
}

#[track_caller]
fn check(engine: Engine, text: &str, expected: &str) {
    check_with(&mut MapHost::new("Rin", "Mira"), engine, text, expected);
}

#[test]
fn a_field_is_rendered_once_for_a_text() {
    let host = || {
        MapHost::new("Rin", "Mira")
            .with(Fact::Description, "Day {{incvar::day}}, {{random::snow::sun}}")
            .with(Fact::FirstMessage, "{{random::a::b}}")
            .rolls(&[0.0, 0.9, 0.9, 0.9])
    };
    let text = "{{description}} | {{description}} | {{if description}}{{description}}{{/if}}";
    check_with(&mut host(), Engine::SillyTavern, text, "Day 1, snow | Day 1, snow | Day 1, snow");
    check_with(&mut host(), Engine::SillyTavern, "{{greeting}}{{greeting}}", "aa");
    // RisuAI renders it on every use.
    let mut host = MapHost::new("Rin", "Mira").with(Fact::Description, "{{random::a::b}}").rolls(&[0.0, 0.9]);
    check_with(&mut host, Engine::Risu, "{{description}}{{description}}", "ab");
}

#[test]
fn a_field_is_trimmed_as_it_is_written() {
    let mut host = MapHost::new("Rin", "Mira").with(Fact::Scenario, "  {{newline}}start{{space}}  \r");
    check_with(&mut host, Engine::SillyTavern, "[{{scenario}}]", "[\nstart ]");
    check(Engine::SillyTavern, "{{random::{{newline}}- b::{{newline}}- b}}", "\n- b");
}

#[test]
fn nothing_runs_in_a_tag_that_stays_text() {
    for text in ["{{if {{setvar::x::1}}}}never closed", "{{if::{{setvar::x::1}}::a::b}}", "{{/x::{{setvar::x::1}}}}"] {
        let mut host = MapHost::new("Rin", "Mira");
        check_with(&mut host, Engine::SillyTavern, text, text);
        assert!(host.variables.chat.is_empty(), "{text}");
    }
}

#[test]
fn tags_do_not_pair_in_the_value_of_a_shorthand() {
    for (text, printed, value) in [
        ("{{.x = {{setvar y}}a{{/setvar}}}}", "", Some("{{setvar y}}a{{/setvar}}")),
        ("{{.x > {{setvar y}}a{{/setvar}}}}", "false", None),
        ("{{.x ?? {{setvar y}}a{{/setvar}}}}", "{{setvar y}}a{{/setvar}}", None),
    ] {
        let mut host = MapHost::new("Rin", "Mira");
        check_with(&mut host, Engine::SillyTavern, text, printed);
        assert_eq!(host.variables.chat.get("x"), value.map(|value| Value::Text(value.to_owned())).as_ref(), "{text}");
        assert_eq!(host.variables.chat.len(), usize::from(value.is_some()), "{text}");
    }
}

#[test]
fn a_condition_that_a_macro_makes_blank_holds() {
    check(Engine::SillyTavern, "{{if {{space}}}}yes{{/if}}", "yes");
    check(Engine::SillyTavern, "{{#setvar::x}} {{/setvar}}{{if {{getvar::x}}}}yes{{else}}no{{/if}}", "yes");
    check(Engine::SillyTavern, "{{if {{noop}}}}yes{{else}}no{{/if}}", "no");
}

#[test]
fn an_else_is_of_the_if_around_it() {
    for (text, printed) in [
        ("{{if 1}}{{if 1}}a{{/if}}b{{else}}c{{/if}}", "ab"),
        ("{{if 0}}{{if 1}}a{{/if}}b{{else}}c{{/if}}", "c"),
        ("{{if 1}}{{if 0}}a{{else}}d{{/if}}b{{else}}c{{/if}}", "db"),
        ("{{if 0}}{{if 0}}a{{else}}d{{/if}}b{{else}}c{{/if}}", "c"),
        ("{{if 0}}a{{else}}{{if 0}}b{{else}}c{{/if}}{{/if}}", "c"),
    ] {
        check(Engine::SillyTavern, text, printed);
    }
}

// De facto: SillyTavern 1.19.0 trims what is between colons, but not what a macro in it gives.
#[test]
fn arguments_are_trimmed_at_both_ends() {
    for (text, printed) in [
        ("[{{reverse:: ab }}]", "[ba]"),
        ("[{{reverse:: {{user}} }}]", "[niR]"),
        ("[{{reverse::{{space}}a{{space}} }}]", "[ a ]"),
        ("[{{reverse:: a {{user}} b\t}}]", "[b niR a]"),
        ("[{{setvar:: x :: a b }}{{getvar::x}}]", "[a b]"),
        ("[{{reverse:: }}]", "[]"),
    ] {
        check(Engine::SillyTavern, text, printed);
    }
}

// De facto: SillyTavern 1.19.0 reads flags before a name, most of which do nothing yet.
#[test]
fn flags_that_do_nothing_may_be_before_a_name() {
    check(Engine::SillyTavern, "{{!user}}{{?user}}{{~user}}{{>user}}{{ ! ~#user }}", "RinRinRinRinRin");
    check(Engine::SillyTavern, "{{!}}{{%user}}", "{{!}}{{%user}}");
}

#[test]
fn examples_begin_a_block_each() {
    for (examples, printed) in [
        ("", ""),
        ("<START>", ""),
        ("hi", "<START>\nhi\n"),
        ("<START>\na\n<start> b ", "<START>\na\n<START>\nb\n"),
        ("a<START>", "<START>\na\n<START>\n\n"),
    ] {
        let mut host = MapHost::new("Rin", "Mira").with(Fact::MesExample, examples);
        check_with(&mut host, Engine::SillyTavern, "{{mesExamples}}", printed);
    }
}

/// A host that says no more than it has to knows nothing else, and what needs it stays text or is nothing.
#[test]
fn a_host_needs_to_know_its_names_alone() {
    struct Names;
    impl Facts for Names {
        fn fact(&self, fact: Fact) -> Option<Cow<'_, str>> {
            match fact {
                Fact::User => Some("Rin".into()),
                Fact::Char => Some("Mira".into()),
                _ => None,
            }
        }
    }
    impl VariableStore for Names {
        fn get_var(&self, _: Scope, _: &str) -> Option<Cow<'_, Value>> {
            None
        }
        fn set_var(&mut self, _: Scope, _: &str, _: Value) {}
        fn delete_var(&mut self, _: Scope, _: &str) -> bool {
            false
        }
        fn list_vars(&self, _: Scope) -> Vec<String> {
            Vec::new()
        }
    }
    impl Dice for Names {
        fn roll(&mut self) -> f64 {
            0.0
        }
    }
    impl Clock for Names {
        fn now(&self) -> Option<Moment> {
            None
        }
    }
    impl ExtraMacros for Names {}
    for (engine, text, expected) in [
        (
            Engine::SillyTavern,
            "{{char}} {{user}} {{group}} {{outlet::map}} {{lastMessage}} {{mine}}",
            "Mira Rin Mira   {{mine}}",
        ),
        (
            Engine::SillyTavern,
            "{{time}} {{idle_duration}} {{greeting::1}} {{summary}}",
            "{{time}} {{idle_duration}}  {{summary}}",
        ),
        (Engine::Risu, "{{assetlist}} {{emotionlist}} {{moduleenabled::x}}", "{{assetlist}} {{emotionlist}} 0"),
    ] {
        assert_eq!(expand(text, engine, &mut Names, For::Prompt).unwrap(), expected, "{engine}");
    }
}

#[test]
fn loops_are_read_again_with_what_follows() {
    check(Engine::Risu, "{{#each [\"us\",\"ch\"] as w}}<{{slot::w}}>{{/each}}", "<us><ch>");
    check(Engine::Risu, "{{#each [\"a\"] as w}}{{setvar::{{slot::w}}::1}}{{/each}}{{getvar::a}}", "1");
    check(Engine::Risu, "{{#when 0}}{{setvar::a::1}}{{/when}}{{getvar::a}}", "1");
    check(Engine::Risu, "{{#if 0}}{{setvar::a::1}}{{/if}}{{getvar::a}}", "null");
}

#[test]
fn what_is_never_closed_is_printed() {
    for (text, printed) in [
        ("{{user", "{{user"),
        ("{{#if 1}}open", "<open"),
        ("{{equal::{{user}}", "{{equal::Rin"),
        ("a}}b", "a}}b"),
        ("{{{user}}}", "{{{user}}}"),
        ("{#if x\n yes #}", "yes"),
    ] {
        check(Engine::Risu, text, printed);
    }
}

#[test]
fn the_right_side_of_shorthand_completes_braces_and_runs_closing_tags() {
    for (rest, stored) in [
        ("{{}}", "{{}}"),
        ("{{-}}", "{{}}-"),
        ("a {{ - x y}}", "a {{}} - x y"),
        ("{{12}}", "{{}}12"),
        ("{{#/-}}", "{{#/}}-"),
        ("{{{}}", "{{}}{"),
        ("{{}m}}", "{{}}}m"),
        ("{{> - {{?-}}", "{{>}} - {{?}}-"),
        ("{{-{{char}}}}", "{{}}-Mira"),
        ("{{reverse::{{-}}}}", "-{{"),
        ("x{{/char}}y}}", "xMiray"),
        ("{{/reverse::abc}}}}", "cba"),
        ("{{/reverse}}}}", "{{/reverse}}"),
        ("{{/unknown}}}}", "{{/unknown}}"),
        ("{{if 1}}a{{/if}}{{/char}}}}", "{{if 1}}a{{/if}}Mira"),
    ] {
        check(Engine::SillyTavern, &format!("{{{{.d={rest}[{{{{.d}}}}]"), &format!("[{stored}]"));
    }
    check(Engine::SillyTavern, "{{.d={{-", "{{.d={{-");
    check(Engine::SillyTavern, "{{setvar::d::{{-}}[{{.d}}]", "[{{-]");
    check(Engine::SillyTavern, "x{{/char}}y", "x{{/char}}y");
}

#[test]
fn an_else_without_its_if_is_a_mark_until_the_run_ends() {
    check(Engine::SillyTavern, "x{{else}}y", "xy");
    check(Engine::SillyTavern, "{{reverse::{{else}}}}", "\0\u{1f}ESLE\u{1f}\0");
    check(Engine::SillyTavern, "{{.d=a{{else}}b}}{{.d}} {{.d==ab}} {{if .d}}yes{{/if}}", "ab false yes");
    check(Engine::SillyTavern, "{{.d={{else}}}}{{if .d}}yes{{else}}no{{/if}}", "no");
}

/// As JavaScript lists the members of an object: whole numbers first, in their order.
#[test]
fn members_that_are_numbers_come_first() {
    check(
        Engine::Risu,
        r#"{{dictassert::{"b":1,"10":2,"0":3,"01":4,"2":5}::c::6}}"#,
        r#"{"0":3,"2":5,"10":2,"b":1,"01":4,"c":"6"}"#,
    );
}

/// Double angle brackets are those of four names, and of two that take what is behind a colon.
#[test]
fn other_words_in_double_angle_brackets_stay() {
    for &engine in Engine::ALL {
        for text in ["<<bard>>", "<<bard:1>>", "<<char:1>>", "<<getvar>>", "<<:x>>"] {
            let template = cards_macro::Template::parse(text, engine).unwrap();
            assert_eq!(template.macros().count(), 0, "{engine} {text}");
        }
    }
}

/// What is written in place of a macro that comes late is looked up by its name.
#[test]
fn a_macro_with_others_inside_is_known_by_its_name() {
    for (text, engine) in [("{{lower::{{user}}}}", Engine::Risu), ("{{reverse::{{user}}}}", Engine::SillyTavern)] {
        let template = cards_macro::Template::parse(text, engine).unwrap();
        let all: Vec<_> = template.macros().map(|found| found.info().map(|info| info.name)).collect();
        assert!(!all.is_empty() && all.iter().all(Option::is_some), "{engine} {text}: {all:?}");
    }
}

/// De facto: RisuAI keeps an operand that is not nothing, or `0` as it is; another spelling of nothing is no operand.
#[test]
fn nothing_is_an_operand_by_one_spelling() {
    check(Engine::Risu, "{{calc::1+0}} {{calc::0*5}} {{calc::2-00}} {{calc::+0.0+3}}", "1 0 NaN NaN");
}

/// RisuAI opens a macro at the first two of three braces, and so keeps it as text.
#[test]
fn three_braces_are_said_to_differ_and_two_are_not() {
    for (text, differs) in [("{{{user}}}", true), ("{{user}}", false), ("({{user}})", false), ("{ {{user}} }", false)] {
        let template = cards_macro::Template::parse(text, Engine::SillyTavern).unwrap();
        let said = template.analyse().findings.iter().any(|found| found.to_string().contains("three braces"));
        assert_eq!(said, differs, "{text}");
    }
}

#[test]
fn what_breaks_a_client_is_answered() {
    check(Engine::Risu, "{{element::[[1],{\"a\":2}]::0}}", "[1]");
    check(Engine::Risu, "{{range::[1,5,0]}}{{range::[1,5,-1]}}", "{{range::[1,5,0]}}{{range::[1,5,-1]}}");
    check(Engine::Risu, "{{unicodedecode::55357}}", "\u{fffd}");
    check(Engine::Risu, "{{split::🙂::}}", "[\"\\ud83d\",\"\\ude42\"]");
    check(Engine::SillyTavern, "{{setvar::y::{{else}}}}[{{getvar::y}}]", "[]");
}

#[test]
fn what_the_host_does_not_know() {
    for text in ["{{screenwidth}}", "{{assetlist}}", "{{lorebook}}", "{{metadata::version}}", "{{unixtime}}"] {
        check(Engine::Risu, text, text);
    }
    check(Engine::Risu, "{{jbtoggled}}{{prefillsupported}}{{moduleenabled::x}}{{metadata::mobile}}", "0000");
    check(Engine::SillyTavern, "[{{instructInput}}{{systemPrompt}}{{model}}]", "[]");
    check(Engine::SillyTavern, "{{authorsNote}}{{summary}}", "{{authorsNote}}{{summary}}");
    check(Engine::SillyTavern, "{{isMobile}} {{chatStart}}", "false ***");
}

// De facto: SillyTavern 1.19.0, run on the text.
#[test]
fn a_comment_that_begins_with_a_slash_closes_one() {
    let text = "{{//}}a{{// / }}b\n{{setvar::a::{{// /}}}}[{{getvar::a}}]\n{{//}} {{setvar::q::1}} {{//:/}}{{getvar::q}}\n{{//}}x{{//}}y{{///}}z{{// {{user}}/}}end";
    check(Engine::SillyTavern, text, "b\n[{{// /}}]\n1\nend");
}

// De facto: SillyTavern 1.19.0, run on the text.
#[test]
fn nothing_runs_in_a_comment_that_closes_nothing() {
    let text = "{{// {{user}} / }}x {{// {{user}} x / }}y {{//::/}}z {{reverse::{{// /}}}}";
    check(Engine::SillyTavern, text, "{{// {{user}} / }}x {{// {{user}} x / }}y {{//::/}}z }}/ //{{");
}

// De facto: SillyTavern 1.19.0, run on the text.
#[test]
fn a_shorthand_passes_over_one_mark_before_its_end() {
    let text = "[{{.x?}}][{{.x=1}}{{.x ?}}][{{.x!}}][{{.x//}}][{{.x.}}][{{$x?}}][{{.x++?}}][{{.x++ a}}][{{.x-- ~}}][{{if {{.x?}}}}a{{/if}}] {{.x?!}} {{.x?a}} {{.x//a}}";
    check(Engine::SillyTavern, text, "[][1][1][1][1][][2][3][2][a] {{.x?!}} {{.x?a}} {{.x//a}}");
}

// De facto: SillyTavern 1.19.0, run on the text.
#[test]
fn a_trim_in_a_condition_is_nothing() {
    let text = "[{{if {{trim}}}}a{{/if}}][{{if {{trim}}}}a{{else}}b{{/if}}][{{if::{{trim}}::a}}][{{if !{{trim}}}}a{{/if}}][{{if {{newline}}{{trim}}}}a{{/if}}][{{if {{trim}}x}}a{{/if}}]";
    check(Engine::SillyTavern, text, "[][b][][a][][a]");
}

// De facto: SillyTavern 1.19.0, run on the text.
#[test]
fn nothing_runs_in_a_tag_that_takes_no_content() {
    let text = "{{reverse::{{user}}}}x{{/reverse}} {{random::{{user}}::b}}x{{user}}{{/random}} {{char::{{user}}}}{{user}}{{/char}}";
    check(
        Engine::SillyTavern,
        text,
        "{{reverse::{{user}}}}x{{/reverse}} {{random::{{user}}::b}}xRin{{/random}} {{char::{{user}}}}Rin{{/char}}",
    );
}

// De facto: the patterns of SillyTavern 1.19.0's older engine.
#[test]
fn the_older_engine_reads_each_macro_in_its_own_way() {
    for (text, expected) in [
        // Names in angle brackets need no braces anywhere in the text.
        ("<USER> and <bot>, <USER", "Rin and Mira Vane, <USER"),
        ("<USER>{{user}}<USERS><CHAR>", "RinRin<USERS>Mira Vane"),
        ("{{USER}} {user}} {{user} {{users}} {{user }}", "Rin {user}} {{user} {{users}} {{user }}"),
        ("{xuser}} x{{user}}", "{xuser}} xRin"),
        // One argument behind two colons, at least one character and no closing brace in it.
        (
            "{{getvar::mood}}{{getvar::}}{{getvar:mood}}{{getvar::a}b}}",
            "calm{{getvar::}}{{getvar:mood}}{{getvar::a}b}}",
        ),
        // One argument behind a blank or a colon.
        ("{{roll d6}}{{roll:d6}} {{roll d6}, {{rolld6}} {{roll:}}", "11 {{roll d6}, {{rolld6}} {{roll:}}"),
        // A name and a value; only `setvar` takes an empty one.
        ("{{setvar::a::}}[{{getvar::a}}]{{setvar::b::x:y}}{{getvar::b}}", "[]x:y"),
        (
            "{{setvar::::x}}{{setvar::a:b::x}}{{setvar:a::x}}{{setvar::a:x}}",
            "{{setvar::::x}}{{setvar::a:b::x}}{{setvar:a::x}}{{setvar::a:x}}",
        ),
        ("{{addvar::hp::}}{{addvar::hp::2}}{{getvar::hp}}", "{{addvar::hp::}}7"),
        ("{{setvar::a::x}y}}{{setvar::a", "{{setvar::a::x}y}}{{setvar::a"),
        // A list: one white space may be in front of the colons, and the second colon may be an item.
        ("{{random:a,b}}{{random::a::b}}{{random :a}}{{random\t::a}}", "aaaa"),
        (
            "{{random::}}{{random  :a}}{{random:}}{{random a}}{{random:a}b}}",
            ":{{random  :a}}{{random:}}{{random a}}{{random:a}b}}",
        ),
        // The rest of the line up to the next pair of braces; it may begin with braces.
        ("{{reverse:abc}}{{reverse:a}b}}{{reverse::ab}}", "cbab}aba:"),
        ("{{reverse:}} {{reverse:a\n}}{{reverse:a", "{{reverse:}} {{reverse:a\n}}{{reverse:a"),
        ("{{reverse:}}}}", "}}"),
        (
            "{{reverse:\nab}}{{reverse:a\rb}}{{outlet::\u{2028}map}}",
            "{{reverse:\nab}}{{reverse:a\rb}}{{outlet::\u{2028}map}}",
        ),
        ("{{reverse:é}}", "é"),
        ("{{outlet::map}}{{outlet:map}}{{outlet::}}", "The old quay.{{outlet:map}}{{outlet::}}"),
        // A comment goes over lines.
        ("a{{//x\n{y}\n}}b{{//}}c{{// d", "abc{{// d"),
        // Blanks in front of a format.
        ("{{datetimeformat HH}}{{datetimeformat   mm}}", "0708"),
        (
            "{{datetimeformatHH}} {{datetimeformat:HH}} {{datetimeformat HH}",
            "{{datetimeformatHH}} {{datetimeformat:HH}} {{datetimeformat HH}",
        ),
        // Everything in quotes up to the last quote of its line that braces follow.
        ("{{banned \"a\"}}b\"}}c {{banned \"\"}}d\n{{banned \"e\"}}f", "d\nf"),
        ("{{banned \"}}{{banned a}} {{banned \"a\n\"}}", "{{banned \"}}{{banned a}} {{banned \"a\n\"}}"),
        // A sign and digits.
        ("{{time_UTC+2}} {{time_UTC-10}}", "9:08 AM 9:08 PM"),
        (
            "{{time_UTC2}}{{time_UTC+}}{{time_UTC+2x}}{{time_UTC+2}",
            "{{time_UTC2}}{{time_UTC+}}{{time_UTC+2x}}{{time_UTC+2}",
        ),
        // Two moments of one line.
        ("{{timeDiff::2024-05-06 12:00::2024-05-06 10:00}}", "in 2 hours"),
        (
            "{{timeDiff::2024-05-06\n::2024-05-06}}{{timeDiff::2024-05-06}}",
            "{{timeDiff::2024-05-06\n::2024-05-06}}{{timeDiff::2024-05-06}}",
        ),
        // A month or a day of nothing begins no date.
        ("{{timeDiff::2024-00-06::2024-05-06}}", "Invalid date"),
        ("{{timeDiff::2024-05-00::2024-05-06}}", "Invalid date"),
        ("{{timeDiff::2024-05-06::2024-05-06\n}}", "{{timeDiff::2024-05-06::2024-05-06\n}}"),
        ("a\n\n{{trim}}\n\nb", "ab"),
    ] {
        check_with(&mut example_host(), Engine::SillyTavernLegacy, text, expected);
    }
}

#[test]
fn the_older_engine_renders_the_card_before_the_text() {
    let host = || {
        MapHost::new("Rin", "Mira")
            .with(Fact::Description, "{{incvar::seen}}{{scenario}}")
            .with(Fact::Scenario, "{{description}}")
    };
    let engine = Engine::SillyTavernLegacy;
    check_with(&mut host(), engine, "{{getvar::seen}}", "1");
    // There are no card fields in a card field; the rules behind the one that prints it still see what it printed.
    check_with(&mut host(), engine, "{{description}}", "1{{description}}");
    check_with(&mut host(), engine, "{{scenario}}", "{{description}}");
    let mut host = host();
    check_with(&mut host, engine, "", "");
    assert!(host.variables.chat.is_empty(), "nothing is rendered for an empty text");
}

#[test]
fn the_older_engine_asks_for_macros_of_the_host_once_between_its_own() {
    let mut host = MapHost::new("Rin", "Mira");
    host.register("mine", Arity::exactly(0), "Prints macros.", |_| Some("<{{mine}}{{user}}{{reverse:ab}}>".to_owned()));
    let engine = Engine::SillyTavernLegacy;
    check_with(&mut host, engine, "{{mine}}", "<{{mine}}{{user}}ba>");
    host.register("late", Arity::exactly(0), "Prints a macro of an early rule.", |_| Some("{{getvar::x}}".to_owned()));
    check_with(&mut host, engine, "{{setvar::x::1}}{{late}}", "{{getvar::x}}");
}

// De facto: SillyTavern 1.19.0.
#[test]
fn what_is_between_tags_loses_the_indent_of_its_first_line() {
    for (content, settled) in [
        (" a ", "a"),
        ("\n  a\n  b\n", "a\nb"),
        ("\n  a\n    b\n", "a\n  b"),
        ("\n  a\n b\n", "a\nb"),
        ("\n  a\nb\n", "a\nb"),
        ("\n\n\ta\n\t\tb\n", "a\n\tb"),
        ("\n \n  a\n   b\n", "a\n b"),
        ("a\n  b", "a\n  b"),
        ("  a\n  b", "a\nb"),
        ("  a\n\n  b", "a\n\nb"),
        (" \n ", ""),
    ] {
        check(Engine::SillyTavern, &format!("[{{{{if 1}}}}{content}{{{{/if}}}}]"), &format!("[{settled}]"));
        check(
            Engine::SillyTavern,
            &format!("[{{{{setvar::a}}}}{content}{{{{/setvar}}}}{{{{.a}}}}]"),
            &format!("[{settled}]"),
        );
        check(Engine::SillyTavern, &format!("[{{{{#if 1}}}}{content}{{{{/if}}}}]"), &format!("[{content}]"));
    }
}

// De facto: SillyTavern 1.19.0.
#[test]
fn the_end_of_a_run_takes_backslashes_and_trims() {
    for (text, printed) in [
        ("\\{\\{user\\}\\}", "{{user}}"),
        ("\\{", "{"),
        ("\\\\{", "\\{"),
        ("\\a\\", "\\a\\"),
        ("\\{\\a\\}", "{\\a}"),
        ("a\\\\", "a\\\\"),
        ("a\n\n{{trim}}\n\nb", "ab"),
        ("a\r\n{{trim}}\r\nb", "ab"),
        ("a \n{{trim}} \nb", "a  \nb"),
        ("{{trim}}{{trim}}a\n{{trim}}\n{{TRIM}}\nb{{trim}}", "ab"),
        ("a\r{{trim}}\rb", "a\r\rb"),
        ("{{trim}} a {{/trim}}|", "a|"),
    ] {
        check(Engine::SillyTavern, text, printed);
    }
}

// De facto: RisuAI 904a14a takes what `\s` matches, hyphens and underscores out of a name before it looks for it.
#[test]
fn names_of_risuai_are_loose() {
    for loose in ["_", "-", " ", "\t", "\n", "\u{b}", "\u{c}", "\u{a0}", "\u{3000}", "\u{feff}", "__ -"] {
        for text in [format!("{{{{us{loose}er}}}}"), format!("{{{{{loose}user}}}}"), format!("{{{{USER{loose}}}}}")] {
            check(Engine::Risu, &text, "Rin");
            check(Engine::Risu, &format!("{{{{lower::{text}}}}}"), "rin");
        }
    }
    for tight in [".", "/", "+", "é", "\u{85}", "\u{200b}"] {
        let text = format!("{{{{us{tight}er}}}}");
        check(Engine::Risu, &text, &text);
    }
    for long in [format!("{{{{us{}er}}}}", "_".repeat(100)), format!("{{{{us{}er}}}}", "\u{3000}".repeat(100))] {
        check(Engine::Risu, &long, "Rin");
    }
    for engine in [Engine::Spec, Engine::SillyTavern] {
        check(engine, "{{us_er}}{{user_}}", "{{us_er}}{{user_}}");
    }
    let long = format!("{{{{{}}}}}", "x".repeat(41));
    check(Engine::Spec, &long, &long);
}

// De facto: SillyTavern 1.19.0 counts tags of `if` in a branch, and takes an `else` where there are as many of both.
#[test]
fn an_else_behind_a_closing_tag_too_many_is_none() {
    check(Engine::SillyTavern, "{{if::1::a{{else}}b}}", "a");
    check(Engine::SillyTavern, "{{if::0::a{{else}}b}}", "b");
    check(Engine::SillyTavern, "{{if::1::a{{/if}}{{else}}b}}", "a{{/if}}b");
}
