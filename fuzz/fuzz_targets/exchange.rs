//! Lists of texts as CSV, PO and JSON: what was written is read as it was, whatever is in it, and so is what was read.
//! The first byte says which form.
#![no_main]

use cards_kit::Limits;
use cards_kit::edit::exchange::{ListForm, Row, read, write};
use libfuzzer_sys::fuzz_target;

fn comes_back(rows: &[Row], form: ListForm) {
    // A row in which nothing stands is no row of a table.
    let rows: Vec<_> = rows.iter().filter(|row| **row != Row::default()).cloned().collect();
    let again = read(&write(&rows, form), form, &Limits::default()).expect("it was written so");
    assert_eq!(again, rows);
}

fuzz_target!(|bytes: &[u8]| {
    let Some((&choice, text)) = bytes.split_first() else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let form = [ListForm::Csv, ListForm::Po, ListForm::Json][usize::from(choice) % 3];
    let cells: Vec<_> = text.split('\0').collect();
    let cell = |cells: &[&str], at: usize| cells.get(at).copied().unwrap_or_default().to_owned();
    let rows: Vec<_> = cells.chunks(3).map(|row| Row::new(cell(row, 0), cell(row, 1), cell(row, 2))).collect();
    comes_back(&rows, form);
    if let Ok(rows) = read(text, form, &Limits::default()) {
        comes_back(&rows, form);
    }
});
