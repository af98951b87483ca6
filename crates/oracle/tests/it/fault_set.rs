//! Sets of faults.

use passant_oracle::{EngineFault, FaultSet};

#[test]
fn holds_what_was_put_in() {
    assert_eq!(FaultSet::NONE.iter().next(), None);
    for (number, &fault) in EngineFault::ALL.iter().enumerate() {
        assert!(FaultSet::from(fault).iter().eq([fault]), "{fault:?}");
        let before = &EngineFault::ALL[..number];
        let set: FaultSet = before.iter().copied().collect();
        assert!(!set.contains(fault), "{fault:?}");
        assert!(
            set.with(fault)
                .iter()
                .eq(before.iter().copied().chain([fault]))
        );
        assert_eq!(set.with(fault).without(fault), set);
    }
}
