//! Books out of the documents that `cards-model` reads.

use cards_model::{Content, Json, Lorebook, Module, Object, Position, WorldInfo, lorebook, module, worldinfo};

use crate::book::{
    Book, BookKind, CharacterFilter, Entry, Field, FieldSet, Group, Logic, RecursionRules, Timing,
};
use crate::placement::{Placement, Role};
use crate::settings::Profile;

impl Book {
    /// Makes a book of whatever lorebook, world info or module a file holds; of a card, its embedded lorebook.
    ///
    /// `None` for a card without one. The kind is [`BookKind::Character`] but for modules and world-info files, which
    /// belong to no character; change it where the book is used otherwise.
    #[must_use]
    pub fn from_content(content: &Content, profile: Profile) -> Option<Self> {
        Some(match content {
            Content::Card(card) => Self::from_lorebook(&*card.lorebook()?, profile),
            Content::Module(module) => Self::from_module(module),
            Content::LorebookV3(file) => Self::from_lorebook(&file.data, profile),
            Content::Lorebook(book) => Self::from_lorebook(book, profile),
            Content::PromBook(book) => Self::from_lorebook(&Lorebook::from(book), profile),
            Content::WorldInfo(book) => Self::from_world_info(book),
            _ => return None,
        })
    }

    /// Makes a book of a V2 or CCv3 lorebook, as the profile reads it.
    ///
    /// SillyTavern's fields in `extensions` count for SillyTavern and Risu. SillyTavern imports a book rather than
    /// using it, and some fields do not survive that: `name`, `priority`, `case_sensitive`, `use_regex` and the
    /// settings of the book (de facto: SillyTavern 1.19).
    #[must_use]
    pub fn from_lorebook(document: &Lorebook, profile: Profile) -> Self {
        let imported = profile == Profile::SillyTavern;
        let number = |number: &Option<cards_model::Number>| number.as_ref().map(cards_model::Number::as_f64);
        Self {
            name: document.name.clone().unwrap_or_default(),
            kind: BookKind::Character,
            scan_depth: number(&document.scan_depth).filter(|_| !imported),
            token_budget: number(&document.token_budget).filter(|_| !imported),
            recursive_scanning: document.recursive_scanning.filter(|_| !imported),
            // De facto: RisuAI keeps its own switch there.
            whole_words: document
                .extensions
                .get("risu_fullWordMatching")
                .and_then(Json::as_bool)
                .filter(|_| profile == Profile::Risu),
            entries: document.entries.iter().map(|entry| from_entry(entry, profile)).collect(),
        }
    }

    /// Makes a book of a world-info file.
    #[must_use]
    pub fn from_world_info(document: &WorldInfo) -> Self {
        let entries = document.entries.0.iter();
        Self {
            name: document.name.clone().unwrap_or_default(),
            kind: BookKind::Global,
            entries: entries.map(|(key, entry)| from_world_entry(key, entry)).collect(),
            ..Self::default()
        }
    }

    /// Makes a book of a module: constant entries in the module's order.
    #[must_use]
    pub fn from_module(document: &Module) -> Self {
        let name = if document.module_id.is_empty() { &document.name } else { &document.module_id };
        Self {
            name: name.clone(),
            kind: BookKind::Module,
            entries: document.entries.iter().enumerate().map(|(place, entry)| from_module_entry(place, entry)).collect(),
            ..Self::default()
        }
    }
}

fn from_module_entry(place: usize, document: &module::Entry) -> Entry {
    Entry {
        id: document.entry_id.clone(),
        name: document.keys.first().cloned().unwrap_or_default(),
        keys: document.keys.clone(),
        content: document.content.clone(),
        constant: true,
        order: place as f64,
        ..Entry::default()
    }
}

fn from_entry(document: &lorebook::Entry, profile: Profile) -> Entry {
    let entry = Entry {
        id: document.id.as_ref().map(ToString::to_string).unwrap_or_default(),
        name: document.title().to_owned(),
        keys: document.keys.clone(),
        secondary_keys: document.secondary_keys.clone().unwrap_or_default(),
        selective: document.selective.unwrap_or_default(),
        content: document.content.clone(),
        enabled: document.enabled,
        constant: document.constant.unwrap_or_default(),
        order: document.insertion_order.as_f64(),
        priority: document.priority.as_ref().map(cards_model::Number::as_f64),
        use_regex: document.use_regex.unwrap_or_default(),
        case_sensitive: document.case_sensitive,
        placement: match &document.position {
            Some(Position::BeforeChar) => Placement::BeforeChar,
            Some(Position::AfterChar) => Placement::AfterChar,
            Some(Position::BeforeAuthorsNote) => Placement::AuthorNoteTop,
            Some(Position::AfterAuthorsNote) => Placement::AuthorNoteBottom,
            _ => Placement::Default,
        },
        ..Entry::default()
    };
    match profile {
        Profile::Spec | Profile::Module => entry,
        Profile::Risu => with_risu_extensions(entry, &document.extensions),
        Profile::SillyTavern => with_extensions(entry, &document.extensions),
    }
}

/// De facto: the fields that RisuAI's import takes from SillyTavern's extensions.
fn with_risu_extensions(mut entry: Entry, extensions: &Object) -> Entry {
    let read = Reader(extensions);
    entry.logic = read.number("selectiveLogic").map(|logic| Logic::from_number(logic as i64));
    if read.flag("useProbability") == Some(true) {
        entry.probability = read.number("probability");
    }
    entry.whole_words = read.flag("match_whole_words");
    entry.timing.delay = read.count("delay");
    if read.number("position") == Some(4.0) {
        entry.placement = Placement::Depth { depth: read.number("depth").unwrap_or(4.0) };
        entry.role = role(read.number("role"));
    }
    entry
}

/// De facto: SillyTavern's import of an embedded book.
fn with_extensions(entry: Entry, extensions: &Object) -> Entry {
    let read = Reader(extensions);
    let own_place = if entry.placement == Placement::BeforeChar { 0.0 } else { 1.0 };
    let place = read.number("position").unwrap_or(own_place);
    let fields = [
        ("match_persona_description", Field::Persona),
        ("match_character_description", Field::Description),
        ("match_character_personality", Field::Personality),
        ("match_character_depth_prompt", Field::DepthPrompt),
        ("match_scenario", Field::Scenario),
        ("match_creator_notes", Field::CreatorNotes),
    ];
    let wanted = fields.into_iter().filter(|(name, _)| read.flag(name) == Some(true));
    let chance = read.number("probability").unwrap_or(100.0);
    Entry {
        logic: Some(read.number("selectiveLogic").map_or(Logic::AndAny, |logic| Logic::from_number(logic as i64))),
        priority: None,
        use_regex: false,
        case_sensitive: read.flag("case_sensitive"),
        whole_words: read.flag("match_whole_words"),
        scan_depth: read.number("scan_depth"),
        placement: placement(place, read.number("depth").unwrap_or(4.0), read.text("outlet_name")),
        role: role(read.number("role")),
        probability: read.flag("useProbability").unwrap_or(true).then_some(chance),
        recursion: RecursionRules {
            exclude: read.flag("exclude_recursion").unwrap_or_default(),
            prevent: read.flag("prevent_recursion").unwrap_or_default(),
            delay_level: level(extensions.get("delay_until_recursion")),
        },
        timing: Timing {
            sticky: read.count("sticky"),
            cooldown: read.count("cooldown"),
            delay: read.count("delay"),
        },
        group: Group {
            names: read.text("group").to_owned(),
            prioritize: read.flag("group_override").unwrap_or_default(),
            weight: Some(read.number("group_weight").unwrap_or(100.0)),
            scoring: read.flag("use_group_scoring"),
        },
        ignore_budget: read.flag("ignore_budget").unwrap_or_default(),
        triggers: read.texts("triggers"),
        fields: wanted.fold(FieldSet::default(), |set, (_, field)| set.with(field)),
        ..entry
    }
}

fn from_world_entry(key: &str, document: &worldinfo::Entry) -> Entry {
    let number = |number: &Option<cards_model::Number>| number.as_ref().map(cards_model::Number::as_f64);
    let count = |value: &Option<cards_model::Number>| number(value).unwrap_or_default().max(0.0) as u32;
    let flag = |flag: Option<bool>| flag.unwrap_or_default();
    let fields = [
        (document.match_persona_description, Field::Persona),
        (document.match_character_description, Field::Description),
        (document.match_character_personality, Field::Personality),
        (document.match_character_depth_prompt, Field::DepthPrompt),
        (document.match_scenario, Field::Scenario),
        (document.match_creator_notes, Field::CreatorNotes),
    ];
    let wanted = fields.into_iter().filter(|(wanted, _)| flag(*wanted));
    let logic = number(&document.selective_logic).map_or(Logic::AndAny, |logic| Logic::from_number(logic as i64));
    let slashed = |key: &String| key.trim().len() > 2 && key.trim().starts_with('/') && key.trim().rfind('/') > Some(1);
    Entry {
        id: document.uid.as_ref().map_or_else(|| key.to_owned(), ToString::to_string),
        name: document.comment.clone().unwrap_or_default(),
        keys: document.key.clone(),
        secondary_keys: document.keysecondary.clone().unwrap_or_default(),
        selective: document.selective.unwrap_or(true),
        logic: Some(logic),
        content: document.content.clone(),
        enabled: !flag(document.disable),
        constant: flag(document.constant),
        order: number(&document.order).unwrap_or(100.0),
        priority: None,
        // SillyTavern tells patterns by their slashes; other profiles take them for such when all keys have them.
        use_regex: !document.key.is_empty() && document.key.iter().all(slashed),
        case_sensitive: document.case_sensitive,
        whole_words: document.match_whole_words,
        scan_depth: number(&document.scan_depth),
        placement: placement(
            number(&document.position).unwrap_or_default(),
            number(&document.depth).unwrap_or(4.0),
            document.outlet_name.as_deref().unwrap_or_default(),
        ),
        role: role(number(&document.role)),
        probability: document.use_probability.unwrap_or(true).then(|| number(&document.probability).unwrap_or(100.0)),
        recursion: RecursionRules {
            exclude: flag(document.exclude_recursion),
            prevent: flag(document.prevent_recursion),
            delay_level: level(document.delay_until_recursion.as_ref()),
        },
        timing: Timing {
            sticky: count(&document.sticky),
            cooldown: count(&document.cooldown),
            delay: count(&document.delay),
        },
        group: Group {
            names: document.group.clone().unwrap_or_default(),
            prioritize: flag(document.group_override),
            weight: Some(number(&document.group_weight).unwrap_or(100.0)),
            scoring: document.use_group_scoring,
        },
        ignore_budget: flag(document.ignore_budget),
        filter: document.character_filter.as_ref().map(filter).unwrap_or_default(),
        triggers: document.triggers.clone().unwrap_or_default(),
        fields: wanted.fold(FieldSet::default(), |set, (_, field)| set.with(field)),
    }
}

fn filter(document: &worldinfo::CharacterFilter) -> CharacterFilter {
    CharacterFilter {
        names: document.names.clone(),
        tags: document.tags.clone(),
        exclude: document.is_exclude,
    }
}

/// SillyTavern's numbers for places.
fn placement(number: f64, depth: f64, outlet: &str) -> Placement {
    match number as i64 {
        0 => Placement::BeforeChar,
        1 => Placement::AfterChar,
        2 => Placement::AuthorNoteTop,
        3 => Placement::AuthorNoteBottom,
        4 => Placement::Depth { depth },
        5 => Placement::ExamplesTop,
        6 => Placement::ExamplesBottom,
        7 if !outlet.is_empty() => Placement::Outlet(outlet.to_owned()),
        other => Placement::Nowhere(other),
    }
}

/// SillyTavern's numbers for roles.
fn role(number: Option<f64>) -> Role {
    match number.map(|number| number as i64) {
        Some(1) => Role::User,
        Some(2) => Role::Assistant,
        _ => Role::System,
    }
}

/// A delay level; `true` stands for the first.
fn level(json: Option<&Json>) -> u32 {
    match json {
        Some(json) => match json.as_bool() {
            Some(delayed) => u32::from(delayed),
            None => json.as_f64().unwrap_or_default().max(0.0) as u32,
        },
        None => 0,
    }
}

/// Reads members of an extension object; `null` counts as absent.
struct Reader<'o>(&'o Object);

impl<'o> Reader<'o> {
    fn flag(&self, name: &str) -> Option<bool> {
        self.0.get(name)?.as_bool()
    }

    fn number(&self, name: &str) -> Option<f64> {
        self.0.get(name)?.as_f64()
    }

    fn count(&self, name: &str) -> u32 {
        self.number(name).unwrap_or_default().max(0.0) as u32
    }

    fn text(&self, name: &str) -> &'o str {
        self.0.get(name).and_then(Json::as_str).unwrap_or_default()
    }

    fn texts(&self, name: &str) -> Vec<String> {
        let items = self.0.get(name).and_then(Json::as_array).unwrap_or_default();
        items.iter().filter_map(Json::as_str).map(str::to_owned).collect()
    }
}
