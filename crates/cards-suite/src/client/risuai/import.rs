//! A card in a JSON file as RisuAI imports it.

use cards_model::json::Json;
use cards_model::json::javascript as js;
use cards_model::{AssetUri, EmbeddedScheme};
use cards_model::{Error, Limits};

/// What RisuAI makes of a card, as far as it depends on the file.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Imported {
    /// The character's name; of any type, since none is checked.
    pub name: Json,
    /// The greetings beside the first one, of any type as well.
    pub greetings: Json,
}

/// Imports a `.json` file as RisuAI does.
///
/// A card with `spec` of V2 or CCv3 is taken whatever its `spec_version` is and whatever its members hold, absent and `null`
/// ones as empty; anything else has to have a name, a description and a greeting that are not empty, by the names of V1
/// or of the older `char_name` layout.
///
/// De facto: RisuAI 460ecae, character import.
///
/// # Errors
/// [`Error::Json`], for a byte order mark too; [`Error::Field`] where RisuAI refuses or its import breaks: a card of
/// another form, `extensions` that are absent, a lorebook without entries, an entry without keys, an asset without a URI or
/// in a container that is not there.
pub fn import_json(text: &str, limits: &Limits) -> Result<Imported, Error> {
    let card = Json::read(text, limits)?;
    let spec = card.get("spec").and_then(Json::as_str);
    if matches!(spec, Some("chara_card_v2" | "chara_card_v3")) {
        return of_spec(card.get("data").unwrap_or(&Json::Null));
    }
    let either = |names: [&str; 2]| {
        let found = names.iter().filter_map(|name| card.get(name)).find(|value| js::truthy(value));
        found.ok_or_else(|| refused(names.last().copied().unwrap_or_default(), "is needed, and it is empty"))
    };
    either(["char_persona", "description"])?;
    either(["char_greeting", "first_mes"])?;
    Ok(Imported { name: either(["char_name", "name"])?.clone(), greetings: Json::Array(Vec::new()) })
}

fn of_spec(data: &Json) -> Result<Imported, Error> {
    if data.get("extensions").is_none_or(Json::is_null) {
        return Err(refused("data/extensions", "is needed"));
    }
    if let Some(book) = data.get("character_book").filter(|book| js::truthy(book)) {
        let entries = book.get("entries").and_then(Json::as_array);
        let entries = entries.ok_or_else(|| refused("data/character_book/entries", "is needed"))?;
        if entries.iter().any(|entry| entry.get("keys").and_then(Json::as_array).is_none()) {
            return Err(refused("data/character_book/entries", "has an entry without keys"));
        }
    }
    for asset in data.get("assets").and_then(Json::as_array).unwrap_or_default() {
        let uri = asset.get("uri").and_then(Json::as_str);
        let uri = uri.ok_or_else(|| refused("data/assets", "has an asset without a URI"))?;
        let inside = match AssetUri::parse(uri) {
            AssetUri::Embedded { scheme, .. } => scheme == EmbeddedScheme::Embeded,
            AssetUri::Chunk { .. } => true,
            _ => false,
        };
        if inside {
            return Err(refused("data/assets", "has an asset in a container, and a JSON file is none"));
        }
    }
    Ok(Imported {
        name: js::or_default(data.get("name"), ""),
        greetings: js::or_default(data.get("alternate_greetings"), Json::Array(Vec::new())),
    })
}

fn refused(path: &str, problem: &str) -> Error {
    Error::Field { pointer: path.split('/').collect(), problem: problem.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(text: &str) -> Result<Json, String> {
        import_json(text, &Limits::default()).map(|taken| taken.name).map_err(|error| error.to_string())
    }

    #[test]
    fn what_breaks_the_import_is_said() {
        let card = |data: &str| format!(r#"{{"spec":"chara_card_v3","data":{{{data}}}}}"#);
        let problem = |data: &str| taken(&card(data)).unwrap_err();
        assert!(problem(r#""name":"a""#).contains("/data/extensions"));
        assert!(problem(r#""extensions":{},"character_book":{}"#).contains("/data/character_book/entries"));
        assert!(problem(r#""extensions":{},"character_book":{"entries":[{}]}"#).contains("without keys"));
        assert!(problem(r#""extensions":{},"assets":[{}]"#).contains("without a URI"));
        assert!(problem(r#""extensions":{},"assets":[{"uri":"embeded://a.png"}]"#).contains("in a container"));
        assert!(problem(r#""extensions":{},"assets":[{"uri":"__asset:1"}]"#).contains("in a container"));
        assert_eq!(taken(&card(r#""extensions":{},"assets":[{"uri":"embedded://a.png"}],"name":7"#)), Ok(7.into()));
    }

    #[test]
    fn a_card_without_a_spec_needs_three_texts() {
        assert_eq!(taken(r#"{"name":"a","description":"d","first_mes":"f"}"#), Ok("a".into()));
        assert_eq!(taken(r#"{"char_name":"a","char_persona":"d","char_greeting":"f"}"#), Ok("a".into()));
        assert!(taken(r#"{"name":"a","description":"d","first_mes":""}"#).unwrap_err().contains("/first_mes"));
        assert!(taken(r#"{"spec":"lorebook_v3","data":{"entries":[]}}"#).is_err());
        assert!(taken("null").is_err());
    }
}
