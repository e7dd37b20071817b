"""What the tests of the Python module share."""
import json
import os
import pathlib
import subprocess
import sys
import unittest

SOURCE = pathlib.Path(os.environ["GNOMON_SOURCE"]).resolve()
BUILD = pathlib.Path(os.environ["GNOMON_BUILD"]).resolve()
PROGRAM = os.environ["GNOMON"]
EXAMPLES = SOURCE / "examples"
TUTORIAL = EXAMPLES / "tutorial.ispl"
ENDLESS = SOURCE / "tests/support/register.ispl"


class PythonTest(unittest.TestCase):
    maxDiff = None

    def program(self, *arguments):
        """The JSON that the program prints."""
        done = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, check=False, timeout=120)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        return json.loads(done.stdout)

    def python(self, *arguments, **options):
        """Another interpreter."""
        return subprocess.run([sys.executable, *map(str, arguments)], capture_output=True, text=True, check=False,
                              timeout=600, **options)
