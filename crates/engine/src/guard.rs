//! Guards: processes that end engines when this program cannot.
//!
//! A program that is killed cleans up nothing, and an engine can leave its process group and start processes whose
//! parent ends. On Linux each engine therefore runs below a *guard*, a second process of the same program:
//!
//! - Every process that the engine starts stays below the guard, because orphans become children of the guard (it is a
//!   *child subreaper*).
//! - The guard holds one end of a pipe. When the other end closes, because the engine is no longer needed or because this
//!   program has died in whatever way, the guard kills everything below it.
//! - The guard sees how much memory the engine and its descendants use together, and ends them above a limit.
//!
//! On Windows this program joins a job object that ends all its processes with it. Other systems have neither: there an
//! engine and its process group are killed, unless this program is killed itself.

use std::process::ExitCode;

#[cfg(target_os = "linux")]
mod descendants;
#[cfg(target_os = "linux")]
mod guarded;
#[cfg(target_os = "linux")]
mod watch;

#[cfg(target_os = "linux")]
pub(crate) use guarded::GuardedChild;

/// Becomes a guard if this process was started as one, and returns its exit code at the end. Otherwise engines that
/// this process starts later are guarded, as far as the system can.
///
/// A program must call this first in `main`, before it reads its arguments, because it is started again as the guard.
#[must_use = "a guard must exit with this code"]
pub fn enter() -> Option<ExitCode> {
    system::enter()
}

/// Tells whether engines that are started now have guards, which also limit their memory.
#[must_use]
pub fn has_guards() -> bool {
    system::has_guards()
}

#[cfg(target_os = "linux")]
mod system {
    use std::ffi::OsString;
    use std::path::Path;
    use std::process::ExitCode;
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::guarded::{OPTION, PROGRAM};
    use super::watch;

    static HAS_GUARDS: AtomicBool = AtomicBool::new(false);

    pub(super) fn enter() -> Option<ExitCode> {
        let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
        if let [option, rest @ ..] = &arguments[..]
            && option == OPTION
        {
            return Some(watch::run(rest));
        }
        // Some sandboxes have no such folder. The process group is killed there, as on other systems.
        HAS_GUARDS.store(Path::new(PROGRAM).exists(), Ordering::Relaxed);
        None
    }

    pub(super) fn has_guards() -> bool {
        HAS_GUARDS.load(Ordering::Relaxed)
    }
}

#[cfg(windows)]
mod system {
    use std::process::ExitCode;

    use win32job::{ExtendedLimitInfo, Job, JobError};

    pub(super) fn enter() -> Option<ExitCode> {
        // Without the job, engines end when they are no longer needed, but not if this process is killed.
        let _ = join_job();
        None
    }

    pub(super) fn has_guards() -> bool {
        false
    }

    /// Puts this process into a job that ends all its processes when this process ends: the system closes the handle.
    fn join_job() -> Result<(), JobError> {
        let mut limits = ExtendedLimitInfo::new();
        let job = Job::create_with_limit_info(limits.limit_kill_on_job_close())?;
        job.assign_current_process()?;
        let _ = job.into_handle();
        Ok(())
    }
}

#[cfg(not(any(target_os = "linux", windows)))]
mod system {
    use std::process::ExitCode;

    pub(super) fn enter() -> Option<ExitCode> {
        None
    }

    pub(super) fn has_guards() -> bool {
        false
    }
}
