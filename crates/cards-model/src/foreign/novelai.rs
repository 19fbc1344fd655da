//! NovelAI's scenarios and stories: the lorebook inside. There is no character in them.

use super::members::Members;
use super::origin::{ForeignForm, Translated};
use crate::Form;
use crate::json::{Json, Pointer};

pub(super) fn read(value: &Json) -> Option<Result<Translated, String>> {
    let is_number = |name: &str| value.get(name).is_some_and(|version| version.as_f64().is_some());
    let (of, inside, title) = if is_number("scenarioVersion") {
        (ForeignForm::NovelAiScenario, Pointer::ROOT, value.get("title"))
    } else if is_number("storyContainerVersion") {
        let title = value.get("metadata").and_then(|metadata| metadata.get("title"));
        (ForeignForm::NovelAiStory, Pointer::from(["content"]), title)
    } else {
        return None;
    };
    let place = inside.member("lorebook");
    let Some(book) = value.at(&place).filter(|book| book.get("entries").is_some_and(|list| list.as_array().is_some()))
    else {
        return Some(Err(format!("{} without a lorebook", of.described())));
    };
    let mut book = book.as_object()?.clone();
    // Told by the file around it; a book that has lost its own marker is one all the same.
    if book.get("lorebookVersion").is_none() {
        book.insert("lorebookVersion", 1);
    }
    if let Some(title) = title.and_then(Json::as_str) {
        book.insert("name", title);
    }
    let mut loss = Vec::new();
    let mut root = Members::root(value)?;
    root.ignore(&["scenarioVersion", "storyContainerVersion", "lorebook", "title", "content"]);
    root.lost(&mut loss);
    if let Some(mut content) =
        value.at(&inside).filter(|_| !inside.is_root()).and_then(|value| Members::of(value, inside))
    {
        content.ignore(&["storyContentVersion", "lorebook"]);
        content.lost(&mut loss);
    }
    Some(Ok(Translated::new(of, Form::NovelAi, book, loss)))
}
