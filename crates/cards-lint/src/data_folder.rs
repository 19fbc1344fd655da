//! The folder in which SillyTavern keeps what a user has: cards, lorebooks and chats know each other there by the names of files.
//!
//! De facto: SillyTavern 1.19.0 (`src/users.js`, the folders of a user). Nothing is read here; who asks says what there is.

use std::fmt;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// A SillyTavern user's data folder.
///
/// ```
/// use std::path::Path;
/// use cards_lint::DataFolder;
/// let there = |folder: &Path| folder == Path::new("data/worlds");
/// let data = DataFolder::of(Path::new("data/characters/Aria.png"), there).ok_or("a data folder")?;
/// assert_eq!(data.world("Harbor"), Some("data/worlds/Harbor.json".into()));
/// assert_eq!(data.chats("Aria"), Path::new("data/chats/Aria"));
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataFolder(PathBuf);

/// Where the cards are, the lorebooks, and the chats.
const CHARACTERS: &str = "characters";
const WORLDS: &str = "worlds";
const CHATS: &str = "chats";

impl DataFolder {
    /// The folder that a card or a lorebook is in, where the name of the file is what others know it by. `is_folder` is asked for
    /// the folders beside the one of the file.
    #[must_use]
    pub fn of(file: &Path, is_folder: impl Fn(&Path) -> bool) -> Option<Self> {
        let folder = file.parent()?;
        let data = folder.parent()?;
        let beside = |name: &str| is_folder(&data.join(name));
        let is_inside = match folder.file_name()?.to_str()? {
            CHARACTERS => beside(WORLDS) || beside(CHATS),
            WORLDS => beside(CHARACTERS),
            _ => false,
        };
        is_inside.then(|| Self(data.to_owned()))
    }

    /// The folder of its lorebooks.
    #[must_use]
    pub fn lorebooks(&self) -> PathBuf {
        self.0.join(WORLDS)
    }

    /// Where a lorebook of this name is; nothing for a name that leads elsewhere.
    #[must_use]
    pub fn world(&self, name: &str) -> Option<PathBuf> {
        let mut parts = Path::new(name).components();
        let is_name = matches!((parts.next(), parts.next()), (Some(Component::Normal(part)), None) if part == name);
        is_name.then(|| self.lorebooks().join(format!("{name}.json")))
    }

    /// The folder of the chats with the card whose file has this name, without its ending.
    #[must_use]
    pub fn chats(&self, card: &str) -> PathBuf {
        self.0.join(CHATS).join(card)
    }

    /// Its lorebooks, for [`Options::with_worlds`](crate::Options::with_worlds).
    #[must_use]
    pub fn worlds(self, is_file: impl Fn(&Path) -> bool + Send + Sync + 'static) -> Worlds {
        Worlds(Arc::new(move |name: &str| self.world(name).is_some_and(|path| is_file(&path))))
    }
}

/// The lorebooks that a client has beside a file, by their names.
#[derive(Clone)]
pub struct Worlds(Arc<dyn Fn(&str) -> bool + Send + Sync>);

impl Worlds {
    /// Whether there is one of this name.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        (self.0)(name)
    }
}

impl fmt::Debug for Worlds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Worlds").finish_non_exhaustive()
    }
}
