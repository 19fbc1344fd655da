//! Which entries a key wakes.

use super::Plan;
use crate::keys::{Form, KeyId};

/// For each key, the plans that use it, in one list.
#[derive(Debug, Default)]
pub(super) struct Postings {
    starts: Vec<u32>,
    plans: Vec<u32>,
}

impl Postings {
    /// Collects which plans use which keys.
    pub(super) fn collect(plans: &[Plan], forms: &[Form], key_count: u32) -> Self {
        let mut starts = vec![0_u32; key_count as usize + 1];
        let each = |visit: &mut dyn FnMut(KeyId, u32)| {
            for (number, plan) in plans.iter().enumerate() {
                for range in plan.key_ranges() {
                    for form in forms.get(range.start as usize..range.end as usize).unwrap_or_default() {
                        match form {
                            Form::Key(id) => visit(*id, number as u32),
                            Form::Window { gates, .. } => gates.iter().for_each(|id| visit(*id, number as u32)),
                            Form::Always | Form::Never | Form::Macro(_) => {}
                        }
                    }
                }
            }
        };
        each(&mut |id, _| {
            if let Some(count) = starts.get_mut(id as usize + 1) {
                *count += 1;
            }
        });
        let mut total = 0;
        for start in &mut starts {
            total += *start;
            *start = total;
        }
        let mut plans_of = vec![0_u32; total as usize];
        let mut next = starts.clone();
        each(&mut |id, number| {
            if let Some(at) = next.get_mut(id as usize) {
                if let Some(slot) = plans_of.get_mut(*at as usize) {
                    *slot = number;
                }
                *at += 1;
            }
        });
        Self { starts, plans: plans_of }
    }

    pub(super) fn of(&self, key: KeyId) -> &[u32] {
        let key = key as usize;
        match (self.starts.get(key), self.starts.get(key + 1)) {
            (Some(&from), Some(&to)) => self.plans.get(from as usize..to as usize).unwrap_or_default(),
            _ => &[],
        }
    }
}
