"""`pip install .` into a new environment, without a network."""
import pathlib
import subprocess
import tempfile
import unittest
import zipfile

import gnomon
from support import BUILD, SOURCE, TUTORIAL, PythonTest


class Wheel(PythonTest):
    def run_in(self, folder, *command):
        return subprocess.run([str(word) for word in command], cwd=folder, capture_output=True, text=True, check=False,
                              timeout=600, env={"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": str(folder)})

    def test_pip_installs_it(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            done = self.python("-m", "venv", folder / "env")
            if done.returncode != 0:
                self.skipTest("python3-venv is not installed")
            python = folder / "env/bin/python"
            # The build of the suite is used: what is tested is not the compiler.
            done = self.run_in(folder, python, "-m", "pip", "install", "--no-index", "--disable-pip-version-check",
                               f"--config-settings=build-dir={BUILD}", SOURCE)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            script = "import gnomon; print(gnomon.__file__, gnomon.__version__, " \
                     f"gnomon.Model.from_file({str(TUTORIAL)!r}).check(5).verdict)"
            done = self.run_in(folder, python, "-c", script)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertTrue(done.stdout.startswith(str(folder / "env")), done.stdout)
            self.assertEqual(done.stdout.split()[1:], [gnomon.__version__, "false"])
            done = self.run_in(folder, python, "-m", "pip", "uninstall", "-y", "gnomon")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertNotEqual(self.run_in(folder, python, "-c", "import gnomon").returncode, 0)

    def test_the_wheel_is_complete(self):
        import sys
        sys.path.insert(0, str(SOURCE / "apps/python"))
        import build_backend
        with tempfile.TemporaryDirectory() as folder:
            name = build_backend.build_wheel(folder, {"build-dir": str(BUILD)})
            with zipfile.ZipFile(pathlib.Path(folder) / name) as wheel:
                self.assertIsNone(wheel.testzip())
                names = set(wheel.namelist())
            package = {f"gnomon/{path.name}" for path in (SOURCE / "apps/python/gnomon").glob("*.py*")
                       if path.is_file()} | {"gnomon/py.typed"}
            self.assertEqual(package - names, set())
            self.assertEqual(len([entry for entry in names if entry.startswith("gnomon/_native") and
                                  entry.endswith(".so")]), 1)
            again = build_backend.build_wheel(folder, {"build-dir": str(BUILD)})
            self.assertEqual(again, name)
            self.assertFalse([entry for entry in names if "__pycache__" in entry])


if __name__ == "__main__":
    unittest.main()
