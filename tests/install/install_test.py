"""Installs the build into a temporary folder, and builds and runs programs against the copy.

usage: GNOMON_BUILD=build/release GNOMON_SOURCE=. CMAKE=cmake CXX=c++ CXXFLAGS= install_test.py [CLASS...]
"""
import json
import os
import pathlib
import re
import shlex
import subprocess
import tempfile
import unittest

BUILD = pathlib.Path(os.environ["GNOMON_BUILD"]).resolve()
SOURCE = pathlib.Path(os.environ["GNOMON_SOURCE"]).resolve()
CONSUMER = SOURCE / "tests/install/consumer"
MODEL = SOURCE / "examples/tutorial.ispl"


def run(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, **options)
    if done.returncode != 0:
        raise AssertionError(f"{shlex.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


class Install(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.prefix = pathlib.Path(folder.name) / "a prefix"
        run(os.environ["CMAKE"], "--install", BUILD, "--prefix", cls.prefix)
        cls.libraries = next(cls.prefix.glob("lib*/**/libgnomon.so")).parent
        verdicts = re.findall(r"^(TRUE|FALSE) ", run(cls.prefix / "bin/gnomon", "check", "--exit-zero", MODEL), re.M)
        cls.version = run(cls.prefix / "bin/gnomon", "--version").split()[-1]
        cls.expected = "".join("1\n" if v == "TRUE" else "0\n" for v in verdicts) + \
            f"no such formula, says {cls.version}\n"

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_consumer(self, program):
        environment = dict(os.environ, LD_LIBRARY_PATH=str(self.libraries))
        self.assertEqual(run(program, MODEL, env=environment), self.expected)

    def needed(self, file):
        """The shared libraries that a program or library asks for itself."""
        return set(re.findall(r"\(NEEDED\).*\[(.*)\]", run("readelf", "-d", file)))


class Files(Install):
    def test_what_is_installed(self):
        self.assertGreater(len(self.expected.splitlines()), 3)
        for pattern in ["bin/gnomon", "lib*/**/libgnomon.a", "include/gnomon/gnomon.h", "include/gnomon/simulation.h",
                        "lib*/**/cmake/Gnomon/GnomonConfig.cmake", "lib*/**/pkgconfig/gnomon.pc",
                        "share/man/man1/gnomon.1", "share/doc/gnomon/LICENSE", "share/doc/gnomon/docs/tutorial.md",
                        "share/doc/gnomon/examples/tutorial.ispl"]:
            self.assertTrue(list(self.prefix.glob(pattern)), pattern)
        headers = sorted(path.name for path in (SOURCE / "include/gnomon").iterdir())
        self.assertEqual(sorted(path.name for path in (self.prefix / "include/gnomon").iterdir()), headers)

    def test_library_has_a_version(self):
        library = self.libraries / "libgnomon.so"
        interface = ".".join(self.version.split(".")[:2])
        self.assertEqual(library.resolve().name, f"libgnomon.so.{self.version}")
        self.assertIn(f"[libgnomon.so.{interface}]", run("readelf", "-d", library))
        self.assertEqual((self.libraries / f"libgnomon.so.{interface}").resolve(), library.resolve())

    def test_library_shows_its_interface_only(self):
        names = run("nm", "-D", "-C", "--defined-only", self.libraries / "libgnomon.so")
        self.assertIn("gnomon::api::Run::check", names)
        # Templates of the standard library are everybody's; what has a home elsewhere is none of ours to show.
        ours = [line.split(maxsplit=2)[2] for line in names.splitlines() if re.search(r"gnomon::|CaDiCaL::", line)]
        hidden = [name for name in ours if "gnomon::api::" not in name and not name.startswith("std::")]
        self.assertEqual(hidden, [])

    def test_completion_and_a_manual_page_for_each_command(self):
        gnomon = self.prefix / "bin/gnomon"
        for command in re.findall(r"(?m)^  ([a-z]+) ", run(gnomon, "--help").split("Subcommands:")[1]):
            page = (self.prefix / f"share/man/man1/gnomon-{command}.1").read_text()
            self.assertEqual(page, run(gnomon, "help", "man", command))
            self.assertRegex(page, r"(?m)^\.SH NAME\ngnomon\\-" + command + r" \\- \w")
        for shell, path in [("bash", "bash-completion/completions/gnomon"), ("zsh", "zsh/vendor-completions/_gnomon"),
                            ("fish", "fish/vendor_completions.d/gnomon.fish")]:
            self.assertEqual((self.prefix / "share" / path).read_text(), run(gnomon, "help", "completion", shell))

    def test_manual_page_names_all_commands_and_options(self):
        page = (self.prefix / "share/man/man1/gnomon.1").read_text().replace("\\-", "-")
        gnomon = self.prefix / "bin/gnomon"
        commands = re.findall(r"(?m)^  ([a-z]+) ", run(gnomon, "--help").split("Subcommands:")[1])
        self.assertIn("check", commands)
        sections = dict(re.findall(r"(?ms)^\.SS (\S+)\n(.*?)(?=^\.S|\Z)", page))
        for command in commands:
            self.assertIn(command, sections)
            if command in ("mcmas", "help"):
                continue
            options = set(re.findall(r"(?m)^ +(?:-\w,)?(--[a-z-]+)", run(gnomon, command, "--help"))) - {"--help"}
            for option in options:
                self.assertIn(option, sections[command])
        for line in page.splitlines():
            self.assertRegex(line, r"^(\.(TH|SH|SS|TP|B|I|nf|fi)\b|[^.']|$)")


class CMake(Install):
    def build(self, target, *components):
        compiler_flags = os.environ.get("CXXFLAGS", "")
        run(os.environ["CMAKE"], "-S", CONSUMER, "-B", self.folder, f"-DCMAKE_PREFIX_PATH={self.prefix}",
            f"-DCOMPONENTS={';'.join(components)}", f"-DUSE={target}", f"-DCMAKE_CXX_FLAGS={compiler_flags}",
            "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON")
        run(os.environ["CMAKE"], "--build", self.folder)
        return json.loads((self.folder / "compile_commands.json").read_text())[0]["command"]

    def test_shared(self):
        command = self.build("Gnomon::gnomon")
        # Nothing but the folder of the headers, and a standard no newer than they need.
        words = [word for word in shlex.split(command) if word.startswith(("-I", "-D", "-isystem", "-std"))]
        self.assertEqual([word for word in words if word.startswith("-D")], [])
        self.assertNotIn("20", "".join(word for word in words if word.startswith("-std")))
        needed = self.needed(self.folder / "consumer")
        self.assertEqual([name for name in needed if name.startswith(("libfmt", "libgmp"))], [])
        self.assertEqual(len([name for name in needed if name.startswith("libgnomon")]), 1)
        self.run_consumer(self.folder / "consumer")

    def test_static(self):
        self.build("Gnomon::static", "static")
        self.assertFalse(any(name.startswith("libgnomon") for name in self.needed(self.folder / "consumer")))
        self.run_consumer(self.folder / "consumer")

    def test_unknown_components_are_refused(self):
        with self.assertRaisesRegex(AssertionError, "nonsense"):
            self.build("Gnomon::gnomon", "nonsense")


class PkgConfig(Install):
    def flags(self, *options):
        environment = dict(os.environ, PKG_CONFIG_PATH=str(self.libraries / "pkgconfig"))
        return shlex.split(run("pkg-config", *options, "gnomon", env=environment))

    def build(self, libraries):
        program = self.folder / "consumer"
        run(*shlex.split(os.environ["CXX"]), "-std=c++17", *shlex.split(os.environ.get("CXXFLAGS", "")),
            CONSUMER / "main.cpp", "-o", program, *self.flags("--cflags"), *libraries)
        return program

    def test_shared(self):
        self.assertEqual(len(self.flags("--cflags")), 1)
        self.assertEqual([word[:2] for word in self.flags("--libs")], ["-L", "-l"])
        self.run_consumer(self.build(self.flags("--libs")))

    def test_static(self):
        libraries = self.flags("--static", "--libs")
        libraries = [str(self.libraries / "libgnomon.a") if word == "-lgnomon" else word for word in libraries]
        program = self.build(libraries)
        self.assertFalse(any(name.startswith("libgnomon") for name in self.needed(program)))
        self.run_consumer(program)

    def test_version(self):
        self.assertEqual(self.flags("--modversion"), [self.version])


if __name__ == "__main__":
    unittest.main()
