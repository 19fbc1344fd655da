//! Which variables a text reads and writes, and where their names stand.

use cards_macro::{Engine, Template};

#[test]
fn a_use_names_its_variable_where_no_macro_makes_the_name() {
    for (engine, text, writes, reads) in [
        (Engine::SillyTavern, "{{setvar:: ab ::1}}", "11..13 ab", ""),
        (Engine::SillyTavern, "x{{getvar::b}}", "", "11..12 b"),
        (Engine::SillyTavern, "{{addvar::a::1}}", "10..11 a", "10..11 a"),
        (Engine::SillyTavern, "{{incvar::a}}{{user}}", "10..11 a", "10..11 a"),
        (Engine::SillyTavern, "{{setvar::a::{{getvar::b}}}}", "10..11 a", "23..24 b"),
        (Engine::SillyTavern, "{{setvar::{{user}}::1}}", "-", ""),
        (Engine::SillyTavern, "{{setvar::a{{user}}::1}}", "-", ""),
        (Engine::Risu, "{{setvar::a::1}}", "10..11 a", ""),
        (Engine::Risu, "x{{getvar::ab}}", "", "11..13 ab"),
        (Engine::Risu, "{{setvar::a::{{user}}}}", "10..11 a", ""),
        (Engine::Risu, "{{setvar::{{user}}::1}}", "-", ""),
        (Engine::Risu, "{{addvar::a::{{getvar::b}}}}", "10..11 a", "10..11 a, 23..24 b"),
    ] {
        let template = Template::parse(text, engine).unwrap();
        let analysis = template.analyse();
        let told = |uses: &[cards_macro::VariableUse]| -> String {
            let one = |used: &cards_macro::VariableUse| match (&used.named, &used.name) {
                (Some(at), Some(name)) => format!("{at:?} {name}"),
                (None, None) => "-".to_owned(),
                other => format!("{other:?}"),
            };
            let mut all: Vec<String> = uses.iter().map(one).collect();
            all.sort();
            all.join(", ")
        };
        assert_eq!(
            (told(&analysis.writes), told(&analysis.reads)),
            (writes.to_owned(), reads.to_owned()),
            "{engine} {text}"
        );
    }
}

/// Only what stands in double angle brackets is said to stand in them.
#[test]
fn double_angle_brackets_are_told_from_single_ones_and_braces() {
    let mut told = 0;
    for &engine in Engine::ALL {
        for text in ["<<user>>", "<user>", "{{user}}", "<<char>> {{user}}", "<bot>"] {
            let template = Template::parse(text, engine).unwrap();
            let analysis = template.analyse();
            let double = analysis.findings.iter().filter(|found| found.to_string().contains("double angle brackets"));
            let spans: Vec<_> = double.map(|found| &text[found.span.clone()]).collect();
            assert!(spans.iter().all(|span| span.starts_with("<<")), "{engine} {text}: {spans:?}");
            told += spans.len();
        }
    }
    assert!(told > 0);
}
