//! `passant page`: serves the page for a browser.

use std::collections::BTreeMap;
use std::fs;
use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};

use clap::Args;
use tiny_http::{Header, Method, Request, Response, Server};
use walkdir::WalkDir;

use crate::installed::find_page;
use crate::{CliError, ExitCode, report};

/// The end of `passant page --help`.
const NOTES: &str = "\
The page shows the en passant right while a game is played, why a capture is illegal, twelve lessons
and more at random, and judges what an engine printed. Everything is computed in the browser; the
server sends its files to this machine only, and to nobody else.

Examples:
  passant page --open
  passant page --port 8000 --folder target/page    serves what cargo xtask page has built

Exit codes: 2 there is no page in the folder, or the port is taken. Ctrl-C ends the server.";

/// The arguments of `passant page`.
#[derive(Args)]
#[command(after_long_help = NOTES)]
pub struct PageArguments {
    /// Open the page in the browser
    #[arg(long)]
    pub open: bool,

    /// The port on the loopback address [default: any that is free]
    #[arg(long, value_name = "PORT", value_parser = clap::value_parser!(u16).range(1..))]
    pub port: Option<u16>,

    /// The folder of the page [default: the page that was installed with the program]
    #[arg(long, value_name = "DIR")]
    pub folder: Option<PathBuf>,
}

/// The files of the page by their paths in the address, with their types. All are read before anybody asks, so no request
/// can name another file.
struct Files(BTreeMap<String, (&'static str, Vec<u8>)>);

/// The endings of files, and their types.
const TYPES: [(&str, &str); 7] = [
    ("css", "text/css; charset=utf-8"),
    ("html", "text/html; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("svg", "image/svg+xml"),
    ("wasm", "application/wasm"),
    ("json", "application/json"),
    ("txt", "text/plain; charset=utf-8"),
];

/// Serves the page until the process ends.
pub fn run(arguments: &PageArguments) -> Result<ExitCode, CliError> {
    let folder = match &arguments.folder {
        Some(folder) => folder.clone(),
        None => find_page().ok_or_else(|| {
            CliError::bad_input(
                "no page was installed with this program: the archives and packages of a release have one; \
                 from the source, cargo xtask page builds it, and --folder target/page names it",
            )
        })?,
    };
    let files = Files::read(&folder)?;
    let port = arguments.port.unwrap_or(0);
    let cannot_listen = |error| {
        CliError::bad_input(format!(
            "port {port} cannot be used: {error}; --port names another"
        ))
    };
    let server = Server::http((Ipv4Addr::LOCALHOST, port)).map_err(cannot_listen)?;
    let port = server.server_addr().to_ip().map_or(port, |it| it.port());
    let address = format!("http://127.0.0.1:{port}/");
    report::print(&format!("{address}\n"))?;
    if arguments.open
        && let Err(error) = open::that_detached(&address)
    {
        report::warn(&format!(
            "cannot open a browser ({error}); open the address above\n"
        ));
    }
    for request in server.incoming_requests() {
        // A browser that goes away before the answer is no error.
        let _ = files.answer(request);
    }
    Ok(ExitCode::Ok)
}

impl Files {
    fn read(folder: &Path) -> Result<Self, CliError> {
        let mut files = BTreeMap::new();
        let no_page = |error: &dyn std::fmt::Display| {
            CliError::bad_input(format!("{} has no page: {error}", folder.display()))
        };
        for entry in WalkDir::new(folder) {
            let entry = entry.map_err(|error| no_page(&error))?;
            let path = entry.path();
            if !entry.file_type().is_file() {
                continue;
            }
            let parts = path.strip_prefix(folder).into_iter().flatten();
            let parts: Vec<_> = parts.map(|it| it.to_string_lossy()).collect();
            let address = format!("/{}", parts.join("/"));
            let bytes = fs::read(path).map_err(|error| no_page(&error))?;
            files.insert(address, (type_of(path), bytes));
        }
        if !files.contains_key("/index.html") {
            return Err(no_page(&"it has no index.html"));
        }
        Ok(Self(files))
    }

    fn answer(&self, request: Request) -> std::io::Result<()> {
        if !matches!(request.method(), Method::Get | Method::Head) {
            return request.respond(Response::empty(405));
        }
        let path = request.url().split('?').next().unwrap_or_default();
        let path = if path == "/" { "/index.html" } else { path };
        let Some((kind, bytes)) = self.0.get(path) else {
            return request.respond(Response::empty(404));
        };
        let mut response = Response::from_data(bytes.as_slice());
        response.add_header(header("Content-Type", kind));
        // A newer program has a newer page.
        response.add_header(header("Cache-Control", "no-cache"));
        request.respond(response)
    }
}

fn type_of(path: &Path) -> &'static str {
    let ending = path.extension().unwrap_or_default();
    let mut types = TYPES.iter();
    types
        .find(|(known, _)| *known == ending)
        .map_or("application/octet-stream", |(_, kind)| kind)
}

fn header(name: &str, value: &str) -> Header {
    // Both are constants of this file, in ASCII.
    Header::from_bytes(name, value).expect("a header in ASCII")
}
