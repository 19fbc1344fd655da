//! A card of any spec, and what can be asked of all of them.

use std::borrow::Cow;

use crate::json::{Json, Object};
use crate::spec::locale::{ENGLISH, nearest};
use crate::spec::lorebook::Lorebook;
use crate::{Asset, v0, v1, v2, v3, v3l};
use crate::{Form, prom};

/// A card of any spec.
///
/// ```
/// use cards_model::{Card, v2};
/// let mut card: Card = r#"{"spec":"chara_card_v3","data":{"name":"Aria"}}"#.parse()?;
/// card.set_description("A bard.");
/// assert_eq!((card.name(), card.form().id()), ("Aria", "v3"));
/// assert_eq!(Card::from(v2::Card::default()).name(), "");
/// # Ok::<(), cards_model::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Card {
    /// The layout before V1.
    V0(Box<v0::Card>),
    /// Tavern Card V1.
    V1(Box<v1::Card>),
    /// Tavern Card V2.
    V2(Box<v2::Card>),
    /// Character Card V3.
    V3(Box<v3::Card>),
    /// Character Card V3 for Lynn.
    V3L(Box<v3l::Card>),
    /// Prom V3.1.
    Prom(Box<prom::Card>),
}

/// Which greeting of a card a text is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum GreetingKind {
    /// The one shown by default (`first_mes`).
    First,
    /// One to choose instead (`alternate_greetings`).
    Alternate,
    /// One for group chats only.
    GroupOnly,
    /// One in another locale than the card's first (CCv3L).
    Locale(String),
}

/// A first message of the character.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Greeting<'a> {
    /// Which one it is.
    pub kind: GreetingKind,
    /// The text, macros and all.
    pub text: &'a str,
}

/// A greeting is its text, wherever a text is asked for.
impl std::ops::Deref for Greeting<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        self.text
    }
}

impl std::fmt::Display for Greeting<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.text)
    }
}

impl Card {
    /// A new Character Card V3 of this name, all else empty; [`Card::blank`] makes one of another form.
    ///
    /// ```
    /// use cards_model::{Card, Form};
    /// let card = Card::new("Aria");
    /// assert_eq!((card.name(), card.form()), ("Aria", Form::V3));
    /// ```
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        let mut card = Self::from(v3::Card::default());
        card.set_name(name);
        card
    }

    /// An empty card to begin with; `None` for a form that is no card, and for the layout before V1, which nobody writes.
    #[must_use]
    pub fn blank(form: Form) -> Option<Self> {
        Some(match form {
            Form::V1 => v1::Card::default().into(),
            Form::V2 => v2::Card::default().into(),
            Form::V3 => v3::Card::default().into(),
            Form::V3L => v3l::Card::default().into(),
            Form::Prom => prom::Card { metadata: Some(prom::Info::default()), ..prom::Card::default() }.into(),
            _ => return None,
        })
    }

    /// The spec that the card follows.
    #[must_use]
    pub fn form(&self) -> Form {
        match self {
            Self::V0(_) => Form::V0,
            Self::V1(_) => Form::V1,
            Self::V2(_) => Form::V2,
            Self::V3(_) => Form::V3,
            Self::V3L(_) => Form::V3L,
            Self::Prom(_) => Form::Prom,
        }
    }

    /// The nickname, unless it is empty or the spec has none.
    #[must_use]
    pub fn nickname(&self) -> Option<&str> {
        match self {
            Self::V3(card) => card.data.nickname.as_deref(),
            Self::V3L(card) => card.data.nickname.as_deref(),
            _ => None,
        }
        .filter(|nickname| !nickname.is_empty())
    }

    /// What `{{char}}` shows: the nickname if there is one, else the name.
    ///
    /// Spec: CCv3 `nickname`.
    #[must_use]
    pub fn display_name(&self) -> &str {
        self.nickname().unwrap_or_else(|| self.name())
    }

    /// The example conversations as one text, blocks behind `<START>` lines.
    #[must_use]
    pub fn mes_example(&self) -> Cow<'_, str> {
        match self {
            Self::V0(card) => Cow::Borrowed(&card.example_dialogue),
            Self::V1(card) => Cow::Borrowed(&card.mes_example),
            Self::V2(card) => Cow::Borrowed(&card.data.mes_example),
            Self::V3(card) => Cow::Borrowed(&card.data.mes_example),
            Self::V3L(card) => Cow::Owned(crate::spec::examples::text_of_v3l(&card.data.example_messages)),
            Self::Prom(card) => Cow::Owned(crate::spec::examples::text_of_prom(&card.data.example_messages)),
        }
    }

    /// Every greeting, the default one first. In CCv3L the first locale of the card is the default one.
    #[must_use]
    pub fn greetings(&self) -> Vec<Greeting<'_>> {
        let mut greetings = Vec::new();
        match self {
            Self::V0(card) => push_first(&mut greetings, &card.char_greeting),
            Self::V1(card) => push_first(&mut greetings, &card.first_mes),
            Self::V2(card) => {
                push_first(&mut greetings, &card.data.first_mes);
                push_all(&mut greetings, &GreetingKind::Alternate, &card.data.alternate_greetings);
            }
            Self::V3(card) => {
                push_first(&mut greetings, &card.data.first_mes);
                push_all(&mut greetings, &GreetingKind::Alternate, &card.data.alternate_greetings);
                push_all(&mut greetings, &GreetingKind::GroupOnly, &card.data.group_only_greetings);
            }
            Self::V3L(card) => {
                for (i, locale) in card.data.first_messages.iter().enumerate() {
                    match locale.messages.split_first() {
                        Some((first, others)) if i == 0 => {
                            push_first(&mut greetings, first);
                            push_all(&mut greetings, &GreetingKind::Alternate, others);
                        }
                        _ => push_all(&mut greetings, &GreetingKind::Locale(locale.locale.clone()), &locale.messages),
                    }
                }
            }
            Self::Prom(card) => {
                if let Some((first, others)) = card.data.greetings.solo.split_first() {
                    push_first(&mut greetings, first);
                    push_all(&mut greetings, &GreetingKind::Alternate, others);
                }
                push_all(&mut greetings, &GreetingKind::GroupOnly, &card.data.greetings.group);
            }
        }
        greetings
    }

    /// The embedded lorebook. A Prom book comes as the lorebook that it stands for.
    #[must_use]
    pub fn lorebook(&self) -> Option<Cow<'_, Lorebook>> {
        match self {
            Self::V0(_) | Self::V1(_) => None,
            Self::V2(card) => card.data.character_book.as_ref().map(Cow::Borrowed),
            Self::V3(card) => card.data.character_book.as_ref().map(Cow::Borrowed),
            Self::V3L(card) => card.data.character_book.as_ref().map(Cow::Borrowed),
            Self::Prom(card) => card.data.character_book.as_ref().map(|book| Cow::Owned(Lorebook::from(book))),
        }
    }

    /// Notes to the users of the card, in the card's default language: in CCv3 the English ones.
    #[must_use]
    pub fn creator_notes(&self) -> &str {
        self.notes(None)
    }

    /// Notes to the users of the card, in the wanted locale or the nearest one that there is.
    ///
    /// Nearest is the same language without its region, then the card's default notes: in CCv3 the English ones.
    ///
    /// Spec: CCv3 `creator_notes_multilingual`; the plain notes are the English ones, and are ignored where the map has
    /// those.
    #[must_use]
    pub fn creator_notes_in(&self, locale: &str) -> &str {
        self.notes(Some(locale))
    }

    fn notes(&self, locale: Option<&str>) -> &str {
        match self {
            Self::V0(_) | Self::V1(_) => "",
            Self::V2(card) => &card.data.creator_notes,
            Self::V3(card) => {
                let by_locale = card.data.creator_notes_multilingual.iter().flat_map(|map| &map.0);
                let by_locale = by_locale.map(|(locale, text)| (locale.as_str(), text.as_str()));
                let english = by_locale.clone().find(|(locale, _)| locale.eq_ignore_ascii_case(ENGLISH));
                let (_, english) = english.unwrap_or((ENGLISH, &card.data.creator_notes));
                // Notes in other languages alone are better than none.
                let english = Some(english).filter(|text| !text.is_empty());
                let english = english.or_else(|| by_locale.clone().next().map(|(_, text)| text)).unwrap_or_default();
                of_locale(locale, by_locale.chain([(ENGLISH, english)])).unwrap_or(english)
            }
            Self::V3L(card) => {
                let notes = || card.data.creator_notes.iter().map(|note| (note.locale.as_str(), note.content.as_str()));
                // The prose of the spec has a plain string here, its interface a list.
                let plain = || card.data.rest.odd_of::<v3l::Data>("creator_notes").and_then(Json::as_str);
                let listed = of_locale(locale, notes()).or_else(|| notes().next().map(|(_, text)| text));
                listed.or_else(plain).unwrap_or_default()
            }
            Self::Prom(card) => card.metadata.as_ref().map_or("", |info| &info.creator_notes),
        }
    }

    /// The tags.
    #[must_use]
    pub fn tags(&self) -> &[String] {
        match self {
            Self::V0(_) | Self::V1(_) => &[],
            Self::V2(card) => &card.data.tags,
            Self::V3(card) => &card.data.tags,
            Self::V3L(card) => &card.data.tags,
            Self::Prom(card) => card.metadata.as_ref().map_or(&[], |info| &info.tags),
        }
    }

    /// The attached files. A V3 or V3L card without the member has the one default icon.
    #[must_use]
    pub fn assets(&self) -> Cow<'_, [Asset]> {
        let assets = match self {
            Self::V3(card) => &card.data.assets,
            Self::V3L(card) => &card.data.assets,
            _ => return Cow::Borrowed(&[]),
        };
        match assets {
            Some(assets) => Cow::Borrowed(assets),
            None => Cow::Owned(vec![Asset::default_icon()]),
        }
    }

    /// Data of applications: `extensions`, or `external.appdata` in Prom.
    #[must_use]
    pub fn extensions(&self) -> &Object {
        const NONE: &Object = &Object::new();
        match self {
            Self::V0(_) | Self::V1(_) => NONE,
            Self::V2(card) => &card.data.extensions,
            Self::V3(card) => &card.data.extensions,
            Self::V3L(card) => &card.data.extensions,
            Self::Prom(card) => card.external.as_ref().and_then(|external| external.appdata.as_ref()).unwrap_or(NONE),
        }
    }
}

fn push_first<'a>(greetings: &mut Vec<Greeting<'a>>, text: &'a str) {
    greetings.push(Greeting { kind: GreetingKind::First, text });
}

fn push_all<'a>(greetings: &mut Vec<Greeting<'a>>, kind: &GreetingKind, texts: &'a [String]) {
    greetings.extend(texts.iter().map(|text| Greeting { kind: kind.clone(), text }));
}

/// The text of a locale: exact, else of the same language.
fn of_locale<'a>(wanted: Option<&str>, mut texts: impl Iterator<Item = (&'a str, &'a str)> + Clone) -> Option<&'a str> {
    let at = nearest(texts.clone().map(|(locale, _)| locale), wanted?)?;
    texts.nth(at).map(|(_, text)| text)
}
