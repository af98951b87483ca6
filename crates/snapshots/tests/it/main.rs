//! All snapshot tests, in one binary.

mod published;
