//! Rules about modules.

use super::Letter::Must;
use super::Reader::Others;
use super::check::Report;
use super::{Check, Fix, Rule};
use crate::document::Changes;
use crate::json::Pointer;
use crate::spec::module::Category;
use crate::terms::rule::{By, rules};
use crate::{Content, Form, Module};

const MODULES: &[Form] = &[Form::Module];

rules! {
    /// The rules about modules.
    MODULE;
    /// The id is none.
    MODULE_ID: "module-id", Warning, "Module V1 module_id",
        "The id of a module is `M` and eight of 0-9 and A-Z.",
        "Run `cards new --ids module` for one; `cards new --ids module --check` says what is wrong with an id.",
        letter: Must, breaks: &[Others],
        forms: MODULES, by: By::Content;
    /// The category is not one of the eight.
    MODULE_CATEGORY: "module-category", Warning, "Module V1 category",
        "The category of a module is one of the eight that the spec lists.",
        "Take one of the eight categories that the spec lists; `Others` fits where none does.",
        letter: Must, breaks: &[Others], repair: "Run `cards repair`, which writes the category in its own letters.",
        forms: MODULES, by: By::Content;
    /// The id of an entry is none.
    MODULE_ENTRY_ID: "module-entry-id", Note, "Module V1 entry_id",
        "The id of an entry is nine characters of the nanoid alphabet.",
        "Run `cards new --ids entry` for one.",
        forms: MODULES, by: By::Content;
    /// Two entries have one id.
    MODULE_ENTRY_ID_TWICE: "module-entry-id-twice", Note, "Module V1 entry_id",
        "Entries of a module differ in id.",
        "Give each entry an id of its own, such as `cards new --ids entry` makes.",
        forms: MODULES, by: By::Content;
}

/// What checks these rules.
pub(super) static MODULE_CHECKS: &[(&Rule, Check)] = &[
    (&MODULE_ID, id),
    (&MODULE_CATEGORY, category),
    (&MODULE_ENTRY_ID, entry_id),
    (&MODULE_ENTRY_ID_TWICE, entry_id_twice),
];

/// What repairs breaches of these rules.
pub(super) static MODULE_FIXES: &[(&Rule, Fix)] = &[(&MODULE_CATEGORY, fix_category)];

fn module(content: &Content) -> Option<&Module> {
    match content {
        Content::Module(module) => Some(module),
        _ => None,
    }
}

fn id(content: &Content, report: &mut Report<'_>) {
    let Some(module) = module(content) else { return };
    let valid = module
        .module_id
        .strip_prefix('M')
        .is_some_and(|tail| tail.len() == 8 && tail.bytes().all(|b| b.is_ascii_digit() || b.is_ascii_uppercase()));
    if !valid {
        report.add(["module_id"], format!("`{}` is not `M` and eight of 0-9 and A-Z", module.module_id));
    }
}

fn category(content: &Content, report: &mut Report<'_>) {
    if let Some(Module { category: Category::Other(word), .. }) = module(content) {
        report.add(["category"], format!("`{word}` is not one of the eight categories"));
    }
}

/// Case and blanks around the word are slips; any other word is the author's to choose.
fn fix_category(content: &mut Content, changes: &mut Changes) {
    let Content::Module(module) = content else { return };
    let Category::Other(word) = &module.category else { return };
    let meant = Category::WORDS.iter().find(|known| known.eq_ignore_ascii_case(word.trim()));
    if let Some(meant) = meant {
        changes.add(["category"], format!("`{word}` became `{meant}`"));
        module.category = Category::from(*meant);
    }
}

fn entry_id(content: &Content, report: &mut Report<'_>) {
    let Some(module) = module(content) else { return };
    for (i, entry) in module.entries.iter().enumerate() {
        let nanoid = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_');
        if entry.entry_id.len() != 9 || !entry.entry_id.bytes().all(nanoid) {
            report.add(
                Pointer::from(["entries"]).index(i).member("entry_id"),
                format!("`{}` is not a nanoid of nine characters", entry.entry_id),
            );
        }
    }
}

fn entry_id_twice(content: &Content, report: &mut Report<'_>) {
    let Some(module) = module(content) else { return };
    let mut seen = std::collections::HashSet::new();
    for (i, entry) in module.entries.iter().enumerate() {
        if !entry.entry_id.is_empty() && !seen.insert(&entry.entry_id) {
            report.add(
                Pointer::from(["entries"]).index(i).member("entry_id"),
                format!("another entry has the id `{}`", entry.entry_id),
            );
        }
    }
}
