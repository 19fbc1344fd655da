//! A folder, served to this machine alone.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::failure::Failure;

/// Bytes of a request's first line that are read.
const LINE: u64 = 8 << 10;
/// How long a client may take to say what it wants.
const PATIENCE: Duration = Duration::from_secs(5);

/// Serves the files of a folder, one request after the other.
pub fn run(folder: &Path, port: u16) -> Result<(), Failure> {
    if !folder.join("index.html").is_file() {
        return Err(Failure::new(format!("there is no page in {}", folder.display())));
    }
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
    println!("web: http://localhost:{port}/ until Ctrl-C");
    for stream in listener.incoming().flatten() {
        // A client that goes away is none of our business.
        let _ = answer(stream, folder);
    }
    Ok(())
}

fn answer(mut stream: TcpStream, folder: &Path) -> Result<(), Failure> {
    stream.set_read_timeout(Some(PATIENCE))?;
    let mut line = String::new();
    BufReader::new(stream.try_clone()?.take(LINE)).read_line(&mut line)?;
    let file = line.strip_prefix("GET ").and_then(|rest| rest.split(' ').next()).and_then(|path| file(folder, path));
    let (status, kind, body) = match file.as_ref().and_then(|file| Some((file, fs::read(file).ok()?))) {
        Some((file, body)) => ("200 OK", kind(file), body),
        None => ("404 Not Found", "text/plain", b"there is no such file\n".to_vec()),
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes())?;
    stream.write_all(&body)?;
    Ok(())
}

/// The file of a path: plain names below the folder, and nothing else.
fn file(folder: &Path, path: &str) -> Option<PathBuf> {
    let path = path.split(['?', '#']).next().unwrap_or_default().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    let is_plain = |name: &str| {
        !name.is_empty()
            && !name.starts_with('.')
            && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_'))
    };
    path.split('/').all(is_plain).then(|| folder.join(path))
}

fn kind(file: &Path) -> &'static str {
    match file.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("json" | "webmanifest") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::file;
    use std::path::{Path, PathBuf};

    #[test]
    fn no_path_leaves_the_folder() {
        let folder = Path::new("dist");
        assert_eq!(file(folder, "/"), Some(PathBuf::from("dist/index.html")));
        assert_eq!(file(folder, "/a/b.js?x=1"), Some(PathBuf::from("dist/a/b.js")));
        for path in ["/../Cargo.toml", "/a/../../b", "/a//b", "/.git", "/%2e%2e/x", "/C:/x", "/a\\b"] {
            assert_eq!(file(folder, path), None, "{path}");
        }
    }
}
