//! What the service does with good, crooked, hostile, large, slow and unfinished uploads.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::http::{Request, StatusCode};
use card_server::{Limits, router, serve};
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
    let service = router(Limits { uploads: 1, patience: Duration::from_millis(1), ..Limits::default() });
    let (status, problem) = ask(&service, "POST", "/lint", Body::new(Endless { given: None })).await;
    assert_eq!((status, &problem["error"]["class"]), (StatusCode::REQUEST_TIMEOUT, &json!("slow")));
    let service = router(Limits { uploads: 0, ..Limits::default() });
    assert_eq!(ask(&service, "POST", "/lint", CARD).await.0, StatusCode::SERVICE_UNAVAILABLE);
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
