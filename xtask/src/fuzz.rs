//! Fuzzing: libFuzzer looks for bytes that break a promise of a reader.

use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use xtask::{Step, run_all};

use crate::optional::{CARGO_FUZZ, NIGHTLY, Tool, command};

/// The targets, and the time for each.
#[derive(Args)]
pub(crate) struct Fuzz {
    /// Time for each target, in minutes
    #[arg(long, value_name = "N", default_value_t = 0.1)]
    minutes: f64,

    /// Only these targets, for example `fen`
    #[arg(value_name = "TARGET")]
    targets: Vec<String>,
}

/// The tools for fuzzing.
pub(crate) const TOOLS: &[Tool] = &[NIGHTLY, CARGO_FUZZ];

impl Fuzz {
    /// All targets, each for a tenth of a minute.
    pub(crate) fn short() -> Self {
        Self {
            minutes: 0.1,
            targets: Vec::new(),
        }
    }
}

/// The folder of the programs, one for each target.
const PROGRAMS: &str = "crates/fuzz/libfuzzer";

/// The longest input that is tried, in bytes.
const LONGEST: usize = 1 << 13;

/// The most memory that a target may use, in MiB, and the longest time for one input, in seconds.
const LIMITS: &str = "-rss_limit_mb=2048 -timeout=10";

/// Fuzzes the targets one after the other. What is found is below `target/fuzz/artifacts`.
pub(crate) fn run(root: &Path, options: &Fuzz) -> Result<()> {
    TOOLS.iter().try_for_each(Tool::require)?;
    ensure!(
        options.minutes.is_finite() && 0.0 < options.minutes,
        "expected more than 0 minutes"
    );
    let all = targets(root)?;
    for unknown in &options.targets {
        if !all.contains(unknown) {
            bail!("there is no target {unknown}; there are {}", all.join(", "));
        }
    }
    let is_chosen = |name: &&String| options.targets.is_empty() || options.targets.contains(*name);
    let mut steps: Vec<_> = all
        .iter()
        .filter(is_chosen)
        .map(|name| step(root, name, options.minutes))
        .collect::<Result<_>>()?;
    run_all(&mut steps)
}

/// Returns the names of the targets: those of the folders with their corpora.
fn targets(root: &Path) -> Result<Vec<String>> {
    let folder = root.join("crates/fuzz/corpus");
    let context = || format!("cannot list {}", folder.display());
    let mut names = Vec::new();
    for entry in folder.read_dir().with_context(context)? {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}

/// Returns the step for a target. Inputs that it finds are kept below `target`, for the next time.
fn step(root: &Path, name: &str, minutes: f64) -> Result<Step> {
    let kept = root.join("target/fuzz");
    let (corpus, artifacts) = (
        kept.join("corpus").join(name),
        kept.join("artifacts").join(name),
    );
    for folder in [&corpus, &artifacts] {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("cannot create {}", folder.display()))?;
    }
    let seconds = (60.0 * minutes).ceil();
    let shared = root.join("crates/fuzz");
    let mut command = command(&["cargo", "+nightly", "fuzz", "run", "--fuzz-dir"]);
    command.current_dir(&shared);
    command
        .arg(root.join(PROGRAMS))
        .arg("--target-dir")
        .arg(&kept);
    command.arg(name).arg(&corpus);
    command.arg(shared.join("corpus").join(name));
    command.arg("--");
    command.args(LIMITS.split(' '));
    command.arg(format!("-max_len={LONGEST}"));
    command.arg(format!("-max_total_time={seconds}"));
    command.arg(format!("-artifact_prefix={}/", artifacts.display()));
    let dictionary = shared.join("dictionaries").join(format!("{name}.dict"));
    command.arg(format!("-dict={}", dictionary.display()));
    command.args(["-print_final_stats=1", "-verbosity=0"]);
    Ok(Step::of(
        &format!("fuzzing {name} for {seconds} s"),
        command,
    ))
}
