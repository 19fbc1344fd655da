//! The entries of a lorebook of V2, CCv3, CCv3L or Prom, converted one by one.
//!
//! Each keeps its own stash, so that entries may be sorted, added and deleted between two conversions; and the many
//! that fit as they are cost nothing but a look.

use super::{plain, prom as prom_book};
use crate::document::{Field, SpecObject, from_json, of_whole, put_in_order, to_json, unusual_order};
use crate::json::{Json, Object, Pointer};
use crate::stash::kept::Kept;
use crate::stash::patch::Patch;
use crate::stash::report::{losses, superseded};
use crate::stash::{Decorators, Options, STASH_KEY};
use crate::{Form, Loss, LossReason, lorebook, prom};

/// The entries of a book, as V2 and CCv3 or as Prom writes them.
pub(crate) enum Entries {
    Plain(Vec<lorebook::Entry>),
    Prom(Vec<prom::Entry>),
}

/// Converted entries.
pub(crate) struct Turned {
    pub(crate) value: Entries,
    pub(crate) loss: Vec<Loss>,
    pub(crate) stashed: bool,
}

impl Entries {
    /// The entries as a list.
    pub(crate) fn into_json(self) -> Json {
        match self {
            Self::Plain(entries) => to_json(&entries),
            Self::Prom(entries) => to_json(&entries),
        }
    }

    /// Converts the entries, which are the list at a place.
    pub(crate) fn turn(self, list: &Pointer, from: Form, to: Form, options: &Options) -> Turned {
        let back = Options::default();
        self.each(Turn::new(list, from, to, options, &back), |turn, at, entry| turn.forward(at, entry))
    }

    /// Makes the entries again what they were before an earlier conversion.
    pub(crate) fn restore(self, list: &Pointer, from: Form, to: Form, options: &Options) -> Turned {
        // Decorators that are in an entry without a stash were left there on the way.
        let back = Options::default().with_decorators(Decorators::Kept);
        let turn = Turn { restoring: true, ..Turn::new(list, from, to, options, &back) };
        self.each(turn, |turn, at, mut entry| match entry.take_kept(to) {
            Some(kept) => {
                let mut made = entry.to(to, &Options::default());
                if kept.patch.order_alone().is_some_and(|names| made.put_in_order(names)) {
                    return Some(made);
                }
                let mut json = made.json();
                let dropped = kept.patch.apply(&mut json);
                turn.loss.extend(superseded(dropped, &turn.list.index(at)));
                Some(One::of_json(to, json))
            }
            None => turn.forward(at, entry),
        })
    }

    fn each<'a>(self, mut turn: Turn<'a>, mut one: impl FnMut(&mut Turn<'a>, usize, One) -> Option<One>) -> Turned {
        let value = match self {
            // One type on both sides: entries stay where they are, and most of them as they are.
            Self::Plain(mut entries) if turn.to != Form::Prom => {
                let mut at = 0;
                let ordered = turn.options.stash.goes_into(turn.to) && !turn.restoring;
                entries.retain_mut(|entry| {
                    let here = at;
                    at += 1;
                    let stays = !ordered || plain::keeps_order(entry, turn.to);
                    if stays && plain::passes(entry, turn.from, turn.to, turn.undecorates) {
                        plain::pass(entry, turn.to);
                        return true;
                    }
                    let turned = one(&mut turn, here, One::Plain(Box::new(std::mem::take(entry))));
                    if let Some(One::Plain(turned)) = turned {
                        *entry = *turned;
                        return true;
                    }
                    false
                });
                Self::Plain(entries)
            }
            Self::Plain(entries) => turn.gather(entries.into_iter().map(|entry| One::Plain(Box::new(entry))), one),
            Self::Prom(entries) => turn.gather(entries.into_iter().map(|entry| One::Prom(Box::new(entry))), one),
        };
        Turned { value, loss: turn.loss, stashed: turn.stashed }
    }
}

/// The conversion of entries, and what it has come to so far.
struct Turn<'a> {
    /// Where the entries are.
    list: &'a Pointer,
    from: Form,
    to: Form,
    options: &'a Options,
    /// The options of the way back, on which shows what is lost.
    back: &'a Options,
    /// Whether decorators would go on the way there or back.
    undecorates: bool,
    /// Whether the entries come back from an earlier conversion, so that none of their looks needs keeping.
    restoring: bool,
    loss: Vec<Loss>,
    stashed: bool,
}

impl<'a> Turn<'a> {
    fn new(list: &'a Pointer, from: Form, to: Form, options: &'a Options, back: &'a Options) -> Self {
        let into_v2 = from == Form::V2 || to == Form::V2;
        let removed = [options, back].iter().any(|options| options.decorators == Decorators::Removed);
        Self {
            list,
            from,
            to,
            options,
            back,
            undecorates: into_v2 && removed,
            restoring: false,
            loss: Vec::new(),
            stashed: false,
        }
    }

    fn gather(
        &mut self,
        entries: impl Iterator<Item = One>,
        mut one: impl FnMut(&mut Self, usize, One) -> Option<One>,
    ) -> Entries {
        let (mut plain, mut prom) = (Vec::new(), Vec::new());
        for (at, entry) in entries.enumerate() {
            match one(self, at, entry) {
                Some(One::Plain(entry)) => plain.push(*entry),
                Some(One::Prom(entry)) => prom.push(*entry),
                None => {}
            }
        }
        if self.to == Form::Prom { Entries::Prom(prom) } else { Entries::Plain(plain) }
    }

    /// Converts an entry; nothing becomes of an element that is no object, unless a stash needs it for its place.
    fn forward(&mut self, at: usize, entry: One) -> Option<One> {
        let stashing = self.options.stash.goes_into(self.to);
        if entry.passes(self.from, self.to) {
            return Some(self.pass(entry, stashing && !self.restoring));
        }
        let original = entry.json();
        if !stashing && !self.restoring && original.as_object().is_none() {
            self.loss.push(Loss::new(self.list.index(at), LossReason::Unrepresentable, &original));
            return None;
        }
        let mut turned = entry.to(self.to, self.options);
        if stashing {
            turned.extensions_mut(|extensions| extensions.remove(STASH_KEY));
        }
        let regained = turned.clone().to(self.from, self.back).json();
        let patch = Patch::between(&original, &regained);
        self.loss.extend(losses(&patch, &self.list.index(at), |_, _| LossReason::NoField));
        let worth = if self.restoring { patch.holds_values() } else { !patch.is_empty() };
        if stashing && worth {
            self.keep(&mut turned, patch.condensed(&original, &regained));
        }
        Some(turned)
    }

    /// Converts an entry of which everything comes back, but for the order of its members.
    fn pass(&mut self, entry: One, stashing: bool) -> One {
        let order = if stashing { entry.unusual_order() } else { None };
        let mut turned = entry.to(self.to, self.options);
        if let Some(names) = order {
            self.keep(&mut turned, Patch { order: vec![(Pointer::ROOT, names)], ..Patch::default() });
        }
        turned
    }

    fn keep(&mut self, turned: &mut One, patch: Patch) {
        self.stashed = true;
        let kept = Kept::new(self.from, patch).into_json();
        turned.extensions_mut(|extensions| extensions.insert(STASH_KEY, kept));
    }
}

/// One entry.
#[derive(Clone)]
enum One {
    Plain(Box<lorebook::Entry>),
    Prom(Box<prom::Entry>),
}

impl One {
    fn to(self, to: Form, options: &Options) -> Self {
        let plain = match self {
            Self::Plain(entry) => *entry,
            Self::Prom(entry) => prom_book::entry_from_prom(*entry),
        };
        if to == Form::Prom {
            Self::Prom(Box::new(prom_book::entry_to_prom(plain, options)))
        } else {
            Self::Plain(Box::new(plain::entry_to_plain(plain, to, options)))
        }
    }

    /// Whether the entry comes back from another form as it is, but for the order of its members.
    fn passes(&self, from: Form, to: Form) -> bool {
        match self {
            Self::Plain(entry) => to == Form::Prom && prom_book::passes_to_prom(entry, from),
            Self::Prom(entry) => prom_book::passes_from_prom(entry, to),
        }
    }

    fn unusual_order(&self) -> Option<Vec<String>> {
        match self {
            Self::Plain(entry) => unusual_order(&**entry),
            Self::Prom(entry) => unusual_order(&**entry),
        }
    }

    fn put_in_order(&mut self, names: &[String]) -> bool {
        match self {
            Self::Plain(entry) => put_in_order(&mut **entry, names),
            Self::Prom(entry) => put_in_order(&mut **entry, names),
        }
    }

    fn json(&self) -> Json {
        match self {
            Self::Plain(entry) => to_json(&**entry),
            Self::Prom(entry) => to_json(&**entry),
        }
    }

    fn of_json(form: Form, json: Json) -> Self {
        if form == Form::Prom { Self::Prom(Box::new(element(json))) } else { Self::Plain(Box::new(element(json))) }
    }

    fn extensions_mut<T>(&mut self, change: impl FnOnce(&mut Object) -> T) {
        match self {
            Self::Plain(entry) => {
                change(&mut entry.extensions);
            }
            Self::Prom(entry) => {
                let external = entry.external.get_or_insert_default();
                change(&mut external.appdata);
                if external.appdata.is_empty() && *external == prom::External::default() {
                    entry.external = None;
                }
            }
        }
    }

    /// Takes the stash out if it leads back to a form.
    fn take_kept(&mut self, to: Form) -> Option<Kept> {
        let extensions = match self {
            Self::Plain(entry) => &mut entry.extensions,
            Self::Prom(entry) => &mut entry.external.as_mut()?.appdata,
        };
        let kept = Kept::of(extensions).filter(|kept| kept.from == to)?;
        extensions.remove(STASH_KEY);
        Some(kept)
    }
}

/// An element of a list of entries, which may be anything in a crooked book.
fn element<T: SpecObject + Field>(json: Json) -> T {
    from_json(&json).unwrap_or_else(|| of_whole(json))
}
