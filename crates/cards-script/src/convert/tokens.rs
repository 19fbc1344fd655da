//! A replacement taken apart: what is text, and what stands for a part of the match.

use cards_pattern::{Flags, Limits, translate};

/// A piece of a replacement.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    Text(String),
    /// A group by its number; 0 is the whole match.
    Group(usize),
    /// A group by its name.
    Name(String),
    /// The text before the match, or behind it.
    Around(char),
}

/// The groups of a pattern, as far as they are known.
pub(super) struct Groups {
    count: Option<usize>,
    names: Vec<String>,
}

impl Groups {
    /// Counts the groups; not where macros still have to be expanded in the pattern.
    pub(super) fn of(pattern: &str, letters: &str, has_macros: bool) -> Self {
        let letters: String = letters.chars().filter(|c| "dgimsuvy".contains(*c)).collect();
        let flags = Flags::read(&letters).unwrap_or_default();
        let translated = translate(pattern, flags, &Limits::default()).ok().filter(|_| !has_macros);
        Self {
            count: translated.as_ref().map(|translated| translated.groups as usize),
            names: translated.into_iter().flat_map(|translated| translated.names).map(|(name, _)| name).collect(),
        }
    }

    /// Whether there is such a group, as far as is known.
    pub(super) fn has(&self, number: usize) -> bool {
        self.count.is_none_or(|count| number <= count)
    }

    pub(super) fn has_name(&self, name: &str) -> bool {
        self.count.is_none() || self.names.iter().any(|known| known == name)
    }

    pub(super) fn has_names(&self) -> bool {
        self.count.is_none() || !self.names.is_empty()
    }
}

/// Pieces in order, neighbouring texts joined.
#[derive(Default)]
struct Pieces(Vec<Token>);

impl Pieces {
    fn text(&mut self, text: &str) {
        match self.0.last_mut() {
            Some(Token::Text(before)) => before.push_str(text),
            _ if text.is_empty() => {}
            _ => self.0.push(Token::Text(text.to_owned())),
        }
    }
}

/// Leaves pieces out, and joins the texts that are neighbours then.
pub(super) fn kept(tokens: Vec<Token>, mut keeps: impl FnMut(&Token) -> bool) -> Vec<Token> {
    let mut pieces = Pieces::default();
    for token in tokens.into_iter().filter(|token| keeps(token)) {
        match token {
            Token::Text(text) => pieces.text(&text),
            token => pieces.0.push(token),
        }
    }
    pieces.0
}

/// Takes a replacement apart at its dollar signs. What is behind one is read by the client's rules, which say how
/// many bytes they took.
fn taken_apart(replace: &str, mut read: impl FnMut(&str, &mut Pieces) -> usize) -> Vec<Token> {
    let mut pieces = Pieces::default();
    let mut rest = replace;
    while let Some((before, behind)) = rest.split_once('$') {
        pieces.text(before);
        let taken = read(behind, &mut pieces);
        rest = behind.get(taken..).unwrap_or_default();
    }
    pieces.text(rest);
    pieces.0
}

/// The name of a group between angle brackets.
fn name_of_group(behind: &str) -> Option<&str> {
    behind.strip_prefix('<')?.split_once('>').map(|(name, _)| name)
}

/// Takes a replacement of SillyTavern apart; `{{match}}` is already written as `$0`.
pub(super) fn of_sillytavern(replace: &str) -> Vec<Token> {
    taken_apart(replace, |behind, pieces| {
        let digits = behind.bytes().take_while(u8::is_ascii_digit).count();
        match name_of_group(behind) {
            _ if digits > 0 => {
                let number = behind.get(..digits).and_then(|digits| digits.parse().ok());
                pieces.0.push(Token::Group(number.unwrap_or(usize::MAX)));
                digits
            }
            Some(name) if !name.is_empty() => {
                pieces.0.push(Token::Name(name.to_owned()));
                name.len() + 2
            }
            _ => {
                pieces.text("$");
                0
            }
        }
    })
}

/// Takes a replacement of RisuAI apart, which is JavaScript's.
pub(super) fn of_risu(replace: &str, groups: &Groups) -> Vec<Token> {
    taken_apart(replace, |behind, pieces| {
        let number = [2, 1].into_iter().find_map(|count| {
            let digits = behind.get(..count).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))?;
            digits.parse().ok().filter(|&number| number > 0 && groups.has(number)).map(|number| (number, count))
        });
        match (behind.chars().next(), number, name_of_group(behind)) {
            (Some('$'), ..) => {
                pieces.text("$");
                1
            }
            (Some('&'), ..) => {
                pieces.0.push(Token::Group(0));
                1
            }
            (Some(c @ ('`' | '\'')), ..) => {
                pieces.0.push(Token::Around(c));
                1
            }
            (_, Some((number, count)), _) => {
                pieces.0.push(Token::Group(number));
                count
            }
            (_, None, Some(name)) if groups.has_names() => {
                pieces.0.push(Token::Name(name.to_owned()));
                name.len() + 2
            }
            _ => {
                pieces.text("$");
                0
            }
        }
    })
}
