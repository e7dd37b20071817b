#!/usr/bin/env python3
"""States one by one against diagrams: `gnomon check` with all formulas by both engines, and by the automatic choice.

For every model: states per second and bytes per state of the explicit engine (peak memory less that of a model with one
state), the time of the diagrams, and the regret of `--engine=auto`: its time divided by that of the better engine, where
0.05 s more count as none. At the end: at which sizes of each family which engine is the faster one."""
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from common.family import Family, Row, parser  # noqa: E402
from common.process import Limits  # noqa: E402
from common.sources import Expectation, Generated, Scenario  # noqa: E402
from common.tables import Column, Table, count, ratio, seconds  # noqa: E402

ENGINES = ("explicit", "diagrams", "auto")
PATIENCE = 8  # an engine is stopped after so many times the time of another one
LEAST_SECONDS = 2  # but not earlier
FREE_SECONDS = 0.05  # that a choice may take
HIGH = 1.5  # the goal for the regret
# model -> (seconds, megabytes) that the explicit engine should take at most: 2 s and 200 MB for a million states, 2 GB for
# ten million
GOALS = {"irregular elevator 8 2": (2, 200), "irregular ring_election 14": (2, 200), "irregular office 5 3": (4, 400),
         "irregular card_game 5 2": (None, 2000), "irregular workshop 12": (None, 2000)}
TINY = """Agent A
  Vars: x : boolean; end Vars
end Agent
Evaluation p if A.x; end Evaluation
InitStates A.x = true; end InitStates
Formulae p; end Formulae
"""

IRREGULAR = {
    "office": [(3, 3), (4, 3), (3, 5, 3), (5, 3)],
    "lossy_queue": [(5, 8), (7, 12), (9, 16)],
    "grid_robots": [(5, 5, 3), (6, 5, 3, 2), (5, 3, 4, 3)],
    "ring_election": [(8,), (12,), (14,)],
    "crash_election": [(7, 4), (9, 6)],
    "card_game": [(4, 2), (5, 2)],
    "auction": [(4, 6), (4, 10)],
    "elevator": [(6, 2), (8, 2), (5, 3)],
    "caches": [(4, 3), (6, 4)],
    "workshop": [(8,), (10,), (12,)],
    "twin_circuits": [(16,), (20,), (22,)],
    "gossip": [(6,), (7,)],
}
SCENARIOS = [("bit_transmission", 3), ("dining_cryptographers", 8), ("iterated_cryptographers", 8), ("prisoners", 6),
             ("counter", "2^12"), ("counter", "2^16"), ("go_back_n", 2, 4), ("train_gate", 3, 20, 10, 2),
             ("muddy_children", 8, 3), ("chain", 1000, 1)]


def rows():
    found = [Row(Generated(family, *size)) for family, sizes in IRREGULAR.items() for size in sizes]
    return found + [Row(Scenario(*words)) for words in SCENARIOS]


class Line:
    """One model by all engines."""

    def __init__(self, family, row, base):
        self.row = row
        self.answers = {}
        self.faults = []
        with tempfile.TemporaryDirectory() as folder:
            path = row.source.write(family.program, folder)
            expectation = Expectation(path)
            for engine in ENGINES:
                ended = [a.seconds for a in self.answers.values() if a.document]
                most = family.args.timeout
                if ended:
                    most = min(most, max(LEAST_SECONDS, PATIENCE * min(ended)))
                answer = family.program.ask("check", path, [f"--engine={engine}"], Limits(most, family.args.memory),
                                            family.args.repeat)
                self.answers[engine] = answer
                fault = expectation.wrong(answer) if answer.document else ""
                if fault:
                    self.faults.append(f"{engine}: {fault}")
        known = {answer.model("reachable_states") for answer in self.answers.values() if answer.document}
        if len(known - {None}) > 1:
            self.faults.append("the engines count differently")
        self.states = next(iter(known - {None}), None)
        self.megabytes = self.answers["explicit"].megabytes - base

    def seconds(self, engine):
        return self.answers[engine].seconds if self.answers[engine].document else None

    def better(self):
        """The faster of the two engines, and its time."""
        times = [(self.seconds(engine), engine) for engine in ("explicit", "diagrams") if self.seconds(engine)]
        return min(times) if times else (None, None)

    def per_second(self):
        taken = self.seconds("explicit")
        return None if not taken or not self.states else int(self.states) / max(taken, 0.001)

    def bytes_per_state(self):
        if self.seconds("explicit") is None or not self.states or int(self.states) < 10_000:
            return None
        return self.megabytes * 2**20 / int(self.states)

    def regret(self):
        best, taken = self.better()[0], self.seconds("auto")
        if best is None or taken is None:
            return None
        return max(taken - FREE_SECONDS, min(best, taken)) / max(best, 0.001)

    def goal(self):
        wanted = GOALS.get(self.row.name())
        taken = self.seconds("explicit")
        if wanted is None:
            return None
        good = taken is not None and (wanted[0] is None or taken <= wanted[0])
        good = good and self.answers["explicit"].megabytes <= wanted[1]
        return f"{'' if wanted[0] is None else f'{wanted[0]:g} s, '}{wanted[1]} MB {'yes' if good else 'NO'}"

    def record(self):
        return {"name": self.row.name(), "command": self.row.source.command(), "parameters": self.row.source.parameters,
                "options": ["--engine=explicit"], "states": self.states, "seconds": self.seconds("explicit"),
                "diagrams": self.seconds("diagrams"), "auto": self.seconds("auto"), "regret": self.regret(),
                "megabytes": self.answers["explicit"].megabytes, "states_per_second": self.per_second(),
                "bytes_per_state": self.bytes_per_state(), "faults": "; ".join(self.faults), "ok": not self.faults}


def whole(value):
    return "-" if value is None else f"{value:.0f}"


COLUMNS = [Column("model", -40, lambda line: line.row.name()), Column("states", 10, lambda line: count(line.states, 10)),
           Column("explicit", 9, lambda line: seconds(line.seconds("explicit"))),
           Column("states/s", 9, lambda line: whole(line.per_second())),
           Column("B/state", 8, lambda line: whole(line.bytes_per_state())),
           Column("MB", 6, lambda line: whole(line.answers["explicit"].megabytes)),
           Column("diagrams", 9, lambda line: seconds(line.seconds("diagrams"))),
           Column("auto", 8, lambda line: seconds(line.seconds("auto"))),
           Column("regret", 7, lambda line: ratio(line.regret())), Column("goal", -18, Line.goal)]


def crossings(lines):
    """For each family: the largest model where states one by one are faster, and the smallest where diagrams are."""
    families = {}
    for line in lines:
        if line.states and line.better()[1]:
            families.setdefault(line.row.source.family, []).append((int(line.states), line.better()[1]))
    for name, sizes in families.items():
        listed = [states for states, engine in sizes if engine == "explicit"]
        drawn = [states for states, engine in sizes if engine == "diagrams"]
        yield (f"{name:<26} explicit up to {count(max(listed), 10) if listed else '-':>10}   "
               f"diagrams from {count(min(drawn), 10) if drawn else '-':>10}")


def main():
    args = parser("explicit", __doc__, timeout=60).parse_args()
    family = Family("explicit", args)
    with tempfile.TemporaryDirectory() as folder:
        tiny = pathlib.Path(folder) / "tiny.ispl"
        tiny.write_text(TINY, encoding="utf-8")
        base = family.program.ask("check", tiny, ["--engine=explicit"], family.limits).megabytes
    table = Table(COLUMNS, out=family.out)
    for line in family.in_order(lambda row: Line(family, row, base), family.selected(rows())):
        table.add(line, "; ".join(line.faults))
        family.keep(line.record())
    print("\nstates at which an engine is the faster one")
    for text in crossings(table.rows):
        print(text)
    regrets = [line.regret() for line in table.rows if line.regret() is not None]
    if regrets:
        print(f"\nregret of the automatic choice: largest {max(regrets):.2f}, "
              f"{sum(value > HIGH for value in regrets)} of {len(regrets)} above {HIGH:g}")
    return family.finish()


if __name__ == "__main__":
    sys.exit(main())
