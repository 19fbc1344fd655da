//! What programs do with a file, as far as rules speak of it: for each behaviour, the programs that have it.
//!
//! A rule whose breach some programs alone mind takes its list from here, so that what is known of a program is in one place.
//! The test `whom_a_rule_hurts_has_something_else_of_its_bad_example` runs the examples of the rules through the programs.
//!
//! De facto: SillyTavern 1.19.0, RisuAI 460ecae. "Others" are strict libraries, readers of V1 or of one chunk, editors, card sites.

use cards_model::rules::Reader::{self, Others, Risu, SillyTavern};
use cards_words::{Profile, UnknownName};

/// The reader of rules that a client is, where rules have a list of what it minds: whoever goes by the specs is among the others.
#[must_use]
pub fn reader_of(client: Profile) -> Option<Reader> {
    match client.newest() {
        Profile::Spec => Some(Others),
        Profile::SillyTavern => Some(SillyTavern),
        Profile::Risu => Some(Risu),
        _ => None,
    }
}

/// The client that a word means, where rules have no list of what it minds: what it passes over of a lorebook is known all the same.
#[must_use]
pub fn client_named(word: &str) -> Option<Profile> {
    word.parse().ok().filter(|client| reader_of(*client).is_none() && !word.contains('@'))
}

/// What a word means for a check: the reader of rules that it is, `others` or the name of a client, and the client where it is said what
/// that passes over. A client that rules have no list of counts among others. A version would have no effect, and is no word.
pub(crate) fn program_named(word: &str) -> Option<(Reader, Option<Profile>)> {
    // Whoever goes by the specs is called `others`.
    let client = || word.parse().ok().filter(|client| reader_of(*client) != Some(Others) && !word.contains('@'));
    let called = || Reader::ALL.iter().copied().find(|reader| reader.name().eq_ignore_ascii_case(word));
    let reader =
        word.parse().ok().or_else(|| client().map(|client| reader_of(client).unwrap_or(Others))).or_else(called);
    reader.map(|reader| (reader, client_named(word)))
}

/// The same of a profile.
pub(crate) fn program_of(profile: Profile) -> (Reader, Option<Profile>) {
    let client = profile.newest();
    (reader_of(client).unwrap_or(Others), client_named(client.as_str()))
}

/// The same of many words.
pub(crate) fn programs_named(words: &[impl AsRef<str>]) -> Result<(Vec<Reader>, Vec<Profile>), UnknownName> {
    let (mut readers, mut clients) = (Vec::new(), Vec::new());
    for word in words {
        let known = || Profile::CLIENTS.iter().skip(1).map(|client| client.as_str()).chain([Others.as_str()]);
        let named = program_named(word.as_ref()).ok_or_else(|| UnknownName::new("program", word.as_ref(), known()));
        let (reader, client) = named?;
        readers.push(reader);
        clients.extend(client);
    }
    Ok((readers, clients))
}

type Readers = &'static [Reader];

// Files.

/// Choose how to read a file by the end of its name.
pub(crate) const GO_BY_FILE_NAME: Readers = &[SillyTavern, Risu];
/// Look for the keyword of a card chunk letter by letter.
pub(crate) const COMPARE_KEYWORDS: Readers = &[Risu, Others];
/// Read text of PNG from `tEXt` chunks alone.
pub(crate) const READ_PLAIN_CHUNKS: Readers = &[SillyTavern, Risu];
/// Take what is in a card chunk for base64, whatever it is.
pub(crate) const DECODE_ALWAYS: Readers = &[SillyTavern, Risu];
/// Refuse a picture with a wrong checksum, or with a zero byte in a text.
pub(crate) const CHECK_PICTURES: Readers = &[SillyTavern];
/// Refuse base64 that is not that of the RFC.
pub(crate) const DECODE_STRICTLY: Readers = &[Others];
/// Read a copy that another program left in the picture.
pub(crate) const READ_OWN_COPY: Readers = &[Others];
/// Look for `chara` and nothing else, and expect V1 or V2 there.
pub(crate) const READ_CHARA_ALONE: Readers = &[Others];
/// Expect the members of CCv3 behind the keyword `ccv3`.
pub(crate) const EXPECT_CCV3_IN_ITS_CHUNK: Readers = &[Risu, Others];
/// Show no greeting of a CCv3L card, whose marker may be that of CCv3.
pub(crate) const TAKE_LYNN_FOR_CCV3: Readers = &[SillyTavern, Risu];
/// Refuse cards of other specs in a CHARX.
pub(crate) const WANT_CCV3_IN_ARCHIVES: Readers = &[Risu];
/// Read an archive by its directory as it is: bytes in front, a wrong count and backslashes lead them astray.
pub(crate) const UNPACK_PLAINLY: Readers = &[Others];
/// Unpack every file of an archive, and not the assets of the card alone.
pub(crate) const UNPACK_EVERYTHING: Readers = &[Risu, Others];
/// Load no asset from the web.
pub(crate) const LOAD_NO_REMOTE_ASSET: Readers = &[SillyTavern, Risu];

// Cards.

/// Refuse a V1 card whose greeting is blank.
pub(crate) const WANT_A_GREETING: Readers = &[Risu];
/// Run the regex scripts of a card.
pub(crate) const RUN_SCRIPTS: Readers = &[SillyTavern, Risu];
/// Keep presets, templates and chats in files of their own.
pub(crate) const KEEP_PRESETS: Readers = &[SillyTavern];
/// Break off at a script that does not say where it runs.
pub(crate) const WANT_PLACES_OF_SCRIPTS: Readers = &[SillyTavern];

// Lorebooks.

/// Scan the book of a card only once the user has imported it.
pub(crate) const IMPORT_BOOKS_APART: Readers = &[SillyTavern];
/// Heed chance, recursion, logic and depth in the extensions of an entry.
pub(crate) const HEED_SETTINGS_OF_ENTRIES: Readers = &[SillyTavern];
/// Keep to the token budget of a book; the two clients have one of their own.
pub(crate) const KEEP_TO_BOOK_BUDGETS: Readers = &[Others];
/// Keep to the scan depth of a book; the two clients have one of their own.
pub(crate) const KEEP_TO_BOOK_DEPTHS: Readers = &[Others];
/// Look for a key with commas as a whole; RisuAI splits it.
pub(crate) const KEEP_COMMAS: Readers = &[SillyTavern, Others];
/// Take `use_regex` at its word.
pub(crate) const TRUST_USE_REGEX: Readers = &[Others];
