//! What Marinara makes of its macros, case by case.

use cards_macro::{Engine, Fact, For, MapHost, Member, Moment, Value, expand};

#[track_caller]
fn check_with(host: &mut MapHost, text: &str, expected: &str) {
    assert_eq!(expand(text, Engine::Marinara, host, For::Prompt).unwrap(), expected, "{text}");
}

fn host() -> MapHost {
    MapHost::new("Rin", "Mira")
}

#[test]
fn random_takes_a_choice_by_weight_or_a_number_between_bounds() {
    for (text, roll, expected) in [
        ("{{random}}", 0.0, "0"),
        ("{{random}}", 0.5, "50"),
        ("{{random}}", 0.999, "100"),
        ("{{random:3:5}}", 0.0, "3"),
        ("{{random:3:5}}", 0.34, "4"),
        ("{{random:3:5}}", 0.999, "5"),
        ("{{random:5:3}}", 0.999, "5"),
        ("{{random:4:4}}", 0.999, "4"),
        ("{{random:7}}", 0.0, "{{random:7}}"),
        ("{{random:a:5}}", 0.0, "{{random:a:5}}"),
        ("{{random:1:5x}}", 0.0, "{{random:1:5x}}"),
        ("{{random::a::b}}", 0.49, "a"),
        ("{{random::a::b}}", 0.5, "b"),
        ("{{random:: a ::b}}", 0.0, "a"),
        ("{{random::a@3::b}}", 0.74, "a"),
        ("{{random::a@3::b}}", 0.76, "b"),
        ("{{random::a @ 3 ::b}}", 0.74, "a"),
        ("{{random::a@0::b}}", 0.0, "b"),
        ("{{random::a@.5::b@.5}}", 0.49, "a"),
        ("{{random::a@.5::b@.5}}", 0.51, "b"),
        ("{{random::a@x::b}}", 0.0, "a@x"),
        ("{{random::a@1.::b}}", 0.0, "a@1."),
        ("{{random::a@-1::b}}", 0.0, "a@-1"),
        ("{{random::a@::b}}", 0.0, "a@"),
        ("{{random::a@0}}x", 0.0, "x"),
        ("{{random::::}}x", 0.0, "x"),
        ("{{random::::b}}", 0.0, "b"),
    ] {
        check_with(&mut host().rolls(&[roll]), text, expected);
    }
}

#[test]
fn rolls_are_dice_of_as_many_sides() {
    for (text, rolls, expected) in [
        ("{{roll:1d6}}", &[0.0][..], "1"),
        ("{{roll:1d6}}", &[0.999], "6"),
        ("{{roll:2d6}}", &[0.0, 0.999], "7"),
        ("{{roll:2D6}}", &[0.5, 0.5], "8"),
        ("{{roll:3d1}}", &[0.9, 0.9, 0.9], "3"),
        ("{{roll:0d6}}", &[0.9], "0"),
        ("{{roll:2d0}}", &[0.9], "0"),
        ("{{roll:d6}}", &[0.9], "{{roll:d6}}"),
        ("{{roll:2d}}", &[0.9], "{{roll:2d}}"),
        ("{{roll:6}}", &[0.9], "{{roll:6}}"),
        ("{{roll:2x6}}", &[0.9], "{{roll:2x6}}"),
    ] {
        check_with(&mut host().rolls(rolls), text, expected);
    }
}

#[test]
fn variables_are_texts_that_are_added_as_numbers_where_both_are() {
    for (text, expected, value) in [
        ("{{setvar::a::1}}{{addvar::a::2}}", "", "3"),
        ("{{setvar::a::1.5}}{{addvar::a::-2}}", "", "-0.5"),
        ("{{setvar::a::x}}{{addvar::a::2}}", "", "x2"),
        ("{{setvar::a::1}}{{addvar::a::y}}", "", "1y"),
        ("{{addvar::a::2}}", "", "2"),
        ("{{setvar::a::Infinity}}{{addvar::a::1}}", "", "Infinity1"),
        ("{{setvar::a::{{user}}}}{{getvar::a}}", "Rin", "Rin"),
        ("{{setvar::a::4}}{{incvar::a}}{{incvar::a}}", "56", "6"),
        ("{{setvar::a::4}}{{decvar::a}}", "3", "3"),
        ("{{incvar::a}}", "1", "1"),
        ("{{setvar::a::x}}{{decvar::a}}", "-1", "-1"),
    ] {
        let mut host = host();
        check_with(&mut host, text, expected);
        assert_eq!(host.variables.chat.get("a"), Some(&Value::Text(value.to_owned())), "{text}");
    }
}

#[test]
fn names_and_fields_and_times_are_those_of_its_host() {
    let member = |name: &str| Member { name: name.to_owned(), muted: false };
    for (names, expected) in [
        (&["Mira", "Ann", " Bo "][..], "[Ann, Bo]"),
        (&["  mira", "", " "], "[]"),
        (&["Mira Vane"], "[Mira Vane]"),
        (&[], "[]"),
    ] {
        let mut host = host();
        host.group = Some(names.iter().map(|name| member(name)).collect());
        check_with(&mut host, "[{{group}}]", expected);
    }
    for (offset, expected) in [
        (0, "2024-05-06T07:08:09+00:00"),
        (330, "2024-05-06T12:38:09+05:30"),
        (-210, "2024-05-06T03:38:09-03:30"),
        (-5, "2024-05-06T07:03:09-00:05"),
    ] {
        let mut host = host();
        host.now = Some(Moment { unix_millis: 1_714_979_289_000, offset_minutes: offset });
        check_with(&mut host, "{{isotime}}", expected);
    }
    check_with(&mut host(), "{{isotime}}", "{{isotime}}");
    // A field that names itself ends somewhere, and one without macros is always there.
    let mut itself = host().with(Fact::Description, "a{{description}}").with(Fact::Scenario, "quay");
    check_with(&mut itself, "{{description}}|{{scenario}}|[{{personality}}]", "aaaa|quay|[]");
    check_with(&mut host(), "a \n{{trimEnd}} b{{trimEnd}}", "a b");
}

/// A condition asks a field as the card has it, where a macro prints what its own macros come to.
#[test]
fn words_of_a_condition_stand_for_names_and_fields() {
    for (word, fact) in [
        ("persona", Fact::Persona),
        ("personaDescription", Fact::Persona),
        ("input", Fact::Input),
        ("model", Fact::Model),
        ("chatId", Fact::ChatId),
        ("description", Fact::Description),
        ("@personality", Fact::Personality),
        ("SCENARIO", Fact::Scenario),
        ("example", Fact::MesExample),
        ("charSysInfo", Fact::SystemPrompt),
        ("charPostHistory", Fact::PostHistoryInstructions),
    ] {
        let mut given = host().with(fact, "of {{char}}");
        for (asked, expected) in [("char", "yes"), ("nobody", "no")] {
            let text = format!("{{{{#if {word} contains \"{asked}\"}}}}yes{{{{else}}}}no{{{{/if}}}}");
            check_with(&mut given, &text, expected);
        }
        // The macro of that name is the same field, so that the two tables of names cannot come to differ.
        let mut plain = host().with(fact, "of the sea");
        check_with(&mut plain, &format!("{{{{{}}}}}", word.trim_start_matches('@')), "of the sea");
    }
    for word in ["char", "charName", "character", "speaker", "charPhonetic", "charNamePhonetic"] {
        check_with(&mut host(), &format!("{{{{#if {word} == \"Mira\"}}}}yes{{{{/if}}}}"), "yes");
    }
    for word in ["user", "userName", "userPhonetic", "userNamePhonetic"] {
        check_with(&mut host(), &format!("{{{{#if {word} == \"Rin\"}}}}yes{{{{/if}}}}"), "yes");
    }
}
