//! The name of a file or folder: a root, and what is in it.

use std::fmt;

use cards_kit::container::zip::SafePath;

use crate::refusal::Refusal;

/// A file or folder of a root: `root/folder/aria.png`, with `/` on every system.
///
/// No part of it is empty, `.` or `..`, so that it stays in its root.
///
/// ```
/// use cards_mcp::CardPath;
/// let path: CardPath = "cards/bards/aria.png".parse()?;
/// assert_eq!((path.root(), path.inside()), ("cards", Some("bards/aria.png")));
/// assert!("cards/../secret.json".parse::<CardPath>().is_err() && "/etc/passwd".parse::<CardPath>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CardPath {
    root: String,
    inside: Option<SafePath>,
}

impl CardPath {
    /// The name of the root.
    #[must_use]
    pub fn root(&self) -> &str {
        &self.root
    }

    /// The path in the root; nothing for the root itself.
    #[must_use]
    pub fn inside(&self) -> Option<&str> {
        self.inside.as_ref().map(SafePath::as_str)
    }

    /// A file or folder in this folder.
    #[must_use]
    pub fn join(&self, name: &str) -> Option<Self> {
        let inside = match self.inside() {
            Some(inside) => format!("{inside}/{name}"),
            None => name.to_owned(),
        };
        let path = Self { root: self.root.clone(), inside: Some(SafePath::new(&inside).ok()?) };
        (path.inside() == Some(&inside)).then_some(path)
    }

    /// The last part.
    #[must_use]
    pub fn name(&self) -> &str {
        self.inside().unwrap_or(&self.root).rsplit('/').next().unwrap_or_default()
    }
}

impl std::str::FromStr for CardPath {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        let bad = |reason: &str| {
            Refusal::new("bad-path", format!("that is no path in a root: {reason}"))
                .next("write the name of a root, `/` and the path in it, as `find` lists them")
        };
        let (root, inside) = text.split_once('/').map_or((text, None), |(root, inside)| (root, Some(inside)));
        if root.is_empty() {
            return Err(bad("it begins with no root"));
        }
        let Some(inside) = inside.filter(|inside| !inside.is_empty()) else {
            return Ok(Self { root: root.to_owned(), inside: None });
        };
        let safe = SafePath::new(inside).map_err(|error| bad(error.reason()))?;
        // A name that would be read as another one is none: backslashes, doubled slashes, a dot.
        if safe.as_str() != inside {
            return Err(bad("it is not written as it is; take out backslashes, `.` and doubled `/`"));
        }
        Ok(Self { root: root.to_owned(), inside: Some(safe) })
    }
}

impl fmt::Display for CardPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.inside() {
            Some(inside) => write!(f, "{}/{inside}", self.root),
            None => f.write_str(&self.root),
        }
    }
}
