//! Tests of the runner through its public interface.

mod checkpoint;
mod frontier;
mod runner;
mod shards;
