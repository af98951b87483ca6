//! The processes below this one, as `/proc` shows them.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use nix::errno::Errno;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

/// Kills the children of this process. Returns whether it makes sense to try again: not if all of them belong to other
/// users.
pub(super) fn kill_children() -> bool {
    let children = children(std::process::id().cast_signed());
    let killed = |id: &i32| kill(Pid::from_raw(*id), Signal::SIGKILL) != Err(Errno::EPERM);
    children.is_empty() || children.iter().filter(|id| killed(id)).count() != 0
}

/// The memory of all processes below this one, in bytes: what they have written to and not given back, swapped out or
/// not. Memory that two processes share counts twice. Files that are only read, such as networks, do not count.
pub(super) fn memory() -> u64 {
    let mut sum = 0;
    let mut next = children(std::process::id().cast_signed());
    while let Some(id) = next.pop() {
        sum += memory_of(id);
        next.extend(children(id));
    }
    sum
}

/// The memory of one process in bytes, 0 if it is gone.
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

/// The children of a process. One that ends or starts meanwhile may be missing.
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

/// The children of a process, from the list of all processes.
fn children_in_list(parent: i32) -> Vec<i32> {
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let ids = processes.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    ids.filter(|id| parent_of(*id) == Some(parent)).collect()
}

fn parent_of(id: i32) -> Option<i32> {
    let stat = fs::read(Path::new("/proc").join(id.to_string()).join("stat")).ok()?;
    let stat = String::from_utf8_lossy(&stat);
    // The name before it may contain spaces and parentheses.
    let (_, fields) = stat.rsplit_once(") ")?;
    fields.split(' ').nth(1)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};

    use passant_test_tools::tool;

    use super::{children, children_in_list, memory_of};

    #[test]
    fn both_lists_have_the_children_of_a_process() {
        let mut child = Command::new(tool("sh").unwrap())
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
}
