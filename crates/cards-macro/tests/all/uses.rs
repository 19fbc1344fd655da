//! Which macros and variables a text uses, where their names stand, and what is odd about it.

use cards_macro::{Analysis, Engine, Oddity, Template, VariableUse};

/// Each text of `tests/data/analysis.txt` behind its engine, and indented below it all that is said of it. `⏎` is a line end.
#[test]
fn what_is_said_of_each_text() {
    let rows = include_str!("../data/analysis.txt");
    let texts = rows.lines().filter(|line| !line.starts_with(' ')).filter_map(|line| line.split_once(' '));
    let told: String = texts
        .map(|(engine, text)| {
            let written = text.replace('⏎', "\n");
            let template = Template::parse(&written, engine.parse::<Engine>().unwrap()).unwrap();
            format!("{engine} {text}\n{}", said(&template.analyse()))
        })
        .collect();
    for (expected, told) in rows.lines().zip(told.lines()) {
        assert_eq!(expected, told);
    }
    assert_eq!(rows.lines().count(), told.lines().count());
}

/// One line each: macros, variables, findings. Of a difference its kind is told, and not the note of the table.
fn said(analysis: &Analysis) -> String {
    let used = |verb: &str, used: &VariableUse| {
        let name = used.name.as_deref().unwrap_or("without a name");
        let named = used.named.as_ref().map_or(String::new(), |named| format!(" {named:?}"));
        format!("{:?} {verb} {} variable {name}{named}", used.span, used.scope)
    };
    let macros: Vec<String> = analysis.macros.iter().map(|(name, count)| format!("{name} {count}")).collect();
    let mut lines = vec![if macros.is_empty() { "no macros".to_owned() } else { macros.join(", ") }];
    lines.extend(analysis.reads.iter().map(|read| used("reads", read)));
    lines.extend(analysis.writes.iter().map(|written| used("writes", written)));
    for finding in &analysis.findings {
        let oddity = match &finding.oddity {
            Oddity::DiffersIn { profile, how } if how.contains("not known there") => format!("unknown in {profile}"),
            Oddity::DiffersIn { profile, how } if how.contains("double angle") => format!("no brackets in {profile}"),
            Oddity::DiffersIn { profile, how } if how.contains("three braces") => format!("three braces in {profile}"),
            Oddity::DiffersIn { profile, .. } => format!("otherwise in {profile}"),
            other => other.to_string(),
        };
        lines.push(format!("{:?} {oddity}", finding.span));
    }
    lines.iter().map(|line| format!("  {line}\n")).collect()
}

/// The list has a thousand findings, and the rest is counted: each engine in which a macro may differ as one.
#[test]
fn findings_past_the_thousandth_are_counted() {
    for (text, count, listed, omitted) in [
        ("{{xyzzy}}", 999, 999, 0),
        ("{{xyzzy}}", 1_000, 1_000, 0),
        ("{{xyzzy}}", 1_001, 1_000, 1),
        ("{{xyzzy}}", 1_010, 1_000, 10),
        ("{{getvar::a}}", 499, 998, 0),
        ("{{getvar::a}}", 500, 1_000, 0),
        ("{{getvar::a}}", 501, 1_000, 2),
        ("{{user}}", 2_000, 0, 0),
        ("{user} ", 1_003, 1_000, 3),
    ] {
        let text = text.repeat(count);
        let analysis = Template::parse(&text, Engine::Spec).unwrap().analyse();
        assert_eq!((analysis.findings.len(), analysis.omitted), (listed, omitted), "{count} of {}", &text[..7]);
    }
}

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
        let told = |uses: &[VariableUse]| -> String {
            let one = |used: &VariableUse| match (&used.named, &used.name) {
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
