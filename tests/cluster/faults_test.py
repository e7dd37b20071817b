"""Faults: workers, coordinators and the server are killed, frozen and robbed of their memory while a sweep goes on, and
messages are damaged, repeated and forged. No verdict is lost or wrong.

The moments are drawn from a seed. The suite has a few runs of each kind; `./dev faults` has many
(GNOMON_FAULT_RUNS, GNOMON_FAULT_SEED).

usage: GNOMON=path/to/gnomon GNOMON_SOURCE=path/to/repository faults_test.py [CLASS...]
"""
import csv
import io
import os
import random
import shutil
import signal
import sys
import time
import unittest

from cluster import PATIENCE, RING, ClusterCase, Wire, wait_until

RUNS = int(os.environ.get("GNOMON_FAULT_RUNS", "1"))
SEED = int(os.environ.get("GNOMON_FAULT_SEED", "1"))
SAME = ["N", "formula", "engine", "outcome", "reachable_states", "verdicts"]
FORMULAS = 2 * (9 + 12)  # runs of the sweep
LEASE = 5


class FaultCase(ClusterCase):
    """A sweep with a few dozen tasks, its right answers, and a place to keep results."""

    def setUp(self):
        super().setUp()
        self.model = self.file(RING)
        self.words = ["sweep", self.model, "-D", "N=2..3", "--engine=diagrams,explicit", "--each-formula", "--csv"]
        self.right = self.rows(self.run_gnomon(*self.words, cluster=False).stdout)
        self.assertEqual(len(self.right), FORMULAS)
        self.results = self.path / "results"

    def rows(self, text):
        return [[row[key] for key in SAME] for row in csv.DictReader(io.StringIO(text))]

    def sweep(self):
        return self.begin(*self.words, "--resume", str(self.results))

    def kept(self):
        return self.results.read_bytes().count(b'"kind":"result","task"') if self.results.exists() else 0

    def finish(self, process):
        out, err = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 1, err)
        self.assertEqual(self.rows(out), self.right, err)
        return err

    def seeds(self):
        for seed in range(SEED, SEED + RUNS):
            with self.subTest(seed=seed):
                self.results.unlink(missing_ok=True)
                yield random.Random(seed)

    def after_some(self, draw, process=None):
        """Waits until a random number of results is kept; with a process, at least one, so that it is connected."""
        count = draw.randrange(0 if process is None else 1, FORMULAS // 2)
        wait_until(lambda: self.kept() >= count or (process is not None and process.poll() is not None), f"{count} results")


class Workers(FaultCase):
    def test_killed(self):
        for draw in self.seeds():
            workers = [self.worker(), self.worker()]
            process = self.sweep()
            for _ in range(2):
                self.after_some(draw)
                victim = workers.pop(draw.randrange(len(workers)))
                victim.kill()
                workers.append(self.worker())
            self.finish(process)
            for worker in workers:
                self.end(worker)

    def test_frozen_beyond_the_lease_and_back(self):
        for draw in self.seeds():
            workers = [self.worker(), self.worker()]
            process = self.sweep()
            self.after_some(draw)
            victim = workers[draw.randrange(2)]
            victim.send_signal(signal.SIGSTOP)
            if draw.random() < 0.5:
                self.finish(process)
                victim.send_signal(signal.SIGCONT)
            else:
                time.sleep(LEASE * draw.random() * 1.5)  # before or after the others have taken over
                victim.send_signal(signal.SIGCONT)
                self.finish(process)
            for worker in workers:
                self.end(worker)

    def test_all_gone_for_a_while(self):
        for draw in self.seeds():
            worker = self.worker()
            process = self.sweep()
            self.after_some(draw)
            worker.kill()
            worker.wait(PATIENCE)
            worker = self.worker()
            self.finish(process)
            self.end(worker)


class Coordinators(FaultCase):
    def test_killed_and_resumed(self):
        for draw in self.seeds():
            worker = self.worker()
            for _ in range(2):
                process = self.sweep()
                self.after_some(draw)
                process.kill()
                process.wait(PATIENCE)
            self.finish(self.sweep())
            self.end(worker)

    def test_frozen_and_back(self):
        for draw in self.seeds():
            worker = self.worker()
            process = self.sweep()
            self.after_some(draw)
            process.send_signal(signal.SIGSTOP)
            time.sleep(draw.random())
            process.send_signal(signal.SIGCONT)
            self.finish(process)
            self.end(worker)

    def test_two_of_one_run(self):
        for draw in self.seeds():
            worker = self.worker()
            first = self.sweep()
            self.after_some(draw, first)
            first.send_signal(signal.SIGSTOP)
            # The same run from a copy of its results: it is a later incarnation.
            copy = self.path / "copy"
            shutil.copy(self.results, copy)
            self.finish(self.begin(*self.words, "--resume", str(copy)))
            second = self.begin(*self.words, "--resume", str(copy))
            first.send_signal(signal.SIGCONT)
            out, err = first.communicate(timeout=PATIENCE)
            # It was replaced, or what it needed came in time; in no case is an answer wrong.
            if first.returncode == 1:
                self.assertEqual(self.rows(out), self.right, err)
            else:
                self.assertEqual(first.returncode, 2, err)
                self.assertIn("taken over", err)
            self.finish(second)
            self.end(worker)


class Servers(FaultCase):
    def test_killed_and_started_again(self):
        for draw in self.seeds():
            worker = self.worker()
            process = self.sweep()
            for _ in range(2):
                self.after_some(draw, process)
                self.server.kill()
                time.sleep(draw.random())
                self.server.start()
            err = self.finish(process)
            self.assertNotIn("internal", err)
            self.end(worker)

    def test_frozen_and_back(self):
        for draw in self.seeds():
            worker = self.worker()
            process = self.sweep()
            self.after_some(draw, process)
            self.server.process.send_signal(signal.SIGSTOP)
            time.sleep(LEASE * draw.random())
            self.server.process.send_signal(signal.SIGCONT)
            self.finish(process)
            self.end(worker)

    def test_without_its_memory(self):
        for draw in self.seeds():
            worker = self.worker()
            process = self.sweep()
            self.after_some(draw, process)
            self.server.kill()
            needed = self.kept() < FORMULAS
            shutil.rmtree(self.server.store)
            self.server.start()
            err = self.finish(process)
            if needed:
                self.assertRegex(err, "the server forgot the run|lost on the way")
            self.end(worker)

    def test_with_an_older_memory(self):
        for draw in self.seeds():
            worker = self.worker()
            old = self.path / "old"
            shutil.rmtree(old, ignore_errors=True)
            process = self.sweep()
            self.after_some(draw, process)
            self.server.kill()
            shutil.copytree(self.server.store, old)
            self.server.start()
            count = self.kept()
            wait_until(lambda: self.kept() > count or process.poll() is not None, "one more result")
            self.server.kill()
            shutil.rmtree(self.server.store)
            shutil.copytree(old, self.server.store)
            self.server.start()
            self.finish(process)
            self.end(worker)


class Messages(FaultCase):
    def spoil(self, subject, draw, count):
        """Listens to records of the run and sends them again: as they are, damaged, cut, or in the place of others."""
        wire = Wire(self.server.port)
        self.addCleanup(wire.close)
        wire.listen(subject)
        last = b""
        for _ in range(count):
            where, content = wire.next()
            other = bytearray(content)
            for _ in range(draw.randrange(1, 9)):
                other[draw.randrange(len(other))] ^= 1 << draw.randrange(8)
            wire.publish(where, content)
            wire.publish(where, bytes(other))
            wire.publish(where, content[:draw.randrange(len(content))])
            wire.publish(where, last)
            wire.publish(where, b"")
            last = content

    def test_results_repeated_and_damaged(self):
        for draw in self.seeds():
            worker = self.worker()
            process = self.sweep()
            self.spoil("gnomon.result.*", draw, 8)
            self.assertIn("damaged message was dropped", self.finish(process))
            self.end(worker)

    def test_tasks_repeated_and_damaged(self):
        for draw in self.seeds():
            process = self.sweep()
            self.spoil("gnomon.task.>", draw, 8)
            worker = self.worker()
            self.finish(process)
            self.end(worker)

    def test_signs_of_life_and_cancellations_that_are_none(self):
        for draw in self.seeds():
            worker = self.worker()
            wire = Wire(self.server.port)
            process = self.sweep()
            for subject in ("gnomon.worker.1", "gnomon.run.0123456789abcdef", "gnomon.cancel.0123456789abcdef"):
                for content in (b"", b"{}", b"null", draw.randbytes(100), b"gnomon-frame 1 99999999999\n", b"[" * 10000):
                    wire.publish(subject, content)
            self.finish(process)
            wire.close()
            self.end(worker)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[1:]])
