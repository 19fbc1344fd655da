//! For whom the answers are: the client that a folder's settings name.

use cards_json::Json;
use cards_kit::{ExpandOptions, Moment, Options};
use cards_lint::settings::Settings as Lint;
use cards_macro::Engine;
use cards_words::Profile;

/// Whose rules hold.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Client {
    /// The rules of lore and prompt.
    pub profile: Profile,
    /// The rules of macros.
    pub engine: Engine,
    /// The user's name; without one a chat's own record of it, else `User`.
    pub user: Option<String>,
    /// What the user says about the one who chats.
    pub persona: String,
    /// The preset of the preview, by its path from the folder of the settings.
    pub preset: Option<String>,
    /// The chat that entries are tried on, likewise.
    pub chat: Option<String>,
    /// The present moment; time macros stay as text without one.
    pub now: Option<Moment>,
}

impl Default for Client {
    fn default() -> Self {
        Self::of(Profile::Spec)
    }
}

impl Client {
    /// Gives a client by its profile.
    #[must_use]
    pub fn of(profile: Profile) -> Self {
        let (user, persona) = (None, String::new());
        Self { profile, engine: profile.into(), user, persona, preset: None, chat: None, now: None }
    }

    /// Gives the client's name with its version.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{} {}", self.profile.title(), self.profile.version())
    }

    /// What texts are expanded with, as `cards expand` has it.
    #[must_use]
    pub fn expansion(&self) -> ExpandOptions {
        let options = ExpandOptions::default().with_engine(self.engine).with_persona(&self.persona).with_now(self.now);
        match &self.user {
            Some(user) => options.with_user(user),
            None => options,
        }
    }

    /// What chats are tried with, as `cards activate` and `cards prompt` have it.
    #[must_use]
    pub fn options(&self) -> Options {
        let options = Options::default().with_profile(self.profile).with_persona(&self.persona).with_now(self.now);
        let options = match &self.user {
            Some(user) => options.with_user(user),
            None => options,
        };
        if Engine::from(self.profile) == self.engine { options } else { options.with_engine(self.engine) }
    }

    fn set(&mut self, name: &str, value: &Json) -> Result<(), String> {
        let text = value.as_str().ok_or_else(|| format!("`{name}` of `[editor]` is no text"))?;
        match name {
            "client" | "version" => {}
            "macros" => self.engine = text.parse().map_err(|error: cards_words::UnknownName| error.to_string())?,
            "user" if text.is_empty() => return Err("`user` of `[editor]` is empty".to_owned()),
            "user" => self.user = Some(text.to_owned()),
            "persona" => text.clone_into(&mut self.persona),
            "preset" => self.preset = Some(text.to_owned()),
            "chat" => self.chat = Some(text.to_owned()),
            _ => {
                return Err(format!(
                    "there is no setting `{name}` of `[editor]`; known are client, version, macros, user, persona, preset and chat"
                ));
            }
        }
        Ok(())
    }
}

/// The settings of a folder: rules, and for whom the answers are.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Settings {
    /// What is said about rules.
    pub lint: Lint,
    /// For whom the answers are.
    pub client: Client,
}

cards_words::setters! {
    Settings:
    with_lint lint: Lint,
    with_client client: Client,
}

impl Settings {
    /// Reads the table that a settings file is, `[lint]` as `cards lint` does.
    ///
    /// ```
    /// use cards_language::Settings;
    /// let settings = Settings::read(&r#"{"editor":{"client":"sillytavern","version":"1.19"}}"#.parse()?)?;
    /// assert_eq!(settings.client.name(), "SillyTavern 1.19");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub fn read(file: &Json) -> Result<Self, String> {
        let lint = Lint::read(file)?;
        let Some(editor) = file.get("editor") else { return Ok(Self { lint, ..Self::default() }) };
        let table = editor.as_object().ok_or("`editor` is no table")?;
        let profile = match table.get("client").map(|name| (name, name.as_str())) {
            None => Profile::Spec,
            Some((_, Some(name))) => name.parse().map_err(|error: cards_words::UnknownName| error.to_string())?,
            Some(_) => return Err("`client` of `[editor]` is no text".to_owned()),
        };
        let mut client = Client::of(profile);
        if let Some(version) = table.get("version") {
            let wanted = version.as_str().unwrap_or_default();
            let of_client = || Profile::ALL.iter().copied().filter(|known| known.newest() == profile.newest());
            // A version that goes on behind one that is known is still that one: 1.19.0.
            let is_it =
                |known: &str| wanted == known || wanted.strip_prefix(known).is_some_and(|rest| rest.starts_with('.'));
            let Some(found) = of_client().find(|known| is_it(known.version())) else {
                let known: Vec<&str> = of_client().map(Profile::version).collect();
                let (client, known) = (profile.newest(), known.join(", "));
                return Err(format!("`version` is `{wanted}`, and of {client} the rules of {known} are known"));
            };
            client = Client::of(found);
        }
        for (name, value) in table.iter() {
            client.set(name, value)?;
        }
        Ok(Self { lint, client })
    }
}
