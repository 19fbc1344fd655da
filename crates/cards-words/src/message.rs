//! One message of a chat.

use std::borrow::Cow;
use std::fmt;

use crate::role::Role;

/// One message of a chat, borrowed from the application's own records or owned.
///
/// # Examples
///
/// ```
/// use cards_words::{Message, Role};
///
/// let said = Message::user("Did you hear the bell?").named("Sam");
/// assert_eq!((said.role, said.name.as_deref()), (Role::User, Some("Sam")));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct Message<'a> {
    /// Who speaks.
    pub role: Role,
    /// The speaker's name, where it is known.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub name: Option<Cow<'a, str>>,
    /// What is said; of several answers, the one that is shown.
    pub text: Cow<'a, str>,
    /// Whether the message stays in the chat but out of the prompt (a hidden row, a notice of the program).
    ///
    /// De facto: SillyTavern 1.19, `is_system`.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "std::ops::Not::not"))]
    pub hidden: bool,
    /// The answers to choose from, where there are several.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub swipes: Vec<Cow<'a, str>>,
    /// Which of them is shown, counted from 0.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub swipe: Option<usize>,
    /// When it was sent, in milliseconds since 1970-01-01T00:00:00Z; `None` where that is not known.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub time: Option<i64>,
}

impl<'a> Message<'a> {
    /// Makes a message.
    #[must_use]
    pub fn new(role: Role, text: impl Into<Cow<'a, str>>) -> Self {
        Self { role, text: text.into(), ..Self::default() }
    }

    /// Names the speaker.
    #[must_use]
    pub fn with_name(mut self, name: impl Into<Cow<'a, str>>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// Makes a message of the user.
    #[must_use]
    pub fn user(text: impl Into<Cow<'a, str>>) -> Self {
        Self::new(Role::User, text)
    }

    /// Makes a message of the character.
    #[must_use]
    pub fn assistant(text: impl Into<Cow<'a, str>>) -> Self {
        Self::new(Role::Assistant, text)
    }

    /// Makes a message of neither.
    #[must_use]
    pub fn system(text: impl Into<Cow<'a, str>>) -> Self {
        Self::new(Role::System, text)
    }

    /// Names the speaker.
    #[must_use]
    pub fn named(mut self, name: impl Into<Cow<'a, str>>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// Borrows the message, as the engines take it.
    #[must_use]
    pub fn borrowed(&self) -> Message<'_> {
        Message {
            role: self.role,
            name: self.name.as_deref().map(Cow::Borrowed),
            text: Cow::Borrowed(&self.text),
            hidden: self.hidden,
            swipes: self.swipes.iter().map(|swipe| Cow::Borrowed(&**swipe)).collect(),
            swipe: self.swipe,
            time: self.time,
        }
    }

    /// Adds an answer to choose from, and shows it; what the message said before is one of them too.
    ///
    /// ```
    /// use cards_words::Message;
    /// let mut reply = Message::assistant("Nobody rang.");
    /// reply.add_swipe("The water did.");
    /// assert_eq!((&*reply.text, reply.swipes.len(), reply.swipe), ("The water did.", 2, Some(1)));
    /// reply.select_swipe(0)?;
    /// assert_eq!(reply.text, "Nobody rang.");
    /// assert_eq!(reply.select_swipe(2).unwrap_err().to_string(), "there is no swipe 2: the message has 2, counted from 0");
    /// # Ok::<(), cards_words::NoSwipe>(())
    /// ```
    pub fn add_swipe(&mut self, text: impl Into<Cow<'a, str>>) {
        if self.swipes.is_empty() {
            self.swipes.push(self.text.clone());
        }
        self.text = text.into();
        self.swipe = Some(self.swipes.len());
        self.swipes.push(self.text.clone());
    }

    /// Shows another of the answers, counted from 0.
    ///
    /// # Errors
    /// There is no answer of that number.
    pub fn select_swipe(&mut self, number: usize) -> Result<(), NoSwipe> {
        let text = self.swipes.get(number).ok_or(NoSwipe { number, there: self.swipes.len() })?;
        self.text.clone_from(text);
        self.swipe = Some(number);
        Ok(())
    }

    /// Gives the message texts of its own.
    #[must_use]
    pub fn into_owned(self) -> Message<'static> {
        let own = |text: Cow<'a, str>| Cow::Owned(text.into_owned());
        Message {
            role: self.role,
            name: self.name.map(own),
            text: own(self.text),
            hidden: self.hidden,
            swipes: self.swipes.into_iter().map(own).collect(),
            swipe: self.swipe,
            time: self.time,
        }
    }
}

/// A message has no answer of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NoSwipe {
    /// The number that was asked for.
    pub number: usize,
    /// How many there are.
    pub there: usize,
}

impl fmt::Display for NoSwipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no swipe {}: the message has {}, counted from 0", self.number, self.there)
    }
}

impl std::error::Error for NoSwipe {}
