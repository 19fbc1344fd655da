//! Chats of any client: the same twice, within their limits, and what is kept of a message is of one that is there.
#![no_main]

use cards_json::Limits;
use cards_kit::{Chat, ChatError, ChatForm, Names};
use libfuzzer_sys::fuzz_target;

/// Most messages, and most findings.
const MOST: u8 = 9;

fuzz_target!(|bytes: &[u8]| {
    let limits = Limits::default().with_values(MOST.into()).with_findings(MOST.into());
    let names = Names { user: Some("Sam"), character: Some("Aria"), full_name: Some("Aria Vale") };
    let read = Chat::read_with(bytes, names, &limits);
    let wide = Chat::read_with(bytes, names, &Limits::default());
    let read = match read {
        Ok(read) => read,
        Err(ChatError::TooMany { limit }) => return assert_eq!(limit, u64::from(MOST)),
        Err(error) => return assert!(!error.to_string().is_empty() && !error.class().is_empty()),
    };
    assert!(read.value.messages.len() <= usize::from(MOST) && read.findings.len() <= usize::from(MOST) + 1);
    assert!(read.value.extras.keys().all(|at| *at < read.value.messages.len()));
    if read.value.form == ChatForm::Plain {
        assert_eq!(read.value.messages.len(), bytes_lines(bytes));
    }
    // What fits into narrow limits reads as the same within wider ones.
    assert_eq!(wide.expect("it fits").value, read.value);
});

/// The lines with something in them.
fn bytes_lines(bytes: &[u8]) -> usize {
    let text = std::str::from_utf8(bytes).expect("it was read").trim_start_matches('\u{feff}');
    text.lines().filter(|line| !line.trim().is_empty()).count()
}
