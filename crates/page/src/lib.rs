//! The Rust half of the page: one function that takes a question, the fields of a form, and gives the answer as JSON.
//!
//! In a browser it is a module of WebAssembly (`abi.rs`); its loader is `web/module/engine.js`. On a host it is an ordinary
//! library, so that its tests need no browser.
//!
//! ```
//! use passant_page::Page;
//!
//! let mut page = Page::default();
//! let reply = page.call("ask=move&fen=startpos&moves=e4&text=Nf6");
//! assert_eq!(reply, r#"{"ok":{"uci":"g8f6"}}"#);
//!
//! let reply = page.call("ask=move&fen=startpos&moves=&text=Ke2");
//! assert!(reply.starts_with(r#"{"error":[{"severity":"error","message":"#));
//! ```

#[cfg(target_family = "wasm")]
mod abi;
mod divide;
mod game;
mod judge;
mod lessons;
mod page;
mod request;
mod setup;
mod view;

pub use judge::pack_cases;
pub use page::Page;
