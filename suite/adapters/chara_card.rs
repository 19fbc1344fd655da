// cargo new x && cd x && cargo add chara_card@0.4.1 serde_json base64, this file as src/main.rs, cargo build --release,
// then cards conform --program target/release/x
use std::io::{BufRead, Cursor, Write};

use base64::{Engine, engine::general_purpose::STANDARD};
use chara_card::charx::{CharX, CharXImport};
use chara_card::raw::CharacterCard;
use serde_json::{Value, json};

fn answer(kind: &str, profile: &str, input: &Value) -> Result<Value, String> {
    // It claims to be like no client.
    if !profile.starts_with("spec") {
        return Ok(json!({ "unsupported": kind }));
    }
    let file = STANDARD.decode(input["file"].as_str().unwrap_or_default()).map_err(|error| error.to_string())?;
    let name = input["name"].as_str().unwrap_or_default();
    match kind {
        "read" | "keep" if name.ends_with(".json") && !input["set"].is_object() => {
            let card: CharacterCard = serde_json::from_slice(&file).map_err(|error| error.to_string())?;
            Ok(json!({ "card": serde_json::to_value(&card).map_err(|error| error.to_string())? }))
        }
        "read" if name.ends_with(".charx") => {
            let import = CharXImport::from_reader(Cursor::new(file)).map_err(|error| format!("{error:?}"))?;
            let read = CharX::try_from(import).map_err(|error| format!("{error:?}"))?;
            Ok(json!({ "card": serde_json::to_value(&read.card).map_err(|error| error.to_string())? }))
        }
        _ => Ok(json!({ "unsupported": kind })),
    }
}

fn main() {
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let row: Value = serde_json::from_str(&line).unwrap();
        let text = |name: &str| row[name].as_str().unwrap_or_default();
        let said = answer(text("kind"), text("profile"), &row["input"]).unwrap_or_else(|why| json!({ "error": why }));
        println!("{said}");
        std::io::stdout().flush().unwrap();
    }
}
