//! The lines of the conformance suite: every question has one answer, an object on one line and the same twice; rows are written as
//! they were read, and the answer that a row expects is the same as itself.
#![no_main]

use cards_suite::{Class, explain, judge_line, read_rows, reply};
use libfuzzer_sys::fuzz_target;
use serde_json::Value;

fuzz_target!(|text: &str| {
    for line in text.lines().take(8) {
        let answer = reply(line);
        assert!(!answer.contains('\n') && answer.starts_with('{') && answer.ends_with('}'), "{answer}");
        assert_eq!(reply(line), answer);
    }
    let Ok(rows) = read_rows(text) else { return };
    for row in rows.iter().take(8) {
        let line = row.to_line().expect("plain JSON");
        assert_eq!(read_rows(&line).expect("it was written so"), [row.clone()]);
        let judged = judge_line(row, &reply(&row.question()));
        assert!(explain(row, &judged).contains(row.id.as_str()));
        let answer = reply(&row.question());
        let Ok(expected) = serde_json::from_str::<Value>(&answer) else { panic!("{answer}") };
        if expected.get("error").is_some() || expected.get("unsupported").is_some() {
            continue;
        }
        let mut own = row.clone();
        own.expected = expected;
        assert_eq!(judge_line(&own, &answer).class, Class::Same, "{answer}");
    }
});
