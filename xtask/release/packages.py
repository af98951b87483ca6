"""The archive, the wheel and the packages for npm of a system. Their bytes depend on names and contents only."""

import gzip
import json
import shutil
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

import licenses
import pages
from programs import PROFILE, PROGRAMS
from tools import ROOT, SYSTEMS, Failed, call_cargo, find_host, is_for_macos, is_for_windows, is_static

SHELLS = ["bash", "elvish", "fish", "powershell", "zsh"]

# The time of every file: the first that a wheel and a zip file can hold, 1 January 1980.
TIME = "315532800"
FIRST = (1980, 1, 1, 0, 0, 0)


def find_version():
    """Returns the version of this release."""
    manifest = (ROOT / "Cargo.toml").read_text("utf-8")
    start = manifest.index('\nversion = "') + len('\nversion = "')
    return manifest[start:manifest.index('"', start)]


def build(programs, maturin, folder):
    """Builds everything for the target of the programs into a folder, and returns the files."""
    folder.mkdir(parents=True, exist_ok=True)
    files = [build_archive(programs, folder)]
    platforms = list_platforms(programs.target)
    if maturin and platforms:
        files.append(build_wheel(programs, maturin, platforms, folder))
    if system := SYSTEMS.get(programs.target):
        # It is the same for all systems, and only that of Linux is released: others may compress it to other bytes.
        launcher = folder if sys.platform == "linux" else folder / "launcher"
        files += [build_launcher(launcher), build_npm(programs, system, folder)]
    return files


def build_archive(programs, folder):
    """Builds the archive: programs, pages, the page for a browser, man pages, completions and licenses."""
    name = name_archive(programs.target)
    contents = folder / name
    for program in PROGRAMS:
        copy(programs.find(program), contents)
    pages.copy_readme(contents)
    pages.copy(contents)
    pages.copy_page(contents)
    licenses.write(programs.target, contents)
    # They are the same for all targets: the program of this host writes them.
    call_cargo("man pages", "run --quiet --package passant -- generate man", contents / "man/man1")
    (contents / "completions").mkdir()
    for shell in SHELLS:
        with open(contents / f"completions/passant.{shell}", "wb") as file:
            call_cargo(f"completions of {shell}", f"run --quiet --package passant -- generate completions {shell}", stdout=file)
    return pack(contents, folder / (name + choose_ending(programs.target)))


def name_archive(target):
    """Returns the name of the archive for a target without its ending, which is also that of the folder in it."""
    return f"passant-{find_version()}-{target}"


def choose_ending(target):
    """Returns the ending of an archive: the file manager of Windows opens zip files."""
    return ".zip" if is_for_windows(target) else ".tar.gz"


def list_platforms(target):
    """Returns the systems that the wheel for a target serves, as maturin names them: a program with its C library runs with
    every Linux, and what another needs maturin reads from it. None for a target whose wheel another host builds."""
    if is_static(target):
        return ["manylinux_2_17", "musllinux_1_1"]
    return ["pypi"] if target == find_host() or is_for_macos(target) else []


def build_wheel(programs, maturin, platforms, folder):
    """Builds the wheel by maturin, from a copy of the project with the pages and the licenses."""
    with tempfile.TemporaryDirectory() as project:
        project = Path(project, "project")
        source = ROOT / "crates/passant/python"
        for part in ["src", "data"]:
            shutil.copytree(source / part, project / part, ignore=shutil.ignore_patterns("__pycache__"))
        copy(source / "README.md", project)
        # pip installs them as `share/doc/passant`.
        pages.copy(project / "data/data/share/doc/passant")
        pages.copy_page(project / "data/data/share/doc/passant")
        licenses.write(programs.target, project / "licenses")
        manifest = (source / "pyproject.toml").read_text("utf-8")
        known = 'manifest-path = "../Cargo.toml"'
        if known not in manifest:
            raise Failed(f"pyproject.toml has no {known}")
        manifest = manifest.replace(known, f"manifest-path = '{source.parent / 'Cargo.toml'}'")
        (project / "pyproject.toml").write_text(manifest, encoding="utf-8")
        maturin.run("wheel", "maturin", "build", "--quiet", "--locked", "--profile", PROFILE, "--target", programs.target,
                    "--compatibility", *platforms, "--target-dir", programs.folder, "--out", project / "built",
                    cwd=project, SOURCE_DATE_EPOCH=TIME, **programs.variables)
        [wheel] = (project / "built").iterdir()
        return copy(wheel, folder)


def build_launcher(folder):
    """Builds the package for npm that people install."""
    with tempfile.TemporaryDirectory() as staged:
        package = Path(staged, "package")
        for file in ["package.json", "passant.js", "README.md"]:
            copy(ROOT / "crates/passant/npm" / file, package)
        # The licenses are among them.
        pages.copy(package)
        pages.copy_page(package)
        folder.mkdir(exist_ok=True)
        return pack(package, folder / f"passant-cli-{find_version()}.tgz")


def build_npm(programs, system, folder):
    """Builds the package for npm with the program."""
    system, processor = system
    with tempfile.TemporaryDirectory() as staged:
        package = Path(staged, "package")
        copy(programs.find("passant"), package)
        licenses.write(programs.target, package)
        manifest = {
            "name": f"@passant-cli/{system}-{processor}",
            "version": find_version(),
            "description": f"The program of passant-cli for {system}-{processor}",
            "license": "MIT OR Apache-2.0",
            "os": [system],
            "cpu": [processor],
            # A program cannot be started out of an archive.
            "preferUnplugged": True,
        }
        (package / "package.json").write_text(json.dumps(manifest, indent=2) + "\n", newline="\n")
        return pack(package, folder / f"passant-cli-{system}-{processor}-{find_version()}.tgz")


def copy(file, folder):
    """Copies a file into a folder, which is made, and returns the path of the copy."""
    folder.mkdir(parents=True, exist_ok=True)
    return Path(shutil.copy(file, folder))


def pack(contents, archive):
    """Packs a folder, with its name, into an archive, and returns the path of that."""
    files = sorted(it for it in contents.rglob("*") if it.is_file())
    names = [it.relative_to(contents.parent).as_posix() for it in files]
    if archive.suffix == ".zip":
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
            for file, name in zip(files, names):
                packed.writestr(zipfile.ZipInfo(name, FIRST), file.read_bytes(), zipfile.ZIP_DEFLATED)
        return archive
    with open(archive, "wb") as file, gzip.GzipFile("", "wb", mtime=0, fileobj=file) as compressed:
        with tarfile.open(mode="w", fileobj=compressed) as packed:
            for file, name in zip(files, names):
                packed.add(file, name, filter=forget_owner)
    return archive


def forget_owner(entry):
    """Leaves of a file in an archive what depends on no time, user and setting of this machine."""
    entry.mtime = entry.uid = entry.gid = 0
    entry.uname = entry.gname = ""
    entry.mode = 0o755 if entry.mode & 0o100 else 0o644
    return entry
