"""Processes, as /proc shows them. Nothing here finds a process by its name alone."""

import os
import signal
from pathlib import Path


def all_processes():
    return [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]


def arguments(pid):
    return _read(pid, "cmdline").split("\0")[:-1]


def environment(pid):
    pairs = (line.partition("=") for line in _read(pid, "environ").split("\0"))
    return {name: value for name, _, value in pairs}


def program(pid):
    """The path of the program that a process runs; None if it has ended."""
    try:
        return os.readlink(f"/proc/{pid}/exe")
    except OSError:
        return None


def parent(pid):
    # The name of the program stands in parentheses, and may contain any character.
    fields = _read(pid, "stat").rpartition(")")[2].split()
    return int(fields[1]) if fields else 0


def descendants(pid):
    """A process and what it has started, the oldest first."""
    parents = {child: parent(child) for child in all_processes()}
    found = [pid]
    for ancestor in found:
        found += [child for child, its in parents.items() if its == ancestor]
    return found


def kill(pids):
    """Kills processes as a machine that fails does: none of them has time for a last word."""
    for pid in pids:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass


def _read(pid, name):
    try:
        return Path(f"/proc/{pid}/{name}").read_bytes().decode(errors="replace")
    except OSError:
        return ""
