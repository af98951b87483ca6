"""One run of one recipe: a folder of its own, what is started in it, and what is known about its shards."""

import json
import os
import shutil
import subprocess
import tempfile
import threading
import time
from collections import defaultdict
from pathlib import Path

from trials import processes

RECIPES = Path(__file__).resolve().parent.parent
SHARDS = 8
PATIENCE = 300  # seconds


class Failed(Exception):
    """The trial did not get to its end; the message says why."""


class Trial:
    """Use it in a `with` statement: at its end, whatever still runs is ended and the folder is removed."""

    def __init__(self, name, passant, kernel):
        self.name = name
        self.kernel = kernel
        self.home = Path(tempfile.mkdtemp(prefix=f"passant-{name}-"))
        self.shards = self.home / "shards"
        (self.home / "bin").mkdir()
        # A program of its own: so its processes are known from all others.
        self.passant = self.home / "bin" / "passant"
        shutil.copy2(passant, self.passant)
        self.environment = {k: v for k, v in os.environ.items() if not k.startswith(("SLURM", "SBATCH"))}
        self.environment["PATH"] = f"{self.home / 'bin'}:{os.environ['PATH']}:/usr/sbin"
        self.started = []
        self.client = None  # what hands out the shards, if it runs on this machine
        self.begin = time.monotonic()
        self.seen = defaultdict(set)
        self.ended = threading.Event()
        self.watcher = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self):
        self.watcher.start()
        return self

    def __exit__(self, *_):
        self.ended.set()
        self.watcher.join()
        for process in reversed(self.started):
            process.terminate()
        for process in self.started:
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
        processes.kill(self.counting())
        shutil.rmtree(self.home, ignore_errors=True)

    def split(self, depth):
        self.run("passant", "perft", "split", "--fen", "startpos", "--depth", str(depth), "--tally", "--ply", "4",
                 "--shards", str(SHARDS), str(self.shards))

    def say(self, text):
        print(f"{self.name:>9} {time.monotonic() - self.begin:5.0f} s  {text}", flush=True)

    def run(self, *command):
        """Runs a program to its end and returns what it prints."""
        done = subprocess.run(command, env=self.environment, cwd=self.home, capture_output=True, text=True)
        if done.returncode != 0:
            raise Failed(f"{' '.join(map(str, command))} ended with code {done.returncode}: {done.stderr.strip()}")
        return done.stdout

    def start(self, *command):
        """Starts a program that runs until the end of the trial, or longer than the next lines."""
        with open(self.home / f"{len(self.started)}-{Path(command[0]).name}.log", "wb") as log:
            process = subprocess.Popen(command, env=self.environment, cwd=self.home, stdin=subprocess.DEVNULL,
                                       stdout=log, stderr=subprocess.STDOUT)
        process.log = Path(log.name)
        self.started.append(process)
        return process

    def finish(self, process):
        """Waits for the end of a program that must succeed."""
        if process.poll() is None:
            self.wait(lambda: process.poll() is not None, process.args[0])
        if process.returncode != 0:
            raise Failed(f"{process.args[0]} ended with code {process.returncode}: {process.log.read_text()[-2000:]}")

    def wait(self, condition, what):
        """Waits until a condition holds, and returns what it returns."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if found := condition():
                return found
            if self.client and self.client.poll():
                self.finish(self.client)
            time.sleep(0.05)
        raise Failed(f"waited in vain for {what}")

    def counting(self):
        """The processes of passant that count shards now, with the names of these."""
        found = {}
        for pid in processes.all_processes():
            if processes.program(pid) == str(self.passant):
                names = [Path(file).stem for file in processes.arguments(pid) if file.endswith(".positions")]
                if names:
                    found[pid] = names
        return found

    def progress(self):
        """What part of each shard is counted, by its ledgers, wherever these are."""
        found = {}
        for path in self.home.rglob("shard-*.json"):
            try:
                ledger = json.loads(path.read_text())
            except OSError:
                continue  # It was removed just now.
            found[path.name.split(".")[0]] = ledger["positions"] / ledger["run"]["shard"]["positions"]
        return found

    def halfway(self, is_meant=lambda pid: True):
        """Waits for a process in the middle of a shard, and returns it."""
        def find():
            progress = self.progress()
            for pid, names in self.counting().items():
                middle = [name for name in names if 0.3 < progress.get(name, 0) < 0.9]
                if middle and is_meant(pid):
                    return pid, middle[0], progress[middle[0]]
            return None
        pid, name, part = self.wait(find, "a shard that is half counted")
        return pid, f"{name}, {part:.0%} of which was counted"

    def _watch(self):
        """Notes which process counts which shard. A process that was given several is not noted: ledgers know more."""
        while not self.ended.wait(0.1):
            for pid, names in self.counting().items():
                if len(names) == 1:
                    self.seen[names[0]].add(pid)

    def join(self):
        """The sums of all ledgers, and a sentence for each shard that was started more than once."""
        joined = json.loads(self.run("passant", "perft", "join", "--json", str(self.shards)))
        twice = [f"shard-{again['shard']:05} was started {again['starts']} times, by its ledger ({again['kernel']})"
                 for again in joined["started_again"]]
        twice += [f"{name} was counted by {len(pids)} processes" for name, pids in sorted(self.seen.items())
                  if 1 < len(pids)]
        return joined["counts"], twice
