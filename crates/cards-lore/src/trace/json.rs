//! The stable JSON form of the trace.

use super::{Cause, KeyMatch, Outcome, Source, Stop, Trace};
use crate::json::{Json, number};
use crate::lore::{Compiled, EntryAt};

impl Trace {
    /// Writes the trace as JSON.
    ///
    /// An object with `profile`, `passes` (`kind`, `fired`) and `entries` in list order. An entry has `book` and
    /// `entry` (places), `id`, `name`, `label`, `outcome` (`fired`, `no-key` or `stopped`) and, by outcome, `pass`, `cause` or
    /// `stop` with their details, `key` and `secondary` (list, number, key, source, offset), `tokens`, `left`.
    pub fn write_json(&self, out: &mut String) {
        let mut object = Json::object(out);
        object.text("profile", self.lore.settings.profile.as_str());
        let mut passes = Json::list(object.member("passes"));
        for pass in &self.passes {
            let mut object = Json::object(passes.item());
            object.text("kind", pass.kind.as_str());
            object.count("fired", pass.fired as u64);
            object.end();
        }
        passes.end();
        let mut entries = Json::list(object.member("entries"));
        for (at, outcome) in self.entries() {
            self.write_entry(entries.item(), at, outcome);
        }
        entries.end();
        object.end();
    }

    fn write_entry(&self, out: &mut String, at: EntryAt, outcome: &Outcome) {
        let lore = &*self.lore;
        let mut object = Json::object(out);
        write_at(&mut object, lore, at);
        match outcome {
            Outcome::NoKey => object.text("outcome", "no-key"),
            Outcome::Fired(fired) => {
                object.text("outcome", "fired");
                object.count("pass", u64::from(fired.pass));
                write_cause(&mut object, lore, &fired.cause);
                write_key(&mut object, lore, "secondary", fired.secondary.as_ref());
                object.count("tokens", fired.tokens);
                if let Some(left) = fired.left {
                    object.number("left", left);
                }
            }
            Outcome::Stopped(stopped) => {
                object.text("outcome", "stopped");
                object.count("pass", u64::from(stopped.pass));
                object.text("stop", stopped.stop.as_str());
                write_stop(&mut object, lore, &stopped.stop);
                write_key(&mut object, lore, "key", stopped.key.as_ref());
            }
        }
        object.end();
    }
}

fn write_at(object: &mut Json<'_>, lore: &Compiled, at: EntryAt) {
    object.count("book", at.book as u64);
    object.count("entry", at.entry as u64);
    if let Some(entry) = lore.books.get(at.book).and_then(|book| book.entries.get(at.entry)) {
        object.text("id", &entry.id);
        object.text("name", &entry.name);
        object.text("label", &entry.label(at.entry));
    }
}

fn write_cause(object: &mut Json<'_>, lore: &Compiled, cause: &Cause) {
    match cause {
        Cause::Constant => object.text("cause", "constant"),
        Cause::Key(key) => {
            object.text("cause", "key");
            write_key(object, lore, "key", Some(key));
        }
        Cause::Sticky { until } => {
            object.text("cause", "sticky");
            object.count("until", *until);
        }
        Cause::Decorator { name, line } => {
            object.text("cause", "decorator");
            object.text("decorator", name);
            object.count("line", u64::from(*line));
        }
        Cause::Forced => object.text("cause", "forced"),
        Cause::Always => object.text("cause", "always"),
    }
}

fn write_stop(object: &mut Json<'_>, lore: &Compiled, stop: &Stop) {
    match stop {
        Stop::Depth { found_at, depth } => {
            object.count("found_at", *found_at as u64);
            object.number("depth", *depth);
        }
        Stop::Secondary { logic, key } => {
            object.text("logic", logic.as_str());
            write_key(object, lore, "secondary", key.as_ref());
        }
        Stop::Decorator { name, line, key } => {
            object.text("decorator", name);
            object.count("line", u64::from(*line));
            write_key(object, lore, "listed", key.as_ref());
        }
        Stop::Probability { rolled, chance } => {
            object.number("rolled", *rolled);
            object.number("chance", *chance);
        }
        Stop::Group { group, winner, how } => {
            object.text("group", group);
            object.text("how", how.as_str());
            if let Some(winner) = winner {
                let mut inner = Json::object(object.member("winner"));
                write_at(&mut inner, lore, *winner);
                inner.end();
            }
        }
        Stop::Cooldown { until } => object.count("until", *until),
        Stop::Delay { needed, length } => {
            object.count("needed", *needed);
            object.count("length", *length);
        }
        Stop::RecursionDelayed { level } => object.count("level", u64::from(*level)),
        Stop::Budget { needed, used, budget } => {
            object.count("needed", *needed);
            number(object.member("used"), *used);
            number(object.member("budget"), *budget);
        }
        Stop::Injected { into } => {
            let mut inner = Json::object(object.member("into"));
            write_at(&mut inner, lore, *into);
            inner.end();
        }
        _ => {}
    }
}

fn write_key(object: &mut Json<'_>, lore: &Compiled, name: &str, key: Option<&KeyMatch>) {
    let Some(key) = key else { return };
    let mut inner = Json::object(object.member(name));
    inner.text("list", key.list.as_str());
    inner.count("number", key.number as u64);
    inner.text("key", &key.key);
    match key.source {
        Source::Message(number) => {
            inner.text("in", "message");
            inner.count("message", number as u64);
        }
        Source::Greeting => inner.text("in", "greeting"),
        Source::Field(field) => {
            inner.text("in", "field");
            inner.text("field", field.as_str());
        }
        Source::Injection(number) => {
            inner.text("in", "injection");
            inner.count("injection", number as u64);
        }
        Source::Inserted(at) => {
            inner.text("in", "inserted");
            let mut by = Json::object(inner.member("by"));
            write_at(&mut by, lore, at);
            by.end();
        }
        Source::Window => inner.text("in", "window"),
    }
    inner.count("offset", key.offset as u64);
    inner.end();
}
