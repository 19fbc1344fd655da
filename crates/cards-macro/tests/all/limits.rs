//! Hostile templates: each limit on both sides, and work that grows with the text only.

use cards_macro::{Engine, Error, For, Limits, MapHost, RenderOptions, Template, example_host, macro_table};

fn render(text: &str, profile: Engine, limits: Limits) -> Result<String, Error> {
    let template = Template::parse_with(text, profile, &limits)?;
    let options = RenderOptions::new(For::Prompt).with_limits(limits);
    template.render_with(&mut example_host(), &options).map(|rendered| rendered.text.into_owned())
}

#[track_caller]
fn check(text: &str, limits: Limits, expected: Result<usize, &str>) {
    let rendered = render(text, Engine::SillyTavern, limits).map(|text| text.len());
    assert_eq!(rendered.map_err(|error| error.to_string()), expected.map_err(str::to_owned));
}

#[test]
fn template_size() {
    check("abcd", Limits::default().with_template_bytes(4), Ok(4));
    check(
        "abcde",
        Limits::default().with_template_bytes(4),
        Err("template of 5 bytes is larger than 4 bytes (`template_bytes` raises the limit)"),
    );
}

#[test]
fn output_size() {
    check("{{space::9}}.", Limits::default().with_output_bytes(10), Ok(10));
    let message = "text grew past 10 bytes at the macro at byte 0 (`output_bytes` raises the limit)";
    check("{{space::11}}", Limits::default().with_output_bytes(10), Err(message));
    check("{{space::999999999999}}", Limits::default().with_output_bytes(10), Err(message));
    for name in ["{{char}}", "{{user}}"] {
        let whole = render(name, Engine::SillyTavern, Limits::default()).unwrap().len();
        check(name, Limits::default().with_output_bytes(whole), Ok(whole));
        assert!(render(name, Engine::SillyTavern, Limits::default().with_output_bytes(whole - 1)).is_err(), "{name}");
    }
}

/// What a macro makes bit by bit is counted while it is made: no list that is larger is ever there.
#[test]
fn a_list_is_counted_while_it_grows() {
    let made = |bytes| render("{{range::[0,3,1]}}", Engine::Risu, Limits::default().with_output_bytes(bytes));
    let list = r#"["0","1","2"]"#;
    assert_eq!(made(list.len()).as_deref(), Ok(list));
    assert!(made(list.len() - 1).is_err());
    let huge = render("{{range::[0,1000000000,1]}}", Engine::Risu, Limits::default().with_output_bytes(1_001));
    assert!(huge.is_err_and(|error| error.to_string().contains("`output_bytes`")));
}

#[test]
fn texts_that_nothing_expands_in_are_within_the_output_too() {
    for &engine in Engine::ALL {
        for text in
            ["a".repeat(64), "{".repeat(64), "}".repeat(64), "{ {".repeat(64), "<".repeat(64), "{{x ".repeat(64)]
        {
            let rendered = |bytes| render(&text, engine, Limits::default().with_output_bytes(bytes));
            let whole = rendered(1 << 10).unwrap();
            let error = rendered(whole.len() - 1);
            assert_eq!(rendered(text.len().max(whole.len())), Ok(whole), "{engine} {text}");
            assert!(matches!(error, Err(Error::OutputTooLarge { .. })), "{engine} {text}: {error:?}");
        }
    }
}

#[test]
fn nesting() {
    let nested = |depth: usize| format!("{}a{}", "{{reverse::".repeat(depth), "}}".repeat(depth));
    check(&nested(8), Limits::default().with_nesting(8), Ok(1));
    let message = "macro at byte 0 stands deeper than 8 macros (`nesting` raises the limit)";
    check(&nested(9), Limits::default().with_nesting(8), Err(message));
    check(&nested(100_000), Limits::default().with_nesting(100_000).with_fuel(u64::MAX), Ok(1));
    let scoped = format!("{}a{}", "{{if 1}}".repeat(50_000), "{{/if}}".repeat(50_000));
    check(&scoped, Limits::default().with_nesting(100_000).with_fuel(u64::MAX), Ok(1));
    assert!(matches!(render(&scoped, Engine::SillyTavern, Limits::default()), Err(Error::TooDeep { .. })));
}

/// What is never closed is read as well.
#[test]
fn depths_of_risuai_are_limited_on_both_sides() {
    let nested = |text: String, depth| render(&text, Engine::Risu, Limits::default().with_nesting(depth));
    let closed = |depth: usize| format!("{}a{}", "{{lower::".repeat(depth), "}}".repeat(depth));
    assert_eq!(nested(closed(8), 8).as_deref(), Ok("a"));
    assert_eq!(nested(closed(9), 8), Err(Error::TooDeep { offset: 0, limit: 8 }));
    let open = |depth: usize| "{{lower::".repeat(depth);
    assert_eq!(nested(open(8), 8), Ok(open(8)));
    assert_eq!(nested(open(9), 8), Err(Error::TooDeep { offset: 72, limit: 8 }));
    // A macro without others inside is as deep as one with them.
    let inside = |depth: usize| open(depth) + "{{user}}";
    assert_eq!(nested(inside(7), 8), Ok(open(7) + "Rin"));
    assert_eq!(nested(inside(8), 8), Err(Error::TooDeep { offset: 72, limit: 8 }));
}

#[test]
fn blocks_of_marinara_are_limited_on_both_sides() {
    let engine = Engine::Marinara;
    let blocks = |depth: usize| format!("{}a{}", "{{#if 1}}".repeat(depth), "{{/if}}".repeat(depth));
    let nested = |depth, limits: Limits| render(&blocks(depth), engine, limits);
    assert_eq!(nested(8, Limits::default().with_nesting(8)).as_deref(), Ok("a"));
    assert_eq!(nested(9, Limits::default().with_nesting(8)), Err(Error::TooDeep { offset: 72, limit: 8 }));
    let free = Limits::default().with_nesting(100_000).with_fuel(u64::MAX);
    assert_eq!(nested(20_000, free).as_deref(), Ok("a"));
    // Those that are never closed are no blocks, and neither are those in them.
    let open = "{{#if 1}}".repeat(1_001) + "{{#if 1}}a{{/if}}";
    assert_eq!(render(&open, engine, Limits::default()).as_deref(), Ok(open.as_str()));
    // Parentheses take no call stack.
    let groups = |depth: usize| format!("{{{{#if {}0{}}}}}a{{{{/if}}}}b", "(".repeat(depth), ")".repeat(depth));
    assert_eq!(render(&groups(100_000), engine, Limits::default()).as_deref(), Ok("b"));
    // Blocks in conditions of blocks: below the sixteenth they are text, which holds.
    let inside = |depth| (0..depth).fold("0".to_owned(), |condition, _| format!("{{{{#if {condition}}}}}1{{{{/if}}}}"));
    let printed = |depth| render(&inside(depth), engine, Limits::default());
    assert_eq!((printed(16), printed(17)), (Ok(String::new()), Ok(String::new())));
    assert_eq!((printed(18), printed(100)), (Ok("1".to_owned()), Ok("1".to_owned())));
    let limits = |bytes| Limits::default().with_output_bytes(bytes);
    let text = "abcdefgh{{#if 1}}ij{{/if}}{{#if 0}}k{{/if}}";
    assert_eq!(render(text, engine, limits(text.len())).as_deref(), Ok("abcdefghij"));
    assert!(matches!(render("{{char}}{{#if 1}}{{char}}{{/if}}", engine, limits(9)), Err(Error::OutputTooLarge { .. })));
}

#[test]
fn fuel() {
    check("{{user}}{{user}}", Limits::default().with_fuel(100), Ok(6));
    let message = "rendering used up 1 units at the macro at byte 8 (`fuel` raises the limit)";
    check("{{user}}{{user}}", Limits::default().with_fuel(1), Err(message));
    // More dice than the fuel can pay for are refused alone, and none is thrown.
    for (profile, roll) in [
        (Engine::Spec, "{{roll:1000000000d1000000000}}"),
        (Engine::SillyTavern, "{{roll::1000000000d1000000000}}"),
        (Engine::SillyTavernLegacy, "{{roll:1000000000d1000000000}}"),
        (Engine::Risu, "{{roll::1000000000d1000000000}}"),
        (Engine::Risu, "{{dice::1000000000d1000000000}}"),
    ] {
        let text = format!("{{{{user}}}} {roll}");
        assert_eq!(render(&text, profile, Limits::default()), Ok(format!("Rin {roll}")), "{profile}");
    }
    check("{{roll::90d1}}", Limits::default().with_fuel(100), Ok(2));
    check("{{roll::110d1}}", Limits::default().with_fuel(100), Ok(15));
}

#[test]
fn the_older_engine_is_limited_on_both_sides() {
    let engine = Engine::SillyTavernLegacy;
    // What grows past the limit between two rules is too large, however little is left of it.
    let text = format!("{{{{//{}}}}}", "{{persona}}".repeat(5));
    let rendered = |bytes| render(&text, engine, Limits::default().with_output_bytes(bytes));
    let grown = "{{//".len() + 5 * "Rin is a sailor.".len();
    assert_eq!(rendered(grown), Ok(String::new()));
    assert_eq!(rendered(grown - 1), Err(Error::OutputTooLarge { offset: 48, limit: grown - 1 }));
    // A macro costs the same wherever it stands.
    let needed = |text: &str| {
        let enough = |fuel: &u64| render(text, engine, Limits::default().with_fuel(*fuel)).is_ok();
        (0..100_000).collect::<Vec<u64>>().partition_point(|fuel| !enough(fuel))
    };
    let filler = ".".repeat(6_400);
    assert_eq!(needed(&format!("{{{{user}}}}{filler}")), needed(&format!("{filler}{{{{user}}}}")));
}

#[test]
fn self_doubling_variables_hit_a_limit() {
    for (profile, doubling) in [
        (Engine::Spec, "{{setvar::a::{{getvar::a}}{{getvar::a}}xxxxxxxx}}"),
        (Engine::SillyTavern, "{{setvar::a::{{getvar::a}}{{getvar::a}}xxxxxxxx}}"),
        (Engine::SillyTavern, "{{setvar::a::{{.a}}xxxxxxxx}}{{addvar::a::{{.a}}}}"),
        (Engine::Risu, "{{setvar::a::{{getvar::a}}{{getvar::a}}xxxxxxxx}}"),
    ] {
        let text = doubling.repeat(60);
        let limits = Limits::default().with_output_bytes(1 << 20);
        assert!(matches!(render(&text, profile, limits), Err(Error::OutputTooLarge { .. })), "{profile}");
    }
}

#[test]
fn functions_that_call_themselves_stop() {
    // De facto: RisuAI 904a14a prints a text of its own twenty calls down.
    let text = "{{#func f}}{{call::f}}{{/func}}{{call::f}}";
    let printed = Ok("ERROR: Call stack limit reached".to_owned());
    assert_eq!(render(text, Engine::Risu, Limits::default()), printed);
    assert_eq!(render(text, Engine::Risu, Limits::default().with_calls(20)), printed);
    let refused = Err(Error::TooManyCalls { offset: 0, limit: 19 });
    assert_eq!(render(text, Engine::Risu, Limits::default().with_calls(19)), refused);
    // The body counts with what its arguments add to it, however little it prints.
    let (slot, long) = ("{{length::{{arg::1}}}}", "x".repeat(99));
    let filled = |bytes| {
        let text = format!("{{{{#func f}}}}{}{{{{/func}}}}{{{{call::f::{long}}}}}", slot.repeat(9));
        render(&text, Engine::Risu, Limits::default().with_output_bytes(bytes))
    };
    let counted = 9 * (slot.len() + long.len());
    assert_eq!(filled(counted), Ok("99".repeat(9)));
    assert!(matches!(filled(counted - 1), Err(Error::OutputTooLarge { .. })));
    // Twice as many with each level: the fuel ends it.
    let text = "{{#func f}}{{call::f}}{{call::f}}{{/func}}{{call::f}}";
    let limits = Limits::default().with_fuel(100_000);
    assert!(matches!(render(text, Engine::Risu, limits), Err(Error::OutOfFuel { .. })));
    let text = format!("{}x{}", "{{#each [1,2,3,4,5,6,7,8,9,10] i}}".repeat(15), "{{/each}}".repeat(15));
    let limits = Limits::default().with_fuel(1_000_000);
    assert!(matches!(render(&text, Engine::Risu, limits), Err(Error::OutOfFuel { .. })));
}

#[test]
fn marinaras_own_counts_are_no_limits_here() {
    let text = "{{incvar::n}}".repeat(2_000) + "{{decvar::n}}.{{incvar::n}}";
    let rendered = render(&text, Engine::Marinara, Limits::default()).unwrap();
    assert!(rendered.ends_with("20001999.2000"), "{}", &rendered[rendered.len() - 20..]);
    let long = "a".repeat(200_001);
    assert_eq!(render(&format!("{{{{#if 1}}}}{long}{{{{/if}}}}"), Engine::Marinara, Limits::default()), Ok(long));
}

#[test]
fn hostile_texts_take_linear_time() {
    let texts = [
        "{{".repeat(50_000),
        "{{ ".repeat(30_000),
        "{{a::".repeat(20_000),
        "{{if 1}}".repeat(10_000),
        "{{/if}}".repeat(10_000),
        "{{if 1}}{{/x}}".repeat(5_000),
        "{{user}}".repeat(5_000) + &"{{/user}}".repeat(5_000),
        "}}".repeat(50_000),
        "<".repeat(100_000),
        "<<getvar::".repeat(10_000),
        "{{setvar::a::".repeat(8_000),
        "{{// ".repeat(20_000),
        "{{random:".repeat(10_000) + "}}",
        "\\{".repeat(50_000),
        "{{trim}}\n".repeat(10_000),
        "{{#if 1}}".repeat(100),
        "{{#if 1}}".repeat(10_000),
        "{{#if ".repeat(20_000),
        "{{#if 1}}{{/if}}\n".repeat(5_000),
        "{{#if 1}}\n".repeat(500) + &"{{/if}}\n".repeat(500),
        format!("{{{{#if {}", "(".repeat(50_000)),
        format!("{{{{#if {}}}}}a{{{{/if}}}}", "(0)".repeat(20_000)),
        "{{char".repeat(15_000),
        "{{banned \"".repeat(8_000),
        "{{timeDiff::a".repeat(7_000),
        "{{reverse:a".repeat(8_000),
        "{chra}{{chra}}{user}".repeat(4_000),
    ];
    let check = |engine: Engine| {
        for text in &texts {
            let head: String = text.chars().take(20).collect();
            let Ok(template) = Template::parse(text, engine) else { continue };
            // Fuel counts macros and bytes that are copied, so it bounds the work whatever the machine.
            let limits = Limits::default().with_fuel(1_000 + 8 * text.len() as u64);
            let options = RenderOptions::new(For::Prompt).with_limits(limits);
            let rendered = template.render_with(&mut MapHost::new("Rin", "Mira"), &options);
            assert!(!matches!(rendered, Err(Error::OutOfFuel { .. })), "{engine} {head}");
            let _ = template.analyse();
        }
    };
    // Each engine on a thread of its own: this is the longest test of the crate.
    std::thread::scope(|scope| {
        for &engine in Engine::ALL {
            scope.spawn(move || check(engine));
        }
    });
}

/// The limit is on what comes out, of every macro that there is: one byte less is too few, and what is written on the way there
/// is no longer than the template, or than what the example's card and chat say.
#[test]
fn no_macro_writes_past_the_output() {
    for info in macro_table() {
        for variant in info.variants() {
            for engine in variant.profiles() {
                let (text, result) = (variant.example().template, variant.example().result);
                let rendered = |bytes| render(text, engine, Limits::default().with_output_bytes(bytes));
                let enough = result.len().max(text.len()).max(256);
                assert_eq!(rendered(enough).as_deref(), Ok(result), "{engine} {text}");
                if let Some(less) = result.len().checked_sub(1) {
                    assert!(matches!(rendered(less), Err(Error::OutputTooLarge { .. })), "{engine} {text}");
                }
            }
        }
    }
}
