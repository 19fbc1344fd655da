//! Files as the specs and RisuAI read them.

use crate::client::risuai;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use cards_container::charx::Role;
use cards_container::png::{ChunkPolicy, Payload};
use cards_container::risum::{self, Risum};
use cards_container::{
    AssetRef, CardEntryRule, Container, Limits, ListedAsset, Location, OpenOptions, Unreadable, open,
};
use cards_model::{AssetUri, EmbeddedScheme, Style};
use serde_json::{Value, json};

use crate::answer::form::{bytes, refusal};

/// A file with a card, as the specs have it.
pub(super) fn read_as_spec(input: &Value) -> Option<Value> {
    let file = bytes(&input["file"])?;
    let options = OpenOptions::default().with_entry(CardEntryRule::Root);
    let found = open(&file[..], &options).map_err(|error| error.to_string()).and_then(|mut file| {
        if matches!(file.container, Container::Png(_) | Container::Charx(_)) {
            return inventory(file.container).map(|inventory| inventory.card);
        }
        let loaded = file.load().map_err(|error| error.to_string())?;
        loaded.document.card().ok_or("the file holds no card")?;
        serde_json::from_str(&loaded.document.to_text(Style::Compact)).map_err(|error| error.to_string())
    });
    Some(found.map_or_else(refusal, |card| json!({ "outcome": "accepted", "card": card })))
}

/// A file as RisuAI's importer takes it, which goes by its name.
pub(super) fn import(input: &Value) -> Option<Value> {
    let file = bytes(&input["file"])?;
    if input["name"].as_str().is_some_and(|name| name.ends_with(".json")) {
        let taken = risuai::import_json(&String::from_utf8_lossy(&file), &cards_model::Limits::default());
        let greetings = |taken: risuai::Imported| {
            let [name, greetings] = [taken.name, taken.greetings]
                .map(|value| serde_json::from_str::<Value>(&value.to_string()).unwrap_or_default());
            json!({ "outcome": "accepted", "name": name, "greetings": greetings })
        };
        return Some(taken.map_or_else(refusal, greetings));
    }
    let options = OpenOptions::default().with_chunks(ChunkPolicy::risu()).with_entry(CardEntryRule::RootLast);
    let opened = open(&file[..], &options).map_err(|error| error.to_string());
    Some(opened.and_then(|file| inventory(file.container)).and_then(Inventory::into_risu).unwrap_or_else(refusal))
}

/// A module file read, or bytes through the permutation that its parts are written in.
pub(super) fn module(input: &Value) -> Option<Value> {
    if let Some(bytes) = bytes(&input["bytes"]) {
        let turned = match input["op"].as_str()? {
            "unpack" => risum::unpack(&bytes),
            "pack" => risum::pack(&bytes),
            _ => return None,
        };
        return Some(json!({ "bytes": STANDARD.encode(turned) }));
    }
    let module = read_module(bytes(&input["file"])?).and_then(|mut file| match file["module"].take() {
        Value::Object(module) => Ok(module),
        _ => Err("the file has no module".to_owned()),
    });
    Some(match module {
        Ok(mut module) => {
            let id = module.remove("id");
            json!({ "module": module, "id": id })
        }
        Err(error) => refusal(error),
    })
}

fn read_module(blob: Vec<u8>) -> Result<Value, String> {
    let module = Risum::read(blob, &Limits::default()).map_err(|e| e.to_string())?;
    let json: Value = serde_json::from_slice(&module.json).map_err(|e| e.to_string())?;
    if json.get("type").and_then(Value::as_str) != Some("risuModule") {
        return Err("its type is not `risuModule`".to_owned());
    }
    Ok(json)
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

fn inventory(container: Container<'_>) -> Result<Inventory, String> {
    let text = |e: cards_container::Error| e.to_string();
    let object = |payload: &Payload| match serde_json::from_slice::<Value>(&payload.bytes) {
        Ok(Value::Object(_)) => Ok(()),
        Ok(_) => Err(Unreadable::new("not-a-card", "it is no object")),
        Err(e) => Err(Unreadable::new("bad-json", e)),
    };
    match container {
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
