"""A family of benchmarks from the command line: its options, the rows that were asked for, and the results it leaves.

Families of scenarios are lists of Rows: a model, and what is known about the time it should take or took elsewhere.
run_rows() measures them, prints a table, checks the answers and writes the results.
"""
import argparse
import concurrent.futures
import functools
import sys
import tempfile

from . import results
from .process import Limits
from .program import Program
from .sources import RELEASE, ROOT, Expectation, Scenario
from .tables import Column, Table, count, seconds


class Row:
    """One model. `goal`: seconds that it should take at most. `peer`: seconds of MCMAS 1.3.0, on another machine.
    `paper`: seconds of the tools of the papers, on theirs."""

    def __init__(self, source, options=(), goal=None, peer=None, paper=None, note=""):
        self.source = source
        self.options = list(options)
        self.goal = goal
        self.peer = peer
        self.paper = paper
        self.note = note

    def name(self):
        return " ".join([self.source.name(), *self.options])


def scenario(name, *parameters, logic=None, spec=None, **known):
    return Row(Scenario(name, *parameters, logic=logic, spec=spec), **known)


def parser(family, description, repeat=1, timeout=300.0):
    """The options that all families have."""
    found = argparse.ArgumentParser(prog=f"./dev bench {family}", description=description,
                                    formatter_class=argparse.RawDescriptionHelpFormatter)
    found.add_argument("--program", default=str(RELEASE),
                       help="the program to measure (default: the release)")
    found.add_argument("--only", default="", help="only rows whose name contains this")
    found.add_argument("--repeat", type=int, default=repeat,
                       help=f"runs per row; the fastest counts (default {repeat})")
    found.add_argument("--timeout", type=float, default=timeout,
                       help=f"processor seconds of a run (default {timeout:g})")
    found.add_argument("--memory", type=float, help="megabytes of address space of a run (default: no limit)")
    found.add_argument("--jobs", type=int, default=1, help="rows measured at the same time (default 1)")
    found.add_argument("--output", default=str(ROOT / f"build/bench/{family}.json"),
                       help="where the results go as JSON")
    return found


class Family:
    """The parsed options of one run of a family, and the rows that it leaves."""

    def __init__(self, name, args):
        self.name = name
        self.args = args
        self.program = Program(args.program)
        self.limits = Limits(args.timeout, args.memory)
        self.heading = results.heading(name, self.program)
        self.rows = []
        self.out = functools.partial(print, flush=True)

    def selected(self, rows):
        return [row for row in rows if self.args.only in row.name()]

    def in_order(self, measure, rows):
        """The results of `measure` for each row, in their order, some of them measured at the same time."""
        with concurrent.futures.ThreadPoolExecutor(max_workers=max(1, self.args.jobs)) as pool:
            yield from pool.map(measure, rows)

    def keep(self, *rows):
        """Adds to the results, and writes them: what an interrupted run has measured is not lost."""
        self.rows += rows
        results.write(self.args.output, {**self.heading, "rows": self.rows})

    def finish(self):
        """The exit status: 1 if some row is not as it should be."""
        self.keep()
        failures = sum(not row["ok"] for row in self.rows)
        if failures:
            print(f"{failures} rows failed", file=sys.stderr)
        return 1 if failures else 0


def record(row, answer, faults):
    """A row of the results."""
    answered = answer.document is not None
    return {"name": row.name(), "family": row.source.family, "parameters": row.source.parameters,
            "options": row.options, "command": row.source.command(), "seconds": answer.seconds if answered else None,
            "megabytes": answer.megabytes, "states": answer.model("reachable_states"), "depth": answer.model("depth"),
            "nodes": answer.peak_nodes(), "verdicts": answer.verdicts(), "goal": row.goal, "peer": row.peer,
            "paper": row.paper, "note": row.note, "faults": faults, "ok": answered and not faults}


def measure_row(family, command, row):
    with tempfile.TemporaryDirectory() as folder:
        path = row.source.write(family.program, folder)
        answer = family.program.ask(command, path, row.options, family.limits, family.args.repeat)
        if answer.document is None:
            return record(row, answer, f"no answer within {family.args.timeout:g} s")
        return record(row, answer, Expectation(path).wrong(answer))


def goal_cell(row):
    if row["goal"] is None or row["seconds"] is None:
        return None
    return f"{row['goal']:g} {'yes' if row['seconds'] <= row['goal'] else 'NO'}"


def times_faster(row):
    if row["peer"] is None or row["seconds"] is None:
        return None
    return f"{row['peer'] / max(row['seconds'], 0.001):.0f}x"


def scenario_columns(growth):
    """The columns of a table of scenarios; `growth` is the ratio to the row before, by name."""
    return [Column("scenario", -58, "name"), Column("states", 12, lambda row: count(row["states"])),
            Column("depth", 7, lambda row: "-" if row["depth"] is None else row["depth"]), Column("nodes", 9, "nodes"),
            Column("MB", 6, lambda row: f"{row['megabytes']:.0f}"),
            Column("seconds", 8, lambda row: seconds(row["seconds"])),
            Column("growth", 7, lambda row: growth.get(row["name"])), Column("goal", 8, goal_cell),
            Column("MCMAS", 7, lambda row: None if row["peer"] is None else f"{row['peer']:g}"),
            Column("ratio", 8, times_faster)]


def run_rows(family, command, rows):
    """Measures `gnomon COMMAND` on the rows; the table grows line by line."""
    growth = {}
    table = Table(scenario_columns(growth), out=family.out)
    before = None
    for row in family.in_order(functools.partial(measure_row, family, command), family.selected(rows)):
        if before and before["family"] == row["family"] and before["seconds"] and row["seconds"]:
            growth[row["name"]] = f"{row['seconds'] / before['seconds']:.1f}x"
        table.add(row, "  ".join(text for text in (row["faults"], row["note"]) if text))
        family.keep(row)
        before = row
