"""`gnomon check --slices N --cluster URL`: one model at several workers. The answers are those of this machine, whoever fails.

Moments of faults are drawn from a seed; `./dev faults` has many (GNOMON_FAULT_RUNS, GNOMON_FAULT_SEED).

usage: GNOMON=path/to/gnomon GNOMON_SOURCE=path/to/repository slices_test.py [CLASS...]
"""
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import unittest

import jsonschema

from cluster import GNOMON, PATIENCE, SOURCE, ClusterCase, Wire, facts, frame, parts_of, wait_until, without_figures

RUNS = int(os.environ.get("GNOMON_FAULT_RUNS", "1"))
SEED = int(os.environ.get("GNOMON_FAULT_SEED", "1"))
SCHEMA = json.loads((SOURCE / "docs" / "schema.json").read_text(encoding="utf-8"))


def generated(*words):
    return subprocess.run([GNOMON, "gen", *words], capture_output=True, text=True, check=True).stdout


class SliceCase(ClusterCase):
    """Checks of a model in slices, and the right answers."""

    def right(self, *words):
        return self.run_gnomon("check", "--json", "--engine=diagrams", *words, cluster=False)

    def compare(self, slices, *words, confirm=False):
        here = self.right(*words)
        there = self.run_gnomon("check", "--json", "--slices", str(slices), *(["--confirm"] if confirm else []), *words)
        return self.same(here, there.returncode, there.stdout, there.stderr, slices)

    def same(self, here, status, out, err, slices):
        """The document of a check in slices says what it should."""
        self.assertEqual(status, here.returncode, err)
        document = json.loads(out)
        jsonschema.validate(document, SCHEMA)
        self.assertEqual(facts(document), facts(json.loads(here.stdout)), err)
        slicing = document["statistics"]["slicing"]
        self.assertLessEqual(len(slicing["slices"]), slices)
        self.assertEqual(slicing["duplicated_states"], "0")
        states = document["model"]["reachable_states"]
        self.assertEqual(str(sum(int(one["states"]) for one in slicing["slices"])), states)
        workers = document["statistics"]["workers"]
        self.assertEqual(str(sum(int(one["states"]) for one in workers)), states)
        self.assertEqual(sum(one["slices"] for one in workers), len(slicing["slices"]))
        return document


class SliceAnswers(SliceCase):
    def test_all_logics(self):
        self.worker()
        self.worker()
        examples = SOURCE / "examples"
        for slices, *words in [
                (2, str(examples / "tutorial.ispl"), "--witness", "--check-deadlock", "--check-overflow"),
                (3, str(examples / "book_store.ispl")),  # ATLK and common knowledge
                (2, str(examples / "software_development.ispl")),
                (7, str(examples / "bit_transmission.ispl"), "--witness"),
                (1, str(examples / "dining_cryptographers.ispl")),
                (3, str(examples / "iterated_cryptographers.ispl")),  # LDLK and CDL*K
                (2, str(examples / "card_game.ispl"), "--strategies", "uniform"),
                (2, str(examples / "delta_chain.ispl")),  # knowledge with memory
                (4, str(SOURCE / "tests" / "regress" / "look_alikes_of_other_parts.ispl"), "--witness")]:
            with self.subTest(words=words, slices=slices):
                self.compare(slices, *words)

    def test_searches(self):
        """The states are not known before they are cut."""
        self.worker(jobs=2)
        self.worker()
        for slices, *scenario in [(3, "go_back_n", "3", "4"), (2, "prisoners", "8"), (5, "train_gate", "4")]:
            with self.subTest(scenario=scenario):
                model = self.file(generated(*scenario))
                document = self.compare(slices, model, confirm=True)
                self.assertTrue(document["statistics"]["slicing"]["confirmed"])
                self.assertLessEqual(len(document["statistics"]["workers"]), 2)

    def test_text_is_that_of_this_machine(self):
        self.worker()
        for words in ([], ["--witness"], ["--quiet"], ["--explain"], ["--exit-zero"]):
            model = str(SOURCE / "examples" / "tutorial.ispl")
            here = self.run_gnomon("check", model, "--slices", "3", *words, cluster=False)
            there = self.run_gnomon("check", model, "--slices", "3", *words)
            self.assertEqual(there.returncode, here.returncode, there.stderr)
            self.assertEqual(without_figures(there.stdout), without_figures(here.stdout), words)

    def test_files_of_this_machine(self):
        self.worker()
        model = str(SOURCE / "examples" / "tutorial.ispl")
        states = str(self.path / "states")
        self.assertEqual(self.run_gnomon("check", model, "--slices", "2", "--save-reachable", states, "--exit-zero").returncode, 0)
        self.assertEqual(self.run_gnomon("check", model, "--load-reachable", states, "--exit-zero", cluster=False).returncode, 0)
        done = self.run_gnomon("check", model, "--slices", "2", "--resume", states)
        self.assertEqual(done.returncode, 2)
        self.assertIn("something else than answers of slices", done.stderr)

    def test_what_does_not_pay_stays_here(self):
        done = self.run_gnomon("check", str(SOURCE / "examples" / "tutorial.ispl"), "--slices", "auto", "--exit-zero")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("slicing does not pay", done.stderr)

    def test_records_with_a_key(self):
        key = self.file("a key of some length\n", "key")
        self.worker("--cluster-key", key)
        self.compare_with_key(key)

    def compare_with_key(self, key):
        model = str(SOURCE / "examples" / "tutorial.ispl")
        done = self.run_gnomon("check", "--json", "--slices", "2", model, "--cluster-key", key)
        self.same(self.right(model), done.returncode, done.stdout, done.stderr, 2)


def long_walk():
    """A model that goes through its states one after the other, without any order: millions of steps, each of which is
    quickly made at first."""
    states = 1 << 22
    lines = "".join(f"x = 5 * x + 3 - {k * states} if 5 * x + 3 >= {k * states} and 5 * x + 3 < {(k + 1) * states};\n"
                    for k in range(5))
    return f"""Agent Walker
  Vars: x : 0 .. {states - 1}; end Vars
  Actions = {{step}};
  Protocol: Other : {{step}}; end Protocol
  Evolution: {lines} end Evolution
end Agent
Evaluation home if Walker.x = 0; end Evaluation
InitStates Walker.x = 0; end InitStates
Formulae AG EF home; end Formulae
"""


class SliceLimits(SliceCase):
    def setUp(self):
        super().setUp()
        self.model = self.file(long_walk())

    def test_time_without_workers(self):
        done = self.run_gnomon("check", str(SOURCE / "examples" / "tutorial.ispl"), "--slices", "2", "--timeout", "4", "--json")
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertIn("waiting for workers", done.stderr)
        document = json.loads(done.stdout)
        jsonschema.validate(document, SCHEMA)
        self.assertEqual({one["reason_kind"] for one in document["formulas"]}, {"time"})

    def test_time(self):
        worker = self.worker()
        process = self.begin("check", self.model, "--slices", "2", "--timeout", "12", "-f", "1", "--progress", "always")
        wait_until(lambda: self.children(worker), "the helper")
        status = wait_until(lambda: next((s for s in [self.status()] if s["workers"] and s["workers"][0]["slices"]), None),
                            "a sign of life with slices")
        self.assertEqual((status["workers"][0]["busy"], status["workers"][0]["slices"]), (1, 1))
        self.assertGreater(status["workers"][0]["memory_bytes"], 0)
        out, err = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 3, err)
        self.assertIn("time limit of 12 s", out)
        self.assertRegex(err, r"reachable states: depth .*; 1 worker: \S+ \d+ MB")
        wait_until(lambda: not self.children(worker), "the end of the helper")

    def test_memory_of_a_worker(self):
        self.worker("--memory", "1K")
        done = self.run_gnomon("check", str(SOURCE / "examples" / "tutorial.ispl"), "--slices", "2", "-f", "1", "--timeout", "60")
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertIn("memory", done.stdout + done.stderr)
        self.assertNotIn("time limit", done.stdout)

    def test_interruption_and_cancellation(self):
        worker = self.worker()
        run = self.begin("check", self.model, "--slices", "2", "-f", "1")
        wait_until(lambda: self.children(worker), "the helper")
        run.send_signal(signal.SIGINT)
        out, _ = run.communicate(timeout=PATIENCE)
        self.assertEqual(run.returncode, 3)
        self.assertIn("interrupted", out)
        wait_until(lambda: not self.children(worker), "the end of the helper")
        run = self.begin("check", self.model, "--slices", "2", "-f", "1")
        wait_until(lambda: self.children(worker), "the helper")
        name = wait_until(lambda: next((one["run"] for one in self.status()["runs"]), None), "the run")
        self.assertEqual(self.run_gnomon("cluster", "cancel", name).returncode, 0)
        out, _ = run.communicate(timeout=PATIENCE)
        self.assertEqual(run.returncode, 3)
        self.assertIn("interrupted", out)
        wait_until(lambda: not self.children(worker), "the end of the helper")
        # The worker is as good as before.
        self.compare(2, str(SOURCE / "examples" / "tutorial.ispl"))


class SliceFaults:
    """A check whose slices are at work, with many exchanges, when something happens."""
    SLICES = 3

    def setUp(self):
        super().setUp()
        self.model = self.file(generated("go_back_n", "3", "4"))
        self.here = self.right(self.model)

    def check(self):
        return self.begin("check", self.model, "--json", "--slices", str(self.SLICES))

    def finish(self, process):
        out, err = process.communicate(timeout=PATIENCE)
        self.same(self.here, process.returncode, out, err, self.SLICES)
        self.assertNotIn("internal", err)
        return err

    def seeds(self):
        for seed in range(SEED, SEED + RUNS):
            with self.subTest(seed=seed):
                yield random.Random(seed)

    def at_work(self, draw, *workers):
        """A check after a random number of packets, with its slices stopped, and the processes that have them."""
        wire = Wire(self.server.port)
        wire.listen("gnomon.slice.>")
        process = self.check()
        for _ in range(20 + draw.randrange(60)):
            wire.next()
        wire.close()
        helpers = [int(pid) for worker in workers for pid in self.children(worker)]
        self.assertTrue(helpers)
        for pid in helpers:
            os.kill(pid, signal.SIGSTOP)
        self.assertIsNone(process.poll(), "the check was over before the fault")
        return process, helpers

    def go_on(self, helpers):
        for pid in helpers:
            try:
                os.kill(pid, signal.SIGCONT)
            except ProcessLookupError:
                pass


class SliceWorkers(SliceFaults, SliceCase):
    def test_killed(self):
        for draw in self.seeds():
            workers = [self.worker(), self.worker()]
            process, helpers = self.at_work(draw, *workers)
            victim = draw.choice([one for one in workers if self.children(one)])  # one may have come too late for slices
            workers.remove(victim)
            victim.kill()
            self.go_on(helpers)
            self.assertIn("lost; its slices go to others", self.finish(process))
            for worker in workers:
                self.end(worker)

    def test_the_process_with_slices_is_killed(self):
        for draw in self.seeds():
            workers = [self.worker(), self.worker()]
            process, helpers = self.at_work(draw, *workers)
            os.kill(helpers.pop(draw.randrange(len(helpers))), signal.SIGKILL)
            self.go_on(helpers)
            self.assertIn("lost; its slices go to others", self.finish(process))
            for worker in workers:
                self.end(worker)

    def test_the_process_with_slices_is_frozen_and_comes_back(self):
        for draw in self.seeds():
            workers = [self.worker(), self.worker()]
            process, helpers = self.at_work(draw, *workers)
            frozen = helpers.pop(draw.randrange(len(helpers)))
            self.go_on(helpers)
            line = process.stderr.readline()
            self.assertIn("lost; its slices go to others", line)
            self.go_on([frozen])
            self.finish(process)
            for worker in workers:
                self.end(worker)

    def test_the_worker_alone_is_frozen(self):
        """Its process goes on. Its task is lent to another worker, who is not needed."""
        for draw in self.seeds():
            workers = [self.worker(), self.worker(), self.worker(jobs=2)]
            process, helpers = self.at_work(draw, *workers)
            victim = next(one for one in workers if self.children(one))
            victim.send_signal(signal.SIGSTOP)
            self.go_on(helpers)
            self.finish(process)
            for worker in workers:
                self.end(worker)

    def test_a_worker_leaves(self):
        for draw in self.seeds():
            workers = [self.worker(), self.worker()]
            process, helpers = self.at_work(draw, *workers)
            leaver = workers.pop(draw.randrange(2))
            leaver.send_signal(signal.SIGTERM)
            self.assertEqual(leaver.wait(PATIENCE), 0)
            self.go_on(helpers)
            self.finish(process)
            for worker in workers:
                self.end(worker)

    def test_a_worker_comes(self):
        """Two slices share a process, until somebody else is there."""
        first = self.worker()
        words = [sys.executable, str(SOURCE / "bench" / "models"), "go_back_n", "5", "8"]  # takes minutes
        large = self.file(subprocess.run(words, capture_output=True, text=True, check=True).stdout, "large.ispl")
        process = self.begin("check", large, "--slices", "2", "--json", "-f", "1")
        wait_until(lambda: self.children(first), "the helper")
        wire = Wire(self.server.port)
        self.addCleanup(wire.close)
        wire.listen("gnomon.slice.>")
        second = self.worker()
        greeted = None  # by a process of the second worker: its incarnation and number
        while True:
            parts = parts_of(wire.next()[1])
            head = json.loads(parts["head"])
            if parts["body"].endswith(b"-%d" % second.pid):
                greeted = (head["incarnation"], head["from"])
            elif greeted == (head["incarnation"], head["from"]) and head.get("sequence", 0) > 0:
                break  # it has answered a question
            self.assertIsNone(process.poll(), "the check has ended")
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 3, err)
        document = json.loads(out)
        jsonschema.validate(document, SCHEMA)
        self.assertGreaterEqual(document["statistics"]["slicing"]["changes"]["moves"], 1)
        self.assertTrue(any(one["worker"].endswith(f"-{second.pid}") for one in document["statistics"]["workers"]))
        self.assertNotIn("lost", err)

    def test_all_gone_for_a_while(self):
        for draw in self.seeds():
            worker = self.worker()
            process, _ = self.at_work(draw, worker)
            worker.kill()
            worker.wait(PATIENCE)
            worker = self.worker()
            self.finish(process)
            self.end(worker)


class SliceCoordinators(SliceFaults, SliceCase):
    def test_killed(self):
        for draw in self.seeds():
            worker = self.worker()
            process, helpers = self.at_work(draw, worker)
            process.kill()
            process.wait(PATIENCE)
            self.go_on(helpers)
            wait_until(lambda: not self.children(worker), "the end of the helper")  # pylint: disable=cell-var-from-loop
            self.finish(self.check())
            self.end(worker)

    def test_frozen_and_back(self):
        for draw in self.seeds():
            workers = [self.worker(), self.worker()]
            process, helpers = self.at_work(draw, *workers)
            process.send_signal(signal.SIGSTOP)
            self.go_on(helpers)
            process.send_signal(signal.SIGCONT)
            self.finish(process)
            for worker in workers:
                self.end(worker)


class SliceResumption(SliceFaults, SliceCase):
    """The coordinator ends at a random moment, and another one goes on with what it has written."""

    def setUp(self):
        super().setUp()
        self.answers = self.path / "answers"
        self.states = self.path / "answers.states"

    def check(self, **more):
        return self.begin("check", self.model, "--json", "--slices", str(self.SLICES), "--resume", str(self.answers),
                          "--checkpoint", str(self.states), "--checkpoint-every", "0.001", **more)

    def forget(self):
        shutil.rmtree(self.states, ignore_errors=True)
        self.answers.unlink(missing_ok=True)

    def stopped_somewhere(self, draw, worker):
        """A coordinator is killed after a random number of records."""
        before = self.answers.stat().st_size if self.answers.exists() else 0
        process = self.check()
        size = before + draw.randrange(200, 12000)
        wait_until(lambda: process.poll() is not None or (self.answers.exists() and self.answers.stat().st_size >= size),
                   "some records")
        process.kill()
        process.communicate(timeout=PATIENCE)
        self.assertTrue(worker.poll() is None)

    def records(self):
        return self.answers.read_bytes().count(b'{"kind":"record"')

    def resumed(self):
        records = self.records()
        process = self.check()
        out, err = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, self.here.returncode, err)
        self.assertEqual(facts(json.loads(out)), facts(json.loads(self.here.stdout)), err)
        self.assertEqual("the check goes on after " in err, records > 0, err)
        return err

    def test_killed_and_resumed(self):
        for draw in self.seeds():
            self.forget()
            workers = [self.worker(), self.worker()]
            for _ in range(2):
                self.stopped_somewhere(draw, workers[0])
            self.resumed()
            self.assertLessEqual(len(list(self.states.iterdir())) if self.states.exists() else 0, 2)
            for worker in workers:
                self.end(worker)
            self.resumed()  # all answers are there, and nobody works

    def test_the_last_record_is_torn(self):
        for draw in self.seeds():
            self.forget()
            worker = self.worker()
            self.stopped_somewhere(draw, worker)
            content = self.answers.read_bytes()
            last = content.rindex(b"gnomon-frame ")
            self.answers.write_bytes(content[:draw.randrange(last, len(content))])
            self.resumed()
            self.end(worker)

    def test_checkpoints_are_lost_or_damaged(self):
        for draw in self.seeds():
            self.forget()
            worker = self.worker()
            self.finish(self.check())
            files = list(self.states.iterdir())
            self.assertEqual(len(files), 2)
            if draw.random() < 0.5:
                content = bytearray(files[0].read_bytes())
                content[draw.randrange(len(content))] ^= 1
                files[0].write_bytes(content)
                files[1].unlink()
            else:
                shutil.rmtree(self.states)
            self.assertIn("missing or damaged", self.resumed())
            self.end(worker)

    def test_all_that_was_written_is_lost(self):
        for draw in self.seeds():
            self.forget()
            worker = self.worker()
            self.stopped_somewhere(draw, worker)
            self.forget()
            self.assertNotIn("goes on after", self.finish(self.check()))
            self.end(worker)

    def test_the_disk_is_full(self):
        """Unknown, with the reason; later, with room, the check goes on."""
        for draw in self.seeds():
            self.forget()
            worker = self.worker()
            room = draw.randrange(1000, 15000)  # bytes of a file: Python ignores the signal, and so do its children
            process = self.check(preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, room)),  # pylint: disable=cell-var-from-loop
                                 restore_signals=False)
            out, err = process.communicate(timeout=PATIENCE)
            self.assertEqual(process.returncode, 3, err)
            reasons = {one.get("reason") for one in json.loads(out)["formulas"]}
            self.assertTrue(any("cannot write" in (reason or "") for reason in reasons), reasons)
            self.resumed()
            self.end(worker)

    def test_what_does_not_fit_is_refused(self):
        self.worker()
        self.finish(self.check())
        content = self.answers.read_bytes()
        other = self.file(generated("go_back_n", "3", "3"), "other.ispl")
        for words, error in [([other, "--slices", "3", "--json"], "about a check with another model"),
                             ([self.model, "--slices", "2", "--json"], "about a check with other options"),
                             ([self.model, "--slices", "3", "--json", "-f", "1"], "about a check with other formulas"),
                             ([self.model, "--json"], "something else than results")]:
            done = self.run_gnomon("check", *words, "--resume", str(self.answers))
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn(error, done.stderr)
        damaged = bytearray(content)
        damaged[len(content) // 2] ^= 1
        head = parts_of(content[content.index(b"\n") + 1:])["head"]
        version = json.dumps(dict(json.loads(head), gnomon="0.0.1")).encode()
        first = int(content[:content.index(b"\n")])
        record = frame(head=version)
        old = b"%d\n%s" % (len(record), record) + content[content.index(b"\n") + 1 + first:]
        for bytes_, error in [(bytes(damaged), "damaged|something else"), (old, "those of gnomon 0.0.1, and this is")]:
            self.answers.write_bytes(bytes_)
            process = self.check()
            _, err = process.communicate(timeout=PATIENCE)
            self.assertEqual(process.returncode, 2, err)
            self.assertRegex(err, error)
        self.answers.write_bytes(content)
        self.resumed()

    def test_two_of_one_run(self):
        for draw in self.seeds():
            self.forget()
            worker = self.worker(jobs=2)
            process, helpers = self.at_work(draw, worker)
            process.send_signal(signal.SIGSTOP)
            self.go_on(helpers)
            # The same run from a copy of what the first one has written.
            first, self.answers = self.answers, self.path / "copy"
            shutil.copy(first, self.answers)
            second = self.check()
            wait_until(lambda: second.poll() is not None or self.children(worker), "the second one")  # pylint: disable=cell-var-from-loop
            process.send_signal(signal.SIGCONT)
            self.finish(second)
            out, err = process.communicate(timeout=PATIENCE)
            self.answers = first
            # It was replaced, or what it needed came in time; in no case is an answer wrong.
            if process.returncode == 3:
                self.assertIn("another coordinator has taken over this run", out)
            else:
                self.same(self.here, process.returncode, out, err, self.SLICES)
            self.end(worker)


class SliceServers(SliceFaults, SliceCase):
    def test_killed_and_started_again(self):
        for draw in self.seeds():
            workers = [self.worker(), self.worker()]
            process, helpers = self.at_work(draw, *workers)
            self.server.kill()
            self.go_on(helpers)
            self.server.start()
            self.finish(process)
            for worker in workers:
                self.end(worker)

    def test_without_its_memory(self):
        for draw in self.seeds():
            workers = [self.worker(), self.worker()]
            process, helpers = self.at_work(draw, *workers)
            self.server.kill()
            shutil.rmtree(self.server.store)
            self.go_on(helpers)
            self.server.start()
            self.finish(process)
            for worker in workers:
                self.end(worker)

    def test_with_an_older_memory(self):
        for draw in self.seeds():
            self.server.kill()
            old = self.path / "old"
            shutil.rmtree(old, ignore_errors=True)
            shutil.copytree(self.server.store, old)
            self.server.start()
            workers = [self.worker(), self.worker()]
            process, helpers = self.at_work(draw, *workers)
            self.server.kill()
            shutil.rmtree(self.server.store)
            shutil.copytree(old, self.server.store)
            self.go_on(helpers)
            self.server.start()
            self.assertRegex(self.finish(process), "connection to .* lost(.|\n)*connection to .* restored")
            for worker in workers:
                self.end(worker)

    def test_frozen_and_back(self):
        for draw in self.seeds():
            workers = [self.worker(), self.worker()]
            process, helpers = self.at_work(draw, *workers)
            self.server.process.send_signal(signal.SIGSTOP)
            self.go_on(helpers)
            self.server.process.send_signal(signal.SIGCONT)
            self.finish(process)
            for worker in workers:
                self.end(worker)


class SliceMessages(SliceFaults, SliceCase):
    def test_repeated_damaged_and_swapped(self):
        """Somebody listens to all packets and sends them again: as they are, damaged, cut, and in the place of others."""
        for draw in self.seeds():
            workers = [self.worker(), self.worker()]
            wire = Wire(self.server.port)
            wire.listen("gnomon.slice.>")
            process = self.check()
            last = b"x"
            for _ in range(60):
                where, content = wire.next()
                other = bytearray(content)
                for _ in range(draw.randrange(1, 9)):
                    other[draw.randrange(len(other))] ^= 1 << draw.randrange(8)
                for one in (content, bytes(other), content[:draw.randrange(len(content))], last, b""):
                    wire.publish(where, one)
                last = content
            wire.close()
            self.assertIn("a damaged message was dropped", self.finish(process))
            for worker in workers:
                self.end(worker)

    def forge(self, draw, workers, victim, incarnation):
        """The next letter of this worker to the coordinator is one that nobody can read, its sums right."""
        wire = Wire(self.server.port)
        wire.listen("gnomon.slice.>")
        heads = {}  # the last packet of each helper
        victims = []
        count = 10 + draw.randrange(20)
        while not victims or count > 0:
            where, content = wire.next()
            parts = parts_of(content)
            head = json.loads(parts["head"])
            if not where.endswith(".0") or head["incarnation"] < incarnation:
                continue
            count -= 1
            if parts["body"] == victim.encode():
                victims = [head["from"]]
            if "sequence" in head:
                heads[head["from"]] = head
        for pid in [int(one) for worker in workers for one in self.children(worker)]:
            os.kill(pid, signal.SIGSTOP)
        for where, content in wire.waiting(0.5):
            head = json.loads(parts_of(content)["head"])
            if where.endswith(".0") and "sequence" in head:
                heads[head["from"]] = max(head, heads[head["from"]], key=lambda one: one["sequence"])
        wire.close()
        head = heads[victims[0]]
        head["sequence"] += 1
        head["last"] = True
        wire = Wire(self.server.port)
        wire.publish(f"gnomon.slice.{head['run']}.{head['incarnation']}.0",
                     frame(head=json.dumps(head).encode(), body=b"no letter"))
        wire.send(b"PING\r\n")
        wire.file.readline()
        wire.close()
        self.go_on([int(one) for worker in workers for one in self.children(worker)])
        return head["incarnation"] + 1

    def test_a_worker_whose_letters_are_no_good_is_excluded(self):
        for draw in self.seeds():
            workers = [self.worker(), self.worker()]
            ids = wait_until(lambda: len(found := [one["id"] for one in self.status()["workers"]]) == 2 and found,
                             "the signs of life")
            victim = draw.choice(ids)
            process = self.check()
            incarnation = 1
            for _ in range(3):
                incarnation = self.forge(draw, workers, victim, incarnation)
            out, err = process.communicate(timeout=PATIENCE)
            document = self.same(self.here, process.returncode, out, err, self.SLICES)
            self.assertEqual(err.count(f"worker {victim} sent a message that is no good"), 3, err)
            self.assertIn(f"worker {victim} is excluded: 3 of its messages were no good", err)
            self.assertEqual({one["worker"] for one in document["statistics"]["workers"]}, set(ids) - {victim})
            for worker in workers:
                self.end(worker)

    def test_a_run_whose_tasks_are_no_good_is_excluded(self):
        worker = self.worker()
        wire = Wire(self.server.port)
        self.addCleanup(wire.close)
        version = self.status()["workers"][0]["version"].replace(".", "_")
        head = json.dumps({"kind": "task", "run": "0123456789abcdef", "incarnation": 1, "task": "ab" * 32}).encode()
        for i in range(4):
            wire.publish(f"gnomon.task.{version}.0123456789abcdef", frame(head=head, body=b"no task %d" % i))
        self.assertIn("run 0123456789abcdef is excluded: 3 of its messages were no good", worker.stderr.readline())
        wait_until(lambda: self.status()["workers"][0]["rejected"] == 4, "four rejected messages")
        self.finish(self.check())  # others are worked for


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[1:]])
