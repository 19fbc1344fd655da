//! Rules about several card payloads in one file.

use cards_container::Place;
use cards_container::png::Keyword;
use cards_model::rules as spec;
use cards_model::{Card, Content, Entry, GreetingKind, Lorebook};
use cards_words::decorators::{Block, Syntax};

use crate::collector::Collector;
use crate::readers;
use crate::rule::rules;
use crate::sink::Sink;
use crate::subject::Subject;

rules! {
    /// The rules about several payloads in one file.
    TWIN;
    /// The `chara` payload describes another card than the `ccv3` one.
    STALE_TWIN: "stale-twin", Warning, "CCv3 PNG (`ccv3` before `chara`); de facto: SillyTavern 1.19 writes both alike",
        "The `chara` payload beside a `ccv3` one describes the same card.",
        "Write the card again with `cards pack`: programs that know V2 alone show the other card.",
        check: stale_twin,
        repair: "Run `cards repair`, which writes `chara` anew from the card that counts; programs that know V2 alone show the other card.",
        breaks: readers::READ_CHARA_ALONE;
    /// A payload beside the one that counts cannot be read.
    TWIN_UNREADABLE: "twin-unreadable", Warning, "de facto: programs that look for that keyword alone refuse the file",
        "Every card payload of a file can be read.",
        "Take the readable card out with `cards extract`, and write it with `cards pack`.",
        check: twin_unreadable,
        repair: "Run `cards repair`, which leaves the readable card alone in the file.",
        breaks: readers::READ_CHARA_ALONE;
    /// The `chara` payload is of CCv3.
    CHARA_KIND: "chara-card-kind", Note, "V2 PNG (`chara` holds the V2 card); de facto: SillyTavern 1.19 reads either",
        "The card in a `chara` chunk is one of V1 or V2.",
        "Write the card again with `cards pack`, which puts a V2 card beside the CCv3 one; programs that know V2 alone refuse the file as it is.",
        check: chara_kind, breaks: readers::READ_CHARA_ALONE;
}

/// The fields that V1 has.
const V1_FIELDS: usize = 6;

/// The fields in which two payloads of one card can be compared, those of V1 first.
fn fields(card: &Card) -> Vec<(&'static str, Vec<String>)> {
    let greetings = card.greetings();
    let one = |text: &str| vec![text.to_owned()];
    let alternate = greetings.iter().filter(|greeting| greeting.kind == GreetingKind::Alternate);
    vec![
        ("name", one(card.name())),
        ("description", one(card.description())),
        ("personality", one(card.personality())),
        ("scenario", one(card.scenario())),
        ("first_mes", one(greetings.first().map(|greeting| greeting.text).unwrap_or_default())),
        ("mes_example", one(&card.mes_example())),
        ("system_prompt", one(card.system_prompt())),
        ("post_history_instructions", one(card.post_history_instructions())),
        ("alternate_greetings", alternate.map(|greeting| greeting.text.to_owned()).collect()),
        ("character_book", card.lorebook().map(|book| entries(&book)).unwrap_or_default()),
        ("tags", card.tags().to_vec()),
        ("creator", one(card.creator())),
        ("character_version", one(card.character_version())),
    ]
}

/// What the entries of a book do: keys, text, whether they are on. Decorators are for CCv3 alone.
fn entries(book: &Lorebook) -> Vec<String> {
    let entry = |entry: &Entry| {
        let text = Block::read(&entry.content, &Syntax::SPEC).rest().lines().collect::<Vec<_>>().join("\n");
        format!("{:?} {} {}", entry.keys, entry.enabled, text.trim())
    };
    book.entries.iter().map(entry).collect()
}

fn stale_twin(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    let (Some(facts), Some(card)) = (subject.input.facts, subject.card()) else {
        return;
    };
    for twin in facts.twins.iter().filter(|twin| twin.keyword == Keyword::Chara && twin.place != facts.place) {
        let Some(other) = twin.document.card() else { continue };
        // V1 has six fields, and what it cannot hold is not stale.
        let shared = if matches!(other, Card::V1(_)) { V1_FIELDS } else { usize::MAX };
        let (ours, theirs) = (fields(card), fields(other));
        let pairs = ours.iter().zip(&theirs).take(shared);
        let differ: Vec<_> = pairs.filter(|((_, a), (_, b))| a != b).map(|((name, _), _)| *name).collect();
        if differ.is_empty() || same_keyword(facts.place.clone()) {
            continue;
        }
        let message = format!("`chara` and the card that counts differ in {}", differ.join(", "));
        let names = format!("\"{}\" / \"{}\"", other.name(), card.name());
        let added = sink.place(twin.place.clone(), message);
        let added = if differ.contains(&"name") { added.excerpt(&names) } else { added };
        added.rewrite();
    }
}

fn chara_kind(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    let Some(facts) = subject.input.facts else { return };
    let own = same_keyword(facts.place.clone()).then(|| (&facts.place, subject.content()));
    let twins = facts.twins.iter().filter(|twin| twin.keyword == Keyword::Chara && twin.place != facts.place);
    for (place, content) in own.into_iter().chain(twins.map(|twin| (&twin.place, &twin.document.content))) {
        if matches!(content, Content::Card(Card::V3(_) | Card::V3L(_))) {
            sink.place(place.clone(), format!("a `chara` chunk that holds {}", content.form()));
        }
    }
}

fn twin_unreadable(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    let Some(facts) = subject.input.facts else { return };
    // A better payload that was passed over has a rule of its own.
    let passed = |place: &Place| {
        facts
            .findings
            .iter()
            .any(|odd| matches!(odd, cards_container::Finding::PassedOver { place: at, .. } if at == place))
    };
    for (place, why) in facts.unreadable.iter().filter(|(place, _)| !passed(place)) {
        sink.place(place.clone(), format!("the payload cannot be read: {why}")).rewrite();
    }
}

/// Twins of one keyword are the container's business.
fn same_keyword(place: Place) -> bool {
    matches!(place, Place::Chunk { name, .. } if name.to_ascii_lowercase().ends_with("chara"))
}

/// Holds the `chara` payload beside a CCv3 card to the rule of the spec about it.
pub(crate) fn report(subject: &Subject<'_>, card: &Place, findings: &mut Collector) {
    let rule = &spec::BACKFILL_WARNING;
    let (Some(facts), Some(Card::V3(own))) = (subject.input.facts, subject.card()) else {
        return;
    };
    if !subject.options.covers(rule) {
        return;
    }
    for twin in facts.twins.iter().filter(|twin| twin.keyword == Keyword::Chara) {
        let Some(Card::V2(other)) = twin.document.card() else { continue };
        if other.data.creator_notes == own.data.creator_notes {
            let message = "the V2 twin has the creator notes of the CCv3 card and no warning that it is a twin";
            Sink { rule, place: card, findings }.place(twin.place.clone(), message);
        }
    }
}
