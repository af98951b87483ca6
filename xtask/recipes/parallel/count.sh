#!/bin/bash
# Counts the shards of a folder with GNU parallel, on machines that have ssh and no common folder.
#
#   passant perft split --fen startpos --depth 12 --tally --ply 7 --shards 4000 shards
#   count.sh shards machines avx2
#   passant perft join shards
#
# The file machines has a line for each: 1/me@host, where 1 is the number of shards that it counts at the same time.
# Each machine needs passant and rsync in the PATH of a command that ssh starts. The kernel is one that all of them
# have. What follows the kernel is handed on to passant perft shard: --threads 8, for example; by default, a shard is
# counted on all cores.
#
# The same command goes on where it was, whatever has been killed: shards/joblog says what has ended.

set -eu
folder=$1
machines=$(realpath "$2")
kernel=$3
shift 3
cd "$folder"

# The folder on the other machines, in the home of the user: of this split, and of no other. A shard that is started again
# on the same machine goes on from its ledger there.
work=perft-$(cksum < split.json | cut -d ' ' -f 1)

# A shard that fails on one machine is counted on another, and given up after ten attempts.
printf '%s\n' shard-*.positions |
    parallel --sshloginfile "$machines" --workdir "$work" \
        --joblog joblog --resume-failed --retries 10 \
        --transferfile {} --return "{.}.$kernel.json" \
        passant perft shard --kernel "$kernel" "$@" {} '&&' rm {}
