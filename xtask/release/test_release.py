"""Tests of what a release consists of, without building it. They need no network."""

import json
import re
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True

import licenses
import packages
import pages
from programs import PROGRAMS
from tools import ROOT, SYSTEMS, find_host


def list_packages():
    """Returns the packages of this workspace, and those that are built for this host: only they are sure to be downloaded."""
    return licenses.list_packages("--offline", "--filter-platform", find_host())


class Manifests(unittest.TestCase):
    def test_registries_find_what_they_want(self):
        """Only the address of the repository is not known yet."""
        published = [it for it in list_packages() if it["source"] is None and it["publish"] is None]
        self.assertIn("passant-rules", [it["name"] for it in published])
        for package in published:
            for field in ["description", "license", "readme", "documentation", "keywords", "categories"]:
                self.assertTrue(package[field], f"{package['name']}: {field}")
            docs = package["metadata"]["docs"]["rs"]
            self.assertTrue(docs["all-features"], package["name"])
            self.assertEqual(docs["rustdoc-args"][-2:], ["--cfg", "docsrs"], package["name"])

    def test_dependencies_build_with_the_oldest_compiler(self):
        """Nobody could install the programs with the compiler that the README promises."""
        def read_version(package):
            return tuple(map(int, (package["rust_version"] or "0").split(".")))

        found = list_packages()
        self.assertIn("clap", [it["name"] for it in found])
        promised = min(read_version(it) for it in found if it["source"] is None)
        for package in found:
            self.assertLessEqual(read_version(package)[:2], promised[:2], package["name"])

    def test_cargo_binstall_finds_every_archive(self):
        """Windows has archives of another kind, and cargo-binstall fails if a manifest names a file that is not there."""
        manifests = {it["name"]: it["metadata"]["binstall"] for it in list_packages() if it["name"] in PROGRAMS}
        for program in PROGRAMS:
            for target in [*SYSTEMS, "x86_64-pc-windows-msvc", "x86_64-unknown-linux-gnu"]:
                fields = manifests[program] | manifests[program]["overrides"].get(target, {})
                name = packages.name_archive(target)
                ending = ".zip" if fields.get("pkg-fmt") == "zip" else ".tar.gz"
                self.assertEqual(ending, packages.choose_ending(target))
                words = {"{ version }": packages.find_version(), "{ target }": target}
                url, folder = (re.sub(r"\{ (version|target) \}", lambda it: words[it[0]], fields[field])
                               for field in ("pkg-url", "bin-dir"))
                self.assertEqual(url.split("/")[-1], name + ending)
                self.assertEqual(folder, name + "/{ bin }{ binary-ext }")

    def test_the_launcher_wants_the_program_of_its_own_version_for_each_system(self):
        manifest = json.loads((ROOT / "crates/passant/npm/package.json").read_text("utf-8"))
        version = packages.find_version()
        self.assertEqual(manifest["version"], version)
        self.assertEqual(manifest["optionalDependencies"],
                         {f"@passant-cli/{system}-{processor}": version for system, processor in SYSTEMS.values()})


class Pages(unittest.TestCase):
    def test_every_link_of_an_archive_leads_to_a_file_in_it(self):
        """A reader of an archive has nothing but the archive."""
        with tempfile.TemporaryDirectory() as archive:
            archive = Path(archive).resolve()
            pages.copy_readme(archive)
            pages.copy(archive)
            texts = {page: page.read_text("utf-8") for page in archive.rglob("*.md")}
            links = [(page, link) for page, text in texts.items() for link in re.findall(r"\]\(([^)#:]+)[)#]", text)]
            for page, link in links:
                target = (page.parent / link).resolve()
                self.assertTrue(target.exists() and target.is_relative_to(archive), f"{page}: {link}")
            self.assertLess(12, len(texts))
            self.assertLess(30, len(links))
            for file in ["SECURITY.md", "ci/github/check.sh", "adapters/short/adapter.cpp", "recipes/count.sbatch"]:
                self.assertTrue((archive / file).is_file(), file)
            # Both need the source.
            self.assertNotRegex(texts[archive / "README.md"], "cargo |crates/")

    def test_a_link_to_the_source_becomes_text(self):
        for text, expected in [
            ("[a](../ci/gitlab.yml)", "[a](../ci/gitlab.yml)"),
            ("[a](../../../.github/actions/check)", "[a](../ci/github)"),
            ("[a](report.md#b), [c](#d)", "[a](report.md#b), [c](#d)"),
            ("[a](https://b.example/c)", "[a](https://b.example/c)"),
            ("see [a\nb](../../engine/README.md#c).", "see a\nb (`crates/engine/README.md` in the source)."),
            ("```\n[a](../../engine/README.md)\n```\n", "```\n[a](../../engine/README.md)\n```\n"),
        ]:
            self.assertEqual(pages.rewrite_links(text, "crates/passant/docs/ci.md", "docs/ci.md"), expected)


class Licenses(unittest.TestCase):
    def test_lists_what_cargo_links_and_the_compiler_adds(self):
        text = licenses.make_text(find_host(), "--offline", "--filter-platform", find_host())
        self.assertRegex(text, r"(?m)^clap 4\..*: MIT OR Apache-2.0$")
        # Only tests use it.
        self.assertNotRegex(text, "(?m)^proptest ")
        _, library = text.split("----- the Rust standard library\n")
        for words in ["hashbrown", "The Rust Project Developers", "UNICODE LICENSE V3"]:
            self.assertIn(words, library)
        self.assertNotRegex(library, "<p>|&#")

    def test_only_known_licenses_of_the_standard_library_lack_their_texts(self):
        """Its own files are listed first, without a text of their licenses; packages follow with theirs."""
        own, _ = licenses.read_library().rsplit("Out-of-tree dependencies\n", 1)
        self.assertEqual(set(re.findall("License: (.*)", own)),
                         {"Apache-2.0 OR MIT", "BSD-2-Clause AND (Apache-2.0 OR MIT)", "Unicode-3.0"})

    def test_every_system_has_the_notices_of_what_is_linked_statically(self):
        notices = {"musl": "Rich Felker, et al.", "mingw-w64": "the mingw-w64 project",
                   "libgcc": "GCC RUNTIME LIBRARY EXCEPTION", "backtraces": "The gimli Developers",
                   "libunwind": "embedded portions"}
        for part, words in notices.items():
            self.assertIn(words, (ROOT / f"xtask/release/notices/{part}.txt").read_text("utf-8"))
        for target in SYSTEMS:
            expected = {"musl": {"musl", "libunwind"}, "gnu": {"mingw-w64", "libgcc"}}.get(target.split("-")[-1], set())
            self.assertEqual(set(licenses.list_added(target)), expected | {"backtraces"})


class Packing(unittest.TestCase):
    def test_the_bytes_of_an_archive_depend_on_names_and_contents_only(self):
        with tempfile.TemporaryDirectory() as folder:
            for ending in [".tar.gz", ".zip"]:
                packed = []
                for place, mode in [("a", 0o755), ("b", 0o711)]:
                    contents = Path(folder, place, "contents")
                    contents.mkdir(parents=True, exist_ok=True)
                    (contents / "program").write_bytes(b"program")
                    (contents / "program").chmod(mode)
                    packed.append(packages.pack(contents, Path(folder, place + ending)).read_bytes())
                self.assertEqual(*packed)
                if ending == ".tar.gz":
                    self.assertEqual(packed[0][4:8], bytes(4), "the time of compression")


if __name__ == "__main__":
    unittest.main()
