//! Books of the engine from the documents of `cards-model`.

use cards_model::book::{BookView, EntryView};
use cards_model::concept::Kept;
use cards_model::document::{from_json, to_json};
use cards_model::json::javascript;
use cards_model::sillytavern::{import_character_book_entry, keyed_entries};
use cards_model::{Card, Content, Document, Error, Json, Limits, Lorebook, Module, Object, Position, WorldInfo};
use cards_words::{Profile, Role};

use crate::book::{Book, BookKind, CharacterFilter, Entry, Field, FieldSet, Group, Logic, RecursionRules, Timing};
use crate::import;
use crate::mended;
use crate::placement::Placement;
use crate::profile;
use crate::rules::Reading;

impl Book {
    /// Reads the JSON of a lorebook of any form, of a module, or of a card with a lorebook; `None` for a card without one. The
    /// kind is that of a book which is no card's and no module.
    ///
    /// # Errors
    /// Those of [`Document::read`].
    ///
    /// # Examples
    /// ```
    /// use cards_lore::{Book, BookKind, Profile};
    /// let file = r#"{"name":"Town","entries":{"0":{"uid":0,"key":["bell"],"content":"It rings."}}}"#;
    /// let book = Book::read(file, BookKind::Global, Profile::SillyTavern, &cards_model::Limits::default())?;
    /// assert_eq!(book.map(|book| (book.name, book.entries.len())), Some(("Town".to_owned(), 1)));
    /// # Ok::<(), cards_model::Error>(())
    /// ```
    pub fn read(
        bytes: impl AsRef<[u8]>,
        kind: BookKind,
        profile: Profile,
        limits: &Limits,
    ) -> Result<Option<Self>, Error> {
        Ok(Self::from_document(&Document::read(bytes, limits)?, kind, profile))
    }

    /// Takes over the book of a file, as [`Book::from_content`] does; for the client whose own export the file is, with all that this
    /// client reads there.
    #[must_use]
    pub fn from_document(document: &Document, kind: BookKind, profile: Profile) -> Option<Self> {
        let own = Self::exported(document, kind).filter(|(client, _)| *client == profile);
        own.map(|(_, book)| book).or_else(|| Self::from_content(&document.content, kind, profile))
    }

    /// The lorebook of a client's own export, as that client reads it, where that is more than the content says; nothing once the content
    /// was changed.
    #[must_use]
    pub fn exported(document: &Document, kind: BookKind) -> Option<(Profile, Self)> {
        let origin = document.origin()?;
        let client = profile::exporter(origin.form)?;
        let as_read = Document::read(origin.original.to_string(), &Limits::default()).ok()?;
        if as_read.content != document.content {
            return None;
        }
        let mut book = import::own(&origin.original, kind)?;
        // What switches an entry off from outside of it, as a folder does, is known where the file is read.
        for (own, read) in book.entries.iter_mut().zip(&document.content.lorebook()?.entries) {
            own.enabled = read.enabled;
        }
        Some((client, book))
    }

    /// Takes over the book of whatever has one, as a profile reads it: a lorebook of any form, a module, a card; `None` for a
    /// card without one. The kind is that of a book which is no card's and no module.
    #[must_use]
    pub fn from_content(content: &Content, kind: BookKind, profile: Profile) -> Option<Self> {
        match content {
            Content::Card(card) => Self::from_card(card, profile),
            Content::Module(module) => Some(Self::from_module(module)),
            Content::WorldInfo(world) => Some(Self::from_world_info(world, kind, profile)),
            other => Some(Self::from_lorebook(&*other.lorebook()?, kind, profile)),
        }
    }

    /// Takes over the lorebook of a card as a profile reads it; `None` where there is none.
    ///
    /// ```
    /// use cards_lore::{Book, Profile};
    /// use cards_model::{Card, Lorebook, v2};
    /// let mut card = Card::from(v2::Card::default());
    /// assert!(Book::from_card(&card, Profile::Spec).is_none());
    /// card.set_lorebook(Some(Lorebook { name: Some("Town".into()), ..Lorebook::default() }))?;
    /// assert_eq!(Book::from_card(&card, Profile::Spec).map(|book| book.name).as_deref(), Some("Town"));
    /// # Ok::<(), cards_model::Error>(())
    /// ```
    #[must_use]
    pub fn from_card(card: &Card, profile: Profile) -> Option<Self> {
        Some(Self::from_lorebook(&*card.lorebook()?, BookKind::Character, profile))
    }

    /// Takes over a lorebook of V2, CCv3 or Prom as a profile reads it.
    ///
    /// `Spec` reads the fields that the specs name. `Risu` reads some of SillyTavern's extension keys as
    /// well, as RisuAI's import does. `SillyTavern` scans no embedded book: it imports one into world info first, and
    /// so does this.
    #[must_use]
    pub fn from_lorebook(book: &Lorebook, kind: BookKind, profile: Profile) -> Self {
        let rules = profile::of_turn(profile);
        let (reading, mends) = (rules.reading, rules.mends());
        match reading {
            Reading::WorldInfo => return Self::imported(book, kind, mends),
            Reading::Story => return Self::of_story(&BookView::from(book), kind),
            Reading::Import => return import::book(&to_json(book), kind),
            _ => {}
        }
        let extensions = reading == Reading::Extensions;
        let flag = |name: &str| book.extensions.get(name).and_then(Json::as_bool);
        Self {
            recursive_scanning: book.recursive_scanning,
            whole_words: flag("risu_fullWordMatching").filter(|_| extensions),
            ..Self::of(&BookView::from(book), kind, |entry| card_entry(entry, reading))
        }
    }

    /// Takes over world info: as it is for `SillyTavern`, and as the lorebook that [`WorldInfo::to_lorebook`] makes of it
    /// for other profiles.
    #[must_use]
    pub fn from_world_info(world: &WorldInfo, kind: BookKind, profile: Profile) -> Self {
        let rules = profile::of_turn(profile);
        let mends = rules.mends();
        match rules.reading {
            Reading::WorldInfo => {
                return Self::of(&BookView::from(world), kind, |entry| world_info_entry(entry, mends));
            }
            Reading::Story => return Self::of_story(&BookView::from(world), kind),
            Reading::Import => return import::book(&to_json(world), kind),
            _ => {}
        }
        let (head, entries) = world.lorebook_by_entries();
        let alone = |entry| Lorebook { entries: vec![entry], ..Lorebook::default() };
        let read = |entry| Self::from_lorebook(&alone(entry), kind, profile).entries;
        Self { entries: entries.flat_map(read).collect(), ..Self::from_lorebook(&head, kind, profile) }
    }

    /// Takes over a module, whose entries are always enabled and go in by their order.
    #[must_use]
    pub fn from_module(module: &Module) -> Self {
        let named = |entry: &EntryView<'_>| Entry {
            name: entry.keys().first().cloned().unwrap_or_default(),
            ..plain_entry(entry)
        };
        Self::of(&BookView::from(module), BookKind::Module, named)
    }

    /// The book that a view shows, with each entry as `read` reads it.
    fn of(view: &BookView<'_>, kind: BookKind, read: impl Fn(&EntryView<'_>) -> Entry) -> Self {
        Self {
            id: view.id().to_owned(),
            name: view.name().to_owned(),
            kind,
            scan_depth: view.scan_depth().map(|number| number.as_f64()),
            token_budget: view.token_budget().map(|number| number.as_f64()),
            entries: view.entries.iter().map(read).collect(),
            ..Self::default()
        }
    }

    /// De facto: what KoboldAI Lite takes over of a book; it has no settings there, and asks no entry whether it is on.
    fn of_story(view: &BookView<'_>, kind: BookKind) -> Self {
        let read = |entry: &EntryView<'_>| Entry {
            name: entry.title().to_owned(),
            comment: entry.comment().to_owned(),
            enabled: true,
            priority: None,
            use_regex: false,
            case_sensitive: None,
            ..plain_entry(entry)
        };
        Self { scan_depth: None, token_budget: None, ..Self::of(view, kind, read) }
    }

    /// The world info that SillyTavern makes of an embedded book, entry by entry and without what it writes for members that
    /// are absent: all of it is several times the book.
    fn imported(book: &Lorebook, kind: BookKind, mends: bool) -> Self {
        let name = book.name.clone().unwrap_or_default();
        let Json::Object(mut written) = to_json(book) else { return Self::default() };
        let entries = match written.remove("entries") {
            Some(Json::Array(entries)) => entries,
            _ => Vec::new(),
        };
        let imported = entries.into_iter().enumerate().map(|(index, entry)| {
            let mended = mends.then(|| mended::of_card(&entry));
            let (key, imported) = import_character_book_entry(mended.as_ref().unwrap_or(&entry), index);
            let alone: Object = [(key.as_str(), Json::Object(imported))].into_iter().collect();
            let world: Object = [("entries", Json::Object(alone))].into_iter().collect();
            let world = from_json::<WorldInfo>(&Json::Object(world)).unwrap_or_default();
            let mut fired =
                BookView::from(&world).entries.first().map(|entry| world_info_entry(entry, mends)).unwrap_or_default();
            // World info has no name beside the comment; people know the entry by the one that the card gives it.
            if fired.name.is_empty()
                && let Some(name) = entry.get("name").and_then(Json::as_str)
            {
                name.clone_into(&mut fired.name);
            }
            (key, fired)
        });
        let (keys, entries): (Vec<String>, Vec<Entry>) = imported.unzip();
        let listed = keyed_entries(keys.into_iter().zip(0..)).into_iter().map(|(_, place)| place).collect();
        Self { name, kind, entries, listed: Some(listed), ..Self::default() }
    }
}

/// What every layout of an entry says alike.
fn plain_entry(entry: &EntryView<'_>) -> Entry {
    Entry {
        id: entry.id_text().into_owned(),
        keys: entry.keys().to_vec(),
        secondary_keys: entry.secondary_keys().to_vec(),
        selective: entry.selective().unwrap_or_default(),
        content: entry.content().to_owned(),
        enabled: entry.enabled(),
        constant: entry.constant(),
        order: entry.order(),
        priority: entry.priority().map(|number| number.as_f64()),
        use_regex: entry.use_regex().unwrap_or_default(),
        case_sensitive: entry.case_sensitive(),
        ..Entry::default()
    }
}

/// An entry of a V2 or CCv3 book.
fn card_entry(entry: &EntryView<'_>, reading: Reading) -> Entry {
    if reading == Reading::Memory {
        return memory(entry);
    }
    let extensions = reading == Reading::Extensions;
    // De facto: RisuAI's import makes `@@depth` of it; the specs know no such place.
    let at_depth = extensions && entry.place() == Some(4.0);
    Entry {
        // De facto: RisuAI's import takes the comment for the name of an entry without.
        name: if extensions { entry.title() } else { entry.name() }.to_owned(),
        comment: entry.comment().to_owned(),
        placement: match entry.position() {
            _ if at_depth => Placement::Depth { depth: entry.depth().unwrap_or(4.0) },
            Some(Position::BeforeChar) => Placement::BeforeChar,
            Some(Position::AfterChar) => Placement::AfterChar,
            Some(Position::BeforeAuthorsNote) => Placement::AuthorNoteTop,
            Some(Position::AfterAuthorsNote) => Placement::AuthorNoteBottom,
            _ => Placement::Default,
        },
        role: if at_depth { role(entry.role()) } else { Role::default() },
        // De facto: cards of SillyTavern keep their logic, chance and depth here, and every client that shows them
        // reads them.
        logic: entry.selective_logic().map(|logic| Logic::from_number(logic as i64)),
        probability: entry.probability().filter(|_| entry.use_probability() == Some(true)),
        whole_words: entry.match_whole_words().filter(|_| extensions),
        timing: Timing { delay: if extensions { count(entry.delay()) } else { 0 }, ..Timing::default() },
        ..plain_entry(entry)
    }
}

/// De facto: what Agnai acts on in an entry; silence is off, and 100 for priority and place in order.
fn memory(entry: &EntryView<'_>) -> Entry {
    let plain = plain_entry(entry);
    Entry {
        id: plain.id,
        name: entry.name().to_owned(),
        comment: entry.comment().to_owned(),
        keys: plain.keys,
        content: plain.content,
        enabled: plain.enabled && entry.says("enabled"),
        order: if entry.says("insertion_order") { plain.order } else { 100.0 },
        priority: Some(plain.priority.unwrap_or(100.0)),
        ..Entry::default()
    }
}

/// An entry of world info, with SillyTavern's default for each absent field.
fn world_info_entry(entry: &EntryView<'_>, mends: bool) -> Entry {
    let on = |flag: Option<bool>| flag == Some(true);
    let fields = [
        (entry.match_persona_description(), Field::Persona),
        (entry.match_character_description(), Field::Description),
        (entry.match_character_personality(), Field::Personality),
        (entry.match_character_depth_prompt(), Field::DepthPrompt),
        (entry.match_scenario(), Field::Scenario),
        (entry.match_creator_notes(), Field::CreatorNotes),
    ];
    let filter = entry.character_filter();
    let outlet = entry.outlet_name().unwrap_or_default();
    let position = entry.written("position");
    Entry {
        name: entry.comment().to_owned(),
        logic: Some(world_info_logic(entry.written("selectiveLogic"))),
        whole_words: entry.match_whole_words(),
        scan_depth: entry.own_scan_depth(),
        placement: world_info_placement(entry, outlet, if mends { mended::place(position.as_ref()) } else { position }),
        role: role(entry.role()),
        // De facto: SillyTavern 1.19 fills in 100 where no chance stands.
        probability: (entry.use_probability() != Some(false)).then(|| entry.probability().unwrap_or(100.0)),
        recursion: RecursionRules {
            exclude: on(entry.exclude_recursion()),
            prevent: on(entry.prevent_recursion()),
            delay_level: count(entry.delay_until_recursion()),
        },
        timing: Timing {
            sticky: count(entry.sticky()),
            cooldown: count(entry.cooldown()),
            delay: count(entry.delay()),
        },
        group: Group {
            names: entry.group().unwrap_or_default().to_owned(),
            prioritize: on(entry.group_override()),
            weight: Some(entry.group_weight().unwrap_or(100.0)),
            scoring: entry.use_group_scoring(),
        },
        ignore_budget: on(entry.ignore_budget()),
        filter: CharacterFilter {
            names: filter.map(|filter| filter.names.clone()).unwrap_or_default(),
            tags: filter.map(|filter| filter.tags.clone()).unwrap_or_default(),
            exclude: filter.is_some_and(|filter| filter.is_exclude),
        },
        triggers: entry.triggers().into_iter().map(str::to_owned).collect(),
        fields: fields
            .into_iter()
            .filter(|(flag, _)| on(*flag))
            .fold(FieldSet::default(), |set, (_, field)| set.with(field)),
        ..plain_entry(entry)
    }
}

/// A whole number; the client compares without turning types into others, and a text is none.
fn whole(value: &Json) -> Option<i64> {
    value.as_f64().filter(|number| number.fract() == 0.0).map(|number| number as i64)
}

/// SillyTavern's numbers for places.
fn world_info_placement(entry: &EntryView<'_>, outlet: &str, position: Option<Json>) -> Placement {
    let Some(position) = position else { return Placement::BeforeChar };
    match whole(&position) {
        Some(0) => Placement::BeforeChar,
        Some(1) => Placement::AfterChar,
        Some(2) => Placement::AuthorNoteTop,
        Some(3) => Placement::AuthorNoteBottom,
        Some(4) => at_depth(entry),
        Some(5) => Placement::ExamplesTop,
        Some(6) => Placement::ExamplesBottom,
        Some(7) if !outlet.is_empty() => Placement::Outlet(outlet.to_owned()),
        Some(other) => Placement::Nowhere(other),
        None => Placement::NoPlace(position.to_string()),
    }
}

/// De facto: SillyTavern 1.19 makes numbers of depth and speaker, and asks for the texts of each depth and each of its three speakers:
/// what is none of them is asked for by nobody. Whoever builds the prompt sees that of a depth.
fn at_depth(entry: &EntryView<'_>) -> Placement {
    let stray = |role: &Json| Kept::of_entry("role").is_some_and(|kept| kept.lost(role).is_some());
    match entry.written("role").filter(stray) {
        Some(role) => Placement::NoPlace(format!("4 with the role {role}")),
        None => {
            Placement::Depth { depth: entry.written("depth").map_or(4.0, |depth| javascript::number(Some(&depth))) }
        }
    }
}

/// SillyTavern's numbers for the logic of secondary keys.
fn world_info_logic(logic: Option<Json>) -> Logic {
    logic.map_or(Logic::AndAny, |logic| whole(&logic).map_or(Logic::NoNumber, Logic::from_number))
}

/// SillyTavern's numbers for roles.
fn role(number: Option<f64>) -> Role {
    match number.map(|number| number as i64) {
        Some(1) => Role::User,
        Some(2) => Role::Assistant,
        _ => Role::System,
    }
}

/// A count; what is absent, negative or no number is 0.
fn count(number: Option<f64>) -> u32 {
    // A cast from a float saturates and turns NaN into 0.
    number.unwrap_or_default() as u32
}

#[cfg(test)]
mod tests {
    use cards_model::{Content, Document, Limits};
    use cards_words::Profile;

    use super::*;

    fn book(text: &str, profile: Profile) -> Book {
        let document = Document::read(text, &Limits::default()).unwrap();
        match &document.content {
            Content::Module(module) => Book::from_module(module),
            other => Book::from_lorebook(&other.lorebook().unwrap(), BookKind::Character, profile),
        }
    }

    #[test]
    fn a_constant_memory_stays_one_in_koboldai_lite() {
        let text = r#"{"kind":"memory","name":"Quay","entries":[
            {"name":"n","entry":"x","keywords":["a"],"priority":1,"weight":1,"enabled":true,"constant":true}]}"#;
        assert!(book(text, Profile::KoboldCpp).entries[0].constant);
        assert!(!book(text, Profile::Agnai).entries[0].constant);
    }

    #[test]
    fn a_missing_enabled_is_off_for_sillytavern_alone() {
        let text = r#"{"extensions":{},"entries":[
            {"keys":["a"],"content":"x","extensions":{},"insertion_order":1},
            {"keys":["a"],"content":"x","extensions":{},"insertion_order":1,"enabled":true}]}"#;
        let enabled = |profile| book(text, profile).entries.iter().map(|entry| entry.enabled).collect::<Vec<_>>();
        assert_eq!(enabled(Profile::SillyTavern), [false, true]);
        assert_eq!(enabled(Profile::Spec), [true, true]);
    }

    #[test]
    fn extensions_count_for_clients_only() {
        let text = r#"{"extensions":{},"entries":[{"keys":["a"],"content":"x","insertion_order":1,"enabled":true,
            "extensions":{"position":4,"depth":2,"role":1,"probability":30,"match_whole_words":true}}]}"#;
        assert_eq!(book(text, Profile::Spec).entries[0].placement, Placement::Default);
        let entry = &book(text, Profile::SillyTavern).entries[0];
        assert_eq!(entry.placement, Placement::Depth { depth: 2.0 });
        assert_eq!((entry.role, entry.probability), (Role::User, Some(30.0)));
        assert_eq!(book(text, Profile::Risu).entries[0].probability, None);
    }

    #[test]
    fn an_entry_without_a_comment_is_called_as_the_card_calls_it() {
        let entry = |members: &str| {
            let text = format!(
                r#"{{"extensions":{{}},"entries":[{{"keys":["a"],"content":"x","insertion_order":1,"enabled":true,"extensions":{{}}{members}}}]}}"#
            );
            book(&text, Profile::SillyTavern).entries.remove(0).label(0).into_owned()
        };
        assert_eq!(entry(""), "#0 (a)");
        assert_eq!(entry(r#","name":"Lamp""#), "Lamp");
        assert_eq!(entry(r#","name":"Lamp","comment":"The lamp""#), "The lamp");
    }

    /// What is left out of an entry that is imported to be fired means what SillyTavern writes for it.
    #[test]
    fn an_entry_imported_alone_fires_as_in_the_whole_import() {
        let members = [
            "exclude_recursion",
            "probability",
            "useProbability",
            "depth",
            "selectiveLogic",
            "outlet_name",
            "group",
            "group_override",
            "group_weight",
            "prevent_recursion",
            "delay_until_recursion",
            "scan_depth",
            "match_whole_words",
            "use_group_scoring",
            "case_sensitive",
            "automation_id",
            "role",
            "vectorized",
            "sticky",
            "cooldown",
            "delay",
            "match_persona_description",
            "match_character_description",
            "match_character_personality",
            "match_character_depth_prompt",
            "match_scenario",
            "match_creator_notes",
            "triggers",
            "ignore_budget",
            "position",
            "display_index",
            "secondary_keys",
            "comment",
            "constant",
            "selective",
            "insertion_order",
            "enabled",
            "keys",
            "content",
            "id",
        ];
        let values = ["null", "0", "1", "7", "true", "false", "\"x\"", "\"\"", "[]", "[\"a\",\"b\"]", "{}"];
        let entries = members.iter().flat_map(|name| {
            values.iter().flat_map(move |value| {
                // Of two members of one name the later counts.
                let plain = r#""keys":["k"],"content":"c","insertion_order":3,"enabled":true,"extensions":{}"#;
                let own = format!(r#"{{{plain},"{name}":{value}}}"#);
                let carried = format!(r#"{{{plain},"extensions":{{"{name}":{value}}}}}"#);
                [own, carried]
            })
        });
        for entry in entries {
            let text = format!(r#"{{"extensions":{{}},"entries":[{entry}]}}"#);
            let document = Document::read(&text, &Limits::default()).unwrap();
            let lorebook = document.content.lorebook().unwrap();
            let Json::Object(written) = to_json(&*lorebook) else { panic!("{text}") };
            let whole = cards_model::sillytavern::import_character_book(&written);
            let world = from_json::<WorldInfo>(&Json::Object(whole)).unwrap();
            let whole = Book::from_world_info(&world, BookKind::Character, Profile::SillyTavern).entries;
            assert_eq!(book(&text, Profile::SillyTavern).entries, whole, "{text}");
        }
    }

    /// What is left out of world info that is read to be fired means what SillyTavern's export writes for it.
    #[test]
    fn world_info_fires_alike_whether_all_or_what_it_says_is_written_out() {
        // The names of an export as well, among the data of applications, which that export overwrites.
        let members = [
            "position",
            "displayIndex",
            "display_index",
            "excludeRecursion",
            "exclude_recursion",
            "probability",
            "useProbability",
            "depth",
            "selectiveLogic",
            "outletName",
            "outlet_name",
            "group",
            "groupOverride",
            "group_override",
            "groupWeight",
            "group_weight",
            "preventRecursion",
            "delayUntilRecursion",
            "scanDepth",
            "scan_depth",
            "matchWholeWords",
            "match_whole_words",
            "useGroupScoring",
            "caseSensitive",
            "case_sensitive",
            "automationId",
            "role",
            "vectorized",
            "sticky",
            "cooldown",
            "delay",
            "matchScenario",
            "triggers",
            "ignoreBudget",
            "key",
            "keysecondary",
            "comment",
            "content",
            "constant",
            "selective",
            "order",
            "disable",
            "addMemo",
            "characterFilter",
            "extensions",
        ];
        let values = ["null", "0", "1", "4", "30", "true", "false", "\"x\"", "\"\"", "[]", "[\"a\",\"/b/\"]", "{}"];
        let plain = r#""key":["k"],"content":"c""#;
        let kept = r#""cards":{"v":1,"from":"v3","fields":{"/extensions/depth":9,"/extensions/role":1},"orig":{}}"#;
        let entries = members.iter().flat_map(|name| {
            values.iter().flat_map(move |value| {
                [
                    format!(r#"{plain},"{name}":{value}"#),
                    format!(r#"{plain},"{name}":{value},"position":4"#),
                    format!(r#"{plain},"extensions":{{"{name}":{value}}}"#),
                    format!(r#"{plain},"position":4,"extensions":{{"{name}":{value}}}"#),
                    format!(r#"{plain},"position":4,"{name}":{value},{kept}"#),
                ]
            })
        });
        let entries: Vec<_> = entries.enumerate().map(|(uid, entry)| format!(r#""{uid}":{{{entry}}}"#)).collect();
        let text = format!(r#"{{"name":"Town","extra":1,"entries":{{{}}}}}"#, entries.join(","));
        let document = Document::read(&text, &Limits::default()).unwrap();
        let Content::WorldInfo(world) = &document.content else { panic!("no world info") };
        let whole = world.to_lorebook().value;
        for profile in [Profile::Spec, Profile::Risu] {
            let whole = Book::from_lorebook(&whole, BookKind::Global, profile);
            let said = Book::from_world_info(world, BookKind::Global, profile);
            assert_eq!(said.entries.len(), entries.len());
            for ((said, whole), text) in said.entries.iter().zip(&whole.entries).zip(&entries) {
                assert_eq!(said, whole, "{profile:?}: {text}");
            }
            assert_eq!(said, whole);
        }
    }

    #[test]
    fn a_chance_of_null_is_none_at_all_and_an_absent_one_is_certain() {
        let text = r#"{"entries":{"0":{"uid":0,"key":["a"],"content":"x","probability":null},
            "1":{"uid":1,"key":["a"],"content":"x"}}}"#;
        let document = Document::read(text, &Limits::default()).unwrap();
        let Content::WorldInfo(world) = &document.content else { panic!("no world info") };
        let book = Book::from_world_info(world, BookKind::Global, Profile::SillyTavern);
        assert_eq!(book.entries.iter().map(|entry| entry.probability).collect::<Vec<_>>(), [Some(0.0), Some(100.0)]);
    }

    #[test]
    fn an_entry_of_an_old_world_file_stands_before_the_character() {
        let text = r#"{"entries":{"0":{"uid":0,"key":["a"],"content":"x"}}}"#;
        assert_eq!(book(text, Profile::SillyTavern).entries[0].placement, Placement::BeforeChar);
    }

    /// The client compares with its numbers, by type and all.
    #[test]
    fn what_is_no_number_of_the_client_is_no_place() {
        let entry = |extensions: &str| {
            let text = format!(
                r#"{{"extensions":{{}},"entries":[{{"keys":["a"],"secondary_keys":["b"],"selective":true,"content":"x","insertion_order":1,"enabled":true,"extensions":{{{extensions}}}}}]}}"#
            );
            book(&text, Profile::SillyTavern).entries.remove(0)
        };
        let nowhere = |written: &str| Placement::NoPlace(written.to_owned());
        for (extensions, placement) in [
            (r#""position":"4","depth":"2""#, nowhere("\"4\"")),
            (r#""position":"four""#, nowhere("\"four\"")),
            (r#""position":1.5"#, nowhere("1.5")),
            (r#""position":true"#, nowhere("true")),
            (r#""position":9"#, Placement::Nowhere(9)),
            (r#""position":4,"depth":"2""#, Placement::Depth { depth: 2.0 }),
            (r#""position":4,"role":"1""#, Placement::Depth { depth: 4.0 }),
            (r#""position":4,"role":9"#, nowhere("4 with the role 9")),
            (r#""position":null"#, Placement::AfterChar),
        ] {
            assert_eq!(entry(extensions).placement, placement, "{extensions}");
        }
        let depth = entry(r#""position":4,"depth":"x""#).placement;
        assert!(matches!(depth, Placement::Depth { depth } if depth.is_nan()), "{depth:?}");
        assert_eq!(entry(r#""selectiveLogic":"0""#).logic, Some(Logic::NoNumber));
        assert_eq!(entry(r#""selectiveLogic":7"#).logic, Some(Logic::Unknown(7)));
        let world = r#"{"entries":{"0":{"uid":0,"key":["a"],"content":"x","position":"4","depth":2}}}"#;
        let document = Document::read(world, &Limits::default()).unwrap();
        let Content::WorldInfo(world) = &document.content else { panic!("no world info") };
        let fired = Book::from_world_info(world, BookKind::Global, Profile::SillyTavern);
        assert_eq!(fired.entries[0].placement, nowhere("\"4\""));
    }

    #[test]
    fn modules_keep_their_order() {
        let text = r#"{"module_id":"M00000000","name":"n","creator":"","intro":"","category":"Others","cover_url":"",
            "entries":[{"entry_id":"aaaaaaaaa","keys":["k"],"content":"one"},
            {"entry_id":"bbbbbbbbb","keys":[],"content":"two"}]}"#;
        let book = book(text, Profile::Spec);
        assert_eq!((book.id.as_str(), book.kind), ("M00000000", BookKind::Module));
        assert_eq!(book.entries[1].order, 1.0);
    }
}
