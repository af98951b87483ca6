"""The trial of everything that runs on this host: each file is installed where nothing else is, and checks engines."""

import os
import shlex
import shutil
import subprocess
import tempfile
import urllib.request
from contextlib import contextmanager
from pathlib import Path

from programs import MINGW, PROGRAMS
from tools import NEWEST, ROOT, Failed, Missing, find_host, make_environment, require, run

# How libraries are asked, which are slow: as in the zoo.
LIBRARY = ["--protocol", "line", "--depth", "2", "--max-nodes", "500", "--quiet", "--no-diagnosis"]


def try_all(files, programs):
    """Tries what runs here, and returns what is missing for the rest."""
    missing = []

    def attempt(trial, *arguments):
        try:
            trial(*arguments)
        except Missing as tool:
            missing.append(tool)

    host, target = (it.split("-")[0:3:2] for it in (find_host(), programs.target))
    archive, wheels, npm = files[0], [it for it in files if it.suffix == ".whl"], [it for it in files if it.suffix == ".tgz"]
    if host == target:
        attempt(try_archive, archive, programs)
        for wheel in wheels:
            attempt(try_wheel, wheel, programs)
        if npm:
            attempt(try_npm, npm, programs)
    elif [host, target] == [["x86_64", "linux"], ["aarch64", "linux"]]:
        attempt(try_emulated, archive, programs)
    elif [host, target] == [["x86_64", "linux"], ["x86_64", "windows"]]:
        attempt(try_wine, archive, programs)
    else:
        print(f"nothing here runs programs for {programs.target}: they were only built")
    return missing


def try_archive(archive, programs):
    """Checks the oracle with the program of an archive."""
    with unpack(archive) as folder:
        passant, oracle = (folder / programs.find(it).name for it in PROGRAMS)
        check_installed([passant], oracle, cwd=folder, env={})
        read_page(passant, cwd=folder, env={})


def try_emulated(archive, programs):
    """Counts with the program of an archive. Beside an engine `passant` starts itself, which an emulator does not."""
    emulator = require("qemu-aarch64", "apt-get install qemu-user", f"trial of the programs for {programs.target}")
    with unpack(archive) as folder:
        expect(0, [emulator, folder / "passant", "perft", "perft", "en-passant", "--max-nodes", "30000"], env={})


def try_wine(archive, programs):
    """Checks the oracle with the program of an archive for Windows. It names its pages by paths of Windows."""
    what = f"trial of the programs for {programs.target}"
    wine = require("wine", "apt-get install wine wine64", what)
    with unpack(archive) as folder, tempfile.TemporaryDirectory() as prefix:
        env = os.environ | {"WINEPREFIX": prefix, "WINEDEBUG": "-all", "WINEDLLOVERRIDES": "mscoree,mshtml="}
        env.pop("DISPLAY", None)
        run("a folder for Wine", [wine, "wineboot", "--init"], env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        # The random numbers that the standard library asks for, which Wine has from version 9 on.
        library = Path(prefix, "drive_c/windows/system32/bcryptprimitives.dll")
        source = ROOT / "xtask/chess/src/windows/random.c"
        run(library.name, [require(*MINGW, what), "-shared", "-o", library, source, "-ladvapi32"])
        tell_engines_apart([wine, folder / "passant.exe"], "./passant-oracle.exe", cwd=folder, env=env)


@contextmanager
def unpack(archive):
    """Unpacks an archive where nothing else is."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.unpack_archive(archive, folder)
        [contents] = Path(folder).iterdir()
        yield contents


def try_npm(packages, programs):
    """Installs the packages for npm, and checks engines and chess.js with them."""
    what = "trial of the packages for npm"
    node, npm = (require(it, "apt-get install nodejs npm", what) for it in ("node", "npm"))
    with tempfile.TemporaryDirectory() as folder:
        for file in ["package.json", "package-lock.json"]:
            shutil.copy(ROOT / "crates/passant/npm/trial" / file, folder)
        try:
            run("chess.js", [npm, "ci", "--silent", "--ignore-scripts"], cwd=folder)
        except subprocess.CalledProcessError:
            raise Missing("packages of npm", "npm says above what it needs", what) from None
        # The packages for other systems are in no registry yet, and must not be looked for.
        options = ["--silent", "--offline", "--no-save", "--ignore-scripts"]
        run("install the packages for npm", [npm, "install", *options, *packages], cwd=folder)
        modules = Path(folder, "node_modules")
        [installed] = (modules / "@passant-cli").iterdir()
        program = installed / programs.find("passant").name
        demand_same_bytes(program, programs)
        read_page(program, cwd=folder)
        npx = [shutil.which("npx"), "--offline", "passant-cli"]
        check_installed(npx, programs.find("passant-oracle"), cwd=folder)
        # As the README says. Its moves are correct; that it counts an illegal capture as a right is known (see the zoo).
        shutil.copy(modules / "passant-cli/adapters/chess_js.mjs", folder)
        for suite, expected in [("en-passant", 0), ("state/repetition/refused", 1)]:
            expect(expected, [*npx, "check", *LIBRARY, "node chess_js.mjs", "--suite", suite], cwd=folder)


def try_wheel(wheel, programs):
    """Installs the wheel, and checks engines and libraries with it, and the module with its tests."""
    environment = make_environment("requirements-test.txt", "trial of the wheel")
    environment.install("install the wheel", "--no-index", "--no-deps", wheel)
    demand_same_bytes(environment.find("passant"), programs)
    options = {"cwd": environment.folder.name, "env": environment.variables()}
    for program in ["passant", "passant-cli"]:
        check_installed([environment.find(program)], programs.find("passant-oracle"), **options)
    read_page(environment.find("passant"), **options)
    folder = ROOT / "crates/passant/python"
    for tests in ["tests", "tests/with_pytest", "tests/with_hypothesis"]:
        environment.run(f"{tests} of the wheel", "python", "-m", "unittest", "discover", "-b", "-s", folder / tests)
    environment.run("types of the module", "python", "-m", "mypy", "--strict", "--package", "passant_cli")
    environment.run("example of the module", "python", "-m", "pytest", "--quiet", "-p", "no:cacheprovider",
                    folder / "examples/test_python_chess.py")
    python = environment.find("python")
    if subprocess.run([python, "-c", "import bulletchess"], **options, stderr=subprocess.DEVNULL).returncode != 0:
        raise Missing(f"Python {NEWEST}", f"apt-get install python{NEWEST} python{NEWEST}-venv", "bulletchess with the wheel")
    # It fails as the zoo says, and in no other way.
    zoo = ROOT / "crates/zoo"
    engine = shlex.join([str(python), str(zoo / "python/zoo_bulletchess.py")])
    known = zoo / "expected/bulletchess-0.4.0.toml"
    expect(0, [environment.find("passant"), "check", *LIBRARY, "--expected", known, engine], **options)


def check_installed(passant, oracle, **options):
    """Demands that an installed program names pages that are there, and tells a correct engine from a faulty one."""
    answer = subprocess.run(passant, **options, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    start = "Pages to read: "
    [page] = [it.removeprefix(start) for it in answer.stderr.splitlines() if it.startswith(start)] or [None]
    if page is None or not Path(page).is_file():
        raise Failed(f"{passant} names the page {page}, which does not exist")
    tell_engines_apart(passant, oracle, **options)


def read_page(passant, **options):
    """Demands that an installed program serves its page."""
    with subprocess.Popen([passant, "page"], **options, stdout=subprocess.PIPE, text=True) as server:
        try:
            address = server.stdout.readline().strip()
            with urllib.request.urlopen(address + "passant_page.wasm") as answer:
                kind = answer.headers["Content-Type"]
        finally:
            server.terminate()
    if kind != "application/wasm":
        raise Failed(f"{passant} serves the page as {kind}")


def tell_engines_apart(passant, oracle, **options):
    """Checks the oracle with an installed program: a correct engine passes, a faulty one does not."""
    oracle = shlex.quote(str(oracle))
    for engine, expected in [(oracle, 0), (f"{oracle} --fault rank-pin-ignored", 1)]:
        expect(expected, [*passant, "check", engine, "--suite", "en-passant/rejected-rank"], **options)


def expect(code, command, **options):
    """Runs a command, and demands an exit code."""
    answer = subprocess.run(command, **options, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if answer.returncode != code:
        raise Failed(f"{command}: exit code {answer.returncode}, expected {code}\n{answer.stdout}")


def demand_same_bytes(installed, programs):
    if installed.read_bytes() != programs.find("passant").read_bytes():
        raise Failed("the package has another program")
