//! A web server for the files of a folder, on the loopback address.

use std::fs::{self, File};
use std::path::{Component, Path, PathBuf};

use anyhow::{Result, anyhow};
use tiny_http::{Header, Method, Request, Response, Server};

/// The choice whether the browser is started.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Browser {
    Open,
    Closed,
}

/// Serves a folder until the process is ended. Port 0 is any free port; the address is printed.
pub(super) fn serve(folder: &Path, port: u16, browser: Browser) -> Result<()> {
    let server = Server::http(("127.0.0.1", port))
        .map_err(|error| anyhow!("cannot serve on port {port} of 127.0.0.1: {error}"))?;
    let address = format!("http://{}/", server.server_addr());
    println!("{address}");
    eprintln!("Ctrl-C ends the server");
    if browser == Browser::Open
        && let Err(error) = open::that_detached(&address)
    {
        eprintln!("cannot open a browser ({error}); open the address above");
    }
    for request in server.incoming_requests() {
        // A browser that goes away is no reason to stop.
        let _ = answer(folder, request);
    }
    Ok(())
}

fn answer(folder: &Path, request: Request) -> std::io::Result<()> {
    if !matches!(request.method(), Method::Get | Method::Head) {
        return request.respond(Response::empty(405));
    }
    let file = path(folder, request.url()).and_then(|path| Some((File::open(&path).ok()?, path)));
    let Some((file, path)) = file else {
        return request.respond(Response::empty(404));
    };
    let media_type = format!("Content-Type: {}", media_type(&path));
    let headers = [media_type.as_str(), "Cache-Control: no-cache"];
    let mut response = Response::from_file(file);
    for header in headers.iter().filter_map(|it| it.parse::<Header>().ok()) {
        response.add_header(header);
    }
    request.respond(response)
}

/// The file that an address means; `None` if it is not in the folder.
fn path(folder: &Path, url: &str) -> Option<PathBuf> {
    let name = url.split(['?', '#']).next()?.trim_start_matches('/');
    let is_plain = |part: Component<'_>| matches!(part, Component::Normal(_));
    if !Path::new(name).components().all(is_plain) {
        return None;
    }
    let path = folder.join(name);
    let path = if path.is_dir() {
        path.join("index.html")
    } else {
        path
    };
    fs::metadata(&path).ok()?.is_file().then_some(path)
}

fn media_type(path: &Path) -> &'static str {
    match path
        .extension()
        .and_then(|it| it.to_str())
        .unwrap_or_default()
    {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "svg" => "image/svg+xml",
        "wasm" => "application/wasm",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::path;

    #[test]
    fn only_files_below_the_folder_have_an_address() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        let found = |url| path(folder, url).is_some();
        assert!(found("/Cargo.toml"));
        assert!(found("/Cargo.toml?x=../y#/z"));
        for url in [
            "/",
            "/src",
            "/nothing",
            "/../../Cargo.toml",
            "/src/../../Cargo.toml",
            "/..",
            "",
        ] {
            assert!(!found(url), "{url}");
        }
    }
}
