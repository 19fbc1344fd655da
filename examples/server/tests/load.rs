//! The service as a process of its own under load, with hostile uploads in the mix: every answer is accounted for, and is the one
//! that a service without load gives.
//!
//! Two seconds unless `LOAD_SECONDS` says otherwise; files of the folder `HOSTILE` are in the mix too, where it is given. With
//! `--release` and `--nocapture` it prints figures that mean something:
//! `LOAD_SECONDS=60 cargo test --release --test load -- --nocapture`.

use std::collections::BTreeMap;
use std::io::BufRead as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::http::{Request, StatusCode};
use card_server::{Limits, router};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpStream;
use tower::ServiceExt as _;

/// Clients that ask one thing after the other.
const CLIENTS: usize = 16;
/// Clients that send half of an upload and then nothing, until they are told to go.
const IDLERS: usize = 4;

/// A request, and what the service says to it without load.
struct Case {
    kind: &'static str,
    method: &'static str,
    path: String,
    body: Bytes,
    status: u16,
    /// The whole answer, where it is the same each time.
    answer: Option<Bytes>,
}

/// What a client saw.
#[derive(Default)]
struct Seen {
    /// Answers by kind of request and status.
    answers: BTreeMap<(&'static str, u16), usize>,
    /// Uploads that the client itself left half way.
    left: usize,
    /// How long each answer took, by kind of request.
    times: BTreeMap<&'static str, Vec<Duration>>,
}

#[tokio::test(flavor = "multi_thread")]
async fn under_load_every_answer_is_the_one_that_is_given_without() {
    let seconds = std::env::var("LOAD_SECONDS").map_or(2, |text| text.parse().unwrap());
    let cases = Arc::new(cases().await);
    let (mut service, address) = start();
    // The cards that prompts are asked of.
    let mut seen = Seen::default();
    let mut line = Line::open(&address).await;
    for case in cases.iter().filter(|case| case.kind == "card kept") {
        line.ask(case, &mut seen).await;
    }
    let (begun, end) = (Instant::now(), Instant::now() + Duration::from_secs(seconds));
    let clients: Vec<_> =
        (0..CLIENTS).map(|number| tokio::spawn(client(number, address.clone(), Arc::clone(&cases), end))).collect();
    let idlers: Vec<_> = (0..IDLERS).map(|_| tokio::spawn(idle(address.clone(), end))).collect();
    for client in clients {
        let each = client.await.unwrap();
        seen.left += each.left;
        each.times.into_iter().for_each(|(kind, times)| seen.times.entry(kind).or_default().extend(times));
        each.answers.into_iter().for_each(|(what, count)| *seen.answers.entry(what).or_default() += count);
    }
    let took = begun.elapsed();
    let mut sent_away = 0;
    for idler in idlers {
        sent_away += idler.await.unwrap();
    }
    let memory = peak(service.0.id());
    stop(&mut service.0);

    let kinds: Vec<&str> = seen.answers.keys().map(|(kind, _)| *kind).collect();
    assert!(cases.iter().all(|case| kinds.contains(&case.kind)), "not every kind was asked: {kinds:?}");
    let mut all: Vec<_> = seen.times.values().flatten().copied().collect();
    println!(
        "{} answers in {:.1} s: {:.0} a second",
        all.len(),
        took.as_secs_f64(),
        all.len() as f64 / took.as_secs_f64()
    );
    println!("{}", shares("all", &mut all));
    for (kind, times) in &mut seen.times {
        println!("{}", shares(kind, times));
    }
    println!("{} uploads left half way, {sent_away} sent away as too slow", seen.left);
    if let Some(memory) = memory {
        println!("{} MB of memory at most", memory / 1024);
    }
    for ((kind, status), count) in &seen.answers {
        println!("{count:>8} {status} {kind}");
    }
}

/// How long the answers of a kind took.
fn shares(kind: &str, times: &mut [Duration]) -> String {
    times.sort();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    format!("{kind}: half within {:.1?}, 99 of 100 within {:.1?}, the last within {:.1?}", at(0.5), at(0.99), at(1.0))
}

/// Asks at random until the end; each answer must be the known one.
async fn client(number: usize, address: String, cases: Arc<Vec<Case>>, end: Instant) -> Seen {
    let (mut seen, mut state) = (Seen::default(), number as u64 + 1);
    let mut line = Line::open(&address).await;
    // Each client begins elsewhere, so that a short run asks everything too.
    let begun = number * cases.len() / CLIENTS;
    let mut next = begun;
    // Its share of all kinds at least, however slow the machine is.
    while Instant::now() < end || next - begun <= cases.len() / CLIENTS {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        if state >> 58 == 0 {
            let mut left = TcpStream::connect(&address).await.unwrap();
            left.write_all(b"POST /lint HTTP/1.1\r\nhost: cards\r\ncontent-length: 1000\r\n\r\n{\"spec\"")
                .await
                .unwrap();
            drop(left);
            seen.left += 1;
        }
        line.ask(&cases[next % cases.len()], &mut seen).await;
        next += 1;
    }
    seen
}

/// Holds places with uploads that do not end, and counts how often it was sent away for that.
async fn idle(address: String, end: Instant) -> usize {
    let mut sent_away = 0;
    while Instant::now() < end {
        let mut line = Line::open(&address).await;
        let half = b"POST /validate HTTP/1.1\r\nhost: cards\r\ncontent-length: 1000\r\n\r\n{\"spec\"";
        line.stream.get_mut().write_all(half).await.unwrap();
        if let Ok((status, _)) = tokio::time::timeout_at(end.into(), line.answer()).await {
            assert_eq!(status, StatusCode::REQUEST_TIMEOUT.as_u16());
            sent_away += 1;
        }
    }
    sent_away
}

/// A connection that is kept.
struct Line {
    stream: BufReader<TcpStream>,
    address: String,
    /// An answer came over it.
    used: bool,
    closed: bool,
}

impl Line {
    async fn open(address: &str) -> Self {
        let stream = TcpStream::connect(address).await.unwrap();
        stream.set_nodelay(true).unwrap();
        Self { stream: BufReader::new(stream), address: address.to_owned(), used: false, closed: false }
    }

    async fn open_anew(&mut self) {
        let address = std::mem::take(&mut self.address);
        *self = Self::open(&address).await;
    }

    async fn ask(&mut self, case: &Case, seen: &mut Seen) {
        let begun = Instant::now();
        let Case { kind, method, path, body, .. } = case;
        // Of what is too large by its head alone, nothing is sent but the head.
        let too_large = case.status == StatusCode::PAYLOAD_TOO_LARGE.as_u16();
        let head = format!("{method} {path} HTTP/1.1\r\nhost: cards\r\ncontent-length: {}\r\n\r\n", body.len());
        if self.closed {
            self.open_anew().await;
        }
        // A service may close a connection after any answer, as it does where it had no need of a whole upload. Whoever asks over it
        // at that moment asks again over a new one; over a new one nothing may fail.
        let (status, answer) = loop {
            let stream = self.stream.get_mut();
            let sent = stream.write_all(head.as_bytes()).await;
            let sent = if too_large || sent.is_err() { sent } else { stream.write_all(body).await };
            if self.used && (sent.is_err() || self.stream.fill_buf().await.map_or(true, <[u8]>::is_empty)) {
                self.open_anew().await;
                continue;
            }
            sent.unwrap();
            break self.answer().await;
        };
        assert_eq!(status, case.status, "{kind}: {}", String::from_utf8_lossy(&answer));
        if let Some(known) = &case.answer {
            assert!(answer == known[..], "{kind}: {}", String::from_utf8_lossy(&answer));
        }
        seen.times.entry(kind).or_default().push(begun.elapsed());
        *seen.answers.entry((kind, status)).or_default() += 1;
        (self.used, self.closed) = (true, self.closed | too_large);
    }

    /// The next answer: its status and its body.
    async fn answer(&mut self) -> (u16, Vec<u8>) {
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(self.stream.read_u8().await.unwrap());
        }
        let head = String::from_utf8(head).unwrap().to_lowercase();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap();
        let mut body = vec![0; length.parse().unwrap()];
        self.stream.read_exact(&mut body).await.unwrap();
        self.closed |= head.contains("connection: close");
        (status, body)
    }
}

/// Every request of the mix, with what a service in this process answers, one at a time.
async fn cases() -> Vec<Case> {
    let service = router(Limits::default());
    let turn = r#"{"user":"Sam","messages":[{"role":"user","content":"Did you hear the bell?"}]}"#;
    let mut cases = Vec::new();
    for file in good() {
        for (kind, path) in
            [("card validated", "/validate"), ("card linted", "/lint"), ("card normalised", "/normalise")]
        {
            // A conversion gives new ids.
            let same = path != "/normalise";
            cases.push(case(&service, kind, "POST", path, file.clone(), same).await);
        }
        let kept = case(&service, "card kept", "PUT", "/cards", file.clone(), true).await;
        // The id is the hash of the card as it was sent.
        let hash = cards_library::row(&file[..], &Default::default(), &Default::default()).unwrap().content_hash;
        let answer: serde_json::Value = serde_json::from_slice(kept.answer.as_deref().unwrap()).unwrap();
        assert_eq!(answer, serde_json::json!({ "id": hash }));
        cases.push(kept);
        let path = format!("/cards/{hash}/prompt");
        cases.push(case(&service, "prompt", "POST", &path, turn.as_bytes().to_vec().into(), true).await);
    }
    assert!(cases.iter().all(|case| case.status == StatusCode::OK.as_u16()));
    for file in hostile() {
        for path in ["/validate", "/normalise", "/lint"] {
            cases.push(case(&service, "hostile file", "POST", path, file.clone(), path != "/normalise").await);
        }
    }
    let large = vec![b' '; Limits::default().upload + 1];
    cases.push(case(&service, "too large", "POST", "/validate", large.into(), true).await);
    cases.push(case(&service, "no such card", "POST", "/cards/none/prompt", turn.into(), true).await);
    cases
}

async fn case(service: &Router, kind: &'static str, method: &'static str, path: &str, body: Bytes, same: bool) -> Case {
    let request = Request::builder().method(method).uri(path).body(Body::from(body.clone())).unwrap();
    let response = service.clone().oneshot(request).await.unwrap();
    let status = response.status().as_u16();
    let answer = to_bytes(response.into_body(), usize::MAX).await.unwrap();
    Case { kind, method, path: path.to_owned(), body, status, answer: same.then_some(answer) }
}

/// The cards of the fixtures.
fn good() -> Vec<Bytes> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/cards");
    let is_card = |file: &Bytes| {
        cards_kit::open(&file[..], &cards_kit::Limits::default()).is_ok_and(|opened| opened.card().is_some())
    };
    let files: Vec<_> = files(&folder).into_iter().filter(is_card).collect();
    assert!(!files.is_empty(), "{} holds no card", folder.display());
    files
}

/// Files that are made to hurt.
fn hostile() -> Vec<Bytes> {
    let deep = format!(r#"{{"spec":"chara_card_v2","data":{}"#, r#"{"a":"#.repeat(100_000));
    let wide = format!(r#"{{"spec":"chara_card_v2","data":{{"tags":[{}""]}}}}"#, r#""","#.repeat(200_000));
    let mut all: Vec<Bytes> = vec![
        Bytes::new(),
        Bytes::from_static(b"<html>"),
        Bytes::from_static(b"\x89PNG\r\n\x1a\n\xff\xff\xff\xfftEXt"),
        Bytes::from_static(b"PK\x05\x06\xff\xff"),
        deep.into(),
        wide.into(),
    ];
    // Each card with its second half gone.
    all.extend(good().into_iter().map(|file| file.slice(..file.len() / 2)));
    if let Some(folder) = std::env::var_os("HOSTILE") {
        all.extend(files(Path::new(&folder)).into_iter().filter(|file| file.len() <= Limits::default().upload));
    }
    all
}

fn files(folder: &Path) -> Vec<Bytes> {
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.into_iter().filter(|path| path.is_file()).map(|path| std::fs::read(path).unwrap().into()).collect()
}

/// The service, which ends with the test, however that ends.
struct Service(Child);

impl Drop for Service {
    fn drop(&mut self) {
        // It may have ended in good order.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The service at an address of its own choice.
fn start() -> (Service, String) {
    let mut service = Command::new(env!("CARGO_BIN_EXE_card-server"));
    let mut service = Service(service.arg("127.0.0.1:0").stdout(Stdio::piped()).spawn().unwrap());
    let mut line = String::new();
    std::io::BufReader::new(service.0.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim_end().rsplit("http://").next().unwrap().to_owned();
    (service, address)
}

/// Asks the service to end, which it does in good order where it can be asked.
fn stop(service: &mut Child) {
    if cfg!(unix) {
        Command::new("sh").args(["-c", "kill \"$0\""]).arg(service.id().to_string()).status().unwrap();
        assert!(service.wait().unwrap().success());
    } else {
        service.kill().unwrap();
        service.wait().unwrap();
    }
}

/// The most memory that a process had so far in KB, where the system says so.
fn peak(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}
