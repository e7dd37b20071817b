"""`gnomon sweep` from outside: the table, CSV, JSON and picture of a model over its parameters; limits of single runs.

usage: GNOMON=path/to/gnomon GNOMON_SOURCE=path/to/repository sweep_test.py [CLASS...]
"""
import csv
import io
import json
import os
import signal
import subprocess
import time
import unittest
import xml.etree.ElementTree

import jsonschema

from cli_test import GNOMON, LIGHT, SCHEMA, CliTest, run
from parametric_test import RING

# The runs of N from 2 to 4: states and verdicts are those of `gnomon check`.
VALUES = ["2", "3", "4"]
SVG = "{http://www.w3.org/2000/svg}"


class SweepCase(CliTest):
    def rows(self, done):
        return list(csv.DictReader(io.StringIO(done.stdout)))

    def sweep_document(self, done):
        document = json.loads(done.stdout)
        jsonschema.validate(document, {"$ref": "#/definitions/sweep", "definitions": SCHEMA["definitions"],
                                       "properties": SCHEMA["properties"]})
        for one in document["runs"]:
            if "result" in one:
                jsonschema.validate(one["result"], SCHEMA)
        return document

    # A ring that has more states for N = 50 than can be listed one by one.
    def slow_model(self):
        return self.file(RING.replace("N : 2..6", "N : 2..60"), "slow.ispl")

    def slow(self, values, *words):
        return ["sweep", self.slow_model(), "-D", f"N={values}", "--engine=explicit", *words]


class SweepErrors(SweepCase):
    def test_command_line(self):
        model = self.file(RING)
        self.expect(run("sweep"), 2, err="FILE")
        self.expect(run("sweep", model, "-D", "N=3..2"), 2, err="no range of values")
        self.expect(run("sweep", model, "-D", "N=2..3", "--csv", "--json"), 2, err="--csv excludes --json")
        self.expect(run("sweep", model, "--plot", "x.svg"), 2, err="--plot needs a parameter with several values")
        self.expect(run("sweep", model, str(self.path / "missing.ispl"), "-D", "N=2"), 2, err="missing.ispl")
        self.expect(run("sweep", model, "-D", "N=2..3", "--plot", str(self.path / "no" / "such.svg")), 2,
                    out="5 true", err="cannot write")

    def test_values_that_the_model_refuses(self):
        done = run("sweep", self.file(RING), "-D", "N=5..8", "--exit-zero")
        self.expect(done, 2, out=r"(?m)^7 +- .*wrong: `N` = 7 is not in 2..6$", err=r"model.ispl:2:3: error: `N` = 7")
        self.assertRegex(done.stdout, r"(?m)^6 +\d+ ")

    def test_the_same_error_is_told_once(self):
        done = run("sweep", self.file(RING.replace("Environment.turn = i;", "Environment.tern = i;")), "-D", "N=2..4")
        self.expect(done, 2)
        self.assertEqual(done.stderr.count("error:"), 1, done.stderr)


class SweepResults(SweepCase):
    def test_table(self):
        done = run("sweep", self.file(RING), "-D", "N=2..4")
        self.expect(done, 1, err="^$", out=r"^N +states +seconds +memory  verdicts\n")
        lines = done.stdout.splitlines()[1:]
        self.assertEqual([line.split()[0] for line in lines], VALUES)
        for line, value in zip(lines, VALUES):
            checked = self.document(run("check", "--json", self.file(RING), "-D", f"N={value}"))
            self.assertEqual(line.split()[1], checked["model"]["reachable_states"])
            self.assertIn(f"{sum(f['verdict'] == 'true' for f in checked['formulas'])} true", line)

    def test_exit_status(self):
        model = self.file(RING)
        self.expect(run("sweep", model, "-D", "N=2"), 0)
        self.expect(run("sweep", model, "-D", "N=2..3"), 1)
        self.expect(run("sweep", model, "-D", "N=2..3", "--exit-zero"), 0)
        self.expect(run("sweep", model, "-D", "N=2..3", "--formula", "can"), 0, out="1 true")

    def test_csv(self):
        rows = self.rows(run("sweep", self.file(RING), "-D", "N=2..4", "--csv"))
        self.assertEqual([row["N"] for row in rows], VALUES)
        self.assertEqual({row["outcome"] for row in rows}, {"complete"})
        self.assertEqual([row["false"] for row in rows], ["0", "1", "1"])
        self.assertEqual([row["unexpected"] for row in rows], ["0", "0", "0"])
        self.assertEqual(rows[1]["verdicts"], "reach[1]=true reach[2]=true reach[3]=true sure=false can=true 6=true")
        for row in rows:
            self.assertGreater(int(row["memory_bytes"]), 100_000)
            self.assertGreaterEqual(float(row["seconds"]), 0)

    def test_json(self):
        document = self.sweep_document(run("sweep", self.file(RING), "-D", "N=2..4", "--json"))
        self.assertEqual([one["parameters"] for one in document["runs"]], [{"N": value} for value in VALUES])
        for one in document["runs"]:
            self.assertEqual(one["outcome"], "complete")
            self.assertEqual(one["result"]["model"]["parameters"][0]["value"], one["parameters"]["N"])

    def test_products_files_and_jobs(self):
        other = RING.replace("Id = 1..N;", "Id = 1..N; M : 0..9 = 0;")
        a, b = self.file(other, "a.ispl"), self.file(other, "b.ispl")
        words = ["sweep", a, b, "-D", "N=2..3", "-D", "M=1..3", "--csv"]
        rows = self.rows(run(*words))
        expected = [(file, str(n), str(m)) for file in (a, b) for n in (2, 3) for m in (1, 2, 3)]
        self.assertEqual([(row["file"], row["N"], row["M"]) for row in rows], expected)
        together = self.rows(run(*words, "--jobs", "4"))
        same = ["file", "N", "M", "outcome", "reachable_states", "depth", "verdicts"]
        self.assertEqual([[row[k] for k in same] for row in together], [[row[k] for k in same] for row in rows])

    def test_options_of_check_are_passed_on(self):
        model = self.file(RING)
        states = [row["reachable_states"] for row in self.rows(run("sweep", model, "-D", "N=2..4", "--csv"))]
        for extra in (["--engine=explicit", "--threads", "2"], ["--order=declaration", "--reorder=off"]):
            rows = self.rows(run("sweep", model, "-D", "N=2..4", "--csv", *extra))
            self.assertEqual([row["reachable_states"] for row in rows], states)
        self.expect(run("sweep", model, "-D", "N=3", "--bounded=bdd", "--bound", "0"), 1,
                    out="not decided within depth 0")
        self.expect(run("sweep", model, "-D", "N=3", "-Werror"), 1)
        self.expect(run("sweep", model, "-D", "N=3", "--formula", "EF had[4]"), 2, err="there is no such element")

    def test_standard_input_and_plain_models(self):
        self.expect(run("sweep", "-", "-D", "N=2..3", "--exit-zero", stdin=RING), 0, out=r"(?m)^3 +\d")
        self.expect(run("sweep", self.file(LIGHT)), 1, out=r"1 false")

    def test_unexpected_verdicts_are_marked(self):
        model = self.file(RING.replace("expect N = 2", "expect true"))
        self.expect(run("sweep", model, "-D", "N=2..3"), 1, out=r"\n3 .*\(1 not as stated\)")


class SweepLimits(SweepCase):
    def test_a_limit_ends_one_run_only(self):
        done = run(*self.slow("50", "--csv", "--timeout", "0.2"))
        self.expect(done, 3)
        self.assertEqual(self.rows(done)[0]["outcome"], "limit")
        self.assertIn("time limit of 0.2 s", self.rows(done)[0]["reason"])
        rows = self.rows(run("sweep", self.slow_model(), "-D", "N=2..3", "--csv", "--memory", "1K"))
        self.assertEqual([row["outcome"] for row in rows], ["limit", "limit"])
        self.assertIn("memory limit", rows[0]["reason"])
        # The run after one that reached its limit is as complete as ever.
        twice = "Constants K : 0..1 = 0; end Constants\n" + RING.replace("N : 2..6 = 3;", "N = if K = 0 then 50 else 3;")
        rows = self.rows(run("sweep", self.file(twice.replace("end Constants\nConstants\n", "")), "-D", "K=0..1", "--csv",
                             "--timeout", "0.2", "--engine=explicit"))
        self.assertEqual([row["outcome"] for row in rows], ["limit", "complete"])

    def test_larger_values_can_be_skipped(self):
        done = run(*self.slow("49..52", "--json", "--timeout", "0.05", "--stop-at-limit"))
        document = self.sweep_document(done)
        self.assertEqual([one["outcome"] for one in document["runs"]], ["limit", "skipped", "skipped", "skipped"])
        self.assertIn("N=49 reached a limit", document["runs"][1]["reason"])
        self.expect(done, 3)

    def test_interruption(self):
        words = [GNOMON, *self.slow("40..60", "--csv")]
        with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            time.sleep(0.5)
            process.send_signal(signal.SIGTERM)
            out, _ = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 3, out)
        outcomes = [row["outcome"] for row in csv.DictReader(io.StringIO(out))]
        self.assertEqual(len(outcomes), 21)
        self.assertEqual(outcomes[-1], "skipped")
        self.assertIn("interrupted", outcomes)

    def test_a_process_that_is_killed(self):
        words = [GNOMON, *self.slow("60", "--csv")]
        with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            children = f"/proc/{process.pid}/task/{process.pid}/children"
            for _ in range(200):
                with open(children, encoding="ascii") as list_of_children:
                    found = list_of_children.read().split()
                if found:
                    break
                time.sleep(0.02)
            os.kill(int(found[0]), signal.SIGKILL)
            out, _ = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 3, out)
        self.assertEqual([(row["outcome"], "signal 9" in row["reason"]) for row in csv.DictReader(io.StringIO(out))],
                         [("failed", True)])

    def test_progress(self):
        done = run(*self.slow("50", "--timeout", "1.6", "--progress=always"))
        self.expect(done, 3, err="0 of 1 runs ended; at work: .*N=50")


class SweepPicture(SweepCase):
    def picture(self, *words):
        path = self.path / "plot.svg"
        self.expect(run("sweep", *words, "--plot", str(path), "--exit-zero"), None, out="states")
        return xml.etree.ElementTree.parse(path).getroot()

    def texts(self, root):
        return ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]

    def test_one_curve(self):
        root = self.picture(self.file(RING), "-D", "N=2..5")
        texts = self.texts(root)
        for wanted in ("reachable states", "seconds", "memory in MB"):
            self.assertTrue(any(text.startswith(wanted) for text in texts), texts)
        self.assertIn("N", texts)
        for value in ("2", "3", "4", "5"):
            self.assertIn(value, texts)
        self.assertEqual(len(list(root.iter(f"{SVG}polyline"))), 3)
        self.assertEqual(len(list(root.iter(f"{SVG}circle"))), 12)
        # More states lie higher.
        states = [float(circle.get("cy")) for circle in root.iter(f"{SVG}circle")][:4]
        self.assertEqual(states, sorted(states, reverse=True))

    def test_several_curves_and_limits(self):
        a, b = self.slow_model(), self.file(RING, "b <&> c.ispl")
        root = self.picture(a, b, "-D", "N=2..4", "--timeout", "60")
        texts = self.texts(root)
        self.assertIn(a, texts)
        self.assertIn(b, texts)
        self.assertEqual(len(list(root.iter(f"{SVG}polyline"))), 6)
        root = self.picture(a, "-D", "N=50..51", "--timeout", "0.05", "--engine=explicit")
        self.assertIn("a limit was reached: at least this much", self.texts(root))


if __name__ == "__main__":
    unittest.main()
