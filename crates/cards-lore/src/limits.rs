//! What the engine spends at most.

use cards_words::setters;

/// Limits on hostile or careless input; each can be changed by the caller.
///
/// Past a limit the engine goes on with what it has and adds a finding, except for [`Limits::entries`], which
/// refuses the books.
///
/// ```
/// use cards_lore::{Book, Entry, Limits, Lore, Profile, Settings};
/// let book = Book::new("Town", vec![Entry::new(["bell"], "It rings."), Entry::new(["oar"], "It is wet.")]);
/// let settings = Settings::new(Profile::Spec);
/// assert!(Lore::compile(vec![book], settings, &Limits::default().with_entries(1)).is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Entries of all books together. Default 200,000: the largest public books hold a few thousand.
    pub entries: usize,
    /// Keys of one kind of one entry; further ones are not looked for. Default 10,000.
    pub keys_per_entry: usize,
    /// Bytes of one key; a longer one never matches. Default 16 KiB: real ones are words.
    pub key_bytes: usize,
    /// Bytes of chat text searched in one turn, newest first. Default 256 MiB.
    pub chat_bytes: usize,
    /// Passes of one turn. Default 250,000, more than the default limit on entries lets a chain need.
    pub passes: usize,
    /// Times that entries are looked at in one turn, over all passes. Default 20 million (about two seconds).
    pub checks: u64,
    /// Bytes that one compiled pattern may take. Default 1 MiB; `(a{100}){100}` is past it.
    pub regex_bytes: usize,
    /// Groups that may be inside each other in a pattern. Default 100.
    pub regex_depth: usize,
    /// Steps that a pattern with look-around or back-references may take on one text: one for each character that it
    /// looks at and for each way that it tries. Default 5 million, some hundredths of a second.
    pub backtrack_steps: u64,
    /// Bytes that patterns may read in one turn, each pattern on each text counted, and beside them the scratch memory
    /// that the patterns past the first 128 fill anew for each text; a step of a pattern with look-around or
    /// back-references counts as 8. Default 1 GiB (about a second).
    pub regex_scan_bytes: u64,
    /// Different patterns that are compiled for one set of books. Default 10,000.
    pub regex_patterns: usize,
    /// Bytes that everything built from the books may take together: automata, key texts, compiled patterns, the scratch
    /// memory of those with look-around; and once more in each turn: keys with macros, the keys that the trace names, and
    /// contents in which macros were expanded. A content for which nothing is left is left out. Default 128 MiB: the
    /// automaton of 100,000 entries takes a tenth of it, and so do a thousand patterns.
    pub build_bytes: u64,
    /// Steps of building all that, also of what then turns out too large; a step is about a byte written. Default
    /// 96 Mi (about a second): patterns of a few words take 16 Ki each.
    pub build_steps: u64,
    /// Texts whose hits the state remembers. Default 50,000.
    pub cached_texts: usize,
    /// Bytes of one content after macros were expanded; more is cut. Default 16 MiB.
    pub content_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            entries: 200_000,
            keys_per_entry: 10_000,
            key_bytes: 16 << 10,
            chat_bytes: 256 << 20,
            passes: 250_000,
            checks: 20_000_000,
            regex_bytes: 1 << 20,
            regex_depth: 100,
            backtrack_steps: 5_000_000,
            regex_scan_bytes: 1 << 30,
            regex_patterns: 10_000,
            build_bytes: 128 << 20,
            build_steps: 96 << 20,
            cached_texts: 50_000,
            content_bytes: 16 << 20,
        }
    }
}

impl Limits {
    /// What translating one pattern may take.
    pub(crate) fn of_patterns(&self) -> cards_pattern::Limits {
        cards_pattern::Limits::default().with_depth(self.regex_depth)
    }
}

setters! {
    Limits:
    with_entries entries: usize,
    with_keys_per_entry keys_per_entry: usize,
    with_key_bytes key_bytes: usize,
    with_chat_bytes chat_bytes: usize,
    with_passes passes: usize,
    with_checks checks: u64,
    with_regex_bytes regex_bytes: usize,
    with_regex_depth regex_depth: usize,
    with_backtrack_steps backtrack_steps: u64,
    with_regex_scan_bytes regex_scan_bytes: u64,
    with_regex_patterns regex_patterns: usize,
    with_build_bytes build_bytes: u64,
    with_build_steps build_steps: u64,
    with_cached_texts cached_texts: usize,
    with_content_bytes content_bytes: usize,
}
