//! Edits of a document by pointer, as a front end asks for them.

use crate::document::{Field, Findings, SpecObject};
use crate::json::{Json, Pointer, Source as _, ValueReader};
use crate::rules::{self, card::stale_mirrors};
use crate::terms::rule::Rule;
use crate::{Card, Content, Document, Error};

/// What a field of a spec cannot hold.
const ODD: &[&Rule] = &[&rules::WRONG_TYPE, &rules::BAD_ELEMENT, &rules::NULL_MEMBER];

impl Document {
    /// The value that a pointer leads to, as it would be written now. The whole content is written for it, so a program that knows
    /// the spec reads the field of the struct instead.
    ///
    /// ```
    /// use cards_model::{Document, Json, Pointer, v2};
    /// let mut document = Document::new(v2::Card::default());
    /// let name = Pointer::from(["data", "name"]);
    /// document.set(&name, "Aria")?;
    /// assert_eq!(document.get(&name), Some(Json::from("Aria")));
    /// # Ok::<(), cards_model::Error>(())
    /// ```
    #[must_use]
    pub fn get(&self, pointer: &Pointer) -> Option<Json> {
        self.content.to_json().at(pointer).cloned()
    }

    /// Sets the value that a pointer leads to, and gives back what was there; a member that is absent is added.
    ///
    /// Where the pointer names a field of the spec, the value has to be of its type. The whole content is written and
    /// read for it, so a program that knows the spec sets the field of the struct instead.
    ///
    /// ```
    /// use cards_model::{Document, Pointer, v2};
    /// let mut document = Document::new(v2::Card::default());
    /// document.set(&Pointer::from(["data", "name"]), "Aria")?;
    /// assert_eq!(document.card().map(|card| card.name()), Some("Aria"));
    /// assert!(document.set(&Pointer::from(["data", "tags"]), 7).is_err());
    /// # Ok::<(), cards_model::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Json`] when nothing there can hold it, [`Error::Field`] when it is not of the field's type. The document
    /// stays as it was then.
    pub fn set(&mut self, pointer: &Pointer, value: impl Into<Json>) -> Result<Option<Json>, Error> {
        self.edit(pointer, |json| Ok(json.set(pointer, value)?))
    }

    /// Adds a value where a pointer leads: in a list, before the element that is there; in an object as
    /// [`Document::set`] does.
    ///
    /// # Errors
    /// Those of [`Document::set`].
    pub fn insert(&mut self, pointer: &Pointer, value: impl Into<Json>) -> Result<(), Error> {
        self.edit(pointer, |json| Ok(json.insert(pointer, value)?))
    }

    /// Takes out the member or element that a pointer leads to, and gives it back.
    ///
    /// # Errors
    /// [`Error::Json`] when what is left cannot be read. What was oddly in it before stays as it was.
    pub fn remove(&mut self, pointer: &Pointer) -> Result<Option<Json>, Error> {
        self.edit_json(|json| Ok((json.remove(pointer), Vec::new())))
    }

    /// Brings the copies of V1 members that are beside `data` in step with it, as SillyTavern keeps them, and gives the
    /// places that changed. Copies that are not there are not made.
    pub fn sync_mirrors(&mut self) -> Vec<Pointer> {
        self.card_mut().map_or_else(Vec::new, |card| card.sync_copies(|_| true))
    }

    /// Changes the content as JSON, at several places at once: all of it, or nothing.
    ///
    /// `change` gives the places that it changed; what a field of the spec cannot hold is refused there, and tolerated
    /// elsewhere, as it was in the file.
    ///
    /// # Errors
    /// Those of [`Document::set`], and what `change` answers.
    pub fn edit_json<T, E: From<Error>>(
        &mut self,
        change: impl FnOnce(&mut Json) -> Result<(T, Vec<Pointer>), E>,
    ) -> Result<T, E> {
        let mut json = self.content.to_json();
        let (answer, places) = change(&mut json)?;
        let mut reader = ValueReader::new(&json, Findings::first_of(places, ODD));
        let content = Content::read(self.content.form(), &mut reader).map_err(Error::from)?;
        let findings = reader.finish().map_err(Error::from)?;
        if let Some(finding) = findings.into_first() {
            // What a reader does about it is no part of a refusal.
            let problem = finding.message.split_once("; ").map_or(&*finding.message, |(problem, _)| problem).to_owned();
            return Err(Error::Field { pointer: finding.pointer, problem }.into());
        }
        self.content = content;
        Ok(answer)
    }

    fn edit<T>(&mut self, pointer: &Pointer, change: impl FnOnce(&mut Json) -> Result<T, Error>) -> Result<T, Error> {
        self.edit_json(|json| Ok((change(json)?, vec![pointer.clone()])))
    }
}

impl Card {
    /// Brings those copies of members of `data` in step with it that are asked for, and gives the places that changed.
    pub(crate) fn sync_copies(&mut self, wanted: impl Fn(&str) -> bool) -> Vec<Pointer> {
        match self {
            Self::V2(card) => sync(&card.data, &mut card.rest, wanted),
            Self::V3(card) => sync(&card.data, &mut card.rest, wanted),
            _ => Vec::new(),
        }
    }
}

fn sync<T: SpecObject + Field>(data: &T, rest: &mut crate::Rest, wanted: impl Fn(&str) -> bool) -> Vec<Pointer> {
    let mut stale = stale_mirrors(rest.unknown(), data);
    stale.retain(|(name, _)| wanted(name));
    let mut places = Vec::with_capacity(stale.len());
    for (name, value) in stale {
        places.push(Pointer::from([name.as_str()]));
        rest.insert(name, value);
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;

    #[test]
    fn many_edits_of_a_file_with_many_findings_are_checked_in_one_pass() {
        /// Each finding held against each place would be hundreds of millions of comparisons.
        const MANY: usize = 20_000;
        let entries = vec![r#"{"content":7}"#; MANY].join(",");
        let text = format!(
            r#"{{"spec":"chara_card_v2","spec_version":"2.0","data":{{"name":"A","character_book":{{"entries":[{entries}]}}}}}}"#
        );
        let mut document = Document::read(text, &Limits::default()).unwrap();
        let edit = |document: &mut Document, place: &Pointer| {
            let places = (0..MANY).map(|number| Pointer::ROOT.member("x").index(number)).chain([place.clone()]);
            let set = |json: &mut Json| json.set(&Pointer::ROOT.member("x"), 1).map_err(Error::from);
            document.edit_json(|json| set(json).map(|_| ((), places.collect())))
        };
        edit(&mut document, &Pointer::from(["data", "name"])).unwrap();
        // What is refused is found, however much is odd before it.
        let last = Pointer::from(["data", "character_book", "entries"]).index(MANY - 1).member("content");
        let refused = edit(&mut document, &last).unwrap_err();
        assert!(matches!(refused, Error::Field { pointer, .. } if pointer == last));
    }

    #[test]
    fn an_odd_element_hinders_no_edit_beside_it() {
        let text = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"A","tags":["a",7,{}]}}"#;
        let mut document = Document::read(text, &Limits::default()).unwrap();
        let at = |text: &str| text.parse::<Pointer>().unwrap();
        document.set(&at("/data/tags/0"), "b").unwrap();
        assert_eq!(document.remove(&at("/data/tags/0")).unwrap(), Some("b".into()));
        assert!(document.set(&at("/data/tags/0"), 8).is_err());
        document.set(&at("/data/tags/0"), "c").unwrap();
        assert_eq!(document.to_bytes(), text.replace(r#""a",7"#, r#""c""#).into_bytes());
    }

    #[test]
    fn edits_by_pointer_touch_nothing_else() {
        let text = r#"{"name":"Old","spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Old","tags":["a","b"],"x":[1.50]}}"#;
        let mut document = Document::read(text, &Limits::default()).unwrap();
        let at = |text: &str| text.parse::<Pointer>().unwrap();
        assert_eq!(document.set(&at("/data/name"), "New").unwrap(), Some("Old".into()));
        document.insert(&at("/data/tags/0"), "z").unwrap();
        assert_eq!(document.remove(&at("/data/tags/1")).unwrap(), Some("a".into()));
        assert_eq!(document.sync_mirrors(), [at("/name")]);
        assert!(document.sync_mirrors().is_empty());
        let wanted = text.replace("Old", "New").replace(r#"["a","b"]"#, r#"["z","b"]"#);
        assert_eq!(String::from_utf8(document.to_bytes()).unwrap(), wanted);
        let before = document.clone();
        assert!(matches!(document.set(&at("/data/name"), Json::Null), Err(Error::Field { .. })));
        let refused = document.set(&at("/data/tags/0"), 7).unwrap_err();
        assert_eq!(refused.to_string(), "`/data/tags/0`: a number where a string belongs");
        let refused = document.set(&at("/data/tags"), Json::Array(vec!["a".into(), 7.into()])).unwrap_err();
        assert_eq!(refused.to_string(), "`/data/tags/1`: a number where a string belongs");
        assert!(matches!(document.set(&at("/nowhere/x"), 1), Err(Error::Json(_))));
        assert_eq!(document, before);
    }
}
