"""The command `passant-cli`, and `python -m passant_cli`: the program `passant` with the same arguments."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import NoReturn

from .errors import ProgramNotFound
from .program import find_program


def main() -> NoReturn:
    try:
        command = [find_program(), *sys.argv[1:]]
        if os.name != "nt":
            os.execv(command[0], command)
        process = subprocess.Popen(command)
    except (OSError, ProgramNotFound) as error:
        sys.exit(f"error: {error}")
    while True:
        try:
            sys.exit(process.wait())
        except KeyboardInterrupt:
            # The program has received Ctrl-C too, and ends after its report.
            pass


if __name__ == "__main__":
    main()
