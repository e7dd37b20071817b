#!/usr/bin/env python3
"""Bounded checking against the full check: the same model text, the same formulas, one run after the other.

    a  trains that break down, at growing breaking depths
    b  trains that do not break: what looking early costs when there is nothing to find
    c  other models: shops, contracts, bit transmission, cryptographers, counters, windows
    d  the two bounded engines, diagrams and SAT

`at` is the depth at which a check of every depth decides the formulas (the last of them, if several) before the whole
model is explored, `of` the depth of the model.

Two goals are counted at the end. All formulas false, each refuted in the first quarter of the model's depth: at most
half of the full check's time and memory. All formulas true: at most a tenth more. Only rows whose full check takes over
0.2 s count for time, and only those over 30 MB for memory: below, the start of the program is all there is to see."""
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from common.family import Family, parser  # noqa: E402
from common.process import ENOUGH_SECONDS  # noqa: E402
from common.sources import ROOT, Expectation, File, Scenario  # noqa: E402
from common.tables import Column, Table, count, ratio, seconds  # noqa: E402

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

    def __init__(self, source, formulas, quick=False):
        self.source = source
        self.formulas = formulas
        self.quick = quick

    def name(self):
        example_name = self.source.path.name if isinstance(self.source, File) else None
        model = example_name or " ".join([self.source.family, *self.source.parameters])
        if isinstance(self.formulas, tuple):
            return f"{model}: {self.formulas[0]}"
        return f"{model}: {'all' if self.formulas is None else ','.join(map(str, self.formulas))}"

    def prepare(self, program, folder):
        """The file, the options that select the formulas, and their verdicts."""
        path = self.source.write(program, folder)
        if isinstance(self.formulas, tuple):
            return path, ["--formula", self.formulas[0]], [self.formulas[1]]
        verdicts = Expectation(path).verdicts
        if self.formulas is None:
            return path, [], verdicts
        options = [word for n in self.formulas for word in ("--formula", str(n))]
        return path, options, [verdicts[n - 1] for n in self.formulas]


def trains(*parameters, formulas=(1, 2, 3, 4, 5), quick=False):
    """In CTLK the formulas have the numbers of the specifications."""
    return Case(Scenario("train_gate", *parameters, logic="CTLK"), list(formulas), quick)


def scenario(name, *parameters, formulas=None, quick=False):
    return Case(Scenario(name, *parameters, logic="CTLK"), formulas, quick)


def example(file, formula):
    return Case(File(ROOT / "examples" / file), [formula], quick=True)


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
            yield example(file, formula)
    # Two trains that break and two that do not: formulas about the first two, about the others, and of both kinds.
    for formulas in ([1, 5, 11], [3, 10], [1, 3, 5, 10]):
        yield trains(4, 20, 5, "type=1", "type3=2", "every=1", formulas=formulas, quick=True)
    yield scenario("bit_transmission", 5, formulas=[3], quick=True)
    for size in (20, 60):
        yield scenario("dining_cryptographers", size, formulas=[1, 2, 3], quick=size == 20)
        yield scenario("dining_cryptographers", size, formulas=("AG (!odd)", "false"))
        yield scenario("dining_cryptographers", size, formulas=("AG (!paid__1)", "false"), quick=size == 20)
    for size in (10, 40):
        yield scenario("iterated_cryptographers", size, formulas=[1, 2], quick=size == 10)
        yield scenario("iterated_cryptographers", size, formulas=[3], quick=size == 10)
    for size in ("2^12", "2^16", "2^20"):
        yield scenario("counter", size, formulas=[1, 2], quick=size == "2^16")
        yield scenario("counter", size, formulas=[3], quick=size == "2^16")
    yield scenario("prisoners", 18, formulas=[2])
    yield scenario("go_back_n", 2, 4)
    yield scenario("go_back_n", 3, 6)
    yield scenario("go_back_n", 3, 6, formulas=("AG (!mismatch__1 and !acknowledged)", "false"))


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
        yield scenario("dining_cryptographers", size, formulas=("AG (odd -> K(Crypt__1, paid__1))", "false"))
    yield scenario("iterated_cryptographers", 40, formulas=[3])
    yield scenario("go_back_n", 3, 6, formulas=("AG (!mismatch__1 and !acknowledged)", "false"))
    yield example("faulty_bit_transmission.ispl", 1)


class Measured:
    """The fastest of some answers; without document if one of them was stopped."""

    def __init__(self, answers, expected, may_give_up=False):
        answered = bool(answers) and all(a.document for a in answers)
        best = min(answers, key=lambda a: a.seconds) if answered else None
        self.document = best.document if best else None
        self.seconds = best.seconds if best else None
        self.megabytes = best.megabytes if best else None
        verdicts = best.verdicts() if best else []
        self.undecided = verdicts.count("unknown")
        self.wrong = answered and (len(verdicts) != len(expected) or any(
            got != want and not (may_give_up and got == "unknown") for got, want in zip(verdicts, expected)))

    def bounded(self, key):
        return self.document.get("bounded", {}).get(key) if self.document else None

    def depth(self):
        """The depth of the last decision."""
        depths = [f.get("depth") for f in self.document["formulas"]] if self.document else [None]
        return None if None in depths else max(depths)


class Line:
    """What is known about one case: the measured variants and the depths."""

    def __init__(self, case, family, variants):
        self.case = case
        self.variants = variants
        with tempfile.TemporaryDirectory() as folder:
            path, selection, self.expected = case.prepare(family.program, folder)

            def ask(options):
                return family.program.ask("check", path, [*options, *selection], family.limits)

            answers = {name: [] for name in variants}
            spent = 0
            for _ in range(max(1, family.args.repeat)):
                for name, options in variants.items():
                    if not answers[name] or answers[name][-1].document:
                        answers[name].append(ask(options))
                        spent += answers[name][-1].seconds
                if spent > ENOUGH_SECONDS:
                    break
            self.of = {name: Measured(answers[name], self.expected, variants[name] is SAT) for name in variants}
            self.model_depth = self.known_depth(ask)
            exact = Measured([ask(EXACT)], self.expected)
            self.decided = exact.depth() if exact.document and not exact.bounded("complete") else None

    def known_depth(self, ask):
        full = self.of.get("full")
        if full is None:
            return None
        if full.document and "depth" not in full.document["model"]:
            full = Measured([ask(FULL + ["--exploration=bfs"])], self.expected)
        return full.document["model"].get("depth") if full.document else None

    def fraction(self):
        return None if self.decided is None or not self.model_depth else self.decided / self.model_depth

    def quotient(self, what, one, other):
        """The seconds or megabytes of one variant, divided by those of another."""
        a, b = getattr(self.of[one], what), getattr(self.of[other], what)
        return None if a is None or b is None else a / max(b, 0.001)

    def remarks(self):
        found = [f"{name}: WRONG VERDICT" for name, m in self.of.items() if m.wrong]
        found += [f"{name}: no answer" for name, m in self.of.items() if m.document is None]
        found += [f"{name}: {m.undecided} undecided" for name, m in self.of.items() if m.undecided]
        return "; ".join(found)

    def failed(self):
        """Wrong somewhere, or without answer where the full check has one. The SAT engine may give up."""
        default = self.of.get("default")
        full = self.of.get("full")
        lost = default is not None and default.document is None and full is not None and full.document is not None
        return lost or any(m.wrong for m in self.of.values())

    def records(self):
        """Rows of the results, one per variant."""
        return [{"name": f"{self.case.name()} ({name})", "parameters": self.case.source.parameters,
                 "options": self.variants[name], "seconds": m.seconds, "megabytes": m.megabytes,
                 "decided": self.decided, "depth": self.model_depth, "ok": not self.failed()}
                for name, m in self.of.items()]


def whole(value):
    return count(value, 9)


def variant_column(title, name, what):
    show = seconds if what == "seconds" else lambda value: "-" if value is None else f"{value:.0f}"
    return Column(title, 8, lambda line: show(getattr(line.of[name], what)))


def quotient_column(what, one, other):
    return Column("ratio", 6, lambda line: ratio(line.quotient(what, one, other)))


NAME = Column("model: formulas", -58, lambda line: line.case.name())
DECIDED = Column("at", 6, lambda line: whole(line.decided))
DEPTH = Column("of", 6, lambda line: whole(line.model_depth))
PAIRS = [NAME, DECIDED, DEPTH, Column("part", 5, lambda line: ratio(line.fraction())),
         Column("states", 9, lambda line: whole(line.of["default"].bounded("states"))),
         Column("of", 9, lambda line: whole(line.of["full"].document["model"].get("reachable_states")
                                            if line.of["full"].document else None)),
         variant_column("full s", "full", "seconds"), variant_column("bounded", "default", "seconds"),
         quotient_column("seconds", "default", "full"), variant_column("full MB", "full", "megabytes"),
         variant_column("bounded", "default", "megabytes"), quotient_column("megabytes", "default", "full")]
OVERHEADS = [NAME, DEPTH, variant_column("full s", "full", "seconds"), variant_column("bounded", "default", "seconds"),
             quotient_column("seconds", "default", "full"), variant_column("all", "all", "seconds"),
             quotient_column("seconds", "all", "full"),
             Column("checks", 6, lambda line: whole(line.of["default"].bounded("checks"))),
             variant_column("full MB", "full", "megabytes"), variant_column("bounded", "default", "megabytes"),
             quotient_column("megabytes", "default", "full"), variant_column("all", "all", "megabytes"),
             quotient_column("megabytes", "all", "full")]
ENGINES = [NAME, DECIDED, variant_column("bdd s", "bdd", "seconds"), variant_column("sat s", "sat", "seconds"),
           quotient_column("seconds", "sat", "bdd"), variant_column("bdd MB", "bdd", "megabytes"),
           variant_column("sat MB", "sat", "megabytes"), quotient_column("megabytes", "sat", "bdd"),
           Column("at bdd", 6, lambda line: whole(line.of["bdd"].depth())),
           Column("at sat", 6, lambda line: whole(line.of["sat"].depth()))]

TABLES = {"a": ("a. trains that break down", table_a, PAIRS, {"full": FULL, "default": DEFAULT}),
          "b": ("b. trains that do not break", table_b, OVERHEADS, {"full": FULL, "default": DEFAULT, "all": ALL}),
          "c": ("c. other models", table_c, PAIRS, {"full": FULL, "default": DEFAULT}),
          "d": ("d. diagrams and SAT", table_d, ENGINES, {"bdd": DEFAULT, "sat": SAT})}


def print_goal(title, lines, allowed):
    """Each row that counts, for time and memory; without an answer of the full check there is nothing to compare."""
    print(f"\n{title}")
    reached = counted = 0
    for line in lines:
        full = line.of["full"]
        cells = []
        for what, least in (("seconds", TIME_COUNTS), ("megabytes", MEMORY_COUNTS)):
            if full.document is None or getattr(full, what) <= least:
                continue
            part = line.quotient(what, "default", "full")
            good = part is not None and part <= allowed
            counted += 1
            reached += good
            cells.append(f"{what} {ratio(part)} {'REACHED' if good else 'MISSED'}")
        if cells:
            print(f"  {line.case.name():<58} {'   '.join(cells)}")
    print(f"  reached {reached} of {counted}; {len(lines)} rows, the others are too small or have no full check")


def arguments():
    options = parser("bounded", __doc__, repeat=3, timeout=120)
    options.add_argument("--tables", default="a,b,c,d", help="the tables, for example a,b (default all)")
    options.add_argument("--quick", action="store_true", help="a few rows of each table")
    args = options.parse_args()
    if set(args.tables.split(",")) - set(TABLES):
        options.error("the tables are a, b, c and d")
    return args


def main():
    args = arguments()
    family = Family("bounded", args)
    lines = []
    for key in args.tables.split(","):
        title, cases, columns, variants = TABLES[key]
        table = Table(columns, title=title, out=family.out)
        for line in family.in_order(lambda case, kinds=variants: Line(case, family, kinds),
                                    [case for case in family.selected(cases()) if case.quick or not args.quick]):
            table.add(line, line.remarks())
            family.keep(*line.records())
        lines += table.rows
    compared = [line for line in lines if "full" in line.of]
    if compared:
        shallow = [x for x in compared if "true" not in x.expected and x.fraction() is not None
                   and x.fraction() < SHALLOW]
        print_goal("Goal: a fault in the first quarter costs at most half of the full check", shallow, HALF)
        sound = [x for x in compared if "false" not in x.expected]
        print_goal("Goal: without a fault, at most a tenth more than the full check", sound, TENTH)
    return family.finish()


if __name__ == "__main__":
    sys.exit(main())
