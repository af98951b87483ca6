//! The results, as a table and as JSON.

use std::fmt::Write;

use serde_json::{Value, json};

use crate::Aim;
use crate::contender::Contender;
use crate::machine::processor;

/// All measurements. The other rows are compared with the first one; in the columns for the start, with the first program.
pub(crate) struct Table {
    pub(crate) columns: Vec<Column>,
    pub(crate) rounds: usize,
    pub(crate) rows: Vec<Measurements>,
}

/// A position, and the depth to which most contenders counted it.
pub(crate) struct Column {
    pub(crate) name: &'static str,
    pub(crate) fen: &'static str,
    pub(crate) depth: u32,
    pub(crate) aim: Aim,
}

/// The measurements of one contender.
pub(crate) struct Measurements {
    pub(crate) name: String,
    /// By how many plies its depths are less than those of the columns.
    pub(crate) less: u32,
    /// The counts of each column, one for each round; none where it does not take part.
    pub(crate) times: Vec<Vec<Time>>,
}

/// One count.
pub(crate) struct Time {
    pub(crate) nodes: u64,
    /// The CPU time of the contender, in seconds.
    pub(crate) own: f64,
    /// The CPU time of what it is compared with for the same count in the same round, in seconds.
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

    /// The speed as a multiple of what it is compared with: the median over the rounds.
    fn ratio(&self, column: usize) -> f64 {
        median(self.times[column].iter().map(|time| time.peer / time.own))
    }

    /// Millions of nodes per second of CPU time.
    fn speed(&self, column: usize) -> f64 {
        let times = self.times[column].iter();
        median(times.map(|time| time.nodes as f64 / time.own / 1e6))
    }

    /// Returns the CPU time in milliseconds.
    fn milliseconds(&self, column: usize) -> f64 {
        median(self.times[column].iter().map(|time| time.own * 1e3))
    }
}

impl Table {
    pub(crate) fn markdown(&self) -> String {
        let mut text = format!(
            "{}, one core, CPU time, no hash, median of {} rounds: ratio to {} (million nodes per second).\n\
             Typed counts and the slower peers are taken one ply less deep, against {} at that depth.\n",
            processor(),
            self.rounds,
            self.rows[0].name,
            self.rows[0].name,
        );
        if let Some(program) = self.first_program() {
            let _ = writeln!(
                text,
                "A program is started for each count, and that is part of its time. \
                 Start: ratio to {program} (milliseconds)."
            );
        }
        text += "\n| |";
        for Column {
            name, depth, aim, ..
        } in &self.columns
        {
            let start = if *aim == Aim::StartUp { "start: " } else { "" };
            let _ = write!(text, " {start}{name}, {depth} |");
        }
        text += "\n| --- |";
        text += &" ---: |".repeat(self.columns.len());
        for row in &self.rows {
            let _ = write!(text, "\n| {} |", row.name);
            for (index, column) in self.columns.iter().enumerate() {
                if row.times[index].is_empty() {
                    text += " |";
                    continue;
                }
                let ratio = row.ratio(index);
                let _ = match column.aim {
                    Aim::Speed => write!(text, " {ratio:.2} ({:.0}) |", row.speed(index)),
                    Aim::StartUp => write!(text, " {ratio:.2} ({:.1}) |", row.milliseconds(index)),
                };
            }
        }
        text
    }

    /// Returns the program with which starts are compared.
    fn first_program(&self) -> Option<&str> {
        let start = self.columns.iter().position(|it| it.aim == Aim::StartUp)?;
        let mut rows = self.rows.iter();
        let row = rows.find(|row| !row.times[start].is_empty())?;
        Some(&row.name)
    }

    pub(crate) fn json(&self) -> String {
        let row = |row: &Measurements| {
            let cells = self.columns.iter().enumerate();
            let cells: Vec<Value> = cells
                .filter(|(index, _)| !row.times[*index].is_empty())
                .map(|(index, column)| {
                    let mut cell = json!({
                        "position": column.name,
                        "depth": column.depth - row.less,
                        "ratio": row.ratio(index),
                    });
                    match column.aim {
                        Aim::Speed => cell["million_nodes_per_second"] = row.speed(index).into(),
                        Aim::StartUp => cell["start_milliseconds"] = row.milliseconds(index).into(),
                    }
                    cell
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
            "starts_compared_with": self.first_program(),
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
