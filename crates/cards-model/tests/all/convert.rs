//! Laws of conversion: with the stash the way there and back is the identity, without it the loss report is exact.

use std::path::{Path, PathBuf};

use base64::prelude::{BASE64_STANDARD, Engine as _};
use cards_model::convert::{Decorators, Options, Purpose, Scenario, Stash};
use cards_model::document::{Field, SpecObject, from_json, to_json};
use cards_model::{
    Card, Converted, Document, Entry, Form, Json, Limits, Number, Object, Pointer, examples, laws, prom, v0, v1, v2,
    v3, v3l,
};
use proptest::prelude::*;
use proptest::strategy::Union;

const FORMS: [Form; 6] = [Form::V0, Form::V1, Form::V2, Form::V3, Form::V3L, Form::Prom];

fn json_of(card: &Card) -> Json {
    match card {
        Card::V0(card) => to_json(&**card),
        Card::V1(card) => to_json(&**card),
        Card::V2(card) => to_json(&**card),
        Card::V3(card) => to_json(&**card),
        Card::V3L(card) => to_json(&**card),
        Card::Prom(card) => to_json(&**card),
        other => panic!("unknown card {other:?}"),
    }
}

fn card_of(form: Form, json: &Json) -> Card {
    fn read<T: SpecObject + Field>(json: &Json) -> Box<T> {
        Box::new(from_json(json).expect("every object has a reading"))
    }
    match form {
        Form::V0 => Card::V0(read::<v0::Card>(json)),
        Form::V1 => Card::V1(read::<v1::Card>(json)),
        Form::V2 => Card::V2(read::<v2::Card>(json)),
        Form::V3 => Card::V3(read::<v3::Card>(json)),
        Form::V3L => Card::V3L(read::<v3l::Card>(json)),
        Form::Prom => Card::Prom(read::<prom::Card>(json)),
        other => panic!("no card form {other}"),
    }
}

/// The card as it comes out of a file that it was written to.
fn through_text(card: &Card) -> Card {
    card_of(card.form(), &json_of(card))
}

fn object<K: Into<String>, V: Into<Json>>(members: impl IntoIterator<Item = (K, V)>) -> Json {
    Json::Object(members.into_iter().map(|(k, v)| (k.into(), v.into())).collect())
}

/// Any JSON value, a few levels deep.
fn any_json() -> impl Strategy<Value = Json> {
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::Bool),
        "-?(0|[1-9][0-9]{0,20})(\\.[0-9]{1,3})?([eE][+-]?[0-9]{1,2})?"
            .prop_map(|n| Json::Number(Number::parse(&n).unwrap())),
        ".{0,8}".prop_map(Json::String),
    ];
    leaf.prop_recursive(2, 12, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Json::Array),
            prop::collection::vec((".{0,4}", inner), 0..3).prop_map(|m| Json::Object(m.into_iter().collect())),
        ]
    })
}

fn text() -> impl Strategy<Value = Json> {
    prop_oneof![
        3 => "[a-zA-Z{}:<> ]{0,12}".prop_map(Json::from),
        1 => Just(Json::from("")),
        1 => Just(Json::from("<START>\n{{user}}: hi\n{{char}}: hello\n<START>\nA scene.\nMira: well")),
        1 => Just(Json::from("@@depth 4\n@@role user\nDeep text.")),
    ]
}

fn list(item: BoxedStrategy<Json>) -> BoxedStrategy<Json> {
    prop::collection::vec(item, 0..4).prop_map(Json::Array).boxed()
}

/// A value of the right type for a member, or now and then any value at all.
fn member(name: &'static str, crooked: bool) -> BoxedStrategy<Json> {
    let texts = || list(text().boxed());
    let seconds = || prop_oneof![Just(Json::from(0_i64)), (1_i64..2_000_000_000).prop_map(Json::from)].boxed();
    let number = || (-3_i64..200).prop_map(Json::from).boxed();
    let flag = || any::<bool>().prop_map(Json::from).boxed();
    let right = match name {
        "tags"
        | "alternate_greetings"
        | "group_only_greetings"
        | "source"
        | "keys"
        | "secondary_keys"
        | "solo"
        | "group"
        | "messages" => texts(),
        "creation_date" | "modification_date" | "created_at" | "updated_at" => seconds(),
        "insertion_order" | "priority" | "scan_depth" | "token_budget" => number(),
        "id" => prop_oneof![number(), text()].boxed(),
        "enabled" | "constant" | "selective" | "use_regex" | "case_sensitive" | "recursive_scanning" => flag(),
        "position" => prop::sample::select(vec!["before_char", "after_char", "before_an", "after_an", "x"])
            .prop_map(Json::from)
            .boxed(),
        "locale" => prop::sample::select(vec!["en", "ja", "en-US", ""]).prop_map(Json::from).boxed(),
        "role" => prop::sample::select(vec!["user", "assistant", "system", "x"]).prop_map(Json::from).boxed(),
        "extensions" | "appdata" => {
            prop::collection::vec(("[a-d]{1,3}|cards|risuai", any_json()), 0..3).prop_map(object).boxed()
        }
        "creator_notes_multilingual" => prop::collection::vec(("en|ja|de", text()), 0..3).prop_map(object).boxed(),
        _ => text().boxed(),
    };
    if crooked { prop_oneof![6 => right, 1 => any_json()].boxed() } else { right }
}

/// Names that mean something elsewhere.
const FOREIGN: &[&str] = &[
    "first_mes",
    "greetings",
    "metadata",
    "external",
    "char_info",
    "created_at",
    "updated_at",
    "group_greetings",
    "extensions",
    "alternate_greetings",
    "mes_example",
    "creator",
    "character_version",
    "tags",
    "creator_notes",
    "source",
    "nickname",
    "first_messages",
    "example_messages",
    "guidance_note",
    "creation_date",
    "assets",
];

/// An object with members of a spec (each there or not when crooked), unknown ones among them, in any order.
fn of_spec<T: SpecObject>(
    crooked: bool,
    nested: fn(&str, bool) -> Option<BoxedStrategy<Json>>,
) -> BoxedStrategy<Object> {
    let names = T::NAMES;
    let optional = T::object_shape().members;
    let members = names.iter().zip(optional).map(|(name, shape)| {
        let value = match nested(name, crooked) {
            Some(value) if crooked => prop_oneof![6 => value, 1 => any_json()].boxed(),
            Some(value) => value,
            None => member(name, crooked),
        };
        let value = value.prop_map(|value| (name.to_string(), value));
        match shape.mandatory {
            true if !crooked => value.prop_map(Some).boxed(),
            true => prop::option::weighted(0.8, value).boxed(),
            false => prop::option::of(value).boxed(),
        }
    });
    // Some are members of another spec, or of a draft.
    let foreign = prop::sample::select(FOREIGN).prop_map(str::to_owned);
    let name = prop_oneof![2 => "[x-z]{1,3}", 1 => foreign]
        .prop_filter("a member of its own", |name| T::index_of(name).is_none());
    let unknown = prop::collection::vec((name, any_json()), 0..3);
    (members.collect::<Vec<_>>(), unknown, any::<bool>(), any::<prop::sample::Index>())
        .prop_map(|(known, unknown, turned, at)| {
            let mut members: Vec<_> = known.into_iter().flatten().chain(unknown).collect();
            if turned {
                let at = if members.is_empty() { 0 } else { at.index(members.len()) };
                members.rotate_left(at);
            }
            members.into_iter().collect()
        })
        .boxed()
}

fn objects<T: SpecObject>(crooked: bool) -> BoxedStrategy<Json> {
    of_spec::<T>(crooked, no_nesting).prop_map(Json::Object).boxed()
}

fn no_nesting(name: &str, crooked: bool) -> Option<BoxedStrategy<Json>> {
    (name == "external").then(|| objects::<prom::External>(crooked))
}

fn in_book(name: &str, crooked: bool) -> Option<BoxedStrategy<Json>> {
    match name {
        "entries" => Some(list(objects::<Entry>(crooked))),
        _ => None,
    }
}

fn in_prom_book(name: &str, crooked: bool) -> Option<BoxedStrategy<Json>> {
    match name {
        "entries" => Some(list(objects::<prom::Entry>(crooked))),
        name => no_nesting(name, crooked),
    }
}

fn in_card(name: &str, crooked: bool) -> Option<BoxedStrategy<Json>> {
    match name {
        "character_book" => Some(of_spec::<cards_model::Lorebook>(crooked, in_book).prop_map(Json::Object).boxed()),
        "assets" => {
            let uri = prop::sample::select(vec![
                "embeded://assets/icon/images/main.png",
                "embedded://a.png",
                "ccdefault:",
                "https://example.org/a.png",
                "__asset:0",
            ]);
            let asset = (objects::<cards_model::Asset>(crooked), uri).prop_map(|(asset, uri)| match asset {
                Json::Object(mut asset) => {
                    asset.insert("uri", uri);
                    Json::Object(asset)
                }
                other => other,
            });
            Some(list(asset.boxed()))
        }
        _ => None,
    }
}

fn in_v3l(name: &str, crooked: bool) -> Option<BoxedStrategy<Json>> {
    match name {
        "creator_notes" => Some(list(objects::<v3l::CreatorNote>(crooked))),
        "first_messages" => Some(list(objects::<v3l::FirstMessages>(crooked))),
        "example_messages" => {
            let message = (member("role", crooked), text(), prop::option::weighted(0.2, text()));
            let message = message.prop_map(|(role, content, name)| {
                object([("role", role), ("content", content)].into_iter().chain(name.map(|name| ("name", name))))
            });
            Some(list(list(message.boxed())))
        }
        name => in_card(name, crooked),
    }
}

fn in_prom(name: &str, crooked: bool) -> Option<BoxedStrategy<Json>> {
    match name {
        "greetings" => Some(objects::<prom::Greetings>(crooked)),
        "example_messages" => Some(list(objects::<examples::ExampleMessage>(crooked))),
        "character_book" => Some(of_spec::<prom::Book>(crooked, in_prom_book).prop_map(Json::Object).boxed()),
        _ => None,
    }
}

fn in_prom_root(name: &str, crooked: bool) -> Option<BoxedStrategy<Json>> {
    match name {
        "data" => Some(of_spec::<prom::Data>(crooked, in_prom).prop_map(Json::Object).boxed()),
        "metadata" => Some(objects::<prom::Info>(crooked)),
        "external" => Some(
            of_spec::<prom::CardExternal>(crooked, |name, crooked| {
                (name == "assets").then(|| list(objects::<prom::RemoteAsset>(crooked)))
            })
            .prop_map(Json::Object)
            .boxed(),
        ),
        _ => None,
    }
}

/// A card of a form, plain or crooked.
fn card(form: Form, crooked: bool) -> BoxedStrategy<Card> {
    let json = match form {
        Form::V0 => of_spec::<v0::Card>(crooked, in_card),
        Form::V1 => of_spec::<v1::Card>(crooked, in_card),
        Form::V2 => of_spec::<v2::Card>(crooked, |name, crooked| {
            (name == "data").then(|| of_spec::<v2::Data>(crooked, in_card).prop_map(Json::Object).boxed())
        }),
        Form::V3 => of_spec::<v3::Card>(crooked, |name, crooked| {
            (name == "data").then(|| of_spec::<v3::Data>(crooked, in_card).prop_map(Json::Object).boxed())
        }),
        Form::V3L => of_spec::<v3l::Card>(crooked, |name, crooked| {
            (name == "data").then(|| of_spec::<v3l::Data>(crooked, in_v3l).prop_map(Json::Object).boxed())
        }),
        _ => of_spec::<prom::Card>(crooked, in_prom_root),
    };
    json.prop_map(move |json: Object| card_of(form, &Json::Object(json))).boxed()
}

fn any_card() -> BoxedStrategy<Shown> {
    Union::new(FORMS.iter().flat_map(|form| [card(*form, false), card(*form, true)])).prop_map(Shown).boxed()
}

fn plain_card() -> impl Strategy<Value = Shown> {
    Union::new(FORMS.iter().map(|form| card(*form, false))).prop_map(Shown)
}

/// A card that shows itself as JSON when a law is broken.
struct Shown(Card);

impl std::fmt::Debug for Shown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.0.form(), json_of(&self.0))
    }
}

fn any_form() -> impl Strategy<Value = Form> {
    prop::sample::select(FORMS.to_vec())
}

fn any_options() -> impl Strategy<Value = Options> {
    let purpose = prop_oneof![Just(Purpose::Export), Just(Purpose::Backfill)];
    let scenario = prop_oneof![Just(Scenario::Stashed), Just(Scenario::Variable)];
    let decorators = prop_oneof![Just(Decorators::Removed), Just(Decorators::Kept)];
    (purpose, scenario, decorators, any::<bool>(), "en|ja").prop_map(|(purpose, scenario, decorators, risu, locale)| {
        Options::default()
            .with_purpose(purpose)
            .with_scenario(scenario)
            .with_decorators(decorators)
            .with_risu_assets(risu)
            .with_locale(locale)
    })
}

/// What a person does to a card between two conversions.
#[derive(Clone, Copy, Debug)]
enum Edit {
    Name,
    Description,
    Greeting,
    Greetings,
    Tags,
    Creator,
    EntryText,
    EntryAway,
    EntryMore,
}

impl Edit {
    const ALL: [Self; 9] = [
        Self::Name,
        Self::Description,
        Self::Greeting,
        Self::Greetings,
        Self::Tags,
        Self::Creator,
        Self::EntryText,
        Self::EntryAway,
        Self::EntryMore,
    ];

    /// Whether the card has the place.
    fn on(self, card: &mut Card) -> bool {
        match self {
            Self::Name => {
                card.set_name("edited");
                true
            }
            Self::Description => {
                card.set_description("edited");
                true
            }
            Self::Greeting => {
                card.set_first_mes("edited");
                true
            }
            Self::Greetings => card.set_alternate_greetings(["one", "two"]).is_ok(),
            Self::Tags => card.set_tags(["one", "two"]).is_ok(),
            Self::Creator => card.set_creator("edited").is_ok(),
            Self::EntryText => entries(card).and_then(|entries| entries.first_mut()).is_some_and(|entry| {
                entry.content = "edited".to_owned();
                true
            }),
            Self::EntryAway => entries(card).filter(|entries| !entries.is_empty()).is_some_and(|entries| {
                entries.remove(0);
                true
            }),
            Self::EntryMore => {
                // V2 has no such member.
                let use_regex = (card.form() != Form::V2).then_some(false);
                entries(card).is_some_and(|entries| {
                    entries.push(Entry { content: "edited".to_owned(), use_regex, ..Entry::default() });
                    true
                })
            }
        }
    }
}

fn entries(card: &mut Card) -> Option<&mut Vec<Entry>> {
    Some(&mut card.lorebook_mut()?.entries)
}

/// JSON whose members are compared whatever their order.
pub(crate) fn sorted(json: &Json) -> serde_json::Value {
    fn sort(json: &Json) -> serde_json::Value {
        match json {
            Json::Object(object) => {
                serde_json::Value::Object(object.iter().map(|(key, value)| (key.to_owned(), sort(value))).collect())
            }
            Json::Array(items) => serde_json::Value::Array(items.iter().map(sort).collect()),
            // The spelling counts too.
            Json::Number(number) => serde_json::Value::String(format!("#{number}")),
            other => serde_json::from_str(&other.to_string()).unwrap(),
        }
    }
    sort(json)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn there_and_back_is_the_identity(Shown(card) in any_card(), form in any_form(), options in any_options()) {
        laws::comes_back_with(&card, &[form], &options)?;
    }

    #[test]
    fn there_and_back_without_text_between_keeps_the_order(Shown(card) in any_card(), form in any_form()) {
        let options = Options::default().with_stash(Stash::Everywhere);
        let there = card.clone().into_form(form, &options).unwrap().value;
        let back = there.into_form(card.form(), &options).unwrap().value;
        prop_assert_eq!(json_of(&back).to_string(), json_of(&card).to_string());
    }

    #[test]
    fn a_longer_way_comes_back_too(Shown(card) in any_card(), forms in prop::collection::vec(any_form(), 2..4)) {
        laws::comes_back(&card, &forms)?;
        let back: Vec<_> = forms.iter().chain(forms.iter().rev().skip(1)).copied().collect();
        laws::comes_back(&card, &back)?;
    }

    #[test]
    fn an_edit_between_changes_what_it_names_alone(
        Shown(card) in plain_card(), form in any_form(), edit in prop::sample::select(Edit::ALL.to_vec())
    ) {
        let options = Options::default().with_stash(Stash::Everywhere);
        let mut there = through_text(&card.clone().into_form(form, &options).unwrap().value);
        let mut here = card.clone();
        // Of several locales the other forms show one, and an edit there is one of that locale.
        let locales = matches!(&card, Card::V3L(card) if card.data.first_messages.len() > 1);
        if locales && matches!(edit, Edit::Greeting | Edit::Greetings) || !edit.on(&mut there) || !edit.on(&mut here) {
            return Ok(());
        }
        let Converted { value: mut back, loss } = through_text(&there).into_form(card.form(), &options).unwrap();
        // A draft of Prom that is edited is written in the final layout, so both sides are.
        back.set_description("written again");
        here.set_description("written again");
        let (back, here) = (json_of(&through_text(&back)), json_of(&here));
        let reported = |leaf: &str| loss.iter().any(|loss| leaf.parse().is_ok_and(|at: Pointer| at.below(&loss.pointer).is_some()));
        for leaf in leaves(&here).into_iter().filter(|leaf| !reported(leaf)) {
            let value = here.pointer(&leaf).unwrap();
            prop_assert!(is_there(&leaf, value, &back), "{leaf} is neither reported nor there\n{here}\n{}\n{back}\n{loss:?}", json_of(&there));
        }
    }

    /// A scenario as a variable is nothing to V2, and has the losses found by the comparison; without one they are known beforehand.
    #[test]
    fn what_v2_lacks_of_a_card_is_what_the_comparison_finds(
        Shown(card) in prop_oneof![3 => card(Form::V3, false), 1 => card(Form::V3, true)].prop_map(Shown),
    ) {
        let known = card.clone().into_form(Form::V2, &Options::default()).unwrap();
        let compared = Options::default().with_scenario(Scenario::Variable);
        prop_assert_eq!(known, card.into_form(Form::V2, &compared).unwrap());
    }

    #[test]
    fn what_is_not_reported_is_still_there(Shown(card) in any_card(), form in any_form(), options in any_options()) {
        let reported = card.loss_for(form, &options).unwrap();
        let there = card.clone().into_form(form, &options).unwrap();
        prop_assert_eq!(&there.loss, &reported);
        let back = through_text(&there.value).into_form(card.form(), &Options::default()).unwrap();
        let (before, after, result) = (json_of(&card), json_of(&back.value), json_of(&there.value));
        let pointers: Vec<_> = reported.iter().map(|loss| loss.pointer.as_str()).collect();
        for leaf in leaves(&before) {
            if pointers.iter().any(|p| leaf == *p || leaf.starts_with(&format!("{p}/"))) {
                continue;
            }
            let value = before.pointer(&leaf).unwrap();
            // What the target keeps beside its own members need not come back from there.
            let member = leaf.split("/0").next().unwrap_or_default();
            if before.pointer(member) == result.pointer(member) {
                continue;
            }
            prop_assert!(is_there(&leaf, value, &after), "{leaf} is neither reported nor there\n{before}\n{}\n{after}", json_of(&there.value));
        }
        // And nothing is reported that comes back as it was.
        for loss in &reported {
            let value = before.at(&loss.pointer).expect("a report points into the source");
            prop_assert_eq!(loss.size, value.to_string().len());
        }
    }

    #[test]
    fn converted_cards_fit_their_spec(Shown(card) in any_card(), form in any_form(), options in any_options()) {
        if form == card.form() {
            return Ok(());
        }
        let there = card.into_form(form, &options).unwrap().value;
        let read = Document::read(json_of(&there).to_string(), &Limits::default()).unwrap();
        if form != Form::V0 && form != Form::V1 {
            prop_assert_eq!(read.detection().form, form);
        }
        let findings: Vec<_> = read.findings().iter().filter(|f| f.rule.id == "missing-member" && !f.pointer.as_str().contains("assets") && !f.pointer.as_str().contains("first_messages")).collect();
        prop_assert!(findings.is_empty(), "{findings:?}");
    }
}

/// Pointers to all values that hold no other ones.
fn leaves(json: &Json) -> Vec<String> {
    fn walk(at: String, json: &Json, out: &mut Vec<String>) {
        match json {
            Json::Object(object) if !object.is_empty() => {
                for (key, value) in object.iter() {
                    walk(format!("{at}/{}", key.replace('~', "~0").replace('/', "~1")), value, out);
                }
            }
            Json::Array(items) if !items.is_empty() => {
                for (i, value) in items.iter().enumerate() {
                    walk(format!("{at}/{i}"), value, out);
                }
            }
            _ => out.push(at),
        }
    }
    let mut out = Vec::new();
    walk(String::new(), json, &mut out);
    out
}

/// Whether a value is at its place, or, in a list from which others went, further to the front.
fn is_there(leaf: &str, value: &Json, after: &Json) -> bool {
    fn find(steps: &[&str], value: &Json, at: &Json) -> bool {
        let Some((step, rest)) = steps.split_first() else {
            let container = matches!(value, Json::Object(_) | Json::Array(_));
            return sorted(at) == sorted(value) || container && at.kind_name() == value.kind_name();
        };
        match at {
            Json::Object(object) => {
                object.get(&step.replace("~1", "/").replace("~0", "~")).is_some_and(|at| find(rest, value, at))
            }
            Json::Array(items) => {
                let Ok(last) = step.parse::<usize>() else { return false };
                items.iter().take(last + 1).any(|at| find(rest, value, at))
            }
            _ => false,
        }
    }
    let steps: Vec<_> = leaf.split('/').skip(1).collect();
    find(&steps, value, after)
}

/// The folder of shared files, if there is one.
fn shared(path: &str) -> Option<PathBuf> {
    let root = std::env::var_os("CARDS_SHARED")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"), PathBuf::from);
    let path = root.join(path);
    if !path.exists() {
        println!("no {}, nothing to check", path.display());
        return None;
    }
    Some(path)
}

#[test]
fn real_cards_come_back_from_every_spec() {
    let Some(folder) = shared("corpus/real") else { return };
    let mut cards = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let bytes = std::fs::read(&path).unwrap();
        let texts = if path.extension().is_some_and(|ext| ext == "png") { chunk_texts(&bytes) } else { vec![bytes] };
        for text in texts {
            let Ok(document) = Document::read(text, &Limits::default()) else { continue };
            let Some(card) = document.card() else { continue };
            cards += 1;
            println!("{}", path.display());
            for form in FORMS {
                laws::comes_back(card, &[form]).unwrap();
                for other in FORMS {
                    laws::comes_back(card, &[form, other]).unwrap();
                }
            }
        }
    }
    assert!(cards > 15, "only {cards} cards in the corpus");
}

/// The base64 texts of the text chunks of a PNG, decoded.
fn chunk_texts(png: &[u8]) -> Vec<Vec<u8>> {
    let (mut at, mut texts) = (8, Vec::new());
    while let Some(head) = png.get(at..at + 8) {
        let length = u32::from_be_bytes(head[..4].try_into().unwrap()) as usize;
        let data = png.get(at + 8..at + 8 + length).unwrap_or_default();
        if &head[4..] == b"tEXt"
            && let Some(nul) = data.iter().position(|byte| *byte == 0)
        {
            texts.extend(BASE64_STANDARD.decode(&data[nul + 1..]));
        }
        at += 12 + length;
    }
    texts
}

/// SillyTavern keeps copies of the texts at the root. An edit in another form reaches them on the way back, but for those
/// that said something else before.
#[test]
fn copies_at_the_root_follow_an_edit_in_another_form() {
    let text = r#"{"name":"A","description":"old","scenario":"other","spec":"chara_card_v3","spec_version":"3.0",
        "data":{"name":"A","description":"old","scenario":"inside","tags":["t"]},"tags":["t"]}"#;
    let card = card_of(Form::V3, &text.parse().unwrap());
    for form in [Form::V1, Form::V2, Form::Prom] {
        let mut there = card.clone().into_form(form, &Options::default().with_stash(Stash::Everywhere)).unwrap().value;
        there.set_description("new");
        let back = through_text(&there).into_form(Form::V3, &Options::default()).unwrap();
        let wanted = text.replace("old", "new").parse::<Json>().unwrap();
        assert_eq!(sorted(&json_of(&back.value)), sorted(&wanted), "{form}");
        assert_eq!(back.loss, [], "{form}");
    }
}

/// Programs write the members of an entry in orders of their own.
#[test]
fn members_of_an_entry_come_back_from_a_file_in_their_order() {
    for entry in [
        r#"{"keys":["k"],"content":"c","extensions":{},"enabled":true,"insertion_order":1,"use_regex":false,"id":1}"#,
        r#"{"keys":["k"],"comment":"n","content":"c","constant":false,"insertion_order":1,"enabled":true,"position":"before_char","use_regex":false,"extensions":{}}"#,
        r#"{"use_regex":false,"keys":["k"],"content":"c","extensions":{},"enabled":true,"insertion_order":1}"#,
    ] {
        let text = format!(
            r#"{{"spec":"chara_card_v3","spec_version":"3.0","data":{{"name":"A","character_book":{{"extensions":{{}},"entries":[{entry}]}}}}}}"#
        );
        let card = card_of(Form::V3, &text.parse().unwrap());
        let there = card.into_form(Form::V2, &Options::default().with_stash(Stash::Everywhere)).unwrap().value;
        let back = through_text(&there).into_form(Form::V3, &Options::default()).unwrap().value;
        assert_eq!(json_of(&back).pointer("/data/character_book/entries/0").unwrap().to_string(), entry);
    }
}

/// Drafts of Prom have members where other cards may have some of their own by the same name.
#[test]
fn what_is_called_as_in_a_draft_of_prom_comes_back_or_is_reported() {
    for form in [Form::V2, Form::V3] {
        let spec = if form == Form::V2 { "chara_card_v2" } else { "chara_card_v3" };
        for name in FOREIGN {
            for value in ["7", r#""text""#, r#"["a"]"#, r#"{"solo":["s"],"creator":"c"}"#] {
                for place in ["", "/data"] {
                    let mut text = format!(r#"{{"spec":"{spec}","spec_version":"3.0","data":{{"name":"A"}}}}"#)
                        .parse::<Json>()
                        .unwrap();
                    let at = text.pointer_mut(place).and_then(Json::as_object_mut).unwrap();
                    if at.get(name).is_some() {
                        continue;
                    }
                    at.insert(*name, value.parse::<Json>().unwrap());
                    let card = card_of(form, &text);
                    laws::comes_back(&card, &[Form::Prom]).unwrap_or_else(|broken| panic!("{text}: {broken}"));
                    laws::comes_back(&card, &[Form::V3L, Form::Prom])
                        .unwrap_or_else(|broken| panic!("{text}: {broken}"));
                    // Without a stash the file itself holds it where the report does not name it.
                    let there = card.clone().into_form(Form::Prom, &Options::default()).unwrap();
                    let at = place.parse::<Pointer>().unwrap().member(name);
                    let reported =
                        there.loss.iter().any(|loss| loss.pointer.starts_with(&at) || at.starts_with(&loss.pointer));
                    let read = Document::read(json_of(&there.value).to_string(), &Limits::default()).unwrap();
                    let back = read.card().unwrap().clone().into_form(form, &Options::default()).unwrap().value;
                    let same = json_of(&back).at(&at) == json_of(&card).at(&at);
                    assert!(reported || same, "{at} of {text} became {}", json_of(&back));
                }
            }
        }
    }
}
