//! `passant page`: the files of a folder, and nothing else.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use crate::run::run_with;

/// A server that ends with the test.
struct Server {
    process: Child,
    /// `127.0.0.1:PORT`.
    host: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

impl Server {
    fn start(folder: &str) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_passant"));
        let command = command.args(["page", "--folder", folder]);
        let mut process = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut address = String::new();
        let output = process.stdout.take().unwrap();
        BufReader::new(output).read_line(&mut address).unwrap();
        let host = address.trim().strip_prefix("http://").unwrap();
        let host = host.strip_suffix('/').unwrap().to_owned();
        Self { process, host }
    }

    /// Returns the head and the body of the answer to a request.
    fn answer(&self, request: &str) -> (String, String) {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        let host = &self.host;
        write!(
            stream,
            "{request} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
        )
        .unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        (head.to_owned(), body.to_owned())
    }
}

#[test]
fn serves_the_files_of_the_folder_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page");
    fs::create_dir_all(page.join("module")).unwrap();
    fs::write(folder.path().join("secret.txt"), "not for you").unwrap();
    fs::write(page.join("index.html"), "<title>passant</title>").unwrap();
    fs::write(page.join("module/main.js"), "let x;").unwrap();
    fs::write(page.join("passant_page.wasm"), "code").unwrap();
    let server = Server::start(page.to_str().unwrap());

    let (head, body) = server.answer("GET /");
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    assert!(
        head.contains("Content-Type: text/html; charset=utf-8"),
        "{head}"
    );
    assert_eq!(body, "<title>passant</title>");
    let (head, body) = server.answer("GET /module/main.js?v=1");
    assert!(head.contains("Content-Type: text/javascript"), "{head}");
    assert_eq!(body, "let x;");
    let (head, _) = server.answer("GET /passant_page.wasm");
    assert!(head.contains("Content-Type: application/wasm"), "{head}");
    for missing in [
        "GET /module",
        "GET /../secret.txt",
        "GET /%2e%2e/secret.txt",
        "GET //secret.txt",
    ] {
        let (head, body) = server.answer(missing);
        assert!(head.starts_with("HTTP/1.1 404"), "{missing}: {head}");
        assert_eq!(body, "", "{missing}");
    }
    let (head, _) = server.answer("POST /");
    assert!(head.starts_with("HTTP/1.1 405"), "{head}");

    // The port is taken.
    let port = server.host.rsplit(':').next().unwrap();
    let folder = page.to_str().unwrap();
    let second = run_with(&["page", "--folder", folder, "--port", port]).exits_with(2);
    assert!(
        second.stderr.contains("--port names another"),
        "{}",
        second.stderr
    );
}

#[test]
fn says_where_a_page_comes_from() {
    let none = run_with(&["page"]).exits_with(2);
    assert!(
        none.stderr.contains("cargo xtask page builds it"),
        "{}",
        none.stderr
    );
    let folder = tempfile::tempdir().unwrap();
    let empty = run_with(&["page", "--folder", folder.path().to_str().unwrap()]).exits_with(2);
    assert!(
        empty.stderr.contains("it has no index.html"),
        "{}",
        empty.stderr
    );
}
