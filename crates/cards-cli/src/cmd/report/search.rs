//! The search of a contact sheet, which needs no script: form controls, and a style that asks for their state.
//!
//! A browser selects in a list as one types. The style knows which option is chosen, hides every card, and shows those
//! of the option's set. Two lists and the check boxes each hide on their own, so that a card has to pass all of them:
//! the list of names works on an element around each card, that of tags on one inside of it.

use std::fmt::Write as _;

use super::html::Html;
use super::terms::Terms;

/// Tags that get a check box; the list has the rest.
const BOXES: usize = 24;
/// First letters that get a button.
const LETTERS: usize = 64;
/// Lines of a list.
const LINES: usize = 9;
/// Longest text of an option; lists are as wide as the longest one.
const OPTION: usize = 80;

/// What the form offers.
pub(super) struct Search<'a> {
    names: &'a Terms,
    tags: &'a Terms,
    /// In alphabetical order.
    letters: Vec<String>,
}

impl<'a> Search<'a> {
    /// A form for these cards, whose names in order are given too.
    pub(super) fn new<'n>(names: &'a Terms, tags: &'a Terms, in_order: impl Iterator<Item = &'n str>) -> Self {
        let mut letters: Vec<String> = in_order.map(first_letter).collect();
        letters.sort();
        letters.dedup();
        letters.truncate(LETTERS);
        Self { names, tags, letters }
    }

    /// Writes the form.
    pub(super) fn form(&self, body: &mut Html) {
        body.raw("<form role=search aria-label=\"Find cards\">\n<p id=hint class=soft>Click a list and type the beginning of a name, of a tag, or of any word in one. Cards that pass every choice stay.</p>\n");
        body.raw("<div class=find><label for=name>Name</label><select id=name aria-describedby=hint");
        options(self.names, "All names", body);
        if !self.tags.list.is_empty() {
            body.raw("<div class=find><label for=tag>Tag</label><select id=tag aria-describedby=hint");
            options(self.tags, "All tags", body);
        }
        body.raw("<div class=chips>\n");
        let boxes = self.tags.frequent(BOXES);
        if !boxes.is_empty() {
            body.raw("<fieldset><legend>With the tags</legend>");
            for (number, tag) in boxes.into_iter().enumerate() {
                body.raw("<label class=chip><input type=checkbox id=t").number(number).raw(">").text(&tag.text);
                body.raw(" <small>").number(tag.cards).raw("</small></label>");
            }
            body.raw("</fieldset>\n");
        }
        body.raw(
            "<fieldset><legend>First letter</legend><label class=chip><input type=radio name=l checked>any</label>",
        );
        for (number, letter) in self.letters.iter().enumerate() {
            body.raw("<label class=chip><input type=radio name=l id=l").number(number).raw(">").text(letter);
            body.raw("</label>");
        }
        body.raw("</fieldset>\n<p><button type=reset>Show all</button> ");
        body.raw("<label class=chip><input type=checkbox id=bare>Without pictures</label></p></div></form>\n");
        body.raw(
            "<p class=old>This browser cannot filter the cards; its own search in the page finds names and tags.</p>\n",
        );
    }

    /// Opens the elements that the search hides, up to and into the card's own. Two more are open behind it.
    pub(super) fn open_card(&self, number: usize, name: &str, body: &mut Html) {
        body.raw("<div class=\"by-name");
        for &set in self.names.sets_of(number) {
            body.raw(" n").number(set);
        }
        body.raw("\"><div class=\"by-tag");
        for &set in self.tags.sets_of(number) {
            body.raw(" g").number(set);
        }
        body.raw("\"><article id=c").number(number).raw(" class=\"c");
        if let Ok(letter) = self.letters.binary_search(&first_letter(name)) {
            body.raw(" l").number(letter);
        }
        body.raw("\">");
    }

    /// The rules for what the form holds. Nothing but numbers goes into them.
    pub(super) fn style(&self, style: &mut String) {
        list_rules("name", 'n', self.names.sets, style);
        list_rules("tag", 'g', self.tags.sets, style);
        for (number, tag) in self.tags.frequent(BOXES).into_iter().enumerate() {
            let set = tag.set;
            let _ = writeln!(style, "form:has(#t{number}:checked)~main .by-tag:not(.g{set})>.c{{display:none}}");
        }
        for number in 0..self.letters.len() {
            let _ = writeln!(style, "form:has(#l{number}:checked)~main .c:not(.l{number}){{display:none}}");
        }
    }
}

/// The first letter or digit of a name.
pub(super) fn first_letter(name: &str) -> String {
    let first = name.chars().find(|c| c.is_alphanumeric());
    first.map_or_else(|| "#".to_owned(), |c| c.to_uppercase().collect())
}

fn options(terms: &Terms, all: &'static str, body: &mut Html) {
    // A list of one line would be a menu, which is not open to the eye.
    body.raw(" size=").number((terms.list.len() + 1).clamp(3, LINES));
    body.raw("><option class=all selected>").raw(all);
    let base = base(terms.sets);
    for term in &terms.list {
        body.raw("\n<option class=\"a").number(term.set / base).raw(" b").number(term.set % base).raw("\">");
        body.text(&clipped(&term.text));
        if term.cards > 1 {
            body.raw(" (").number(term.cards).raw(")");
        }
    }
    body.raw("</select></div>\n");
}

/// A rule for each set of cards, which is shown while an option of it is chosen.
///
/// An option does not carry the number of its set but two digits of it, as classes: a browser looks once through a list
/// for each selector inside `:has()`, and so it does that for some hundred digits and not for ten thousand numbers.
fn list_rules(list: &str, letter: char, sets: usize, style: &mut String) {
    let base = base(sets);
    for set in 0..sets {
        let (a, b) = (set / base, set % base);
        let chosen = format!("form:has(#{list} .a{a}:checked):has(#{list} .b{b}:checked)");
        let _ = writeln!(style, "{chosen}~main .{letter}{set}{{display:contents}}");
    }
}

/// The base in which the numbers of so many sets have two digits.
fn base(sets: usize) -> usize {
    sets.isqrt() + 1
}

fn clipped(text: &str) -> String {
    let mut words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((end, _)) = words.char_indices().nth(OPTION) {
        words.truncate(end);
        words.push('…');
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cmd::report::terms::Words;

    #[test]
    fn sets_have_two_digits() {
        for sets in [0, 1, 2, 3, 4, 99, 100, 12_345] {
            assert!((0..sets).all(|set| set / base(sets) < base(sets)), "{sets}");
        }
    }

    /// A browser that looked through the list once for each of ten thousand rules would take seconds for a key.
    #[test]
    fn a_large_folder_asks_for_few_different_things() {
        let mut style = String::new();
        list_rules("name", 'n', 10_000, &mut style);
        let different: std::collections::BTreeSet<_> =
            style.split(":has(").skip(1).filter_map(|has| has.split(')').next()).collect();
        assert_eq!((style.lines().count(), different.len()), (10_000, 2 * 101 - 1));
        assert!(style.len() < 10_000 * 100, "{}", style.len());
    }

    #[test]
    fn an_option_and_the_rule_of_its_cards_agree() {
        let names = ["Ada", "Ada Bell", "Cy"];
        let terms = Terms::of(names.iter().map(|name| [*name]), Words::Everywhere);
        let tags = Terms::default();
        let search = Search::new(&terms, &tags, names.into_iter());
        let (mut form, mut card, mut style) = (Html::default(), Html::default(), String::new());
        search.form(&mut form);
        search.open_card(1, "Ada Bell", &mut card);
        search.style(&mut style);
        // Sets: 0 is both Adas, 1 is Ada Bell, 2 is Cy. Base 2: 0 is 00, 1 is 01, 2 is 10.
        let form = form.as_str();
        assert!(form.contains("<option class=\"a0 b0\">Ada (2)\n<option class=\"a0 b1\">Ada Bell\n"), "{form}");
        assert!(form.contains("<option class=\"a0 b1\">Bell\n<option class=\"a1 b0\">Cy</select>"), "{form}");
        assert!(!form.contains("id=tag"), "{form}");
        assert_eq!(card.as_str(), "<div class=\"by-name n0 n1\"><div class=\"by-tag\"><article id=c1 class=\"c l0\">");
        let rule = "form:has(#name .a0:checked):has(#name .b1:checked)~main .n1{display:contents}\n";
        assert!(style.contains(rule), "{style}");
        assert!(style.contains("form:has(#l1:checked)~main .c:not(.l1){display:none}\n"), "{style}");
    }

    #[test]
    fn a_long_name_is_clipped_in_the_list() {
        assert_eq!(clipped("a\n  b"), "a b");
        assert_eq!(clipped(&"é".repeat(5000)).chars().count(), OPTION + 1);
    }
}
