//! The service as a process of its own under those who mean it ill: readers that take nothing, heads that never end.

#![cfg(target_os = "linux")]

use std::io::{BufRead as _, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// What memory the service may have at most, in MB.
const MOST: u64 = 512;
/// Bytes of the card whose answer nobody reads.
const LARGE: usize = 15 << 20;
const READERS: usize = 130;
const HEADS: usize = 900;
/// Within which half a head is cut off.
const CUT_OFF: Duration = Duration::from_secs(10);
/// The longest that the end may take: twice what it says.
const END: Duration = Duration::from_secs(20);

/// The service, which ends with the test, however that ends.
struct Service(Child, String);

impl Drop for Service {
    fn drop(&mut self) {
        // It may have ended in good order.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Service {
    fn start() -> Self {
        let mut service = Command::new(env!("CARGO_BIN_EXE_card-server"));
        let mut service = service.arg("127.0.0.1:0").stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        std::io::BufReader::new(service.stdout.take().unwrap()).read_line(&mut line).unwrap();
        Self(service, line.trim_end().rsplit("http://").next().unwrap().to_owned())
    }

    fn connect(&self) -> TcpStream {
        TcpStream::connect(&self.1).unwrap()
    }

    /// The most memory that it had so far, in MB.
    fn peak(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.0.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        line.split_whitespace().next().unwrap().parse::<u64>().unwrap() / 1024
    }

    /// The status of an answer to a small request.
    fn health(&self) -> String {
        let mut client = self.connect();
        client.write_all(b"GET /health HTTP/1.1\r\nhost: cards\r\nconnection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        client.read_to_string(&mut answer).unwrap();
        answer
    }

    fn asked_to_end(&self) {
        assert!(Command::new("sh").args(["-c", "kill \"$0\""]).arg(self.0.id().to_string()).status().unwrap().success());
    }
}

#[test]
fn readers_that_take_nothing_hold_no_more_than_there_is_room_for() {
    let service = Service::start();
    let text = "word ".repeat(LARGE / 5);
    let card =
        format!(r#"{{"spec":"chara_card_v2","spec_version":"2.0","data":{{"name":"Wick","description":"{text}"}}}}"#);
    let head = format!("POST /repair HTTP/1.1\r\nhost: cards\r\ncontent-length: {}\r\n\r\n", card.len());
    let mut held = Vec::new();
    for _ in 0..READERS {
        let mut client = service.connect();
        client.set_write_timeout(Some(Duration::from_secs(5))).unwrap();
        // One that is turned away may not take all of it.
        let _ = client.write_all(head.as_bytes()).and_then(|()| client.write_all(card.as_bytes()));
        held.push(client);
    }
    let peak = service.peak();
    println!("{READERS} readers of {LARGE} bytes: {peak} MB at most");
    assert!(peak < MOST, "{peak} MB");
    assert!(service.health().starts_with("HTTP/1.1 200 "));
}

#[test]
fn heads_that_never_end_are_cut_off_and_do_not_keep_it_from_ending() {
    let mut service = Service::start();
    let begun = Instant::now();
    let half = |service: &Service| {
        let mut client = service.connect();
        client.set_read_timeout(Some(CUT_OFF * 6)).unwrap();
        // One too many is closed before it says anything.
        let _ = client.write_all(b"POST /validate HTTP/1.1\r\nhost: ca");
        client
    };
    let heads: Vec<_> = (0..HEADS).map(|_| half(&service)).collect();
    let made = begun.elapsed();
    for mut client in heads {
        let mut rest = Vec::new();
        let ended = client.read_to_end(&mut rest);
        assert!(ended.is_ok() || ended.is_err_and(|error| error.kind() == std::io::ErrorKind::ConnectionReset));
    }
    let took = begun.elapsed();
    println!("{HEADS} half heads in {made:.1?}, the last one cut off after {took:.1?}");
    assert!(took < CUT_OFF + made, "{took:.1?}");
    assert!(service.health().starts_with("HTTP/1.1 200 "));

    let _half = half(&service);
    let begun = Instant::now();
    service.asked_to_end();
    assert!(service.0.wait().unwrap().success());
    assert!(begun.elapsed() < END, "{:.1?}", begun.elapsed());
}
