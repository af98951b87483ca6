"""GNU parallel: two machines, played by two SSH servers on this one. A process is killed, and then a whole machine."""

import getpass
import os
import shutil
import socket
from pathlib import Path

from trials import processes
from trials.trial import RECIPES

TOOLS = ["parallel", "sshd", "ssh", "ssh-keygen", "rsync"]
INSTALL = "apt-get install parallel openssh-server openssh-client rsync"
MACHINES = ["machine1", "machine2"]

SERVER = """\
ListenAddress 127.0.0.1:{port}
HostKey {home}/host-key
AuthorizedKeysFile {home}/key.pub
PidFile none
StrictModes no
UsePAM no
PasswordAuthentication no
PermitRootLogin prohibit-password
ForceCommand cd {home}/{name} && export HOME={home}/{name} PATH={home}/bin:"$PATH" && eval "$SSH_ORIGINAL_COMMAND"
"""

CLIENT = """\
Host {name}
  HostName 127.0.0.1
  HostKeyAlias {name}
  Port {port}
  User {user}
  IdentityFile {home}/key
  IdentitiesOnly yes
  UserKnownHostsFile {home}/known-hosts
  GlobalKnownHostsFile none
  StrictHostKeyChecking accept-new
  BatchMode yes
"""


def missing():
    return [tool for tool in TOOLS if not shutil.which(tool, path=f"{os.environ['PATH']}:/usr/sbin")]


def run(trial):
    servers = start_servers(trial)
    # Otherwise GNU parallel writes into the home of the user.
    trial.environment["PARALLEL_HOME"] = str(trial.home)
    machines = trial.home / "machines"
    machines.write_text("".join(f"1/{name}\n" for name in MACHINES))
    command = [str(RECIPES / "parallel" / "count.sh"), str(trial.shards), str(machines), trial.kernel, "--threads", "1"]
    trial.client = trial.start(*command)
    trial.say("two machines by ssh, with no common folder")

    first, shard = trial.halfway()
    killed = machine_of(first)
    processes.kill([first])
    trial.say(f"killed passant on {killed}, {shard}")

    other = next(name for name in MACHINES if name != killed)
    _, shard = trial.halfway(lambda pid: machine_of(pid) == other)
    processes.kill(processes.descendants(servers[other].pid))
    trial.say(f"killed {other} with all its processes, {shard}")
    trial.finish(trial.client)
    jobs = [line.split("\t") for line in (trial.shards / "joblog").read_text().splitlines()[1:]]
    for name in MACHINES:
        trial.say(f"{name} has counted {sum(job[1] == name for job in jobs)} shards to their end, by the joblog")

    counted = {name: set(pids) for name, pids in trial.seen.items()}
    trial.finish(trial.start(*command))
    trial.say(f"the same command again: {'nothing was' if counted == trial.seen else 'shards were'} counted again")


def start_servers(trial):
    for key in ("key", "host-key"):
        trial.run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(trial.home / key))
    if os.getuid() == 0:
        # Where Debian's server drops its rights; there is none before the first start of the service.
        Path("/run/sshd").mkdir(mode=0o755, exist_ok=True)
    client = trial.home / "ssh.conf"
    servers = {}
    for name in MACHINES:
        (trial.home / name).mkdir()
        with socket.create_server(("127.0.0.1", 0)) as probe:
            values = {"name": name, "port": probe.getsockname()[1], "home": trial.home, "user": getpass.getuser()}
        server = trial.home / f"{name}.conf"
        server.write_text(SERVER.format(**values))
        with client.open("a") as file:
            file.write(CLIENT.format(**values))
        servers[name] = trial.start(shutil.which("sshd", path=trial.environment["PATH"]), "-D", "-e", "-f", str(server))
        trial.wait(lambda: b"listening" in servers[name].log.read_bytes(), name)
    wrapper = trial.home / "bin" / "ssh"
    wrapper.write_text(f'#!/bin/sh\nexec {shutil.which("ssh")} -F {client} "$@"\n')
    wrapper.chmod(0o755)
    return servers


def machine_of(pid):
    return Path(processes.environment(pid).get("HOME", "")).name
