//! What the service says of itself: OpenAPI 3.1, with the shapes of the answers as the library describes them.

use cards_kit::answer::{Conversion, Described, Inspection, Lint, Prompt, Repair, Schemas};
use serde_json::{Map, Value, json};

/// Every route: its method, its path, what it does, and what it answers with.
pub const ROUTES: [(&str, &str, &str); 10] = [
    ("get", "/health", "Whether the process is up."),
    ("get", "/ready", "Whether it takes requests; 503 while it ends."),
    ("get", "/metrics", "Figures for Prometheus."),
    ("get", "/openapi.json", "This description."),
    ("post", "/validate", "What a file holds, with everything that was odd."),
    ("post", "/repair", "The file repaired, of the kind that it is."),
    (
        "post",
        "/normalise",
        "The card repaired and in one form, as JSON with what was changed and what got lost, or as the file.",
    ),
    ("post", "/lint", "Every finding."),
    ("put", "/cards", "Keeps a card for prompts, and gives its id."),
    (
        "post",
        "/cards/{id}/prompt",
        "The prompt of a turn of a card that is kept, and the memory to send with the next one.",
    ),
];

/// The description.
pub fn openapi() -> Value {
    let mut paths = Map::new();
    for (method, path, summary) in ROUTES {
        let mut operation = Map::new();
        operation.insert("summary".to_owned(), summary.into());
        let parameters = parameters(path);
        if !parameters.is_empty() {
            operation.insert("parameters".to_owned(), parameters.into());
        }
        if method != "get" {
            operation.insert("requestBody".to_owned(), body(path));
        }
        operation.insert("responses".to_owned(), json!({
            "200": { "description": summary, "content": answers(path) },
            "default": { "description": "Why not.", "content": { "application/json": { "schema": of("Problem") } } },
        }));
        paths.insert(path.to_owned(), json!({ method: operation }));
    }
    json!({
        "openapi": "3.1.0",
        "info": { "title": "card-server", "version": env!("CARGO_PKG_VERSION"), "description": "Character cards checked, repaired and turned into prompts." },
        "paths": paths,
        "components": { "schemas": schemas() },
    })
}

fn of(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

fn parameters(path: &str) -> Vec<Value> {
    let query = |name: &str, values: &[&str]| json!({ "name": name, "in": "query", "schema": { "enum": values } });
    match path {
        "/normalise" => vec![query("to", &["v2", "v3"]), query("as", &["json", "file"])],
        "/cards/{id}/prompt" => {
            vec![json!({ "name": "id", "in": "path", "required": true, "schema": { "type": "string" } })]
        }
        _ => Vec::new(),
    }
}

/// What is sent: a file as it is or in a form, or a turn.
fn body(path: &str) -> Value {
    let content = match path {
        "/cards/{id}/prompt" => json!({ "application/json": { "schema": of("Turn") } }),
        _ => json!({
            "application/octet-stream": {},
            "multipart/form-data": { "schema": { "type": "object", "properties": { "file": { "type": "string", "contentMediaType": "application/octet-stream" } }, "required": ["file"] } },
        }),
    };
    json!({ "required": true, "content": content })
}

fn answers(path: &str) -> Value {
    let object = |name: &str| json!({ "application/json": { "schema": of(name) } });
    let files = || json!({ "image/png": {}, "application/octet-stream": {}, "application/json": {} });
    match path {
        "/health" | "/ready" | "/metrics" => json!({ "text/plain": { "schema": { "type": "string" } } }),
        "/openapi.json" => json!({ "application/json": { "schema": { "type": "object" } } }),
        "/validate" => object("Inspection"),
        "/lint" => object("Lint"),
        "/cards" => object("Kept"),
        "/cards/{id}/prompt" => object("Answer"),
        "/normalise" => {
            let mut content = files();
            content["application/json"] = json!({ "schema": of("Normalised") });
            content
        }
        _ => files(),
    }
}

fn schemas() -> Value {
    let mut described = Schemas::default();
    Inspection::describe(&mut described);
    Lint::describe(&mut described);
    Repair::describe(&mut described);
    Conversion::describe(&mut described);
    Prompt::describe(&mut described);
    let text = cards_kit::Json::Object(described.into_definitions()).to_string();
    // Each is a component here.
    let text = text.replace("#/$defs/", "#/components/schemas/");
    let mut all: Value = serde_json::from_str(&text).unwrap_or_default();
    all["Problem"] =
        object(&[("error", object(&[("class", text_of("A stable word.")), ("message", text_of("Why, for people."))]))]);
    all["Kept"] = object(&[("id", text_of("Under which the card is kept: the hash of what it says."))]);
    all["Normalised"] = object(&[("repaired", of("Repair")), ("converted", of("Conversion"))]);
    all["Answer"] = object(&[("prompt", of("Prompt")), ("memory", text_of("To send with the next turn."))]);
    let said = json!({ "type": "object", "properties": { "role": text_of("system, user or assistant."), "content": text_of("The text."), "name": text_of("Who says it.") },
        "required": ["role", "content"], "additionalProperties": false });
    all["Turn"] = json!({ "type": "object", "required": ["messages"], "additionalProperties": false, "properties": {
        "messages": { "type": "array", "items": said }, "profile": text_of("Whose rules hold: spec, sillytavern or risu."), "user": text_of("The user's name."),
        "context": { "type": "integer", "minimum": 0 }, "greeting": { "type": "integer", "minimum": 0 }, "memory": text_of("What the last answer gave."),
    } });
    all
}

fn text_of(description: &str) -> Value {
    json!({ "type": "string", "description": description })
}

/// An object of just these members.
fn object(members: &[(&str, Value)]) -> Value {
    let properties: Map<String, Value> =
        members.iter().map(|(name, shape)| ((*name).to_owned(), shape.clone())).collect();
    let required: Vec<&str> = members.iter().map(|(name, _)| *name).collect();
    json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
}
