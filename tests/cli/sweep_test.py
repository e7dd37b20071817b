"""`gnomon sweep` from outside: the table, CSV, JSON and picture of a model over its parameters; limits of single runs.

usage: GNOMON=path/to/gnomon GNOMON_SOURCE=path/to/repository sweep_test.py [CLASS...]
"""
import csv
import io
import json
import os
import pathlib
import resource
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


class SweepChoices(SweepCase):
    def test_lists_of_values(self):
        rows = self.rows(run("sweep", self.file(RING), "-D", "N=2,4..5", "--csv"))
        self.assertEqual([row["N"] for row in rows], ["2", "4", "5"])
        self.expect(run("sweep", self.file(RING), "-D", "N=2,"), 2, err="no range of values")
        self.expect(run("sweep", self.file(RING), "-D", "N=2,5..4"), 2, err="no range of values")

    def test_engines(self):
        model = self.file(RING)
        engines = ["diagrams", "explicit", "auto", "bounded", "sat"]
        done = run("sweep", model, "-D", "N=2..3", "--engine", ",".join(engines), "--json", "--formula", "can")
        runs = self.sweep_document(done)["runs"]
        self.assertEqual([(one["parameters"]["N"], one["engine"]) for one in runs],
                         [(n, engine) for n in ("2", "3") for engine in engines])
        for one in runs:
            if one["outcome"] == "complete":
                self.assertEqual([f["verdict"] for f in one["result"]["formulas"]], ["true"], one["engine"])
        used = {one["engine"]: one["result"] for one in runs}
        self.assertEqual(used["explicit"]["work"]["engine"], "explicit")
        self.assertEqual(used["bounded"]["bounded"]["engine"], "bdd")
        self.assertEqual(used["sat"]["bounded"]["engine"], "sat")
        self.expect(run("sweep", model, "--engine=cudd"), 2, err="cudd")
        self.expect(run("sweep", model, "--engine=diagrams,sat", "--bounded"), 2, err="two things")

    def test_each_formula(self):
        model = self.file(RING)
        together = self.rows(run("sweep", model, "-D", "N=2..3", "--csv"))
        alone = self.rows(run("sweep", model, "-D", "N=2..3", "--csv", "--each-formula", "--jobs", "3"))
        for row in together:
            parts = [one["verdicts"] for one in alone if one["N"] == row["N"]]
            self.assertEqual(" ".join(parts), row["verdicts"])
        self.assertEqual([row["formula"] for row in alone][:3], ["reach[1]", "reach[2]", "sure"])
        chosen = self.rows(run("sweep", model, "-D", "N=3", "--csv", "--each-formula", "-f", "can", "-f", "EF had[1]"))
        self.assertEqual([row["formula"] for row in chosen], ["can", "EF had[1]"])

    def test_each_formula_of_a_model_that_is_wrong(self):
        done = run("sweep", self.file(RING), "-D", "N=6..7", "--each-formula", "--exit-zero")
        self.expect(done, 2, out="wrong: `N` = 7")
        self.assertEqual(done.stderr.count("error:"), 1, done.stderr)


class SweepResume(SweepCase):
    same = ["file", "N", "outcome", "reachable_states", "depth", "verdicts", "reason"]

    def kept(self, *words):
        return run("sweep", self.file(RING), "-D", "N=2..5", "--csv", "--resume", str(self.path / "results"), *words)

    def facts(self, done):
        return [[row[key] for key in self.same] for row in self.rows(done)]

    def test_results_are_taken_from_the_file(self):
        first = self.kept()
        self.expect(first, 1, err="^$")
        again = self.kept()
        self.expect(again, 1, err="4 of 4 runs were taken from")
        self.assertEqual(again.stdout, first.stdout)
        # Another question is worked out anew, and kept beside the first.
        self.expect(self.kept("--engine=explicit"), 1, err="^$")
        self.expect(self.kept("--engine=explicit"), 1, err="4 of 4 runs")
        self.expect(self.kept(), 1, err="4 of 4 runs")

    def test_a_sweep_that_was_killed_goes_on(self):
        whole = self.facts(run("sweep", self.file(RING), "-D", "N=2..5", "--csv"))
        path = self.path / "results"
        self.expect(self.kept(), 1)
        bytes_of_all = path.read_bytes()
        # Wherever writing ended, what was whole is used and the rest is worked out again.
        for size in range(len(bytes_of_all) - 1, 300, -len(bytes_of_all) // 9):
            path.write_bytes(bytes_of_all[:size])
            done = self.kept()
            self.expect(done, 1)
            self.assertEqual(self.facts(done), whole)
            self.expect(self.kept(), 1, err="4 of 4 runs were taken")

    def test_interruption_and_resumption(self):
        path = str(self.path / "results")
        model = self.slow_model()
        words = [GNOMON, "sweep", model, "-D", "N=3,60", "--engine=explicit", "--csv", "--resume", path]
        with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            deadline = time.monotonic() + 60
            while time.monotonic() < deadline and b"answered" not in self.bytes_of(path):
                time.sleep(0.02)
            process.kill()
            process.communicate(timeout=60)
        done = run("sweep", model, "-D", "N=3,60", "--engine=explicit", "--csv", "--resume", path, "--timeout", "0.2")
        self.assertEqual([row["outcome"] for row in self.rows(done)], ["complete", "limit"])
        # The limits belong to the question; the run without any is there.
        self.expect(run("sweep", model, "-D", "N=3", "--engine=explicit", "--resume", path), 1, err="1 of 1 runs")

    def bytes_of(self, path):
        return pathlib.Path(path).read_bytes() if os.path.exists(path) else b""

    def test_the_disk_is_full(self):
        """Results are told all the same, and the exit status says that not all are kept."""
        path = str(self.path / "results")
        words = ["sweep", self.file(RING), "-D", "N=2..5", "--csv", "--resume", path]
        # Python ignores the signal about files that are too long, and so do its children.
        done = run(*words, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (6000, 6000)), restore_signals=False)
        self.expect(done, 2, err="the results from here on are not kept")
        self.assertEqual([row["outcome"] for row in self.rows(done)], ["complete"] * 4)
        again = run(*words)
        self.assertEqual([row["verdicts"] for row in self.rows(again)], [row["verdicts"] for row in self.rows(done)])

    def test_files_that_are_no_results(self):
        path = self.path / "results"
        path.write_text("N,states\n2,8\n")
        self.expect(self.kept(), 2, err="something else than results")
        self.assertEqual(path.read_text(), "N,states\n2,8\n")
        path.unlink()
        self.expect(self.kept(), 1)
        good = path.read_bytes()
        at = good.index(b'"reachable_states')
        path.write_bytes(good[:at] + b"X" + good[at + 1:])
        self.expect(self.kept(), 2, err="damaged")
        self.expect(run("sweep", self.file(RING), "-D", "N=2", "--resume", str(self.path)), 2, err="irectory")

    def test_one_process_at_a_time(self):
        path = str(self.path / "results")
        words = [GNOMON, *self.slow("60", "--resume", path)]
        with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            deadline = time.monotonic() + 60
            while time.monotonic() < deadline and not self.bytes_of(path):
                time.sleep(0.02)
            done = run(*self.slow("60", "--resume", path))
            process.kill()
            process.communicate(timeout=60)
        self.expect(done, 2, err="another process is using this file")


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
