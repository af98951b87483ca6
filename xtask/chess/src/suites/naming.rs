//! Names several faults at once, and prints how well that goes.

use anyhow::{Result, anyhow, bail};
use clap::Args;
use passant_judge::diagnosis::naming::{Evidence, Naming};
use passant_judge::diagnosis::quick_set;
use passant_oracle::{EngineFault, FaultSet};
use passant_query::Channel;
use passant_suite::Suites;
use passant_test_tools::Random;

use super::naming_rate::{NamingResult, RatedNaming, draw_sets, rate_naming};

/// The sets to draw.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Number of sets
    #[arg(long, value_name = "N", default_value_t = 300)]
    number: usize,
    /// Number of faults of each set
    #[arg(long, value_name = "N", default_value_t = 3)]
    size: usize,
    /// Draw the sets that belong to this number
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// Rates, and prints. Fails if a set is named wrongly.
pub(super) fn run(suites: &Suites, arguments: &Arguments) -> Result<()> {
    let questions = quick_set(suites, Channel::Line).map_err(|error| anyhow!("{error}"))?;
    let mut random = Random::new(arguments.seed);
    let sets = draw_sets(&questions, arguments.size, arguments.number, |bound| {
        random.below(bound)
    });
    let rated = rate_naming(&questions, sets);
    for rated in rated.iter().filter(|it| it.result != NamingResult::InFull) {
        println!("{}: {}", rated.result.words(), names(rated.faults));
        print_details(rated);
    }
    let count = |result| rated.iter().filter(|it| it.result == result).count();
    for result in NamingResult::ALL {
        println!("{:4} of {} {}", count(result), rated.len(), result.words());
    }
    if count(NamingResult::Wrong) != 0 {
        bail!("a set is named wrongly");
    }
    Ok(())
}

fn print_details(rated: &RatedNaming) {
    let told = |evidence: &Evidence| {
        let Evidence {
            explains, wrong, ..
        } = evidence;
        format!("{} ({explains} of {wrong})", names(evidence.faults))
    };
    let naming = match &rated.naming {
        Naming::Sound => "nothing wrong".to_owned(),
        Naming::Named(evidence) => told(evidence),
        Naming::OneOf(all) => all.iter().map(told).collect::<Vec<_>>().join(" | "),
        Naming::InPart(all) => format!(
            "in part {}",
            all.iter().map(told).collect::<Vec<_>>().join(" | ")
        ),
        Naming::Unknown => "unknown".to_owned(),
    };
    println!("  changes answers: {}", names(rated.effective));
    println!("  named: {naming}");
    if !rated.conventions.is_empty() {
        println!("  conventions: {}", names(rated.conventions));
    }
}

fn names(faults: FaultSet) -> String {
    let names: Vec<_> = faults.iter().map(EngineFault::name).collect();
    names.join(", ")
}
