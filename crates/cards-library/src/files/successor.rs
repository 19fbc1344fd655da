//! What a file takes over from the one in whose place it goes: owner, rights, extended attributes, and how many other names there are.

use std::fs;
use std::io;
use std::path::Path;

/// Gives a file what the one that it replaces has, and says how many other names that one has. A file that cannot be given all of it
/// is refused, so that nothing is lost without a word; only the owner is kept as far as the system lets us.
pub(super) fn take_over(new: &Path, path: &Path, old: &fs::Metadata) -> io::Result<u64> {
    keep_owner(new, old);
    fs::set_permissions(new, old.permissions())?;
    attributes::keep(new, path)?;
    Ok(other_names(old))
}

/// Gives a file the owner and the group of the one that it replaces. Only root may give files away; for everybody else
/// the old file was theirs to replace, and stays so.
#[cfg(unix)]
fn keep_owner(file: &Path, old: &fs::Metadata) {
    use std::os::unix::fs::{MetadataExt as _, chown};
    let differs = fs::metadata(file).is_ok_and(|new| (new.uid(), new.gid()) != (old.uid(), old.gid()));
    if differs && chown(file, Some(old.uid()), Some(old.gid())).is_err() {
        // A member of the group may keep the group at least.
        let _ = chown(file, None, Some(old.gid()));
    }
}

#[cfg(not(unix))]
fn keep_owner(_: &Path, _: &fs::Metadata) {}

/// How many names a file has beside the one it was found by.
#[cfg(unix)]
fn other_names(old: &fs::Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::nlink(old).saturating_sub(1)
}

/// The standard library does not say it of other systems.
#[cfg(not(unix))]
fn other_names(_: &fs::Metadata) -> u64 {
    0
}

/// Extended attributes: notes, tags and origins that users and their programs attach to files, and lists of rights.
#[cfg(any(target_os = "linux", target_os = "android", target_os = "macos"))]
mod attributes {
    use std::io;
    use std::path::Path;

    use rustix::fs::{XattrFlags, getxattr, listxattr, setxattr};
    use rustix::io::Errno;

    /// Bytes of all names, and of one value, that Linux lets a file have; what is larger elsewhere is refused.
    const MOST: usize = 1 << 16;

    /// Gives a file the attributes of another, those apart that belong to the system.
    pub(super) fn keep(new: &Path, old: &Path) -> io::Result<()> {
        let mut names = vec![0; MOST];
        let length = match listxattr(old, &mut names[..]) {
            Ok(length) => length,
            // This disk has none.
            Err(Errno::NOTSUP | Errno::NOSYS) => return Ok(()),
            Err(error) => return Err(error.into()),
        };
        let mut value = Vec::new();
        for name in names.get(..length).unwrap_or_default().split(|byte| *byte == 0).filter(|name| is_the_users(name)) {
            value.resize(MOST, 0);
            let length = getxattr(old, name, &mut value[..])?;
            setxattr(new, name, value.get(..length).unwrap_or_default(), XattrFlags::empty())?;
        }
        Ok(())
    }

    /// Linux keeps labels of its own in other name spaces, and gives them to each new file by itself.
    fn is_the_users(name: &[u8]) -> bool {
        let ours = name.starts_with(b"user.") || name == b"system.posix_acl_access";
        if cfg!(target_os = "macos") { !name.is_empty() } else { ours }
    }
}

/// Other systems, or the standard library there, have none.
#[cfg(not(any(target_os = "linux", target_os = "android", target_os = "macos")))]
mod attributes {
    pub(super) fn keep(_: &std::path::Path, _: &std::path::Path) -> std::io::Result<()> {
        Ok(())
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::super::save::replace;
    use super::*;

    /// Only root may give files away, and only then is there something to lose.
    #[test]
    fn a_file_keeps_its_owner() {
        use std::os::unix::fs::{MetadataExt as _, chown};
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "old").unwrap();
        if chown(&file, Some(12_345), Some(12_346)).is_err() {
            return;
        }
        replace(&file, b"new").unwrap();
        let meta = fs::metadata(&file).unwrap();
        assert_eq!((meta.uid(), meta.gid(), meta.len()), (12_345, 12_346, 3));
    }

    #[test]
    fn other_names_of_a_file_are_counted_and_keep_the_old_content() {
        let folder = tempfile::tempdir().unwrap();
        let [file, other, alone] = ["file", "other", "alone"].map(|name| folder.path().join(name));
        fs::write(&file, "old").unwrap();
        fs::hard_link(&file, &other).unwrap();
        assert_eq!(replace(&file, b"new").unwrap(), 1);
        assert_eq!((fs::read(&file).unwrap(), fs::read(&other).unwrap()), (b"new".to_vec(), b"old".to_vec()));
        assert_eq!((replace(&alone, b"a").unwrap(), replace(&alone, b"b").unwrap()), (0, 0));
    }

    #[cfg(any(target_os = "linux", target_os = "macos"))]
    #[test]
    fn a_file_keeps_its_extended_attributes() {
        use rustix::fs::{XattrFlags, getxattr, setxattr};
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "old").unwrap();
        let given: [(&str, &[u8]); 2] = [("user.note", b"\x00mine"), ("user.empty", b"")];
        for (name, value) in given {
            if setxattr(&file, name, value, XattrFlags::empty()).is_err() {
                // This disk has none, and so there is nothing to lose.
                return;
            }
        }
        replace(&file, b"new").unwrap();
        let value_of = |name: &str| {
            let mut value = [0; 64];
            let length = getxattr(&file, name, &mut value[..]).unwrap();
            value[..length].to_vec()
        };
        for (name, value) in given {
            assert_eq!(value_of(name), value, "{name}");
        }
    }
}
