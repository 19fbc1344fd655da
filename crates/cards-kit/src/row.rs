//! The facts of one file, as a listing of many has them.

use cards_container::{Container, Source, Unreadable, read_opened};
use cards_lint::{Options, open_card, rule_of};
use cards_model::{Card, Content, Form, Grammar, Reading};
use cards_words::Estimate;

use crate::answer::{Book, Counts, Row, Tokens};
use crate::check::report;
use crate::error::Error;
use crate::limits::Limits;
use crate::plain::{Map, Ordinary, View, hashes, ordinary, plain};

/// Reads the facts of a file: of pictures and archives, headers and the card alone.
///
/// With `lint`, every rule is checked, which takes several times as long; without it, the findings are what the reader
/// tolerated.
///
/// # Errors
/// [`Error::Container`].
///
/// # Examples
/// ```
/// # #[cfg(feature = "hash")] {
/// let file = br#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","description":"A bard."}}"#;
/// let row = cards_kit::row(&file[..], false, &Default::default())?;
/// assert_eq!((row.name.as_str(), row.spec, row.tokens.total), ("Aria", "V2", 3));
/// # }
/// # Ok::<(), cards_kit::Error>(())
/// ```
pub fn row<S: Source>(mut source: S, lint: bool, limits: &Limits) -> Result<Row, Error> {
    let source: &mut dyn Source = &mut source;
    let mut opened = cards_container::open(&mut *source, &limits.files)?;
    let read = read_opened(&mut opened, &limits.files, |json| Row::of(json, limits.files.for_json()))?;
    let mut row = Row { container: read.kind.name(), ..read.value };
    if lint {
        drop(opened);
        let (document, facts) = open_card(source, &limits.files)?;
        row.findings = Counts::default();
        row.linted = true;
        let report = report(&document, &facts, &Options::default());
        report.findings.iter().for_each(|finding| row.findings.add(finding.severity()));
        return Ok(row);
    }
    let audit = match &opened {
        Container::Charx(charx) => charx.archive().audit(),
        Container::Prom(prom) => prom.archive().audit(),
        Container::Carrier(carrier) => carrier.archive().map(|archive| archive.audit()).unwrap_or_default(),
        _ => Vec::new(),
    };
    read.findings.iter().chain(&audit).for_each(|finding| row.findings.add(rule_of(finding).severity));
    Ok(row)
}

impl Row {
    /// What a card, lorebook or module says about itself; the container is left to the caller.
    fn of(json: &[u8], limits: cards_model::Limits) -> Result<Self, Unreadable> {
        match ordinary(json, &limits) {
            Some(card) => Ok(Self::of_ordinary(card)),
            None => {
                let reading = Reading::of(json, Grammar::Strict, &limits)?;
                Ok(Self::of_content(reading.content(), reading.findings()))
            }
        }
    }

    fn of_ordinary(card: Ordinary<'_>) -> Self {
        let Ordinary { form, map, assets, has_book } = card;
        let is_v1 = form == Form::V1;
        // V1 has no creator, version or tags; what has these names is an app's.
        let beyond_v1 = |name| if is_v1 { "" } else { map.text_of(name) };
        let greetings = |name| map.list_of(name).iter().filter(|greeting| !greeting.is_empty()).count();
        let (alternate, group) = (greetings("alternate_greetings"), greetings("group_only_greetings"));
        let tokens = |name| Estimate::of(map.text_of(name));
        let mut row = Self {
            spec: form.name(),
            name: map.text_of("name").to_owned(),
            creator: beyond_v1("creator").to_owned(),
            version: beyond_v1("character_version").to_owned(),
            tags: if is_v1 {
                Vec::new()
            } else {
                map.list_of("tags").iter().filter_map(View::as_text).map(str::to_owned).collect()
            },
            greetings: usize::from(!map.text_of("first_mes").is_empty())
                + if is_v1 { 0 } else { alternate }
                + if form == Form::V3 { group } else { 0 },
            tokens: Tokens {
                description: tokens("description"),
                personality: tokens("personality"),
                scenario: tokens("scenario"),
                first_mes: tokens("first_mes"),
                mes_example: tokens("mes_example"),
                system_prompt: Estimate::of(beyond_v1("system_prompt")),
                post_history_instructions: Estimate::of(beyond_v1("post_history_instructions")),
                ..Tokens::default()
            }
            .summed(),
            lore: has_book.then(|| lore_of(&map)),
            assets,
            ..Self::default()
        };
        (row.content_hash, row.core_hash) = hashes(map);
        row
    }

    fn of_content(content: &Content, findings: &[cards_model::Finding]) -> Self {
        let (content_hash, core_hash) = hashes(plain(content));
        let mut row = Self { spec: content.form().name(), content_hash, core_hash, ..Self::default() };
        match content {
            Content::Card(card) => row.add_card(card),
            Content::Module(module) => {
                row.name.clone_from(&module.name);
                row.creator.clone_from(&module.creator);
                let tokens = module.entries.iter().map(|entry| Estimate::of(&entry.content)).sum();
                row.lore = Some(Book { entries: module.entries.len(), tokens, ..Book::default() });
            }
            other => {
                let book = other.lorebook();
                row.name = book.as_ref().and_then(|book| book.name.clone()).unwrap_or_default();
                row.lore = book.map(|book| Book::from(&*book));
            }
        }
        findings.iter().for_each(|finding| row.findings.add(finding.severity()));
        row
    }

    fn add_card(&mut self, card: &Card) {
        card.name().clone_into(&mut self.name);
        card.creator().clone_into(&mut self.creator);
        card.character_version().clone_into(&mut self.version);
        self.tags = card.tags().to_vec();
        let greetings = card.greetings();
        self.greetings = greetings.iter().filter(|greeting| !greeting.text.is_empty()).count();
        self.assets = card.assets().len();
        self.lore = card.lorebook().map(|book| Book::from(&*book));
        self.tokens = Tokens::from(card);
    }
}

/// The lorebook of a plain view in numbers; flags that hold their default are left out there.
fn lore_of(map: &Map<'_>) -> Book {
    let mut lore = Book::default();
    let Some(View::Map(book)) = map.get("character_book") else { return lore };
    for entry in book.list_of("entries") {
        let View::Map(entry) = entry else { continue };
        lore.entries += 1;
        lore.constant += usize::from(entry.get("constant").is_some());
        lore.disabled += usize::from(entry.get("enabled").is_some());
        lore.tokens += Estimate::of(entry.text_of("content"));
    }
    lore
}

#[cfg(test)]
mod tests {
    use super::*;
    use cards_model::json::Json;
    use cards_model::strategy::{self, Oddity};
    use proptest::prelude::*;

    fn card_json(oddity: Oddity) -> impl Strategy<Value = Json> {
        let form = proptest::sample::select(&[Form::V1, Form::V2, Form::V3][..]);
        form.prop_flat_map(move |form| strategy::json_of(&cards_model::root_shape(form), oddity))
    }

    proptest! {
        #[test]
        fn the_short_way_says_what_the_long_way_says(json in prop_oneof![
            card_json(Oddity::Plain),
            card_json(Oddity::Crooked),
        ]) {
            let (text, limits) = (json.to_string(), cards_model::Limits::default());
            if let (Ok(row), Ok(reading)) =
                (Row::of(text.as_bytes(), limits), Reading::of(text.as_bytes(), Grammar::Strict, &limits))
            {
                prop_assert_eq!(row, Row::of_content(reading.content(), reading.findings()), "{}", text);
            }
        }
    }
}
