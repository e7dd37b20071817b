#!/usr/bin/env python3
"""Proofs of invariants: `gnomon check --engine=ic3`, beside the bounded search by SAT, the whole model as diagrams, and ABC's
`pdr` on the same invariants as AIGER.

Each row is a model with some of its formulas, which are invariants. Times are those of all of them together; `-` where an
engine did not decide them all in time: many times the time of the fastest one, but at least some seconds. ABC has no column
where a formula is about knowledge. The ratio is the time of IC3 divided by that of ABC, where less than 0.05 s counts as
0.05 s; the goal is at most 2."""
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from common.family import Family, Row, parser  # noqa: E402
from common.figures import geometric_mean  # noqa: E402
from common.process import Limits  # noqa: E402
from common.sources import Expectation, Generated, Scenario  # noqa: E402
from common.tables import Column, Table, ratio, seconds  # noqa: E402
from ic3 import abc  # noqa: E402

ENGINES = {"ic3": ["--engine=ic3"], "sat": ["--bounded=sat"], "diagrams": ["--engine=diagrams"]}
PATIENCE = 20  # an engine is stopped after so many times the time of another one
LEAST_SECONDS = 5  # but not earlier
GOAL = 2  # times the time of ABC


class Invariants(Row):
    """A model and the numbers of the formulas to check."""

    def __init__(self, source, *formulas, goal=None):
        super().__init__(source, [word for number in formulas for word in ("-f", str(number))], goal=goal)
        self.formulas = formulas


def rows():
    found = [Invariants(Scenario("train_gate", trains, 20, 3, 3, logic="CTLK"), 2, 3, goal=10) for trains in (5, 10, 20)]
    found += [Invariants(Scenario("train_gate", trains, 20, 3, 2, logic="CTLK"), 2, 3) for trains in (5, 10)]
    found += [Invariants(Generated("go_back_n", window, packets), 1, goal=10)
              for window, packets in ((2, 4), (3, 5), (4, 7), (6, 10))]
    found += [Invariants(Generated("odometer", digits, 1024), 1, 2, 3, goal=10) for digits in (1, 2, 4)]
    found += [Invariants(Scenario("prisoners", count, logic="CTLK"), 3) for count in (4, 6)]
    # Without knowledge, so that ABC can be asked.
    found += [Invariants(Scenario("train_gate", trains, 20, 3, 3, logic="CTLK"), 2) for trains in (5, 10, 20)]
    found += [Invariants(Scenario("train_gate", trains, 20, 3, 2, logic="CTLK"), 2) for trains in (5, 10)]
    return found


class Line:
    """One model by all engines."""

    def __init__(self, family, row):
        self.row = row
        self.answers = {}
        self.faults = []
        with tempfile.TemporaryDirectory() as folder:
            path = row.source.write(family.program, folder)
            known = Expectation(path).verdicts
            expected = [known[number - 1] for number in row.formulas]
            for engine, options in ENGINES.items():
                ended = [a.seconds for a in self.answers.values() if a.document]
                most = min(family.args.timeout, max(LEAST_SECONDS, PATIENCE * min(ended))) if ended else family.args.timeout
                answer = family.program.ask("check", path, options + row.options, Limits(most, family.args.memory),
                                            family.args.repeat)
                verdicts = answer.verdicts()
                if verdicts and any(v not in (e, "unknown") for v, e in zip(verdicts, expected)):
                    self.faults.append(f"{engine}: WRONG VERDICTS")
                if verdicts and "unknown" in verdicts:
                    answer.document = None
                self.answers[engine] = answer
            self.abc = None
            if abc.available():
                most = Limits(family.args.timeout, family.args.memory)
                self.abc, found = abc.measure(family.program, path, row.formulas, most, family.args.repeat)
                if self.abc is not None and found != expected:
                    self.faults.append("ABC: OTHER VERDICTS")

    def ratio(self):
        return abc.times_abc(self.seconds("ic3"), self.abc)

    def seconds(self, engine):
        return self.answers[engine].seconds if self.answers[engine].document else None

    def goal(self):
        if self.row.goal is None:
            return ""
        good = self.seconds("ic3") is not None and self.seconds("ic3") <= self.row.goal
        return f"{self.row.goal:g} s {'yes' if good else 'NO'}"

    def record(self):
        return {"name": self.row.name(), "command": self.row.source.command(), "parameters": self.row.source.parameters,
                "options": ENGINES["ic3"] + self.row.options, "seconds": self.seconds("ic3"), "sat": self.seconds("sat"),
                "diagrams": self.seconds("diagrams"), "abc": self.abc, "ratio": self.ratio(), "megabytes": self.answers["ic3"].megabytes,
                "faults": "; ".join(self.faults), "ok": not self.faults}


COLUMNS = [Column("model", -48, lambda line: line.row.name()),
           *(Column(engine, 9, lambda line, engine=engine: seconds(line.seconds(engine))) for engine in ENGINES),
           Column("abc", 9, lambda line: seconds(line.abc)), Column("ratio", 6, lambda line: ratio(line.ratio())),
           Column("MB", 6, lambda line: f"{line.answers['ic3'].megabytes:.0f}"), Column("goal", -10, Line.goal)]


def main():
    args = parser("ic3", __doc__, timeout=120).parse_args()
    family = Family("ic3", args)
    table = Table(COLUMNS, out=family.out)
    for line in family.in_order(lambda row: Line(family, row), family.selected(rows())):
        table.add(line, "; ".join(line.faults))
        family.keep(line.record())
    ratios = [line.ratio() for line in table.rows if line.ratio() is not None]
    if ratios:
        print(f"\nIC3 against ABC: {len(ratios)} rows, geometric mean {geometric_mean(ratios):.2f}, largest {max(ratios):.2f}, "
              f"{sum(value > GOAL for value in ratios)} above {GOAL:g}")
    return family.finish()


if __name__ == "__main__":
    sys.exit(main())
