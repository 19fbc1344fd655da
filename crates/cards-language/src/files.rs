//! Files that are no text: their texts as documents of their own, and saved back.

use cards_kit::edit::texts::{TextClass, texts};
use cards_kit::{CardFile, Chat, Editor, Limits, OpenOptions, Patch, Place, SillyTavern};
use cards_words::Profile;

use crate::client::Client;
use crate::data::Diagnostic;
use crate::diagnostics::told;
use crate::document::{Document, Syntax};

/// The scheme of such documents: `cards:/folder/aria.png/greetings/1`.
pub const SCHEME: &str = "cards";

/// Why a text of a file is not to be had, or not saved.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// The address is of no text in a file.
    #[error("`{uri}` is no text in a file: it is written `cards:/folder/aria.png/greetings/1`")]
    Address {
        /// The address.
        uri: String,
    },
    /// The file was changed by somebody else since it was opened.
    #[error(
        "the file was changed by another program since its text was opened; open it again, so that nothing is lost"
    )]
    Changed,
    /// The kit refuses.
    #[error("{0}")]
    Kit(#[from] cards_kit::Error),
}

/// A text of a file.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct FileText {
    /// What it is called: `greetings[1]`, `book[0].content`.
    pub place: String,
    /// The same as the end of an address: `greetings/1`.
    pub path: String,
    /// The first of its characters.
    pub excerpt: String,
}

/// Lists the texts of a file of any container that people write.
///
/// # Errors
/// The file cannot be read.
pub fn list(bytes: &[u8]) -> Result<Vec<FileText>, FileError> {
    let opened = cards_kit::open(bytes, OpenOptions::mendable(&Limits::default()))?;
    let all = texts(opened.content()).into_iter().filter(|text| text.class == TextClass::Prose);
    let told = |text: cards_kit::edit::texts::Text<'_>| {
        let place = text.place.to_string();
        FileText { path: path_of(&place), place, excerpt: text.text.chars().take(80).collect() }
    };
    Ok(all.map(told).collect())
}

/// A text of a file, and the hash of the file that it was read from, which guards it when it is saved.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct Opened {
    /// The text.
    pub text: String,
    /// SHA-256 of the file.
    pub hash: String,
}

/// Opens the text at a place of a file.
///
/// # Errors
/// The file cannot be read, or has no text there.
pub fn open(bytes: &[u8], place: &str) -> Result<Opened, FileError> {
    let editor = cards_kit::open(bytes, OpenOptions::mendable(&Limits::default()))?.edit();
    let value = editor.get(place)?;
    let text = value.as_str().ok_or_else(|| FileError::Address { uri: place.to_owned() })?.to_owned();
    Ok(Opened { text, hash: hash(bytes) })
}

/// Puts a text into a file, if the file is the one that the text was read from, and gives the new file; its hash guards the
/// next save.
///
/// # Errors
/// The file was changed meanwhile, cannot be read, or takes no text there.
pub fn save(bytes: Vec<u8>, place: &str, text: &str, guard: &str) -> Result<(Vec<u8>, String), FileError> {
    Editor::guard(&hash(&bytes), guard).map_err(|_| FileError::Changed)?;
    let path: Place = place.parse()?;
    let mut file = CardFile::open(bytes, &Limits::default())?;
    file.apply(&[Patch::Set { path, value: text.into() }])?;
    let bytes = file.to_bytes()?.into_owned();
    let hash = hash(&bytes);
    Ok((bytes, hash))
}

/// Gives what is wrong with the text at a place of a file, in the place of the one that is there: what [`diagnostics`] says about
/// the whole of it.
///
/// [`diagnostics`]: crate::diagnostics
///
/// # Errors
/// The file cannot be read, or takes no text there.
pub fn diagnostics_of(
    bytes: Vec<u8>,
    place: &str,
    text: &str,
    options: &cards_lint::Options<'_>,
) -> Result<Vec<Diagnostic>, FileError> {
    let (path, limits): (Place, _) = (place.parse()?, Limits::default());
    let mut file = CardFile::open(bytes, &limits)?;
    file.apply(&[Patch::Set { path: path.clone(), value: text.into() }])?;
    let here = file.editor().get_all(&[path])?.pop().and_then(|(pointer, _)| pointer);
    let linted = cards_kit::lint(&file.to_bytes()?[..], options, &limits)?;
    let document = Document::new(text, Syntax::Plain);
    let findings = linted.report.findings.iter().filter(|finding| finding.location.pointer == here);
    Ok(findings.filter(|_| here.is_some()).map(|finding| told(&document, finding)).collect())
}

fn hash(bytes: &[u8]) -> String {
    cards_kit::plain::bytes_hash(bytes)
}

/// A place as the end of an address: `book[0].content` as `book/0/content`.
fn path_of(place: &str) -> String {
    if place.starts_with('/') {
        return format!("@{place}");
    }
    place.replace('[', "/").replace([']', '"'], "").replace('.', "/")
}

/// Splits an address into the file and the place in it, by the endings that files of cards have.
///
/// ```
/// let (file, place) = cards_language::files::split("cards:/home/a%20b/aria.png/greetings/1")?;
/// assert_eq!((file.as_str(), place.as_str()), ("/home/a b/aria.png", "greetings[1]"));
/// # Ok::<(), cards_language::files::FileError>(())
/// ```
///
/// # Errors
/// [`FileError::Address`].
pub fn split(uri: &str) -> Result<(String, String), FileError> {
    const ENDINGS: [&str; 9] = [".png", ".apng", ".charx", ".zip", ".json", ".risum", ".webp", ".jpg", ".jpeg"];
    let bad = || FileError::Address { uri: uri.to_owned() };
    let rest = uri.strip_prefix("cards:").ok_or_else(bad)?;
    let path = unescaped(rest.strip_prefix("//").filter(|rest| rest.starts_with('/')).unwrap_or(rest));
    let mut cuts = path.match_indices('/').map(|(at, _)| at);
    let cut = cuts.find(|at| {
        let before = path.get(..*at).unwrap_or_default().to_ascii_lowercase();
        ENDINGS.iter().any(|ending| before.ends_with(ending))
    });
    let (file, place) = path.split_at_checked(cut.ok_or_else(bad)?).ok_or_else(bad)?;
    let place = place.trim_start_matches('/');
    if let Some(pointer) = place.strip_prefix('@') {
        return Ok((file.to_owned(), pointer.to_owned()));
    }
    let mut steps = place.split('/');
    let mut named = steps.next().filter(|name| !name.is_empty()).ok_or_else(bad)?.to_owned();
    for step in steps {
        named += &if step.parse::<usize>().is_ok() { format!("[{step}]") } else { format!(".{step}") };
    }
    Ok((file.to_owned(), named))
}

/// An address with its escapes read.
fn unescaped(text: &str) -> String {
    let (mut out, mut at) = (Vec::with_capacity(text.len()), 0);
    let bytes = text.as_bytes();
    while let Some(byte) = bytes.get(at) {
        let digits = text.get(at + 1..at + 3).filter(|_| *byte == b'%');
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(code) => {
                out.push(code);
                at += 3;
            }
            None => {
                out.push(*byte);
                at += 1;
            }
        }
    }
    String::from_utf8(out).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

/// Shows the prompt that a card and a chat come to, with the user's preset where the client is SillyTavern.
///
/// # Errors
/// There is no card, or it is past a limit.
pub fn preview(document: &Document, chat: &Chat, preset: Option<&str>, client: &Client) -> Result<String, String> {
    let words = |error: cards_kit::Error| error.to_string();
    let mut session = crate::lore::session(document, client)?.ok_or("there is no card here")?;
    let mut out = format!("*{}*\n", client.name());
    for first in session.to_do_first() {
        out += &format!("\n> {first}\n");
    }
    if client.profile.newest() == Profile::SillyTavern {
        let mut how = SillyTavern::default();
        if let Some(preset) = preset {
            let read = cards_kit::Preset::read(preset);
            how = how.with_preset(read.map_err(|error| format!("the preset cannot be read: {error}"))?.value);
        }
        let prompt = session.messages(chat, &how).map_err(words)?;
        for message in &prompt.messages {
            out += &format!("\n## {}\n\n{}\n", message.role.as_str(), message.content);
        }
        return Ok(out);
    }
    if preset.is_some() {
        return Err(format!("a preset is SillyTavern's, and the client of the settings is {}", client.name()));
    }
    let answer = session.turn(chat).map_err(words)?;
    for segment in &answer.prompt.segments {
        out += &format!("\n## {}\n\n{}\n", segment.role.as_str(), segment.text);
    }
    Ok(out)
}
