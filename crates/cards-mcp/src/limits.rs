//! How much one call may take, hold and answer.

/// How much one call may take, hold and answer.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Limits {
    /// Bytes of an answer unless a call asks for more. Default 24 KiB, some 6,000 tokens.
    pub answer_bytes: usize,
    /// Bytes of an answer that a call may ask for. Default 1 MiB.
    pub most_answer_bytes: usize,
    /// Bytes of the arguments of a call. Default 4 MiB.
    pub argument_bytes: usize,
    /// Bytes of a file that is read whole. Default 256 MiB.
    pub file_bytes: u64,
    /// Files that one call looks at. Default 20,000.
    pub files: usize,
    /// Files that one plan changes. Default 500.
    pub planned_files: usize,
    /// Milliseconds after which a call that goes through many files ends with what it has. Default 20,000.
    pub millis: u64,
    /// Plans that are kept; the oldest goes. Default 32.
    pub plans: usize,
    /// Bytes of new files that plans may hold. Default 512 MiB.
    pub plan_bytes: usize,
    /// What the libraries may take.
    pub kit: cards_kit::Limits,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            answer_bytes: 24 << 10,
            most_answer_bytes: 1 << 20,
            argument_bytes: 4 << 20,
            file_bytes: 256 << 20,
            files: 20_000,
            planned_files: 500,
            millis: 20_000,
            plans: 32,
            plan_bytes: 512 << 20,
            kit: cards_kit::Limits::default(),
        }
    }
}

impl Limits {
    /// The limits with other bytes of an answer.
    #[must_use]
    pub fn with_answer_bytes(self, answer_bytes: usize) -> Self {
        Self { answer_bytes, most_answer_bytes: self.most_answer_bytes.max(answer_bytes), ..self }
    }

    /// The limits with other bytes of arguments.
    #[must_use]
    pub fn with_argument_bytes(self, argument_bytes: usize) -> Self {
        Self { argument_bytes, ..self }
    }

    /// The limits with other bytes of an answer that a call may ask for.
    #[must_use]
    pub fn with_most_answer_bytes(self, most_answer_bytes: usize) -> Self {
        Self { most_answer_bytes, ..self }
    }

    /// The limits with others of the libraries.
    #[must_use]
    pub fn with_kit(self, kit: cards_kit::Limits) -> Self {
        Self { kit, ..self }
    }

    /// The limits with other bytes of a file.
    #[must_use]
    pub fn with_file_bytes(self, file_bytes: u64) -> Self {
        Self { file_bytes, ..self }
    }

    /// The limits with other files of a call.
    #[must_use]
    pub fn with_files(self, files: usize) -> Self {
        Self { files, ..self }
    }

    /// The limits with other files of a plan.
    #[must_use]
    pub fn with_planned_files(self, planned_files: usize) -> Self {
        Self { planned_files, ..self }
    }

    /// The limits with other milliseconds of a call.
    #[must_use]
    pub fn with_millis(self, millis: u64) -> Self {
        Self { millis, ..self }
    }

    /// The limits with another number of plans.
    #[must_use]
    pub fn with_plans(self, plans: usize) -> Self {
        Self { plans, ..self }
    }

    /// The limits with other bytes of plans.
    #[must_use]
    pub fn with_plan_bytes(self, plan_bytes: usize) -> Self {
        Self { plan_bytes, ..self }
    }
}
