//! What the judges of vector rows say.

/// The profile column of a row that a verdict speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Column {
    /// What the spec texts ask for, as our reference files settle them.
    Spec,
    /// What SillyTavern 1.19 does.
    SillyTavern,
    /// What RisuAI does.
    Risu,
}

impl Column {
    /// The name in tables and in the baseline.
    pub fn name(self) -> &'static str {
        match self {
            Self::Spec => "spec",
            Self::SillyTavern => "sillytavern",
            Self::Risu => "risu",
        }
    }
}

/// How one column of one row came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The library answers as the row expects.
    Pass,
    /// It does not; the text shows the expected and the actual answer.
    Fail(String),
    /// The row is left out on purpose.
    Excluded {
        /// The row's tag that allows leaving it out, or a short word of our own.
        tag: String,
        /// Why, in one sentence for the table.
        reason: &'static str,
    },
}

/// One judged column of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The profile that the row was judged under.
    pub column: Column,
    /// How it came out.
    pub outcome: Outcome,
}

impl Verdict {
    /// Compares an expected answer with the actual one.
    pub fn compare<T: PartialEq + std::fmt::Debug>(column: Column, expected: &T, actual: &T) -> Self {
        let outcome = if expected == actual {
            Outcome::Pass
        } else {
            Outcome::Fail(format!("expected {expected:?}\n     got {actual:?}"))
        };
        Self { column, outcome }
    }

    /// Leaves out a failed row that records a plain mistake of the client, as the vectors' README allows.
    pub fn without_bugs(mut self, row: &serde_json::Value) -> Self {
        let is_bug = row["tags"].as_array().into_iter().flatten().any(|tag| tag == "client-bug");
        if is_bug && matches!(self.outcome, Outcome::Fail(_)) {
            self.outcome = Outcome::Excluded {
                tag: "client-bug".to_owned(),
                reason: "a plain mistake of the client, kept in the vectors for the record",
            };
        }
        self
    }
}
