//! The processes below this one, and those of an engine, as `/proc` shows them.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use nix::errno::Errno;
use nix::sys::signal::{Signal, kill, killpg};
use nix::unistd::Pid;

/// Kills the children of this process. Returns whether it makes sense to try again: not if all of them belong to other
/// users.
pub(super) fn kill_children() -> bool {
    let children = children(std::process::id().cast_signed());
    let killed = |id: &i32| kill(Pid::from_raw(*id), Signal::SIGKILL) != Err(Errno::EPERM);
    children.is_empty() || children.iter().filter(|id| killed(id)).count() != 0
}

/// Kills the process group of an engine whose guard was killed. Returns whether nothing of it is left.
///
/// The processes of the group are nobody's children that this process could wait for, so nothing keeps the number of
/// the group once all of them have ended. It is therefore killed only while a process in it is in the session of this
/// process, as every process of the engine's group is and as those of other users, services and terminals are not. To
/// meet anything else, all numbers of the system would have to be used up after the end of the engine, and this one to
/// come to a job of the same session.
///
/// This process could have been a subreaper, too, so that the orphans were its own children. But then an engine that
/// kills its parent a second time would kill this process.
pub(super) fn kill_group(group: Pid) -> bool {
    let session = relations_of(std::process::id().cast_signed()).map(|own| own.session);
    let is_left = |id: i32| {
        let found = relations_of(id).filter(|found| found.group == group.as_raw());
        found.is_some_and(|found| !found.is_zombie && Some(found.session) == session)
    };
    if !all().any(is_left) {
        return true;
    }
    let _ = killpg(group, Signal::SIGKILL);
    false
}

/// Returns the process group, other than that of this process, whose standard input is a pipe. Links to both ends of it
/// are the same.
pub(super) fn group_that_reads(pipe: &Path) -> Option<Pid> {
    let own = relations_of(std::process::id().cast_signed())?.group;
    let reads = |id: &i32| fs::read_link(format!("/proc/{id}/fd/0")).is_ok_and(|link| link == pipe);
    let mut groups = all().filter(reads).filter_map(relations_of);
    let found = groups.find(|found| found.group != own)?;
    Some(Pid::from_raw(found.group))
}

/// Returns the memory of all processes below this one, in bytes: what they have written to and not given back, swapped
/// out or not. Memory that two processes share counts twice. Files that are only read, such as networks, do not count.
pub(super) fn memory() -> u64 {
    let mut sum = 0;
    let mut next = children(std::process::id().cast_signed());
    while let Some(id) = next.pop() {
        sum += memory_of(id);
        next.extend(children(id));
    }
    sum
}

/// Returns the memory of one process in bytes, 0 if it is gone.
fn memory_of(id: i32) -> u64 {
    let status = fs::read(format!("/proc/{id}/status")).unwrap_or_default();
    let status = String::from_utf8_lossy(&status);
    let kib = |line: &str| -> Option<u64> {
        let (key, value) = line.split_once(':')?;
        matches!(key, "RssAnon" | "RssShmem" | "VmSwap")
            .then(|| value.split_whitespace().next()?.parse().ok())?
    };
    status.lines().filter_map(kib).sum::<u64>() << 10
}

/// Returns the children of a process. One that ends or starts meanwhile may be missing.
fn children(id: i32) -> Vec<i32> {
    let threads = fs::read_dir(format!("/proc/{id}/task"));
    let mut found = Vec::new();
    for thread in threads.into_iter().flatten().flatten() {
        match fs::read_to_string(thread.path().join("children")) {
            Ok(children) => {
                found.extend(
                    children
                        .split_whitespace()
                        .filter_map(|id| id.parse::<i32>().ok()),
                );
            }
            // Some kernels have no such file, but a thread may also have ended.
            Err(error) if error.kind() == ErrorKind::NotFound && thread.path().exists() => {
                return children_in_list(id);
            }
            Err(_) => {}
        }
    }
    found
}

/// Returns the children of a process, from the list of all processes.
fn children_in_list(parent: i32) -> Vec<i32> {
    let is_child = |id: &i32| relations_of(*id).is_some_and(|found| found.parent == parent);
    all().filter(is_child).collect()
}

/// Returns all processes.
fn all() -> impl Iterator<Item = i32> {
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    processes.filter_map(|entry| entry.file_name().to_str()?.parse().ok())
}

/// The parent, the group and the session of a process.
struct Relations {
    /// True if it has ended, and nobody has waited for it.
    is_zombie: bool,
    parent: i32,
    group: i32,
    session: i32,
}

fn relations_of(id: i32) -> Option<Relations> {
    let stat = fs::read(Path::new("/proc").join(id.to_string()).join("stat")).ok()?;
    let stat = String::from_utf8_lossy(&stat);
    // The name before it may contain spaces and parentheses.
    let (_, fields) = stat.rsplit_once(") ")?;
    let mut fields = fields.split(' ');
    let is_zombie = matches!(fields.next()?, "Z" | "X");
    let mut next = || fields.next()?.parse().ok();
    Some(Relations {
        is_zombie,
        parent: next()?,
        group: next()?,
        session: next()?,
    })
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::fd::AsRawFd;
    use std::os::unix::process::{CommandExt, ExitStatusExt};
    use std::process::{Command, Stdio};

    use nix::unistd::Pid;
    use passant_test_tools::tool;

    use super::{children, children_in_list, group_that_reads, kill_group, memory_of};

    #[test]
    fn both_lists_have_the_children_of_a_process() {
        let mut child = Command::new(tool("sh"))
            .args(["-c", "read line"])
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        let (this, id) = (std::process::id().cast_signed(), child.id().cast_signed());
        assert!(children(this).contains(&id));
        assert!(children_in_list(this).contains(&id));
        assert!(0 < memory_of(id));
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(!children(this).contains(&id) && !children_in_list(this).contains(&id));
        assert_eq!(memory_of(id), 0);
    }

    #[test]
    fn a_group_is_found_by_its_pipe_and_killed() {
        let mut command = Command::new(tool("sh"));
        command.args(["-c", "read line"]).stdin(Stdio::piped());
        let mut leader = command.process_group(0).spawn().unwrap();
        let group = Pid::from_raw(leader.id().cast_signed());
        let input = leader.stdin.as_ref().unwrap().as_raw_fd();
        let pipe = fs::read_link(format!("/proc/self/fd/{input}")).unwrap();
        assert_eq!(group_that_reads(&pipe), Some(group));
        assert!(!kill_group(group));
        let status = leader.wait().unwrap();
        assert_eq!(status.signal(), Some(9));
        assert!(kill_group(group));
        assert_eq!(group_that_reads(&pipe), None);
    }
}
