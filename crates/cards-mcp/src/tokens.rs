//! Plans that wait to be applied, and what can be taken back.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::path::CardPath;
use crate::refusal::Refusal;

/// A plan: files as they would be.
#[derive(Debug)]
pub(crate) struct Plan {
    /// What it is about, in our words.
    pub(crate) what: String,
    pub(crate) files: Vec<Planned>,
    /// What changes, as the answer lists it.
    pub(crate) changes: Vec<Value>,
}

/// A file as it would be.
#[derive(Debug)]
pub(crate) struct Planned {
    pub(crate) path: CardPath,
    /// The hash of the file that it was made from; nothing for a new one.
    pub(crate) was: Option<String>,
    pub(crate) bytes: Vec<u8>,
}

/// What was written, and can be taken back.
#[derive(Clone, Debug)]
pub(crate) struct Written {
    pub(crate) what: String,
    /// Each file, and the name under which its old bytes are kept.
    pub(crate) files: Vec<(CardPath, u64)>,
}

#[derive(Debug)]
enum Held {
    Plan(Plan),
    Undo(Written),
    /// It was used, and what takes that back.
    Used {
        undo: Option<String>,
    },
    /// There was no room for it.
    Gone,
}

/// Everything that a token stands for.
#[derive(Debug)]
pub(crate) struct Tokens {
    held: BTreeMap<String, (u64, Held)>,
    begun: u64,
    most: usize,
    most_bytes: usize,
}

/// Tokens that are remembered after they were used, so that a second use is told from a wrong one.
const REMEMBERED: usize = 4_096;

impl Tokens {
    pub(crate) fn new(most: usize, most_bytes: usize) -> Self {
        Self { held: BTreeMap::new(), begun: 0, most, most_bytes }
    }

    /// Keeps a plan; the oldest ones go where there are too many.
    pub(crate) fn keep_plan(&mut self, random: u64, plan: Plan) -> Result<String, Refusal> {
        let size = |plan: &Plan| plan.files.iter().map(|file| file.bytes.len()).sum::<usize>();
        if size(&plan) > self.most_bytes {
            let message = format!("the new files have more than the {} bytes that plans may hold", self.most_bytes);
            return Err(Refusal::new("limit", message).next("plan fewer files at once"));
        }
        let token = self.keep("plan", random, Held::Plan(plan));
        loop {
            let plans = self.held.iter().filter_map(|(token, (number, held))| match held {
                Held::Plan(plan) => Some((*number, token.clone(), size(plan))),
                _ => None,
            });
            let plans: Vec<_> = plans.collect();
            let bytes: usize = plans.iter().map(|(_, _, size)| size).sum();
            if plans.len() <= self.most.max(1) && bytes <= self.most_bytes {
                return Ok(token);
            }
            if let Some((_, oldest, _)) = plans.into_iter().min() {
                self.set(&oldest, Held::Gone);
            }
        }
    }

    /// Keeps what can be taken back.
    pub(crate) fn keep_undo(&mut self, random: u64, written: Written) -> String {
        self.keep("undo", random, Held::Undo(written))
    }

    fn keep(&mut self, kind: &str, random: u64, held: Held) -> String {
        let token = format!("{kind}-{random:016x}");
        self.begun += 1;
        self.held.insert(token.clone(), (self.begun, held));
        if self.held.len() > REMEMBERED {
            let oldest = self.held.iter().filter(|(_, (_, held))| matches!(held, Held::Used { .. } | Held::Gone));
            if let Some(oldest) = oldest.min_by_key(|(_, (number, _))| *number).map(|(token, _)| token.clone()) {
                self.held.remove(&oldest);
            }
        }
        token
    }

    fn set(&mut self, token: &str, held: Held) {
        if let Some((_, there)) = self.held.get_mut(token) {
            *there = held;
        }
    }

    /// The plan of a token.
    pub(crate) fn plan(&self, token: &str) -> Result<&Plan, Refusal> {
        match self.held.get(token).map(|(_, held)| held) {
            Some(Held::Plan(plan)) => Ok(plan),
            Some(Held::Undo(_)) => Err(Refusal::new("wrong-token", "that token takes something back; it is no plan")
                .next("give it to `apply`")),
            other => Err(lost(other)),
        }
    }

    /// What a token of undo takes back.
    pub(crate) fn undo(&self, token: &str) -> Result<&Written, Refusal> {
        match self.held.get(token).map(|(_, held)| held) {
            Some(Held::Undo(written)) => Ok(written),
            other => Err(lost(other)),
        }
    }

    /// Whether a token is one of undo that can be used.
    pub(crate) fn is_undo(&self, token: &str) -> bool {
        matches!(self.held.get(token), Some((_, Held::Undo(_))))
    }

    /// Says that a token was used, and what takes that back.
    pub(crate) fn used(&mut self, token: &str, undo: Option<String>) {
        self.set(token, Held::Used { undo });
    }
}

/// Why a token stands for nothing.
fn lost(held: Option<&Held>) -> Refusal {
    match held {
        Some(Held::Used { undo }) => {
            let next = match undo {
                Some(undo) => format!("plan anew for another change; `apply` with {undo} takes the last one back"),
                None => "plan anew for another change".to_owned(),
            };
            Refusal::new("used-token", "that token was used already; each is good for once").next(next)
        }
        Some(Held::Gone) => {
            Refusal::new("old-token", "that plan is not kept any more; newer ones took its place").next("plan anew")
        }
        _ => Refusal::new("wrong-token", "there is no such token")
            .next("take the token from the answer of `plan` or `make`, or of `apply` to take it back"),
    }
}
