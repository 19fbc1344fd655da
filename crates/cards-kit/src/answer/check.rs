//! What is wrong with a card, and what was repaired.

use cards_lint::{Report, Severity};

use crate::answers;

answers! {
    /// How many things of each severity there are; what is the same of several elements of a list counts once.
    pub struct Counts {
        /// What makes a program refuse the file or lose a part of it.
        pub error: usize,
        /// What keeps the author or the reader from what the card promises.
        pub warning: usize,
        /// What hurts no program that is known.
        pub note: usize,
    }

    /// Everything that was found in a file, the heaviest first.
    pub struct Lint {
        /// The kind of file: JSON, PNG, APNG, CHARX or Prom ZIP.
        pub container: &'static str,
        /// The form of its content, by its id.
        pub form: &'static str,
        /// What was found.
        pub findings: Vec<Finding>,
    }

    /// One breach of one rule.
    pub struct Finding {
        /// The id of the rule.
        pub rule: &'static str,
        /// How much it weighs: error, warning or note.
        pub severity: &'static str,
        /// What is odd, for people.
        pub message: String,
        /// The part of the file.
        pub place: String,
        /// Where in the JSON of that part, as a JSON pointer; null for what is not about the JSON.
        pub pointer: Option<String>,
        /// The bytes of the text there, from and to; null for the whole value.
        pub span: Option<[usize; 2]>,
        /// The line in a JSON file, from 1.
        pub line: Option<usize>,
        /// The column in a JSON file, in characters from 1.
        pub column: Option<usize>,
        /// The text that is odd, on one line.
        pub excerpt: Option<String>,
        /// Where the rule comes from.
        pub source: &'static str,
        /// The word of the spec: MUST, SHOULD, MAY, or nothing.
        pub letter: &'static str,
        /// Whom a breach hurts.
        pub hurts: Vec<&'static str>,
        /// What to do about it.
        pub help: &'static str,
        /// Whether there is a safe repair.
        pub fixable: bool,
    }

    /// One oddity that a reader tolerated.
    pub struct ReadFinding {
        /// The id of the rule.
        pub rule: &'static str,
        /// How much it weighs: error, warning or note.
        pub level: &'static str,
        /// Where, as a JSON pointer.
        pub pointer: String,
        /// What is odd and what was read instead, for people.
        pub message: String,
    }

    /// What a repair did.
    pub struct Repair {
        /// What was changed, in order.
        pub changes: Vec<Change>,
        /// What is left to find in the result; null where nothing was repaired.
        pub left: Option<Counts>,
    }

    /// One thing that was repaired.
    pub struct Change {
        /// The id of the rule that asked for it.
        pub rule: &'static str,
        /// Where: a JSON pointer, or a part of the file.
        pub place: String,
        /// What was done, for people.
        pub message: String,
    }

    /// A rule, and where it comes from.
    pub struct Rule {
        /// The id.
        pub id: &'static str,
        /// How much a breach weighs: error, warning or note.
        pub severity: &'static str,
        /// What the rule asks.
        pub summary: &'static str,
        /// Where it comes from.
        pub source: &'static str,
        /// The word of the spec: MUST, SHOULD, MAY, or nothing.
        pub letter: &'static str,
        /// Whom a breach hurts.
        pub hurts: Vec<&'static str>,
        /// What to do by hand.
        pub help: &'static str,
        /// What the safe repair does; null where there is none.
        pub repair: Option<&'static str>,
        /// Whether there is a safe repair.
        pub fixable: bool,
        /// What the rule is about; in lists of all rules alone.
        #[absent("Option::is_none")]
        pub theme: Option<&'static str>,
    }

    /// All rules.
    pub struct Rules {
        /// The rules, theme by theme.
        pub rules: Vec<Rule>,
    }
}

impl Counts {
    /// Counts one thing more.
    pub fn add(&mut self, severity: Severity) {
        match severity {
            Severity::Error => self.error += 1,
            Severity::Warning => self.warning += 1,
            Severity::Note => self.note += 1,
        }
    }
}

impl From<&Report> for Counts {
    fn from(report: &Report) -> Self {
        let [error, warning, note] =
            [Severity::Error, Severity::Warning, Severity::Note].map(|severity| report.count(severity));
        Self { error, warning, note }
    }
}

impl From<&cards_lint::Finding> for Finding {
    fn from(finding: &cards_lint::Finding) -> Self {
        let location = &finding.location;
        Self {
            rule: finding.id(),
            severity: finding.severity().as_str(),
            message: finding.message.clone(),
            place: location.place.to_string(),
            pointer: location.pointer.as_ref().map(ToString::to_string),
            span: location.span.as_ref().map(|span| [span.start, span.end]),
            line: location.line.map(|at| at.line),
            column: location.line.map(|at| at.column),
            excerpt: finding.excerpt.clone(),
            source: finding.rule.source,
            letter: finding.rule.letter.keyword(),
            hurts: finding.rule.breaks.iter().map(|reader| reader.name()).collect(),
            help: finding.help(),
            fixable: finding.fix.is_some(),
        }
    }
}

impl From<&cards_model::Finding> for ReadFinding {
    fn from(finding: &cards_model::Finding) -> Self {
        Self {
            rule: finding.rule.id,
            level: finding.severity().as_str(),
            pointer: finding.pointer.to_string(),
            message: finding.message.clone(),
        }
    }
}

impl From<&cards_lint::Rule> for Rule {
    fn from(rule: &cards_lint::Rule) -> Self {
        Self {
            id: rule.id,
            severity: rule.severity.as_str(),
            summary: rule.summary,
            source: rule.source,
            letter: rule.letter.keyword(),
            hurts: rule.breaks.iter().map(|reader| reader.name()).collect(),
            help: rule.help,
            repair: rule.repair,
            fixable: rule.is_fixable(),
            theme: None,
        }
    }
}

impl Rules {
    /// Gives every rule, by theme.
    #[must_use]
    pub fn all() -> Self {
        let of_group = |group: &cards_lint::Group| {
            let theme = Some(group.title);
            group.rules.iter().map(|rule| Rule { theme, ..Rule::from(*rule) }).collect::<Vec<_>>()
        };
        Self { rules: cards_lint::catalogue().iter().flat_map(of_group).collect() }
    }
}
