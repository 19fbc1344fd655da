//! Lists merged: by the names of their elements, or by what stands next to what.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use cards_json::{Json, Pointer};

use super::values::Merge;
use crate::diff::places;

/// A part of three lists: what stood there, and what each side has there.
pub(super) struct Part {
    pub(super) base: Range<usize>,
    pub(super) ours: Range<usize>,
    pub(super) theirs: Range<usize>,
    /// Whether both sides changed it.
    pub(super) both: bool,
    /// Whether their side changed it, and ours did not.
    pub(super) by_them: bool,
}

/// The differences of a list from the one before it: parts of that, and what stands there now.
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
        // Each side has, behind its last change, what stood there.
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
pub(super) fn named(
    merge: &mut Merge,
    at: &Pointer,
    base: &[Json],
    ours: &[Json],
    theirs: &[Json],
) -> Option<Vec<Json>> {
    let (base, ours, theirs) =
        NAMES.iter().find_map(|name| Some((by_name(base, name)?, by_name(ours, name)?, by_name(theirs, name)?)))?;
    let find = |list: &'_ [(String, Json)], name: &str| list.iter().position(|(known, _)| known == name);
    let index = |list: &[(String, Json)]| -> HashMap<String, usize> {
        list.iter().enumerate().map(|(at, (name, _))| (name.clone(), at)).collect()
    };
    let (in_base, in_ours, in_theirs) = (index(&base), index(&ours), index(&theirs));
    let order = order(&base, &ours, &theirs, [&in_base, &in_ours, &in_theirs]);
    let mut out = Vec::with_capacity(order.len());
    for name in order {
        let side = |list: &[(String, Json)], known: &HashMap<String, usize>| {
            known.get(&name).and_then(|at| list.get(*at)).map(|(_, element)| element.clone())
        };
        let (old, own, other) = (side(&base, &in_base), side(&ours, &in_ours), side(&theirs, &in_theirs));
        let place = at.index(find(&ours, &name).unwrap_or(out.len()));
        match (&old, &own, &other) {
            // Two new elements of one name are two elements.
            (None, Some(one), Some(two)) if one != two => {
                merge.conflict(&place, None, own.as_ref(), other.as_ref());
                out.extend([one.clone(), two.clone()]);
            }
            _ => out.extend(merge.value(&place, old.as_ref(), own.as_ref(), other.as_ref())),
        }
    }
    Some(out)
}

/// The elements of a list by a member of theirs; nothing where one has none, or two have the same.
fn by_name(list: &[Json], name: &str) -> Option<Vec<(String, Json)>> {
    let mut seen = HashSet::new();
    let named = list.iter().map(|element| {
        let value = element.get(name).filter(|value| value.as_str().is_none_or(|text| !text.trim().is_empty()))?;
        let name = value.to_string();
        seen.insert(name.clone()).then(|| (name, element.clone()))
    });
    named.collect()
}

/// The names in the order of the result: that of our side, unless only theirs changed it; what one side lacks stands behind
/// what it follows on the other.
fn order(
    base: &[(String, Json)],
    ours: &[(String, Json)],
    theirs: &[(String, Json)],
    [in_base, in_ours, in_theirs]: [&HashMap<String, usize>; 3],
) -> Vec<String> {
    let kept = |list: &[(String, Json)], others: &HashMap<String, usize>| -> Vec<String> {
        list.iter().map(|(name, _)| name).filter(|name| others.contains_key(*name)).cloned().collect()
    };
    let ours_moved = kept(ours, in_base) != kept(base, in_ours);
    let (lead, follow, known) = if ours_moved { (ours, theirs, in_ours) } else { (theirs, ours, in_theirs) };
    let mut behind: HashMap<Option<&str>, Vec<&str>> = HashMap::new();
    let mut last = None;
    for (name, _) in follow {
        if known.contains_key(name) {
            last = Some(name.as_str());
        } else {
            behind.entry(last).or_default().push(name);
        }
    }
    let mut out: Vec<String> = behind.get(&None).into_iter().flatten().map(|name| (*name).to_owned()).collect();
    for (name, _) in lead {
        out.push(name.clone());
        out.extend(behind.get(&Some(name.as_str())).into_iter().flatten().map(|name| (*name).to_owned()));
    }
    out
}
