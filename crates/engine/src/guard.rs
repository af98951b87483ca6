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
use std::sync::atomic::{AtomicBool, Ordering};

#[cfg(target_os = "linux")]
mod descendants;
#[cfg(target_os = "linux")]
mod guarded;
#[cfg(target_os = "linux")]
mod watch;

#[cfg(target_os = "linux")]
pub(crate) use guarded::GuardedChild;

/// True if engines that are started now have guards.
static HAS_GUARDS: AtomicBool = AtomicBool::new(false);

/// Becomes a guard if this process was started as one, and returns its exit code at the end. Otherwise engines that
/// this process starts later are guarded, as far as the system can.
///
/// A program must call this first in `main`, before it reads its arguments, because it is started again as the guard.
#[must_use = "a guard must exit with this code"]
pub fn enter() -> Option<ExitCode> {
    #[cfg(target_os = "linux")]
    {
        let arguments: Vec<_> = std::env::args_os().skip(1).collect();
        if let [option, rest @ ..] = &arguments[..]
            && option == guarded::OPTION
        {
            return Some(watch::run(rest));
        }
        // Some sandboxes have no such folder. The process group is killed there, as on other systems.
        let has_program = std::path::Path::new(guarded::PROGRAM).exists();
        HAS_GUARDS.store(has_program, Ordering::Relaxed);
    }
    // Without the job, engines end when they are no longer needed, but not if this process is killed.
    #[cfg(windows)]
    let _ = join_job();
    None
}

/// Tells whether engines that are started now have guards, which also limit their memory.
#[must_use]
pub fn has_guards() -> bool {
    HAS_GUARDS.load(Ordering::Relaxed)
}

/// Puts this process into a job that ends all its processes when this process ends: the system closes the handle.
#[cfg(windows)]
fn join_job() -> Result<(), win32job::JobError> {
    let mut limits = win32job::ExtendedLimitInfo::new();
    let job = win32job::Job::create_with_limit_info(limits.limit_kill_on_job_close())?;
    job.assign_current_process()?;
    let _ = job.into_handle();
    Ok(())
}
