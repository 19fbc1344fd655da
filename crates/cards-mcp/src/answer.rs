//! The answer of a tool before it is made to fit.

use std::fmt::Display;

use cards_json::Json;
use serde_json::{Map, Value};

use crate::refusal::Refusal;
use crate::reply::{Call, LeftOut, Reply};

/// Letters that a text is cut to where an answer is too large, the most first.
const CUTS: [usize; 4] = [4_000, 1_000, 300, 100];

/// What a tool answers.
#[derive(Debug, Default)]
pub(crate) struct Answer {
    pub(crate) summary: String,
    pub(crate) data: Map<String, Value>,
    /// The list that is cut where the answer is too large, and how the rest is asked for.
    pub(crate) list: Option<List>,
    /// Whether texts have to stay as they are.
    pub(crate) exact: bool,
    pub(crate) left_out: Vec<LeftOut>,
    pub(crate) next: Vec<Call>,
}

/// A list of an answer that can be read on.
#[derive(Debug)]
pub(crate) struct List {
    /// The member of the data.
    pub(crate) name: &'static str,
    /// The number of its first element in all that there are.
    pub(crate) offset: usize,
    /// What reads the rest, with `{}` for the number to go on with.
    pub(crate) how: &'static str,
}

impl Answer {
    pub(crate) fn new(summary: impl Into<String>) -> Self {
        Self { summary: summary.into(), ..Self::default() }
    }

    /// Adds a member to the data.
    pub(crate) fn with(mut self, name: &str, value: impl serde::Serialize) -> Result<Self, Refusal> {
        self.data.insert(name.to_owned(), value_of(value)?);
        Ok(self)
    }

    /// Adds the list that is cut where there is no room, from an element on.
    pub(crate) fn with_list(mut self, name: &'static str, items: Vec<Value>, offset: usize, how: &'static str) -> Self {
        let rest: Vec<Value> = items.into_iter().skip(offset).collect();
        self.data.insert(name.to_owned(), rest.into());
        self.list = Some(List { name, offset, how });
        self
    }

    pub(crate) fn exact(mut self) -> Self {
        self.exact = true;
        self
    }

    pub(crate) fn left(mut self, what: impl Into<String>, how: impl Into<String>) -> Self {
        self.left_out.push(LeftOut { what: what.into(), how: how.into() });
        self
    }

    pub(crate) fn then(mut self, why: &str, tool: &'static str, arguments: Value) -> Self {
        self.next.push(Call { why: why.to_owned(), tool, arguments });
        self
    }

    /// The reply within so many bytes of text: long texts are cut first, then the list.
    pub(crate) fn fitting(self, most: usize, salt: u64) -> Reply {
        let Self { summary, data, list, exact, left_out, next } = self;
        let mut reply = Reply { summary, data: Value::Object(data), left_out, next, is_error: false };
        if fits(&reply, most, salt) {
            return reply;
        }
        let whole = reply.clone();
        for most_letters in CUTS.into_iter().take(if exact { 0 } else { CUTS.len() }) {
            let mut trial = whole.clone();
            let cut = cut_texts(&mut trial.data, most_letters);
            if cut > 0 {
                let what = format!("the ends of {cut} texts of more than {most_letters} letters, cut where … is");
                trial
                    .left_out
                    .push(LeftOut { what, how: "`read` gives them whole; or ask for a larger max_bytes".to_owned() });
            }
            reply = trial;
            if fits(&reply, most, salt) {
                return reply;
            }
            // A list is better shorter than of stumps.
            if list.is_some() && most_letters <= 300 {
                break;
            }
        }
        if let Some(list) = list {
            reply = shortened(&reply, &list, most, salt);
        }
        squeezed(reply, most, salt)
    }
}

/// A value as the protocol has it. Whole numbers of more than 64 bits, which its values cannot hold, are texts.
pub(crate) fn value_of(value: impl serde::Serialize) -> Result<Value, Refusal> {
    let refused =
        |error: &dyn Display| Refusal::new("io", "an answer could not be written as JSON").detail(error.to_string());
    serde_json::to_value(&value).or_else(|_| {
        let text = serde_json::to_string(&value).map_err(|error| refused(&error))?;
        Ok(told(text.parse().map_err(|error: cards_json::Error| refused(&error))?))
    })
}

fn told(json: Json) -> Value {
    match json {
        Json::Number(number) => serde_json::to_value(&number).unwrap_or_else(|_| number.to_string().into()),
        Json::Array(items) => items.into_iter().map(told).collect(),
        Json::Object(members) => members.into_iter().map(|(key, value)| (key, told(value))).collect(),
        plain => plain.into(),
    }
}

fn fits(reply: &Reply, most: usize, salt: u64) -> bool {
    reply.to_text(salt).len() <= most
}

/// Cuts texts in a value, and gives how many were cut.
fn cut_texts(value: &mut Value, most: usize) -> usize {
    match value {
        Value::String(text) => match text.char_indices().nth(most) {
            Some((end, _)) => {
                text.truncate(end);
                text.push('…');
                1
            }
            None => 0,
        },
        Value::Array(items) => items.iter_mut().map(|item| cut_texts(item, most)).sum(),
        Value::Object(members) => members.iter_mut().map(|(_, member)| cut_texts(member, most)).sum(),
        _ => 0,
    }
}

/// The reply with as many elements of its list as there is room for.
fn shortened(reply: &Reply, list: &List, most: usize, salt: u64) -> Reply {
    let count = reply.data.get(list.name).and_then(Value::as_array).map_or(0, Vec::len);
    let with = |kept: usize| {
        let mut trial = reply.clone();
        if let Some(Value::Array(items)) = trial.data.get_mut(list.name) {
            items.truncate(kept);
        }
        if kept < count {
            let what = format!("{} of {} {}", count - kept, count + list.offset, list.name);
            let how = match kept {
                0 => "the first of them alone is too large: ask for its parts, or for a larger max_bytes".to_owned(),
                kept => list.how.replace("{}", &(list.offset + kept).to_string()),
            };
            trial.left_out.push(LeftOut { what, how });
        }
        trial
    };
    let (mut low, mut high) = (0, count);
    while low < high {
        let middle = (low + high).div_ceil(2);
        if fits(&with(middle), most, salt) { low = middle } else { high = middle - 1 }
    }
    with(low)
}

/// The reply with its longest lists halved until it fits: for what no list is made to be read on.
fn squeezed(mut reply: Reply, most: usize, salt: u64) -> Reply {
    let mut cut: Vec<(String, usize)> = Vec::new();
    let noted = |reply: &Reply, cut: &[(String, usize)]| {
        let mut noted = reply.clone();
        noted.left_out.extend(cut.iter().map(|(name, count)| LeftOut {
            what: format!("{count} of {name}"),
            how: "ask for a larger max_bytes".to_owned(),
        }));
        noted
    };
    while !fits(&noted(&reply, &cut), most, salt) {
        let Value::Object(members) = &mut reply.data else { break };
        let longest = members.iter_mut().filter_map(|(name, value)| {
            let size = value.to_string().len();
            longest_list(value).map(|list| (size, name, list))
        });
        let Some((_, name, list)) = longest.max_by_key(|(size, _, _)| *size) else { break };
        let gone = list.len().div_ceil(2);
        list.truncate(list.len() - gone);
        match cut.iter_mut().find(|(known, _)| known == name) {
            Some((_, count)) => *count += gone,
            None => cut.push((name.clone(), gone)),
        }
    }
    noted(&reply, &cut)
}

/// The longest list in a value that has any elements.
fn longest_list(value: &mut Value) -> Option<&mut Vec<Value>> {
    match value {
        Value::Array(items) if !items.is_empty() => Some(items),
        Value::Object(members) => {
            let lists = members.iter_mut().filter_map(|(_, member)| longest_list(member));
            lists.max_by_key(|list| list.len())
        }
        _ => None,
    }
}
