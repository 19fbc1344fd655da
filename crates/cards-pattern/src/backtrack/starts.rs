//! The bytes that a match may begin with.

use super::step::Step;
use super::tree::Set;

/// Where a search need not begin.
#[derive(Debug)]
pub(super) struct Starts {
    /// The bytes that a match behind the begin of the text may start with; `None` when it may start anywhere.
    bytes: Option<Box<[bool; 256]>>,
}

/// More steps than this are not looked through.
const MAX_STEPS: usize = 10_000;

impl Starts {
    pub(super) fn of(steps: &[Step], sets: &[Set]) -> Self {
        Self { bytes: first_bytes(steps, sets) }
    }

    /// The first byte from here on at which a match may begin; the end of the text counts.
    pub(super) fn next(&self, text: &str, from: usize) -> Option<usize> {
        let Some(bytes) = self.bytes.as_deref() else { return (from <= text.len()).then_some(from) };
        if from == 0 {
            return Some(0);
        }
        let rest = text.as_bytes().get(from..)?;
        let may_start = |byte: &u8| bytes.get(usize::from(*byte)).is_some_and(|&starts| starts);
        rest.iter().position(may_start).map(|ahead| from + ahead)
    }
}

fn first_bytes(steps: &[Step], sets: &[Set]) -> Option<Box<[bool; 256]>> {
    let mut bytes = Box::new([false; 256]);
    let mut seen = vec![false; steps.len()];
    let mut open = vec![0_u32];
    let mut looked_at = 0;
    while let Some(at) = open.pop() {
        let place = at as usize;
        let (Some(step), Some(seen)) = (steps.get(place), seen.get_mut(place)) else { return None };
        if std::mem::replace(seen, true) {
            continue;
        }
        looked_at += 1;
        if looked_at > MAX_STEPS {
            return None;
        }
        match *step {
            // A way that asks for the begin is only tried there, see `next`.
            Step::Begin => {}
            Step::Char { c, .. } => add(&mut bytes, c, c),
            Step::Set { set, .. } => {
                for &(from, to) in sets.get(set as usize)?.ranges.iter() {
                    add(&mut bytes, from, to);
                }
            }
            Step::Split { first, second } => open.extend([first, second]),
            Step::Jump(to) => open.push(to),
            Step::Look { after, .. } => open.push(after),
            Step::Save(_) | Step::Forget { .. } | Step::Progress(_) => open.push(at + 1),
            Step::End | Step::Done | Step::Reference { .. } => return None,
        }
    }
    Some(bytes)
}

/// Adds the first bytes of the characters of a range.
fn add(bytes: &mut [bool; 256], from: char, to: char) {
    let lead = |c: char| c.encode_utf8(&mut [0; 4]).bytes().next().unwrap_or_default();
    for byte in lead(from)..=lead(to) {
        if let Some(starts) = bytes.get_mut(usize::from(byte)) {
            *starts = true;
        }
    }
}
