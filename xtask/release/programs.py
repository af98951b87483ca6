"""The programs of a release, built once for the archive, the wheel and the packages for npm."""

import os
from dataclasses import dataclass
from pathlib import Path

from tools import ROOT, RUSTC, Missing, call_cargo, find_host, is_for_windows, is_static, read, require

# The programs, each the package of the same name, and the profile of cargo with which they are built.
PROGRAMS = ["passant", "passant-oracle"]
PROFILE = "dist"

# The linker of programs for Windows.
MINGW = ("x86_64-w64-mingw32-gcc", "apt-get install gcc-mingw-w64-x86-64-win32")


@dataclass
class Programs:
    """The programs for a target, in the folder of everything that cargo builds, and the variables with which it does."""
    target: str
    folder: Path
    variables: dict

    @classmethod
    def build(cls, target, folder):
        """Builds them; the folder is below the root."""
        require_compiler(target)
        programs = cls(target, ROOT / folder, list_variables(target))
        # One after the other: together they would have other features than alone, as the wheel has its program.
        for program in PROGRAMS:
            call_cargo(f"{program} for {target}",
                       f"build --quiet --locked --profile {PROFILE} --package {program} --target {target} "
                       f"--target-dir {folder}", env=os.environ | programs.variables)
        return programs

    def find(self, program):
        """Returns the path of a program."""
        return self.folder / self.target / PROFILE / (program + ".exe" * is_for_windows(self.target))


def require_compiler(target):
    """Demands what programs for a target need."""
    if target == find_host():
        return
    what = f"programs for {target}"
    if not Path(read([RUSTC, "--print", "target-libdir", "--target", target]).strip()).is_dir():
        raise Missing(f"a compiler for {target}", f"rustup target add {target}", what)
    if is_for_windows(target):
        require(*MINGW, what)


def list_variables(target):
    """Returns the variables of cargo for a target: no path of this machine gets into a program, and the linker of Rust
    links a program that needs no C library of a system."""
    start = f"CARGO_TARGET_{target.upper().replace('-', '_')}_"
    home = os.environ.get("CARGO_HOME", Path.home() / ".cargo")
    variables = {start + "RUSTFLAGS": f"--remap-path-prefix={ROOT}=passant --remap-path-prefix={home}=cargo"}
    if is_static(target):
        variables[start + "LINKER"] = "rust-lld"
    return variables
