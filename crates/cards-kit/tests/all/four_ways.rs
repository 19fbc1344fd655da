//! Lint, compat, activate and prompt say the same of a card: what one of them claims is what the others do.
//!
//! `cargo heavy laws` draws new cards, as of every law.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use cards_kit::compat::{CompatOptions, compat};
use cards_kit::{Cast, Chat, Fired, Limits, Memory, Options, Preset, Profile, Session, SillyTavern, lint, open};
use cards_lint::{Finding, Report};
use cards_lore::trace::Outcome;
use cards_lore::{Activation, Entry, EntryAt};
use cards_model::rules::Reader;
use cards_model::strategy::crooked_card;
use cards_model::{Card, Document, Style};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

/// The two clients that compat holds against each other.
const CLIENTS: [(Reader, Profile); 2] = [(Reader::SillyTavern, Profile::SillyTavern), (Reader::Risu, Profile::Risu)];

/// Rules whose finding says of an entry that it does not fire in the programs that it hurts.
const SILENT: [&str; 4] = ["entry-enabled", "entry-never-fires", "entry-no-key", "scan-depth-zero"];

/// A card in a client, which begins anew with each chat.
struct Client {
    profile: Profile,
    session: Session,
}

impl Client {
    fn new(card: &Card, profile: Profile) -> Result<Self, String> {
        let options = Options::default().with_profile(profile).with_now(Some(CompatOptions::default().now));
        let session = Session::new(Cast::of(card.clone()), options).map_err(|error| error.to_string())?;
        Ok(Self { profile, session })
    }

    /// What fires; nothing where a text of the card is past a limit, which lint says.
    fn fired(&mut self, chat: &Chat) -> Option<Fired> {
        let start = self.session.memory.clone();
        let fired = self.session.activate(chat).ok();
        self.session.memory = start;
        fired
    }

    /// The entries that fire.
    fn firing(&mut self, chat: &Chat) -> Option<BTreeSet<EntryAt>> {
        let fired = self.fired(chat)?;
        let all = fired.activation.trace.entries();
        Some(all.filter(|(_, outcome)| matches!(outcome, Outcome::Fired(_))).map(|(at, _)| at).collect())
    }

    /// What fires in a prompt of the client, and the texts that are in it or of which it says why they are not.
    fn prompt(&mut self, chat: &Chat, start: Memory) -> Option<(Activation, Vec<String>)> {
        if self.profile == Profile::SillyTavern {
            // The budget of lore is a part of the room, which a preset has less of than activation takes where nothing says.
            let room = self.session.lore().settings().max_context as u64;
            let scene = SillyTavern::default().with_preset(Preset::default().with_room(room));
            let made = self.session.messages(chat, &scene);
            self.session.memory = start;
            let made = made.ok()?;
            let said = made.messages.into_iter().map(|message| message.content);
            let left_out = made.left_out.into_iter().map(|text| text.text);
            return Some((made.activation?, said.chain(left_out).collect()));
        }
        let answer = self.session.turn(chat);
        self.session.memory = start;
        let answer = answer.ok()?;
        let told = cards_kit::answer::Prompt::from(&answer.prompt);
        let pieces = told.messages.into_iter().chain(told.left_out).map(|piece| piece.content);
        let unplaced = told.unplaced.into_iter().map(|piece| piece.content);
        Some((answer.fired.activation, pieces.chain(unplaced).collect()))
    }

    /// Where a prompt disagrees with the entries that fire.
    fn in_prompt(&mut self, chat: &Chat) -> Option<String> {
        let alone = self.firing(chat)?;
        let start = self.session.memory.clone();
        let (activation, texts) = self.prompt(chat, start)?;
        for active in &activation.entries {
            let text = active.content.trim();
            // A place in it stands for other texts.
            let is_whole = !text.contains("{{position::");
            if !text.is_empty() && is_whole && !texts.iter().any(|one| one.contains(text)) {
                return Some(format!("{}: {:?} fires and is not in the prompt: {text:?}", self.profile, active.at));
            }
        }
        let in_turn = activation.trace.entries();
        let in_turn: BTreeSet<EntryAt> =
            in_turn.filter(|(_, outcome)| matches!(outcome, Outcome::Fired(_))).map(|(at, _)| at).collect();
        // A prompt throws dice before its lore, for macros of the card, so that lots fall otherwise.
        let draws =
            |entry: &Entry| !entry.group.names.is_empty() || entry.probability.is_some_and(|chance| chance < 100.0);
        let lots = self.profile == Profile::SillyTavern && self.session.entries().any(|(_, entry)| draws(entry));
        (in_turn != alone && !lots).then(|| format!("{}: activate fires {alone:?}, prompt {in_turn:?}", self.profile))
    }
}

/// A message of the character or of the user.
fn said(text: &str, by_user: bool) -> Chat {
    let mut chat = Chat::default();
    if by_user {
        chat.say_as_user(text);
    } else {
        chat.say_as_character(text);
    }
    chat
}

/// The number of the entry that a finding is about.
fn entry_of(finding: &Finding) -> Option<usize> {
    let pointer = finding.location.pointer.as_ref()?;
    pointer.as_str().rsplit_once("/entries/")?.1.split('/').next()?.parse().ok()
}

/// Where the four answers about a file contradict each other.
fn contradictions(bytes: &[u8]) -> Result<Vec<String>, String> {
    let limits = Limits::default();
    let Ok(opened) = open(bytes, &limits) else { return Ok(Vec::new()) };
    let Some(card) = opened.card().cloned() else { return Ok(Vec::new()) };
    let report = lint(bytes, &cards_lint::Options::default(), &limits).map_err(|error| error.to_string())?.report;
    let Ok(told) = compat(&opened.loaded, &report, &CompatOptions::default()) else { return Ok(Vec::new()) };
    let mut wrong = Vec::new();
    let mut clients = Vec::new();
    for (_, profile) in CLIENTS {
        clients.push(Client::new(&card, profile)?);
    }

    // Compat and activate: over each greeting, the entries that fire in one client alone are told.
    // Each begins a chat of every client, which one of a thousand empty greetings does as another does.
    for greeting in card.greetings().into_iter().take(40) {
        let chat = said(greeting.text, false);
        let [one, other] = &mut clients[..] else { continue };
        let (Some(here), Some(there)) = (one.firing(&chat), other.firing(&chat)) else { continue };
        for at in here.symmetric_difference(&there) {
            let name = one.session.lore().label(*at);
            if !told.differences.iter().any(|one| one.kind == "entry" && one.at == *name) {
                wrong.push(format!("{at:?} {name} fires in one client alone, and compat does not say so"));
            }
        }
        // Activate and prompt.
        wrong.extend(clients.iter_mut().filter_map(|client| client.in_prompt(&chat)));
    }

    // Lint and compat: what hurts one of the two alone is a difference, and no other rule is one.
    let hurts = |finding: &Finding| CLIENTS.map(|(reader, _)| finding.rule.breaks.contains(&reader));
    let rule_at = |id: &str| format!("cards rule {id}");
    for finding in report.findings.iter().filter(|finding| hurts(finding)[0] != hurts(finding)[1]) {
        if !told.differences.iter().any(|one| one.shown_by == rule_at(finding.id())) {
            wrong.push(format!("lint says {} of one client alone, compat nothing", finding.id()));
        }
    }
    for one in told.differences.iter().filter(|one| one.kind == "rule") {
        if !report.findings.iter().any(|finding| one.shown_by == rule_at(finding.id())) {
            wrong.push(format!("compat says {}, lint nothing", one.shown_by));
        }
    }
    for finding in report.findings.iter().filter(|finding| finding.id() == "macro-clients" && parts_them(finding)) {
        let at = finding.location.pointer.as_ref().map(ToString::to_string).unwrap_or_default();
        if !told.differences.iter().any(|one| one.kind == "macro" && one.at == at) {
            wrong.push(format!("lint says {:?} of {at}, compat nothing", finding.message));
        }
    }
    wrong.extend(of_entries(&card, &report)?);
    Ok(wrong)
}

/// Whether a finding of `macro-clients` says that the two clients show different texts, and not that one of them draws lots.
fn parts_them(finding: &Finding) -> bool {
    let message = finding.message.split("; in ").next().unwrap_or_default();
    let together = message.contains("SillyTavern and RisuAI");
    !together && message.contains("SillyTavern") && message.contains("RisuAI") && !message.contains("lots")
}

/// Lint and activate: an entry of which lint says that it never fires does not, and one of which it says nothing hears its keys.
fn of_entries(card: &Card, report: &Report) -> Result<Vec<String>, String> {
    let mut wrong = Vec::new();
    for (reader, profile) in CLIENTS.into_iter().chain([(Reader::Others, Profile::Spec)]) {
        let mut client = Client::new(card, profile)?;
        let entries: Vec<_> = client.session.entries().map(|(at, entry)| (at, entry.clone())).collect();
        for (at, entry) in entries.into_iter().take(40) {
            let about = || report.findings.iter().filter(|finding| entry_of(finding) == Some(at.entry));
            let silent = about()
                .chain(of_book(report, &entry))
                .find(|finding| SILENT.contains(&finding.id()) && finding.rule.breaks.contains(&reader));
            for key in entry.keys.iter().filter(|key| is_plain(key)).take(4) {
                let seconds = entry.secondary_keys.join(" ");
                let Some(fired) = client.fired(&said(&format!("{key} {seconds}"), true)) else { continue };
                match (fired.activation.trace.outcome(at), silent) {
                    // What another entry says may bring it about.
                    (Some(Outcome::Fired(how)), Some(finding)) if how.pass == 1 => {
                        wrong.push(format!("{profile}: lint says {} of {at:?}, which fires: {how:?}", finding.id()));
                    }
                    (Some(Outcome::NoKey), None)
                        if about().all(|finding| !finding.rule.breaks.contains(&reader))
                            && entry.enabled
                            && !entry.use_regex =>
                    {
                        wrong.push(format!("{profile}: lint says nothing of {at:?}, which does not hear {key:?}"));
                    }
                    _ => {}
                }
            }
        }
    }
    Ok(wrong)
}

/// What is said of the whole book and so of an entry that has no depth of its own.
fn of_book<'a>(report: &'a Report, entry: &Entry) -> impl Iterator<Item = &'a Finding> + use<'a> {
    let own = entry.constant || entry.scan_depth.is_some();
    report.findings.iter().filter(move |finding| finding.id() == "scan-depth-zero" && !own)
}

/// Whether a key is a word that people say: no pattern, no macro, nothing that is cut off or split.
fn is_plain(key: &str) -> bool {
    !key.trim().is_empty() && key.trim() == key && key.chars().all(|c| c.is_alphanumeric() || c == ' ')
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn the_four_answers_about_a_crooked_card_agree(card in crooked_card()) {
        let text = Document::new(card).to_text(Style::Compact);
        let wrong = contradictions(text.as_bytes());
        prop_assert!(wrong.as_ref().is_ok_and(Vec::is_empty), "{:#?} in {}", wrong, text);
    }
}

/// As many made cards as the environment says, that no other run has seen.
#[test]
#[ignore = "long: `cargo heavy laws --cards N` runs it"]
fn the_four_answers_about_as_many_cards_as_asked_agree() {
    let wanted: u32 = std::env::var("CARDS_MADE").map_or(10_000, |count| count.parse().unwrap());
    let config = ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(wanted) };
    let asked = Cell::new(0);
    let held = TestRunner::new(config).run(&crooked_card(), |card| {
        let text = Document::new(card).to_text(Style::Compact);
        let wrong = contradictions(text.as_bytes());
        prop_assert!(wrong.as_ref().is_ok_and(Vec::is_empty), "{:#?} in {}", wrong, text);
        asked.set(asked.get() + 1);
        Ok(())
    });
    held.unwrap_or_else(|error| panic!("after {} cards: {error}", asked.get()));
    println!("the four answers about {} made cards agree", asked.get());
}

/// Every file of the corpus, however large.
#[test]
#[ignore = "long: `cargo heavy laws --cards N` runs it"]
fn the_four_answers_about_the_whole_corpus_agree() {
    let (asked, wrong) = of_files(usize::MAX);
    assert!(wrong.is_empty(), "{} contradictions\n{}", wrong.len(), wrong.join("\n"));
    println!("the four answers about {asked} files agree");
}

/// The files of a folder and of those below it.
fn files(folder: &Path, all: &mut Vec<PathBuf>) {
    let Ok(listed) = std::fs::read_dir(folder) else { return };
    for path in listed.filter_map(Result::ok).map(|entry| entry.path()) {
        if path.is_dir() { files(&path, all) } else { all.push(path) }
    }
    all.sort();
}

#[test]
fn the_four_answers_about_any_known_file_agree() {
    // Compat asks each entry in several ways, which takes long in large books.
    let (asked, wrong) = of_files(1 << 18);
    assert!(wrong.is_empty(), "{} contradictions\n{}", wrong.len(), wrong.join("\n"));
    assert!(asked > 100);
}

/// How many known files of up to so many bytes there are, and where the answers about them contradict each other.
fn of_files(most: usize) -> (usize, Vec<String>) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut all = Vec::new();
    for folder in ["fixtures/cards", "fixtures/model", "fixtures/lint"] {
        files(&root.join(folder), &mut all);
    }
    match std::env::var_os("CARDS_SHARED").map(PathBuf::from).filter(|shared| shared.is_dir()) {
        Some(shared) => {
            ["corpus/real", "corpus/found", "corpus/forms"]
                .iter()
                .for_each(|folder| files(&shared.join(folder), &mut all));
        }
        None => eprintln!("CARDS_SHARED is not set: the fixtures alone are asked"),
    }
    let (mut asked, mut wrong) = (0, Vec::new());
    for path in &all {
        let bytes = std::fs::read(path).unwrap();
        if bytes.len() > most {
            continue;
        }
        asked += 1;
        match contradictions(&bytes) {
            Ok(found) => wrong.extend(found.into_iter().map(|one| format!("{}: {one}", path.display()))),
            Err(error) => wrong.push(format!("{}: {error}", path.display())),
        }
    }
    (asked, wrong)
}
