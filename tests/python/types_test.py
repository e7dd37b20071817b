"""The types of the module: consistent in themselves, with the native half, and as its users see them."""
import importlib.util
import os
import pathlib
import tempfile
import unittest

from support import BUILD, SOURCE, PythonTest

RIGHT = """
import gnomon
model = gnomon.Model.from_file("x.ispl", knowledge="recall")
one: gnomon.Result = model.check("AG p", timeout=2.5, memory="4G")
several: gnomon.Results = model.check()
both: gnomon.Results = model.check("AG p", 2)
witness = one.witness
if witness is not None:
    value: str = witness.states[0]["Agent"]["x"]
steps: list[gnomon.Step] = [step for step in model.simulate(seed=3)]
"""
WRONG = """
import gnomon
gnomon.Model.from_file("x.ispl", knowledge=3)
count: int = gnomon.Model.from_text("").check()
gnomon.Model.from_text("").check("p").witness.text
"""


@unittest.skipUnless(importlib.util.find_spec("mypy"), "mypy is not installed")
class Types(PythonTest):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)

    def mypy(self, *arguments, module="mypy"):
        environment = dict(os.environ, MYPYPATH=str(BUILD / "python"), MYPY_CACHE_DIR=str(self.folder / "cache"))
        return self.python("-m", module, *arguments, cwd=self.folder, env=environment)

    def test_the_package_and_its_users(self):
        done = self.mypy("--strict", SOURCE / "apps/python/gnomon")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        script = self.folder / "user.py"
        script.write_text(RIGHT, encoding="utf-8")
        done = self.mypy("--strict", script)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        script.write_text(WRONG, encoding="utf-8")
        done = self.mypy("--strict", script)
        for line in (3, 4, 5):
            self.assertIn(f"user.py:{line}: error", done.stdout)

    def test_the_native_half_is_as_described(self):
        # The metaclass of classes made with pybind11 is nobody's business.
        allowed = self.folder / "allowed"
        allowed.write_text("".join(f"gnomon._native.{name}\n" for name in ("Formula", "Run", "Simulation")))
        done = self.mypy("--allowlist", allowed, "gnomon._native", module="mypy.stubtest")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
