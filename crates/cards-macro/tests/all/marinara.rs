//! What Marinara makes of its macros, case by case.

use cards_macro::{
    Arity, Engine, Error, Fact, For, Limits, MapHost, Member, Message, Moment, RenderOptions, Role, Template, Value,
    expand,
};

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

/// A host in a group of these members.
fn among(names: &[&str]) -> MapHost {
    let mut host = host();
    host.group = Some(names.iter().map(|name| Member { name: (*name).to_owned(), muted: false }).collect());
    host
}

#[test]
fn brackets_are_of_each_member_and_the_rest_is_of_the_speaker() {
    let mut host = among(&["Mira", "Bo"]).with(Fact::Description, "the speaker").with(Fact::Persona, "a sailor");
    host.set_member(0, Fact::Description, "{{setvar::seen::{{char}}}}first");
    host.set_member(1, Fact::Description, "second");
    host.set_member(1, Fact::Persona, "nobody");
    let text = "{{description}}\n[\n{{char}}: {{ description }}, {{persona}}\n]\n{{getvar::seen}}";
    check_with(&mut host, text, "the speaker\n[\nMira: first, a sailor\n]\n[\nBo: second, a sailor\n]\nMira");
    // Fields that Marinara's cards alone have are blank, whatever the host has for its speaker.
    let mut own = among(&["Mira", "Bo"]);
    own.register("backstory", Arity::exactly(0), "The speaker's.", |_| Some("of the sea".to_owned()));
    check_with(&mut own, "{{backstory}}\n[\n{{char}}{{backstory}}\n]", "of the sea\n[\nMira\n]\n[\nBo\n]");
    // A field of the speaker's own may have brackets too.
    let mut nested = among(&["Mira", "Bo"]).with(Fact::Scenario, "[\n{{char}}\n]");
    check_with(&mut nested, "{{scenario}}", "[\nMira\n]\n[\nBo\n]");
    // What one member has none of is blank, also where the speaker has it.
    let mut blank = among(&["Mira", "Bo"]).with(Fact::Description, "the speaker");
    check_with(&mut blank, "[\n{{description}}\n]", "[\n\n]\n[\n\n]");
}

#[test]
fn copies_of_brackets_are_within_limits() {
    let names: Vec<String> = (0..400).map(|number| format!("m{number}")).collect();
    let mut host = among(&names.iter().map(String::as_str).collect::<Vec<_>>());
    let text = format!("[\n{{{{char}}}}{}\n]", "x".repeat(4000));
    let of = |limits: Limits, host: &mut MapHost| {
        let options = RenderOptions::new(For::Prompt).with_limits(limits);
        let template = Template::parse(&text, Engine::Marinara).unwrap();
        template.render_with(host, &options).map(|rendered| rendered.text.len())
    };
    let small = Limits::default().with_output_bytes(100_000);
    assert!(matches!(of(small, &mut host), Err(Error::OutputTooLarge { limit: 100_000, .. })));
    let short = Limits::default().with_fuel(20_000);
    assert!(matches!(of(short, &mut host), Err(Error::OutOfFuel { .. })));
    assert!(of(Limits::default(), &mut host).unwrap() > 1_600_000);
    // Fields that name one another many times.
    let mut fields = among(&["Mira", "Bo"]);
    fields.set_member(0, Fact::Description, "{{description}}".repeat(2000));
    let options = RenderOptions::new(For::Prompt).with_limits(Limits::default().with_fuel(2_000_000));
    let template = Template::parse("[\n{{description}}\n]", Engine::Marinara).unwrap();
    assert!(matches!(template.render_with(&mut fields, &options), Err(Error::OutOfFuel { .. })));
    // Conditions in conditions, each of which is read.
    let nested = format!("[\n{}x{}\n]", "{{#if ".repeat(900), "}}".repeat(900));
    let options = RenderOptions::new(For::Prompt).with_limits(Limits::default().with_fuel(5_000));
    let template = Template::parse(&nested, Engine::Marinara).unwrap();
    assert!(matches!(template.render_with(&mut fields, &options), Err(Error::OutOfFuel { .. })));
    // Brackets that never close are looked for once.
    let open = format!("{}{{{{char}}}}", "[\n".repeat(100_000));
    let text = expand(&open, Engine::Marinara, &mut fields, For::Prompt).unwrap();
    assert!(text.ends_with("[\nMira"));
}

#[test]
fn the_clock_has_a_name_and_knows_how_long_nobody_wrote() {
    let now = Moment { unix_millis: 1_714_979_289_000, offset_minutes: 0 };
    for (offset, expected) in [(0, "UTC"), (330, "+05:30"), (-210, "-03:30")] {
        let mut host = host();
        host.now = Some(now.with_offset(offset));
        check_with(&mut host, "{{timezone}}", expected);
    }
    check_with(&mut host(), "{{timezone}} {{idle_duration}}", "{{timezone}} {{idle_duration}}");
    check_with(&mut host().with(Fact::TimeZone, "Europe/Berlin"), "{{timezone}}", "Europe/Berlin");
    let mut edited = host();
    edited.now = Some(now);
    edited.messages = vec![Message { time: Some(now.unix_millis - 60_000), ..Message::new(Role::Assistant, "Hi.") }];
    check_with(&mut edited, "{{idle_duration}}", "1 minute");
    // Where no message says when it was written, the host may.
    let mut host = host();
    (host.now, host.last_user_message) = (Some(now), Some(Moment::from_unix(1_714_979_289 - 90)));
    check_with(&mut host, "{{idle_duration}}", "1 minute");
}

/// De facto: Marinara Engine 014be8d.
#[test]
fn conditions_hold_as_there() {
    for (condition, holds) in [
        // What is true, alone.
        ("1", true),
        ("0", false),
        ("false", false),
        ("FALSE", false),
        ("no", false),
        ("Off", false),
        ("null", false),
        ("undefined", false),
        ("00", true),
        ("none", true),
        ("\"\"", false),
        ("\" \"", false),
        ("\"0\"", false),
        ("\"a\"", true),
        ("user", true),
        ("persona", false),
        ("nobody", true),
        // Each comparison below, at and above, and of words.
        ("1 == 2", false),
        ("2 == 2", true),
        ("2 == 2.0", true),
        ("1 = 1", true),
        ("1 = 2", false),
        ("1 != 2", true),
        ("2 != 2", false),
        ("1 > 2", false),
        ("2 > 2", false),
        ("3 > 2", true),
        ("10 > 9", true),
        ("1 < 2", true),
        ("2 < 2", false),
        ("3 < 2", false),
        ("1 >= 2", false),
        ("2 >= 2", true),
        ("3 >= 2", true),
        ("1 <= 2", true),
        ("2 <= 2", true),
        ("3 <= 2", false),
        ("b > a", false),
        ("a < b", false),
        ("a <= a", false),
        ("a >= a", false),
        ("a == A", true),
        ("a != A", false),
        ("a == b", false),
        ("\" a \" == a", true),
        ("abc contains b", true),
        ("abc contains B", true),
        ("abc contains d", false),
        ("abc not contains b", false),
        ("abc not contains d", true),
        ("abc includes b", true),
        ("abc not includes b", false),
        ("a is a", true),
        ("a is b", false),
        ("a is not a", false),
        ("a is not b", true),
        ("a IS A", true),
        ("a isnot b", true),
        ("thisis a", true),
        ("a contains", true),
        ("== 2", false),
        ("2 ==", true),
        ("user == Rin", true),
        ("user == \"rin\"", true),
        ("user == 'Mira'", false),
        ("char == Mira", true),
        ("@user == Rin", true),
        // One sign alone is no operator.
        ("0 & 0", true),
        ("0 | 0", true),
        ("0&0", true),
        ("0&&0", false),
        ("1&&1", true),
        ("1&&0", false),
        ("0&&1", false),
        ("0||0", false),
        ("0||1", true),
        ("1||0", true),
        ("0 && 0 || 1", true),
        ("1 || 0 && 0", true),
        ("(1 || 0) && 0", false),
        ("0 && (0 || 1)", false),
        ("1 && (0 || 1)", true),
        ("((1))", true),
        ("((0))", false),
        ("(0) || (1)", true),
        ("(1 && 1) && (1 || 0)", true),
        ("(1 == 2) || 3 > 2", true),
        ("1 &&", false),
        ("|| 1", true),
        ("&& 1", false),
        ("1 && && 1", false),
        // A parenthesis in an operand belongs to it.
        ("a(b) == \"a(b)\"", true),
        ("a(b && c) == \"a(b && c)\"", true),
        ("a(b == 1", false),
        ("0)", true),
        ("(0", true),
        ("(1 && 0", true),
        ("(0))", true),
        ("a) == \"a)\"", true),
        // Behind an operator the client loses what is before such a one.
        ("1 && a) == \"a)\"", false),
        ("1 && a) == \")\"", true),
        ("(0)(0)", true),
        ("(0) 0", true),
        // Groups are put together again as the text that they were.
        ("(1 && 0)x == \"(1 && 0)x\"", true),
        ("(1 || 0 && 1)x == \"(1 || 0 && 1)x\"", true),
        // Operators in quotes and braces are text.
        ("\"0 || 1\"", true),
        ("\"a && b\" == \"a && b\"", true),
        ("\"a == b\" == \"a\"", false),
        ("'a == b' == 'a == b'", true),
        ("\"a\\\"&&0\" contains \"&&\"", true),
        ("\"a\\\\\" && 0", false),
        ("\"a\\\\\" == \"a\\\\\"", true),
        ("\"a\\\"b\" == 'a\"b'", true),
        ("'a\\'b' == \"a'b\"", true),
        ("\"a\\xb\" == \"a\\\\xb\"", true),
        ("\"a\\nb\" contains \"\\n\"", true),
        ("“a” == \"a\"", true),
        ("‘a’ == 'a'", true),
        ("„a‟ == a", true),
        ("‚a‛ == a", true),
        ("“a' == a", true),
        ("\"a' == a", true),
        ("\"0", true),
        ("\"", true),
        ("{{user}} == Rin", true),
        ("{{user}} == \"Rin\"", true),
        ("{{none && 0}} contains \"&&\"", true),
        ("{{none && 0}}", true),
        ("{{user}} && 0", false),
        ("{{user}} && 1", true),
        ("0 && {{user}} || {{nobody}} && 0", false),
        ("{{a {{b}} && 0}}", true),
        ("{{a {{b}} || 1}} && 0", false),
        ("{user} == Rin", false),
        // A quoted text behind `||` is compared with what the last `==` of the list had on its left.
        ("user == \"Mira\" || \"Rin\"", true),
        ("user == \"Mira\" || \"Ann\"", false),
        ("user == \"Mira\" || \"Ann\" || \"Rin\"", true),
        ("user != \"Rin\" || \"Ann\"", true),
        ("user is \"Mira\" || \"Ann\"", false),
        ("user = \"Mira\" || \"Ann\"", false),
        ("user == \"Rin\" && \"Ann\"", true),
        ("user == Mira || Ann", true),
        ("(user == \"Mira\") || \"Ann\"", true),
        ("(user == \"Mira\" || \"Ann\")", false),
    ] {
        let text = format!("{{{{#if {condition}}}}}yes{{{{else}}}}no{{{{/if}}}}");
        check_with(&mut host(), &text, if holds { "yes" } else { "no" });
    }
}

/// De facto: Marinara Engine 014be8d.
#[test]
fn tags_on_lines_of_their_own_take_these_lines_away() {
    for (text, expected) in [
        ("a\n{{#if 1}}\nb\n{{/if}}\nc", "a\nb\nc"),
        ("a\n{{#if 0}}\nb\n{{/if}}\nc", "a\nc"),
        ("a\n {{#if 1}}\t\nb\n\t{{/if}} \nc", "a\nb\nc"),
        ("{{#if 1}}\nb\n{{/if}}", "b\n"),
        ("a {{#if 1}}\nb\n{{/if}}\nc", "a \nb\nc"),
        ("a\n{{#if 1}} b\n{{/if}}\nc", "a\n b\nc"),
        ("a\n{{#if 1}}b{{/if}}\nc", "a\nb\nc"),
        ("a\n{{#if 1}}\nb{{/if}}\nc", "a\nb\nc"),
        ("a\n{{#if 1}}\nb\n{{/if}} c", "a\nb\n c"),
        ("a\n{{#if 0}}\nb\n{{else}}\nc\n{{/if}}\nd", "a\nc\nd"),
        ("a\n{{#if 1}}\nb\n{{else}}\nc\n{{/if}}\nd", "a\nb\nd"),
        ("a\n{{#if 0}}\nb\n{{else if 1}}\nc\n{{else}}\nd\n{{/if}}\ne", "a\nc\ne"),
        ("a\n{{#if 1}}\n{{#if 1}}\nb\n{{/if}}\n{{/if}}\nc", "a\nb\nc"),
        ("{{#if 1}}a{{#if 0}}b{{else}}c{{/if}}d{{/if}}e", "acde"),
        ("{{#if 0}}a{{#if 1}}b{{/if}}c{{else}}d{{/if}}e", "de"),
        ("{{#if 1}}a{{/if}}{{#if 1}}b{{/if}}{{#if 0}}c{{/if}}", "ab"),
        ("{{#if 0}}a{{else if 0}}b{{else if 1}}c{{else if 1}}d{{/if}}", "c"),
        ("{{#if 0}}a{{else if 0}}b{{/if}}.", "."),
        ("{{#IF 1}}a{{ELSE}}b{{/IF}}", "a"),
        ("{{ #if 1 }}a{{ else }}b{{ /if }}", "a"),
        ("{{#if1}}a{{/if}}", "{{#if1}}a{{/if}}"),
        ("{{#if 1}}a{{elsewhere}}b{{/if}}", "a{{elsewhere}}b"),
        ("a{{/if}}{{else}}b#", "a{{/if}}{{else}}b#"),
        ("{{#if 1}}a{{/if}}{{#if 1}}b", "a{{#if 1}}b"),
        ("{{setvar::a::1}}{{#if {{getvar::a}}}}b{{setvar::a::2}}{{else}}{{setvar::a::3}}{{/if}}{{getvar::a}}", "b2"),
        ("{{#if 0}}{{setvar::a::1}}{{/if}}[{{getvar::a}}]", "[]"),
    ] {
        check_with(&mut host(), text, expected);
    }
}

#[test]
fn numbers_of_dice_and_what_is_added_have_their_borders() {
    for (text, roll, expected) in [
        ("{{roll:1000d1}}", 0.0, "1000"),
        ("{{roll:1001d1}}", 0.0, "1000"),
        ("{{roll:1d1000000}}", 0.999_999_99, "1000000"),
        ("{{roll:1d1000001}}", 0.999_999_99, "1000000"),
        ("{{roll:01d06}}", 0.5, "4"),
        ("{{roll:1d1}}", 0.0, "1"),
        ("{{random::a@1::b@1::c@2}}", 0.24, "a"),
        ("{{random::a@1::b@1::c@2}}", 0.26, "b"),
        ("{{random::a@1::b@1::c@2}}", 0.49, "b"),
        ("{{random::a@1::b@1::c@2}}", 0.51, "c"),
        ("{{random::a@1::b@1::c@2}}", 0.25, "b"),
        ("{{random::{{user}}::{{char}}}}", 0.0, "Rin"),
        ("{{random::{{user}}::{{char}}}}", 0.9, "Mira"),
        ("{{random::{{getvar::x}}a::b}}", 0.0, "a"),
        ("{{random::a}}", 0.9, "a"),
        ("{{random::a:b::c}}", 0.0, "a:b"),
        ("{{addnumvar::n::2}}{{addnumvar::n::3}}{{getvar::n}}", 0.0, "5"),
        ("{{addnumvar::n::2}}{{addnumvar::n::x}}{{getvar::n}}", 0.0, "2"),
        ("{{setvar::n::x}}{{addnumvar::n::2}}{{getvar::n}}", 0.0, "2"),
        ("{{setvar::n::4}}{{addnumvar::n::-1.5}}{{getvar::n}}", 0.0, "2.5"),
        ("{{setvar::n::1e308}}{{addnumvar::n::1e308}}{{getvar::n}}", 0.0, "1e+308"),
        ("{{agent::mood}}|{{agent::a-b_1}}|{{agent::a b}}", 0.0, "||{{agent::a b}}"),
        ("a {{trimEnd}}{{trimStart}} b", 0.0, "ab"),
    ] {
        check_with(&mut host().rolls(&[roll]), text, expected);
    }
}
