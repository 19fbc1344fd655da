//! The fields of a card of any spec: where each spec keeps them, read and set by one list.

use crate::json::Object;
use crate::spec::examples::{prom_of_text, v3l_of_text};
use crate::spec::locale::ENGLISH;
use crate::spec::lorebook::Lorebook;
use crate::spec::{prom, v3l};
use crate::{Card, Error, GreetingKind, Rest, Timestamp};

/// Declares texts that most specs have: a getter, a setter, and the field of V0, V1, V2, V3, V3L and Prom; `-` where the
/// spec has none. A setter of a text that each spec has cannot fail.
macro_rules! texts {
    ($(
        $(#[doc = $doc:literal])*
        $get:ident, $set:ident, each: [$($v0:tt)+] [$($v1:tt)+] [$($v2:tt)+] [$($v3:tt)+] [$($v3l:tt)+] [$($prom:tt)+];
    )*) => {
        impl Card {
            $(
                $(#[doc = $doc])*
                #[must_use]
                pub fn $get(&self) -> &str {
                    match self {
                        Self::V0(card) => &card.$($v0)+,
                        Self::V1(card) => &card.$($v1)+,
                        Self::V2(card) => &card.$($v2)+,
                        Self::V3(card) => &card.$($v3)+,
                        Self::V3L(card) => &card.$($v3l)+,
                        Self::Prom(card) => &card.$($prom)+,
                    }
                }

                #[doc = concat!("Sets [`Card::", stringify!($get), "`], which each spec has.")]
                pub fn $set(&mut self, text: impl Into<String>) {
                    let place = match self {
                        Self::V0(card) => &mut card.$($v0)+,
                        Self::V1(card) => &mut card.$($v1)+,
                        Self::V2(card) => &mut card.$($v2)+,
                        Self::V3(card) => &mut card.$($v3)+,
                        Self::V3L(card) => &mut card.$($v3l)+,
                        Self::Prom(card) => &mut card.$($prom)+,
                    };
                    *place = text.into();
                }
            )*
        }
    };
    ($(
        $(#[doc = $doc:literal])*
        $get:ident, $set:ident: [$($v0:tt)+] [$($v1:tt)+] [$($v2:tt)+] [$($v3:tt)+] [$($v3l:tt)+] [$($prom:tt)+];
    )*) => {
        impl Card {
            $(
                $(#[doc = $doc])*
                #[must_use]
                pub fn $get(&self) -> &str {
                    match self {
                        Self::V0(_card) => texts!(@get _card $($v0)+),
                        Self::V1(_card) => texts!(@get _card $($v1)+),
                        Self::V2(_card) => texts!(@get _card $($v2)+),
                        Self::V3(_card) => texts!(@get _card $($v3)+),
                        Self::V3L(_card) => texts!(@get _card $($v3l)+),
                        Self::Prom(_card) => texts!(@get _card $($prom)+),
                    }
                }

                #[doc = concat!("Sets [`Card::", stringify!($get), "`].")]
                ///
                /// # Errors
                /// [`Error::NoField`] where the spec has no such field.
                pub fn $set(&mut self, text: impl Into<String>) -> Result<(), Error> {
                    let form = self.form();
                    let place: Option<&mut String> = match self {
                        Self::V0(_card) => texts!(@set _card $($v0)+),
                        Self::V1(_card) => texts!(@set _card $($v1)+),
                        Self::V2(_card) => texts!(@set _card $($v2)+),
                        Self::V3(_card) => texts!(@set _card $($v3)+),
                        Self::V3L(_card) => texts!(@set _card $($v3l)+),
                        Self::Prom(_card) => texts!(@set _card $($prom)+),
                    };
                    *place.ok_or(Error::NoField { form, field: stringify!($get) })? = text.into();
                    Ok(())
                }
            )*
        }
    };
    (@get $card:ident -) => { "" };
    (@get $card:ident info.$field:ident) => { $card.metadata.as_ref().map_or("", |info| &info.$field) };
    (@get $card:ident $($path:tt)+) => { &$card.$($path)+ };
    (@set $card:ident -) => { None };
    (@set $card:ident info.$field:ident) => { Some(&mut $card.metadata.get_or_insert_default().$field) };
    (@set $card:ident $($path:tt)+) => { Some(&mut $card.$($path)+) };
}

texts! {
    /// The character's name.
    name, set_name, each: [char_name] [name] [data.name] [data.name] [data.name] [data.name];
    /// The description.
    description, set_description, each:
        [char_persona] [description] [data.description] [data.description] [data.description] [data.description];
}

texts! {
    /// The personality; empty in V0 and CCv3L, which have none.
    personality, set_personality: [-] [personality] [data.personality] [data.personality] [-] [data.personality];
    /// The scenario; empty in CCv3L and Prom, which have none.
    scenario, set_scenario: [world_scenario] [scenario] [data.scenario] [data.scenario] [-] [-];
    /// The system prompt; empty where the user's own holds.
    system_prompt, set_system_prompt: [-] [-] [data.system_prompt] [data.system_prompt] [-] [data.system_prompt];
    /// The post-history instructions; empty where the user's own hold.
    post_history_instructions, set_post_history_instructions:
        [-] [-] [data.post_history_instructions] [data.post_history_instructions] [-] [data.post_history_instructions];
    /// Who made the card.
    creator, set_creator: [-] [-] [data.creator] [data.creator] [data.creator] [info.creator];
    /// The version of the card.
    character_version, set_character_version:
        [-] [-] [data.character_version] [data.character_version] [data.character_version] [info.version];
}

impl Card {
    /// The greeting shown by default; empty where there is none.
    #[must_use]
    pub fn first_mes(&self) -> &str {
        match self {
            Self::V0(card) => &card.char_greeting,
            Self::V1(card) => &card.first_mes,
            Self::V2(card) => &card.data.first_mes,
            Self::V3(card) => &card.data.first_mes,
            Self::V3L(card) => {
                card.data.first_messages.first().and_then(|here| here.messages.first()).map_or("", |x| x)
            }
            Self::Prom(card) => card.data.greetings.solo.first().map_or("", |text| text),
        }
    }

    /// Sets the greeting shown by default. In CCv3L it belongs to the first locale of the card, or to English.
    pub fn set_first_mes(&mut self, text: impl Into<String>) {
        let text = text.into();
        match self {
            Self::V0(card) => card.char_greeting = text,
            Self::V1(card) => card.first_mes = text,
            Self::V2(card) => card.data.first_mes = text,
            Self::V3(card) => card.data.first_mes = text,
            Self::V3L(card) => set_first(first_locale(card), text),
            Self::Prom(card) => set_first(&mut card.data.greetings.solo, text),
        }
    }

    /// The greetings to choose instead of the first, without those for group chats and other locales.
    #[must_use]
    pub fn alternate_greetings(&self) -> Vec<&str> {
        self.greetings_of(&GreetingKind::Alternate)
    }

    /// Sets the greetings to choose instead of the first.
    ///
    /// # Errors
    /// [`Error::NoField`] for V0 and V1.
    pub fn set_alternate_greetings<T: Into<String>>(
        &mut self,
        texts: impl IntoIterator<Item = T>,
    ) -> Result<(), Error> {
        let others: Vec<String> = texts.into_iter().map(Into::into).collect();
        match self {
            Self::V0(_) | Self::V1(_) => return Err(self.no_field("alternate_greetings")),
            Self::V2(card) => card.data.alternate_greetings = others,
            Self::V3(card) => card.data.alternate_greetings = others,
            Self::V3L(card) => set_others(first_locale(card), others),
            Self::Prom(card) => set_others(&mut card.data.greetings.solo, others),
        }
        Ok(())
    }

    /// Adds a greeting to choose instead of the first.
    ///
    /// ```
    /// let mut card: cards_model::Card = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria"}}"#.parse()?;
    /// card.add_greeting("Who goes there?")?;
    /// assert_eq!(card.alternate_greetings(), ["Who goes there?"]);
    /// # Ok::<(), cards_model::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NoField`] for V0 and V1.
    pub fn add_greeting(&mut self, text: impl Into<String>) -> Result<(), Error> {
        let mut texts: Vec<String> = self.alternate_greetings().into_iter().map(str::to_owned).collect();
        texts.push(text.into());
        self.set_alternate_greetings(texts)
    }

    /// The greetings for group chats only.
    #[must_use]
    pub fn group_only_greetings(&self) -> Vec<&str> {
        self.greetings_of(&GreetingKind::GroupOnly)
    }

    /// Sets the tags.
    ///
    /// # Errors
    /// [`Error::NoField`] for V0 and V1.
    pub fn set_tags<T: Into<String>>(&mut self, tags: impl IntoIterator<Item = T>) -> Result<(), Error> {
        let tags = tags.into_iter().map(Into::into).collect();
        match self {
            Self::V0(_) | Self::V1(_) => return Err(self.no_field("tags")),
            Self::V2(card) => card.data.tags = tags,
            Self::V3(card) => card.data.tags = tags,
            Self::V3L(card) => card.data.tags = tags,
            Self::Prom(card) => card.metadata.get_or_insert_default().tags = tags,
        }
        Ok(())
    }

    /// Adds a tag behind the others; one that is there stays as it is.
    ///
    /// # Errors
    /// [`Error::NoField`] for V0 and V1.
    pub fn add_tag(&mut self, tag: impl Into<String>) -> Result<(), Error> {
        let (tag, mut tags) = (tag.into(), self.tags().to_vec());
        if !tags.contains(&tag) {
            tags.push(tag);
        }
        self.set_tags(tags)
    }

    /// Takes a tag out, wherever it is.
    ///
    /// ```
    /// let mut card = cards_model::Card::new("Aria");
    /// card.set_tags(["bard", "sea"])?;
    /// card.add_tag("night")?;
    /// card.remove_tag("sea")?;
    /// assert_eq!(card.tags().join(", "), "bard, night");
    /// # Ok::<(), cards_model::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NoField`] for V0 and V1.
    pub fn remove_tag(&mut self, tag: &str) -> Result<(), Error> {
        let tags: Vec<String> = self.tags().iter().filter(|there| *there != tag).cloned().collect();
        self.set_tags(tags)
    }

    /// Sets the notes to the users of the card that hold for everybody; in CCv3L those of the first locale, or English.
    ///
    /// # Errors
    /// [`Error::NoField`] for V0 and V1.
    pub fn set_creator_notes(&mut self, text: impl Into<String>) -> Result<(), Error> {
        match self {
            Self::V0(_) | Self::V1(_) => return Err(self.no_field("creator_notes")),
            Self::V2(card) => card.data.creator_notes = text.into(),
            Self::V3(card) => {
                card.data.creator_notes = text.into();
                // Where the map has English notes, the plain ones are ignored.
                let map = card.data.creator_notes_multilingual.iter_mut().flat_map(|map| &mut map.0);
                for (_, note) in map.filter(|(locale, _)| locale.eq_ignore_ascii_case(ENGLISH)) {
                    note.clone_from(&card.data.creator_notes);
                }
            }
            Self::V3L(card) => match card.data.creator_notes.first_mut() {
                Some(note) => note.content = text.into(),
                None => card.data.creator_notes.push(v3l::CreatorNote {
                    locale: ENGLISH.to_owned(),
                    content: text.into(),
                    ..v3l::CreatorNote::default()
                }),
            },
            Self::Prom(card) => card.metadata.get_or_insert_default().creator_notes = text.into(),
        }
        Ok(())
    }

    /// When the card was made, where it says so; V0, V1, V2 and Prom have no place for it.
    #[must_use]
    pub fn creation_date(&self) -> Option<Timestamp> {
        match self {
            Self::V3(card) => card.data.creation_date.clone(),
            Self::V3L(card) => card.data.creation_date.clone(),
            _ => None,
        }
    }

    /// When the card was changed last, where it says so; V0, V1, V2 and Prom have no place for it.
    #[must_use]
    pub fn modification_date(&self) -> Option<Timestamp> {
        match self {
            Self::V3(card) => card.data.modification_date.clone(),
            Self::V3L(card) => card.data.modification_date.clone(),
            _ => None,
        }
    }

    /// Sets the nickname; an empty text takes it out.
    ///
    /// # Errors
    /// [`Error::NoField`] where the spec has none: V0, V1, V2 and Prom.
    pub fn set_nickname(&mut self, nickname: impl Into<String>) -> Result<(), Error> {
        let nickname = Some(nickname.into()).filter(|nickname| !nickname.is_empty());
        match self {
            Self::V3(card) => card.data.nickname = nickname,
            Self::V3L(card) => card.data.nickname = nickname,
            _ => return Err(self.no_field("nickname")),
        }
        Ok(())
    }

    /// Data of applications, to be changed; Prom gets its `external.appdata`.
    ///
    /// ```
    /// use cards_model::{Card, v2};
    /// let mut card = Card::from(v2::Card::default());
    /// card.extensions_mut()?.insert("mine", 1);
    /// assert_eq!(card.extensions().len(), 1);
    /// # Ok::<(), cards_model::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NoField`] for V0 and V1, which have no place for it.
    pub fn extensions_mut(&mut self) -> Result<&mut Object, Error> {
        match self {
            Self::V0(_) | Self::V1(_) => Err(self.no_field("extensions")),
            Self::V2(card) => Ok(&mut card.data.extensions),
            Self::V3(card) => Ok(&mut card.data.extensions),
            Self::V3L(card) => Ok(&mut card.data.extensions),
            Self::Prom(card) => Ok(card.external.get_or_insert_default().appdata.get_or_insert_default()),
        }
    }

    /// Sets the example conversations from one text of `<START>` blocks, as [`Card::mes_example`] gives them. CCv3L and Prom keep
    /// messages, which are cut where a line begins with a name or `{{user}}:` and `{{char}}:`.
    ///
    /// ```
    /// use cards_model::{Card, prom};
    /// let mut card = Card::from(prom::Card::default());
    /// card.set_mes_example("<START>\n{{user}}: Hi!\n{{char}}: Ahoy.");
    /// assert_eq!(card.mes_example(), "<START>\n{{user}}: Hi!\n{{char}}: Ahoy.");
    /// ```
    pub fn set_mes_example(&mut self, text: impl Into<String>) {
        let text = text.into();
        match self {
            Self::V0(card) => card.example_dialogue = text,
            Self::V1(card) => card.mes_example = text,
            Self::V2(card) => card.data.mes_example = text,
            Self::V3(card) => card.data.mes_example = text,
            Self::V3L(card) => card.data.example_messages = v3l_of_text(&text, &card.data.name),
            Self::Prom(card) => card.data.example_messages = prom_of_text(&text, &card.data.name),
        }
    }

    /// The embedded lorebook, to be changed; none where there is none, and for Prom, whose books are of another type:
    /// [`Card::edit_lorebook`] serves every spec.
    pub fn lorebook_mut(&mut self) -> Option<&mut Lorebook> {
        match self {
            Self::V0(_) | Self::V1(_) | Self::Prom(_) => None,
            Self::V2(card) => card.data.character_book.as_mut(),
            Self::V3(card) => card.data.character_book.as_mut(),
            Self::V3L(card) => card.data.character_book.as_mut(),
        }
    }

    /// What is at the root of the file beside the members of the spec.
    #[must_use]
    pub fn rest(&self) -> &Rest {
        match self {
            Self::V0(card) => &card.rest,
            Self::V1(card) => &card.rest,
            Self::V2(card) => &card.rest,
            Self::V3(card) => &card.rest,
            Self::V3L(card) => &card.rest,
            Self::Prom(card) => &card.rest,
        }
    }

    /// What is at the root of the file beside the members of the spec, to be changed.
    pub fn rest_mut(&mut self) -> &mut Rest {
        match self {
            Self::V0(card) => &mut card.rest,
            Self::V1(card) => &mut card.rest,
            Self::V2(card) => &mut card.rest,
            Self::V3(card) => &mut card.rest,
            Self::V3L(card) => &mut card.rest,
            Self::Prom(card) => &mut card.rest,
        }
    }

    fn greetings_of(&self, kind: &GreetingKind) -> Vec<&str> {
        self.greetings().into_iter().filter(|greeting| greeting.kind == *kind).map(|greeting| greeting.text).collect()
    }

    pub(crate) fn no_field(&self, field: &'static str) -> Error {
        Error::NoField { form: self.form(), field }
    }
}

macro_rules! from_cards {
    ($($spec:path => $variant:ident),* $(,)?) => { $(
        impl From<$spec> for Card {
            fn from(card: $spec) -> Self {
                Self::$variant(Box::new(card))
            }
        }
    )* };
}
from_cards! {
    crate::v0::Card => V0,
    crate::v1::Card => V1,
    crate::v2::Card => V2,
    crate::v3::Card => V3,
    v3l::Card => V3L,
    prom::Card => Prom,
}

/// The greetings of a card's first locale, which is made where there is none.
pub(super) fn first_locale(card: &mut v3l::Card) -> Option<&mut Vec<String>> {
    let all = &mut card.data.first_messages;
    if all.is_empty() {
        all.push(v3l::FirstMessages { locale: ENGLISH.to_owned(), ..v3l::FirstMessages::default() });
    }
    all.first_mut().map(|first| &mut first.messages)
}

fn set_first<'a>(texts: impl Into<Option<&'a mut Vec<String>>>, text: String) {
    let Some(texts) = texts.into() else { return };
    match texts.first_mut() {
        Some(first) => *first = text,
        None => texts.push(text),
    }
}

/// Sets the texts behind the first, for which an empty one is put where there is none.
fn set_others<'a>(texts: impl Into<Option<&'a mut Vec<String>>>, others: Vec<String>) {
    let Some(texts) = texts.into() else { return };
    if texts.is_empty() {
        texts.push(String::new());
    }
    texts.truncate(1);
    texts.extend(others);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{v1, v2, v3};

    fn all() -> [Card; 6] {
        [
            crate::v0::Card::default().into(),
            v1::Card::default().into(),
            v2::Card::default().into(),
            v3::Card::default().into(),
            v3l::Card::default().into(),
            prom::Card::default().into(),
        ]
    }

    #[test]
    fn what_is_set_is_what_is_got() {
        for mut card in all() {
            let form = card.form();
            card.set_name("Aria");
            card.set_description("A bard.");
            card.set_mes_example("<START>\n{{user}}: Hi\n{{char}}: Ho");
            assert_eq!(card.mes_example(), "<START>\n{{user}}: Hi\n{{char}}: Ho", "{form}");
            card.set_first_mes("Hi");
            assert_eq!((card.name(), card.description(), card.first_mes()), ("Aria", "A bard.", "Hi"), "{form}");
            if card.set_alternate_greetings(["Ho", "Hey"]).is_ok() {
                assert_eq!((card.first_mes(), card.alternate_greetings()), ("Hi", vec!["Ho", "Hey"]), "{form}");
            }
            for (done, got) in [
                (card.set_creator("me").is_ok(), card.creator().to_owned()),
                (card.set_character_version("2").is_ok(), card.character_version().to_owned()),
                (card.set_creator_notes("n").is_ok(), card.creator_notes().to_owned()),
                (card.set_tags(["bard"]).is_ok(), card.tags().concat()),
                (card.set_scenario("s").is_ok(), card.scenario().to_owned()),
                (card.set_nickname("A").is_ok(), card.nickname().unwrap_or_default().to_owned()),
            ] {
                assert_eq!(done, !got.is_empty(), "{form}");
            }
            if let Ok(extensions) = card.extensions_mut() {
                extensions.insert("x", 1);
                assert_eq!(card.extensions().len(), 1, "{form}");
            }
            card.rest_mut().insert("_mine", true);
            assert!(card.rest().unknown().get("_mine").is_some(), "{form}");
        }
    }

    #[test]
    fn a_field_that_a_spec_lacks_is_an_error_that_names_it() {
        let mut card = Card::from(v1::Card::default());
        let error = card.set_nickname("A").unwrap_err();
        assert_eq!(error.to_string(), "a V1 card has no field `nickname`");
    }
}
