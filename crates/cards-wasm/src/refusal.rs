//! Why a call was refused.

use serde::Serialize;

/// What was refused, which is the class of the error in JavaScript.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    /// A file, or what was to be made of it.
    File,
    /// A place of a card, or a value for it.
    Place,
    /// More than a limit allows.
    Limit,
    /// The call.
    Usage,
}

/// Why a call was refused, as JavaScript throws it.
#[derive(Debug, Serialize)]
pub(crate) struct Refusal {
    pub(crate) kind: Kind,
    /// A stable word.
    pub(crate) code: &'static str,
    /// Why, for people.
    pub(crate) message: String,
    /// The place of the card that it is about.
    pub(crate) place: Option<String>,
    /// What to do about it, where the message does not say so.
    pub(crate) help: Option<&'static str>,
}

impl Refusal {
    /// A call that is not as it should be.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self { kind: Kind::Usage, code: "usage", message: message.into(), place: None, help: None }
    }

    /// Something that is not what it was taken for.
    pub(crate) fn file(code: &'static str, error: &dyn std::error::Error) -> Self {
        let kind = match code {
            "limit" | "too-large" | "too-deep" => Kind::Limit,
            _ => Kind::File,
        };
        Self { kind, code, message: cards_kit::chain(error), place: None, help: help(code) }
    }
}

/// What to do about a class of errors, in words that fit a page as well as a program.
fn help(code: &str) -> Option<&'static str> {
    Some(match code {
        "not-a-card" => {
            "chat programs and picture sites drop the card when they save a picture again: ask for the file as it was uploaded"
        }
        "bad-json" | "bad-base64" | "bad-crc" | "truncated" => "export the file again from the program that made it",
        "unsupported-container" => "open it with the program that it is for, and export the character as V2 or V3",
        "limit" | "too-large" | "too-deep" => "the limits are fixed, so that no file takes all memory",
        "no-place" => "`texts()` lists the places that hold texts",
        _ => return None,
    })
}

impl From<cards_kit::Error> for Refusal {
    fn from(error: cards_kit::Error) -> Self {
        use cards_kit::Error;
        let code = error.class();
        let kind = match &error {
            _ if code == "no-place" => Kind::Place,
            Error::NoPatterns { .. } => {
                let help = "`loadCore()` and `load()` have patterns";
                return Self {
                    help: Some(help),
                    place: error.place().map(str::to_owned),
                    ..Self::usage(error.to_string())
                };
            }
            Error::Model(cards_model::Error::Field { .. } | cards_model::Error::NoField { .. }) => Kind::Place,
            _ if code == "usage" => Kind::Usage,
            _ => return Self { place: error.place().map(str::to_owned), ..Self::file(code, &error) },
        };
        let place = error.place().map(str::to_owned);
        Self { kind, code, message: cards_kit::chain(&error), place, help: help(code) }
    }
}

impl From<cards_container::Error> for Refusal {
    fn from(error: cards_container::Error) -> Self {
        cards_kit::Error::from(error).into()
    }
}

impl From<cards_macro::Error> for Refusal {
    fn from(error: cards_macro::Error) -> Self {
        cards_kit::Error::from(error).into()
    }
}

/// Arguments that do not read, and answers that do not write.
impl From<serde_json::Error> for Refusal {
    fn from(error: serde_json::Error) -> Self {
        Self::usage(plainly(&error.to_string()))
    }
}

/// What does not read, without the places and the words of the reader: nobody wrote the text that these count in.
fn plainly(said: &str) -> String {
    /// Shapes by the reader's names, and by ours. Those that begin as another one does come first.
    const SHAPES: [(&str, &str); 12] = [
        ("a sequence", "a list"),
        ("sequence", "a list"),
        ("a map", "an object"),
        ("map", "an object"),
        ("a string", "a text"),
        ("string ", "the text "),
        ("integer ", "the number "),
        ("floating point ", "the number "),
        ("boolean ", ""),
        ("a boolean", "true or false"),
        ("struct ", "an object of "),
        ("unit", "nothing"),
    ];
    let shaped = |text: &str| {
        let known = SHAPES.iter().find_map(|(theirs, ours)| Some(format!("{ours}{}", text.strip_prefix(theirs)?)));
        let is_number = ["u8", "u16", "u32", "u64", "usize", "i32", "i64", "f64"].contains(&text);
        if is_number { "a number".to_owned() } else { known.unwrap_or_else(|| text.to_owned()) }
    };
    let said = said.rsplit_once(" at line ").map_or(said, |(said, _)| said);
    if let Some(field) = said.strip_prefix("unknown field ") {
        let known = field.replacen(", expected one of ", "; there are ", 1).replacen(", expected ", "; there is ", 1);
        return format!("there is no option {known}");
    }
    if let Some(field) = said.strip_prefix("missing field ") {
        return format!("{field} is missing");
    }
    match said.strip_prefix("invalid type: ").and_then(|said| said.rsplit_once(", expected ")) {
        Some((found, wanted)) => format!("{} is where {} belongs", shaped(found), shaped(wanted)),
        None => said.to_owned(),
    }
}

impl From<cards_words::UnknownName> for Refusal {
    fn from(error: cards_words::UnknownName) -> Self {
        Self::usage(error.to_string())
    }
}
