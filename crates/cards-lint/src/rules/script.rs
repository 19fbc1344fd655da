//! Rules about code that a card brings along.

use cards_model::json::Object;
use cards_model::{Content, Json};

use crate::rule::rules;
use crate::sink::Sink;
use crate::subject::Subject;

rules! {
    /// The rules about code that a card brings along.
    SCRIPT;
    /// Scripts in extensions.
    SCRIPTS: "script-in-extensions", Note, "de facto: SillyTavern 1.19 regex scripts, Tavern Helper, RisuAI 460ecae triggers and Lua",
        "A card does without code for one program.",
        "Read the code before you let a program run it; other programs pass over it, so the card should work without.",
        check: scripts;
    /// Code among the archive's files.
    SCRIPT_FILE: "script-file", Note, "CCv3 CHARX (assets/…/code); CWE-506",
        "An archive brings no programs.",
        "Read the code before you let a program run it.",
        check: script_file;
}

/// Where programs keep code: the path in the extensions, the program, and what it is.
const PLACES: &[(&str, &str)] = &[
    ("regex_scripts", "SillyTavern regex scripts"),
    ("tavern_helper", "Tavern Helper scripts"),
    ("TavernHelper_scripts", "Tavern Helper scripts"),
    ("tavernHelper", "Tavern Helper scripts"),
    ("risuai/triggerscript", "RisuAI triggers"),
    ("risuai/customScripts", "RisuAI regex scripts"),
    ("risuai/virtualscript", "a RisuAI virtual script"),
    ("risuai/lua", "RisuAI Lua code"),
    ("risuai/backgroundHTML", "RisuAI background HTML"),
    ("risuai/utilityBot", "a RisuAI utility bot"),
    ("JSSlashRunner", "JS Slash Runner scripts"),
    ("xiaobaix", "LittleWhiteBox scripts"),
];

fn scripts(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    let Content::Card(card) = subject.content() else {
        return;
    };
    let base = card.form().extensions_pointer().unwrap_or_default();
    for (path, what) in PLACES {
        let Some(value) = lookup(card.extensions(), path) else { continue };
        let count = match value {
            Json::Array(items) => items.len(),
            Json::Object(members) if members.is_empty() => 0,
            Json::String(text) if text.trim().is_empty() => 0,
            Json::Null | Json::Bool(false) => 0,
            _ => 1,
        };
        if count > 0 {
            let number = if count > 1 { format!(" ({count})") } else { String::new() };
            let place = path.split('/').fold(base.clone(), |place, name| place.member(name));
            sink.value(place, format!("the card brings {what}{number}")).excerpt(&value.to_string());
        }
    }
}

/// A value at a path of the extensions.
pub(super) fn lookup<'a>(extensions: &'a Object, path: &str) -> Option<&'a Json> {
    let mut parts = path.split('/');
    let first = extensions.get(parts.next()?)?;
    parts.try_fold(first, |value, part| value.get(part))
}

fn script_file(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    const CODE: &[&str] = &[
        "js", "mjs", "ts", "lua", "py", "exe", "dll", "so", "sh", "bat", "cmd", "ps1", "wasm", "jar", "vbs", "html",
        "htm",
    ];
    for entry in subject.input.facts.into_iter().flat_map(|facts| &facts.entries) {
        let ext = entry.name.rsplit_once('.').map(|(_, ext)| ext.to_ascii_lowercase()).unwrap_or_default();
        let program = entry.format == Some(cards_container::Format::Program);
        if !entry.folder && (CODE.contains(&ext.as_str()) || program) {
            let name = entry.name.escape_debug().take(120).collect();
            sink.place(cards_container::Place::Entry(name), "the archive brings a program or script");
        } else if entry.name == "module.risum" {
            let place = cards_container::Place::Entry(entry.name.clone());
            sink.place(place, "RisuAI's module may hold triggers and scripts");
        }
    }
}
