#!/usr/bin/env python3
"""Counts the shards of a folder on a Dask cluster. The machines need no common folder: in a cloud, for example.

    pip install distributed        # here and on the machines of the cluster, which have passant in the PATH
    passant perft split --fen startpos --depth 12 --tally --ply 7 --shards 4000 shards
    count.py shards                                                   # on this machine
    count.py shards --address tcp://scheduler:8786 -- --threads 4     # on a cluster
    passant perft join shards

What follows -- is handed on to passant perft shard. Run the same command again at any time: counted shards stay counted.
The scheduler gives up a shard on which more than three workers have died; on a cluster where workers come and go, start
it with DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES=20.
"""

import argparse, itertools, os, pathlib, shutil, subprocess, sys, tempfile, uuid

from dask.distributed import Client, LocalCluster, as_completed


def count(files, options):
    """Runs on a worker: takes a shard and its ledgers, as {name: bytes}, and returns the ledgers."""
    # If the worker is killed and its machine is not, passant ends with the worker.
    bound = ["setpriv", "--pdeathsig", "KILL"] if shutil.which("setpriv") else []
    with tempfile.TemporaryDirectory() as folder:
        for name, content in files.items():
            pathlib.Path(folder, name).write_bytes(content)
        (shard,) = pathlib.Path(folder).glob("*.positions")
        subprocess.run([*bound, "passant", "perft", "shard", *options, shard], check=True)
        return {ledger.name: ledger.read_bytes() for ledger in pathlib.Path(folder).glob("*.json")}


def main(folder, address, options):
    with Client(address or LocalCluster(threads_per_worker=1)) as client:
        shards = iter(sorted(folder.glob("shard-*.positions")))

        def start(shard):
            files = {path.name: path.read_bytes() for path in folder.glob(f"{shard.stem}.*")}
            return client.submit(count, files, options, key=f"{shard.stem}-{uuid.uuid4()}", retries=5)

        # Few shards are on their way at the same time, because the scheduler holds them in memory.
        waiting = as_completed(map(start, itertools.islice(shards, 2 * sum(client.nthreads().values()))))
        failed = 0
        for done in waiting:
            if done.exception():
                failed += 1
                print(f"{done.key}: {done.exception()}", file=sys.stderr)
            else:
                for name, content in done.result().items():
                    (folder / f"{name}.part").write_bytes(content)
                    os.replace(folder / f"{name}.part", folder / name)
            for shard in itertools.islice(shards, 1):
                waiting.add(start(shard))
        sys.exit(1 if failed else 0)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(usage="%(prog)s FOLDER [--address ADDRESS] [-- OPTIONS OF passant perft shard]")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--address", help="the address of the scheduler [default: a cluster on this machine]")
    border = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    args = parser.parse_args(sys.argv[1:border])
    main(args.folder, args.address, sys.argv[border + 1 :] or ["--threads", "1"])
