//! Why the kit refuses.

use std::fmt;

use cards_json::Pointer;
use cards_model::Form;

/// Why a file cannot be worked on, a session cannot be made, or a turn cannot be run.
///
/// It is no `Clone`, since the error of a container is none; the other errors in it are.
///
/// ```
/// use cards_kit::{Error, Limits, chain, open};
/// let error = Error::from(open(&b"GIF89a"[..], Limits::default()).unwrap_err());
/// assert_eq!(error.class(), "unsupported-container");
/// eprintln!("{}", chain(&error));
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A file holds no card, lorebook or module that can be read.
    #[error("{name} cannot be read")]
    File {
        /// The file's name, as the caller gave it.
        name: String,
        /// Why.
        source: cards_container::Error,
    },
    /// A prompt needs a character, and no file is a card.
    #[error("none of the files is a card; a prompt needs a character, so name one beside the lorebooks")]
    NoCard,
    /// The card does not have the greeting.
    #[error(transparent)]
    NoGreeting(#[from] cards_prompt::NoGreeting),
    /// A text of the card or chat cannot be expanded.
    #[error("a text of the card or of the chat cannot be expanded")]
    Macro(#[from] cards_macro::Error),
    /// The books cannot be searched.
    #[error("the lorebooks cannot be searched")]
    Lore(#[from] cards_lore::Error),
    /// Settings of SillyTavern have no say under another profile.
    #[error("settings of world info are SillyTavern's, and the profile is {profile}")]
    OtherClient {
        /// The profile of the session.
        profile: cards_words::Profile,
    },
    /// A preset or template is not what it is taken for.
    #[error(transparent)]
    Prompt(cards_prompt::sillytavern::Error),
    /// A name is none of those that there are.
    #[error(transparent)]
    Unknown(#[from] cards_words::UnknownName),
    /// What is given for a prompt is for another kind of it.
    #[error("{0}")]
    OtherTemplate(&'static str),
    /// What SillyTavern's user set for world info cannot be taken.
    #[error(transparent)]
    Setting(#[from] cards_lore::SettingError),
    /// A file holds no prompt that could be compared.
    #[error("this is no prompt: it has neither a list `messages` with texts nor a text `prompt`")]
    NotAPrompt,
    /// A file cannot be read or written.
    #[error(transparent)]
    Container(#[from] cards_container::Error),
    /// A card or lorebook cannot be what is asked of it.
    #[error(transparent)]
    Model(#[from] cards_model::Error),
    /// Only a card can become a card.
    #[error("this is {}, and only a card can become one", form.described())]
    NotACard {
        /// What it is.
        form: Form,
    },
    /// A card without a lorebook cannot become one.
    #[error("the card has no lorebook to convert")]
    NoLorebook,
    /// A file in another program's form is not changed where it stands.
    #[error("this is {found}, which is not changed in place; `cards convert` makes a file of it that can be changed")]
    OnlyRead {
        /// What it is, with its article.
        found: String,
    },
    /// A file of this kind cannot hold the form.
    #[error("{name} cannot hold {}; name it `.json`", form.described())]
    WrongContainer {
        /// The name of the file.
        name: String,
        /// The form that it was to hold.
        form: Form,
    },
    /// Files that are to be merged have no form in common.
    #[error("this is {}, and the other one is {}; `cards convert` makes them the same", form.described(), other.described())]
    OtherForm {
        /// The form of ours.
        form: Form,
        /// The other form.
        other: Form,
    },
    /// What the other side says anew has no place in the form of ours.
    #[error("{} has no place for what is new in the other file: {}; `cards convert` this one to {} first", form.described(), at_most(lost), other.name())]
    NotCarried {
        /// The form of ours.
        form: Form,
        /// The form of the other side.
        other: Form,
        /// Where it is in the other file.
        lost: Vec<Pointer>,
    },
    /// A file beside cards has no form of a client.
    #[error("this holds {what}; {way}")]
    BesideForm {
        /// What it is, with its article.
        what: String,
        /// What it becomes, or what does.
        way: &'static str,
    },
    /// Nothing of a file beside cards has a place in the other client's form.
    #[error("nothing of this file has a place among {to}{}", first_of(lost))]
    NothingCarried {
        /// What was to be made of it.
        to: &'static str,
        /// What has no place; nothing where the file is empty.
        lost: Vec<cards_prompt::presets::Loss>,
    },
    /// A list of texts cannot be read.
    #[error("the list of texts cannot be read{at}: {problem}; `cards texts out` writes one")]
    Texts {
        /// Where.
        at: ListPlace,
        /// What is wrong there.
        problem: String,
    },
    /// A list of texts is no JSON.
    #[error("the list of texts cannot be read; `cards texts out` writes one, and `--as` says what form it has")]
    TextsJson {
        /// Why.
        source: cards_json::Error,
    },
    /// A tree of texts cannot be put together.
    #[error("the tree of texts cannot be put together: {problem}; `cards extract --tree` writes one")]
    Tree {
        /// What is wrong.
        problem: String,
    },
    /// A list of texts is too long.
    #[error("the list has more than {limit} texts; raise `listed_texts` in the limits to read it")]
    TooManyTexts {
        /// The limit in force.
        limit: usize,
    },
    /// A text is no place.
    #[error("`{text}` is no place in a card: {problem}")]
    Place {
        /// The text.
        text: String,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// A place chooses by a pattern, and this build has no patterns: the feature `patterns` is off.
    #[error("`{place}` chooses by a pattern, and this build has none")]
    NoPatterns {
        /// The place.
        place: String,
    },
    /// A card does not have a place.
    #[error("{} has no `{place}`{}{}", form.described(), list_of(known), count.map(|count| format!("; the list has {count}")).unwrap_or_default())]
    NoSuchPlace {
        /// The place.
        place: String,
        /// The form of the card.
        form: Form,
        /// The names that would lead somewhere.
        known: Vec<String>,
        /// How many elements a list has, of which another one was asked for.
        count: Option<usize>,
    },
    /// Nothing in a list is what a place chooses.
    #[error("nothing in `{list}` fits `[{choice}]`; it has {count}")]
    NothingChosen {
        /// The list.
        list: String,
        /// What was to fit.
        choice: String,
        /// How many elements the list has.
        count: usize,
    },
    /// Several lorebook entries have the title that a place names.
    #[error("`{place}` names several entries; take one by its number: {}", numbers.iter().map(|number| format!("book[{number}]")).collect::<Vec<_>>().join(", "))]
    Ambiguous {
        /// The place.
        place: String,
        /// Their numbers.
        numbers: Vec<usize>,
    },
    /// The date on which a card was made stays.
    #[error("`{place}` is the date on which the card was made, and the spec says that it stays; `--force` changes it")]
    CreationDate {
        /// Where it is.
        place: String,
    },
    /// A picture is not changed as text is.
    #[error("the picture is none of the texts: {reason}")]
    Picture {
        /// Why.
        reason: &'static str,
    },
    /// What is to be a picture is no picture that can be decoded.
    #[error("this is {found}; a picture of a card is a PNG, JPEG, WebP or GIF")]
    PictureKind {
        /// What it is, with its article.
        found: &'static str,
    },
    /// A card of this form cannot be begun.
    #[error("a new card is v1, v2, v3, v3l or prom, not {form}")]
    NoBlank {
        /// The form, with its article.
        form: &'static str,
    },
    /// The file has no place for a picture.
    #[error("JSON of {form} has no place for a picture; a PNG, a CHARX or an archive of Prom has")]
    NoPicturePlace {
        /// The form of its content, with its article.
        form: &'static str,
    },
    /// A picture is past a limit of `PictureOptions`.
    #[error("the picture has {size} pixels {}, and the limit `{name}` is {limit}; make it smaller", if *name == "side" { "on a side" } else { "in all" })]
    PictureSize {
        /// The limit.
        name: &'static str,
        /// What the picture has.
        size: u64,
        /// The most.
        limit: u64,
    },
    /// A picture is damaged.
    #[error("the {kind} cannot be decoded: {problem}; save it again in a program for pictures")]
    PictureData {
        /// The kind of picture.
        kind: &'static str,
        /// What is wrong with it.
        problem: String,
    },
    /// A file is not the one that an edit was made for.
    #[error("somebody else changed the file: its hash is {found}, and the edit is for the file with {wanted}")]
    Stale {
        /// The hash of the file.
        found: String,
        /// The hash that was asked for.
        wanted: String,
    },
    /// What was written cannot be read.
    #[error("the result cannot be read")]
    NotReadBack {
        /// Why.
        source: cards_container::Error,
    },
    /// What was written does not hold what it should.
    #[error(
        "the new file would not hold the card that was asked for; nothing was written (`cards convert` changes the form of a card)"
    )]
    OtherCard,
    /// A saved memory cannot be read.
    #[error("line {line} of the saved memory is not readable; delete it to start afresh")]
    Memory {
        /// The line, counted from 1.
        line: usize,
    },
    /// A saved memory has more variables than are kept.
    #[error("the saved memory has more than {limit} variables; delete it to start afresh")]
    MemoryTooLarge {
        /// The limit.
        limit: usize,
    },
}

/// The first few places of many.
fn at_most(places: &[Pointer]) -> String {
    /// Places that are shown.
    const MOST: usize = 5;
    let shown: Vec<_> = places.iter().take(MOST).map(|place| format!("`{}`", place.or_whole("(whole card)"))).collect();
    let more = places.len().saturating_sub(MOST);
    shown.join(", ") + &if more == 0 { String::new() } else { format!(" and {more} more") }
}

/// The first loss of many.
fn first_of(lost: &[cards_prompt::presets::Loss]) -> String {
    match lost {
        [] => String::new(),
        [only] => format!(": {only}"),
        [first, more @ ..] => format!(": {first}; and {} more", more.len()),
    }
}

/// The names that a place may have, where there are such.
fn list_of(known: &[String]) -> String {
    /// Names that are shown.
    const MOST: usize = 40;
    let (Some(shown), more) = (known.get(..known.len().min(MOST)), known.len().saturating_sub(MOST)) else {
        return String::new();
    };
    match (shown, more) {
        ([], _) => String::new(),
        (shown, 0) => format!("; it has {}", shown.join(", ")),
        (shown, more) => format!("; it has {} and {more} more", shown.join(", ")),
    }
}

/// Limits of the layers are distinguished wherever they were hit.
/// What cannot fail is taken where something may, such as a place for its text.
impl From<std::convert::Infallible> for Error {
    fn from(never: std::convert::Infallible) -> Self {
        match never {}
    }
}

impl From<cards_prompt::sillytavern::Error> for Error {
    fn from(error: cards_prompt::sillytavern::Error) -> Self {
        match error {
            cards_prompt::sillytavern::Error::Macro(source) => Self::Macro(source),
            cards_prompt::sillytavern::Error::Lore(source) => Self::Lore(source),
            other => Self::Prompt(other),
        }
    }
}

/// Where in a list something is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ListPlace {
    /// The list as a whole.
    Whole,
    /// A line of the file, counted from 1.
    Line(usize),
    /// A row of the list, counted from 1: JSON may have all of them on one line.
    Row(usize),
}

impl fmt::Display for ListPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole => Ok(()),
            Self::Line(line) => write!(f, " at line {line}"),
            Self::Row(row) => write!(f, " at row {row}"),
        }
    }
}

impl Error {
    /// Gives the stable class of what is wrong with a preset or a template.
    #[must_use]
    pub fn class_of_preset(error: &cards_prompt::sillytavern::Error) -> &'static str {
        use cards_prompt::sillytavern::Error;
        match error {
            Error::Macro(_) | Error::Texts { .. } => "limit",
            Error::Lore(source) => source.class(),
            Error::Json(_) => "bad-json",
            _ => "bad-field",
        }
    }

    /// Gives the place of the card that it is about, as the caller named it or as a JSON pointer, or the file; nothing where it
    /// is about the whole.
    ///
    /// # Examples
    /// ```
    /// let card = r#"{"name":"Aria","description":"","personality":"","scenario":"","first_mes":"","mes_example":""}"#;
    /// let editor = cards_kit::open(card.as_bytes(), cards_kit::Limits::default())?.edit();
    /// let error = editor.get("tags").unwrap_err();
    /// assert_eq!((error.class(), error.place()), ("no-place", Some("tags")));
    /// # Ok::<(), cards_kit::Error>(())
    /// ```
    #[must_use]
    pub fn place(&self) -> Option<&str> {
        match self {
            Self::Place { text: place, .. }
            | Self::NoPatterns { place }
            | Self::NoSuchPlace { place, .. }
            | Self::Ambiguous { place, .. }
            | Self::CreationDate { place } => Some(place),
            Self::Model(
                cards_model::Error::Field { pointer, .. }
                | cards_model::Error::Json(cards_json::Error::NoPlace { pointer }),
            ) => Some(pointer.as_str()),
            Self::File { name, .. } => Some(name),
            _ => None,
        }
    }

    /// Gives what went wrong, as an app that takes in files of strangers has to tell it; [`Error::class`] is finer.
    ///
    /// ```
    /// use cards_kit::{ErrorKind, Limits, open};
    /// let told = |file: &'static [u8]| open(file, Limits::default()).unwrap_err().kind();
    /// assert_eq!([told(b"{}"), told(br#"{"spec":"chara_card_v2""#)], [ErrorKind::NotACard, ErrorKind::Damaged]);
    /// ```
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        match self.class() {
            // An archive of another kind has the class of bad ones.
            "bad-zip" if matches!(self, Self::Container(cards_container::Error::Unsupported(_))) => {
                ErrorKind::Unsupported
            }
            // A field is bad in a file or in what was asked for.
            "bad-field" if !matches!(self, Self::Container(_) | Self::File { .. } | Self::Memory { .. }) => {
                ErrorKind::Refused
            }
            "not-a-card" => ErrorKind::NotACard,
            "limit" | "too-large" => ErrorKind::Limit,
            "unsupported-container" | "encrypted" => ErrorKind::Unsupported,
            "io" => ErrorKind::Io,
            "truncated" | "duplicate-entry" | "zip-slip" => ErrorKind::Damaged,
            class if class.starts_with("bad-") => ErrorKind::Damaged,
            _ => ErrorKind::Refused,
        }
    }

    /// Gives the stable class of the error.
    #[must_use]
    pub fn class(&self) -> &'static str {
        match self {
            Self::File { source, .. } => source.class(),
            Self::NoCard => "not-a-card",
            Self::Prompt(error) => Self::class_of_preset(error),
            Self::NoGreeting(_) | Self::Memory { .. } | Self::NotAPrompt | Self::Setting(_) => "bad-field",
            Self::Macro(_) => "limit",
            Self::MemoryTooLarge { .. } => "too-large",
            Self::Lore(source) => source.class(),
            Self::Container(source) => source.class(),
            Self::Model(source) => source.class(),
            Self::NotACard { .. } | Self::NoLorebook | Self::OtherForm { .. } => "not-a-card",
            Self::OnlyRead { .. } => "only-read",
            Self::NotCarried { .. } | Self::NothingCarried { .. } => "lossy",
            Self::Texts { .. } | Self::TextsJson { .. } | Self::Tree { .. } => "bad-texts",
            Self::TooManyTexts { .. } => "limit",
            Self::BesideForm { .. }
            | Self::WrongContainer { .. }
            | Self::OtherClient { .. }
            | Self::Place { .. }
            | Self::NoPatterns { .. } => "usage",
            Self::NoSuchPlace { .. } | Self::NothingChosen { .. } | Self::Ambiguous { .. } | Self::Picture { .. } => {
                "no-place"
            }
            Self::CreationDate { .. } => "bad-field",
            Self::NoPicturePlace { .. } | Self::NoBlank { .. } | Self::Unknown(_) | Self::OtherTemplate(_) => "usage",
            Self::PictureKind { .. } => "unsupported-container",
            Self::PictureSize { .. } => "limit",
            Self::PictureData { .. } => "bad-field",
            Self::Stale { .. } => "stale",
            Self::NotReadBack { .. } | Self::OtherCard => "cannot-repair",
        }
    }
}

/// What went wrong, in the few kinds that a person is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The file is readable and holds nothing of cards, or not what the job is for.
    NotACard,
    /// It takes more than a limit of the caller's allows.
    Limit,
    /// It is damaged, or part of it cannot be read.
    Damaged,
    /// It is of a kind that is not read: another program's, or encrypted.
    Unsupported,
    /// The disk or the network failed.
    Io,
    /// What was asked for cannot be done with it.
    Refused,
}

cards_words::named! {
    ErrorKind: "kind of error";
    NotACard => "not-a-card",
    Limit => "limit",
    Damaged => "damaged",
    Unsupported => "unsupported",
    Io => "io",
    Refused => "refused",
}

/// Gives an error with everything behind it, on one line.
///
/// # Examples
/// ```
/// let error = cards_kit::open(&b"{"[..], cards_kit::Limits::default()).unwrap_err();
/// assert!(cards_kit::chain(&error).len() > error.to_string().len());
/// ```
#[must_use]
pub fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        text.push_str(": ");
        text.push_str(&cause.to_string());
        source = cause.source();
    }
    text
}
