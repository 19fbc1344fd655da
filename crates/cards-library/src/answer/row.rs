//! A card in numbers, as a listing of many cards has it.

use cards_model::{Card, Content, Lorebook};
use cards_words::Estimate;

use cards_kit::answer::Counts;
use cards_kit::answers;

answers! {
    /// What a card, lorebook or module says about itself, in numbers.
    pub struct Row {
        /// The kind of file: JSON, PNG, APNG, CHARX or Prom ZIP.
        pub container: &'static str,
        /// The form of its content, by the id that `convert --to` takes.
        pub spec: &'static str,
        /// Its name.
        pub name: String,
        /// Who made it.
        pub creator: String,
        /// Its version.
        pub version: String,
        /// Its tags.
        pub tags: Vec<String>,
        /// How many greetings that are not empty it has, of every kind.
        pub greetings: usize,
        /// Its texts, in estimated tokens.
        pub tokens: Tokens,
        /// Its lorebook.
        pub lore: Option<Book>,
        /// How many assets it lists.
        pub assets: usize,
        /// What was tolerated while reading or, where all rules were checked, what they find.
        pub findings: Counts,
        /// Present where all rules were checked.
        #[absent("std::ops::Not::not")]
        pub linted: bool,
        /// What the prose is known by, 128 values of four hex digits, of which near texts have most in common; present where
        /// it was asked for, and empty where there is too little prose.
        #[absent("Option::is_none")]
        pub signature: Option<String>,
        /// What a listing for engines knows beyond that; present where it was asked for.
        #[absent("Option::is_none")]
        pub details: Option<Details>,
        /// The texts themselves; present where they were asked for.
        #[absent("Option::is_none")]
        pub texts: Option<RowTexts>,
        /// SHA-256 of what the card says: the same in any container and form.
        pub content_hash: String,
        /// The same without what clients write for themselves, such as `fav`, `talkativeness`, `world` and the name of a chat.
        pub core_hash: String,
    }

    /// What a listing for engines knows of a card beyond its numbers.
    pub struct Details {
        /// The language of its prose as ISO 639-3 has it (`eng`, `jpn`); null where there is too little to tell.
        pub language: Option<String>,
        /// When it was made, in seconds since 1970, where the card says so.
        pub created: Option<i64>,
        /// When it was last changed, in seconds since 1970, where the card says so.
        pub changed: Option<i64>,
        /// The width of the picture that holds the card, in pixels.
        pub width: Option<u32>,
        /// The height of the picture that holds the card, in pixels.
        pub height: Option<u32>,
        /// The names of its extensions, as they are.
        pub extensions: Vec<String>,
        /// What it needs that one program alone has, each kind once.
        pub needs: Vec<&'static str>,
        /// The rules that were broken, each once.
        pub rules: Vec<RuleCount>,
    }

    /// How often a rule was broken.
    pub struct RuleCount {
        /// The id of the rule.
        pub rule: &'static str,
        /// How much it weighs: error, warning or note.
        pub severity: &'static str,
        /// How often it was broken.
        pub count: usize,
    }

    /// The texts of a card, for searches and embeddings.
    pub struct RowTexts {
        /// The description.
        pub description: String,
        /// The personality.
        pub personality: String,
        /// The scenario.
        pub scenario: String,
        /// The first greeting.
        pub first_mes: String,
        /// The example messages.
        pub mes_example: String,
        /// The system prompt.
        pub system_prompt: String,
        /// The post-history instructions.
        pub post_history_instructions: String,
        /// The notes of who made it, in the language that comes first.
        pub creator_notes: String,
        /// Every greeting behind the first, those for groups too.
        pub greetings: Vec<String>,
        /// The contents of the lorebook's entries, in book order.
        pub lore: Vec<String>,
    }

    /// Why there is no row for a card.
    pub struct Trouble {
        /// A stable word for it.
        pub class: &'static str,
        /// Why, for people.
        pub message: String,
    }

    /// What a row has in the place of a card that cannot be read.
    pub struct UnreadRow {
        /// Null.
        pub container: Option<String>,
        /// Null.
        pub spec: Option<String>,
        /// Null.
        pub name: Option<String>,
        /// Null.
        pub content_hash: Option<String>,
        /// Null.
        pub core_hash: Option<String>,
    }

    /// Texts of a card in estimated tokens.
    pub struct Tokens {
        /// The description.
        pub description: u64,
        /// The personality.
        pub personality: u64,
        /// The scenario.
        pub scenario: u64,
        /// The first greeting.
        pub first_mes: u64,
        /// The example messages.
        pub mes_example: u64,
        /// The system prompt.
        pub system_prompt: u64,
        /// The post-history instructions.
        pub post_history_instructions: u64,
        /// What stays in the prompt for the whole chat: all of the above but greeting and examples.
        pub permanent: u64,
        /// All of the above.
        pub total: u64,
    }

    /// A lorebook in numbers.
    pub struct Book {
        /// How many entries it has.
        pub entries: usize,
        /// How many of them always fire.
        pub constant: usize,
        /// How many of them are switched off.
        pub disabled: usize,
        /// The texts of all of them, in estimated tokens.
        pub tokens: u64,
    }
}

impl RowTexts {
    /// Takes the texts of a card, lorebook or module.
    #[must_use]
    pub fn of(content: &Content) -> Self {
        let mut texts = Self::default();
        if let Content::Card(card) = content {
            let mut greetings = card.greetings().into_iter();
            texts = Self {
                description: card.description().to_owned(),
                personality: card.personality().to_owned(),
                scenario: card.scenario().to_owned(),
                first_mes: greetings.next().map(|greeting| greeting.text.to_owned()).unwrap_or_default(),
                mes_example: card.mes_example().into_owned(),
                system_prompt: card.system_prompt().to_owned(),
                post_history_instructions: card.post_history_instructions().to_owned(),
                creator_notes: card.creator_notes().to_owned(),
                greetings: greetings.map(|greeting| greeting.text.to_owned()).collect(),
                ..Self::default()
            };
        }
        texts.lore = match content {
            Content::Module(module) => module.entries.iter().map(|entry| entry.content.clone()).collect(),
            other => other
                .lorebook()
                .map(|book| book.entries.iter().map(|entry| entry.content.clone()).collect())
                .unwrap_or_default(),
        };
        texts
    }
}

impl From<&Card> for Tokens {
    fn from(card: &Card) -> Self {
        Self {
            description: Estimate::of(card.description()),
            personality: Estimate::of(card.personality()),
            scenario: Estimate::of(card.scenario()),
            first_mes: card.greetings().first().map_or(0, |greeting| Estimate::of(greeting.text)),
            mes_example: Estimate::of(&card.mes_example()),
            system_prompt: Estimate::of(card.system_prompt()),
            post_history_instructions: Estimate::of(card.post_history_instructions()),
            ..Self::default()
        }
        .summed()
    }
}

impl Tokens {
    /// Adds up the fields.
    pub(crate) fn summed(mut self) -> Self {
        self.permanent =
            self.description + self.personality + self.scenario + self.system_prompt + self.post_history_instructions;
        self.total = self.permanent + self.first_mes + self.mes_example;
        self
    }
}

impl From<&Lorebook> for Book {
    fn from(book: &Lorebook) -> Self {
        Self {
            entries: book.entries.len(),
            constant: book.entries.iter().filter(|entry| entry.constant == Some(true)).count(),
            disabled: book.entries.iter().filter(|entry| !entry.enabled).count(),
            tokens: book.entries.iter().map(|entry| Estimate::of(&entry.content)).sum(),
        }
    }
}
