//! What a script does besides replacing: the words between angles in its flags.

use super::script::Script;

/// The flags of a script, taken apart.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Actions {
    /// The flags without actions, as written.
    pub(crate) flags: String,
    /// Higher runs earlier; `None` where the script says nothing of it, not a number where it says nonsense.
    pub(crate) order: Option<f64>,
    /// Every other action.
    pub(crate) names: Vec<String>,
}

impl Actions {
    pub(crate) fn of(script: &Script) -> Self {
        if !script.flags_count {
            return Self { flags: "g".to_owned(), ..Self::default() };
        }
        let mut actions = Self::default();
        let mut rest = script.flags.as_str();
        while let Some((before, inside, behind)) = angles(rest) {
            actions.flags.push_str(before);
            for action in inside.split(',').map(str::trim) {
                match action.strip_prefix("order ") {
                    Some(number) => actions.order = Some(leading_number(number)),
                    None => actions.names.push(action.to_owned()),
                }
            }
            rest = behind;
        }
        actions.flags.push_str(rest);
        if actions.flags.is_empty() {
            actions.flags.push('g');
        }
        actions
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.names.iter().any(|known| known == name)
    }
}

/// The actions of a script.
pub(crate) fn actions_of(script: &Script) -> Actions {
    Actions::of(script)
}

/// The places of scripts in the order in which they run.
pub(crate) fn in_order(scripts: &[Script]) -> Vec<usize> {
    let mut items: Vec<_> = scripts.iter().map(Actions::of).zip(0..).collect();
    sort(&mut items);
    items.into_iter().map(|(_, number)| number).collect()
}

/// Splits at the first `<…>` that holds something.
fn angles(text: &str) -> Option<(&str, &str, &str)> {
    let start = text.find('<')?;
    let inside = text.get(start + 1..)?;
    // The first sign inside may be a closing angle itself.
    let first = inside.chars().next()?.len_utf8();
    let end = inside.get(first..)?.find('>')? + first;
    Some((text.get(..start)?, inside.get(..end)?, inside.get(end + 1..)?))
}

/// The whole number at the start of a text.
///
/// Source: ECMAScript 2025, 19.2.5, `parseInt`.
fn leading_number(text: &str) -> f64 {
    let text = text.trim_start();
    let digits = text.trim_start_matches(['+', '-']);
    let count = digits.bytes().take_while(u8::is_ascii_digit).count();
    let sign = if text.starts_with('-') { -1.0 } else { 1.0 };
    digits.get(..count).and_then(|digits| digits.parse::<f64>().ok()).map_or(f64::NAN, |number| sign * number)
}

/// Puts scripts in the order in which they run: where one says an order, the highest first, equal ones as listed.
pub(super) fn sort<T>(items: &mut [(Actions, T)]) {
    if items.iter().all(|(actions, _)| actions.order.is_none()) {
        return;
    }
    let order = |item: &(Actions, T)| item.0.order.unwrap_or(0.0);
    if items.iter().all(|item| !order(item).is_nan()) {
        items.sort_by(|a, b| order(b).total_cmp(&order(a)));
        return;
    }
    // What is not a number is equal to everything, which only a sort by insertion answers as the client does.
    for end in 1..items.len() {
        let mut at = end;
        while let Some(before) = at.checked_sub(1) {
            let earlier = matches!((items.get(before), items.get(at)), (Some(a), Some(b)) if order(b) > order(a));
            if !earlier {
                break;
            }
            items.swap(before, at);
            at = before;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn actions(flags: &str) -> Actions {
        Actions::of(&Script { flags_count: true, flags: flags.to_owned(), ..Script::default() })
    }

    #[test]
    fn actions_stand_between_angles() {
        let found = actions("g<order 3,cbs>i<no_end_nl>");
        assert_eq!((found.flags.as_str(), found.order), ("gi", Some(3.0)));
        assert!(found.has("cbs") && found.has("no_end_nl"));
        assert_eq!(actions("<cbs>").flags, "g");
        assert_eq!(actions("g<>").flags, "g<>");
        assert!(actions("<order a>").order.is_some_and(f64::is_nan));
    }

    #[test]
    fn higher_orders_run_first() {
        let mut items: Vec<_> =
            ["g", "<order 3>", "<order -1>", "<order 3>"].map(actions).into_iter().zip(0..).collect();
        sort(&mut items);
        assert_eq!(items.iter().map(|item| item.1).collect::<Vec<_>>(), [1, 3, 0, 2]);
        let mut items: Vec<_> = ["<order a>", "<order 3>"].map(actions).into_iter().zip(0..).collect();
        sort(&mut items);
        assert_eq!(items.iter().map(|item| item.1).collect::<Vec<_>>(), [0, 1]);
    }
}
