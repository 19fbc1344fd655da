//! Lists merged: by the names of their elements, or by what is next to what.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use cards_json::{Json, Pointer};

use super::values::Merge;
use super::{Side, Taken};
use crate::diff::places;

/// A part of three lists: what was there, and what each side has there.
pub(super) struct Part {
    pub(super) base: Range<usize>,
    pub(super) ours: Range<usize>,
    pub(super) theirs: Range<usize>,
    /// Whether both sides changed it.
    pub(super) both: bool,
    /// Whether their side changed it, and ours did not.
    pub(super) by_them: bool,
}

/// The differences of a list from the one before it: parts of that, and what is there now.
type Hunks = Vec<(Range<usize>, Range<usize>)>;

/// Goes through three lists, part by part: what no side changed, and what one side or both did.
pub(super) fn merged([base, ours, theirs]: [&[String]; 3], pairs: usize, mut part: impl FnMut(Part)) {
    let sides = [places(base, ours, pairs), places(base, theirs, pairs)];
    let mut next = [0, 0];
    let mut at = [0, 0, 0];
    loop {
        let hunk = |side: usize, next: &[usize; 2]| sides.get(side).and_then(|all: &Hunks| all.get(*next.get(side)?));
        let starts = [hunk(0, &next), hunk(1, &next)].map(|hunk| hunk.map(|(old, _)| old.start));
        let Some(start) = starts.into_iter().flatten().min() else { break };
        let same = start - at[0];
        if same > 0 {
            part(Part {
                base: at[0]..start,
                ours: at[1]..at[1] + same,
                theirs: at[2]..at[2] + same,
                both: false,
                by_them: false,
            });
        }
        let mut end = start;
        let (mut changed, mut ends) = ([false; 2], [at[1] + same, at[2] + same]);
        let mut old_ends = [start, start];
        // Whatever one side changed next to what the other changed belongs together.
        loop {
            let mut grown = false;
            for side in 0..2 {
                let Some((old, new)) = hunk(side, &next).cloned() else { continue };
                if old.start > end || (old.start == end && end > start) {
                    continue;
                }
                grown = true;
                end = end.max(old.end);
                if let (Some(changed), Some(next), Some(new_end), Some(old_end)) =
                    (changed.get_mut(side), next.get_mut(side), ends.get_mut(side), old_ends.get_mut(side))
                {
                    (*changed, *next, *new_end, *old_end) = (true, *next + 1, new.end, old.end);
                }
            }
            if !grown {
                break;
            }
        }
        // Each side has, behind its last change, what was there.
        let [ours_end, theirs_end] = [ends[0] + (end - old_ends[0]), ends[1] + (end - old_ends[1])];
        part(Part {
            base: start..end,
            ours: at[1] + same..ours_end,
            theirs: at[2] + same..theirs_end,
            both: changed[0] && changed[1],
            by_them: !changed[0],
        });
        at = [end, ours_end, theirs_end];
    }
    if at[0] < base.len() {
        part(Part {
            base: at[0]..base.len(),
            ours: at[1]..ours.len(),
            theirs: at[2]..theirs.len(),
            both: false,
            by_them: false,
        });
    }
}

/// Members that name an element of a list, the best first.
const NAMES: [&str; 5] = ["id", "uid", "entry_id", "name", "comment"];

/// Merges lists whose elements have names: lorebook entries, and whatever else does. Nothing for other lists.
pub(super) fn named<'j>(
    merge: &mut Merge,
    at: &Pointer,
    base: &'j [Json],
    ours: &'j [Json],
    theirs: &'j [Json],
) -> Option<Vec<Json>> {
    let (base, ours, theirs) =
        NAMES.iter().find_map(|name| Some((by_name(base, name)?, by_name(ours, name)?, by_name(theirs, name)?)))?;
    let [in_base, in_ours, in_theirs] = [&base, &ours, &theirs].map(|list| index(list));
    let mut out = Vec::with_capacity(ours.len());
    for name in order([&base, &ours, &theirs], &in_base, &in_ours) {
        let side = |known: &HashMap<&str, (usize, &'j Json)>| known.get(name).copied().unzip();
        let ((_, old), (place, own), (_, other)) = (side(&in_base), side(&in_ours), side(&in_theirs));
        let place = at.index(place.unwrap_or(out.len()));
        match (old, own, other) {
            // Two new elements of one name are two elements.
            (None, Some(one), Some(two)) if one != two => {
                merge.note(&place, [None, own, other], merge.side().map_or(Taken::Both, Taken::from));
                out.extend((merge.side() != Some(Side::Theirs)).then(|| one.clone()));
                out.extend((merge.side() != Some(Side::Ours)).then(|| two.clone()));
            }
            _ => out.extend(merge.value(&place, old, own, other)),
        }
    }
    Some(out)
}

/// The elements of a list, each with its name.
type Named<'a> = [(String, &'a Json)];

/// The elements of a list by a member of theirs; nothing where one has none, or two have the same.
fn by_name<'a>(list: &'a [Json], name: &str) -> Option<Vec<(String, &'a Json)>> {
    let mut seen = HashSet::new();
    let named = list.iter().map(|element| {
        let value = element.get(name).filter(|value| value.as_str().is_none_or(|text| !text.trim().is_empty()))?;
        seen.insert(value).then(|| (value.to_string(), element))
    });
    named.collect()
}

/// Where each name stands, and what has it.
fn index<'a, 'j>(list: &'a Named<'j>) -> HashMap<&'a str, (usize, &'j Json)> {
    list.iter().enumerate().map(|(at, (name, element))| (name.as_str(), (at, *element))).collect()
}

/// The names in the order of the result: that of our side, unless only theirs changed it; what one side lacks is behind
/// what it follows on the other.
fn order<'a>(
    [base, ours, theirs]: [&'a Named<'_>; 3],
    in_base: &HashMap<&str, (usize, &Json)>,
    in_ours: &HashMap<&str, (usize, &Json)>,
) -> Vec<&'a str> {
    let names = |list: &'a Named<'_>| list.iter().map(|(name, _)| name.as_str());
    let kept = names(base).filter(|name| in_ours.contains_key(name));
    let ours_moved = !names(ours).filter(|name| in_base.contains_key(name)).eq(kept);
    if ours_moved { woven(names(ours), names(theirs)) } else { woven(names(theirs), names(ours)) }
}

/// The names of two lists: one in its order, and what only the other has behind what it follows there.
pub(super) fn woven<'a>(
    lead: impl Iterator<Item = &'a str> + Clone,
    follow: impl Iterator<Item = &'a str>,
) -> Vec<&'a str> {
    let known: HashSet<&str> = lead.clone().collect();
    let mut behind: HashMap<Option<&str>, Vec<&str>> = HashMap::new();
    let mut last = None;
    for name in follow {
        if known.contains(name) {
            last = Some(name);
        } else {
            behind.entry(last).or_default().push(name);
        }
    }
    let mut out = behind.remove(&None).unwrap_or_default();
    for name in lead {
        out.push(name);
        out.extend(behind.remove(&Some(name)).into_iter().flatten());
    }
    out
}
