//! Groups: whose fields the prompt shows.

use cards_macro::Fact;
use cards_model::Card;
use cards_model::json::javascript;

use super::error::Error;
use super::stage::Stage;

/// The group that the speaker is a member of.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Group<'a> {
    /// The members, in the order of the group.
    pub members: Vec<GroupMember<'a>>,
    /// Which of them speaks next, as a place in [`Group::members`].
    pub speaker: usize,
    /// Whose fields the prompt shows.
    pub mode: GroupMode,
    /// What is before each joined field; `<FIELDNAME>` is its name.
    pub join_prefix: &'a str,
    /// What is behind each joined field.
    pub join_suffix: &'a str,
}

impl<'a> Group<'a> {
    /// A group of members, of whom one speaks.
    #[must_use]
    pub fn new(members: Vec<GroupMember<'a>>, speaker: usize) -> Self {
        Self { members, speaker, ..Self::default() }
    }
}

/// A member of a group.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct GroupMember<'a> {
    /// The card.
    pub card: &'a Card,
    /// Whether the member is kept from speaking.
    pub muted: bool,
}

impl<'a> GroupMember<'a> {
    /// A member that may speak, or not.
    #[must_use]
    pub fn new(card: &'a Card, muted: bool) -> Self {
        Self { card, muted }
    }
}

/// Whose fields the prompt of a group shows.
///
/// ```
/// use cards_prompt::sillytavern::GroupMode;
/// assert_eq!("join".parse::<GroupMode>()?, GroupMode::from_number(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum GroupMode {
    /// 0: the speaker's.
    #[default]
    Swap,
    /// 1: those of all who may speak, and of the speaker.
    Join,
    /// 2: those of all.
    JoinWithMuted,
}

cards_words::named! {
    GroupMode: "mode of groups";
    Swap => "swap",
    Join => "join",
    JoinWithMuted => "join-with-muted",
}

impl GroupMode {
    /// Reads the client's number.
    #[must_use]
    pub fn from_number(number: i64) -> Self {
        match number {
            1 => Self::Join,
            2 => Self::JoinWithMuted,
            _ => Self::Swap,
        }
    }
}

/// The fields that a group joins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Joined {
    Description,
    Personality,
    Scenario,
    Examples,
}

impl Joined {
    fn name(self) -> &'static str {
        match self {
            Self::Description => "Description",
            Self::Personality => "Personality",
            Self::Scenario => "Scenario",
            Self::Examples => "Example Messages",
        }
    }

    /// The macro that shows it.
    pub(crate) fn fact(self) -> Fact {
        match self {
            Self::Description => Fact::Description,
            Self::Personality => Fact::Personality,
            Self::Scenario => Fact::Scenario,
            Self::Examples => Fact::MesExample,
        }
    }

    /// The field of a card.
    pub(crate) fn of(self, card: &Card) -> String {
        match self {
            Self::Description => card.description().to_owned(),
            Self::Personality => card.personality().to_owned(),
            Self::Scenario => card.scenario().to_owned(),
            Self::Examples => card.mes_example().into_owned(),
        }
    }
}

/// Examples that begin with `<START>`.
fn with_start(examples: &str) -> String {
    let trimmed = javascript::trim(examples);
    if trimmed.is_empty() || trimmed.starts_with("<START>") {
        examples.to_owned()
    } else {
        format!("<START>\n{trimmed}")
    }
}

/// A text with `<FIELDNAME>`, in any letter case, replaced.
fn with_field_name(text: &str, name: &str) -> String {
    const MARK: &str = "<FIELDNAME>";
    let mut out = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        match rest.get(..MARK.len()).filter(|head| head.eq_ignore_ascii_case(MARK)) {
            Some(head) => {
                out.push_str(name);
                rest = rest.get(head.len()..).unwrap_or_default();
            }
            None => {
                out.push(c);
                rest = rest.get(c.len_utf8()..).unwrap_or_default();
            }
        }
    }
    out
}

impl Group<'_> {
    fn is_speaker(&self, place: usize) -> bool {
        place == self.speaker
    }

    /// Joins a field over the members; `None` in the mode that swaps.
    pub(crate) fn joined(&self, field: Joined, stage: &mut Stage<'_>) -> Result<Option<String>, Error> {
        if self.mode == GroupMode::Swap {
            return Ok(None);
        }
        let mut texts = Vec::new();
        for (place, member) in self.members.iter().enumerate() {
            if member.muted && !self.is_speaker(place) && self.mode != GroupMode::JoinWithMuted {
                continue;
            }
            let text = field.of(member.card);
            let text = if field == Joined::Examples { with_start(&text) } else { text };
            if javascript::trim(&text).is_empty() {
                continue;
            }
            let name = member.card.name();
            let mut expanded = |text: &str| -> Result<String, Error> {
                let text = with_field_name(text, field.name());
                stage.untrimmed(&text, Some(name))
            };
            let prefix = expanded(self.join_prefix)?;
            let suffix = expanded(self.join_suffix)?;
            let body = expanded(javascript::trim(&text))?;
            texts.extend(Some(format!("{prefix}{body}{suffix}")).filter(|text| !text.is_empty()));
        }
        Ok(Some(texts.join("\n")))
    }

    /// The places of the members whose depth prompts count, where it is not the speaker's alone.
    pub(crate) fn depth_prompt_members(&self) -> impl Iterator<Item = (usize, &GroupMember<'_>)> {
        let on = self.mode != GroupMode::Swap;
        let members = self.members.iter().enumerate().filter(move |_| on);
        members.filter(|(place, member)| !member.muted || self.is_speaker(*place))
    }
}
