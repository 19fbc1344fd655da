//! The folder in which SillyTavern keeps what a user has: cards, lorebooks and chats know each other there by the names of files.
//!
//! De facto: SillyTavern 1.19.0 (`src/users.js`, the folders of a user).

use std::fs;
use std::path::{Path, PathBuf};

/// A SillyTavern user's data folder.
///
/// ```
/// use cards_library::files::DataFolder;
/// # let data = std::env::temp_dir().join("cards-library-data-folder");
/// # for folder in ["characters", "worlds", "chats/Aria"] { std::fs::create_dir_all(data.join(folder))?; }
/// # for file in ["worlds/Harbor.json", "chats/Aria/1.jsonl"] { std::fs::write(data.join(file), "{}")?; }
/// let folder = DataFolder::of(&data.join("characters/Aria.png")).ok_or("a data folder")?;
/// assert_eq!(folder.worlds(), ["Harbor"]);
/// assert_eq!(folder.chats_of("Aria"), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataFolder(PathBuf);

/// Where the cards are, the lorebooks, and the chats.
const CHARACTERS: &str = "characters";
const WORLDS: &str = "worlds";
const CHATS: &str = "chats";

impl DataFolder {
    /// The folder that a card or a lorebook is in, where the name of the file is what others know it by.
    #[must_use]
    pub fn of(file: &Path) -> Option<Self> {
        let folder = file.parent()?;
        let data = folder.parent()?;
        let beside = |name: &str| data.join(name).is_dir();
        let is_inside = match folder.file_name()?.to_str()? {
            CHARACTERS => beside(WORLDS) || beside(CHATS),
            WORLDS => beside(CHARACTERS),
            _ => false,
        };
        is_inside.then(|| Self(data.to_owned()))
    }

    /// The names of its lorebooks, in order; nothing where the folder cannot be read.
    #[must_use]
    pub fn worlds(&self) -> Vec<String> {
        let mut names = stems(&self.0.join(WORLDS), "json");
        names.sort();
        names
    }

    /// Whether it has a lorebook of this name.
    #[must_use]
    pub fn has_world(&self, name: &str) -> bool {
        // A name is a part of a path, and one that would lead elsewhere is none.
        let is_name = Path::new(name).file_name().is_some_and(|last| last == name);
        is_name && self.0.join(WORLDS).join(format!("{name}.json")).is_file()
    }

    /// How many chats there are with the card whose file has this name, without its ending.
    #[must_use]
    pub fn chats_of(&self, card: &str) -> usize {
        stems(&self.0.join(CHATS).join(card), "jsonl").len()
    }
}

/// The names of the files with an ending, without it.
fn stems(folder: &Path, ending: &str) -> Vec<String> {
    let files = fs::read_dir(folder).into_iter().flatten().flatten().map(|file| file.path());
    let fit = files.filter(|path| path.extension().is_some_and(|other| other.eq_ignore_ascii_case(ending)));
    fit.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned())).collect()
}
