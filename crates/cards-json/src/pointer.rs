//! JSON pointers: the name of a place in a document.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use crate::Error;

/// A JSON pointer (RFC 6901): the steps from the root of a document down to one value, `/data/tags/0`.
///
/// Pointers compare as their steps do, indices by number: `/tags/2` comes before `/tags/10`.
///
/// ```
/// use cards_json::Pointer;
/// let tags = Pointer::from(["data", "tags"]);
/// let third = tags.index(2);
/// assert_eq!(third.to_string(), "/data/tags/2");
/// assert_eq!(third.parent(), Some(tags));
/// assert_eq!(Pointer::ROOT.member("a/b~c").as_str(), "/a~1b~0c");
/// assert_eq!("/a~1b".parse::<Pointer>()?.last().as_deref(), Some("a/b"));
/// # Ok::<(), cards_json::Error>(())
/// ```
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct Pointer(String);

/// One step down from a value to a member or an element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step<'a> {
    /// Into the member of this name.
    Key(Cow<'a, str>),
    /// Into the element at this index.
    Index(usize),
}

impl Pointer {
    /// The whole document.
    pub const ROOT: Self = Self(String::new());

    /// The pointer to a member of the value that this one points to.
    #[must_use]
    pub fn member(&self, key: &str) -> Self {
        let mut longer = Self(String::with_capacity(self.0.len() + 1 + key.len()));
        longer.0.push_str(&self.0);
        longer.push_member(key);
        longer
    }

    /// The pointer to an element of the array that this one points to.
    #[must_use]
    pub fn index(&self, index: usize) -> Self {
        let mut longer = self.clone();
        longer.push_index(index);
        longer
    }

    /// The pointer that leads on from this one as another leads on from the root.
    #[must_use]
    pub fn join(&self, below: &Self) -> Self {
        Self([self.0.as_str(), &below.0].concat())
    }

    /// The pointer to the value that holds this one; none for the whole document.
    #[must_use]
    pub fn parent(&self) -> Option<Self> {
        self.0.rfind('/').map(|at| Self(self.0.get(..at).unwrap_or_default().to_owned()))
    }

    /// The last step: a member name or an index; none for the whole document.
    #[must_use]
    pub fn last(&self) -> Option<Cow<'_, str>> {
        self.keys().next_back()
    }

    /// The steps, unescaped: member names, and indices as text.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = Cow<'_, str>> {
        let parts = self.0.strip_prefix('/').map(|rest| rest.split('/'));
        parts.into_iter().flatten().map(|part| {
            if part.contains('~') {
                Cow::Owned(part.replace("~1", "/").replace("~0", "~"))
            } else {
                Cow::Borrowed(part)
            }
        })
    }

    /// Whether it points to the whole document.
    #[must_use]
    pub fn is_root(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether this is another pointer or leads to something below that one.
    #[must_use]
    pub fn starts_with(&self, above: &Self) -> bool {
        self.below(above).is_some()
    }

    /// What leads on from `above` to here, if this pointer starts with it.
    #[must_use]
    pub fn below(&self, above: &Self) -> Option<Self> {
        let rest = self.0.strip_prefix(&above.0)?;
        (rest.is_empty() || rest.starts_with('/')).then(|| Self(rest.to_owned()))
    }

    /// The pointer as text: empty for the whole document.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The pointer as text, with words of the caller's for the whole document.
    #[must_use]
    pub fn or_whole<'a>(&'a self, whole: &'a str) -> &'a str {
        if self.is_root() { whole } else { &self.0 }
    }

    /// Steps down to a member, in place.
    pub fn push_member(&mut self, key: &str) {
        self.0.push('/');
        let mut rest = key;
        while let Some(at) = rest.find(['~', '/']) {
            let (clean, behind) = rest.split_at_checked(at).unwrap_or((rest, ""));
            self.0.push_str(clean);
            self.0.push_str(if behind.starts_with('~') { "~0" } else { "~1" });
            rest = behind.get(1..).unwrap_or_default();
        }
        self.0.push_str(rest);
    }

    /// Steps down to an element, in place.
    pub fn push_index(&mut self, index: usize) {
        use fmt::Write as _;
        // Writing to a String cannot fail.
        let _ = write!(self.0, "/{index}");
    }

    /// Steps up to the value that holds this one, in place; nothing happens at the root.
    pub fn pop(&mut self) {
        self.0.truncate(self.0.rfind('/').unwrap_or_default());
    }

    pub(crate) fn of_steps(steps: &[Step<'_>]) -> Self {
        let mut pointer = Self::ROOT;
        for step in steps {
            match step {
                Step::Key(key) => pointer.push_member(key),
                Step::Index(index) => pointer.push_index(*index),
            }
        }
        pointer
    }
}

/// An index as RFC 6901 §4 spells it: digits without a leading zero.
pub(crate) fn index_of(key: &str) -> Option<usize> {
    let plain = key.bytes().all(|b| b.is_ascii_digit()) && (key == "0" || !key.starts_with('0'));
    if plain { key.parse().ok() } else { None }
}

impl FromStr for Pointer {
    type Err = Error;

    /// Reads a pointer as RFC 6901 spells it.
    ///
    /// # Errors
    /// [`Error::Pointer`] for a text that neither is empty nor begins with `/`, and for a `~` before anything but `0`
    /// and `1`.
    fn from_str(text: &str) -> Result<Self, Error> {
        let bad = |problem| Error::Pointer { text: text.to_owned(), problem };
        if !text.is_empty() && !text.starts_with('/') {
            return Err(bad("it should be empty or begin with `/`"));
        }
        let escapes = text.split('~').skip(1);
        if escapes.into_iter().any(|behind| !behind.starts_with(['0', '1'])) {
            return Err(bad("`~` should be followed by `0` or `1`"));
        }
        Ok(Self(text.to_owned()))
    }
}

impl<K: AsRef<str>> FromIterator<K> for Pointer {
    fn from_iter<I: IntoIterator<Item = K>>(keys: I) -> Self {
        let mut pointer = Self::ROOT;
        for key in keys {
            pointer.push_member(key.as_ref());
        }
        pointer
    }
}

impl<const N: usize> From<[&str; N]> for Pointer {
    fn from(keys: [&str; N]) -> Self {
        keys.into_iter().collect()
    }
}

impl fmt::Display for Pointer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl fmt::Debug for Pointer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl AsRef<str> for Pointer {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl PartialEq<str> for Pointer {
    fn eq(&self, other: &str) -> bool {
        self.0 == other
    }
}

impl PartialEq<&str> for Pointer {
    fn eq(&self, other: &&str) -> bool {
        self.0 == *other
    }
}

impl Ord for Pointer {
    fn cmp(&self, other: &Self) -> Ordering {
        // An index before a name, so that the order is total; indices by number.
        let rank = |key: &Cow<'_, str>| index_of(key).map_or((1, 0), |index| (0, index));
        let (mut ours, mut theirs) = (self.keys(), other.keys());
        loop {
            let (ours, theirs) = match (ours.next(), theirs.next()) {
                (Some(ours), Some(theirs)) => (ours, theirs),
                (ours, theirs) => return ours.is_some().cmp(&theirs.is_some()),
            };
            let order = rank(&ours).cmp(&rank(&theirs)).then_with(|| ours.cmp(&theirs));
            if order != Ordering::Equal {
                return order;
            }
        }
    }
}

impl PartialOrd for Pointer {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
