//! What a saved state knows an entry by.

use cards_words::Fnv1a;

use crate::book::{Entry, Field, Group, Logic};
use crate::placement::{InjectHow, Placement};

/// Names an entry by its fields, so that an edited entry is another one.
///
/// The number goes into saved states and stays the same from release to release: fields are named here one by one, and
/// whoever changes what is named, or how, gives [`State::to_text`](crate::State::to_text) a new version. A test pins it.
pub(crate) fn identity(entry: &Entry) -> u64 {
    let mut fields = Fields(Fnv1a::new());
    fields.text("id", &entry.id);
    fields.text("name", &entry.name);
    fields.text("comment", &entry.comment);
    fields.texts("keys", &entry.keys);
    fields.texts("secondary_keys", &entry.secondary_keys);
    // Named where there are any, so that other entries keep their number.
    if !entry.anti_keys.is_empty() {
        fields.texts("anti_keys", &entry.anti_keys);
    }
    fields.flag("selective", entry.selective);
    if let Some(logic) = entry.logic {
        let number = if let Logic::Unknown(number) = logic { number } else { 0 };
        fields.text("logic", &format!("{} {number}", logic.as_str()));
    }
    fields.text("content", &entry.content);
    fields.flag("enabled", entry.enabled);
    fields.flag("constant", entry.constant);
    fields.number("order", Some(entry.order));
    fields.number("priority", entry.priority);
    fields.flag("use_regex", entry.use_regex);
    fields.choice("case_sensitive", entry.case_sensitive);
    fields.choice("whole_words", entry.whole_words);
    fields.number("scan_depth", entry.scan_depth);
    fields.placement(&entry.placement);
    fields.text("role", entry.role.as_str());
    fields.number("probability", entry.probability);
    fields.flag("exclude_recursion", entry.recursion.exclude);
    fields.flag("prevent_recursion", entry.recursion.prevent);
    fields.count("delay_level", entry.recursion.delay_level);
    fields.count("sticky", entry.timing.sticky);
    fields.count("cooldown", entry.timing.cooldown);
    fields.count("delay", entry.timing.delay);
    let Group { names, prioritize, weight, scoring } = &entry.group;
    fields.text("group", names);
    fields.flag("prioritize", *prioritize);
    fields.number("weight", *weight);
    fields.choice("scoring", *scoring);
    fields.flag("ignore_budget", entry.ignore_budget);
    fields.texts("characters", &entry.filter.names);
    fields.texts("tags", &entry.filter.tags);
    fields.flag("not_for", entry.filter.exclude);
    fields.texts("triggers", &entry.triggers);
    for &field in Field::ALL {
        fields.flag(field.as_str(), entry.fields.contains(field));
    }
    fields.0.finish()
}

/// Takes in named fields; their lengths part them from one another.
struct Fields(Fnv1a);

impl Fields {
    fn bytes(&mut self, bytes: &[u8]) {
        self.0.write(&(bytes.len() as u64).to_le_bytes());
        self.0.write(bytes);
    }

    fn text(&mut self, name: &str, value: &str) {
        self.bytes(name.as_bytes());
        self.bytes(value.as_bytes());
    }

    fn texts(&mut self, name: &str, values: &[String]) {
        self.count(name, values.len() as u32);
        for value in values {
            self.bytes(value.as_bytes());
        }
    }

    fn flag(&mut self, name: &str, value: bool) {
        self.text(name, if value { "yes" } else { "no" });
    }

    /// Absent values are not named at all, so that a field that is new leaves entries without it as they were.
    fn choice(&mut self, name: &str, value: Option<bool>) {
        if let Some(value) = value {
            self.flag(name, value);
        }
    }

    fn count(&mut self, name: &str, value: u32) {
        self.text(name, &value.to_string());
    }

    fn number(&mut self, name: &str, value: Option<f64>) {
        if let Some(value) = value {
            // Every not-a-number is one, and so are both zeros.
            let bits = if value.is_nan() { f64::NAN.to_bits() } else { (value + 0.0).to_bits() };
            self.bytes(name.as_bytes());
            self.bytes(&bits.to_le_bytes());
        }
    }

    fn placement(&mut self, placement: &Placement) {
        self.text("placement", placement.kind());
        match placement {
            Placement::Depth { depth: number }
            | Placement::ReverseDepth { depth: number }
            | Placement::InstructDepth { tokens: number }
            | Placement::ReverseInstructDepth { tokens: number } => self.number("at", Some(*number)),
            Placement::Slot(name) | Placement::Outlet(name) | Placement::NoPlace(name) => self.text("at", name),
            Placement::Inject { target, how } => {
                self.text("at", target);
                match how {
                    InjectHow::Append => self.text("how", "append"),
                    InjectHow::Prepend => self.text("how", "prepend"),
                    InjectHow::Replace(part) => self.text("how", part),
                }
            }
            Placement::Nowhere(number) => self.text("at", &number.to_string()),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::Timing;

    fn sample() -> Entry {
        Entry {
            id: "7".to_owned(),
            keys: vec!["lamp".to_owned(), "oil".to_owned()],
            content: "The lamp burns whale oil.".to_owned(),
            timing: Timing { sticky: 2, cooldown: 3, delay: 0 },
            placement: Placement::Depth { depth: 4.0 },
            ..Entry::default()
        }
    }

    #[test]
    fn the_number_of_an_entry_lasts() {
        // Saved states hold these; a change here needs a new version of the state's text.
        assert_eq!(identity(&Entry::default()), 2_229_374_551_853_359_789);
        assert_eq!(identity(&sample()), 12_408_533_867_338_692_281);
    }

    #[test]
    fn an_edited_entry_is_another_one() {
        let edits: [fn(&mut Entry); 8] = [
            |entry| entry.content.push('.'),
            |entry| entry.keys = vec!["lamp, oil".to_owned()],
            |entry| entry.timing.delay = 1,
            |entry| entry.placement = Placement::Depth { depth: 5.0 },
            |entry| entry.scan_depth = Some(0.0),
            |entry| entry.group.weight = None,
            |entry| entry.case_sensitive = Some(false),
            |entry| entry.group.scoring = Some(true),
        ];
        for edit in edits {
            let mut edited = sample();
            edit(&mut edited);
            assert_ne!(identity(&edited), identity(&sample()), "{edited:?}");
        }
        let deep = |depth| identity(&Entry { scan_depth: Some(depth), ..sample() });
        assert_eq!((deep(-0.0), deep(-f64::NAN)), (deep(0.0), deep(f64::NAN)));
        let inject = |how: InjectHow| Placement::Inject { target: "a".to_owned(), how };
        let placements = [
            Placement::Depth { depth: 1.0 },
            Placement::Depth { depth: 2.0 },
            Placement::ReverseDepth { depth: 1.0 },
            Placement::InstructDepth { tokens: 1.0 },
            Placement::Slot("a".to_owned()),
            Placement::Slot("b".to_owned()),
            Placement::Outlet("a".to_owned()),
            inject(InjectHow::Append),
            inject(InjectHow::Prepend),
            inject(InjectHow::Replace("x".to_owned())),
            inject(InjectHow::Replace("y".to_owned())),
            Placement::Nowhere(8),
            Placement::Nowhere(9),
            Placement::NoPlace("9".to_owned()),
        ];
        let numbers: std::collections::HashSet<u64> =
            placements.iter().map(|placement| identity(&Entry { placement: placement.clone(), ..sample() })).collect();
        assert_eq!(numbers.len(), placements.len(), "each place has a number of its own");
    }
}
