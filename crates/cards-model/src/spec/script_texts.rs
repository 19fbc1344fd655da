//! The texts of scripts that clients keep in the extensions of a card: what people search and mend, and no prose.

use super::texts::{CardText, TextKind};
use crate::json::{Json, Object, Pointer};

/// A list of scripts: where it is in the extensions, and the members of each script that are texts.
type List = (&'static [&'static str], [(&'static str, TextKind); 3]);

/// The lists of scripts.
///
/// De facto: SillyTavern 1.19 (`regex_scripts`), RisuAI (`risuai.customScripts`).
const LISTS: [List; 2] = [
    (
        &["regex_scripts"],
        [("scriptName", TextKind::ScriptName), ("findRegex", TextKind::Script), ("replaceString", TextKind::Script)],
    ),
    (
        &["risuai", "customScripts"],
        [("comment", TextKind::ScriptName), ("in", TextKind::Script), ("out", TextKind::Script)],
    ),
];

/// Members that are one script each. De facto: RisuAI.
const ALONE: [[&str; 2]; 3] = [["risuai", "backgroundHTML"], ["risuai", "virtualscript"], ["risuai", "lua"]];

/// Members that hold scripts in folders, whatever their version calls them. De facto: Tavern Helper and LittleWhiteBox, extensions
/// of SillyTavern.
const TREES: [&str; 6] =
    ["tavern_helper", "TavernHelper_scripts", "tavernHelper", "JSSlashRunner", "xiaobaix-tasks", "xiaobaix"];

/// How deep scripts may be in folders; a program shows one level.
const FOLDERS: usize = 8;

/// Walks over the texts of scripts in the extensions, which are at `base`.
pub(super) fn walk<'a>(extensions: &'a Object, base: &Pointer, found: &mut Vec<CardText<'a>>) {
    let mut push = |pointer: Pointer, kind: &TextKind, text: Option<&'a str>| {
        found.extend(text.map(|text| CardText { kind: kind.clone(), pointer, text }));
    };
    for (path, members) in &LISTS {
        let Some((list, at)) = lookup(extensions, base, path) else { continue };
        for (number, script) in list.as_array().into_iter().flatten().enumerate() {
            for (name, kind) in members {
                push(at.index(number).member(name), kind, script.get(name).and_then(Json::as_str));
            }
        }
    }
    for path in &ALONE {
        if let Some((value, at)) = lookup(extensions, base, path) {
            push(at, &TextKind::Script, value.as_str());
        }
    }
    if let Some((triggers, at)) = lookup(extensions, base, &["risuai", "triggerscript"]) {
        for (number, trigger) in triggers.as_array().into_iter().flatten().enumerate() {
            let (effects, at) = (trigger.get("effect").and_then(Json::as_array), at.index(number).member("effect"));
            for (number, effect) in effects.into_iter().flatten().enumerate() {
                push(at.index(number).member("code"), &TextKind::Script, effect.get("code").and_then(Json::as_str));
            }
        }
    }
    for name in TREES {
        let Some(value) = extensions.get(name) else { continue };
        for script in script_tree(value, &base.member(name)) {
            found.push(CardText { kind: TextKind::Script, pointer: script.pointer, text: script.code });
        }
    }
}

fn lookup<'a>(extensions: &'a Object, base: &Pointer, path: &[&str]) -> Option<(&'a Json, Pointer)> {
    let (first, rest) = path.split_first()?;
    let start = (extensions.get(first)?, base.member(first));
    rest.iter().try_fold(start, |(value, at), name| Some((value.get(name)?, at.member(name))))
}

/// A script of a tree, and where it is.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TreeScript<'a> {
    /// Where its code is.
    pub pointer: Pointer,
    /// The code.
    pub code: &'a str,
}

/// Lists the scripts of a tree of folders, in their order: whatever has a text `content` or `commands`.
#[must_use]
pub fn script_tree<'a>(value: &'a Json, place: &Pointer) -> Vec<TreeScript<'a>> {
    let mut found = Vec::new();
    let mut left = vec![(value, place.clone(), 0)];
    while let Some((value, at, depth)) = left.pop() {
        let code = ["content", "commands"].into_iter().find_map(|name| Some((name, value.get(name)?.as_str()?)));
        if let Some((name, code)) = code {
            found.push(TreeScript { pointer: at.member(name), code });
            continue;
        }
        if depth == FOLDERS {
            continue;
        }
        match value {
            Json::Array(items) => {
                let items = items.iter().enumerate().rev();
                left.extend(items.map(|(number, item)| (item, at.index(number), depth + 1)));
            }
            Json::Object(members) => {
                let lists: Vec<_> =
                    members.iter().filter(|(name, _)| ["scripts", "tasks", "value"].contains(name)).collect();
                left.extend(lists.into_iter().rev().map(|(name, member)| (member, at.member(name), depth + 1)));
            }
            _ => {}
        }
    }
    found
}
