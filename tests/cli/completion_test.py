"""Completion of words: what the program proposes, and that the shells take it."""
import os
import pathlib
import re
import shutil
import subprocess
import unittest

GNOMON = os.environ["GNOMON"]
SOURCE = pathlib.Path(os.environ["GNOMON_SOURCE"])
TUTORIAL = str(SOURCE / "examples/tutorial.ispl")


def run(*arguments, **options):
    done = subprocess.run(arguments, capture_output=True, text=True, check=False, timeout=60, **options)
    if done.returncode != 0:
        raise AssertionError(f"{arguments}\n{done.stdout}{done.stderr}")
    return done.stdout


def proposed(*words):
    return [line.split("\t")[0] for line in run(GNOMON, "complete-words", *words).splitlines()]


class CliTest(unittest.TestCase):
    maxDiff = None


class Proposals(CliTest):
    def test_commands_and_their_options(self):
        listed = re.findall(r"(?m)^  ([a-z]+) ", run(GNOMON, "--help").split("Subcommands:")[1])
        self.assertEqual(proposed(""), listed)
        for command in set(listed) - {"mcmas", "help"}:
            options = set(re.findall(r"(?m)^ +(?:-\w,)?(--[a-z-]+)", run(GNOMON, command, "--help")))
            self.assertEqual(set(proposed(command, "--")), options, command)
        self.assertEqual(proposed("ch"), ["check"])
        self.assertEqual(proposed("check", "--path"), ["--path-engine"])

    def test_values(self):
        self.assertEqual(proposed("check", "--knowledge", ""), ["observational", "clock", "recall"])
        self.assertEqual(proposed("check", "--knowledge=c"), ["--knowledge=clock"])
        self.assertIn("--witness=json", proposed("check", "--witness="))
        self.assertIn("-Wno-unused-variable", proposed("check", "-Wno-un"))

    def test_formulas_of_the_model_on_the_line(self):
        lines = run(GNOMON, "complete-words", "check", TUTORIAL, "-f", "").splitlines()
        self.assertEqual(len(lines), 13)
        self.assertEqual(lines[4], "5\tAG (hot -> K(Guest, hot))")
        self.assertEqual(proposed("check", TUTORIAL, "--formula=12"), ["--formula=12"])
        self.assertEqual(proposed("check", "no.ispl", "-f", ""), [])

    def test_names_and_files(self):
        self.assertEqual(proposed("gen", "dining"), ["dining_cryptographers"])
        self.assertEqual(proposed("gen", "counter", ""), [])
        self.assertEqual(proposed("check", "exam"), [":files"])
        self.assertEqual(proposed("mcmas", ""), [":files"])
        self.assertIn("logics", proposed("help", ""))
        self.assertEqual(proposed("help", "completion", ""), ["bash", "zsh", "fish"])
        self.assertEqual(proposed("help", "man", "ch"), ["check"])
        self.assertEqual(proposed("nonsense", ""), [])
        self.assertEqual(proposed(), [])

    def test_unknown_shell(self):
        done = subprocess.run([GNOMON, "help", "completion", "tcsh"], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("bash, zsh or fish", done.stderr)


class Shells(CliTest):
    def setUp(self):
        self.environment = dict(os.environ, PATH=f"{pathlib.Path(GNOMON).parent}:{os.environ['PATH']}")

    def bash(self, line):
        script = 'source <(gnomon help completion bash); COMP_LINE=$1; COMP_POINT=${#1}; _gnomon; ' \
                 'printf "%s\\n" "${COMPREPLY[@]}"'
        return run("bash", "-c", script, "bash", line, env=self.environment, cwd=SOURCE).split()

    def test_bash(self):
        self.assertEqual(self.bash("gnomon ch"), ["check"])
        self.assertEqual(self.bash("gnomon check examples/tut"), ["examples/tutorial.ispl"])
        self.assertEqual(self.bash("gnomon check --knowledge=r"), ["recall"])
        self.assertEqual(self.bash("gnomon check examples/tutorial.ispl -f 1"), ["1", "10", "11", "12", "13"])

    @unittest.skipUnless(shutil.which("fish"), "fish is not installed")
    def test_fish(self):
        def fish(line):
            script = "source (gnomon help completion fish | psub); complete -C $argv[1]"
            out = run("fish", "--no-config", "-c", script, line, env=self.environment, cwd=SOURCE)
            return [entry.split("\t")[0] for entry in out.splitlines()]
        self.assertEqual(fish("gnomon ch"), ["check"])
        self.assertEqual(sorted(fish("gnomon check examples/tutorial.ispl -f 1")), ["1", "10", "11", "12", "13"])
        self.assertEqual(fish("gnomon check examples/tut"), ["examples/tutorial.ispl"])

    @unittest.skipUnless(shutil.which("zsh"), "zsh is not installed")
    def test_zsh(self):
        # The functions of the completion system are replaced by ones that tell their arguments.
        script = 'compdef() { :; }; _files() { echo FILES; }; _describe() { print -rl -- "${(@P)2}"; }; ' \
                 'source <(gnomon help completion zsh); words=("$@"); CURRENT=$#; _gnomon'
        def zsh(*words):
            return run("zsh", "-fc", script, "zsh", *words, env=self.environment, cwd=SOURCE).splitlines()
        self.assertEqual(zsh("gnomon", "ch"), ["check:build the model and check its formulas"])
        self.assertEqual(zsh("gnomon", "check", "exa"), ["FILES"])
        self.assertEqual([line.split(":")[0] for line in zsh("gnomon", "check", TUTORIAL, "-f", "1")],
                         ["1", "10", "11", "12", "13"])


class Version(CliTest):
    def test_what_it_was_built_from(self):
        out = run(GNOMON, "--version", "-v")
        self.assertTrue(out.startswith(run(GNOMON, "--version")))
        self.assertRegex(out, r"(?m)^commit +([0-9a-f]{12}(-dirty)?|unknown: not built in a clone)$")
        self.assertRegex(out, r"(?m)^compiler +(gcc|clang) \d+\.\d+\.\d+, \w+$")
        for library in ("fmt", "GMP", "CaDiCaL", "nlohmann-json", "CLI11"):
            self.assertRegex(out, rf"\b{library} [\w.]+")


if __name__ == "__main__":
    unittest.main()
