//! What checks and repairs content by the rules of [reading](crate::terms::reading).

use super::{Check, Fix, Rule, card};
use crate::document::Settle;
use crate::terms::reading::*;

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
