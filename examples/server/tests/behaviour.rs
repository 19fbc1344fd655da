//! What the service does with good, crooked, hostile, large, slow and unfinished uploads.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::http::{Request, StatusCode};
use card_server::{LEAST, Limits, ROUTES, SETTINGS, openapi, router, serve};
use http_body::Frame;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tower::ServiceExt as _;

const CARD: &str = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Wick","tags":"keeper",
    "description":"The night keeper of the lock.","first_mes":"Evening, {{user}}.","character_book":{"extensions":{},"entries":[
    {"keys":["bell"],"content":"It rings before a loss.","enabled":true,"insertion_order":1,"extensions":{}}]}}}"#;

async fn ask(service: &Router, method: &str, path: &str, body: impl Into<Body>) -> (StatusCode, Value) {
    let request = Request::builder().method(method).uri(path).body(body.into()).unwrap();
    let response = service.clone().oneshot(request).await.unwrap();
    let status = response.status();
    assert_eq!(response.headers().contains_key("retry-after"), status == StatusCode::SERVICE_UNAVAILABLE);
    let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap();
    (status, serde_json::from_slice(&bytes).unwrap_or(Value::Null))
}

#[tokio::test]
async fn a_card_is_validated_normalised_and_linted() {
    let service = router(Limits::default());
    let (status, held) = ask(&service, "POST", "/validate", CARD).await;
    assert_eq!((status, &held["card"]["name"]), (StatusCode::OK, &json!("Wick")), "{held}");
    let (status, made) = ask(&service, "POST", "/normalise", CARD).await;
    assert_eq!((status, &made["converted"]["to"]), (StatusCode::OK, &json!("v3")), "{made}");
    assert!(made["repaired"]["changes"].as_array().is_some_and(|changes| !changes.is_empty()), "{made}");
    let (status, found) = ask(&service, "POST", "/lint", CARD).await;
    assert!(status == StatusCode::OK && found["findings"].as_array().is_some_and(|all| !all.is_empty()), "{found}");
    let (status, problem) = ask(&service, "POST", "/normalise?to=v9", CARD).await;
    assert_eq!((status, &problem["error"]["class"]), (StatusCode::BAD_REQUEST, &json!("usage")));
}

#[tokio::test]
async fn a_kept_card_gives_the_prompt_of_each_turn_and_the_caller_keeps_the_memory() {
    let service = router(Limits { cards: 1, ..Limits::default() });
    let (_, kept) = ask(&service, "PUT", "/cards", CARD).await;
    let path = format!("/cards/{}/prompt", kept["id"].as_str().unwrap());
    let turn = json!({ "user": "Sam", "messages": [{ "role": "user", "content": "Did you hear the bell?" }] });
    let (status, first) = ask(&service, "POST", &path, turn.to_string()).await;
    assert_eq!(status, StatusCode::OK, "{first}");
    assert!(first["prompt"].to_string().contains("It rings before a loss."), "{first}");
    let next =
        json!({ "user": "Sam", "memory": first["memory"], "messages": [{ "role": "user", "content": "Well?" }] });
    assert_eq!(ask(&service, "POST", &path, next.to_string()).await.0, StatusCode::OK);
    assert_eq!(ask(&service, "POST", &path, "no turn").await.0, StatusCode::BAD_REQUEST);
    // A member that nobody knows is refused, and not a prompt without the chat.
    for crooked in [
        json!({ "mesages": [], "messages": [] }),
        json!({ "messages": [{ "role": "user", "content": "Hi", "text": "Hi" }] }),
        json!({ "messages": [], "profile": "nobody" }),
        json!({}),
    ] {
        let (status, problem) = ask(&service, "POST", &path, crooked.to_string()).await;
        assert_eq!(
            (status, &problem["error"]["class"]),
            (StatusCode::BAD_REQUEST, &json!("usage")),
            "{crooked}: {problem}"
        );
    }
    let client = json!({ "messages": [{ "role": "user", "content": "Did you hear the bell?" }], "profile": "sillytavern", "greeting": 0, "context": 4096 });
    assert_eq!(ask(&service, "POST", &path, client.to_string()).await.0, StatusCode::OK);
    // Another card takes the only place.
    ask(&service, "PUT", "/cards", CARD.replace("Wick", "Maren")).await;
    assert_eq!(ask(&service, "POST", &path, turn.to_string()).await.0, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn kept_cards_have_so_many_bytes_and_no_more() {
    let other = CARD.replace("Wick", "Maren");
    let turn = || json!({ "messages": [] }).to_string();
    // Both have room, or the second takes that of the first.
    for (kept, status) in [(2 * CARD.len() + 1, StatusCode::OK), (2 * CARD.len(), StatusCode::NOT_FOUND)] {
        let service = router(Limits { kept, ..Limits::default() });
        let (_, first) = ask(&service, "PUT", "/cards", CARD).await;
        // The same once more takes no more room.
        ask(&service, "PUT", "/cards", CARD).await;
        let (_, second) = ask(&service, "PUT", "/cards", other.clone()).await;
        for (answer, status) in [(first, status), (second, StatusCode::OK)] {
            let path = format!("/cards/{}/prompt", answer["id"].as_str().unwrap());
            assert_eq!(ask(&service, "POST", &path, turn()).await.0, status);
        }
    }
    let service = router(Limits { kept: CARD.len() - 1, ..Limits::default() });
    assert_eq!(ask(&service, "PUT", "/cards", CARD).await.0, StatusCode::PAYLOAD_TOO_LARGE);
}

#[tokio::test]
async fn hostile_uploads_are_refused_with_a_class_and_the_service_goes_on() {
    let service = router(Limits::default());
    let deep = format!(r#"{{"spec":"chara_card_v2","data":{}"#, r#"{"a":"#.repeat(100_000));
    let hostile: [&[u8]; 5] =
        [b"", b"<html>", b"\x89PNG\r\n\x1a\n\xff\xff\xff\xfftEXt", b"PK\x05\x06\xff\xff", deep.as_bytes()];
    for file in hostile {
        for path in ["/validate", "/normalise", "/lint"] {
            let (status, problem) = ask(&service, "POST", path, file.to_vec()).await;
            assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{path}: {problem}");
            assert!(problem["error"]["class"].is_string() && problem["error"]["message"].is_string(), "{problem}");
        }
    }
    assert_eq!(ask(&service, "POST", "/validate", CARD).await.0, StatusCode::OK);
}

/// A body of endless pieces, which counts them, or of none that ever comes.
struct Endless {
    given: Option<Arc<AtomicUsize>>,
}

impl http_body::Body for Endless {
    type Data = Bytes;
    type Error = std::io::Error;

    fn poll_frame(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<std::io::Result<Frame<Bytes>>>> {
        let Some(given) = &self.given else { return Poll::Pending };
        given.fetch_add(1, Ordering::Relaxed);
        Poll::Ready(Some(Ok(Frame::data(Bytes::from_static(&[b' '; 1_000])))))
    }
}

#[tokio::test]
async fn an_upload_is_cut_off_at_the_limit_while_it_comes_in() {
    let service = router(Limits { upload: 10_000, ..Limits::default() });
    let (status, problem) = ask(&service, "POST", "/validate", vec![b' '; 10_001]).await;
    assert_eq!((status, &problem["error"]["class"]), (StatusCode::PAYLOAD_TOO_LARGE, &json!("too-large")));
    let given = Arc::new(AtomicUsize::new(0));
    let endless = Body::new(Endless { given: Some(Arc::clone(&given)) });
    assert_eq!(ask(&service, "POST", "/validate", endless).await.0, StatusCode::PAYLOAD_TOO_LARGE);
    assert_eq!(given.load(Ordering::Relaxed), 11);
}

#[tokio::test]
async fn an_upload_that_never_comes_gives_its_place_back() {
    let service = router(Limits { uploads: 1, body: Duration::from_millis(1), ..Limits::default() });
    let (status, problem) = ask(&service, "POST", "/lint", Body::new(Endless { given: None })).await;
    assert_eq!((status, &problem["error"]["class"]), (StatusCode::REQUEST_TIMEOUT, &json!("slow")));
    let service = router(Limits { uploads: 0, ..Limits::default() });
    assert_eq!(ask(&service, "POST", "/lint", CARD).await.0, StatusCode::SERVICE_UNAVAILABLE);
}

/// The body of a browser's form, with a text before the file.
fn form(file: &[u8]) -> (String, Vec<u8>) {
    let mut body = b"--edge\r\ncontent-disposition: form-data; name=\"note\"\r\n\r\nHello\r\n--edge\r\ncontent-disposition: form-data; name=\"card\"; filename=\"a.png\"\r\n\r\n".to_vec();
    body.extend_from_slice(file);
    body.extend_from_slice(b"\r\n--edge--\r\n");
    ("multipart/form-data; boundary=edge".to_owned(), body)
}

async fn ask_in_form(service: &Router, path: &str, (kind, body): (String, Vec<u8>)) -> (StatusCode, Value) {
    let request =
        Request::builder().method("POST").uri(path).header("content-type", kind).body(Body::from(body)).unwrap();
    let response = service.clone().oneshot(request).await.unwrap();
    let status = response.status();
    let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap();
    (status, serde_json::from_slice(&bytes).unwrap_or(Value::Null))
}

#[tokio::test]
async fn a_form_of_a_browser_is_as_good_as_the_file_alone() {
    let service = router(Limits::default());
    let alone = ask(&service, "POST", "/validate", CARD).await;
    assert_eq!(ask_in_form(&service, "/validate", form(CARD.as_bytes())).await, alone);
    let empty =
        (form(b"").0, b"--edge\r\ncontent-disposition: form-data; name=\"note\"\r\n\r\nHello\r\n--edge--\r\n".to_vec());
    let (status, problem) = ask_in_form(&service, "/validate", empty).await;
    assert_eq!((status, &problem["error"]["class"]), (StatusCode::BAD_REQUEST, &json!("usage")));
    let cut_off = (form(b"").0, b"--edge\r\ncontent-disp".to_vec());
    assert_eq!(ask_in_form(&service, "/validate", cut_off).await.0, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn a_picture_comes_back_as_a_picture_repaired() {
    let service = router(Limits::default());
    let picture = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/cards/wick-v3.png")).unwrap();
    for (path, form) in [("/repair", "v3"), ("/normalise?as=file&to=v2", "v2")] {
        let request = Request::builder().method("POST").uri(path).body(Body::from(picture.clone())).unwrap();
        let response = service.clone().oneshot(request).await.unwrap();
        let head = |name: &str| response.headers()[name].to_str().unwrap().to_owned();
        assert_eq!((response.status(), &*head("content-type")), (StatusCode::OK, "image/png"), "{path}");
        assert_eq!(head("content-disposition"), "attachment; filename=\"card.png\"");
        assert!(head("x-cards-changes").parse::<usize>().is_ok() && head("x-cards-losses").parse::<usize>().is_ok());
        let file = to_bytes(response.into_body(), usize::MAX).await.unwrap();
        let opened = cards_kit::open(&file[..], &cards_kit::Limits::default()).unwrap();
        assert_eq!((opened.loaded.kind.as_str(), opened.document().content.form().id()), ("PNG", form), "{path}");
    }
    // What the JSON form of the answer says of a crooked card is in the file too.
    let (_, told) = ask(&service, "POST", "/normalise", CARD).await;
    let (status, made) = ask(&service, "POST", "/normalise?as=file", CARD).await;
    assert_eq!((status, &made["data"]["tags"]), (StatusCode::OK, &json!(["keeper"])), "{told}");
    assert_eq!(ask(&service, "POST", "/normalise?as=picture", CARD).await.0, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn whatever_goes_wrong_has_one_shape() {
    let service = router(Limits::default());
    for (method, path, status) in [
        ("GET", "/nothing", 404),
        ("GET", "/lint", 405),
        ("DELETE", "/cards", 405),
        ("POST", "/normalise?to=v2&to=v3", 400),
        ("POST", "/normalise?form=v2", 400),
        ("POST", "/lint?x=1", 400),
        ("POST", "/cards/%ff/prompt", 400),
        ("POST", "/cards/none/prompt", 404),
        ("POST", "/validate", 422),
    ] {
        let (found, problem) = ask(&service, method, path, "no card").await;
        assert_eq!(found.as_u16(), status, "{method} {path}: {problem}");
        assert!(
            problem["error"]["class"].is_string() && problem["error"]["message"].is_string(),
            "{method} {path}: {problem}"
        );
    }
    // What would tell a programmer which limit to raise tells a stranger nothing.
    let deep = format!(r#"{{"spec":"chara_card_v2","data":{}"#, r#"{"a":"#.repeat(100_000));
    let (_, problem) = ask(&service, "POST", "/validate", deep).await;
    assert!(!problem.to_string().contains("raise"), "{problem}");
}

#[tokio::test]
async fn an_answer_has_so_many_bytes_and_no_more() {
    let service = router(Limits { answer: 100, ..Limits::default() });
    let (status, problem) = ask(&service, "POST", "/validate", CARD).await;
    assert_eq!((status, &problem["error"]["class"]), (StatusCode::UNPROCESSABLE_ENTITY, &json!("answer-too-large")));
    assert_eq!(ask(&service, "POST", "/repair", CARD).await.0, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(ask(&service, "PUT", "/cards", CARD).await.0, StatusCode::OK);
}

#[tokio::test]
async fn all_uploads_together_have_so_much_room() {
    let service = router(Limits { memory: 64 << 10, ..Limits::default() });
    assert_eq!(ask(&service, "POST", "/validate", vec![b' '; 100_000]).await.0, StatusCode::SERVICE_UNAVAILABLE);
    // Of a body that does not say how long it is, no more is taken in than there is room.
    let given = Arc::new(AtomicUsize::new(0));
    let endless = Body::new(Endless { given: Some(Arc::clone(&given)) });
    assert_eq!(ask(&service, "POST", "/validate", endless).await.0, StatusCode::SERVICE_UNAVAILABLE);
    assert!(given.load(Ordering::Relaxed) < 70);
    assert_eq!(ask(&service, "POST", "/validate", CARD).await.0, StatusCode::OK);
}

#[tokio::test]
async fn the_description_is_that_of_the_answers() {
    let service = router(Limits::default());
    let described = openapi();
    let (_, told) = ask(&service, "GET", "/openapi.json", Body::empty()).await;
    assert_eq!(told, described);
    let of = |name: &str| {
        let whole = json!({ "$schema": "https://json-schema.org/draft/2020-12/schema", "$ref": format!("#/components/schemas/{name}"),
            "components": described["components"] });
        jsonschema::validator_for(&whole).unwrap()
    };
    let (_, kept) = ask(&service, "PUT", "/cards", CARD).await;
    let prompt = format!("/cards/{}/prompt", kept["id"].as_str().unwrap());
    let turn = json!({ "messages": [{ "role": "user", "content": "Did you hear the bell?" }], "user": "Sam" });
    assert!(of("Turn").is_valid(&turn) && !of("Turn").is_valid(&json!({ "mesages": [] })));
    let picture = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/cards/wick-v3.png")).unwrap();
    let asked: [(&str, &str, Vec<u8>, &str); 10] = [
        ("POST", "/validate", CARD.into(), "Inspection"),
        ("POST", "/validate", picture.clone(), "Inspection"),
        ("POST", "/lint", CARD.into(), "Lint"),
        ("POST", "/lint", picture.clone(), "Lint"),
        ("POST", "/normalise", CARD.into(), "Normalised"),
        ("POST", "/normalise?to=v2", picture, "Normalised"),
        ("PUT", "/cards", CARD.into(), "Kept"),
        ("POST", &prompt, turn.to_string().into(), "Answer"),
        ("POST", "/lint", b"no card".to_vec(), "Problem"),
        ("GET", "/nothing", Vec::new(), "Problem"),
    ];
    for (method, path, body, name) in asked {
        let (_, answer) = ask(&service, method, path, body).await;
        let wrong: Vec<_> = of(name).iter_errors(&answer).map(|error| error.to_string()).collect();
        assert!(wrong.is_empty(), "{method} {path}: {wrong:?} in {answer}");
    }
    // Every path of the description is one of the service, and takes the method that it says; every reference leads somewhere.
    for (method, path, _) in ROUTES {
        assert!(described["paths"][path][method].is_object());
        let (status, answer) = ask(&service, &method.to_uppercase(), &path.replace("{id}", "none"), "no card").await;
        assert!(
            !["no-route", "method"].contains(&answer["error"]["class"].as_str().unwrap_or_default()),
            "{method} {path}: {status}"
        );
    }
    let text = described.to_string();
    for reference in text.split("\"#/components/schemas/").skip(1) {
        let name = reference.split('"').next().unwrap();
        assert!(described["components"]["schemas"][name].is_object(), "{name}");
    }
}

#[tokio::test]
async fn figures_count_and_every_answer_has_an_id() {
    let service = router(Limits::default());
    for _ in 0..3 {
        ask(&service, "POST", "/validate", CARD).await;
    }
    ask(&service, "GET", "/a/path/of%22a%20stranger", Body::empty()).await;
    ask(&service, "PUT", "/cards", CARD).await;
    let request = Request::builder().uri("/metrics").header("x-request-id", "abc-1").body(Body::empty()).unwrap();
    let response = service.clone().oneshot(request).await.unwrap();
    assert_eq!(response.headers()["x-request-id"], "abc-1");
    let text = String::from_utf8(to_bytes(response.into_body(), usize::MAX).await.unwrap().to_vec()).unwrap();
    for line in [
        "card_server_requests_total{route=\"/validate\",status=\"200\"} 3",
        "card_server_request_seconds_count{route=\"/validate\"} 3",
        "card_server_kept_cards 1",
        "card_server_uploads 0",
        "card_server_held_bytes 0",
    ] {
        assert!(text.lines().any(|known| known == line), "no {line} in {text}");
    }
    // Each line is a comment or a name with its value; strangers make no names.
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        assert!(line.starts_with("card_server_") && line.rsplit(' ').next().unwrap().parse::<f64>().is_ok(), "{line}");
        assert!(!line.contains("stranger"), "{line}");
    }
    for crooked in ["", "a b", &"a".repeat(65)] {
        let request = Request::builder().uri("/health").header("x-request-id", crooked).body(Body::empty()).unwrap();
        let id = service.clone().oneshot(request).await.unwrap().headers()["x-request-id"].to_str().unwrap().to_owned();
        assert!(id.len() == 16 && id != crooked, "{id}");
    }
}

#[test]
fn options_come_from_the_environment_and_are_in_the_readme() {
    let of = |all: &[(&str, &str)]| {
        Limits::from_environment(all.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())))
    };
    let readme = include_str!("../README.md");
    for setting in SETTINGS {
        let limits = of(&[("PATH", "/bin"), (setting.name, "7"), ("CARD_SERVER_ADDRESS", "x")]).unwrap();
        assert_eq!(setting.value(limits), 7, "{}", setting.name);
        for other in SETTINGS.iter().filter(|other| other.name != setting.name) {
            assert_eq!(other.value(limits), other.value(Limits::default()), "{} sets {}", setting.name, other.name);
        }
        for crooked in ["", "0", "-1", "many", "99999999999999999999999"] {
            assert!(of(&[(setting.name, crooked)]).unwrap_err().contains(setting.name), "{} {crooked}", setting.name);
        }
        let value = match setting.name {
            "CARD_SERVER_JOBS" => "one for each processor".to_owned(),
            _ => setting.value(Limits::default()).to_string(),
        };
        let row = format!("| `{}` | {} | {value} |", setting.name, setting.what);
        assert!(readme.contains(&row), "README has no row {row}");
    }
    assert!(of(&[("CARD_SERVER_UPLAOD", "1")]).is_err());
}

#[tokio::test]
async fn what_is_under_way_is_answered_after_the_end_was_asked_for() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let served = tokio::spawn(serve(listener, Limits::default(), async move { drop(stopped.await) }));
    let mut client = tokio::net::TcpStream::connect(address).await.unwrap();
    let head = format!(
        "POST /validate HTTP/1.1\r\nhost: cards\r\nexpect: 100-continue\r\nconnection: close\r\ncontent-length: {}\r\n\r\n",
        CARD.len()
    );
    client.write_all(head.as_bytes()).await.unwrap();
    // The service says that it waits for the body, so the request is under way.
    let mut go_on = [0; 25];
    client.read_exact(&mut go_on).await.unwrap();
    assert_eq!(&go_on, b"HTTP/1.1 100 Continue\r\n\r\n");
    stop.send(()).unwrap();
    client.write_all(CARD.as_bytes()).await.unwrap();
    let mut answer = String::new();
    client.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n") && answer.contains("Wick"), "{answer}");
    served.await.unwrap().unwrap();
    assert!(tokio::net::TcpStream::connect(address).await.is_err());
}

/// A service in this process, and how it is asked to end.
async fn started(
    limits: Limits,
) -> (std::net::SocketAddr, tokio::sync::oneshot::Sender<()>, tokio::task::JoinHandle<std::io::Result<()>>) {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let served = tokio::spawn(serve(listener, limits, async move { drop(stopped.await) }));
    (address, stop, served)
}

/// Reads until the other side ends the connection, however it does.
async fn to_its_end(client: &mut tokio::net::TcpStream) -> usize {
    let (mut all, mut room) = (0, vec![0; 64 << 10]);
    while let Ok(count) = client.read(&mut room).await
        && count > 0
    {
        all += count;
    }
    all
}

/// The longest that a test waits for what takes no time: a failure, and no measure of speed.
const PATIENCE: Duration = Duration::from_secs(60);

#[tokio::test]
async fn a_reader_that_takes_nothing_is_left_and_its_place_is_free_again() {
    let limits = Limits { uploads: 1, write: Duration::from_millis(300), ..Limits::default() };
    let (address, stop, served) = started(limits).await;
    // More than the system keeps for a connection.
    let large = CARD.replace("The night keeper", &"The night keeper ".repeat(800_000));
    let mut slow = tokio::net::TcpStream::connect(address).await.unwrap();
    let head = format!("POST /repair HTTP/1.1\r\nhost: cards\r\ncontent-length: {}\r\n\r\n", large.len());
    slow.write_all(head.as_bytes()).await.unwrap();
    slow.write_all(large.as_bytes()).await.unwrap();
    // The answer begins, and then nobody reads.
    slow.read_exact(&mut [0; 12]).await.unwrap();
    let ask = async || {
        let mut client = tokio::net::TcpStream::connect(address).await.unwrap();
        let head = format!(
            "POST /lint HTTP/1.1\r\nhost: cards\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{CARD}",
            CARD.len()
        );
        client.write_all(head.as_bytes()).await.unwrap();
        let mut answer = String::new();
        client.read_to_string(&mut answer).await.unwrap();
        answer
    };
    assert!(ask().await.starts_with("HTTP/1.1 503 "), "the place is held while the answer has not left");
    let free = async {
        while !ask().await.starts_with("HTTP/1.1 200 ") {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(PATIENCE, free).await.unwrap();
    assert!(to_its_end(&mut slow).await < large.len(), "what was not read is not sent");
    drop(stop);
    served.await.unwrap().unwrap();
}

#[tokio::test]
async fn a_reader_that_takes_its_time_gets_all() {
    let limits = Limits { write: Duration::from_secs(20), ..Limits::default() };
    let (address, stop, served) = started(limits).await;
    let large = CARD.replace("The night keeper", &"The night keeper ".repeat(200_000));
    let mut client = tokio::net::TcpStream::connect(address).await.unwrap();
    let head =
        format!("POST /repair HTTP/1.1\r\nhost: cards\r\nconnection: close\r\ncontent-length: {}\r\n\r\n", large.len());
    client.write_all(head.as_bytes()).await.unwrap();
    client.write_all(large.as_bytes()).await.unwrap();
    let (mut all, mut room) = (0, vec![0; 2 * LEAST]);
    loop {
        let count = client.read(&mut room).await.unwrap();
        if count == 0 {
            break;
        }
        all += count;
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    assert!(all > large.len(), "{all}");
    drop(stop);
    served.await.unwrap().unwrap();
}

#[tokio::test]
async fn half_heads_and_idle_connections_are_cut_off() {
    let limits = Limits { head: Duration::from_millis(200), ..Limits::default() };
    let (address, stop, served) = started(limits).await;
    let mut clients = Vec::new();
    for number in 0..60 {
        let mut client = tokio::net::TcpStream::connect(address).await.unwrap();
        match number % 3 {
            0 => client.write_all(b"POST /lint HTTP/1.1\r\nhost: ca").await.unwrap(),
            // One that asked already and says nothing more.
            1 => client.write_all(b"GET /health HTTP/1.1\r\nhost: cards\r\n\r\n").await.unwrap(),
            _ => {}
        }
        clients.push(client);
    }
    for mut client in clients {
        tokio::time::timeout(PATIENCE, to_its_end(&mut client)).await.unwrap();
    }
    drop(stop);
    served.await.unwrap().unwrap();
}

#[tokio::test]
async fn one_connection_too_many_is_closed_and_the_others_go_on() {
    let (address, stop, served) = started(Limits { connections: 2, ..Limits::default() }).await;
    let ask = b"GET /health HTTP/1.1\r\nhost: cards\r\n\r\n";
    let mut two = Vec::new();
    for _ in 0..2 {
        let mut client = tokio::net::TcpStream::connect(address).await.unwrap();
        client.write_all(ask).await.unwrap();
        client.read_exact(&mut [0; 15]).await.unwrap();
        two.push(client);
    }
    let mut third = tokio::net::TcpStream::connect(address).await.unwrap();
    assert_eq!(tokio::time::timeout(PATIENCE, to_its_end(&mut third)).await.unwrap(), 0);
    two[0].write_all(ask).await.unwrap();
    two[0].read_exact(&mut [0; 15]).await.unwrap();
    drop(two);
    drop(stop);
    served.await.unwrap().unwrap();
}

#[tokio::test]
async fn the_end_waits_for_nobody_longer_than_it_says() {
    let limits = Limits { drain: Duration::from_millis(200), head: PATIENCE, body: PATIENCE, ..Limits::default() };
    let (address, stop, served) = started(limits).await;
    let mut half = tokio::net::TcpStream::connect(address).await.unwrap();
    half.write_all(b"POST /lint HTTP/1.1\r\nhost: ca").await.unwrap();
    let mut body = tokio::net::TcpStream::connect(address).await.unwrap();
    body.write_all(b"POST /lint HTTP/1.1\r\nhost: cards\r\ncontent-length: 10\r\n\r\n{").await.unwrap();
    let mut idle = tokio::net::TcpStream::connect(address).await.unwrap();
    idle.write_all(b"GET /ready HTTP/1.1\r\nhost: cards\r\n\r\n").await.unwrap();
    idle.read_exact(&mut [0; 15]).await.unwrap();
    drop(stop);
    tokio::time::timeout(PATIENCE / 2, served).await.unwrap().unwrap().unwrap();
}
