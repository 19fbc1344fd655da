//! Rows that RisuAI answered.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use cards_container::charx::Role;
use cards_container::png::{ChunkPolicy, Payload};
use cards_container::risum::{self, Risum};
use cards_container::{AssetRef, CardEntryRule, Container, Limits, ListedAsset, Location, OpenOptions, Unreadable};
use cards_model::{AssetUri, EmbeddedScheme};
use serde_json::{Value, json};

use super::super::verdict::{Column, Outcome, Verdict};

/// `import` of a binary file.
pub(super) fn import(input: &Value, expected: &Value) -> Vec<Verdict> {
    let Some(file) = bytes(input) else {
        return vec![malformed()];
    };
    let mut verdicts = Vec::new();
    if let Some(spec) = expected.get("spec").and_then(|e| e.get("outcome")) {
        let options = OpenOptions::default().with_entry(CardEntryRule::Root);
        let found = inventory(&file, &options).map(|_| ());
        verdicts.push(Verdict::compare(Column::Spec, spec, &outcome(&found)));
    }
    if let Some(risu) = expected.get("risu") {
        let options = OpenOptions::default().with_chunks(ChunkPolicy::risu()).with_entry(CardEntryRule::RootLast);
        verdicts.push(risu_verdict(risu, inventory(&file, &options).and_then(Inventory::into_risu)));
    }
    verdicts
}

fn risu_verdict(expected: &Value, found: Result<Value, String>) -> Verdict {
    let column = Column::Risu;
    match expected.get("outcome").and_then(Value::as_str) {
        // The client answers a bad file with a message or with an exception; both mean that nothing is imported.
        Some("rejected" | "crashes") => Verdict::compare(column, &json!("rejected"), &outcome(&found.map(drop))),
        Some("accepted") => match found {
            Ok(found) => Verdict::compare(column, expected, &found),
            Err(reason) => Verdict { column, outcome: Outcome::Fail(format!("expected {expected}, got {reason}")) },
        },
        _ => {
            let reason = "the client never answers for this file; a library has to";
            Verdict { column, outcome: Outcome::Excluded { tag: "client-hangs".to_owned(), reason } }
        }
    }
}

fn outcome<T>(found: &Result<T, String>) -> Value {
    json!(if found.is_ok() { "accepted" } else { "rejected" })
}

/// `risum`: a module read, or the client's own blob read back to the module that it was written from.
pub(super) fn module(input: &Value, expected: &Value) -> Vec<Verdict> {
    let Some(expected) = expected.get("risu") else {
        return Vec::new();
    };
    if let Some(module) = input.get("module") {
        // The client writes an asset list even when the module has none.
        let mut module = module.clone();
        module.as_object_mut().map(|m| m.entry("assets").or_insert_with(|| json!([])));
        let found = bytes(expected).map(|blob| read_module(blob).map(|m| m.get("module").cloned()));
        return vec![Verdict::compare(Column::Risu, &Some(Ok(Some(module))), &found)];
    }
    let Some(blob) = bytes(input) else {
        return vec![malformed()];
    };
    let found = read_module(blob);
    let Some(wanted) = expected.get("module") else {
        return vec![Verdict::compare(Column::Risu, &json!("rejected"), &outcome(&found))];
    };
    // The client gives each module that it reads a new id; the library keeps the one in the file.
    let without_id = |module: &Value| {
        let mut module = module.clone();
        module.as_object_mut().map(|m| m.remove("id"));
        module
    };
    let found = found.map(|m| m.get("module").map(without_id));
    vec![Verdict::compare(Column::Risu, &Ok(Some(without_id(wanted))), &found)]
}

fn read_module(blob: Vec<u8>) -> Result<Value, String> {
    let module = Risum::read(blob, &Limits::default()).map_err(|e| e.to_string())?;
    let json: Value = serde_json::from_slice(&module.json).map_err(|e| e.to_string())?;
    if json.get("type").and_then(Value::as_str) != Some("risuModule") {
        return Err("its type is not `risuModule`".to_owned());
    }
    Ok(json)
}

/// `rpack`: the byte permutation.
pub(super) fn packing(input: &Value, expected: &Value) -> Vec<Verdict> {
    let (Some(from), Some(to)) = (bytes(input), expected.get("risu").and_then(bytes)) else {
        return vec![malformed()];
    };
    let decode = input.get("decode").and_then(Value::as_bool) == Some(true);
    let found = if decode { risum::unpack(&from) } else { risum::pack(&from) };
    vec![Verdict::compare(Column::Risu, &to, &found)]
}

fn bytes(value: &Value) -> Option<Vec<u8>> {
    STANDARD.decode(value.get("b64")?.as_str()?).ok()
}

fn malformed() -> Verdict {
    Verdict { column: Column::Risu, outcome: Outcome::Fail("the row's input cannot be decoded".to_owned()) }
}

/// What a reader finds in a file.
struct Inventory {
    card: Value,
    /// Type, URI, name and place of each asset.
    assets: Vec<(String, String, String, ListedAsset)>,
    /// Files beside the card that hold assets, listed or not, and the picture itself.
    stored: usize,
    is_archive: bool,
}

fn inventory(file: &[u8], options: &OpenOptions) -> Result<Inventory, String> {
    let text = |e: cards_container::Error| e.to_string();
    let object = |payload: &Payload| match serde_json::from_slice::<Value>(&payload.bytes) {
        Ok(Value::Object(_)) => Ok(()),
        Ok(_) => Err(Unreadable::new("not-a-card", "it is no object")),
        Err(e) => Err(Unreadable::new("bad-json", e)),
    };
    match Container::open(file, options).map_err(text)? {
        Container::Png(mut png) => {
            let choice = png.choose(object).map_err(text)?;
            let card: Value = serde_json::from_slice(&choice.payload.bytes).map_err(|e| e.to_string())?;
            let texts = assets(&card);
            let listed = png.list_assets(&refs(&texts)).value;
            let stored = 1 + png.assets().len();
            Ok(Inventory { assets: joined(texts, listed), card, stored, is_archive: false })
        }
        Container::Charx(mut charx) => {
            let json = charx.card_json().map_err(text)?;
            let card: Value = serde_json::from_slice(&json).map_err(|e| e.to_string())?;
            let texts = assets(&card);
            let listed = charx.assets(&refs(&texts)).value;
            let roles = charx.roles(&listed);
            let stored = roles.iter().filter(|role| matches!(role, Role::Asset | Role::Other)).count();
            Ok(Inventory { assets: joined(texts, listed), card, stored, is_archive: true })
        }
        other => Err(format!("neither PNG nor CHARX: {other:?}")),
    }
}

impl Inventory {
    /// The client's view: an archive must hold a V3 card, an asset that the container lacks stops the import, and
    /// assets spelled `embedded://` or on the web are left out.
    fn into_risu(self) -> Result<Value, String> {
        let spec = self.card.get("spec").and_then(Value::as_str).unwrap_or_default();
        if self.is_archive && spec != "chara_card_v3" {
            return Err(format!("an archive with spec `{spec}`"));
        }
        let kept = |uri: &str| match AssetUri::parse(uri.trim()) {
            AssetUri::Embedded { scheme, .. } => scheme == EmbeddedScheme::Embeded,
            AssetUri::Chunk { .. } | AssetUri::Data { .. } => true,
            _ => false,
        };
        let (mut emotions, mut others, mut inline) = (Vec::new(), Vec::new(), 0);
        for (kind, _, name, asset) in self.assets.iter().filter(|(_, uri, ..)| kept(uri)) {
            match asset.location {
                Location::Missing => return Err(format!("asset `{name}` is missing")),
                Location::Inline => inline += 1,
                _ => {}
            }
            match kind.as_str() {
                "emotion" => emotions.push(name),
                "icon" => {}
                _ => others.push(name),
            }
        }
        let data = self.card.get("data").unwrap_or(&self.card);
        let name = data.get("name").and_then(Value::as_str).unwrap_or("unknown name");
        let greetings = data.get("alternate_greetings").cloned().filter(Value::is_array).unwrap_or_else(|| json!([]));
        Ok(json!({
            "outcome": "accepted",
            "name": name,
            "assets_stored": self.stored + inline,
            "emotions": emotions,
            "other_assets": others,
            "greetings": greetings,
        }))
    }
}

/// Type, URI, name and extension of each asset that a card lists.
fn assets(card: &Value) -> Vec<[String; 4]> {
    let member = |item: &Value, key: &str| item.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    let items = card.pointer("/data/assets").and_then(Value::as_array);
    items.into_iter().flatten().map(|i| ["type", "uri", "name", "ext"].map(|key| member(i, key))).collect()
}

fn refs(texts: &[[String; 4]]) -> Vec<AssetRef<'_>> {
    texts.iter().map(|[kind, uri, name, ext]| AssetRef { kind, uri, name, ext }).collect()
}

fn joined(texts: Vec<[String; 4]>, listed: Vec<ListedAsset>) -> Vec<(String, String, String, ListedAsset)> {
    texts.into_iter().zip(listed).map(|([kind, uri, name, _], asset)| (kind, uri, name, asset)).collect()
}
