//! One file of a library, in numbers.

use cards_container::Source;
#[cfg(feature = "serde")]
use cards_kit::answer::LAYOUT;
use cards_kit::chain;
use cards_kit::plain::bytes_hash;
use cards_kit::{Error, Limits};
use cards_lint::Options;
#[cfg(feature = "serde")]
use serde::{Serialize, Serializer};

use crate::RowOptions;
#[cfg(feature = "serde")]
use crate::answer::UnreadRow;
use crate::answer::{Row, Trouble};
use crate::row::row_of;

/// What a scan says about one file.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FileRow {
    /// The file; `archive!/member` for a member of an archive of cards.
    pub path: String,
    /// Its bytes.
    pub size: u64,
    /// When it was last changed, in microseconds since 1970.
    pub modified: Option<i64>,
    /// SHA-256 of its bytes, where that was asked for.
    pub file_hash: Option<String>,
    /// What it holds, or why it cannot be read.
    pub row: Result<Row, Trouble>,
}

/// What a scan looks at beyond headers and card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Depth {
    /// Every byte, for the file's hash.
    pub hash: bool,
    /// What is asked of the card.
    pub row: RowOptions,
}

impl Depth {
    /// Looks at every byte, or not, and asks so much of the card.
    #[must_use]
    pub fn new(hash: bool, row: RowOptions) -> Self {
        Self { hash, row }
    }
}

impl From<(&'static str, String)> for Trouble {
    fn from((class, message): (&'static str, String)) -> Self {
        let mut trouble = Self::default();
        (trouble.class, trouble.message) = (class, message);
        trouble
    }
}

pub(crate) fn trouble(class: &'static str, error: &dyn std::error::Error) -> Trouble {
    (class, chain(error)).into()
}

/// The facts of a file. What its place tells is asked for where rules are checked.
pub(crate) fn read_source(
    source: impl Source,
    depth: Depth,
    place: impl FnOnce() -> Options<'static>,
) -> Result<Row, Trouble> {
    let rules = if depth.row.lint { place() } else { Options::default() };
    row_of(source, &depth.row, &rules, &Limits::default()).map_err(|error: Error| trouble(error.class(), &error))
}

impl FileRow {
    /// A row of a file that nothing is known of yet.
    pub(crate) fn unread(path: String) -> Self {
        Self { path, size: 0, modified: None, file_hash: None, row: Err(Trouble::default()) }
    }

    /// Reads the facts of a file in memory; whatever goes wrong is part of the row.
    #[must_use]
    pub fn of_bytes(name: String, bytes: &[u8], depth: Depth) -> Self {
        let file_hash = depth.hash.then(|| bytes_hash(bytes));
        let of_name = || {
            let last = name.rsplit(['/', '\\']).next().filter(|last| !last.is_empty());
            Options::default().with_file_name(last.map(str::to_owned))
        };
        let row = read_source(bytes, depth, of_name);
        Self { size: bytes.len() as u64, file_hash, row, ..Self::unread(name) }
    }

    /// The row as Arrow columns take it.
    #[cfg(feature = "columns")]
    #[must_use]
    pub fn facts(&self) -> crate::columns::FileFacts<'_> {
        crate::columns::FileFacts::new(&self.path, self.size, self.row.as_ref())
            .with_modified(self.modified)
            .with_file_hash(self.file_hash.as_deref())
    }
}

/// What a row is written as, in this order.
#[cfg(feature = "serde")]
#[derive(Serialize)]
struct Written<'r> {
    schema: u32,
    path: &'r str,
    size: u64,
    mtime_us: Option<i64>,
    #[serde(flatten)]
    row: Facts<'r>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file_hash: Option<&'r str>,
    error: Option<&'r Trouble>,
}

#[cfg(feature = "serde")]
#[derive(Serialize)]
#[serde(untagged)]
enum Facts<'r> {
    Read(&'r Row),
    Unread(UnreadRow),
}

#[cfg(feature = "serde")]
impl Serialize for FileRow {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let (row, error) = match &self.row {
            Ok(row) => (Facts::Read(row), None),
            Err(trouble) => (Facts::Unread(UnreadRow::default()), Some(trouble)),
        };
        let Self { path, size, modified, file_hash, .. } = self;
        let file_hash = file_hash.as_deref();
        Written { schema: LAYOUT, path, size: *size, mtime_us: *modified, row, file_hash, error }.serialize(to)
    }
}
