//! Other systems than Linux: pinning a core and reading CPU time are not implemented.

pub(crate) fn pin() -> Result<(), String> {
    Err("comparing with peers needs Linux, where a core can be pinned".to_owned())
}

pub(crate) fn thread_seconds() -> f64 {
    0.0
}

pub(crate) fn children_seconds() -> f64 {
    0.0
}

pub(crate) fn processor() -> String {
    std::env::consts::ARCH.to_owned()
}
