//! Where an entry's text goes.

/// The place of an inserted text in the prompt.
///
/// The union of what the formats can say; a profile produces the subset that its format knows.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(tag = "place", rename_all = "kebab-case")
)]
#[non_exhaustive]
pub enum Placement {
    /// Nothing said: the application's usual place for lore.
    #[default]
    Default,
    /// Before the character's definition (`before_char`).
    BeforeChar,
    /// After the character's definition (`after_char`).
    AfterChar,
    /// Before the author's note (Prom `before_an`, SillyTavern "author's note top").
    AuthorNoteTop,
    /// After the author's note (Prom `after_an`, SillyTavern "author's note bottom").
    AuthorNoteBottom,
    /// Before the example messages.
    ExamplesTop,
    /// After the example messages.
    ExamplesBottom,
    /// Among the messages, counted from the newest: 0 is after it; below 0 too; past the oldest, before it.
    Depth {
        /// Messages between the text and the end of the chat, as written (floor it to place the text).
        #[cfg_attr(feature = "serde", serde(with = "crate::serde_parts::number"))]
        depth: f64,
    },
    /// Among the messages, counted from the oldest.
    ReverseDepth {
        /// Messages between the start of the chat and the text.
        #[cfg_attr(feature = "serde", serde(with = "crate::serde_parts::number"))]
        depth: f64,
    },
    /// Counted in tokens from the end of the prompt, outside of chats.
    InstructDepth {
        /// Tokens between the text and the end.
        #[cfg_attr(feature = "serde", serde(rename = "depth_tokens", with = "crate::serde_parts::number"))]
        tokens: f64,
    },
    /// Counted in tokens from the start of the prompt, outside of chats.
    ReverseInstructDepth {
        /// Tokens between the start and the text.
        #[cfg_attr(feature = "serde", serde(rename = "depth_tokens", with = "crate::serde_parts::number"))]
        tokens: f64,
    },
    /// A slot that `@@position` names: `after_desc`, `before_desc`, `personality`, `scenario`; in Risu also `pt_…`.
    #[cfg_attr(feature = "serde", serde(with = "crate::serde_parts::name"))]
    Slot(String),
    /// Kept aside under a name until a macro asks for it.
    #[cfg_attr(feature = "serde", serde(with = "crate::serde_parts::name"))]
    Outlet(String),
    /// Put into another prompt part (Risu `@@inject_at`).
    Inject {
        /// The part's name.
        #[cfg_attr(feature = "serde", serde(rename = "name"))]
        target: String,
        /// How it is put there.
        #[cfg_attr(feature = "serde", serde(flatten))]
        how: InjectHow,
    },
    /// Nowhere: the position is not one that the client knows. The entry counts as fired all the same.
    #[cfg_attr(feature = "serde", serde(with = "crate::serde_parts::position"))]
    Nowhere(i64),
    /// Nowhere: what is written for the position is no number of the client, such as `"4"`; the text is that value as JSON. At a
    /// depth it is what is written for the speaker.
    #[cfg_attr(feature = "serde", serde(with = "crate::serde_parts::written"))]
    NoPlace(String),
}

/// How an injected text meets the text that it goes to (Risu).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(tag = "how", rename_all = "kebab-case")
)]
#[non_exhaustive]
pub enum InjectHow {
    /// After it.
    #[default]
    Append,
    /// Before it.
    Prepend,
    /// In place of a part of it.
    #[cfg_attr(feature = "serde", serde(with = "crate::serde_parts::part"))]
    Replace(String),
}

impl Placement {
    /// Says where a text goes.
    #[must_use]
    pub fn in_words(&self) -> String {
        match self {
            Self::Default => "where the client puts lore".to_owned(),
            Self::BeforeChar => "before the character".to_owned(),
            Self::AfterChar => "after the character".to_owned(),
            Self::AuthorNoteTop => "before the author's note".to_owned(),
            Self::AuthorNoteBottom => "after the author's note".to_owned(),
            Self::ExamplesTop => "before the example messages".to_owned(),
            Self::ExamplesBottom => "after the example messages".to_owned(),
            Self::Depth { depth } if depth.is_nan() => "at a depth that is not a number".to_owned(),
            Self::Depth { depth } => format!("at depth {depth}"),
            Self::ReverseDepth { depth } => format!("{depth} messages from the start"),
            Self::InstructDepth { tokens } => format!("{tokens} tokens from the end"),
            Self::ReverseInstructDepth { tokens } => format!("{tokens} tokens from the start"),
            Self::Slot(name) => format!("at {name}"),
            Self::Outlet(name) => format!("in outlet {name}"),
            Self::Inject { target, .. } => format!("into {target}"),
            Self::Nowhere(number) => format!("nowhere (position {number})"),
            Self::NoPlace(written) => format!("nowhere (position {written}, which the client does not know)"),
        }
    }

    /// Gives the word that the trace uses.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::BeforeChar => "before-char",
            Self::AfterChar => "after-char",
            Self::AuthorNoteTop => "author-note-top",
            Self::AuthorNoteBottom => "author-note-bottom",
            Self::ExamplesTop => "examples-top",
            Self::ExamplesBottom => "examples-bottom",
            Self::Depth { .. } => "depth",
            Self::ReverseDepth { .. } => "reverse-depth",
            Self::InstructDepth { .. } => "instruct-depth",
            Self::ReverseInstructDepth { .. } => "reverse-instruct-depth",
            Self::Slot(_) => "slot",
            Self::Outlet(_) => "outlet",
            Self::Inject { .. } => "inject",
            Self::Nowhere(_) => "nowhere",
            Self::NoPlace(_) => "no-place",
        }
    }
}
