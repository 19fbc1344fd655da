//! What rendering says of itself: steps, what is unknown and unset, what it costs.

use cards_macro::{Change, Engine, Error, For, Limits, MapHost, RenderOptions, Rendered, Step, Template, Value};

/// Each text of `tests/data/steps.txt` behind its engine, and indented below it what it came to and how.
#[test]
fn what_is_told_of_each_text() {
    let rows = include_str!("../data/steps.txt");
    let texts = rows.lines().filter(|line| !line.starts_with(' ')).filter_map(|line| line.split_once(' '));
    let told: String = texts
        .map(|(engine, text)| {
            let template = Template::parse(text, engine.parse::<Engine>().unwrap()).unwrap();
            let options = RenderOptions::new(For::Prompt).with_explain(true);
            let mut host = MapHost::new("Rin", "Mira");
            let rendered = template.render_with(&mut host, &options).unwrap();
            format!("{engine} {text}\n{}", said(&rendered))
        })
        .collect();
    for (expected, told) in rows.lines().zip(told.lines()) {
        assert_eq!(expected, told);
    }
    assert_eq!(rows.lines().count(), told.lines().count());
}

fn said(rendered: &Rendered<'_>) -> String {
    let mut lines = vec![format!("{:?}", rendered.text)];
    if !rendered.unknown.is_empty() {
        lines.push(format!("unknown {}", rendered.unknown.join(", ")));
    }
    lines.extend(rendered.unset.iter().map(|(scope, name)| format!("unset {scope} {name}")));
    lines.extend(rendered.steps.iter().map(step));
    lines.iter().map(|line| format!("  {line}\n")).collect()
}

/// Where a step is, how deep, and what it became and changed.
fn step(step: &Step) -> String {
    let shown =
        |value: &Option<Value>| value.as_ref().map_or("nothing".to_owned(), |value| value.as_text().into_owned());
    let one = |change: &Change| {
        format!(", {} {} {} -> {}", change.scope, change.name, shown(&change.before), shown(&change.after))
    };
    let changes: String = step.changes.iter().map(one).collect();
    let kept = if step.kept { " kept" } else { "" };
    format!("{:?} at {}{kept} {:?}{changes}", step.span, step.depth, step.became)
}

/// One unit for each macro, and one more for each 64 bytes that are copied: a limit that was enough once stays enough.
#[test]
fn texts_cost_what_they_cost() {
    let long = "x".repeat(640);
    for (engine, text, fuel) in [
        (Engine::Spec, "{{user}}".to_owned(), 1),
        (Engine::Spec, "{{user}}{{char}}".to_owned(), 2),
        (Engine::Spec, format!("{{{{user}}}}{long}"), 1),
        (Engine::Spec, format!("{{{{reverse:{long}}}}}"), 22),
        (Engine::Spec, format!("{{{{setvar::a::{long}}}}}{{{{getvar::a}}}}"), 33),
        (Engine::SillyTavern, "{{user}}".to_owned(), 2),
        (Engine::SillyTavern, format!("{{{{user}}}}{long}"), 12),
        (Engine::SillyTavern, format!("{{{{reverse::{long}}}}}"), 33),
        (Engine::SillyTavern, format!("{{{{reverse::{{{{reverse::{long}}}}}}}}}"), 66),
        (Engine::SillyTavern, format!("{{{{if 1}}}}{long}{{{{else}}}}{{{{/if}}}}"), 58),
        (Engine::SillyTavern, format!("{{{{.a={long}}}}}{{{{.a}}}}{{{{.a+=x}}}}"), 77),
        (Engine::SillyTavern, format!("{long}{{{{pick::a::b}}}}"), 24),
        (Engine::SillyTavern, format!("{{{{setvar::a::{long}}}}}{{{{addvar::a::b}}}}{{{{incvar::a}}}}"), 118),
        (Engine::SillyTavern, format!("{{{{setvarkey::a::k::{long}}}}}{{{{getvarkey::a::k}}}}"), 76),
        (Engine::SillyTavern, "{{roll::20d6}}".to_owned(), 2),
        (Engine::Risu, "{{user}}".to_owned(), 2),
        (Engine::Risu, format!("{{{{user}}}}{long}"), 2),
        (Engine::Risu, format!("{{{{lower::{{{{user}}}}{long}}}}}"), 46),
        (Engine::Risu, format!("{{{{#if 1}}}}{long}{{{{/if}}}}"), 24),
        (Engine::Risu, format!("{{{{#each [1,2,3] i}}}}{long}{{{{/each}}}}"), 281),
        (Engine::Risu, format!("{{{{#func f}}}}{long}{{{{arg::1}}}}{{{{/func}}}}{{{{call::f::{long}}}}}"), 437),
        (Engine::Risu, format!("{{{{setvar::a::{long}}}}}{{{{getvar::a}}}}"), 66),
        (Engine::Risu, format!("{{{{arraylength::{long}}}}}{{{{hash::{long}}}}}{{{{calc::{}}}}}", "1+".repeat(40)), 73),
        (Engine::Risu, "{{range::[9]}}{{dice::9d6}}{{roll::9d6}}".to_owned(), 15),
        (Engine::SillyTavernLegacy, format!("{{{{user}}}}{long}"), 287),
        (Engine::SillyTavernLegacy, format!("{{{{setvar::a::{long}}}}}{{{{getvar::a}}}}"), 190),
        (Engine::Marinara, format!("{{{{user}}}}{long}"), 67),
        (Engine::Marinara, format!("{{{{#if 1}}}}{long}{{{{else}}}}{long}{{{{/if}}}}"), 106),
        (Engine::Marinara, format!("{{{{setvar::a::{long}}}}}{{{{addvar::a::b}}}}{{{{getvar::a}}}}"), 131),
        (Engine::Marinara, "{{roll:20d6}}".to_owned(), 53),
    ] {
        let with = |fuel| {
            let options = RenderOptions::new(For::Prompt).with_limits(Limits::default().with_fuel(fuel));
            let rendered = Template::parse(&text, engine)
                .unwrap()
                .render_with(&mut MapHost::new("Rin", "Mira"), &options)
                .map(|_| ());
            !matches!(rendered, Err(Error::OutOfFuel { .. }))
        };
        let needed = (0..5_000).collect::<Vec<u64>>().partition_point(|fuel| !with(*fuel));
        assert_eq!(needed, fuel, "{engine} {text}");
    }
}
