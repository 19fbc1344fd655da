//! What a change, a difference or a conflict is, in one line of plain text, for programs that log or list it. Values are JSON, so
//! that an empty text is seen.

use std::fmt::{self, Display, Formatter};

use cards_json::Json;
use cards_words::plural;

use crate::answer;
use crate::edit::{Cause, Change, Twin};

/// Two values, of which one may not be there.
fn from_to<T: Display>(f: &mut Formatter<'_>, before: Option<&T>, after: Option<&T>) -> fmt::Result {
    match (before, after) {
        (Some(before), Some(after)) => write!(f, "{before} -> {after}"),
        (Some(before), None) => write!(f, "{before} was taken out"),
        (None, Some(after)) => write!(f, "{after} is new"),
        (None, None) => f.write_str("nothing"),
    }
}

impl Cause {
    /// The words that go behind the place of a change; `None` where it was asked for.
    #[must_use]
    pub fn in_words(self) -> Option<&'static str> {
        Some(match self {
            Self::Asked => return None,
            Self::Made => "what a new one begins as",
            Self::Copy => "a copy that follows",
            Self::Marker => "names the form, which nothing else tells any more",
            Self::Date => "the date of change",
        })
    }
}

impl Display for Change {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.pointer.or_whole("(whole card)"))?;
        from_to(f, self.before.as_ref(), self.after.as_ref())?;
        self.cause.in_words().map_or(Ok(()), |why| write!(f, " ({why})"))
    }
}

impl Display for answer::Change {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}: {}", self.rule, self.place, self.message)
    }
}

impl Display for answer::VariableChange {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let [before, after] = [&self.before, &self.after].map(|value| value.as_deref().map(Json::from));
        write!(f, "{} variable {}: ", self.scope, self.name)?;
        from_to(f, before.as_ref(), after.as_ref())
    }
}

impl Display for answer::Step {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let [source, became] = [&self.source, &self.became].map(|text| text.as_deref().map(Json::from));
        match &source {
            Some(source) => write!(f, "{source}")?,
            None => write!(f, "bytes {} to {}", self.start, self.end)?,
        }
        match became {
            Some(became) => write!(f, " -> {became}")?,
            None => f.write_str(" stays")?,
        }
        self.changes.iter().try_for_each(|change| write!(f, ", {change}"))
    }
}

impl Display for answer::ScriptRun {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "script {}", Json::from(self.name.as_str()))?;
        match &self.problem {
            Some(problem) => write!(f, ": {problem}"),
            None => write!(f, " matched {}", plural(self.hits, "time")),
        }
    }
}

impl Display for Twin {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let what = if self.follows { "is made anew" } else { "stays, and says what the card said before" };
        write!(f, "{} {what}", self.place)
    }
}

impl Display for answer::Divergence {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}: {} -> {} ({})", self.kind, self.at, self.from, self.to, self.shown_by)
    }
}

#[cfg(feature = "diff")]
impl Display for answer::Difference {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.path)?;
        match (self.change, &self.after) {
            (answer::What::Reordered, Some(after)) => write!(f, "another order: {after}"),
            _ => from_to(f, self.before.as_ref(), self.after.as_ref()),
        }
    }
}

#[cfg(feature = "diff")]
impl Display for answer::PieceDifference {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let whose = self.after_role.as_ref().or(self.before_role.as_ref()).map(String::as_str);
        let place =
            if self.sources.is_empty() { whose.unwrap_or("(the prompt)").to_owned() } else { self.sources.join(", ") };
        write!(f, "{place}: ")?;
        let [before, after] = [&self.before, &self.after].map(|text| text.as_deref().map(Json::from));
        match (self.change, &after) {
            (answer::What::Reordered, Some(after)) => write!(f, "another order: {after}")?,
            _ => from_to(f, before.as_ref(), after.as_ref())?,
        }
        match (&self.before_role, &self.after_role) {
            (Some(before), Some(after)) if before != after => write!(f, " ({before} -> {after})"),
            _ => Ok(()),
        }
    }
}

#[cfg(feature = "diff")]
impl Display for crate::merge::Conflict {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.pointer.or_whole("(whole card)"))?;
        for (side, value) in [("base", &self.base), ("ours", &self.ours), ("theirs", &self.theirs)] {
            match value {
                Some(value) => write!(f, "{side} {value}, ")?,
                None => write!(f, "{side} without it, ")?,
            }
        }
        write!(f, "taken: {}", self.taken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, open};

    const ARIA: &[u8] = br#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","tags":["a","b"]}}"#;

    #[test]
    fn changes_say_what_was_there_and_why_it_changed() {
        let mut editor = open(ARIA, Limits::default()).unwrap().edit();
        editor.set("name", "Mira").unwrap();
        editor.set("depth_prompt", "").unwrap();
        editor.remove("tags[0]").unwrap();
        let said: Vec<String> = editor.changes().map(ToString::to_string).collect();
        assert_eq!(said[0], r#"/data/name: "Aria" -> "Mira""#);
        assert!(said.contains(&r#"/data/extensions/depth_prompt/prompt: "" is new"#.to_owned()), "{said:?}");
        assert_eq!(said.last().unwrap(), r#"/data/tags/0: "a" was taken out"#);
        let mut change = editor.changes().next().unwrap().clone();
        change.cause = Cause::Copy;
        assert_eq!(change.to_string(), r#"/data/name: "Aria" -> "Mira" (a copy that follows)"#);
    }

    #[test]
    fn what_a_repair_did_and_what_a_macro_did() {
        let odd = br#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","tags":"bard"}}"#;
        let repaired = crate::repair(odd, &Default::default(), &Limits::default()).unwrap();
        let change = repaired.changes.iter().find(|change| change.place == "/data/tags").unwrap();
        assert_eq!(change.to_string(), format!("{} at /data/tags: {}", change.rule, change.message));
        let (before, after) = (None, Some("calm".to_owned()));
        let mut change = answer::VariableChange { scope: "chat", name: "mood".to_owned(), before, after };
        assert_eq!(change.to_string(), r#"chat variable mood: "calm" is new"#);
        change.after = None;
        assert_eq!(change.to_string(), "chat variable mood: nothing");
    }

    #[test]
    fn what_a_macro_and_a_script_did_and_what_follows() {
        let mut host = crate::MapHost::new("Sam", "Aria");
        let limits = Limits::default();
        let text = "{{char}}{{setvar::mood::calm}}";
        let told =
            crate::expand(text, crate::Engine::SillyTavern, &mut host, crate::For::Prompt, true, &limits).unwrap();
        let said: Vec<String> = told.steps.iter().map(ToString::to_string).collect();
        assert_eq!(
            said,
            [r#""{{char}}" -> "Aria""#, r#""{{setvar::mood::calm}}" -> "", chat variable mood: "calm" is new"#]
        );
        let step = answer::Step { start: 3, end: 9, ..answer::Step::default() };
        assert_eq!(step.to_string(), "bytes 3 to 9 stays");
        let mut run = answer::ScriptRun { name: "loud".to_owned(), hits: 1, changed: true, problem: None };
        assert_eq!(run.to_string(), r#"script "loud" matched 1 time"#);
        run.problem = Some("it is no pattern".to_owned());
        assert_eq!(run.to_string(), r#"script "loud": it is no pattern"#);
        let twin = |follows| Twin { place: "chara".to_owned(), follows }.to_string();
        assert_eq!(twin(true), "chara is made anew");
        assert_eq!(twin(false), "chara stays, and says what the card said before");
    }

    #[cfg(feature = "diff")]
    #[test]
    fn pieces_of_prompts() {
        let text = |text: &str| Some(text.to_owned());
        let mut piece = answer::PieceDifference {
            change: answer::What::Changed,
            sources: vec!["description".to_owned()],
            before_role: text("system"),
            after_role: text("user"),
            before: text("A bard."),
            after: text("A smith."),
            ..Default::default()
        };
        assert_eq!(piece.to_string(), r#"description: "A bard." -> "A smith." (system -> user)"#);
        (piece.change, piece.before, piece.before_role) = (answer::What::Added, None, None);
        piece.sources.clear();
        assert_eq!(piece.to_string(), r#"user: "A smith." is new"#);
        (piece.change, piece.after_role) = (answer::What::Reordered, None);
        assert_eq!(piece.to_string(), r#"(the prompt): another order: "A smith.""#);
    }

    #[cfg(feature = "diff")]
    #[test]
    fn differences_and_conflicts() {
        let other = |text: &str| String::from_utf8(ARIA.to_vec()).unwrap().replace("Aria", text).into_bytes();
        let limits = Limits::default();
        let mut b = open(other("Mira"), &limits).unwrap();
        let differences = crate::diff::diff(&mut open(ARIA, &limits).unwrap(), &mut b, false, &limits);
        let said: Vec<String> = differences.iter().map(ToString::to_string).collect();
        assert_eq!(said, [r#"name: "Aria" -> "Mira""#]);
        let document = |bytes: &[u8]| open(bytes, &limits).unwrap().loaded.document;
        let (base, mut ours, theirs) = (document(ARIA), document(&other("Mira")), document(&other("Wick")));
        let conflicts = crate::merge::merge(&base, &mut ours, &theirs, &Default::default(), &limits).unwrap();
        assert_eq!(conflicts[0].to_string(), r#"/data/name: base "Aria", ours "Mira", theirs "Wick", taken: ours"#);
    }

    #[test]
    fn what_two_clients_do_differently() {
        let divergence = answer::Divergence {
            kind: "macro",
            at: "/data/first_mes".to_owned(),
            from: "a die is thrown".to_owned(),
            to: "the text stays".to_owned(),
            shown_by: "docs/macros.md".to_owned(),
            rows: Vec::new(),
        };
        assert_eq!(divergence.to_string(), "macro /data/first_mes: a die is thrown -> the text stays (docs/macros.md)");
    }
}
