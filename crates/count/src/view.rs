//! Views of a tally in the columns of published tables.

use core::iter::Sum;
use core::ops::Add;

use crate::column::CheckKind;
use crate::column::Column::{
    Captures, Castles, DirectChecks, DirectDiscoveredChecks, DirectDiscoveredMates, DirectMates,
    DiscoveredChecks, DiscoveredMates, DoubleDiscoveredChecks, DoubleDiscoveredMates, EnPassant,
    Nodes, Promotions,
};
use crate::tally::Tally;

/// The columns of the chess programming wiki's tables
/// ([Perft Results](https://www.chessprogramming.org/Perft_Results)).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(
    missing_docs,
    reason = "the columns of the tally by the same name, but for those documented"
)]
pub struct Wiki<N = u64> {
    pub nodes: N,
    pub captures: N,
    pub en_passant: N,
    pub castles: N,
    pub promotions: N,
    /// All checks, mates included.
    pub checks: N,
    /// Checks by one piece that did not move, mates excluded.
    pub discovery: N,
    /// Checks by two pieces, mates excluded.
    pub double: N,
    /// All mates.
    pub mates: N,
}

/// The columns of The Grand Chess Tree's tables (`results/perft_p*_results.json` of that project).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(
    missing_docs,
    reason = "the columns of the tally by the same name, but for those documented"
)]
pub struct GrandChessTree<N = u64> {
    pub nodes: N,
    pub captures: N,
    pub en_passant: N,
    pub castles: N,
    pub promotions: N,
    pub direct_checks: N,
    pub single_discovered_checks: N,
    pub direct_discovered_checks: N,
    pub double_discovered_checks: N,
    /// All checks, mates excluded.
    pub total_checks: N,
    pub direct_mates: N,
    pub single_discovered_mates: N,
    pub direct_discovered_mates: N,
    pub double_discovered_mates: N,
    pub total_mates: N,
}

impl<N: Copy + Add<Output = N> + Sum> Tally<N> {
    /// Returns the number of all checks that are not mate, or all mates.
    fn all_checks(&self, is_mate: bool) -> N {
        let kinds = CheckKind::ALL.into_iter();
        kinds.map(|kind| self[kind.column(is_mate)]).sum()
    }

    /// The tally in the columns of the chess programming wiki.
    #[must_use]
    pub fn wiki(&self) -> Wiki<N> {
        Wiki {
            nodes: self[Nodes],
            captures: self[Captures],
            en_passant: self[EnPassant],
            castles: self[Castles],
            promotions: self[Promotions],
            checks: self.all_checks(false) + self.all_checks(true),
            discovery: self[DiscoveredChecks],
            double: self[DirectDiscoveredChecks] + self[DoubleDiscoveredChecks],
            mates: self.all_checks(true),
        }
    }

    /// The tally in the columns of The Grand Chess Tree.
    #[must_use]
    pub fn grand_chess_tree(&self) -> GrandChessTree<N> {
        GrandChessTree {
            nodes: self[Nodes],
            captures: self[Captures],
            en_passant: self[EnPassant],
            castles: self[Castles],
            promotions: self[Promotions],
            direct_checks: self[DirectChecks],
            single_discovered_checks: self[DiscoveredChecks],
            direct_discovered_checks: self[DirectDiscoveredChecks],
            double_discovered_checks: self[DoubleDiscoveredChecks],
            total_checks: self.all_checks(false),
            direct_mates: self[DirectMates],
            single_discovered_mates: self[DiscoveredMates],
            direct_discovered_mates: self[DirectDiscoveredMates],
            double_discovered_mates: self[DoubleDiscoveredMates],
            total_mates: self.all_checks(true),
        }
    }
}

/// Lists fields of a view, each with its title.
macro_rules! titled {
    ($view:ident: $($field:ident $title:literal,)+) => { [$(($title, $view.$field)),+] };
}

impl<N: Copy> Wiki<N> {
    /// The columns with their titles, in the order of the wiki's tables. No title contains a space.
    #[must_use]
    pub fn columns(&self) -> [(&'static str, N); 9] {
        titled! { self:
            nodes "nodes", captures "captures", en_passant "e.p.", castles "castles", promotions "promotions",
            checks "checks", discovery "discovery", double "double", mates "mates",
        }
    }
}

impl<N: Copy> GrandChessTree<N> {
    /// The columns with their names in the files `results/perft_p*_results.json` of The Grand Chess Tree.
    #[must_use]
    pub fn fields(&self) -> [(&'static str, N); 15] {
        titled! { self:
            nodes "nodes", captures "captures", en_passant "enpassants", castles "castles", promotions "promotions",
            direct_checks "direct_checks", single_discovered_checks "single_discovered_checks",
            direct_discovered_checks "direct_discovered_checks", double_discovered_checks "double_discovered_checks",
            total_checks "total_checks", direct_mates "direct_mates", single_discovered_mates "single_discovered_mates",
            direct_discovered_mates "direct_discovered_mates", double_discovered_mates "double_discovered_mates",
            total_mates "total_mates",
        }
    }

    /// The columns with their titles, in the order of The Grand Chess Tree's tables. No title contains a space.
    #[must_use]
    pub fn columns(&self) -> [(&'static str, N); 15] {
        titled! { self:
            nodes "nodes", captures "captures", en_passant "ep", castles "castles", promotions "promo",
            direct_checks "direct", single_discovered_checks "sgl-disc", direct_discovered_checks "dir+disc",
            double_discovered_checks "dbl-disc", total_checks "total-checks", direct_mates "m-direct",
            single_discovered_mates "m-sgl", direct_discovered_mates "m-dir+disc", double_discovered_mates "m-dbl",
            total_mates "total-mates",
        }
    }
}
