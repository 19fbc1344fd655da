//! What the service takes upon itself, and the variables of the environment that say otherwise.

use std::time::Duration;

/// What the service takes upon itself.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of an upload.
    pub upload: usize,
    /// Bytes of an answer.
    pub answer: usize,
    /// Bytes of all uploads and answers that are held at once, from the first byte that came in until the last has left.
    pub memory: usize,
    /// How long the head of a request may take, and how long a connection may wait for one.
    pub head: Duration,
    /// How long an upload may take to come in.
    pub body: Duration,
    /// How long a reader may take for each [64 KiB](crate::patient::LEAST) of an answer.
    pub write: Duration,
    /// How long an upload may wait for its job and the job may run; the answer says so then, while the job ends by itself.
    pub job: Duration,
    /// How long requests that are under way have when the service ends.
    pub drain: Duration,
    /// Connections at once; more are turned away.
    pub connections: usize,
    /// Uploads under way at once, until their answers have left; more are asked to come back later.
    pub uploads: usize,
    /// Jobs that run at once; others wait for their turn.
    pub jobs: usize,
    /// Cards that are kept for prompts; the oldest goes first.
    pub cards: usize,
    /// Bytes of all cards that are kept; a card of more is refused.
    pub kept: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            upload: 16 << 20,
            answer: 64 << 20,
            memory: 192 << 20,
            head: Duration::from_secs(5),
            body: Duration::from_secs(20),
            write: Duration::from_secs(10),
            job: Duration::from_secs(30),
            drain: Duration::from_secs(10),
            connections: 512,
            uploads: 64,
            jobs: std::thread::available_parallelism().map_or(1, Into::into),
            cards: 1_000,
            kept: 256 << 20,
        }
    }
}

/// A limit as an option: its variable, what it is, and where its value is.
pub struct Setting {
    /// The name of the variable.
    pub name: &'static str,
    /// What it limits, and in which unit.
    pub what: &'static str,
    place: Place,
}

/// The member of [`Limits`] that a setting is about.
enum Place {
    Number(fn(&mut Limits) -> &mut usize),
    Seconds(fn(&mut Limits) -> &mut Duration),
}

/// The least value of each setting: with none of something, nothing would be answered.
const LEAST: u64 = 1;

/// Every option. The address is one of its own.
pub const SETTINGS: [Setting; 13] = [
    Setting::number("CARD_SERVER_UPLOAD", "bytes of an upload", |limits| &mut limits.upload),
    Setting::number("CARD_SERVER_ANSWER", "bytes of an answer", |limits| &mut limits.answer),
    Setting::number("CARD_SERVER_MEMORY", "bytes of uploads and answers held at once", |limits| &mut limits.memory),
    Setting::seconds("CARD_SERVER_HEAD", "seconds for the head of a request", |limits| &mut limits.head),
    Setting::seconds("CARD_SERVER_BODY", "seconds for an upload to come in", |limits| &mut limits.body),
    Setting::seconds("CARD_SERVER_WRITE", "seconds for each 64 KiB of an answer", |limits| &mut limits.write),
    Setting::seconds("CARD_SERVER_JOB", "seconds until a job is answered without its end", |limits| &mut limits.job),
    Setting::seconds("CARD_SERVER_DRAIN", "seconds for what is under way at the end", |limits| &mut limits.drain),
    Setting::number("CARD_SERVER_CONNECTIONS", "connections at once", |limits| &mut limits.connections),
    Setting::number("CARD_SERVER_UPLOADS", "uploads under way at once", |limits| &mut limits.uploads),
    Setting::number("CARD_SERVER_JOBS", "jobs that run at once", |limits| &mut limits.jobs),
    Setting::number("CARD_SERVER_CARDS", "cards that are kept", |limits| &mut limits.cards),
    Setting::number("CARD_SERVER_KEPT", "bytes of all cards that are kept", |limits| &mut limits.kept),
];

impl Setting {
    const fn number(name: &'static str, what: &'static str, place: fn(&mut Limits) -> &mut usize) -> Self {
        Self { name, what, place: Place::Number(place) }
    }

    const fn seconds(name: &'static str, what: &'static str, place: fn(&mut Limits) -> &mut Duration) -> Self {
        Self { name, what, place: Place::Seconds(place) }
    }

    /// The value, in its unit.
    pub fn value(&self, mut limits: Limits) -> u64 {
        match self.place {
            Place::Number(place) => *place(&mut limits) as u64,
            Place::Seconds(place) => place(&mut limits).as_secs(),
        }
    }

    fn set(&self, limits: &mut Limits, value: u64) -> Option<()> {
        match self.place {
            Place::Number(place) => *place(limits) = usize::try_from(value).ok()?,
            Place::Seconds(place) => *place(limits) = Duration::from_secs(value),
        }
        Some(())
    }
}

impl Limits {
    /// The limits that an environment asks for.
    ///
    /// # Errors
    /// A sentence about a variable that is not what it should be, or that begins as ours do and is none.
    pub fn from_environment(variables: impl Iterator<Item = (String, String)>) -> Result<Self, String> {
        let mut limits = Self::default();
        for (name, text) in variables.filter(|(name, _)| name.starts_with("CARD_SERVER_")) {
            if name == ADDRESS {
                continue;
            }
            let Some(setting) = SETTINGS.iter().find(|setting| setting.name == name) else {
                return Err(format!("there is no variable {name}; `card-server --help` lists them"));
            };
            let value = text.parse().ok().filter(|value| *value >= LEAST);
            if value.and_then(|value| setting.set(&mut limits, value)).is_none() {
                return Err(format!("{name} is {text:?}; it is a whole number from {LEAST}: {}", setting.what));
            }
        }
        Ok(limits)
    }
}

/// The variable that names the address, where the command line does not.
pub const ADDRESS: &str = "CARD_SERVER_ADDRESS";
