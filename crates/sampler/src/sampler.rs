//! The stream of samples.

use std::sync::Arc;

use passant_query::Line;
use passant_rules::Position;
use passant_suite::{Case, Reach, Suites};

use crate::change::{change, take_back};
use crate::construct::construct;
use crate::coverage::Coverage;
use crate::features::{Features, features_of};
use crate::push::{Push, Source};
use crate::random::Random;
use crate::tell::{LineForm, Tellable, Telling, tell};
use crate::walk::Walk;

/// The most candidates among which a sample is chosen.
const MOST_CANDIDATES: usize = 16;

/// The sources of double pushes if a program can be told a position. Constructions show most faults; a walk takes twice
/// as long and shows few.
const SOURCES: [Source; 8] = [
    Source::Construction,
    Source::Construction,
    Source::Construction,
    Source::Construction,
    Source::Construction,
    Source::Change,
    Source::Change,
    Source::Walk,
];

/// The number of slots that remember samples.
const SLOTS: usize = 1 << 16;

/// The number of attempts to tell one double push, once most pairs of features were seen.
const TELLINGS: usize = 4;

/// The most moves of a position that is counted to depth 3.
const MOST_MOVES: u32 = 16;

/// A position to ask about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The way in which it is told.
    pub line: Line,
    /// The position at the end of the line.
    pub position: Position,
    /// The depth in plies to count to: mostly 1, since that shows the moves, 2 or 3 where there are few.
    pub depth: u32,
    /// The way in which it is told, as a word.
    pub telling: Telling,
    /// The way in which it arose.
    pub source: Source,
    /// Its features.
    pub features: Features,
}

/// An endless stream of samples. The same seed gives the same stream.
///
/// ```
/// use passant_sampler::Sampler;
///
/// let mut sampler = Sampler::new(1);
/// let samples: Vec<_> = sampler.by_ref().take(100).collect();
/// assert!(samples.iter().all(|sample| sample.line.position().as_ref() == Some(&sample.position)));
/// assert!(samples.iter().eq(Sampler::new(1).take(100).collect::<Vec<_>>().iter()));
/// println!("{}", sampler.coverage());
/// ```
#[derive(Clone, Debug)]
pub struct Sampler {
    random: Random,
    can: Tellable,
    /// The sources of double pushes, the usual ones several times.
    sources: Vec<Source>,
    walk: Walk,
    /// Positions of the suites from which games begin.
    starts: Arc<[Position]>,
    /// Positions of the suites in which a pawn has just moved two squares.
    seeds: Arc<[Push]>,
    /// The last double push, and how many times it may be told again.
    last: Option<(Push, usize)>,
    coverage: Coverage,
    /// The hashes of samples, each in the slot that its hash names. A newer one takes the place of an older one, so
    /// that the memory stays the same.
    slots: Vec<u64>,
    /// The pairs that the last samples added, times 16, as a moving average.
    gain: usize,
}

impl Sampler {
    /// Begins a stream. Its lines have neither null moves nor takebacks.
    ///
    /// # Panics
    ///
    /// Never: the built-in suites can be read.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self::with(
            seed,
            Tellable::default(),
            &Suites::builtin().expect("the built-in suites can be read"),
        )
    }

    /// Begins a stream for a program that can be told some steps, with the positions of suites to begin with.
    #[must_use]
    pub fn with(seed: u64, can: Tellable, suites: &Suites) -> Self {
        let has_positions = can.form != LineForm::Games;
        let is_usual = |case: &&Case| {
            has_positions && case.reach == Reach::Reachable && !case.position().is_chess960()
        };
        let cases = suites.cases().filter(is_usual);
        let starts: Vec<_> = cases.map(|case| case.position().clone()).collect();
        let sources = if has_positions {
            SOURCES.to_vec()
        } else {
            vec![Source::Walk]
        };
        let seeds = starts.iter().filter_map(take_back).collect();
        Self::begin(seed, can, sources, starts.into(), seeds)
    }

    /// Begins the stream of another seed for the same program, with the same positions to begin with.
    #[must_use]
    pub fn reseed(&self, seed: u64) -> Self {
        let (starts, seeds) = (Arc::clone(&self.starts), Arc::clone(&self.seeds));
        Self::begin(seed, self.can, self.sources.clone(), starts, seeds)
    }

    fn begin(
        seed: u64,
        can: Tellable,
        sources: Vec<Source>,
        starts: Arc<[Position]>,
        seeds: Arc<[Push]>,
    ) -> Self {
        Self {
            random: Random::new(seed),
            can,
            sources,
            walk: Walk::new(),
            seeds,
            starts,
            last: None,
            coverage: Coverage::default(),
            slots: vec![0; SLOTS],
            gain: usize::MAX >> 8,
        }
    }

    /// The same stream from one source only, and not steered, to compare with.
    #[must_use]
    pub fn from_source(mut self, source: Source) -> Self {
        self.sources = vec![source];
        self
    }

    /// Returns the features that were seen.
    #[must_use]
    pub fn coverage(&self) -> &Coverage {
        &self.coverage
    }

    /// Returns a sample with features that were not seen together, as far as a few attempts find one.
    fn choose_sample(&mut self) -> Sample {
        let candidates = match self.gain / 16 {
            0 => 1,
            1..3 => 2,
            3..8 => 4,
            8..16 => 8,
            _ => MOST_CANDIDATES,
        };
        let mut best = self.find_candidate();
        if 1 < candidates {
            let mut most = self.coverage.count_new(&best.features);
            for _ in 1..candidates {
                let sample = self.find_candidate();
                let new = self.coverage.count_new(&sample.features);
                if most < new {
                    (most, best) = (new, sample);
                }
            }
        }
        let new = self.coverage.add(&best.features);
        self.gain = (self.gain.min(64 * 16) * 31 + 16 * new) / 32;
        best
    }

    /// Returns a sample that was not returned lately.
    fn find_candidate(&mut self) -> Sample {
        loop {
            let Some((push, left)) = self.last.take().or_else(|| self.make_push()) else {
                continue;
            };
            let sample = self.tell(&push);
            self.last = (left != 0).then(|| (push, left - 1));
            if let Some(sample) = sample.filter(|it| self.remember(it)) {
                return sample;
            }
        }
    }

    /// Makes a double push, to be told once while new pairs of features are found, and later several times.
    fn make_push(&mut self) -> Option<(Push, usize)> {
        let push = match self.random.pick(&self.sources)? {
            Source::Construction => construct(&mut self.random),
            Source::Walk => self.walk.play(&mut self.random, &self.starts),
            Source::Change => {
                let index = self.random.below(self.seeds.len());
                change(self.seeds.get(index)?, &mut self.random)
            }
        };
        let again = if self.gain < 16 { TELLINGS - 1 } else { 0 };
        Some((push?, again))
    }

    /// Tells a double push, or what follows from it.
    fn tell(&mut self, push: &Push) -> Option<Sample> {
        let told = tell(push, self.can, &mut self.random)?;
        let depth = match self.random.below(16) {
            0 if told.position.count_legal_moves() <= MOST_MOVES => 3,
            0..=3 => 2,
            _ => 1,
        };
        Some(Sample {
            features: features_of(&told, push.source, depth),
            line: told.line,
            position: told.position,
            depth,
            telling: told.telling,
            source: push.source,
        })
    }

    /// Remembers a sample. Returns `false` if it was remembered already.
    fn remember(&mut self, sample: &Sample) -> bool {
        let told = sample.telling as u64 + 16 * u64::from(sample.depth);
        let hash = sample.position.key().0.wrapping_add(told);
        let slot = &mut self.slots[hash as usize % SLOTS];
        let is_new = *slot != hash;
        *slot = hash;
        is_new
    }
}

impl Iterator for Sampler {
    type Item = Sample;

    /// Returns the next sample: there is always one.
    fn next(&mut self) -> Option<Sample> {
        Some(self.choose_sample())
    }
}
