#!/usr/bin/env python3
"""Path logics: scenarios in LTLK, CTL*K, LDLK, CDL*K on infinite and finite traces; the price of writing a CTLK property
in another logic; and where explicit automata give way to symbolic ones."""
import pathlib
import statistics
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from scenarios import Row, arguments, generate, print_table, run_once  # noqa: E402

ROWS = [
    Row("bit_transmission", 7, logic="LTLK", spec=2, peer=1.7), Row("bit_transmission", 9, logic="LTLK", spec=2, peer=220),
    Row("bit_transmission", 200, logic="LTLK", spec=2, goal=1), Row("bit_transmission", 200, logic="LDLK", spec=2, goal=1),
    Row("bit_transmission", 10000, logic="CTL*K", spec=1, goal=1),
    Row("bit_transmission", 10000, logic="CDL*K", spec=1, goal=1),
    Row("counter", "2^16", logic="CDL*K"), Row("counter", "2^20", logic="CDL*K", goal=30),
    Row("counter", "2^20", goal=30, note="all logics"),
    Row("go_back_n", 2, 4, logic="LTLK"), Row("go_back_n", 3, 6, logic="LTLK"),
    Row("go_back_n", 4, 7, logic="LTLK", goal=20), Row("go_back_n", 4, 7, logic="LDLK", goal=20),
    Row("go_back_n", 4, 7, logic="CDL*K", goal=20), Row("go_back_n", 4, 7, logic="LDLfK", goal=20),
    Row("go_back_n", 4, 7, logic="CDL*fK", goal=20),
    Row("dining_cryptographers", 50, logic="LTLK"), Row("dining_cryptographers", 100, logic="LTLK", goal=5),
    Row("dining_cryptographers", 100, logic="LDLK", goal=5),
    Row("iterated_cryptographers", 10, logic="CTL*K", spec=1, peer=0.4),
    Row("iterated_cryptographers", 15, logic="CTL*K", spec=1, peer=4.6),
    Row("iterated_cryptographers", 50, logic="CTL*K", spec=1), Row("iterated_cryptographers", 100, logic="CTL*K", spec=1),
    Row("prisoners", 20, logic="CDL*K"), Row("prisoners", 30, logic="CDL*K"),
    Row("prisoners", 50, logic="CDL*K", goal=10),
]

# The same statement in CTLK and in another logic, one run after the other, several times.
OVERHEAD = [("dining_cryptographers", [60], spec, logic) for spec in (1, 2, 3) for logic in ("LTLK", "CTL*K", "LDLK", "CDL*K")]
OVERHEAD += [("prisoners", [18], spec, logic) for spec in (1, 2) for logic in ("LTLK", "CTL*K", "LDLK", "CDL*K")]
OVERHEAD += [("counter", ["2^14"], 1, "LDLK"), ("counter", ["2^14"], 3, "LTLK"), ("counter", ["2^14"], 3, "CDL*K")]


def overhead(args):
    print(f"\n{'the same statement as in CTLK':<52} {'CTLK':>8} {'here':>8} {'ratio':>6}  goal 1.2")
    for scenario, parameters, spec, logic in OVERHEAD:
        name = f"{scenario} {parameters[0]} spec {spec} {logic}"
        if args.only not in name:
            continue
        with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
            plain = generate(args.gnomon, Row(scenario, *parameters, logic="CTLK", spec=spec), one)
            other = generate(args.gnomon, Row(scenario, *parameters, logic=logic, spec=spec), two)
            times = {plain: [], other: []}
            for _ in range(max(3, args.repeat)):
                for path in (plain, other):
                    result = run_once([args.gnomon, "check", "-q", "--json", str(path)], args.timeout)
                    times[path].append(result.seconds if result else float("inf"))
        a, b = (statistics.median(times[p]) for p in (plain, other))
        print(f"{name:<52} {a:>8.3f} {b:>8.3f} {b / max(a, 0.001):>6.2f}  {'yes' if b <= 1.2 * max(a, 0.001) else 'NO'}",
              flush=True)


CROSSING_MODEL = """Agent Environment
  Vars: x : 0 .. {n}; end Vars
  Actions = {{up, reset}};
  Protocol: x < {n} : {{up, reset}}; Other : {{reset}}; end Protocol
  Evolution: x = x + 1 if Action = up; x = 0 if Action = reset; end Evolution
end Agent
Agent A Vars: b : boolean; end Vars Actions = {{a}}; Protocol: Other : {{a}}; end Protocol end Agent
Evaluation
{propositions}
end Evaluation
InitStates Environment.x = 0 and A.b = true; end InitStates
Formulae
  CTL* E ({formula});
end Formulae
"""


def crossing(args):
    """A conjunction of n eventualities: the explicit automaton has 2^n states, the symbolic ones n variables."""
    print(f"\n{'E (F p1 and ... and F pn)':<28} {'explicit':>9} {'tableau':>9} {'symbolic':>9}")
    for n in (2, 4, 6, 8, 9, 10, 12, 16):
        propositions = "\n".join(f"  p{i} if Environment.x = {i};" for i in range(1, n + 1))
        formula = " and ".join(f"F p{i}" for i in range(1, n + 1))
        cells = []
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "model.ispl"
            path.write_text(CROSSING_MODEL.format(n=n, propositions=propositions, formula=formula))
            for engine in ("explicit", "tableau", "symbolic"):
                result = run_once([args.gnomon, "check", "-q", "--json", "--path-engine", engine, str(path)], 60)
                if result is None or result.document["formulas"][0]["verdict"] != "true":
                    cells.append("-")
                    continue
                used = " ".join(result.document["formulas"][0].get("explanation", []))
                fell_back = engine == "explicit" and "too large" in used
                cells.append("too large" if fell_back else f"{result.seconds:.3f}")
        print(f"n = {n:<24} {cells[0]:>9} {cells[1]:>9} {cells[2]:>9}", flush=True)


if __name__ == "__main__":
    arguments_given = arguments(__doc__).parse_args()
    status = print_table("check", ROWS, arguments_given, check_verdicts=True)
    overhead(arguments_given)
    if not arguments_given.only or arguments_given.only in "crossing":
        crossing(arguments_given)
    sys.exit(status)
