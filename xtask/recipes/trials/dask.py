"""Dask: a scheduler and two workers on this machine. A process is killed, and then a whole worker."""

import json
import subprocess
import sys

from trials import processes
from trials.trial import RECIPES

INSTALL = "python3 -m venv target/dask && target/dask/bin/pip install distributed"
WORKERS = ["worker1", "worker2"]


def python():
    """An interpreter that has the package distributed, or None."""
    own = RECIPES.parent.parent / "target" / "dask" / "bin" / "python"
    for interpreter in [str(own)] * own.exists() + [sys.executable]:
        if subprocess.run([interpreter, "-c", "import distributed"], capture_output=True).returncode == 0:
            return interpreter
    return None


def missing():
    return [] if python() else ["distributed, a package of Python"]


def run(trial):
    # What the workers write is below this folder. They know nothing of the folder of the shards.
    temporary = trial.home / "tmp"
    temporary.mkdir()
    trial.environment["TMPDIR"] = str(temporary)
    known = trial.home / "scheduler.json"
    trial.start(python(), "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0",
                "--dashboard-address", "127.0.0.1:0", "--scheduler-file", str(known))
    trial.wait(known.exists, "the scheduler")
    workers = {name: trial.start(python(), "-m", "distributed.cli.dask_worker", "--scheduler-file", str(known),
                                 "--nthreads", "1", "--no-nanny", "--no-dashboard", "--name", name)
               for name in WORKERS}
    address = json.loads(known.read_text())["address"]
    trial.client = trial.start(python(), str(RECIPES / "dask" / "count.py"), str(trial.shards), "--address", address,
                               "--", "--threads", "1")
    trial.say("a scheduler and two workers, which do not see the folder of the shards")

    first, shard = trial.halfway()
    killed = next(name for name in WORKERS if workers[name].pid == processes.parent(first))
    processes.kill([first])
    trial.say(f"killed passant on {killed}, {shard}")

    other = next(name for name in WORKERS if name != killed)
    second, shard = trial.halfway(lambda pid: processes.parent(pid) == workers[other].pid)
    processes.kill([workers[other].pid])
    trial.say(f"killed {other}, {shard}")
    trial.wait(lambda: second not in trial.counting(), "the end of its passant")
    trial.say(f"the passant of {other} has ended with it")
    trial.finish(trial.client)
