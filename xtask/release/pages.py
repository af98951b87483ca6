"""The pages of an archive or a package, and the files that they link to. They lie in other folders than in the source, so links
are rewritten: each leads to a file that is packed, or becomes text that names a file of the source."""

import posixpath
import re
import shutil

from tools import ROOT

# The page about an archive.
README = "crates/passant/archive/README.md"

# Files and folders of the source, and their places in an archive. Folders in a folder are rows of their own.
PLACES = {
    "CHANGELOG.md": "CHANGELOG.md",
    "SECURITY.md": "SECURITY.md",
    "LICENSE-APACHE": "LICENSE-APACHE",
    "LICENSE-MIT": "LICENSE-MIT",
    "xtask/recipes/slurm/count.sbatch": "recipes/count.sbatch",
    "xtask/recipes/dask/count.py": "recipes/count.py",
    "xtask/recipes/parallel/count.sh": "recipes/count.sh",
    "crates/passant/docs": "docs",
    "crates/passant/ci": "ci",
    ".github/actions/check": "ci/github",
    "crates/passant/adapters": "adapters",
    "crates/passant/adapters/short": "adapters/short",
    "crates/report/schema": "schema",
}


def copy_readme(folder):
    """Copies the page about an archive into its folder."""
    copy_file(README, folder, "README.md")


def copy(folder):
    """Copies everything else into a folder."""
    for source, place in PLACES.items():
        if (ROOT / source).is_file():
            copy_file(source, folder, place)
            continue
        for file in (ROOT / source).iterdir():
            if file.is_file():
                copy_file(f"{source}/{file.name}", folder, f"{place}/{file.name}")


def copy_page(folder):
    """Copies the page for a browser into a folder. `cargo xtask page` has built it."""
    shutil.copytree(ROOT / "target/page", folder / "page")


def copy_file(source, folder, place):
    copy = folder / place
    copy.parent.mkdir(parents=True, exist_ok=True)
    # Permissions are copied too: a script stays a program.
    shutil.copy(ROOT / source, copy)
    if source.endswith(".md"):
        text = rewrite_links((ROOT / source).read_text("utf-8"), source, place)
        copy.write_text(text, encoding="utf-8", newline="\n")


def rewrite_links(text, source, place):
    """Returns the text of a page of the source with the links that it has at its place in the archive. Addresses in the web,
    links within the page and blocks of code stay as they are."""
    def rewrite(match):
        words, target, part = match.groups(default="")
        file = posixpath.normpath(posixpath.join(posixpath.dirname(source), target))
        leads_to = find_place(file)
        if leads_to is None:
            return f"{words} (`{file}` in the source)"
        return f"[{words}]({posixpath.relpath(leads_to, posixpath.dirname(place) or '.')}{part})"

    link = re.compile(r"\[([^\]]+)\]\(([^)#:]+)(#[^)]*)?\)")
    parts = text.split("```")
    return "```".join(link.sub(rewrite, part) if index % 2 == 0 else part for index, part in enumerate(parts))


def find_place(source):
    """Returns the place of a file or a folder of the source in an archive, or nothing if it has none."""
    if source in PLACES:
        return PLACES[source]
    folder, name = posixpath.split(source)
    return f"{PLACES[folder]}/{name}" if folder in PLACES and "." in name else None
