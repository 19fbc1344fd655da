//! What is in a file beside its card, merged: the picture, texts of a PNG, files of an archive.

use std::collections::BTreeMap;

use cards_container::png::{Note, Png, compose};
use cards_container::zip::{Archive, Edit, Keep, rewrite};
use cards_container::{Container, Finding, Source};

use super::{Conflict, Side};
use crate::answer;
use crate::edit::Change;
use crate::error::Error;
use crate::limits::Limits;
use crate::plain::bytes_hash;

/// The name of the picture of a PNG, among the texts beside it.
const PICTURE: &str = "picture";

/// A picture, a text or a file of an archive that their side changed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MergedMember {
    /// What it is: `picture`, the keyword of a text of a PNG, or the name of a file in an archive.
    pub name: String,
    /// Whose the result has.
    pub taken: Side,
    /// Whether that side has none.
    pub removed: bool,
    /// Whether both sides changed it, each in another way.
    pub conflict: bool,
}

impl answer::Merged {
    /// Tells what a merge changed in the card, could not decide, and made of the members; and what could not go on.
    #[must_use]
    pub fn of<'c>(
        changes: impl IntoIterator<Item = &'c Change>,
        conflicts: &[Conflict],
        members: &MergedMembers,
        findings: &[Finding],
    ) -> Self {
        Self {
            changes: changes.into_iter().map(answer::FieldChange::from).collect(),
            conflicts: conflicts.iter().map(answer::Disagreement::from).collect(),
            members: members.members.iter().map(answer::MergedMember::from).collect(),
            of_other_kind: members.of_other_kind,
            findings: findings.iter().map(answer::FileFinding::from).collect(),
        }
    }
}

impl From<&MergedMember> for answer::MergedMember {
    fn from(member: &MergedMember) -> Self {
        Self {
            name: member.name.clone(),
            taken: super::Taken::from(member.taken).as_str(),
            removed: member.removed,
            conflict: member.conflict,
        }
    }
}

/// What becomes of the members of our file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct MergedMembers {
    /// Those that their side changed, by name.
    pub members: Vec<MergedMember>,
    /// Whether our file is of another kind than theirs, so that what changed there cannot be taken: ours stay, whatever side counts.
    pub of_other_kind: bool,
}

/// Compares the pictures, texts and files of three files by their bytes, and says what the merged file should have. Where both
/// sides changed one in different ways, the named side counts, ours where none is.
///
/// # Errors
/// [`Error::Container`].
pub fn merge_members(
    base: impl Source,
    ours: impl Source,
    theirs: impl Source,
    side: Option<Side>,
    limits: &Limits,
) -> Result<MergedMembers, Error> {
    let mut open = [open(base, limits)?, open(ours, limits)?, open(theirs, limits)?];
    let kinds = open.each_ref().map(std::mem::discriminant);
    let [base, ours, theirs] = &mut open;
    let theirs = hashes(theirs)?;
    let [base_kind, own_kind, their_kind] = kinds;
    let base = if base_kind == their_kind { hashes(base)? } else { BTreeMap::new() };
    if own_kind != their_kind {
        // What our file has under another name, such as the same picture, is not lost.
        let own = hashes(ours)?;
        let is_ours = |hash: &String| own.values().any(|known| known == hash);
        let changed = theirs.into_iter().filter(|(name, hash)| base.get(name) != Some(hash) && !is_ours(hash));
        let members: Vec<_> =
            changed.map(|(name, _)| MergedMember { name, taken: Side::Ours, removed: false, conflict: true }).collect();
        return Ok(MergedMembers { of_other_kind: !members.is_empty(), members });
    }
    let ours = hashes(ours)?;
    let mut names: Vec<&String> = base.keys().chain(theirs.keys()).collect();
    names.sort();
    names.dedup();
    let members = names.into_iter().filter_map(|name| {
        let [base, own, other] = [&base, &ours, &theirs].map(|side| side.get(name));
        if other == base || own == other {
            return None;
        }
        let conflict = own != base;
        let taken = if conflict { side.unwrap_or(Side::Ours) } else { Side::Theirs };
        let removed = if taken == Side::Theirs { other.is_none() } else { own.is_none() };
        Some(MergedMember { name: name.clone(), taken, removed, conflict })
    });
    Ok(MergedMembers { members: members.collect(), of_other_kind: false })
}

impl MergedMembers {
    /// Whether the result has something of their side.
    #[must_use]
    pub fn changes(&self) -> bool {
        self.members.iter().any(|member| member.taken == Side::Theirs)
    }

    /// Gives our file, in which the card is merged already, with what it takes of theirs; and what of it could not go on.
    ///
    /// # Errors
    /// [`Error::Container`].
    pub fn apply(&self, ours: Vec<u8>, theirs: impl Source, limits: &Limits) -> Result<(Vec<u8>, Vec<Finding>), Error> {
        let taken: Vec<&MergedMember> = self.members.iter().filter(|member| member.taken == Side::Theirs).collect();
        if taken.is_empty() {
            return Ok((ours, Vec::new()));
        }
        let mut theirs = open(theirs, limits)?;
        let mut container = open(ours.as_slice(), limits)?;
        match (&mut container, &mut theirs) {
            (Container::Png(ours_png), Container::Png(theirs)) => {
                let is_taken = |name: &str| taken.iter().any(|member| member.name == name);
                let image = if is_taken(PICTURE) { Some(theirs.image()?) } else { None };
                let (mut notes, others) = (named(ours_png.notes()?), named(theirs.notes()?));
                notes.retain(|(name, _)| !is_taken(name));
                notes.extend(others.into_iter().filter(|(name, _)| is_taken(name)));
                let notes: Vec<Note> = notes.into_iter().map(|(_, note)| note).collect();
                Ok((compose(ours.as_slice(), image.as_deref(), &notes, &limits.files)?, Vec::new()))
            }
            (ours, theirs) => {
                // Files of other kinds have no members.
                let (Some(ours), Some(theirs)) = (archive(ours), archive(theirs)) else {
                    return Ok(Default::default());
                };
                let mut bytes = Vec::new();
                for member in &taken {
                    let index = theirs.find(&member.name).filter(|_| !member.removed);
                    bytes.push(index.map(|index| theirs.read(index)).transpose()?);
                }
                let edit = |(member, bytes)| edit_of(member, bytes);
                let edits: Vec<Edit<'_>> = taken.iter().copied().zip(&bytes).map(edit).collect();
                let mut findings = Vec::new();
                let out = rewrite(ours, &edits, Keep::Everything, Vec::new())?.into_value(&mut findings);
                Ok((out, findings))
            }
        }
    }
}

fn edit_of<'a>(member: &'a MergedMember, bytes: &'a Option<Vec<u8>>) -> Edit<'a> {
    match bytes {
        Some(bytes) => Edit::Put { name: &member.name, bytes },
        None => Edit::Remove { name: &member.name },
    }
}

fn open<'s>(source: impl Source + 's, limits: &Limits) -> Result<Container<'s>, Error> {
    Ok(cards_container::open(source, &limits.files)?.container)
}

/// Texts with names that no two have.
fn named(notes: Vec<Note>) -> Vec<(String, Note)> {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let name = |note: Note| {
        let count = seen.entry(note.keyword.clone()).or_default();
        *count += 1;
        // A text that is called as the picture is no picture.
        let is_first = *count == 1 && note.keyword != PICTURE;
        (if is_first { note.keyword.clone() } else { format!("{} ({count})", note.keyword) }, note)
    };
    notes.into_iter().map(name).collect()
}

fn archive<'a, 's>(container: &'a mut Container<'s>) -> Option<&'a mut Archive<'s>> {
    match container {
        Container::Charx(charx) => Some(charx.archive_mut()),
        Container::Prom(prom) => Some(prom.archive_mut()),
        _ => None,
    }
}

/// The members of a file, each with the hash of its bytes.
fn hashes(container: &mut Container<'_>) -> Result<BTreeMap<String, String>, Error> {
    let card = match container {
        Container::Png(png) => return of_png(png),
        Container::Charx(charx) => charx.card_entry(),
        Container::Prom(prom) => prom.card_entry(),
        _ => return Ok(BTreeMap::new()),
    };
    let Some(archive) = archive(container) else { return Ok(BTreeMap::new()) };
    let entries = archive.entries().filter(|entry| entry.index != card && !entry.is_folder() && !entry.is_encrypted());
    let entries: Vec<(usize, String)> =
        entries.filter_map(|entry| Some((entry.index, String::from_utf8(entry.name.bytes.to_vec()).ok()?))).collect();
    let hash = |(index, name)| Ok((name, bytes_hash(&archive.read(index)?)));
    entries.into_iter().map(hash).collect()
}

fn of_png(png: &mut Png<'_>) -> Result<BTreeMap<String, String>, Error> {
    let notes = named(png.notes()?).into_iter().map(|(name, note)| (name, bytes_hash(note.as_bytes())));
    let mut all: BTreeMap<String, String> = notes.collect();
    all.insert(PICTURE.to_owned(), bytes_hash(&png.image()?));
    Ok(all)
}
