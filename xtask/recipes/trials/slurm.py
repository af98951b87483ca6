"""Slurm: a controller and two nodes on this machine. A process is killed, and then a whole node."""

import json
import os
import pwd
import shutil
import socket

from trials import processes
from trials.trial import RECIPES, SHARDS

TOOLS = ["slurmctld", "slurmd", "sbatch", "munged"]
INSTALL = "apt-get install slurm-wlm munge"
BATCH = 2

CONFIGURATION = """\
ClusterName=trial
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ports[0]}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={home}/munge.socket,cred_expire=10
StateSaveLocation={home}/state
SlurmdSpoolDir={home}/%n
SlurmctldPidFile={home}/slurmctld.pid
SlurmdPidFile={home}/%n.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
SlurmdTimeout=10
ReturnToService=2
NodeName=node1 NodeHostname={host} NodeAddr=127.0.0.1 Port={ports[1]} CPUs=1
NodeName=node2 NodeHostname={host} NodeAddr=127.0.0.1 Port={ports[2]} CPUs=1
PartitionName=all Nodes=node1,node2 Default=YES State=UP
"""


def missing():
    return [tool for tool in TOOLS if not shutil.which(tool, path=f"{os.environ['PATH']}:/usr/sbin")]


def run(trial):
    controller, nodes = start_cluster(trial)
    tasks = SHARDS // BATCH
    job = trial.run("sbatch", "--parsable", f"--array=1-{tasks}", "--cpus-per-task=1", "--time=02:00:00",
                    RECIPES / "slurm" / "count.sbatch", trial.shards, str(BATCH)).strip()
    trial.run("sbatch", f"--dependency=afterok:{job}", "--kill-on-invalid-dep=yes", "--output=join.log", "--wrap",
              f"passant perft join --json {trial.shards}")
    trial.say(f"job {job} has {tasks} tasks of {BATCH} shards, for two nodes")

    pid, shard = trial.halfway()
    first = node_of(pid)
    processes.kill([pid])
    trial.say(f"killed passant on {first}, {shard}")

    other = "node1" if first == "node2" else "node2"
    _, shard = trial.halfway(lambda pid: node_of(pid) == other)
    kill_node(trial, other, nodes[other])
    trial.say(f"killed {other} with all its processes, {shard}")

    trial.wait(lambda: not trial.run("squeue", "--noheader"), "the end of all jobs")
    for line in controller.log.read_text().splitlines():
        if "due to failure" in line:
            trial.say(line)
    for log in sorted(trial.home.glob("perft-*.log")):
        for line in log.read_text().splitlines():
            if "goes back into the queue" in line:
                trial.say(f"{log.name}: {line}")
    trial.say(f"the last job has joined {json.loads((trial.home / 'join.log').read_text())['shards']} shards")


def start_cluster(trial):
    """Starts the daemons, and returns the controller and, by name, those of the nodes."""
    (trial.home / "state").mkdir()
    key = trial.home / "munge.key"
    key.write_bytes(os.urandom(128))
    key.chmod(0o400)
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(3)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    configuration = trial.home / "slurm.conf"
    host, user = socket.gethostname().split(".")[0], pwd.getpwuid(os.getuid()).pw_name
    configuration.write_text(CONFIGURATION.format(home=trial.home, host=host, user=user, ports=ports))
    trial.environment["SLURM_CONF"] = str(configuration)

    files = {"socket": "socket", "pid-file": "pid", "log-file": "log", "seed-file": "seed"}
    trial.start("munged", "--foreground", "--force", f"--key-file={key}",
                *(f"--{option}={trial.home}/munge.{end}" for option, end in files.items()))
    trial.wait((trial.home / "munge.socket").exists, "munged")
    controller = trial.start("slurmctld", "-D")
    nodes = {node: trial.start("slurmd", "-D", "-N", node) for node in ("node1", "node2")}
    trial.wait(lambda: trial.run("sinfo", "--noheader", "--states=idle", "--format=%D").strip() == "2", "two idle nodes")
    return controller, nodes


def node_of(pid):
    return processes.environment(pid).get("SLURMD_NODENAME")


def kill_node(trial, node, daemon):
    """Kills the daemon of a node, and everything that runs on the node."""
    ours = [pid for pid in processes.all_processes() if is_of(trial, pid) and node_of(pid) == node]
    # Slurm's process for each step is not below the daemon, but above the step.
    steps = {processes.parent(pid) for pid in ours}
    steps = {pid for pid in steps if is_of(trial, pid) and "slurmstepd" in str(processes.program(pid))}
    processes.kill([daemon.pid, *steps, *ours])


def is_of(trial, pid):
    return processes.environment(pid).get("SLURM_CONF") == trial.environment["SLURM_CONF"]
