//! What the feature `serde` writes and reads.

use cards_macro::{Engine, Error, For, Limits, MapHost, RenderOptions, Scope, Template, Value, Variables};
use serde_json::{json, to_value};

#[test]
fn variables_come_back_as_they_were() {
    let mut variables = Variables::default();
    variables.scope_mut(Scope::Chat).insert("mood".to_owned(), Value::from("007"));
    variables.scope_mut(Scope::Global).insert("day".to_owned(), Value::from(7.0));
    let written = to_value(&variables).unwrap();
    assert_eq!(written, json!({ "chat": { "mood": "007" }, "global": { "day": 7.0 } }));
    assert_eq!(serde_json::from_value::<Variables>(written).unwrap(), variables);
    assert_eq!(serde_json::from_value::<Variables>(json!({})).unwrap(), Variables::default());
}

#[test]
fn engines_and_limits_have_the_names_of_the_docs() {
    for &engine in Engine::ALL {
        assert_eq!(to_value(engine).unwrap(), json!(engine.as_str()));
        assert_eq!(serde_json::from_value::<Engine>(json!(engine.as_str())).unwrap(), engine);
    }
    let limits: Limits = serde_json::from_value(json!({ "fuel": 9 })).unwrap();
    assert_eq!(limits, Limits::default().with_fuel(9));
}

#[test]
fn answers_are_plain_data() {
    let template = Template::parse("{{setvar::a::1}}{{usr}}", Engine::Spec).unwrap();
    let options = RenderOptions::new(For::Prompt).with_explain(true);
    let rendered = template.render_with(&mut MapHost::new("Rin", "Mira"), &options).unwrap();
    let written = to_value(&rendered).unwrap();
    assert_eq!(written["unknown"], json!(["usr"]));
    assert_eq!(
        written["steps"][0]["changes"][0],
        json!({ "scope": "chat", "name": "a", "before": null, "after": "1" })
    );
    let analysis = to_value(template.analyse()).unwrap();
    let mut findings = analysis["findings"].as_array().unwrap().iter();
    let unknown = findings.find(|finding| finding["oddity"]["kind"] == "unknown").unwrap();
    assert_eq!(unknown["span"], json!({ "start": 16, "end": 23 }));
    let error = Error::OutOfFuel { offset: 3, limit: 1 };
    assert_eq!(to_value(error).unwrap(), json!({ "error": "out_of_fuel", "offset": 3, "limit": 1 }));
}
