//! Needless files moved out of the way.

use std::collections::HashSet;
use std::fs;
use std::io::{Error, ErrorKind};
use std::path::Path;

use cards_library::answer::{Dupes, Kept, Moved};

use crate::failure::Failure;
use crate::free::Names;

/// Where the needless files of each group go. A file that is the kept one under another name, by a link, stays.
pub(super) fn planned(kept: &[Kept], folder: &Path) -> Vec<Moved> {
    let mut names = Names::default();
    let mut moves = Vec::new();
    for group in kept {
        let own = fs::canonicalize(&group.keep).ok();
        for other in &group.others {
            let path = Path::new(other);
            let linked = own.is_some() && fs::canonicalize(path).ok() == own;
            let (Some(stem), false) = (path.file_stem(), linked) else { continue };
            let extension = path.extension().map(|end| format!(".{}", end.to_string_lossy())).unwrap_or_default();
            let output = names.free(folder, &stem.to_string_lossy(), &extension, path);
            let mut one = Moved::default();
            (one.file, one.output) = (other.clone(), output.to_string_lossy().into_owned());
            if output != path {
                moves.push(one);
            }
        }
    }
    moves
}

/// Moves the files, and gives what could not be moved. Where the file to keep is gone, the others of its group stay.
pub(super) fn applied(found: &mut Dupes) -> Vec<Failure> {
    let mut failures = Vec::new();
    let gone: HashSet<String> = found
        .kept
        .iter()
        .filter(|group| !Path::new(&group.keep).is_file())
        .flat_map(|group| {
            failures.push(Failure::Other {
                class: "io",
                message: format!("{} is not there any more, so the others of its group stay", group.keep),
            });
            group.others.iter().cloned()
        })
        .collect();
    for one in found.moves.iter_mut().filter(|one| !gone.contains(&one.file)) {
        match moved(one) {
            Ok(()) => one.applied = true,
            Err(source) => failures.push(Failure::Write { path: (&one.output).into(), source }),
        }
    }
    failures
}

fn moved(one: &Moved) -> Result<(), Error> {
    let output = Path::new(&one.output);
    if let Some(folder) = output.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::rename(&one.file, output).map_err(|error| match error.kind() {
        ErrorKind::CrossesDevices => {
            Error::new(ErrorKind::CrossesDevices, "the folder is on another file system; name one on that of the cards")
        }
        _ => error,
    })
}
