#!/usr/bin/env python3
"""The portfolio against its engines: the time of `--engine=portfolio`, on one job and on two, divided by that of the
best single engine; which engine is best where; and whether the portfolio decides all that any engine decides.

Takes any ISPL files; without files, the models of `./dev bench regret`. The best engine of a model is the fastest of
those that decide all formulas that any engine decides within the timeout. With one job, seconds are those of the
processor, of all processes together: that is what the clock would say where nobody else uses the machine. With two jobs
they are those of the clock, for the engines as well, so that rows should be measured one after the other (--jobs 1) on
a machine that does nothing else. Less than 0.05 s counts as 0.05 s, which is what starting programs takes on a busy
machine, and nobody waits for.

--hurry measures more in less time: an engine is stopped when it has taken three times as long as the fastest that decided
all formulas, where one did, but not before half a second. Formulas that only slower engines decide are not missed then,
because there are none; but engines that decide fewer formulas are not told apart."""
import collections
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from common.family import Family, Row, parser  # noqa: E402
from common.figures import geometric_mean  # noqa: E402
from common.sources import File  # noqa: E402
from common.tables import Column, Table, ratio, seconds  # noqa: E402
from portfolio.figures import best, contradictions, decided, missing, times_slower, union  # noqa: E402
from regret.selection import default_models  # noqa: E402

ENGINES = {"auto": ["--engine=auto"], "sat": ["--bounded=sat"], "bounded": ["--bounded"],
           "ic3": ["--engine=ic3"], "diagrams": ["--engine=diagrams"], "explicit": ["--engine=explicit"],
           "declaration": ["--engine=diagrams", "--order=declaration", "--reorder=off"]}
JOBS = (1, 2)
GOALS = {1: 2.2, 2: 1.3}
PATIENCE = 3  # with --hurry
LEAST_SECONDS = 0.5  # likewise
GRACE = 30  # seconds that a run may take beyond its own limit before it is ended


class Taken:
    """What a run took: seconds of the clock, and of the processor in all of its processes."""

    def __init__(self, clock, processor):
        self.clock = clock
        self.processor = processor

    def fastest(self, other):
        return self if other is None else Taken(min(self.clock, other.clock), min(self.processor, other.processor))

    def on(self, jobs):
        """The one that counts with so many jobs."""
        return self.processor if jobs == 1 else self.clock


def measured(command, timeout):
    """One run: what it took, and its document; None if it was ended."""
    with tempfile.TemporaryFile() as output:
        begin = time.monotonic()
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.DEVNULL)
        clock = threading.Timer(timeout + GRACE, process.kill)
        clock.start()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        clock.cancel()
        taken = Taken(time.monotonic() - begin, usage.ru_utime + usage.ru_stime)
        output.seek(0)
        try:
            return taken, json.loads(output.read())
        except ValueError:
            return taken, None


def ask(family, path, options, timeout):
    """What it took, and the verdicts; None if the run was ended."""
    command = [family.program.path, "check", "-q", "--json", "--timeout", f"{timeout:g}", *options, str(path)]
    if family.args.memory:
        command += ["--memory", f"{family.args.memory:g}M"]
    best_so_far = None
    for _ in range(family.args.repeat):
        taken, document = measured(command, timeout)
        if document is None:
            return taken, None
        best_so_far = taken.fastest(best_so_far)
        verdicts = [f["verdict"] for f in document["formulas"]]
    return best_so_far, verdicts


def ask_engines(family, path):
    """What each engine says, in the order of the list."""
    asked = {}
    timeout = family.args.timeout
    for name, options in ENGINES.items():
        asked[name] = taken, verdicts = ask(family, path, options, timeout)
        if family.args.hurry and verdicts and len(decided(verdicts)) == len(verdicts):
            timeout = min(timeout, max(LEAST_SECONDS, PATIENCE * taken.clock))
    return asked


def trial(family, row):
    with tempfile.TemporaryDirectory() as folder:
        path = row.source.write(family.program, folder)
        asked = ask_engines(family, path)
        raced = {jobs: ask(family, path, ["--engine=portfolio", "--jobs", str(jobs)], family.args.timeout)
                 for jobs in JOBS}
    times = {name: taken.processor for name, (taken, _) in asked.items()}
    runs = {name: verdicts for name, (_, verdicts) in asked.items() if verdicts is not None}
    races = {f"portfolio {jobs}": verdicts for jobs, (_, verdicts) in raced.items() if verdicts is not None}
    winner = best(times, runs)
    fastest = {jobs: asked[winner][0].on(jobs) if winner else None for jobs in JOBS}
    faults = contradictions({**runs, **races})
    lost = {jobs: missing(runs, verdicts) for jobs, (_, verdicts) in raced.items()}
    return {"name": row.name(), "command": row.source.command(), "parameters": row.source.parameters, "options": [],
            "formulas": len(next(iter(runs.values()), [])), "decided": len(union(runs)),
            "best": winner, "best_seconds": {str(jobs): taken for jobs, taken in fastest.items()}, "times": times,
            "verdicts": {name: len(decided(verdicts)) for name, verdicts in runs.items()},
            "seconds": raced[2][0].clock, "portfolio": {str(jobs): taken.on(jobs) for jobs, (taken, _) in raced.items()},
            "ratio": {str(jobs): times_slower(taken.on(jobs), fastest[jobs]) for jobs, (taken, _) in raced.items()},
            "lost": {str(jobs): number for jobs, number in lost.items()},
            "faults": "; ".join(faults), "ok": not faults}


def columns():
    found = [Column("model", -46, "name"), Column("decided", 8, lambda row: f"{row['decided']}/{row['formulas']}"),
             Column("best", -12, lambda row: row["best"] or "-"), Column("seconds", 8, lambda row: seconds(row["best_seconds"]["1"]))]
    for jobs in map(str, JOBS):
        found += [Column(f"{jobs} job", 8, lambda row, jobs=jobs: seconds(row["portfolio"][jobs])),
                  Column("ratio", 6, lambda row, jobs=jobs: ratio(row["ratio"][jobs])),
                  Column("lost", 5, lambda row, jobs=jobs: row["lost"][jobs] or None)]
    return found


def summary(rows):
    """Lines: the ratios by number of jobs, and how often each engine is the best."""
    lines = []
    for jobs in JOBS:
        ratios = [row["ratio"][str(jobs)] for row in rows if row["ratio"][str(jobs)] is not None]
        lost = sum(row["lost"][str(jobs)] for row in rows)
        if ratios:
            lines.append(f"{jobs} {'job' if jobs == 1 else 'jobs'}: geometric mean {geometric_mean(ratios):.2f}, largest "
                         f"{max(ratios):.2f}, {sum(value > GOALS[jobs] for value in ratios)} of {len(ratios)} above "
                         f"{GOALS[jobs]:g}; {lost} formulas lost")
    for jobs in map(str, JOBS):
        both = [(row["portfolio"][jobs], row["best_seconds"][jobs]) for row in rows if row["best"]]
        if both:
            lines.append(f"{jobs} {'job' if jobs == '1' else 'jobs'}: all rows together {sum(taken for taken, _ in both):.1f} s, "
                         f"the best engines {sum(best_taken for _, best_taken in both):.1f} s")
    wins = collections.Counter(row["best"] or "none alone" for row in rows)
    lines.append("best: " + ", ".join(f"{name} {number}" for name, number in wins.most_common()))
    return lines


def main():
    options = parser("portfolio", __doc__, timeout=60)
    options.add_argument("--hurry", action="store_true", help="stop engines that are much slower than the fastest")
    options.add_argument("files", nargs="*", help="models in ISPL (default: those of `./dev bench regret`)")
    args = options.parse_args()
    family = Family("portfolio", args)
    models = [File(pathlib.Path(path).resolve()) for path in args.files] or default_models()
    table = Table(columns(), out=family.out)
    for row in family.in_order(lambda row: trial(family, row), family.selected([Row(m) for m in models])):
        table.add(row, row["faults"])
        family.keep(row)
    print()
    for line in summary(table.rows):
        print(line)
    return family.finish()


if __name__ == "__main__":
    sys.exit(main())
