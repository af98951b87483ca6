//! The fuzz targets over their corpora, with any compiler.

mod corpus;
mod damage;
mod layout;
