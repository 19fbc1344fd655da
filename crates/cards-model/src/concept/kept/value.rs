//! A value against the kind of its member: whether it fits, what it means, and how it is described.

use super::{Kept, Kind, Named, Stray};
use crate::json::{Json, Number, Object, javascript as js};

impl Kind {
    /// Whether a value is one that the client reads as what it says.
    #[must_use]
    pub fn fits(&self, value: &Json) -> bool {
        match (self, value) {
            (_, Json::Null) => true,
            (Self::Flag, _) => value.as_bool().is_some(),
            (Self::Whole { least, most }, Json::Number(number)) => within(number, *least, *most),
            (Self::Number { least, most, .. }, Json::Number(number)) => (*least..=*most).contains(&number.as_f64()),
            (Self::Number { text: true, .. }, Json::String(text)) => {
                Number::parse(text).is_some_and(|number| self.fits(&number.into()))
            }
            (Self::Level, Json::Bool(_)) => true,
            (Self::Level, Json::Number(number)) => within(number, 0, i64::MAX),
            (Self::Choice(all), Json::Number(number)) => {
                all.iter().any(|named| within(number, named.number, named.number))
            }
            (Self::Word(all), Json::String(text)) => all.contains(&text.as_str()),
            (Self::Text, Json::String(_)) | (Self::List, Json::Array(_)) => true,
            (Self::Texts, Json::Array(items)) => items.iter().all(|item| item.as_str().is_some()),
            _ => false,
        }
    }

    /// What a value of another type says, as the client writes it: `"100"` is 100, `"true"` is true, `at-depth` is 4. Only
    /// what can mean one thing has a meaning.
    ///
    /// ```
    /// use cards_model::concept::Kept;
    /// let position = Kept::of_entry("position").unwrap().kind;
    /// assert_eq!(position.meant(&"at-depth".into()), Some(4.into()));
    /// assert_eq!(position.meant(&"nine".into()), None);
    /// ```
    #[must_use]
    pub fn meant(&self, value: &Json) -> Option<Json> {
        if self.fits(value) {
            return Some(value.clone());
        }
        let text = value.as_str().map(str::trim);
        let meant = match self {
            Self::Flag => match text? {
                "true" => true.into(),
                "false" => false.into(),
                _ => return None,
            },
            Self::Level if matches!(text?, "true" | "false") => (text? == "true").into(),
            Self::Choice(all) => match all.iter().find(|named| text.is_some_and(|text| named.words.contains(&text))) {
                Some(named) => named.number.into(),
                None => Json::Number(Number::parse(text?)?),
            },
            Self::Whole { .. } | Self::Number { .. } | Self::Level => Json::Number(Number::parse(text?)?),
            Self::Word(all) => match value {
                // The numbers of the roles are in the order of their words.
                Json::Number(number) => (*all.get(usize::try_from(number.as_i64()?).ok()?)?).into(),
                _ => return None,
            },
            Self::Text => match value {
                Json::Number(number) => number.to_string().into(),
                _ => return None,
            },
            Self::Texts | Self::List => return None,
        };
        self.fits(&meant).then_some(meant)
    }

    /// The values in words: `a whole number from 0 to 10000`.
    #[must_use]
    pub fn words(&self) -> String {
        let list = |words: Vec<String>| match words.split_last() {
            Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
            _ => words.join(""),
        };
        match self {
            Self::Flag => "true or false".to_owned(),
            Self::Whole { least, most: i64::MAX } => format!("a whole number of {least} or more"),
            Self::Whole { least, most } => format!("a whole number from {least} to {most}"),
            Self::Number { least, most, .. } if most.is_infinite() => format!("a number of {least} or more"),
            Self::Number { least, most, .. } => format!("a number from {least} to {most}"),
            Self::Level => "a whole number of 0 or more, true or false".to_owned(),
            Self::Choice(all) => list(all.iter().map(Named::to_string).collect()),
            Self::Word(all) => list(all.iter().map(|word| format!("\"{word}\"")).collect()),
            Self::Text => "a text".to_owned(),
            Self::Texts => "a list of texts".to_owned(),
            Self::List => "a list".to_owned(),
        }
    }

    /// The keywords of a JSON Schema for the values.
    #[must_use]
    pub fn schema(&self) -> Object {
        let types = |names: &[&str]| -> Object {
            let names: Vec<&str> = names.iter().copied().chain(["null"]).collect();
            [("type", Json::from(names))].into_iter().collect()
        };
        let bounds = |mut schema: Object, least: Json, most: Option<Json>| {
            schema.insert("minimum", least);
            if let Some(most) = most {
                schema.insert("maximum", most);
            }
            schema
        };
        let one_of = |mut values: Vec<Json>| -> Object {
            values.push(Json::Null);
            [("enum", Json::Array(values))].into_iter().collect()
        };
        match self {
            Self::Flag => types(&["boolean"]),
            Self::Whole { least, most } => {
                bounds(types(&["integer"]), (*least).into(), (*most != i64::MAX).then(|| (*most).into()))
            }
            Self::Number { least, most, text } => {
                let types = if *text { types(&["number", "string"]) } else { types(&["number"]) };
                let number = |value: f64| Number::from_f64(value).map(Json::Number);
                bounds(types, number(*least).unwrap_or_default(), number(*most))
            }
            Self::Level => bounds(types(&["integer", "boolean"]), 0.into(), None),
            Self::Choice(all) => one_of(all.iter().map(|named| named.number.into()).collect()),
            Self::Word(all) => one_of(all.iter().map(|word| (*word).into()).collect()),
            Self::Text => types(&["string"]),
            Self::Texts => {
                let mut schema = types(&["array"]);
                schema.insert("items", Object::from_iter([("type", "string")]));
                schema
            }
            Self::List => types(&["array"]),
        }
    }
}

fn within(number: &Number, least: i64, most: i64) -> bool {
    let value = number.as_f64();
    value.fract() == 0.0 && (least as f64..=most as f64).contains(&value)
}

impl std::fmt::Display for Named {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({})", self.number, self.words.first().unwrap_or(&""))
    }
}

impl Kept {
    /// What the client does with a value that it does not read as what it says, in words; none where it reads it, or something
    /// near.
    #[must_use]
    pub fn lost(&self, value: &Json) -> Option<&'static str> {
        let (what, read) = match self.stray {
            Stray::Passed => return None,
            // What counts as false says nothing.
            Stray::Lost(what) if self.kind == Kind::Text => (what, self.kind.fits(value) || !js::truthy(value)),
            Stray::Lost(what) => (what, self.kind.fits(value)),
            Stray::LostAsNumber(what) => {
                let number = js::number(Some(value));
                let read = match self.kind {
                    Kind::Number { least, .. } => number >= least,
                    kind => Number::from_f64(number).is_some_and(|number| kind.fits(&number.into())),
                };
                (what, read)
            }
        };
        (!read && *value != Json::Null).then_some(what)
    }
}
