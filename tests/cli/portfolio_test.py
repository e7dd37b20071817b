"""`gnomon check --engine=portfolio`: engines race in processes of their own. Verdicts are those of one engine; processes that
die or lie, limits and signals."""
import json
import os
import pathlib
import re
import signal
import subprocess
import time
import unittest

import jsonschema

from cli_test import CliTest, DEADLOCK, ENDLESS, GNOMON, LIGHT, SCHEMA, SOURCE, TRUE_ONLY, run

ENGINES = set(re.findall(r'\{"(\w+)", \d', (SOURCE / "apps/cli/racers.cpp").read_text()))
RACE = ("check", "--engine=portfolio")
SECONDS = 120
# The register of tests/support comes to this state in its very last step: no engine gets there.
FAR = ENDLESS.read_text().replace("forall (i : Bit) (!Register.b[i])",
                                  "(forall (i : Bit, i < N - 1) Register.b[i]) and !Register.b[N-1]")


def with_fault(fault, *arguments, stdin=None, folder=None):
    environment = dict(os.environ, GNOMON_TEST_PORTFOLIO_FAULT=fault)
    return subprocess.run([GNOMON, *arguments], input=stdin, capture_output=True, text=True, timeout=SECONDS,
                          env=environment, cwd=folder)


def children(process):
    """The processes that a process has started and that are still there."""
    path = pathlib.Path(f"/proc/{process}/task/{process}/children")
    try:
        return [int(word) for word in path.read_text().split()]
    except FileNotFoundError:
        return []


class PortfolioVerdicts(CliTest):
    def compare(self, *arguments, stdin=""):
        """The document of a race with so many jobs says what one engine says."""
        alone = json.loads(run("check", "--json", *arguments, stdin=stdin).stdout)
        for jobs in ("1", "2", "8"):
            done = run(*RACE, "--json", "--jobs", jobs, *arguments, stdin=stdin)
            document = json.loads(done.stdout)
            jsonschema.validate(document, SCHEMA)
            self.assertEqual([(f["index"], f["text"], f["verdict"]) for f in document["formulas"]],
                             [(f["index"], f["text"], f["verdict"]) for f in alone["formulas"]])
            for formula in document["formulas"]:
                self.assertIn(formula["engine"], ENGINES)
            self.assertEqual(document["work"]["engine"], "portfolio")
        return document

    def test_examples(self):
        self.assertGreater(len(ENGINES), 4)
        for name in ("tutorial", "bit_transmission", "faulty_bit_transmission", "muddy_children"):
            self.compare(str(SOURCE / "examples" / f"{name}.ispl"))

    def test_formulas_of_the_command_line(self):
        formulas = self.file("good : EF seen expect true;\nAF lit;\n", "p.txt")
        self.compare("--properties", formulas, "-f", "1", "-f", "AG lit", "-", stdin=LIGHT)

    def test_deadlocks_and_numbers(self):
        self.compare("-f", "1", "-f", "CTL* E (F two)", "-f", "min(two)", "-", stdin=DEADLOCK)

    def test_text(self):
        done = self.expect(run(*RACE, "-", stdin=LIGHT), 1, out="3 formulas: 2 true, 1 false")
        self.assertRegex(done.stdout, r"FALSE  AF lit +<stdin>:21  \(by \w+")
        self.expect(run(*RACE, "-", stdin=TRUE_ONLY), 0)
        self.expect(run(*RACE, "--exit-zero", "-", stdin=LIGHT), 0)

    def test_witnesses(self):
        for jobs in ("1", "4"):
            document = json.loads(run(*RACE, "--json", "--witness", "--jobs", jobs, "-", stdin=LIGHT).stdout)
            jsonschema.validate(document, SCHEMA)
            false = document["formulas"][1]
            self.assertEqual(false["witness"]["kind"], "counterexample")
            self.assertTrue(false["witness"]["paths"])
        out = str(self.path / "out")
        self.expect(run(*RACE, "-f", "2", "--output", out, "-", stdin=LIGHT), 1)
        self.assertTrue((self.path / "out" / "witness_2.txt").exists())

    def test_nothing_is_lost_on_the_way(self):
        # What comes from another process is what the same engine says in this one.
        compared = 0
        for name in ("tutorial", "muddy_children", "card_game"):
            path = str(SOURCE / "examples" / f"{name}.ispl")
            raced = json.loads(run(*RACE, "--json", "--witness", "--jobs", "1", path).stdout)["formulas"]
            alone = json.loads(run("check", "--engine=auto", "--json", "--witness", path).stdout)["formulas"]
            for one, other in zip(raced, alone):
                if one.pop("engine") != "auto":
                    continue
                for formula in (one, other):
                    formula.pop("seconds")
                    # Parts are numbered in the order in which the program has met them.
                    formula["explanation"] = [re.sub(r"formula \d+", "formula", line)
                                              for line in formula.get("explanation", [])]
                self.assertEqual(one, other)
                compared += "witness" in one
        self.assertGreater(compared, 3)

    def test_all_engines_agree(self):
        done = run(*RACE, "--compare-engines", "--json", "-", stdin=LIGHT)
        self.expect(done, 1)
        self.assertEqual(len(json.loads(done.stdout)["formulas"]), 3)

    def test_what_any_engine_decides(self):
        # Of the register's formulas, engines decide different ones and none decides both.
        alone = (("--engine=auto",), ("--bounded=sat",), ("--engine=ic3",), ("--engine=diagrams",), ("--engine=explicit",),
                 ("--bounded",), ("--engine=diagrams", "--order=declaration", "--reorder=off"))
        cases = [(str(ENDLESS), 1), (self.file(LIGHT), 60), (self.file(DEADLOCK, "deadlock.ispl"), 60),
                 *((str(SOURCE / "examples" / f"{name}.ispl"), 60) for name in ("tutorial", "card_game", "prisoners"))]
        for path, limit in cases:
            runs = [json.loads(run("check", "--json", "--timeout", str(limit), *options, path).stdout)["formulas"]
                    for options in alone]
            known = {(f["index"], f["verdict"]) for one in runs for f in one if f["verdict"] != "unknown"}
            if path == str(ENDLESS):
                self.assertTrue(all("unknown" in [f["verdict"] for f in one] for one in runs))
            for jobs in ("1", "2"):
                raced = json.loads(run(*RACE, "--json", "--timeout", "100", "--jobs", jobs, path).stdout)["formulas"]
                self.assertLessEqual(known, {(f["index"], f["verdict"]) for f in raced})

    def test_no_initial_state(self):
        text = LIGHT.replace("Robot.seen = false;", "Robot.seen = false and Robot.seen = true;")
        done = self.expect(run(*RACE, "-", stdin=text), 2, err="no state satisfies InitStates")
        self.assertNotIn("TRUE", done.stdout)

    def test_what_does_not_go_together(self):
        for arguments, message in [(("--engine=portfolio", "--bounded"), "leave --bounded out"),
                                   (("--engine=portfolio", "--formula-timeout", "1"), "use --timeout"),
                                   (("--engine=portfolio", "--vacuity"), "needs one engine"),
                                   (("--engine=portfolio", "--load-reachable", "x"), "needs one engine"),
                                   (("--compare-engines",), "needs --engine=portfolio")]:
            self.expect(run("check", *arguments, "-", stdin=LIGHT), 2, err=message)
        self.expect(run("info", "--engine=portfolio", "-", stdin=LIGHT), 2, err="--engine")


class PortfolioFaults(CliTest):
    def test_one_dies(self):
        for engine in ("auto", "sat", "bounded"):
            done = with_fault(f"{engine}:die", *RACE, "--compare-engines", "--jobs", "1", "-", stdin=LIGHT)
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertIn("3 formulas: 2 true, 1 false", done.stdout)
            self.assertIn(f"the engine `{engine}` has left the race: its process was ended by signal 9", done.stderr)

    def test_nobody_takes_part_in_vain(self):
        # IC3 and SAT refuse strategies: they do not begin, so that they cannot die. For the second formula they do.
        arguments = (*RACE, "--compare-engines", "--jobs", "1")
        for engine in ("ic3", "sat"):
            done = with_fault(f"{engine}:die", *arguments, "-f", "<{Robot}>F seen", "-", stdin=LIGHT)
            self.assertIn(done.returncode, (0, 1), done.stderr)
            self.assertNotIn("has left the race", done.stderr)
            done = with_fault(f"{engine}:die", *arguments, "-f", "<{Robot}>F seen", "-f", "AF lit", "-", stdin=LIGHT)
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertIn(f"the engine `{engine}` has left the race", done.stderr)

    def test_copies_of_the_process_that_knows_all_states(self):
        # Nobody else decides anything. The original leaves the last formula to its copy, or the copy dies and leaves it to
        # the original.
        for fault in ("leave-to-copies", "die-copied"):
            done = with_fault(f"auto:{fault},*:die", *RACE, "--json", "--witness", "--jobs", "4", "-", stdin=LIGHT)
            self.assertEqual(done.returncode, 1, done.stderr)
            formulas = json.loads(done.stdout)["formulas"]
            self.assertEqual([(f["verdict"], f["engine"]) for f in formulas],
                             [("true", "auto"), ("false", "auto"), ("true", "auto")])
            self.assertEqual(["witness" in f for f in formulas], [False, True, True])  # of AG there is none

    def test_what_nobody_decides_has_a_reason(self):
        done = run(*RACE, "--json", "-f", "@recall GCK({Robot}, lit)", "-", stdin=LIGHT)
        self.assertEqual(done.returncode, 3, done.stderr)
        formula = json.loads(done.stdout)["formulas"][0]
        self.assertEqual((formula["verdict"], formula["reason_kind"]), ("unknown", "unsupported"))
        self.assertIn("recall", formula["reason"])

    def test_the_winner_dies_while_it_explains(self):
        done = with_fault("*:die-explaining", *RACE, "--witness", "--jobs", "1", "-f", "2", "-", stdin=LIGHT)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("FALSE  AF lit", done.stdout)
        self.assertRegex(done.stdout, r"\(no counterexample: the engine `\w+` that decided it has ended: its process")
        self.expect(with_fault("*:die", *RACE, "-", stdin=LIGHT), 3, out="has left the race")

    def test_one_lies(self):
        for arguments in (("--compare-engines",), ("--compare-engines", "--json")):
            done = with_fault("sat:lie", *RACE, "--jobs", "1", *arguments, "-f", "2", "-", stdin=LIGHT,
                              folder=self.path)
            self.assertEqual(done.returncode, 4, done.stderr)
            self.assertIn("two engines contradict each other: formula 2, AF lit, is true by the engine `sat` and false by",
                          done.stderr)
            copies = list(self.path.glob("gnomon-contradiction-*.ispl"))
            self.assertEqual([copy.read_text() for copy in copies], [LIGHT])
        document = json.loads(done.stdout)
        jsonschema.validate(document, SCHEMA)
        self.assertEqual(document["formulas"][0]["verdict"], "unknown")
        self.assertIn("contradict", document["formulas"][0]["reason"])


class PortfolioLimits(CliTest):
    def endless(self):
        return self.file(FAR, "far.ispl")

    def test_time(self):
        done = run(*RACE, "--timeout", "3", "--json", "-f", "2", self.endless())
        self.assertEqual(done.returncode, 3, done.stderr)
        document = json.loads(done.stdout)
        jsonschema.validate(document, SCHEMA)
        unknown = [f for f in document["formulas"] if f["verdict"] == "unknown"]
        self.assertTrue(unknown)
        self.assertEqual({f["reason_kind"] for f in unknown}, {"time"})

    def test_memory(self):
        done = run(*RACE, "--memory", "60M", "--timeout", "100", "--json", "-f", "2", self.endless())
        self.assertEqual(done.returncode, 3, done.stderr)
        unknown = [f for f in json.loads(done.stdout)["formulas"] if f["verdict"] == "unknown"]
        self.assertTrue(unknown)
        self.assertEqual({f["reason_kind"] for f in unknown}, {"memory"})

    def begun(self, *arguments):
        """A race of which at least one process is at work, and the processes."""
        race = subprocess.Popen([GNOMON, *RACE, "--jobs", "2", *arguments, "-f", "2", self.endless()],
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(race.kill)
        until = time.monotonic() + SECONDS
        while len(children(race.pid)) < 2:
            self.assertLess(time.monotonic(), until)
            self.assertIsNone(race.poll())
            time.sleep(0.01)
        return race, children(race.pid)

    def test_signals(self):
        for which in (signal.SIGINT, signal.SIGTERM):
            race, processes = self.begun()
            race.send_signal(which)
            out, err = race.communicate(timeout=SECONDS)
            self.assertEqual(race.returncode, 3, err)
            self.assertRegex(out, r"UNKNOWN .*\(interrupted")
            for process in processes:
                self.assertFalse(pathlib.Path(f"/proc/{process}").exists())

    def test_a_killed_process_is_not_the_end(self):
        race, processes = self.begun("--timeout", "5")
        os.kill(processes[0], signal.SIGKILL)
        out, err = race.communicate(timeout=SECONDS)
        self.assertEqual(race.returncode, 3, err)
        self.assertIn("has left the race: its process was ended by signal 9", err)
        self.assertIn("time limit of 5 s reached", out)

    def test_nobody_is_left_behind(self):
        race, processes = self.begun()
        race.kill()
        race.communicate(timeout=SECONDS)
        until = time.monotonic() + SECONDS

        def alive(process):
            try:
                return "State:\tZ" not in pathlib.Path(f"/proc/{process}/status").read_text()
            except (FileNotFoundError, ProcessLookupError):
                return False
        while any(alive(process) for process in processes):
            self.assertLess(time.monotonic(), until)
            time.sleep(0.01)


if __name__ == "__main__":
    unittest.main()
