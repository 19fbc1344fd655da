//! Rules about code that a card brings along.

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
    /// Texts that one program alone understands.
    NEEDS_CLIENT: "needs-client", Note, "de facto: SillyTavern 1.19 with Tavern Helper, MagVarUpdate, ST-Prompt-Template",
        "The texts of a card say the same in every program.",
        "Tell readers which program and extensions the card needs; elsewhere the text goes to the model as it is written.",
        check: needs_client;
    /// Code among the archive's files.
    SCRIPT_FILE: "script-file", Note, "CCv3 CHARX (assets/…/code); CWE-506",
        "An archive brings no programs.",
        "Read the code before you let a program run it.",
        check: script_file;
}

fn scripts(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    for need in subject.needs().iter().filter(|need| need.kind.is_attached()) {
        for place in &need.places {
            let number = if place.count > 1 { format!(" ({})", place.count) } else { String::new() };
            sink.value(place.pointer.clone(), format!("the card brings {}{number}", need.kind.what()))
                .excerpt(&place.excerpt);
        }
    }
}

fn needs_client(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    for need in subject.needs().iter().filter(|need| !need.kind.is_attached()) {
        for place in &need.places {
            let message = format!("{} need {}", need.kind.what(), need.kind.client());
            sink.part(place.pointer.clone(), place.span.clone(), message, place.excerpt.clone());
        }
        (need.places.len()..need.count).for_each(|_| sink.leave_out());
    }
    for entry in subject.input.facts.into_iter().flat_map(|facts| &facts.entries) {
        if let Some((name, message)) = OF_CLIENTS.iter().find(|(name, _)| *name == entry.name) {
            sink.place(cards_container::Place::Entry((*name).to_owned()), *message);
        }
    }
}

/// Files that a client keeps beside the card, and whose they are.
///
/// De facto: Lumiverse of 2026 (`src/services/character-export.service.ts`).
const OF_CLIENTS: [(&str, &str); 1] = [(
    "lumiverse_modules.json",
    "lorebooks, scripts and other texts in it need Lumiverse; other clients pass over the file",
)];

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
