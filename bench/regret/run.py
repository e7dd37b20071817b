#!/usr/bin/env python3
"""Regret: the time of the default settings, divided by that of the best fixed choice: of order, reordering and
exploration of diagrams, or states one by one.

Takes any ISPL files; without files, the scenarios at the sizes of the other families, the scenarios in the wording of
the papers, irregular models, and the examples. A choice is stopped once it has taken a multiple of the best time so far
(--patience); it cannot be the best any more. All settings that answer must agree on verdicts and states. Regrets over
1.3 are measured a second time, and the faster of the two runs counts."""
import itertools
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from common.family import Family, Row, parser  # noqa: E402
from common.figures import geometric_mean  # noqa: E402
from common.plots import regret_plot  # noqa: E402
from common.process import Limits  # noqa: E402
from common.sources import Expectation, File  # noqa: E402
from common.tables import Column, Table, count, ratio, seconds  # noqa: E402
from regret.selection import default_models  # noqa: E402
from regret.figures import best_choice, disagreement, regret  # noqa: E402

SETTINGS = ("order", "reorder", "exploration")
AGAIN = 1.3  # a regret above this is measured twice
HIGH = 1.5  # the goal
LEAST_SECONDS = 1  # no run is stopped earlier


def fixed_choices(program):
    """Labels with options: all combinations for diagrams, where an order or exploration `auto` is the program's choice and
    no fixed one; and states one by one."""
    values = {s: [v for v in program.choices(s) if v != "auto" or s == "reorder"] for s in SETTINGS}
    choices = {}
    for combination in itertools.product(*(values[s] or [None] for s in SETTINGS)):
        known = [(s, v) for s, v in zip(SETTINGS, combination) if v is not None]
        label = " ".join("reorder" if (s, v) == ("reorder", "auto") else "" if (s, v) == ("reorder", "off") else v
                         for s, v in known)
        choices[" ".join(label.split())] = ["--engine=diagrams"] + [f"--{s}={v}" for s, v in known]
    choices["explicit"] = ["--engine=explicit"]
    return choices


class Trial:
    """The measurements of one model in every setting."""

    def __init__(self, family, row, choices):
        self.family = family
        self.row = row
        self.choices = {"default": [], **choices}
        self.times = {}
        self.answers = {}
        self.faults = []
        with tempfile.TemporaryDirectory() as folder:
            path = row.source.write(family.program, folder)
            expectation = Expectation(path)
            for name in self.choices:
                self.measure(name, path, expectation)
            best = best_choice(self.fixed())
            if best and (regret(self.times["default"], self.fixed()) or 0) > AGAIN:
                for name in ("default", best):
                    self.measure(name, path, expectation)

    def fixed(self):
        return {name: time for name, time in self.times.items() if name != "default"}

    def limit(self):
        ended = [taken for taken, finished in self.times.values() if finished]
        if not ended or not self.family.args.patience:
            return self.family.args.timeout
        return min(self.family.args.timeout, max(LEAST_SECONDS, self.family.args.patience * min(ended)))

    def measure(self, name, path, expectation):
        limits = Limits(self.family.args.timeout if name == "default" else self.limit(), self.family.args.memory)
        answer = self.family.program.ask("check", path, self.choices[name], limits, self.family.args.repeat)
        finished = answer.document is not None
        fault = expectation.wrong(answer) if finished else ""
        if fault:
            self.faults.append(f"{name}: {fault}")
        if finished:
            self.answers[name] = (answer.model("reachable_states"), answer.verdicts())
        before = self.times.get(name)
        if before is None or (finished and answer.seconds < before[0]):
            self.times[name] = (answer.seconds, finished)

    def record(self):
        best = best_choice(self.fixed())
        faults = self.faults + [text for text in [disagreement(self.answers)] if text]
        taken, finished = self.times["default"]
        states = next((states for states, _ in self.answers.values()), None)
        return {"name": self.row.name(), "command": self.row.source.command(), "parameters": self.row.source.parameters,
                "options": [], "seconds": taken if finished else None, "stopped_after": None if finished else taken,
                "states": states, "best": self.times[best][0] if best else None, "choice": best,
                "best_options": self.choices[best] if best else None,
                "regret": regret(self.times["default"], self.fixed()),
                "choices": {name: {"seconds": t, "finished": f} for name, (t, f) in self.fixed().items()},
                "faults": "; ".join(faults), "ok": not faults}


def columns():
    def at_least(row, text):
        return f">{text}" if row["seconds"] is None and text != "-" else text

    return [Column("model", -46, "name"), Column("states", 12, lambda row: count(row["states"])),
            Column("default", 9, lambda row: at_least(row, seconds(row["seconds"] or row["stopped_after"]))),
            Column("best", 9, lambda row: seconds(row["best"])),
            Column("regret", 8, lambda row: at_least(row, ratio(row["regret"]))),
            Column("best choice", -32, lambda row: row["choice"] or "-")]


def summary(rows):
    regrets = [row["regret"] for row in rows if row["regret"] is not None]
    if not regrets:
        return "no model was decided in any setting"
    high = sum(value > HIGH for value in regrets)
    models = "1 model" if len(regrets) == 1 else f"{len(regrets)} models"
    return (f"{models}: geometric mean {geometric_mean(regrets):.2f}, largest {max(regrets):.2f}, "
            f"{high} above {HIGH:g}")


def main():
    options = parser("regret", __doc__, timeout=60)
    options.add_argument("files", nargs="*", help="models in ISPL (default: those of the benchmarks)")
    options.add_argument("--patience", type=float, default=2,
                         help="a choice is stopped at so many times the best time, "
                         "and a second at least; 0: only at the timeout (default 2)")
    options.add_argument("--plot", help="write a plot of the regrets (SVG)")
    args = options.parse_args()
    family = Family("regret", args)
    choices = fixed_choices(family.program)
    models = [File(pathlib.Path(path).resolve()) for path in args.files] or default_models()
    table = Table(columns(), out=family.out)
    for row in family.in_order(lambda row: Trial(family, row, choices).record(),
                               family.selected([Row(m) for m in models])):
        table.add(row, row["faults"])
        family.keep(row)
    print(f"\n{summary(table.rows)}")
    print(f"choices: {', '.join(choices)}")
    high = sorted((row for row in table.rows if (row["regret"] or 0) > HIGH), key=lambda row: -row["regret"])
    for row in high:
        print(f"  {row['regret']:>7.2f}  {row['command']}  # best: {' '.join(row['best_options'])}")
    if args.plot:
        pathlib.Path(args.plot).write_text(regret_plot(table.rows), encoding="utf-8")
    return family.finish()


if __name__ == "__main__":
    sys.exit(main())
