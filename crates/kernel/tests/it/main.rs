//! Tests of the kernels through their public interface, and of the attacks of sliders below it.

#![allow(clippy::inline_always, reason = "the modules of the library need it")]

#[path = "../../src/attacks.rs"]
#[expect(dead_code, reason = "one function is tested")]
mod attacks;
mod checks;
mod kernels;
#[path = "../../src/planes.rs"]
#[expect(dead_code, reason = "`attacks` needs a part of it")]
mod planes;
mod random_positions;
mod slider_attacks;
#[path = "../../src/sliders.rs"]
#[allow(unsafe_code, reason = "the module has what it takes to be safe")]
mod sliders;
