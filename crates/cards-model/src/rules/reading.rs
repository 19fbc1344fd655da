//! What checks and repairs content by the rules of [reading](crate::terms::reading).

use super::card;
use super::check::{Check, Fix, Report};
use crate::Content;
use crate::document::{Changes, Settle};
use crate::terms::reading::*;
use crate::terms::rule::Rule;

/// What typed content shows of what the reader sees.
pub(super) static READING_CHECKS: &[(&Rule, Check)] =
    &[(&MARKER, card::check_marker), (&MARKER_VERSION, card::check_version)];

/// What repairs breaches of these rules.
pub(super) static READING_FIXES: &[(&Rule, Fix)] = &[
    (&WRONG_TYPE, |content, changes| content.settle(Settle::Type, changes)),
    (&NULL_MEMBER, |content, changes| content.settle(Settle::Null, changes)),
    (&MISSING_MEMBER, |content, changes| content.settle(Settle::Missing, changes)),
    (&DATE_UNIT, card::fix_dates),
    (&MARKER, card::fix_marker),
    (&MARKER_VERSION, card::fix_version),
];

/// Optional members that are `null`: what taking them out would change shows where they are.
pub(super) fn unset_member(content: &Content, report: &mut Report<'_>) {
    let mut changes = Changes::default();
    content.clone().settle(Settle::Unset, &mut changes);
    for change in changes.0 {
        report.add(change.pointer, "null where a value or nothing belongs");
    }
}

/// Takes them out.
pub(super) fn fix_unset_member(content: &mut Content, changes: &mut Changes) {
    content.settle(Settle::Unset, changes);
}
