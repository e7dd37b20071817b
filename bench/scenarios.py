"""Runs the checker on generated scenarios and prints tables: the common part of the benchmarks `reach`, `check`, `path`.

A row is one whole run of the program, from file to verdict, in a process of its own; the text is generated before and
not measured. Seconds are processor time of that process (user and system), which a busy machine disturbs less than the
clock on the wall; the median of the repetitions is shown. Every row also checks answers: each formula of a generated
scenario carries its expected verdict as a comment, and a row with a wrong one is marked and fails the run.
"""
import argparse
import json
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile


class Row:
    """One scenario at one size. `peer` is the time of MCMAS 1.3.0 in seconds, from tables made on another machine."""

    def __init__(self, scenario, *parameters, logic=None, spec=None, goal=None, peer=None, options=(), note=""):
        self.scenario = scenario
        self.parameters = [str(p) for p in parameters]
        self.logic = logic
        self.spec = spec
        self.goal = goal
        self.peer = peer
        self.options = list(options)
        self.note = note

    def name(self):
        parts = [self.scenario, *self.parameters]
        if self.logic:
            parts.append(self.logic)
        if self.spec:
            parts.append(f"spec {self.spec}")
        return " ".join(parts + self.options)


def arguments(description):
    ap = argparse.ArgumentParser(description=description)
    ap.add_argument("gnomon", help="the program to measure")
    ap.add_argument("--repeat", type=int, default=1, help="runs per row; the median is shown (default 1)")
    ap.add_argument("--only", default="", help="only rows whose name contains this")
    ap.add_argument("--timeout", type=float, default=300, help="seconds after which a row is given up (default 300)")
    return ap


def generate(gnomon, row, folder):
    command = [gnomon, "gen", row.scenario, *row.parameters]
    if row.logic:
        command += ["--logic", row.logic]
    if row.spec:
        command += ["--spec", str(row.spec)]
    path = pathlib.Path(folder) / "model.ispl"
    with open(path, "w") as out:
        subprocess.run(command, stdout=out, check=True)
    return path


def expected_verdicts(path):
    """The comments `-- true` and `-- false` that close the formulas of a generated file, in order."""
    text = path.read_text()
    formulas = text[text.rindex("\nFormulae"):]
    return [line.rsplit("-- ", 1)[1].strip() for line in formulas.splitlines()
            if line.rstrip().endswith(("-- true", "-- false"))]


class Result:
    def __init__(self, seconds, kilobytes, document):
        self.seconds = seconds
        self.kilobytes = kilobytes
        self.document = document


def run_once(command, timeout):
    """Processor seconds, peak memory and the JSON document of one run; None if it did not end in time."""
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL,
                                   preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (int(timeout) + 1,) * 2))
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        try:
            document = json.load(out)
        except ValueError:
            return None
    return Result(usage.ru_utime + usage.ru_stime, usage.ru_maxrss, document)


def measure(gnomon, command, row, path, args):
    runs = []
    for _ in range(args.repeat):
        result = run_once([gnomon, command, "--json", *row.options, str(path)], args.timeout)
        if result is None:
            return None
        runs.append(result)
    middle = runs[0]
    middle.seconds = statistics.median(r.seconds for r in runs)
    return middle


def wrong_verdicts(path, document):
    want = expected_verdicts(path)
    got = [f["verdict"] for f in document.get("formulas", [])]
    return 0 if want == got else sum(a != b for a, b in zip(want, got)) + abs(len(want) - len(got))


def print_table(command, rows, args, check_verdicts):
    print(f"{'scenario':<58} {'states':>12} {'depth':>7} {'nodes':>9} {'MB':>6} {'seconds':>8} {'growth':>7} "
          f"{'goal':>6}  {'MCMAS':>7} {'ratio':>8}")
    before = None
    failures = 0
    for row in rows:
        if args.only not in row.name():
            continue
        with tempfile.TemporaryDirectory() as folder:
            path = generate(args.gnomon, row, folder)
            result = measure(args.gnomon, command, row, path, args)
            wrong = wrong_verdicts(path, result.document) if result and check_verdicts else 0
        if result is None:
            print(f"{row.name():<58} {'no answer within ' + format(args.timeout, 'g') + ' s':>30}")
            failures += 1
            before = None
            continue
        model = result.document["model"]
        states = model.get("reachable_states", "?")
        states = states if len(states) <= 12 else f"{float(states):.2e}"
        growth = f"{result.seconds / before[1]:.1f}x" if before and before[0] == row.scenario and before[1] > 0 else ""
        goal = "" if row.goal is None else f"{row.goal:g} {'yes' if result.seconds <= row.goal else 'NO'}"
        peer = "" if row.peer is None else f"{row.peer:g}"
        ratio = "" if row.peer is None else f"{row.peer / max(result.seconds, 0.001):.0f}x"
        print(f"{row.name():<58} {states:>12} {model.get('depth', '-'):>7} "
              f"{result.document['statistics']['peak_nodes']:>9} {result.kilobytes / 1024:>6.0f} "
              f"{result.seconds:>8.3f} {growth:>7} {goal:>6}  {peer:>7} {ratio:>8}"
              + (f"  {wrong} WRONG VERDICTS" if wrong else "") + (f"  {row.note}" if row.note else ""), flush=True)
        failures += 1 if wrong else 0
        before = (row.scenario, result.seconds)
    if failures:
        print(f"{failures} rows failed", file=sys.stderr)
    return 1 if failures else 0
