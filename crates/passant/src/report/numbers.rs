//! Numbers of nodes.

use std::time::Duration;

use serde_json::Value;

/// A number, or, from 2^64 on, a string of its digits: most readers of JSON would round it.
pub(super) fn json_number(number: u128) -> Value {
    u64::try_from(number).map_or_else(|_| number.to_string().into(), Value::from)
}

#[expect(clippy::cast_precision_loss, reason = "a speed, shown in millions")]
pub(super) fn nodes_per_second(nodes: u128, time: Duration) -> f64 {
    let seconds = time.as_secs_f64();
    if seconds == 0.0 {
        0.0
    } else {
        nodes as f64 / seconds
    }
}
