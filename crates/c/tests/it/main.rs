//! The header, and programs in C and C++ that use the archive.

mod archive;
mod header;
mod programs;
mod suite;
