#!/usr/bin/env python3
"""A cluster on this machine: tasks per second of a sweep with many small tasks, what one worker costs compared with the
processes of one machine, what more workers bring, and how long it takes until the tasks of a worker that was killed are
performed by another; and one model in slices, in one process and at workers. Seconds are those of the clock, where nothing
else is said. Every sweep is compared with the one without a cluster."""
import csv
import io
import os
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "bench"))
sys.path.insert(0, str(ROOT / "tests" / "cluster"))
from common.family import Family, parser  # noqa: E402
from common.tables import Column, Table, ratio, seconds  # noqa: E402
import slices  # noqa: E402

WORKERS = (1, 2, 4)
SMALL = """\
Constants K : 0 .. 99999 = 0; end Constants
Agent Counter
  Vars: x : 0 .. 3; end Vars
  Actions = {up};
  Protocol: Other : {up}; end Protocol
  Evolution: x = x + 1 if Action = up and x < 3 and K >= 0; end Evolution
end Agent
Evaluation last if Counter.x = 3; end Evaluation
InitStates Counter.x = 0; end InitStates
Formulae EF last; AG EF last; end Formulae
"""
COLUMNS = [Column("sweep", -24, "name"), Column("workers", 8, "workers"), Column("tasks", 6, "tasks"),
           Column("seconds", 9, lambda row: seconds(row["seconds"])),
           Column("tasks/s", 9, lambda row: f"{row['tasks'] / row['seconds']:.0f}"),
           Column("to local", 9, lambda row: ratio(row["overhead"]))]


class Bench:
    def __init__(self, family, cluster, folder):
        self.family = family
        self.cluster = cluster
        self.folder = pathlib.Path(folder)
        self.table = Table(COLUMNS, out=family.out)
        self.server = cluster.Server(self.folder)

    def start_worker(self):
        process = subprocess.Popen([self.family.args.program, "worker", "--jobs", "1", "--cluster", self.server.url],
                                   stderr=subprocess.PIPE, text=True)
        process.stderr.readline()
        return process

    def sweep(self, words, *more):
        """Seconds, and the rows of the table without what was measured."""
        begin = time.monotonic()
        done = subprocess.run([self.family.args.program, "sweep", *words, "--csv", "--exit-zero", *more],
                              capture_output=True, text=True, check=False)
        took = time.monotonic() - begin
        rows = [{key: value for key, value in row.items() if key not in ("seconds", "memory_bytes")}
                for row in csv.DictReader(io.StringIO(done.stdout))]
        return took, rows

    def keep(self, name, workers, took, rows, right, local):
        row = {"name": name, "workers": workers, "parameters": [workers], "options": [], "tasks": len(rows),
               "seconds": took, "overhead": took / local, "ok": rows == right}
        self.table.add(row, "" if row["ok"] else "other answers than on this machine")
        self.family.keep(row)

    def compare(self, name, words):
        local, right = self.sweep(words)
        self.keep(name, "local", local, right, right, local)
        for count in WORKERS:
            workers = [self.start_worker() for _ in range(count)]
            took, rows = self.sweep(words, "--cluster", self.server.url)
            self.keep(name, count, took, rows, right, local)
            for worker in workers:
                worker.terminate()
                worker.wait()

    def recover(self, words):
        """Two workers, one of which is killed as soon as it has a task."""
        local, right = self.sweep(words)
        workers = [self.start_worker(), self.start_worker()]
        begin = time.monotonic()
        process = subprocess.Popen([self.family.args.program, "sweep", *words, "--csv", "--exit-zero", "--cluster",
                                    self.server.url], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        children = pathlib.Path(f"/proc/{workers[0].pid}/task/{workers[0].pid}/children")
        while not children.read_text(encoding="ascii").strip():
            time.sleep(0.001)
        workers[0].kill()
        out, _ = process.communicate()
        took = time.monotonic() - begin
        rows = [{key: value for key, value in row.items() if key not in ("seconds", "memory_bytes")}
                for row in csv.DictReader(io.StringIO(out))]
        self.keep("one of two killed", 2, took, rows, right, local)
        workers[1].terminate()
        for worker in workers:
            worker.wait()


def main():
    arguments = parser("cluster", __doc__)
    arguments.add_argument("--tasks", type=int, default=1000, help="how many small tasks (default 1000)")
    arguments.add_argument("--slices", action="store_true", help="only models in slices, which need no server")
    family = Family("cluster", arguments.parse_args())
    slices.measure(family)
    slices.measure_refusal(family)
    if family.args.slices:
        return family.finish()
    os.environ["GNOMON"] = family.args.program
    os.environ["GNOMON_SOURCE"] = str(ROOT)
    import cluster  # pylint: disable=import-outside-toplevel
    if cluster.MISSING:
        print(cluster.MISSING, file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(family, cluster, folder)
        small = pathlib.Path(folder) / "small.ispl"
        small.write_text(SMALL, encoding="utf-8")
        cards = str(ROOT / "examples/parametric/card_game.ispl")
        try:
            slices.measure_cluster(family, bench.server.url, bench.start_worker)
            bench.compare("small tasks", [str(small), "-D", f"K=1..{family.args.tasks}"])
            bench.compare("card game, 3 and 4", [cards, "-D", "N=3..4", "--each-formula"])
            bench.recover([cards, "-D", "N=4", "--each-formula"])
        finally:
            bench.server.kill()
    return family.finish()


if __name__ == "__main__":
    sys.exit(main())
