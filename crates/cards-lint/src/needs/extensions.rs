//! Code in the extensions of a card, by the members in which programs keep it.

use cards_model::{Card, Json, Object, Pointer, script_tree};
use cards_script::sillytavern::Script;

use super::{Found, NeedKind, NeedPlace, texts};
use crate::excerpt;

/// Where programs keep code: the path in the extensions, and what it is.
const PLACES: &[(&str, NeedKind)] = &[
    ("regex_scripts", NeedKind::RegexScripts),
    ("tavern_helper", NeedKind::TavernHelperScripts),
    ("TavernHelper_scripts", NeedKind::TavernHelperScripts),
    ("tavernHelper", NeedKind::TavernHelperScripts),
    ("JSSlashRunner", NeedKind::TavernHelperScripts),
    ("xiaobaix-tasks", NeedKind::LittleWhiteBoxTasks),
    ("xiaobaix", NeedKind::LittleWhiteBoxTasks),
    ("risuai/customScripts", NeedKind::RisuRegexScripts),
    ("risuai/lua", NeedKind::RisuLua),
    ("risuai/triggerscript", NeedKind::RisuTriggers),
    ("risuai/virtualscript", NeedKind::RisuVirtualScript),
    ("risuai/backgroundHTML", NeedKind::RisuBackgroundHtml),
    ("risuai/defaultVariables", NeedKind::RisuDefaultVariables),
    ("risuai/utilityBot", NeedKind::RisuUtilityBot),
    ("risuai/lowLevelAccess", NeedKind::RisuLowLevelAccess),
];

/// Finds the code.
pub(super) fn find(card: &Card, found: &mut Found) {
    let base = card.form().extensions_pointer().unwrap_or_default();
    for (path, kind) in PLACES {
        let Some(value) = lookup(card.extensions(), path) else { continue };
        let place = path.split('/').fold(base.clone(), |place, name| place.member(name));
        match kind {
            NeedKind::TavernHelperScripts | NeedKind::LittleWhiteBoxTasks => scripts(*kind, value, place, found),
            NeedKind::RisuTriggers => triggers(value, &place, found),
            _ => add(*kind, value, &place, size(value), found),
        }
    }
    pages(card, &base, found);
}

/// A value at a path of the extensions.
pub(crate) fn lookup<'a>(extensions: &'a Object, path: &str) -> Option<&'a Json> {
    let mut parts = path.split('/');
    let first = extensions.get(parts.next()?)?;
    parts.try_fold(first, |value, part| value.get(part))
}

fn add(kind: NeedKind, value: &Json, place: &Pointer, count: usize, found: &mut Found) {
    if count > 0 {
        let excerpt = excerpt::beginning(&value.to_string());
        found.add(kind, NeedPlace { pointer: place.clone(), span: None, count, excerpt });
    }
}

/// How many things a value has: none where it is switched off or empty.
fn size(value: &Json) -> usize {
    match value {
        Json::Array(items) => items.len(),
        Json::Object(members) => usize::from(!members.is_empty()),
        Json::String(text) => usize::from(!text.trim().is_empty()),
        Json::Null | Json::Bool(false) => 0,
        _ => 1,
    }
}

/// Scripts of a tree of folders.
fn scripts(kind: NeedKind, value: &Json, place: Pointer, found: &mut Found) {
    let mut count = 0;
    for script in script_tree(value, &place) {
        count += usize::from(!script.code.trim().is_empty());
        texts::find_in_script(script.code, &script.pointer, found);
    }
    add(kind, value, &place, count, found);
}

/// Triggers that do something, and Lua in them.
///
/// The client gives each card an empty list of effects, or a heading alone.
fn triggers(value: &Json, place: &Pointer, found: &mut Found) {
    let (mut plain, mut lua) = (0, 0);
    for trigger in value.as_array().unwrap_or_default() {
        let kind = |effect: &Json| effect.get("type").and_then(Json::as_str).unwrap_or_default().to_owned();
        let effects = trigger.get("effect").and_then(Json::as_array);
        let effects: Option<Vec<String>> = effects.map(|effects| effects.iter().map(kind).collect());
        match effects {
            Some(kinds) if kinds.iter().any(|kind| kind == "triggerlua") => lua += 1,
            Some(kinds) if kinds.iter().all(|kind| kind == "v2Header") => {}
            _ => plain += 1,
        }
    }
    add(NeedKind::RisuTriggers, value, place, plain, found);
    add(NeedKind::RisuLua, value, place, lua, found);
}

/// Pages that regex scripts show.
fn pages(card: &Card, base: &Pointer, found: &mut Found) {
    let list = base.member("regex_scripts");
    let scripts = card.extensions().get("regex_scripts").map(Script::list_from_json).unwrap_or_default();
    for (number, script) in scripts.iter().enumerate() {
        if let Some(text) = script.replace.as_deref() {
            texts::find_page(text, &list.index(number).member("replaceString"), found);
        }
    }
}

#[cfg(test)]
mod tests {
    use cards_model::{TextClass, v2};

    use super::*;

    /// What a program keeps at a place of the table, with a text that is its code.
    fn sample(kind: NeedKind) -> &'static str {
        match kind {
            NeedKind::RegexScripts => r#"[{"scriptName":"a","findRegex":"CODE","replaceString":"b"}]"#,
            NeedKind::RisuRegexScripts => r#"[{"comment":"a","in":"CODE","out":"b","type":"editdisplay"}]"#,
            NeedKind::TavernHelperScripts => r#"[{"type":"script","value":{"content":"CODE"}}]"#,
            NeedKind::LittleWhiteBoxTasks => r#"{"tasks":[{"commands":"CODE"}]}"#,
            NeedKind::RisuTriggers => r#"[{"effect":[{"type":"v2Code","code":"CODE"}]}]"#,
            NeedKind::RisuLua | NeedKind::RisuVirtualScript | NeedKind::RisuBackgroundHtml => r#""CODE""#,
            // Switches and values: nothing that runs.
            _ => "true",
        }
    }

    #[test]
    fn code_that_a_card_needs_is_among_its_texts() {
        for (path, kind) in PLACES {
            let value =
                path.rsplit('/').fold(sample(*kind).to_owned(), |value, name| format!("{{\"{name}\":{value}}}"));
            let mut card = v2::Card::default();
            card.data.extensions = value.parse::<Json>().unwrap().as_object().unwrap().clone();
            let card = Card::from(card);
            let mut found = Found::default();
            find(&card, &mut found);
            let is_code = sample(*kind).contains("CODE");
            assert!(!is_code || found.0.iter().any(|need| need.kind == *kind), "{path}");
            let texts = card.texts();
            let listed = texts.iter().any(|text| text.kind.class() == TextClass::Code && text.text == "CODE");
            assert_eq!(listed, is_code, "{path}");
        }
    }
}
