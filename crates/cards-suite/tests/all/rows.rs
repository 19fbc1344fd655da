//! The rows of the suite, asked of ours. Each crate that answers some of them takes this file into its own tests, so that who changes it
//! learns there what no client does.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "helpers of tests are outside of test functions, and stop where they fail"
)]

use std::fs;
use std::path::{Path, PathBuf};

use cards_suite::{Results, answer, compare, explain, read_rows};

/// The folder of the suite, from any crate of the workspace.
pub(crate) fn suite() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../suite")
}

/// Every file of rows with its name below `suite/rows`.
pub(crate) fn files() -> Vec<(String, String)> {
    let mut found = Vec::new();
    for kind in fs::read_dir(suite().join("rows")).expect("the rows are there").flatten() {
        for file in fs::read_dir(kind.path()).into_iter().flatten().flatten() {
            let name = format!("{}/{}", kind.file_name().to_string_lossy(), file.file_name().to_string_lossy());
            found.push((name, fs::read_to_string(file.path()).expect("rows are text")));
        }
    }
    found.sort();
    found
}

/// Rows of these kinds have the class that the results of ours say.
pub(crate) fn answered_as_recorded(kinds: &[&str]) {
    let committed = fs::read_to_string(suite().join("results/cards.json")).unwrap();
    let committed = Results::read("cards.json", &committed).unwrap();
    let mut asked = 0;
    for (name, text) in files() {
        if !kinds.iter().any(|kind| name.split('/').next() == Some(kind)) {
            continue;
        }
        for row in read_rows(&text).unwrap() {
            let judged = compare(&row, &answer(&row.kind, &row.profile, &row.input));
            assert_eq!(judged.class, committed.class(&row.id), "{}", explain(&row, &judged));
            asked += 1;
        }
    }
    assert!(asked > 0, "no row of {kinds:?} was found");
}
