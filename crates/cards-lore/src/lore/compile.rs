//! Compiling books: every entry planned, every key in one automaton.

use std::sync::Arc;

use super::order::{CharacterBook, list_order};
use super::planner::Planner;
use super::postings::Postings;
use super::{Compiled, Listing, Lore, Plan, Status};
use crate::book::Book;
use crate::budget::BuildBudget;
use crate::decorator::js_trim;
use crate::error::Error;
use crate::finding::Finding;
use crate::keys::{Form, KeyCollector};
use crate::limits::Limits;
use crate::matcher::Matcher;
use crate::profile;
use crate::rules::{Judge, PatternScope};
use crate::settings::Settings;

pub(super) fn compile(books: Vec<Book>, settings: Settings, limits: &Limits) -> Result<Lore, Error> {
    let count = books.iter().map(|book| book.entries.len()).sum();
    if count > limits.entries {
        return Err(Error::TooManyEntries { count, limit: limits.entries });
    }
    let rules = profile::of_turn(settings.profile);
    let budget = Arc::new(BuildBudget::new(limits));
    let mut collector = KeyCollector::new(&settings, limits, rules.fold, Arc::clone(&budget));
    let mut planner = Planner {
        settings: &settings,
        limits,
        collector: &mut collector,
        forms: Vec::with_capacity(count * 3),
        findings: Vec::new(),
        character_book: CharacterBook::of(&books),
    };
    let mut plans = Vec::with_capacity(count);
    for at in list_order(&books, rules, &settings) {
        if let Some(book) = books.get(at.book)
            && let Some(entry) = book.entries.get(at.entry)
        {
            plans.push(planner.plan(at, book, entry));
        }
    }
    let Planner { forms, mut findings, .. } = planner;
    findings.sort_by_key(|finding: &Finding| finding.entry);
    let fingerprint = collector.fingerprint();
    let matcher = Arc::new(Matcher::build(collector)?);
    let postings = Postings::collect(&plans, &forms, matcher.key_count);
    let listing = Listing::new(books.into(), plans.iter().map(|plan| plan.at).collect());
    let mut compiled = Compiled {
        settings,
        rules,
        limits: limits.clone(),
        budget,
        listing: Arc::new(listing),
        plans,
        forms,
        matcher,
        postings,
        always: Vec::new(),
        notable: Vec::new(),
        scans: Vec::new(),
        fields: 0,
        levels: Vec::new(),
        keeps_texts: false,
        aborts: None,
        findings,
        fingerprint,
    };
    compiled.always = always(&compiled);
    summarize(&mut compiled);
    Ok(Lore(Arc::new(compiled)))
}

/// Notes what the entries ask for together, so that a turn need not go through them.
fn summarize(compiled: &mut Compiled) {
    let (mut scans, mut fields, mut levels) = (Vec::new(), 0, Vec::new());
    for plan in &compiled.plans {
        if !scans.contains(&plan.scan) {
            scans.push(plan.scan);
        }
        let entry = compiled.entry(plan);
        fields |= entry.fields.bits();
        if entry.recursion.delay_level > 0 {
            levels.push(entry.recursion.delay_level);
        }
    }
    levels.sort_unstable();
    levels.dedup();
    let numbered = compiled.plans.iter().enumerate();
    let notable = numbered.filter(|(_, plan)| plan.conditional || plan.status != Status::Ready);
    compiled.notable = notable.map(|(number, _)| number as u32).collect();
    let aborts = compiled.plans.iter().filter(|plan| plan.status != Status::NoKeys).find_map(|plan| {
        let line = plan.effects.as_deref()?.aborts?;
        Some((plan.at, line))
    });
    compiled.aborts = aborts;
    let own_patterns = compiled.plans.iter().any(|plan| runs_own_patterns(compiled, plan));
    let looks_again = |form: &Form| matches!(form, Form::Macro(_) | Form::Window { .. });
    compiled.keeps_texts = own_patterns
        || compiled.forms.iter().any(looks_again)
        || compiled.plans.iter().any(|p| scored_by_letters(compiled, p));
    compiled.scans = scans;
    compiled.fields = fields;
    compiled.levels = levels;
}

/// Tells whether the entry's patterns are read and run when it is looked at (Risu).
fn runs_own_patterns(compiled: &Compiled, plan: &Plan) -> bool {
    plan.rules.judge == Judge::Risu && compiled.entry(plan).use_regex
}

/// Tells whether the score of a group counts a key of the entry otherwise than the scan does.
fn scored_by_letters(compiled: &Compiled, plan: &Plan) -> bool {
    let entry = compiled.entry(plan);
    let mut keys = entry.keys.iter().chain(&entry.secondary_keys);
    !entry.group.names.is_empty() && keys.any(|key| js_trim(key) != key)
}

/// The plans that no key has to wake.
fn always(compiled: &Compiled) -> Vec<u32> {
    let empty_window = compiled.rules.pattern_scope != PatternScope::EachText && compiled.matcher.has_ungated();
    let wakes = |plan: &Plan| {
        let entry = compiled.entry(plan);
        let unasked = plan.rules.judge == Judge::All && (!compiled.settings.module_keys || entry.keys.is_empty());
        let forms = plan.key_ranges().flat_map(|range| compiled.forms(range));
        let sleepless = |form: &Form| match form {
            Form::Always | Form::Macro(_) => true,
            Form::Window { gates, .. } => gates.is_empty(),
            // Such a pattern may match where there is no text at all.
            Form::Key(id) => empty_window && compiled.matcher.ungated_pattern(*id).is_some(),
            Form::Never => false,
        };
        let rolls = plan.effects.as_deref().is_some_and(|effects| !effects.probability.is_empty());
        plan.constant
            || unasked
            || runs_own_patterns(compiled, plan)
            || rolls
            || !plan.forces().is_empty()
            || entry.timing.sticky > 0
            || forms.into_iter().any(sleepless)
    };
    let ready = |plan: &Plan| matches!(plan.status, Status::Ready | Status::Empty | Status::InvalidKey);
    let numbered = compiled.plans.iter().enumerate();
    numbered.filter(|(_, plan)| ready(plan) && wakes(plan)).map(|(number, _)| number as u32).collect()
}
