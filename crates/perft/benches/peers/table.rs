//! The results, as a table and as JSON.

use std::fmt::Write;

use serde_json::{Value, json};

use crate::contender::Contender;
use crate::machine::processor;

/// All measurements. The other rows are compared with the first one.
pub(crate) struct Table {
    /// Positions, and the depths to which most contenders counted them.
    pub(crate) columns: Vec<(&'static str, u32)>,
    pub(crate) rounds: usize,
    pub(crate) rows: Vec<Measurements>,
}

/// The measurements of one contender.
pub(crate) struct Measurements {
    pub(crate) name: String,
    /// By how many plies its depths are less than those of the columns.
    pub(crate) less: u32,
    /// The counts of each position, one for each round.
    pub(crate) times: Vec<Vec<Time>>,
}

/// One count.
pub(crate) struct Time {
    pub(crate) nodes: u64,
    /// The CPU time of the contender, in seconds.
    pub(crate) own: f64,
    /// The CPU time of the first contender for the same count in the same round, in seconds.
    pub(crate) peer: f64,
}

impl Measurements {
    pub(crate) fn new(contender: &Contender) -> Self {
        Self {
            name: contender.name(),
            less: contender.less(),
            times: Vec::new(),
        }
    }

    /// The speed as a multiple of the first contender's: the median over the rounds.
    fn ratio(&self, column: usize) -> f64 {
        median(self.times[column].iter().map(|time| time.peer / time.own))
    }

    /// Millions of nodes per second of CPU time.
    fn speed(&self, column: usize) -> f64 {
        let times = self.times[column].iter();
        median(times.map(|time| time.nodes as f64 / time.own / 1e6))
    }
}

impl Table {
    pub(crate) fn markdown(&self) -> String {
        let mut text = format!(
            "{}, one core, CPU time, no hash, median of {} rounds: ratio to {} (million nodes per second).\n\
             Typed counts and the slower peers are taken one ply less deep, against {} at that depth.\n\n| |",
            processor(),
            self.rounds,
            self.rows[0].name,
            self.rows[0].name,
        );
        for (position, depth) in &self.columns {
            let _ = write!(text, " {position}, {depth} |");
        }
        text += "\n| --- |";
        text += &" ---: |".repeat(self.columns.len());
        for row in &self.rows {
            let _ = write!(text, "\n| {} |", row.name);
            for column in 0..self.columns.len() {
                let (ratio, speed) = (row.ratio(column), row.speed(column));
                let _ = write!(text, " {ratio:.2} ({speed:.0}) |");
            }
        }
        text
    }

    pub(crate) fn json(&self) -> String {
        let row = |row: &Measurements| {
            let cells = self.columns.iter().enumerate();
            let cells: Vec<Value> = cells
                .map(|(index, (position, depth))| {
                    json!({
                        "position": position,
                        "depth": depth - row.less,
                        "ratio": row.ratio(index),
                        "million_nodes_per_second": row.speed(index),
                    })
                })
                .collect();
            json!({ "name": row.name, "cells": cells })
        };
        let rows: Vec<Value> = self.rows.iter().map(row).collect();
        let object = json!({
            "processor": processor(),
            "cores": 1,
            "rounds": self.rounds,
            "compared_with": self.rows[0].name,
            "rows": rows,
        });
        format!("{object:#}")
    }
}

fn median(numbers: impl Iterator<Item = f64>) -> f64 {
    let mut sorted: Vec<f64> = numbers.collect();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or(f64::NAN)
}
