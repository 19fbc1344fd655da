//! Runs every case under `fixtures/macros`: a template, its options, and what is expected.

use std::fs;
use std::path::{Path, PathBuf};

use cards_macro::{
    Analysis, Engine, Error, Fact, For, Limits, MapHost, Oddity, RenderOptions, Rendered, Template, Value,
};
use serde_json::{Map, Value as Json, json};

#[test]
fn every_case_gives_what_it_expects() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/macros");
    let mut cases: Vec<PathBuf> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    cases.sort();
    let mut wrong = Vec::new();
    for case in &cases {
        println!("{}", case.display());
        let expected = json_of(&case.join("expected.json"));
        let actual = run(case, &expected);
        if expected != actual {
            wrong.push(format!("{}\n  expected {expected}\n       got {actual}", case.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let failing = cases.iter().filter(|case| case.to_string_lossy().contains("/fails-")).count();
    assert!(failing * 3 >= cases.len(), "{failing} of {} cases fail on purpose, a third should", cases.len());
}

fn json_of(path: &Path) -> Json {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

/// Runs a case and tells the same things that are expected of it.
fn run(case: &Path, expected: &Json) -> Json {
    let options = json_of(&case.join("options.json"));
    let text = fs::read_to_string(case.join("template.txt")).unwrap();
    let profile: Engine = options["profile"].as_str().unwrap_or("spec").parse().unwrap();
    let limits = limits(&options["limits"]);
    let target = match options["for"].as_str() {
        Some("display") => For::Display,
        Some("scan") => For::Scan,
        _ => For::Prompt,
    };
    let mut host = host(&options);
    let template = match Template::parse_with(&text, profile, &limits) {
        Ok(template) => template,
        Err(error) => return refused(&error),
    };
    let settings = RenderOptions::new(target).with_limits(limits).with_explain(true);
    let rendered = match template.render_with(&mut host, &settings) {
        Ok(rendered) => rendered,
        Err(error) => return refused(&error),
    };
    let mut actual = Map::new();
    for (key, _) in expected.as_object().unwrap() {
        actual.insert(key.clone(), told(key, &rendered, &host, &template.analyse()));
    }
    Json::Object(actual)
}

fn refused(error: &Error) -> Json {
    json!({ "error": error.to_string(), "class": error.class() })
}

fn told(key: &str, rendered: &Rendered<'_>, host: &MapHost, analysis: &Analysis) -> Json {
    match key {
        "text" => json!(rendered.text),
        "chat" => host.variables.chat.iter().map(|(name, value)| (name.clone(), json!(value.as_text()))).collect(),
        "unknown" => json!(rendered.unknown),
        "unset" => rendered.unset.iter().map(|(_, name)| json!(name)).collect(),
        "steps" => rendered.steps.iter().map(|step| json!(step_text(step))).collect(),
        "findings" => analysis
            .findings
            .iter()
            .filter(|finding| !matches!(finding.oddity, Oddity::DiffersIn { .. }))
            .map(|finding| json!(format!("{:?} {}", finding.span, oddity_text(&finding.oddity))))
            .collect(),
        other => panic!("nothing is known of `{other}`"),
    }
}

fn step_text(step: &cards_macro::Step) -> String {
    let shown =
        |value: &Option<Value>| value.as_ref().map_or("unset".to_owned(), |value| format!("{:?}", value.as_text()));
    let changes: String = step
        .changes
        .iter()
        .map(|change| format!(" {}: {} -> {}", change.name, shown(&change.before), shown(&change.after)))
        .collect();
    format!("{:?} -> {:?}{changes}", step.span, step.became)
}

fn oddity_text(oddity: &Oddity) -> String {
    match oddity {
        Oddity::Unterminated => "unterminated".to_owned(),
        Oddity::Unknown { name, suggestion, .. } => {
            let hint = suggestion.map_or(String::new(), |name| format!(", did you mean `{name}`"));
            format!("unknown `{name}`{hint}")
        }
        Oddity::SingleBraces { name } => format!("`{name}` in single braces"),
        Oddity::WrongArguments { name, takes, found } => {
            format!("`{name}` takes {} to {}, not {found}", takes.min, takes.max)
        }
        other => format!("{other:?}"),
    }
}

fn limits(json: &Json) -> Limits {
    let mut limits = Limits::default();
    let number = |key: &str| json[key].as_u64();
    if let Some(bytes) = number("template_bytes") {
        limits = limits.with_template_bytes(bytes as usize);
    }
    if let Some(bytes) = number("output_bytes") {
        limits = limits.with_output_bytes(bytes as usize);
    }
    if let Some(depth) = number("nesting") {
        limits = limits.with_nesting(depth as usize);
    }
    if let Some(depth) = number("calls") {
        limits = limits.with_calls(depth as usize);
    }
    if let Some(units) = number("fuel") {
        limits = limits.with_fuel(units);
    }
    limits
}

fn host(options: &Json) -> MapHost {
    let mut host = MapHost::new(options["user"].as_str().unwrap(), options["char"].as_str().unwrap());
    for (name, fact) in [("nickname", Fact::Nickname), ("original", Fact::Original)] {
        if let Some(text) = options["facts"][name].as_str() {
            host.set(fact, text);
        }
    }
    for (name, value) in options["chat"].as_object().into_iter().flatten() {
        host.variables.chat.insert(name.clone(), Value::from(value.as_str().unwrap()));
    }
    host
}
