//! What the place of a file tells the rules.

use std::path::{Component, Path};

use cards_lint::{DataFolder, Options};

/// The data folder of SillyTavern's that a file is in.
#[must_use]
pub fn data_folder(path: &Path) -> Option<DataFolder> {
    // A name alone is in a folder too, and behind `..` it is in another one than its path says.
    let is_roundabout = path.components().any(|part| part == Component::ParentDir);
    let whole = if is_roundabout { path.canonicalize() } else { std::path::absolute(path) };
    DataFolder::of(&whole.ok()?, Path::is_dir)
}

/// The options of the rules for the file at a path: its name, and what is in the data folder that it is in.
///
/// ```
/// use std::path::Path;
/// use cards_library::files::of_place;
/// let options = of_place(Default::default(), Path::new("cards/aria.png"));
/// assert_eq!(options.file_name.as_deref(), Some("aria.png"));
/// ```
#[must_use]
pub fn of_place(options: Options<'static>, path: &Path) -> Options<'static> {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
    options.with_file_name(name).with_data(data_folder(path).map(|data| data.files(Path::is_file)))
}
