"""Checks and sweeps on a cluster: the answers are those of this machine.

usage: GNOMON=path/to/gnomon GNOMON_SOURCE=path/to/repository cluster_test.py [CLASS...]
"""
import csv
import io
import json
import signal
import subprocess
import sys
import unittest

import jsonschema

from cluster import GNOMON, RING, SOURCE, ClusterCase, facts, wait_until, without_figures

SCHEMA = json.loads((SOURCE / "docs" / "schema.json").read_text(encoding="utf-8"))
EXAMPLES = ["examples/tutorial.ispl", "examples/bit_transmission.ispl"]


class ClusterAnswers(ClusterCase):
    def both(self, *words):
        return self.run_gnomon(*words, cluster=False), self.run_gnomon(*words)

    def test_checks_are_those_of_this_machine(self):
        self.worker()
        self.worker()
        for words in (["--json"], ["--json", "--witness", "--typed"], ["--json", "--engine=explicit", "--check-deadlock"],
                      ["--json", "--bounded=sat", "--bound", "3"], ["--json", "--expect"], ["--json", "-f", "1", "-f", "2"]):
            for example in EXAMPLES:
                here, there = self.both("check", str(SOURCE / example), *words)
                self.assertEqual(there.returncode, here.returncode, there.stderr)
                document = json.loads(there.stdout)
                jsonschema.validate(document, SCHEMA)
                mine, theirs = facts(json.loads(here.stdout)), facts(document)
                if "--bounded=sat" in words:  # how far a search for several formulas went
                    mine.pop("bounded", None)
                    theirs.pop("bounded", None)
                self.assertEqual(theirs, mine, words)
                if here.returncode == 2:  # found before anything is sent
                    continue
                tasks = sum(one["tasks"] for one in document["statistics"]["workers"])
                self.assertEqual(tasks, max(1, len(document["formulas"])))

    def test_text_is_that_of_this_machine(self):
        self.worker()
        properties = self.file("AG true; EF false;", "more.txt")
        for words in ([], ["--witness"], ["--witness=dot"], ["--quiet"], ["--explain"], ["--exit-zero"],
                      ["--properties", properties]):
            here, there = self.both("check", str(SOURCE / "examples/tutorial.ispl"), *words)
            self.assertEqual(there.returncode, here.returncode, there.stderr)
            self.assertEqual(without_figures(there.stdout), without_figures(here.stdout), words)
        here, there = self.both("check", self.file(RING), "-D", "N=3", "--formula", "EF nosuch")
        self.assertEqual((there.returncode, there.stderr), (here.returncode, here.stderr))

    def test_several_models(self):
        self.worker()
        models = [str(SOURCE / example) for example in EXAMPLES]
        here, there = self.both("check", *models, "--json")
        self.assertEqual(there.returncode, here.returncode, there.stderr)
        for mine, theirs in zip(json.loads(here.stdout)["models"], json.loads(there.stdout)["models"]):
            self.assertEqual(facts(theirs), facts(mine))

    def test_sweeps_are_those_of_this_machine(self):
        self.worker()
        self.worker()
        words = ["sweep", self.file(RING), "-D", "N=2..3", "--engine=diagrams,explicit", "--each-formula", "--csv"]
        here, there = self.both(*words)
        self.assertEqual(there.returncode, here.returncode, there.stderr)
        same = ["file", "N", "engine", "formula", "outcome", "reachable_states", "depth", "verdicts", "reason"]
        rows = [[[row[key] for key in same] for row in csv.DictReader(io.StringIO(done.stdout))] for done in (here, there)]
        self.assertEqual(rows[1], rows[0])
        self.assertEqual(len(rows[0]), 2 * (9 + 12))
        document = json.loads(self.run_gnomon("sweep", self.file(RING), "-D", "N=2,99", "--json").stdout)
        jsonschema.validate(document, {"$ref": "#/definitions/sweep", "definitions": SCHEMA["definitions"],
                                       "properties": SCHEMA["properties"]})
        self.assertEqual([one["outcome"] for one in document["runs"]], ["complete", "wrong"])

    def test_models_larger_than_a_message(self):
        self.worker()
        model = self.file((SOURCE / "examples/tutorial.ispl").read_text(encoding="utf-8") + "-- padding\n" * 200_000)
        here, there = self.both("check", model, "--json", "-f", "1")
        self.assertEqual(facts(json.loads(there.stdout)), facts(json.loads(here.stdout)))

    def test_nothing_is_left_on_the_server(self):
        self.worker()
        self.assertEqual(self.run_gnomon("sweep", self.file(RING), "-D", "N=2..3", "--exit-zero").returncode, 0)
        self.assertEqual(self.status()["queued"], 0)


class ClusterLimits(ClusterCase):
    def slow(self, *words):
        return ["check", str(SOURCE / "examples/parametric/dining_cryptographers.ispl"), "-D", "N=18",
                "--engine=explicit", "-f", "1", *words]

    def test_without_workers_the_time_limit_holds(self):
        done = self.run_gnomon("check", str(SOURCE / "examples/tutorial.ispl"), "--timeout", "1", "--json")
        self.assertEqual(done.returncode, 3, done.stderr)
        document = json.loads(done.stdout)
        jsonschema.validate(document, SCHEMA)
        self.assertEqual({one["verdict"] for one in document["formulas"]}, {"unknown"})
        self.assertEqual({one["reason_kind"] for one in document["formulas"]}, {"time"})

    def test_time_and_memory_of_tasks(self):
        worker = self.worker()
        done = self.run_gnomon(*self.slow("--timeout", "1"))
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertIn("time limit of 1 s", done.stdout)
        self.end(worker)
        self.worker("--memory", "1K")
        done = self.run_gnomon("check", str(SOURCE / "examples/tutorial.ispl"), "-f", "1")
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertIn("memory limit", done.stdout)

    def test_interruption_stops_the_workers(self):
        worker = self.worker()
        for sign in (signal.SIGINT, signal.SIGTERM):
            run = self.begin(*self.slow())
            wait_until(lambda: self.children(worker), "the task")
            run.send_signal(sign)
            out, _ = run.communicate(timeout=60)
            self.assertEqual(run.returncode, 3)
            self.assertIn("interrupted", out)
            wait_until(lambda: not self.children(worker), "the end of the task")
        # The worker is as good as before.
        self.assertEqual(self.run_gnomon("check", str(SOURCE / "examples/tutorial.ispl"), "--exit-zero").returncode, 0)

    def test_status_runs_and_cancel(self):
        worker = self.worker()
        run = self.begin(*self.slow())
        wait_until(lambda: self.children(worker), "the task")
        status = wait_until(lambda: next((s for s in [self.status()] if s["runs"] and s["workers"]
                                          and s["workers"][0]["busy"] == 1), None), "signs of life")
        self.assertEqual(status["runs"][0]["tasks"], 1)
        table = self.run_gnomon("cluster", "status").stdout
        self.assertRegex(table, r"(?m)^worker +version +jobs +busy +slices +done +rejected +MB$")
        self.assertRegex(table, r"1 worker, 1 run, 1 task in the queue")
        name = status["runs"][0]["run"]
        self.assertIn(name, self.run_gnomon("cluster", "runs").stdout)
        self.assertEqual(self.run_gnomon("cluster", "cancel", name).returncode, 0)
        out, _ = run.communicate(timeout=60)
        self.assertEqual(run.returncode, 3)
        self.assertIn("the run was cancelled", out)
        wait_until(lambda: not self.children(worker), "the end of the task")

    def test_a_worker_that_leaves_hands_over(self):
        first = self.worker()
        run = self.begin(*self.slow("--timeout", "90"))
        wait_until(lambda: self.children(first), "the task")
        second = self.worker()
        first.send_signal(signal.SIGTERM)
        self.assertEqual(first.wait(60), 0)
        wait_until(lambda: self.children(second), "the task at the second worker")
        run.send_signal(signal.SIGINT)
        self.assertEqual(run.wait(60), 3)

    def test_idle_workers_can_end(self):
        self.assertEqual(self.worker("--idle", "0.5").wait(60), 0)


class ClusterUse(ClusterCase):
    def test_command_line(self):
        model = str(SOURCE / "examples/tutorial.ispl")
        for words, error in [
                (["check", model, "--cluster", "localhost"], "no server of a cluster"),
                (["check", model, "--cluster", "nats://example.org"], "another machine"),
                (["check", model, "--cluster", "nats://a:b@localhost"], "password"),
                (["check", model, "--cluster", "nats://127.0.0.1:1"], "cannot connect"),
                (["check", model, "--output", "x", *self.options], "--output is about files"),
                (["check", model, "--resume", "x"], "needs --cluster"),
                (["check", model, "--nkey", "U", *self.options], "belong together"),
                (["check", model, "--cluster-key", "/none", *self.options], "cannot read /none"),
                (["sweep", model, "--jobs", "2", *self.options], "excludes"),
                (["worker"], "--cluster is required"),
                (["cluster", "cancel", *self.options], "needs the name of a run"),
                (["cluster", "cancel", "x", *self.options], "no name of a run"),
                (["cluster", "dance", *self.options], "dance"),
                (["worker", "--cluster", "nats://127.0.0.1:1"], "cannot connect")]:
            done = self.run_gnomon(*words, cluster=False)
            self.assertEqual(done.returncode, 2, (words, done.stderr))
            self.assertIn(error, done.stderr)

    def test_check_of_the_server(self):
        done = self.run_gnomon("cluster", "check")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("ok     JetStream is there", done.stdout)

    def test_a_task_that_is_none(self):
        done = subprocess.run([GNOMON, "task-work"], input="hello", capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 2)

    def test_a_key_for_records(self):
        key, other = self.file("a key of some length\n", "key"), self.file("another key of some length", "other")
        words = ["check", str(SOURCE / "examples/tutorial.ispl"), "-f", "1", "--exit-zero"]
        self.worker("--cluster-key", other)
        done = self.run_gnomon(*words, "--cluster-key", key, "--timeout", "3")
        self.assertEqual(done.returncode, 3, done.stderr)
        self.worker("--cluster-key", key)
        done = self.run_gnomon(*words, "--cluster-key", key)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.run_gnomon("check", words[1], "--cluster-key", self.file("short", "s")).returncode, 2)


class ClusterWithoutStreams(ClusterCase):
    def test_a_server_without_jetstream(self):
        self.server.kill()
        self.server.config.write_text(f'listen: "127.0.0.1:{self.server.port}"\n')
        self.server.start()
        done = self.run_gnomon("cluster", "check")
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("has no JetStream", done.stdout)
        self.assertEqual(self.run_gnomon("check", str(SOURCE / "examples/tutorial.ispl")).returncode, 2)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[1:]])
