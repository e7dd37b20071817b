#!/usr/bin/env python3
"""Bounded checking against the full check: the same model text, the same formulas, one run after the other.

    a  trains that break down, at growing breaking depths
    b  trains that do not break: what looking early costs when there is nothing to find
    c  other models: shops, contracts, bit transmission, cryptographers, counters, windows
    d  the two bounded engines, diagrams and SAT

`at` is the depth at which a check of every depth decides the formulas (the last of them, if several) before the whole
model is explored, `of` the depth of the model. Peak memory never falls below that of the interpreter that starts the
runs, some 13 MB.

Two goals are counted at the end. All formulas false, each refuted in the first quarter of the model's depth: at most
half of the full check's time and memory. All formulas true: at most a tenth more. Only rows whose full check takes over
0.2 s count for time, and only those over 30 MB for memory: below, the start of the program is all there is to see."""
import argparse
import pathlib
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from scenarios import Row, expected_verdicts, generate, run_once  # noqa: E402

EXAMPLES = HERE.parent.parent / "examples"
ROW_SECONDS = 10  # a row that has taken so long is not repeated
TIME_COUNTS = 0.2  # seconds of the full check
MEMORY_COUNTS = 30  # megabytes
SHALLOW, HALF, TENTH = 0.25, 0.5, 1.1

FULL = []
DEFAULT = ["--bounded"]
ALL = ["--bounded", "--bounded-checks", "all"]
SAT = ["--bounded=sat"]
EXACT = ALL + ["--exploration=bfs"]  # its steps are depths, never rounds of chaining


class Case:
    """A model with the formulas to check: numbers in the text, or one formula of its own with its verdict."""

    def __init__(self, model, formulas, quick=False):
        self.model = model  # a Row of a generator, or the name of a file in examples/
        self.formulas = formulas
        self.quick = quick

    def name(self):
        model = self.model if isinstance(self.model, str) else " ".join([self.model.scenario, *self.model.parameters])
        if isinstance(self.formulas, tuple):
            return f"{model}: {self.formulas[0]}"
        return f"{model}: {'all' if self.formulas is None else ','.join(map(str, self.formulas))}"

    def prepare(self, gnomon, folder):
        """The file, the options that select the formulas, and their verdicts."""
        path = EXAMPLES / self.model if isinstance(self.model, str) else generate(gnomon, self.model, folder)
        if isinstance(self.formulas, tuple):
            return path, ["--formula", self.formulas[0]], [self.formulas[1]]
        verdicts = expected_verdicts(path)
        if self.formulas is None:
            return path, [], verdicts
        options = [word for n in self.formulas for word in ("--formula", str(n))]
        return path, options, [verdicts[n - 1] for n in self.formulas]


def trains(*parameters, formulas=(1, 2, 3, 4, 5), quick=False):
    """In CTLK the formulas have the numbers of the specifications."""
    return Case(Row("train_gate", *parameters, logic="CTLK"), list(formulas), quick)


def scenario(name, *parameters, formulas=None, quick=False):
    return Case(Row(name, *parameters, logic="CTLK"), formulas, quick)


def table_a():
    depths = [(2, 20, (3, 5, 10, 15, 20)), (2, 100, (5, 20, 50, 100)), (2, 1000, (10, 100, 250, 500)),
              (3, 20, (5, 10, 15)), (3, 100, (10, 50)), (4, 20, (3, 5, 10, 15)), (4, 60, (5, 10, 30)),
              (6, 20, (3, 5, 10)), (6, 100, (10,)), (8, 20, (5,))]
    quick = [(2, 100), (2, 1000), (4, 60)]
    for kind in (1, 2):
        for count, full, breaking in depths:
            for depth in breaking:
                yield trains(count, full, depth, kind, quick=(count, full) in quick)
        for count, full, depth in ((2, 1000, 100), (3, 20, 5), (4, 60, 10), (6, 20, 5)):
            for formula in range(1, 6):
                yield trains(count, full, depth, kind, formulas=[formula], quick=(count, full) == (4, 60))


def table_b():
    sizes = [(2, 20, 10), (2, 100, 10), (2, 1000, 10), (2, 5000, 10), (4, 60, 10), (6, 100, 10), (10, 60, 10),
             (10, 200, 10), (20, 20, 10)]
    for size in sizes:
        yield trains(*size, 3, quick=size in [(2, 1000, 10), (2, 5000, 10), (6, 100, 10), (10, 60, 10)])
    for formula in range(1, 6):
        yield trains(10, 60, 10, 3, formulas=[formula])


def table_c():
    for file, formulas in (("book_store.ispl", (1, 2, 3, 5)), ("software_development.ispl", (1, 3, 4, 5, 6)),
                           ("bit_transmission.ispl", (8, 13)), ("faulty_bit_transmission.ispl", (1, 3, 4, 9)),
                           ("dining_cryptographers.ispl", (1,)), ("counter.ispl", (7,))):
        for formula in formulas:
            yield Case(file, [formula], quick=True)
    # Two trains that break and two that do not: formulas about the first two, about the others, and of both kinds.
    for formulas in ([1, 5, 11], [3, 10], [1, 3, 5, 10]):
        yield trains(4, 20, 5, "type=1", "type3=2", "every=1", formulas=formulas, quick=True)
    yield scenario("bit_transmission", 5, formulas=[3], quick=True)
    for size in (20, 60):
        yield scenario("dining_cryptographers", size, formulas=[1, 2, 3], quick=size == 20)
        yield scenario("dining_cryptographers", size, formulas=("AG (!odd)", "false"))
        yield scenario("dining_cryptographers", size, formulas=("AG (!c1paid)", "false"), quick=size == 20)
    for size in (10, 40):
        yield scenario("iterated_cryptographers", size, formulas=[1, 2], quick=size == 10)
        yield scenario("iterated_cryptographers", size, formulas=[3], quick=size == 10)
    for size in ("2^12", "2^16", "2^20"):
        yield scenario("counter", size, formulas=[1, 2], quick=size == "2^16")
        yield scenario("counter", size, formulas=[3], quick=size == "2^16")
    yield scenario("prisoners", 18, formulas=[2])
    yield scenario("go_back_n", 2, 4)
    yield scenario("go_back_n", 3, 6)
    yield scenario("go_back_n", 3, 6, formulas=("AG (!mismatch1 and !acknowledged)", "false"))


def table_d():
    for kind in (1, 2):
        for size in ((2, 20, 5), (2, 20, 15), (2, 100, 20), (3, 20, 10), (4, 60, 10), (6, 100, 10)):
            for formula in (1, 2, 3):
                yield trains(*size, kind, formulas=[formula], quick=size in [(2, 20, 5), (4, 60, 10)])
    yield trains(2, 20, 10, 3, formulas=[2], quick=True)
    for size in ("2^12", "2^16", "2^20"):
        yield scenario("counter", size, formulas=[3], quick=size == "2^16")
    for size in (20, 60):
        yield scenario("dining_cryptographers", size, formulas=("AG (!odd)", "false"), quick=size == 20)
        yield scenario("dining_cryptographers", size, formulas=("AG (odd -> K(Crypt1, c1paid))", "false"))
    yield scenario("iterated_cryptographers", 40, formulas=[3])
    yield scenario("go_back_n", 3, 6, formulas=("AG (!mismatch1 and !acknowledged)", "false"))
    yield Case("faulty_bit_transmission.ispl", [1], quick=True)


class Measured:
    """The median of some runs; without document if one of them gave no answer in time."""

    def __init__(self, runs, wanted, may_give_up=False):
        answered = bool(runs) and all(runs)
        self.document = runs[0].document if answered else None
        self.seconds = statistics.median(r.seconds for r in runs) if answered else None
        self.megabytes = statistics.median(r.kilobytes for r in runs) / 1024 if answered else None
        verdicts = [f["verdict"] for f in self.document["formulas"]] if answered else []
        self.undecided = verdicts.count("unknown")
        self.wrong = answered and (len(verdicts) != len(wanted) or any(
            got != want and not (may_give_up and got == "unknown") for got, want in zip(verdicts, wanted)))

    def bounded(self, key):
        return self.document.get("bounded", {}).get(key) if self.document else None

    def depth(self):
        """The depth of the last decision."""
        depths = [f.get("depth") for f in self.document["formulas"]] if self.document else [None]
        return None if None in depths else max(depths)


class Line:
    """What is known about one case: the measured variants and the depths."""

    def __init__(self, case, args, variants):
        self.case = case
        with tempfile.TemporaryDirectory() as folder:
            path, selection, self.wanted = case.prepare(args.gnomon, folder)

            def run(options):
                return run_once([args.gnomon, "check", "-q", "--json", *options, *selection, str(path)], args.timeout)

            runs = {name: [] for name in variants}
            spent = 0
            for _ in range(args.repeat):
                for name, options in variants.items():
                    if not runs[name] or runs[name][-1]:
                        runs[name].append(run(options))
                        spent += runs[name][-1].seconds if runs[name][-1] else args.timeout
                if spent > ROW_SECONDS:
                    break
            self.of = {name: Measured(runs[name], self.wanted, variants[name] is SAT) for name in variants}
            self.model_depth = self.known_depth(run)
            exact = Measured([run(EXACT)], self.wanted)
            self.decided = exact.depth() if exact.document and not exact.bounded("complete") else None

    def known_depth(self, run):
        full = self.of.get("full")
        if full is None:
            return None
        if full.document and "depth" not in full.document["model"]:
            full = Measured([run(FULL + ["--exploration=bfs"])], self.wanted)
        return full.document["model"].get("depth") if full.document else None

    def fraction(self):
        return None if self.decided is None or not self.model_depth else self.decided / self.model_depth

    def remarks(self):
        found = [f"{name}: WRONG VERDICT" for name, m in self.of.items() if m.wrong]
        found += [f"{name}: no answer" for name, m in self.of.items() if m.document is None]
        found += [f"{name}: {m.undecided} undecided" for name, m in self.of.items() if m.undecided]
        return "  " + "; ".join(found) if found else ""

    def failed(self):
        """Wrong somewhere, or without answer where the full check has one. The SAT engine may give up."""
        default = self.of.get("default")
        full = self.of.get("full")
        lost = default is not None and default.document is None and full is not None and full.document is not None
        return lost or any(m.wrong for m in self.of.values())


def number(value, digits=2):
    return "-" if value is None else f"{value:.{digits}f}"


def whole(value):
    text = "-" if value is None else str(value)
    return text if len(text) <= 9 else f"{float(text):.1e}"


def ratio(a, b):
    return None if a is None or b is None else a / max(b, 0.001)


def print_pairs(title, cases, args, lines):
    print(f"\n{title}\n{'model: formulas':<58} {'at':>6} {'of':>6} {'part':>5} {'states':>9} {'of':>9} "
          f"{'full s':>8} {'bounded':>8} {'ratio':>6} {'full MB':>8} {'bounded':>8} {'ratio':>6}")
    for case in cases:
        line = Line(case, args, {"full": FULL, "default": DEFAULT})
        full, default = line.of["full"], line.of["default"]
        states = full.document["model"].get("reachable_states") if full.document else None
        print(f"{case.name():<58} {whole(line.decided):>6} {whole(line.model_depth):>6} {number(line.fraction()):>5} "
              f"{whole(default.bounded('states')):>9} {whole(states):>9} "
              f"{number(full.seconds, 3):>8} {number(default.seconds, 3):>8} "
              f"{number(ratio(default.seconds, full.seconds)):>6} {number(full.megabytes, 0):>8} "
              f"{number(default.megabytes, 0):>8} {number(ratio(default.megabytes, full.megabytes)):>6}"
              f"{line.remarks()}", flush=True)
        lines.append(line)


def print_overheads(title, cases, args, lines):
    print(f"\n{title}\n{'model: formulas':<58} {'depth':>6} {'full s':>8} {'bounded':>8} {'ratio':>6} {'all':>8} "
          f"{'ratio':>6} {'checks':>6} {'full MB':>8} {'bounded':>8} {'ratio':>6} {'all':>8} {'ratio':>6}")
    for case in cases:
        line = Line(case, args, {"full": FULL, "default": DEFAULT, "all": ALL})
        full, default, every = (line.of[name] for name in ("full", "default", "all"))
        print(f"{case.name():<58} {whole(line.model_depth):>6} {number(full.seconds, 3):>8} "
              f"{number(default.seconds, 3):>8} {number(ratio(default.seconds, full.seconds)):>6} "
              f"{number(every.seconds, 3):>8} {number(ratio(every.seconds, full.seconds)):>6} "
              f"{whole(default.bounded('checks')):>6} {number(full.megabytes, 0):>8} "
              f"{number(default.megabytes, 0):>8} {number(ratio(default.megabytes, full.megabytes)):>6} "
              f"{number(every.megabytes, 0):>8} {number(ratio(every.megabytes, full.megabytes)):>6}"
              f"{line.remarks()}", flush=True)
        lines.append(line)


def print_engines(title, cases, args, lines):
    print(f"\n{title}\n{'model: formulas':<58} {'at':>6} {'bdd s':>8} {'sat s':>8} {'ratio':>7} {'bdd MB':>7} "
          f"{'sat MB':>7} {'ratio':>6} {'at bdd':>6} {'at sat':>6}")
    for case in cases:
        line = Line(case, args, {"bdd": DEFAULT, "sat": SAT})
        bdd, sat = line.of["bdd"], line.of["sat"]
        print(f"{case.name():<58} {whole(line.decided):>6} {number(bdd.seconds, 3):>8} {number(sat.seconds, 3):>8} "
              f"{number(ratio(sat.seconds, bdd.seconds)):>7} {number(bdd.megabytes, 0):>7} "
              f"{number(sat.megabytes, 0):>7} {number(ratio(sat.megabytes, bdd.megabytes)):>6} "
              f"{whole(bdd.depth()):>6} {whole(sat.depth()):>6}{line.remarks()}", flush=True)
        lines.append(line)


def print_goal(title, lines, allowed):
    """Each row that counts, for time and memory; without an answer of the full check there is nothing to compare."""
    print(f"\n{title}")
    reached = counted = 0
    for line in lines:
        full, default = line.of["full"], line.of["default"]
        cells = []
        for what, least in (("seconds", TIME_COUNTS), ("megabytes", MEMORY_COUNTS)):
            if full.document is None or getattr(full, what) <= least:
                continue
            part = ratio(getattr(default, what), getattr(full, what))
            good = part is not None and part <= allowed
            counted += 1
            reached += good
            cells.append(f"{what} {number(part)} {'REACHED' if good else 'MISSED'}")
        if cells:
            print(f"  {line.case.name():<58} {'   '.join(cells)}")
    print(f"  reached {reached} of {counted}; {len(lines)} rows, the others are too small or have no full check")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gnomon", help="the program to measure")
    parser.add_argument("--only", default="a,b,c,d", help="the tables, for example a,b (default all)")
    parser.add_argument("--rows", default="", help="only rows whose name contains this")
    parser.add_argument("--quick", action="store_true", help="a few rows of each table")
    parser.add_argument("--repeat", type=int, default=3, help="runs per row; the median is shown (default 3)")
    parser.add_argument("--timeout", type=float, default=120, help="seconds for a run (default 120)")
    args = parser.parse_args()
    if set(args.only.split(",")) - set("abcd"):
        parser.error("the tables are a, b, c and d")
    args.repeat = max(1, args.repeat)
    return args


def main():
    args = arguments()
    usage = subprocess.run([args.gnomon, "check", "--help"], stdout=subprocess.PIPE, text=True, check=True).stdout
    if "--bounded" not in usage:
        sys.exit("this program has no bounded checking")
    tables = {"a": ("a. trains that break down", table_a, print_pairs),
              "b": ("b. trains that do not break", table_b, print_overheads),
              "c": ("c. other models", table_c, print_pairs),
              "d": ("d. diagrams and SAT", table_d, print_engines)}
    lines, engine_lines = [], []
    for key in args.only.split(","):
        title, rows, show = tables[key]
        cases = [c for c in rows() if args.rows in c.name() and (c.quick or not args.quick)]
        show(title, cases, args, engine_lines if key == "d" else lines)
    if lines:
        shallow = [x for x in lines if "true" not in x.wanted and x.fraction() is not None and x.fraction() < SHALLOW]
        print_goal("Goal: a fault in the first quarter costs at most half of the full check", shallow, HALF)
        sound = [x for x in lines if "false" not in x.wanted]
        print_goal("Goal: without a fault, at most a tenth more than the full check", sound, TENTH)
    failures = sum(line.failed() for line in lines + engine_lines)
    if failures:
        print(f"{failures} rows failed", file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
