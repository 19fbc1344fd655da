//! What is wrong with a file that clients keep beside their cards.

use std::borrow::Cow;

use cards_container::FileKind;
use cards_lint::Options;
use cards_model::{Json, Pointer};
use cards_prompt::presets;
use cards_script::ScriptFile;

use super::{Beside, Read, named, text_of};
use crate::check::Linted;
use crate::limits::Limits;

/// Holds such a file to the rules; nothing where it is none.
pub(crate) fn lint(bytes: &[u8], options: &Options<'_>, limits: &Limits) -> Option<Linted> {
    let Read { what, json, passed_over } = super::read(bytes, limits)?;
    let kind = what.as_ref().map_or(FileKind::Json, Beside::kind);
    // Lines are those of a text, which what is packed is not.
    let mut file = cards_lint::Beside::new(if kind == FileKind::Json { bytes } else { b"" });
    (file.json, file.passed_over) = (json.as_ref(), passed_over);
    let form = match &what {
        Ok(beside) => {
            if let Some(json) = &json {
                look(beside, json, &mut file);
            }
            if let Some(data) = &options.data {
                let whole = json.as_ref().map(Cow::Borrowed);
                let of_file = whole.or_else(|| Some(Cow::Owned(Json::Array(vec![first_line(bytes, limits)?]))));
                file.passed_over.extend(of_file.iter().flat_map(|json| named::missing(beside, json, data)));
            }
            beside.answer().kind
        }
        Err(error) => {
            file.refused = Some(error.to_string());
            json.as_ref().and_then(ScriptFile::id_of).unwrap_or_default()
        }
    };
    Some(Linted { kind, form, is_beside: true, report: cards_lint::lint_beside(&file, options) })
}

/// The value on the first line.
fn first_line(bytes: &[u8], limits: &Limits) -> Option<Json> {
    Json::read(text_of(bytes)?.lines().next()?, &limits.files.for_json()).ok()
}

/// Texts and scripts, with their places.
fn look<'j>(beside: &Beside, json: &'j Json, file: &mut cards_lint::Beside<'j>) {
    match beside {
        Beside::Scripts(ScriptFile::Risu(_)) => {
            file.risu = items(json.get("data"), &Pointer::from(["data"]));
        }
        Beside::Scripts(_) if json.as_array().is_none() => file.sillytavern = vec![(Pointer::ROOT, json)],
        Beside::Scripts(_) => file.sillytavern = items(Some(json), &Pointer::ROOT),
        Beside::Preset { .. } => {
            for (pointer, prompt) in items(json.get("prompts"), &Pointer::from(["prompts"])) {
                file.texts.extend(member(prompt, &pointer, "content"));
            }
            let own = json.as_object().into_iter().flat_map(|object| object.iter());
            for (name, _) in own.filter(|(name, _)| name.ends_with("_prompt")) {
                file.texts.extend(member(json, &Pointer::ROOT, name));
            }
            let scripts = Pointer::from(["extensions", "regex_scripts"]);
            file.sillytavern = items(json.at(&scripts), &scripts);
        }
        Beside::Templates(_) => {
            // What is in the story string is Handlebars and no macro.
            let sequences = |(name, _): &(&str, &Json)| name.ends_with("_sequence") || name.ends_with("_affix");
            for (pointer, template) in
                [(Pointer::ROOT, Some(json)), (Pointer::from(["instruct"]), json.get("instruct"))]
            {
                for (name, _) in
                    template.and_then(Json::as_object).into_iter().flat_map(|all| all.iter()).filter(sequences)
                {
                    file.texts.extend(template.and_then(|template| member(template, &pointer, name)));
                }
            }
            for (pointer, prompt) in
                [(Pointer::ROOT, Some(json)), (Pointer::from(["sysprompt"]), json.get("sysprompt"))]
            {
                let texts =
                    ["content", "post_history"].map(|name| prompt.and_then(|prompt| member(prompt, &pointer, name)));
                file.texts.extend(texts.into_iter().flatten());
            }
        }
        Beside::Personas(_) => {
            for (picture, described) in
                json.get("persona_descriptions").and_then(Json::as_object).into_iter().flat_map(|all| all.iter())
            {
                let pointer = Pointer::from(["persona_descriptions"]).member(picture);
                file.texts.extend(member(described, &pointer, "description"));
            }
        }
        Beside::MarinaraPreset { .. } => {
            file.texts = presets::marinara_sections(json)
                .into_iter()
                .map(|section| (section.at.member("content"), section.content))
                .collect();
            let at = Pointer::from(["data", "preset"]);
            let own = json.at(&at);
            let prompts = ["conversationPrompt", "gamePrompt"].map(|name| own.and_then(|own| member(own, &at, name)));
            file.texts.extend(prompts.into_iter().flatten());
            (file.is_of_another, file.names) = (true, presets::marinara_choices(json));
        }
        Beside::RisuPreset { .. } => {
            let scripts = Pointer::from(["regex"]);
            file.risu = items(json.at(&scripts), &scripts);
        }
        Beside::Chat(_) | Beside::NovelAiPreset { .. } | Beside::Settings { .. } | Beside::Group { .. } => {}
    }
}

/// The values of a list, with their places.
fn items<'j>(list: Option<&'j Json>, at: &Pointer) -> Vec<(Pointer, &'j Json)> {
    let items = list.and_then(Json::as_array).unwrap_or_default();
    items.iter().enumerate().map(|(number, item)| (at.index(number), item)).collect()
}

/// A text of an object, with its place.
fn member<'j>(object: &'j Json, at: &Pointer, name: &str) -> Option<(Pointer, &'j str)> {
    Some((at.member(name), object.get(name)?.as_str()?))
}
