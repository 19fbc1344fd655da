//! Persona files: what users say about themselves, as clients export it.

use cards_model::{Json, Object, Pointer};
use cards_prompt::presets::{self, Loss};
use cards_prompt::sillytavern::PersonaPosition;
use cards_words::{Outcome, Role};

use crate::limits::Limits;
use crate::persona::PersonaPlace;

/// The personas of a file.
///
/// De facto: SillyTavern 1.19.0 (`onBackupPersonas` in `public/scripts/personas.js`: `personas`, `persona_descriptions`,
/// `default_persona`), Marinara Engine of 2026 (the envelope `marinara_persona`, version 1).
///
/// ```
/// use cards_kit::{Personas, json::Json};
/// let file = r#"{"personas":{"a.png":"Sam","b.png":"Rin"},"default_persona":"b.png",
///     "persona_descriptions":{"b.png":{"description":"A traveller.","position":4,"depth":3,"role":1}}}"#;
/// let personas = Personas::of_json(&file.parse::<Json>()?).ok_or("no personas")?;
/// let rin = personas.of(None).ok_or("no default")?;
/// assert_eq!((rin.name.as_str(), rin.description.as_str(), rin.place.depth), ("Rin", "A traveller.", 3.0));
/// assert_eq!(personas.of(Some("Sam")).map(|sam| sam.description.as_str()), Some(""));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Personas {
    /// Each of them, in the order of the file.
    pub all: Vec<KeptPersona>,
    /// The number of the one that new chats begin with.
    pub usual: Option<usize>,
    /// Whether the file is Marinara's.
    pub(super) marinara: bool,
}

/// A persona that a client kept.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct KeptPersona {
    /// The user's name.
    pub name: String,
    /// What the user says about the one who chats.
    pub description: String,
    /// Where the description goes.
    pub place: PersonaPlace,
    /// The lorebook that comes along with the persona, by its name.
    pub lorebook: Option<String>,
}

impl Personas {
    /// Reads a file: one of personas, or the settings of a SillyTavern user, which hold them too; nothing where it is neither.
    #[must_use]
    pub fn read(bytes: &[u8], limits: &Limits) -> Option<Self> {
        let json = Json::read(super::text_of(bytes)?, &limits.files.for_json()).ok()?;
        Self::of_json(&json).or_else(|| Self::of_json(json.get("power_user")?))
    }

    /// Reads a file's value; nothing where it holds no persona.
    #[must_use]
    pub fn of_json(json: &Json) -> Option<Self> {
        if json.get("type").and_then(Json::as_str) == Some("marinara_persona") {
            let data = json.get("data")?;
            let text = |name: &str| data.get(name).and_then(Json::as_str).unwrap_or_default().to_owned();
            let one = KeptPersona { name: text("name"), description: text("description"), ..KeptPersona::default() };
            return Some(Self { all: vec![one], usual: Some(0), marinara: true });
        }
        let names = json.get("personas")?.as_object()?;
        let described = json.get("persona_descriptions")?.as_object()?;
        let usual = json.get("default_persona").and_then(Json::as_str);
        let mut personas = Self::default();
        for (picture, name) in names.iter() {
            let Some(name) = name.as_str() else { continue };
            if usual == Some(picture) {
                personas.usual = Some(personas.all.len());
            }
            personas
                .all
                .push(KeptPersona { name: name.to_owned(), ..KeptPersona::of_sillytavern(described.get(picture)) });
        }
        Some(personas)
    }

    /// The persona of this name, the first of several; without a name the usual one, or the only one.
    #[must_use]
    pub fn of(&self, name: Option<&str>) -> Option<&KeptPersona> {
        match (name, self.usual) {
            (Some(name), _) => self.all.iter().find(|persona| persona.name == name),
            (None, Some(usual)) => self.all.get(usual),
            (None, None) => self.all.first().filter(|_| self.all.len() == 1),
        }
    }
}

/// Writes a persona of Marinara as a backup of SillyTavern's personas that holds it alone, with what has no place there.
///
/// De facto: `Pasta-Devs/Marinara-Engine` of 2026 (`packages/shared/src/types/persona.ts` at c613c309; what is sent of a persona is in
/// `packages/server/src/services/prompt/marker-expander.ts` at 06501a1d), SillyTavern 1.19.0 (`onPersonasRestoreInput`).
pub(super) fn from_marinara(file: &Json) -> Outcome<Json, Loss> {
    /// Texts that are sent behind the description.
    const SENT: [(&str, &str); 4] = [
        ("personality", "Personality"),
        ("backstory", "Backstory"),
        ("appearance", "Appearance"),
        ("scenario", "Scenario"),
    ];
    /// What only the program's own library shows.
    const OF_THE_LIBRARY: [&str; 4] = ["id", "isActive", "createdAt", "updatedAt"];
    let (root, at) = (Pointer::ROOT, Pointer::from(["data"]));
    let data = file.at(&at).unwrap_or(&Json::Null);
    let text = |name: &str| data.get(name).and_then(Json::as_str).unwrap_or_default();
    let own = Some(text("description").to_owned()).filter(|text| !text.is_empty());
    let more = SENT.iter().filter(|(name, _)| !text(name).is_empty());
    let description: Vec<String> =
        own.into_iter().chain(more.map(|(name, label)| format!("{label}: {}", text(name)))).collect();
    let plain: String = text("name").chars().filter(char::is_ascii_alphanumeric).collect();
    let picture = format!("user-{}.png", if plain.is_empty() { "persona" } else { &plain });
    let described = [
        ("description", description.join("\n\n").into()),
        ("position", 0_u32.into()),
        ("depth", PersonaPlace::default().depth.into()),
        ("role", 0_u32.into()),
        ("lorebook", "".into()),
        // Beside the name in the list of personas, as it is in Marinara.
        ("title", text("comment").into()),
    ];
    let object = |members: Vec<(&str, Json)>| {
        Json::Object(members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    };
    let value = object(vec![
        ("personas", object(vec![(&picture, text("name").into())])),
        ("persona_descriptions", object(vec![(&picture, object(described.into()))])),
        // Whoever restores it keeps the default that there is.
        ("default_persona", Json::Null),
    ]);
    let is_read = |name: &str, value: &Json| {
        let is_sent =
            ["name", "description", "comment"].contains(&name) || SENT.iter().any(|(known, _)| *known == name);
        OF_THE_LIBRARY.contains(&name) || is_sent && value.as_str().is_some()
    };
    let of_persona = data.as_object().into_iter().flat_map(Object::iter);
    let of_persona = of_persona.filter(|(name, value)| !is_read(name, value)).map(|one| (&at, one));
    let of_file = file.as_object().into_iter().flat_map(Object::iter);
    let of_file = of_file.filter(|(name, _)| !["type", "version", "exportedAt", "data"].contains(name));
    let lost = of_persona.chain(of_file.map(|one| (&root, one)));
    let lost = lost.filter(|(_, (_, value))| !presets::marinara_unset(value));
    let loss =
        lost.map(|(at, (name, _))| Loss::new(at.member(name).as_str(), "SillyTavern has no place for it in a persona"));
    let loss = loss.collect();
    Outcome::new(value, loss)
}

impl From<String> for KeptPersona {
    fn from(description: String) -> Self {
        Self { description, ..Self::default() }
    }
}

impl KeptPersona {
    fn of_sillytavern(described: Option<&Json>) -> Self {
        let text = |name: &str| described?.get(name)?.as_str().map(str::to_owned);
        let number = |name: &str| described?.get(name)?.as_f64();
        let usual = PersonaPlace::default();
        #[expect(clippy::cast_possible_truncation, reason = "a number that is none of the client's is nowhere")]
        let position = number("position").map(|number| PersonaPosition::from_number(number as i64));
        let role = number("role").and_then(|number| match number {
            0.0 => Some(Role::System),
            1.0 => Some(Role::User),
            2.0 => Some(Role::Assistant),
            _ => None,
        });
        let place = usual
            .with_position(position.unwrap_or(usual.position))
            .with_depth(number("depth").unwrap_or(usual.depth))
            .with_role(role.unwrap_or(usual.role));
        let lorebook = text("lorebook").filter(|name| !name.is_empty());
        Self { name: String::new(), description: text("description").unwrap_or_default(), place, lorebook }
    }
}
