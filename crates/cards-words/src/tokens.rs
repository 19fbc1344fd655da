//! Counting tokens.

/// Counts tokens.
///
/// Any closure `FnMut(&str) -> u64` is one; [`Named`] gives a closure the name under which counts are kept.
///
/// ```
/// use cards_words::TokenCounter;
/// struct Letters;
/// impl TokenCounter for Letters {
///     fn count(&mut self, text: &str) -> u64 {
///         text.chars().count() as u64
///     }
/// }
/// assert_eq!(Letters.count("toll"), 4);
/// ```
pub trait TokenCounter {
    /// Names the counter, if its counts may outlive a turn.
    ///
    /// Engines keep counts between turns under this name, so that two counters with one name have to agree. Without a
    /// name each turn counts anew.
    fn name(&self) -> Option<&str> {
        None
    }

    /// Counts the tokens of a text.
    fn count(&mut self, text: &str) -> u64;
}

/// A closure has no name, since nothing tells two of them apart; [`Named`] saves counting texts again at each turn.
impl<F: FnMut(&str) -> u64> TokenCounter for F {
    fn count(&mut self, text: &str) -> u64 {
        self(text)
    }
}

/// A closure with a name.
///
/// # Examples
///
/// ```
/// use cards_words::{Named, TokenCounter};
///
/// let mut counter = Named::new("letters", |text: &str| text.chars().count() as u64);
/// assert_eq!((counter.count("toll"), counter.name()), (4, Some("letters")));
/// ```
#[derive(Clone, Debug)]
pub struct Named<F> {
    name: String,
    count: F,
}

impl<F: FnMut(&str) -> u64> Named<F> {
    /// Names a closure.
    pub fn new(name: impl Into<String>, count: F) -> Self {
        Self { name: name.into(), count }
    }
}

impl<F: FnMut(&str) -> u64> TokenCounter for Named<F> {
    fn name(&self) -> Option<&str> {
        Some(&self.name)
    }

    fn count(&mut self, text: &str) -> u64 {
        (self.count)(text)
    }
}

/// Counts runs of characters that are not white space.
///
/// ```
/// use cards_words::{TokenCounter, Words};
/// assert_eq!(Words.count("Did you hear the bell?"), 5);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Words;

impl TokenCounter for Words {
    fn name(&self) -> Option<&str> {
        Some("words")
    }

    fn count(&mut self, text: &str) -> u64 {
        text.split_whitespace().count() as u64
    }
}
