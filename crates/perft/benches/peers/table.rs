//! What was measured, for people and for programs.

use std::fmt::Write;

use serde_json::{Value, json};

use crate::contender::Contender;
use crate::machine::processor;

/// All measurements. The first row is the one that the others are compared with.
pub(crate) struct Table {
    pub(crate) positions: Vec<&'static str>,
    pub(crate) rounds: usize,
    pub(crate) rows: Vec<Row>,
}

/// The measurements of one contender.
pub(crate) struct Row {
    pub(crate) name: String,
    /// For each position and round, nodes and seconds.
    pub(crate) times: Vec<Vec<(u64, f64)>>,
}

impl Row {
    pub(crate) fn new(contender: &Contender) -> Self {
        Self {
            name: contender.name(),
            times: Vec::new(),
        }
    }
}

impl Table {
    /// How many times as fast as the first row a row is: the median over the rounds.
    fn ratio(&self, row: &Row, position: usize) -> f64 {
        let pairs = self.rows[0].times[position]
            .iter()
            .zip(&row.times[position]);
        median(pairs.map(|((_, peer), (_, own))| peer / own).collect())
    }

    /// Millions of nodes in a second of CPU time.
    fn speed(row: &Row, position: usize) -> f64 {
        let speeds = row.times[position].iter();
        median(
            speeds
                .map(|(nodes, seconds)| *nodes as f64 / seconds / 1e6)
                .collect(),
        )
    }

    pub(crate) fn markdown(&self) -> String {
        let mut text = format!(
            "{}, one core, CPU time, no hash, median of {} rounds: ratio to {} (million nodes per second)\n\n| |",
            processor(),
            self.rounds,
            self.rows[0].name,
        );
        for position in &self.positions {
            let _ = write!(text, " {position} |");
        }
        text += "\n| --- |";
        text += &" ---: |".repeat(self.positions.len());
        for row in &self.rows {
            let _ = write!(text, "\n| {} |", row.name);
            for position in 0..self.positions.len() {
                let (ratio, speed) = (self.ratio(row, position), Self::speed(row, position));
                let _ = write!(text, " {ratio:.2} ({speed:.0}) |");
            }
        }
        text
    }

    pub(crate) fn json(&self) -> String {
        let row = |row: &Row| {
            let cells = self.positions.iter().enumerate();
            let cells: Vec<Value> = cells
                .map(|(index, position)| {
                    json!({
                        "position": position,
                        "ratio": self.ratio(row, index),
                        "million_nodes_per_second": Self::speed(row, index),
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

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or(f64::NAN)
}
