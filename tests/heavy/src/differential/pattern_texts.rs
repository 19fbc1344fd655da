//! JavaScript patterns of the forms that authors write, with texts to look in.

use cards_pattern::{Flags, Limits, Pattern};
use serde_json::{Value, json};

use self::pieces::{ATOMS, EDGES, TIMES, WORDS};
use super::client::Client;
use super::random::Random;
use super::tally::Tally;
use super::{Options, shrink};
use crate::failure::Failure;

#[path = "../../../../crates/cards-pattern/src/translate/pieces.rs"]
mod pieces;

/// Where the first match is, in bytes; `None` without one.
type Found = Option<(usize, usize)>;

/// Compares patterns with `regress`, and with V8 where Node.js runs.
pub fn run(options: &Options, mut client: Option<&mut Client>) -> Result<(), Failure> {
    let mut beside_regress = Tally::new("patterns, beside regress");
    let mut beside_v8 = Tally::new("patterns, beside V8");
    for number in 0..options.cases {
        let input = case(&mut Random::of(options.seed, number));
        let same = |case: &Value| matches!((ours(case), regress(case)), (Some(ours), Some(other)) if ours == other);
        match (ours(&input), regress(&input)) {
            (Some(one), Some(other)) if one == other => beside_regress.same(),
            (Some(_), Some(_)) => {
                let differs = |case: &Value| ours(case).is_some() && regress(case).is_some() && !same(case);
                let smallest = shrink::shrink(input.clone(), differs);
                let why = format!("{smallest}\n     ours {:?}, regress {:?}", ours(&smallest), regress(&smallest));
                beside_regress.differs(class(&smallest), why);
            }
            _ => beside_regress.unanswered(),
        }
        let Some(client) = client.as_deref_mut() else { continue };
        let mut lost = None;
        let mut v8 = |case: &Value| match client.answer(&json!({"input": case})) {
            Ok(answer) => Some(from_v8(case, &answer)),
            Err(failure) => {
                lost = Some(failure);
                None
            }
        };
        match (ours(&input), v8(&input)) {
            (Some(one), Some(other)) if one == other => beside_v8.same(),
            (Some(_), Some(_)) => {
                let smallest =
                    shrink::shrink(input, |case| ours(case).is_some_and(|ours| v8(case).is_some_and(|v8| ours != v8)));
                let why = format!("{smallest}\n     ours {:?}, V8 {:?}", ours(&smallest), v8(&smallest));
                beside_v8.differs(class(&smallest), why);
            }
            _ => beside_v8.unanswered(),
        }
        if let Some(failure) = lost {
            return Err(failure);
        }
    }
    beside_regress.print(options.show);
    match client {
        Some(_) => beside_v8.hold(options.show, options.least)?,
        None => {
            println!("patterns, beside V8: not compared, SillyTavern is not at hand; --client FOLDER says where it is")
        }
    }
    Ok(())
}

fn case(random: &mut Random) -> Value {
    let pieces = 1 + random.below(4);
    let flags = random.of_list(&["", "i", "m", "s", "u", "im", "iu"]);
    let words = random.below(8);
    let haystack: String = (0..words).map(|_| random.of_list(&WORDS)).collect();
    json!({"pattern": pattern(random, pieces, 3), "flags": flags, "haystack": haystack})
}

fn pattern(random: &mut Random, pieces: usize, depth: usize) -> String {
    let mut text = String::new();
    for _ in 0..pieces {
        let count = 1 + random.below(3);
        match random.below(if depth == 0 { 6 } else { 11 }) {
            0..=4 => text.push_str(random.of_list(&ATOMS)),
            5 => text.push_str(random.of_list(&EDGES)),
            6 => {
                let ways: Vec<_> = (0..=count).map(|_| pattern(random, 1, depth - 1)).collect();
                text.push_str(&format!("(?:{})", ways.join("|")));
            }
            7 => text.push_str(&format!("({})", pattern(random, count, depth - 1))),
            8 => text.push_str(&format!("(?:{}){}", pattern(random, count, depth - 1), random.of_list(&TIMES))),
            _ => text.push_str(&format!("{}{}", random.of_list(&ATOMS), random.of_list(&TIMES))),
        }
    }
    text
}

/// Ours: `Err` for a pattern that is refused, `None` where a limit ends the search or an engine refuses what was translated.
fn ours(case: &Value) -> Option<Result<Found, ()>> {
    let text = |name: &str| case[name].as_str().unwrap_or_default();
    match Pattern::compile(text("pattern"), Flags::read(text("flags"))?, &Limits::default()) {
        Err(cards_pattern::Error::Syntax { .. }) => Some(Err(())),
        Err(_) => None,
        Ok(pattern) => match pattern.matches(text("haystack")).next() {
            None => Some(Ok(None)),
            Some(Ok(found)) => Some(Ok(Some((found.start(), found.end())))),
            Some(Err(_)) => None,
        },
    }
}

/// `None` for a pattern whose repeats are repeated: `regress` has no limit, and took 20 GB for one of them.
fn regress(case: &Value) -> Option<Result<Found, ()>> {
    let text = |name: &str| case[name].as_str().unwrap_or_default();
    if repeats_repeats(text("pattern")) {
        return None;
    }
    let Ok(pattern) = regress::Regex::with_flags(text("pattern"), text("flags")) else { return Some(Err(())) };
    Some(Ok(pattern.find(text("haystack")).map(|found| (found.start(), found.end()))))
}

/// Whether a group that holds a repeat is repeated itself.
fn repeats_repeats(pattern: &str) -> bool {
    let repeats = |at: usize| matches!(pattern.as_bytes().get(at), Some(b'*' | b'+' | b'{'));
    let (mut holds, mut escaped) = (vec![false], false);
    for (at, byte) in pattern.bytes().enumerate() {
        match byte {
            _ if std::mem::take(&mut escaped) => {}
            b'\\' => escaped = true,
            b'(' => holds.push(false),
            b')' => {
                let inner = holds.pop().unwrap_or_default();
                if inner && repeats(at + 1) {
                    return true;
                }
                if let Some(outer) = holds.last_mut() {
                    *outer |= inner;
                }
            }
            _ if repeats(at) => {
                if let Some(outer) = holds.last_mut() {
                    *outer = true;
                }
            }
            _ => {}
        }
    }
    false
}

/// V8 counts in UTF-16.
fn from_v8(case: &Value, answer: &Value) -> Result<Found, ()> {
    if answer.get("error").is_some() {
        return Err(());
    }
    let text = case["haystack"].as_str().unwrap_or_default();
    let byte = |unit: &Value| {
        let unit = unit.as_u64()? as usize;
        let mut units = 0;
        for (byte, c) in text.char_indices() {
            if units >= unit {
                return Some(byte);
            }
            units += c.len_utf16();
        }
        Some(text.len())
    };
    let found = answer["found"].as_array();
    Ok(found.and_then(|found| Some((byte(found.first()?)?, byte(found.get(1)?)?))))
}

/// What is known to be answered otherwise, by its form.
fn class(case: &Value) -> String {
    let (pattern, flags) = (case["pattern"].as_str().unwrap_or_default(), case["flags"].as_str().unwrap_or_default());
    let has = |piece: &str| pattern.contains(piece);
    if flags.contains('i') && has("\\W") {
        "\\W with the flag i".to_owned()
    } else if ["?", "*", "+", "{"].iter().any(|times| has(&format!("){times}"))) {
        "a group that is repeated".to_owned()
    } else if has("(?") {
        "look-around".to_owned()
    } else {
        format!("other, flags `{flags}`")
    }
}

#[cfg(test)]
mod tests {
    use super::repeats_repeats;

    #[test]
    fn repeats_of_repeats_are_told_from_others() {
        for pattern in ["(a*)+", "(?:b(?:a+)c)*", "((a{2,}))*", "(?:a*|b){2}"] {
            assert!(repeats_repeats(pattern), "{pattern}");
        }
        for pattern in ["(a)*b+", "(a*)b", r"(a\*)+", "a*b*", "(a*)(b)+"] {
            assert!(!repeats_repeats(pattern), "{pattern}");
        }
    }
}
