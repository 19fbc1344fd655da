//! Answers about a whole text that are kept from key to key: a key in one text moves what is behind it on its line, and changes
//! what is said of that text alone.

use std::cell::{OnceCell, RefCell};
use std::ops::Range as Bytes;

use cards_macro::Engine;

use crate::data::{Fold, Symbol};
use crate::document::Document;
use crate::lines::{Lines, Position, Range};
use crate::symbols::{Token, tokens_of, words};

/// What is kept.
#[derive(Debug, Default)]
pub(crate) struct Kept {
    pub(crate) symbols: OnceCell<Vec<Symbol>>,
    pub(crate) folds: OnceCell<Vec<Fold>>,
    /// As an engine reads the texts.
    pub(crate) tokens: RefCell<Option<(Engine, Vec<Token>)>>,
}

/// A change that leaves all lines where they are: where what is behind it was, and where it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moved {
    from: Position,
    to: Position,
}

/// The lines before a change.
#[derive(Debug)]
pub(crate) struct Before {
    end: Position,
    lines: usize,
    is_in_line: bool,
}

impl Before {
    pub(crate) fn new(lines: &Lines, text: &str, replaced: &Bytes<usize>, new: &str) -> Self {
        let breaks = |text: &str| text.contains(['\n', '\r']);
        let is_in_line = !breaks(new) && !text.get(replaced.clone()).is_some_and(breaks);
        Self { end: lines.position(text, replaced.end), lines: lines.count(), is_in_line }
    }

    /// What a change did to the places behind it; nothing where it made or joined lines. `end` is where the new text ends.
    pub(crate) fn moved(self, lines: &Lines, text: &str, end: usize) -> Option<Moved> {
        let stays = self.is_in_line && lines.count() == self.lines;
        stays.then(|| Moved { from: self.end, to: lines.position(text, end) })
    }
}

impl Moved {
    fn place(self, place: &mut Position) {
        if place.line == self.from.line && place.character >= self.from.character {
            place.character = place.character + self.to.character - self.from.character;
        }
    }

    /// Where a place behind the change was before it.
    fn back(self, mut place: Position) -> Position {
        Self { from: self.to, to: self.from }.place(&mut place);
        place
    }

    fn range(self, range: &mut Range) {
        self.place(&mut range.start);
        // What ends where something is typed, as the first quote of a text does, stays as it is.
        if range.end != self.from {
            self.place(&mut range.end);
        }
    }
}

impl Kept {
    /// Follows a change inside of one text, which is that of a node. Lines stay as they are, and so does what folds.
    pub(crate) fn follow(&mut self, document: &Document, node: usize, moved: Moved) {
        if let Some(symbols) = self.symbols.get_mut() {
            move_symbols(symbols, moved);
            name_again(symbols, document, node);
        }
        if let Some((engine, tokens)) = self.tokens.get_mut() {
            let Some(facts) = document.text_of(node) else { return };
            let inside = document.range(&facts.inside);
            let end = moved.back(inside.end);
            let from = tokens.partition_point(|token| token.start < inside.start);
            let to = tokens.partition_point(|token| token.start < end).max(from);
            for token in tokens.iter_mut().skip(to).take_while(|token| token.start.line == moved.from.line) {
                moved.place(&mut token.start);
            }
            tokens.splice(from..to, tokens_of(document, &facts, *engine));
        }
    }
}

/// Moves what is on the line of a change; symbols are in order, and those of one level do not overlap.
fn move_symbols(symbols: &mut [Symbol], moved: Moved) {
    let line = moved.from.line;
    let from = symbols.partition_point(|symbol| symbol.range.end.line < line);
    for symbol in symbols.iter_mut().skip(from).take_while(|symbol| symbol.range.start.line <= line) {
        moved.range(&mut symbol.range);
        moved.range(&mut symbol.selection_range);
        move_symbols(&mut symbol.children, moved);
    }
}

/// Says anew what is told of a value and of those that hold it.
fn name_again(mut symbols: &mut [Symbol], document: &Document, node: usize) {
    while let Some(at) = symbols.partition_point(|symbol| symbol.node <= node).checked_sub(1)
        && let Some(symbol) = symbols.get_mut(at)
    {
        (symbol.name, symbol.detail) = words(document, symbol.node);
        symbols = &mut symbol.children;
    }
}
