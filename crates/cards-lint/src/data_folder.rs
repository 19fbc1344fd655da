//! The folder in which SillyTavern keeps what a user has: cards, lorebooks, chats and groups know each other there by the names of files.
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

/// Its folders, and its file of settings.
const CHARACTERS: &str = "characters";
const WORLDS: &str = "worlds";
const CHATS: &str = "chats";
const GROUPS: &str = "groups";
const GROUP_CHATS: &str = "group chats";
const SETTINGS: &str = "settings.json";

impl DataFolder {
    /// The folder that a card, a lorebook, a chat, a group or the file of settings is in, where the name of the file is what others
    /// know it by. `is_folder` is asked for the folders beside the one of the file.
    #[must_use]
    pub fn of(file: &Path, is_folder: impl Fn(&Path) -> bool) -> Option<Self> {
        let folder = file.parent()?;
        let has = |data: &Path, name: &str| is_folder(&data.join(name));
        let word = |path: &Path| path.file_name().and_then(|name| name.to_str()).map(str::to_owned).unwrap_or_default();
        if word(file) == SETTINGS {
            return (has(folder, CHARACTERS) && has(folder, WORLDS)).then(|| Self(folder.to_owned()));
        }
        let data = folder.parent()?;
        let (data, is_inside) = match word(folder).as_str() {
            CHARACTERS => (data, has(data, WORLDS) || has(data, CHATS)),
            WORLDS | GROUPS | GROUP_CHATS => (data, has(data, CHARACTERS)),
            _ if word(data) == CHATS => data.parent().map(|data| (data, has(data, CHARACTERS)))?,
            _ => return None,
        };
        is_inside.then(|| Self(data.to_owned()))
    }

    /// The folders whose files are named in a file of this one: cards and chats by a group, lorebooks and cards by the settings, else
    /// lorebooks.
    #[must_use]
    pub fn named_in(&self, file: &Path) -> Vec<PathBuf> {
        let names: &[&str] = if file.parent() == Some(&self.0.join(GROUPS)) {
            &[CHARACTERS, GROUP_CHATS]
        } else if file.parent() == Some(&self.0) {
            &[WORLDS, CHARACTERS]
        } else {
            &[WORLDS]
        };
        names.iter().map(|name| self.0.join(name)).collect()
    }

    /// The folder of its cards.
    #[must_use]
    pub fn cards(&self) -> PathBuf {
        self.0.join(CHARACTERS)
    }

    /// Where a lorebook of this name is; nothing for a name that leads elsewhere.
    #[must_use]
    pub fn world(&self, name: &str) -> Option<PathBuf> {
        self.file(WORLDS, name, ".json")
    }

    /// Where a card is whose file has this name; nothing for a name that leads elsewhere.
    #[must_use]
    pub fn card(&self, file: &str) -> Option<PathBuf> {
        self.file(CHARACTERS, file, "")
    }

    /// Where a chat of a group is; nothing for a name that leads elsewhere.
    #[must_use]
    pub fn group_chat(&self, id: &str) -> Option<PathBuf> {
        self.file(GROUP_CHATS, id, ".jsonl")
    }

    fn file(&self, folder: &str, name: &str, ending: &str) -> Option<PathBuf> {
        let mut parts = Path::new(name).components();
        let is_name = matches!((parts.next(), parts.next()), (Some(Component::Normal(part)), None) if part == name);
        is_name.then(|| self.0.join(folder).join(format!("{name}{ending}")))
    }

    /// The folder of the chats with the card whose file has this name, without its ending.
    #[must_use]
    pub fn chats(&self, card: &str) -> PathBuf {
        self.0.join(CHATS).join(card)
    }

    /// What is in it, for [`Options::with_data`](crate::Options::with_data).
    #[must_use]
    pub fn files<'a>(self, is_file: impl Fn(&Path) -> bool + Send + Sync + 'a) -> DataFiles<'a> {
        DataFiles { data: self, is_file: Arc::new(is_file) }
    }
}

/// What is in the data folder that a file is in.
///
/// ```
/// use std::path::Path;
/// use cards_lint::DataFolder;
/// let data = DataFolder::of(Path::new("data/characters/Aria.png"), |_| true).ok_or("a data folder")?;
/// let files = data.files(|path| path == Path::new("data/worlds/Harbor.json"));
/// assert!(files.has_world("Harbor") && !files.has_world("../worlds/Harbor") && !files.has_card("Bo.png"));
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone)]
pub struct DataFiles<'a> {
    data: DataFolder,
    is_file: Arc<dyn Fn(&Path) -> bool + Send + Sync + 'a>,
}

impl DataFiles<'_> {
    /// Whether there is a lorebook of this name.
    #[must_use]
    pub fn has_world(&self, name: &str) -> bool {
        self.data.world(name).is_some_and(|path| (self.is_file)(&path))
    }

    /// Whether there is a card whose file has this name.
    #[must_use]
    pub fn has_card(&self, file: &str) -> bool {
        self.data.card(file).is_some_and(|path| (self.is_file)(&path))
    }

    /// Whether there is a chat of a group with this id.
    #[must_use]
    pub fn has_group_chat(&self, id: &str) -> bool {
        self.data.group_chat(id).is_some_and(|path| (self.is_file)(&path))
    }
}

impl fmt::Debug for DataFiles<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DataFiles").field("data", &self.data).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_each_kind_are_in_the_folder_and_others_are_not() {
        let is_folder = |path: &Path| ["d/characters", "d/worlds"].map(Path::new).contains(&path);
        for file in [
            "characters/A.png",
            "worlds/W.json",
            "groups/1.json",
            "group chats/1.jsonl",
            "chats/A/1.jsonl",
            "settings.json",
        ] {
            let data = DataFolder::of(&Path::new("d").join(file), is_folder);
            assert_eq!(data, Some(DataFolder("d".into())), "{file}");
            assert!(DataFolder::of(&Path::new("e").join(file), is_folder).is_none(), "{file}");
        }
        for file in ["A.png", "themes/T.json", "chats/1.jsonl", "characters/A/joy.png", "other.json"] {
            assert_eq!(DataFolder::of(&Path::new("d").join(file), is_folder), None, "{file}");
        }
        let data = DataFolder("d".into());
        for (file, folders) in [
            ("d/groups/1.json", &["d/characters", "d/group chats"][..]),
            ("d/settings.json", &["d/worlds", "d/characters"]),
            ("d/characters/A.png", &["d/worlds"]),
        ] {
            assert_eq!(data.named_in(Path::new(file)), folders.iter().map(PathBuf::from).collect::<Vec<_>>(), "{file}");
        }
    }
}
