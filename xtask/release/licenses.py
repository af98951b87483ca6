"""The licenses of everything in the programs: of packages, and of what the compiler and the linker add, which no tool knows:
the standard library, a C library that is linked statically, and the functions that compilers call."""

import html
import json
import re
from functools import cache
from pathlib import Path

from programs import PROGRAMS
from tools import CARGO, ROOT, RUSTC, Failed, is_static, read

# The licenses of this project.
OWN = ["LICENSE-APACHE", "LICENSE-MIT"]

# The file with the licenses of everything that is linked into the programs.
OF_PARTS = "LICENSES-OF-PARTS.txt"

# The licenses that the notices of the standard library only name, apart from those of this project.
ONLY_NAMED = ["BSD-2-Clause.txt", "Unicode-3.0.txt"]


# The parts that a compiler and a linker add, each with its license; their notices are files of `notices`.
PARTS = {
    "backtraces": "addr2line, adler2, miniz_oxide and object, by which the standard library shows backtraces: MIT, and others "
                  "to choose from",
    "musl": "musl: MIT",
    "libunwind": "libunwind of LLVM: Apache-2.0 WITH LLVM-exception",
    "mingw-w64": "the runtime of MinGW-w64: ZPL-2.1, and others for parts of it, all below",
    "libgcc": "libgcc: GPL-3.0-or-later WITH GCC-exception-3.1",
}


def list_added(target):
    """Returns the parts that the linker adds to programs for a target."""
    if is_static(target):
        return ["backtraces", "musl", "libunwind"]
    if target.endswith("-windows-gnu"):
        return ["backtraces", "mingw-w64", "libgcc"]
    if target.endswith("-linux-gnu"):
        # The C library is that of the system.
        return ["backtraces", "libgcc"]
    # A library of Windows names the functions of a backtrace.
    return [] if target.endswith("-windows-msvc") else ["backtraces"]


def write(target, folder):
    """Writes the licenses of this project and of the parts of its programs into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in OWN:
        (folder / name).write_bytes((ROOT / name).read_bytes())
    (folder / OF_PARTS).write_text(make_text(target), encoding="utf-8", newline="\n")


@cache
def make_text(target, *options):
    """Returns a list of all packages in the programs for a target, each with its license, and then the text of every
    license once. The options are those of `cargo metadata`."""
    linked = list_linked(target)
    listed = "Packages in these programs, each with its license:\n\n"
    texts = {}
    for package in list_packages(*options):
        if (package["name"], package["version"]) in linked:
            listed += f"{package['name']} {package['version']}: {package['license'] or 'see its text'}\n"
            for text in read_licenses(Path(package["manifest_path"]).parent):
                texts.setdefault(text, []).append(package["name"])
    texts[read_library()] = ["the Rust standard library"]
    for part in list_added(target):
        file = Path(__file__).with_name("notices") / f"{part}.txt"
        texts.setdefault(file.read_text("utf-8"), []).append(part)
    listed += "\nThe compiler has added:\n\n"
    listed += "the Rust standard library: MIT OR Apache-2.0, and others for parts of it, all below\n"
    listed += "".join(PARTS[part] + "\n" for part in list_added(target))
    return listed + "".join(f"\n----- {', '.join(texts[text])}\n\n{text.rstrip()}\n" for text in sorted(texts))


def list_packages(*options):
    """Returns what cargo knows of the packages, those of this workspace and others."""
    return json.loads(read([CARGO, "metadata", "--format-version", "1", *options], cwd=ROOT))["packages"]


def list_linked(target):
    """Returns the name and the version of each package that is linked into the programs."""
    programs = [word for program in PROGRAMS for word in ("--package", program)]
    options = ["--edges", "normal", "--prefix", "none", "--target", target]
    tree = read([CARGO, "tree", *programs, *options], cwd=ROOT)
    words = (line.split() for line in tree.splitlines() if line)
    return {(name, version.removeprefix("v")) for name, version, *_ in words}


def read_licenses(folder):
    """Returns the texts of the licenses of a package."""
    files = (it for it in folder.iterdir() if re.match("licen[cs]e|copying|notice", it.name, re.IGNORECASE))
    return sorted(it.read_text("utf-8") for it in files if it.is_file())


def read_library():
    """Returns the notices of the standard library, which the compilers of rustup have."""
    folder = Path(read([RUSTC, "--print", "sysroot"]).strip(), "share/doc/rust")
    page = folder / "COPYRIGHT-library.html"
    if not page.is_file():
        raise Failed(f"there are no notices of the standard library: expected {page}, as rustup installs it")
    text = html.unescape(re.sub("<[^>]*>", "", page.read_text("utf-8")))
    texts = [re.sub(r"\n\s*\n", "\n\n", text).strip()]
    return "\n\n".join(texts + [(folder / "licenses" / name).read_text("utf-8") for name in ONLY_NAMED])
