"""The command `passant-cli`, and `python -m passant_cli`: the program `passant` with the same arguments."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import NoReturn

from .errors import ProgramNotFound
from .program import find_program

#: The exit code of the program if the system lets it do no work. 1 would mean that a case has failed.
CANNOT_RUN = 74


def main() -> NoReturn:
    try:
        command = [find_program(), *sys.argv[1:]]
        if os.name != "nt":
            os.execv(command[0], command)
        process = subprocess.Popen(command)
    except (OSError, ProgramNotFound) as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(CANNOT_RUN)
    while True:
        try:
            sys.exit(process.wait())
        except KeyboardInterrupt:
            # The program has received Ctrl-C too, and ends after its report.
            pass


if __name__ == "__main__":
    main()
