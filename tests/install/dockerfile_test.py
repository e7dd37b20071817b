"""The Dockerfile, as far as it can be tested without Docker: its packages are those of ./dev, what it copies is there, and
what it copies is enough to build the program.

usage: GNOMON_SOURCE=. CMAKE=cmake dockerfile_test.py [CLASS...]
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ["GNOMON_SOURCE"]).resolve()
# In the list of ./dev for building, and not needed for the program alone (docs/dependencies.md).
FOR_TESTS_ONLY = {"ccache", "libgtest-dev", "libbdd-dev"}
# Have no static library; the program without others has no studio and no clusters.
NOT_IN_ONE_FILE = {"libcpp-httplib-dev", "libnats-dev"}


def stages(text):
    """The stages: lists of (instruction, rest), with continued lines joined and comments dropped."""
    plain = "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("#"))
    found = []
    for line in re.sub(r"\\\n", " ", plain).splitlines():
        if not line.strip():
            continue
        instruction, rest = line.split(maxsplit=1)
        if instruction == "FROM":
            found.append([])
        found[-1].append((instruction, rest))
    return found


def installed(stage):
    command = next(rest for instruction, rest in stage if instruction == "RUN" and "apt-get install" in rest)
    words = re.search(r"apt-get install (.*?)&&", command)[1].split()
    return {word for word in words if not word.startswith("-")}


def copied(stage):
    """(source, destination) of what comes from the clone."""
    for instruction, rest in stage:
        if instruction == "COPY" and not rest.startswith("--from"):
            *sources, destination = rest.split()
            for source in sources:
                yield source, destination


def listed(name):
    """The packages of a list at the top of ./dev."""
    text = re.search(rf"^{name}='\n(.*?)^'$", (SOURCE / "dev").read_text(), flags=re.M | re.S)[1]
    return {line.split("|")[0] for line in text.splitlines()}


class Container(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.build, cls.final = stages((SOURCE / "Dockerfile").read_text(encoding="utf-8"))


class Dockerfile(Container):
    def test_packages(self):
        self.assertEqual(installed(self.build), listed("build_needs") - FOR_TESTS_ONLY - NOT_IN_ONE_FILE)
        self.assertLessEqual(installed(self.final), listed("test_needs"))

    def test_it_ends_with_the_program(self):
        self.assertEqual(json.loads(dict(self.final)["ENTRYPOINT"]), ["gnomon"])
        program = next(rest for instruction, rest in self.final if rest.startswith("--from=build"))
        self.assertEqual(program.split()[1:], ["/source/build/standalone/gnomon", "/usr/local/bin/gnomon"])

    def test_files_that_are_copied_exist(self):
        names = [source for stage in (self.build, self.final) for source, _ in copied(stage)]
        self.assertGreater(len(names), 5)
        self.assertEqual([name for name in names if not (SOURCE / name).exists()], [])

    def test_they_are_enough_to_build(self):
        """CMake is content with these files alone and knows the target, and whatever a source includes is among them."""
        command = next(rest for instruction, rest in self.build if instruction == "RUN" and "cmake -S" in rest)
        configure, make = [part.split() for part in command.split("&&")[:2]]
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for source, destination in copied(self.build):
                if (SOURCE / source).is_dir():
                    shutil.copytree(SOURCE / source, root / destination)
                else:
                    shutil.copy(SOURCE / source, root / destination)
            for words in (configure, ["cmake", "--build", "build", "--target", "help"]):
                done = subprocess.run([os.environ["CMAKE"], *words[1:]], cwd=root, capture_output=True, text=True,
                                      check=False, timeout=240)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertIn(f"{make[make.index('--target') + 1]}: phony", done.stdout)
            self.assertEqual(list(missing_includes(root)), [])


def missing_includes(root):
    """(file, header) of the headers in quotation marks that are neither among the sources nor made by CMake."""
    made = {path.name for path in root.glob("build/**/*.h")}
    for path in [*root.glob("src/**/*"), *root.glob("apps/**/*"), *root.glob("include/**/*")]:
        if path.suffix not in (".h", ".cpp"):
            continue
        for header in re.findall(r'^#include "([^"]+)"', path.read_text(encoding="utf-8"), flags=re.M):
            places = (path.parent, root / "src", root / "include")
            if header not in made and not any((place / header).is_file() for place in places):
                yield str(path.relative_to(root)), header


if __name__ == "__main__":
    unittest.main()
