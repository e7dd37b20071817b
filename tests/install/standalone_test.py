"""The program as one file: it needs no library, holds no names of folders, and works where there is nothing else.

usage: GNOMON=build/release/gnomon GNOMON_BUILD=build/release GNOMON_SOURCE=. standalone_test.py [CLASS...]
"""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

GNOMON = os.environ["GNOMON"]
BUILD = pathlib.Path(os.environ["GNOMON_BUILD"]).resolve()
SOURCE = pathlib.Path(os.environ["GNOMON_SOURCE"]).resolve()
PROGRAM = BUILD / "standalone/gnomon"


def run(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, timeout=120,
                          **options)
    return done.returncode, done.stdout, done.stderr


class Alone(unittest.TestCase):
    def checks(self, program, model):
        """What the program says to different questions about a model, without times and sizes."""
        quiet = [*program, "check", "-q", "--exit-zero", model]
        return [run(*quiet), run(*quiet, "--witness"), run(*quiet, "--bounded=sat", "-f", "1"),
                run(*quiet, "--engine=explicit", "--jobs=2"), run(*program, "check", model, "-f", "EF nothing"),
                run(*program, "simulate", model, input="random 3\nquit\n")]


class Standalone(Alone):
    def test_it_needs_no_library(self):
        headers = run("readelf", "--program-headers", "--dynamic", "--wide", PROGRAM)[1]
        self.assertIn("LOAD", headers)
        self.assertNotIn("INTERP", headers)
        self.assertNotIn("NEEDED", headers)

    def test_it_holds_no_names_of_folders(self):
        content = PROGRAM.read_bytes()
        self.assertIn(b"reachable states", content)
        for folder in (SOURCE, BUILD):
            self.assertNotIn(os.fsencode(str(folder)) + b"/", content)

    def test_it_says_what_the_program_says(self):
        model = SOURCE / "examples/tutorial.ispl"
        for ours, theirs in zip(self.checks([PROGRAM], model), self.checks([GNOMON], model)):
            self.assertEqual(ours, theirs)
        self.assertIn("FALSE  AG (hot -> K(Guest, hot))", self.checks([PROGRAM], model)[0][1])

    @unittest.skipUnless(os.geteuid() == 0 and shutil.which("chroot"), "only root can change the root folder")
    def test_it_works_in_an_empty_folder(self):
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(PROGRAM, folder)
            shutil.copy(SOURCE / "examples/tutorial.ispl", folder)
            inside = self.checks(["chroot", folder, "/gnomon"], "/tutorial.ispl")
        outside = self.checks([GNOMON], SOURCE / "examples/tutorial.ispl")
        self.assertEqual([status for status, _, _ in inside], [status for status, _, _ in outside])
        # The model lies elsewhere, and its place is a part of the lines.
        verdicts = [[line.split(" ")[0] for line in answer[1].splitlines()] for answer in (inside[0], outside[0])]
        self.assertEqual(verdicts[0], verdicts[1])
        self.assertIn("FALSE  AG (hot -> K(Guest, hot))", inside[0][1])


if __name__ == "__main__":
    unittest.main()
