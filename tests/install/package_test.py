"""The packages: made from the build, looked at, unpacked, and used from where they were unpacked.

usage: GNOMON_BUILD=build/release GNOMON_SOURCE=. CMAKE=cmake package_test.py [CLASS...]
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

BUILD = pathlib.Path(os.environ["GNOMON_BUILD"]).resolve()
SOURCE = pathlib.Path(os.environ["GNOMON_SOURCE"]).resolve()
CPACK = pathlib.Path(os.environ["CMAKE"]).with_name("cpack")
WITH_PYTHON = (BUILD / "python/gnomon").exists()


def run(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, **options)
    if done.returncode != 0:
        raise AssertionError(f"{command}\n{done.stdout}{done.stderr}")
    return done.stdout


class Package(unittest.TestCase):
    pass


@unittest.skipUnless(shutil.which("dpkg-shlibdeps"), "dpkg-dev is not installed")
class Packages(Package):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        run(CPACK, "--config", BUILD / "CPackConfig.cmake", "-B", cls.folder, cwd=cls.folder,
            env=dict(os.environ, SOURCE_DATE_EPOCH="0"))
        cls.packages = {path.name.split("_")[0]: path for path in cls.folder.glob("*.deb")}
        cls.root = cls.folder / "root"
        for path in cls.packages.values():
            run("dpkg", "-x", path, cls.root)
        cls.version = re.search(r"project\(gnomon VERSION ([0-9.]+)", (SOURCE / "CMakeLists.txt").read_text())[1]
        cls.interface = ".".join(cls.version.split(".")[:2])

    def field(self, package, name):
        return run("dpkg", "-f", self.packages[package], name).strip()

    def files(self, package):
        """Files, not folders."""
        lines = run("dpkg", "-c", self.packages[package]).splitlines()
        return [line.split(maxsplit=5)[5].split(" -> ")[0] for line in lines if not line.startswith("d")]

    def test_names_and_dependencies(self):
        expected = {"gnomon", f"libgnomon{self.interface}", "libgnomon-dev"} | ({"python3-gnomon"} if WITH_PYTHON else set())
        self.assertEqual(set(self.packages), expected)
        for name in expected:
            self.assertEqual(self.field(name, "Version"), self.version)
        for name in expected - {"libgnomon-dev"}:
            self.assertRegex(self.field(name, "Depends"), r"libc6 .*libfmt\d+|libfmt\d+.*libc6")
        self.assertIn(f"libgnomon{self.interface} (= {self.version})", self.field("libgnomon-dev", "Depends"))
        if WITH_PYTHON:
            self.assertIn("python3 (>= 3.", self.field("python3-gnomon", "Depends"))

    def test_no_file_is_in_two_packages(self):
        everything = [name for package in self.packages for name in self.files(package)]
        self.assertEqual(len(everything), len(set(everything)))
        self.assertTrue(all(name.startswith("./usr/") for name in everything))

    def test_each_file_is_where_it_belongs(self):
        for package, pattern in [("gnomon", r"\./usr/bin/gnomon"), ("gnomon", r".*/man1/gnomon\.1"),
                                 ("gnomon", r".*/examples/tutorial\.ispl"),
                                 (f"libgnomon{self.interface}", rf".*/libgnomon\.so\.{re.escape(self.version)}"),
                                 ("libgnomon-dev", r".*/gnomon/gnomon\.h"), ("libgnomon-dev", r".*/libgnomon\.so"),
                                 ("libgnomon-dev", r".*/libgnomon\.a"), ("libgnomon-dev", r".*/GnomonConfig\.cmake")]:
            self.assertTrue(any(re.fullmatch(pattern, name) for name in self.files(package)), (package, pattern))

    def test_the_program_runs_from_the_package(self):
        model = next(self.root.glob("usr/share/doc/gnomon/examples/tutorial.ispl"))
        out = run(self.root / "usr/bin/gnomon", "check", "--exit-zero", model)
        self.assertIn("FALSE  AG (hot -> K(Guest, hot))", out)

    @unittest.skipUnless(WITH_PYTHON, "the Python module is not built")
    def test_the_module_runs_from_the_package(self):
        modules = self.root / "usr/lib/python3/dist-packages"
        script = "import gnomon; print(gnomon.__file__, gnomon.Model.generate('counter', 8).check(1).verdict)"
        out = run(sys.executable, "-c", script, env=dict(os.environ, PYTHONPATH=str(modules)))
        self.assertEqual(out.split(), [str(modules / "gnomon/__init__.py"), "true"])

    def test_equal_builds_give_equal_packages(self):
        again = self.folder / "again"
        again.mkdir()
        run(CPACK, "--config", BUILD / "CPackConfig.cmake", "-B", again, cwd=again,
            env=dict(os.environ, SOURCE_DATE_EPOCH="0"))
        for path in self.packages.values():
            self.assertEqual((again / path.name).read_bytes(), path.read_bytes(), path.name)


class Citation(Package):
    def test_it_names_this_version(self):
        text = (SOURCE / "CITATION.cff").read_text(encoding="utf-8")
        version = re.search(r"project\(gnomon VERSION ([0-9.]+)", (SOURCE / "CMakeLists.txt").read_text())[1]
        self.assertRegex(text, rf"(?m)^version: {re.escape(version)}$")
        self.assertRegex(text, r"(?m)^license: Apache-2.0$")


if __name__ == "__main__":
    unittest.main()
