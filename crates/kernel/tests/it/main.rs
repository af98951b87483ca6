//! Tests of the kernels through their public interface, and of the attacks of sliders below it.

#![allow(clippy::inline_always, reason = "the modules of the library need it")]

#[path = "../../src/attacks.rs"]
#[expect(dead_code, reason = "one function is tested")]
mod attacks;
mod kernels;
#[path = "../../src/planes.rs"]
#[expect(dead_code, reason = "`attacks` needs a part of it")]
mod planes;
mod random_positions;
#[path = "../../src/sliders.rs"]
#[allow(unsafe_code, reason = "the module has what it takes to be safe")]
mod sliders;

use attacks::ray;
#[cfg(target_arch = "x86_64")]
use sliders::Pext;
use sliders::{Lines, Sliders};

/// Finds attacks by walking square by square.
fn walk(from: usize, occupied: u64, directions: [(isize, isize); 4]) -> u64 {
    directions
        .iter()
        .fold(0, |set, &way| set | ray(from, way, occupied))
}

/// Compares the attacks of sliders with walks from square to square.
fn check(sliders: impl Sliders) {
    // Splitmix64. Half of the boards are the conjunction of two numbers, and so are sparser.
    let mut state = 7_u64;
    let mut random = || {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed ^ (mixed >> 27)
    };
    for from in 0..64 {
        for round in 0..200 {
            let dense = random();
            let occupied = if round % 2 == 0 {
                dense
            } else {
                dense & random() & random()
            };
            let rook = walk(from, occupied, [(1, 0), (0, 1), (-1, 0), (0, -1)]);
            let bishop = walk(from, occupied, [(1, 1), (-1, 1), (-1, -1), (1, -1)]);
            assert_eq!(sliders.rook(from, occupied), rook, "{from} {occupied:x}");
            assert_eq!(
                sliders.bishop(from, occupied),
                bishop,
                "{from} {occupied:x}"
            );
        }
    }
}

#[test]
fn lines_attack_the_squares_of_a_walk() {
    check(Lines);
}

#[cfg(target_arch = "x86_64")]
#[test]
fn tables_attack_the_squares_of_a_walk() {
    if let Some(pext) = Pext::new() {
        check(pext);
    }
}
